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
    let [ones, twos, fours] = DISTANCE_DIGITS;
    binary_count([marbles & ones, marbles & twos, marbles & fours, 0])
}

/// How well a side hangs together, in neighbours: those that each marble has, so two for a pair, and
/// one more for each three in a line without a gap. A line of four holds two such.
#[inline]
pub(super) fn coherence(marbles: u64) -> i32 {
    let pairs @ [e, ne, nw] = pairs_by_axis(marbles);
    let lines = [e & before(0, e), ne & before(2, ne), nw & before(4, nw)];
    let ([pairs, four_pairs], [line, two_lines]) = (full_add(pairs), full_add(lines));
    // A pair counts two: lines are worth 1 and 2, pairs 2 and 4.
    let (twos, carry) = (pairs ^ two_lines, pairs & two_lines);
    binary_count([line, twos, four_pairs ^ carry, four_pairs & carry])
}

/// How many pairs of marbles are neighbours.
#[inline]
pub(super) fn pairs(marbles: u64) -> i32 {
    let [ones, twos] = full_add(pairs_by_axis(marbles));
    binary_count([ones, twos, 0, 0])
}

/// The first cells of pairs on each axis. The directions are written out so that all rotations are by
/// constants.
#[inline(always)]
fn pairs_by_axis(marbles: u64) -> [u64; 3] {
    let inside = |axis: usize| marbles & INNER[axis];
    [inside(0) & before(0, marbles), inside(2) & before(2, marbles), inside(4) & before(4, marbles)]
}

/// For each bit the sum of three, as two binary digits.
#[inline(always)]
const fn full_add([a, b, c]: [u64; 3]) -> [u64; 2] {
    [a ^ b ^ c, a & b | c & (a | b)]
}

/// The sizes of four sets, weighted 1, 2, 4 and 8, at most 255 together.
///
/// The usual way to count bits where the processor has no instruction for it, but with the last steps
/// shared: sums of two, then of four cells in fields of four bits, then of eight cells in bytes, then
/// the sum of all bytes. Fields cannot overflow: 4 + 2 · 4 < 16 and 24 + 4 · 24 < 256.
#[inline(always)]
pub(super) const fn binary_count([ones, twos, fours, eights]: [u64; 4]) -> i32 {
    const fn of_four(set: u64) -> u64 {
        let of_two = set - (set >> 1 & 0x5555_5555_5555_5555);
        (of_two & 0x3333_3333_3333_3333) + (of_two >> 2 & 0x3333_3333_3333_3333)
    }
    const fn of_eight(of_four: u64) -> u64 {
        (of_four & 0x0F0F_0F0F_0F0F_0F0F) + (of_four >> 4 & 0x0F0F_0F0F_0F0F_0F0F)
    }
    let low = of_eight(of_four(ones) + 2 * of_four(twos));
    let high = of_eight(of_four(fours) + 2 * of_four(eights));
    ((low + 4 * high).wrapping_mul(0x0101_0101_0101_0101) >> 56) as i32
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
    #[inline(always)]
    pub(super) fn new(own: u64, other: u64) -> Self {
        let [e, w, ne, sw, nw, se] = INNER.map(|inner| own & inner);
        let by_direction = [
            e & before(0, other),
            w & before(1, other),
            ne & before(2, other),
            sw & before(3, other),
            nw & before(4, other),
            se & before(5, other),
        ];
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
        let [e, w, ne, sw, nw, se] = self.by_direction;
        let [last_e, last_w, last_ne, last_sw, last_nw, last_se] = LAST_BUT_ONE;
        let inner = [w & last_e, e & last_w, sw & last_ne, ne & last_sw, se & last_nw, nw & last_se];
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
