//! What a search may do beyond alpha-beta, a table and an order: each technique is switched on by
//! itself, and those that may change the value of a search are marked selective.

use std::fmt;
use std::str::FromStr;

use crate::engine::{Settings, Topic};
use crate::search::ParseSettingError;

/// Techniques of a search, all off by default.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Techniques {
    /// Beyond the nominal depth, go on while the last move captured, at most so many plies. Defines
    /// another tree than without; every exact search finds the value of that tree. After a capture *every* reply is
    /// searched, for not to capture may be best, unless there is [`stand_pat`](Self::stand_pat).
    pub quiescence: u8,
    /// Quiescence searches [captures](crate::powers::Captures::captures) alone, and whoever is to move may leave them and stand
    /// on the evaluation instead. A smaller tree of its own, of which every exact search finds the value.
    pub stand_pat: bool,
    /// Cut the window of every node down to what its evaluation makes likely. Selective.
    pub clipping: Option<Clipping>,
    /// Deepening starts each depth with a window of so much around the last score, and searches
    /// again if the score falls outside. Exact.
    pub aspiration: Option<i32>,
    /// Verified null move with this depth reduction; two players only. Selective.
    pub null_move: Option<u8>,
    /// Sibling prediction: above the leaves, if the first child is worse than needed by more than
    /// this, its siblings are not looked at. Selective.
    pub sibling: Option<i32>,
    /// Whether the table also keeps the evaluations of leaves.
    pub cache_evaluations: bool,
    /// Small caches, one of each kind per thread, for what was found right above the leaves and for what leaves are
    /// worth. Exact.
    pub caches: bool,
    /// Does without what cannot lie inside the window: the leaves below a node where the evaluation can tell
    /// ([`Evaluation::reach`](crate::evaluation::Evaluation::reach)), and where a win is known, all that could only win later.
    /// Exact.
    pub futility: bool,
    /// Enhanced transposition cut-offs: before searching a node with a large tree below it, ask the table whether a child
    /// already refutes it. Exact.
    pub enhanced_cutoffs: bool,
    /// Internal iterative deepening: a node without a table move is first searched two plies
    /// shallower to find one. Exact.
    pub internal_deepening: bool,
    /// Deepening to a given depth goes two plies at a time: scores and best moves of odd and even depths differ, and
    /// the last depth learns most from its own kind. Exact.
    pub double_steps: bool,
}

impl Techniques {
    /// Whether the value found may differ from that of the tree searched in full.
    #[must_use]
    pub const fn is_selective(&self) -> bool {
        self.clipping.is_some() || self.null_move.is_some() || self.sibling.is_some()
    }

    /// Whether any of them has something to do at the nodes of a search, rather than between its iterations.
    #[must_use]
    pub(crate) const fn change_nodes(&self) -> bool {
        self.is_selective() || self.quiescence > 0 || self.cache_evaluations || self.internal_deepening
    }
}

impl Techniques {
    /// The settings of a search that has these.
    fn alone(self) -> Settings {
        Settings { techniques: self, ..Settings::plain(2) }
    }

    /// Switches on what one [word](Settings::WORDS) says.
    ///
    /// # Errors
    /// If there is no such technique, or not with this value; the error names those there are.
    pub fn set(&mut self, word: &str) -> Result<(), ParseSettingError> {
        let mut words = Settings::WORDS.iter().filter(|known| known.topic == Topic::Technique);
        let (name, value) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
        let Some(known) = words.clone().find(|known| known.name == name) else {
            let names: Vec<_> = words.by_ref().map(|known| known.name).collect();
            let shown = crate::notation::excerpt(word).escape_debug().to_string();
            return Err(ParseSettingError(format!(
                "unknown technique '{shown}'; choose {}",
                names.join(", ")
            )));
        };
        let needs_value = || ParseSettingError(format!("'{name}' needs a value: {name}={}", known.takes));
        let value = value.or(known.is_switch().then_some("on")).ok_or_else(needs_value)?;
        let mut settings = std::mem::take(self).alone();
        let read = known.set(&mut settings, value);
        *self = settings.techniques;
        read
    }
}

