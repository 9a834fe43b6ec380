//! `cutfirst lab split`: splits a plan into tasks that take about as long, for any scheduler that counts.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use cutfirst_lab::cell::Row;
use cutfirst_lab::cluster::cost::Costs;
use cutfirst_lab::cluster::split::{MOST_TASKS, Split, sensible_tasks};
use cutfirst_lab::cluster::study::{Study, rows_before};

use crate::commands::lab::read_plan;
use crate::commands::matches::write_whole;
use crate::fault::Fault;
use crate::laboratory::{self, fault_of_study};
use crate::number::whole;
use crate::shell;

/// How many minutes a task takes unless told otherwise.
const MINUTES: f64 = 5.0;

/// The script of an array job in the study's directory.
const ARRAY: &str = "array.sbatch";

/// Split a plan into tasks that take about as long, for Slurm or any scheduler that counts
#[derive(Args)]
pub(crate) struct Arguments {
    /// The plan
    plan: PathBuf,
    /// Directory for plan, split, and the results of every task
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Number of tasks; by default so many that each takes some minutes
    #[arg(long, value_name = "N", value_parser = whole::<u32>, allow_hyphen_values = true)]
    tasks: Option<u32>,
    /// Estimate costs from the results in this directory as well, of this plan or another
    #[arg(long, value_name = "DIR")]
    measured: Vec<PathBuf>,
    /// Write nothing; tell how the tasks would be balanced and how long they would take
    #[arg(long)]
    dry_run: bool,
    /// Number of threads of each task, for the estimates
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = whole::<usize>, allow_hyphen_values = true)]
    threads: usize,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    let threads = laboratory::threads(Some(arguments.threads))?;
    let plan = read_plan(&arguments.plan)?;
    if !(1..=MOST_TASKS).contains(&arguments.tasks.unwrap_or(1)) {
        return Err(Fault::Input(format!("--tasks must be from 1 to {MOST_TASKS}")));
    }
    // A scheduler's jobs do not start where this program was started.
    let dir = &std::path::absolute(&arguments.out)?;
    let stored = Study::open_same(dir, &plan, arguments.tasks).map_err(|error| fault_of_study(&error))?;
    let rows = rows_before(dir, &plan).map_err(|error| fault_of_study(&error))?;
    let mut costs = Costs::estimated();
    costs.learn(&rows);
    for measured in &arguments.measured {
        let (results, _) = laboratory::read_plan(measured)?;
        costs.learn(&results.rows().map_err(Fault::input)?);
    }
    let split = stored.map_or_else(
        || {
            let done: HashSet<_> = rows.iter().map(Row::key).collect();
            let whole = Split::new(&plan, 1, &costs, &done);
            let tasks = arguments.tasks.unwrap_or_else(|| sensible_tasks(&whole, threads, MINUTES));
            if tasks == 1 { whole } else { Split::new(&plan, tasks, &costs, &done) }
        },
        |study| study.split().clone(),
    );
    let mut out = io::stdout().lock();
    let summary = summary(&split, threads);
    if arguments.dry_run {
        let source = if costs.is_measured() { "measured trials" } else { "the plan alone" };
        return Ok(writeln!(out, "{summary}; estimated from {source}")?);
    }
    let script = script(&std::env::current_exe()?, dir, split.tasks());
    let study = Study::create(dir, &plan, split).map_err(|error| fault_of_study(&error))?;
    let (tasks, array, dir) = (study.tasks(), dir.join(ARRAY), shell::word(dir));
    writeln!(out, "{summary}")?;
    writeln!(out, "run each I from 1 to {tasks}: cutfirst lab run --out {dir} --task I")?;
    if let Some(script) = script {
        write_whole(&array, script)?;
        writeln!(out, "with Slurm: sbatch {}", shell::word(&array))?;
    }
    writeln!(out, "see how far they are: cutfirst lab status {dir}")?;
    writeln!(out, "at the end: cutfirst lab merge {dir}")?;
    Ok(())
}

/// The script of Slurm's array job; none for paths that are no text.
fn script(program: &Path, dir: &Path, tasks: u32) -> Option<String> {
    let word = |path: &Path| path.to_str().map(|_| shell::word(path));
    let text = include_str!("array.sbatch").replace("TASKS", &tasks.to_string());
    // The last one first: the path may have the other's name in it.
    Some(text.replacen("STUDY", &word(dir)?, 1).replacen("PROGRAM", &word(program)?, 1))
}

