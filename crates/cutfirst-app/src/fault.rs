//! What goes wrong, in one line on standard error, and the exit code that goes with it.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// Why a command failed.
pub(crate) enum Fault {
    /// The user asked for something that cannot be: exit code 2.
    Input(String),
    /// The machine did not play along: exit code 1.
    Machine(String),
    /// Whoever reads our output has gone away; nothing is wrong.
    Closed,
}

impl Fault {
    /// A wrong input.
    pub(crate) fn input(error: impl Display) -> Self {
        Self::Input(error.to_string())
    }

    /// Says it and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let (message, code) = match self {
            Self::Input(message) => (message, 2),
            Self::Machine(message) => (message, 1),
            Self::Closed => return ExitCode::SUCCESS,
        };
        let _ = writeln!(io::stderr(), "cutfirst: {}", one_line(&message));
        ExitCode::from(code)
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Machine(error.to_string()),
        }
    }
}

/// A wrong command line: clap's explanation pressed into one line; help and version as they are.
pub(crate) fn report_usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let _ = write!(io::stdout(), "{}", error.render());
        return ExitCode::SUCCESS;
    }
    let text = error.render().to_string();
    let explained = text.split("\n\nUsage:").next().unwrap_or(&text);
    let explained = explained.split("\n\nFor more information").next().unwrap_or(explained);
    Fault::Input(explained.trim().trim_start_matches("error: ").to_owned()).report()
}

fn one_line(message: &str) -> String {
    let words: Vec<_> = message.split_whitespace().collect();
    words.join(" ")
}
