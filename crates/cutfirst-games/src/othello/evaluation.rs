//! What a position is worth.

use cutfirst::evaluation::Evaluation;
use cutfirst::game::Player;

use super::{CORNERS, Othello};

/// The number of one's own discs, so that the difference at the end is the result of the game (but
/// for empty squares, which only the official score gives to the winner). The experiments' choice.
#[derive(Clone, Copy, Debug, Default)]
pub struct Discs;

impl Evaluation<Othello> for Discs {
    type Accumulator = ();
    const FINISHED_BY_VALUE: bool = true;

    #[inline]
    fn evaluate(&self, game: &Othello, (): &(), player: Player) -> i32 {
        game.discs(player).count_ones() as i32
    }
}

/// 10 for each square on which the player turns discs (a pass is none), 100 for each corner held.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

impl Evaluation<Othello> for Mobility {
    type Accumulator = ();

    #[inline]
    fn evaluate(&self, game: &Othello, (): &(), player: Player) -> i32 {
        let moves = game.mobility_of(player).count_ones() as i32;
        let corners = (game.discs(player) & CORNERS).count_ones() as i32;
        10 * moves + 100 * corners
    }
}
/// placeholder
#[derive(Clone, Copy, Debug, Default)]
pub struct Play;

impl Evaluation<Othello> for Play {
    type Accumulator = ();

    #[inline]
    fn evaluate(&self, game: &Othello, (): &(), player: Player) -> i32 {
        Mobility.evaluate(game, &(), player)
    }
}
