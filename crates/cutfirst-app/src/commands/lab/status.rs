//! `cutfirst lab status`: how all tasks of a split plan are getting on.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use cutfirst_lab::cluster::split::ranges;
use cutfirst_lab::cluster::status::{Part, State, Status};
use cutfirst_lab::cluster::study::Study;
use cutfirst_lab::plain;

use crate::fault::Fault;

/// Show how the tasks of a split plan are getting on
#[derive(Args)]
pub(crate) struct Arguments {
    /// The directory into which the plan was split
    dir: PathBuf,
    /// Look again every two seconds until all is done
    #[arg(long)]
    watch: bool,
    /// One object with everything, for programs
    #[arg(long)]
    json: bool,
}

/// How many tasks are shown one by one.
const MOST_LINES: usize = 40;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    let study = Study::open(&arguments.dir).map_err(Fault::input)?;
    let mut out = io::stdout().lock();
    loop {
        let status = Status::of(&study);
        let text = if arguments.json {
            let text = serde_json::to_string(&status).map_err(|error| Fault::Machine(error.to_string()))?;
            plain::json(&text) + "\n"
        } else {
            shown(&status)
        };
        if arguments.watch && !arguments.json && out.is_terminal() {
            // To the top, and nothing left of what was there.
            write!(out, "\x1b[H\x1b[2J")?;
        }
        write!(out, "{text}")?;
        out.flush()?;
        if !arguments.watch || status.in_state(State::Done).len() == status.parts.len() {
            return Ok(());
        }
        std::thread::sleep(Duration::from_secs(2));
    }
}

fn shown(status: &Status) -> String {
    let mut lines = vec![format!("{}: {} tasks", plain::text(&status.plan), status.parts.len())];
    let mut counts = Vec::new();
    for &state in State::ALL {
        let parts = status.in_state(state);
        // Nobody wants to read the numbers of thousands of tasks that are well.
        let which = match (parts.len(), state) {
            (0, _) => continue,
            (_, State::Failed | State::Stopped) => format!(" ({})", ranges(&parts)),
            _ => String::new(),
        };
        counts.push(format!("{} {}{which}", parts.len(), state.name()));
    }
    lines.push(counts.join(", "));
    lines.push(format!("{}  {}/{} trials", bar(status.done, status.trials, 32), status.done, status.trials));
    // All if they are few; else those that are not simply done or waiting.
    let few = status.parts.len() <= MOST_LINES;
    let of_interest = |part: &&Part| few || !matches!(part.state, State::Done | State::Waiting);
    let mut rows: Vec<_> = status.parts.iter().filter(of_interest).collect();
    rows.sort_by_key(|part| (part.state != State::Failed && !few, part.part));
    let more = rows.len().saturating_sub(MOST_LINES);
    lines.push(String::new());
    lines.extend(rows.into_iter().take(MOST_LINES).map(line));
    if more > 0 {
        lines.push(format!("and {more} more at work; --json lists all"));
    }
    if status.joined {
        lines.push("joined: the results are complete".to_owned());
    }
    lines.join("\n") + "\n"
}

fn line(part: &Part) -> String {
    let Part { part, state, done, trials, message } = part;
    let mut text =
        format!("{part:>6}  {:<8} {}  {done:>8}/{trials} trials", state.name(), bar(*done, *trials, 16));
    if let Some(message) = message {
        text += &format!(": {}", plain::text(message));
    }
    text
}

fn bar(done: usize, of: usize, width: usize) -> String {
    let share = if of > 0 { done as f64 / of as f64 } else { 1.0 };
    let full = (share * width as f64) as usize;
    format!("[{}{}] {:>5.1} %", "#".repeat(full), ".".repeat(width - full), 100.0 * share)
}
