//! Matches and tuning through the real program.

mod bad_input;
mod bench;
mod results;
mod stops;
mod tuning;

#[path = "../program/mod.rs"]
mod program;
