//! The words with which settings are said: `order=tt+killer`, `null-move=2`, `deepen`.
//!
//! [`Settings::WORDS`] has one entry for each, with its meaning, what it takes and where it goes. Whatever else takes or
//! writes settings is made from the entries: players of matches, arms of plans, flags, options of protocols, and the help
//! for all of them.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::{MOST_TABLE, MOST_THREADS, Settings};
use crate::notation::excerpt;
use crate::ordering::Order;
use crate::search::{Algorithm, Clipping, Combine, MAX_QUIESCENCE, ParseSettingError};

/// What a word is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// Who plays, and by which evaluation.
    Player,
    /// How the tree is searched.
    Search,
    /// A [technique](crate::search::Techniques).
    Technique,
    /// How moves are chosen in a game.
    Play,
    /// How a search is run and watched.
    Run,
    /// When a search stops.
    Limit,
}

/// What may follow the `=` of a word.
#[derive(Clone, Copy, Debug)]
pub enum Takes {
    /// `on` or `off`; the word alone means `on`.
    Switch,
    /// A whole number.
    Number {
        /// What it counts, such as "a number of plies".
        what: &'static str,
        /// The smallest.
        least: i128,
        /// The largest.
        most: i128,
        /// A word or number that is taken besides, and what it means.
        besides: Option<(&'static str, &'static str)>,
    },
    /// One of some names.
    Name(fn() -> Vec<&'static str>),
    /// Another text, described.
    Text(&'static str),
}

impl Takes {
    /// So many of something.
    #[must_use]
    pub const fn number(what: &'static str, least: i128, most: i128) -> Self {
        Self::Number { what, least, most, besides: None }
    }

    /// The number, or a word that stands for none.
    #[must_use]
    pub const fn or(self, word: &'static str, meaning: &'static str) -> Self {
        match self {
            Self::Number { what, least, most, .. } => {
                Self::Number { what, least, most, besides: Some((word, meaning)) }
            }
            other => other,
        }
    }

    /// Whether a text can be one of these, as far as can be said here.
    fn takes(&self, text: &str) -> bool {
        match *self {
            Self::Switch => matches!(text, "on" | "off"),
            Self::Number { least, most, besides, .. } => {
                let number = text.parse::<i128>().ok();
                let is_besides = besides.is_some_and(|(word, _)| match word.parse() {
                    Ok(besides) => number == Some(besides),
                    Err(_) => text == word,
                });
                is_besides || number.is_some_and(|number| (least..=most).contains(&number))
            }
            Self::Name(_) | Self::Text(_) => true,
        }
    }
}

impl Display for Takes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch => f.write_str("on or off"),
            Self::Number { what, least, most, besides } => {
                write!(f, "{what} from {least}")?;
                if *most < i128::from(u64::MAX) {
                    write!(f, " to {most}")?;
                }
                match besides {
                    Some((word, "")) => write!(f, ", or {word}"),
                    Some((word, meaning)) => write!(f, ", or {word} {meaning}"),
                    None => Ok(()),
                }
            }
            Self::Name(names) => {
                let names = names();
                match names.split_last() {
                    Some((last, [])) => f.write_str(last),
                    Some((last, others)) => write!(f, "{} or {last}", others.join(", ")),
                    None => Ok(()),
                }
            }
            Self::Text(what) => f.write_str(what),
        }
    }
}

/// A word that can be said about a `T`.
#[derive(Clone, Copy, Debug)]
pub struct Word<T: 'static> {
    /// The word.
    pub name: &'static str,
    /// What it is about.
    pub topic: Topic,
    /// What may follow `=`.
    pub takes: Takes,
    /// What it means.
    pub about: &'static str,
    /// Whether it is left out where everything is written, as long as it is as usual.
    pub rare: bool,
    read: fn(&mut T, &str) -> Result<(), ParseSettingError>,
    show: fn(&T) -> Option<String>,
}

impl<T> Word<T> {
    /// An entry: `read` takes a value that is one of what the word `takes`, `show` writes it; `None` if there is nothing to say.
    #[must_use]
    pub const fn new(
        name: &'static str,
        topic: Topic,
        takes: Takes,
        about: &'static str,
        read: fn(&mut T, &str) -> Result<(), ParseSettingError>,
        show: fn(&T) -> Option<String>,
    ) -> Self {
        Self { name, topic, takes, about, rare: false, read, show }
    }

    const fn rare(mut self) -> Self {
        self.rare = true;
        self
    }

    /// Whether it is on or off, and may stand alone.
    #[must_use]
    pub const fn is_switch(&self) -> bool {
        matches!(self.takes, Takes::Switch)
    }

    /// Sets the value in `to`.
    ///
    /// # Errors
    /// In a sentence that says what the word takes.
    pub fn set(&self, to: &mut T, value: &str) -> Result<(), ParseSettingError> {
        if self.takes.takes(value) {
            let refused = |wrong: ParseSettingError| match wrong.to_string().is_empty() {
                true => self.refusal(value),
                false => wrong,
            };
            return (self.read)(to, value).map_err(refused);
        }
        Err(self.refusal(value))
    }