/// Those that are on, as [words](Settings::WORDS).
impl fmt::Display for Techniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.clone().alone().words_beside(&Settings::plain(2), Topic::Technique))
    }
}

/// Reads what [`Display`](fmt::Display) writes: words with spaces between.
impl FromStr for Techniques {
    type Err = ParseSettingError;

    fn from_str(text: &str) -> Result<Self, ParseSettingError> {
        let mut techniques = Self::default();
        for word in text.split_whitespace() {
            techniques.set(word)?;
        }
        Ok(techniques)
    }
}

/// Windows of the Abalone paper (section III, equations 1 to 4): a node's window is cut down to its
/// evaluation plus and minus a width that depends on how many plies are left below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Clipping {
    /// The plies left times a constant.
    Linear(i32),
    /// One width for each number of plies left, from one on; nodes with more are not clipped.
    PerLevel(Vec<i32>),
}

impl Clipping {
    /// The width at a node with `depth` plies left, or none if it is not clipped.
    #[inline]
    #[must_use]
    pub fn width(&self, depth: u32) -> Option<i32> {
        match self {
            Self::Linear(step) => Some(step.saturating_mul(i32::try_from(depth).unwrap_or(i32::MAX))),
            Self::PerLevel(widths) => widths.get((depth as usize).checked_sub(1)?).copied(),
        }
    }
}

impl fmt::Display for Clipping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Linear(step) => write!(f, "linear:{step}"),
            Self::PerLevel(widths) => {
                let widths: Vec<_> = widths.iter().map(ToString::to_string).collect();
                f.write_str(&widths.join("/"))
            }
        }
    }
}

/// Widths beyond this clip nothing.
const MOST_WIDTH: i32 = 100_000_000;

impl FromStr for Clipping {
    type Err = ParseSettingError;

    fn from_str(text: &str) -> Result<Self, ParseSettingError> {
        let width = |word: &str| match word.parse::<i32>() {
            Ok(width) if (0..=MOST_WIDTH).contains(&width) => Ok(width),
            _ => Err(ParseSettingError(format!(
                "unknown width '{}' of a window; give linear:WIDTH or WIDTH/WIDTH/…, the first for nodes with one \
                 ply left, each from 0 to {MOST_WIDTH}",
                crate::notation::excerpt(word).escape_debug()
            ))),
        };
        match text.strip_prefix("linear:") {
            Some(step) => Ok(Self::Linear(width(step)?)),
            None => Ok(Self::PerLevel(text.split('/').map(width).collect::<Result<_, _>>()?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_read_and_written() {
        for text in ["linear:50", "10/40/90", "7"] {
            assert_eq!(text.parse::<Clipping>().unwrap().to_string(), text);
        }
        for text in ["", "linear", "linear:", "linear:-1", "1//2", "1/x", "99999999999"] {
            assert!(text.parse::<Clipping>().unwrap_err().to_string().contains("linear:WIDTH"), "{text}");
        }
    }

    #[test]
    fn techniques_are_read_and_written() {
        let text = "quiescence=2 stand-pat clip=5/9 aspiration=50 null-move=2 sibling=0 cache-evaluations caches futility \
                    enhanced-cutoffs internal-deepening double-steps";
        let techniques: Techniques = text.parse().unwrap();
        assert!(techniques.is_selective());
        assert_eq!(techniques.to_string(), text);
        assert_eq!("".parse(), Ok(Techniques::default()));
        for text in ["quiescence", "quiescence=x", "null-move=", "sibling=3x", "deeper", "clip=5//"] {
            assert!(text.parse::<Techniques>().is_err(), "{text}");
        }
    }

    #[test]
    fn widths_depend_on_the_plies_left() {
        let linear = Clipping::Linear(20);
        assert_eq!([1, 2, 5].map(|depth| linear.width(depth)), [Some(20), Some(40), Some(100)]);
        assert_eq!(linear.width(u32::MAX), Some(i32::MAX), "no depth makes a width negative");
        let levels = Clipping::PerLevel(vec![5, 9]);
        assert_eq!([0, 1, 2, 3].map(|depth| levels.width(depth)), [None, Some(5), Some(9), None]);
    }
}
