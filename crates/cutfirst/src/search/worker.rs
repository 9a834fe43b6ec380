//! What every search of a tree owns: the position it walks, buffers, counters and limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::engine::Settings;
use crate::evaluation::{Evaluation, is_moderate};
use crate::game::{Game, Outcome, Player};
use crate::ordering::{Children, ListView, Mover, Orderer};
use crate::search::alpha_beta::{LOWEST, Node};
use crate::search::limit::{Limit, Stop};
use crate::search::observer::{Entered, Left, NodeKind, Observer};
#[cfg(feature = "threads")]
use crate::search::parallel::Busy;
use crate::search::picker::{KeyStack, Picker};
use crate::search::repetition::{NOTHING, Repetition};
use crate::search::root::Root;
use crate::search::turns::{Side, Turns};
use crate::search::{Algorithm, Combine, Counts, Detail};
use crate::table::{Bound, Cache, Entry, ScoresTable, Table};

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

/// Entries of the caches: half a megabyte and 64 kilobytes, which together stay in a processor's second-level cache.
const MOST_ABOVE_LEAVES: usize = 1 << 15;
const MOST_LEAVES: usize = 1 << 12;

/// How many nodes pass between looks at the clock: few at first, then as many as take about a millisecond.
const FIRST_CHECK: u64 = 16;
const NODES_PER_CHECK: u64 = 512;
const TIME_PER_CHECK: Duration = Duration::from_millis(1);

/// What one thread searches with. Workers lie side by side, and each writes to its own all the time, so
/// no two may share a cache line (or the pair of lines that some processors fetch together).
#[repr(align(128))]
pub(crate) struct Worker<'a, G: Game, E: Evaluation<G>> {
    pub(crate) game: G,
    pub(crate) root: Player,
    pub(crate) settings: &'a Settings,
    evaluation: &'a E,
    accumulator: E::Accumulator,
    /// Whether a score is one player's value minus the other's.
    takes_differences: bool,
    /// Whether scores are divided and rounded.
    rounds: bool,
    /// Whether later moves are searched with a null window first.
    pub(crate) scouts: bool,
    pub(crate) orderer: &'a mut Orderer<G::Move>,
    pub(crate) table: Option<&'a Table>,
    /// What was found right above the leaves, and what leaves are worth.
    pub(crate) above_leaves: Option<Cache>,
    pub(crate) leaves: Option<Cache>,
    /// The table of Max-N.
    pub(crate) scores_table: Option<&'a mut ScoresTable>,
    pub(crate) counts: Counts,
    /// Collected only if asked for.
    pub(crate) detail: Option<Detail>,
    /// Moves of all nodes on the path, one after the other.
    pub(crate) moves: Vec<G::Move>,
    /// Who plays them, where that is not the player to move.
    pub(crate) owners: Vec<Player>,
    /// Their sort keys.
    pub(crate) keys: KeyStack,
    /// Candidates of all nodes on the path that were found legal.
    pub(crate) tried: Vec<(G::Move, Player)>,
    /// Working space: moves that failed before another one cut.
    pub(crate) failed: Vec<Mover>,
    /// Working space of orders that look at children.
    pub(crate) children: Children,
    /// The slot of the move that led to each ply of the path, for orders that look back.
    path: Vec<Option<u32>>,
    /// Best lines from each ply on.
    pub(crate) lines: Vec<Vec<G::Move>>,
    /// What is special about the root.
    pub(crate) root_node: Root<'a, G>,
    /// The game's past and the path, if positions that come back count as draws.
    pub(crate) repetition: Option<Repetition>,
    /// Whether the nodes of Max-N left last had anything below them but finished games.
    pub(crate) meets_horizon: bool,
    /// The first position of the path that the value of the node left last rests on, counted from 1, because it came back
    /// below; 0 if one of the game's past did, [`NOTHING`] if none.
    pub(crate) rests_on: usize,
    /// The depth of the running iteration.
    pub(crate) nominal_depth: usize,
    pub(crate) stopped: bool,
    next_check: u64,
    check_interval: u64,
    last_look: Option<Duration>,
    /// The longest time between two looks at the clock: how long the machine may do something else.
    longest_wait: Duration,
    node_limit: u64,
    /// The nodes of all workers, where several share the limit, and how many of them this one has told of.
    nodes_of_all: Option<Arc<AtomicU64>>,
    told: u64,
    deadline: Option<Duration>,
    /// The [time given](Stop::within) that the deadline knows of.
    grace: u64,
    limit: &'a Limit,
    pub(crate) observer: Option<&'a mut dyn Observer<G>>,
    /// How the node left last ended, if there is an observer.
    left: (NodeKind, usize),
    check: Option<GameCheck<G>>,
    /// Set when another thread has finished the depth that this one is searching.
    #[cfg(feature = "threads")]
    pub(crate) depth_is_done: Stop,
    /// Which moves other threads are searching, if there are others.
    #[cfg(feature = "threads")]
    pub(crate) busy: Option<&'a Busy>,
    /// Moves put off because another thread is searching them, of all nodes on the path.
    #[cfg(feature = "threads")]
    pub(crate) put_off: Vec<(G::Move, Player)>,
}

