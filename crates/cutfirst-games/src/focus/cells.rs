//! The board as cells, for learned evaluations.

use cutfirst::game::{Game, Player};
use cutfirst::powers::Cells;

use super::board::{CELLS, PLACES, cell};
use super::stack::Stack;
use super::tallies::Tallies;
use super::{Focus, FocusMove};

/// Stacks by height: single pieces, two or three, four or five.
const KINDS: usize = 3;

/// From so many on, less one, pieces are not told apart any more.
const MOST_COUNTED: usize = 16;

#[inline]
fn count(tallies: Tallies, gauge: usize, player: Player) -> usize {
    let seat = player.index();
    let count = if gauge == 0 { tallies.captured(seat) } else { tallies.reserve(seat) };
    usize::from(count).min(MOST_COUNTED - 1)
}

impl Focus {
    #[inline]
    fn state_of(&self, stack: Stack) -> usize {
        if stack.is_empty() {
            return 0;
        }
        1 + stack.height() / 2 * self.players() + stack.top()
    }
}

impl Cells for Focus {
    fn cells(&self) -> usize {
        CELLS
    }

    fn states(&self) -> usize {
        1 + KINDS * self.players()
    }

    #[inline]
    fn state(&self, cell: usize) -> usize {
        self.state_of(self.stacks[cell])
    }

    #[inline]
    fn changes(&self, mv: FocusMove, changed: &mut impl FnMut(usize, usize)) {
        let effect = self.effect(mv);
        if !mv.is_placement() {
            changed(mv.from(), self.state_of(effect.from));
        }
        changed(mv.to(), self.state_of(effect.to));
    }

    fn axes(&self) -> usize {
        2
    }

    fn next(&self, from: usize, axis: usize) -> Option<usize> {
        let (column, row) = (usize::from(PLACES[from].0), usize::from(PLACES[from].1));
        if axis == 0 { cell(column + 1, row) } else { cell(column, row + 1) }
    }

    fn symmetries(&self) -> Vec<Vec<usize>> {
        let moved = |to: fn(u8, u8) -> (u8, u8)| {
            let image = |from: usize| {
                let (column, row) = to(PLACES[from].0, PLACES[from].1);
                cell(column.into(), row.into()).unwrap_or(from)
            };
            (0..CELLS).map(image).collect()
        };
        vec![moved(|column, row| (7 - column, row)), moved(|column, row| (row, column))]
    }

    /// Pieces of rows and columns, and squares of four. Among more than two players, who tell many more states apart, the
    /// cells alone taught as much and take less time.
    fn patterns(&self) -> Vec<Vec<usize>> {
        const LONGEST: usize = 4;
        if self.players() > 2 {
            return (0..CELLS).map(|cell| vec![cell]).collect();
        }
        let row = |row: usize| (0..8).filter_map(|column| cell(column, row)).collect::<Vec<_>>();
        let mut patterns = Vec::new();
        for line in (0..4).map(row) {
            let pieces = line.len().div_ceil(LONGEST);
            for piece in 0..pieces {
                // From the ends inwards, so that a line that is turned round has the same pieces.
                let ends = [piece, piece + 1].map(|end| (end * line.len() + pieces / 2) / pieces);
                patterns.push(line[ends[0]..ends[1]].to_vec());
            }
        }
        for (column, row) in (1..6).flat_map(|column| (1..6).map(move |row| (column, row))) {
            let corners = [(column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1)];
            patterns.push(corners.into_iter().filter_map(|(column, row)| cell(column, row)).collect());
        }
        patterns
    }

    /// Among more than two players: opposing pieces captured, and pieces to place.
    fn gauges(&self) -> &'static [usize] {
        if self.players() == 2 { &[] } else { &[MOST_COUNTED, MOST_COUNTED] }
    }

    #[inline]
    fn gauge(&self, gauge: usize, player: Player) -> usize {
        count(self.tallies, gauge, player)
    }

    #[inline]
    fn phase_after(&self, _mv: FocusMove) -> Option<usize> {
        Some(0)
    }

    #[inline]
    fn gauge_after(&self, mv: FocusMove, gauge: usize, player: Player) -> usize {
        count(self.effect(mv).tallies, gauge, player)
    }

    fn rules(&self) -> String {
        let rules = &self.rules;
        let moves = if rules.whole { "whole" } else { "split" };
        format!("{moves},pieces={},forced={},captures={}", rules.pieces, rules.forced_hand, rules.captures)
    }
}
