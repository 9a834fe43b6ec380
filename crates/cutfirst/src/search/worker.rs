//! What every search of a tree owns: the position it walks, buffers, counters and limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::evaluation::Evaluation;
use crate::game::{Game, Outcome, Player};
use crate::ordering::{Children, ListView, NO_SLOT, Orderer, Side};
use crate::search::limit::{Limit, StopHandle};
use crate::search::observer::{Entered, Left, NodeKind, Observer};
#[cfg(feature = "threads")]
use crate::search::parallel::Busy;
use crate::search::task::{LOWEST, Task};
use crate::search::{Combine, Counts, Detail, Techniques};
use crate::table::Table;

/// A win at the root; each ply on the way to it costs one.
pub const WIN: i32 = 1_000_000_000;

/// Beyond this, a score tells a finished game and how far away it is.
pub const FINISHED: i32 = WIN - 10_000;

/// The deepest search.
pub const MAX_DEPTH: u32 = 200;

/// The furthest that quiescence may go beyond the nominal depth: as far as a table entry can tell apart.
pub const MAX_QUIESCENCE: u8 = u8::MAX - MAX_DEPTH as u8;

/// The longest path of a search, the root included.
const MOST_PLIES: usize = MAX_DEPTH as usize + MAX_QUIESCENCE as usize + 2;

/// How many nodes pass between looks at the clock.
const NODES_PER_CHECK: u64 = 512;

/// What one thread searches with. Workers lie side by side, and each writes to its own all the time, so
/// no two may share a cache line (or the pair of lines that some processors fetch together).
#[repr(align(128))]
pub(crate) struct Worker<'a, G: Game, E: Evaluation<G>> {
    pub(crate) game: G,
    pub(crate) root: Player,
    evaluation: &'a E,
    accumulator: E::Accumulator,
    combine: Combine,
    grain: i32,
    /// Whether a score is one player's value minus the other's.
    takes_differences: bool,
    pub(crate) orderer: &'a mut Orderer<G::Move>,
    pub(crate) table: Option<&'a Table>,
    /// Whether the table may answer with a deeper search than asked for.
    pub(crate) deeper_entries: bool,
    /// Whether the order is worked out but not followed.
    pub(crate) ignore_order: bool,
    pub(crate) techniques: &'a Techniques,
    /// Whether listed moves are tried before the others are generated.
    pub(crate) probes_listed: bool,
    pub(crate) observer: Option<&'a mut dyn Observer<G>>,
    /// How the node left last ended, if there is an observer.
    left: (NodeKind, usize),
    /// The depth of the running iteration.
    pub(crate) nominal_depth: usize,
    pub(crate) counts: Counts,
    /// Collected only if asked for.
    pub(crate) detail: Option<Detail>,
    /// Moves of all nodes on the path, one after the other.
    pub(crate) moves: Vec<G::Move>,
    /// Who plays them, where that is not the player to move.
    pub(crate) owners: Vec<Player>,
    /// Working space of orders that look at children.
    pub(crate) children: Children,
    /// The slot of the move that led to each ply of the path, for orders that look back; [`NO_SLOT`] at
    /// the root.
    pub(crate) path: Vec<u32>,
    /// Indexes of the moves that were searched without a cut, of all nodes on the path, for orders that
    /// learn from them.
    pub(crate) earlier: Vec<u16>,
    /// Best lines from each ply on.
    pub(crate) lines: Vec<Vec<G::Move>>,
    /// Root moves that are not to be searched.
    pub(crate) excluded: Vec<G::Move>,
    /// Whether the search goes on with what an earlier one of the same position has learned.
    pub(crate) goes_on: bool,
    pub(crate) stopped: bool,
    next_check: u64,
    node_limit: u64,
    /// The nodes of all workers, where several share the limit, and how many of them this one has told of.
    nodes_of_all: Option<Arc<AtomicU64>>,
    told: u64,
    deadline: Option<Duration>,
    limit: &'a Limit,
    stop: StopHandle,
    /// Set when another thread has finished the depth that this one is searching.
    #[cfg(feature = "threads")]
    pub(crate) depth_is_done: StopHandle,
    /// Which moves other threads are searching, if there are others.
    #[cfg(feature = "threads")]
    pub(crate) busy: Option<&'a Busy>,
    /// Indexes of moves put off because another thread is searching them, of all nodes on the path.
    #[cfg(feature = "threads")]
    pub(crate) put_off: Vec<u16>,
    check: Option<GameCheck<G>>,
}

