//! JSON that is not what was asked for, in plain words: which field, what it must be, and what it is. What the
//! deserializer says names the types of our program, which mean nothing to others.

use cutfirst::notation::excerpt;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads an object, or says in one sentence what is wrong.
pub(super) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let read = serde_json::from_slice(bytes);
    let value: Value =
        serde_json::from_slice(bytes).map_err(|error| format!("the body is not JSON: {error}"))?;
    // A list would be taken for the fields in the order in which our program happens to hold them.
    if !value.is_object() {
        return Err(format!("the body must be a JSON object in braces, not {}", shown(&value)));
    }
    read.map_err(|_| match T::deserialize(&value) {
        Ok(_) => "the body has a field twice".to_owned(),
        Err(error) => sentence::<T>(&value, &error.to_string()),
    })
}

fn sentence<T: DeserializeOwned>(body: &Value, wrong: &str) -> String {
    let (place, value) = place::<T>(body, wrong);
    let (what, expected) = wrong.split_once(", expected ").unwrap_or((wrong, ""));
    // Before the last quotation mark there may be any text; after it, words of the deserializer's own.
    let name = || {
        let quote = what.split_once('`').and_then(|(_, rest)| rest.rsplit_once('`'));
        quoted(quote.map_or("", |(quote, _)| quote))
    };
    if what.starts_with("missing field") {
        format!("{place} lacks the field '{}'", name())
    } else if what.starts_with("unknown field") {
        let known = match expected.trim_start_matches("one of ").replace('`', "'") {
            none if none.is_empty() => String::new(),
            some => format!("; known are {some}"),
        };
        format!("{place} has an unknown field '{}'{known}", name())
    } else if what.starts_with("unknown variant") {
        format!("{place} must be {}, not '{}'", expected.replace('`', "'"), name())
    } else {
        format!("{place} must be {}, not {}", plain(expected), shown(value))
    }
}

/// What the deserializer would have taken.
fn plain(expected: &str) -> &'static str {
    match expected {
        "usize" | "u64" => "a whole number from 0",
        "u32" => "a whole number from 0 to 4294967295",
        "a string" | "variant identifier" => "a text",
        "a sequence" => "a list",
        "a map" => "an object",
        other if other.starts_with("struct ") || other.starts_with("internally tagged") => "an object",
        _ => "something else",
    }
}

/// Where a body is wrong, and what stands there. Values are read in order, so the first that brings the complaint is
/// the wrong one, or holds it; a field that is missing or unknown is a fault of the object around it.
fn place<'a, T: DeserializeOwned>(body: &'a Value, wrong: &str) -> (String, &'a Value) {
    let same = |body: &Value| T::deserialize(body).is_err_and(|error| error.to_string() == wrong);
    let about_field = wrong.starts_with("missing field") || wrong.starts_with("unknown field");
    let (mut place, mut pointer, mut here) = (String::new(), String::new(), body);
    loop {
        let children: Vec<(String, &Value)> = match here {
            Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), value)).collect(),
            Value::Array(list) => {
                list.iter().enumerate().map(|(index, value)| (index.to_string(), value)).collect()
            }
            _ => Vec::new(),
        };
        let counts: Vec<usize> = (0..=children.len()).collect();
        let fine = counts.partition_point(|&count| !same(&with_first(body, &pointer, count)));
        let guilty = fine.checked_sub(1).and_then(|index| children.get(index)).filter(|(name, value)| {
            !about_field
                || (value.is_object() || value.is_array())
                    && !wrong.starts_with(&format!("unknown field `{name}`"))
        });
        match guilty {
            None if place.is_empty() => return ("the body".to_owned(), here),
            None => return (place, here),
            Some((name, value)) => {
                place += &match here {
                    Value::Array(_) => format!("[{name}]"),
                    _ if place.is_empty() => quoted(name),
                    _ => format!(".{}", quoted(name)),
                };
                pointer += &format!("/{}", name.replace('~', "~0").replace('/', "~1"));
                here = value;
            }
        }
    }
}

/// The body with only the first fields or elements of what `pointer` leads to.
fn with_first(body: &Value, pointer: &str, count: usize) -> Value {
    let mut body = body.clone();
    match body.pointer_mut(pointer) {
        Some(Value::Object(fields)) => {
            *fields = std::mem::take(fields).into_iter().take(count).collect();
        }
        Some(Value::Array(list)) => list.truncate(count),
        _ => {}
    }
    body
}

