//! Orderings as text: `tt+ads:mtf,limit=20+killer`.

use std::fmt;
use std::str::FromStr;

use crate::adaptive::Rule;

/// A stack of heuristics, applied left to right: moves that one ranks equal are decided by the
/// next, and what none ranks keeps generation order. The empty stack is written `none`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Order(pub Vec<HeuristicSpec>);

/// One heuristic with its parameters.
#[derive(Clone, PartialEq, Debug)]
pub enum HeuristicSpec {
    /// `shuffle[:SEED]`: random order, the control.
    Shuffle {
        /// The seed of the order.
        seed: u64,
    },
    /// `killer[:K]`: the last K cutting moves of the level.
    Killer {
        /// How many moves a level remembers.
        slots: usize,
    },
    /// `history[:square|power|one][,per-level]`: how often and how high up a move cut.
    History {
        /// What a cut adds.
        bonus: Bonus,
        /// One table per level instead of one for all.
        per_level: bool,
    },
    /// `ads:RULE[,limit=N][,per-level][,mover][,fresh]`: History-ADS.
    Ads(AdsSpec),
    /// `threat[:RULE][,fresh]`: Threat-ADS, the opponents of Best-Reply Search in list order.
    Threat {
        /// How the list of opponents adapts.
        rule: Rule,
        /// Start anew at every search.
        fresh: bool,
    },
    /// `tt`: the move that the transposition table holds.
    Table,
    /// `static`: the game's own move classes.
    Static,
    /// `evaluate[:LEVELS]`: children sorted by their evaluation, on the upper levels.
    Evaluate {
        /// On how many levels below the root, the root's own children being level 1.
        levels: usize,
    },
}

/// Parameters of History-ADS.
#[derive(Clone, PartialEq, Debug)]
pub struct AdsSpec {
    /// How the list adapts; `None` is `ads:set`, an unordered collection of all cutters.
    pub rule: Option<Rule>,
    /// The most moves a list holds.
    pub limit: Option<usize>,
    /// One list per level instead of one for all.
    pub per_level: bool,
    /// Moves of different players are different elements.
    pub mover: bool,
    /// Start anew at every search.
    pub fresh: bool,
}

/// What a cut at a node with `d` plies left adds to a move's history.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bonus {
    /// d².
    #[default]
    Square,
    /// 2^d.
    Power,
    /// 1.
    One,
}

/// Why a text is not an ordering; points at the wrong word and names the choices.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct OrderError(String);

/// The text forms of [`Rule`].
const RULES: &str = "mtf, transpose, ahead-K, pos-K, count, smtf, smtr";

const HEURISTICS: &str = "none, shuffle, killer, history, ads, threat, tt, static or evaluate";

impl FromStr for Order {
    type Err = OrderError;

    fn from_str(text: &str) -> Result<Self, OrderError> {
        if text.trim() == "none" {
            return Ok(Self::default());
        }
        let mut stack = Vec::new();
        let mut column = 1;
        for word in text.split('+') {
            let spec = parse_heuristic(word.trim()).map_err(|wrong| {
                OrderError(format!(
                    "order '{}', character {column}: {wrong}",
                    crate::notation::excerpt(text).escape_debug()
                ))
            })?;
            stack.push(spec);
            column += word.chars().count() + 1;
        }
        Ok(Self(stack))
    }
}

/// A heuristic's name, first word and further parameters, taken apart.
struct Words<'a> {
    name: &'a str,
    words: Vec<&'a str>,
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Self {
        let (name, rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        // `history,per-level` is as good as `history:per-level`.
        let (name, early) = name.split_once(',').map_or((name, None), |(name, early)| (name, Some(early)));
        let words = early.into_iter().chain(rest).flat_map(|part| part.split(',')).map(str::trim);
        Self { name, words: words.collect() }
    }

    /// Takes a word without value, such as `per-level`.
    fn flag(&mut self, flag: &str) -> bool {
        let before = self.words.len();
        self.words.retain(|word| *word != flag);
        before > self.words.len()
    }

    /// Takes the first word that `read` understands.
    fn take<T>(&mut self, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let found = self.words.iter().enumerate().find_map(|(i, word)| Some((i, read(word)?)));
        let (i, value) = found?;
        self.words.remove(i);
        Some(value)
    }

    /// Nothing may be left over.
    fn finish(self, choices: &str) -> Result<(), String> {
        match self.words.first() {
            None => Ok(()),
            Some(word) => Err(format!(
                "'{}' means nothing to {}; choose {choices}",
                crate::notation::excerpt(word).escape_debug(),
                self.name
            )),
        }
    }
}

fn parse_heuristic(text: &str) -> Result<HeuristicSpec, String> {
    let mut words = Words::new(text);
    let (spec, choices) = match words.name {
        "shuffle" => {
            let seed = words.take(|word| word.parse().ok()).unwrap_or(0);
            (HeuristicSpec::Shuffle { seed }, "a seed, such as shuffle:7".to_owned())
        }
        "killer" => {
            let slots = words.take(|word| word.parse().ok().filter(|k| (1..=8).contains(k))).unwrap_or(2);
            (HeuristicSpec::Killer { slots }, "a number of moves from 1 to 8, such as killer:2".to_owned())
        }
        "history" => {
            let bonus = words.take(|word| Bonus::ALL.into_iter().find(|bonus| bonus.name() == word));
            let per_level = words.flag("per-level");
            let spec = HeuristicSpec::History { bonus: bonus.unwrap_or_default(), per_level };
            (spec, "square, power, one or per-level".to_owned())
        }
        "ads" => {
            let choices = format!("set, {RULES}, limit=N (N from 1), per-level, mover or fresh");
            (HeuristicSpec::Ads(parse_ads(&mut words, &choices)?), choices)
        }
        "threat" => {
            let rule = words.take(|word| word.parse().ok()).unwrap_or(Rule::MoveToFront);
            let fresh = words.flag("fresh");
            (HeuristicSpec::Threat { rule, fresh }, format!("{RULES} or fresh"))
        }
        "tt" => (HeuristicSpec::Table, "nothing".to_owned()),
        "static" => (HeuristicSpec::Static, "nothing".to_owned()),
        "evaluate" => {
            let levels = words.take(|word| word.parse().ok().filter(|n| (1..=99).contains(n))).unwrap_or(3);
            (
                HeuristicSpec::Evaluate { levels },
                "a number of levels from 1 to 99, such as evaluate:3".to_owned(),
            )
        }
        "none" => return Err("'none' stands alone, it cannot be stacked".to_owned()),
        other => {
            let shown = crate::notation::excerpt(other);
            return Err(format!("unknown heuristic '{}'; choose {HEURISTICS}", shown.escape_debug()));
        }
    };
    words.finish(&choices)?;
    Ok(spec)
}

