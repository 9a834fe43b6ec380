//! What must hold whatever comes from outside, one file for each kind of text or file. Each has a `check`,
//! which takes arbitrary bytes and panics if cutfirst does something wrong with them.
//!
//! The fuzz targets call these checks; so do the laboratory's tests, with every case of the corpora. `api` and `stored`, which
//! draw on `bytes`, look inside the program's server and are modules of it (`server/arbitrary.rs` of `cutfirst-app`).

pub mod games;
pub mod moves;
pub mod orders;
pub mod plans;
pub mod players;
pub mod positions;
pub mod results;
pub mod splits;
pub mod weights;

/// The bytes as text, if they are some.
fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// Messages go to one line of a terminal, a log or a page.
fn is_one_line(message: &str) {
    assert!(!message.is_empty(), "an error without a message");
    assert!(!message.contains(['\n', '\r', '\u{1b}', '\0']), "not one clean line: {message:?}");
    assert!(message.len() < 4000, "a message of {} bytes", message.len());
}

/// What is read is written so that it reads back the same.
fn reads_back<T>(text: &str)
where
    T: std::str::FromStr<Err: ToString> + PartialEq + std::fmt::Debug + std::fmt::Display,
{
    match text.parse::<T>() {
        Err(error) => is_one_line(&error.to_string()),
        Ok(value) => {
            let written = value.to_string();
            match written.parse::<T>() {
                Ok(again) => assert_eq!(again, value, "'{written}'"),
                Err(error) => panic!("'{written}' cannot be read back: {}", error.to_string()),
            }
        }
    }
}
