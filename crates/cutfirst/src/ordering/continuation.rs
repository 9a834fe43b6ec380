//! Continuation history (counter-move history): how well a move did in reply to the previous move.
//!
//! Whether a move is good often depends on what the opponent just did: a recapture, a block. So the
//! history with gravity is kept apart for every slot of the previous move. Where slots × slots would take
//! too much memory, several previous moves share a row of the table.
//!
//! Remembers one value per previous slot, slot and side, kept from search to search. Stockfish's
//! continuation history, with the previous move only.

use super::gravity::{self, MOST, bonus};
use super::{Cut, Keys, Moves};
use crate::game::Game;
use crate::search::Side;
use crate::zobrist::mix;

/// The most values of one side, unless a single row is longer: 8 MiB for both sides.
const MOST_VALUES: usize = 1 << 21;

pub(super) struct Replies {
    slots: usize,
    /// Rows of one side; the root's comes first.
    rows: usize,
    shared: bool,
    /// [side][row][slot] in one piece.
    values: Vec<i16>,
}

impl Replies {
    pub(super) fn new(slots: usize) -> Self {
        let most = (MOST_VALUES / slots.max(1)).max(1);
        let rows = (slots + 1).min(most);
        Self { slots, rows, shared: rows <= slots, values: vec![0; 2 * rows * slots] }
    }

    pub(super) fn clear(&mut self) {
        self.values.fill(0);
    }

    fn start(&self, side: Side, previous: Option<usize>) -> usize {
        let row = match previous {
            Some(slot) if self.shared => (mix(slot as u64) % self.rows as u64) as usize,
            Some(slot) => slot + 1,
            None => 0,
        };
        (side.index() * self.rows + row) * self.slots
    }

    /// The values of all slots after the previous move.
    #[inline]
    pub(super) fn row(&self, side: Side, previous: Option<usize>) -> &[i16] {
        let start = self.start(side, previous);
        &self.values[start..start + self.slots]
    }

    #[inline(never)]
    pub(super) fn rank<G: Game>(&self, moves: &Moves<'_, G>, keys: &mut Keys<'_>) {
        let row = self.row(moves.side, moves.previous);
        keys.add(moves.moves, |_, mv| (MOST - i32::from(row[moves.game.slot(mv)])) as u32);
    }

    pub(super) fn learn<M>(&mut self, cut: &Cut<'_, M>) {
        self.add(cut, bonus(cut.depth), bonus(cut.depth));
    }

    /// Adds a bonus to the cutter and a malus to the moves that failed.
    #[inline]
    pub(super) fn add<M>(&mut self, cut: &Cut<'_, M>, bonus: i32, malus: i32) {
        let start = self.start(cut.side, cut.previous);
        gravity::teach(&mut self.values[start..start + self.slots], cut, bonus, malus);
    }
}

/// As many bits as gravity, whose values these are.
pub(super) const BITS: u32 = gravity::BITS;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_bounded() {
        for slots in [1, 65, 1024, 14_641, 1 << 20] {
            let replies = Replies::new(slots);
            assert!(replies.values.len() <= 2 * MOST_VALUES.max(slots), "{slots}");
            assert_eq!(replies.shared, slots * (slots + 1) > MOST_VALUES, "{slots}");
        }
    }
}
