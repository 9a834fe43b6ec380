//! Clobber on 5 × 6: a stone moves onto an opponent beside it and removes it. Who cannot move has lost.

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::powers::NoPowers;
use cutfirst::zobrist;

use crate::small_game::{SmallGame, bits, common_parts};

/// Stones as bits, row × 8 + column; two columns stay empty so that neighbours do not wrap.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Clobber {
    stones: [u64; 2],
    to_move: Player,
    key: u64,
}

const KEYS: [u64; 81] = zobrist::table(11);
const BOARD: u64 = 0x3f_3f3f_3f3f;
const DARK: u64 = 0xaa55_aa55_aa55_aa55;

/// The squares beside those of `board`, and others off the board.
fn beside(board: u64) -> u64 {
    board << 1 | board >> 1 | board << 8 | board >> 8
}

impl Clobber {
    pub(crate) fn new() -> Self {
        Self { stones: [BOARD & DARK, BOARD & !DARK], to_move: Player(0), key: 0 }
    }

    /// The stones of a player that can move.
    fn movable(&self, player: Player) -> u64 {
        self.stones[player.index()] & beside(self.stones[1 - player.index()])
    }

    fn flip(&mut self, player: usize, square: u8) {
        self.stones[player] ^= 1 << square;
        self.key ^= KEYS[player * 40 + usize::from(square)];
    }

    /// Makes a move of `mover`, or takes it back.
    fn clobber(&mut self, mover: usize, (from, to): (u8, u8)) {
        self.flip(mover, from);
        self.flip(mover, to);
        self.flip(1 - mover, to);
        self.key ^= KEYS[80];
    }
}

impl Game for Clobber {
    type Move = (u8, u8); // from, to
    type Undo = ();
    type Powers = NoPowers;

    common_parts!();

    fn moves(&self, out: &mut Vec<(u8, u8)>) {
        let other = self.stones[1 - self.to_move.index()];
        for from in bits(self.movable(self.to_move)) {
            out.extend(bits(beside(1 << from) & other).map(|to| (from, to)));
        }
    }
    fn make(&mut self, mv: (u8, u8)) {
        self.clobber(self.to_move.index(), mv);
        self.to_move = self.to_move.next(2);
    }
    fn unmake(&mut self, mv: (u8, u8), (): ()) {
        self.to_move = self.to_move.previous(2);
        self.clobber(self.to_move.index(), mv);
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.movable(self.to_move) == 0).then(|| Outcome::win(2, self.to_move.next(2)))
    }
}

impl SmallGame for Clobber {
    const SLOTS: usize = 40 * 40;
    const ANY: (u8, u8) = (0, 0);

    fn index((from, to): (u8, u8)) -> usize {
        usize::from(from) * 40 + usize::from(to)
    }
    /// Stones that can move: of moves both have the same number.
    fn value(&self, player: Player) -> i32 {
        self.movable(player).count_ones() as i32
    }
}
