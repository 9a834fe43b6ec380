//! Evaluate sorting: children in the order of their evaluation, on the upper levels.
//!
//! The best guess at a child's value is its evaluation; it costs a make and an evaluation for every move,
//! which pays where the trees below are large. Remembers nothing. Abalone paper, section IV.A.

use super::{Keys, Moves};
use crate::game::Game;

/// High values first: the order of `i32` turned round, in 32 bits.
#[inline]
pub(super) fn rank_of(value: i32) -> u32 {
    !(value as u32 ^ 0x8000_0000)
}

/// Ranks by `values` on the first `levels` levels.
#[inline(never)]
pub(super) fn rank<G: Game>(levels: usize, moves: &Moves<'_, G>, values: &[i32], keys: &mut Keys<'_>) {
    if moves.ply < levels {
        keys.add(moves.moves, |index, _| rank_of(values[index]));
    } else {
        keys.add(moves.moves, |_, _| u32::MAX);
    }
}
