//! Countermoves: the last move that refuted the previous move is tried first.
//!
//! Many threats have one natural answer wherever they are made. Remembers one reply for each slot of the
//! previous move, for Max and Min nodes apart, kept from search to search. Uiterwijk 1992.

use super::{Cut, Keys, Moves};
use crate::game::Game;
use crate::search::Side;

pub(super) struct Countermove {
    /// Slots of previous moves, and one place for the root.
    contexts: usize,
    /// [side][previous slot] in one piece; `None` where nothing is known.
    replies: Vec<Option<u32>>,
}

impl Countermove {
    pub(super) fn new(slots: usize) -> Self {
        Self { contexts: slots + 1, replies: vec![None; 2 * (slots + 1)] }
    }

    pub(super) fn clear(&mut self) {
        self.replies.fill(None);
    }

    fn place(&self, side: Side, previous: Option<usize>) -> usize {
        side.index() * self.contexts + previous.unwrap_or(self.contexts - 1)
    }

    #[inline(never)]
    pub(super) fn rank<G: Game>(&self, moves: &Moves<'_, G>, keys: &mut Keys<'_>) {
        let reply = self.replies[self.place(moves.side, moves.previous)];
        keys.add(moves.moves, |_, mv| u32::from(Some(moves.game.slot(mv) as u32) != reply));
    }

    pub(super) fn learn<M>(&mut self, cut: &Cut<'_, M>) {
        let place = self.place(cut.side, cut.previous);
        self.replies[place] = Some(cut.by.slot as u32);
    }
}
