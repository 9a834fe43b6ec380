//! The browser that the tests of the page need: found, or installed where that is possible and allowed.

use std::path::Path;
use std::process::{Command, Stdio};

/// What must be there, and the package of Debian and its relatives that has it.
const PARTS: [(&str, &str); 2] = [("chromium", "chromium"), ("chromedriver", "chromium-driver")];

/// Makes sure that there is a browser; otherwise says what to install.
pub(crate) fn ensure() -> Result<(), String> {
    let missing = missing();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<_> = missing.iter().map(|&(_, package)| package).collect();
    if may_install() {
        println!("installing {}", packages.join(" and "));
        install(&packages);
        if self::missing().is_empty() {
            return Ok(());
        }
    }
    Err(remedy(&missing))
}

fn missing() -> Vec<(&'static str, &'static str)> {
    PARTS.into_iter().filter(|(program, _)| !runs(program)).collect()
}

fn remedy(missing: &[(&str, &str)]) -> String {
    let programs: Vec<_> = missing.iter().map(|&(program, _)| program).collect();
    let packages: Vec<_> = missing.iter().map(|&(_, package)| package).collect();
    let (programs, packages) = (programs.join(" and "), packages.join(" "));
    format!(
        "{programs} not found; install them (Debian, Ubuntu: apt-get install {packages}), or leave this step \
         out with: cargo xtask test --no-browser"
    )
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
fn may_install() -> bool {
    let identity = Command::new("id").arg("-u").output();
    let administrator = identity.is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    administrator && (Path::new("/usr/bin/apt-get").exists() || runs("apt-get"))
}

/// Tries with the package lists that are there, and once more with fresh ones.
fn install(packages: &[&str]) {
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
        let line = remedy(&PARTS[1..]);
        assert!(line.starts_with("chromedriver not found"), "{line}");
        assert!(
            line.contains("apt-get install chromium-driver") && line.contains("test --no-browser"),
            "{line}"
        );
    }

    #[test]
    fn a_program_that_is_not_there_does_not_run() {
        assert!(!runs("no-such-program-anywhere"));
    }
}
