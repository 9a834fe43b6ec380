//! Evaluate sorting: children in the order of their evaluation, on the upper levels.
//!
//! The best guess at a child's value is its evaluation; it costs a make and an evaluation for every move,
//! which pays where the trees below are large. Remembers nothing. Abalone paper, section IV.A.

use super::{Key, Node, Ranks};
use crate::game::Game;

/// High values first: the order of `i32` turned round, in 32 bits.
#[inline]
pub(super) fn rank_of(value: i32) -> u64 {
    u64::from(!(value as u32 ^ 0x8000_0000))
}

/// Ranks by `values` on the first `levels` levels.
pub(super) fn rank<G: Game, K: Key>(
    levels: usize,
    node: &Node<'_, G>,
    values: &[i32],
    ranks: &mut Ranks<'_, K>,
) {
    if node.ply < levels {
        ranks.add_all(node.moves, |index, _| rank_of(values[index]));
    } else {
        ranks.add_all(node.moves, |_, _| u32::MAX.into());
    }
}
