//! The transposition table: what the search has found out about positions, in a fixed piece of
//! memory.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::zobrist::mix;

/// What a stored value says about the true one, from the view of the side to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true value.
    Exact,
    /// The true value is this or more.
    Lower,
    /// The true value is this or less.
    Upper,
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// A value from the view of the side to choose; finished games count plies from here.
    pub value: i32,
    /// What the value means.
    pub bound: Bound,
    /// Plies below the position that were searched.
    pub depth: u8,
    /// The slot of the best or cutting move.
    pub slot: Option<usize>,
}

const SLOT_BITS: u32 = 20;

/// Slots that fit into an entry.
pub const MOST_SLOTS: usize = (1 << SLOT_BITS) - 1;

/// Two entries per bucket: the first yields only to a deeper search or if it has not been of use
/// since the last search, the second always. Each entry is 16 bytes: data, and key ^ data, so
/// that an entry half overwritten by another thread is never mistaken for a whole one.
#[derive(Debug)]
pub struct Table {
    cells: Vec<[AtomicU64; 2]>,
    /// Odd, so that no two keys become one.
    multiplier: u64,
    /// Of the search under way, in its place within an entry. Entries of use to a search bear its generation.
    generation: AtomicU64,
}

impl Table {
    /// A table of exactly `mebibytes` MiB, at least one.
    ///
    /// # Errors
    /// If there is not so much memory.
    pub fn new(mebibytes: usize) -> Result<Self, TryReserveError> {
        let entries = mebibytes.max(1).saturating_mul((1 << 20) / 16);
        Self::with_entries(entries)
    }

    /// A table of an even number of entries, at least two.
    ///
    /// # Errors
    /// If there is not so much memory.
    pub fn with_entries(entries: usize) -> Result<Self, TryReserveError> {
        let entries = (entries.max(1) - 1) / 2 * 2 + 2;
        let mut cells = Vec::new();
        cells.try_reserve_exact(entries)?;
        cells.extend((0..entries).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]));
        Ok(Self { cells, multiplier: 1, generation: AtomicU64::new(0) })
    }

    /// With keys spread over the table in another way for each seed but 0, as if the game had drawn other random
    /// numbers for its keys.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        let multiplier = if seed == 0 { 1 } else { mix(seed) | 1 };
        Self { multiplier, ..self }
    }

    /// How many bytes the entries take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.cells.len() * 16
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for cell in &self.cells {
            cell[0].store(0, Relaxed);
            cell[1].store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    /// Marks all entries as not yet of use, so that the next search may replace them. Those that three further
    /// searches have not replaced either count as of use again.
    pub fn age(&self) {
        self.generation.fetch_add(GENERATION, Relaxed);
    }

    #[inline]
    fn generation(&self) -> u64 {
        self.generation.load(Relaxed)
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]] {
        // The high half of the product spreads keys evenly over any number of buckets.
        let buckets = self.cells.len() as u128 / 2;
        let start = ((u128::from(key) * buckets) >> 64) as usize * 2;
        &self.cells[start..start + 2]
    }

    /// What is known about the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let key = key.wrapping_mul(self.multiplier);
        for cell in self.bucket(key) {
            let data = cell[1].load(Relaxed);
            if data != 0 && cell[0].load(Relaxed) ^ data == key {
                let generation = self.generation();
                if generation_of(data) != generation {
                    write(cell, key, data & !GENERATIONS | generation);
                }
                return Some(unpack(data));
            }
        }
        None
    }

    /// Remembers an entry.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        let key = key.wrapping_mul(self.multiplier);
        let generation = self.generation();
        let bucket = self.bucket(key);
        let first = bucket[0][1].load(Relaxed);
        let first_is_this = bucket[0][0].load(Relaxed) ^ first == key;
        let is_of_use = first != 0 && generation_of(first) == generation;
        let keep_first = is_of_use && !first_is_this && depth_of(first) > entry.depth;
        write(&bucket[usize::from(keep_first)], key, pack(entry) | generation);
    }
}

#[inline]
fn write(cell: &[AtomicU64; 2], key: u64, data: u64) {
    cell[0].store(key ^ data, Relaxed);
    cell[1].store(data, Relaxed);
}

// value 0..32, depth 32..40, slot + 1 40..60, bound + 1 60..62, generation 62..64; an empty cell is 0, whose bound is none
const GENERATION: u64 = 1 << 62;
const GENERATIONS: u64 = 3 << 62;

