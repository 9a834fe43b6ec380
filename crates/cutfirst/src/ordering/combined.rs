//! Combined move ordering: evaluation on the upper levels, cut counts below them, move classes at the
//! bottom.
//!
//! What sorting costs should be in proportion to the subtree that it can save. Children of the first
//! levels are sorted by evaluation, those of the next ones by how often the move has cut at this level,
//! and the rest keeps the order of the game's own classes. The root's children are level 1.
//!
//! Remembers one counter per slot and counted level, for Max and Min nodes apart, kept from search to
//! search. Abalone paper, section IV, where the borders are 3 and 5.

use super::{Cut, Keys, Moves, evaluate};
use crate::game::Game;
use crate::powers::Powers;
use crate::search::Side;

/// The rank of a move that has never cut, and the most cuts that are counted.
const MOST: u32 = u32::MAX - 1;

pub(super) struct Combined {
    /// The last level that is sorted by evaluation.
    evaluated: usize,
    /// The last level that is sorted by cut counts.
    counted: usize,
    slots: usize,
    /// [level][side][slot] in one piece, from the first counted level on.
    counts: Vec<u32>,
}

impl Combined {
    pub(super) fn new(evaluated: usize, counted: usize, slots: usize) -> Self {
        Self { evaluated, counted, slots, counts: Vec::new() }
    }

    pub(super) fn prepare(&mut self, levels: usize) {
        let needed = self.counted.min(levels).saturating_sub(self.evaluated) * 2 * self.slots;
        if self.counts.len() < needed {
            self.counts.resize(needed, 0);
        }
    }

    pub(super) fn clear(&mut self) {
        self.counts.fill(0);
    }

    /// Whether the children of a node at `ply` are sorted by evaluation.
    pub(super) fn wants_evaluation(&self, ply: usize) -> bool {
        ply < self.evaluated
    }

    /// The counters of a node whose children are sorted by them.
    fn table(&self, side: Side, ply: usize) -> Option<usize> {
        let level = ply.checked_sub(self.evaluated).filter(|_| ply < self.counted)?;
        Some((level * 2 + side.index()) * self.slots)
    }

    #[inline(never)]
    pub(super) fn rank<G: Game>(&self, moves: &Moves<'_, G>, values: &[i32], keys: &mut Keys<'_>) {
        if self.wants_evaluation(moves.ply) {
            keys.add(moves.moves, |index, _| evaluate::rank_of(values[index]));
        } else if let Some(start) = self.table(moves.side, moves.ply) {
            let counts = &self.counts[start..start + self.slots];
            keys.add(moves.moves, |_, mv| MOST - counts[moves.game.slot(mv)]);
        } else if let Some((_, class)) = G::Powers::CLASS {
            keys.add(moves.moves, |_, mv| class(moves.game, mv) as u32);
        }
    }

    pub(super) fn learn<M>(&mut self, cut: &Cut<'_, M>) {
        if let Some(start) = self.table(cut.side, cut.ply) {
            let count = &mut self.counts[start + cut.by.slot];
            *count = (*count + 1).min(MOST);
        }
    }
}
