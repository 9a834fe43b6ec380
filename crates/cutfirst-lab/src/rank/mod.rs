//! How good is an ordering? A league table: orders search the same positions exactly, and what each needs is
//! compared with one of them and with how small the tree could be.
//!
//! A [`Contest`] says what one game's orders are compared in, and `measure` does it; a [`League`] is what came
//! out over all games, and [`report`] says what that means.

pub mod contest;
pub mod league;
pub mod measure;
pub mod report;
#[cfg(test)]
mod sample;
pub mod standing;
mod stopwatch;

use std::path::{Path, PathBuf};

pub use contest::{Contest, ContestError, Options, Skipped};
pub use league::League;
pub use measure::{MeasureError, Measured, measure};

use crate::report::{ReportError, write_file};

/// The file with the whole league in the directory that [`write()`] fills.
pub const LEAGUE: &str = "league.json";

/// Writes `league.json`, `league.csv`, `tables.md` and `report.html` into `dir`, which is made if it is missing, and
/// returns the page's path.
///
/// # Errors
/// If the folder or a file in it cannot be written.
pub fn write(dir: &Path, league: &League) -> Result<PathBuf, ReportError> {
    let text = serde_json::to_string_pretty(league)
        .map_err(|error| ReportError { path: dir.join(LEAGUE), source: error.into() })?;
    write_file(dir, LEAGUE, &(text + "\n"))?;
    report::document(league).write(dir)
}
