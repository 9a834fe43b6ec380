//! A table for Max-N, whose values are one score per player.

use super::NoMemory;
use crate::game::MAX_PLAYERS;

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ScoresEntry {
    /// One score per player, as the search normalises them.
    pub(crate) scores: [i32; MAX_PLAYERS],
    /// Plies below the position that were searched.
    pub(crate) depth: u8,
    /// The slot of the best move.
    pub(crate) slot: Option<usize>,
    /// Whether all leaves below were finished games.
    pub(crate) is_exhausted: bool,
}

/// Words of an entry: its key, two scores each in three, and the rest, which is never 0.
const ENTRY: usize = 5;

const USED: u64 = 1 << 16;
const EXHAUSTED: u64 = 1 << 17;

/// One entry for every place. A search of one thread fills it; the deeper of two entries stays until the table ages.
#[derive(Debug)]
pub(crate) struct ScoresTable {
    entries: Box<[[u64; ENTRY]]>,
    generation: u64,
}

impl ScoresTable {
    /// A table of `mebibytes` MiB, which the system fills with zeroes as they are needed.
    pub(crate) fn new(mebibytes: usize) -> Result<Self, NoMemory> {
        let entries = mebibytes.max(1).saturating_mul((1 << 20) / (8 * ENTRY));
        let entries = bytemuck::allocation::try_zeroed_slice_box(entries).map_err(|()| NoMemory)?;
        Ok(Self { entries, generation: 0 })
    }

    /// Lets whatever is in the table give way to what comes.
    pub(crate) fn age(&mut self) {
        self.generation = (self.generation + 1) % 256;
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.entries.fill([0; ENTRY]);
        self.generation = 0;
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.entries.len() as u128) >> 64) as usize
    }

    /// What is known about the position with this key.
    pub(crate) fn probe(&self, key: u64) -> Option<ScoresEntry> {
        let [known, ab, cd, ef, rest] = self.entries[self.place(key)];
        if known != key || rest == 0 {
            return None;
        }
        let mut scores = [0; MAX_PLAYERS];
        for (pair, word) in scores.chunks_exact_mut(2).zip([ab, cd, ef]) {
            pair.copy_from_slice(&[word as u32 as i32, (word >> 32) as u32 as i32]);
        }
        let slot = (rest >> 32) as usize;
        let is_exhausted = rest & EXHAUSTED != 0;
        Some(ScoresEntry { scores, depth: rest as u8, slot: slot.checked_sub(1), is_exhausted })
    }

    /// Remembers an entry.
    pub(crate) fn store(&mut self, key: u64, entry: ScoresEntry) {
        let place = self.place(key);
        let old = self.entries[place][ENTRY - 1];
        let is_current = old != 0 && (old >> 8) & 255 == self.generation;
        if is_current && self.entries[place][0] != key && old as u8 > entry.depth {
            return;
        }
        let [a, b, c, d, e, f] = entry.scores.map(|score| u64::from(score as u32));
        let slot = entry.slot.map_or(0, |slot| slot as u64 + 1);
        let exhausted = if entry.is_exhausted { EXHAUSTED } else { 0 };
        let rest = slot << 32 | exhausted | USED | self.generation << 8 | u64::from(entry.depth);
        self.entries[place] = [key, b << 32 | a, d << 32 | c, f << 32 | e, rest];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found() {
        let mut table = ScoresTable::new(1).unwrap();
        for (key, slot) in [(0, None), (u64::MAX, Some(0)), (77 << 40, Some(1_000_000))] {
            let entry = ScoresEntry {
                scores: [1, -2, i32::MAX, i32::MIN, 0, -1],
                depth: 200,
                slot,
                is_exhausted: slot.is_some(),
            };
            assert_eq!(table.probe(key), None);
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
        }
        table.clear();
        assert_eq!(table.probe(u64::MAX), None);
    }

    #[test]
    fn deeper_entries_stay_until_the_table_ages() {
        let mut table = ScoresTable::new(1).unwrap();
        let entry = |depth| ScoresEntry { scores: [3; MAX_PLAYERS], depth, slot: None, is_exhausted: false };
        let (one, other) = (1 << 63, 1 << 63 | 1);
        table.store(one, entry(5));
        table.store(other, entry(4));
        assert_eq!((table.probe(one), table.probe(other)), (Some(entry(5)), None));
        table.age();
        table.store(other, entry(4));
        assert_eq!((table.probe(one), table.probe(other)), (None, Some(entry(4))));
    }
}
