//! Conformance suites: what any game, also a user's, must pass before its searches can be trusted.

mod cells;
mod chance;
mod conformance;
mod evaluations;
mod keys;
mod perft_data;
mod picker;
mod searches;
mod techniques;

pub use cells::check_cells;
pub use chance::{check_by_chance, check_deep_by_chance};
pub use conformance::Conformance;
pub use evaluations::check_evaluation;
pub use perft_data::{PerftCase, parse_perft};
pub use picker::check_picker;
pub use searches::{ORDERS, check_lazy_generation, check_searches};
pub use techniques::{check_bounds, check_techniques};

/// What a suite found wrong: one line that says where, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Fault(String);

/// For checks of your own beside these.
impl From<String> for Fault {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Fault {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// A [`Fault`] like `format!`.
macro_rules! fault {
    ($($text:tt)*) => { Fault(format!($($text)*)) };
}
use fault;
