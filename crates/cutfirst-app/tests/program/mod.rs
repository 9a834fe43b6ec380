//! Calling the real program.

use std::process::Output;
use std::time::Duration;

/// Runs `cutfirst` with these arguments. What hangs is ended, and then fails whatever is asked of it.
pub(crate) fn run(arguments: &[&str]) -> Output {
    let mut program = assert_cmd::cargo::cargo_bin_cmd!("cutfirst");
    program.args(arguments).timeout(Duration::from_secs(120)).output().expect("the program starts")
}
