//! A move and what can be read off it.

use super::board::{ACROSS, CELLS, DIRECTIONS};

/// One to three marbles in a line that take one step.
///
/// Sixteen bits: the cell of the first marble (the rear one of an inline move, the end that comes
/// first in row order of a broadside), the direction, and the [`Form`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

/// What kind of step it is. The first nine are inline; the line of a broadside lies on the first or
/// second of the two axes that are not its direction's ([`ACROSS`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Form {
    One,
    Two,
    TwoPushOne,
    TwoEjectOne,
    Three,
    ThreePushOne,
    ThreeEjectOne,
    ThreePushTwo,
    ThreeEjectTwo,
    TwoAcrossFirst,
    TwoAcrossSecond,
    ThreeAcrossFirst,
    ThreeAcrossSecond,
}

use Form::*;

/// A form's properties, for a lookup by number instead of a chain of branches. Padded to sixteen so
/// that four bits always index it.
struct Properties {
    form: Form,
    marbles: u8,
    pushed: u8,
    ejects: bool,
    /// The paper's rank, section IV.C: 0 is its first.
    class: u8,
}

const PROPERTIES: [Properties; 16] = {
    const fn form(form: Form, marbles: u8, pushed: u8, ejects: bool, class: u8) -> Properties {
        Properties { form, marbles, pushed, ejects, class }
    }
    [
        form(One, 1, 0, false, 8),
        form(Two, 2, 0, false, 6),
        form(TwoPushOne, 2, 1, false, 5),
        form(TwoEjectOne, 2, 1, true, 4),
        form(Three, 3, 0, false, 2),
        form(ThreePushOne, 3, 1, false, 1),
        form(ThreeEjectOne, 3, 1, true, 0),
        form(ThreePushTwo, 3, 2, false, 1),
        form(ThreeEjectTwo, 3, 2, true, 0),
        form(TwoAcrossFirst, 2, 0, false, 7),
        form(TwoAcrossSecond, 2, 0, false, 7),
        form(ThreeAcrossFirst, 3, 0, false, 3),
        form(ThreeAcrossSecond, 3, 0, false, 3),
        form(One, 1, 0, false, 8),
        form(One, 1, 0, false, 8),
        form(One, 1, 0, false, 8),
    ]
};

/// How many ranks the paper has.
pub(super) const CLASSES: usize = 9;

/// The forms of a broadside in generation order.
pub(super) const BROADSIDES: [Form; 4] =
    [TwoAcrossFirst, TwoAcrossSecond, ThreeAcrossFirst, ThreeAcrossSecond];

impl Form {
    /// The inline form of `marbles` marbles that push `pushed`, the last of them off the board or not.
    #[inline]
    pub(super) const fn inline(marbles: usize, pushed: usize, ejects: bool) -> Self {
        let first = [0, 0, 1, 4][marbles];
        let form = if pushed == 0 { first } else { first + 2 * pushed - 1 + ejects as usize };
        PROPERTIES[form].form
    }
}

/// How many slots there are: 61 cells × 6 directions inline, four times as many broadside.
pub(super) const SLOTS: usize = INLINE_SLOTS * (1 + BROADSIDES.len());

const INLINE_SLOTS: usize = CELLS * DIRECTIONS;

/// What a slot stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slot {
    /// The inline move of a rear marble in a direction.
    Inline(usize, usize),
    /// First marble, direction and form of a broadside.
    Broadside(usize, usize, Form),
}

impl Slot {
    /// The slot with a number; `None` from [`SLOTS`] on.
    #[inline]
    pub(super) fn decode(number: usize) -> Option<Self> {
        if number < INLINE_SLOTS {
            return Some(Self::Inline(number / DIRECTIONS, number % DIRECTIONS));
        }
        let number = number - INLINE_SLOTS;
        let (line, form) = (number / BROADSIDES.len(), number % BROADSIDES.len());
        (line < INLINE_SLOTS).then(|| Self::Broadside(line / DIRECTIONS, line % DIRECTIONS, BROADSIDES[form]))
    }
}

impl Move {
    #[inline]
    pub(super) const fn new(cell: usize, direction: usize, form: Form) -> Self {
        Self((cell | direction << 6 | (form as usize) << 9) as u16)
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

    #[inline]
    const fn properties(self) -> &'static Properties {
        &PROPERTIES[(self.0 >> 9 & 15) as usize]
    }

    /// The direction of the line, from the first marble on: the move's own if it is inline.
    #[inline]
    pub(super) const fn line(self) -> usize {
        match self.properties().form {
            TwoAcrossFirst | ThreeAcrossFirst => ACROSS[self.direction() / 2][0],
            TwoAcrossSecond | ThreeAcrossSecond => ACROSS[self.direction() / 2][1],
            _ => self.direction(),
        }
    }

    /// How many of the mover's marbles take the step.
    #[inline]
    #[must_use]
    pub const fn marbles(self) -> usize {
        self.properties().marbles as usize
    }

    /// How many of the opponent's marbles are pushed, an ejected one included.
    #[inline]
    #[must_use]
    pub const fn pushed(self) -> usize {
        self.properties().pushed as usize
    }

    /// Whether a marble of the opponent is pushed off the board.
    #[inline]
    #[must_use]
    pub const fn ejects(self) -> bool {
        self.properties().ejects
    }

    /// Whether the line moves sideways.
    #[inline]
    #[must_use]
    pub const fn is_broadside(self) -> bool {
        self.0 >> 9 >= TwoAcrossFirst as u16
    }

    #[inline]
    pub(super) const fn class(self) -> usize {
        self.properties().class as usize
    }

    #[inline]
    pub(super) const fn slot(self) -> usize {
        let inline = self.cell() * DIRECTIONS + self.direction();
        if self.is_broadside() {
            let form = (self.0 >> 9) as usize - TwoAcrossFirst as usize;
            INLINE_SLOTS + inline * BROADSIDES.len() + form
        } else {
            inline
        }
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{:?}", super::notation::text_of(*self), self.properties().form)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_two_bytes() {
        assert_eq!(size_of::<Move>(), 2);
        assert_eq!(SLOTS, 1830);
    }

    #[test]
    fn forms_have_their_own_number() {
        for (number, properties) in PROPERTIES.iter().enumerate().take(13) {
            assert_eq!(properties.form as usize, number);
            if number < TwoAcrossFirst as usize {
                let Properties { form, marbles, pushed, ejects, .. } = properties;
                assert_eq!(Form::inline(usize::from(*marbles), usize::from(*pushed), *ejects), *form);
            }
        }
    }

    #[test]
    fn slots_decode_to_what_they_encode() {
        for number in 0..SLOTS {
            let mv = match Slot::decode(number).unwrap() {
                Slot::Inline(cell, direction) => Move::new(cell, direction, Three),
                Slot::Broadside(cell, direction, form) => Move::new(cell, direction, form),
            };
            assert_eq!(mv.slot(), number);
        }
        assert_eq!(Slot::decode(SLOTS), None);
    }
}
