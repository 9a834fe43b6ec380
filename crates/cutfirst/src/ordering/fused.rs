//! The usual stack in one pass: the table's move, killers, then history with gravity.
//!
//! The ranks are those that the heuristics give one after the other; here each move is looked at once, and the
//! first one is known when all have been.

use super::compact::{Compact, MOST, RankStack};
use super::gravity::Gravity;
use super::heuristic::Heuristic;
use super::killer::{self, Killer};
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
        let (table, killer): (Option<&Layer<M>>, Option<(&Layer<M>, &Killer<M>)>) = match before {
            [] => (None, None),
            [first] => match &first.heuristic {
                Heuristic::Table => (Some(first), None),
                Heuristic::Killer(killer) => (None, Some((first, killer))),
                _ => return None,
            },
            [first, second] => match (&first.heuristic, &second.heuristic) {
                (Heuristic::Table, Heuristic::Killer(killer)) => (Some(first), Some((second, killer))),
                _ => return None,
            },
            _ => return None,
        };
        if let Some(layer) = table {
            fused.others |= 1 << layer.shift;
            fused.table = node.table_slot.map(|slot| (slot, 1 << layer.shift));
        }
        if let Some((layer, killer)) = killer {
            fused.others |= (killer::UNRANKED as u32) << layer.shift;
            fused.killers = killer.of_level(node.ply);
            fused.killer_shift = layer.shift;
        }
        Some(fused)
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
