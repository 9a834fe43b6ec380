//! The history heuristic: moves are tried in the order of how much they have cut so far.
//!
//! A move that cut in one position often cuts in another, and a cut high in the tree counts for
//! more. Remembers one counter per slot, for Max and Min nodes apart, kept from search to search.
//! Only cuts are credited, as in the papers' comparisons. Schaeffer 1983; section 2.3 of the
//! History-ADS paper.

use super::{Bonus, Cut, Keys, Moves};
use crate::game::Game;
use crate::search::Side;

/// Counters stop at 2³² − 1.
pub(super) const BITS: u32 = 32;
const MOST: u32 = u32::MAX;

pub(super) struct History {
    bonus: Bonus,
    per_level: bool,
    slots: usize,
    /// [level][side][slot] in one piece.
    counters: Vec<u32>,
}

impl History {
    pub(super) fn new(bonus: Bonus, per_level: bool, slots: usize) -> Self {
        Self { bonus, per_level, slots, counters: vec![0; 2 * slots] }
    }

    pub(super) fn prepare(&mut self, levels: usize) {
        let tables = if self.per_level { levels } else { 1 };
        let needed = tables * 2 * self.slots;
        if self.counters.len() < needed {
            self.counters.resize(needed, 0);
        }
    }

    pub(super) fn clear(&mut self) {
        self.counters.fill(0);
    }

    fn table(&self, side: Side, ply: usize) -> usize {
        let level = if self.per_level { ply } else { 0 };
        (level * 2 + side.index()) * self.slots
    }

    #[inline(never)]
    pub(super) fn rank<G: Game>(&self, moves: &Moves<'_, G>, keys: &mut Keys<'_>) {
        let start = self.table(moves.side, moves.ply);
        let counters = &self.counters[start..start + self.slots];
        keys.add(moves.moves, |_, mv| MOST - counters[moves.game.slot(mv)]);
    }

    pub(super) fn learn<M>(&mut self, cut: &Cut<'_, M>) {
        let bonus = match self.bonus {
            Bonus::Square => cut.depth.pow(2),
            Bonus::Power => 1 << cut.depth.min(BITS - 1),
            Bonus::One => 1,
        };
        let counter = self.table(cut.side, cut.ply) + cut.by.slot;
        self.counters[counter] = self.counters[counter].saturating_add(bonus);
    }
}
