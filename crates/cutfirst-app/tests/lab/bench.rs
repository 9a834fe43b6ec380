//! What every experiment on the laboratory needs: a place, plans, and the program at hand.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::program;

/// Both designs, two and four players, both starts: a fraction of a second.
pub(crate) const SMALL: &str = r#"name = "small"
seed = 5
trials = 3
designs = ["paper", "paired"]

[[experiment]]
game = "othello"
plies = [2, 3]
starts = ["initial", "midgame"]
arms = ["none", "ads:mtf", "killer:2"]

[[experiment]]
game = "virus"
players = 4
plies = [2]
starts = ["midgame"]
arms = ["none", "threat:mtf+ads:mtf"]
"#;

/// Hundreds of short trials, and so hundreds of moments to be interrupted at: about a second.
pub(crate) const LONG: &str = r#"name = "long"
seed = 6
trials = 100
designs = ["paper", "paired"]

[[experiment]]
game = "othello"
plies = [4]
starts = ["initial", "midgame"]
arms = ["none", "ads:mtf"]

[[experiment]]
game = "virus"
players = 4
plies = [3]
starts = ["midgame"]
arms = ["none", "threat:mtf+ads:mtf"]
"#;

/// One trial that takes for ever, and some that are done at once by a second thread.
pub(crate) const ENDLESS: &str = r#"name = "endless"
seed = 7
trials = 1

[[experiment]]
game = "othello"
plies = [20]
arms = ["none"]

[[experiment]]
game = "othello"
plies = [1, 2, 3]
arms = ["none", "ads:mtf"]
"#;

/// A directory of its own, gone at the end of the test.
pub(crate) struct Bench {
    dir: PathBuf,
}

impl Bench {
    /// `name` is the test's own, since tests run at the same time.
    pub(crate) fn new(name: &str) -> Self {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("lab-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).expect("a place for the test");
        Self { dir }
    }

    /// The path of something in it.
    pub(crate) fn path(&self, name: &str) -> String {
        self.dir.join(name).to_str().expect("a path in UTF-8").to_owned()
    }

    /// Writes a file into it and returns its path.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.dir.join(name), content).expect("the file can be written");
        self.path(name)
    }

    /// Runs a plan to its end; returns the directory with its results.
    pub(crate) fn finished(&self, name: &str, plan: &str) -> String {
        let dir = self.path(name);
        let plan = self.write(&format!("{name}.toml"), plan);
        succeeded(&["lab", "run", &plan, "--out", &dir]);
        dir
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

/// Runs the program, which must refuse with exit code 2 in one line, and returns that line.
pub(crate) fn refused(arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = program::run(arguments);
    let errors = String::from_utf8(stderr).expect("errors in UTF-8");
    assert!(!errors.contains("panicked"), "{arguments:?} panics: {errors}");
    assert_eq!(status.code(), Some(2), "{arguments:?}: {errors}");
    assert!(stdout.is_empty(), "{arguments:?} prints results");
    let line = errors.strip_suffix('\n').unwrap_or_else(|| panic!("{arguments:?} is silent: {errors}"));
    assert!(!line.contains(char::is_control), "{arguments:?} is not one clean line: {line:?}");
    let message = line.strip_prefix("cutfirst: ");
    message.unwrap_or_else(|| panic!("{arguments:?} does not say who speaks: {line}")).to_owned()
}

/// As [`refused`], with a message that contains the hint.
pub(crate) fn refused_with(arguments: &[&str], hint: &str) {
    let message = refused(arguments);
    assert!(message.contains(hint), "{arguments:?} should say '{hint}', but says: {message}");
}

/// All rows in a directory in their fixed order.
pub(crate) fn dump(dir: &str) -> String {
    succeeded(&["lab", "dump", dir])
}

/// How many rows a dump has.
pub(crate) fn rows(dump: &str) -> usize {
    dump.lines().count() - 1
}

/// Every file of a directory and of those in it, with its content.
pub(crate) fn snapshot(dir: &str) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for file in fs::read_dir(dir).expect("a directory").map(|entry| entry.expect("a file")) {
        let name = file.file_name().into_string().expect("a name in UTF-8");
        if file.path().is_dir() {
            let inside = snapshot(file.path().to_str().expect("a path in UTF-8"));
            found.extend(inside.into_iter().map(|(file, content)| (format!("{name}/{file}"), content)));
        } else {
            found.insert(name, fs::read(file.path()).expect("a readable file"));
        }
    }
    found
}

/// A run of the program under way; it ends with the test at the latest.
pub(crate) struct Running {
    child: Child,
    errors: PathBuf,
}

impl Running {
    /// Starts the program; what it says on standard error goes into the file `errors`.
    pub(crate) fn start(arguments: &[&str], errors: &str) -> Self {
        let log = File::create(errors).expect("a file for the errors");
        let child = Command::new(env!("CARGO_BIN_EXE_cutfirst"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("the program starts");
        Self { child, errors: errors.into() }
    }

    /// How it ended, if it has.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().expect("a child of ours")
    }

    /// Waits for its end.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        until("the program ends", || self.ended().is_some());
        self.child.wait().expect("a child of ours")
    }

    /// Ends it as the machine's failure would, at once.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("a child of ours");
        self.child.wait().expect("a child of ours");
    }

    /// Sends it a signal, `INT` or `TERM`, unless it has ended.
    #[cfg(unix)]
    pub(crate) fn signal(&mut self, name: &str) {
        if self.ended().is_some() {
            // Its number may be another process's by now.
            return;
        }
        let status = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status();
        assert!(status.expect("kill is there").success(), "SIG{name} could not be sent");
    }

    /// What it has said on standard error so far.
    pub(crate) fn said(&self) -> String {
        fs::read_to_string(&self.errors).expect("errors in UTF-8")
    }

    /// Waits until it has stored something.
    pub(crate) fn wait_for_rows(&mut self, dir: &str) {
        until("there are rows", || {
            assert_eq!(self.ended(), None, "{}", self.said());
            has_rows(dir)
        });
    }
}

/// Whether something is stored; reading while a run writes is allowed.
pub(crate) fn has_rows(dir: &str) -> bool {
    Path::new(dir).join("results.sqlite").exists() && rows(&dump(dir)) > 0
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits for something that must come.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(60), "in vain: {what}");
        sleep(Duration::from_millis(5));
    }
}
