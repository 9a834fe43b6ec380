//! Evaluations.

use cutfirst::evaluation::Evaluation;
use cutfirst::game::{Game, Player};

use super::Virus;
use super::board::squares_of;

/// The number of own squares: the plain evaluation of the experiments.
#[derive(Clone, Copy, Debug, Default)]
pub struct Territory;

impl Evaluation<Virus> for Territory {
    type Accumulator = ();

    #[inline]
    fn evaluate(&self, game: &Virus, (): &(), player: Player) -> i32 {
        game.squares(player).count_ones() as i32
    }
}

/// Squares, and how well they are held:
/// - 10 for each own square;
/// - 4 more for each that no opponent can take with one move;
/// - 1 for each square of others that the next move could take;
/// - 30 off if one move of an opponent would take everything;
/// - 25 for each opponent who is out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Play;

const SQUARE: i32 = 10;
const SAFE: i32 = 4;
const REACH: i32 = 1;
const DANGER: i32 = 30;
const OPPONENT_OUT: i32 = 25;

impl Evaluation<Virus> for Play {
    type Accumulator = ();

    fn evaluate(&self, game: &Virus, (): &(), player: Player) -> i32 {
        let own = game.squares(player);
        if own == 0 {
            return 0;
        }
        let closed = |set| set | game.board.neighbours(set);
        let mut attackers = 0;
        let mut out = 0;
        for other in Player::all(game.players()).filter(|&other| other != player) {
            let targets = game.targets(other);
            attackers |= targets;
            out += i32::from(game.squares(other) == 0);
        }
        let count = |set: u64| set.count_ones() as i32;
        let safe = own & !closed(attackers);
        let reach = closed(game.targets(player)) & !own;
        // One infection takes everything if it lies in the neighbourhood of every own square.
        let in_danger = safe == 0
            && squares_of(own).fold(attackers, |fatal, square| fatal & game.board.closed(square)) != 0;
        SQUARE * count(own) + SAFE * count(safe) + REACH * count(reach) + OPPONENT_OUT * out
            - DANGER * i32::from(in_danger)
    }
}