#[inline]
fn pack(entry: Entry) -> u64 {
    let slot = entry.slot.map_or(0, |slot| slot as u64 + 1);
    u64::from(entry.value as u32) | u64::from(entry.depth) << 32 | slot << 40 | (entry.bound as u64 + 1) << 60
}

#[inline]
fn generation_of(data: u64) -> u64 {
    data & GENERATIONS
}

#[inline]
fn depth_of(data: u64) -> u8 {
    (data >> 32) as u8
}

#[inline]
fn unpack(data: u64) -> Entry {
    let slot = (data >> 40) as usize & MOST_SLOTS;
    Entry {
        value: data as u32 as i32,
        bound: match (data >> 60) & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
        depth: depth_of(data),
        slot: slot.checked_sub(1),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn entries_survive_packing(value: i32, bound in 0..3, depth: u8, slot in prop::option::of(0..MOST_SLOTS), key: u64) {
            let bound = [Bound::Exact, Bound::Lower, Bound::Upper][bound as usize];
            let entry = Entry { value, bound, depth, slot };
            let table = Table::with_entries(64).unwrap();
            table.store(key, entry);
            prop_assert_eq!(table.probe(key), Some(entry));
            prop_assert_eq!(table.probe(!key), None);
        }
    }

    proptest! {
        /// While threads write to one cell, a reader can see the check of any write with the data of any other.
        #[test]
        fn no_mixture_of_two_writes_is_taken_for_an_entry(keys: [u64; 2], values: [i32; 2], depths: [u8; 2]) {
            let entries = [0, 1].map(|i| Entry { value: values[i], bound: Bound::Exact, depth: depths[i], slot: Some(i) });
            let writes: Vec<_> = [0, 1]
                .into_iter()
                .flat_map(|i| [pack(entries[i]), pack(entries[i]) | GENERATION].map(|data| [keys[i] ^ data, data]))
                .chain([[0, 0]])
                .collect();
            for (check, data) in writes.iter().flat_map(|a| writes.iter().map(|b| (a[0], b[1]))) {
                for (key, entry) in keys.into_iter().zip(entries) {
                    let table = Table::with_entries(2).unwrap();
                    table.cells[0][0].store(check, Relaxed);
                    table.cells[0][1].store(data, Relaxed);
                    prop_assert!(table.probe(key).is_none_or(|found| found == entry || keys[0] == keys[1]));
                }
            }
        }
    }

    #[test]
    fn a_useful_deep_entry_outlives_shallow_ones_until_it_ages() {
        let table = Table::with_entries(2).unwrap();
        let entry = |depth| Entry { value: 1, bound: Bound::Exact, depth, slot: None };
        table.store(10, entry(9));
        table.store(20, entry(3));
        table.store(30, entry(3));
        assert!(table.probe(10).is_some() && table.probe(20).is_none() && table.probe(30).is_some());
        table.age();
        table.store(40, entry(1));
        assert!(table.probe(10).is_none() && table.probe(40).is_some());
    }

    #[test]
    fn to_be_found_is_to_be_of_use() {
        let table = Table::with_entries(2).unwrap();
        let entry = |depth| Entry { value: 1, bound: Bound::Upper, depth, slot: Some(0) };
        for age in 0..9 {
            table.store(10, entry(9));
            table.age();
            assert_eq!(table.probe(10), Some(entry(9)), "age {age}");
            table.store(20, entry(1));
            assert_eq!(table.probe(10), Some(entry(9)), "age {age}");
        }
    }

    #[test]
    fn a_seed_moves_entries_and_loses_none() {
        let entry = Entry { value: 1, bound: Bound::Exact, depth: 3, slot: None };
        let buckets = [0, 1, 2].map(|seed| {
            let table = Table::with_entries(1024).unwrap().with_seed(seed);
            table.store(1 << 60 | 5, entry);
            assert_eq!((table.probe(1 << 60 | 5), table.probe(1 << 60 | 7)), (Some(entry), None));
            table.cells.iter().position(|cell| cell[1].load(Relaxed) != 0)
        });
        assert!(buckets[0] != buckets[1] && buckets[1] != buckets[2]);
    }

    #[test]
    fn the_size_is_what_was_asked_for() {
        assert_eq!(Table::new(1).unwrap().bytes(), 1 << 20);
        assert_eq!(Table::new(3).unwrap().bytes(), 3 << 20);
    }
}
