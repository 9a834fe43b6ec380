//! Lines of Action on 6 × 6: a stone moves along a line by as many squares as there are stones on that line, over its own but
//! not over others. Who has joined all his stones has won, and who cannot move has lost.

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::powers::NoPowers;
use cutfirst::zobrist;

use crate::small_game::{SmallGame, bits, common_parts};

/// Stones as bits, row × 8 + column; the seventh and eighth columns stay empty.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct LinesOfAction {
    stones: [u64; 2],
    to_move: Player,
    key: u64,
}

const KEYS: [u64; 97] = zobrist::table(16);
const BOARD: u64 = 0x3f3f_3f3f_3f3f;
const CENTRE: u64 = 0x1e_1e1e_1e00;
const STEPS: [(i8, i8); 8] = [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)];

/// The square so many steps away, if it is on the board.
fn away(from: u8, (up, right): (i8, i8), by: i8) -> Option<u8> {
    let (row, column) = (from as i8 / 8 + up * by, from as i8 % 8 + right * by);
    ((0..6).contains(&row) && (0..6).contains(&column)).then_some((row * 8 + column) as u8)
}

fn beside(stones: u64) -> u64 {
    let row = stones | stones << 1 | stones >> 1;
    (row | row << 8 | row >> 8) & BOARD
}

impl LinesOfAction {
    pub(crate) fn new() -> Self {
        Self { stones: [0x1e00_0000_001e, 0x21_2121_2100], to_move: Player(0), key: 0 }
    }

    fn flip(&mut self, player: usize, square: u8) {
        self.stones[player] ^= 1 << square;
        self.key ^= KEYS[player * 48 + usize::from(square)];
    }

    fn pass_turn(&mut self) {
        self.to_move = self.to_move.next(2);
        self.key ^= KEYS[96];
    }

    fn is_joined(&self, player: Player) -> bool {
        let stones = self.stones[player.index()];
        let (mut group, mut before) = (stones & stones.wrapping_neg(), 0);
        while group != before {
            (group, before) = (beside(group) & stones, group);
        }
        group == stones
    }
}

impl Game for LinesOfAction {
    type Move = (u8, u8); // from, to
    type Undo = bool; // whether a stone was captured
    type Powers = NoPowers;

    common_parts!();

    fn moves(&self, out: &mut Vec<(u8, u8)>) {
        let (own, other) = (self.stones[self.to_move.index()], self.stones[1 - self.to_move.index()]);
        if self.is_joined(Player(0)) || self.is_joined(Player(1)) {
            return;
        }
        for from in bits(own) {
            for (number, &step) in STEPS.iter().enumerate() {
                let there = |step| (1..6).map_while(move |by| away(from, step, by));
                let line =
                    there(step).chain(there(STEPS[(number + 4) % 8])).fold(1 << from, |l, s| l | 1 << s);
                let length = (line & (own | other)).count_ones() as usize;
                let Some(to) = there(step).nth(length - 1) else { continue };
                let is_free = there(step).take(length - 1).all(|square| other >> square & 1 == 0);
                if is_free && own >> to & 1 == 0 {
                    out.push((from, to));
                }
            }
        }
    }
    fn make(&mut self, (from, to): (u8, u8)) -> bool {
        let mover = self.to_move.index();
        let captures = self.stones[1 - mover] >> to & 1 != 0;
        self.flip(mover, from);
        self.flip(mover, to);
        if captures {
            self.flip(1 - mover, to);
        }
        self.pass_turn();
        captures
    }
    fn unmake(&mut self, (from, to): (u8, u8), captured: bool) {
        self.pass_turn();
        let mover = self.to_move.index();
        self.flip(mover, from);
        self.flip(mover, to);
        if captured {
            self.flip(1 - mover, to);
        }
    }
    fn outcome(&self) -> Option<Outcome> {
        let last = self.to_move.previous(2);
        let winner = [last, self.to_move].into_iter().find(|&player| self.is_joined(player));
        let stuck = || {
            let mut moves = Vec::new();
            self.moves(&mut moves);
            moves.is_empty().then_some(last)
        };
        winner.or_else(stuck).map(|winner| Outcome::win(2, winner))
    }
}

impl SmallGame for LinesOfAction {
    const SLOTS: usize = 48 * 48;
    const ANY: (u8, u8) = (0, 0);

    fn index((from, to): (u8, u8)) -> usize {
        usize::from(from) * 48 + usize::from(to)
    }
    /// Stones beside each other, and stones near the centre.
    fn value(&self, player: Player) -> i32 {
        let stones = self.stones[player.index()];
        let pairs: u32 = [1, 7, 8, 9].map(|step| (stones & stones >> step).count_ones()).iter().sum();
        (4 * pairs + 3 * (stones & CENTRE).count_ones()) as i32 - 6 * stones.count_ones() as i32
    }
}
