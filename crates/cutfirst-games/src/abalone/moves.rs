//! A move and what can be read off it.

use super::board::{ACROSS, CELLS, DIRECTIONS};

/// One to three marbles in a line that take one step.
///
/// Everything about it lies in its bits, so that neither making nor classing it looks at the board:
///
/// | bits | content |
/// |---|---|
/// | 0–5 | cell of the first marble: the rear one of an inline move, the end that comes first in row order of a broadside |
/// | 6–8 | direction |
/// | 9 | whether a marble is ejected |
/// | 10–11 | how many opposing marbles are pushed, the ejected one included |
/// | 12–13 | how many own marbles move |
/// | 14–15 | 0 inline; 1 or 2: a line on the first or second axis that is not the direction's |
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

/// How many ranks the paper has.
pub(super) const CLASSES: usize = 9;

/// How many slots there are: 61 cells × 6 directions inline, four times as many broadside.
pub(super) const SLOTS: usize = 5 * INLINE_SLOTS;

const INLINE_SLOTS: usize = CELLS * DIRECTIONS;

impl Move {
    /// Fills tables; not a move.
    pub(super) const NONE: Self = Self(0);

    /// An inline move of `marbles` marbles that push `pushed`, the last of them off the board or not.
    #[inline]
    pub(super) const fn inline(
        rear: usize,
        direction: usize,
        marbles: usize,
        pushed: usize,
        ejects: bool,
    ) -> Self {
        Self((rear | direction << 6 | (ejects as usize) << 9 | pushed << 10 | marbles << 12) as u16)
    }

    /// A broadside of `marbles` marbles on the first or second axis, 0 or 1, of
    /// [`ACROSS`]`[direction / 2]`.
    #[inline]
    pub(super) const fn broadside(first: usize, direction: usize, marbles: usize, axis: usize) -> Self {
        Self((first | direction << 6 | marbles << 12 | (axis + 1) << 14) as u16)
    }

    /// The cell of the first marble.
    #[inline]
    pub(super) const fn cell(self) -> usize {
        (self.0 & 63) as usize
    }

    #[inline]
    pub(super) const fn direction(self) -> usize {
        (self.0 >> 6 & 7) as usize
    }

    /// The direction of the line, from the first marble on: the move's own if it is inline.
    #[inline]
    pub(super) const fn line(self) -> usize {
        match self.0 >> 14 {
            0 => self.direction(),
            1 => ACROSS[self.direction() / 2][0],
            _ => ACROSS[self.direction() / 2][1],
        }
    }

    /// How many of the mover's marbles take the step.
    #[inline]
    #[must_use]
    pub const fn marbles(self) -> usize {
        (self.0 >> 12 & 3) as usize
    }

    /// How many of the opponent's marbles are pushed, an ejected one included.
    #[inline]
    #[must_use]
    pub const fn pushed(self) -> usize {
        (self.0 >> 10 & 3) as usize
    }

    /// Whether a marble of the opponent is pushed off the board.
    #[inline]
    #[must_use]
    pub const fn ejects(self) -> bool {
        self.0 >> 9 & 1 != 0
    }

    /// Whether the line moves sideways.
    #[inline]
    #[must_use]
    pub const fn is_broadside(self) -> bool {
        self.0 >> 14 != 0
    }

    /// The paper's rank (section IV.C): three marbles before two before one, and among two or three
    /// capturing, attacking, inline, broadside.
    #[inline]
    pub(super) const fn class(self) -> usize {
        let kind = match (self.ejects(), self.pushed(), self.is_broadside()) {
            (true, ..) => 0,
            (false, 1.., _) => 1,
            (false, 0, false) => 2,
            (false, 0, true) => 3,
        };
        match self.marbles() {
            3 => kind,
            2 => 4 + kind,
            _ => 8,
        }
    }

    #[inline]
    pub(super) const fn slot(self) -> usize {
        let inline = self.cell() * DIRECTIONS + self.direction();
        match self.0 >> 14 {
            0 => inline,
            axis => INLINE_SLOTS + 4 * inline + 2 * (self.marbles() - 2) + axis as usize - 1,
        }
    }
}

/// What a slot stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slot {
    /// The inline move of a rear marble in a direction.
    Inline(usize, usize),
    /// A broadside, which is known by its slot.
    Broadside(Move),
}

impl Slot {
    /// The slot with a number; `None` from [`SLOTS`] on.
    #[inline]
    pub(super) const fn decode(number: usize) -> Option<Self> {
        if number < INLINE_SLOTS {
            return Some(Self::Inline(number / DIRECTIONS, number % DIRECTIONS));
        }
        if number >= SLOTS {
            return None;
        }
        let (line, form) = ((number - INLINE_SLOTS) / 4, (number - INLINE_SLOTS) % 4);
        Some(Self::Broadside(Move::broadside(line / DIRECTIONS, line % DIRECTIONS, 2 + form / 2, form % 2)))
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = super::notation::text_of(*self);
        write!(f, "{text} ({} marbles push {}, ejects: {})", self.marbles(), self.pushed(), self.ejects())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_two_bytes() {
        assert_eq!(size_of::<Move>(), 2);
        let mv = Move::inline(60, 5, 3, 2, true);
        assert_eq!((mv.cell(), mv.direction(), mv.marbles(), mv.pushed()), (60, 5, 3, 2));
        assert!(mv.ejects() && !mv.is_broadside() && mv.line() == 5);
        let mv = Move::broadside(0, 3, 3, 1);
        assert_eq!((mv.cell(), mv.direction(), mv.marbles(), mv.pushed()), (0, 3, 3, 0));
        assert!(!mv.ejects() && mv.is_broadside() && mv.line() == 4);
    }

    #[test]
    fn classes_follow_the_paper() {
        let inline = |marbles, pushed, ejects| Move::inline(30, 0, marbles, pushed, ejects).class();
        let broadside = |marbles| Move::broadside(30, 0, marbles, 1).class();
        assert_eq!([inline(3, 1, true), inline(3, 2, true)], [0; 2]);
        assert_eq!([inline(3, 1, false), inline(3, 2, false)], [1; 2]);
        assert_eq!([inline(3, 0, false), broadside(3)], [2, 3]);
        assert_eq!([inline(2, 1, true), inline(2, 1, false)], [4, 5]);
        assert_eq!([inline(2, 0, false), broadside(2), inline(1, 0, false)], [6, 7, 8]);
    }

    #[test]
    fn slots_decode_to_what_they_encode() {
        assert_eq!(SLOTS, 1830);
        for number in 0..SLOTS {
            let mv = match Slot::decode(number).unwrap() {
                Slot::Inline(rear, direction) => Move::inline(rear, direction, 3, 2, true),
                Slot::Broadside(mv) => mv,
            };
            assert_eq!(mv.slot(), number);
        }
        assert_eq!(Slot::decode(SLOTS), None);
        assert_eq!(Slot::decode(usize::MAX), None);
    }
}
