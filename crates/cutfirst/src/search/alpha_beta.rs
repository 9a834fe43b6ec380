//! Alpha-beta, fail-soft, over any kind of turns (Knuth & Moore 1975; Algorithm 1 of the History-ADS
//! paper with its slips mended: the list is queried before the loop is left).
//!
//! Values are from the root player's view throughout; a node looks at them through its own side's
//! eyes, so that nothing depends on the parity of the depth.

use crate::evaluation::Evaluation;
use crate::game::{Game, Player};
use crate::ordering::{Children, Node, Sequence, Side, UNKNOWN};
use crate::powers::Powers;
use crate::search::observer::NodeKind;
#[cfg(feature = "threads")]
use crate::search::parallel::Sharing;
use crate::search::turns::Turns;
use crate::search::worker::{FINISHED, MAX_DEPTH, Worker};
use crate::search::{null_move, pvs};
use crate::table::{Bound, Entry};

/// Below every value.
pub(crate) const LOWEST: i32 = -i32::MAX;

/// How many listed moves are tried at a node above the leaves before its moves are generated.
const PROBES: usize = 2;

/// A node: where it is and what is asked of it.
#[derive(Clone, Copy)]
pub(crate) struct Task {
    pub(crate) ply: usize,
    pub(crate) depth: u32,
    /// At the nominal depth or beyond, after a capture: how many plies quiescence may still go.
    pub(crate) extra: u8,
    /// Whether a null move may be tried here: not right after one, nor while one is verified.
    pub(crate) null_here: bool,
    /// Whether null moves are believed without verification, because they are part of one.
    pub(crate) verifying: bool,
    pub(crate) side: Side,
    /// The window, from the root player's view.
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Task {
    /// The root of a search of `depth` plies.
    pub(crate) fn root(depth: u32, alpha: i32, beta: i32) -> Self {
        Self { ply: 0, depth, extra: 0, null_here: true, verifying: false, side: Side::Max, alpha, beta }
    }

    /// Whether the node lies beyond the nominal depth.
    #[inline]
    fn is_beyond(&self, quiescence: u8) -> bool {
        self.depth == 0 && self.extra < quiescence
    }

    /// The depth as the table knows it: quiescence has depths of its own, so that a position after a
    /// capture is not taken for a leaf.
    #[inline]
    fn table_depth(&self) -> u8 {
        if self.depth > 0 { self.depth as u8 } else { MAX_DEPTH as u8 + self.extra }
    }

    /// Whether the table is asked and told: a node above the leaves is searched faster than it is looked up, and
    /// would push out what took longer to find. The root's own move is always wanted.
    #[inline]
    fn is_worth_a_table(&self) -> bool {
        self.depth != 1 || self.ply == 0
    }

    /// The window from the node's own view.
    #[inline]
    pub(super) fn own_window(&self, side: Side) -> (i32, i32) {
        match side {
            Side::Max => (self.alpha, self.beta),
            Side::Min => (-self.beta, -self.alpha),
        }
    }

    /// A child's task with a window given from this node's view.
    #[inline]
    pub(super) fn child(&self, side: Side, child: Side, low: i32, high: i32) -> Self {
        let (alpha, beta) = match side {
            Side::Max => (low, high),
            Side::Min => (-high, -low),
        };
        Self {
            ply: self.ply + 1,
            depth: self.depth.saturating_sub(1),
            extra: self.extra.saturating_sub(1),
            null_here: true,
            verifying: self.verifying,
            side: child,
            alpha,
            beta,
        }
    }
}

/// Moves that were searched before the others were generated.
struct Tried<M> {
    moves: [Option<M>; PROBES],
    count: usize,
}

impl<M: Copy + Eq> Tried<M> {
    #[inline]
    fn contains(&self, mv: M) -> bool {
        self.count > 0 && self.moves.contains(&Some(mv))
    }
}

/// The moves of the node that is being searched, as places in the worker's buffers.
#[derive(Clone, Copy)]
pub(super) struct Expanded {
    pub(super) side: Side,
    mover: Player,
    moves: usize,
    owners: usize,
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

/// Best value, move and window of a node, from its own view.
struct Progress<M> {
    best: i32,
    alpha: i32,
    beta: i32,
    best_move: Option<(M, Player)>,
}

impl<M> Progress<M> {
    fn cut(&self) -> bool {
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
    let mut tried = Tried { moves: [None; PROBES], count: 0 };
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
    let mut progress = progress.unwrap_or(Progress { best: LOWEST, alpha, beta, best_move: None });
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

/// A leaf's value from the table, or evaluated and put there.
fn remembered_leaf<G: Game, E: Evaluation<G>, T: Turns<G>>(
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

/// Whether the table knows a child that cuts this node off: the value, from the root player's view.
fn known_refutation<G: Game, E: Evaluation<G>, T: Turns<G>>(
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
fn finish<G: Game, E: Evaluation<G>, T: Turns<G>>(
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

/// The value that the table's entry allows to return at once, from the root player's view.
#[inline]
fn answer(entry: &Entry, task: &Task, deeper: bool) -> Option<i32> {
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
fn count_from_root(value: i32, ply: usize) -> i32 {
    match value {
        value if value > FINISHED => value - ply as i32,
        value if value < -FINISHED => value + ply as i32,
        value => value,
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
fn try_move<G: Game, E: Evaluation<G>, T: Turns<G>, const SCOUT: bool>(
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

/// Tries the leading killers or the first moves of the leading list without generating the others. `None` if
/// there are none or none of them is legal; the moves searched are left in `tried`.
fn probe_listed<G: Game, E: Evaluation<G>, T: Turns<G>, const SCOUT: bool>(
    worker: &mut Worker<'_, G, E>,
    task: &Task,
    tried: &mut Tried<G::Move>,
) -> Option<Progress<G::Move>> {
    let moves_in_slot = G::Powers::MOVES_IN_SLOT?;
    let start = worker.moves.len();
    let mut found = 0;
    for &killer in worker.orderer.leading_killers(task.ply).iter().take(PROBES) {
        moves_in_slot(&worker.game, worker.game.slot(killer), &mut worker.moves);
        let is_legal = worker.moves[start + found..].contains(&killer);
        worker.moves.truncate(start + found);
        if is_legal {
            worker.moves.push(killer);
            found += 1;
        }
    }
    let mut slots = [0; PROBES];
    let listed = worker.orderer.leading_slots(task.side, &worker.path[..=task.ply], &mut slots);
    for &slot in &slots[..listed] {
        moves_in_slot(&worker.game, slot, &mut worker.moves);
        // Several moves in one slot are told apart by the rest of the stack: leave that to the full order.
        if worker.moves.len() > start + found + 1 {
            worker.moves.truncate(start + found);
            break;
        }
        found = worker.moves.len() - start;
    }
    if found == 0 {
        return None;
    }
    let (alpha, beta) = task.own_window(task.side);
    let mut progress = Progress { best: LOWEST, alpha, beta, best_move: None };
    let mover = worker.game.to_move();
    let node = Expanded { side: task.side, mover, moves: start, owners: worker.owners.len(), count: found };
    let earlier = worker.earlier.len();
    for index in 0..found {
        let mv = worker.moves[start + index];
        try_move::<G, E, T, SCOUT>(worker, task, task.side, mv, mover, &mut progress, index > 0);
        if worker.stopped {
            break;
        }
        tried.moves[index] = Some(mv);
        tried.count += 1;
        if progress.cut() {
            worker.count_cut(index);
            if worker.detail.is_some() {
                worker.detail_cut(task.ply, task.side, index, worker.orderer.lead());
            }
            learn_cut(worker, task, &node, index, earlier);
            break;
        }
        worker.note_failure(index);
    }
    worker.earlier.truncate(earlier);
    worker.moves.truncate(start);
    Some(progress)
}
