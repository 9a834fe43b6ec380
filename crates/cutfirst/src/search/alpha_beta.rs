//! Alpha-beta, fail-soft, over any kind of turns (Knuth & Moore 1975; Algorithm 1 of the History-ADS
//! paper with its slips mended: the list is queried before the loop is left).
//!
//! Values are from the root player's view throughout; a node looks at them through its own side's
//! eyes, so that nothing depends on the parity of the depth.
//!
//! The recursion is compiled twice. `FULL` has everything that can be switched on: techniques, an observer, checks of
//! the game. Without it these cost nothing, and nodes right above the leaves have a [loop of their own](frontier). Both
//! search the same tree. Which one it is, is decided once per search ([`Worker::needs_full_search`]).

use crate::evaluation::Evaluation;
use crate::game::{Game, Player};
use crate::powers::Powers;
use crate::search::null_move;
use crate::search::observer::NodeKind;
#[cfg(feature = "threads")]
use crate::search::parallel::Sharing;
use crate::search::picker::Picker;
use crate::search::repetition::NOTHING;
use crate::search::table::{answer, entry, move_alone, value_from_here, value_from_root};
use crate::search::turns::{Side, Turns};
use crate::search::worker::{FINISHED, MAX_DEPTH, WIN, Worker};
use crate::table::{Bound, Entry};
use crate::zobrist::mix;

/// Enhanced transposition cut-offs are tried with at least so many plies left.
const LEAST_ENHANCED: u32 = 4;

/// Below every value.
pub(crate) const LOWEST: i32 = -i32::MAX;

/// A node: where it is and what is asked of it.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    /// Distance from the root.
    pub(crate) ply: usize,
    /// Plies left to search.
    pub(crate) depth: u32,
    pub(crate) side: Side,
    /// The window, from the root player's view.
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    /// At the nominal depth or beyond, after a capture: how many plies quiescence may still go.
    pub(crate) quiescence: u8,
    /// Whether a null move may be tried here: not right after one, nor while one is verified.
    pub(crate) null_here: bool,
    /// Whether null moves are believed without verification, because they are part of one.
    pub(crate) verifying: bool,
    /// Whether no move is expected to cut: the window is a null window, in which the parent is expected to cut.
    pub(crate) expects_no_cut: bool,
}

impl Node {
    /// The root of a search of `depth` plies.
    pub(crate) fn root(depth: u32, alpha: i32, beta: i32) -> Self {
        Self {
            ply: 0,
            depth,
            side: Side::Max,
            alpha,
            beta,
            quiescence: 0,
            null_here: true,
            verifying: false,
            expects_no_cut: false,
        }
    }

    /// Whether the node lies beyond the nominal depth.
    #[inline]
    fn is_beyond(&self, quiescence: u8) -> bool {
        self.depth == 0 && self.quiescence < quiescence
    }

    /// The depth as the table knows it: quiescence has depths of its own, so that a position after a
    /// capture is not taken for a leaf.
    #[inline]
    pub(super) fn table_depth(&self) -> u8 {
        if self.depth > 0 { self.depth as u8 } else { MAX_DEPTH as u8 + self.quiescence }
    }

    /// Whether the table is asked and told: a node above the leaves is searched faster than it is looked up, and
    /// would push out what took longer to find. The root's own move is always wanted.
    #[inline]
    fn is_worth_a_table(&self) -> bool {
        self.depth != 1 || self.ply == 0
    }

    /// A second key of a position with many plies left, one for each depth. An entry answers only for its own depth, and
    /// the table keeps one a position: where few pieces walk about, each position is met with dozens of depths, which would
    /// push each other out, and the search would take exponential time for a few thousand positions.
    #[inline]
    fn deep_key(&self, key: u64) -> Option<u64> {
        /// Below, a second search is soon done.
        const DEEP: u32 = 8;
        (self.depth >= DEEP && self.ply > 0).then(|| key ^ mix(u64::from(self.depth)))
    }

    /// The window from the view of `side`.
    #[inline]
    pub(super) fn own_window(&self, side: Side) -> (i32, i32) {
        match side {
            Side::Max => (self.alpha, self.beta),
            Side::Min => (-self.beta, -self.alpha),
        }
    }

