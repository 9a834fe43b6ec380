//! Small numbers of all seats in one word, so that make and unmake copy and hash them as such.

use super::SEATS;

/// How many pieces each player has in reserve and has captured: a byte each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tallies(u64);

impl Tallies {
    pub(super) fn new(reserve: [u8; SEATS], captured: [u8; SEATS]) -> Self {
        let [a, b, c, d] = reserve;
        let [e, f, g, h] = captured;
        Self(u64::from_le_bytes([a, b, c, d, e, f, g, h]))
    }

    #[inline]
    pub(super) const fn reserve(self, seat: usize) -> u8 {
        (self.0 >> (8 * seat)) as u8
    }

    #[inline]
    pub(super) const fn captured(self, seat: usize) -> u8 {
        (self.0 >> (8 * (SEATS + seat))) as u8
    }

    /// Whether somebody has captured at least `needed` pieces.
    #[inline]
    pub(super) fn any_captured(self, needed: u8) -> bool {
        (0..SEATS).any(|seat| self.captured(seat) >= needed)
    }

    /// The player must have a piece in reserve.
    #[inline]
    #[must_use]
    pub(super) const fn spend(self, seat: usize) -> Self {
        Self(self.0 - (1 << (8 * seat)))
    }

    #[inline]
    #[must_use]
    pub(super) const fn gain(self, seat: usize, reserve: u8, captured: u8) -> Self {
        let gained = reserve as u64 | (captured as u64) << (8 * SEATS);
        Self(self.0 + (gained << (8 * seat)))
    }

    /// All numbers as one.
    #[inline]
    pub(super) const fn index(self) -> u64 {
        self.0
    }
}

/// How many stack moves each player has, in turn or not: sixteen bits each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Mobility(u64);

impl Mobility {
    #[inline]
    pub(super) const fn of(self, seat: usize) -> u16 {
        (self.0 >> (16 * seat)) as u16
    }

    /// Whether at least two players have any.
    #[inline]
    pub(super) const fn of_several(self) -> bool {
        const LOW: u64 = 0x7fff_7fff_7fff_7fff;
        // The top bit of each field in which there is a number, which is never that large itself.
        let any = (self.0 + LOW) & !LOW;
        any & any.wrapping_sub(1) != 0
    }

    #[inline]
    pub(super) const fn add(&mut self, seat: usize, moves: u8) {
        self.0 += (moves as u64) << (16 * seat);
    }

    #[inline]
    pub(super) const fn subtract(&mut self, seat: usize, moves: u8) {
        self.0 -= (moves as u64) << (16 * seat);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_do_not_touch_each_other() {
        let tallies = Tallies::new([1, 2, 3, 4], [5, 6, 7, 52]).gain(3, 1, 0).gain(1, 2, 3).spend(0);
        assert_eq!([0, 1, 2, 3].map(|seat| tallies.reserve(seat)), [0, 4, 3, 5]);
        assert_eq!([0, 1, 2, 3].map(|seat| tallies.captured(seat)), [5, 9, 7, 52]);
        assert!(tallies.any_captured(52) && !tallies.any_captured(53));
        let mut mobility = Mobility::default();
        mobility.add(3, 200);
        mobility.add(0, 255);
        mobility.add(0, 255);
        mobility.subtract(3, 1);
        assert_eq!([0, 1, 2, 3].map(|seat| mobility.of(seat)), [510, 0, 0, 199]);
        assert!(mobility.of_several());
        mobility.subtract(3, 199);
        assert!(!mobility.of_several() && !Mobility::default().of_several());
    }
}