fn parse_ads(words: &mut Words<'_>, choices: &str) -> Result<AdsSpec, String> {
    let rule = if words.flag("set") {
        None
    } else {
        let rule = words.take(|word| word.parse().ok());
        Some(rule.ok_or_else(|| match words.words.first() {
            None => format!("ads needs a rule, such as ads:mtf; choose {choices}"),
            Some(word) => format!(
                "'{}' is not a rule of ads; choose {choices}",
                crate::notation::excerpt(word).escape_debug()
            ),
        })?)
    };
    if rule.is_none() && words.words.iter().any(|word| word.starts_with("limit=")) {
        return Err("ads:set holds every cutter and takes no limit".to_owned());
    }
    let limit = words.take(|word| word.strip_prefix("limit=")?.parse().ok().filter(|&n: &usize| n > 0));
    let (per_level, mover, fresh) = (words.flag("per-level"), words.flag("mover"), words.flag("fresh"));
    Ok(AdsSpec { rule, limit, per_level, mover, fresh })
}

impl Bonus {
    const ALL: [Self; 3] = [Self::Square, Self::Power, Self::One];

    fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Power => "power",
            Self::One => "one",
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        for (i, spec) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("+")?;
            }
            write!(f, "{spec}")?;
        }
        Ok(())
    }
}

impl fmt::Display for HeuristicSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shuffle { seed } => write!(f, "shuffle:{seed}"),
            Self::Killer { slots } => write!(f, "killer:{slots}"),
            Self::History { bonus, per_level } => {
                write!(f, "history:{}{}", bonus.name(), if *per_level { ",per-level" } else { "" })
            }
            Self::Ads(ads) => write!(f, "{ads}"),
            Self::Threat { rule, fresh } => write!(f, "threat:{rule}{}", if *fresh { ",fresh" } else { "" }),
            Self::Table => f.write_str("tt"),
            Self::Static => f.write_str("static"),
            Self::Evaluate { levels } => write!(f, "evaluate:{levels}"),
        }
    }
}

impl fmt::Display for AdsSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.rule {
            None => f.write_str("ads:set")?,
            Some(rule) => write!(f, "ads:{rule}")?,
        }
        if let Some(limit) = self.limit {
            write!(f, ",limit={limit}")?;
        }
        for (on, word) in [(self.per_level, "per-level"), (self.mover, "mover"), (self.fresh, "fresh")] {
            if on {
                write!(f, ",{word}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn round_trip(text: &str) -> String {
        text.parse::<Order>().unwrap().to_string()
    }

    #[test]
    fn texts_read_and_print() {
        for text in [
            "none",
            "ads:mtf",
            "ads:transpose,limit=5,per-level",
            "ads:set",
            "tt+ads:mtf,limit=20+killer:2",
            "threat:mtf+ads:mtf,mover,fresh",
            "history:power,per-level",
            "evaluate:3+static",
            "shuffle:7",
        ] {
            assert_eq!(round_trip(text), text);
        }
        assert_eq!(round_trip("killer"), "killer:2");
        assert_eq!(round_trip("history,per-level"), "history:square,per-level");
        assert_eq!(round_trip(" tt + threat "), "tt+threat:mtf");
    }

    #[test]
    fn errors_point_at_the_wrong_word() {
        let error = |text: &str| text.parse::<Order>().unwrap_err().to_string();
        assert!(
            error("tt+killr")
                .starts_with("order 'tt+killr', character 4: unknown heuristic 'killr'; choose none")
        );
        assert!(error("ads:mtf,limt=5").contains("'limt=5' means nothing to ads; choose set, mtf"));
        assert!(error("ads").contains("ads needs a rule"));
        assert!(error("ads:mtg").contains("'mtg' is not a rule of ads"));
        assert!(error("ads:mtf,limit=0").contains("'limit=0' means nothing to ads"));
        assert!(error("ads:set,limit=5").contains("takes no limit"));
        assert!(error("none+tt").contains("'none' stands alone"));
        assert!(error("").contains("unknown heuristic ''"));
        assert!(
            error("killer:9").contains("'9' means nothing to killer; choose a number of moves from 1 to 8")
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".{0,60}") {
            let _ = text.parse::<Order>();
        }

        #[test]
        fn what_is_read_prints_and_reads_the_same(text in "(tt|killer|ads|history|threat|static|shuffle|none|evaluate)(:(mtf|transpose|set|3|one|count|pos-2|ahead-3))?(,(limit=4|per-level|mover|fresh|x))*(\\+(tt|killer:1|ads:mtf))?") {
            if let Ok(order) = text.parse::<Order>() {
                prop_assert_eq!(order.to_string().parse::<Order>().unwrap(), order);
            }
        }
    }
}
