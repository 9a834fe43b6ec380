//! Domineering on 7 × 7: the first player places upright dominoes, the second one lying ones. Who cannot has
//! lost.

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::powers::NoPowers;
use cutfirst::zobrist;

use crate::small_game::{SmallGame, bits, common_parts};

/// Free squares as bits, row × 8 + column; the eighth column is never free so that dominoes do not wrap.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Domineering {
    free: u64,
    to_move: Player,
    key: u64,
}

const KEYS: [u64; 56] = zobrist::table(12);
const BOARD: u64 = 0x7f_7f7f_7f7f_7f7f;
/// From the one square of a domino to the other, by player.
const STEP: [u8; 2] = [8, 1];

impl Domineering {
    pub(crate) fn new() -> Self {
        Self { free: BOARD, to_move: Player(0), key: 0 }
    }

    /// The lower or left squares of the dominoes a player can place.
    fn places(&self, player: Player) -> u64 {
        self.free & self.free >> STEP[player.index()]
    }

    /// Places a domino of `mover`, or takes it back.
    fn flip(&mut self, mover: usize, square: u8) {
        for square in [square, square + STEP[mover]] {
            self.free ^= 1 << square;
            self.key ^= KEYS[usize::from(square)];
        }
    }
}

impl Game for Domineering {
    type Move = u8; // the lower or left square
    type Undo = ();
    type Powers = NoPowers;

    common_parts!();

    fn moves(&self, out: &mut Vec<u8>) {
        out.extend(bits(self.places(self.to_move)));
    }
    fn make(&mut self, square: u8) {
        self.flip(self.to_move.index(), square);
        self.to_move = self.to_move.next(2);
    }
    fn unmake(&mut self, square: u8, (): ()) {
        self.to_move = self.to_move.previous(2);
        self.flip(self.to_move.index(), square);
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.places(self.to_move) == 0).then(|| Outcome::win(2, self.to_move.next(2)))
    }
}

impl SmallGame for Domineering {
    const SLOTS: usize = 56;
    const ANY: u8 = 0;

    fn index(square: u8) -> usize {
        usize::from(square)
    }
    fn value(&self, player: Player) -> i32 {
        self.places(player).count_ones() as i32
    }
}
