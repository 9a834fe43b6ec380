//! The threads that search. Requests wait in a bounded queue, moves of games before analyses; analyses
//! never take all threads; whoever goes away gives up his place.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use axum::http::StatusCode;

use super::fault::Refusal;
use super::games::locked;
use super::store::Id;
use crate::session::Stop;

/// So many searches may wait.
const LONGEST_QUEUE: usize = 512;
/// So many analyses may wait or run for one address.
const ANALYSES_PER_CLIENT: usize = 4;
/// More threads than this would only need more memory: each search may have a table.
const MOST_THREADS: usize = 8;

/// What a search is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// A move or a hint in a game. A game has one search at a time: a new one ends the last.
    Game(Id),
    /// Anything else, counted by address.
    Analysis(IpAddr),
}

struct Job {
    purpose: Purpose,
    stop: Stop,
    work: Box<dyn FnOnce(&Stop) + Send>,
}

#[derive(Default)]
struct Queues {
    games: VecDeque<Job>,
    analyses: VecDeque<Job>,
    running: Vec<(Purpose, Stop)>,
}

impl Queues {
    fn waiting(&self) -> usize {
        self.games.len() + self.analyses.len()
    }

    fn all(&self) -> impl Iterator<Item = (&Purpose, &Stop)> {
        let waiting = self.games.iter().chain(&self.analyses).map(|job| (&job.purpose, &job.stop));
        waiting.chain(self.running.iter().map(|(purpose, stop)| (purpose, stop)))
    }

    fn drop_stopped(&mut self) {
        self.games.retain(|job| !job.stop.is_stopped());
        self.analyses.retain(|job| !job.stop.is_stopped());
    }

    fn stop_game(&self, id: &Id) {
        let of_game = |purpose: &Purpose| matches!(purpose, Purpose::Game(other) if other == id);
        self.all().filter(|(purpose, _)| of_game(purpose)).for_each(|(_, stop)| stop.stop());
    }

    fn next(&mut self, threads: usize) -> Option<Job> {
        self.drop_stopped();
        if let Some(job) = self.games.pop_front() {
            return Some(job);
        }
        let analysing = self.running.iter().filter(|(purpose, _)| matches!(purpose, Purpose::Analysis(_)));
        let free = analysing.count() < threads - 1;
        if free { self.analyses.pop_front() } else { None }
    }
}

struct Shared {
    queues: Mutex<Queues>,
    changed: Condvar,
    threads: usize,
}

/// The threads.
#[derive(Clone)]
pub(super) struct Pool(Arc<Shared>);

/// A place in the queue or at a thread; dropping it ends the search.
pub(super) struct Ticket(Stop);

impl Drop for Ticket {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Pool {
    /// Starts the threads: as many as there are processors, at least two.
    pub(super) fn start() -> std::io::Result<Self> {
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        let threads = processors.clamp(2, MOST_THREADS);
        let shared = Shared { queues: Mutex::default(), changed: Condvar::new(), threads };
        let pool = Self(Arc::new(shared));
        for number in 1..=threads {
            let pool = pool.clone();
            std::thread::Builder::new().name(format!("search {number}")).spawn(move || pool.work())?;
        }
        Ok(pool)
    }

    /// Queues a search. `work` runs on one of the threads unless the ticket is dropped before.
    pub(super) fn submit(
        &self,
        purpose: Purpose,
        work: impl FnOnce(&Stop) + Send + 'static,
    ) -> Result<Ticket, Refusal> {
        let mut queues = locked(&self.0.queues);
        match &purpose {
            Purpose::Game(id) => queues.stop_game(id),
            Purpose::Analysis(_) => {
                let mine = queues.all().filter(|(other, stop)| **other == purpose && !stop.is_stopped());
                if mine.count() >= ANALYSES_PER_CLIENT {
                    return Err(Refusal::new(
                        StatusCode::TOO_MANY_REQUESTS,
                        format!(
                            "{ANALYSES_PER_CLIENT} searches for you are under way; end one or wait for it"
                        ),
                    ));
                }
            }
        }
        queues.drop_stopped();
        if queues.waiting() >= LONGEST_QUEUE {
            return Err(Refusal::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "too many searches are waiting; try again in a while",
            ));
        }
        let stop = Stop::default();
        let job = Job { purpose, stop: stop.clone(), work: Box::new(work) };
        match job.purpose {
            Purpose::Game(_) => queues.games.push_back(job),
            Purpose::Analysis(_) => queues.analyses.push_back(job),
        }
        drop(queues);
        self.0.changed.notify_one();
        Ok(Ticket(stop))
    }

    /// Ends the search of a game, if there is one.
    pub(super) fn stop_game(&self, id: &Id) {
        locked(&self.0.queues).stop_game(id);
    }

    fn work(&self) {
        loop {
            let Job { stop, work, .. } = self.next();
            // A search that fails must not take the thread with it; whoever waits sees the stream end.
            let _ = catch_unwind(AssertUnwindSafe(|| work(&stop)));
            stop.stop();
            locked(&self.0.queues).running.retain(|(_, other)| !other.is(&stop));
            self.0.changed.notify_one();
        }
    }

    fn next(&self) -> Job {
        let mut queues = locked(&self.0.queues);
        loop {
            if let Some(job) = queues.next(self.0.threads) {
                queues.running.push((job.purpose.clone(), job.stop.clone()));
                return job;
            }
            queues = self.0.changed.wait(queues).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
