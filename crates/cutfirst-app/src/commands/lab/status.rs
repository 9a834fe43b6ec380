//! `cutfirst lab status`: how all tasks of a split plan are getting on.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use cutfirst_lab::cluster::split::ranges;
use cutfirst_lab::cluster::status::{State, Status};
use cutfirst_lab::cluster::study::Study;
use cutfirst_lab::plain;

use crate::fault::Fault;
use crate::laboratory::{fault_of_study, print_json};

/// Show how the tasks of a split plan are getting on
#[derive(Args)]
pub(crate) struct Arguments {
    /// The directory into which the plan was split
    dir: PathBuf,
    /// One object with everything, for programs
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    let study = Study::open(&arguments.dir).map_err(|error| fault_of_study(&error))?;
    let status = Status::of(&study);
    if arguments.json { print_json(&status) } else { Ok(writeln!(io::stdout(), "{}", shown(&status))?) }
}

fn shown(status: &Status) -> String {
    let Status { plan, done, trials, parts, joined } = status;
    let percent = 100.0 * *done as f64 / (*trials).max(1) as f64;
    let mut lines = vec![format!(
        "{}: {done} of {trials} trials ({percent:.1} %) in {} tasks{}",
        plain::text(plan),
        parts.len(),
        if *joined { ", joined: the results are complete" } else { "" }
    )];
    for &state in State::ALL {
        let tasks = status.in_state(state);
        if !tasks.is_empty() {
            lines.push(format!("{:>6} {}: {}", tasks.len(), state.name(), ranges(&tasks)));
        }
    }
    for part in parts {
        match &part.message {
            Some(message) => lines.push(format!("task {}: {}", part.part, plain::text(message))),
            None if part.state == State::Running => {
                lines.push(format!("task {}: {} of {} trials", part.part, part.done, part.trials));
            }
            None => {}
        }
    }
    lines.join("\n")
}
