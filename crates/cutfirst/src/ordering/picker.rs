//! Picking moves in the order of their keys, as far as needed.
//!
//! Keys stay where they are, so a key's place is its move's index, and the next move is the one with the
//! smallest key above the last one: a scan without branches. Once that key was ranked by no heuristic,
//! all that is left is in generation order and needs no looking for. A node that still has ranked
//! moves after a few scans will probably never cut, and sorts the rest at once.

use super::INDEX_BITS;

/// How many moves are looked for before the rest is sorted.
const SCANS: usize = 3;

/// Ranks side by side.
pub(crate) trait Key: Copy + Ord {
    const MAX: Self;
    /// The key of a move without any rank.
    fn from_index(index: usize) -> Self;
    fn with_rank(self, rank: u64, shift: u32) -> Self;
}

/// A key with the move's index in the lowest bits, so that no two are equal.
pub(crate) trait IndexedKey: Key {
    fn index(self) -> usize;
    /// The smallest key of a move that a stack of `bits` bits does not rank.
    fn unranked(bits: u32) -> Self;
}

/// Without an index: [`compact`](super::compact) picks moves by it.
impl Key for u32 {
    const MAX: Self = u32::MAX;
    #[inline]
    fn from_index(_: usize) -> Self {
        0
    }
    #[inline]
    fn with_rank(self, rank: u64, shift: u32) -> Self {
        (self | (rank as u32) << shift).min(super::compact::MOST)
    }
}

macro_rules! key {
    ($word:ty) => {
        impl Key for $word {
            const MAX: Self = <$word>::MAX;
            #[inline]
            fn from_index(index: usize) -> Self {
                index as Self
            }
            #[inline]
            fn with_rank(self, rank: u64, shift: u32) -> Self {
                self | Self::from(rank) << shift
            }
        }

        impl IndexedKey for $word {
            #[inline]
            fn index(self) -> usize {
                (self & ((1 << INDEX_BITS) - 1)) as usize
            }
            #[inline]
            fn unranked(bits: u32) -> Self {
                (Self::MAX >> (Self::BITS - bits)) & !((1 << INDEX_BITS) - 1)
            }
        }
    };
}

key!(u64);
key!(u128);

/// Where a node is in its moves.
pub(crate) struct Picker<K> {
    unranked: K,
    /// The last key found; the first one is known from the start.
    last: K,
    phase: Phase,
}

#[derive(Clone, Copy)]
enum Phase {
    /// So many moves were found by scanning.
    Scan(usize),
    /// The keys are sorted; so many moves were taken.
    Sorted(usize),
    /// Only unranked moves are left, from this index on.
    Rest(usize),
}

impl<K: IndexedKey> Picker<K> {
    #[inline]
    pub(crate) fn new(bits: u32, first: K) -> Self {
        Self { unranked: K::unranked(bits), last: first, phase: Phase::Scan(0) }
    }

    /// The key of the last move taken.
    pub(crate) fn last(&self) -> K {
        self.last
    }

    /// The key of the next move. Must not be called more often than there are moves.
    #[inline]
    pub(crate) fn next(&mut self, keys: &mut [K]) -> K {
        match self.phase {
            Phase::Scan(found) if found < SCANS => {
                let mut least = self.last;
                if found > 0 {
                    least = K::MAX;
                    for &key in &*keys {
                        least = least.min(if key > self.last { key } else { K::MAX });
                    }
                }
                self.last = least;
                self.phase = if least >= self.unranked {
                    Phase::Rest(least.index() + 1)
                } else {
                    Phase::Scan(found + 1)
                };
                least
            }
            Phase::Scan(found) => {
                keys.sort_unstable();
                self.phase = Phase::Sorted(found + 1);
                self.last = keys[found];
                self.last
            }
            Phase::Sorted(taken) => {
                self.phase = Phase::Sorted(taken + 1);
                self.last = keys[taken];
                self.last
            }
            Phase::Rest(mut index) => {
                while keys[index] < self.unranked {
                    index += 1;
                }
                self.phase = Phase::Rest(index + 1);
                self.last = keys[index];
                self.last
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check<K: IndexedKey + std::fmt::Debug>(ranks: &[u64]) {
        const BITS: u32 = 3;
        let key = |(index, &rank): (usize, &u64)| K::from_index(index).with_rank(rank, INDEX_BITS);
        let mut keys: Vec<K> = ranks.iter().enumerate().map(key).collect();
        let mut picker = Picker::new(INDEX_BITS + BITS, keys.iter().copied().min().unwrap_or(K::MAX));
        let picked: Vec<usize> = (0..keys.len()).map(|_| picker.next(&mut keys).index()).collect();
        let mut sorted: Vec<usize> = (0..ranks.len()).collect();
        sorted.sort_by_key(|&i| ranks[i]);
        assert_eq!(picked, sorted);
    }

    proptest! {
        #[test]
        fn moves_are_picked_in_the_order_of_a_stable_sort(ranks in prop::collection::vec(0u64..8, 0..40)) {
            check::<u64>(&ranks);
            check::<u128>(&ranks);
        }

        #[test]
        fn also_where_few_are_ranked(ranked in prop::collection::vec((0usize..30, 0u64..7), 0..6)) {
            let mut ranks = vec![7; 30];
            for (index, rank) in ranked {
                ranks[index] = rank;
            }
            check::<u64>(&ranks);
            check::<u128>(&ranks);
        }
    }
}
