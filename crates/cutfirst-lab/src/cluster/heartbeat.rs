//! Signs of life: a small file beside a part's results that says how far it is.
//!
//! Results could tell as much, but reading them checks every row, which would be slow for thousands of parts;
//! and they cannot tell whether anybody is at work. Nothing depends on these files: one that cannot be written
//! or read is passed over.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::draft;

const NAME: &str = "heartbeat.json";

/// How often it is written when nothing happens.
const IDLE: Duration = Duration::from_secs(15);

/// After how long without a sign a part is given up for lost: several times `IDLE`, and some difference
/// between the clocks of two machines.
pub const SILENCE: Duration = Duration::from_secs(60);

/// What a part is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Nobody has begun with it.
    Waiting,
    /// It is at work.
    Running,
    /// It was stopped in an orderly way before its end.
    Stopped,
    /// It ended with an error, or without a word.
    Failed,
    /// All of its trials are stored.
    Done,
}

/// How far a part is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heartbeat {
    /// What it is doing.
    pub state: State,
    /// When this was written, in milliseconds since 1970.
    pub at: u64,
    /// On which machine, and under which name of the scheduler.
    pub place: String,
    /// The process.
    pub process: u32,
    /// How often it has been started, this time included.
    pub attempt: u32,
    /// Trials stored.
    pub trials: u64,
    /// Their estimated cost as a share of all of the part's.
    pub share: f64,
    /// What of that share was done in this attempt.
    pub gained: f64,
    /// How long this attempt has lasted, in seconds.
    pub seconds: f64,
    /// Nodes searched in this attempt.
    pub nodes: u64,
    /// Why it failed.
    pub message: Option<String>,
}

impl Heartbeat {
    /// The last one in a part's directory.
    #[must_use]
    pub fn read(dir: &Path) -> Option<Self> {
        serde_json::from_str(&fs::read_to_string(dir.join(NAME)).ok()?).ok()
    }

    /// How long ago it was. A clock that has been set back since counts as well: whoever is alive writes again soon,
    /// by the new time.
    #[must_use]
    pub fn age(&self, now: SystemTime) -> Duration {
        Duration::from_millis(milliseconds(now).abs_diff(self.at))
    }

    fn write(&self, dir: &Path) {
        if let Ok(text) = serde_json::to_string(self) {
            let _ = draft::write(&dir.join(NAME), text);
        }
    }
}

fn milliseconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// Writes the heartbeats of a part that this process runs, until it is dropped.
#[derive(Debug)]
pub struct Heart {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    dir: PathBuf,
    start: Instant,
    beat: Mutex<Beat>,
    wake: Condvar,
}

#[derive(Debug)]
struct Beat {
    heartbeat: Heartbeat,
    changed: bool,
    over: bool,
}

impl Heart {
    /// Begins, with so many trials stored already, which are such a share of the part's cost.
    #[must_use]
    pub fn start(dir: &Path, place: String, trials: u64, share: f64) -> Self {
        let attempt = Heartbeat::read(dir).map_or(0, |last| last.attempt).saturating_add(1);
        let heartbeat = Heartbeat {
            state: State::Running,
            at: milliseconds(SystemTime::now()),
            place,
            process: std::process::id(),
            attempt,
            trials,
            share,
            gained: 0.0,
            seconds: 0.0,
            nodes: 0,
            message: None,
        };
        heartbeat.write(dir);
        let shared = Arc::new(Shared {
            dir: dir.to_owned(),
            start: Instant::now(),
            beat: Mutex::new(Beat { heartbeat, changed: false, over: false }),
            wake: Condvar::new(),
        });
        let of_thread = Arc::clone(&shared);
        // Without a thread there are no signs of life, and the work goes on.
        let thread = std::thread::Builder::new().spawn(move || of_thread.go_on()).ok();
        Self { shared, thread }
    }

    /// Some trials have been stored.
    pub fn gained(&self, trials: u64, share: f64, nodes: u64) {
        let mut beat = self.shared.lock();
        beat.heartbeat.trials += trials;
        beat.heartbeat.share += share;
        beat.heartbeat.gained += share;
        beat.heartbeat.nodes += nodes;
        beat.changed = true;
    }

