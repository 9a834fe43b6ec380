//! Work that is stored piece by piece, and shells in which it is disturbed.

use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::program;

const PLAN: &str = r#"name = "disturbed"
seed = 6
trials = 40
designs = ["paper", "paired"]

[[experiment]]
game = "othello"
plies = [4]
starts = ["initial", "midgame"]
arms = ["none", "ads:mtf"]
"#;

/// A directory of its own, gone at the end of the test.
pub(crate) struct Place(PathBuf);

impl Place {
    /// `name` is the test's own, since tests run at the same time.
    pub(crate) fn new(name: &str) -> Self {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fault-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).expect("a place for the test");
        Self(dir)
    }

    /// The path of something in it.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a path in UTF-8").to_owned()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What does the storing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Plan,
    Match,
    Reproduction,
}

/// A command that stores into a directory, and goes on there when it is given again.
pub(crate) struct Work {
    pub(crate) kind: Kind,
    pub(crate) dir: String,
    pub(crate) arguments: Vec<String>,
}

/// What comes of work that nobody disturbs, how large it is and how long it takes.
pub(crate) struct Undisturbed {
    pub(crate) result: String,
    pub(crate) bytes: u64,
    pub(crate) took: Duration,
}

impl Kind {
    pub(crate) const ALL: [Self; 3] = [Self::Plan, Self::Match, Self::Reproduction];

    pub(crate) fn undisturbed(self) -> &'static Undisturbed {
        static ALL: LazyLock<[Undisturbed; 3]> = LazyLock::new(|| {
            let place = Place::new("undisturbed");
            Kind::ALL.map(|kind| {
                let work = Work::new(kind, &place, &format!("{kind:?}"));
                let start = Instant::now();
                work.finish();
                let took = start.elapsed();
                let bytes = fs::metadata(work.file()).expect("a result file").len();
                Undisturbed { result: work.result(), bytes, took }
            })
        });
        let [plan, of_match, reproduction] = &*ALL;
        match self {
            Self::Plan => plan,
            Self::Match => of_match,
            Self::Reproduction => reproduction,
        }
    }
}

impl Work {
    /// Work into the directory `name` of the place.
    pub(crate) fn new(kind: Kind, place: &Place, name: &str) -> Self {
        let plan = place.path("plan.toml");
        fs::write(&plan, PLAN).expect("a plan");
        let words: &[&str] = match kind {
            Kind::Plan => &["lab", "run", &plan],
            Kind::Match => &[
                "match",
                "othello",
                "--player",
                "name=deep depth=2 table=1",
                "--player",
                "name=plain plain depth=1",
                "--games",
                "120",
            ],
            Kind::Reproduction => &["reproduce", "space-depth-1", "--trials", "12"],
        };
        let dir = place.path(name);
        let arguments = words.iter().copied().chain(["--out", &dir, "--threads", "1"]);
        Self { kind, arguments: arguments.map(str::to_owned).collect(), dir }
    }

    pub(crate) fn words(&self) -> Vec<&str> {
        self.arguments.iter().map(String::as_str).collect()
    }

    /// The file with all that is stored.
    pub(crate) fn file(&self) -> PathBuf {
        let name = if self.kind == Kind::Match { "match.sqlite" } else { "results.sqlite" };
        Path::new(&self.dir).join(name)
    }

    /// Runs it undisturbed to its end; returns what it says on standard error.
    pub(crate) fn finish(&self) -> String {
        let output = program::run(&self.words());
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{:?}: {errors}", self.kind);
        errors
    }

    /// Goes on with what was disturbed: the end is as if nothing had happened.
    pub(crate) fn goes_on(&self) {
        self.finish();
        assert!(self.result() == self.kind.undisturbed().result, "{:?}: another end", self.kind);
    }

    /// As [`Work::goes_on`], where something was stored before the fault.
    pub(crate) fn goes_on_from_what_was_stored(&self) {
        let errors = self.finish();
        assert!(errors.contains("were there already"), "{:?} begins anew: {errors}", self.kind);
        assert!(self.result() == self.kind.undisturbed().result, "{:?}: another end", self.kind);
    }

