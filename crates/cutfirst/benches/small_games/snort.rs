//! Snort on 6 × 6: place a stone on a free square that has no stone of the opponent beside it. Who cannot has lost.

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::powers::NoPowers;
use cutfirst::zobrist;

use crate::small_game::{SmallGame, bits, common_parts};

/// Stones as bits, row × 8 + column; the seventh and eighth columns stay empty.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Snort {
    stones: [u64; 2],
    to_move: Player,
    key: u64,
}

const KEYS: [u64; 96] = zobrist::table(15);
const BOARD: u64 = 0x3f3f_3f3f_3f3f;

impl Snort {
    pub(crate) fn new() -> Self {
        Self { stones: [0; 2], to_move: Player(0), key: 0 }
    }

    /// Where a player may place a stone.
    fn places(&self, player: Player) -> u64 {
        let others = self.stones[1 - player.index()];
        let beside = others << 1 | others >> 1 | others << 8 | others >> 8;
        BOARD & !(self.stones[0] | self.stones[1] | beside)
    }

    fn flip(&mut self, mover: usize, square: u8) {
        self.stones[mover] ^= 1 << square;
        self.key ^= KEYS[mover * 48 + usize::from(square)];
    }
}

impl Game for Snort {
    type Move = u8; // the square
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

impl SmallGame for Snort {
    const SLOTS: usize = 48;
    const ANY: u8 = 0;

    fn index(square: u8) -> usize {
        usize::from(square)
    }
    /// Squares that are still open, and twice those that only this player may take.
    fn value(&self, player: Player) -> i32 {
        let (own, other) = (self.places(player), self.places(player.next(2)));
        (own.count_ones() + 2 * (own & !other).count_ones()) as i32
    }
}
