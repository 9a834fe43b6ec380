//! A player in words: `name=fast algorithm=pvs order=tt+killer depth=5`.
//!
//! Words are separated by spaces, in any order: `key=value`, or a key alone for what is on or off. What the
//! words leave open comes from [`Settings::strongest`] and the evaluation that the game plays best with, or from
//! [`Settings::plain`] and the game's plain evaluation with the word `plain`. [`EngineSpec::engine`] settles all of it, and
//! [`SettledEngine::words`] says what was settled in the same language. [`entries`] has all words.

mod entries;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::words::ParseWordError;
use cutfirst::engine::{Level, Request, Settings};
use cutfirst::notation::excerpt;
use cutfirst::ordering::{HeuristicSpec, Order};
use cutfirst::search::{Algorithm, GameClock, Limit};
use cutfirst_games::board_game::GameInfo;

pub use self::entries::{Entry, entries};
use crate::duration::{duration_text, parse_duration};
use crate::foreign::{Foreign, HELP, Words, words};

/// When a player's search stops; whichever comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The deepest iteration.
    pub depth: Option<u32>,
    /// Time per move.
    pub time: Option<Duration>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// A level of play, with its own nodes per move.
    pub level: Option<Level>,
    /// Time for the whole game. What is left of it is for whoever plays the game to say.
    pub clock: Option<TimeControl>,
}

/// Time for a whole game, written `2s+20ms`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// What the clock shows at first.
    pub time: Duration,
    /// What every move adds.
    pub increment: Duration,
}

impl FromStr for TimeControl {
    type Err = ParseWordError;

    fn from_str(text: &str) -> Result<Self, ParseWordError> {
        let (time, increment) = text.split_once('+').map_or((text, None), |(time, more)| (time, Some(more)));
        let read = |text: &str| {
            parse_duration(text).map_err(|error| format!("{error}; a clock is a time such as 2s, or 2s+20ms"))
        };
        let increment = match increment {
            None | Some("0") => Duration::ZERO,
            Some(text) => read(text)?,
        };
        Ok(Self { time: read(time)?, increment })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&duration_text(self.time))?;
        match self.increment {
            Duration::ZERO => Ok(()),
            increment => write!(f, "+{}", duration_text(increment)),
        }
    }
}

impl Limits {
    /// Whether nothing is limited.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// As the engine wants it, for the first move of a game with a clock.
    #[must_use]
    pub fn limit(&self) -> Limit {
        let mut limit = match (self.time, self.clock) {
            (Some(time), _) => Limit::time(time),
            (None, Some(TimeControl { time, increment })) => {
                Limit::game_clock(GameClock::new(time).with_increment(increment))
            }
            (None, None) => Limit::default(),
        };
        limit.depth = self.depth;
        limit.nodes = self.nodes;
        limit
    }

    /// A search within them.
    #[must_use]
    pub fn request<M>(&self) -> Request<M> {
        let request = Request::new(self.limit());
        match self.level {
            Some(level) => request.with_level(level),
            None => request,
        }
    }
}

/// A player with everything settled.
#[derive(Clone, PartialEq, Debug)]
pub struct SettledEngine {
    /// The name given, if any.
    pub name: Option<String>,
    /// How it searches.
    pub settings: Settings,
    /// The name of its evaluation.
    pub evaluation: String,
    /// When it stops.
    pub limits: Limits,
    /// The program of somebody else that plays instead; of the rest only name and limits count then.
    pub foreign: Option<Foreign>,
}

impl SettledEngine {
    fn new(settings: Settings, evaluation: &str) -> Self {
        let (evaluation, limits) = (evaluation.to_owned(), Limits::default());
        Self { name: None, settings, evaluation, limits, foreign: None }
    }

    /// Everything in words, such that these give this very engine again.
    #[must_use]
    pub fn words(&self) -> String {
        let foreign = self.foreign.as_ref();
        let entries =
            entries().iter().filter(|entry| foreign.is_none() || OF_FOREIGN.contains(&entry.name()));
        let shown = entries.filter_map(|entry| Some(entry.with(&entry.written(self)?)));
        shown.chain(foreign.map(ToString::to_string)).collect::<Vec<_>>().join(" ")
    }

