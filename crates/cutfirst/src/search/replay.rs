//! How small a tree could be: bounds that orders are measured against.
//!
//! The *replay bound*: search in generation order, remember the best or cutting move of every node by
//! its path, and search again with that move first. With that move last instead, it shows what a bad
//! order costs. The *minimal tree* is the cheapest proof of the root's value, found by looking at the whole
//! tree, so for small depths only.

use std::collections::HashMap;

use crate::evaluation::Evaluation;
use crate::game::Game;
use crate::search::alpha_beta::{LOWEST, Node};
use crate::search::picker::Picker;
use crate::search::turns::{Side, Turns};
use crate::search::worker::Worker;
use crate::zobrist;

/// Node counts of one position searched three times by fixed-depth alpha-beta without a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Replay {
    /// The value, the same each time.
    pub score: i32,
    /// In generation order.
    pub generated: u64,
    /// With the remembered moves first: the replay bound.
    pub best_first: u64,
    /// With the remembered moves last.
    pub worst_first: u64,
}

/// What is done with the move remembered for a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Memory {
    Write,
    First,
    Last,
}

/// Searches the worker's position three times. `None` if a limit struck.
pub(crate) fn replay<G: Game, E: Evaluation<G>, T: Turns<G>>(
    worker: &mut Worker<'_, G, E>,
    depth: u32,
) -> Option<Replay> {
    let mut memory = HashMap::new();
    let root = Node::root(depth, LOWEST, -LOWEST);
    let mut score = 0;
    let [generated, best_first, worst_first] = [Memory::Write, Memory::First, Memory::Last].map(|mode| {
        let before = worker.counts.total;
        score = visit::<G, E, T>(worker, root, 0, &mut memory, mode);
        worker.counts.total - before
    });
    (!worker.stopped).then_some(Replay { score, generated, best_first, worst_first })
}

fn visit<G: Game, E: Evaluation<G>, T: Turns<G>>(
    worker: &mut Worker<'_, G, E>,
    node: Node,
    path: u64,
    memory: &mut HashMap<u64, usize>,
    mode: Memory,
) -> i32 {
    if worker.enter() {
        return 0;
    }
    if node.depth == 0 {
        worker.counts.evaluations += 1;
        return worker.leaf_value(node.ply);
    }
    let picker = Picker::new::<G, E, T>(worker, &node, None, true);
    let (count, side) = (picker.count(), picker.side);
    if count == 0 {
        return worker.finished_value(node.ply);
    }
    let (mut alpha, beta) = node.own_window(side);
    let remembered = memory.get(&path).copied().filter(|_| mode != Memory::Write);
    let (mut best, mut best_index) = (LOWEST, 0);
    for place in 0..count {
        let index = match (mode, remembered) {
            (Memory::First, Some(first)) if place == 0 => first,
            (Memory::First, Some(first)) if place <= first => place - 1,
            (Memory::Last, Some(last)) if place + 1 == count => last,
            (Memory::Last, Some(last)) if place >= last => place + 1,
            _ => place,
        };
        let (mv, owner) = picker.at::<G, E, T>(worker, index);
        let below = zobrist::mix(path ^ (index as u64 + 1));
        let value = worker.after_move::<T, _>(mv, owner, side, |worker, child| {
            visit::<G, E, T>(worker, node.child(side, child, alpha, beta), below, memory, mode)
        });
        let value = side.view(value);
        if worker.stopped {
            break;
        }
        if value > best {
            (best, best_index) = (value, index);
            alpha = alpha.max(value);
        }
        if alpha >= beta {
            break;
        }
    }
    picker.end(worker);
    if side != node.side {
        T::restore(&mut worker.game, worker.root, node.side);
    }
    if mode == Memory::Write {
        memory.insert(path, best_index);
    }
    side.view(best)
}

/// What it takes to prove something about a node, in nodes; `None` if it is not true.
#[derive(Clone, Copy)]
struct Proofs {
    value: i32,
    at_least: Option<u64>,
    at_most: Option<u64>,
    /// Both.
    exact: Option<u64>,
}

/// The fewest nodes that prove that the worker's position has this `value`.
pub(crate) fn minimal_tree<G: Game, E: Evaluation<G>, T: Turns<G>>(
    worker: &mut Worker<'_, G, E>,
    depth: u32,
    value: i32,
) -> Option<u64> {
    let proofs = prove::<G, E, T>(worker, Node::root(depth, LOWEST, -LOWEST), value);
    proofs.exact.filter(|_| !worker.stopped)
}

fn prove<G: Game, E: Evaluation<G>, T: Turns<G>>(
    worker: &mut Worker<'_, G, E>,
    node: Node,
    goal: i32,
) -> Proofs {
    let alone = |value: i32| Proofs {
        value,
        at_least: (value >= goal).then_some(1),
        at_most: (value <= goal).then_some(1),
        exact: (value == goal).then_some(1),
    };
    if worker.enter() {
        return alone(0);
    }
    if node.depth == 0 {
        worker.counts.evaluations += 1;
        return alone(worker.leaf_value(node.ply));
    }
    let picker = Picker::new::<G, E, T>(worker, &node, None, true);
    let (count, side) = (picker.count(), picker.side);
    if count == 0 {
        return alone(worker.finished_value(node.ply));
    }
    // From the view of the side that chooses: one child shows that the node is good enough, all of them that
    // it is no better.
    let (mut best, mut good, mut saved_by_exact) = (LOWEST, None, None);
    let mut no_better = Some(1u64);
    for index in 0..count {
        let (mv, owner) = picker.at::<G, E, T>(worker, index);
        let proofs = worker.after_move::<T, _>(mv, owner, side, |worker, child| {
            prove::<G, E, T>(worker, node.child(side, child, LOWEST, -LOWEST), goal)
        });
        if worker.stopped {
            break;
        }
        best = best.max(side.view(proofs.value));
        let (for_mover, against) = match side {
            Side::Max => (proofs.at_least, proofs.at_most),
            Side::Min => (proofs.at_most, proofs.at_least),
        };
        good = least(good, for_mover.map(|cost| cost + 1));
        no_better = no_better.zip(against).map(|(sum, cost)| sum + cost);
        // What more it takes if this child's value is proven exactly and all others to be no better.
        let extra = proofs.exact.zip(against).map(|(exact, against)| exact - against);
        saved_by_exact = least(saved_by_exact, extra);
    }
    picker.end(worker);
    if side != node.side {
        T::restore(&mut worker.game, worker.root, node.side);
    }
    let (at_least, at_most) = match side {
        Side::Max => (good, no_better),
        Side::Min => (no_better, good),
    };
    let exact = no_better.zip(saved_by_exact).map(|(sum, extra)| sum + extra);
    Proofs { value: side.view(best), at_least, at_most, exact }
}

fn least(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
