//! Turns, slots, captures and classes.

use cutfirst::game::Player;
use cutfirst::powers::{Captures, MoveClasses, OutOfTurn, SlotMoves};

use super::{Move, TURN_KEY, Virus};

impl OutOfTurn for Virus {
    #[inline]
    fn set_turn(&mut self, player: Player) {
        self.key ^= TURN_KEY[self.turn.index()] ^ TURN_KEY[player.index()];
        self.turn = player;
    }
}

impl SlotMoves for Virus {
    #[inline]
    fn moves_in_slot(&self, slot: usize, out: &mut Vec<Move>) {
        let Some(target) = self.board.at_index(slot) else { return };
        if self.targets(self.turn) & 1 << target != 0 && !self.is_over() {
            out.push(self.infection(target));
        }
    }
}

/// A capture takes at least one square from another player. Players can take squares from each
/// other for ever, so a search that looks beyond captures needs a limit.
impl Captures for Virus {
    #[inline]
    fn is_capture(&self, mv: Move) -> bool {
        mv.captured != 0
    }
}

/// The most squares that a move can gain: nine less the own one that makes it legal.
const MOST_GAINED: usize = 8;

/// Class 0 puts an opponent out of the game. Below it, moves go by squares gained plus squares
/// captured, which is how much the mover's squares grow relative to the others': a move with a sum
/// of 16 (all eight neighbours, all from opponents) has class 1, a move that changes nothing 17.
impl MoveClasses for Virus {
    const CLASSES: usize = 2 + 2 * MOST_GAINED;

    #[inline]
    fn class(&self, mv: Move) -> usize {
        if mv.eliminates { 0 } else { 1 + 2 * MOST_GAINED - usize::from(mv.gained + mv.captured) }
    }
}
