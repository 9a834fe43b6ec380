//! Reversi on 6 × 6: a disc turns over the opponents that it encloses. Who cannot turn any passes; most discs win.

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::powers::NoPowers;
use cutfirst::zobrist;

use crate::small_game::{SmallGame, bits, common_parts};

/// Discs as bits, row × 8 + column, from 1 to 6: the rim stays empty, so that lines end there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Reversi {
    discs: [u64; 2],
    to_move: Player,
    key: u64,
}

const KEYS: [u64; 129] = zobrist::table(19);
const BOARD: u64 = 0x007e_7e7e_7e7e_7e00;
const CORNERS: u64 = 1 << 9 | 1 << 14 | 1 << 49 | 1 << 54;
const STEPS: [u32; 4] = [1, 7, 8, 9];
const PASS: u8 = 0;

impl Reversi {
    pub(crate) fn new() -> Self {
        Self { discs: [1 << 28 | 1 << 35, 1 << 27 | 1 << 36], to_move: Player(0), key: 0 }
    }

    /// The opponents that a disc of `player` would enclose.
    fn turned(&self, player: usize, square: u8) -> u64 {
        let (own, other) = (self.discs[player], self.discs[1 - player]);
        let along = |next: fn(u64, u32) -> u64, step: u32| {
            let (mut line, mut at) = (0, next(1 << square, step));
            while at & other != 0 {
                line |= at;
                at = next(at, step);
            }
            if at & own != 0 { line } else { 0 }
        };
        STEPS.iter().map(|&step| along(|at, by| at << by, step) | along(|at, by| at >> by, step)).sum()
    }

    /// The free squares from which some opponents would be enclosed.
    fn places(&self, player: usize) -> u64 {
        let (own, other) = (self.discs[player], self.discs[1 - player]);
        let along = |next: fn(u64, u32) -> u64, step: u32| {
            let mut line = next(own, step) & other;
            (0..3).for_each(|_| line |= next(line, step) & other);
            next(line, step)
        };
        let all = STEPS
            .iter()
            .fold(0, |all, &step| all | along(|at, by| at << by, step) | along(|at, by| at >> by, step));
        all & BOARD & !(own | other)
    }

    fn toggle(&mut self, player: usize, squares: u64) {
        self.discs[player] ^= squares;
        bits(squares).for_each(|square| self.key ^= KEYS[player * 64 + usize::from(square)]);
    }

    /// Makes a move of `mover` that turns `turned`, or takes it back.
    fn flip(&mut self, mover: usize, square: u8, turned: u64) {
        let placed = if square == PASS { 0 } else { 1 << square };
        self.toggle(mover, turned | placed);
        self.toggle(1 - mover, turned);
        self.key ^= KEYS[128];
        self.to_move = self.to_move.next(2);
    }
}

impl Game for Reversi {
    type Move = u8; // the square, or a pass
    type Undo = u64; // what was turned
    type Powers = NoPowers;

    common_parts!();

    fn moves(&self, out: &mut Vec<u8>) {
        let mover = self.to_move.index();
        out.extend(bits(self.places(mover)));
        if self.places(mover) == 0 && self.places(1 - mover) != 0 {
            out.push(PASS);
        }
    }
    fn make(&mut self, square: u8) -> u64 {
        let mover = self.to_move.index();
        let turned = if square == PASS { 0 } else { self.turned(mover, square) };
        self.flip(mover, square, turned);
        turned
    }
    fn unmake(&mut self, square: u8, turned: u64) {
        self.flip(1 - self.to_move.index(), square, turned);
    }
    fn outcome(&self) -> Option<Outcome> {
        let [first, second] = self.discs.map(u64::count_ones);
        (self.places(0) | self.places(1) == 0).then(|| match first.cmp(&second) {
            std::cmp::Ordering::Equal => Outcome::draw(2),
            order => Outcome::win(2, Player(u8::from(order.is_lt()))),
        })
    }
}

impl SmallGame for Reversi {
    const SLOTS: usize = 64;
    const ANY: u8 = PASS;

    fn index(square: u8) -> usize {
        usize::from(square)
    }
    fn value(&self, player: Player) -> i32 {
        let own = self.discs[player.index()];
        let places = self.places(player.index()).count_ones();
        (8 * (own & CORNERS).count_ones() + 2 * places + own.count_ones()) as i32
    }
}
