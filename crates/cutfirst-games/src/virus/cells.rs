//! The board as cells, for learned evaluations.

use cutfirst::game::Game;
use cutfirst::powers::Cells;

use super::board::squares_of;
use super::{Move, Virus};

impl Cells for Virus {
    fn cells(&self) -> usize {
        self.slots()
    }

    #[inline]
    fn state(&self, cell: usize) -> usize {
        let square = self.board.at_index(cell).unwrap_or(0);
        let owns = |owner: usize| (1 + owner) * (self.owned[owner] >> square & 1) as usize;
        owns(0) + owns(1) + owns(2) + owns(3)
    }

    #[inline]
    fn changes(&self, mv: Move, changed: &mut impl FnMut(usize, usize)) {
        let mover = self.turn.index();
        for square in squares_of(self.board.closed(mv.target) & !self.owned[mover]) {
            changed(self.board.index(square), 1 + mover);
        }
    }

    fn axes(&self) -> usize {
        4
    }

    fn next(&self, cell: usize, axis: usize) -> Option<usize> {
        let size = self.board.size();
        let (right, up) = [(1, 0), (0, 1), (1, 1), (size, 1)][axis];
        let file = (cell % size + right).checked_sub(if right == size { size + 1 } else { 0 })?;
        let (rank, far) = (cell / size + up, size - 1);
        (file <= far && rank <= far).then_some(rank * size + file)
    }

    fn symmetries(&self) -> Vec<Vec<usize>> {
        let size = self.board.size();
        let mirrored = (0..size * size).map(|cell| cell / size * size + size - 1 - cell % size).collect();
        let transposed = (0..size * size).map(|cell| cell % size * size + cell / size).collect();
        vec![mirrored, transposed]
    }

    /// Squares of four.
    fn patterns(&self) -> Vec<Vec<usize>> {
        let size = self.board.size();
        let inner = (0..size * size).filter(|cell| cell % size + 1 < size && cell / size + 1 < size);
        inner.map(|cell| vec![cell, cell + 1, cell + size, cell + size + 1]).collect()
    }

    fn rules(&self) -> String {
        format!(
            "size={},adjacency={},target={},end={}",
            self.board.size(),
            if self.board.corners() { 8 } else { 4 },
            if self.own_targets { "any" } else { "other" },
            if self.ends_full { "full" } else { "last" }
        )
    }
}
