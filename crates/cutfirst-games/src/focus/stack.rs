//! A stack of up to five pieces in one word.

use super::board::TALLEST;

/// Where the highest one is. No stack is zero; saying so spares a test.
#[inline]
const fn mark(word: u16) -> u32 {
    (word as u32 | 1).ilog2()
}

/// Two bits per piece, the top piece lowest, and above the bottom piece a one that marks the
/// height. Lifting pieces off the top and putting pieces on top are shifts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stack(u16);

impl Stack {
    pub(super) const EMPTY: Self = Self(1);

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 1
    }

    #[inline]
    pub(super) const fn height(self) -> usize {
        mark(self.0) as usize / 2
    }

    /// The seat of the top piece. An empty stack gives an arbitrary seat below 4.
    #[inline]
    pub(super) const fn top(self) -> usize {
        (self.0 & 3) as usize
    }

    /// As an index below 2048, different for different stacks.
    #[inline]
    pub(super) const fn index(self) -> u64 {
        self.0 as u64
    }

    /// Seats from the bottom to the top.
    pub(super) fn pieces(self) -> impl Iterator<Item = usize> {
        (0..self.height()).rev().map(move |level| usize::from(self.0 >> (2 * level) & 3))
    }

    /// Whether `lifted` pieces can be lifted: all of them if the stack moves as a whole.
    #[inline]
    pub(super) const fn can_lift(self, lifted: u32, whole: bool) -> bool {
        let rest = self.0 >> (2 * lifted);
        rest == 1 || (rest > 1 && !whole)
    }

    /// What stays behind when `lifted` pieces go.
    #[inline]
    pub(super) const fn without(self, lifted: u32) -> Self {
        Self(self.0 >> (2 * lifted))
    }

    /// The stack with the top `count` pieces of `mover` put on it, and what is thereby removed from
    /// the bottom.
    #[inline]
    pub(super) const fn covered_by(self, mover: Self, count: u32) -> (Self, Removed) {
        let removed = self.pushed_out(count);
        let pieces = mover.0 & ((1 << (2 * count)) - 1);
        let covered = (self.0 as u32) << (2 * count) | pieces as u32;
        if removed.is_nothing() {
            (Self(covered as u16), removed)
        } else {
            const FULL: u16 = 1 << (2 * TALLEST);
            (Self(FULL | covered as u16 & (FULL - 1)), removed)
        }
    }

    /// The pieces that would leave the bottom if `count` pieces were put on top; never more than
    /// the stack holds, since `count` is at most five.
    #[inline]
    pub(super) const fn pushed_out(self, count: u32) -> Removed {
        Removed(self.0 >> (2 * (TALLEST as u32 - count)))
    }

    /// A stack of one piece.
    #[inline]
    pub(super) const fn single(seat: usize) -> Self {
        Self(4 | seat as u16)
    }

    /// The stack with one more piece on top, `None` if it is full.
    pub(super) fn with(self, seat: usize) -> Option<Self> {
        (self.height() < TALLEST).then_some(Self(self.0 << 2 | seat as u16))
    }
}

/// Pieces removed from the bottom of a stack, in the same form; 0 or 1 if there are none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Removed(u16);

impl Removed {
    #[inline]
    pub(super) const fn is_nothing(self) -> bool {
        self.0 <= 1
    }

    /// How many of the pieces are and are not `seat`'s. There must be some.
    #[inline]
    pub(super) const fn own_and_foreign(self, seat: usize) -> (u8, u8) {
        let mark = mark(self.0);
        let different = self.0 ^ (seat as u16).wrapping_mul(0x5555);
        let foreign = (different | different >> 1) & 0x5555 & ((1 << mark) - 1);
        let foreign = foreign.count_ones() as u8;
        (mark as u8 / 2 - foreign, foreign)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack(seats: &[usize]) -> Stack {
        seats.iter().fold(Stack::EMPTY, |stack, &seat| stack.with(seat).unwrap())
    }

    #[test]
    fn pieces_are_kept_in_order() {
        let five = stack(&[3, 0, 2, 1, 0]);
        assert_eq!(five.pieces().collect::<Vec<_>>(), [3, 0, 2, 1, 0]);
        assert_eq!((five.height(), five.top()), (5, 0));
        assert_eq!(five.with(1), None);
        assert_eq!(five.without(2), stack(&[3, 0, 2]));
        assert_eq!(five.without(5), Stack::EMPTY);
        assert!(five.can_lift(5, true) && !five.can_lift(4, true) && five.can_lift(4, false));
        assert!(!stack(&[1, 1]).can_lift(3, false));
        assert!(!Stack::EMPTY.can_lift(1, false));
    }

    #[test]
    fn the_bottom_leaves_a_stack_that_grows_too_high() {
        let (covered, removed) = stack(&[0, 3]).covered_by(stack(&[2, 1, 0]), 3);
        assert_eq!((covered, removed.is_nothing()), (stack(&[0, 3, 2, 1, 0]), true));
        let (covered, removed) = stack(&[0, 3, 1, 0]).covered_by(stack(&[2, 1, 0]), 2);
        assert_eq!((covered, removed.own_and_foreign(0)), (stack(&[3, 1, 0, 1, 0]), (1, 0)));
        let (covered, removed) = stack(&[0, 3, 1, 0, 2]).covered_by(stack(&[2, 1, 0, 1, 2]), 5);
        assert_eq!(covered, stack(&[2, 1, 0, 1, 2]));
        assert_eq!(removed.own_and_foreign(2), (1, 4));
        assert_eq!(removed.own_and_foreign(0), (2, 3));
        let (covered, removed) = Stack::EMPTY.covered_by(stack(&[3, 3, 3, 3, 3]), 5);
        assert_eq!((covered, removed.is_nothing()), (stack(&[3; 5]), true));
    }
}
