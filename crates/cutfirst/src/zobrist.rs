//! Constants for hashing positions piece by piece.

/// SplitMix64's finaliser: a bijection that scatters its input over all 64 bits.
#[inline]
#[must_use]
pub const fn mix(input: u64) -> u64 {
    let mut z = input.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A table of `N` constants for Zobrist hashing, the same on every machine. Give each table of a
/// game its own `stream`.
///
/// ```
/// const PIECE: [u64; 18] = cutfirst::zobrist::table(1);
/// assert_ne!(PIECE[0], PIECE[1]);
/// ```
#[must_use]
pub const fn table<const N: usize>(stream: u64) -> [u64; N] {
    let mut constants = [0; N];
    let mut i = 0;
    while i < N {
        constants[i] = mix(mix(stream) ^ (i as u64));
        i += 1;
    }
    constants
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_pinned_and_distinct() {
        const A: [u64; 256] = table(1);
        const B: [u64; 256] = table(2);
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf); // SplitMix64's first output for seed 0
        let mut all: Vec<_> = A.iter().chain(&B).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 512);
    }
}
