//! A move in one word.

use std::fmt;

use super::board::{FAR_ROW, row, square};

/// A whole turn: a step, or a chain of jumps.
///
/// A move is where the piece starts, where it ends and what it captures. A king that can take the same
/// pieces along two routes to the same square changes the position in one way only, so that is one move.
///
/// Bits 0..=35 are the captured squares in the board's layout, 36..=41 the index of the start, 42..=47 that
/// of the end; above are facts about the pieces (moved by a king, promotes, captures a king), which follow
/// from the position and spare everyone a look at it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u64);

const FROM: u32 = 36;
const TO: u32 = 42;
const KING: u64 = 1 << 48;
const PROMOTES: u64 = 1 << 49;
const TAKES_KING: u64 = 1 << 50;
const CAPTURED: u64 = (1 << FROM) - 1;

impl Move {
    /// A move from one square to another; `white` and `king` describe the piece.
    #[inline]
    pub(super) const fn new(
        from: u64,
        to: u64,
        captured: u64,
        white: bool,
        king: bool,
        takes_king: bool,
    ) -> Self {
        let mut bits = captured | (from.trailing_zeros() as u64) << FROM | (to.trailing_zeros() as u64) << TO;
        if king {
            bits |= KING;
        } else if to & FAR_ROW[white as usize] != 0 {
            bits |= PROMOTES;
        }
        if takes_king {
            bits |= TAKES_KING;
        }
        Self(bits)
    }

    #[inline]
    const fn start_index(self) -> u32 {
        (self.0 >> FROM & 63) as u32
    }

    #[inline]
    const fn end_index(self) -> u32 {
        (self.0 >> TO & 63) as u32
    }

    /// The start as a bit of the board.
    #[inline]
    pub(super) const fn start_bit(self) -> u64 {
        1 << self.start_index()
    }

    /// The end as a bit of the board.
    #[inline]
    pub(super) const fn end_bit(self) -> u64 {
        1 << self.end_index()
    }

    /// The captured squares as bits of the board.
    #[inline]
    pub(super) const fn captured_bits(self) -> u64 {
        self.0 & CAPTURED
    }

    /// The square where the piece starts, counted from 0.
    #[inline]
    #[must_use]
    pub const fn from(self) -> usize {
        square(self.start_index())
    }

    /// The square where the piece ends, counted from 0.
    #[inline]
    #[must_use]
    pub const fn to(self) -> usize {
        square(self.end_index())
    }

    /// Whether the move jumps.
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.0 & CAPTURED != 0
    }

    /// How many pieces it captures.
    #[inline]
    #[must_use]
    pub const fn captures(self) -> u32 {
        self.captured_bits().count_ones()
    }

    /// Whether it captures a king.
    #[inline]
    #[must_use]
    pub const fn takes_king(self) -> bool {
        self.0 & TAKES_KING != 0
    }

    /// Whether a king moves.
    #[inline]
    #[must_use]
    pub const fn is_king(self) -> bool {
        self.0 & KING != 0
    }

    /// Whether a man becomes a king.
    #[inline]
    #[must_use]
    pub const fn promotes(self) -> bool {
        self.0 & PROMOTES != 0
    }

    /// How many classes [`class`](Self::class) tells apart.
    pub(super) const CLASSES: usize = 6;

    /// How promising the move looks by itself: 0 takes several pieces or a king, or promotes by a jump;
    /// 1 any other jump; 2 a step that promotes; 3 a man's step; 4 a king's step; 5 a man's step that leaves
    /// the own back row, which then no longer keeps the opponent from promoting.
    #[inline]
    pub(super) const fn class(self) -> usize {
        let captured = self.captured_bits();
        if captured != 0 {
            let several = captured & (captured - 1) != 0;
            return if several || self.0 & (TAKES_KING | PROMOTES) != 0 { 0 } else { 1 };
        }
        if self.promotes() {
            2
        } else if self.is_king() {
            4
        } else if self.start_bit() & (row(0) | row(7)) != 0 {
            // A man on an outer row that is not yet a king stands on its own back row.
            5
        } else {
            3
        }
    }
}

/// From and to, and for a capture what is taken, in the numbers of the board.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.is_capture() { 'x' } else { '-' };
        write!(f, "{}{separator}{}", self.from() + 1, self.to() + 1)?;
        if self.is_capture() {
            let taken = super::board::each(self.captured_bits()).map(|bit| square(bit.trailing_zeros()) + 1);
            write!(f, " taking {:?}", taken.collect::<Vec<_>>())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::{bit, numbered};
    use super::*;

    #[test]
    fn a_move_is_one_word() {
        assert_eq!(size_of::<Move>(), 8);
        let mv = Move::new(bit(1), bit(31), numbered(&[6, 32]), false, false, true);
        assert_eq!((mv.from(), mv.to(), mv.captures()), (1, 31, 2));
        assert!(mv.promotes() && mv.takes_king() && !mv.is_king());
        assert_eq!(format!("{mv:?}"), "2x32 taking [6, 32]");
    }

    #[test]
    fn classes_come_out_of_the_move() {
        let class = |from, to, captured: &[usize], white, king, takes_king| {
            Move::new(numbered(&[from]), numbered(&[to]), numbered(captured), white, king, takes_king).class()
        };
        assert_eq!(class(11, 25, &[15, 22], false, false, false), 0);
        assert_eq!(class(11, 18, &[15], false, false, true), 0);
        assert_eq!(class(21, 30, &[25], false, false, false), 0);
        assert_eq!(class(11, 18, &[15], false, false, false), 1);
        assert_eq!(class(25, 30, &[], false, false, false), 2);
        assert_eq!(class(6, 1, &[], true, false, false), 2);
        assert_eq!(class(11, 15, &[], false, false, false), 3);
        assert_eq!(class(11, 15, &[], false, true, false), 4);
        assert_eq!(class(1, 5, &[], false, false, false), 5);
        assert_eq!(class(32, 28, &[], true, false, false), 5);
    }
}
