//! The update rules and their names.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::notation::excerpt;

/// What a query does to the queried element; the others keep their relative order.
///
/// An element that is not in the list is appended at the tail first, and the rule is applied as if it
/// had been queried there ("History-ADS", §5). A rule is written as in the examples of its variants,
/// which is also what [`FromStr`] reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Rule {
    /// `mtf`: to the head of the list. The list is ordered by the latest query.
    #[default]
    MoveToFront,
    /// `transpose`: one place towards the head.
    Transpose,
    /// `ahead-3`: so many places towards the head; 1 is [`Transpose`](Self::Transpose), the length of
    /// the list [`MoveToFront`](Self::MoveToFront). 0 counts as 1.
    MoveAhead(u32),
    /// `pos-4`: from beyond this position (counted from 1) to this position, from any other one place
    /// towards the head. 1 is [`MoveToFront`](Self::MoveToFront), the length of the list
    /// [`Transpose`](Self::Transpose). 0 counts as 1.
    Pos(u32),
    /// `count`: before all elements that were queried as often or less: the list is ordered by the
    /// number of queries, ties by the latest query. With a limit, a new element that finds only
    /// elements with more queries is forgotten at once.
    Count,
    /// `smtf`, `smtf-75`: to the head with a chance that is 1 at the element's first query and is
    /// multiplied by `percent` / 100 at each. When all chances have gone, the list has converged
    /// (absorbing lists: Oommen & Hansen 1987; a chance of
    /// its own for each element is the reading taken here). 100 is [`MoveToFront`](Self::MoveToFront); more counts
    /// as 100.
    StochasticFront {
        /// What is left of the chance after a query, in percent.
        percent: u8,
    },
    /// `smtr`, `smtr-75`: to the tail, with the chance of [`StochasticFront`](Self::StochasticFront).
    /// Elements that are queried often lose their chance soon, and the others end up behind them. With a
    /// limit, a full list lets nothing new in: what is new stays at the tail and is forgotten.
    StochasticRear {
        /// What is left of the chance after a query, in percent.
        percent: u8,
    },
    /// `demote`: to the head, as [`MoveToFront`](Self::MoveToFront); and what was tried in vain before it,
    /// which [`AdaptiveList::fail`](super::AdaptiveList::fail) tells, drops half-way to the tail.
    Demote,
}

impl Rule {
    /// The decay of `smtf` and `smtr` when none is written: about ten moves per element until its
    /// place is settled.
    pub const DEFAULT_PERCENT: u8 = 90;

    /// One rule of each kind, for tests and comparisons.
    pub const EXAMPLES: &[Self] = &[
        Self::MoveToFront,
        Self::Transpose,
        Self::MoveAhead(3),
        Self::Pos(4),
        Self::Count,
        Self::StochasticFront { percent: Self::DEFAULT_PERCENT },
        Self::StochasticRear { percent: Self::DEFAULT_PERCENT },
        Self::Demote,
    ];

    /// Whether the rule tosses a coin, so that the seed of a list matters.
    #[must_use]
    pub fn is_stochastic(self) -> bool {
        matches!(self, Self::StochasticFront { .. } | Self::StochasticRear { .. })
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, number) = match *self {
            Self::MoveToFront => ("mtf", None),
            Self::Transpose => ("transpose", None),
            Self::MoveAhead(places) => ("ahead", Some(places)),
            Self::Pos(position) => ("pos", Some(position)),
            Self::Count => ("count", None),
            Self::StochasticFront { percent: Self::DEFAULT_PERCENT } => ("smtf", None),
            Self::StochasticFront { percent } => ("smtf", Some(percent.into())),
            Self::StochasticRear { percent: Self::DEFAULT_PERCENT } => ("smtr", None),
            Self::StochasticRear { percent } => ("smtr", Some(percent.into())),
            Self::Demote => ("demote", None),
        };
        match number {
            None => f.pad(name),
            Some(number) => f.pad(&format!("{name}-{number}")),
        }
    }
}

/// A text that names no rule.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "unknown list rule '{}': expected mtf, transpose, ahead-K or pos-K with K from 1, count, demote, smtf or \
     smtr (smtf-P and smtr-P with a decay of P percent, 0 to 100)",
    excerpt(.0).escape_debug()
)]
pub struct ParseRuleError(String);

impl FromStr for Rule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<Self, ParseRuleError> {
        let error = || ParseRuleError(text.to_owned());
        let (name, number) = match text.split_once('-') {
            Some((name, digits)) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                (name, Some(digits.parse::<u32>().map_err(|_| error())?))
            }
            Some(_) => return Err(error()),
            None => (text, None),
        };
        let percent =
            || u8::try_from(number.unwrap_or(Self::DEFAULT_PERCENT.into())).ok().filter(|&p| p <= 100);
        match (name, number) {
            ("mtf", None) => Some(Self::MoveToFront),
            ("transpose", None) => Some(Self::Transpose),
            ("ahead", Some(places @ 1..)) => Some(Self::MoveAhead(places)),
            ("pos", Some(position @ 1..)) => Some(Self::Pos(position)),
            ("count", None) => Some(Self::Count),
            ("demote", None) => Some(Self::Demote),
            ("smtf", _) => percent().map(|percent| Self::StochasticFront { percent }),
            ("smtr", _) => percent().map(|percent| Self::StochasticRear { percent }),
            _ => None,
        }
        .ok_or_else(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_back() {
        let written: Vec<_> = Rule::EXAMPLES.iter().map(Rule::to_string).collect();
        assert_eq!(written, ["mtf", "transpose", "ahead-3", "pos-4", "count", "smtf", "smtr", "demote"]);
        for &rule in Rule::EXAMPLES {
            assert_eq!(rule.to_string().parse(), Ok(rule));
        }
        for text in ["ahead-1", "pos-4294967295", "smtf-0", "smtf-100", "smtr-75"] {
            assert_eq!(text.parse::<Rule>().unwrap().to_string(), text);
        }
        assert_eq!("smtr-90".parse(), Ok(Rule::StochasticRear { percent: 90 }));
    }

    #[test]
    fn other_texts_are_refused_with_the_choices() {
        for text in [
            "",
            "-",
            "MTF",
            "mtf-1",
            "front",
            "ahead",
            "ahead-",
            "ahead-0",
            "ahead--1",
            "ahead-+1",
            "pos-0",
            "pos-x",
            "pos-4294967296",
            "count-2",
            "smtf-101",
            "smtr-",
            "smtr-9.5",
            " mtf",
        ] {
            let message = text.parse::<Rule>().unwrap_err().to_string();
            for choice in ["mtf", "transpose", "ahead-K", "pos-K", "count", "smtf", "smtr", "demote"] {
                assert!(message.contains(choice), "{message}");
            }
            assert!(message.contains(&format!("'{text}'")));
        }
    }

    #[test]
    fn an_unknown_rule_with_control_characters_is_shown_in_one_line() {
        let error = "comb\0\n\x0c".parse::<Rule>().unwrap_err().to_string();
        assert!(error.starts_with(r"unknown list rule 'comb\0\n\u{c}': "), "{error}");
        assert!("x".repeat(9999).parse::<Rule>().unwrap_err().to_string().len() < 300);
    }
}
