//! `cutfirst reproduce`: the papers' tables beside fresh ones.

use std::path::PathBuf;

use clap::Args;
use cutfirst_lab::plan::{MOST_TRIALS, Plan};
use cutfirst_lab::published::Reading;
use cutfirst_lab::reproduce::Selection;
use cutfirst_lab::store::Shard;

use crate::fault::Fault;
use crate::laboratory;
use crate::number::whole;

/// Re-run the papers' tables and show them beside the published ones
#[derive(Args)]
pub(crate) struct Arguments {
    /// Tables (history-ads-1 … 14, space-depth-1 … 8, threat-ads, abalone) or `all`; without any, a quick look at every game
    #[arg(value_name = "TABLE")]
    tables: Vec<String>,
    /// Trials per arm and cell; 50 as in the papers, 20 for the quick look
    #[arg(long, value_name = "N", value_parser = whole::<u32>, allow_hyphen_values = true)]
    trials: Option<u32>,
    /// How to read what the papers leave open: `calibrated` on their 4-ply control rows, or `plain` evaluations
    #[arg(long, value_name = "R", default_value = "calibrated", value_parser = Reading::by_name)]
    reading: Reading,
    /// Seed of every trial
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>, allow_hyphen_values = true)]
    seed: u64,
    /// Directory for results and report; run again with the same one to go on
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Number of threads; all processors by default
    #[arg(long, value_name = "T", value_parser = whole::<usize>, allow_hyphen_values = true)]
    threads: Option<usize>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    let selection = Selection::parse(&arguments.tables).map_err(Fault::Input)?;
    let trials = arguments.trials.unwrap_or(if selection == Selection::Quick { 20 } else { 50 });
    if !(1..=MOST_TRIALS).contains(&trials) {
        return Err(Fault::Input(format!("--trials must be from 1 to {MOST_TRIALS}, not {trials}")));
    }
    let threads = laboratory::threads(arguments.threads)?;
    let plan = selection.plan(trials, arguments.seed, &arguments.reading);
    // It is stored as text, and read again by whoever goes on.
    if let Err(error) = Plan::parse(&plan.canonical()) {
        return Err(Fault::Input(format!("--trials {trials}: {}", error.message)));
    }
    let default = || laboratory::default_directory(&plan.name, trials, arguments.seed);
    let dir = arguments.out.clone().unwrap_or_else(default);
    let rows = laboratory::run_into(&plan, Shard::WHOLE, &dir, threads)?;
    laboratory::show(&dir, &plan, rows).map(drop)
}