    /// A child with a window given from this node's view, where `side` chooses.
    #[inline]
    pub(super) fn child(&self, side: Side, child: Side, low: i32, high: i32) -> Self {
        let (alpha, beta) = match side {
            Side::Max => (low, high),
            Side::Min => (-high, -low),
        };
        Self {
            ply: self.ply + 1,
            depth: self.depth.saturating_sub(1),
            side: child,
            alpha,
            beta,
            quiescence: self.quiescence.saturating_sub(1),
            null_here: true,
            verifying: self.verifying,
            expects_no_cut: low + 1 >= high && self.alpha + 1 >= self.beta && !self.expects_no_cut,
        }
    }
}

/// The best that was found at a node, from its own view.
struct Best<M> {
    value: i32,
    mv: Option<(M, Player)>,
}

/// The value of the worker's position from the root player's view: exact inside the window, a
/// bound outside. Meaningless once the worker has stopped.
#[inline]
pub(crate) fn search<G: Game, E: Evaluation<G>, T: Turns<G>, const FULL: bool>(
    worker: &mut Worker<'_, G, E>,
    node: Node,
) -> i32 {
    if !FULL && node.depth == 1 && node.ply > 0 {
        return frontier::<G, E, T>(worker, &node);
    }
    if !FULL || worker.observer.is_none() {
        return visit::<G, E, T, FULL>(worker, node);
    }
    let beyond = node.is_beyond(worker.settings.techniques.quiescence);
    worker.observe_enter(&node, beyond);
    let value = visit::<G, E, T, FULL>(worker, node);
    worker.observe_leave(value);
    value
}

