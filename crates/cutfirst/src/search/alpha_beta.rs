//! Alpha-beta, fail-soft, over any kind of turns (Knuth & Moore 1975; Algorithm 1 of the History-ADS
//! paper with its slips mended: the list is queried before the loop is left).
//!
//! Values are from the root player's view throughout; a node looks at them through its own side's
//! eyes, so that nothing depends on the parity of the depth.

use crate::evaluation::Evaluation;
use crate::game::{Game, Player};
use crate::ordering::{Sequence, Side};
use crate::powers::Powers;
use crate::search::listed::{Tried, probe_listed};
use crate::search::node::{Expanded, expand, learn_cut, move_at, rank_moves};
use crate::search::observer::NodeKind;
#[cfg(feature = "threads")]
use crate::search::parallel::Sharing;
use crate::search::table_use::{answer, finish, known_refutation, remembered_leaf};
use crate::search::task::{LOWEST, Task};
use crate::search::turns::Turns;
use crate::search::worker::{FINISHED, Worker};
use crate::search::{null_move, pvs};

/// Best value, move and window of a node, from its own view.
pub(super) struct Progress<M> {
    pub(super) best: i32,
    alpha: i32,
    beta: i32,
    pub(super) best_move: Option<(M, Player)>,
}

impl<M> Progress<M> {
    /// Nothing is known of a node with this window, from its own view.
    pub(super) fn new((alpha, beta): (i32, i32)) -> Self {
        Self { best: LOWEST, alpha, beta, best_move: None }
    }

    pub(super) fn cut(&self) -> bool {
        self.alpha >= self.beta
    }
}

/// The value of the worker's position from the root player's view: exact inside the window, a
/// bound outside. Meaningless once the worker has stopped. `SCOUT` searches all moves but the first
/// with a null window first.
#[inline]
pub(crate) fn search<G: Game, E: Evaluation<G>, T: Turns<G>, const SCOUT: bool>(
    worker: &mut Worker<'_, G, E>,
    task: Task,
) -> i32 {
    if worker.observer.is_none() {
        return visit::<G, E, T, SCOUT>(worker, task);
    }
    let beyond = task.is_beyond(worker.techniques.quiescence);
    worker.observe_enter(task.ply, task.side, task.alpha, task.beta, beyond);
    let value = visit::<G, E, T, SCOUT>(worker, task);
    worker.observe_leave(value);
    value
}

