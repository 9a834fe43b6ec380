//! Continuation history (counter-move history): how well a move did in reply to the previous move.
//!
//! Whether a move is good often depends on what the opponent just did: a recapture, a block. So the
//! history with gravity is kept apart for every slot of the previous move. Where slots × slots would take
//! too much memory, several previous moves share a row of the table.
//!
//! Remembers one value per previous slot, slot and side, kept from search to search. Stockfish's
//! continuation history, with the previous move only.

use super::gravity::{self, MOST, PRAISE, bonus, pull};
use super::{Key, Node, Ranks};
use crate::game::Game;
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

    fn start<G: Game>(&self, node: &Node<'_, G>) -> usize {
        let row = match node.previous() {
            Some(slot) if self.shared => (mix(slot as u64) % self.rows as u64) as usize,
            Some(slot) => slot + 1,
            None => 0,
        };
        (node.side.index() * self.rows + row) * self.slots
    }

    /// The values of all slots after the move that led to the node.
    pub(super) fn row<G: Game>(&self, node: &Node<'_, G>) -> &[i16] {
        let start = self.start(node);
        &self.values[start..start + self.slots]
    }

    pub(super) fn rank<G: Game, K: Key>(&self, node: &Node<'_, G>, ranks: &mut Ranks<'_, K>) {
        let row = self.row(node);
        ranks.add_all(node.moves, |_, mv| (MOST - i32::from(row[node.game.slot(mv)])) as u64);
    }

    /// The first move of the node has cut, as part of gravity.
    pub(super) fn praise<G: Game>(&mut self, node: &Node<'_, G>, index: usize) {
        let place = self.start(node) + node.game.slot(node.moves[index]);
        pull(&mut self.values[place], bonus(node.depth) / PRAISE);
    }

    pub(super) fn learn<G: Game>(&mut self, node: &Node<'_, G>, index: usize) {
        let bonus = bonus(node.depth);
        let start = self.start(node);
        let row = &mut self.values[start..start + self.slots];
        for &failed in node.earlier {
            pull(&mut row[node.game.slot(node.moves[usize::from(failed)])], -bonus);
        }
        pull(&mut row[node.game.slot(node.moves[index])], bonus);
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
