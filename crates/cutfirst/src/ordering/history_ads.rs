//! History-ADS: moves that have cut are kept in an adaptive list and tried in its order.
//!
//! Each cut queries the list with the move, which the list's rule brings nearer to the head. No
//! counters have to be kept or sorted, and the head follows the search at once. Remembers one list
//! for Max and one for Min nodes, kept from search to search unless `fresh`; with `per-level` a pair
//! for each level; with `mover`, moves of different players are different elements. `ads:set` keeps
//! all cutters without an order, the control of section 12. History-ADS paper, sections 5 and 6.

use super::{AdsSpec, Key, ListView, Node, Ranks, Side, slot_of_mover};
use crate::adaptive::{AdaptiveList, Rule};
use crate::game::{Game, MAX_PLAYERS};

pub(super) struct HistoryAds {
    spec: AdsSpec,
    universe: usize,
    seed: u64,
    /// [level][side] in one piece.
    lists: Vec<AdaptiveList>,
}

impl HistoryAds {
    pub(super) fn new(spec: &AdsSpec, slots: usize, players: usize, seed: u64) -> Self {
        let universe = if spec.mover && players > 1 { slots * MAX_PLAYERS } else { slots };
        let mut ads = Self { spec: spec.clone(), universe, seed, lists: Vec::new() };
        ads.prepare(1, true);
        ads
    }

    pub(super) fn prepare(&mut self, levels: usize, new_search: bool) {
        if new_search && self.spec.fresh {
            self.clear();
        }
        let needed = 2 * if self.spec.per_level { levels } else { 1 };
        while self.lists.len() < needed {
            // A set needs no order of its own; any rule remembers who is in it.
            let rule = self.spec.rule.unwrap_or(Rule::MoveToFront);
            let seed = self.seed ^ self.lists.len() as u64;
            self.lists.push(AdaptiveList::new(rule, self.universe, self.spec.limit, seed));
        }
    }

    pub(super) fn clear(&mut self) {
        self.lists.iter_mut().for_each(AdaptiveList::clear);
    }

    #[inline]
    fn list_index(&self, side: Side, ply: usize) -> usize {
        let level = if self.spec.per_level { ply } else { 0 };
        level * 2 + side.index()
    }

    /// The list, if its elements are slots in their order.
    #[inline]
    pub(super) fn list_of_slots(&self, side: Side, ply: usize) -> Option<&AdaptiveList> {
        (self.spec.rule.is_some() && !self.spec.mover).then(|| &self.lists[self.list_index(side, ply)])
    }

    #[inline]
    fn element<G: Game>(&self, node: &Node<'_, G>, index: usize) -> usize {
        let slot = node.game.slot(node.moves[index]);
        if self.spec.mover { slot_of_mover(slot, node.owner(index)) } else { slot }
    }

    pub(super) fn rank<G: Game, K: Key>(&self, node: &Node<'_, G>, ranks: &mut Ranks<'_, K>) {
        let list = self.lists[self.list_index(node.side, node.ply)].ranks();
        if self.spec.rule.is_none() {
            ranks.add_all(node.moves, |index, _| {
                if list[self.element(node, index)] == u32::MAX { u64::from(u32::MAX) } else { 0 }
            });
        } else if self.spec.mover {
            ranks.add_all(node.moves, |index, _| list[self.element(node, index)].into());
        } else {
            ranks.add_all(node.moves, |_, mv| list[node.game.slot(mv)].into());
        }
    }

    pub(super) fn learn<G: Game>(&mut self, node: &Node<'_, G>, index: usize) {
        let element = self.element(node, index);
        let list = self.list_index(node.side, node.ply);
        self.lists[list].query(element);
    }

    pub(super) fn views(&self) -> Vec<ListView> {
        let view = |(index, list): (usize, &AdaptiveList)| ListView {
            heuristic: "ads",
            side: if index % 2 == 0 { Side::Max } else { Side::Min },
            level: self.spec.per_level.then_some(index / 2),
            elements: list.iter().collect(),
        };
        self.lists.iter().enumerate().map(view).collect()
    }
}
