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
