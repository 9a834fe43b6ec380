//! An arm: one way to search that is measured against others.
//!
//! An arm is said in the words of a player (`order=ads:mtf,limit=5 quiescence=2`), of which it takes those that the
//! experiment leaves open: the order, which comes first and may stand alone, techniques (`clip=40/90`), a table of its
//! own (`table=64`), `deeper-entries` and `deepen`.

use std::fmt;
use std::str::FromStr;

use cutfirst::engine::{Settings, Topic, Word};
use cutfirst::notation::excerpt;
use cutfirst::ordering::Order;

use crate::cell::Cell;
use crate::words::ParseWordError;

/// One way to search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Arm {
    /// In which order moves are tried.
    order: Order,
    /// What else was said: names of words with their values, in the order in which they are written.
    words: Vec<(&'static str, String)>,
}

/// The words that an arm may say after its order: techniques, then these.
const BESIDE_TECHNIQUES: [&str; 3] = ["deeper-entries", "table", "deepen"];

fn words() -> impl Iterator<Item = &'static Word<Settings>> {
    let techniques = Settings::WORDS.iter().filter(|word| word.topic == Topic::Technique);
    techniques.chain(
        BESIDE_TECHNIQUES.iter().filter_map(|name| Settings::WORDS.iter().find(|word| word.name == *name)),
    )
}

impl Arm {
    /// How the arm searches in a cell.
    #[must_use]
    pub fn settings(&self, cell: &Cell) -> Settings {
        self.applied(cell.settings().with_detail(true))
    }

    fn applied(&self, mut settings: Settings) -> Settings {
        settings.order = self.order.clone();
        for word in words() {
            if let Some((_, value)) = self.words.iter().find(|(name, _)| *name == word.name) {
                let applied = word.set(&mut settings, value);
                debug_assert!(applied.is_ok(), "{} was read before", word.name);
            }
        }
        settings
    }

    /// Whether the arm called `text` may find another value than exact arms.
    #[must_use]
    pub fn is_selective(text: &str) -> bool {
        text.parse().is_ok_and(|arm: Self| !arm.applied(Settings::plain(2)).is_exact())
    }
}

impl fmt::Display for Arm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.order)?;
        for word in words() {
            if let Some((_, value)) = self.words.iter().find(|(name, _)| *name == word.name) {
                write!(f, " {}", word.with(value))?;
            }
        }
        Ok(())
    }
}

impl FromStr for Arm {
    type Err = ParseWordError;

    fn from_str(text: &str) -> Result<Self, ParseWordError> {
        let mut said = text.split_whitespace();
        let order = said.next().unwrap_or_default();
        let order = order.strip_prefix("order=").unwrap_or(order);
        let mut arm = Self { order: order.parse().map_err(|error| format!("{error}"))?, ..Self::default() };
        let plain = Settings::plain(2);
        for text in said {
            let (name, value) =
                text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
            let word = words().find(|word| word.name == name).ok_or_else(|| refusal(text, name))?;
            let value = value.or(word.is_switch().then_some("on"));
            let value = value.ok_or_else(|| format!("'{name}' needs a value: {name}={}", word.takes))?;
            let mut settings = plain.clone();
            word.set(&mut settings, value)?;
            if arm.words.iter().any(|(known, _)| *known == name) {
                return Err(format!("'{name}' is given twice").into());
            }
            // Techniques that are off are not said; a table or deepening may be the experiment's.
            match word.value(&settings) {
                shown if word.topic == Topic::Technique && shown == word.value(&plain) => {}
                shown => arm.words.extend(shown.map(|value| (word.name, value))),
            }
        }
        arm.words.sort();
        Ok(arm)
    }
}

fn refusal(text: &str, name: &str) -> String {
    let names: Vec<_> = words().map(|word| word.name).collect();
    let choose = format!("after its order an arm takes {}", names.join(", "));
    match crate::engine_spec::entries().iter().any(|entry| entry.name() == name) {
        true => format!("'{name}' is for the experiment to say, not for one arm; {choose}"),
        false => format!("unknown word '{}'; {choose}", excerpt(text).escape_debug()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arms_are_read_and_written() {
        for text in [
            "none",
            "ads:mtf,limit=5",
            "killer:2 quiescence=2",
            "tt+ads:mtf clip=4/9 table=64 deepen",
            "tt clip=4/9 sibling=0 caches deeper-entries table=0",
        ] {
            assert_eq!(text.parse::<Arm>().unwrap().to_string(), text);
        }
        assert_eq!(
            "order=tt deepen=on table=8 caches quiescence=0 clip=off".parse::<Arm>().unwrap().to_string(),
            "tt caches table=8 deepen",
            "in one order, without what says nothing"
        );
        for text in ["", "quiescence=2", "none table=x", "none deeper", "none  clip=", "none caches caches"] {
            assert!(text.parse::<Arm>().is_err(), "{text}");
        }
        let wrong = |text: &str| text.parse::<Arm>().unwrap_err().to_string();
        assert!(
            wrong("none depth=3").to_string().starts_with("'depth' is for the experiment to say"),
            "{}",
            wrong("none depth=3")
        );
        assert!(
            wrong("none dpeth=3")
                .to_string()
                .starts_with("unknown word 'dpeth=3'; after its order an arm takes quiescence")
        );
        assert!(Arm::is_selective("none clip=3") && !Arm::is_selective("none quiescence=3"));
        assert!(Arm::is_selective("tt deeper-entries table=1"));
    }
}
