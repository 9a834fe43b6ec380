//! `cargo xtask python`: the Python package as a wheel, tested in an environment of its own.
//!
//! The environment is in `target/python`; the packages that it needs come from Python's index by name, once. Without flags the
//! wheel is built as tests are, which is quicker; `--release` builds the one that people get, and `--bench` measures it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use crate::packages::{PYTHON, ensure, install, may_install};

/// What builds, tests and checks the package, and what its tables and adapters are tested with.
const PACKAGES: [&str; 9] = [
    "maturin>=1.9,<2",
    "mypy>=1.15",
    "numpy",
    "pandas",
    "pettingzoo",
    "polars",
    "pyarrow",
    "pyright[nodejs]",
    "pytest>=8",
];

/// The oldest Python that the package is for.
const OLDEST: (u32, u32) = (3, 10);

/// What the package is measured beside.
const PEERS: [&str; 1] = ["easyAI"];

/// The largest wheel.
const MOST_BYTES: u64 = 8 << 20;

/// Builds and tests the wheel as the flags say.
pub(crate) fn run(workspace: &Path, flags: &[&str]) -> Option<ExitCode> {
    let (mut release, mut bench) = (false, false);
    for flag in flags {
        match *flag {
            "--release" => release = true,
            "--bench" => bench = true,
            _ => return None,
        }
    }
    let package = Package::new(workspace);
    let result = package.prepare().and_then(|()| package.build(release || bench)).and_then(|()| {
        package.test()?;
        if bench { package.measure() } else { Ok(()) }
    });
    Some(match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::from(1)
        }
    })
}

struct Package {
    workspace: PathBuf,
    /// Where the package's sources are.
    sources: PathBuf,
    /// Where everything is put.
    target: PathBuf,
}

impl Package {
    fn new(workspace: &Path) -> Self {
        let sources = workspace.join("crates/cutfirst-python");
        Self { workspace: workspace.to_owned(), sources, target: workspace.join("target/python") }
    }

    /// A program of the environment.
    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.target.join("venv/bin").join(name));
        command.current_dir(&self.sources).stdin(Stdio::null());
        // Folders of what was compiled do not belong among the sources.
        command.env("PYTHONDONTWRITEBYTECODE", "1").env("MYPY_CACHE_DIR", self.target.join("mypy"));
        command
    }

    /// Makes the environment, unless it is there with all that is needed.
    fn prepare(&self) -> Result<(), String> {
        let stamp = self.target.join("packages.txt");
        let wanted = PACKAGES.join("\n");
        let is_there = fs::read_to_string(&stamp).is_ok_and(|there| there == wanted);
        if is_there && version(&self.target.join("venv/bin/python")).is_some() {
            return Ok(());
        }
        ensure(&PYTHON)?;
        let python = recent_enough()?;
        fs::create_dir_all(&self.target).map_err(|error| format!("{}: {error}", self.target.display()))?;
        let venv = || {
            let mut command = Command::new(&python);
            command.args(["-m", "venv", "--clear"]).arg(self.target.join("venv")).stdin(Stdio::null());
            succeed(&mut command)
        };
        if venv().is_err() {
            // Debian has it in a package of its own.
            if may_install() {
                install(&["python3-venv"]);
            }
            venv()
                .map_err(|why| format!("{why}; install it (Debian, Ubuntu: apt-get install python3-venv)"))?;
        }
        self.install(&PACKAGES)?;
        fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))
    }

    /// Installs packages from Python's index.
    fn install(&self, packages: &[&str]) -> Result<(), String> {
        let output = self.pip().args(packages).output();
        let output = output.map_err(|error| format!("python does not start: {error}"))?;
        if output.status.success() {
            return Ok(());
        }
        // Of all that pip says, the last line has the reason.
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("pip failed").trim();
        Err(format!(
            "{last}; these come from Python's index, once: {}; without a network: cargo xtask test --no-python",
            packages.join(" ")
        ))
    }

    fn pip(&self) -> Command {
        let mut command = self.program("python");
        command.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        command
    }

    /// Builds the wheel and installs it.
    fn build(&self, release: bool) -> Result<(), String> {
        let wheels = self.target.join(if release { "release" } else { "debug" });
        let _ = fs::remove_dir_all(&wheels);
        let mut maturin = self.program("maturin");
        maturin.args(["build", "--locked", "--quiet", "--out"]).arg(&wheels);
        if release {
            maturin.arg("--release");
        }
        succeed(maturin.env("PYO3_PYTHON", self.target.join("venv/bin/python")))?;
        let files = fs::read_dir(&wheels).map_err(|error| format!("{}: {error}", wheels.display()))?;
        let wheel = files.filter_map(|entry| Some(entry.ok()?.path())).next().ok_or("there is no wheel")?;
        let bytes = fs::metadata(&wheel).map_err(|error| format!("{}: {error}", wheel.display()))?.len();
        println!("{}: {:.2} MiB", wheel.display(), bytes as f64 / f64::from(1 << 20));
        if release && bytes > MOST_BYTES {
            return Err(format!("the wheel has {bytes} bytes, more than {MOST_BYTES}"));
        }
        succeed(self.pip().args(["--force-reinstall", "--no-deps"]).arg(&wheel))
    }

    /// Tests, examples of the documentation, the tour, and what type checkers say of all of them.
    fn test(&self) -> Result<(), String> {
        let tour = self.target.join("tour.py");
        let page = fs::read_to_string(self.workspace.join("docs/PYTHON.md")).map_err(|e| e.to_string())?;
        fs::write(&tour, tour_code(&page)).map_err(|error| format!("{}: {error}", tour.display()))?;
        succeed(self.program("python").arg(&tour))?;
        let package =
            self.program("python").args(["-c", "import cutfirst; print(cutfirst.__path__[0])"]).output();
        let package = package.map_err(|error| format!("python does not start: {error}"))?;
        let package = String::from_utf8_lossy(&package.stdout).trim().to_owned();
        let mut pytest = self.program("python");
        pytest.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "--doctest-modules"]);
        pytest.args(["-o", "doctest_optionflags=ELLIPSIS", "-W", "ignore::UserWarning", "tests"]);
        succeed(pytest.arg(&package))?;
        succeed(self.program("mypy").args(["--strict", "--package", "cutfirst"]).current_dir(&self.target))?;
        succeed(
            self.program("mypy")
                .args(["--strict", "tests/small_games.py", "benches/connect_four.py"])
                .arg(&tour),
        )?;
        let mut pyright = self.program("pyright");
        pyright.arg("--pythonpath").arg(self.target.join("venv/bin/python"));
        succeed(pyright.arg(&package).arg("benches/connect_four.py").arg(&tour).current_dir(&self.sources))
    }

    /// Speed of built-in games beside the program, of a game written in Python, and beside a peer.
    fn measure(&self) -> Result<(), String> {
        self.install(&PEERS)?;
        let program = self.workspace.join("target/release/cutfirst");
        let mut build = Command::new(crate::steps::cargo());
        succeed(
            build.args(["build", "--release", "--package", "cutfirst-app"]).current_dir(&self.workspace),
        )?;
        succeed(self.program("python").arg("benches/speed.py").arg(program))?;
        succeed(self.program("python").args(["benches/easy_ai.py", "6", "8", "10"]))?;
        succeed(self.program("python").args(["benches/easy_ai.py", "--centre-first", "6", "8", "10"]))
    }
}

