//! Developer commands of the workspace: `cargo xtask test` runs everything a change must pass.

mod api;
mod cluster;
mod dependencies;
mod hunts;
mod instructions;
mod oldest;
mod packages;
mod python;
mod sanitizers;
mod steps;
mod wasm;

use std::path::Path;
use std::process::ExitCode;

const HELP: &str = "\
Developer commands of cutfirst.

Usage: cargo xtask COMMAND

Commands:
  test    everything a change must pass: format, lints, dependencies, documentation, tests, deep perft,
          the Python package, the page in a real browser (Python and Chromium are installed if they are missing: Debian,
          as root)
          --no-browser, --no-python: without these
          --cluster: array jobs on a real Slurm, which is installed if it is missing (Debian, as root)
  check-dependencies
          licences, sources and duplicates of all dependencies, against deny.toml (part of test)
  api     what the libraries offer beside the listings of their last release in xtask/api; fails if the version does
          not allow the difference (part of test). --update: list anew
  oldest-rust
          the workspace with the oldest Rust version that it promises, which rustup installs if it is missing
  wasm    library and games for wasm32-unknown-unknown, by rustup or else Debian's packages (--debian: by these)
  python  the Python package as a wheel, tested in an environment of its own with packages from PyPI (part of test)
          --release: the wheel that people get; --bench: also its speed beside the program and easyAI
  instructions
          instructions a node of a fixed set of searches in all games, by valgrind, beside the committed counts;
          fails if one is higher. --update: commit these instead
  every-write [--most N]
          every operation on a file fails once, in every job that stores something and in the server; or every k-th,
          no more than N of each kind
  exact-checks [--seed S] [--count N] [--deep N]
          so many searches drawn by chance against plain search; a million without a number
  soak [--minutes M] [--seed S]
          a server with a hundred players, kills, wrong clocks, full disks and clients that never read; an hour
          without a number, and a report at the end
  sanitize [--rustc PATH] [WORD…]
          ThreadSanitizer and AddressSanitizer over threads, the server and the C parts, as far as this machine can;
          --rustc: a compiler with the source of its standard library; words: only the runs that are called so
  help    this text
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|a| a.to_string_lossy().into()).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        ["test", "--cluster"] => cluster::test(&workspace()),
        ["test", ref without @ ..]
            if without.iter().all(|flag| ["--no-browser", "--no-python"].contains(flag)) =>
        {
            steps::run(&workspace(), &steps::TEST, without)
        }
        ["python", ref flags @ ..] => python::run(&workspace(), flags)
            .unwrap_or_else(|| wrong("'python' takes nothing, --release or --bench")),
        ["check-dependencies"] => dependencies::check(&workspace()),
        ["api"] => api::run(&workspace(), false),
        ["api", "--update"] => api::run(&workspace(), true),
        ["oldest-rust"] => oldest::run(&workspace()),
        ["wasm"] => wasm::run(&workspace(), false),
        ["wasm", "--debian"] => wasm::run(&workspace(), true),
        ["instructions"] => instructions::run(&workspace(), false),
        ["instructions", "--update"] => instructions::run(&workspace(), true),
        ["sanitize", ref more @ ..] => sanitizers::run(&workspace(), more),
        ["test", extra, ..] => {
            let shown = extra.escape_debug();
            wrong(&format!(
                "'test' takes nothing, --no-browser, --no-python or --cluster, but was given '{shown}'"
            ))
        }
        [name, ref given @ ..] => match hunts::HUNTS.iter().find(|hunt| hunt.name == name) {
            Some(hunt) => hunt.run(&workspace(), given).unwrap_or_else(|why| wrong(&why)),
            None => unknown(name),
        },
    }
}

fn unknown(name: &str) -> ExitCode {
    let names: Vec<_> = hunts::HUNTS.iter().map(|hunt| hunt.name).collect();
    wrong(&format!(
        "unknown command '{}'; choose test, check-dependencies, api, oldest-rust, wasm, python, instructions, {}, sanitize or help",
        name.escape_debug(),
        names.join(", ")
    ))
}

fn wrong(message: &str) -> ExitCode {
    eprintln!("xtask: {message}");
    ExitCode::from(2)
}

/// The workspace that this program belongs to, wherever it is called from.
fn workspace() -> std::path::PathBuf {
    // Cargo sets the variable when it runs a program; the built-in path serves a direct call.
    let own = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let own = Path::new(&own);
    own.parent().unwrap_or(own).to_path_buf()
}
