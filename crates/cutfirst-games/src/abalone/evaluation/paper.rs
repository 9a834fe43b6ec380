//! The six features of the Abalone paper (section II.C).
//!
//! The paper describes each in words; this is the reading taken. All are counted for a player by
//! himself, and the searches subtract the opponent's value. The weights are those of `weights.rs`.
//!
//! | feature | counted as |
//! |---|---|
//! | number of marbles | own marbles over the opponent's ([`Weights::material`](super::weights::Weights::material)) |
//! | distance from the centre | steps of each marble to E5, a loss |
//! | coherence | neighbours of its own colour that each marble has, and each three in a line once more |
//! | formation break | marbles with opponents on two opposite sides, each once |
//! | single marble capturing danger | marbles at the edge with one opponent beside them, or with several, a loss |
//! | double marble capturing danger | two marbles in a line that ends at the edge, the next two cells of the line being opponents, a loss |

use cutfirst::evaluation::Evaluation;
use cutfirst::game::{Game, Player};
use wide::u64x2;

use super::super::{Abalone, MARBLES, Move};
use super::Judged;
use super::features::{self, Contacts, pair, unpair};
use super::weights::PAPER;

/// The Abalone paper's evaluation: marbles, centre, coherence, formation break, and the dangers of
/// losing one and two marbles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paper;

const COUNTS: usize = MARBLES as usize + 1;

/// What the marbles are worth, by own and opposing number.
const MATERIAL: [[i32; COUNTS]; COUNTS] = {
    let mut values = [[0; COUNTS]; COUNTS];
    let mut pair = 0;
    while pair < COUNTS * COUNTS {
        let (own, other) = (pair / COUNTS, pair % COUNTS);
        values[own][other] = PAPER.material(own, other);
        pair += 1;
    }
    values
};

impl Paper {
    /// What a position is worth to Black and to White, given the marbles.
    #[inline]
    fn values(marbles: [u64; 2], counts: [u8; 2]) -> [i32; 2] {
        let (black, white) = (usize::from(counts[0]), usize::from(counts[1]));
        let material = pair([MATERIAL[black][white], MATERIAL[white][black]]);
        let (own, other) = (u64x2::new(marbles), u64x2::new([marbles[1], marbles[0]]));
        let contacts = Contacts::new(own, other);
        let [touched, beset] = contacts.single_dangers();
        let weighted = |weight: i32, number: i64| i64::from(weight) * number;
        unpair(
            material - weighted(PAPER.step, features::distance(own))
                + weighted(PAPER.neighbour, features::coherence(own))
                + weighted(PAPER.formation_break, contacts.formation_breaks())
                - weighted(PAPER.touched, touched)
                - weighted(PAPER.beset, beset)
                - weighted(PAPER.double_danger, contacts.double_dangers()),
        )
    }
}

impl Evaluation<Abalone> for Paper {
    type Accumulator = Judged;

    #[inline]
    fn after(&self, before: &Abalone, _: &Judged, mv: Move) -> Option<Judged> {
        let [own, other] = before.marbles_after(mv)?;
        let marbles = if before.turn == Player(0) { [own, other] } else { [other, own] };
        Some(Some(Self::values(marbles, before.counts)))
    }

    #[inline]
    fn difference(&self, game: &Abalone, _: &Judged, player: Player) -> Option<i32> {
        if game.outcome().is_some() {
            return None;
        }
        let [black, white] = Self::values(game.marbles, game.counts);
        Some(if player == Player(0) { black - white } else { white - black })
    }

    #[inline]
    fn evaluate(&self, game: &Abalone, judged: &Judged, player: Player) -> i32 {
        judged.unwrap_or_else(|| Self::values(game.marbles, game.counts))[player.index() & 1]
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::position;
    use super::*;
    use crate::conform::start_of;

    fn values(game: &Abalone) -> [i32; 2] {
        [0, 1].map(|player| Paper.evaluate(game, &None, Player(player)))
    }

    #[test]
    fn the_start_is_even() {
        // As for `play`: 46 steps, 27 pairs. Lines: 3 + 4 + 1 along the rows A, B, C; on either of the
        // other axes three from row A over B to each marble of C.
        let expected = 5600 - 8 * 46 + 3 * 2 * 27 + 3 * (8 + 6);
        assert_eq!(values(&start_of::<Abalone>("")), [expected; 2]);
    }

    #[test]
    fn every_feature_at_once() {
        // Black: E5 between E4 and E6 (a break), A3 at the edge touched by B3, and E8 E9.
        // White: B3 and C3, E4, and E6 E7 behind Black's pair at the edge.
        let game = position("E5 A3 E8 E9", "B3 C3 E4 E6 E7");
        let black = 5600 * 4 / 5 - 8 * (4 + 3 + 4) + 3 * 2 + 10 - 10 - 50;
        let white = 5600 * 5 / 4 - 8 * (3 + 2 + 1 + 1 + 2) + 3 * 2 * 2;
        assert_eq!(values(&game), [black, white]);
    }
}
