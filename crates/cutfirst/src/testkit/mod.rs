//! Conformance suites: what any game, also a user's, must pass before its searches can be trusted.

mod conformance;
mod perft_data;

pub use conformance::Conformance;
pub use perft_data::{PerftCase, parse_perft};
