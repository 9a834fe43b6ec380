//! The threads that search. Requests wait in a bounded queue, moves of games before analyses; long
//! searches never take all threads; whoever goes away gives up his place.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use axum::http::StatusCode;

use super::fault::Refusal;
use super::games::locked;
use super::store::Id;
use cutfirst::search::Stop;

/// So many searches may wait.
const LONGEST_QUEUE: usize = 512;
/// So many analyses may wait or run for one address.
const ANALYSES_PER_CLIENT: usize = 4;
/// So many games may wait or run for one address.
const GAMES_PER_CLIENT: usize = 256;
/// More threads for long searches than this would only need more memory: each may have a table.
const MOST_LONG: usize = 8;

/// What a search is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// A move or a hint in a game. A game has one search at a time: a new one ends the last.
    Game { id: Id, client: IpAddr, long: bool },
    /// Anything else. Always long.
    Analysis { client: IpAddr },
}

impl Purpose {
    fn is_long(&self) -> bool {
        matches!(self, Self::Analysis { .. } | Self::Game { long: true, .. })
    }

    fn is_analysis(&self) -> bool {
        matches!(self, Self::Analysis { .. })
    }

    /// Whether both count against the same share of the same client.
    fn shares_with(&self, other: &Self) -> bool {
        let client = |purpose: &Self| match purpose {
            Self::Game { client, .. } | Self::Analysis { client } => *client,
        };
        self.is_analysis() == other.is_analysis() && client(self) == client(other)
    }
}

/// What a thread does for a search. A long one may make way for others that wait: it returns what is left to do.
pub(super) struct Work(Box<Part>);

type Part = dyn FnOnce(&Stop) -> Option<Work> + Send;

impl Work {
    pub(super) fn new(part: impl FnOnce(&Stop) -> Option<Self> + Send + 'static) -> Self {
        Self(Box::new(part))
    }
}

struct Job {
    purpose: Purpose,
    stop: Stop,
    work: Work,
}

#[derive(Default)]
struct Queues {
    games: VecDeque<Job>,
    analyses: VecDeque<Job>,
    running: Vec<(Purpose, Stop)>,
}

impl Queues {
    /// How many searches wait for a thread; those that were stopped meanwhile do not count.
    fn waiting(&self) -> usize {
        self.games.iter().chain(&self.analyses).filter(|job| !job.stop.is_stopped()).count()
    }

    fn all(&self) -> impl Iterator<Item = (&Purpose, &Stop)> {
        let waiting = self.games.iter().chain(&self.analyses).map(|job| (&job.purpose, &job.stop));
        waiting.chain(self.running.iter().map(|(purpose, stop)| (purpose, stop)))
    }

    fn push(&mut self, job: Job) {
        if job.purpose.is_analysis() {
            self.analyses.push_back(job);
        } else {
            self.games.push_back(job);
        }
    }

    fn stop_game(&self, id: &Id) {
        let of_game = |purpose: &Purpose| matches!(purpose, Purpose::Game { id: other, .. } if other == id);
        self.all().filter(|(purpose, _)| of_game(purpose)).for_each(|(_, stop)| stop.stop());
    }

    /// The next search that may run: a game's first. One of `threads` is left to short searches, and
    /// of the others one to games. A search that was stopped while it waited comes before all: it ends at once, and whoever
    /// listens is told so.
    fn next(&mut self, threads: usize) -> Option<Job> {
        for queue in [&mut self.games, &mut self.analyses] {
            if let Some(place) = queue.iter().position(|job| job.stop.is_stopped()) {
                return queue.remove(place);
            }
        }
        let running = |what: fn(&Purpose) -> bool| self.running.iter().filter(|(p, _)| what(p)).count();
        let room_for_long = running(Purpose::is_long) + 1 < threads;
        let room_for_analysis = room_for_long && running(Purpose::is_analysis) + 2 < threads;
        let game = self.games.iter().position(|job| room_for_long || !job.purpose.is_long());
        match game {
            Some(place) => self.games.remove(place),
            None if room_for_analysis => self.analyses.pop_front(),
            None => None,
        }
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
    /// Starts the threads: as many as there are processors, at least two, and one for short searches.
    pub(super) fn start() -> std::io::Result<Self> {
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        Self::of(processors.clamp(2, MOST_LONG) + 1)
    }

    fn of(threads: usize) -> std::io::Result<Self> {
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
        let whole = move |stop: &Stop| {
            work(stop);
            None
        };
        self.submit_in_parts(purpose, Work::new(whole))
    }

    /// Whether another analysis waits for a thread.
    pub(super) fn is_wanted(&self) -> bool {
        locked(&self.0.queues).analyses.iter().any(|job| !job.stop.is_stopped())
    }

    /// The same for a search that now and then asks whether another one waits, and goes on after it.
    pub(super) fn submit_in_parts(&self, purpose: Purpose, work: Work) -> Result<Ticket, Refusal> {
        let mut queues = locked(&self.0.queues);
        if let Purpose::Game { id, .. } = &purpose {
            queues.stop_game(id);
        }
        let share = if purpose.is_analysis() { ANALYSES_PER_CLIENT } else { GAMES_PER_CLIENT };
        let mine = queues.all().filter(|(other, stop)| other.shares_with(&purpose) && !stop.is_stopped());
        if mine.count() >= share {
            return Err(Refusal::new(
                StatusCode::TOO_MANY_REQUESTS,
                format!("{share} searches for you are under way; end one or wait for it"),
            ));
        }
        if queues.waiting() >= LONGEST_QUEUE {
            return Err(Refusal::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "too many searches are waiting; try again in a while",
            ));
        }
        let stop = Stop::default();
        queues.push(Job { purpose, stop: stop.clone(), work });
        drop(queues);
        self.0.changed.notify_one();
        Ok(Ticket(stop))
    }

