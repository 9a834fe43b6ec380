//! What the searches ask the transposition table and tell it.

use crate::evaluation::Evaluation;
use crate::game::Game;
use crate::ordering::Side;
use crate::search::alpha_beta::Progress;
use crate::search::node::{Expanded, move_at};
use crate::search::task::{LOWEST, Task};
use crate::search::turns::Turns;
use crate::search::worker::{FINISHED, MAX_DEPTH, Worker};
use crate::table::{Bound, Entry};

/// The value that the table's entry allows to return at once, from the root player's view.
#[inline]
pub(super) fn answer(entry: &Entry, task: &Task, deeper: bool) -> Option<i32> {
    let nominal = task.depth > 0 && u32::from(entry.depth) <= MAX_DEPTH;
    let deep_enough =
        entry.depth == task.table_depth() || (deeper && nominal && u32::from(entry.depth) > task.depth);
    if !deep_enough || task.ply == 0 {
        return None;
    }
    let own = count_from_root(entry.value, task.ply);
    let (alpha, beta) = task.own_window(task.side);
    let settled = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => own >= beta,
        Bound::Upper => own <= alpha,
    };
    settled.then(|| task.side.view(own))
}

/// A leaf's value from the table, or evaluated and put there.
pub(super) fn remembered_leaf<G: Game, E: Evaluation<G>, T: Turns<G>>(
    worker: &mut Worker<'_, G, E>,
    ply: usize,
    side: Side,
) -> i32 {
    let Some(table) = worker.table else { return worker.leaf_value(ply) };
    let key = T::key(&worker.game, worker.root, side);
    if let Some(entry) = table.probe(key).filter(|entry| entry.depth == 0 && entry.bound == Bound::Exact) {
        return side.view(count_from_root(entry.value, ply));
    }
    let value = worker.leaf_value(ply);
    let entry =
        Entry { value: count_from_here(side.view(value), ply), bound: Bound::Exact, depth: 0, slot: None };
    table.store(key, entry);
    value
}

/// Whether the table knows a child that cuts this node off: the value, from the root player's view.
pub(super) fn known_refutation<G: Game, E: Evaluation<G>, T: Turns<G>>(
    worker: &mut Worker<'_, G, E>,
    task: &Task,
    node: &Expanded,
) -> Option<i32> {
    const LEAST_DEPTH: u32 = 2;
    let table = worker.table.filter(|_| task.depth >= LEAST_DEPTH && task.ply > 0)?;
    let (_, beta) = task.own_window(node.side);
    for index in 0..node.count {
        let (mv, owner) = move_at(worker, node, index);
        T::before(&mut worker.game, owner);
        let undo = worker.make(mv);
        let (side, saved) = T::after(&mut worker.game, worker.root, node.side);
        let child = task.child(node.side, side, LOWEST, -LOWEST);
        let entry = table.probe(T::key(&worker.game, worker.root, side));
        T::before_unmake(&mut worker.game, saved);
        worker.unmake(mv, undo);
        T::restore(&mut worker.game, worker.root, node.side);
        let Some(entry) = entry.filter(|entry| entry.depth == child.table_depth()) else { continue };
        let value = node.side.view(side.view(count_from_root(entry.value, child.ply)));
        // The child's bound from its own side; what is at most so much for one side is at least so much for
        // the other.
        let at_least = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => side == node.side,
            Bound::Upper => side != node.side,
        };
        if at_least && value >= beta {
            return Some(node.side.view(value));
        }
    }
    None
}

/// Stores a finished node in the table and gives its value from the root player's view.
pub(super) fn finish<G: Game, E: Evaluation<G>, T: Turns<G>>(
    worker: &mut Worker<'_, G, E>,
    task: &Task,
    side: Side,
    progress: &Progress<G::Move>,
    clip: Option<(i32, i32)>,
) -> i32 {
    let mut value = side.view(progress.best);
    if let Some((low, high)) = clip
        && value.abs() < FINISHED
    {
        value = value.clamp(low, high);
    }
    let whole = task.ply > 0 || worker.excluded.is_empty();
    if let Some(table) = worker.table.filter(|_| whole && task.is_worth_a_table()) {
        let bound = if value <= task.alpha {
            Bound::Upper
        } else if value >= task.beta {
            Bound::Lower
        } else {
            Bound::Exact
        };
        let bound = match (task.side, bound) {
            (Side::Min, Bound::Upper) => Bound::Lower,
            (Side::Min, Bound::Lower) => Bound::Upper,
            (_, bound) => bound,
        };
        let entry = Entry {
            value: count_from_here(task.side.view(value), task.ply),
            bound,
            depth: task.table_depth(),
            slot: progress.best_move.map(|(mv, _)| worker.game.slot(mv)),
        };
        table.store(T::key(&worker.game, worker.root, task.side), entry);
    }
    value
}

/// Finished games are worth more the nearer they are; the table counts from the position, the
/// search from the root.
#[inline]
fn count_from_here(value: i32, ply: usize) -> i32 {
    match value {
        value if value > FINISHED => value + ply as i32,
        value if value < -FINISHED => value - ply as i32,
        value => value,
    }
}

#[inline]
pub(super) fn count_from_root(value: i32, ply: usize) -> i32 {
    match value {
        value if value > FINISHED => value - ply as i32,
        value if value < -FINISHED => value + ply as i32,
        value => value,
    }
}
