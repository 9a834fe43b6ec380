//! Every word about a player: those of the library's settings, and those about who plays and for how long.

use std::sync::LazyLock;

use cutfirst::engine::{NoSuchLevel, Settings, Takes, Topic, Word};
use cutfirst::search::{MAX_DEPTH, ParseSettingError};

use super::SettledEngine;
use crate::duration::{duration_text, parse_duration};
use crate::foreign;

/// A word, wherever its value goes.
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    /// One of the library's.
    Setting(&'static Word<Settings>),
    /// One of the player's own.
    Own(&'static Word<SettledEngine>),
}

/// What all words have.
macro_rules! of_either {
    ($self:ident, $word:ident => $what:expr) => {
        match $self {
            Entry::Setting($word) => $what,
            Entry::Own($word) => $what,
        }
    };
}

impl Entry {
    /// The word.
    #[must_use]
    pub fn name(self) -> &'static str {
        of_either!(self, word => word.name)
    }

    /// What it is about.
    #[must_use]
    pub fn topic(self) -> Topic {
        of_either!(self, word => word.topic)
    }

    /// What may follow `=`.
    #[must_use]
    pub fn takes(self) -> Takes {
        of_either!(self, word => word.takes)
    }

    /// What it means.
    #[must_use]
    pub fn about(self) -> &'static str {
        of_either!(self, word => word.about)
    }

    /// Whether it is on or off, and may stand alone.
    #[must_use]
    pub fn is_switch(self) -> bool {
        of_either!(self, word => word.is_switch())
    }

    /// The word with a value.
    #[must_use]
    pub fn with(self, value: &str) -> String {
        of_either!(self, word => word.with(value))
    }

    /// The value of an engine; `None` if there is nothing to say.
    #[must_use]
    pub fn value(self, engine: &SettledEngine) -> Option<String> {
        match self {
            Self::Setting(word) => word.value(&engine.settings),
            Self::Own(word) => word.value(engine),
        }
    }

    /// As [`value`](Self::value), where everything is written.
    pub(super) fn written(self, engine: &SettledEngine) -> Option<String> {
        let value = self.value(engine)?;
        let is_left_out = matches!(self, Self::Setting(word) if word.rare
            && word.value(&Settings::plain(2)).as_ref() == Some(&value));
        (!is_left_out).then_some(value)
    }

    /// Sets a value.
    pub(super) fn set(self, engine: &mut SettledEngine, value: &str) -> Result<(), ParseSettingError> {
        match self {
            Self::Setting(word) => word.set(&mut engine.settings, value),
            Self::Own(word) => word.set(engine, value),
        }
    }
}

/// All words, in the order in which they are written.
pub fn entries() -> &'static [Entry] {
    static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
        let (who, limits): (Vec<_>, Vec<_>) = OWN.iter().partition(|word| word.topic != Topic::Limit);
        let (evaluation, who): (Vec<_>, Vec<_>) = who.into_iter().partition(|word| word.name == "evaluation");
        let after_order = Settings::WORDS.iter().position(|word| word.name == "order").map_or(0, |at| at + 1);
        let (first, rest) = Settings::WORDS.split_at(after_order);
        let settings = |words: &'static [Word<Settings>]| words.iter().map(Entry::Setting);
        let own = |words: Vec<&'static Word<SettledEngine>>| words.into_iter().map(Entry::Own);
        own(who)
            .chain(settings(first))
            .chain(own(evaluation))
            .chain(settings(rest))
            .chain(own(limits))
            .collect()
    });
    &ENTRIES
}

/// What no setting of a search says.
#[rustfmt::skip]
const OWN: &[Word<SettledEngine>] = &[
    Word::new("name", Topic::Player, Takes::Text("1 to 40 visible characters"), "what the player is called", name, |e| e.name.clone()),
    Word::new("plain", Topic::Player, Takes::Switch, "start from the experiments' setting instead of the strongest: fixed depth, full window, no table, generation order, plain evaluation", |_, _| Ok(()), |_| None),
    Word::new("evaluation", Topic::Player, Takes::Text("an evaluation of the game"), "what positions are worth", evaluation, |e| Some(quoted(&e.evaluation))),
    Word::new("depth", Topic::Limit, Takes::number("a number of plies", 1, MAX_DEPTH as i128), "the deepest search", |e, v| put(&mut e.limits.depth, v), |e| e.limits.depth.map(|depth| depth.to_string())),
    Word::new("time", Topic::Limit, Takes::Text("a time such as 200ms"), "time per move", |e, v| { e.limits.time = Some(parse_duration(v)?); Ok(()) }, |e| e.limits.time.map(duration_text)),
    Word::new("clock", Topic::Limit, Takes::Text("a time, with or without what every move adds, such as 2s+20ms"), "time for the whole game; who has none left loses", |e, v| { e.limits.clock = Some(v.parse()?); Ok(()) }, |e| e.limits.clock.map(|clock| clock.to_string())),
    Word::new("level", Topic::Limit, Takes::Text("1 to 10 or a level's name"), "play no better than a level, which has nodes of its own and errs", level, |e| e.limits.level.map(|level| level.number().to_string())),
    Word::new("nodes", Topic::Limit, Takes::number("a number of nodes", 1, u64::MAX as i128), "nodes per move", |e, v| put(&mut e.limits.nodes, v), |e| e.limits.nodes.map(|nodes| nodes.to_string())),
];

/// A number whose range was checked.
fn put<T: std::str::FromStr>(place: &mut Option<T>, text: &str) -> Result<(), ParseSettingError> {
    *place = Some(text.parse().map_err(|_| String::new())?);
    Ok(())
}

fn level(engine: &mut SettledEngine, text: &str) -> Result<(), ParseSettingError> {
    engine.limits.level = Some(text.parse().map_err(|error: NoSuchLevel| error.to_string())?);
    Ok(())
}

fn name(engine: &mut SettledEngine, text: &str) -> Result<(), ParseSettingError> {
    if !is_word(text) || text.chars().count() > 40 {
        return Err(String::new().into());
    }
    engine.name = Some(text.to_owned());
    Ok(())
}

/// As one word.
fn quoted(name: &str) -> String {
    if name.contains(' ') { format!("\"{name}\"") } else { name.to_owned() }
}

/// Whether the game has it is for the game to say.
fn evaluation(engine: &mut SettledEngine, text: &str) -> Result<(), ParseSettingError> {
    let name = foreign::unquoted(text);
    // The path of a file may have blanks in it.
    if !is_word(&name.replace(' ', "_")) || name.contains('"') {
        return Err(String::new().into());
    }
    name.clone_into(&mut engine.evaluation);
    Ok(())
}

/// Whether a text can stand among others that are separated by blanks.
fn is_word(text: &str) -> bool {
    !text.is_empty() && crate::plain::is_plain(text) && !text.contains(char::is_whitespace)
}
