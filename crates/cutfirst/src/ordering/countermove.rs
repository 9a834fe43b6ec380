//! Countermoves: the last move that refuted the previous move is tried first.
//!
//! Many threats have one natural answer wherever they are made. Remembers one reply for each slot of the
//! previous move, for Max and Min nodes apart, kept from search to search. Uiterwijk 1992.

use super::{Key, NO_SLOT, Node, Ranks};
use crate::game::Game;

pub(super) struct Countermove {
    /// Slots of previous moves, and one place for the root.
    contexts: usize,
    /// [side][previous slot] in one piece; [`NO_SLOT`] where nothing is known.
    replies: Vec<u32>,
}

impl Countermove {
    pub(super) fn new(slots: usize) -> Self {
        Self { contexts: slots + 1, replies: vec![NO_SLOT; 2 * (slots + 1)] }
    }

    pub(super) fn clear(&mut self) {
        self.replies.fill(NO_SLOT);
    }

    fn place<G: Game>(&self, node: &Node<'_, G>) -> usize {
        node.side.index() * self.contexts + node.previous().unwrap_or(self.contexts - 1)
    }

    pub(super) fn rank<G: Game, K: Key>(&self, node: &Node<'_, G>, ranks: &mut Ranks<'_, K>) {
        let reply = self.replies[self.place(node)] as usize;
        ranks.add_all(node.moves, |_, mv| u64::from(node.game.slot(mv) != reply));
    }

    pub(super) fn learn<G: Game>(&mut self, node: &Node<'_, G>, index: usize) {
        let place = self.place(node);
        self.replies[place] = node.game.slot(node.moves[index]) as u32;
    }
}