fn visit<G: Game, E: Evaluation<G>, T: Turns<G>, const FULL: bool>(
    worker: &mut Worker<'_, G, E>,
    mut node: Node,
) -> i32 {
    let settings = worker.settings;
    let techniques = &settings.techniques;

    // 1. Count the node, mind the limits and what is known without a look at it. Leaves are met in the loop over moves.
    if worker.enter() {
        return 0;
    }
    let beyond = FULL && node.is_beyond(techniques.quiescence);
    worker.counts.quiescence += u64::from(beyond);
    let open = node.alpha + 1 < node.beta;
    if open {
        worker.lines[node.ply].clear();
    }
    if let Some(value) = worker.repeated(node.ply) {
        worker.counts.leaf += u64::from(!beyond);
        worker.note::<FULL>(NodeKind::Finished, 0);
        return value;
    }
    if let Some(value) = too_late(worker, &node) {
        worker.counts.leaf += u64::from(!beyond);
        worker.note::<FULL>(NodeKind::Cut, 0);
        return value;
    }

    // 2. Ask the table.
    let table = worker.table.filter(|_| node.is_worth_a_table());
    let key = table.map_or(0, |_| T::key(&worker.game, worker.root, node.side));
    let mut table_slot = None;
    let keys = [Some(key), node.deep_key(key)];
    for known in keys.into_iter().flatten().filter_map(|key| table?.probe(key)) {
        table_slot = table_slot.or(known.slot);
        if let Some(value) = answer(&known, &node, settings.deeper_entries) {
            worker.counts.leaf += u64::from(!beyond);
            worker.note::<FULL>(NodeKind::Table, 0);
            return value;
        }
    }

    // 3. Selective: believe the evaluation, or a null move. Exact: find a move for the table to start with.
    let mut clip = None;
    if FULL {
        clip = clipped(worker, &node);
        if let Some((low, high)) = clip {
            if low >= node.beta || high <= node.alpha || low >= high {
                worker.note::<FULL>(NodeKind::Cut, 0);
                return if low >= node.beta { low } else { high };
            }
            node.alpha = node.alpha.max(low);
            node.beta = node.beta.min(high);
        }
        if techniques.null_move.is_some()
            && let Some(value) = null_move::refutes::<G, E, T>(worker, &node)
        {
            worker.note::<FULL>(NodeKind::Cut, 0);
            return value;
        }
        if techniques.internal_deepening && table_slot.is_none() && !worker.stopped {
            table_slot = search_shallower::<G, E, T>(worker, &node, key);
        }
        if worker.stopped {
            return 0;
        }
    }

    // Quiescence on captures alone: whoever is to move may stand on the evaluation instead.
    let mut stand = None;
    if FULL && techniques.stand_pat && node.depth == 0 {
        worker.counts.evaluations += 1;
        let value = worker.leaf_value(node.ply);
        if node.side.view(value) >= node.own_window(node.side).1 {
            worker.counts.leaf += u64::from(!beyond);
            worker.note::<FULL>(NodeKind::Cut, 0);
            return value;
        }
        stand = Some(value);
    }

    // 4. The first move, or the end of the game.
    // What the table knows of a child is not its value if the child is a position that came back.
    let asks_children = techniques.enhanced_cutoffs
        && node.depth >= LEAST_ENHANCED
        && node.ply > 0
        && worker.repetition.is_none();
    let eager = asks_children || FULL && worker.is_watched();
    let mut picker = Picker::new::<G, E, T>(worker, &node, table_slot, eager);
    if asks_children && let Some(value) = known_refutation::<G, E, T>(worker, &node, &picker) {
        picker.end(worker);
        T::restore(&mut worker.game, worker.root, node.side);
        worker.note::<FULL>(NodeKind::Cut, picker.count());
        return value;
    }
    let mut next = picker.next::<G, E, T>(worker, &node);
    if next.is_none() {
        picker.end(worker);
        worker.counts.leaf += u64::from(!beyond);
        let kind = if stand.is_some() { NodeKind::Leaf } else { NodeKind::Finished };
        worker.note::<FULL>(kind, 0);
        return stand.unwrap_or_else(|| worker.finished_value(node.ply));
    }

    // 5. Search one move after the other.
    let side = picker.side;
    let (least, beta) = node.own_window(side);
    let mut best = Best { value: stand.map_or(LOWEST, |value| side.view(value)), mv: None };
    let mut alpha = least.max(best.value);
    let mut searched = 0;
    let mut rests_on = NOTHING;
    #[cfg(feature = "threads")]
    let mut sharing = Sharing::new::<G, E, T>(worker, &node);
    loop {
        #[cfg(feature = "threads")]
        if let Some(sharing) = &mut sharing {
            next = sharing.next::<G, E, T>(worker, &node, &mut picker, next);
        }
        let Some((mv, owner)) = next else { break };
        if node.ply > 0 || !worker.root_node.excluded.contains(&mv) {
            let window = (alpha, beta);
            if node.ply == 0 {
                worker.root_node.begin_move(mv, searched, node.depth, worker.counts);
            }
            let value = try_move::<G, E, T, FULL>(worker, &node, side, (mv, owner), window, searched > 0);
            if worker.stopped {
                break;
            }
            if node.ply == 0 {
                worker.root_node.end_move(mv);
            }
            rests_on = rests_on.min(worker.rests_on);
            if value > best.value {
                best = Best { value, mv: Some((mv, owner)) };
                if value > alpha {
                    alpha = value;
                    if open {
                        worker.update_line(node.ply, mv, true);
                    }
                    if node.ply == 0 {
                        worker.root_node.score = value;
                    }
                }
            }
            if alpha >= beta {
                rests_on = worker.rests_on;
                worker.count_cut(&node, &picker, searched);
                picker.learn_cut::<G, E, T, FULL>(worker, &node, (mv, owner), searched);
                break;
            }
            searched += 1;
            if FULL
                && node.depth == 1
                && let Some(margin) = techniques.sibling
                && best.value.saturating_add(margin) < alpha
            {
                break;
            }
        }
        next = picker.next::<G, E, T>(worker, &node);
    }

    // 6. Clean up and remember.
    #[cfg(feature = "threads")]
    if let Some(sharing) = sharing {
        sharing.end(worker);
    }
    picker.end(worker);
    if side != node.side {
        T::restore(&mut worker.game, worker.root, node.side);
    }
    if worker.stopped {
        return 0;
    }
    if !T::IN_TURN && side == Side::Min && best.value > least {
        learn_threat::<G, E, FULL>(worker, &best);
    }
    if FULL {
        let kind = if alpha >= beta { NodeKind::Cut } else { NodeKind::Interior };
        worker.note::<FULL>(kind, if eager { picker.count() } else { 0 });
    }
    let mut value = side.view(best.value);
    if let Some((low, high)) = clip
        && value.abs() < FINISHED
    {
        value = value.clamp(low, high);
    }
    let holds_here_only = rests_on <= node.ply;
    worker.rests_on = if holds_here_only { rests_on } else { NOTHING };
    // A root that was searched in part says nothing about the position.
    if let Some(table) = table.filter(|_| node.ply > 0 || worker.root_node.excluded.is_empty()) {
        let slot = best.mv.map(|(mv, _)| worker.game.slot(mv));
        let found = if holds_here_only { move_alone(slot) } else { entry(&node, value, slot) };
        table.store(key, found);
        if let Some(key) = node.deep_key(key).filter(|_| !holds_here_only) {
            table.store(key, found);
        }
    }
    value
}

