//! `cargo xtask test --cluster`: array jobs on a real Slurm with two nodes on this machine.

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use crate::steps::{self, Step};

/// The programs that the test starts, and the Debian packages that they come in.
const PROGRAMS: [&str; 3] = ["slurmctld", "slurmd", "munged"];
const PACKAGES: [&str; 2] = ["slurm-wlm", "munge"];

const CLUSTER: [Step; 1] = [Step::new(
    "array jobs",
    &[
        "test",
        "--package",
        "cutfirst-app",
        "--test",
        "lab",
        "--",
        "--ignored",
        "--exact",
        "--nocapture",
        "slurm::array_jobs_end_in_the_same_rows_whatever_happens",
    ],
)];

/// Installs what is missing and runs the tests.
pub(crate) fn test(workspace: &Path) -> ExitCode {
    if PROGRAMS.iter().any(|program| !is_there(program))
        && let Err(why) = install()
    {
        eprintln!("xtask: Slurm is missing and cannot be installed: {why}");
        eprintln!("install it as root: apt-get install --no-install-recommends {}", PACKAGES.join(" "));
        return ExitCode::from(1);
    }
    steps::run(workspace, &CLUSTER, &[])
}

fn is_there(program: &str) -> bool {
    // All of them know this flag and need no configuration for it.
    let status = Command::new(program)
        .arg("-V")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok()
}

fn install() -> Result<(), String> {
    println!("installing {}", PACKAGES.join(" and "));
    for arguments in
        [&["update"][..], &[&["install", "-y", "--no-install-recommends"], &PACKAGES[..]].concat()]
    {
        let status =
            Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive").status();
        match status {
            Ok(status) if status.success() => {}
            // Lists that cannot be renewed may still be good enough.
            Ok(_) if arguments == ["update"] => {}
            Ok(status) => return Err(format!("apt-get {}: {status}", arguments.join(" "))),
            Err(error) => return Err(format!("apt-get does not start: {error}")),
        }
    }
    Ok(())
}
