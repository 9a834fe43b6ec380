//! Programs of the system that a command needs: found, or installed where that is possible and allowed.

use std::path::Path;
use std::process::{Command, Stdio};

/// A program that must be there, and the package of Debian and its relatives that has it.
#[derive(Clone, Copy)]
pub(crate) struct Package {
    pub(crate) program: &'static str,
    pub(crate) package: &'static str,
}

/// What the tests of the page need.
pub(crate) const BROWSER: [Package; 2] = [
    Package { program: "chromium", package: "chromium" },
    Package { program: "chromedriver", package: "chromium-driver" },
];

/// What the Python package needs.
pub(crate) const PYTHON: [Package; 1] = [Package { program: "python3", package: "python3" }];

/// Makes sure that the programs are there; otherwise says what to install.
pub(crate) fn ensure(wanted: &[Package]) -> Result<(), String> {
    let missing = missing(wanted);
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<_> = missing.iter().map(|missing| missing.package).collect();
    if may_install() {
        println!("installing {}", packages.join(" and "));
        install(&packages);
        if self::missing(wanted).is_empty() {
            return Ok(());
        }
    }
    Err(remedy(&missing))
}

fn missing(wanted: &[Package]) -> Vec<Package> {
    wanted.iter().copied().filter(|wanted| !runs(wanted.program)).collect()
}

fn remedy(missing: &[Package]) -> String {
    let programs: Vec<_> = missing.iter().map(|missing| missing.program).collect();
    let packages: Vec<_> = missing.iter().map(|missing| missing.package).collect();
    let (programs, packages) = (programs.join(" and "), packages.join(" "));
    format!("{programs} not found; install what is missing (Debian, Ubuntu: apt-get install {packages})")
}

fn runs(program: &str) -> bool {
    let probe = Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    probe.is_ok_and(|status| status.success())
}

/// Whether packages can be installed without asking anybody: apt-get is there and this is the administrator.
pub(crate) fn may_install() -> bool {
    let identity = Command::new("id").arg("-u").output();
    let administrator = identity.is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    administrator && (Path::new("/usr/bin/apt-get").exists() || runs("apt-get"))
}

/// Tries with the package lists that are there, and once more with fresh ones.
pub(crate) fn install(packages: &[&str]) {
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let wanted = [&["install", "--yes", "--no-install-recommends"], packages].concat();
    if !apt(&wanted) && apt(&["update"]) {
        apt(&wanted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named_with_its_remedy() {
        let line = remedy(&BROWSER[1..]);
        assert!(line.starts_with("chromedriver not found"), "{line}");
        assert!(line.contains("apt-get install chromium-driver"), "{line}");
    }

    #[test]
    fn a_program_that_is_not_there_does_not_run() {
        assert!(!runs("no-such-program-anywhere"));
    }
}
