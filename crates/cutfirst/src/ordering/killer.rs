//! Killer moves: the last few moves that cut at a level are tried first at its other nodes.
//!
//! Siblings are similar, so what refuted one often refutes the next. Remembers a few exact moves
//! per level, most recent first, during one search; a new search starts without any, since its
//! levels are other positions. Akl & Newborn 1977; section 2.2 of the History-ADS paper.

use super::{Keys, Moves};
use crate::game::Game;

pub(super) struct Killer<M> {
    slots: usize,
    /// How many each level has.
    counts: Vec<u8>,
    /// [level][slot] in one piece; empty before the first cut, since there is no move to fill it with.
    moves: Vec<M>,
}

/// The rank of any other move.
const UNRANKED: u32 = 0xf;

impl<M: Copy + Eq> Killer<M> {
    pub(super) fn new(slots: usize) -> Self {
        Self { slots, counts: Vec::new(), moves: Vec::new() }
    }

    /// The most moves that a level remembers.
    pub(super) fn slots(&self) -> usize {
        self.slots
    }

    pub(super) fn prepare(&mut self, levels: usize, new_search: bool) {
        if new_search {
            self.clear();
        }
        if self.counts.len() < levels {
            self.counts.resize(levels, 0);
        }
    }

    pub(super) fn clear(&mut self) {
        self.counts.fill(0);
    }

    #[inline]
    pub(super) fn of_level(&self, ply: usize) -> &[M] {
        match self.counts[ply] {
            0 => &[],
            count => &self.moves[ply * self.slots..][..usize::from(count)],
        }
    }

    #[inline(never)]
    pub(super) fn rank<G: Game<Move = M>>(&self, moves: &Moves<'_, G>, keys: &mut Keys<'_>) {
        let killers = self.of_level(moves.ply);
        keys.add(moves.moves, |_, mv| {
            let place = killers.iter().position(|&killer| killer == mv);
            place.map_or(UNRANKED, |place| place as u32)
        });
    }

    #[inline]
    pub(super) fn learn(&mut self, ply: usize, mv: M) {
        let count = usize::from(self.counts[ply]);
        let start = ply * self.slots;
        if count > 0 && self.moves[start] == mv {
            return;
        }
        if self.moves.len() < start + self.slots {
            self.moves.resize(self.counts.len() * self.slots, mv);
        }
        let killers = &mut self.moves[start..start + self.slots];
        let place = killers[..count].iter().position(|&killer| killer == mv).unwrap_or_else(|| {
            self.counts[ply] = (count + 1).min(self.slots) as u8;
            count.min(self.slots - 1)
        });
        killers.copy_within(..place, 1);
        killers[0] = mv;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_recent_killers_are_kept() {
        let mut killer = Killer::new(2);
        killer.prepare(1, true);
        for mv in [1, 2, 1, 3] {
            killer.learn(0, mv);
        }
        assert_eq!(killer.of_level(0), [3, 1]);
        killer.prepare(2, true);
        assert!(killer.of_level(0).is_empty());
        killer.learn(1, 5);
        assert_eq!(killer.of_level(1), [5]);
    }
}
