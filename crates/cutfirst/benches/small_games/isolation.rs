//! Isolation on 5 × 6: move the pawn as a king, then close any free square. Who cannot move has lost.

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::powers::NoPowers;
use cutfirst::zobrist;

use crate::small_game::{SmallGame, bits, common_parts};

/// Squares as bits, row × 8 + column; two columns are off the board so that neighbours do not wrap.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Isolation {
    pawns: [u8; 2],
    /// Neither closed nor under a pawn.
    free: u64,
    to_move: Player,
    key: u64,
}

const KEYS: [u64; 120] = zobrist::table(14);
const BOARD: u64 = 0x3f_3f3f_3f3f;
const START: [u8; 2] = [2, 35];

impl Isolation {
    pub(crate) fn new() -> Self {
        let free = BOARD & !(1 << START[0] | 1 << START[1]);
        Self { pawns: START, free, to_move: Player(0), key: 0 }
    }

    /// Where a player's pawn can go.
    fn reach(&self, player: Player) -> u64 {
        let pawn = 1 << self.pawns[player.index()];
        let row = pawn | pawn << 1 | pawn >> 1;
        (row | row << 8 | row >> 8) & self.free
    }

    /// Moves the pawn of `mover` and closes a square, or opens one that was closed.
    fn go(&mut self, mover: usize, to: u8, closed: u8) {
        let from = std::mem::replace(&mut self.pawns[mover], to);
        self.free ^= 1 << from ^ 1 << to ^ 1 << closed;
        let pawn = |square| KEYS[mover * 40 + usize::from(square)];
        self.key ^= pawn(from) ^ pawn(to) ^ KEYS[80 + usize::from(closed)];
    }
}

impl Game for Isolation {
    type Move = (u8, u8); // to, closed
    type Undo = u8; // from
    type Powers = NoPowers;

    common_parts!();

    fn moves(&self, out: &mut Vec<(u8, u8)>) {
        let free = self.free | 1 << self.pawns[self.to_move.index()];
        for to in bits(self.reach(self.to_move)) {
            out.extend(bits(free & !(1 << to)).map(|closed| (to, closed)));
        }
    }
    fn make(&mut self, (to, closed): (u8, u8)) -> u8 {
        let mover = self.to_move.index();
        let from = self.pawns[mover];
        self.go(mover, to, closed);
        self.to_move = self.to_move.next(2);
        from
    }
    fn unmake(&mut self, (_, closed): (u8, u8), from: u8) {
        self.to_move = self.to_move.previous(2);
        self.go(self.to_move.index(), from, closed);
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.reach(self.to_move) == 0).then(|| Outcome::win(2, self.to_move.next(2)))
    }
}

impl SmallGame for Isolation {
    const SLOTS: usize = 40 * 40;
    const ANY: (u8, u8) = (0, 0);

    fn index((to, closed): (u8, u8)) -> usize {
        usize::from(to) * 40 + usize::from(closed)
    }
    fn value(&self, player: Player) -> i32 {
        self.reach(player).count_ones() as i32
    }
}
