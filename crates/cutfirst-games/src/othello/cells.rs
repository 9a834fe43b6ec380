//! The board as cells, for learned evaluations.

use cutfirst::game::Player;
use cutfirst::powers::Cells;

use super::{BLACK, Move, Othello};

/// Edges and the rows beside them, diagonals, and the surroundings of corners: what Othello programs look at.
const PATTERNS: [&[usize]; 11] = [
    &[0, 1, 2, 3, 4, 5, 6, 7],
    &[8, 9, 10, 11, 12, 13, 14, 15],
    &[16, 17, 18, 19, 20, 21, 22, 23],
    &[24, 25, 26, 27, 28, 29, 30, 31],
    &[0, 9, 18, 27, 36, 45, 54, 63],
    &[1, 10, 19, 28, 37, 46, 55],
    &[2, 11, 20, 29, 38, 47],
    &[3, 12, 21, 30, 39],
    &[4, 13, 22, 31],
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],
    &[0, 1, 2, 3, 8, 9, 10, 11],
];

/// Phases are so many discs long.
const PHASE: u32 = 8;
const PHASES: usize = 7;

/// More moves than this count as this many.
const MOST_MOVES: usize = 23;

fn squares(mut set: u64, mut tell: impl FnMut(usize)) {
    while set != 0 {
        tell(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}

impl Cells for Othello {
    fn cells(&self) -> usize {
        64
    }

    #[inline]
    fn state(&self, cell: usize) -> usize {
        let [own, other] = if self.to_move == BLACK { [1, 2] } else { [2, 1] };
        let has = |set: u64| (set >> (cell & 63) & 1) as usize;
        own * has(self.own) + other * has(self.other)
    }

    #[inline]
    fn changes(&self, mv: Move, changed: &mut impl FnMut(usize, usize)) {
        let state = 1 + self.to_move.index();
        squares(self.flips(mv) | mv.bit(), |cell| changed(cell, state));
    }

    fn axes(&self) -> usize {
        4
    }

    fn next(&self, cell: usize, axis: usize) -> Option<usize> {
        let (right, down) = [(1, 0), (0, 1), (1, 1), (-1, 1)][axis];
        let (column, row) = (cell as i32 % 8 + right, cell as i32 / 8 + down);
        ((0..8).contains(&column) && row < 8).then_some((row * 8 + column) as usize)
    }

    fn symmetries(&self) -> Vec<Vec<usize>> {
        let mirrored = (0..64).map(|cell| cell ^ 7).collect();
        let transposed = (0..64).map(|cell| cell % 8 * 8 + cell / 8).collect();
        vec![mirrored, transposed]
    }

    fn phases(&self) -> usize {
        PHASES
    }

    #[inline]
    fn phase(&self) -> usize {
        let discs = (self.own | self.other).count_ones();
        (discs.saturating_sub(5) / PHASE).min(PHASES as u32 - 1) as usize
    }

    /// The number of moves.
    fn gauges(&self) -> &'static [usize] {
        &[MOST_MOVES + 1]
    }

    #[inline]
    fn gauge(&self, _gauge: usize, player: Player) -> usize {
        (self.mobility_of(player).count_ones() as usize).min(MOST_MOVES)
    }

    fn patterns(&self) -> Vec<Vec<usize>> {
        PATTERNS.iter().map(|cells| cells.to_vec()).collect()
    }
}
