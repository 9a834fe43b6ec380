//! Who sits where, and how much an engine may think.

use std::fmt;
use std::marker::PhantomData;

use cutfirst::engine;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::ask::Ask;
use super::position::Position;

/// The longest time for a search.
pub(crate) const MAX_TIME_MS: u64 = 60_000;
/// The deepest search.
pub(crate) const MAX_DEPTH: u32 = 64;

/// A person or an engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields, remote = "Self")]
pub(crate) enum Seat {
    Human {},
    Engine {
        level: Level,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        algorithm: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        evaluation: Option<String>,
        /// Anything else that a player of a match may be: `null-move=2 variety=30`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<String>,
    },
    /// Another program, by the name that it has in the server's list.
    Program {
        name: String,
    },
}

impl Seat {
    /// The strongest setting at a level.
    #[cfg(test)]
    pub(crate) fn engine(level: Level) -> Self {
        Self::Engine { level, algorithm: None, order: None, evaluation: None, words: None }
    }

    pub(crate) fn is_human(&self) -> bool {
        matches!(self, Self::Human {})
    }

    /// What the engine in this seat is asked, none for a person or another program.
    pub(crate) fn ask(&self) -> Result<Option<Ask>, String> {
        match self {
            Self::Human {} | Self::Program { .. } => Ok(None),
            Self::Engine { level, algorithm, order, evaluation, words } => {
                let ask = Ask::new(*level, algorithm.as_deref(), order.as_deref(), evaluation.as_deref())?;
                Ok(Some(ask.with_words(words.as_deref().unwrap_or(""))?.with_fitting_table()))
            }
        }
    }

    /// Checks that there is a seat for every player, and that each engine can play.
    pub(crate) fn check_all(seats: &[Self], position: &dyn Position) -> Result<(), String> {
        if seats.len() != position.players() {
            return Err(format!("{} seats for {} players; give one each", seats.len(), position.players()));
        }
        for (index, seat) in seats.iter().enumerate() {
            let checked = match seat.ask() {
                Ok(Some(ask)) => position.check(&ask),
                Ok(None) => Ok(()),
                Err(error) => Err(error),
            };
            checked.map_err(|error| format!("seat {}: {error}", index + 1))?;
        }
        Ok(())
    }
}

/// How well, how long or how deep an engine searches: one of the three.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub(crate) struct Level {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) time_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) depth: Option<u32>,
    /// One of the engine's levels, from 1 to 10.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) number: Option<u8>,
}

impl Level {
    const NONE: Self = Self { time_ms: None, depth: None, number: None };

    /// A level of play.
    pub(crate) fn of(level: engine::Level) -> Self {
        Self { number: Some(level.number()), ..Self::NONE }
    }

    /// The level of play, if it is one.
    pub(crate) fn level(self) -> Option<engine::Level> {
        self.number.and_then(|number| engine::Level::new(number).ok())
    }

    /// So many milliseconds.
    pub(crate) fn time(time_ms: u64) -> Self {
        Self { time_ms: Some(time_ms), ..Self::NONE }
    }

    /// So many plies.
    pub(crate) fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::NONE }
    }

    /// Whether it is one of the three and within bounds.
    pub(crate) fn check(self) -> Result<(), String> {
        match (self.time_ms, self.depth, self.number) {
            (Some(time), None, None) if (1..=MAX_TIME_MS).contains(&time) => Ok(()),
            (None, Some(depth), None) if (1..=MAX_DEPTH).contains(&depth) => Ok(()),
            (None, None, Some(_)) if self.level().is_some() => Ok(()),
            (Some(time), None, None) => Err(format!("time_ms must be from 1 to {MAX_TIME_MS}, not {time}")),
            (None, Some(depth), None) => Err(format!("depth must be from 1 to {MAX_DEPTH}, not {depth}")),
            (None, None, Some(number)) => {
                Err(format!("number must be from 1 to {}, not {number}", engine::Level::HIGHEST.number()))
            }
            _ => Err("a level is either number, time_ms or depth".to_owned()),
        }
    }
}

/// Objects only: a list would be taken for the fields in the order in which our program happens to hold them.
macro_rules! object {
    ($kind:ident) => {
        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Object(PhantomData<$kind>);

                impl<'de> Visitor<'de> for Object {
                    type Value = $kind;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("a map")
                    }

                    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<$kind, A::Error> {
                        $kind::deserialize(MapAccessDeserializer::new(map))
                    }
                }

                deserializer.deserialize_map(Object(PhantomData))
            }
        }

        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $kind::serialize(self, serializer)
            }
        }
    };
}

object!(Level);
object!(Seat);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_read_or_refused() {
        let read = |text: &str| serde_json::from_str::<Seat>(text).map_err(|error| error.to_string());
        assert_eq!(read(r#"{"kind":"human"}"#), Ok(Seat::Human {}));
        let engine = read(r#"{"kind":"engine","level":{"time_ms":10},"order":"killer"}"#).unwrap();
        assert!(matches!(&engine, Seat::Engine { level, .. } if *level == Level::time(10)));
        assert!(engine.ask().unwrap().is_some());
        for wrong in [
            r#"{"kind":"robot"}"#,
            r#"{"kind":"human","level":{}}"#,
            r#"{"kind":"engine"}"#,
            r#"{"kind":"engine","level":{"time_ms":-5}}"#,
            r#"{"kind":"engine","level":{"hours":5}}"#,
            r#"{"kind":"engine","level":[5]}"#,
            r#"["engine",{"depth":5}]"#,
            "{}",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_seat_says_what_a_player_of_a_match_says() {
        let ask = |words: &str| {
            let (order, words) = (Some("tt+killer".to_owned()), Some(words.to_owned()));
            Seat::Engine { level: Level::depth(3), algorithm: None, order, evaluation: None, words }.ask()
        };
        assert!(ask("null-move=2 variety=30 evaluation=discs caches=off").is_ok());
        for (words, hint) in [
            ("depth=9", "words: 'depth' is not for a seat to say"),
            ("table=9", "'table' is not for a seat"),
            ("threads=9", "'threads' is not for a seat"),
            ("plain", "'plain' is not for a seat"),
            ("order=tt", "'order' is a field of its own, and given twice"),
            ("command=\"sh -c true\" protocol=ugi", "'command' is not for a seat to say"),
            ("null-move=99", "'null-move' takes a depth reduction from 1 to 10"),
            ("nul-move=2", "unknown word 'nul-move=2'"),
        ] {
            let said = ask(words).err().unwrap_or_default();
            assert!(said.contains(hint), "{words}: {said}");
        }
    }

    #[test]
    fn levels_are_bounded() {
        for wrong in [
            Level::time(0),
            Level::time(u64::MAX),
            Level::depth(0),
            Level::depth(1_000_000_000),
            Level::NONE,
            Level { time_ms: Some(5), depth: Some(5), number: None },
            Level { number: Some(0), ..Level::NONE },
            Level { number: Some(11), ..Level::NONE },
            Level { number: Some(3), ..Level::time(5) },
        ] {
            assert!(wrong.check().is_err(), "{wrong:?}");
        }
        assert_eq!(Level::depth(MAX_DEPTH).check(), Ok(()));
    }
}
