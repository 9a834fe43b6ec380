//! What a position is worth.

use cutfirst::evaluation::Evaluation;
use cutfirst::game::Player;

use super::Checkers;

/// The plain evaluation of the experiments, coarse on purpose: 2 for each man, 3 for each king.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl Evaluation<Checkers> for Material {
    type Accumulator = ();

    #[inline]
    fn evaluate(&self, game: &Checkers, (): &(), player: Player) -> i32 {
        let own = game.pieces[usize::from(player.index() != 0)];
        2 * own.count_ones() as i32 + (own & game.kings).count_ones() as i32
    }
}

/// Strong.
#[derive(Clone, Copy, Debug, Default)]
pub struct Play;

impl Evaluation<Checkers> for Play {
    type Accumulator = ();

    #[inline]
    fn evaluate(&self, game: &Checkers, (): &(), player: Player) -> i32 {
        Material.evaluate(game, &(), player)
    }
}
