//! Amazons on 6 × 6 with two queens each: move a queen, then shoot an arrow from where she is; squares with
//! arrows stay closed. Who cannot move has lost.

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::powers::NoPowers;
use cutfirst::zobrist;

use crate::small_game::{Order, SmallGame, bits, common_parts, squares};

/// Queens and arrows as bits, row × 6 + column.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Amazons {
    queens: [u64; 2],
    arrows: u64,
    to_move: Player,
    key: u64,
    order: Order,
}

const KEYS: [u64; 108] = zobrist::table(7);
const SQUARES: [[u8; 36]; 2] = squares(6);
const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Where a queen on `from` can go.
fn reach(from: u8, blocked: u64) -> u64 {
    let mut reach = 0;
    for (up, right) in DIRECTIONS {
        let (mut row, mut column) = (from as i8 / 6 + up, from as i8 % 6 + right);
        while (0..6).contains(&row) && (0..6).contains(&column) && blocked >> (row * 6 + column) & 1 == 0 {
            reach |= 1 << (row * 6 + column);
            (row, column) = (row + up, column + right);
        }
    }
    reach
}

impl Amazons {
    pub(crate) fn new(order: Order) -> Self {
        let queens = [1 << 1 | 1 << 4, 1 << 31 | 1 << 34];
        Self { queens, arrows: 0, to_move: Player(0), key: 0, order }
    }

    fn blocked(&self) -> u64 {
        self.queens[0] | self.queens[1] | self.arrows
    }

    /// Makes a move of `mover`, or takes it back.
    fn flip(&mut self, mover: usize, [from, to, arrow]: [u8; 3]) {
        self.queens[mover] ^= 1 << from | 1 << to;
        self.arrows ^= 1 << arrow;
        let queen = |square| KEYS[mover * 36 + usize::from(square)];
        self.key ^= queen(from) ^ queen(to) ^ KEYS[72 + usize::from(arrow)];
    }
}

impl Game for Amazons {
    type Move = [u8; 3]; // from, to, arrow
    type Undo = ();
    type Powers = NoPowers;

    common_parts!();

    fn moves(&self, out: &mut Vec<[u8; 3]>) {
        let order = SQUARES[self.order as usize];
        let in_order = |board: u64| order.into_iter().filter(move |square| board >> square & 1 != 0);
        for from in in_order(self.queens[self.to_move.index()]) {
            let blocked = self.blocked() & !(1 << from);
            for to in in_order(reach(from, blocked)) {
                out.extend(in_order(reach(to, blocked)).map(|arrow| [from, to, arrow]));
            }
        }
    }
    fn make(&mut self, mv: [u8; 3]) {
        self.flip(self.to_move.index(), mv);
        self.to_move = self.to_move.next(2);
    }
    fn unmake(&mut self, mv: [u8; 3], (): ()) {
        self.to_move = self.to_move.previous(2);
        self.flip(self.to_move.index(), mv);
    }
    fn outcome(&self) -> Option<Outcome> {
        let stuck = bits(self.queens[self.to_move.index()]).all(|queen| reach(queen, self.blocked()) == 0);
        stuck.then(|| Outcome::win(2, self.to_move.next(2)))
    }
}

/// A slot is where the queen goes and shoots, whichever queen it is.
impl SmallGame for Amazons {
    const SLOTS: usize = 36 * 36;
    const ANY: [u8; 3] = [0; 3];

    fn index([_, to, arrow]: [u8; 3]) -> usize {
        usize::from(to) * 36 + usize::from(arrow)
    }
    fn value(&self, player: Player) -> i32 {
        let reached =
            bits(self.queens[player.index()]).map(|queen| reach(queen, self.blocked()).count_ones());
        reached.sum::<u32>() as i32
    }
}
