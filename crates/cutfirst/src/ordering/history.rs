//! The history heuristic: moves are tried in the order of how much they have cut so far.
//!
//! A move that cut in one position often cuts in another, and a cut high in the tree counts for
//! more. Remembers one counter per slot, for Max and Min nodes apart, kept from search to search.
//! Only cuts are credited, as in the papers' comparisons. Schaeffer 1983; section 2.3 of the
//! History-ADS paper.

use super::{Bonus, Key, Node, Ranks};
use crate::game::Game;

/// Counters stop at 2^40 − 1.
pub(super) const BITS: u32 = 40;
const MOST: u64 = (1 << BITS) - 1;

pub(super) struct History {
    bonus: Bonus,
    per_level: bool,
    slots: usize,
    /// [level][side][slot] in one piece.
    counters: Vec<u64>,
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

    fn table<G: Game>(&self, node: &Node<'_, G>) -> usize {
        let level = if self.per_level { node.ply } else { 0 };
        (level * 2 + node.side.index()) * self.slots
    }

    pub(super) fn rank<G: Game, K: Key>(&self, node: &Node<'_, G>, ranks: &mut Ranks<'_, K>) {
        let start = self.table(node);
        let counters = &self.counters[start..start + self.slots];
        ranks.add_all(node.moves, |_, mv| MOST - counters[node.game.slot(mv)]);
    }

    pub(super) fn learn<G: Game>(&mut self, node: &Node<'_, G>, index: usize) {
        let bonus = match self.bonus {
            Bonus::Square => u64::from(node.depth).pow(2),
            Bonus::Power => 1 << node.depth.min(BITS - 1),
            Bonus::One => 1,
        };
        let place = self.table(node) + node.game.slot(node.moves[index]);
        self.counters[place] = (self.counters[place] + bonus).min(MOST);
    }
}
