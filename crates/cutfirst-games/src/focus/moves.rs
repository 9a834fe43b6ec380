//! A move and what it tells about itself.

use std::fmt;

use super::board::cell_name;

/// What a move does to its target, as classes with the most promising first.
pub(super) mod class {
    /// Opposing pieces leave the game.
    pub(crate) const CAPTURE: u32 = 0;
    /// An opposing stack becomes the mover's.
    pub(crate) const COVER: u32 = 1;
    /// Only own pieces leave the bottom, into the reserve.
    pub(crate) const REGAIN: u32 = 2;
    /// An own stack grows.
    pub(crate) const MERGE: u32 = 3;
    /// The target was empty.
    pub(crate) const SPREAD: u32 = 4;
    /// How many classes there are.
    pub(crate) const COUNT: usize = 5;
}

/// A stack move or a placement from the reserve or the hand.
///
/// Packed into one word: slot (10 bits), origin (6), target (6), number of pieces (3), class (3).
/// Origin and target are cell numbers; a placement has 0 pieces lifted and its target as origin.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct FocusMove(u32);

impl FocusMove {
    /// A value to fill tables with before the moves are known.
    pub(super) const NONE: Self = Self(0);

    pub(super) const fn new(slot: usize, from: usize, to: usize, lifted: usize) -> Self {
        Self(slot as u32 | (from as u32) << 10 | (to as u32) << 16 | (lifted as u32) << 22)
    }

    #[inline]
    pub(super) const fn with_class(self, class: u32) -> Self {
        Self(self.0 | class << 25)
    }

    #[inline]
    pub(super) const fn slot(self) -> usize {
        (self.0 & 0x3ff) as usize
    }

    #[inline]
    pub(super) const fn from(self) -> usize {
        (self.0 >> 10 & 0x3f) as usize
    }

    #[inline]
    pub(super) const fn to(self) -> usize {
        (self.0 >> 16 & 0x3f) as usize
    }

    /// How many pieces a stack move lifts, which is how far it goes; 0 for a placement.
    #[inline]
    pub(super) const fn lifted(self) -> u32 {
        self.0 >> 22 & 7
    }

    #[inline]
    pub(super) const fn class(self) -> u32 {
        self.0 >> 25
    }

    #[inline]
    pub(super) const fn is_placement(self) -> bool {
        self.lifted() == 0
    }
}

/// The move as it is written: `c3-c5` or `+c5`.
impl fmt::Display for FocusMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_placement() {
            write!(f, "+{}", cell_name(self.to()))
        } else {
            write!(f, "{}-{}", cell_name(self.from()), cell_name(self.to()))
        }
    }
}

impl fmt::Debug for FocusMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} (class {})", self.class())
    }
}
