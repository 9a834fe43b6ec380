//! Commands that look for faults for as long as one likes. Each runs a test that `cargo test` runs in small, or not at all,
//! and hands it what to do.

use std::path::Path;
use std::process::{Command, ExitCode};

use crate::steps::cargo;

/// A hunt: its name, what of cargo it runs, and what it can be told.
pub(crate) struct Hunt {
    pub(crate) name: &'static str,
    arguments: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
    /// An option, the variable that the test reads, and the value without it.
    options: &'static [(&'static str, &'static str, &'static str)],
}

/// All of them. A new one is a new entry.
pub(crate) const HUNTS: [Hunt; 3] = [
    Hunt {
        name: "every-write",
        arguments: &[
            "test",
            "--package",
            "cutfirst-app",
            "--test",
            "faults",
            "every_write",
            "--",
            "--nocapture",
        ],
        environment: &[("EVERY_WRITE", "all")],
        options: &[("--most", "EVERY_WRITE_MOST", "1000000")],
    },
    Hunt {
        name: "exact-checks",
        arguments: &[
            "test",
            "--release",
            "--package",
            "cutfirst-games",
            "--test",
            "exact_checks",
            "--",
            "--nocapture",
        ],
        environment: &[],
        options: &[
            ("--seed", "EXACT_SEED", "1"),
            ("--count", "EXACT_COUNT", "1000000"),
            ("--deep", "EXACT_DEEP_COUNT", "4000"),
        ],
    },
    Hunt {
        name: "soak",
        arguments: &[
            "test",
            "--package",
            "cutfirst-app",
            "--test",
            "faults",
            "soak",
            "--",
            "--ignored",
            "--nocapture",
        ],
        environment: &[],
        options: &[("--minutes", "SOAK_MINUTES", "60"), ("--seed", "SOAK_SEED", "1")],
    },
];

impl Hunt {
    /// Runs it with what was given on the command line.
    pub(crate) fn run(&self, workspace: &Path, given: &[&str]) -> Result<ExitCode, String> {
        let mut command = Command::new(cargo());
        command.args(self.arguments).current_dir(workspace).envs(self.environment.iter().copied());
        command.envs(self.read(given)?);
        let status = command.status().map_err(|error| format!("cargo does not start: {error}"))?;
        Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }

    /// The variables that say what was given.
    fn read(&self, given: &[&str]) -> Result<Vec<(&'static str, String)>, String> {
        let mut values: Vec<_> =
            self.options.iter().map(|(_, name, value)| (*name, (*value).to_owned())).collect();
        let known: Vec<_> = self.options.iter().map(|(option, ..)| *option).collect();
        let known = if known.is_empty() { "nothing".to_owned() } else { known.join(" and ") };
        for pair in given.chunks(2) {
            let place = self.options.iter().position(|(option, ..)| *option == pair[0]);
            let place = place.ok_or_else(|| {
                format!("'{}' takes {known}, but was given '{}'", self.name, pair[0].escape_debug())
            })?;
            let number = pair.get(1).filter(|value| value.parse::<f64>().is_ok_and(|number| number >= 0.0));
            let number = number.ok_or_else(|| format!("{} needs a number", pair[0]))?;
            values[place].1 = (*number).to_owned();
        }
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_in_any_order_and_wrong_ones_are_named() {
        let soak = HUNTS.iter().find(|hunt| hunt.name == "soak").unwrap();
        assert_eq!(
            soak.read(&["--seed", "7", "--minutes", "2"]).unwrap(),
            [("SOAK_MINUTES", "2".to_owned()), ("SOAK_SEED", "7".to_owned())]
        );
        assert_eq!(soak.read(&[]).unwrap()[0].1, "60");
        assert_eq!(soak.read(&["--minutes"]).unwrap_err(), "--minutes needs a number");
        assert_eq!(soak.read(&["--minutes", "x"]).unwrap_err(), "--minutes needs a number");
        let wrong = soak.read(&["--hours", "1"]).unwrap_err();
        assert_eq!(wrong, "'soak' takes --minutes and --seed, but was given '--hours'");
    }
}
