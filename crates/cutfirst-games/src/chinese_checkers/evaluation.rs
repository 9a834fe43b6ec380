//! Evaluations.

use cutfirst::evaluation::Evaluation;
use cutfirst::game::{Game, MAX_PLAYERS, Player};

use super::star::{DISTANCE, holes_of};
use super::{ChineseCheckers, Move};

/// A value for each player, the sum over his pieces.
type Sums = [i32; MAX_PLAYERS];

fn sums(game: &ChineseCheckers, value: impl Fn(Player, usize) -> i32) -> Sums {
    let mut sums = Sums::default();
    for player in Player::all(game.players()) {
        sums[player.index()] = holes_of(game.pieces(player)).map(|hole| value(player, hole)).sum();
    }
    sums
}

/// What a move adds to the mover's sum.
#[inline]
fn change(mv: Move, value: impl Fn(usize) -> i32) -> i32 {
    if mv.is_pass() { 0 } else { value(mv.to.into()) - value(mv.from.into()) }
}

/// The plain evaluation of the experiments: minus the number of steps from each own piece to the
/// tip of the target point. It is −20 when all have arrived and −140 at the start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Distance;

#[inline]
fn nearness(game: &ChineseCheckers, player: Player, hole: usize) -> i32 {
    -i32::from(DISTANCE[game.target(player)][hole])
}

impl Evaluation<ChineseCheckers> for Distance {
    type Accumulator = Sums;

    fn accumulate(&self, game: &ChineseCheckers) -> Sums {
        sums(game, |player, hole| nearness(game, player, hole))
    }

    #[inline]
    fn apply(&self, sums: &mut Sums, before: &ChineseCheckers, mv: Move) {
        let mover = before.to_move();
        sums[mover.index()] += change(mv, |hole| nearness(before, mover, hole));
    }

    #[inline]
    fn revert(&self, sums: &mut Sums, before: &ChineseCheckers, mv: Move) {
        let mover = before.to_move();
        sums[mover.index()] -= change(mv, |hole| nearness(before, mover, hole));
    }

    #[inline]
    fn evaluate(&self, _game: &ChineseCheckers, sums: &Sums, player: Player) -> i32 {
        sums[player.index()]
    }
}

/// Interim.
#[derive(Clone, Copy, Debug, Default)]
pub struct Play;

impl Evaluation<ChineseCheckers> for Play {
    type Accumulator = ();

    fn evaluate(&self, game: &ChineseCheckers, (): &(), player: Player) -> i32 {
        sums(game, |player, hole| nearness(game, player, hole))[player.index()]
    }
}
