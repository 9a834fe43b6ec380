//! Gomoku on 9 × 9: five in a row win. Stones are set next to others only, which keeps the tree small.

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::powers::NoPowers;
use cutfirst::zobrist;

use crate::small_game::{Order, SmallGame, common_parts, squares};

/// Stones as bits, row × 10 + column; the tenth column stays empty so that lines do not wrap.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Gomoku {
    stones: [u128; 2],
    to_move: Player,
    key: u64,
    order: Order,
}

const BOARD: u128 = board();
const KEYS: [u64; 180] = zobrist::table(5);
const SQUARES: [[u8; 81]; 2] = squares(9);
const LINES: [u128; 140] = lines();
/// What a line without opponents is worth, by own stones.
const WORTH: [i32; 6] = [0, 1, 4, 12, 30, 0];

const fn board() -> u128 {
    let (mut board, mut row) = (0, 0);
    while row < 9 {
        board |= 0x1ff << (10 * row);
        row += 1;
    }
    board
}

const fn lines() -> [u128; 140] {
    let (mut lines, mut count, mut from) = ([0; 140], 0, 0);
    while from < 90 {
        let mut direction = 0;
        while direction < 4 {
            let step = [1, 9, 10, 11][direction];
            let line = 1 | 1 << step | 1 << (2 * step) | 1 << (3 * step) | 1 << (4 * step);
            if from + 4 * step < 90 && (line << from) & !BOARD == 0 {
                lines[count] = line << from;
                count += 1;
            }
            direction += 1;
        }
        from += 1;
    }
    lines
}

impl Gomoku {
    pub(crate) fn new(order: Order) -> Self {
        Self { stones: [0; 2], to_move: Player(0), key: 0, order }
    }
}

impl Game for Gomoku {
    type Move = u8; // the bit
    type Undo = ();
    type Powers = NoPowers;

    common_parts!();

    fn moves(&self, out: &mut Vec<u8>) {
        if self.outcome().is_none() {
            let taken = self.stones[0] | self.stones[1];
            let beside = taken | taken << 1 | taken >> 1;
            let near =
                if taken == 0 { BOARD } else { (beside | beside << 10 | beside >> 10) & BOARD & !taken };
            let bits = SQUARES[self.order as usize].map(|square| square / 9 * 10 + square % 9);
            out.extend(bits.iter().filter(|&bit| near >> bit & 1 != 0));
        }
    }
    fn make(&mut self, bit: u8) {
        let mover = self.to_move.index();
        self.stones[mover] |= 1 << bit;
        self.key ^= KEYS[mover * 90 + usize::from(bit)];
        self.to_move = self.to_move.next(2);
    }
    fn unmake(&mut self, bit: u8, (): ()) {
        self.to_move = self.to_move.previous(2);
        let mover = self.to_move.index();
        self.stones[mover] &= !(1 << bit);
        self.key ^= KEYS[mover * 90 + usize::from(bit)];
    }
    fn outcome(&self) -> Option<Outcome> {
        let last = self.to_move.previous(2);
        let stones = self.stones[last.index()];
        let five = |step: u32| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) & stones >> (4 * step) != 0
        };
        if [1, 9, 10, 11].into_iter().any(five) {
            return Some(Outcome::win(2, last));
        }
        (self.stones[0] | self.stones[1] == BOARD).then(|| Outcome::draw(2))
    }
}

impl SmallGame for Gomoku {
    const SLOTS: usize = 90;
    const ANY: u8 = 0;

    fn index(bit: u8) -> usize {
        usize::from(bit)
    }
    fn value(&self, player: Player) -> i32 {
        let (own, other) = (self.stones[player.index()], self.stones[1 - player.index()]);
        let open = LINES.iter().filter(|&line| line & other == 0);
        open.map(|line| WORTH[(line & own).count_ones() as usize]).sum()
    }
}