    fn refusal(&self, value: &str) -> ParseSettingError {
        format!("'{}' takes {}, not '{}'", self.name, self.takes, excerpt(value).escape_debug()).into()
    }

    /// The value in `of`.
    #[must_use]
    pub fn value(&self, of: &T) -> Option<String> {
        (self.show)(of)
    }

    /// The word with a value.
    #[must_use]
    pub fn with(&self, value: &str) -> String {
        if self.is_switch() && value == "on" {
            self.name.to_owned()
        } else {
            format!("{}={value}", self.name)
        }
    }
}

/// A part of something that can be said by a word.
trait Sayable: Sized {
    fn read(text: &str) -> Result<Self, String>;
    fn show(&self) -> String;
}

impl Sayable for bool {
    fn read(text: &str) -> Result<Self, String> {
        Ok(text == "on")
    }

    fn show(&self) -> String {
        if *self { "on" } else { "off" }.to_owned()
    }
}

impl<T: Sayable> Sayable for Option<T> {
    fn read(text: &str) -> Result<Self, String> {
        if text == "off" { Ok(None) } else { T::read(text).map(Some) }
    }

    fn show(&self) -> String {
        self.as_ref().map_or_else(|| "off".to_owned(), T::show)
    }
}

macro_rules! sayable {
    ($($kind:ty),*) => { $(impl Sayable for $kind {
        fn read(text: &str) -> Result<Self, String> {
            text.parse().map_err(|error: <Self as FromStr>::Err| error.to_string())
        }

        fn show(&self) -> String {
            self.to_string()
        }
    })* };
}

sayable!(u8, u32, i32, u64, usize, Algorithm, Order, Combine, Clipping);

/// An entry about a field of the settings.
macro_rules! word {
    ($name:literal, $topic:ident, $takes:expr, $about:literal, $($field:ident).+) => {
        Word::new(
            $name,
            Topic::$topic,
            $takes,
            $about,
            |settings: &mut Settings, text| {
                settings.$($field).+ = Sayable::read(text)?;
                Ok(())
            },
            |settings| Some(settings.$($field).+.show()),
        )
    };
}

/// Beyond this no margin or window of a search means anything.
const MOST_MARGIN: i128 = 1_000_000;

const ALGORITHMS: Takes = Takes::Name(|| Algorithm::ALL.iter().map(|algorithm| algorithm.name()).collect());
const COMBINATIONS: Takes = Takes::Name(|| Combine::ALL.iter().map(|combine| combine.name()).collect());
const ORDER: Takes = Takes::Text("an order such as none, ads:mtf or tt+killer");
const TABLE: Takes = Takes::number("a number of MiB", 1, MOST_TABLE as i128).or("0", "for none");
const PLIES_BEYOND: Takes = Takes::number("a number of plies", 1, MAX_QUIESCENCE as i128).or("0", "for none");
const WIDTHS: Takes = Takes::Text("linear:W, W1/W2/… or off");
const WINDOW: Takes = Takes::number("a width", 1, MOST_MARGIN).or("off", "");
const REDUCTION: Takes = Takes::number("a depth reduction", 1, 10).or("off", "");
const MARGIN: Takes = Takes::number("a margin", 0, MOST_MARGIN).or("off", "");
const VARIETY: Takes = Takes::number("a margin", 0, 1_000_000_000).or("off", "");
const THREADS: Takes = Takes::number("a number of threads", 1, MOST_THREADS as i128);
const VISITS: Takes = Takes::number("a number of visits", 2, 1000).or("0", "for never");
const CONTEMPT: Takes = Takes::number("a score", -MOST_MARGIN, MOST_MARGIN);
const SEED: Takes = Takes::number("a whole number", 0, u64::MAX as i128);
const LINES: Takes = Takes::number("a number of lines", 1, 1000);
const GRAIN: Takes = Takes::number("a number", 1, MOST_MARGIN).or("0", "for all scores alike");

