//! `cargo xtask oldest-rust`: the workspace with the oldest Rust version that its manifest promises.
//!
//! The lint `incompatible_msrv`, part of the ordinary lints, knows what the standard library lacked then, and
//! `check-dependencies` what dependencies ask for; only a build also knows the language.

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

/// Builds with the oldest version, which rustup installs if it is missing.
pub(crate) fn run(workspace: &Path) -> ExitCode {
    match build(workspace) {
        Ok(version) => {
            println!("everything builds with Rust {version}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::from(1)
        }
    }
}

fn build(workspace: &Path) -> Result<String, String> {
    let version = promised(workspace)?;
    let is_there = call(Command::new("rustup").args(["run", &version, "rustc", "--version"]));
    if !is_there {
        let install = ["toolchain", "install", &version, "--profile", "minimal"];
        if !Command::new("rustup").args(install).status().is_ok_and(|status| status.success()) {
            return Err(format!("Rust {version} cannot be had; get it with: rustup {}", install.join(" ")));
        }
    }
    // A directory of its own, so that ordinary builds need not start anew afterwards.
    let arguments =
        ["run", &version, "cargo", "check", "--workspace", "--locked", "--target-dir", "target/oldest-rust"];
    let mut command = Command::new("rustup");
    // Cargo says which toolchain runs this program, and the one that it starts would believe that.
    for name in ["CARGO", "RUSTUP_TOOLCHAIN", "RUSTC", "RUSTDOC"] {
        command.env_remove(name);
    }
    println!("rustup {}", arguments.join(" "));
    match command.args(arguments).current_dir(workspace).status() {
        Ok(status) if status.success() => Ok(version),
        Ok(_) => {
            Err(format!("the workspace does not build with Rust {version}, as its rust-version promises"))
        }
        Err(error) => Err(format!("rustup does not start: {error}; see https://rustup.rs")),
    }
}

fn call(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// The workspace's `rust-version`.
pub(crate) fn promised(workspace: &Path) -> Result<String, String> {
    let path = workspace.join("Cargo.toml");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let manifest: toml::Table = text.parse().map_err(|error| format!("{}: {error}", path.display()))?;
    let version =
        manifest.get("workspace").and_then(|table| table.get("package")?.get("rust-version")?.as_str());
    version.map(str::to_owned).ok_or_else(|| "the workspace states no rust-version".to_owned())
}
