//! `cutfirst lab slurm`: a plan as an array job.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;
use cutfirst_lab::cluster::slurm::{ARRAY, JOIN, Jobs, LOG, check_option};
use cutfirst_lab::cluster::split::ranges;
use cutfirst_lab::cluster::status::{State, Status};
use cutfirst_lab::cluster::study::Study;
use cutfirst_lab::plain;

use crate::commands::lab::split::{SplitArguments, prepare, summary};
use crate::fault::Fault;
use crate::laboratory;
use crate::number::whole;
use crate::shell;

/// Split a plan into an array job of Slurm and a last job that joins its parts
#[derive(Args)]
pub(crate) struct Arguments {
    /// The plan
    plan: PathBuf,
    #[command(flatten)]
    split: SplitArguments,
    /// Submit the jobs; submitted again, only the tasks that are not done
    #[arg(long, conflicts_with = "dry_run")]
    submit: bool,
    /// Slurm's partition
    #[arg(long, value_name = "NAME")]
    partition: Option<String>,
    /// Time limit of a task, as Slurm writes it: minutes, h:m:s, days-hours; a task that reaches it is queued again
    #[arg(long, value_name = "TIME")]
    time: Option<String>,
    /// A further option of sbatch, such as account=chess or mem=2G
    #[arg(long, value_name = "KEY=VALUE", allow_hyphen_values = true)]
    option: Vec<String>,
    /// Number of processors and threads of each task
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = whole::<usize>, allow_hyphen_values = true)]
    threads: usize,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    let threads = laboratory::threads(Some(arguments.threads))?;
    let partition = arguments.partition.iter().map(|name| format!("partition={name}"));
    let options: Vec<_> = partition.chain(arguments.option.iter().cloned()).collect();
    options.iter().try_for_each(|option| check_option(option)).map_err(Fault::input)?;
    let prepared = prepare(&arguments.plan, &arguments.split, threads)?;
    if arguments.split.dry_run {
        return Ok(writeln!(io::stdout(), "{}", prepared.summary(threads))?);
    }
    let study = prepared.store(&arguments.split.out)?;
    let time = arguments.time.clone();
    let jobs = Jobs { study: &study, program: std::env::current_exe()?, threads, options, time };
    let dir = study.dir();
    let [array, join] = [ARRAY, JOIN].map(|name| dir.join(name));
    let (array_text, join_text) = (jobs.array().map_err(Fault::input)?, jobs.join().map_err(Fault::input)?);
    // Slurm does not make the directory for a job's output.
    std::fs::create_dir_all(dir.join(LOG))?;
    std::fs::write(&array, array_text)?;
    std::fs::write(&join, join_text)?;
    let mut out = io::stdout().lock();
    writeln!(out, "{}", summary(study.split(), threads))?;
    if arguments.submit {
        return submit(&study, &array, &join);
    }
    let [array, join] = [array, join].map(|path| shell::word(&path));
    writeln!(
        out,
        "submit with --submit, or: job=$(sbatch --parsable {array}) && sbatch --dependency=afterany:$job {join}"
    )?;
    Ok(())
}

/// Submits what is not done, and the last job.
fn submit(study: &Study, array: &Path, join: &Path) -> Result<(), Fault> {
    let mut out = io::stdout().lock();
    let status = Status::of(study);
    let running = status.in_state(State::Running);
    if !running.is_empty() {
        return Err(Fault::Input(format!(
            "tasks {} of {} are at work already; cancel them first, or wait",
            ranges(&running),
            plain::text(&study.dir().display().to_string())
        )));
    }
    let left: Vec<_> =
        status.parts.iter().filter(|part| part.state != State::Done).map(|part| part.part).collect();
    let mut dependency = None;
    if !left.is_empty() {
        let tasks = ranges(&left);
        let job = sbatch(&[&format!("--array={tasks}")], array)?;
        writeln!(out, "job {job}: tasks {tasks}")?;
        dependency = Some(format!("--dependency=afterany:{job}"));
    }
    let job = sbatch(&dependency.iter().map(String::as_str).collect::<Vec<_>>(), join)?;
    writeln!(out, "job {job}: joins them in {}", plain::text(&study.dir().display().to_string()))?;
    writeln!(out, "watch them with: cutfirst lab status {} --watch", shell::word(study.dir()))?;
    Ok(())
}

/// Submits a script; returns the job's number.
fn sbatch(options: &[&str], script: &Path) -> Result<String, Fault> {
    let output = Command::new("sbatch").arg("--parsable").args(options).arg(script).output();
    let output = output.map_err(|error| {
        Fault::Machine(format!("sbatch does not start: {error}; submit where Slurm is installed"))
    })?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        return Err(Fault::Machine(format!("sbatch refuses {}: {why}", script.display())));
    }
    // With a cluster's name after a semicolon where there are several.
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.trim().split(';').next().unwrap_or_default().to_owned())
}
