//! Evaluations.

use cutfirst::evaluation::{Bounds, Evaluation};
use cutfirst::game::{Game, MAX_PLAYERS, Player};

use super::star::{DISTANCE, FARTHEST, HOLES, POINTS, RINGS, holes_of, offset};
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

    /// Ten pieces, each at most sixteen steps from the tip of the target.
    fn bounds(&self, _game: &ChineseCheckers) -> Option<Bounds> {
        Some(Bounds { least: -160, most: 0, total: 0 })
    }

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

/// Progress of the whole group, with weights from matches between short searches:
/// - each piece costs 5 for each step to the tip of the target point, and the square of the steps, so
///   that pieces behind are brought up first;
/// - each piece costs 3 for each half step to the side of the line between the two tips, where
///   there are fewer pieces to hop over (four or more would keep pieces out of the far corners
///   of the target point);
/// - the rearmost piece costs 12 for each step once more: left alone it has nothing to hop over.
#[derive(Clone, Copy, Debug, Default)]
pub struct Play;

const STEP: i32 = 5;
const SIDE: i32 = 3;
const REARMOST: i32 = 12;

/// What a piece is worth by target point and hole.
static WORTH: [[i16; HOLES]; POINTS] = {
    let mut all = [[0; HOLES]; POINTS];
    let mut point = 0;
    while point < POINTS {
        let mut hole = 0;
        while hole < HOLES {
            let steps = DISTANCE[point][hole] as i32;
            all[point][hole] = -(STEP * steps + steps * steps + SIDE * offset(point, hole)) as i16;
            hole += 1;
        }
        point += 1;
    }
    all
};

#[inline]
fn worth(game: &ChineseCheckers, player: Player, hole: usize) -> i32 {
    WORTH[game.target(player)][hole].into()
}

impl Evaluation<ChineseCheckers> for Play {
    type Accumulator = Sums;

    fn accumulate(&self, game: &ChineseCheckers) -> Sums {
        sums(game, |player, hole| worth(game, player, hole))
    }

    #[inline]
    fn apply(&self, sums: &mut Sums, before: &ChineseCheckers, mv: Move) {
        let mover = before.to_move();
        sums[mover.index()] += change(mv, |hole| worth(before, mover, hole));
    }

    #[inline]
    fn revert(&self, sums: &mut Sums, before: &ChineseCheckers, mv: Move) {
        let mover = before.to_move();
        sums[mover.index()] -= change(mv, |hole| worth(before, mover, hole));
    }

    #[inline]
    fn evaluate(&self, game: &ChineseCheckers, sums: &Sums, player: Player) -> i32 {
        let rings = &RINGS[game.target(player)];
        let pieces = game.pieces(player);
        let mut rearmost = FARTHEST;
        while rearmost > 0 && pieces & rings[rearmost] == 0 {
            rearmost -= 1;
        }
        sums[player.index()] - REARMOST * rearmost as i32
    }
}
