//! A shard is one of N parts into which a plan's trials are dealt.

use std::fmt;
use std::str::FromStr;

use cutfirst::notation::excerpt;
use thiserror::Error;

/// One of several parts of a plan, written `I/N` and counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Shard {
    of: u32,
    index: u32,
}

/// The most parts of a plan.
const MOST_PARTS: u32 = 100_000;

/// Why a text or a pair of numbers is no shard.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ShardError {
    /// Not two numbers with a slash between them.
    #[error("the shard '{}' is not of the form I/N, such as 2/3", excerpt(.0).escape_debug())]
    Form(String),
    /// One of no parts.
    #[error("a shard of 0 parts is impossible: the N of I/N is 1 or more")]
    NoParts,
    /// More parts than anybody needs, each of which would take memory.
    #[error("a plan can be divided into at most {MOST_PARTS} parts, not {0}")]
    TooMany(u32),
    /// An index outside 1 to N.
    #[error("there is no shard {index} of {of}: the I of I/{of} goes from 1 to {of}")]
    NoSuchPart {
        /// The index given.
        index: u32,
        /// The number of parts.
        of: u32,
    },
}

impl Shard {
    /// The only part of a plan that is not divided.
    pub const WHOLE: Self = Self { of: 1, index: 1 };

    /// Part `index` of `of`, from 1.
    ///
    /// # Errors
    ///
    /// If there is no such part.
    pub fn new(index: u32, of: u32) -> Result<Self, ShardError> {
        match (index, of) {
            (_, 0) => Err(ShardError::NoParts),
            (_, of) if of > MOST_PARTS => Err(ShardError::TooMany(of)),
            (index, of) if index == 0 || index > of => Err(ShardError::NoSuchPart { index, of }),
            (index, of) => Ok(Self { of, index }),
        }
    }

    /// Which part, from 1.
    #[must_use]
    pub const fn index(self) -> u32 {
        self.index
    }

    /// Of how many parts.
    #[must_use]
    pub const fn of(self) -> u32 {
        self.of
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        // Digits only: `u32::from_str` would take `+1` as well.
        let number = |digits: &str| match digits.bytes().all(|byte| byte.is_ascii_digit()) {
            true => digits.parse().ok(),
            false => None,
        };
        let pair = text.split_once('/').and_then(|(index, of)| Some((number(index)?, number(of)?)));
        let (index, of) = pair.ok_or_else(|| ShardError::Form(text.to_owned()))?;
        Self::new(index, of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_prints() {
        for (index, of) in [(1, 1), (1, 3), (3, 3), (MOST_PARTS, MOST_PARTS)] {
            let shard = Shard::new(index, of).unwrap();
            assert_eq!(shard.to_string().parse(), Ok(shard));
        }
        assert_eq!("1/1".parse(), Ok(Shard::WHOLE));
    }

    #[test]
    fn wrong_shards_are_explained() {
        for (text, part) in [
            ("0/3", "no shard 0 of 3: the I of I/3 goes from 1 to 3"),
            ("4/3", "no shard 4 of 3"),
            ("1/4294967295", "at most 100000 parts, not 4294967295"),
            ("1/0", "0 parts"),
            ("x", "'x' is not of the form I/N"),
            ("", "form I/N"),
            ("/", "form I/N"),
            ("1/", "form I/N"),
            ("+1/3", "form I/N"),
            (" 1/3", "form I/N"),
            ("-1/3", "form I/N"),
            ("1/2/3", "form I/N"),
            ("1/99999999999", "form I/N"),
            ("1\n/3", "'1\\n/3'"),
        ] {
            let message = text.parse::<Shard>().unwrap_err().to_string();
            assert!(message.contains(part), "{text:?}: {message}");
            assert_eq!(message.lines().count(), 1);
        }
    }
}
