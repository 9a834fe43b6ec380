//! Hex on 6 × 6: the first player connects bottom and top, the second one left and right.

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::powers::NoPowers;
use cutfirst::zobrist;

use crate::small_game::{SmallGame, bits, common_parts};

/// Stones as bits, row × 8 + column; two columns stay empty so that neighbours do not wrap.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Hex {
    stones: [u64; 2],
    to_move: Player,
    key: u64,
}

const KEYS: [u64; 96] = zobrist::table(13);
const BOARD: u64 = 0x3f3f_3f3f_3f3f;
/// Where each player's connection begins and ends.
const SIDES: [[u64; 2]; 2] = [[0x3f, 0x3f << 40], [0x0101_0101_0101, 0x2020_2020_2020]];

/// The cells of `board` and those beside them that are in `open`.
fn spread(board: u64, open: u64) -> u64 {
    board | (board << 1 | board >> 1 | board << 8 | board >> 8 | board << 7 | board >> 7) & open
}

impl Hex {
    pub(crate) fn new() -> Self {
        Self { stones: [0; 2], to_move: Player(0), key: 0 }
    }

    /// How many stones a player lacks for a connection; `None` if the opponent has one.
    fn lacking(&self, player: Player) -> Option<i32> {
        let (own, other) = (self.stones[player.index()], self.stones[1 - player.index()]);
        let [begin, end] = SIDES[player.index()];
        let (mut reached, mut lacking) = (begin & own, 0);
        loop {
            let mut before = 0;
            while reached != before {
                before = reached;
                reached = spread(reached, own);
            }
            if reached & end != 0 {
                return Some(lacking);
            }
            reached = spread(reached, BOARD & !other) | begin & !other;
            if reached == before {
                return None;
            }
            lacking += 1;
        }
    }

    fn flip(&mut self, player: usize, cell: u8) {
        self.stones[player] ^= 1 << cell;
        self.key ^= KEYS[player * 48 + usize::from(cell)];
    }
}

impl Game for Hex {
    type Move = u8; // the cell
    type Undo = ();
    type Powers = NoPowers;

    common_parts!();

    fn moves(&self, out: &mut Vec<u8>) {
        if self.outcome().is_none() {
            out.extend(bits(BOARD & !(self.stones[0] | self.stones[1])));
        }
    }
    fn make(&mut self, cell: u8) {
        self.flip(self.to_move.index(), cell);
        self.to_move = self.to_move.next(2);
    }
    fn unmake(&mut self, cell: u8, (): ()) {
        self.to_move = self.to_move.previous(2);
        self.flip(self.to_move.index(), cell);
    }
    fn outcome(&self) -> Option<Outcome> {
        self.lacking(self.to_move).is_none().then(|| Outcome::win(2, self.to_move.previous(2)))
    }
}

impl SmallGame for Hex {
    const SLOTS: usize = 48;
    const ANY: u8 = 0;

    fn index(cell: u8) -> usize {
        usize::from(cell)
    }
    fn value(&self, player: Player) -> i32 {
        -self.lacking(player).unwrap_or(36)
    }
}
