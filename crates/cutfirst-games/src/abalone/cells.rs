//! The board as cells, for learned evaluations.

use cutfirst::game::Player;
use cutfirst::powers::Cells;

use super::board::{CELLS, DIRECTIONS, INNER, ahead, cell_at, coordinates, has};
use super::{Abalone, MARBLES, Move};

impl Cells for Abalone {
    fn cells(&self) -> usize {
        CELLS
    }

    #[inline]
    fn state(&self, cell: usize) -> usize {
        usize::from(has(self.marbles[0], cell)) + 2 * usize::from(has(self.marbles[1], cell))
    }

    #[inline]
    fn changes(&self, mv: Move, changed: &mut impl FnMut(usize, usize)) {
        let own = 1 + self.turn.index();
        let (first, direction, marbles) = (mv.cell(), mv.direction(), mv.marbles());
        if mv.is_broadside() {
            for place in 0..marbles {
                let cell = ahead(first, mv.line(), place);
                changed(cell, 0);
                changed(ahead(cell, direction, 1), own);
            }
            return;
        }
        let front = ahead(first, direction, marbles);
        changed(first, 0);
        changed(front, own);
        if mv.pushed() > 0 && !mv.ejects() {
            changed(ahead(front, direction, mv.pushed()), 3 - own);
        }
    }

    fn axes(&self) -> usize {
        3
    }

    fn next(&self, cell: usize, axis: usize) -> Option<usize> {
        has(INNER[2 * axis], cell).then(|| ahead(cell, 2 * axis, 1))
    }

    /// A sixth of a turn, and a mirror.
    fn symmetries(&self) -> Vec<Vec<usize>> {
        let moved = |to: fn(i8, i8) -> (i8, i8)| {
            let image = |cell| {
                let (row, diagonal) = coordinates(cell);
                let (row, diagonal) = to(row - 4, diagonal - 4);
                cell_at(row + 4, diagonal + 4).unwrap_or(cell)
            };
            (0..CELLS).map(image).collect()
        };
        vec![moved(|row, diagonal| (diagonal, diagonal - row)), moved(|row, diagonal| (diagonal, row))]
    }

    /// How many marbles were lost.
    fn gauges(&self) -> &'static [usize] {
        &[MARBLES as usize + 1]
    }

    #[inline]
    fn gauge(&self, _gauge: usize, player: Player) -> usize {
        usize::from(self.lost[player.index() & 1])
    }

    /// Only a marble pushed off ends the game.
    const TELLS_ENDS: bool = true;

    #[inline]
    fn phase_after(&self, mv: Move) -> Option<usize> {
        (!mv.ejects()).then_some(0)
    }

    /// A cell with its six neighbours, and the two outermost lines.
    fn patterns(&self) -> Vec<Vec<usize>> {
        let mut patterns = Vec::new();
        for cell in 0..CELLS {
            let around = (0..DIRECTIONS).filter(|&direction| has(INNER[direction], cell));
            let mut cells: Vec<_> = around.map(|direction| ahead(cell, direction, 1)).collect();
            if cells.len() == DIRECTIONS {
                cells.push(cell);
                patterns.push(cells);
            }
        }
        for line in 0..2 {
            patterns.push((0..9).filter_map(|diagonal| cell_at(line, diagonal)).collect());
        }
        patterns
    }

    fn rules(&self) -> String {
        format!("eject={}", self.eject)
    }
}