/// Positions before each move on the path, to compare with after it was taken back.
struct GameCheck<G> {
    path: Vec<G>,
    fault: Option<String>,
}

/// What a worker is given to work with.
pub(crate) struct Tools<'a, G: Game, E> {
    pub(crate) evaluation: &'a E,
    pub(crate) orderer: &'a mut Orderer<G::Move>,
    pub(crate) table: Option<&'a Table>,
    pub(crate) deeper_entries: bool,
    pub(crate) combine: Combine,
    pub(crate) grain: i32,
    pub(crate) detailed: bool,
    pub(crate) ignore_order: bool,
    pub(crate) check_game: bool,
    pub(crate) techniques: &'a Techniques,
    pub(crate) limit: &'a Limit,
    /// Counts the nodes of all workers, where there are several.
    pub(crate) nodes_of_all: Option<Arc<AtomicU64>>,
    pub(crate) stop: StopHandle,
    #[cfg(feature = "threads")]
    pub(crate) busy: Option<&'a Busy>,
}

impl<'a, G: Game, E: Evaluation<G>> Worker<'a, G, E> {
    pub(crate) fn new(game: &G, tools: Tools<'a, G, E>) -> Self {
        Self {
            root: game.to_move(),
            accumulator: tools.evaluation.accumulate(game),
            evaluation: tools.evaluation,
            combine: tools.combine,
            grain: tools.grain,
            takes_differences: game.players() == 2 && tools.combine != Combine::Own,
            orderer: tools.orderer,
            table: tools.table,
            deeper_entries: tools.deeper_entries,
            ignore_order: tools.ignore_order,
            // Quiescence searches below the nominal depth, where it changes the lists.
            probes_listed: !tools.ignore_order && tools.techniques.quiescence == 0,
            techniques: tools.techniques,
            observer: None,
            left: (NodeKind::Leaf, 0),
            nominal_depth: 0,
            counts: Counts::default(),
            detail: tools.detailed.then(Detail::default),
            moves: Vec::with_capacity(4096),
            owners: Vec::new(),
            children: Children::default(),
            path: vec![NO_SLOT; MOST_PLIES],
            earlier: Vec::new(),
            lines: vec![Vec::new(); MOST_PLIES],
            excluded: Vec::new(),
            goes_on: false,
            stopped: false,
            next_check: tools.limit.nodes.unwrap_or(u64::MAX).min(NODES_PER_CHECK),
            node_limit: tools.limit.nodes.unwrap_or(u64::MAX),
            nodes_of_all: tools.nodes_of_all,
            told: 0,
            deadline: tools.limit.deadline(),
            limit: tools.limit,
            stop: tools.stop,
            #[cfg(feature = "threads")]
            depth_is_done: StopHandle::default(),
            #[cfg(feature = "threads")]
            busy: tools.busy,
            #[cfg(feature = "threads")]
            put_off: Vec::new(),
            check: tools.check_game.then(|| GameCheck { path: Vec::new(), fault: None }),
            game: game.clone(),
        }
    }

    /// Tells `observer` of every step from now on.
    pub(crate) fn observe_with(&mut self, observer: Option<&'a mut dyn Observer<G>>) {
        // Observers are told how many moves a node has, so all are generated.
        self.probes_listed &= observer.is_none();
        self.observer = observer;
    }

    /// Counts a node; true if the search has to stop instead of entering it.
    #[inline]
    pub(crate) fn enter(&mut self) -> bool {
        if self.counts.total >= self.next_check {
            self.look_at_limits();
            if self.stopped {
                return true;
            }
        }
        self.counts.total += 1;
        self.stopped
    }

    #[cold]
    fn look_at_limits(&mut self) {
        let late = self.deadline.is_some_and(|deadline| self.limit.now() >= deadline);
        let spent = self.nodes_of_all();
        if spent >= self.node_limit || late || self.stop.is_stopped() {
            self.stopped = true;
        }
        #[cfg(feature = "threads")]
        if self.depth_is_done.is_stopped() {
            self.stopped = true;
        }
        let left = self.node_limit.saturating_sub(spent);
        self.next_check = self.counts.total + NODES_PER_CHECK.min(left);
    }

