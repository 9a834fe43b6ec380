//! The board as cells, for learned evaluations.

use cutfirst::game::{Game, Player};
use cutfirst::powers::Cells;

use super::board::{SQUARES, bit, each, square, step};
use super::{Checkers, Move, Rules};

/// Phases end with so many pieces on the board.
const PHASE_ENDS: [u32; 2] = [17, 9];

fn cell_of(bit: u64) -> usize {
    square(bit.trailing_zeros())
}

impl Cells for Checkers {
    fn cells(&self) -> usize {
        32
    }

    /// Men and kings of both sides.
    fn states(&self) -> usize {
        5
    }

    #[inline]
    fn state(&self, cell: usize) -> usize {
        let bit = bit(cell & 31);
        let has = |set: u64| usize::from(set & bit != 0);
        let [black, white] = self.pieces;
        has(black) + 2 * has(white) + 2 * has(self.kings)
    }

    #[inline]
    fn changes(&self, mv: Move, changed: &mut impl FnMut(usize, usize)) {
        let king = mv.is_king() || mv.promotes();
        if mv.from() != mv.to() {
            changed(mv.from(), 0);
            changed(mv.to(), 1 + self.to_move().index() + 2 * usize::from(king));
        }
        for bit in each(mv.captured_bits()) {
            changed(cell_of(bit), 0);
        }
    }

    fn axes(&self) -> usize {
        2
    }

    fn next(&self, cell: usize, axis: usize) -> Option<usize> {
        let next = step(bit(cell), 2 + axis) & SQUARES;
        (next != 0).then(|| cell_of(next))
    }

    /// White sees the board from the other side.
    #[inline]
    fn place(&self, cell: usize, player: Player) -> usize {
        if player.index() == 0 { cell } else { 31 - cell }
    }

    fn phases(&self) -> usize {
        PHASE_ENDS.len() + 1
    }

    #[inline]
    fn phase(&self) -> usize {
        let pieces = (self.pieces[0] | self.pieces[1]).count_ones();
        PHASE_ENDS.iter().filter(|&&end| pieces < end).count()
    }

    /// Whether a jump is waiting.
    fn gauges(&self) -> &'static [usize] {
        &[2]
    }

    #[inline]
    fn gauge(&self, _gauge: usize, player: Player) -> usize {
        usize::from(self.view_of(player.index() != 0).can_jump())
    }

    #[inline]
    fn phase_after(&self, mv: Move) -> Option<usize> {
        Some(self.keyless_after(mv).phase())
    }

    #[inline]
    fn gauge_after(&self, mv: Move, gauge: usize, player: Player) -> usize {
        self.keyless_after(mv).gauge(gauge, player)
    }

    /// Rows, squares of four, and columns of four.
    fn patterns(&self) -> Vec<Vec<usize>> {
        let mut patterns = Vec::new();
        for row in 0..8 {
            patterns.push((4 * row..4 * row + 4).collect());
            for column in 0..4 {
                let first = 4 * row + column;
                if row < 7 && column < 3 {
                    patterns.push(vec![first, first + 1, first + 4, first + 5]);
                }
                if row < 5 && column < 3 {
                    patterns.push(vec![first, first + 4, first + 8, first + 12]);
                }
            }
        }
        patterns
    }

    fn rules(&self) -> String {
        match self.rules {
            Rules::Relaxed => "relaxed",
            Rules::RelaxedComplete => "relaxed,chains=complete",
            Rules::English => "english",
        }
        .to_owned()
    }
}