    /// Ends the search of a game, if there is one.
    pub(super) fn stop_game(&self, id: &Id) {
        locked(&self.0.queues).stop_game(id);
        self.0.changed.notify_one();
    }

    fn work(&self) {
        loop {
            let Job { purpose, stop, work: Work(part) } = self.next();
            // A search that fails must not take the thread with it; whoever waits sees the stream end.
            let rest = catch_unwind(AssertUnwindSafe(|| part(&stop))).unwrap_or_default();
            let mut queues = locked(&self.0.queues);
            queues.running.retain(|(_, other)| !other.is_same(&stop));
            match rest {
                Some(work) => queues.push(Job { purpose, stop, work }),
                None => stop.stop(),
            }
            drop(queues);
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

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::mpsc::Sender;

    use super::*;

    fn queue(purposes: &[(char, bool)]) -> Queues {
        let client = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let mut queues = Queues::default();
        for &(kind, long) in purposes {
            let id = Id::parse(&kind.to_string().repeat(32))
                .unwrap_or_else(|| Id::parse(&"0".repeat(32)).unwrap());
            let purpose =
                if kind == 'x' { Purpose::Analysis { client } } else { Purpose::Game { id, client, long } };
            queues.push(Job { purpose, stop: Stop::default(), work: Work::new(|_| None) });
        }
        queues
    }

    /// Starts all that may run beside each other, and names them: `x` for an analysis.
    fn started(mut queues: Queues, threads: usize) -> String {
        let mut names = String::new();
        while queues.running.len() < threads
            && let Some(job) = queues.next(threads)
        {
            names += match &job.purpose {
                Purpose::Game { id, .. } => &id.as_str()[..1],
                Purpose::Analysis { .. } => "x",
            };
            queues.running.push((job.purpose, job.stop));
        }
        names
    }

    #[test]
    fn short_moves_always_find_a_thread() {
        assert_eq!(started(queue(&[('a', false), ('b', false), ('c', false), ('d', false)]), 3), "abc");
        assert_eq!(started(queue(&[('a', true), ('b', true), ('c', true), ('d', false)]), 3), "abd");
        assert_eq!(started(queue(&[('x', true), ('x', true), ('a', true), ('b', true)]), 3), "ab");
        assert_eq!(started(queue(&[('x', true), ('x', true), ('x', true)]), 3), "x");
        assert_eq!(started(queue(&[('x', true), ('x', true), ('x', true), ('a', false)]), 4), "axx");
    }

    #[test]
    fn a_long_search_makes_way_for_one_that_waits_and_goes_on_after_it() {
        fn part(number: usize, pool: Pool, says: Sender<String>) -> Work {
            Work::new(move |_| {
                while number == 0 && !pool.is_wanted() {
                    std::thread::yield_now();
                }
                says.send(format!("part {number}")).unwrap();
                (number == 0).then(|| part(1, pool, says))
            })
        }
        let pool = Pool::of(3).unwrap();
        let client = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let (says, said) = std::sync::mpsc::channel();
        let _long = pool.submit_in_parts(Purpose::Analysis { client }, part(0, pool.clone(), says.clone()));
        let _short =
            pool.submit(Purpose::Analysis { client }, move |_| says.send("other".to_owned()).unwrap());
        assert_eq!(said.iter().collect::<Vec<_>>(), ["part 0", "other", "part 1"]);
    }

    #[test]
    fn who_is_stopped_while_waiting_is_told_at_once() {
        let queues = queue(&[('a', true), ('b', true), ('c', true), ('d', true)]);
        queues.stop_game(&Id::parse(&"d".repeat(32)).unwrap());
        assert_eq!(queues.waiting(), 3);
        assert_eq!(
            started(queues, 4),
            "dab",
            "although only two long searches would find a thread beside it"
        );
    }
}