    /// The nodes of all workers, but for those since they last looked.
    fn nodes_of_all(&mut self) -> u64 {
        let total = self.counts.total;
        let Some(all) = &self.nodes_of_all else { return total };
        let fresh = total - std::mem::replace(&mut self.told, total);
        all.fetch_add(fresh, Relaxed) + fresh
    }

    /// Between iterations: whether there is any point in starting another one.
    pub(crate) fn has_time(&mut self) -> bool {
        self.look_at_limits();
        !self.stopped
    }

    #[inline]
    pub(crate) fn make(&mut self, mv: G::Move) -> G::Undo {
        if self.check.is_some() {
            self.check_before(mv);
        }
        self.counts.makes += 1;
        self.evaluation.apply(&mut self.accumulator, &self.game, mv);
        self.game.make(mv)
    }

    #[inline]
    pub(crate) fn unmake(&mut self, mv: G::Move, undo: G::Undo) {
        self.game.unmake(mv, undo);
        self.evaluation.revert(&mut self.accumulator, &self.game, mv);
        if self.check.is_some() {
            self.check_after(mv);
        }
    }

    /// The value of the position as a leaf, from the root player's view.
    #[inline]
    pub(crate) fn leaf_value(&mut self, ply: usize) -> i32 {
        if E::FINISHED_BY_VALUE {
            return self.evaluate();
        }
        if self.takes_differences {
            return match self.evaluation.difference(&self.game, &self.accumulator, self.root) {
                Some(value) => {
                    self.counts.evaluations += 1;
                    self.rounded(value)
                }
                None => self.finished_value(ply),
            };
        }
        match self.game.outcome() {
            Some(outcome) => finished_value(&outcome, self.root, ply),
            None => self.evaluate(),
        }
    }

    /// The value of a position without moves, from the root player's view.
    pub(crate) fn finished_value(&mut self, ply: usize) -> i32 {
        if E::FINISHED_BY_VALUE {
            return self.evaluate();
        }
        match self.game.outcome() {
            Some(outcome) => finished_value(&outcome, self.root, ply),
            // Everybody is stuck but the rules do not say who won.
            None => self.evaluate(),
        }
    }

    #[inline]
    fn evaluate(&mut self) -> i32 {
        self.counts.evaluations += 1;
        self.value_for(self.root)
    }

    #[inline]
    fn rounded(&self, value: i32) -> i32 {
        if self.grain == 1 { value } else { value.checked_div(self.grain).unwrap_or(0) }
    }

    /// The evaluation's value for one player.
    #[inline]
    fn own_value(&self, player: Player) -> i32 {
        self.evaluation.evaluate(&self.game, &self.accumulator, player)
    }

    /// The value of the position to `player`, combined from all players'.
    #[inline]
    pub(crate) fn value_for(&self, player: Player) -> i32 {
        self.rounded(self.combine.value(player, self.game.players(), |player| self.own_value(player)))
    }

    pub(crate) fn combine(&self) -> Combine {
        self.combine
    }

    /// Whether scores are divided and rounded.
    pub(crate) fn is_rounded(&self) -> bool {
        self.grain != 1
    }

    /// The search goes from `ply` down to the next by `mv`, which is not made yet.
    #[inline]
    pub(crate) fn note_move(&mut self, ply: usize, mv: G::Move) {
        if self.orderer.looks_back() {
            self.path[ply + 1] = self.game.slot(mv) as u32;
        }
    }

    /// The move at `index` of its node was searched and did not cut.
    #[inline]
    pub(crate) fn note_failure(&mut self, index: usize) {
        if self.orderer.learns_from_failures() {
            self.earlier.push(index as u16);
        }
    }

