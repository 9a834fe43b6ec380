//! The transposition table: what the search has found out about positions, in a fixed piece of
//! memory.

mod cache;
mod scores;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

pub(crate) use cache::Cache;
pub(crate) use scores::{ScoresEntry, ScoresTable};

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

/// Words of an entry: its key combined with its data, so that an entry half overwritten by another thread is never
/// mistaken for a whole one, and its data.
const ENTRY: usize = 2;

/// Two entries per bucket: the first yields only to a deeper search or if it has not been of use
/// since the last search, the second always.
const BUCKET: usize = 2 * ENTRY;

/// Words of a line of the cache. Buckets begin at whole ones, so that none lies on two.
const LINE: usize = 8;

/// Buckets in use at first.
const FEWEST: usize = 1 << 11;

/// The memory comes from the system as zeroes, and only what is used is ever touched: a search begins with a small part,
/// which stays in the processor's cache, and takes more as it grows.
#[derive(Debug)]
pub struct Table {
    words: Box<[AtomicU64]>,
    /// Where the buckets begin, and how many there are.
    start: usize,
    buckets: usize,
    /// How many of them are in use.
    used: AtomicUsize,
    /// Odd, so that no two keys become one.
    multiplier: u64,
    /// Of the search under way, in its place within an entry. Entries of use to a search bear its generation.
    generation: AtomicU64,
}

/// There is not as much memory as asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is not as much memory for a table")]
pub struct NoMemory;

impl Table {
    /// A table of exactly `mebibytes` MiB, at least one.
    ///
    /// # Errors
    /// If there is not so much memory.
    pub fn new(mebibytes: usize) -> Result<Self, NoMemory> {
        let entries = mebibytes.max(1).saturating_mul((1 << 20) / 16);
        Self::with_entries(entries)
    }

    /// A table of an even number of entries, at least two.
    ///
    /// # Errors
    /// If there is not so much memory.
    pub fn with_entries(entries: usize) -> Result<Self, NoMemory> {
        let buckets = entries.max(1).div_ceil(2);
        let words = buckets.checked_mul(BUCKET).and_then(|words| words.checked_add(LINE)).ok_or(NoMemory)?;
        let words: Box<[AtomicU64]> =
            bytemuck::allocation::try_zeroed_slice_box(words).map_err(|()| NoMemory)?;
        let begins = words.as_ptr() as usize / size_of::<AtomicU64>();
        let start = begins.next_multiple_of(LINE) - begins;
        let used = AtomicUsize::new(buckets.min(FEWEST));
        Ok(Self { words, start, buckets, used, multiplier: 1, generation: AtomicU64::new(0) })
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
        self.buckets * BUCKET * size_of::<AtomicU64>()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        // What was never in use is still zero.
        let used = self.used.swap(self.buckets.min(FEWEST), Relaxed);
        self.words[self.start..][..used * BUCKET].iter_mut().for_each(|word| *word.get_mut() = 0);
        self.generation.store(0, Relaxed);
    }