    /// As [`words`](Self::words), without those that are as in the strongest setting; algorithm, order,
    /// evaluation, table and limits are always there. These give this very engine again, too, as long as
    /// the strongest setting stays what it is.
    #[must_use]
    pub fn short_words(&self, players: usize) -> String {
        const ALWAYS: [&str; 4] = ["algorithm", "order", "evaluation", "table"];
        if self.foreign.is_some() {
            return self.words();
        }
        let usual = Self::new(Settings::strongest(players), "");
        let shown = entries().iter().filter_map(|entry| {
            let value = entry.written(self)?;
            let is_usual = entry.value(&usual).as_ref() == Some(&value) && !ALWAYS.contains(&entry.name());
            (!is_usual).then(|| entry.with(&value))
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    /// Whether it plays the same on every machine and at every moment.
    #[must_use]
    pub fn is_reproducible(&self) -> bool {
        let Limits { time, clock, .. } = self.limits;
        time.is_none() && clock.is_none() && self.settings.threads == 1 && self.foreign.is_none()
    }

    /// Whether its searches may miss the value of their depth. Such players are marked wherever they are
    /// named.
    #[must_use]
    pub fn is_selective(&self) -> bool {
        self.foreign.is_none() && !self.settings.is_exact()
    }
}

/// The words that also hold for somebody else's program.
const OF_FOREIGN: [&str; 5] = ["name", "depth", "time", "clock", "nodes"];

/// What was said about a player: checked word by word, but not yet settled.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineSpec {
    /// Places in [`entries`] with values in canonical form; in that order, each at most once.
    words: Vec<(usize, String)>,
    /// Somebody else's program.
    foreign: Option<Foreign>,
}

/// Why a text does not describe a player; points at the wrong word and names the choices.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("player '{player}', word {number}: {wrong}")]
pub struct EngineSpecError {
    /// The beginning of the text.
    player: String,
    /// Which word, from 1.
    number: usize,
    /// What is wrong with it and what would be right.
    wrong: String,
}

impl FromStr for EngineSpec {
    type Err = EngineSpecError;

    fn from_str(text: &str) -> Result<Self, EngineSpecError> {
        let mut spec = Self::default();
        let mut foreign = Words::default();
        let wrong = |index: usize, wrong: String| {
            let player = excerpt(text).escape_debug().to_string();
            EngineSpecError { player, number: index + 1, wrong }
        };
        let words: Vec<_> = words(text).collect();
        for (index, word) in words.iter().enumerate() {
            let (name, value) =
                word.split_once('=').map_or((*word, None), |(name, value)| (name, Some(value)));
            if !foreign.read(name, value).map_err(|why| wrong(index, why))? {
                spec.read_word(word).map_err(|why| wrong(index, why))?;
            }
        }
        let last = words.len().saturating_sub(1);
        spec.foreign = foreign.settle().map_err(|why| wrong(last, why))?;
        let ours = spec.names().find(|name| !OF_FOREIGN.contains(name));
        if let (Some(_), Some(name)) = (&spec.foreign, ours) {
            return Err(wrong(
                last,
                format!("'{name}' is for engines of ours; a command has its own settings"),
            ));
        }
        Ok(spec)
    }
}

impl EngineSpec {
    fn read_word(&mut self, word: &str) -> Result<(), String> {
        let (name, value) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
        let entry = entries().iter().find(|entry| entry.name() == name);
        let entry = entry.ok_or_else(|| unknown(word))?;
        if self.has(name) {
            return Err(format!("'{name}' is given twice"));
        }
        let value = value.or(entry.is_switch().then_some("on"));
        let value = value.ok_or_else(|| format!("'{name}' needs a value: {name}={}", entry.takes()))?;
        Ok(self.set(name, value)?)
    }

    /// Says one word, in place of what was said by it before.
    ///
    /// # Errors
    /// In a sentence, if there is no such word or it takes no such value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ParseWordError> {
        let place = entries().iter().position(|entry| entry.name() == name).ok_or_else(|| unknown(name))?;
        let mut scratch = SettledEngine::new(Settings::strongest(2), "");
        entries()[place].set(&mut scratch, value)?;
        let canonical = entries()[place].value(&scratch).unwrap_or_else(|| value.to_owned());
        self.words.retain(|&(known, _)| known != place);
        self.words.push((place, canonical));
        self.words.sort();
        Ok(())
    }

    /// The words that were said, in the order of [`entries`].
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.words.iter().map(|(place, _)| entries()[*place].name())
    }