/// Positions before each move on the path, to compare with after it was taken back.
struct GameCheck<G> {
    path: Vec<G>,
    fault: Option<String>,
}

/// What a worker is given to work with.
pub(crate) struct Tools<'a, G: Game, E> {
    pub(crate) settings: &'a Settings,
    pub(crate) evaluation: &'a E,
    pub(crate) orderer: &'a mut Orderer<G::Move>,
    pub(crate) table: Option<&'a Table>,
    pub(crate) limit: &'a Limit,
    /// Counts the nodes of all workers, where there are several.
    pub(crate) nodes_of_all: Option<Arc<AtomicU64>>,
    #[cfg(feature = "threads")]
    pub(crate) busy: Option<&'a Busy>,
}

impl<'a, G: Game, E: Evaluation<G>> Worker<'a, G, E> {
    pub(crate) fn new(game: &G, tools: Tools<'a, G, E>) -> Self {
        let settings = tools.settings;
        let node_limit = tools.limit.nodes.unwrap_or(u64::MAX);
        Self {
            root: game.to_move(),
            settings,
            accumulator: tools.evaluation.accumulate(game),
            evaluation: tools.evaluation,
            takes_differences: game.players() == 2 && settings.combine != Combine::Own,
            rounds: settings.grain != 1,
            scouts: settings.algorithm == Algorithm::Pvs,
            orderer: tools.orderer,
            table: tools.table,
            above_leaves: settings.techniques.caches.then(|| Cache::new(MOST_ABOVE_LEAVES)),
            leaves: (settings.techniques.caches && E::IS_CACHED).then(|| Cache::new(MOST_LEAVES)),
            scores_table: None,
            counts: Counts::default(),
            detail: settings.detail.then(Detail::default),
            moves: Vec::with_capacity(4096),
            owners: Vec::new(),
            keys: KeyStack::default(),
            tried: Vec::new(),
            failed: Vec::new(),
            children: Children::default(),
            path: vec![None; MOST_PLIES],
            lines: vec![Vec::new(); MOST_PLIES],
            root_node: Root::default(),
            repetition: None,
            rests_on: NOTHING,
            meets_horizon: false,
            nominal_depth: 0,
            stopped: false,
            next_check: 0,
            check_interval: FIRST_CHECK,
            last_look: None,
            longest_wait: Duration::ZERO,
            node_limit,
            nodes_of_all: tools.nodes_of_all,
            told: 0,
            deadline: None,
            grace: 0,
            limit: tools.limit,
            observer: None,
            left: (NodeKind::Leaf, 0),
            check: settings.check_game.then(|| GameCheck { path: Vec::new(), fault: None }),
            #[cfg(feature = "threads")]
            depth_is_done: Stop::default(),
            #[cfg(feature = "threads")]
            busy: tools.busy,
            #[cfg(feature = "threads")]
            put_off: Vec::new(),
            game: game.clone(),
        }
    }

