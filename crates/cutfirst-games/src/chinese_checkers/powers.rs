//! Turns, slots, captures and classes.

use cutfirst::game::Player;
use cutfirst::powers::{Captures, MoveClasses, OutOfTurn, SlotMoves};

use super::star::{DISTANCE, FARTHEST, HOLES, STEPS, same_hop_class};
use super::{ChineseCheckers, Move, TURN_KEY};

impl OutOfTurn for ChineseCheckers {
    #[inline]
    fn set_turn(&mut self, player: Player) {
        self.key ^= TURN_KEY[self.turn.index()] ^ TURN_KEY[player.index()];
        self.turn = player;
    }
}

impl SlotMoves for ChineseCheckers {
    #[inline]
    fn moves_in_slot(&self, slot: usize, out: &mut Vec<Move>) {
        let (from, to) = (slot / HOLES, slot % HOLES);
        if from >= HOLES {
            if from == HOLES && to == 0 && !self.can_move() && !self.over {
                out.push(Move::PASS);
            }
            return;
        }
        if self.pieces(self.turn) >> from & 1 == 0 || self.occupied >> to & 1 != 0 {
            return;
        }
        let legal = if STEPS[from] >> to & 1 != 0 {
            self.limits().allow(from, to)
        } else {
            same_hop_class(from, to) && self.destinations(from, &self.limits()) >> to & 1 != 0
        };
        if legal && !self.over {
            let distance = &DISTANCE[self.target(self.turn)];
            out.push(Move { from: from as u8, to: to as u8, class: class_of(distance[from], distance[to]) });
        }
    }
}

/// Nothing is ever captured, and no other move changes the balance at once: no move is a capture.
impl Captures for ChineseCheckers {
    #[inline]
    fn is_capture(&self, _mv: Move) -> bool {
        false
    }

    #[inline]
    fn captures(&self, _out: &mut Vec<Move>) {}
}

/// The class of a move that neither gains nor loses.
const EVEN: u8 = FARTHEST as u8;
/// The class of a move that loses the whole way between opposite tips, and of the pass.
pub(super) const WORST: u8 = 2 * EVEN;

/// The class of a move between holes with these distances from the tip of the target point.
#[inline]
pub(super) fn class_of(before: u8, after: u8) -> u8 {
    EVEN + after - before
}

/// Moves go by the steps that they gain towards the tip of the mover's target point: class 0 gains
/// sixteen, class 16 none, class 32 loses sixteen. The pass, which is always alone, has class 32.
impl MoveClasses for ChineseCheckers {
    const CLASSES: usize = WORST as usize + 1;

    #[inline]
    fn class(&self, mv: Move) -> usize {
        mv.class.into()
    }
}