    /// All that it came to, in a fixed order.
    pub(crate) fn result(&self) -> String {
        if self.kind == Kind::Match {
            return fs::read_to_string(Path::new(&self.dir).join("games.txt")).expect("games");
        }
        let output = program::run(&["lab", "dump", &self.dir]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("rows in UTF-8")
    }

    /// Starts it in the background.
    pub(crate) fn start(&self) -> Running {
        let log = format!("{}.errors", self.dir);
        let child = Command::new(env!("CARGO_BIN_EXE_cutfirst"))
            .args(&self.arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(&log).expect("a file for the errors"))
            .spawn()
            .expect("the program starts");
        Running { child, log }
    }
}

/// Work under way; it ends with the test at the latest.
pub(crate) struct Running {
    child: Child,
    log: String,
}

impl Running {
    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("a child of ours").is_some()
    }

    /// What it has said on standard error so far.
    pub(crate) fn said(&self) -> String {
        fs::read_to_string(&self.log).expect("errors in UTF-8")
    }

    /// Waits until the file has something more in it than it had at first.
    pub(crate) fn wait_for_growth(&mut self, work: &Work) {
        let size = || fs::metadata(work.file()).map_or(0, |file| file.len());
        let start = Instant::now();
        while size() < 20_000 && !self.has_ended() {
            assert!(start.elapsed() < Duration::from_secs(60), "nothing is stored");
            sleep(Duration::from_millis(2));
        }
    }

    /// Runs `program ARGUMENTS PID` on it, such as `kill -s INT`.
    pub(crate) fn meddle(&mut self, program: &str, arguments: &[&str]) {
        if self.has_ended() {
            // Its number may be another process's by now.
            return;
        }
        let status = Command::new(program).args(arguments).arg(self.child.id().to_string()).status();
        assert!(status.expect("it starts").success() || self.has_ended(), "{program} fails");
    }

    /// Its exit code, or minus the signal that ended it, and what it said.
    pub(crate) fn end(mut self) -> (i32, String) {
        let start = Instant::now();
        while !self.has_ended() {
            assert!(start.elapsed() < Duration::from_secs(60), "it does not end");
            sleep(Duration::from_millis(2));
        }
        let status = self.child.wait().expect("a child of ours");
        let said = fs::read_to_string(&self.log).expect("errors in UTF-8");
        assert!(!said.contains("panicked"), "{said}");
        (status.code().unwrap_or_else(|| -status.signal().unwrap_or_default()), said)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs `script` in a shell, in which `"$@"` is `cutfirst` with these arguments.
pub(crate) fn shell(script: &str, arguments: &[&str]) -> Output {
    Command::new("sh")
        .args(["-c", script, "sh", env!("CARGO_BIN_EXE_cutfirst")])
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("a shell")
}

/// The one line that says what is wrong, after exit code `code`.
pub(crate) fn complaint(output: &Output, code: i32) -> String {
    let errors = String::from_utf8(output.stderr.clone()).expect("errors in UTF-8");
    assert_eq!(output.status.code(), Some(code), "{errors}");
    complaint_in(&errors)
}

/// The one line that says what is wrong.
pub(crate) fn complaint_in(errors: &str) -> String {
    assert!(!errors.contains("panicked"), "{errors}");
    let mut lines = errors.lines().filter_map(|line| line.strip_prefix("cutfirst: "));
    let line = lines.next().unwrap_or_else(|| panic!("nothing is said: {errors}"));
    assert_eq!(lines.next(), None, "more than a line: {errors}");
    line.to_owned()
}

/// Whether a test that needs such a thing can run here; if not, it says so.
pub(crate) fn can(what: &str, script: &str) -> bool {
    let works = Command::new("sh").args(["-c", script]).stdin(Stdio::null()).output();
    let works = works.is_ok_and(|output| output.status.success());
    if !works {
        eprintln!("skipped: {what} cannot be had here ({script})");
    }
    works
}
