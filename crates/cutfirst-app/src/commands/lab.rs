//! `cutfirst lab`: experiments of one's own, from a plan.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use cutfirst_lab::plan::Plan;
use cutfirst_lab::run;
use cutfirst_lab::store::{PlanText, Shard, StoreError, merge};

use crate::fault::Fault;
use crate::laboratory::{self, End};
use crate::number::whole;

/// Run experiments from a plan, resume, merge and report them
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
        plan: PathBuf,
        /// Directory for results and report
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// Run only part I of N
        #[arg(long, value_name = "I/N", allow_hyphen_values = true)]
        shard: Option<Shard>,
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
        /// The parts' directories
        #[arg(required = true)]
        parts: Vec<PathBuf>,
        /// A new directory for the whole
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// Write the report of a directory again
    Report {
        /// The directory
        dir: PathBuf,
    },
    /// Print every stored row as CSV, in a fixed order
    Dump {
        /// The directory
        dir: PathBuf,
    },
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    match &arguments.command {
        Command::Run { plan, out, shard, threads } => {
            let text = std::fs::read_to_string(plan)
                .map_err(|error| Fault::Input(format!("cannot read the plan {}: {error}", plan.display())))?;
            let plan =
                Plan::parse(&text).map_err(|error| Fault::Input(format!("{}: {error}", plan.display())))?;
            finish(&plan, shard.unwrap_or(Shard::WHOLE), out, *threads)
        }
        Command::Resume { dir, threads } => {
            let (results, plan) = laboratory::read_plan(dir)?;
            let shard = results.plan().shard;
            drop(results);
            finish(&plan, shard, dir, *threads)
        }
        Command::Merge { parts, out } => join(parts, out),
        Command::Report { dir } => laboratory::report(dir),
        Command::Dump { dir } => {
            let (results, _) = laboratory::read_plan(dir)?;
            results.dump(io::stdout().lock()).map_err(|error| match error {
                StoreError::Output(error) => Fault::from(error),
                other => Fault::input(other),
            })
        }
    }
}

fn finish(plan: &Plan, shard: Shard, dir: &Path, threads: Option<usize>) -> Result<(), Fault> {
    match laboratory::run_into(plan, shard, dir, laboratory::threads(threads)?)? {
        End::Stopped => Err(Fault::Stopped),
        End::Complete if shard == Shard::WHOLE => laboratory::report(dir),
        End::Complete => {
            writeln!(
                io::stdout(),
                "part {shard} is complete in {}; join the parts with: cutfirst lab merge",
                dir.display()
            )?;
            Ok(())
        }
    }
}

fn join(parts: &[PathBuf], out: &Path) -> Result<(), Fault> {
    let expected = |text: &PlanText| -> Result<HashSet<_>, String> {
        let plan = Plan::parse(&text.text).map_err(|error| error.to_string())?;
        let (index, of) = (text.shard.index() as usize, text.shard.of() as usize);
        let trials = run::shard(plan.trials().collect(), index, of);
        Ok(trials.iter().flat_map(run::keys).collect())
    };
    let merged = merge(parts, out, expected).map_err(Fault::input)?;
    writeln!(io::stdout(), "{} parts with {} rows joined in {}", merged.parts, merged.rows, out.display())?;
    laboratory::report(out)
}
