//! Small caches beside the table, one of each kind per thread: what was found right above the leaves, and what leaves
//! are worth.
//!
//! These nodes are too many and too cheap for the table: they would push out what took longer to find, and asking a
//! table that is larger than the processor's cache takes as long as searching them. In a cache that fits into it, a
//! tenth of the nodes right above the leaves are found again, and of the leaves a tenth to a half, depending on the game.

use super::{Entry, pack, unpack};

/// Entries at first.
const FEWEST: usize = 1 << 9;

/// Looks at a cache after which it is judged.
const TRIAL: u32 = 1 << 12;

/// A cache that finds less than one in so many is not asked any more.
const LEAST_USE: u32 = 10;

/// One place for each key, in which the last entry stays. It begins small, so that short searches do not pay for
/// memory that they have no use for.
pub(crate) struct Cache {
    /// Key and data; an empty entry is 0.
    entries: Vec<[u64; 2]>,
    /// What a key's hash is shifted by to give its place.
    shift: u32,
    most: usize,
    /// How many entries may be stored before it grows.
    room: usize,
    asked: u32,
    found: u32,
    is_useless: bool,
}

impl Cache {
    /// A cache that grows up to `most` entries, a power of two.
    pub(crate) fn new(most: usize) -> Self {
        let mut cache =
            Self { entries: Vec::new(), shift: 0, most, room: 0, asked: 0, found: 0, is_useless: false };
        cache.resize(FEWEST.min(most));
        cache
    }

    fn resize(&mut self, entries: usize) {
        self.shift = u64::BITS - entries.trailing_zeros();
        self.room = if entries < self.most { 2 * entries } else { usize::MAX };
        let old = std::mem::replace(&mut self.entries, vec![[0; 2]; entries]);
        for entry in old.into_iter().filter(|entry| entry[1] != 0) {
            let place = self.place(entry[0]);
            self.entries[place] = entry;
        }
    }

    /// Where a key's entry is. Games may have keys whose upper bits say little.
    #[inline]
    fn place(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// Whether so little is found that it is better not to ask.
    #[inline]
    pub(crate) fn is_useless(&self) -> bool {
        self.is_useless
    }

    /// What was stored last under this key, unless another key has taken its place.
    #[inline]
    pub(crate) fn find(&mut self, key: u64) -> Option<Entry> {
        self.asked += 1;
        if self.asked == TRIAL {
            self.judge();
        }
        let [found, data] = self.entries[self.place(key)];
        if found != key || data == 0 {
            return None;
        }
        self.found += 1;
        Some(unpack(data))
    }

    #[cold]
    fn judge(&mut self) {
        self.is_useless = self.found < TRIAL / LEAST_USE;
        (self.asked, self.found) = (0, 0);
    }

    #[inline]
    pub(crate) fn store(&mut self, key: u64, entry: Entry) {
        if self.room == 0 {
            self.resize(4 * self.entries.len());
        }
        self.room -= 1;
        let place = self.place(key);
        self.entries[place] = [key, pack(entry)];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Bound;
    use crate::zobrist::mix;

    fn entry(value: i32) -> Entry {
        Entry { value, bound: Bound::Exact, depth: 0, slot: None }
    }

    #[test]
    fn what_is_found_was_stored_under_that_key() {
        let mut cache = Cache::new(1 << 11);
        for number in 0..20_000_u64 {
            cache.store(mix(number), entry(number as i32));
            assert_eq!(cache.find(mix(number)), Some(entry(number as i32)));
            let other = mix(number / 2);
            assert!(cache.find(other).is_none_or(|found| found == entry((number / 2) as i32)));
        }
        assert_eq!(cache.entries.len(), 1 << 11);
        assert!(!cache.is_useless());
    }

    #[test]
    fn a_cache_in_which_nothing_is_found_is_given_up() {
        let mut cache = Cache::new(1 << 11);
        for number in 0..u64::from(TRIAL) {
            assert!(!cache.is_useless());
            assert_eq!(cache.find(mix(number)), None);
        }
        assert!(cache.is_useless());
    }
}
