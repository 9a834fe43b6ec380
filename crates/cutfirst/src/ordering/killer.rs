//! Killer moves: the last few moves that cut at a level are tried first at its other nodes.
//!
//! Siblings are similar, so what refuted one often refutes the next. Remembers a few exact moves
//! per level, most recent first, during one search; a new search starts without any, since its
//! levels are other positions. Akl & Newborn 1977; section 2.2 of the History-ADS paper.

use super::{Key, Node, Ranks};
use crate::game::Game;

pub(super) struct Killer<M> {
    slots: usize,
    levels: Vec<Vec<M>>,
}

impl<M: Copy + Eq> Killer<M> {
    pub(super) fn new(slots: usize) -> Self {
        Self { slots, levels: Vec::new() }
    }

    pub(super) fn prepare(&mut self, levels: usize, new_search: bool) {
        if new_search {
            self.clear();
        }
        while self.levels.len() < levels {
            self.levels.push(Vec::with_capacity(self.slots));
        }
    }

    pub(super) fn clear(&mut self) {
        self.levels.iter_mut().for_each(Vec::clear);
    }

    pub(super) fn rank<G: Game<Move = M>, K: Key>(&self, node: &Node<'_, G>, ranks: &mut Ranks<'_, K>) {
        const UNRANKED: u64 = 0xf;
        let killers = &self.levels[node.ply];
        ranks.add_all(node.moves, |_, mv| {
            let place = killers.iter().position(|&killer| killer == mv);
            place.map_or(UNRANKED, |place| place as u64)
        });
    }

    pub(super) fn learn(&mut self, ply: usize, mv: M) {
        let killers = &mut self.levels[ply];
        match killers.iter().position(|&killer| killer == mv) {
            Some(place) => killers[..=place].rotate_right(1),
            None => {
                if killers.len() == self.slots {
                    killers.pop();
                }
                killers.insert(0, mv);
            }
        }
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
        assert_eq!(killer.levels[0], [3, 1]);
        killer.prepare(2, true);
        assert!(killer.levels[0].is_empty());
    }
}
