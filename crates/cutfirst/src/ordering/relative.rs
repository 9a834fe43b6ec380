//! Relative history: moves are tried in the order of how often they cut when they were tried.
//!
//! Plain history counts cuts, and so favours moves that are often possible; what matters is the share of
//! tries that succeeded. Counted are the nodes that cut: the cutter and the moves tried before it; where
//! nothing cuts, every move fails and nothing is learned about their order.
//!
//! Remembers cuts and tries per slot, weighted with the depth, for Max and Min nodes apart, kept from
//! search to search. Winands, van der Werf, van den Herik & Uiterwijk 2004.

use super::{Cut, Keys, Moves};
use crate::game::Game;

/// Shares are rounded to so many bits.
pub(super) const BITS: u32 = 24;
const WHOLE: u64 = (1 << BITS) - 2;

/// A move counts as if it had been tried so often without success before: one cut in one try is less sure
/// than nine in ten.
const DOUBT: u64 = 4;

/// Counters are halved when they reach this, so that old news fade.
const MOST: u32 = 1 << 24;

#[derive(Clone, Copy, Default)]
struct Tally {
    cuts: u32,
    tries: u32,
}

impl Tally {
    fn count(&mut self, weight: u32, cut: bool) {
        if self.tries >= MOST {
            self.cuts /= 2;
            self.tries /= 2;
        }
        self.tries += weight;
        self.cuts += if cut { weight } else { 0 };
    }

    /// The rank: 0 for a move that always cuts.
    fn rank(self) -> u32 {
        let share = u64::from(self.cuts) * WHOLE / (u64::from(self.tries) + DOUBT);
        (WHOLE - share) as u32
    }
}

pub(super) struct Relative {
    slots: usize,
    /// [side][slot] in one piece.
    tallies: Vec<Tally>,
    /// The rank of each tally, so that ranking moves takes no division.
    ranks: Vec<u32>,
}

impl Relative {
    pub(super) fn new(slots: usize) -> Self {
        let ranks = vec![Tally::default().rank(); 2 * slots];
        Self { slots, tallies: vec![Tally::default(); 2 * slots], ranks }
    }

    pub(super) fn clear(&mut self) {
        *self = Self::new(self.slots);
    }

    #[inline(never)]
    pub(super) fn rank<G: Game>(&self, moves: &Moves<'_, G>, keys: &mut Keys<'_>) {
        let start = moves.side.index() * self.slots;
        let own = &self.ranks[start..start + self.slots];
        keys.add(moves.moves, |_, mv| own[moves.game.slot(mv)]);
    }

    pub(super) fn learn<M>(&mut self, cut: &Cut<'_, M>) {
        let weight = cut.depth * cut.depth;
        let start = cut.side.index() * self.slots;
        let mut count = |slot: usize, cuts: bool| {
            self.tallies[start + slot].count(weight, cuts);
            self.ranks[start + slot] = self.tallies[start + slot].rank();
        };
        cut.failed.iter().for_each(|failed| count(failed.slot, false));
        count(cut.by.slot, true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_of_successes_decides() {
        let tally = |cuts, fails| {
            let mut tally = Tally::default();
            (0..cuts).for_each(|_| tally.count(1, true));
            (0..fails).for_each(|_| tally.count(1, false));
            tally.rank()
        };
        assert!(tally(9, 1) < tally(90, 60));
        assert!(tally(9, 0) < tally(1, 0));
        assert!(tally(1, 0) < tally(0, 0));
        assert_eq!(tally(0, 0), tally(0, 5));
        assert!(tally(0, 0) < 1 << BITS);
    }

    #[test]
    fn counters_do_not_overflow() {
        let mut tally = Tally::default();
        for _ in 0..1000 {
            tally.count(200 * 200, true);
        }
        assert!(tally.tries < MOST + 200 * 200 && tally.cuts <= tally.tries);
    }
}
