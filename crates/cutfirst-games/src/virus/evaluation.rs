//! Evaluations.

use cutfirst::evaluation::{Bounds, Evaluation};
use cutfirst::game::{Game, Player};

use super::Virus;
use super::board::squares_of;

/// The number of own squares: the plain evaluation of the experiments.
#[derive(Clone, Copy, Debug, Default)]
pub struct Territory;

impl Evaluation<Virus> for Territory {
    type Accumulator = ();

    /// A square has one owner at most.
    fn bounds(&self, game: &Virus) -> Option<Bounds> {
        let squares = game.slots() as i32;
        Some(Bounds { least: 0, most: squares, total: squares })
    }

    #[inline]
    fn evaluate(&self, game: &Virus, (): &(), player: Player) -> i32 {
        game.squares(player).count_ones() as i32
    }
}

/// Squares and how well they are held, with weights from matches between short searches:
/// - 10 for each own square;
/// - 4 more for each that no opponent can take with one move;
/// - 6 off for each square that the worst move of an opponent would take;
/// - 30 off if that move would take everything;
/// - 25 for each opponent who is out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Play;

const SQUARE: i32 = 10;
const SAFE: i32 = 4;
const WORST_LOSS: i32 = 6;
const DANGER: i32 = 30;
const OPPONENT_OUT: i32 = 25;

impl Evaluation<Virus> for Play {
    type Accumulator = ();

    fn evaluate(&self, game: &Virus, (): &(), player: Player) -> i32 {
        let own = game.squares(player);
        if own == 0 {
            return 0;
        }
        let count = |set: u64| set.count_ones() as i32;
        let closed = |set| set | game.board.neighbours(set);
        let mut attacks = 0;
        let mut out = 0;
        for other in Player::all(game.players()).filter(|&other| other != player) {
            attacks |= game.targets(other);
            out += i32::from(game.squares(other) == 0);
        }
        let squares = count(own);
        let safe = count(own & !closed(attacks));
        let losses = squares_of(attacks & closed(own)).map(|target| count(game.board.closed(target) & own));
        let worst = losses.max().unwrap_or(0);
        SQUARE * squares + SAFE * safe + OPPONENT_OUT * out
            - WORST_LOSS * worst
            - DANGER * i32::from(worst == squares)
    }
}