fn shown(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) => format!("the text '{}'", quoted(text)),
        plain => plain.to_string(),
    }
}

/// A text from outside, such that it can stand in a line.
fn quoted(text: &str) -> String {
    excerpt(text).escape_debug().to_string()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::session::{Level, Seat};

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Asked {
        game: String,
        players: Option<usize>,
        #[serde(default)]
        moves: Vec<String>,
        #[serde(default)]
        seats: Vec<Seat>,
        level: Option<Level>,
        depth: Option<u32>,
    }

    #[test]
    fn what_does_not_fit_is_said_in_plain_words() {
        for (body, expected) in [
            ("", "the body is not JSON: EOF while parsing a value at line 1 column 0"),
            ("[1, 2]", "the body must be a JSON object in braces, not a list"),
            (
                r#"["othello", null, [], [], null, null]"#,
                "the body must be a JSON object in braces, not a list",
            ),
            ("null", "the body must be a JSON object in braces, not null"),
            (r#""x""#, "the body must be a JSON object in braces, not the text 'x'"),
            ("{}", "the body lacks the field 'game'"),
            (r#"{"game":5}"#, "game must be a text, not 5"),
            (r#"{"game":"x","game":"y"}"#, "the body has a field twice"),
            (r#"{"game":"x","players":-2}"#, "players must be a whole number from 0, not -2"),
            (r#"{"game":"x","players":"two"}"#, "players must be a whole number from 0, not the text 'two'"),
            (r#"{"game":"x","depth":1.5}"#, "depth must be a whole number from 0 to 4294967295, not 1.5"),
            (r#"{"game":"x","moves":"f5"}"#, "moves must be a list, not the text 'f5'"),
            (r#"{"game":"x","moves":["f5",{}]}"#, "moves[1] must be a text, not an object"),
            (r#"{"game":"x","level":5}"#, "level must be an object, not 5"),
            (r#"{"game":"x","level":[5]}"#, "level must be an object, not a list"),
            (r#"{"game":"x","seats":[["human"]]}"#, "seats[0] must be an object, not a list"),
            (
                r#"{"game":"x","level":{"depth":null,"time_ms":true}}"#,
                "level.time_ms must be a whole number from 0, not true",
            ),
            (
                r#"{"game":"x","level":{"hours":5}}"#,
                "level has an unknown field 'hours'; known are 'time_ms', 'depth', 'number'",
            ),
            (r#"{"game":"x","seats":[{"kind":"human"},7]}"#, "seats[1] must be an object, not 7"),
            (
                r#"{"game":"x","seats":[{"kind":"human"},{"kind":"engine"}]}"#,
                "seats[1] lacks the field 'level'",
            ),
            (r#"{"game":"x","seats":["human","human"]}"#, "seats[0] must be an object, not the text 'human'"),
            (
                r#"{"game":"x","seats":[{"kind":"robot"}]}"#,
                "seats[0].kind must be one of 'human', 'engine', 'program', not 'robot'",
            ),
            (r#"{"game":"x","seats":[{"kind":5}]}"#, "seats[0].kind must be a text, not 5"),
            (r#"{"game":"x","seats":[{"kind":"human","y":1}]}"#, "seats[0] has an unknown field 'y'"),
            (
                r#"{"game":"x","colour":{"a":1}}"#,
                "the body has an unknown field 'colour'; known are 'game', 'players', 'moves', 'seats', 'level', 'depth'",
            ),
        ] {
            let said = read::<Asked>(body.as_bytes()).err();
            assert_eq!(said.as_deref(), Some(expected), "{body}");
        }
        assert!(read::<Asked>(br#"{"game":"x","level":{"depth":3}}"#).is_ok());
    }

    #[test]
    fn large_bodies_are_quoted_in_part_and_soon_refused() {
        let many = format!(r#"{{"game":"x","moves":[{}5]}}"#, r#""a","#.repeat(9000));
        let said = read::<Asked>(many.as_bytes()).unwrap_err();
        assert_eq!(said, "moves[9000] must be a text, not 5");
        let long = format!(r#"{{"game":"x","{}":1}}"#, "y".repeat(50_000));
        assert!(read::<Asked>(long.as_bytes()).unwrap_err().len() < 300);
    }
}
