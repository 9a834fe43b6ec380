//! Several threads on one tree: each searches all of it with lists and histories of its own, and the
//! table they share tells each what the others already know. To keep them apart, a move that another
//! thread is searching right now is put off until the rest of its node is done (Weill 1996, in the
//! simple form that marks moves in a small table instead of counting threads at each node).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use crate::evaluation::Evaluation;
use crate::game::Game;
use crate::ordering::Sequence;
use crate::search::deepening::{Found, prepare, search_depth};
use crate::search::limit::StopHandle;
use crate::search::node::{Expanded, move_at};
use crate::search::task::Task;
use crate::search::turns::Turns;
use crate::search::worker::Worker;
use crate::search::{Algorithm, Counts};
use crate::zobrist;

/// Moves of shallower nodes are searched faster than they are marked.
pub(super) const LEAST_DEPTH: u32 = 4;

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

/// Threads that search along for the time of one deepening. They wait for the next depth instead of ending with
/// each: a new thread may take longer to get a processor than a shallow search takes.
pub(super) struct Crew<M> {
    members: Vec<Member<M>>,
}

struct Member<M> {
    tasks: Sender<Depth>,
    results: Receiver<(Option<Found<M>>, Counts)>,
}

/// What is to be searched next.
#[derive(Clone)]
struct Depth {
    plies: u32,
    last_score: Option<i32>,
    done: StopHandle,
}

/// Stops the others if this thread's search ends with a panic.
struct StopInPanic<'a>(&'a StopHandle);

impl Drop for StopInPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}

/// Does something with a crew of these helpers.
pub(super) fn with_crew<G: Game, E: Evaluation<G>, R>(
    helpers: &mut [Worker<'_, G, E>],
    algorithm: Algorithm,
    evaluation: &E,
    work: impl FnOnce(&Crew<G::Move>) -> R,
) -> R {
    thread::scope(|scope| {
        let members = helpers.iter_mut().map(|helper| {
            let (tasks, todo) = mpsc::channel::<Depth>();
            let (found, results) = mpsc::channel();
            scope.spawn(move || {
                let mut first = true;
                for task in todo {
                    prepare(helper, task.plies, first);
                    first = false;
                    let result = search_until_done(helper, algorithm, &task, evaluation);
                    if found.send((result, helper.counts)).is_err() {
                        break;
                    }
                }
            });
            Member { tasks, results }
        });
        work(&Crew { members: members.collect() })
    })
}

impl<M> Crew<M> {
    /// Searches one depth with all threads, and tells what all have counted so far. What was found is `None` if a
    /// limit struck before anybody was done.
    pub(super) fn search<G: Game<Move = M>, E: Evaluation<G>>(
        &self,
        worker: &mut Worker<'_, G, E>,
        algorithm: Algorithm,
        plies: u32,
        last_score: Option<i32>,
        evaluation: &E,
    ) -> (Option<Found<M>>, Counts) {
        let task = Depth { plies, last_score, done: StopHandle::default() };
        // A member who is gone has panicked, which the scope tells.
        let members = || self.members.iter().filter(|_| plies >= LEAST_DEPTH);
        members().for_each(|member| drop(member.tasks.send(task.clone())));
        let mut found = search_until_done(worker, algorithm, &task, evaluation);
        let mut counts = worker.counts;
        for (result, counted) in members().filter_map(|member| member.results.recv().ok()) {
            found = found.or(result);
            counts = counts + counted;
        }
        // Whoever was not the first was stopped in the middle, which is no reason not to go on.
        worker.stopped &= found.is_none();
        (found, counts)
    }
}

fn search_until_done<G: Game, E: Evaluation<G>>(
    worker: &mut Worker<'_, G, E>,
    algorithm: Algorithm,
    task: &Depth,
    evaluation: &E,
) -> Option<Found<G::Move>> {
    let _guard = StopInPanic(&task.done);
    worker.stopped = false;
    worker.depth_is_done = task.done.clone();
    let found = search_depth(worker, algorithm, task.plies, task.last_score, evaluation);
    worker.depth_is_done = StopHandle::default();
    if worker.stopped {
        return None;
    }
    task.done.stop();
    Some(found)
}
