//! Konane on 8 × 8: stones jump over opponents, straight on as often as they like, and remove them. Who cannot
//! jump has lost. Two stones in the middle have been taken off.

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::powers::NoPowers;
use cutfirst::zobrist;

use crate::small_game::{SmallGame, bits, common_parts};

/// Stones as bits, row × 8 + column.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Konane {
    stones: [u64; 2],
    to_move: Player,
    key: u64,
}

const KEYS: [u64; 129] = zobrist::table(8);
const DARK: u64 = 0xaa55_aa55_aa55_aa55;

impl Konane {
    pub(crate) fn new() -> Self {
        Self { stones: [DARK & !(1 << 27), !DARK & !(1 << 28)], to_move: Player(0), key: 0 }
    }

    /// All jumps of a player: from, to.
    fn jumps(&self, player: Player) -> impl Iterator<Item = (u8, u8)> {
        let (own, other) = (self.stones[player.index()], self.stones[1 - player.index()]);
        let jumps_over = move |row: i8, column: i8, up: i8, right: i8| {
            let (far_row, far_column) = (row + 2 * up, column + 2 * right);
            let on_board = (0..8).contains(&far_row) && (0..8).contains(&far_column);
            on_board
                && other >> ((row + up) * 8 + column + right) & 1 != 0
                && (own | other) >> (far_row * 8 + far_column) & 1 == 0
        };
        bits(own).flat_map(move |from| {
            [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().flat_map(move |(up, right)| {
                let (mut row, mut column) = (from as i8 / 8, from as i8 % 8);
                std::iter::from_fn(move || {
                    jumps_over(row, column, up, right).then(|| {
                        (row, column) = (row + 2 * up, column + 2 * right);
                        (from, (row * 8 + column) as u8)
                    })
                })
            })
        })
    }

    fn flip(&mut self, player: usize, square: u8) {
        self.stones[player] ^= 1 << square;
        self.key ^= KEYS[player * 64 + usize::from(square)];
    }

    /// Makes a jump of `mover`, or takes it back.
    fn jump(&mut self, mover: usize, (from, to): (u8, u8)) {
        self.flip(mover, from);
        self.flip(mover, to);
        let (low, high) = (from.min(to), from.max(to));
        let step = if high - low < 8 { 1 } else { 8 };
        (low + step..high).step_by(2 * usize::from(step)).for_each(|square| self.flip(1 - mover, square));
        self.key ^= KEYS[128];
    }
}

impl Game for Konane {
    type Move = (u8, u8); // from, to
    type Undo = ();
    type Powers = NoPowers;

    common_parts!();

    fn moves(&self, out: &mut Vec<(u8, u8)>) {
        out.extend(self.jumps(self.to_move));
    }
    fn make(&mut self, mv: (u8, u8)) {
        self.jump(self.to_move.index(), mv);
        self.to_move = self.to_move.next(2);
    }
    fn unmake(&mut self, mv: (u8, u8), (): ()) {
        self.to_move = self.to_move.previous(2);
        self.jump(self.to_move.index(), mv);
    }
    fn outcome(&self) -> Option<Outcome> {
        let stuck = self.jumps(self.to_move).next().is_none();
        stuck.then(|| Outcome::win(2, self.to_move.next(2)))
    }
}

impl SmallGame for Konane {
    const SLOTS: usize = 64 * 64;
    const ANY: (u8, u8) = (0, 0);

    fn index((from, to): (u8, u8)) -> usize {
        usize::from(from) * 64 + usize::from(to)
    }
    fn value(&self, player: Player) -> i32 {
        self.jumps(player).count() as i32
    }
}