    /// Takes more of the memory into use if `entries` would not fit. Not while other threads use the table.
    pub(crate) fn make_room(&self, entries: u64) {
        let used = self.used.load(Relaxed);
        let wanted = usize::try_from(entries / 2).unwrap_or(usize::MAX).min(self.buckets);
        let mut growth = 1;
        while used * growth < wanted {
            growth *= 2;
        }
        let more = (used * growth).min(self.buckets);
        if more == used {
            return;
        }
        self.used.store(more, Relaxed);
        // Every entry moves to a bucket that is further on, or stays, so the last ones go first.
        for bucket in (0..used).rev() {
            let entries: [[u64; ENTRY]; 2] =
                [0, 1].map(|entry| self.entry(bucket, entry).each_ref().map(|word| word.swap(0, Relaxed)));
            for [check, data] in entries.into_iter().filter(|entry| entry[1] != 0) {
                let to = self.bucket(check ^ data);
                let place = usize::from(self.entry(to, 0)[1].load(Relaxed) != 0);
                write(self.entry(to, place), check ^ data, data);
            }
        }
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

    /// The bucket of a key. The high half of the product spreads keys evenly over any number of buckets.
    #[inline]
    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.used.load(Relaxed) as u128) >> 64) as usize
    }

    #[inline]
    fn entry(&self, bucket: usize, entry: usize) -> &[AtomicU64; ENTRY] {
        let start = self.start + bucket * BUCKET + entry * ENTRY;
        self.words[start..start + ENTRY].first_chunk().expect("as many words as an entry has")
    }

    /// What is known about the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let key = key.wrapping_mul(self.multiplier);
        let bucket = self.bucket(key);
        for entry in [self.entry(bucket, 0), self.entry(bucket, 1)] {
            let data = entry[1].load(Relaxed);
            if data != 0 && entry[0].load(Relaxed) ^ data == key {
                let generation = self.generation();
                if generation_of(data) != generation {
                    write(entry, key, data & !GENERATIONS | generation);
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
        let place = self.entry(bucket, 0);
        let first = place[1].load(Relaxed);
        let first_is_this = place[0].load(Relaxed) ^ first == key;
        let is_of_use = first != 0 && generation_of(first) == generation;
        let keep_first = is_of_use && !first_is_this && depth_of(first) > entry.depth;
        write(self.entry(bucket, usize::from(keep_first)), key, pack(entry) | generation);
    }
}

#[inline]
fn write(entry: &[AtomicU64; ENTRY], key: u64, data: u64) {
    entry[0].store(key ^ data, Relaxed);
    entry[1].store(data, Relaxed);
}

// value 0..32, depth 32..40, slot + 1 40..60, bound + 1 60..62, generation 62..64; an empty entry is 0, whose bound is none
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
        /// While threads write to one entry, a reader can see the check of any write with the data of any other.
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
                    table.entry(0, 0)[0].store(check, Relaxed);
                    table.entry(0, 0)[1].store(data, Relaxed);
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
            (0..512).find(|&bucket| table.entry(bucket, 0)[1].load(Relaxed) != 0)
        });
        assert!(buckets[0] != buckets[1] && buckets[1] != buckets[2]);
    }

    #[test]
    fn more_room_keeps_every_entry() {
        let table = Table::new(4).unwrap();
        let entry = |value| Entry { value, bound: Bound::Exact, depth: 3, slot: None };
        let keys: Vec<u64> = (0..1000).map(mix).collect();
        keys.iter().zip(0..).for_each(|(&key, value)| table.store(key, entry(value)));
        let found = |key: u64| table.probe(key);
        let before: Vec<_> = keys.iter().map(|&key| found(key)).collect();
        assert!(before.iter().flatten().count() > 700);
        for (entries, buckets) in [(10, FEWEST), (5 * FEWEST as u64, 4 * FEWEST), (u64::MAX, 1 << 17)] {
            table.make_room(entries);
            assert_eq!(table.used.load(Relaxed), buckets);
            assert!(keys.iter().zip(&before).all(|(&key, &before)| found(key) == before));
        }
    }

    #[test]
    fn a_cleared_table_is_as_good_as_new() {
        let mut table = Table::new(1).unwrap();
        table.make_room(u64::MAX);
        let entry = Entry { value: 1, bound: Bound::Exact, depth: 3, slot: None };
        (0..9999).map(mix).for_each(|key| table.store(key, entry));
        table.age();
        table.clear();
        assert!((0..9999).map(mix).all(|key| table.probe(key).is_none()));
        assert!(table.words.iter().all(|word| word.load(Relaxed) == 0));
        assert_eq!(table.used.load(Relaxed), FEWEST);
    }

    #[test]
    fn the_size_is_what_was_asked_for() {
        assert_eq!(Table::new(1).unwrap().bytes(), 1 << 20);
        assert_eq!(Table::new(3).unwrap().bytes(), 3 << 20);
    }
}
