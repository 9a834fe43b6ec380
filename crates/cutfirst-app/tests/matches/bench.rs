//! What every test of matches needs: a place, and the program at hand.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::program;

/// Two players who differ, quick and without large tables.
pub(crate) const PAIR: [&str; 4] =
    ["--player", "name=deep table=1 depth=3", "--player", "name=plain plain depth=1"];

/// A directory of its own, gone at the end of the test.
pub(crate) struct Bench {
    dir: PathBuf,
}

impl Bench {
    /// `name` is the test's own, since tests run at the same time.
    pub(crate) fn new(name: &str) -> Self {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("match-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).expect("a place for the test");
        Self { dir }
    }

    /// The path of something in it.
    pub(crate) fn path(&self, name: &str) -> String {
        self.dir.join(name).to_str().expect("a path in UTF-8").to_owned()
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.dir);
    }
}

/// Runs the program, which must succeed, and returns what it prints.
pub(crate) fn succeeded(arguments: &[&str]) -> String {
    let output = program::run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("output in UTF-8")
}

/// Runs the program, which must refuse with exit code 2 in one line that contains the hint.
pub(crate) fn refused_with(arguments: &[&str], hint: &str) {
    let Output { status, stdout, stderr } = program::run(arguments);
    let errors = String::from_utf8(stderr).expect("errors in UTF-8");
    assert!(!errors.contains("panicked"), "{arguments:?} panics: {errors}");
    assert_eq!(status.code(), Some(2), "{arguments:?}: {errors}");
    assert!(stdout.is_empty(), "{arguments:?} prints results");
    let line = errors.strip_suffix('\n').unwrap_or_else(|| panic!("{arguments:?} is silent: {errors}"));
    assert!(!line.contains(char::is_control), "{arguments:?} is not one clean line: {line:?}");
    assert!(
        line.starts_with("cutfirst: ") && line.contains(hint),
        "{arguments:?} should say '{hint}': {line}"
    );
}

/// A file of a match's directory.
pub(crate) fn read(dir: &str, name: &str) -> String {
    fs::read_to_string(Path::new(dir).join(name)).unwrap_or_else(|error| panic!("{dir}/{name}: {error}"))
}

/// A match of two in Othello with further arguments.
pub(crate) fn othello<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["match", "othello"], &PAIR[..], more].concat()
}
