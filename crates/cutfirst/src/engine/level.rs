//! Levels of play for people, the same for every game.
//!
//! A level has so many nodes for a move, whatever machine it runs on, and all but the highest err on purpose now and then: such
//! a move is any of those that the small search has ranked, good ones being likelier than bad ones. Tactics that lie deeper
//! than the nodes reach are missed, and nothing depends on the unit of the evaluation. All of it follows the seed.

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
    /// How often it errs, in thousandths of all moves.
    errors: usize,
}

const STRENGTHS: [Strength; 10] = [
    Strength { name: "newcomer", nodes: 60, errors: 1000 },
    Strength { name: "beginner", nodes: 70, errors: 850 },
    Strength { name: "novice", nodes: 80, errors: 710 },
    Strength { name: "casual", nodes: 100, errors: 580 },
    Strength { name: "regular", nodes: 130, errors: 460 },
    Strength { name: "club", nodes: 170, errors: 350 },
    Strength { name: "strong", nodes: 230, errors: 250 },
    Strength { name: "expert", nodes: 330, errors: 160 },
    Strength { name: "master", nodes: 550, errors: 80 },
    Strength { name: "champion", nodes: 1_200, errors: 0 },
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
        self.strength().errors > 0
    }

    const fn strength(self) -> &'static Strength {
        &STRENGTHS[self.0 as usize - 1]
    }

    /// Whether it errs in this move.
    pub(super) fn errs_now(self, random: &mut Random) -> bool {
        random.below(1000) < self.strength().errors
    }
}

/// Which of `moves` moves an error plays, 0 for the best: each rank is less likely than the one before by the same factor, so
/// that a third of all moves lies before it in the mean. In whole numbers, which are the same on every machine.
pub(super) fn choose_error(moves: usize, random: &mut Random) -> usize {
    let rate = moves as u64;
    let weights = std::iter::successors(Some(1 << 32), |&weight: &u64| Some(weight * rate / (rate + 3)));
    let weights: Vec<_> = weights.take(moves).collect();
    let mut place = random.below(weights.iter().sum::<u64>() as usize) as u64;
    let mut passed = |weight: &u64| {
        let passed = place >= *weight;
        place = place.saturating_sub(*weight);
        passed
    };
    weights.iter().take_while(|weight| passed(weight)).count()
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
        let errors = |level: Level| {
            let mut random = Random::new(7);
            (0..2000).filter(|_| level.errs_now(&mut random)).count()
        };
        for (lower, higher) in Level::all().zip(Level::all().skip(1)) {
            assert!(lower.nodes() < higher.nodes() && errors(lower) > errors(higher), "{higher}");
        }
        assert_eq!((errors(Level::LOWEST), errors(Level::HIGHEST)), (2000, 0));
    }

    #[test]
    fn errors_choose_any_move_and_good_ones_more_often() {
        let mut random = Random::new(1);
        let mut counts = [0; 20];
        (0..20_000).for_each(|_| counts[choose_error(20, &mut random)] += 1);
        assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
        assert!(counts[0] > counts[7] && counts[7] > counts[19], "{counts:?}");
        assert_eq!(choose_error(1, &mut random), 0);
    }
}
