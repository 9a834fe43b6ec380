//! What goes wrong, in one line on standard error, and the exit code that goes with it.

use std::fmt::Display;
use std::io::{self, Write};
use std::panic;
use std::process::{self, ExitCode};

use clap::CommandFactory;
use clap::error::{ContextKind, ErrorKind};
use cutfirst::notation::excerpt;
use cutfirst_lab::report::ReportError;

/// Why a command failed.
pub(crate) enum Fault {
    /// The user asked for something that cannot be: exit code 2.
    Input(String),
    /// The machine did not play along: exit code 1.
    Machine(String),
    /// Stopped by a signal, after having said so: exit code 130.
    Stopped,
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
            Self::Stopped => return ExitCode::from(130),
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

/// What nobody who gives a command can be blamed for.
macro_rules! of_machine {
    ($($error:ty),+) => {
        $(impl From<$error> for Fault {
            fn from(error: $error) -> Self {
                Self::Machine(error.to_string())
            }
        })+
    };
}

of_machine!(serde_json::Error, toml::ser::Error, ReportError);

pub(crate) const NO_THREADS: &str = "no more threads can be started; all that was stored so far is safe: raise the limit (ulimit -u) and go on";

impl From<ctrlc::Error> for Fault {
    fn from(error: ctrlc::Error) -> Self {
        match error {
            ctrlc::Error::System(error) if error.kind() == io::ErrorKind::WouldBlock => {
                Self::Machine(NO_THREADS.to_owned())
            }
            ctrlc::Error::System(error) => Self::Machine(format!("cannot listen for signals: {error}")),
            other => Self::Machine(other.to_string()),
        }
    }
}

/// Ends the program in one line when the system gives it no more threads, for which the standard library and tokio panic.
/// What is under way is lost as if it had been killed, and no more.
pub(crate) fn name_lack_of_threads() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let message = panic.payload().downcast_ref::<String>().map_or("", String::as_str);
        if ["failed to spawn thread", "OS can't spawn worker thread"]
            .iter()
            .any(|why| message.starts_with(why))
        {
            let _ = Fault::Machine(NO_THREADS.to_owned()).report();
            process::exit(1);
        }
        usual(panic);
    }));
}

/// A wrong command line: clap's explanation pressed into one line; help and version as they are.
pub(crate) fn report_usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let written = write!(io::stdout(), "{}", error.render()).and_then(|()| io::stdout().flush());
        return written.map_or_else(|error| Fault::from(error).report(), |()| ExitCode::SUCCESS);
    }
    match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            return Fault::Input(format!("no command given; choose {}", commands())).report();
        }
        ErrorKind::InvalidSubcommand => {
            let given =
                error.get(ContextKind::InvalidSubcommand).map_or_else(String::new, ToString::to_string);
            let shown = excerpt(&given).escape_debug().to_string();
            return Fault::Input(format!("unknown command '{shown}'; choose {}", commands())).report();
        }
        _ => {}
    }
    let text = error.render().to_string();
    let explained = text.split("\n\nUsage:").next().unwrap_or(&text);
    let explained = explained.split("\n\nFor more information").next().unwrap_or(explained);
    let explained = explained.trim().trim_start_matches("error: ").replace(" found\n\n  tip: ", "; ");
    Fault::Input(explained.replace("\n\n  tip: ", "; ")).report()
}

fn commands() -> String {
    let names: Vec<_> = crate::Arguments::command()
        .get_subcommands()
        .map(|command| match command.get_subcommands().map(clap::Command::get_name).collect::<Vec<_>>() {
            inner if inner.is_empty() => command.get_name().to_owned(),
            inner => format!("{} ({})", command.get_name(), inner.join(", ")),
        })
        .collect();
    format!("{}; --help tells more", names.join(", "))
}

/// One line of bearable length, whatever was quoted in it.
fn one_line(message: &str) -> String {
    const LONGEST: usize = 600;
    let line = cutfirst_lab::plain::text(&message.split_whitespace().collect::<Vec<_>>().join(" "));
    let length = line.chars().count();
    if length <= LONGEST {
        return line;
    }
    let start: String = line.chars().take(LONGEST / 2).collect();
    let end: String = line.chars().skip(length - LONGEST / 2).collect();
    format!("{start} … {end}")
}
