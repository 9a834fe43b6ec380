//! What the searches ask the transposition table and tell it.

use crate::search::alpha_beta::Node;
use crate::search::turns::Side;
use crate::search::worker::{FINISHED, MAX_DEPTH};
use crate::table::{Bound, Entry};

/// The value that the table's entry allows to return at once, from the root player's view. `deeper` if the entry
/// may come from a deeper search than asked for.
#[inline]
pub(super) fn answer(entry: &Entry, node: &Node, deeper: bool) -> Option<i32> {
    let nominal = node.depth > 0 && u32::from(entry.depth) <= MAX_DEPTH;
    let deep_enough =
        entry.depth == node.table_depth() || (deeper && nominal && u32::from(entry.depth) > node.depth);
    if !deep_enough || node.ply == 0 {
        return None;
    }
    let own = value_from_root(entry.value, node.ply);
    let (alpha, beta) = node.own_window(node.side);
    let settled = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => own >= beta,
        Bound::Upper => own <= alpha,
    };
    settled.then(|| node.side.view(own))
}

/// What is to be remembered of a node that was searched: its value from the root player's view, and the slot of the
/// best move.
#[inline]
pub(super) fn entry(node: &Node, value: i32, slot: Option<usize>) -> Entry {
    let bound = if value <= node.alpha {
        Bound::Upper
    } else if value >= node.beta {
        Bound::Lower
    } else {
        Bound::Exact
    };
    let bound = match (node.side, bound) {
        (Side::Min, Bound::Upper) => Bound::Lower,
        (Side::Min, Bound::Lower) => Bound::Upper,
        (_, bound) => bound,
    };
    Entry { value: value_from_here(node.side.view(value), node.ply), bound, depth: node.table_depth(), slot }
}

/// An entry that answers no question, and only says which move to try first.
#[inline]
pub(super) fn move_alone(slot: Option<usize>) -> Entry {
    Entry { value: 0, bound: Bound::Lower, depth: 0, slot }
}

/// Finished games are worth more the nearer they are; the table counts from the position, the search from the root.
#[inline]
pub(super) fn value_from_here(value: i32, ply: usize) -> i32 {
    match value {
        value if value > FINISHED => value + ply as i32,
        value if value < -FINISHED => value - ply as i32,
        value => value,
    }
}

/// The opposite of [`value_from_here`].
#[inline]
pub(super) fn value_from_root(value: i32, ply: usize) -> i32 {
    match value {
        value if value > FINISHED => value - ply as i32,
        value if value < -FINISHED => value + ply as i32,
        value => value,
    }
}
