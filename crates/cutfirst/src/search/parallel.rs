//! Several threads on one tree: each searches all of it with lists and histories of its own, and the
//! table they share tells each what the others already know. To keep them apart, a move that another
//! thread is searching right now is put off until the rest of its node is done (Weill 1996, in the
//! simple form that marks moves in a small table instead of counting threads at each node).

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use crate::evaluation::Evaluation;
use crate::game::Game;
use crate::ordering::Sequence;
use crate::search::Algorithm;
use crate::search::deepening::{Found, search_depth};
use crate::search::limit::StopHandle;
use crate::search::node::{Expanded, move_at};
use crate::search::task::Task;
use crate::search::turns::Turns;
use crate::search::worker::Worker;
use crate::zobrist;

/// Moves of shallower nodes are searched faster than they are marked.
pub(super) const LEAST_DEPTH: u32 = 3;

const CELLS: usize = 1 << 13;

/// Which moves are being searched by whom: a hint, wrong now and then and harmless then.
#[derive(Debug)]
pub(crate) struct Busy(Vec<AtomicU64>);

impl Busy {
    pub(crate) fn new() -> Self {
        Self((0..CELLS).map(|_| AtomicU64::new(0)).collect())
    }

    /// The mark of a move in the node with this key.
    #[inline]
    pub(super) fn mark(node: u64, slot: usize, depth: u32) -> u64 {
        node ^ zobrist::mix((slot as u64) << 8 | u64::from(depth))
    }

    #[inline]
    fn cell(&self, mark: u64) -> &AtomicU64 {
        &self.0[mark as usize % CELLS]
    }

    #[inline]
    pub(super) fn is_searched(&self, mark: u64) -> bool {
        self.cell(mark).load(Relaxed) == mark
    }

    #[inline]
    pub(super) fn begin(&self, mark: u64) {
        self.cell(mark).store(mark, Relaxed);
    }

    #[inline]
    pub(super) fn end(&self, mark: u64) {
        let cell = self.cell(mark);
        if cell.load(Relaxed) == mark {
            cell.store(0, Relaxed);
        }
    }
}

/// One thread's way through the moves of a node: those that another thread is searching come last.
pub(super) struct Sharing {
    node: u64,
    depth: u32,
    /// How many moves were looked at.
    seen: usize,
    /// Where this node's moves begin among those put off, and how many of them were taken up again.
    start: usize,
    resumed: usize,
    /// The mark of the move that is being searched.
    mark: u64,
}

impl Sharing {
    /// `None` if there are no other threads, or the node is too shallow to mind them.
    #[inline]
    pub(super) fn new<G: Game, E: Evaluation<G>, T: Turns<G>>(
        worker: &Worker<'_, G, E>,
        task: &Task,
    ) -> Option<Self> {
        (worker.busy.is_some() && task.depth >= LEAST_DEPTH).then(|| Self {
            node: T::key(&worker.game, worker.root, task.side),
            depth: task.depth,
            seen: 0,
            start: worker.put_off.len(),
            resumed: 0,
            mark: 0,
        })
    }

    /// Index of the next move, out of those of the node in their sequence.
    pub(super) fn next<G: Game, E: Evaluation<G>>(
        &mut self,
        worker: &mut Worker<'_, G, E>,
        node: &Expanded,
        sequence: &mut Sequence,
    ) -> usize {
        let Some(busy) = worker.busy else {
            return worker.orderer.next(sequence, &worker.moves[node.range()]);
        };
        busy.end(self.mark);
        while self.seen < node.count {
            let index = worker.orderer.next(sequence, &worker.moves[node.range()]);
            let (mv, _) = move_at(worker, node, index);
            let mark = Busy::mark(self.node, worker.game.slot(mv), self.depth);
            self.seen += 1;
            // The first move is searched by all threads: they divide its subtree.
            if self.seen > 1 && busy.is_searched(mark) {
                worker.put_off.push(index as u16);
                continue;
            }
            busy.begin(mark);
            self.mark = mark;
            return index;
        }
        let index = worker.put_off[self.start + self.resumed];
        self.resumed += 1;
        usize::from(index)
    }

    pub(super) fn end<G: Game, E: Evaluation<G>>(self, worker: &mut Worker<'_, G, E>) {
        if let Some(busy) = worker.busy {
            busy.end(self.mark);
        }
        worker.put_off.truncate(self.start);
    }
}

/// Searches one depth with all workers; the first to finish has the result. `None` if a limit struck
/// before.
pub(super) fn search_depth_together<G: Game, E: Evaluation<G>>(
    worker: &mut Worker<'_, G, E>,
    helpers: &mut [Worker<'_, G, E>],
    algorithm: Algorithm,
    depth: u32,
    last_score: Option<i32>,
    evaluation: &E,
) -> Option<Found<G::Move>> {
    let done = StopHandle::default();
    let first = Mutex::new(None);
    let work = |worker: &mut Worker<'_, G, E>| {
        worker.depth_is_done = done.clone();
        let found = search_depth(worker, algorithm, depth, last_score, evaluation);
        if !worker.stopped {
            first.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get_or_insert(found);
            done.stop();
        }
        worker.depth_is_done = StopHandle::default();
    };
    thread::scope(|scope| {
        for helper in &mut *helpers {
            scope.spawn(|| work(helper));
        }
        work(worker);
        // A worker that a limit stopped must not leave the others searching.
        done.stop();
    });
    let found = first.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    if found.is_some() {
        worker.stopped = false;
        helpers.iter_mut().for_each(|helper| helper.stopped = false);
    }
    found
}
