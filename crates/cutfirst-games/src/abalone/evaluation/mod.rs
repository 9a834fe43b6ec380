//! What a position is worth to a side, from its own marbles alone: the searches subtract the other's.

mod aba_pro;
mod features;
mod paper;
mod weights;

use cutfirst::evaluation::Evaluation;
use cutfirst::game::Player;

use super::{Abalone, Move};
use features::{distance, pairs};

pub use aba_pro::AbaPro;
pub use paper::Paper;

/// Nothing that is kept up to date, but the values of a position judged without the move to it being made.
pub(super) type Judged = Option<[i32; 2]>;

/// The values of the position after a move, if it can be judged without making it, by a side's marbles and their number.
#[inline(always)]
fn judge(before: &Abalone, mv: Move, value: impl Fn(u64, u8) -> i32) -> Option<Judged> {
    let [own, other] = before.marbles_after(mv)?;
    let [black, white] = if before.turn == Player(0) { [own, other] } else { [other, own] };
    Some(Some([value(black, before.counts[0]), value(white, before.counts[1])]))
}

/// The value of a position, or what it was judged to be.
#[inline(always)]
fn value_of(game: &Abalone, judged: &Judged, player: Player, value: impl Fn(u64, u8) -> i32) -> i32 {
    let side = player.index() & 1;
    match judged {
        Some(values) => values[side],
        None => value(game.marbles[side], game.counts[side]),
    }
}

/// One point a marble on the board: all that the rules count.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marbles;

impl Marbles {
    #[inline]
    fn value(_marbles: u64, count: u8) -> i32 {
        i32::from(count)
    }
}

impl Evaluation<Abalone> for Marbles {
    type Accumulator = Judged;

    #[inline]
    fn after(&self, before: &Abalone, _: &Judged, mv: Move) -> Option<Judged> {
        judge(before, mv, Self::value)
    }

    #[inline]
    fn evaluate(&self, game: &Abalone, judged: &Judged, player: Player) -> i32 {
        value_of(game, judged, player, Self::value)
    }
}

/// 100 a marble, minus the steps that each marble is away from the centre (0 to 4).
#[derive(Clone, Copy, Debug, Default)]
pub struct Centre;

impl Centre {
    #[inline]
    fn value(marbles: u64, count: u8) -> i32 {
        100 * i32::from(count) - distance(marbles)
    }
}

impl Evaluation<Abalone> for Centre {
    type Accumulator = Judged;

    #[inline]
    fn after(&self, before: &Abalone, _: &Judged, mv: Move) -> Option<Judged> {
        judge(before, mv, Self::value)
    }

    #[inline]
    fn evaluate(&self, game: &Abalone, judged: &Judged, player: Player) -> i32 {
        value_of(game, judged, player, Self::value)
    }
}

/// For play: 800 a marble; minus 8 a step from the centre, where nothing can be ejected; 3 for each
/// pair of neighbours, which can push and are hard to push.
#[derive(Clone, Copy, Debug, Default)]
pub struct Play;

impl Play {
    #[inline]
    fn value(marbles: u64, count: u8) -> i32 {
        800 * i32::from(count) - 8 * distance(marbles) + 3 * pairs(marbles)
    }
}

impl Evaluation<Abalone> for Play {
    type Accumulator = Judged;

    #[inline]
    fn after(&self, before: &Abalone, _: &Judged, mv: Move) -> Option<Judged> {
        judge(before, mv, Self::value)
    }

    #[inline]
    fn evaluate(&self, game: &Abalone, judged: &Judged, player: Player) -> i32 {
        value_of(game, judged, player, Self::value)
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::{cell_at, cells, coordinates};
    use super::super::tests::any_position;
    use super::*;
    use crate::conform::start_of;
    use cutfirst::notation::Notation;
    use proptest::prelude::*;

    fn values(text: &str) -> [[i32; 2]; 3] {
        let game = start_of::<Abalone>("").parse_position(text).unwrap();
        [
            [0, 1].map(|player| Marbles.evaluate(&game, &None, Player(player))),
            [0, 1].map(|player| Centre.evaluate(&game, &None, Player(player))),
            [0, 1].map(|player| Play.evaluate(&game, &None, Player(player))),
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

    /// The position after half a turn of the board.
    fn turned(game: &Abalone) -> Abalone {
        let turn = |cell| {
            let (row, diagonal) = coordinates(cell);
            1_u64 << cell_at(8 - row, 8 - diagonal).unwrap()
        };
        let marbles = game.marbles.map(|side| cells(side).map(turn).sum());
        Abalone::new(marbles, game.turn, game.lost, game.eject)
    }

    /// The position with the colours exchanged.
    fn exchanged(game: &Abalone) -> Abalone {
        let ([black, white], [black_lost, white_lost]) = (game.marbles, game.lost);
        Abalone::new([white, black], game.turn.next(2), [white_lost, black_lost], game.eject)
    }

    fn both<E: Evaluation<Abalone>>(evaluation: &E, game: &Abalone) -> [i32; 2] {
        let accumulator = evaluation.accumulate(game);
        [0, 1].map(|player| evaluation.evaluate(game, &accumulator, Player(player)))
    }

    fn check_symmetry<E: Evaluation<Abalone>>(evaluation: &E, game: &Abalone) -> Result<(), TestCaseError> {
        let [black, white] = both(evaluation, game);
        prop_assert_eq!(both(evaluation, &turned(game)), [black, white]);
        prop_assert_eq!(both(evaluation, &exchanged(game)), [white, black]);
        Ok(())
    }

    proptest! {
        #[test]
        fn neither_colour_nor_side_of_the_board_is_favoured(game in any_position(), lost in [0..3_u8, 0..3_u8]) {
            let game = Abalone::new(game.marbles, game.turn, lost, game.eject);
            check_symmetry(&Marbles, &game)?;
            check_symmetry(&Centre, &game)?;
            check_symmetry(&Play, &game)?;
            check_symmetry(&Paper, &game)?;
            check_symmetry(&AbaPro, &game)?;
        }
    }
}
