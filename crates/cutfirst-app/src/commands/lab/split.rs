//! `cutfirst lab split`: cuts a plan into tasks that take about as long, for any scheduler.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use cutfirst_lab::cell::Row;
use cutfirst_lab::cluster::cost::Costs;
use cutfirst_lab::cluster::split::{MOST_TASKS, Split, sensible_tasks};
use cutfirst_lab::cluster::study::{Study, rows_before};
use cutfirst_lab::plan::Plan;

use crate::commands::lab::read_plan;
use crate::fault::Fault;
use crate::laboratory::{self, fault_of_study};
use crate::number::whole;
use crate::shell;

/// How many minutes a task takes unless told otherwise.
const MINUTES: f64 = 5.0;

/// Split a plan into tasks that take about as long, for any scheduler that counts
#[derive(Args)]
pub(crate) struct Arguments {
    /// The plan
    plan: PathBuf,
    #[command(flatten)]
    split: SplitArguments,
    /// Number of threads of each task, for the estimates
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = whole::<usize>, allow_hyphen_values = true)]
    threads: usize,
}

/// Where to and into how many.
#[derive(Args)]
pub(crate) struct SplitArguments {
    /// Directory for plan, split, and the results of every task
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Number of tasks; by default so many that each takes some minutes
    #[arg(long, value_name = "N", value_parser = whole::<u32>, allow_hyphen_values = true)]
    tasks: Option<u32>,
    /// Estimate costs from the results in this directory as well, of this plan or another
    #[arg(long, value_name = "DIR")]
    measured: Vec<PathBuf>,
    /// Write nothing; tell how the tasks would be balanced and how long they would take
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// A plan with its split, not stored yet unless it was before.
pub(crate) struct Prepared {
    pub(crate) plan: Plan,
    split: Split,
    costs: Costs,
    stored: Option<Study>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    let threads = laboratory::threads(Some(arguments.threads))?;
    let prepared = prepare(&arguments.plan, &arguments.split, threads)?;
    if arguments.split.dry_run {
        return Ok(writeln!(io::stdout(), "{}", prepared.summary(threads))?);
    }
    let study = prepared.store(&arguments.split.out)?;
    let dir = shell::word(study.dir());
    let mut out = io::stdout().lock();
    writeln!(out, "{}", summary(study.split(), threads))?;
    writeln!(out, "run each I from 1 to {}: cutfirst lab run --out {dir} --task I", study.tasks())?;
    writeln!(out, "watch them with:         cutfirst lab status {dir} --watch")?;
    writeln!(out, "and at the end:          cutfirst lab merge {dir}")?;
    Ok(())
}

/// Reads the plan and finds or makes its split.
pub(crate) fn prepare(plan: &Path, arguments: &SplitArguments, threads: usize) -> Result<Prepared, Fault> {
    let plan = read_plan(plan)?;
    let dir = &arguments.out;
    if !(1..=MOST_TASKS).contains(&arguments.tasks.unwrap_or(1)) {
        return Err(Fault::Input(format!("--tasks must be from 1 to {MOST_TASKS}")));
    }
    let stored = Study::open_same(dir, &plan, arguments.tasks).map_err(|error| fault_of_study(&error))?;
    let rows = rows_before(dir, &plan).map_err(|error| fault_of_study(&error))?;
    let mut costs = Costs::estimated();
    costs.learn(&rows);
    for measured in &arguments.measured {
        let (results, _) = laboratory::read_plan(measured)?;
        costs.learn(&results.rows().map_err(Fault::input)?);
    }
    if let Some(study) = stored {
        let split = study.split().clone();
        return Ok(Prepared { plan, split, costs, stored: Some(study) });
    }
    let done: HashSet<_> = rows.iter().map(Row::key).collect();
    let whole = Split::new(&plan, 1, &costs, &done);
    let tasks = arguments.tasks.unwrap_or_else(|| sensible_tasks(&whole, threads, MINUTES));
    let split = if tasks == 1 { whole } else { Split::new(&plan, tasks, &costs, &done) };
    Ok(Prepared { plan, split, costs, stored: None })
}

/// What a split consists of, in a line.
pub(crate) fn summary(split: &Split, threads: usize) -> String {
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

impl Prepared {
    /// Stores plan and split.
    pub(crate) fn store(self, dir: &Path) -> Result<Study, Fault> {
        // A scheduler's jobs do not start where this program was started.
        let dir = std::path::absolute(dir)?;
        let study = match self.stored {
            Some(_) => Study::open(&dir),
            None => Study::create(&dir, &self.plan, self.split),
        };
        study.map_err(|error| fault_of_study(&error))
    }

    /// What would be made, and where the estimate comes from.
    pub(crate) fn summary(&self, threads: usize) -> String {
        let source = if self.costs.is_measured() { "measured trials" } else { "the plan alone" };
        format!("{}; estimated from {source}", summary(&self.split, threads))
    }
}

/// A time for people.
fn span(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s if s < 120.0 => format!("{s:.1} s"),
        s if s < 7200.0 => format!("{:.1} min", s / 60.0),
        s if s < 48.0 * 3600.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.1} days", s / 86400.0),
    }
}
