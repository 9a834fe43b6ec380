//! Reply-context lists: History-ADS with a short list for each previous move.
//!
//! One list for all nodes forgets what a move was the answer to; here the moves that cut after a certain
//! previous move have a list of their own, and the head follows the last refutation. Moves that have never
//! cut there are left to the rest of the stack, such as `ads:mtf,reply+ads:mtf`.
//!
//! Remembers a few slots for each slot of the previous move, for Max and Min nodes apart, kept from search to
//! search unless `fresh`. The lists only follow Move-to-Front, so a few words each are enough and the memory
//! is bounded by the number of slots.

use super::{AdsSpec, Key, NO_SLOT, Node, Ranks, Side};
use crate::game::Game;

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

    fn context(&self, side: Side, path: &[u32]) -> usize {
        let previous = path.last().map_or(usize::MAX, |&slot| slot as usize);
        side.index() * self.contexts + previous.min(self.contexts - 1)
    }

    /// Heads of the list after the last move of the path.
    pub(super) fn leading_slots(&self, side: Side, path: &[u32], slots: &mut [usize]) -> usize {
        let list = &self.lists[self.context(side, path)];
        let listed = list.iter().take_while(|&&slot| slot != NO_SLOT);
        slots.iter_mut().zip(listed).map(|(place, &slot)| *place = slot as usize).count()
    }

    pub(super) fn rank<G: Game, K: Key>(&self, node: &Node<'_, G>, ranks: &mut Ranks<'_, K>) {
        const UNRANKED: u64 = 0xf;
        let list = &self.lists[self.context(node.side, node.path)];
        ranks.add_all(node.moves, |_, mv| {
            let slot = node.game.slot(mv) as u32;
            list.iter().position(|&listed| listed == slot).map_or(UNRANKED, |place| place as u64)
        });
    }

    pub(super) fn learn<G: Game>(&mut self, node: &Node<'_, G>, index: usize) {
        let slot = node.game.slot(node.moves[index]) as u32;
        let context = self.context(node.side, node.path);
        let list = &mut self.lists[context][..self.length];
        let place = list.iter().position(|&listed| listed == slot).unwrap_or(list.len() - 1);
        list[place] = slot;
        list[..=place].rotate_right(1);
    }
}
