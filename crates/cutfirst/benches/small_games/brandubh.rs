//! Brandubh, the small Tablut: a king and four defenders against eight attackers on 7 × 7. All move like rooks, and a
//! piece between two enemies in line is taken. The king wins in a corner, the attackers by taking him.

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::powers::NoPowers;
use cutfirst::zobrist;

use crate::small_game::{SmallGame, bits, common_parts};

/// Pieces as bits, row × 8 + column; the eighth column stays empty, so that rows end there: attackers,
/// then defenders with the king.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Brandubh {
    pieces: [u64; 2],
    king: u64,
    to_move: Player,
    key: u64,
}

/// For each attacker, defender and king, then for the player to move.
const KEYS: [u64; 193] = zobrist::table(21);
const BOARD: u64 = 0x7f_7f7f_7f7f_7f7f;
const CORNERS: u64 = 1 | 1 << 6 | 1 << 48 | 1 << 54;
const CENTRE: u64 = 1 << 27;
const STEPS: [i8; 4] = [1, -1, 8, -8];

fn shift(board: u64, step: i8) -> u64 {
    BOARD & if step > 0 { board << step } else { board >> -step }
}

impl Brandubh {
    pub(crate) fn new() -> Self {
        let attackers = 1 << 3 | 1 << 11 | 1 << 24 | 1 << 25 | 1 << 29 | 1 << 30 | 1 << 43 | 1 << 51;
        let defenders = CENTRE | 1 << 19 | 1 << 26 | 1 << 28 | 1 << 35;
        Self { pieces: [attackers, defenders], king: CENTRE, to_move: Player(0), key: 0 }
    }

    /// Calls `found` with every move of `player`: from, to.
    fn each_move(&self, player: usize, mut found: impl FnMut(u8, u8)) {
        let taken = self.pieces[0] | self.pieces[1];
        for from in bits(self.pieces[player]) {
            let is_king = self.king == 1 << from;
            // Only the king may enter corners and centre.
            let closed = if is_king { taken } else { taken | CORNERS | CENTRE };
            for step in STEPS {
                let mut to = shift(1 << from, step) & !closed;
                while to != 0 {
                    found(from, to.trailing_zeros() as u8);
                    to = shift(to, step) & !closed;
                }
            }
        }
    }

    /// What a piece of `mover` takes by its arrival.
    fn taken(&self, mover: usize, to: u8) -> u64 {
        let (own, other) = (self.pieces[mover], self.pieces[1 - mover]);
        let take = |step: i8| {
            let beside = shift(1 << to, step) & other;
            let is_held = shift(beside, step) & (own | CORNERS & !self.king) != 0;
            if is_held { beside } else { 0 }
        };
        STEPS.into_iter().map(take).sum()
    }

    fn toggle(&mut self, player: usize, squares: u64) {
        self.pieces[player] ^= squares;
        bits(squares).for_each(|square| self.key ^= KEYS[player * 64 + usize::from(square)]);
    }

    fn move_king(&mut self, squares: u64) {
        self.king ^= squares;
        bits(squares).for_each(|square| self.key ^= KEYS[128 + usize::from(square)]);
    }
}

impl Game for Brandubh {
    type Move = (u8, u8); // from, to
    type Undo = (u64, u64); // the pieces that were taken, and how the king changed
    type Powers = NoPowers;

    common_parts!();

    fn moves(&self, out: &mut Vec<(u8, u8)>) {
        if self.king & !CORNERS != 0 {
            self.each_move(self.to_move.index(), |from, to| out.push((from, to)));
        }
    }
    fn make(&mut self, (from, to): (u8, u8)) -> (u64, u64) {
        let mover = self.to_move.index();
        let moved = 1 << from | 1 << to;
        let mut king = if self.king == 1 << from { moved } else { 0 };
        self.toggle(mover, moved);
        self.move_king(king);
        let taken = self.taken(mover, to);
        self.toggle(1 - mover, taken);
        if taken & self.king != 0 {
            king ^= self.king;
            self.move_king(self.king);
        }
        self.key ^= KEYS[192];
        self.to_move = self.to_move.next(2);
        (taken, king)
    }
    fn unmake(&mut self, (from, to): (u8, u8), (taken, king): (u64, u64)) {
        self.to_move = self.to_move.previous(2);
        let mover = self.to_move.index();
        self.toggle(mover, 1 << from | 1 << to);
        self.toggle(1 - mover, taken);
        self.move_king(king);
        self.key ^= KEYS[192];
    }
    fn outcome(&self) -> Option<Outcome> {
        if self.king & !CORNERS == 0 {
            return Some(Outcome::win(2, Player(u8::from(self.king != 0))));
        }
        let mut can_move = false;
        self.each_move(self.to_move.index(), |_, _| can_move = true);
        (!can_move).then(|| Outcome::win(2, self.to_move.next(2)))
    }
}

impl SmallGame for Brandubh {
    const SLOTS: usize = 56 * 56;
    const ANY: (u8, u8) = (0, 0);

    fn index((from, to): (u8, u8)) -> usize {
        usize::from(from) * 56 + usize::from(to)
    }
    /// Pieces, and how far the king sees.
    fn value(&self, player: Player) -> i32 {
        if player.index() == 0 {
            return 10 * self.pieces[0].count_ones() as i32;
        }
        let taken = self.pieces[0] | self.pieces[1];
        let mut sees = 0;
        for step in STEPS {
            let mut to = shift(self.king, step) & !taken;
            while to != 0 {
                sees += 1;
                to = shift(to, step) & !taken;
            }
        }
        20 * (self.pieces[1].count_ones() as i32) + sees
    }
}