/// The bound that answers a node that is not the end of the game, if no end below it comes soon enough to lie inside the
/// window: a sooner win is known elsewhere, or a sooner loss cannot be avoided (mate distance pruning).
#[inline]
fn too_late<G: Game, E: Evaluation<G>>(worker: &Worker<'_, G, E>, node: &Node) -> Option<i32> {
    let soonest = WIN - 1 - node.ply as i32;
    if node.alpha < soonest && node.beta > -soonest {
        return None;
    }
    let goes_on = worker.settings.techniques.futility && worker.game.outcome().is_none();
    goes_on.then_some(if node.alpha >= soonest { soonest } else { -soonest })
}

/// A node right above the leaves, where most of the time is spent: no table but a cache, no recursion, counts added up at
/// the end.
fn frontier<G: Game, E: Evaluation<G>, T: Turns<G>>(worker: &mut Worker<'_, G, E>, node: &Node) -> i32 {
    if worker.enter() {
        return 0;
    }
    let open = node.alpha + 1 < node.beta;
    if open {
        worker.lines[node.ply].clear();
    }
    if let Some(value) = worker.repeated(node.ply) {
        worker.counts.leaf += 1;
        return value;
    }
    if let Some(value) = too_late(worker, node) {
        worker.counts.leaf += 1;
        return value;
    }
    // The best line would end here if an open node were answered by the cache.
    let mut key = None;
    if !open
        && let Some(cache) = &mut worker.above_leaves
        && !cache.is_useless()
    {
        let asked = T::key(&worker.game, worker.root, node.side);
        if let Some(value) = cache.find(asked).and_then(|known| answer(&known, node, false)) {
            worker.counts.leaf += 1;
            return value;
        }
        key = Some(asked);
    }
    // Nor does it take the leaves if none of them can lie inside the window.
    let (mut least, mut beta) = node.own_window(node.side);
    if T::IN_TURN
        && let Some([low, high]) = worker.reach()
        && (high <= least || low >= beta)
    {
        worker.counts.leaf += 1;
        worker.counts.evaluations += 1;
        return node.side.view(if low >= beta { low } else { high });
    }
    let room = worker.room();
    let mut picker = Picker::new::<G, E, T>(worker, node, None, false);
    let mut best = Best { value: LOWEST, mv: None };
    let (mut searched, mut made) = (0, 0);
    while let Some((mv, owner)) = picker.next::<G, E, T>(worker, node) {
        if !T::IN_TURN && searched == 0 {
            (least, beta) = node.own_window(picker.side);
        }
        if searched == room {
            worker.stopped = true;
            break;
        }
        let (value, was_made) = worker.value_after::<T>(mv, owner, picker.side, node.ply + 1);
        let value = picker.side.view(value);
        searched += 1;
        made += u64::from(was_made);
        if value > best.value {
            best = Best { value, mv: Some((mv, owner)) };
            if open && value > least {
                worker.update_line(node.ply, mv, false);
            }
            if value >= beta {
                worker.count_cut(node, &picker, searched as usize - 1);
                picker.learn_cut::<G, E, T, false>(worker, node, (mv, owner), searched as usize - 1);
                break;
            }
        }
    }
    worker.counts.add_leaves(searched, made);
    picker.end(worker);
    let side = picker.side;
    if searched == 0 && !worker.stopped {
        worker.counts.leaf += 1;
        return worker.finished_value(node.ply);
    }
    if !T::IN_TURN {
        if side != node.side {
            T::restore(&mut worker.game, worker.root, node.side);
        }
        if side == Side::Min && best.value > least && !worker.stopped {
            learn_threat::<G, E, false>(worker, &best);
        }
    }
    let value = side.view(best.value);
    if let (Some(key), Some(cache)) = (key, &mut worker.above_leaves)
        && !worker.stopped
    {
        cache.store(key, entry(node, value, None));
    }
    value
}

