//! History with gravity: a move gains when it cuts and loses when it was tried before the one that did.
//!
//! Plain history only ever grows, so that a move that cut often long ago, or that is merely tried often,
//! stays in front. Here the moves that failed before the cutter pay a malus, and every step pulls a value
//! towards zero in proportion to its size, so that values stay bounded, old news fade and recent ones
//! count. A cut by the first move earns a quarter of the bonus: the order was right as it was, and to reward what is
//! in front already keeps it there when it no longer deserves it. With `prior`, the game's own move classes are
//! subtracted from the value: a promising class goes first until experience says otherwise. With `learned` it is what was
//! learned about the game's moves (`learned.rs`). With `continuation`, what
//! a move has done in reply to the previous move is added; the first move then earns the whole bonus, and those that
//! failed pay a quarter less, which was found by measuring. With `near-root`, what it has done at the same ply is added on
//! the first plies, where a wrong move costs most and few cuts among millions tell which one is right.
//!
//! Right above the leaves the move that cut there last is tried before the others are ranked, and where the game finds
//! moves by slot, before they are generated: it cuts so often that ranking would cost more than it saves. Cuts by the
//! first move teach nothing there: they are most of all cuts, and would drown what is learned further up.
//!
//! Remembers one value per slot, for Max and Min nodes apart (with `per-level` for each level), kept from
//! search to search. Known from chess engines ("history gravity"); measured in the second pilot of the
//! paper readings.

use super::continuation::Replies;
use super::{Cut, GravitySpec, Keys, MovePrior, Moves};
use crate::game::Game;
use crate::powers::Powers;
use crate::search::Side;

/// Values stay between minus and plus this.
pub(super) const MOST: i32 = 8192;

/// A rank is [`MOST`] less the value, plus the prior.
pub(super) const BITS: u32 = 32;

/// What a cut with `depth` plies left is worth. With an eighth of it or less, values move too slowly for small
/// searches, and four times as much lets them jump; in between it makes little difference.
#[inline]
pub(super) fn bonus(depth: u32) -> i32 {
    const UNIT: u32 = 64;
    const CAP: u32 = 2000;
    (UNIT * depth * depth).min(CAP) as i32
}

/// Without replies, the part of the bonus that a cut by the first move earns.
const FIRST_MOVE: i32 = 4;

/// Adds a bonus or malus to `value` and pulls it towards zero.
#[inline]
pub(super) fn add(value: &mut i16, step: i32) {
    let old = i32::from(*value);
    *value = (old + step - old * step.abs() / MOST) as i16;
}

/// So many plies from the root on are near it.
const NEAR_ROOT: usize = 3;

/// What moves are worth before any experience.
pub(super) enum Before {
    Nothing,
    /// Each of the game's classes so much less than the one before.
    Classes(i32),
    Learned(MovePrior),
}

pub(super) struct Gravity {
    before: Before,
    per_level: bool,
    replies: Option<Replies>,
    slots: usize,
    /// [ply][slot] in one piece, for the plies near the root; empty if these are like others.
    near_root: Vec<i16>,
    /// [level][side][slot] in one piece.
    values: Vec<i16>,
    /// The slot that cut last right above the leaves, for Max and Min nodes.
    last: [Option<u32>; 2],
}

impl Gravity {
    pub(super) fn new(before: Before, spec: &GravitySpec, slots: usize) -> Self {
        Self {
            before,
            per_level: spec.per_level,
            replies: spec.continuation.then(|| Replies::new(slots)),
            slots,
            near_root: vec![0; if spec.near_root { NEAR_ROOT * slots } else { 0 }],
            values: vec![0; 2 * slots],
            last: [None; 2],
        }
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
        self.near_root.fill(0);
        self.last = [None; 2];
        if let Some(replies) = &mut self.replies {
            replies.clear();
        }
    }

    pub(super) fn looks_back(&self) -> bool {
        self.replies.is_some() || matches!(&self.before, Before::Learned(prior) if prior.looks_back())
    }

    /// The slot that cut last right above the leaves.
    #[inline]
    pub(super) fn last(&self, side: Side) -> Option<usize> {
        self.last[side.index()].map(|slot| slot as usize)
    }

    #[inline]
    fn table(&self, side: Side, ply: usize) -> usize {
        let level = if self.per_level { ply } else { 0 };
        (level * 2 + side.index()) * self.slots
    }

