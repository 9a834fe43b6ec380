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

pub use contest::{Contest, ContestError, Options, Skipped};
pub use league::League;
pub use measure::{FragmentResult, MeasureError, measure};

/// The file with the whole league in the directory of its report.
pub const LEAGUE: &str = "league.json";