/// A Min node of Best-Reply Search is done, and its best move lowered the bound.
#[inline]
fn learn_threat<G: Game, E: Evaluation<G>, const FULL: bool>(
    worker: &mut Worker<'_, G, E>,
    best: &Best<G::Move>,
) {
    if worker.orderer.learns_threats()
        && let Some((_, opponent)) = best.mv
    {
        worker.learn_threat::<FULL>(opponent);
    }
}

/// Searches one child; its value from this node's view. `later` if it is not the first.
#[inline]
fn try_move<G: Game, E: Evaluation<G>, T: Turns<G>, const FULL: bool>(
    worker: &mut Worker<'_, G, E>,
    node: &Node,
    side: Side,
    (mv, owner): (G::Move, Player),
    (alpha, beta): (i32, i32),
    later: bool,
) -> i32 {
    let quiescence = if FULL && node.depth <= 1 { extension(worker, node, mv) } else { 0 };
    if FULL
        && node.depth <= 1
        && node.ply > 0
        && quiescence == 0
        && !worker.settings.techniques.cache_evaluations
        && !worker.is_watched()
    {
        return quiet_leaf::<G, E, T>(worker, node, side, (mv, owner));
    }
    T::before(&mut worker.game, owner);
    if FULL && worker.observer.is_some() {
        worker.observe_descend(mv, owner);
    }
    worker.note_move(node.ply, mv);
    let undo = worker.make::<FULL>(mv);
    let (child, saved) = T::after(&mut worker.game, worker.root, side);
    let scouts = later
        && worker.scouts
        && node.depth + u32::from(quiescence) > 1
        && alpha > LOWEST
        && alpha + 1 < beta;
    let mut look = |low: i32, high: i32| {
        let next = Node { quiescence, ..node.child(side, child, low, high) };
        let value = if next.depth == 0 && quiescence == 0 {
            leaf::<G, E, T, FULL>(worker, &next, node.depth == 0)
        } else {
            search::<G, E, T, FULL>(worker, next)
        };
        side.view(value)
    };
    // Principal variation search: once a node has a best move, the others are first asked only whether they are
    // better, with a null window; those that are get searched again (Marsland & Campbell 1982).
    let value = if scouts {
        let value = look(alpha, alpha + 1);
        if value > alpha && value < beta { look(alpha, beta) } else { value }
    } else {
        look(alpha, beta)
    };
    T::before_unmake(&mut worker.game, saved);
    worker.unmake::<FULL>(mv, undo);
    T::restore(&mut worker.game, worker.root, side);
    value
}

/// The leaf that a move leads to, at the nominal depth or beyond it, where nobody looks at it and it may be judged without
/// the move being made; its value from this node's view.
fn quiet_leaf<G: Game, E: Evaluation<G>, T: Turns<G>>(
    worker: &mut Worker<'_, G, E>,
    node: &Node,
    side: Side,
    (mv, owner): (G::Move, Player),
) -> i32 {
    if worker.enter() {
        return 0;
    }
    worker.lines[node.ply + 1].clear();
    worker.rests_on = NOTHING;
    let beyond = u64::from(node.depth == 0);
    worker.counts.quiescence += beyond;
    worker.counts.leaf += 1 - beyond;
    worker.counts.evaluations += 1;
    let (value, was_made) = worker.value_after::<T>(mv, owner, side, node.ply + 1);
    worker.counts.makes += u64::from(was_made);
    side.view(value)
}

/// A node at the nominal depth, or `beyond` it.
fn leaf<G: Game, E: Evaluation<G>, T: Turns<G>, const FULL: bool>(
    worker: &mut Worker<'_, G, E>,
    node: &Node,
    beyond: bool,
) -> i32 {
    if worker.enter() {
        return 0;
    }
    worker.lines[node.ply].clear();
    if beyond {
        worker.counts.quiescence += 1;
    } else {
        worker.counts.leaf += 1;
    }
    // Further down a leaf is worth its evaluation, but the root's children are what may be played next.
    worker.rests_on = NOTHING;
    if node.ply == 1
        && let Some(value) = worker.repeated(1)
    {
        return value;
    }
    let value = if FULL && worker.settings.techniques.cache_evaluations {
        cached_value::<G, E, T>(worker, node)
    } else {
        worker.counts.evaluations += 1;
        worker.leaf_value(node.ply)
    };
    if FULL && worker.observer.is_some() {
        worker.observe_leaf(node, value, beyond);
    }
    value
}

