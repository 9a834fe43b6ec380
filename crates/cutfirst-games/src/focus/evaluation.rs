//! What a position is worth to a player.

use cutfirst::evaluation::{Bounds, Evaluation};
use cutfirst::game::Player;

use super::board::{REACH, cells_of};
use super::rules::Rules;
use super::{Focus, SEATS};

/// Stacks owned plus pieces that can still be placed, from the reserve or the hand: the plain
/// evaluation of the experiments.
#[derive(Clone, Copy, Debug, Default)]
pub struct Control;

impl Evaluation<Focus> for Control {
    type Accumulator = ();

    /// Every stack and every piece to place is a piece of the game, of which there are 52 at most.
    fn bounds(&self, _game: &Focus) -> Option<Bounds> {
        Some(Bounds { least: 0, most: 52, total: 52 })
    }

    #[inline]
    fn evaluate(&self, game: &Focus, (): &(), player: Player) -> i32 {
        let seat = player.index();
        game.owned[seat].count_ones() as i32 + game.pieces_to_place(seat)
    }
}

/// Knowledge of the game, for play. A weighted sum of
/// - stacks owned,
/// - pieces that can still be placed: each will take a stack anywhere, so it is worth more than one,
/// - opposing pieces captured, which will never come back,
/// - stack moves that the player has, in turn or not,
/// - threats: opposing stacks that one of his stacks could cover,
/// - towers: own stacks at least four high, from which the next piece or two on top take the bottom
///   out.
///
/// The weights come from matches of fixed depth. Towers are good where they can be split and bad where
/// they can only move as a whole; with more than two players and splitting, neither towers nor
/// threats, of which everybody has many, were worth looking at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Play;

struct Weights {
    stack: i32,
    to_place: i32,
    captured: i32,
    mobility: i32,
    threat: i32,
    tower: i32,
}

static SPLIT_TWO: Weights =
    Weights { stack: 100, to_place: 300, captured: 200, mobility: 5, threat: 60, tower: 40 };
static SPLIT_MORE: Weights =
    Weights { stack: 100, to_place: 300, captured: 200, mobility: 5, threat: 0, tower: 0 };
static WHOLE: Weights =
    Weights { stack: 100, to_place: 150, captured: 50, mobility: 15, threat: 20, tower: -50 };

const TOWER: usize = 4;

impl Weights {
    #[inline]
    fn of(rules: Rules) -> &'static Self {
        match (rules.whole, rules.players()) {
            (true, _) => &WHOLE,
            (false, 2) => &SPLIT_TWO,
            (false, _) => &SPLIT_MORE,
        }
    }
}

impl Evaluation<Focus> for Play {
    type Accumulator = ();

    #[inline]
    fn evaluate(&self, game: &Focus, (): &(), player: Player) -> i32 {
        let seat = player.index();
        let weights = Weights::of(game.rules);
        let mut value = weights.stack * game.owned[seat].count_ones() as i32
            + weights.to_place * game.pieces_to_place(seat)
            + weights.captured * i32::from(game.tallies.captured(seat))
            + weights.mobility * i32::from(game.mobility.of(seat));
        if weights.threat != 0 || weights.tower != 0 {
            let (threats, towers) = game.threats_and_towers(seat);
            value += weights.threat * threats + weights.tower * towers;
        }
        value
    }
}

impl Focus {
    #[inline]
    fn pieces_to_place(&self, seat: usize) -> i32 {
        i32::from(self.tallies.reserve(seat)) + i32::from(self.hands >> seat & 1)
    }

    #[inline]
    fn threats_and_towers(&self, seat: usize) -> (i32, i32) {
        let reach = &REACH[usize::from(self.rules.whole)];
        let mut targets = 0;
        let mut towers = 0;
        for cell in cells_of(self.owned[seat]) {
            let height = self.stacks[cell].height();
            targets |= reach[cell][height];
            towers += i32::from(height >= TOWER);
        }
        let others = (0..SEATS).filter(|&other| other != seat).fold(0, |all, other| all | self.owned[other]);
        ((targets & others).count_ones() as i32, towers)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::position;
    use super::*;

    #[test]
    fn control_counts_stacks_reserve_and_hand() {
        let game = position("players=3", &[("d4", "10"), ("a3", "0"), ("d5", "2")], "0 2,1,0 01 0,0,0");
        assert_eq!([0, 1, 2].map(|seat| Control.evaluate(&game, &(), Player(seat))), [5, 2, 1]);
    }

    #[test]
    fn play_adds_its_terms() {
        let stacks = [("d4", "1000"), ("a3", "1"), ("d6", "1"), ("h5", "1"), ("e5", "0")];
        let game = position("players=2", &stacks, "0 1,0 - 2,1");
        // Seat 0: d4 has 4 + 4 + 4 + 2 moves and e5 4; d4-d6 would cover a stack; d4 is a tower.
        let first = 100 * 2 + 300 + 200 * 2 + 5 * (14 + 4) + 60 + 40;
        // Seat 1: a3 has 2 moves, d6 4, h5 3; none meets a stack of seat 0.
        let second = 100 * 3 + 200 + 5 * (2 + 4 + 3);
        assert_eq!([0, 1].map(|seat| Play.evaluate(&game, &(), Player(seat))), [first, second]);

        let game = position("variant=whole", &stacks, "0 1,0 - 2,1");
        // As a whole d4 has the two moves d4-d8 and d4-h4, which cover nothing.
        let first = 100 * 2 + 150 + 50 * 2 + 15 * (2 + 4) - 50;
        assert_eq!(Play.evaluate(&game, &(), Player(0)), first);

        let game = position("players=4", &stacks, "0 1,0,0,0 - 2,1,0,0");
        let first = 100 * 2 + 300 + 200 * 2 + 5 * (14 + 4);
        assert_eq!(Play.evaluate(&game, &(), Player(0)), first);
        assert_eq!(Play.evaluate(&game, &(), Player(2)), 0);
    }
}
