//! What a position is worth to a side, from its own marbles alone: the searches subtract the other's.

use cutfirst::evaluation::Evaluation;
use cutfirst::game::Player;

use super::Abalone;
use super::board::{DISTANCE_DIGITS, INNER, before};

/// One point a marble on the board: all that the rules count.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marbles;

impl Evaluation<Abalone> for Marbles {
    type Accumulator = ();

    #[inline]
    fn evaluate(&self, game: &Abalone, (): &(), player: Player) -> i32 {
        count(game.marbles[player.index()])
    }
}

/// 100 a marble, minus the steps that each marble is away from the centre (0 to 4).
#[derive(Clone, Copy, Debug, Default)]
pub struct Centre;

impl Evaluation<Abalone> for Centre {
    type Accumulator = ();

    #[inline]
    fn evaluate(&self, game: &Abalone, (): &(), player: Player) -> i32 {
        let marbles = game.marbles[player.index()];
        100 * count(marbles) - distance(marbles)
    }
}

/// For play: 800 a marble; minus 8 a step from the centre, where nothing can be ejected; 3 for each
/// pair of neighbours, which can push and are hard to push.
#[derive(Clone, Copy, Debug, Default)]
pub struct Play;

impl Evaluation<Abalone> for Play {
    type Accumulator = ();

    #[inline]
    fn evaluate(&self, game: &Abalone, (): &(), player: Player) -> i32 {
        let marbles = game.marbles[player.index()];
        800 * count(marbles) - 8 * distance(marbles) + 3 * pairs(marbles)
    }
}

#[inline]
fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// The sum of all distances to the centre.
#[inline]
fn distance(marbles: u64) -> i32 {
    let [ones, twos, fours] = DISTANCE_DIGITS.map(|digit| count(marbles & digit));
    ones + 2 * twos + 4 * fours
}

/// How many pairs of marbles are neighbours.
#[inline]
fn pairs(marbles: u64) -> i32 {
    [0, 2, 4].into_iter().map(|axis| count(marbles & INNER[axis] & before(axis, marbles))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conform::start_of;
    use cutfirst::notation::Notation;

    fn values(text: &str) -> [[i32; 2]; 3] {
        let game = start_of::<Abalone>("").parse_position(text).unwrap();
        [
            [0, 1].map(|player| Marbles.evaluate(&game, &(), Player(player))),
            [0, 1].map(|player| Centre.evaluate(&game, &(), Player(player))),
            [0, 1].map(|player| Play.evaluate(&game, &(), Player(player))),
        ]
    }

    #[test]
    fn few_marbles() {
        // Black on E5 (0), E6 (1), F6 (1): three pairs. White on A1 (4), A2 (4), I9 (4), C4 (2): one pair.
        let text = "....O/....../......./....@.../....@@.../......../...O.../....../OO... @ 0 0";
        let expected = [[3, 4], [300 - 2, 400 - 14], [2400 - 8 * 2 + 3 * 3, 3200 - 8 * 14 + 3]];
        assert_eq!(values(text), expected);
    }

    #[test]
    fn the_start_is_even() {
        // Row A: 5 × 4. Row B: 4 3 3 3 3 4. C3 to C5: 3 × 2. Pairs: 4 + 5 + 2 along the rows,
        // 10 between A and B, 6 between B and C.
        let start = start_of::<Abalone>("").position_text();
        let play = 800 * 14 - 8 * 46 + 3 * 27;
        assert_eq!(values(&start), [[14; 2], [1400 - 46; 2], [play; 2]]);
    }

    #[test]
    fn an_empty_side_is_worth_nothing() {
        let text = "...../....../......./......../....@..../......../......./....../..... @ 0 5";
        assert_eq!(values(text), [[1, 0], [100, 0], [800, 0]]);
    }
}
