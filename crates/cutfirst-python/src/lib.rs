//! The native half of the Python package: games, engines and experiments as Python objects.
//!
//! The other half, in `python/cutfirst`, gives them their types, documentation and examples.

#![allow(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]

mod arrow;
mod board;
mod drawing;
mod engine;
mod experiments;
mod found;
mod python_game;
mod running;
mod training;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(cutfirst, Error, PyValueError, "What was wrong, and what would be right, in one line.");

/// An exception with one line.
pub(crate) fn error(message: impl std::fmt::Display) -> PyErr {
    Error::new_err(message.to_string())
}

/// The native half of the package `cutfirst`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::Error;
    #[pymodule_export]
    use super::arrow::Table;
    #[pymodule_export]
    use super::board::{Board, games};
    #[pymodule_export]
    use super::engine::{Engine, engine_words};
    #[pymodule_export]
    use super::experiments::{play_match, rank, read_results, run_plan};
    #[pymodule_export]
    use super::python_game::check_game;
    #[pymodule_export]
    use super::training::train;

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
