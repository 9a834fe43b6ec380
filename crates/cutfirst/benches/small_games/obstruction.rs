//! Obstruction on 7 × 7: mark a free square with no mark on it or beside it, diagonally too. Who cannot has lost.

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::powers::NoPowers;
use cutfirst::zobrist;

use crate::small_game::{SmallGame, bits, common_parts};

/// Marks of either player as bits, row × 8 + column; the eighth column stays empty.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Obstruction {
    marks: u64,
    to_move: Player,
    key: u64,
}

const BOARD: u64 = 0x7f_7f7f_7f7f_7f7f;
/// For each mark, then for the player to move.
const KEYS: [u64; 57] = zobrist::table(17);

impl Obstruction {
    pub(crate) fn new() -> Self {
        Self { marks: 0, to_move: Player(0), key: 0 }
    }

    fn free(&self) -> u64 {
        let rows = self.marks | self.marks << 1 | self.marks >> 1;
        BOARD & !(rows | rows << 8 | rows >> 8)
    }

    fn flip(&mut self, square: u8) {
        self.marks ^= 1 << square;
        self.key ^= KEYS[usize::from(square)] ^ KEYS[56];
        self.to_move = self.to_move.next(2);
    }
}

impl Game for Obstruction {
    type Move = u8; // the square
    type Undo = ();
    type Powers = NoPowers;

    common_parts!();

    fn moves(&self, out: &mut Vec<u8>) {
        out.extend(bits(self.free()));
    }
    fn make(&mut self, square: u8) {
        self.flip(square);
    }
    fn unmake(&mut self, square: u8, (): ()) {
        self.flip(square);
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.free() == 0).then(|| Outcome::win(2, self.to_move.next(2)))
    }
}

impl SmallGame for Obstruction {
    const SLOTS: usize = 56;
    const ANY: u8 = 0;

    fn index(square: u8) -> usize {
        usize::from(square)
    }
    /// An odd number of squares left is good for who is to move; some are worth more than others.
    fn value(&self, player: Player) -> i32 {
        const EDGE: u64 = 0x7f_4141_4141_417f;
        let free = self.free();
        let odd = free.count_ones() % 2 == 1;
        let sign = if odd == (player == self.to_move) { 1 } else { -1 };
        sign * (4 + (free & EDGE).count_ones() as i32)
    }
}
