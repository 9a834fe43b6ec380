//! History-ADS: moves that have cut are kept in an adaptive list and tried in its order.
//!
//! Each cut queries the list with the move, which the list's rule brings nearer to the head. No
//! counters have to be kept or sorted, and the head follows the search at once. Remembers one list
//! for Max and one for Min nodes, kept from search to search unless `fresh`; with `per-level` a pair
//! for each level; with `mover`, moves of different players are different elements. `level-then-global` is
//! one of each: what the level's list does not hold is left to the list of all levels (section 13's open question).
//! `ads:set` keeps all cutters without an order, the control of section 12. `ads:demote` also lets the listed
//! moves that were tried before the cutter drop half-way to the tail. History-ADS paper, sections 5 and 6.

use super::{AdsSpec, Cut, Keys, ListView, Mover, Moves, Scope, slot_of_mover};
use crate::adaptive::{AdaptiveList, Rule};
use crate::game::{Game, MAX_PLAYERS};
use crate::search::Side;

pub(super) struct HistoryAds {
    spec: AdsSpec,
    universe: usize,
    seed: u64,
    /// [level][side] in one piece.
    lists: Vec<AdaptiveList>,
}

/// A rank of all ones leaves a move to the rest of the stack.
#[inline]
fn unranked_last(rank: u32) -> u32 {
    if rank == AdaptiveList::UNLISTED { u32::MAX } else { rank }
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
        let needed = if self.spec.scope == Scope::PerLevel { 2 * levels } else { 2 };
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
        let level = if self.spec.scope == Scope::PerLevel { ply } else { 0 };
        level * 2 + side.index()
    }

    /// Whether the elements of a list are slots in the order in which they are to be tried.
    pub(super) fn has_heads(&self) -> bool {
        self.spec.rule.is_some() && !self.spec.mover
    }

    /// The slot at a place near the head of a node's list.
    #[inline]
    pub(super) fn head(&self, place: usize, side: Side, ply: usize) -> Option<usize> {
        self.lists[self.list_index(side, ply)].iter().nth(place)
    }

    pub(super) fn learns_from_failures(&self) -> bool {
        self.spec.rule == Some(Rule::Demote)
    }

    #[inline]
    fn element(&self, mover: Mover) -> usize {
        if self.spec.mover { slot_of_mover(mover.slot, mover.player) } else { mover.slot }
    }

    #[inline(never)]
    pub(super) fn rank<G: Game>(&self, moves: &Moves<'_, G>, keys: &mut Keys<'_>) {
        let list = self.lists[self.list_index(moves.side, moves.ply)].ranks();
        if self.has_heads() {
            keys.add(moves.moves, |_, mv| unranked_last(list[moves.game.slot(mv)]));
            return;
        }
        keys.add(moves.moves, |index, mv| {
            let mover = Mover { slot: moves.game.slot(mv), player: moves.owner(index) };
            match unranked_last(list[self.element(mover)]) {
                u32::MAX => u32::MAX,
                // In a set, all that are in it are equal.
                _ if self.spec.rule.is_none() => 0,
                rank => rank,
            }
        });
    }

    #[inline]
    pub(super) fn learn<M>(&mut self, cut: &Cut<'_, M>) {
        let (list, element) = (self.list_index(cut.side, cut.ply), self.element(cut.by));
        if self.learns_from_failures() {
            for &failed in cut.failed {
                let failed = self.element(failed);
                self.lists[list].fail(failed);
            }
        }
        self.lists[list].query(element);
    }

    pub(super) fn views(&self) -> Vec<ListView> {
        let view = |(index, list): (usize, &AdaptiveList)| ListView {
            heuristic: "ads",
            side: if index % 2 == 0 { Side::Max } else { Side::Min },
            level: (self.spec.scope == Scope::PerLevel).then_some(index / 2),
            elements: list.iter().collect(),
        };
        self.lists.iter().enumerate().map(view).collect()
    }
}