    /// The last sign: how it ended.
    pub fn end(self, state: State, message: Option<String>) {
        let mut beat = self.shared.lock();
        beat.heartbeat.state = state;
        beat.heartbeat.message = message;
        drop(beat);
        // Dropping it writes.
    }
}

impl Drop for Heart {
    fn drop(&mut self) {
        self.shared.lock().over = true;
        self.shared.wake.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        let mut beat = self.shared.lock();
        self.shared.write(&mut beat);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Beat> {
        self.beat.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, beat: &mut Beat) {
        beat.heartbeat.at = milliseconds(SystemTime::now());
        beat.heartbeat.seconds = self.start.elapsed().as_secs_f64();
        beat.heartbeat.write(&self.dir);
        beat.changed = false;
    }

    /// Soon at first, when somebody may be watching, and then more rarely: thousands of parts share one
    /// directory on the network.
    fn go_on(&self) {
        let mut beat = self.lock();
        let mut written = Instant::now();
        while !beat.over {
            let pause =
                (self.start.elapsed() / 20).clamp(Duration::from_millis(200), Duration::from_secs(10));
            beat = self.wake.wait_timeout(beat, pause).unwrap_or_else(PoisonError::into_inner).0;
            if !beat.over && (beat.changed || written.elapsed() > IDLE) {
                self.write(&mut beat);
                written = Instant::now();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Scratch;

    #[test]
    fn a_part_shows_how_far_it_is() {
        let dir = Scratch::new().unwrap();
        assert_eq!(Heartbeat::read(dir.path()), None);
        let heart = Heart::start(dir.path(), "here".to_owned(), 3, 0.25);
        let first = Heartbeat::read(dir.path()).unwrap();
        assert_eq!((first.state, first.attempt, first.trials, first.share), (State::Running, 1, 3, 0.25));
        assert_eq!((first.place.as_str(), first.process), ("here", std::process::id()));
        heart.gained(2, 0.5, 1000);
        let start = Instant::now();
        while Heartbeat::read(dir.path()).unwrap().trials == 3 {
            assert!(start.elapsed() < Duration::from_secs(30), "no second sign");
            std::thread::sleep(Duration::from_millis(10));
        }
        heart.end(State::Failed, Some("the disk is full".to_owned()));
        let last = Heartbeat::read(dir.path()).unwrap();
        assert_eq!((last.state, last.trials, last.share, last.gained), (State::Failed, 5, 0.75, 0.5));
        assert_eq!((last.nodes, last.message.as_deref()), (1000, Some("the disk is full")));
        assert!(last.seconds > 0.0 && last.at >= first.at);
        drop(Heart::start(dir.path(), String::new(), 5, 0.75));
        let second = Heartbeat::read(dir.path()).unwrap();
        assert_eq!((second.attempt, second.gained, second.message), (2, 0.0, None));
    }

    #[test]
    fn what_cannot_be_read_or_written_is_passed_over() {
        let dir = Scratch::new().unwrap();
        fs::write(dir.path().join(NAME), "{\"state\":").unwrap();
        assert_eq!(Heartbeat::read(dir.path()), None);
        Heart::start(&dir.path().join("none"), String::new(), 0, 0.0).end(State::Done, None);
        assert!(!dir.path().join("none").exists());
    }

    #[test]
    fn a_part_killed_before_the_clock_went_back_is_not_at_work_for_ever() {
        let dir = Scratch::new().unwrap();
        Heart::start(dir.path(), String::new(), 0, 0.0).end(State::Done, None);
        let beat = Heartbeat::read(dir.path()).unwrap();
        assert!(beat.age(SystemTime::now() - Duration::from_secs(3600)) > SILENCE);
        assert!(beat.age(SystemTime::now() - Duration::from_secs(10)) < SILENCE, "clocks differ a little");
        assert!(beat.age(UNIX_EPOCH) > SILENCE);
        assert!(beat.age(SystemTime::now() + Duration::from_secs(100)) >= Duration::from_secs(99));
    }
}