    /// Makes the best line from `ply` on `mv` and, if it `goes_on`, what follows it.
    #[inline]
    pub(crate) fn update_line(&mut self, ply: usize, mv: G::Move, goes_on: bool) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(mv);
        if goes_on {
            above[ply].extend_from_slice(&below[0]);
        }
    }

    /// A move cut, as number `place` (from 0) of those searched at its node.
    #[inline]
    pub(crate) fn count_cut(&mut self, place: usize) {
        self.counts.cutoffs += 1;
        self.counts.first_move_cutoffs += u64::from(place == 0);
    }

    /// Details of a cut; only called if they are collected.
    #[cold]
    pub(crate) fn detail_cut(&mut self, ply: usize, side: Side, place: usize, supplier: usize) {
        if let Some(detail) = &mut self.detail {
            detail.record(ply, side, place, supplier);
        }
    }

    /// A Min node of Best-Reply Search is done, and a move of `opponent` lowered its bound most.
    pub(crate) fn learn_threat(&mut self, opponent: Player) {
        if self.observer.is_none() {
            self.orderer.learn_threat(opponent);
        } else {
            let before = self.orderer.lists();
            self.orderer.learn_threat(opponent);
            self.observe_lists(None, &before);
        }
    }

    /// How the current node ends, for the observer.
    #[inline]
    pub(crate) fn note(&mut self, kind: NodeKind, moves: usize) {
        if self.observer.is_some() {
            self.left = (kind, moves);
        }
    }

    #[cold]
    pub(crate) fn observe_descend(&mut self, mv: G::Move, owner: Player) {
        if let Some(observer) = &mut self.observer {
            observer.descend(&self.game, mv, owner);
        }
    }

    #[cold]
    pub(crate) fn observe_enter(&mut self, ply: usize, side: Side, alpha: i32, beta: i32, quiescence: bool) {
        if let Some(observer) = &mut self.observer {
            let limited = |bound: i32| (bound.abs() < -LOWEST).then_some(bound);
            observer.enter(Entered { ply, side, low: limited(alpha), high: limited(beta), quiescence });
        }
    }

    #[cold]
    pub(crate) fn observe_leave(&mut self, value: i32) {
        let (kind, moves) = self.left;
        if let Some(observer) = &mut self.observer {
            observer.leave(Left { value: (!self.stopped).then_some(value), kind, moves });
        }
    }

    #[cold]
    pub(crate) fn observe_leaf(&mut self, task: &Task, value: i32, quiescence: bool) {
        self.observe_enter(task.ply, task.side, task.alpha, task.beta, quiescence);
        self.left = (NodeKind::Leaf, 0);
        self.observe_leave(value);
    }

    #[cold]
    pub(crate) fn observe_lists(&mut self, cutter: Option<G::Move>, before: &[ListView]) {
        if let Some(observer) = &mut self.observer {
            observer.lists(&self.game, cutter, before, &self.orderer.lists());
        }
    }

    /// What is wrong with the game, if it was checked.
    pub(crate) fn fault(&mut self) -> Option<String> {
        self.check.as_mut().and_then(|check| check.fault.take())
    }

    #[cold]
    fn check_before(&mut self, mv: G::Move) {
        let Some(check) = &mut self.check else { return };
        let (slot, slots) = (self.game.slot(mv), self.game.slots());
        if slot >= slots {
            check
                .fault
                .get_or_insert(format!("{mv:?} has slot {slot}, not below {slots}, in {:?}", self.game));
            self.stopped = true;
        }
        check.path.push(self.game.clone());
    }

    #[cold]
    fn check_after(&mut self, mv: G::Move) {
        let Some(check) = &mut self.check else { return };
        let before = check.path.pop();
        if before.as_ref() != Some(&self.game) {
            check
                .fault
                .get_or_insert(format!("make and unmake of {mv:?} turn {before:?} into {:?}", self.game));
            self.stopped = true;
        } else if before.is_some_and(|before| before.key() != self.game.key()) {
            check.fault.get_or_insert(format!("make and unmake of {mv:?} change the key of {:?}", self.game));
            self.stopped = true;
        }
    }

    /// In a checked search: a position has no moves exactly if the game is over.
    #[inline]
    pub(crate) fn check_outcome(&mut self, has_moves: bool) {
        let Some(check) = &mut self.check else { return };
        if has_moves == self.game.outcome().is_some() {
            let what = if has_moves {
                "moves although the game is over"
            } else {
                "no moves although the game goes on"
            };
            check.fault.get_or_insert(format!("{what}: {:?}", self.game));
            self.stopped = true;
        }
    }
}

/// A finished game from `player`'s view: sooner wins and later losses are better.
#[inline]
pub(crate) fn finished_value(outcome: &Outcome, player: Player, ply: usize) -> i32 {
    match outcome.result(player) {
        0 => 0,
        result if result > 0 => WIN - ply as i32,
        _ => ply as i32 - WIN,
    }
}