fn visit<G: Game, E: Evaluation<G>, T: Turns<G>, const SCOUT: bool>(
    worker: &mut Worker<'_, G, E>,
    mut task: Task,
) -> i32 {
    // 1. Leaves. Only a root is searched with no depth; other leaves are met in the loop over moves.
    if task.depth == 0 && task.extra == 0 {
        return leaf::<G, E, T>(worker, task.ply, task.side, false);
    }

    // 2. Count the node, mind the limits.
    if worker.enter() {
        return 0;
    }
    let beyond = task.is_beyond(worker.techniques.quiescence);
    worker.counts.quiescence += u64::from(beyond);
    worker.lines[task.ply].clear();

    // 3. Ask the table.
    let mut table_slot = None;
    if let Some(table) = worker.table.filter(|_| task.is_worth_a_table())
        && let Some(entry) = table.probe(T::key(&worker.game, worker.root, task.side))
    {
        table_slot = entry.slot;
        if let Some(value) = answer(&entry, &task, worker.deeper_entries) {
            worker.counts.leaf += u64::from(!beyond);
            worker.note(NodeKind::Table, 0);
            return value;
        }
    }

    // 4. Selective: believe the evaluation, or a null move.
    let clip = clip(worker, &task);
    if let Some((low, high)) = clip {
        if low >= task.beta || high <= task.alpha {
            worker.note(NodeKind::Cut, 0);
            return if low >= task.beta { low } else { high };
        }
        task.alpha = task.alpha.max(low);
        task.beta = task.beta.min(high);
    }
    if worker.techniques.null_move.is_some()
        && let Some(value) = null_move::refutes::<G, E, T, SCOUT>(worker, &task)
    {
        worker.note(NodeKind::Cut, 0);
        return value;
    }
    if worker.stopped {
        return 0;
    }

    // 5. Above the leaves, listed moves are tried before any other is generated. Nothing below such
    //    a node can change the list, so the order is the same as if it had been fixed beforehand.
    let mut progress = None;
    let mut tried = Tried::default();
    if task.depth == 1
        && T::ALL_MOVES_IN_TURN
        && G::Powers::MOVES_IN_SLOT.is_some()
        && worker.probes_listed
        && table_slot.is_none()
    {
        progress = probe_listed::<G, E, T, SCOUT>(worker, &task, &mut tried);
        if worker.stopped {
            return 0;
        }
        if let Some(done) = progress.as_ref().filter(|progress| progress.cut()) {
            return finish::<G, E, T>(worker, &task, task.side, done, clip);
        }
    }

    // 6. Moves, or the end of the game.
    if worker.techniques.internal_deepening && table_slot.is_none() {
        table_slot = find_first::<G, E, T, SCOUT>(worker, &task);
        if worker.stopped {
            return 0;
        }
    }
    let Some(node) = expand::<G, E, T>(worker, &task) else {
        worker.counts.leaf += u64::from(!beyond);
        worker.note(NodeKind::Finished, 0);
        return worker.finished_value(task.ply);
    };
    if worker.techniques.enhanced_cutoffs
        && let Some(value) = known_refutation::<G, E, T>(worker, &task, &node)
    {
        node.release(worker);
        T::restore(&mut worker.game, worker.root, task.side);
        worker.note(NodeKind::Cut, node.count);
        return value;
    }

    // 7. Order them.
    let sequence = rank_moves::<G, E, T>(worker, &task, &node, table_slot);

    // 8. Search them.
    let (alpha, beta) = task.own_window(node.side);
    let mut progress = progress.unwrap_or(Progress::new((alpha, beta)));
    search_moves::<G, E, T, SCOUT>(worker, &task, &node, sequence, &tried, &mut progress);

    // 9. Clean up and remember.
    node.release(worker);
    if node.side != task.side {
        T::restore(&mut worker.game, worker.root, task.side);
    }
    if worker.stopped {
        return 0;
    }
    if !T::ALL_MOVES_IN_TURN
        && node.side == Side::Min
        && progress.best > alpha
        && let Some((_, owner)) = progress.best_move
    {
        worker.learn_threat(owner);
    }
    worker.note(if progress.cut() { NodeKind::Cut } else { NodeKind::Interior }, node.count);
    finish::<G, E, T>(worker, &task, node.side, &progress, clip)
}

/// A node at the nominal depth, or `beyond` it. Most nodes are such, so they are spared the full
/// search's overhead.
#[inline]
fn leaf<G: Game, E: Evaluation<G>, T: Turns<G>>(
    worker: &mut Worker<'_, G, E>,
    ply: usize,
    side: Side,
    beyond: bool,
) -> i32 {
    if worker.enter() {
        return 0;
    }
    if beyond {
        worker.counts.quiescence += 1;
    } else {
        worker.counts.leaf += 1;
    }
    if worker.techniques.cache_evaluations {
        return remembered_leaf::<G, E, T>(worker, ply, side);
    }
    worker.leaf_value(ply)
}

/// Between which values the node's true value probably lies, judged by its evaluation (equations 1 to
/// 3 of the Abalone paper), if windows are clipped here.
#[inline]
fn clip<G: Game, E: Evaluation<G>>(worker: &mut Worker<'_, G, E>, task: &Task) -> Option<(i32, i32)> {
    if task.ply == 0 || task.depth == 0 {
        return None;
    }
    let width = worker.techniques.clipping.as_ref()?.width(task.depth)?;
    let estimate = worker.leaf_value(task.ply);
    // A finished game is no estimate.
    (estimate.abs() < FINISHED).then_some((estimate - width, estimate + width))
}

/// The best move of a search two plies shallower, for a node of which the table knows none.
fn find_first<G: Game, E: Evaluation<G>, T: Turns<G>, const SCOUT: bool>(
    worker: &mut Worker<'_, G, E>,
    task: &Task,
) -> Option<usize> {
    const LEAST_DEPTH: u32 = 4;
    let table = worker.table.filter(|_| task.depth >= LEAST_DEPTH)?;
    let shallower = Task { depth: task.depth - 2, ..*task };
    visit::<G, E, T, SCOUT>(worker, shallower);
    table.probe(T::key(&worker.game, worker.root, task.side))?.slot
}

