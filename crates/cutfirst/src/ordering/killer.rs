//! Killer moves: the last few moves that cut at a level are tried first at its other nodes.
//!
//! Siblings are similar, so what refuted one often refutes the next. Remembers a few exact moves
//! per level, most recent first, during one search; a new search starts without any, since its
//! levels are other positions. Akl & Newborn 1977; section 2.2 of the History-ADS paper.

use super::{Key, Node, Ranks};
use crate::game::Game;

pub(super) struct Killer<M> {
    slots: usize,
    /// How many each level has.
    counts: Vec<u8>,
    /// [level][slot] in one piece; empty before the first cut, since there is no move to fill it with.
    moves: Vec<M>,
}

/// How far a node has come in its moves when killers alone order them: first each killer, wherever it is
/// among the moves, then the others. Nothing is ranked or stored. Killers of a level do not change while
/// one of its nodes is searched.
pub(crate) struct Walk {
    ply: usize,
    /// The killer that is looked for, or their number.
    killer: usize,
    /// Where to look on.
    from: usize,
    /// How many of the moves found are still to be left out of the others.
    found: usize,
    over: bool,
}

impl Walk {
    pub(super) fn new(ply: usize) -> Self {
        Self { ply, killer: 0, from: 0, found: 0, over: false }
    }

    /// Whether no killer is left, so that the others follow as they were generated.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    pub(super) fn ply(&self) -> usize {
        self.ply
    }

    /// The rank of the last move.
    pub(super) fn rank(&self, killers: usize) -> u64 {
        if self.killer < killers { self.killer as u64 } else { UNRANKED }
    }
}

pub(super) const UNRANKED: u64 = 0xf;

impl<M: Copy + Eq> Killer<M> {
    pub(super) fn new(slots: usize) -> Self {
        Self { slots, counts: Vec::new(), moves: Vec::new() }
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

    /// The index of the next move. Must not be called more often than there are moves.
    #[inline]
    pub(super) fn next(&self, walk: &mut Walk, moves: &[M]) -> usize {
        let killers = self.of_level(walk.ply);
        while walk.killer < killers.len() {
            let killer = killers[walk.killer];
            // Opponents in one node may have the same move, so one find need not be the last.
            if let Some(place) = moves[walk.from..].iter().position(|&mv| mv == killer) {
                walk.found += 1;
                walk.from += place + 1;
                return walk.from - 1;
            }
            walk.killer += 1;
            walk.from = 0;
        }
        while walk.found > 0 && killers.contains(&moves[walk.from]) {
            walk.found -= 1;
            walk.from += 1;
        }
        walk.over = walk.found == 0;
        walk.from += 1;
        walk.from - 1
    }

    pub(super) fn rank<G: Game<Move = M>, K: Key>(&self, node: &Node<'_, G>, ranks: &mut Ranks<'_, K>) {
        let killers = self.of_level(node.ply);
        ranks.add_all(node.moves, |_, mv| {
            let place = killers.iter().position(|&killer| killer == mv);
            place.map_or(UNRANKED, |place| place as u64)
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

    #[test]
    fn killers_come_first_wherever_they_are_and_every_move_comes_once() {
        let mut killer = Killer::new(3);
        killer.prepare(1, true);
        for mv in [9, 4, 7] {
            killer.learn(0, mv);
        }
        for (moves, expected) in [
            (vec![1, 4, 2, 7, 3], [7, 4, 1, 2, 3]),
            (vec![4, 1, 4, 2, 4], [4, 4, 4, 1, 2]),
            (vec![9, 9, 7, 4, 7], [7, 7, 4, 9, 9]),
            (vec![1, 2, 3, 5, 6], [1, 2, 3, 5, 6]),
        ] {
            let mut walk = Walk::new(0);
            let picked: Vec<i32> = moves.iter().map(|_| moves[killer.next(&mut walk, &moves)]).collect();
            assert_eq!(picked, expected);
        }
    }
}
