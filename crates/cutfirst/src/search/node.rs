//! The moves of one node: generated, ordered, and learned from when one cuts.

use crate::evaluation::Evaluation;
use crate::game::{Game, Player};
use crate::ordering::{Children, Node, Sequence, Side, UNKNOWN};
use crate::search::table_use::count_from_root;
use crate::search::task::Task;
use crate::search::turns::Turns;
use crate::search::worker::Worker;
use crate::table::Entry;

/// The moves of the node that is being searched, as places in the worker's buffers.
#[derive(Clone, Copy)]
pub(super) struct Expanded {
    pub(super) side: Side,
    pub(super) mover: Player,
    pub(super) moves: usize,
    pub(super) owners: usize,
    pub(super) count: usize,
}

impl Expanded {
    /// Where the moves are.
    #[inline]
    pub(super) fn range(&self) -> std::ops::Range<usize> {
        self.moves..self.moves + self.count
    }

    /// Gives the buffers back.
    #[inline]
    pub(super) fn release<G: Game, E: Evaluation<G>>(&self, worker: &mut Worker<'_, G, E>) {
        worker.moves.truncate(self.moves);
        worker.owners.truncate(self.owners);
    }
}

#[inline]
pub(super) fn expand<G: Game, E: Evaluation<G>, T: Turns<G>>(
    worker: &mut Worker<'_, G, E>,
    task: &Task,
) -> Option<Expanded> {
    let (moves, owners) = (worker.moves.len(), worker.owners.len());
    let side = T::expand(&mut worker.game, worker.root, task.side, &mut worker.moves, &mut worker.owners);
    let count = worker.moves.len() - moves;
    worker.check_outcome(count > 0);
    (count > 0).then(|| Expanded { side, mover: worker.game.to_move(), moves, owners, count })
}

/// Works out the order of a node's moves.
#[inline]
pub(super) fn rank_moves<G: Game, E: Evaluation<G>, T: Turns<G>>(
    worker: &mut Worker<'_, G, E>,
    task: &Task,
    node: &Expanded,
    table_slot: Option<usize>,
) -> Sequence {
    let moves = &worker.moves[node.moves..];
    if let Some(sequence) = worker.orderer.begin_simple(&worker.game, moves, node.side, task.ply) {
        return sequence;
    }
    rank_by_stack::<G, E, T>(worker, task, node, table_slot)
}

/// [`rank_moves`] for stacks that want to know more of a node.
fn rank_by_stack<G: Game, E: Evaluation<G>, T: Turns<G>>(
    worker: &mut Worker<'_, G, E>,
    task: &Task,
    node: &Expanded,
    table_slot: Option<usize>,
) -> Sequence {
    let mut children = Children::default();
    if worker.orderer.asks_about_children() {
        children = std::mem::take(&mut worker.children);
        look_at_children::<G, E, T>(worker, task, node, &mut children);
    }
    let view = Node {
        game: &worker.game,
        moves: &worker.moves[node.moves..],
        owners: &worker.owners[node.owners..],
        mover: node.mover,
        side: node.side,
        ply: task.ply,
        depth: task.depth,
        table_slot,
        path: &worker.path[..=task.ply],
        earlier: &[],
    };
    let sequence = worker.orderer.begin(&view, &children);
    if worker.orderer.asks_about_children() {
        worker.children = children;
    }
    sequence
}

/// Makes every move to find out what the order wants to know of the children: evaluations, or what the
/// table holds.
fn look_at_children<G: Game, E: Evaluation<G>, T: Turns<G>>(
    worker: &mut Worker<'_, G, E>,
    task: &Task,
    node: &Expanded,
    children: &mut Children,
) {
    children.values.clear();
    children.known.clear();
    let evaluate = worker.orderer.wants_evaluation(task.ply);
    let table = worker.table.filter(|_| worker.orderer.wants_known(task.ply, task.depth));
    if !evaluate && table.is_none() {
        return;
    }
    for index in 0..node.count {
        let (mv, owner) = move_at(worker, node, index);
        T::before(&mut worker.game, owner);
        let undo = worker.make(mv);
        let (child, saved) = T::after(&mut worker.game, worker.root, node.side);
        if evaluate {
            children.values.push(node.side.view(worker.leaf_value(task.ply + 1)));
        }
        if let Some(table) = table {
            let entry = table.probe(T::key(&worker.game, worker.root, child));
            let value = |entry: Entry| node.side.view(child.view(count_from_root(entry.value, task.ply + 1)));
            children.known.push(entry.map_or(UNKNOWN, value));
        }
        T::before_unmake(&mut worker.game, saved);
        worker.unmake(mv, undo);
        T::restore(&mut worker.game, worker.root, node.side);
    }
}

#[inline]
pub(super) fn move_at<G: Game, E: Evaluation<G>>(
    worker: &Worker<'_, G, E>,
    node: &Expanded,
    index: usize,
) -> (G::Move, Player) {
    let owner = worker.owners.get(node.owners + index).copied().unwrap_or(node.mover);
    (worker.moves[node.moves + index], owner)
}

/// The move at `index` has cut; what `worker.earlier` holds from `earlier` on failed to before it.
#[inline]
pub(super) fn learn_cut<G: Game, E: Evaluation<G>>(
    worker: &mut Worker<'_, G, E>,
    task: &Task,
    node: &Expanded,
    index: usize,
    earlier: usize,
) {
    let mv = worker.moves[node.moves + index];
    // Who watches is told what has changed, which the short way does not tell.
    let first = worker.earlier.len() == earlier;
    if worker.observer.is_none()
        && worker.orderer.learn_simple_cut(&worker.game, mv, node.side, task.ply, task.depth, first)
    {
        return;
    }
    let view = Node {
        game: &worker.game,
        moves: &worker.moves[node.range()],
        owners: &worker.owners[node.owners..],
        mover: node.mover,
        side: node.side,
        ply: task.ply,
        depth: task.depth,
        table_slot: None,
        path: &worker.path[..=task.ply],
        earlier: &worker.earlier[earlier..],
    };
    if worker.observer.is_none() {
        worker.orderer.learn_cut(&view, index);
    } else {
        let cutter = view.moves[index];
        let before = worker.orderer.lists();
        worker.orderer.learn_cut(&view, index);
        worker.observe_lists(Some(cutter), &before);
    }
}
