//! `cargo xtask wasm`: library and games for `wasm32-unknown-unknown`, where there is neither a clock nor a thread.
//!
//! Where rustup reaches its server, it adds the target. Elsewhere, on Debian 12, the compiler comes from the packages by
//! which Debian builds browsers, unpacked into `target/` so that nothing is installed, and builds the standard
//! library along.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use crate::steps::cargo;

const TARGET: &str = "wasm32-unknown-unknown";

/// The games bring engines with all their searches along, so that their code is generated, not only checked.
const BUILD: [&str; 7] =
    ["build", "--release", "--no-default-features", "--package", "cutfirst", "--package", "cutfirst-games"];

/// Debian's compiler for browsers, sources of the standard library, and the linker.
const PACKAGES: [&str; 4] = ["rustc-web", "libstd-rust-web-dev", "rust-web-src", "lld"];

/// What these packages need beyond what every machine has: their names bear versions.
const PARTS: [&str; 3] = ["libstd-rust-web-", "libllvm", "lld-"];

/// Builds for WebAssembly; `debian`: with Debian's compiler even if rustup has one.
pub(crate) fn run(workspace: &Path, debian: bool) -> ExitCode {
    match build(workspace, debian) {
        Ok(()) => {
            println!("cutfirst and cutfirst-games build for {TARGET}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::from(1)
        }
    }
}

fn build(workspace: &Path, debian: bool) -> Result<(), String> {
    let toolchain = if !debian && add_target(workspace) { None } else { Some(Toolchain::unpack(workspace)?) };
    let mut command = Command::new(cargo());
    command.args(BUILD).args(["--target", TARGET]).current_dir(workspace);
    command.env("CARGO_TARGET_DIR", workspace.join("target/wasm"));
    if let Some(toolchain) = &toolchain {
        toolchain.apply(&mut command);
    }
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("cutfirst and cutfirst-games do not build for {TARGET}")),
        Err(error) => Err(format!("cargo does not start: {error}")),
    }
}

/// Whether rustup has the target, or could get it.
fn add_target(workspace: &Path) -> bool {
    let mut command = Command::new("rustup");
    command.args(["target", "add", TARGET]).current_dir(workspace).stdin(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Debian's compiler, unpacked, with package lists of its own: neither needs the administrator.
struct Toolchain {
    root: PathBuf,
}

impl Toolchain {
    fn unpack(workspace: &Path) -> Result<Self, String> {
        let toolchain = Self { root: workspace.join("target/wasm-toolchain") };
        if toolchain.runs() {
            return Ok(toolchain);
        }
        let packages = toolchain.download().map_err(|why| {
            format!(
                "rustup cannot add {TARGET}, and Debian's packages ({}) cannot be had: {why}",
                PACKAGES.join(", ")
            )
        })?;
        for package in packages {
            succeed(Command::new("dpkg").arg("-x").arg(&package).arg(&toolchain.root))?;
        }
        if toolchain.runs() { Ok(toolchain) } else { Err("Debian's compiler does not run here".to_owned()) }
    }

    /// Fetches the packages; the files.
    fn download(&self) -> Result<Vec<PathBuf>, String> {
        let downloads = self.root.join("downloads");
        for folder in [&downloads, &self.root.join("lists/partial")] {
            fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        succeed(self.apt("apt-get").arg("update"))?;
        let mut wanted: Vec<String> = PACKAGES.map(str::to_owned).to_vec();
        let mut looked_up = 0;
        while let Some(package) = wanted.get(looked_up).cloned() {
            looked_up += 1;
            let output = self.apt("apt-cache").args(["depends", &package]).output();
            let output = output.map_err(|error| format!("apt-cache does not start: {error}"))?;
            let needed = needed_parts(&String::from_utf8_lossy(&output.stdout));
            wanted.extend(needed.into_iter().filter(|part| !wanted.contains(part)).collect::<Vec<_>>());
        }
        println!("fetching {}", wanted.join(", "));
        succeed(self.apt("apt-get").arg("download").args(&wanted).current_dir(&downloads))?;
        let files = fs::read_dir(&downloads).map_err(|error| error.to_string())?;
        Ok(files.filter_map(|entry| Some(entry.ok()?.path())).collect())
    }

    fn apt(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        for (key, folder) in [("Dir::State::Lists", "lists"), ("Dir::Cache", "cache")] {
            command.arg("-o").arg(format!("{key}={}", self.root.join(folder).display()));
        }
        // Whoever may not write anywhere else is not asked to fetch as somebody else.
        command.args(["-o", "APT::Sandbox::User=root", "-o", "APT::Update::Post-Invoke="]);
        command
    }

    fn runs(&self) -> bool {
        let mut command = Command::new(self.rustc());
        self.apply(command.arg("--version"));
        command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    }

    fn rustc(&self) -> PathBuf {
        self.root.join("usr/bin/rustc")
    }

    /// Cargo stays the one that is in use; compiler, linker and libraries are those that were unpacked.
    fn apply(&self, command: &mut Command) {
        let library = self.root.join("usr/lib");
        let llvm = fs::read_dir(&library).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        let llvm: Vec<_> =
            llvm.filter(|path| path.join("bin").is_dir() || path.join("lib").is_dir()).collect();
        let mut folders = vec![library.join("x86_64-linux-gnu"), library];
        folders.extend(llvm.iter().map(|llvm| llvm.join("lib")));
        if let Ok(folders) = std::env::join_paths(folders) {
            command.env("LD_LIBRARY_PATH", folders);
        }
        let linkers = llvm.iter().map(|llvm| llvm.join("bin/wasm-ld"));
        if let Some(linker) = linkers.into_iter().find(|linker| linker.exists()) {
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
        command
            .env("RUSTC", self.rustc())
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort")
            .env("CARGO_TARGET_DIR", self.root.join("build"));
    }
}

/// Of what `apt-cache depends` says, the packages that bear versions in their names.
fn needed_parts(said: &str) -> Vec<String> {
    let needed = said.lines().filter_map(|line| line.trim().strip_prefix("Depends: "));
    needed.filter(|name| PARTS.iter().any(|part| name.starts_with(part))).map(str::to_owned).collect()
}

fn succeed(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name}: {status}")),
        Err(error) => Err(format!("{name} does not start: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_with_versions_are_found() {
        let said = "lld\n  Depends: lld-14\n    lld-15\n  Depends: libc6\n  Conflicts: lld-9\n";
        assert_eq!(needed_parts(said), ["lld-14"]);
    }
}
