//! Levels of play for people, the same for every game.
//!
//! A level has so many nodes for a move, whatever machine it runs on, and plays some of its moves at a glance: it looks one
//! ply ahead and takes what seems best then, with an error. Errors are measured by how far apart the moves' own scores lie, so
//! that nothing depends on the unit of the evaluation: a move that stands out is seldom overlooked, and among moves that are
//! much alike anything may happen. Low levels play at a glance always, and see little; higher ones less and less often, and
//! what they miss then are tactics.
//!
//! # Why the steps are even
//!
//! How much a little skill is worth differs from game to game: in a long game the better player wins nearly always, in a short
//! one seldom. Nobody plays equally well every day, though, and neither does a level: each game is played up to
//! [two levels](FORM) above or below its number, as the engine's seed has it. However sharply a game tells two skills apart, of two
//! neighbours the higher one then has the better day in 70 of 100 games at the most; where a game tells them apart less sharply, it
//! is somewhat less. That holds for games that nobody has measured, too. All of it follows the seed, in whole numbers, which are
//! the same on every machine.

use std::fmt;
use std::str::FromStr;

use crate::random::Random;
use crate::search::FINISHED;

/// How well an engine plays, from 1 for a beginner to 10.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

const NAMES: [&str; 10] =
    ["newcomer", "beginner", "novice", "casual", "regular", "club", "strong", "expert", "master", "champion"];

/// How far the form of a day lies from the level at the most, in hundredths of a level.
const FORM: usize = 215;

/// How well one game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Skill {
    /// Nodes for each move that is not played at a glance, in hundredths for each legal move.
    nodes: u64,
    /// How many of 10,000 moves are played at a glance.
    glances: u64,
    /// The standard deviation of a glance's error, in hundredths of the mean deviation of the moves' scores.
    error: u64,
}

const fn skill(nodes: u64, glances: u64, error: u64) -> Skill {
    Skill { nodes, glances, error }
}

/// The level of the first entry of [`SKILLS`].
const LEAST: i64 = -1;

/// Skills two below the lowest level to two above the highest, which bad and good days reach. Chosen on the six games of
/// `cutfirst-games`; docs/LEVELS.md has what neighbours score.
#[rustfmt::skip]
const SKILLS: [Skill; 14] = [
    skill(200, 10_000, 4_000), skill(200, 10_000, 1_500),
    skill(200, 10_000, 700), skill(200, 10_000, 400), skill(300, 10_000, 250), skill(400, 9_000, 180),
    skill(600, 7_600, 150), skill(1_200, 5_900, 130), skill(2_600, 4_200, 120), skill(5_500, 2_700, 110),
    skill(12_000, 1_500, 100), skill(26_000, 600, 100),
    skill(55_000, 150, 100), skill(120_000, 0, 100),
];

impl Level {
    /// The lowest.
    pub const LOWEST: Self = Self(1);
    /// The highest.
    pub const HIGHEST: Self = Self(NAMES.len() as u8);

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
        NAMES[self.0 as usize - 1]
    }

    /// How well it plays the games of an engine with this seed.
    pub(super) fn on_the_day(self, seed: u64) -> Skill {
        const FORM_OF_THE_DAY: u64 = 0x666f_726d;
        let day = Random::keyed(&[FORM_OF_THE_DAY, seed]).below(2 * FORM + 1) as i64 - FORM as i64;
        Skill::at(100 * i64::from(self.0) + day)
    }
}

impl Skill {
    /// Of so many hundredths of a level.
    fn at(hundredths: i64) -> Self {
        let place = (hundredths - 100 * LEAST).clamp(0, 100 * (SKILLS.len() as i64 - 1)) as u64;
        let (low, part) = ((place / 100) as usize, place % 100);
        let (low, high) = (SKILLS[low], SKILLS[(low + 1).min(SKILLS.len() - 1)]);
        let between = |low: u64, high: u64| (low * (100 - part) + high * part) / 100;
        Self {
            nodes: between(low.nodes, high.nodes),
            glances: between(low.glances, high.glances),
            error: between(low.error, high.error),
        }
    }

    /// How many nodes a position with so many legal moves gets: enough to look at each of them once.
    pub(super) fn nodes(self, moves: usize) -> u64 {
        self.nodes * moves as u64 / 100 + 1
    }

    /// Whether this move is played at a glance.
    pub(super) fn glances(self, random: &mut Random) -> bool {
        random.below(10_000) < self.glances as usize
    }

