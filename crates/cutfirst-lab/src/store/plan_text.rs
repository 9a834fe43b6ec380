//! What a store remembers of its plan, and how two plans are told apart.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use super::{Shard, StoreError};

/// What a store holds results of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanText {
    /// The plan in its canonical form, in full.
    pub text: String,
    /// The part of it.
    pub shard: Shard,
}

/// The first line in which two plans differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineDifference {
    /// The line's number, from 1.
    pub line: usize,
    /// What the first plan says there, if it has such a line: shortened to what matters, escaped.
    pub first: Option<String>,
    /// What the second plan says there.
    pub second: Option<String>,
}

impl LineDifference {
    /// Compares two texts line by line.
    #[must_use]
    pub fn between(first: &str, second: &str) -> Option<Self> {
        // Not `lines`, which hides a carriage return or the last line's end.
        let (mut a, mut b) = (first.split('\n'), second.split('\n'));
        for line in 1.. {
            match (a.next(), b.next()) {
                (None, None) => break,
                (a, b) if a == b => {}
                (a, b) => {
                    let common = common_chars(a.unwrap_or_default(), b.unwrap_or_default());
                    let shown = |text: &str| around(text, common);
                    return Some(Self { line, first: a.map(shown), second: b.map(shown) });
                }
            }
        }
        None
    }

    /// Both sides for a message.
    pub(crate) fn sides(&self) -> [String; 2] {
        [&self.first, &self.second].map(|side| match side {
            Some(text) => format!("'{text}'"),
            None => "missing".to_owned(),
        })
    }
}

/// With the first plan as the stored one and the second as the given one.
impl fmt::Display for LineDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [stored, given] = self.sides();
        write!(f, "line {}: stored {stored}, given {given}", self.line)
    }
}

fn common_chars(a: &str, b: &str) -> usize {
    a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count()
}

/// A short piece of a line that shows the character at `place` and what is before it.
fn around(line: &str, place: usize) -> String {
    const BEFORE: usize = 30;
    let skipped = place.saturating_sub(BEFORE);
    let rest: String = line.chars().skip(skipped).collect();
    let rest = cutfirst::notation::excerpt(&rest);
    format!("{}{}", if skipped > 0 { "…" } else { "" }, rest.escape_debug())
}

impl PlanText {
    /// A plan as a whole.
    #[must_use]
    pub fn whole(text: String) -> Self {
        Self { text, shard: Shard::WHOLE }
    }

    pub(super) fn from_meta(meta: &BTreeMap<String, String>) -> Option<Self> {
        Some(Self { text: meta.get("plan")?.clone(), shard: meta.get("shard")?.parse().ok()? })
    }

    /// Fails if `given`, for which the store at `path` is wanted, is not what it was made for.
    pub(crate) fn expect_same(&self, given: &Self, path: &Path) -> Result<(), StoreError> {
        if let Some(difference) = LineDifference::between(&self.text, &given.text) {
            return Err(StoreError::OtherPlan { path: path.to_owned(), difference });
        }
        if self.shard != given.shard {
            let (stored, given) = (self.shard, given.shard);
            return Err(StoreError::OtherShard { path: path.to_owned(), stored, given });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(first: &str, second: &str) -> Option<String> {
        LineDifference::between(first, second).map(|difference| difference.to_string())
    }

    #[test]
    fn the_first_difference_is_shown() {
        assert_eq!(shown("", ""), None);
        assert_eq!(shown("a\nb\n", "a\nb\n"), None);
        assert_eq!(shown("a\nb", "a\nc\nd").unwrap(), "line 2: stored 'b', given 'c'");
        assert_eq!(shown("a", "a\nc").unwrap(), "line 2: stored missing, given 'c'");
        assert_eq!(shown("a\r\nb", "a\nb").unwrap(), r"line 1: stored 'a\r', given 'a'");
    }

    #[test]
    fn a_long_line_is_cut_around_the_difference() {
        let line = "ä".repeat(500);
        let message = shown(&format!("{line}4{line}"), &format!("{line}5{line}")).unwrap();
        assert!(message.contains("ä4ä") && message.contains("ä5ä"), "{message}");
        assert!(message.chars().count() < 150, "{message}");
    }
}
