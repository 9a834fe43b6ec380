//! `cutfirst lab`: experiments of one's own, from a plan.

mod split;
mod status;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use cutfirst_lab::cluster::merge::merge;
use cutfirst_lab::cluster::study::Study;
use cutfirst_lab::export::{self, Format};
use cutfirst_lab::plain;
use cutfirst_lab::plan::Plan;
use cutfirst_lab::store::Shard;

use crate::fault::Fault;
use crate::laboratory::{self, PlanPart, fault_of_study};
use crate::number::whole;

/// Run experiments from a plan, resume, merge and report them, on one machine or on many
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run a plan, or go on with it if the directory holds a part of it already
    Run {
        /// The plan (see plans/ for examples)
        #[arg(required_unless_present = "task", conflicts_with = "task")]
        plan: Option<PathBuf>,
        /// Directory for results and report
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// Run only part I of N
        #[arg(long, value_name = "I/N", allow_hyphen_values = true, conflicts_with = "task")]
        shard: Option<Shard>,
        /// Run only task I, from 1, of the plan that was split into the directory
        #[arg(long, value_name = "I", value_parser = whole::<u32>, allow_hyphen_values = true)]
        task: Option<u32>,
        /// Number of threads; all processors by default
        #[arg(long, value_name = "T", value_parser = whole::<usize>, allow_hyphen_values = true)]
        threads: Option<usize>,
    },
    /// Go on with what was stopped or killed
    Resume {
        /// The directory
        dir: PathBuf,
        /// Number of threads; all processors by default
        #[arg(long, value_name = "T", value_parser = whole::<usize>, allow_hyphen_values = true)]
        threads: Option<usize>,
    },
    /// Join the parts of a plan
    Merge {
        /// The parts' directories, or the one directory into which a plan was split
        #[arg(required = true)]
        parts: Vec<PathBuf>,
        /// A new directory for the whole; a plan that was split is joined where it is
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Write the report of a directory again
    Report {
        /// The directory
        dir: PathBuf,
        /// Write it as documentation too: what was found to this Markdown file, its picture and tables beside it
        #[arg(long, value_name = "FILE.md")]
        docs: Option<PathBuf>,
    },
    /// Print every stored row, in a fixed order, for statistics packages and other programs
    Dump {
        /// The directory
        dir: PathBuf,
        /// csv, jsonl (one JSON object a line) or parquet
        #[arg(long, value_name = "FORMAT", default_value_t)]
        format: Format,
    },
    Split(split::Arguments),
    Status(status::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    match &arguments.command {
        Command::Run { plan: Some(plan), out, shard, threads, .. } => {
            finish(&read_plan(plan)?, shard.unwrap_or(Shard::WHOLE), out, *threads)
        }
        Command::Run { task, out, threads, .. } => {
            let study = Study::open(out).map_err(|error| fault_of_study(&error))?;
            finish_task(&study, task.unwrap_or(0), *threads)
        }
        Command::Resume { dir, threads } => {
            let (results, plan) = laboratory::read_plan(dir)?;
            let text = results.plan().clone();
            drop(results);
            match Study::of_task(dir, &text) {
                Some(study) => finish_task(&study, text.shard.index(), *threads),
                None => finish(&plan, text.shard, dir, *threads),
            }
        }
        Command::Merge { parts, out: Some(out) } => join(parts, out),
        Command::Merge { parts, out: None } => match &parts[..] {
            [study] => join_study(study),
            _ => Err(Fault::Input(
                "name a new directory for the merged results: --out <DIR>; only a plan that was split is joined where it is"
                    .to_owned(),
            )),
        },
        Command::Report { dir, docs } => laboratory::report(dir, docs.as_deref()),
        Command::Dump { dir, format } => {
            let (results, plan) = laboratory::read_plan(dir)?;
            let rows = results.rows().map_err(Fault::input)?;
            if *format == Format::Parquet && io::stdout().is_terminal() {
                return Err(Fault::Input("Parquet is not for reading: write it to a file, > results.parquet".to_owned()));
            }
            export::write(&plan, &rows, *format, &mut BufWriter::new(io::stdout().lock())).map_err(|error| {
                match error.kind() {
                    io::ErrorKind::InvalidData => Fault::input(error),
                    _ => Fault::from(error),
                }
            })
        }
        Command::Split(arguments) => split::run(arguments),
        Command::Status(arguments) => status::run(arguments),
    }
}

fn read_plan(path: &Path) -> Result<Plan, Fault> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Fault::Input(format!("cannot read the plan {}: {error}", path.display())))?;
    Plan::parse(&text).map_err(|error| Fault::Input(format!("{}: {error}", path.display())))
}

fn finish(plan: &Plan, shard: Shard, dir: &Path, threads: Option<usize>) -> Result<(), Fault> {
    let rows = laboratory::run_into(plan, shard, dir, laboratory::threads(threads)?)?;
    if shard == Shard::WHOLE {
        return laboratory::show(dir, plan, rows).map(drop);
    }
    let dir = plain::text(&dir.display().to_string());
    let line = format!("part {shard} is complete in {dir}; join the parts with: cutfirst lab merge");
    Ok(writeln!(io::stdout(), "{line}")?)
}

/// Runs what is left of a task of a plan that was split.
fn finish_task(study: &Study, task: u32, threads: Option<usize>) -> Result<(), Fault> {
    let text = study.task(task).map_err(Fault::input)?;
    let work = PlanPart { text, trials: study.trials(task), is_task: true };
    laboratory::run_trials(work, &study.task_dir(task), laboratory::threads(threads)?)?;
    let (dir, tasks) = (plain::text(&study.dir().display().to_string()), study.tasks());
    let line = format!("task {task} of {tasks} is complete; join all with: cutfirst lab merge {dir}");
    Ok(writeln!(io::stdout(), "{line}")?)
}

fn join(parts: &[PathBuf], out: &Path) -> Result<(), Fault> {
    let rows = merge(parts, out).map_err(|error| fault_of_study(&error.into()))?;
    let (parts, dir) = (parts.len(), plain::text(&out.display().to_string()));
    writeln!(io::stdout(), "{parts} parts with {rows} rows joined in {dir}")?;
    laboratory::report(out, None)
}

fn join_study(dir: &Path) -> Result<(), Fault> {
    let study = Study::open(dir).map_err(|error| fault_of_study(&error))?;
    let rows = study.join().map_err(|error| fault_of_study(&error))?;
    writeln!(
        io::stdout(),
        "{} parts joined: {rows} rows in {}",
        study.tasks(),
        plain::text(&dir.display().to_string())
    )?;
    laboratory::report(dir, None)
}