    /// Whether anything is switched on that only the full recursion of alpha-beta knows.
    pub(crate) fn needs_full_search(&self) -> bool {
        self.is_watched() || self.settings.techniques.change_nodes()
    }

    /// Whether somebody looks at every node or move.
    pub(crate) fn is_watched(&self) -> bool {
        self.observer.is_some() || self.check.is_some()
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

    /// How many nodes may still be entered.
    #[inline]
    pub(crate) fn room(&self) -> u64 {
        self.node_limit.saturating_sub(self.counts.total)
    }

    #[cold]
    fn look_at_limits(&mut self) {
        let spent = self.nodes_of_all();
        self.stopped |= spent >= self.node_limit || self.limit.stop().is_some_and(Stop::is_stopped);
        #[cfg(feature = "threads")]
        if self.depth_is_done.is_stopped() {
            self.stopped = true;
        }
        self.look_at_clock();
        let left = self.node_limit.saturating_sub(spent);
        self.next_check = self.counts.total + self.check_interval.min(left);
    }

    /// Stops if it is late, and finds out how often to look.
    fn look_at_clock(&mut self) {
        if let Some((mark, time)) = self.limit.stop().and_then(Stop::grace)
            && mark != self.grace
        {
            self.grace = mark;
            match self.limit.now() {
                Some(now) => self.set_deadline(now.saturating_add(time)),
                None => self.stopped = true,
            }
        }
        let Some(deadline) = self.deadline else {
            self.check_interval = NODES_PER_CHECK;
            return;
        };
        let now = self.limit.now().unwrap_or(deadline);
        self.stopped |= now >= deadline;
        let took = now.saturating_sub(self.last_look.unwrap_or(now));
        self.last_look = Some(now);
        self.longest_wait = self.longest_wait.max(took);
        self.check_interval = if took > TIME_PER_CHECK {
            (self.check_interval / 2).max(1)
        } else {
            (2 * self.check_interval).min(NODES_PER_CHECK)
        };
    }

    /// The search began then, and ends at `deadline`.
    pub(crate) fn begin_clock(&mut self, began: Duration, deadline: Duration) {
        self.last_look = Some(began);
        self.set_deadline(deadline);
    }

    /// The longest time between two looks at the clock, and when the last one was.
    pub(crate) fn waits(&self) -> (Duration, Option<Duration>) {
        (self.longest_wait, self.last_look)
    }

    /// Ends the search at `deadline` by the limit's clock, or when it would have ended, if that is sooner.
    pub(crate) fn set_deadline(&mut self, deadline: Duration) {
        self.deadline = Some(self.deadline.map_or(deadline, |sooner| sooner.min(deadline)));
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

    /// Does some further work that may take so many nodes; `None` if it was not done by then.
    pub(crate) fn within<R>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> R) -> Option<R> {
        let limit = self.node_limit;
        self.node_limit = limit.min(self.counts.total.saturating_add(nodes));
        self.next_check = 0;
        let result = work(self);
        let is_done = !self.stopped;
        self.stopped = false;
        self.node_limit = limit;
        self.next_check = 0;
        is_done.then_some(result)
    }

    /// The value of the position, from the root player's view, if it came back and the game is drawn by that. Every node
    /// that is searched begins with it.
    #[inline]
    pub(crate) fn repeated(&mut self, ply: usize) -> Option<i32> {
        if !G::CAN_REPEAT {
            return None;
        }
        self.rests_on = NOTHING;
        let repetition = self.repetition.as_mut()?;
        let (value, rests_on) = repetition.enter(ply, self.game.key())?;
        self.rests_on = rests_on;
        Some(value)
    }

    /// What the limit's clock says, if it has one.
    pub(crate) fn now(&self) -> Option<Duration> {
        self.limit.now()
    }

    #[inline]
    pub(crate) fn make<const FULL: bool>(&mut self, mv: G::Move) -> G::Undo {
        if FULL && self.check.is_some() {
            self.check_before(mv);
        }
        self.counts.makes += 1;
        self.evaluation.apply(&mut self.accumulator, &self.game, mv);
        self.game.make(mv)
    }

    #[inline]
    pub(crate) fn unmake<const FULL: bool>(&mut self, mv: G::Move, undo: G::Undo) {
        self.game.unmake(mv, undo);
        self.evaluation.revert(&mut self.accumulator, &self.game, mv);
        if FULL && self.check.is_some() {
            self.check_after(mv);
        }
    }

    /// Makes a move at a node of `side`, does something with the child, and takes the move back.
    #[inline]
    pub(crate) fn after_move<T: Turns<G>, R>(
        &mut self,
        mv: G::Move,
        owner: Player,
        side: Side,
        work: impl FnOnce(&mut Self, Side) -> R,
    ) -> R {
        let (child, undo, saved) = self.go_down::<T>(mv, owner, side);
        let result = work(self, child);
        self.come_back::<T>(mv, side, undo, saved);
        result
    }

    /// The first half of [`after_move`](Self::after_move). Neither half is worth compiling anew for each use.
    #[inline(never)]
    fn go_down<T: Turns<G>>(&mut self, mv: G::Move, owner: Player, side: Side) -> (Side, G::Undo, T::Saved) {
        T::before(&mut self.game, owner);
        let undo = self.make::<true>(mv);
        let (child, saved) = T::after(&mut self.game, self.root, side);
        (child, undo, saved)
    }

    #[inline(never)]
    fn come_back<T: Turns<G>>(&mut self, mv: G::Move, side: Side, undo: G::Undo, saved: T::Saved) {
        T::before_unmake(&mut self.game, saved);
        self.unmake::<true>(mv, undo);
        T::restore(&mut self.game, self.root, side);
    }

    /// The value of the leaf that a move leads to, from the root player's view, and whether the move was made for it.
    #[inline]
    pub(crate) fn value_after<T: Turns<G>>(
        &mut self,
        mv: G::Move,
        owner: Player,
        side: Side,
        ply: usize,
    ) -> (i32, bool) {
        T::before(&mut self.game, owner);
        if let Some(accumulator) = self.evaluation.after(&self.game, &self.accumulator, mv) {
            let value = self.value_by(&accumulator, self.root);
            T::restore(&mut self.game, self.root, side);
            return (value, false);
        }
        self.evaluation.apply(&mut self.accumulator, &self.game, mv);
        let undo = self.game.make(mv);
        let (child, saved) = T::after(&mut self.game, self.root, side);
        let value = self.cached_value::<T>(child, ply);
        T::before_unmake(&mut self.game, saved);
        self.unmake::<false>(mv, undo);
        T::restore(&mut self.game, self.root, side);
        (value, true)
    }

    /// Between which values all leaves right below lie, from the view of the player to move, if the evaluation can tell.
    #[inline]
    pub(crate) fn reach(&self) -> Option<[i32; 2]> {
        if !self.takes_differences || !self.settings.techniques.futility {
            return None;
        }
        Some(self.evaluation.reach(&self.game, &self.accumulator)?.map(|value| self.rounded(value)))
    }

    /// The value of a leaf of `side` from the cache, or evaluated and put there.
    #[inline]
    fn cached_value<T: Turns<G>>(&mut self, side: Side, ply: usize) -> i32 {
        let Some(leaves) = &mut self.leaves else { return self.leaf_value(ply) };
        let key = T::key(&self.game, self.root, side);
        if let Some(known) = leaves.find(key) {
            self.counts.evaluations = self.counts.evaluations.wrapping_sub(1);
            return known.value;
        }
        let is_useless = leaves.is_useless();
        let value = self.leaf_value(ply);
        if is_useless {
            self.leaves = None;
        } else if value.abs() < FINISHED
            && let Some(leaves) = &mut self.leaves
        {
            leaves.store(key, Entry { value, bound: Bound::Exact, depth: 0, slot: None });
        }
        value
    }

    /// The value of the position as a leaf, from the root player's view. The caller has counted it as evaluated.
    #[inline]
    pub(crate) fn leaf_value(&mut self, ply: usize) -> i32 {
        if E::FINISHED_BY_VALUE {
            return self.value_for(self.root);
        }
        if self.takes_differences {
            return match self.evaluation.difference(&self.game, &self.accumulator, self.root) {
                Some(value) => self.rounded(value),
                None => self.unevaluated(ply),
            };
        }
        if self.game.outcome().is_some() { self.unevaluated(ply) } else { self.value_for(self.root) }
    }

    /// A leaf that was counted as evaluated and turns out to be finished.
    #[cold]
    fn unevaluated(&mut self, ply: usize) -> i32 {
        // In a loop that counts at its end, the count may fall below zero on the way.
        self.counts.evaluations = self.counts.evaluations.wrapping_sub(1);
        self.finished_value(ply)
    }

    /// The value of a position without moves, from the root player's view.
    pub(crate) fn finished_value(&mut self, ply: usize) -> i32 {
        match self.game.outcome().filter(|_| !E::FINISHED_BY_VALUE) {
            Some(outcome) => finished_value(&outcome, self.root, ply),
            // Evaluated like any other, or everybody is stuck but the rules do not say who won.
            None => {
                self.counts.evaluations = self.counts.evaluations.wrapping_add(1);
                self.value_for(self.root)
            }
        }
    }

    #[inline]
    fn rounded(&self, value: i32) -> i32 {
        if self.rounds { value.checked_div(self.settings.grain).unwrap_or(0) } else { value }
    }

    /// The value of the position to `player`, combined from all players'.
    #[inline]
    pub(crate) fn value_for(&self, player: Player) -> i32 {
        self.value_by(&self.accumulator, player)
    }

    #[inline]
    fn value_by(&self, accumulator: &E::Accumulator, player: Player) -> i32 {
        let own = |player: Player| {
            let value = self.evaluation.evaluate(&self.game, accumulator, player);
            debug_assert!(is_moderate(value), "a value of {value} to {player} in {:?}", self.game);
            value
        };
        self.rounded(self.settings.combine.value(player, self.game.players(), own))
    }

    /// The search goes from `ply` down to the next by `mv`, which is not made yet.
    #[inline]
    pub(crate) fn note_move(&mut self, ply: usize, mv: G::Move) {
        if self.orderer.looks_back() {
            self.path[ply + 1] = Some(self.game.slot(mv) as u32);
        }
    }

    /// The slot of the move that led to `ply`, if the order looks back.
    #[inline]
    pub(crate) fn previous(&self, ply: usize) -> Option<usize> {
        if self.orderer.looks_back() { self.path[ply].map(|slot| slot as usize) } else { None }
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
    pub(crate) fn count_cut(&mut self, node: &Node, picker: &Picker, place: usize) {
        self.counts.cutoffs += 1;
        self.counts.first_move_cutoffs += u64::from(place == 0);
        if self.detail.is_some() {
            self.record_cut(node, picker, place);
        }
    }

    fn record_cut(&mut self, node: &Node, picker: &Picker, place: usize) {
        let supplier = picker.supplier(self);
        if let Some(detail) = &mut self.detail {
            detail.record(node.ply, picker.side, place, supplier);
        }
    }

    /// A Min node of Best-Reply Search is done, and a move of `opponent` lowered its bound most.
    pub(crate) fn learn_threat<const FULL: bool>(&mut self, opponent: Player) {
        if FULL && self.observer.is_some() {
            let before = self.orderer.lists();
            self.orderer.learn_threat(opponent);
            self.observe_lists(None, &before);
        } else {
            self.orderer.learn_threat(opponent);
        }
    }

    /// How the current node ends, for the observer.
    #[inline]
    pub(crate) fn note<const FULL: bool>(&mut self, kind: NodeKind, moves: usize) {
        if FULL && self.observer.is_some() {
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
    pub(crate) fn observe_enter(&mut self, node: &Node, quiescence: bool) {
        if let Some(observer) = &mut self.observer {
            let limited = |bound: i32| (bound.abs() < -LOWEST).then_some(bound);
            let (low, high) = (limited(node.alpha), limited(node.beta));
            observer.enter(Entered { ply: node.ply, side: node.side, low, high, quiescence });
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
    pub(crate) fn observe_leaf(&mut self, node: &Node, value: i32, quiescence: bool) {
        self.observe_enter(node, quiescence);
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
