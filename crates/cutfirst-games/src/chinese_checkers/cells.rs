//! The board as cells, for learned evaluations.

use cutfirst::game::Player;
use cutfirst::powers::Cells;

use super::star::{ALL, COORDINATES, DISTANCE, FARTHEST, HOLES, POINTS, hole_at, holes_of};
use super::{ChineseCheckers, Move};

/// Where each hole comes to lie when the star is turned so that a point becomes the north one.
static TURNED: [[u8; HOLES]; POINTS] = {
    let mut all = [[0; HOLES]; POINTS];
    let mut hole = 0;
    while hole < HOLES {
        let (row, column) = COORDINATES[hole];
        // The three axes of the hexagonal lattice, from the centre of the star; they sum to zero.
        let (mut x, mut z) = ((column - 12 - (row - 8)) / 2, row - 8);
        let mut point = 0;
        while point < POINTS {
            all[point][hole] = match hole_at((z + 8, 12 + z + 2 * x)) {
                Some(to) => to as u8,
                None => hole as u8,
            };
            // A sixth of a turn to the left.
            let y = -x - z;
            (x, z) = (-y, -x);
            point += 1;
        }
        hole += 1;
    }
    all
};

/// Own, empty, and anybody else's.
const SEEN: usize = 3;

impl Cells for ChineseCheckers {
    fn cells(&self) -> usize {
        HOLES
    }

    #[inline]
    fn state(&self, cell: usize) -> usize {
        let owner = self.pieces.iter().position(|pieces| pieces >> cell & 1 != 0);
        owner.map_or(0, |owner| 1 + owner)
    }

    #[inline]
    fn changes(&self, mv: Move, changed: &mut impl FnMut(usize, usize)) {
        if !mv.is_pass() {
            changed(mv.from.into(), 0);
            changed(mv.to.into(), 1 + self.turn.index());
        }
    }

    fn axes(&self) -> usize {
        3
    }

    fn next(&self, cell: usize, axis: usize) -> Option<usize> {
        let (row, column) = COORDINATES[cell];
        let (down, right) = [(0, 2), (1, 1), (1, -1)][axis];
        hole_at((row + down, column + right))
    }

    fn seen_by(&self, state: usize, player: Player) -> usize {
        match state {
            0 => 0,
            own if own == 1 + player.index() => 1,
            _ => 2,
        }
    }

    fn seen_states(&self) -> usize {
        SEEN
    }

    /// Everybody's home is in the north.
    #[inline]
    fn place(&self, cell: usize, player: Player) -> usize {
        TURNED[self.home(player)][cell].into()
    }

    fn symmetries(&self) -> Vec<Vec<usize>> {
        let image = |cell: usize| {
            let (row, column) = COORDINATES[cell];
            hole_at((row, 24 - column)).unwrap_or(cell)
        };
        vec![(0..HOLES).map(image).collect()]
    }

    /// How far the rearmost piece is from the tip of the target point.
    fn gauges(&self) -> &'static [usize] {
        &[FARTHEST + 1]
    }

    #[inline]
    fn gauge(&self, _gauge: usize, player: Player) -> usize {
        let distance = &DISTANCE[self.target(player)];
        holes_of(self.pieces(player)).map(|hole| distance[hole]).max().unwrap_or(0).into()
    }

    /// A piece, what it hops over, and where to.
    fn patterns(&self) -> Vec<Vec<usize>> {
        let mut patterns = Vec::new();
        for hole in holes_of(ALL) {
            for axis in 0..self.axes() {
                if let Some(over) = self.next(hole, axis)
                    && let Some(to) = self.next(over, axis)
                {
                    patterns.push(vec![hole, over, to]);
                }
            }
        }
        patterns
    }

    fn rules(&self) -> String {
        let rules = self.rules;
        format!(
            "lock={},no-foreign-rest={},full-target={}",
            rules.lock, rules.no_foreign_rest, rules.full_target
        )
    }
}
