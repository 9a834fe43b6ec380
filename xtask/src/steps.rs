//! Steps that run one after the other until one fails.

use std::ffi::OsString;
use std::fmt;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use crate::packages::{BROWSER, PYTHON, ensure};

/// One call of cargo.
pub(crate) struct Step {
    name: &'static str,
    arguments: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
    /// What cargo needs besides itself.
    needs: Need,
}

/// What may be missing.
enum Need {
    Nothing,
    /// A part of the toolchain, and how to get it.
    Tool {
        subcommand: &'static str,
        remedy: &'static str,
    },
    /// Chromium and its driver.
    Browser,
    /// The interpreter, and packages from its index.
    Python,
}

/// What `cargo xtask test` runs. A new step is a new entry.
pub(crate) const TEST: [Step; 10] = [
    Step {
        name: "format",
        arguments: &["fmt", "--all", "--check"],
        environment: &[],
        needs: Need::Tool { subcommand: "fmt", remedy: "rustup component add rustfmt" },
    },
    Step {
        name: "lints",
        arguments: &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"],
        environment: &[],
        needs: Need::Tool { subcommand: "clippy", remedy: "rustup component add clippy" },
    },
    Step::new("dependencies", &["xtask", "check-dependencies"]),
    Step::new("public API", &["xtask", "api"]),
    // The library must build where there is no system clock, such as wasm32.
    Step::new("library without a clock", &["check", "--package", "cutfirst", "--no-default-features"]),
    Step {
        name: "documentation",
        arguments: &["doc", "--workspace", "--no-deps"],
        environment: &[("RUSTDOCFLAGS", "-D warnings")],
        needs: Need::Nothing,
    },
    Step { name: "tests", arguments: &["test", "--workspace"], environment: &[], needs: Need::Nothing },
    // The games' `conforms` tests count every perft of their data files in release, and leave out
    // the large ones in debug.
    Step {
        name: "deep perft",
        arguments: &["test", "--release", "--package", "cutfirst-games", "--lib", "--", "conforms"],
        environment: &[],
        needs: Need::Nothing,
    },
    // Built apart from the rest, since its features and those of its interpreter are its own.
    Step { name: "Python", arguments: &["xtask", "python"], environment: &[], needs: Need::Python },
    // Marked as ignored, so that a plain `cargo test` works on machines without a browser.
    Step {
        name: "page in a browser",
        arguments: &[
            "test",
            "--package",
            "cutfirst-app",
            "--test",
            "browser",
            "--",
            "--ignored",
            "--test-threads=2",
        ],
        environment: &[],
        needs: Need::Browser,
    },
];

impl Step {
    /// A call of cargo that needs nothing but cargo.
    pub(crate) const fn new(name: &'static str, arguments: &'static [&'static str]) -> Self {
        Self { name, arguments, environment: &[], needs: Need::Nothing }
    }

    fn command(&self, workspace: &Path) -> Command {
        let mut command = Command::new(cargo());
        command.args(self.arguments).envs(self.environment.iter().copied()).current_dir(workspace);
        command
    }

    /// The flag that leaves the step out, if there is one.
    fn left_out_by(&self) -> Option<&'static str> {
        match self.needs {
            Need::Browser => Some("--no-browser"),
            Need::Python => Some("--no-python"),
            Need::Nothing | Need::Tool { .. } => None,
        }
    }

    /// Says what is missing, if anything is and cannot be had.
    fn missing(&self) -> Option<String> {
        let (subcommand, remedy) = match self.needs {
            Need::Nothing => return None,
            Need::Browser | Need::Python => {
                let programs: &[_] = if matches!(self.needs, Need::Browser) { &BROWSER } else { &PYTHON };
                let flag = self.left_out_by().unwrap_or_default();
                let why = ensure(programs).err();
                return why.map(|why| format!("{why}, or leave this step out with: cargo xtask test {flag}"));
            }
            Need::Tool { subcommand, remedy } => (subcommand, remedy),
        };
        let probe = Command::new(cargo())
            .args([subcommand, "--version"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        let found = probe.is_ok_and(|status| status.success());
        (!found).then(|| format!("'cargo {subcommand}' is missing; get it with: {remedy}"))
    }

    fn run(&self, workspace: &Path) -> Result<(), String> {
        if let Some(missing) = self.missing() {
            return Err(missing);
        }
        match self.command(workspace).status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("{status}")),
            Err(error) => Err(format!("cargo does not start: {error}")),
        }
    }
}

/// The command as one would type it in the workspace.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.environment {
            write!(f, "{name}='{value}' ")?;
        }
        write!(f, "cargo {}", self.arguments.join(" "))
    }
}

pub(crate) fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Runs all steps but those that a flag leaves out, or as many as succeed.
pub(crate) fn run(workspace: &Path, steps: &[Step], without: &[&str]) -> ExitCode {
    let start = Instant::now();
    let steps: Vec<_> =
        steps.iter().filter(|step| step.left_out_by().is_none_or(|flag| !without.contains(&flag))).collect();
    for (index, step) in steps.iter().enumerate() {
        println!("\n== {} of {}: {} ==\n{step}", index + 1, steps.len(), step.name);
        let clock = Instant::now();
        if let Err(why) = step.run(workspace) {
            eprintln!("\nxtask: '{}' failed after {}: {why}", step.name, seconds(clock.elapsed()));
            eprintln!("to repeat it: {step}");
            return ExitCode::from(1);
        }
        println!("-- {} passed in {}", step.name, seconds(clock.elapsed()));
    }
    let names: Vec<_> = steps.iter().map(|step| step.name).collect();
    println!("\nall {} steps passed in {}: {}", steps.len(), seconds(start.elapsed()), names.join(", "));
    ExitCode::SUCCESS
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_shows_what_to_type() {
        assert_eq!(TEST[0].to_string(), "cargo fmt --all --check");
        assert_eq!(TEST[5].to_string(), "RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps");
    }

    #[test]
    fn a_missing_tool_is_named_with_its_remedy() {
        let step = Step {
            name: "",
            arguments: &["no-such-thing"],
            environment: &[],
            needs: Need::Tool { subcommand: "no-such-thing", remedy: "get it" },
        };
        let missing = step.missing().unwrap();
        assert_eq!(missing, "'cargo no-such-thing' is missing; get it with: get it");
    }
}
