//! Connect Four: seven columns of six, four in a row win.

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::powers::MoveClasses;
use cutfirst::zobrist;

use crate::small_game::{Classified, Order, SmallGame, common_parts};

/// Stones as bits, column × 7 + row; the seventh row stays empty so that lines do not wrap.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ConnectFour<const CLASSES: bool> {
    stones: [u64; 2],
    to_move: Player,
    key: u64,
    order: Order,
}

const KEYS: [u64; 98] = zobrist::table(1);
const COLUMNS: [[u8; 7]; 2] = [[0, 1, 2, 3, 4, 5, 6], [3, 2, 4, 1, 5, 0, 6]];
const LINES: [u64; 69] = lines();
/// What a line without opponents is worth, by own stones.
const WORTH: [i32; 5] = [0, 1, 3, 9, 0];

const fn lines() -> [u64; 69] {
    let (mut lines, mut count, mut from) = ([0; 69], 0, 0);
    while from < 49 {
        let (column, row, mut direction) = (from / 7, from % 7, 0);
        while direction < 4 {
            let (step, right, up) = [(1, 0, 1), (7, 1, 0), (8, 1, 1), (6, 1, -1)][direction];
            let (last_column, last_row) = (column + 3 * right, row + 3 * up);
            if row < 6 && last_column < 7 && 0 <= last_row && last_row < 6 {
                lines[count] = (1 | 1 << step | 1 << (2 * step) | 1 << (3 * step)) << from;
                count += 1;
            }
            direction += 1;
        }
        from += 1;
    }
    lines
}

impl<const CLASSES: bool> ConnectFour<CLASSES> {
    pub(crate) fn new(order: Order) -> Self {
        Self { stones: [0; 2], to_move: Player(0), key: 0, order }
    }
}

impl<const CLASSES: bool> Game for ConnectFour<CLASSES> {
    type Move = u8; // the square where the stone lands
    type Undo = ();
    type Powers = Classified<CLASSES>;

    common_parts!();

    fn moves(&self, out: &mut Vec<u8>) {
        if self.outcome().is_none() {
            let taken = self.stones[0] | self.stones[1];
            let lowest = |column: u8| 7 * column + (!taken >> (7 * column)).trailing_zeros() as u8;
            out.extend(COLUMNS[self.order as usize].map(lowest).iter().filter(|&square| square % 7 < 6));
        }
    }
    fn make(&mut self, square: u8) {
        let mover = self.to_move.index();
        self.stones[mover] |= 1 << square;
        self.key ^= KEYS[mover * 49 + usize::from(square)];
        self.to_move = self.to_move.next(2);
    }
    fn unmake(&mut self, square: u8, (): ()) {
        self.to_move = self.to_move.previous(2);
        let mover = self.to_move.index();
        self.stones[mover] &= !(1 << square);
        self.key ^= KEYS[mover * 49 + usize::from(square)];
    }
    fn outcome(&self) -> Option<Outcome> {
        let last = self.to_move.previous(2);
        let stones = self.stones[last.index()];
        let four = |step: u32| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        };
        if [1, 6, 7, 8].into_iter().any(four) {
            return Some(Outcome::win(2, last));
        }
        ((self.stones[0] | self.stones[1]).count_ones() == 42).then(|| Outcome::draw(2))
    }
}

impl<const CLASSES: bool> SmallGame for ConnectFour<CLASSES> {
    const SLOTS: usize = 49;
    const ANY: u8 = 0;

    fn index(square: u8) -> usize {
        usize::from(square)
    }
    fn value(&self, player: Player) -> i32 {
        let (own, other) = (self.stones[player.index()], self.stones[1 - player.index()]);
        let open = LINES.iter().filter(|&line| line & other == 0);
        open.map(|line| WORTH[(line & own).count_ones() as usize]).sum()
    }
}

/// The nearer to the centre, the better.
impl<const CLASSES: bool> MoveClasses for ConnectFour<CLASSES> {
    const CLASSES: usize = 4;

    fn class(&self, square: u8) -> usize {
        usize::from((square / 7).abs_diff(3))
    }
}
