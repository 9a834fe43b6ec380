//! Several threads on one tree: each searches all of it with lists and histories of its own, and the
//! table they share tells each what the others already know. To keep them apart, a move that another
//! thread is searching right now is put off until the rest of its node is done (Weill 1996, in the
//! simple form that marks moves in a small table instead of counting threads at each node).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::evaluation::Evaluation;
use crate::game::{Game, Player};
use crate::search::Counts;
use crate::search::alpha_beta::Node;
use crate::search::deepening::{Found, prepare, search_depth};
use crate::search::limit::Stop;
use crate::search::picker::Picker;
use crate::search::turns::Turns;
use crate::search::worker::Worker;
use crate::zobrist;

/// Moves of shallower nodes are searched by whoever comes: threads that part as late as that meet again at once, and
/// search the same leaves at the same time.
pub(super) const LEAST_DEPTH: u32 = 5;

const MARKS: usize = 1 << 13;

/// Which moves are being searched by whom: a hint, wrong now and then and harmless then.
#[derive(Debug)]
pub(crate) struct Busy(Vec<AtomicU64>);

impl Busy {
    pub(crate) fn new() -> Self {
        Self((0..MARKS).map(|_| AtomicU64::new(0)).collect())
    }

    /// The mark of a move in the node with this key.
    #[inline]
    pub(super) fn mark(node: u64, slot: usize, depth: u32) -> u64 {
        node ^ zobrist::mix((slot as u64) << 8 | u64::from(depth))
    }

    #[inline]
    fn place(&self, mark: u64) -> &AtomicU64 {
        &self.0[mark as usize % MARKS]
    }

    #[inline]
    pub(super) fn is_searched(&self, mark: u64) -> bool {
        self.place(mark).load(Relaxed) == mark
    }

    #[inline]
    pub(super) fn begin(&self, mark: u64) {
        self.place(mark).store(mark, Relaxed);
    }

    #[inline]
    pub(super) fn end(&self, mark: u64) {
        let place = self.place(mark);
        if place.load(Relaxed) == mark {
            place.store(0, Relaxed);
        }
    }
}

/// One thread's way through the moves of a node: those that another thread is searching come last.
pub(super) struct Sharing {
    node: u64,
    depth: u32,
    /// Whether a move was handed out.
    begun: bool,
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
        node: &Node,
    ) -> Option<Self> {
        (node.depth >= LEAST_DEPTH && worker.busy.is_some()).then(|| Self {
            node: T::key(&worker.game, worker.root, node.side),
            depth: node.depth,
            begun: false,
            start: worker.put_off.len(),
            resumed: 0,
            mark: 0,
        })
    }

    /// The move to search: `next`, which the picker handed out last, or a later one if another thread is at it.
    pub(super) fn next<G: Game, E: Evaluation<G>, T: Turns<G>>(
        &mut self,
        worker: &mut Worker<'_, G, E>,
        node: &Node,
        picker: &mut Picker,
        mut next: Option<(G::Move, Player)>,
    ) -> Option<(G::Move, Player)> {
        let busy = worker.busy?;
        busy.end(self.mark);
        while let Some((mv, owner)) = next {
            let mark = Busy::mark(self.node, worker.game.slot(mv), self.depth);
            // The first move is searched by all threads: they divide its subtree.
            if self.begun && busy.is_searched(mark) {
                worker.put_off.push((mv, owner));
                next = picker.next::<G, E, T>(worker, node);
                continue;
            }
            self.begun = true;
            busy.begin(mark);
            self.mark = mark;
            return next;
        }
        let resumed = worker.put_off.get(self.start + self.resumed).copied();
        self.resumed += 1;
        resumed
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

/// The channels only ring: what is told lies on the desk. A channel of searches would be compiled anew for every game.
struct Member<M> {
    desk: Arc<Desk<M>>,
    begin: Sender<()>,
    done: Receiver<()>,
}

struct Desk<M> {
    task: Mutex<Option<Depth<M>>>,
    result: Mutex<Told<M>>,
}

/// What a member has found, if it was the first, and counted so far.
type Told<M> = Option<(Option<Found<M>>, Counts)>;

/// Takes what was laid on the desk. Nothing panics while it is held.
fn take<T>(place: &Mutex<Option<T>>) -> Option<T> {
    place.lock().unwrap_or_else(PoisonError::into_inner).take()
}

fn lay<T>(place: &Mutex<Option<T>>, thing: T) {
    *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(thing);
}

/// What is to be searched next.
#[derive(Clone)]
struct Depth<M> {
    plies: u32,
    /// Root moves that are not to be searched.
    excluded: Vec<M>,
    last_score: Option<i32>,
    done: Stop,
}

/// Stops the others if this thread's search ends with a panic.
struct StopInPanic<'a>(&'a Stop);

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
    evaluation: &E,
    work: impl FnOnce(&Crew<G::Move>) -> R,
) -> R {
    thread::scope(|scope| {
        let members = helpers.iter_mut().map(|helper| {
            let (begin, todo) = mpsc::channel();
            let (tell, done) = mpsc::channel();
            let desk = Arc::new(Desk { task: Mutex::new(None), result: Mutex::new(None) });
            let of_helper = Arc::clone(&desk);
            let work: Box<dyn FnOnce() + Send + '_> = Box::new(move || {
                let mut first = true;
                for () in todo {
                    let Some(task) = take(&of_helper.task) else { break };
                    prepare(helper, task.plies, first);
                    helper.root_node.begin(&task.excluded, None);
                    first = false;
                    let result = search_until_done(helper, &task, evaluation);
                    lay(&of_helper.result, (result, helper.counts));
                    if tell.send(()).is_err() {
                        break;
                    }
                }
            });
            scope.spawn(work);
            Member { desk, begin, done }
        });
        work(&Crew { members: members.collect() })
    })
}

impl<M: Copy> Crew<M> {
    /// Searches one depth with all threads, and tells what all have counted so far. What was found is `None` if a
    /// limit struck before anybody was done.
    pub(super) fn search<G: Game<Move = M>, E: Evaluation<G>>(
        &self,
        worker: &mut Worker<'_, G, E>,
        plies: u32,
        last_score: Option<i32>,
        evaluation: &E,
    ) -> (Option<Found<M>>, Counts) {
        let excluded = worker.root_node.excluded.clone();
        let task = Depth { plies, excluded, last_score, done: Stop::default() };
        // A member who is gone has panicked, which the scope tells.
        let members = || self.members.iter().filter(|_| plies >= LEAST_DEPTH);
        for member in members() {
            lay(&member.desk.task, task.clone());
            let _ = member.begin.send(());
        }
        let mut found = search_until_done(worker, &task, evaluation);
        let mut counts = worker.counts;
        for member in members() {
            if member.done.recv().is_ok()
                && let Some((result, counted)) = take(&member.desk.result)
            {
                found = found.or(result);
                counts = counts + counted;
            }
        }
        // Whoever was not the first was stopped in the middle, which is no reason not to go on.
        worker.stopped &= found.is_none();
        (found, counts)
    }
}

fn search_until_done<G: Game, E: Evaluation<G>>(
    worker: &mut Worker<'_, G, E>,
    task: &Depth<G::Move>,
    evaluation: &E,
) -> Option<Found<G::Move>> {
    let _guard = StopInPanic(&task.done);
    worker.stopped = false;
    worker.depth_is_done = task.done.clone();
    let found = search_depth(worker, task.plies, task.last_score, evaluation);
    worker.depth_is_done = Stop::default();
    if worker.stopped {
        return None;
    }
    task.done.stop();
    Some(found)
}
