//! The usual stack in one pass: the table's move, killers, then history with gravity.
//!
//! The ranks are those that the heuristics give one after the other; here each move is looked at once, and the
//! first one is known when all have been.

use super::compact::{Compact, MOST, RankStack};
use super::gravity::Gravity;
use super::heuristic::Heuristic;
use super::killer;
use super::{Layer, Node};
use crate::game::Game;

/// A stack that ends with gravity and has at most a table move and killers before it.
pub(super) struct Fused<'a, M> {
    /// What a move has that is not the table's, and no killer.
    others: u32,
    /// The slot of the table's move and what is taken off its rank.
    table: Option<(usize, u32)>,
    killers: &'a [M],
    killer_shift: u32,
    gravity: &'a Gravity,
}

impl<'a, M: Copy + Eq> Fused<'a, M> {
    /// The stack, if it is of this kind.
    #[inline]
    pub(super) fn of<G: Game<Move = M>>(layers: &'a [Layer<M>], node: &Node<'_, G>) -> Option<Self> {
        let (last, before) = layers.split_last()?;
        let Heuristic::Gravity(gravity) = &last.heuristic else { return None };
        let mut fused = Self { others: 0, table: None, killers: &[], killer_shift: 0, gravity };
        match before {
            [] => {}
            [first] if fused.add_killers(first, node.ply) || fused.add_table(first, node.table_slot) => {}
            [first, second]
                if fused.add_table(first, node.table_slot) && fused.add_killers(second, node.ply) => {}
            _ => return None,
        }
        Some(fused)
    }

    /// Whether the layer is the table's move, which is then taken in.
    #[inline]
    fn add_table(&mut self, layer: &Layer<M>, slot: Option<usize>) -> bool {
        let is_table = matches!(layer.heuristic, Heuristic::Table);
        if is_table {
            self.others |= 1 << layer.shift;
            self.table = slot.map(|slot| (slot, 1 << layer.shift));
        }
        is_table
    }

    /// Whether the layer is killers, which are then taken in.
    #[inline]
    fn add_killers(&mut self, layer: &'a Layer<M>, ply: usize) -> bool {
        let Heuristic::Killer(killer) = &layer.heuristic else { return false };
        self.others |= (killer::UNRANKED as u32) << layer.shift;
        self.killers = killer.of_level(ply);
        self.killer_shift = layer.shift;
        true
    }

    /// Ranks the moves of a node; `None` if all are `unranked`.
    #[inline]
    pub(super) fn push<G: Game<Move = M>>(
        &self,
        node: &Node<'_, G>,
        ranks: &mut RankStack,
        unranked: u32,
    ) -> Option<Compact> {
        let by_gravity = self.gravity.ranker(node);
        ranks.push(node.moves, unranked, |mv| {
            let slot = node.game.slot(mv);
            let mut rank = self.others;
            if let Some((table_slot, bit)) = self.table
                && slot == table_slot
            {
                rank ^= bit;
            }
            for (place, &killer) in self.killers.iter().enumerate() {
                if killer == mv {
                    rank ^= (place as u32 ^ killer::UNRANKED as u32) << self.killer_shift;
                }
            }
            (rank | by_gravity(mv, slot)).min(MOST)
        })
    }
}