/// What a split consists of, in a line.
fn summary(split: &Split, threads: usize) -> String {
    let seconds: Vec<f64> = split.seconds().iter().map(|seconds| seconds / threads as f64).collect();
    let total: f64 = seconds.iter().sum();
    let mean = total / seconds.len() as f64;
    let longest = seconds.first().copied().unwrap_or_default();
    format!(
        "{} trials in {} tasks of about {} each (the longest {}, {:.2} times the mean), {} in all",
        split.left(),
        split.tasks(),
        span(mean),
        span(longest),
        if mean > 0.0 { longest / mean } else { 1.0 },
        span(total)
    )
}

/// A time for people.
fn span(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s if s < 120.0 => format!("{s:.1} s"),
        s if s < 7200.0 => format!("{:.1} min", s / 60.0),
        s if s < 48.0 * 3600.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.1} days", s / 86400.0),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn the_script_is_sound_and_says_what_slurm_needs() {
        let script = script(Path::new("/opt/it's here/cutfirst"), Path::new("/a study"), 3).unwrap();
        for line in ["#SBATCH --array=1-3", "#SBATCH --requeue", "#SBATCH --signal=B:USR1@60"] {
            assert!(script.lines().any(|found| found == line), "no '{line}' in:\n{script}");
        }
        let call = "\n'/opt/it'\\''s here/cutfirst' lab run --out '/a study' --task ";
        assert!(script.contains(call), "{script}");
        assert!(Command::new("bash").args(["-n", "-c", &script]).status().unwrap().success(), "{script}");
        let strange = self::script(Path::new("/a"), Path::new("/b\nc"), 3).unwrap();
        assert!(strange.contains("\n/a lab run --out $'/b\\012c' --task "), "{strange}");
    }

    /// Runs the script with a program and a `scontrol` of our own; returns its exit code and whether it asked to be
    /// queued again.
    fn run_with(program: &str, restarts: &str) -> (Option<i32>, bool) {
        static RUNS: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let run = RUNS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let dir = std::env::temp_dir().join(format!("cutfirst-array-{}-{run}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let asked = dir.join("asked");
        for (name, text) in
            [("program", program), ("scontrol", &format!("echo \"$@\" > '{}'", asked.display()))]
        {
            let path = dir.join(name);
            fs::write(&path, format!("#!/bin/bash\n{text}\n")).unwrap();
            assert!(Command::new("chmod").arg("+x").arg(&path).status().unwrap().success());
        }
        let path = format!("{}:{}", dir.display(), std::env::var("PATH").unwrap());
        let status = Command::new("bash")
            .args(["-c", &script(&dir.join("program"), &dir, 3).unwrap()])
            .envs([("PATH", path.as_str()), ("SLURM_ARRAY_TASK_ID", "2"), ("SLURM_JOB_ID", "77")])
            .env("SLURM_RESTART_COUNT", restarts)
            .stderr(Stdio::null())
            .status();
        let asked = fs::read_to_string(asked).is_ok_and(|asked| asked == "requeue 77\n");
        fs::remove_dir_all(&dir).unwrap();
        (status.unwrap().code(), asked)
    }

    #[test]
    fn what_was_killed_or_ran_out_of_time_is_queued_again() {
        assert_eq!(run_with("[ \"$6\" = 2 ] || exit 9", "0"), (Some(0), false), "the task's number");
        assert_eq!(run_with("exit 2", "0"), (Some(2), false), "a fault is not repeated");
        assert_eq!(run_with("kill -KILL $$", "0"), (Some(0), true));
        assert_eq!(run_with("kill -KILL $$", "5"), (Some(137), false), "not for ever");
        // Warned of the time limit, the program stops in good order, in its own time.
        let warned = "trap 'sleep 0.2; exit 130' TERM; kill -USR1 $PPID; for i in {1..200}; do sleep 0.05; done; exit 9";
        assert_eq!(run_with(warned, "700"), (Some(0), true));
        let just_done = "trap '' TERM; kill -USR1 $PPID; sleep 0.2; exit 0";
        assert_eq!(run_with(just_done, "0"), (Some(0), false), "it ended before it was stopped");
    }
}