/// A leaf's value from the table, or evaluated and put there.
fn cached_value<G: Game, E: Evaluation<G>, T: Turns<G>>(worker: &mut Worker<'_, G, E>, node: &Node) -> i32 {
    let (side, ply) = (node.side, node.ply);
    let key = T::key(&worker.game, worker.root, side);
    let known = worker.table.and_then(|table| table.probe(key));
    if let Some(known) = known.filter(|known| known.depth == 0 && known.bound == Bound::Exact) {
        return side.view(value_from_root(known.value, ply));
    }
    worker.counts.evaluations += 1;
    let value = worker.leaf_value(ply);
    if let Some(table) = worker.table {
        let value = value_from_here(side.view(value), ply);
        table.store(key, Entry { value, bound: Bound::Exact, depth: 0, slot: None });
    }
    value
}

/// How many plies quiescence may go beyond a child at the nominal depth or deeper: none unless the move
/// to it captures.
#[inline]
fn extension<G: Game, E: Evaluation<G>>(worker: &Worker<'_, G, E>, node: &Node, mv: G::Move) -> u8 {
    let left = match node.depth {
        1 => worker.settings.techniques.quiescence,
        _ => node.quiescence.saturating_sub(1),
    };
    match G::Powers::IS_CAPTURE {
        Some(is_capture) if left > 0 && is_capture(&worker.game, mv) => left,
        _ => 0,
    }
}

/// Between which values the node's true value probably lies, judged by its evaluation (equations 1 to
/// 3 of the Abalone paper), if windows are clipped here.
fn clipped<G: Game, E: Evaluation<G>>(worker: &mut Worker<'_, G, E>, node: &Node) -> Option<(i32, i32)> {
    if node.ply == 0 || node.depth == 0 {
        return None;
    }
    let width = worker.settings.techniques.clipping.as_ref()?.width(node.depth)?;
    worker.counts.evaluations += 1;
    let estimate = worker.leaf_value(node.ply);
    // A finished game is no estimate.
    (estimate.abs() < FINISHED).then(|| (estimate.saturating_sub(width), estimate.saturating_add(width)))
}

/// Internal iterative deepening: the slot of the best move of a search two plies shallower.
fn search_shallower<G: Game, E: Evaluation<G>, T: Turns<G>>(
    worker: &mut Worker<'_, G, E>,
    node: &Node,
    key: u64,
) -> Option<usize> {
    const LEAST_DEPTH: u32 = 4;
    let table = worker.table.filter(|_| node.depth >= LEAST_DEPTH)?;
    visit::<G, E, T, true>(worker, Node { depth: node.depth - 2, ..*node });
    table.probe(key)?.slot
}

/// Enhanced transposition cut-offs: the value from the root player's view, if the table knows a child that cuts the
/// node off.
fn known_refutation<G: Game, E: Evaluation<G>, T: Turns<G>>(
    worker: &mut Worker<'_, G, E>,
    node: &Node,
    picker: &Picker,
) -> Option<i32> {
    // The more moves there are, the more it costs to ask about all of them, and the larger is the tree that it saves.
    let moves = picker.count().checked_ilog2().unwrap_or(0);
    let table = worker.table.filter(|_| moves * (node.depth - 2) >= 10)?;
    let side = picker.side;
    let (_, beta) = node.own_window(side);
    (0..picker.count()).find_map(|index| {
        let (mv, owner) = picker.at::<G, E, T>(worker, index);
        let (child_side, known) = worker.after_move::<T, _>(mv, owner, side, |worker, child| {
            (child, table.probe(T::key(&worker.game, worker.root, child)))
        });
        let child = node.child(side, child_side, LOWEST, -LOWEST);
        let known = known.filter(|known| known.depth == child.table_depth())?;
        let value = side.view(child_side.view(value_from_root(known.value, child.ply)));
        // The child's bound from its own side; what is at most so much for one side is at least so much for
        // the other.
        let at_least = match known.bound {
            Bound::Exact => true,
            Bound::Lower => child_side == side,
            Bound::Upper => child_side != side,
        };
        (at_least && value >= beta).then(|| side.view(value))
    })
}
