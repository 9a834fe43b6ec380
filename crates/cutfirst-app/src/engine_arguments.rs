//! The words of a player as flags: `--order tt+killer --null-move 2 --deepen`.

use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use cutfirst::engine::{Takes, Topic};
use cutfirst_lab::engine_spec::{EngineSpec, Entry, entries};

/// An engine, said by flags.
pub(crate) struct EngineArguments {
    /// What they say.
    pub(crate) spec: EngineSpec,
}

/// Words that make no flags: nobody has to be told apart.
fn flags() -> impl Iterator<Item = Entry> {
    entries().iter().copied().filter(|entry| entry.name() != "name")
}

fn heading(topic: Topic) -> &'static str {
    match topic {
        Topic::Player | Topic::Search => "Search",
        Topic::Technique => "Techniques",
        Topic::Play => "Play",
        Topic::Run => "Run",
        Topic::Limit => "Limits",
    }
}

/// What stands for the value in help.
fn placeholder(entry: Entry) -> String {
    match entry.takes() {
        Takes::Switch => "on|off".to_owned(),
        Takes::Number { .. } => "N".to_owned(),
        Takes::Name(_) | Takes::Text(_) => entry.name().to_uppercase(),
    }
}

fn flag(entry: Entry) -> Arg {
    let name = entry.name();
    let check = move |text: &str| {
        EngineSpec::default().set(name, text).map(|()| text.to_owned()).map_err(|wrong| {
            // Which flag it is, and what was given, is said anyway.
            let takes = format!("'{name}' takes ");
            let wrong = String::from(wrong);
            wrong.strip_prefix(&takes).map_or(wrong.clone(), |_| format!("give {}", entry.takes()))
        })
    };
    let help = match entry.takes() {
        Takes::Switch => entry.about().to_owned(),
        takes => format!("{}: {takes}", entry.about()),
    };
    let flag = Arg::new(name)
        .long(name)
        .value_name(placeholder(entry))
        .help(help)
        .help_heading(heading(entry.topic()))
        .value_parser(check);
    if entry.is_switch() {
        flag.num_args(0..=1).require_equals(true).default_missing_value("on")
    } else {
        flag.allow_hyphen_values(true)
    }
}

impl Args for EngineArguments {
    fn augment_args(command: Command) -> Command {
        command.args(flags().map(flag))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for EngineArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut spec = EngineSpec::default();
        for entry in flags() {
            if let Some(value) = matches.get_one::<String>(entry.name()) {
                spec.set(entry.name(), value)
                    .map_err(|wrong| Error::raw(ErrorKind::ValueValidation, wrong))?;
            }
        }
        Ok(Self { spec })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
