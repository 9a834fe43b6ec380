//! Ataxx on 7 × 7: a stone grows to a neighbouring square or jumps two squares, and turns all neighbours there.

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::powers::MoveClasses;
use cutfirst::zobrist;

use crate::small_game::{Classified, Order, SmallGame, bits, common_parts, squares};

/// Stones as bits, row × 7 + column.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Ataxx<const CLASSES: bool> {
    stones: [u64; 2],
    to_move: Player,
    key: u64,
    order: Order,
}

const ALL: u64 = (1 << 49) - 1;
const PASS: (u8, u8) = (49, 49);
const KEYS: [u64; 99] = zobrist::table(4);
const SQUARES: [[u8; 49]; 2] = squares(7);
const NEIGHBOURS: [u64; 49] = within(1);
const NEAR: [u64; 49] = within(2);

/// The squares at most so far from each.
const fn within(distance: u8) -> [u64; 49] {
    let mut near = [0; 49];
    let mut pair = 0;
    while pair < 49 * 49 {
        let (a, b) = ((pair / 49) as u8, (pair % 49) as u8);
        if (a / 7).abs_diff(b / 7) <= distance && (a % 7).abs_diff(b % 7) <= distance {
            near[a as usize] |= 1 << b;
        }
        pair += 1;
    }
    near
}

impl<const CLASSES: bool> Ataxx<CLASSES> {
    pub(crate) fn new(order: Order) -> Self {
        let stones = [1 | 1 << 48, 1 << 6 | 1 << 42];
        Self { stones, to_move: Player(0), key: 0, order }
    }

    fn flip(&mut self, player: usize, board: u64) {
        self.stones[player] ^= board;
        for square in bits(board) {
            self.key ^= KEYS[player * 49 + usize::from(square)];
        }
    }
}

impl<const CLASSES: bool> Game for Ataxx<CLASSES> {
    type Move = (u8, u8); // from, to; growing has the same square twice
    type Undo = Self;
    type Powers = Classified<CLASSES>;

    common_parts!();

    fn moves(&self, out: &mut Vec<(u8, u8)>) {
        if self.outcome().is_some() {
            return;
        }
        let (start, own) = (out.len(), self.stones[self.to_move.index()]);
        let free = |to: &&u8| (self.stones[0] | self.stones[1]) >> **to & 1 == 0;
        for &to in SQUARES[self.order as usize].iter().filter(free) {
            let (next, near) = (NEIGHBOURS[usize::from(to)] & own, NEAR[usize::from(to)] & own);
            if next != 0 {
                out.push((to, to));
            }
            out.extend(bits(near & !next).map(|from| (from, to)));
        }
        if out.len() == start {
            out.push(PASS);
        }
    }
    fn make(&mut self, (from, to): (u8, u8)) -> Self {
        let (before, mover) = (*self, self.to_move.index());
        if (from, to) != PASS {
            let turned = NEIGHBOURS[usize::from(to)] & self.stones[1 - mover];
            let left = if from == to { 0 } else { 1 << from };
            self.flip(mover, turned | left | 1 << to);
            self.flip(1 - mover, turned);
        }
        self.to_move = self.to_move.next(2);
        self.key ^= KEYS[98];
        before
    }
    fn unmake(&mut self, _: (u8, u8), before: Self) {
        *self = before;
    }
    fn outcome(&self) -> Option<Outcome> {
        let over = self.stones[0] | self.stones[1] == ALL || self.stones.contains(&0);
        let ahead = self.stones[0].count_ones() as i16 - self.stones[1].count_ones() as i16;
        over.then(|| Outcome::new(&[ahead, -ahead]))
    }
}

impl<const CLASSES: bool> SmallGame for Ataxx<CLASSES> {
    const SLOTS: usize = 50 * 50;
    const ANY: (u8, u8) = PASS;

    fn index((from, to): (u8, u8)) -> usize {
        usize::from(from) * 50 + usize::from(to)
    }
    fn value(&self, player: Player) -> i32 {
        self.stones[player.index()].count_ones() as i32
    }
}

/// Moves that gain many stones come first: growing counts as one, like a stone turned.
impl<const CLASSES: bool> MoveClasses for Ataxx<CLASSES> {
    const CLASSES: usize = 10;

    fn class(&self, (from, to): (u8, u8)) -> usize {
        let turned =
            NEIGHBOURS.get(usize::from(to)).map_or(0, |near| near & self.stones[1 - self.to_move.index()]);
        9 - turned.count_ones() as usize - usize::from(from == to && to < 49)
    }
}