    /// Which of the moves seems best at a glance, given their scores.
    pub(super) fn glance(self, scores: &[i32], random: &mut Random) -> usize {
        let open = || scores.iter().filter(|score| score.abs() < FINISHED).map(|&score| i64::from(score));
        let count = open().count().max(1) as i64;
        let (low, high) = (open().min().unwrap_or(0), open().max().unwrap_or(0));
        let mean = open().sum::<i64>() / count;
        let deviation = (open().map(|score| (score - mean).abs()).sum::<i64>() / count).max(1);
        let seeming = |score: i32| {
            // A finished game stands out, but not beyond all measure.
            let score = match i64::from(score) {
                score if score.abs() < i64::from(FINISHED) => score,
                1.. => high + 2 * deviation,
                _ => low - 2 * deviation,
            };
            // Three numbers from -1 to 1 have a standard deviation of 1 together. Here 1 is 1000, and another 100 of the error.
            let error: i64 = (0..3).map(|_| random.below(2001) as i64 - 1000).sum();
            // In turn of equal ones any may be taken.
            (score * 100_000 + error * deviation * self.error as i64, random.below(1 << 16))
        };
        let seeming: Vec<_> = scores.iter().copied().map(seeming).collect();
        (0..scores.len()).max_by_key(|&index| seeming[index]).unwrap_or(0)
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

/// By its number, its name, or both as they are shown.
impl FromStr for Level {
    type Err = NoSuchLevel;

    fn from_str(text: &str) -> Result<Self, NoSuchLevel> {
        match text.parse() {
            Ok(number) => Self::new(number),
            Err(_) => {
                let is_meant = |level: &Self| level.name() == text || level.to_string() == text;
                Self::all().find(is_meant).ok_or(NoSuchLevel)
            }
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
            assert_eq!(level.to_string().parse(), Ok(level));
            assert!(NoSuchLevel.to_string().contains(level.name()));
        }
        for text in ["0", "11", "-1", "", "Club", "256", "4 (club)"] {
            assert_eq!(text.parse::<Level>(), Err(NoSuchLevel), "{text}");
        }
    }

    #[test]
    fn better_skills_search_more_and_glance_less() {
        for pair in SKILLS.windows(2) {
            let [lower, higher] = pair else { unreachable!() };
            assert!(
                lower.nodes <= higher.nodes && lower.glances >= higher.glances && lower.error >= higher.error
            );
            assert_ne!(lower, higher);
        }
        let middle = Skill::at(350);
        assert_eq!((middle.nodes, middle.glances, middle.error), (350, 9_500, 215));
        assert_eq!((Skill::at(-900), Skill::at(9000)), (SKILLS[0], SKILLS[13]));
    }

    #[test]
    fn days_differ_around_the_level_and_follow_the_seed() {
        let level = Level::new(6).unwrap();
        let days: Vec<_> = (0..2000).map(|seed| level.on_the_day(seed)).collect();
        let better = days.iter().filter(|day| day.nodes > Skill::at(600).nodes).count();
        assert!((900..1100).contains(&better), "{better}");
        let (least, most) = (Skill::at(600 - FORM as i64).nodes, Skill::at(600 + FORM as i64).nodes);
        assert!(days.iter().all(|day| (least..=most).contains(&day.nodes)));
        assert_eq!(level.on_the_day(7), level.on_the_day(7));
        // The higher of two neighbours has the better day in about 70 of 100 games.
        let above = Level::new(7).unwrap();
        let wins =
            (0..2000).filter(|&seed| above.on_the_day(seed + 2000).nodes > days[seed as usize].nodes).count();
        assert!((1340..1480).contains(&wins), "{wins}");
    }

    #[test]
    fn a_glance_sees_what_stands_out() {
        let mut random = Random::new(1);
        let mut often = |skill: i64, scores: &[i32], index: usize| {
            (0..1000).filter(|_| Skill::at(skill).glance(scores, &mut random) == index).count()
        };
        let quiet = [3, 1, 2, 0, 1, 2, 3, 1];
        let capture = [3, 1, 2, 90, 1, 2, 3, 1];
        let win = [3, 1, 2, i32::MAX / 2, 1, 2, 3, 1];
        assert!(often(500, &quiet, 0) < 500);
        assert!(often(500, &capture, 3) > 800 && often(-100, &capture, 3) < 300);
        assert!(often(1000, &win, 3) > 700 && often(-100, &win, 3) < 300);
        // Of equal moves each has its turn, and in what unit scores are does not matter.
        assert!((400..600).contains(&often(1000, &[7, 7], 1)));
        let large = capture.map(|score| 1000 * score);
        assert!(often(400, &large, 3).abs_diff(often(400, &capture, 3)) < 60);
        assert_eq!(often(100, &[5], 0), 1000);
    }
}