impl Settings {
    /// Every word, in the order in which they are written. A new setting is one more entry.
    #[rustfmt::skip]
    pub const WORDS: &'static [Word<Self>] = &[
        word!("algorithm", Search, ALGORITHMS, "how the tree is searched", algorithm),
        word!("order", Search, ORDER, "in which order moves are tried", order),
        word!("combine", Search, COMBINATIONS, "how all players' evaluations make a score", combine),
        word!("table", Search, TABLE, "size of the transposition table", table),
        word!("deeper-entries", Search, Takes::Switch, "use table entries of deeper searches (selective)", deeper_entries),
        word!("quiescence", Technique, PLIES_BEYOND, "go on beyond the depth while the last move captured", techniques.quiescence),
        word!("stand-pat", Technique, Takes::Switch, "quiescence searches captures alone, or stands on the evaluation", techniques.stand_pat).rare(),
        word!("clip", Technique, WIDTHS, "clip windows to the evaluation ± a width by plies left (selective)", techniques.clipping),
        word!("aspiration", Technique, WINDOW, "start each depth with a window around the last score", techniques.aspiration),
        word!("null-move", Technique, REDUCTION, "verified null move (selective)", techniques.null_move),
        word!("sibling", Technique, MARGIN, "sibling prediction: above the leaves, give a node up if its first child misses by more (selective)", techniques.sibling),
        word!("cache-evaluations", Technique, Takes::Switch, "keep evaluations of leaves in the table", techniques.cache_evaluations),
        word!("caches", Technique, Takes::Switch, "keep what is found at and right above the leaves in small caches", techniques.caches),
        word!("futility", Technique, Takes::Switch, "do without what is known to lie outside the window: leaves by their evaluation, later wins by a sooner one", techniques.futility),
        word!("enhanced-cutoffs", Technique, Takes::Switch, "ask the table for a refutation before searching a node", techniques.enhanced_cutoffs),
        word!("internal-deepening", Technique, Takes::Switch, "search nodes without a table move shallower first", techniques.internal_deepening),
        word!("double-steps", Technique, Takes::Switch, "deepen two plies at a time to a given depth", techniques.double_steps),
        word!("threads", Run, THREADS, "how many threads search together; more than one are not reproducible", threads),
        word!("deepen", Search, Takes::Switch, "search depth 1, 2, … up to the limit", deepen),
        word!("variety", Play, VARIETY, "play a random move among those at most so much worse", variety),
        word!("repetition", Play, VISITS, "a position that has been there so often makes a draw", repetition),
        word!("contempt", Play, CONTEMPT, "how much worse than 0 a draw by repetition is", contempt),
        word!("endgame", Play, Takes::Switch, "let the game solve its end where it can and time or nodes allow it", endgame).rare(),
        word!("seed", Run, SEED, "seed of everything random in the search", seed),
        word!("lines", Run, LINES, "how many best lines are searched", lines).rare(),
        word!("grain", Search, GRAIN, "divide scores by this, to study coarser evaluations", grain).rare(),
        word!("ignore-order", Run, Takes::Switch, "work the order out but search in generation order, so that what it costs shows", ignore_order).rare(),
        word!("check", Run, Takes::Switch, "check the game's own rules code while searching (slow)", check_game).rare(),
    ];

    /// The words whose values are not those of `usual`.
    pub(crate) fn words_beside(&self, usual: &Self, topic: Topic) -> String {
        let words = Self::WORDS.iter().filter(|word| word.topic == topic);
        let said = words.filter_map(|word| {
            let value = word.value(self).filter(|value| word.value(usual).as_ref() != Some(value))?;
            Some(word.with(&value))
        });
        said.collect::<Vec<_>>().join(" ")
    }

    /// The first number that is none of what its word takes: the word, the least, the most and the number.
    pub(crate) fn out_of_range(&self) -> Option<(&'static str, i64, i64, i64)> {
        let short = |number: i128| i64::try_from(number).unwrap_or(i64::MAX);
        Self::WORDS.iter().find_map(|word| match word.takes {
            Takes::Number { least, most, .. } => {
                let value = word.value(self).filter(|value| !word.takes.takes(value))?;
                Some((word.name, short(least), short(most), short(value.parse().ok()?)))
            }
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_reads_what_it_writes() {
        for settings in [Settings::plain(2), Settings::strongest(2), Settings::strongest(4)] {
            let mut copy = Settings::plain(3);
            for word in Settings::WORDS {
                let value = word.value(&settings).expect("settings always have a value");
                assert_eq!(word.set(&mut copy, &value), Ok(()), "{}={value}", word.name);
            }
            assert_eq!(copy, Settings { detail: copy.detail, ..settings });
        }
        for (index, word) in Settings::WORDS.iter().enumerate() {
            assert!(Settings::WORDS[..index].iter().all(|other| other.name != word.name), "{}", word.name);
            assert!(!word.about.ends_with('.') && !word.about.contains('\n'), "{}", word.name);
        }
    }

    #[test]
    fn what_a_word_does_not_take_is_refused_with_what_it_takes() {
        let refused = |name: &str, value: &str| {
            let word = Settings::WORDS.iter().find(|word| word.name == name).expect("a word");
            word.set(&mut Settings::plain(2), value).expect_err(value)
        };
        for (name, value, hint) in [
            ("table", "1.5", "'table' takes a number of MiB from 1 to 1048576, or 0 for none, not '1.5'"),
            ("null-move", "0", "'null-move' takes a depth reduction from 1 to 10, or off, not '0'"),
            ("repetition", "1", "from 2 to 1000, or 0 for never"),
            ("seed", "18446744073709551616", "'seed' takes a whole number from 0, not"),
            ("deepen", "yes", "'deepen' takes on or off, not 'yes'"),
            ("algorithm", "mcts", "choose minimax, alpha-beta, pvs, brs, paranoid or max-n"),
            ("clip", "", "give linear:WIDTH"),
        ] {
            assert!(refused(name, value).to_string().contains(hint), "{}", refused(name, value));
        }
    }

    #[test]
    fn numbers_out_of_range_are_found_in_settings_too() {
        assert_eq!(Settings::strongest(2).out_of_range(), None);
        let mut settings = Settings::plain(2);
        settings.techniques.null_move = Some(11);
        assert_eq!(settings.out_of_range(), Some(("null-move", 1, 10, 11)));
    }
}
