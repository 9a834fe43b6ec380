//! Evaluations made of patterns: what a few cells hold together, looked up in a table, for any game that tells its
//! [`Cells`](crate::powers::Cells).
//!
//! A [`Layout`] says which sets of cells are looked at: lines and neighbourhoods laid over the board, or sets that the game
//! names. [`Weights`] hold a number for every state of every set, shared by symmetric sets and by all seats; they are read
//! from and written to files in the open format safetensors. [`Patterns`] is the [`Evaluation`](crate::Evaluation) made of
//! them, kept up to date from move to move in whole numbers. [`learn`] finds weights by playing.
//!
//! A score of `s` stands for a chance to win of 1 / (1 + 10^(−s / 400)), as among players who differ by `s` Elo.

mod corrected;
mod evaluation;
mod expand;
mod json;
mod layout;
pub mod learn;
pub(crate) mod safetensors;
mod weights;

pub use self::corrected::Corrected;
pub use self::evaluation::{Patterns, Tally};
pub use self::layout::{Layout, LayoutError};
pub use self::safetensors::FileError;
pub use self::weights::Weights;

/// So much of a score is a chance of e : 1.
pub const SCORE_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The note that names the evaluation that weights correct.
pub const BASE: &str = "base";

/// Weights are in this part of a score.
pub(crate) const FINE: i32 = 8;

/// The greatest score: a chance of one in ten billion against.
pub(crate) const MOST_SCORE: i32 = 4000;
