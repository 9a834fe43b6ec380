//! What the table knows of a position: between which scores the true one lies.

use cutfirst::table::{Bound, Entry, Table};

/// Bounds of the score of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl Bounds {
    const ANY: Self = Self { lower: -64, upper: 64 };

    /// What is known, and the best or cutting move's square.
    #[inline]
    pub(super) fn probe(table: &Table, key: u64) -> (Self, Option<usize>) {
        match table.probe(key) {
            // Both bounds share the value of an entry.
            Some(entry) => {
                let [lower, upper, ..] = entry.value.to_le_bytes();
                (Self { lower: i32::from(lower as i8), upper: i32::from(upper as i8) }, entry.slot)
            }
            None => (Self::ANY, None),
        }
    }

    /// With what a fail-soft search of a window has found.
    #[inline]
    pub(super) fn with(mut self, score: i32, alpha: i32, beta: i32) -> Self {
        if score > alpha {
            self.lower = self.lower.max(score);
        }
        if score < beta {
            self.upper = self.upper.min(score);
        }
        self
    }

    /// Remembers a position with so many empty squares.
    #[inline]
    pub(super) fn store(self, table: &Table, key: u64, empties: u32, best: Option<u8>) {
        let value = i32::from_le_bytes([self.lower as i8 as u8, self.upper as i8 as u8, 0, 0]);
        let entry = Entry { value, bound: Bound::Exact, depth: empties as u8, slot: best.map(usize::from) };
        table.store(key, entry);
    }
}
