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
    let [e, ne, nw] = pairs_by_axis(marbles);
    let lines = count(e & before(0, e)) + count(ne & before(2, ne)) + count(nw & before(4, nw));
    2 * (count(e) + count(ne) + count(nw)) + lines
}

/// How many pairs of marbles are neighbours.
#[inline]
pub(super) fn pairs(marbles: u64) -> i32 {
    let [e, ne, nw] = pairs_by_axis(marbles);
    count(e) + count(ne) + count(nw)
}

/// The first cells of pairs on each axis. The directions are written out so that all rotations are by
/// constants.
#[inline(always)]
fn pairs_by_axis(marbles: u64) -> [u64; 3] {
    let inside = |axis: usize| marbles & INNER[axis];
    [inside(0) & before(0, marbles), inside(2) & before(2, marbles), inside(4) & before(4, marbles)]
}

/// The sizes of four sets, weighted 1, 2, 4 and 8.
#[inline(always)]
pub(super) fn binary_count([ones, twos, fours, eights]: [u64; 4]) -> i32 {
    count(ones) + 2 * count(twos) + 4 * count(fours) + 8 * count(eights)
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
        let [e, w, ne, sw, nw, se] = INNER;
        let by_direction = [
            own & e & before(0, other),
            own & w & before(1, other),
            own & ne & before(2, other),
            own & sw & before(3, other),
            own & nw & before(4, other),
            own & se & before(5, other),
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
        let [e, w, ne, sw, nw, se] = self.by_direction;
        let (first, first_two) = (e ^ w, e & w);
        let (second, second_two) = (ne ^ sw, ne & sw);
        let (third, third_two) = (nw ^ se, nw & se);
        let any = e | w | ne | sw | nw | se;
        let several = first_two | second_two | third_two | first & second | third & (first | second);
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
        let [a, b, c, d, e, f] = inner;
        if a | b | c | d | e | f == 0 {
            return 0;
        }
        self.double_dangers_at(inner)
    }

    #[cold]
    fn double_dangers_at(&self, inner: [u64; DIRECTIONS]) -> i32 {
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
