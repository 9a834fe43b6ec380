//! Reply-context lists: History-ADS with a short list for each previous move.
//!
//! One list for all nodes forgets what a move was the answer to; here the moves that cut after a certain
//! previous move have a list of their own, and the head follows the last refutation. Moves that have never
//! cut there are left to the rest of the stack, such as `ads:mtf,reply+ads:mtf`.
//!
//! Remembers a few slots for each slot of the previous move, for Max and Min nodes apart, kept from search to
//! search unless `fresh`. The lists only follow Move-to-Front, so a few words each are enough and the memory
//! is bounded by the number of slots.

use super::{AdsSpec, Cut, Keys, Moves};
use crate::game::Game;
use crate::search::Side;

/// Fills up a list that is not full.
const NO_SLOT: u32 = u32::MAX;

/// How many moves a list holds unless told otherwise, and at most.
pub(super) const LENGTH: usize = 8;

pub(super) struct ReplyAds {
    fresh: bool,
    length: usize,
    /// Slots of previous moves, and one list for the root.
    contexts: usize,
    /// [side][previous slot][place], head first, filled up with [`NO_SLOT`].
    lists: Vec<[u32; LENGTH]>,
}

impl ReplyAds {
    pub(super) fn new(spec: &AdsSpec, slots: usize) -> Self {
        let length = spec.limit.unwrap_or(LENGTH).min(LENGTH);
        let contexts = slots + 1;
        Self { fresh: spec.fresh, length, contexts, lists: vec![[NO_SLOT; LENGTH]; 2 * contexts] }
    }

    pub(super) fn prepare(&mut self, new_search: bool) {
        if new_search && self.fresh {
            self.clear();
        }
    }

    pub(super) fn clear(&mut self) {
        self.lists.fill([NO_SLOT; LENGTH]);
    }

    fn context(&self, side: Side, previous: Option<usize>) -> usize {
        side.index() * self.contexts + previous.unwrap_or(self.contexts - 1)
    }

    /// The slot at a place near the head of the list after the previous move.
    pub(super) fn head(&self, place: usize, side: Side, previous: Option<usize>) -> Option<usize> {
        let slot = self.lists[self.context(side, previous)][place];
        (slot != NO_SLOT).then_some(slot as usize)
    }

    #[inline(never)]
    pub(super) fn rank<G: Game>(&self, moves: &Moves<'_, G>, keys: &mut Keys<'_>) {
        const UNRANKED: u32 = 0xf;
        let list = &self.lists[self.context(moves.side, moves.previous)];
        keys.add(moves.moves, |_, mv| {
            let slot = moves.game.slot(mv) as u32;
            list.iter().position(|&listed| listed == slot).map_or(UNRANKED, |place| place as u32)
        });
    }

    pub(super) fn learn<M>(&mut self, cut: &Cut<'_, M>) {
        let slot = cut.by.slot as u32;
        let context = self.context(cut.side, cut.previous);
        let list = &mut self.lists[context][..self.length];
        let place = list.iter().position(|&listed| listed == slot).unwrap_or(list.len() - 1);
        list[place] = slot;
        list[..=place].rotate_right(1);
    }
}
