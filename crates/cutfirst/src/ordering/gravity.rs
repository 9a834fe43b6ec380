//! History with gravity: a move gains when it cuts and loses when it was tried before the one that did.
//!
//! Plain history only ever grows, so that a move that cut often long ago, or that is merely tried often,
//! stays in front. Here the moves that failed before the cutter pay a malus, and every step pulls a value
//! towards zero in proportion to its size, so that values stay bounded, old news fade and recent ones
//! count. With `prior`, the game's own move classes are subtracted from the value: a promising class goes
//! first until experience says otherwise. With `continuation`, what a move has done in reply to the
//! previous move is added.
//!
//! Remembers one value per slot, for Max and Min nodes apart (with `per-level` for each level), kept from
//! search to search. Known from chess engines ("history gravity"); measured in the second pilot of the
//! paper readings.

use super::continuation::Replies;
use super::{Key, Node, Ranks};
use crate::game::Game;
use crate::powers::Powers;

/// Values stay between minus and plus this.
pub(super) const MOST: i32 = 8192;

/// A rank is [`MOST`] less the value, plus the prior; greater ones are equal.
pub(super) const BITS: u32 = 20;
const LAST: i32 = (1 << BITS) - 2;

/// What a cut with `depth` plies left is worth.
#[inline]
pub(super) fn bonus(depth: u32) -> i32 {
    const CAP: u32 = 400;
    (depth * depth).min(CAP) as i32
}

/// Moves `value` by `step` and towards zero.
#[inline]
pub(super) fn pull(value: &mut i16, step: i32) {
    let old = i32::from(*value);
    *value = (old + step - old * step.abs() / MOST) as i16;
}

pub(super) struct Gravity {
    prior: i32,
    per_level: bool,
    replies: Option<Replies>,
    slots: usize,
    /// [level][side][slot] in one piece.
    values: Vec<i16>,
}

impl Gravity {
    pub(super) fn new(prior: u32, per_level: bool, continuation: bool, slots: usize) -> Self {
        let replies = continuation.then(|| Replies::new(slots));
        Self { prior: prior as i32, per_level, replies, slots, values: vec![0; 2 * slots] }
    }

    pub(super) fn prepare(&mut self, levels: usize) {
        let tables = if self.per_level { levels } else { 1 };
        let needed = tables * 2 * self.slots;
        if self.values.len() < needed {
            self.values.resize(needed, 0);
        }
    }

    pub(super) fn clear(&mut self) {
        self.values.fill(0);
        if let Some(replies) = &mut self.replies {
            replies.clear();
        }
    }

    pub(super) fn looks_back(&self) -> bool {
        self.replies.is_some()
    }

    fn table<G: Game>(&self, node: &Node<'_, G>) -> usize {
        let level = if self.per_level { node.ply } else { 0 };
        (level * 2 + node.side.index()) * self.slots
    }

    pub(super) fn rank<G: Game, K: Key>(&self, node: &Node<'_, G>, ranks: &mut Ranks<'_, K>) {
        let start = self.table(node);
        let values = &self.values[start..start + self.slots];
        let rank = |value: i32| (MOST - value).clamp(0, LAST) as u64;
        match (&self.replies, G::Powers::CLASS.filter(|_| self.prior > 0)) {
            (None, None) => ranks.add_all(node.moves, |_, mv| rank(values[node.game.slot(mv)].into())),
            (None, Some((_, class))) => ranks.add_all(node.moves, |_, mv| {
                let prior = self.prior * class(node.game, mv) as i32;
                rank(i32::from(values[node.game.slot(mv)]) - prior)
            }),
            (Some(replies), class) => {
                let replies = replies.row(node);
                ranks.add_all(node.moves, |_, mv| {
                    let slot = node.game.slot(mv);
                    let prior = class.map_or(0, |(_, class)| self.prior * class(node.game, mv) as i32);
                    rank((i32::from(values[slot]) + i32::from(replies[slot])) / 2 - prior)
                });
            }
        }
    }

    pub(super) fn learn<G: Game>(&mut self, node: &Node<'_, G>, index: usize) {
        let bonus = bonus(node.depth);
        let start = self.table(node);
        for &failed in node.earlier {
            let slot = node.game.slot(node.moves[usize::from(failed)]);
            pull(&mut self.values[start + slot], -bonus);
        }
        pull(&mut self.values[start + node.game.slot(node.moves[index])], bonus);
        if let Some(replies) = &mut self.replies {
            replies.learn(node, index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_approach_the_bound_and_never_pass_it() {
        let mut value = 0;
        for _ in 0..100_000 {
            pull(&mut value, 400);
            assert!(i32::from(value) <= MOST);
        }
        assert!(i32::from(value) > MOST - 100);
        pull(&mut value, -400);
        // A well-known good move falls faster than an unknown one.
        assert!(i32::from(value) < MOST - 700);
        let mut unknown = 0;
        pull(&mut unknown, -400);
        assert_eq!(unknown, -400);
    }

    #[test]
    fn the_bonus_grows_with_depth_up_to_a_cap() {
        assert_eq!([1, 2, 8, 20, 21, 200].map(bonus), [1, 4, 64, 400, 400, 400]);
    }
}
