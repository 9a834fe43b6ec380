//! Sort keys: the ranks of a stack side by side, the place in generation order in the lowest bits.
//!
//! Comparing two keys compares the stack from left to right, ties keep generation order, and picking the next move is
//! picking the least key. Ranks are added from right to left. Where a stack has too many bits for one word, the keys so
//! far are made shorter first: sorted, each is replaced by its place.

/// Bits of a key that hold the place in generation order.
pub(crate) const INDEX_BITS: u32 = 14;

/// Positions with more moves are searched in generation order.
pub(crate) const MOST_MOVES: usize = 1 << INDEX_BITS;

/// Bits that say which layer decided the place of a shortened key, all ones if none did.
const LAYER_BITS: u32 = 4;
const NO_LAYER: u64 = (1 << LAYER_BITS) - 1;

/// Bits of a shortened key: index, layer, and place among all keys.
pub(super) const SHORT_BITS: u32 = INDEX_BITS + LAYER_BITS + INDEX_BITS;

/// The keys of one node's moves, to which each heuristic adds its ranks.
pub(crate) struct Keys<'a> {
    keys: &'a mut [u64],
    /// Where the next ranks go.
    pub(super) shift: u32,
    least: u64,
}

impl<'a> Keys<'a> {
    /// For keys whose content does not matter.
    pub(super) fn new(keys: &'a mut [u64]) -> Self {
        Self { keys, shift: INDEX_BITS, least: 0 }
    }

    /// Ranks every move by what `rank` says about it and its index.
    #[inline]
    pub(super) fn add<M: Copy>(&mut self, moves: &[M], mut rank: impl FnMut(usize, M) -> u32) {
        let (shift, mut least) = (self.shift, u64::MAX);
        if shift == INDEX_BITS {
            for (index, (key, &mv)) in self.keys.iter_mut().zip(moves).enumerate() {
                *key = u64::from(rank(index, mv)) << INDEX_BITS | index as u64;
                least = least.min(*key);
            }
        } else {
            for (index, (key, &mv)) in self.keys.iter_mut().zip(moves).enumerate() {
                *key |= u64::from(rank(index, mv)) << shift;
                least = least.min(*key);
            }
        }
        self.least = least;
    }

    /// The least key.
    #[inline]
    pub(super) fn least(&self) -> u64 {
        self.least
    }

    /// The keys as ranked by what stands to the right in the stack.
    pub(super) fn so_far(&self) -> &[u64] {
        self.keys
    }

    /// Makes the keys shorter; `layer` says which layer decided the place of a key.
    pub(super) fn shorten(&mut self, layer: impl Fn(u64) -> Option<usize>) {
        let mut sorted = self.keys.to_vec();
        sorted.sort_unstable();
        for (place, key) in sorted.into_iter().enumerate() {
            let index = key & ((1 << INDEX_BITS) - 1);
            let layer = layer(key).map_or(NO_LAYER, |layer| (layer as u64).min(NO_LAYER - 1));
            self.keys[index as usize] =
                (place as u64) << (INDEX_BITS + LAYER_BITS) | layer << INDEX_BITS | index;
        }
    }
}

/// The layer that decided the place of a key before it was made shorter.
pub(super) fn place_before_shortening(key: u64) -> Option<usize> {
    Some((key >> INDEX_BITS) & NO_LAYER).filter(|&layer| layer != NO_LAYER).map(|layer| layer as usize)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_shortened_stack_sorts_like_the_stack(ranks in prop::collection::vec((0..4u32, 0..4u32), 1..40)) {
            let mut keys = vec![0; ranks.len()];
            let mut stack = Keys::new(&mut keys);
            stack.add(&ranks, |_, (_, right)| right);
            stack.shorten(|key| (key >> INDEX_BITS < 3).then_some(0));
            stack.shift = SHORT_BITS;
            stack.add(&ranks, |_, (left, _)| left);
            let least = stack.least();
            for (key, &(_, right)) in keys.iter().zip(&ranks) {
                prop_assert_eq!(place_before_shortening(*key), (right < 3).then_some(0));
            }
            keys.sort_unstable();
            prop_assert_eq!(least, keys[0]);
            let sorted = keys.iter().map(|key| (key & ((1 << INDEX_BITS) - 1)) as usize);
            let mut expected: Vec<usize> = (0..ranks.len()).collect();
            expected.sort_by_key(|&index| ranks[index]);
            prop_assert!(sorted.eq(expected));
        }
    }
}
