//! What the evaluations look at, each feature as a count for one side, by sets of cells.

use super::super::board::{BOARD, DIRECTIONS, DISTANCE_DIGITS, INNER, before};

/// The cells of the outermost ring.
const EDGE: u64 = DISTANCE_DIGITS[2];

/// The cells one step before the last one in each direction.
const LAST_BUT_ONE: [u64; DIRECTIONS] = {
    let mut sets = [0; DIRECTIONS];
    let mut direction = 0;
    while direction < DIRECTIONS {
        sets[direction] = INNER[direction] & before(direction, BOARD & !INNER[direction]);
        direction += 1;
    }
    sets
};

#[inline]
pub(super) fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// The sum of all distances to the centre, in steps: the paper's Manhattan distance.
#[inline]
pub(super) fn distance(marbles: u64) -> i32 {
    let [ones, twos, fours] = DISTANCE_DIGITS.map(|digit| count(marbles & digit));
    ones + 2 * twos + 4 * fours
}

/// How well a side hangs together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Coherence {
    /// Pairs of neighbours.
    pub(super) pairs: i32,
    /// Three in a line without a gap; a line of four holds two.
    pub(super) lines: i32,
}

/// Both counts of coherence.
#[inline]
pub(super) fn coherence(marbles: u64) -> Coherence {
    let pairs = pairs_by_axis(marbles);
    let lines = [0, 2, 4].map(|axis| pairs[axis / 2] & before(axis, pairs[axis / 2]));
    Coherence { pairs: count_three(pairs), lines: count_three(lines) }
}

/// How many pairs of marbles are neighbours.
#[inline]
pub(super) fn pairs(marbles: u64) -> i32 {
    count_three(pairs_by_axis(marbles))
}

/// The first cells of pairs on each axis.
#[inline]
fn pairs_by_axis(marbles: u64) -> [u64; 3] {
    [0, 2, 4].map(|axis| marbles & INNER[axis] & before(axis, marbles))
}

/// How many cells three sets have together: one full adder saves one of three counts, and counting
/// is a dozen instructions where the processor has none for it.
#[inline]
fn count_three([a, b, c]: [u64; 3]) -> i32 {
    count(a ^ b ^ c) + 2 * count(a & b | c & (a | b))
}

/// Where one side's marbles have the other's beside them.
#[derive(Clone, Copy)]
pub(super) struct Contacts {
    own: u64,
    other: u64,
    /// The own marbles with an opponent on the next cell, by direction.
    by_direction: [u64; DIRECTIONS],
}

impl Contacts {
    /// Finds them.
    #[inline]
    pub(super) fn new(own: u64, other: u64) -> Self {
        let by_direction = std::array::from_fn(|direction| own & INNER[direction] & before(direction, other));
        Self { own, other, by_direction }
    }

    /// How many own marbles have opponents on two opposite sides, on whatever axes.
    #[inline]
    pub(super) fn formation_breaks(&self) -> i32 {
        let [e, w, ne, sw, nw, se] = self.by_direction;
        count(e & w | ne & sw | nw & se)
    }

    /// How many own marbles at the edge have exactly one opponent beside them, and how many have
    /// several.
    #[inline]
    pub(super) fn single_dangers(&self) -> [i32; 2] {
        let (mut any, mut several) = (0, 0);
        for touching in self.by_direction {
            several |= any & touching;
            any |= touching;
        }
        [count(any & !several & EDGE), count(several & EDGE)]
    }

    /// How many lines end at the edge with two own marbles and have two opponents behind those: a third
    /// opponent behind would push one of the two off.
    #[inline]
    pub(super) fn double_dangers(&self) -> i32 {
        // The inner one of the two has an opponent opposite to the edge. Mostly no marble has.
        let inner: [u64; DIRECTIONS] =
            std::array::from_fn(|outward| self.by_direction[outward ^ 1] & LAST_BUT_ONE[outward]);
        if inner.into_iter().fold(0, |any, set| any | set) == 0 {
            return 0;
        }
        let lines = |(outward, set): (usize, u64)| {
            let backed = set & before(outward, self.own);
            let behind = self.other & INNER[outward];
            count(behind & before(outward, behind & before(outward, backed)))
        };
        inner.into_iter().enumerate().map(lines).sum()
    }
}

#[cfg(test)]
mod tests;
