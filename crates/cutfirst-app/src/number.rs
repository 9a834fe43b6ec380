//! Whole numbers on the command line, with errors that say what would be right.

use std::fmt::Display;
use std::str::FromStr;

use cutfirst::search::MAX_DEPTH;

/// A number type with its largest value.
pub(crate) trait Whole: FromStr + Display {
    const LARGEST: Self;
}

macro_rules! whole {
    ($($number:ty)+) => {
        $(impl Whole for $number {
            const LARGEST: Self = Self::MAX;
        })+
    };
}

whole!(u8 u16 i32 u32 u64 usize);

/// Reads a whole number.
pub(crate) fn whole<T: Whole>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("give a whole number from 0 to {}", T::LARGEST))
}

/// Reads the depth of a search; the search itself refuses numbers out of range.
pub(crate) fn plies(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("give a whole number from 1 to {MAX_DEPTH}"))
}
