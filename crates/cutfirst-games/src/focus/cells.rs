//! The board as cells, for learned evaluations.

use cutfirst::game::Game;
use cutfirst::powers::Cells;

use super::board::{CELLS, PLACES, cell};
use super::stack::Stack;
use super::{Focus, FocusMove};

/// Stacks by height: single pieces, two or three, four or five.
const KINDS: usize = 3;

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

    /// Pieces of rows and columns; with two players, who tell fewer states apart, also squares of four.
    fn patterns(&self) -> Vec<Vec<usize>> {
        let row = |row: usize| (0..8).filter_map(|column| cell(column, row)).collect::<Vec<_>>();
        let longest = if self.players() == 2 { 4 } else { 3 };
        let mut patterns = Vec::new();
        for line in (0..4).map(row) {
            let pieces = line.len().div_ceil(longest);
            for piece in 0..pieces {
                // From the ends inwards, so that a line that is turned round has the same pieces.
                let ends = [piece, piece + 1].map(|end| (end * line.len() + pieces / 2) / pieces);
                patterns.push(line[ends[0]..ends[1]].to_vec());
            }
        }
        if self.players() == 2 {
            for (column, row) in (1..6).flat_map(|column| (1..6).map(move |row| (column, row))) {
                let corners = [(column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1)];
                patterns.push(corners.into_iter().filter_map(|(column, row)| cell(column, row)).collect());
            }
        }
        patterns
    }

    fn rules(&self) -> String {
        let rules = &self.rules;
        let moves = if rules.whole { "whole" } else { "split" };
        format!("{moves},pieces={},forced={},captures={}", rules.pieces, rules.forced_hand, rules.captures)
    }
}
