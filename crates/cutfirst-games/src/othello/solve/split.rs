//! Searching one node's moves on several threads: young brothers wait for the eldest, then everybody
//! who is idle helps.
//!
//! Only null-window nodes are shared, so that all moves of one are asked the same question and the
//! first that answers it makes the rest useless. A thread that waits for its helpers helps them.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::order::Candidate;
use super::search::Worker;

/// A node whose moves several threads search.
pub(super) struct Split {
    above: Option<Arc<Split>>,
    alpha: i32,
    /// Best first.
    moves: Vec<Candidate>,
    next: AtomicUsize,
    /// Set when a move has answered the question.
    settled: AtomicBool,
    best: Mutex<(i32, Option<u8>)>,
    /// Threads at work here besides the owner; changes only while the pool is locked.
    helpers: AtomicUsize,
}

impl Split {
    /// Whether this node or one above it needs no more search.
    pub(super) fn is_settled(&self) -> bool {
        self.settled.load(Ordering::Relaxed) || self.above.as_ref().is_some_and(|above| above.is_settled())
    }

    fn is_below(&self, other: &Arc<Self>) -> bool {
        self.above.as_ref().is_some_and(|above| Arc::ptr_eq(above, other) || above.is_below(other))
    }

    fn has_moves(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.moves.len() && !self.is_settled()
    }
}

/// Shared nodes on offer, and who waits for some.
#[derive(Default)]
pub(super) struct Pool {
    state: Mutex<State>,
    changed: Condvar,
    idle: AtomicUsize,
}

#[derive(Default)]
struct State {
    offers: Vec<Arc<Split>>,
    finished: bool,
}

impl Pool {
    /// Whether somebody would help.
    #[inline]
    pub(super) fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Sends all helpers home.
    pub(super) fn finish(&self) {
        self.lock().finished = true;
        self.changed.notify_all();
    }

    /// Nothing that is done under the lock can leave the state half changed.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.idle.fetch_add(1, Ordering::Relaxed);
        let state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        self.idle.fetch_sub(1, Ordering::Relaxed);
        state
    }
}

impl Worker<'_> {
    /// Works for others until the pool finishes.
    pub(super) fn help(&mut self) {
        let pool = &self.shared.pool;
        let mut state = pool.lock();
        while !state.finished {
            match state.offers.iter().rev().find(|split| split.has_moves()).cloned() {
                Some(split) => {
                    self.join(&split, state);
                    state = pool.lock();
                }
                None => state = pool.wait(state),
            }
        }
    }

    /// Offers the moves from `at` on to all who are idle; the best score among them, and its square.
    pub(super) fn share(&mut self, at: usize, alpha: i32) -> (i32, Option<u8>) {
        let mut moves = self.moves[at..].to_vec();
        moves.sort_by_key(|candidate| std::cmp::Reverse(candidate.rating));
        let split = Arc::new(Split {
            above: self.task.clone(),
            alpha,
            moves,
            next: AtomicUsize::new(0),
            settled: AtomicBool::new(false),
            best: Mutex::new((-64, None)),
            helpers: AtomicUsize::new(0),
        });
        let pool = &self.shared.pool;
        pool.lock().offers.push(Arc::clone(&split));
        pool.changed.notify_one();
        self.work_on(&split);

        let mut state = pool.lock();
        state.offers.retain(|offer| !Arc::ptr_eq(offer, &split));
        while split.helpers.load(Ordering::Relaxed) > 0 {
            let below =
                state.offers.iter().find(|offer| offer.is_below(&split) && offer.has_moves()).cloned();
            match below {
                Some(offer) => {
                    self.join(&offer, state);
                    state = pool.lock();
                }
                None => state = pool.wait(state),
            }
        }
        drop(state);
        *split.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Helps with a node that was found while the pool was locked.
    fn join(&mut self, split: &Arc<Split>, state: MutexGuard<'_, State>) {
        split.helpers.fetch_add(1, Ordering::Relaxed);
        drop(state);
        self.work_on(split);
        let _state = self.shared.pool.lock();
        split.helpers.fetch_sub(1, Ordering::Relaxed);
        self.shared.pool.changed.notify_all();
    }

    /// Searches moves of a shared node until none is left.
    fn work_on(&mut self, split: &Arc<Split>) {
        let task = self.task.replace(Arc::clone(split));
        while let Some(candidate) = split.moves.get(split.next.fetch_add(1, Ordering::Relaxed)) {
            let score = -self.null_window(candidate.child, -split.alpha - 1);
            if self.is_stopped() {
                break;
            }
            let mut best = split.best.lock().unwrap_or_else(PoisonError::into_inner);
            if score > best.0 {
                *best = (score, Some(candidate.square));
            }
            if score > split.alpha {
                split.settled.store(true, Ordering::Relaxed);
            }
        }
        self.task = task;
    }
}
