//! Breakthrough on 8 × 8: pawns step forwards, capture diagonally, and the first on the far side wins.

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::powers::MoveClasses;
use cutfirst::zobrist;

use crate::small_game::{Classified, SmallGame, bits, common_parts};

/// Pawns as bits, row × 8 + column; the first player goes up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Breakthrough<const CLASSES: bool> {
    pawns: [u64; 2],
    to_move: Player,
    key: u64,
}

const KEYS: [u64; 129] = zobrist::table(3);

impl<const CLASSES: bool> Breakthrough<CLASSES> {
    pub(crate) fn new() -> Self {
        Self { pawns: [0xffff, 0xffff << 48], to_move: Player(0), key: 0 }
    }

    fn flip(&mut self, player: usize, square: u8) {
        self.pawns[player] ^= 1 << square;
        self.key ^= KEYS[player * 64 + usize::from(square)];
    }
}

impl<const CLASSES: bool> Game for Breakthrough<CLASSES> {
    type Move = (u8, u8); // from, to
    type Undo = bool; // whether a pawn was captured
    type Powers = Classified<CLASSES>;

    common_parts!();

    fn moves(&self, out: &mut Vec<(u8, u8)>) {
        if self.outcome().is_some() {
            return;
        }
        let (own, other) = (self.pawns[self.to_move.index()], self.pawns[1 - self.to_move.index()]);
        for from in bits(own) {
            let ahead = if self.to_move == Player(0) { from + 8 } else { from - 8 };
            let is_in = |board: u64, square: u8| board >> square & 1 != 0;
            if from % 8 > 0 && !is_in(own, ahead - 1) {
                out.push((from, ahead - 1));
            }
            if !is_in(own | other, ahead) {
                out.push((from, ahead));
            }
            if from % 8 < 7 && !is_in(own, ahead + 1) {
                out.push((from, ahead + 1));
            }
        }
    }
    fn make(&mut self, (from, to): (u8, u8)) -> bool {
        let mover = self.to_move.index();
        let captures = self.pawns[1 - mover] >> to & 1 != 0;
        self.flip(mover, from);
        self.flip(mover, to);
        if captures {
            self.flip(1 - mover, to);
        }
        self.to_move = self.to_move.next(2);
        self.key ^= KEYS[128];
        captures
    }
    fn unmake(&mut self, (from, to): (u8, u8), captures: bool) {
        self.to_move = self.to_move.previous(2);
        self.key ^= KEYS[128];
        let mover = self.to_move.index();
        self.flip(mover, from);
        self.flip(mover, to);
        if captures {
            self.flip(1 - mover, to);
        }
    }
    fn outcome(&self) -> Option<Outcome> {
        let last = self.to_move.previous(2);
        let goal = if last == Player(0) { 0xff << 56 } else { 0xff };
        let won = self.pawns[last.index()] & goal != 0 || self.pawns[self.to_move.index()] == 0;
        won.then(|| Outcome::win(2, last))
    }
}

impl<const CLASSES: bool> SmallGame for Breakthrough<CLASSES> {
    const SLOTS: usize = 64 * 64;
    const ANY: (u8, u8) = (0, 0);

    fn index((from, to): (u8, u8)) -> usize {
        usize::from(from) * 64 + usize::from(to)
    }
    fn value(&self, player: Player) -> i32 {
        let row = |square: u8| i32::from(if player == Player(0) { square / 8 } else { 7 - square / 8 });
        bits(self.pawns[player.index()]).map(|square| 10 + row(square) * row(square)).sum()
    }
}

/// Captures, then the pawns that are furthest ahead.
impl<const CLASSES: bool> MoveClasses for Breakthrough<CLASSES> {
    const CLASSES: usize = 8;

    fn class(&self, (_, to): (u8, u8)) -> usize {
        let captures = self.pawns[1 - self.to_move.index()] >> to & 1 != 0;
        let left = if self.to_move == Player(0) { 7 - to / 8 } else { to / 8 };
        if captures { 0 } else { usize::from(left.max(1)) }
    }
}
