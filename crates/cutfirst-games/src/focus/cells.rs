//! The board as cells, for learned evaluations.

use cutfirst::game::{Game, Player};
use cutfirst::powers::Cells;

use super::board::{CELLS, PLACES, cell};
use super::stack::Stack;
use super::{Focus, FocusMove};

/// Stacks by height: single pieces, two or three, four or five.
const KINDS: usize = 3;

/// How many values the gauges tell apart.
const PIECES: usize = 16;
const MOVES: usize = 32;
const MOVES_STEP: usize = 3;

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

    /// Pieces to place, pieces captured, stack moves.
    fn gauges(&self) -> &'static [usize] {
        &[PIECES, PIECES, MOVES]
    }

    #[inline]
    fn gauge(&self, gauge: usize, player: Player) -> usize {
        let seat = player.index();
        let hand = self.hands >> seat & 1;
        match gauge {
            0 => usize::from(self.tallies.reserve(seat) + hand).min(PIECES - 1),
            1 => usize::from(self.tallies.captured(seat)).min(PIECES - 1),
            _ => (usize::from(self.mobility.of(seat)) / MOVES_STEP).min(MOVES - 1),
        }
    }

    fn rules(&self) -> String {
        let rules = &self.rules;
        let moves = if rules.whole { "whole" } else { "split" };
        format!("{moves},pieces={},forced={},captures={}", rules.pieces, rules.forced_hand, rules.captures)
    }
}