/// The version of an interpreter, if it is one.
fn version(python: &Path) -> Option<(u32, u32)> {
    let mut command = Command::new(python);
    command.args(["-c", "import sys; print(*sys.version_info[:2])"]).stdin(Stdio::null());
    let output = command.output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (major, minor) = text.trim().split_once(' ')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// `python3`, or one that has its number in its name if that is too old.
fn recent_enough() -> Result<PathBuf, String> {
    let (major, oldest) = OLDEST;
    let numbered = (oldest..oldest + 10).rev().map(|minor| format!("python{major}.{minor}"));
    let mut names = std::iter::once("python3".to_owned()).chain(numbered).map(PathBuf::from);
    let found = names.find(|name| version(name).is_some_and(|version| version >= OLDEST));
    found.ok_or_else(|| {
        let (major, minor) = version(Path::new("python3")).unwrap_or_default();
        format!(
            "python3 is Python {major}.{minor}, and the package is for {}.{} or later",
            OLDEST.0, OLDEST.1
        )
    })
}

/// The Python code of a page, one block after the other.
fn tour_code(page: &str) -> String {
    let (mut code, mut inside) = (String::from("\"\"\"The code of docs/PYTHON.md.\"\"\"\n"), false);
    for line in page.lines() {
        match line {
            "```python" => inside = true,
            "```" => inside = false,
            _ if inside => code += &format!("{line}\n"),
            _ => code += "\n",
        }
    }
    code
}

fn succeed(command: &mut Command) -> Result<(), String> {
    let name =
        Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let arguments: Vec<_> = command.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name} {}: {status}", arguments.join(" "))),
        Err(error) => Err(format!("{name} does not start: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tour_is_what_stands_in_blocks_of_python() {
        let page = "# Tour\n```python\nx = 1\n```\ntext\n```sh\nls\n```\n```python\nprint(x)\n```\n";
        let code: Vec<_> =
            tour_code(page).lines().skip(1).filter(|line| !line.is_empty()).map(str::to_owned).collect();
        assert_eq!(code, ["x = 1", "print(x)"]);
    }

    #[test]
    fn unknown_flags_are_refused() {
        assert!(run(Path::new("/nowhere"), &["--fast"]).is_none());
    }
}
