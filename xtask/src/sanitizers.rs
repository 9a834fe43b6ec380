//! ThreadSanitizer over parallel searches and a served game, AddressSanitizer over the real program with its C parts. Both need
//! a nightly toolchain; what cannot be run on this machine is said, and why.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

const TARGET: &str = "x86_64-unknown-linux-gnu";

/// One run of tests under a sanitizer.
struct Run {
    what: &'static str,
    sanitizer: &'static str,
    tests: &'static [&'static str],
    /// Without marks in the standard library ThreadSanitizer takes what channels and scopes do for races.
    needs_marked_library: bool,
    /// C code is instrumented by clang only: the runtime is LLVM's.
    with_c: bool,
}

const RUNS: [Run; 4] = [
    Run {
        what: "the shared table under ThreadSanitizer",
        sanitizer: "thread",
        tests: &["--package", "cutfirst", "--test", "shared_table"],
        needs_marked_library: false,
        with_c: false,
    },
    Run {
        what: "parallel searches under ThreadSanitizer",
        sanitizer: "thread",
        tests: &["--package", "cutfirst", "--test", "engine", "several_threads"],
        needs_marked_library: true,
        with_c: false,
    },
    Run {
        what: "the server under ThreadSanitizer",
        sanitizer: "thread",
        tests: &["--package", "cutfirst-app", "--test", "server", "load::"],
        needs_marked_library: true,
        with_c: false,
    },
    Run {
        what: "results in SQLite, through the real program, under AddressSanitizer",
        sanitizer: "address",
        tests: &["--package", "cutfirst-app", "--test", "lab"],
        needs_marked_library: false,
        with_c: true,
    },
];

/// Runs what can be run; fails if a sanitizer reports something.
pub(crate) fn run(workspace: &Path) -> ExitCode {
    if !works(Command::new("cargo").args(["+nightly", "--version"])) {
        eprintln!("xtask: nothing can be run: no nightly toolchain (rustup toolchain install nightly)");
        return ExitCode::from(1);
    }
    let library = standard_library_source();
    let has_clang = works(Command::new("clang").arg("--version"));
    let (mut failed, mut left_out) = (Vec::new(), Vec::new());
    for run in &RUNS {
        println!("\n== {} ==", run.what);
        if run.needs_marked_library && library.is_none() {
            let why = "the source of the standard library is missing (rustup component add rust-src --toolchain nightly)";
            println!("not run: {why}");
            left_out.push(run.what);
            continue;
        }
        if run.with_c && !has_clang {
            println!(
                "the C parts are not instrumented: clang is missing; what they give and take back is checked"
            );
        }
        match run.start(workspace, library.is_some(), has_clang) {
            Ok(true) => println!("-- no report"),
            Ok(false) => failed.push(run.what),
            Err(error) => {
                eprintln!("xtask: {error}");
                failed.push(run.what);
            }
        }
    }
    if works(Command::new("cargo").args(["+nightly", "miri", "--version"])) {
        println!("\nMiri is there: cargo +nightly miri test -p cutfirst --lib");
    } else {
        println!("\nMiri is not there (rustup component add miri --toolchain nightly)");
    }
    println!("\n{} of {} run, {} failed", RUNS.len() - left_out.len(), RUNS.len(), failed.len());
    left_out.iter().for_each(|what| println!("not run: {what}"));
    failed.iter().for_each(|what| println!("failed: {what}"));
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

impl Run {
    /// Whether its tests pass and nothing is reported.
    fn start(&self, workspace: &Path, with_library: bool, with_clang: bool) -> Result<bool, String> {
        let dir = workspace.join("target").join(format!("{}-sanitizer", self.sanitizer));
        let reports = dir.join("reports");
        let _ = fs::remove_dir_all(&reports);
        fs::create_dir_all(&reports).map_err(|error| format!("{}: {error}", reports.display()))?;
        let mut command = Command::new("cargo");
        command
            .arg("+nightly")
            .arg("test")
            .current_dir(workspace)
            .env_remove("CARGO")
            .env_remove("RUSTUP_TOOLCHAIN");
        command.args(self.tests).args(["--target", TARGET, "--target-dir"]).arg(&dir);
        if with_library {
            command.arg("-Zbuild-std");
        }
        let flags = format!(
            "-Zsanitizer={} -Cunsafe-allow-abi-mismatch=sanitizer -Ctarget-cpu=x86-64-v2",
            self.sanitizer
        );
        command.env("RUSTFLAGS", flags);
        // The tests kill servers, so what these have to say goes into files.
        let log = reports.join("report");
        let suppressions = workspace.join("crates/cutfirst/tests/tsan-suppressions.txt");
        let suppressions =
            if with_library { String::new() } else { format!(":suppressions={}", suppressions.display()) };
        command.env("TSAN_OPTIONS", format!("log_path={}{suppressions}", log.display()));
        command.env("ASAN_OPTIONS", format!("log_path={}:detect_leaks=0", log.display()));
        if self.with_c && with_clang {
            command.env("CC", "clang").env("CFLAGS", "-fsanitize=address");
        }
        let status = command.status().map_err(|error| format!("cargo does not start: {error}"))?;
        let found = reports_in(&reports);
        for report in &found {
            println!("{}", fs::read_to_string(report).unwrap_or_default());
        }
        Ok(status.success() && found.is_empty())
    }
}

fn reports_in(dir: &Path) -> Vec<PathBuf> {
    fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// Where the nightly toolchain keeps the source from which the standard library can be built with a sanitizer's marks.
fn standard_library_source() -> Option<PathBuf> {
    let root = Command::new("rustc").args(["+nightly", "--print", "sysroot"]).output().ok()?;
    let root = String::from_utf8(root.stdout).ok()?;
    let source = Path::new(root.trim()).join("lib/rustlib/src/rust/library/Cargo.lock");
    source.exists().then_some(source)
}

fn works(command: &mut Command) -> bool {
    command.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}
