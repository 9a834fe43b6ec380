//! Teeko on 5 × 5: set four men each, then move one to a free square beside it. Four in a row, or in a square of two by two,
//! win.

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::powers::NoPowers;
use cutfirst::zobrist;

use crate::small_game::{SmallGame, bits, common_parts};

/// Men as bits, row × 5 + column.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Teeko {
    men: [u64; 2],
    to_move: Player,
    key: u64,
}

const BOARD: u64 = (1 << 25) - 1;
const FROM_HAND: u8 = 25;
const KEYS: [u64; 51] = zobrist::table(18);

/// The squares beside a set of squares, diagonally too.
fn beside(men: u64) -> u64 {
    const NOT_FIRST: u64 = 0x1ef_7bde;
    let rows = men | men << 5 | men >> 5;
    (rows | (rows << 1) & NOT_FIRST | (rows & NOT_FIRST) >> 1) & BOARD & !men
}

/// Whether four men stand as they must.
fn wins(men: u64) -> bool {
    /// Where a figure of a width can begin, counted in columns.
    const LEFT: [u64; 5] = [0, BOARD, 0x0f7_bdef, 0, 0x031_8c63];
    let figure = |steps: [u32; 3], width: usize| {
        steps.iter().fold(men & LEFT[width], |found, &step| found & men >> step) != 0
    };
    let rising = men & men >> 6 & men >> 12 & men >> 18 & LEFT[4];
    let falling = men & men >> 4 & men >> 8 & men >> 12 & (LEFT[4] << 3);
    figure([1, 2, 3], 4) || figure([5, 10, 15], 1) || figure([1, 5, 6], 2) || rising | falling != 0
}

impl Teeko {
    pub(crate) fn new() -> Self {
        Self { men: [0; 2], to_move: Player(0), key: 0 }
    }

    fn flip(&mut self, player: usize, square: u8) {
        if square != FROM_HAND {
            self.men[player] ^= 1 << square;
            self.key ^= KEYS[player * 25 + usize::from(square)];
        }
    }

    fn turn(&mut self, player: usize, [from, to]: [u8; 2]) {
        self.flip(player, from);
        self.flip(player, to);
        self.key ^= KEYS[50];
    }
}

impl Game for Teeko {
    type Move = [u8; 2]; // from, to
    type Undo = ();
    type Powers = NoPowers;

    common_parts!();

    fn moves(&self, out: &mut Vec<[u8; 2]>) {
        let (own, free) = (self.men[self.to_move.index()], BOARD & !(self.men[0] | self.men[1]));
        if self.outcome().is_some() {
            return;
        } else if own.count_ones() < 4 {
            return out.extend(bits(free).map(|to| [FROM_HAND, to]));
        }
        for from in bits(own) {
            out.extend(bits(beside(1 << from) & free).map(|to| [from, to]));
        }
    }
    fn make(&mut self, mv: [u8; 2]) {
        self.turn(self.to_move.index(), mv);
        self.to_move = self.to_move.next(2);
    }
    fn unmake(&mut self, mv: [u8; 2], (): ()) {
        self.to_move = self.to_move.previous(2);
        self.turn(self.to_move.index(), mv);
    }
    fn outcome(&self) -> Option<Outcome> {
        let last = self.to_move.previous(2);
        wins(self.men[last.index()]).then(|| Outcome::win(2, last))
    }
}

impl SmallGame for Teeko {
    const SLOTS: usize = 26 * 25;
    const ANY: [u8; 2] = [FROM_HAND, 0];

    fn index([from, to]: [u8; 2]) -> usize {
        usize::from(from) * 25 + usize::from(to)
    }
    /// Men that stand together, and those near the centre.
    fn value(&self, player: Player) -> i32 {
        const MIDDLE: u64 = 0x7_39c0;
        let men = self.men[player.index()];
        let pairs = bits(men).map(|man| (beside(1 << man) & men).count_ones()).sum::<u32>();
        (2 * pairs + (men & MIDDLE).count_ones()) as i32
    }
}
