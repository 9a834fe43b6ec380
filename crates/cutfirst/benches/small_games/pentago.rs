//! Pentago: place a stone on 6 × 6, then turn one of the four quadrants by a quarter; five in a row win.

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::powers::NoPowers;
use cutfirst::zobrist;

use crate::small_game::{SmallGame, bits, common_parts};

/// Stones as bits, row × 6 + column.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Pentago {
    stones: [u64; 2],
    to_move: Player,
    key: u64,
}

const KEYS: [u64; 73] = zobrist::table(20);
const LINES: [u64; 32] = lines();
/// What a line without opponents is worth, by own stones.
const WORTH: [i32; 6] = [0, 1, 3, 9, 27, 0];
/// A quadrant's outer cells clockwise from its first one.
const RING: [u8; 8] = [0, 1, 2, 8, 14, 13, 12, 6];

const fn lines() -> [u64; 32] {
    let (mut lines, mut count, mut from) = ([0; 32], 0, 0);
    while from < 36 {
        let (row, column, mut direction) = (from / 6, from % 6, 0);
        while direction < 4 {
            let (step, right, up) = [(1, 4, 0), (6, 0, 4), (7, 4, 4), (5, -4, 4)][direction];
            let (last_column, last_row) = (column + right, row + up);
            if last_row < 6 && 0 <= last_column && last_column < 6 {
                lines[count] = (1 | 1 << step | 1 << (2 * step) | 1 << (3 * step) | 1 << (4 * step)) << from;
                count += 1;
            }
            direction += 1;
        }
        from += 1;
    }
    lines
}

impl Pentago {
    pub(crate) fn new() -> Self {
        Self { stones: [0; 2], to_move: Player(0), key: 0 }
    }

    fn flip(&mut self, player: usize, squares: u64) {
        self.stones[player] ^= squares;
        bits(squares).for_each(|square| self.key ^= KEYS[player * 36 + usize::from(square)]);
    }

    fn turn(&mut self, quadrant: u8, clockwise: bool) {
        let corner = quadrant / 2 * 18 + quadrant % 2 * 3;
        for player in 0..2 {
            let (mut old, mut new) = (0, 0);
            for (place, from) in RING.into_iter().enumerate() {
                let stone = self.stones[player] >> (corner + from) & 1;
                let to = if clockwise { place + 2 } else { place + 6 } % 8;
                old |= stone << (corner + from);
                new |= stone << (corner + RING[to]);
            }
            self.flip(player, old ^ new);
        }
    }

    fn has_five(&self, player: usize) -> bool {
        LINES.iter().any(|line| self.stones[player] & line == *line)
    }
}

impl Game for Pentago {
    type Move = (u8, u8); // the square, and twice the quadrant plus whether clockwise
    type Undo = ();
    type Powers = NoPowers;

    common_parts!();

    fn moves(&self, out: &mut Vec<(u8, u8)>) {
        if self.outcome().is_none() {
            let free = !(self.stones[0] | self.stones[1]) & ((1 << 36) - 1);
            out.extend(bits(free).flat_map(|square| (0..8).map(move |turn| (square, turn))));
        }
    }
    fn make(&mut self, (square, turn): (u8, u8)) {
        self.flip(self.to_move.index(), 1 << square);
        self.turn(turn / 2, turn % 2 == 1);
        self.key ^= KEYS[72];
        self.to_move = self.to_move.next(2);
    }
    fn unmake(&mut self, (square, turn): (u8, u8), (): ()) {
        self.to_move = self.to_move.previous(2);
        self.turn(turn / 2, turn % 2 == 0);
        self.flip(self.to_move.index(), 1 << square);
        self.key ^= KEYS[72];
    }
    fn outcome(&self) -> Option<Outcome> {
        match [self.has_five(0), self.has_five(1)] {
            [true, false] => Some(Outcome::win(2, Player(0))),
            [false, true] => Some(Outcome::win(2, Player(1))),
            [both, _] => {
                (both || (self.stones[0] | self.stones[1]).count_ones() == 36).then(|| Outcome::draw(2))
            }
        }
    }
}

impl SmallGame for Pentago {
    const SLOTS: usize = 36 * 8;
    const ANY: (u8, u8) = (0, 0);

    fn index((square, turn): (u8, u8)) -> usize {
        usize::from(square) * 8 + usize::from(turn)
    }
    fn value(&self, player: Player) -> i32 {
        let (own, other) = (self.stones[player.index()], self.stones[1 - player.index()]);
        let open = LINES.iter().filter(|&line| line & other == 0);
        open.map(|line| WORTH[(line & own).count_ones() as usize]).sum()
    }
}