    /// The program of somebody else, if it is one.
    #[must_use]
    pub fn foreign(&self) -> Option<&Foreign> {
        self.foreign.as_ref()
    }

    /// What a word was said to be.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        let found = self.words.iter().find(|(place, _)| entries()[*place].name() == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Settles what the words leave open, in a `game` of so many players. `default` limits a player who has
    /// no limit of his own.
    #[must_use]
    pub fn engine(&self, game: &GameInfo, players: usize, default: Limits) -> SettledEngine {
        let mut engine = if self.is_on("plain") {
            SettledEngine::new(Settings::plain(players), game.evaluations[0].name)
        } else {
            SettledEngine::new(game.strongest(players), game.plays_with)
        };
        self.apply(&mut engine);
        engine.foreign.clone_from(&self.foreign);
        if engine.limits.is_none() {
            engine.limits = default;
        }
        let settings = &mut engine.settings;
        if engine.foreign.is_some() {
            // It has its own memory.
            settings.table = 0;
        }
        if self.value("table").is_none() && !settings.algorithm.can_use_table() {
            settings.table = 0;
        }
        let cannot = settings.table == 0 || !settings.algorithm.has_windows();
        if cannot && self.value("enhanced-cutoffs").is_none() {
            settings.techniques.enhanced_cutoffs = false;
        }
        if self.value("order").is_none() {
            match (settings.algorithm, settings.table) {
                (Algorithm::Minimax, _) => settings.order = Order::default(),
                (_, 0) => settings.order.0.retain(|heuristic| *heuristic != HeuristicSpec::Table),
                _ => {}
            }
        }
        if self.value("deepen").is_none() && engine.limits.depth.is_none() {
            // Limits other than a depth alone need results on the way.
            settings.deepen = true;
        }
        engine
    }

    fn apply(&self, engine: &mut SettledEngine) {
        for (place, value) in &self.words {
            let applied = entries()[*place].set(engine, value);
            debug_assert!(applied.is_ok(), "{} was read before", entries()[*place].name());
        }
    }

    /// The same without one word, such as the name.
    #[must_use]
    pub fn without(&self, name: &str) -> Self {
        let words = self.words.iter().filter(|(place, _)| entries()[*place].name() != name);
        Self { words: words.cloned().collect(), foreign: self.foreign.clone() }
    }

    /// Whether a word is given.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }

    /// Whether a switch is said to be on.
    #[must_use]
    pub fn is_on(&self, name: &str) -> bool {
        self.value(name) == Some("on")
    }

    /// The same with another value of one word.
    ///
    /// # Errors
    /// If the key takes no such value.
    pub fn with(&self, name: &str, value: impl fmt::Display) -> Result<Self, EngineSpecError> {
        format!("{} {name}={value}", self.without(name)).parse()
    }
}

fn unknown(word: &str) -> String {
    let names: Vec<_> = help().map(|(name, ..)| name).collect();
    format!("unknown word '{}'; choose {}", excerpt(word).escape_debug(), names.join(", "))
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.words.iter().map(|(place, value)| entries()[*place].with(value));
        let foreign = self.foreign.iter().map(ToString::to_string);
        f.write_str(&words.chain(foreign).collect::<Vec<_>>().join(" "))
    }
}

/// Every word with what it takes and what it means, for help.
pub fn help() -> impl Iterator<Item = (&'static str, String, &'static str)> {
    let ours = entries().iter().map(|entry| (entry.name(), entry.takes().to_string(), entry.about()));
    ours.chain(HELP.map(|(name, takes, about)| (name, takes.to_owned(), about)))
}

#[cfg(test)]
mod tests;