#[inline]
fn search_moves<G: Game, E: Evaluation<G>, T: Turns<G>, const SCOUT: bool>(
    worker: &mut Worker<'_, G, E>,
    task: &Task,
    node: &Expanded,
    mut sequence: Sequence,
    tried: &Tried<G::Move>,
    progress: &mut Progress<G::Move>,
) {
    #[cfg(feature = "threads")]
    let mut sharing = Sharing::new::<G, E, T>(worker, task);
    let mut searched = tried.count;
    let earlier = worker.earlier.len();
    for place in 0..node.count {
        #[cfg(feature = "threads")]
        let mut index = match &mut sharing {
            Some(sharing) => sharing.next(worker, node, &mut sequence),
            None => worker.orderer.next(&mut sequence, &worker.moves[node.range()]),
        };
        #[cfg(not(feature = "threads"))]
        let mut index = worker.orderer.next(&mut sequence, &worker.moves[node.range()]);
        if worker.ignore_order {
            index = place;
        }
        let (mv, owner) = move_at(worker, node, index);
        if tried.contains(mv) {
            worker.note_failure(index);
            continue;
        }
        if task.ply == 0 && worker.excluded.contains(&mv) {
            continue;
        }
        try_move::<G, E, T, SCOUT>(worker, task, node.side, mv, owner, progress, searched > 0);
        if worker.stopped {
            break;
        }
        if progress.cut() {
            worker.count_cut(searched);
            if worker.detail.is_some() {
                let supplier = worker.orderer.supplier(&sequence);
                worker.detail_cut(task.ply, node.side, searched, supplier);
            }
            learn_cut(worker, task, node, index, earlier);
            break;
        }
        worker.note_failure(index);
        searched += 1;
        if task.depth == 1
            && let Some(margin) = worker.techniques.sibling
            && progress.best.saturating_add(margin) <= progress.alpha
        {
            break;
        }
    }
    worker.earlier.truncate(earlier);
    worker.orderer.end(&sequence);
    #[cfg(feature = "threads")]
    if let Some(sharing) = sharing {
        sharing.end(worker);
    }
}

/// Searches one child and updates the node's progress.
#[inline]
pub(super) fn try_move<G: Game, E: Evaluation<G>, T: Turns<G>, const SCOUT: bool>(
    worker: &mut Worker<'_, G, E>,
    task: &Task,
    side: Side,
    mv: G::Move,
    owner: Player,
    progress: &mut Progress<G::Move>,
    later: bool,
) {
    T::before(&mut worker.game, owner);
    let extra = if task.depth <= 1 { extension(worker, task, mv) } else { 0 };
    if task.depth > 1 || extra > 0 {
        worker.note_move(task.ply, mv);
    }
    if worker.observer.is_some() {
        worker.observe_descend(mv, owner);
    }
    let undo = worker.make(mv);
    let (child, saved) = T::after(&mut worker.game, worker.root, side);
    let (alpha, beta) = (progress.alpha, progress.beta);
    let goes_on = task.depth > 1 || extra > 0;
    let value = if goes_on {
        let mut look = |low: i32, high: i32| {
            let task = Task { extra, ..task.child(side, child, low, high) };
            side.view(search::<G, E, T, SCOUT>(worker, task))
        };
        if SCOUT && later { pvs::scout(alpha, beta, &mut look) } else { look(alpha, beta) }
    } else {
        let value = leaf::<G, E, T>(worker, task.ply + 1, child, task.depth == 0);
        if worker.observer.is_some() {
            let low_high = task.child(side, child, alpha, beta);
            worker.observe_leaf(&low_high, value, task.depth == 0);
        }
        side.view(value)
    };
    T::before_unmake(&mut worker.game, saved);
    worker.unmake(mv, undo);
    T::restore(&mut worker.game, worker.root, side);
    if worker.stopped {
        return;
    }
    if value > progress.best {
        progress.best = value;
        progress.best_move = Some((mv, owner));
        if value > alpha {
            progress.alpha = value;
            worker.update_line(task.ply, mv, goes_on);
        }
    }
}

/// How many plies quiescence may go beyond a child at the nominal depth or deeper: none unless the move
/// to it captures.
#[inline]
fn extension<G: Game, E: Evaluation<G>>(worker: &Worker<'_, G, E>, task: &Task, mv: G::Move) -> u8 {
    let left = if task.depth == 1 { worker.techniques.quiescence } else { task.extra.saturating_sub(1) };
    match G::Powers::IS_CAPTURE {
        Some(is_capture) if left > 0 && is_capture(&worker.game, mv) => left,
        _ => 0,
    }
}
