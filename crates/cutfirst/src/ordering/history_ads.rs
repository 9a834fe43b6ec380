//! History-ADS: moves that have cut are kept in an adaptive list and tried in its order.
//!
//! Each cut queries the list with the move, which the list's rule brings nearer to the head. No
//! counters have to be kept or sorted, and the head follows the search at once. Remembers one list
//! for Max and one for Min nodes, kept from search to search unless `fresh`; with `per-level` a pair
//! for each level; with `level-then-global` these pairs decide and the pair of all levels orders what they
//! do not hold (section 13's open question); with `mover`, moves of different players are different elements.
//! `ads:set` keeps all cutters without an order, the control of section 12. `ads:demote` also lets the listed
//! moves that were tried before the cutter drop half-way to the tail. History-ADS paper, sections 5 and 6.

use super::{AdsSpec, Key, ListView, Node, Ranks, Scope, Side, slot_of_mover};
use crate::adaptive::{AdaptiveList, Rule};
use crate::game::{Game, MAX_PLAYERS};

pub(super) struct HistoryAds {
    spec: AdsSpec,
    universe: usize,
    seed: u64,
    /// Whether a node asks and tells one ordered list of slots.
    is_simple: bool,
    /// [level][side] in one piece; with `level-then-global`, the pair of all levels comes first.
    lists: Vec<AdaptiveList>,
}

/// In a stack, a rank of all ones is that of a move that is left to the others.
#[inline]
fn unranked_last(rank: u32) -> u32 {
    if rank == AdaptiveList::UNLISTED { u32::MAX } else { rank }
}

impl HistoryAds {
    pub(super) fn new(spec: &AdsSpec, slots: usize, players: usize, seed: u64) -> Self {
        let universe = if spec.mover && players > 1 { slots * MAX_PLAYERS } else { slots };
        let plain_rule = spec.rule.is_some_and(|rule| rule != Rule::Demote);
        let is_simple = plain_rule && !spec.mover && matches!(spec.scope, Scope::Global | Scope::PerLevel);
        let mut ads = Self { spec: spec.clone(), universe, seed, is_simple, lists: Vec::new() };
        ads.prepare(1, true);
        ads
    }

    pub(super) fn prepare(&mut self, levels: usize, new_search: bool) {
        if new_search && self.spec.fresh {
            self.clear();
        }
        let needed = match self.spec.scope {
            Scope::Global | Scope::Reply => 2,
            Scope::PerLevel => 2 * levels,
            Scope::LevelThenGlobal => 2 + 2 * levels,
        };
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

    /// The list that decides first.
    #[inline]
    fn list_index(&self, side: Side, ply: usize) -> usize {
        let pair = match self.spec.scope {
            Scope::Global | Scope::Reply => 0,
            Scope::PerLevel => ply,
            Scope::LevelThenGlobal => ply + 1,
        };
        pair * 2 + side.index()
    }

    /// The list, if its order is all that counts at a node and its elements are slots.
    #[inline]
    pub(super) fn lone_list(&self, side: Side, ply: usize) -> Option<&AdaptiveList> {
        self.is_simple.then(|| &self.lists[self.list_index(side, ply)])
    }

    /// Queries the list with a slot, if that is all there is to learn from a cut.
    #[inline]
    pub(super) fn learn_simple(&mut self, slot: usize, side: Side, ply: usize) -> bool {
        if self.is_simple {
            let list = self.list_index(side, ply);
            self.lists[list].query(slot);
        }
        self.is_simple
    }

    /// The heads of the list that decides first, if its elements are slots in their order.
    #[inline]
    pub(super) fn leading_slots(&self, side: Side, ply: usize, slots: &mut [usize]) -> usize {
        if self.spec.rule.is_none() || self.spec.mover {
            return 0;
        }
        let list = &self.lists[self.list_index(side, ply)];
        slots.iter_mut().zip(list).map(|(place, slot)| *place = slot).count()
    }

    pub(super) fn learns_from_failures(&self) -> bool {
        self.spec.rule == Some(Rule::Demote)
    }

    #[inline]
    fn element<G: Game>(&self, node: &Node<'_, G>, index: usize) -> usize {
        let slot = node.game.slot(node.moves[index]);
        if self.spec.mover { slot_of_mover(slot, node.owner(index)) } else { slot }
    }

    pub(super) fn rank<G: Game, K: Key>(&self, node: &Node<'_, G>, ranks: &mut Ranks<'_, K>) {
        let list = self.lists[self.list_index(node.side, node.ply)].ranks();
        if self.spec.scope == Scope::LevelThenGlobal {
            const GLOBAL: u64 = 1 << 32;
            let all = self.lists[node.side.index()].ranks();
            ranks.add_all(node.moves, |index, _| {
                let element = self.element(node, index);
                match list[element] {
                    AdaptiveList::UNLISTED => GLOBAL | u64::from(self.rank_in(all, element)),
                    _ => self.rank_in(list, element).into(),
                }
            });
        } else if self.spec.rule.is_none() || self.spec.mover {
            ranks.add_all(node.moves, |index, _| self.rank_in(list, self.element(node, index)).into());
        } else {
            ranks.add_all(node.moves, |_, mv| unranked_last(list[node.game.slot(mv)]).into());
        }
    }

    /// The rank of an element; in a set, all that are in it are equal.
    #[inline]
    fn rank_in(&self, list: &[u32], element: usize) -> u32 {
        match list[element] {
            AdaptiveList::UNLISTED => u32::MAX,
            _ if self.spec.rule.is_none() => 0,
            rank => rank,
        }
    }

    #[inline]
    pub(super) fn learn<G: Game>(&mut self, node: &Node<'_, G>, index: usize) {
        let list = self.list_index(node.side, node.ply);
        self.learn_in(list, node, index);
        if self.spec.scope == Scope::LevelThenGlobal {
            self.learn_in(node.side.index(), node, index);
        }
    }

    #[inline]
    fn learn_in<G: Game>(&mut self, list: usize, node: &Node<'_, G>, index: usize) {
        if self.learns_from_failures() {
            for &failed in node.earlier {
                let failed = self.element(node, failed.into());
                self.lists[list].fail(failed);
            }
        }
        let element = self.element(node, index);
        self.lists[list].query(element);
    }

    pub(super) fn views(&self) -> Vec<ListView> {
        let level = |index: usize| match self.spec.scope {
            Scope::Global | Scope::Reply => None,
            Scope::PerLevel => Some(index / 2),
            Scope::LevelThenGlobal => (index / 2).checked_sub(1),
        };
        let view = |(index, list): (usize, &AdaptiveList)| ListView {
            heuristic: "ads",
            side: if index % 2 == 0 { Side::Max } else { Side::Min },
            level: level(index),
            elements: list.iter().collect(),
        };
        self.lists.iter().enumerate().map(view).collect()
    }
}
