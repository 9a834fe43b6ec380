//! ThreadSanitizer over parallel searches and a served game, AddressSanitizer over the real program with its C parts. What cannot
//! be run on this machine is said, and why.
//!
//! `cargo xtask sanitize [--rustc PATH] [WORD…]`: words choose among the runs.

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

/// A compiler that can build with a sanitizer, whose flags are unstable in all of them.
struct Compiler {
    /// What is said to users.
    name: String,
    /// For cargo: another toolchain, or none.
    toolchain: Option<&'static str>,
    /// Another compiler than cargo's own.
    rustc: Option<PathBuf>,
    /// Whether the source of its own standard library is there, from which that can be built with a sanitizer's marks.
    has_source: bool,
    /// Where the sanitizers' runtimes are, if it does not find them by itself.
    runtimes: Option<PathBuf>,
}

impl Compiler {
    fn new(name: &str, toolchain: Option<&'static str>, rustc: Option<&Path>) -> Option<Self> {
        let mut command = Command::new(rustc.unwrap_or(Path::new("rustc")));
        command.args(toolchain).args(["--print", "sysroot"]);
        let root = PathBuf::from(output_of(&mut command)?.trim());
        let has_source = root.join("lib/rustlib/src/rust/library/Cargo.lock").exists();
        let name = name.to_owned();
        Some(Self {
            name,
            toolchain,
            rustc: rustc.map(Path::to_owned),
            has_source,
            runtimes: runtimes(&root),
        })
    }

    /// All that there are, the one that knows most first. Of another compiler than cargo's only a build of the standard library
    /// is of use, and it may borrow the runtimes: they belong to LLVM.
    fn all(rustc: &Path) -> Vec<Self> {
        let nightly = Self::new("nightly", Some("+nightly"), None);
        let stable = Self::new("the usual toolchain", None, None);
        let other =
            Self::new(&rustc.display().to_string(), None, Some(rustc)).filter(|other| other.has_source);
        let borrowed = [&nightly, &stable].into_iter().flatten().find_map(|own| own.runtimes.clone());
        let mut all: Vec<_> = [nightly, stable, other].into_iter().flatten().collect();
        for compiler in &mut all {
            let has_its_own = compiler.runtimes.take().is_some();
            compiler.runtimes = if has_its_own { None } else { borrowed.clone() };
        }
        all.retain(|compiler| compiler.runtimes.is_some() || compiler.rustc.is_none());
        all.sort_by_key(|compiler| !compiler.has_source);
        all
    }

    /// Cargo with this compiler, and what tells the compiler to use the sanitizer.
    fn cargo(&self, sanitizer: &str) -> Command {
        let mut command = Command::new("cargo");
        command
            .args(self.toolchain)
            .env_remove("CARGO")
            .env_remove("RUSTUP_TOOLCHAIN")
            .env("RUSTC_BOOTSTRAP", "1");
        if let Some(rustc) = &self.rustc {
            command.env("RUSTC", rustc);
        }
        let mut flags =
            format!("-Zsanitizer={sanitizer} -Cunsafe-allow-abi-mismatch=sanitizer -Ctarget-cpu=x86-64-v2");
        if let Some(dir) = &self.runtimes {
            let name = if sanitizer == "thread" { "tsan" } else { "asan" };
            let runtime = runtime(dir, name).unwrap_or_default();
            // Before everything else, as the compiler itself would have it.
            flags += &format!(
                " -Zexternal-clangrt -Zpre-link-args=-Wl,--whole-archive,{},--no-whole-archive",
                runtime.display()
            );
        }
        command.env("RUSTFLAGS", flags);
        command
    }
}

/// The directory of the sanitizers' runtimes below a compiler's root, if they are there.
fn runtimes(root: &Path) -> Option<PathBuf> {
    let dir = root.join("lib/rustlib").join(TARGET).join("lib");
    runtime(&dir, "tsan").is_some().then_some(dir)
}

/// The archive of one: `librustc-stable_rt.tsan.a`, or that of another channel.
fn runtime(dir: &Path, name: &str) -> Option<PathBuf> {
    let end = format!("_rt.{name}.a");
    reports_in(dir).into_iter().find(|path| path.to_str().is_some_and(|path| path.ends_with(&end)))
}

/// Runs what can be run; fails if a sanitizer reports something.
pub(crate) fn run(workspace: &Path, arguments: &[&str]) -> ExitCode {
    let (mut rustc, mut wanted) = (Path::new("/usr/bin/rustc"), Vec::new());
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match *argument {
            "--rustc" => rustc = Path::new(arguments.next().copied().unwrap_or_default()),
            word => wanted.push(word),
        }
    }
    let compilers = Compiler::all(rustc);
    let Some(best) = compilers.first() else {
        eprintln!("xtask: nothing can be run: there is no compiler with the sanitizers' runtimes");
        return ExitCode::from(1);
    };
    let usual = compilers.iter().find(|compiler| compiler.rustc.is_none()).unwrap_or(best);
    let has_clang = works(Command::new("clang").arg("--version"));
    let (mut failed, mut left_out) = (Vec::new(), Vec::new());
    let chosen: Vec<_> = RUNS
        .iter()
        .filter(|run| wanted.is_empty() || wanted.iter().any(|word| run.what.contains(word)))
        .collect();
    for run in &chosen {
        println!("\n== {} ==", run.what);
        if run.needs_marked_library && !best.has_source {
            println!(
                "not run: the source of the standard library is missing (rustup component add rust-src --toolchain nightly; \
                 or --rustc PATH with a compiler beside its own source, such as the packages rustc-web and rust-web-src)"
            );
            left_out.push(run.what);
            continue;
        }
        if run.with_c && !has_clang {
            println!(
                "the C parts are not instrumented: clang is missing; what they give and take back is checked"
            );
        }
        let compiler = if run.needs_marked_library { best } else { usual };
        println!("with {}", compiler.name);
        match run.start(workspace, compiler, has_clang) {
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
    println!("\n{} of {} run, {} failed", chosen.len() - left_out.len(), RUNS.len(), failed.len());
    left_out.iter().for_each(|what| println!("not run: {what}"));
    failed.iter().for_each(|what| println!("failed: {what}"));
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

impl Run {
    /// Whether its tests pass and nothing is reported.
    fn start(&self, workspace: &Path, compiler: &Compiler, with_clang: bool) -> Result<bool, String> {
        let dir = workspace.join("target").join(format!("{}-sanitizer", self.sanitizer));
        let reports = dir.join("reports");
        let _ = fs::remove_dir_all(&reports);
        fs::create_dir_all(&reports).map_err(|error| format!("{}: {error}", reports.display()))?;
        let mut command = compiler.cargo(self.sanitizer);
        command.arg("test").current_dir(workspace);
        command.args(self.tests).args(["--target", TARGET, "--target-dir"]).arg(&dir);
        if compiler.has_source {
            command.arg("-Zbuild-std");
        }
        // The tests kill servers, so what these have to say goes into files.
        let log = reports.join("report");
        let suppressions = workspace.join("crates/cutfirst/tests/tsan-suppressions.txt");
        let suppressions = if compiler.has_source {
            String::new()
        } else {
            format!(":suppressions={}", suppressions.display())
        };
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

/// What a command prints, if it can be run.
fn output_of(command: &mut Command) -> Option<String> {
    command.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN").stdin(Stdio::null()).stderr(Stdio::null());
    let output = command.output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()
}

fn works(command: &mut Command) -> bool {
    command.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}
