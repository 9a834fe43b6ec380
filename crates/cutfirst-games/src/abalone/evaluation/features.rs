//! What the evaluations look at, each feature as a count for one side, by sets of cells; or for both sides at once.

use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Sub};

use wide::u64x2;

use super::super::board::{self, BOARD, CELLS, DIRECTIONS, DISTANCE_DIGITS, INNER, turn_before};

/// A set of cells, or two sets of which each operation does both.
pub(super) trait Cells:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// A number for each set; to be multiplied by what is the same for both.
    type Number: Copy
        + From<i32>
        + Add<Output = Self::Number>
        + Sub<Output = Self::Number>
        + Mul<Output = Self::Number>;

    /// The same cells in every set.
    fn same(set: u64) -> Self;
    /// See [`board::before`].
    fn before(self, direction: usize) -> Self;
    fn count(self) -> Self::Number;
    fn is_empty(self) -> bool;
}

impl Cells for u64 {
    type Number = i32;

    #[inline(always)]
    fn same(set: u64) -> Self {
        set
    }

    #[inline(always)]
    fn before(self, direction: usize) -> Self {
        board::before(direction, self)
    }

    #[inline(always)]
    fn count(self) -> i32 {
        self.count_ones() as i32
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }
}

/// Two numbers in one: the second in the upper half. Sums and multiples of such are again such.
pub(super) const fn pair([first, second]: [i32; 2]) -> i64 {
    first as i64 + ((second as i64) << 32)
}

/// The reverse of [`pair`].
pub(super) const fn unpair(pair: i64) -> [i32; 2] {
    let first = pair as i32;
    [first, ((pair - first as i64) >> 32) as i32]
}

impl Cells for u64x2 {
    type Number = i64;

    #[inline(always)]
    fn same(set: u64) -> Self {
        Self::splat(set)
    }

    #[inline(always)]
    fn before(self, direction: usize) -> Self {
        let turn = turn_before(direction);
        self >> turn | self << (CELLS as u32 - turn)
    }

    #[inline(always)]
    fn count(self) -> i64 {
        let [first, second] = self.to_array();
        pair([first.count_ones() as i32, second.count_ones() as i32])
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        let [first, second] = self.to_array();
        first | second == 0
    }
}

/// The cells of the outermost ring.
const EDGE: u64 = DISTANCE_DIGITS[2];

/// The cells one step before the last one in each direction.
const LAST_BUT_ONE: [u64; DIRECTIONS] = {
    let mut sets = [0; DIRECTIONS];
    let mut direction = 0;
    while direction < DIRECTIONS {
        sets[direction] = INNER[direction] & board::before(direction, BOARD & !INNER[direction]);
        direction += 1;
    }
    sets
};

#[inline]
pub(super) fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// The sum of all distances to the centre, in steps: the paper's Manhattan distance.
#[inline(always)]
pub(super) fn distance<S: Cells>(marbles: S) -> S::Number {
    let [ones, twos, fours] = DISTANCE_DIGITS;
    binary_count([marbles & S::same(ones), marbles & S::same(twos), marbles & S::same(fours)])
}

/// How well a side hangs together, in neighbours: those that each marble has, so two for a pair, and
/// one more for each three in a line without a gap. A line of four holds two such.
#[inline(always)]
pub(super) fn coherence<S: Cells>(marbles: S) -> S::Number {
    let [e, ne, nw] = pairs_by_axis(marbles);
    let lines = (e & e.before(0)).count() + (ne & ne.before(2)).count() + (nw & nw.before(4)).count();
    let pairs = e.count() + ne.count() + nw.count();
    pairs + pairs + lines
}

/// How many pairs of marbles are neighbours.
#[inline(always)]
pub(super) fn pairs<S: Cells>(marbles: S) -> S::Number {
    let [e, ne, nw] = pairs_by_axis(marbles);
    e.count() + ne.count() + nw.count()
}

/// The first cells of pairs on each axis. The directions are written out so that all rotations are by
/// constants.
#[inline(always)]
fn pairs_by_axis<S: Cells>(marbles: S) -> [S; 3] {
    let inside = |axis: usize| marbles & S::same(INNER[axis]);
    [inside(0) & marbles.before(0), inside(2) & marbles.before(2), inside(4) & marbles.before(4)]
}

/// The sizes of sets weighted by 1, 2, 4 and so on.
#[inline(always)]
pub(super) fn binary_count<S: Cells, const N: usize>(digits: [S; N]) -> S::Number {
    digits.into_iter().rev().fold(0.into(), |sum, digit| sum + sum + digit.count())
}

/// Where one side's marbles have the other's beside them.
#[derive(Clone, Copy)]
pub(super) struct Contacts<S> {
    own: S,
    other: S,
    /// The own marbles with an opponent on the next cell, by direction.
    by_direction: [S; DIRECTIONS],
}

impl<S: Cells> Contacts<S> {
    /// Finds them.
    #[inline(always)]
    pub(super) fn new(own: S, other: S) -> Self {
        let inside = |direction: usize| own & S::same(INNER[direction]);
        let by_direction = [
            inside(0) & other.before(0),
            inside(1) & other.before(1),
            inside(2) & other.before(2),
            inside(3) & other.before(3),
            inside(4) & other.before(4),
            inside(5) & other.before(5),
        ];
        Self { own, other, by_direction }
    }

    /// How many own marbles have opponents on two opposite sides, on whatever axes.
    #[inline(always)]
    pub(super) fn formation_breaks(&self) -> S::Number {
        let [e, w, ne, sw, nw, se] = self.by_direction;
        (e & w | ne & sw | nw & se).count()
    }

    /// How many own marbles at the edge have exactly one opponent beside them, and how many have
    /// several.
    #[inline(always)]
    pub(super) fn single_dangers(&self) -> [S::Number; 2] {
        let [e, w, ne, sw, nw, se] = self.by_direction;
        let (first, second, third) = (e | w, ne | sw, nw | se);
        let on_an_axis = e & w | ne & sw | nw & se;
        let several = (on_an_axis | first & second | third & (first | second)) & S::same(EDGE);
        let any = (first | second | third) & S::same(EDGE);
        [(any ^ several).count(), several.count()]
    }

    /// How many lines end at the edge with two own marbles and have two opponents behind those: a third
    /// opponent behind would push one of the two off.
    #[inline(always)]
    pub(super) fn double_dangers(&self) -> S::Number {
        // The inner one of the two has an opponent opposite to the edge. Mostly no marble has.
        let [e, w, ne, sw, nw, se] = self.by_direction;
        let last = |outward: usize| S::same(LAST_BUT_ONE[outward]);
        let inner = [w & last(0), e & last(1), sw & last(2), ne & last(3), se & last(4), nw & last(5)];
        let [a, b, c, d, e, f] = inner;
        if (a | b | c | d | e | f).is_empty() { 0.into() } else { self.double_dangers_at(inner) }
    }

    #[cold]
    fn double_dangers_at(&self, inner: [S; DIRECTIONS]) -> S::Number {
        let lines = |(outward, set): (usize, S)| {
            let backed = set & self.own.before(outward);
            let behind = self.other & S::same(INNER[outward]);
            (behind & (behind & backed.before(outward)).before(outward)).count()
        };
        inner.into_iter().enumerate().map(lines).fold(0.into(), |sum, lines| sum + lines)
    }
}

#[cfg(test)]
mod tests;
