//! What a position is worth to a player.

use cutfirst::evaluation::Evaluation;
use cutfirst::game::Player;

use super::Focus;

/// Stacks owned plus pieces that can still be placed: the plain evaluation of the experiments.
#[derive(Clone, Copy, Debug, Default)]
pub struct Control;

impl Evaluation<Focus> for Control {
    type Accumulator = ();

    #[inline]
    fn evaluate(&self, game: &Focus, (): &(), player: Player) -> i32 {
        let seat = player.index();
        let hand = i32::from(game.hands >> seat & 1);
        game.owned[seat].count_ones() as i32 + i32::from(game.tallies.reserve(seat)) + hand
    }
}

/// Knowledge of the game, for play.
#[derive(Clone, Copy, Debug, Default)]
pub struct Play;

impl Evaluation<Focus> for Play {
    type Accumulator = ();

    #[inline]
    fn evaluate(&self, game: &Focus, (): &(), player: Player) -> i32 {
        100 * Control.evaluate(game, &(), player) + i32::from(game.mobility.of(player.index()))
    }
}
