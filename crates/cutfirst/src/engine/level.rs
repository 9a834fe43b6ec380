//! Levels of play for people, the same for every game.
//!
//! A level has so many nodes for a move, whatever machine it runs on, and below the highest ones it errs on purpose: it
//! looks at all its moves, ranks them by what its small search says, and plays a lower rank now and then. Near-best moves are
//! likelier than bad ones, tactics that lie deeper than its nodes reach are missed, and nothing depends on the unit of the
//! evaluation, so that a level means about the same in every game. All of it follows the seed.

use std::fmt;
use std::str::FromStr;

use crate::random::Random;

/// How well an engine plays, from 1 for a beginner to 10.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// What a level may do.
struct Strength {
    name: &'static str,
    /// Nodes for each move.
    nodes: u64,
    /// How far down the ranking it errs in the mean, in thousandths of all moves; 0 for never.
    error: u64,
}

const STRENGTHS: [Strength; 10] = [
    Strength { name: "newcomer", nodes: 60, error: 1600 },
    Strength { name: "beginner", nodes: 80, error: 600 },
    Strength { name: "novice", nodes: 120, error: 320 },
    Strength { name: "casual", nodes: 180, error: 200 },
    Strength { name: "regular", nodes: 300, error: 120 },
    Strength { name: "club", nodes: 500, error: 70 },
    Strength { name: "strong", nodes: 1_000, error: 35 },
    Strength { name: "expert", nodes: 3_000, error: 0 },
    Strength { name: "master", nodes: 12_000, error: 0 },
    Strength { name: "champion", nodes: 60_000, error: 0 },
];

impl Level {
    /// The lowest.
    pub const LOWEST: Self = Self(1);
    /// The highest.
    pub const HIGHEST: Self = Self(STRENGTHS.len() as u8);

    /// The level of this number.
    ///
    /// # Errors
    /// If it is not from 1 to 10.
    pub fn new(number: u8) -> Result<Self, NoSuchLevel> {
        if (1..=Self::HIGHEST.0).contains(&number) { Ok(Self(number)) } else { Err(NoSuchLevel) }
    }

    /// All levels, from the lowest on.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (1..=Self::HIGHEST.0).map(Self)
    }

    /// From 1 to 10.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.strength().name
    }

    /// How many nodes it searches for a move.
    #[must_use]
    pub const fn nodes(self) -> u64 {
        self.strength().nodes
    }

    /// Whether it errs on purpose.
    #[must_use]
    pub const fn errs(self) -> bool {
        self.strength().error > 0
    }

    const fn strength(self) -> &'static Strength {
        &STRENGTHS[self.0 as usize - 1]
    }

    /// Which of `moves` moves it plays, 0 for the best: each rank is less likely than the one before by the same factor.
    /// In whole numbers, which are the same on every machine.
    pub(super) fn choose(self, moves: usize, random: &mut Random) -> usize {
        let error = self.strength().error * moves as u64;
        let weights =
            std::iter::successors(Some(1 << 32), |&weight: &u64| Some(weight * error / (error + 1000)));
        let weights: Vec<_> = weights.take(moves).collect();
        let mut place = random.below(weights.iter().sum::<u64>() as usize) as u64;
        let mut passed = |weight: &u64| {
            let passed = place >= *weight;
            place = place.saturating_sub(*weight);
            passed
        };
        weights.iter().take_while(|weight| passed(weight)).count()
    }
}

/// The number, and the name beside it.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.0, self.name())
    }
}

/// There is no such level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "a level is a number from 1 to 10 or one of newcomer, beginner, novice, casual, regular, club, strong, expert, \
     master, champion"
)]
pub struct NoSuchLevel;

/// By number or by name.
impl FromStr for Level {
    type Err = NoSuchLevel;

    fn from_str(text: &str) -> Result<Self, NoSuchLevel> {
        match text.parse() {
            Ok(number) => Self::new(number),
            Err(_) => Self::all().find(|level| level.name() == text).ok_or(NoSuchLevel),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_by_number_and_name() {
        for level in Level::all() {
            assert_eq!(level.number().to_string().parse(), Ok(level));
            assert_eq!(level.name().parse(), Ok(level));
            assert!(NoSuchLevel.to_string().contains(level.name()));
        }
        for text in ["0", "11", "-1", "", "Club", "256"] {
            assert_eq!(text.parse::<Level>(), Err(NoSuchLevel), "{text}");
        }
    }

    #[test]
    fn higher_levels_search_more_and_err_less() {
        let mean = |level: Level| {
            let mut random = Random::new(7);
            (0..2000).map(|_| level.choose(20, &mut random)).sum::<usize>() as f64 / 2000.0
        };
        for (lower, higher) in Level::all().zip(Level::all().skip(1)) {
            assert!(lower.nodes() <= higher.nodes(), "{higher}");
            assert!(mean(lower) > mean(higher) || !higher.errs(), "{higher}");
        }
        assert_eq!(mean(Level::HIGHEST), 0.0);
        assert!(mean(Level::LOWEST) > 5.0);
    }

    #[test]
    fn a_single_move_is_always_chosen() {
        let mut random = Random::new(1);
        assert!(Level::all().all(|level| level.choose(1, &mut random) == 0));
    }
}