    #[inline(never)]
    pub(super) fn rank<G: Game>(&self, moves: &Moves<'_, G>, keys: &mut Keys<'_>) {
        // What a move's class takes off; nothing if the game has none.
        let class = |mv| match G::Powers::CLASS {
            Some((_, class)) => class(moves.game, mv),
            None => 0,
        };
        match &self.before {
            Before::Nothing => self.rank_with(moves, keys, |_, _, _| 0),
            Before::Classes(step) => self.rank_with(moves, keys, |_, _, mv| step * class(mv) as i32),
            Before::Learned(prior) => self.rank_with(moves, keys, |index, slot, mv| {
                prior.penalty(class(mv), slot, moves.owner(index), moves.previous)
            }),
        }
    }

    /// `penalty` says by how much a move goes later, by its index and slot.
    #[inline(always)]
    fn rank_with<G: Game>(
        &self,
        moves: &Moves<'_, G>,
        keys: &mut Keys<'_>,
        penalty: impl Fn(usize, usize, G::Move) -> i32,
    ) {
        let start = self.table(moves.side, moves.ply);
        let values = &self.values[start..start + self.slots];
        let replies = self.replies.as_ref().map(|replies| replies.row(moves.side, moves.previous));
        let near_root = self.near_root.chunks_exact(self.slots).nth(moves.ply);
        let of = |values: &[i16], slot: usize| i32::from(values[slot]);
        match (near_root, replies) {
            (None, None) => rank_moves(moves, keys, |slot| of(values, slot), penalty),
            (None, Some(replies)) => {
                rank_moves(moves, keys, |slot| (of(values, slot) + of(replies, slot)) / 2, penalty);
            }
            (Some(near_root), None) => {
                rank_moves(moves, keys, |slot| (of(values, slot) + of(near_root, slot)) / 2, penalty);
            }
            (Some(near_root), Some(replies)) => {
                let value = |slot| (of(values, slot) + of(near_root, slot) + of(replies, slot)) / 3;
                rank_moves(moves, keys, value, penalty);
            }
        }
    }

    #[inline]
    pub(super) fn learn<M>(&mut self, cut: &Cut<'_, M>) {
        if cut.depth == 1 {
            self.last[cut.side.index()] = Some(cut.by.slot as u32);
            if cut.first {
                return;
            }
        }
        let start = self.table(cut.side, cut.ply);
        let bonus = bonus(cut.depth);
        let (earned, malus) = match &self.replies {
            Some(_) => (bonus, bonus - bonus / 4),
            None if cut.first => (bonus / FIRST_MOVE, bonus),
            None => (bonus, bonus),
        };
        teach(&mut self.values[start..start + self.slots], cut, earned, malus);
        if let Some(near_root) = self.near_root.chunks_exact_mut(self.slots).nth(cut.ply) {
            teach(near_root, cut, earned, malus);
        }
        if let Some(replies) = &mut self.replies {
            replies.add(cut, earned, malus);
        }
    }
}

/// Ranks moves by the `value` of their slots, less their `penalty`.
#[inline(always)]
fn rank_moves<G: Game>(
    moves: &Moves<'_, G>,
    keys: &mut Keys<'_>,
    value: impl Fn(usize) -> i32,
    penalty: impl Fn(usize, usize, G::Move) -> i32,
) {
    keys.add(moves.moves, |index, mv| {
        let slot = moves.game.slot(mv);
        (MOST - value(slot) + penalty(index, slot, mv)) as u32
    });
}

/// Adds a bonus to the cutter and a malus to the moves that failed; `values` holds one for each slot.
#[inline]
pub(super) fn teach<M>(values: &mut [i16], cut: &Cut<'_, M>, bonus: i32, malus: i32) {
    for failed in cut.failed {
        add(&mut values[failed.slot], -malus);
    }
    add(&mut values[cut.by.slot], bonus);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_approach_the_bound_and_never_pass_it() {
        let mut value = 0;
        for _ in 0..100_000 {
            add(&mut value, 400);
            assert!(i32::from(value) <= MOST);
        }
        assert!(i32::from(value) > MOST - 100);
        add(&mut value, -400);
        // A well-known good move falls faster than an unknown one.
        assert!(i32::from(value) < MOST - 700);
        let mut unknown = 0;
        add(&mut unknown, -400);
        assert_eq!(unknown, -400);
    }

    #[test]
    fn the_bonus_grows_with_depth_up_to_a_cap() {
        assert_eq!([1, 2, 5, 6, 200].map(bonus), [64, 256, 1600, 2000, 2000]);
    }
}
