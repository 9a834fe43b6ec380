//! How a study is getting on, from its parts' signs of life.

use std::ops::Add;
use std::time::{Duration, SystemTime};

use serde::Serialize;

use super::heartbeat::{Heartbeat, SILENCE, State};
use super::study::Study;
use crate::run;
use crate::store::{Results, is_missing};

/// How far a study is.
#[derive(Clone, Debug, Serialize)]
pub struct Status {
    /// The plan's name.
    pub plan: String,
    /// Trials of all parts.
    pub trials: u64,
    /// Of these, stored.
    pub done: u64,
    /// How much of the estimated work is done, from 0 to 1.
    pub share: f64,
    /// Trials per second of all parts at work.
    pub trials_per_second: f64,
    /// Nodes per second of all parts at work.
    pub nodes_per_second: f64,
    /// Seconds until all parts are done if as many stay at work; unknown if none is.
    pub seconds_left: Option<f64>,
    /// Whether the parts have been joined, or all was there from the start.
    pub joined: bool,
    /// Every part, the first one first.
    pub parts: Vec<Part>,
}

/// How far a part is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Part {
    /// Its number, from 1.
    pub part: u32,
    /// What it is doing.
    pub state: State,
    /// Its trials.
    pub trials: u64,
    /// Of these, stored.
    pub done: u64,
    /// How much of its estimated work is done, from 0 to 1.
    pub share: f64,
    /// What it is estimated to take in all, in seconds of one thread.
    pub estimated_seconds: f64,
    /// How long its last attempt has lasted so far.
    pub seconds: f64,
    /// Nodes per second of its last attempt.
    pub nodes_per_second: f64,
    /// Estimated seconds done per second of its last attempt.
    #[serde(skip)]
    speed: f64,
    /// Where it runs or ran.
    pub place: String,
    /// The number of its process there.
    pub process: u32,
    /// How often it was started.
    pub attempts: u32,
    /// Why it failed.
    pub message: Option<String>,
}

impl Status {
    /// Looks at all parts.
    #[must_use]
    pub fn of(study: &Study, now: SystemTime) -> Self {
        let loads = study.split().loads();
        let parts: Vec<_> = (1..).zip(&loads).map(|(part, &load)| Part::of(study, part, load, now)).collect();
        let at_work = || parts.iter().filter(|part| part.state == State::Running);
        let all: f64 = loads.iter().map(|load| load.0).sum();
        let finished: f64 = parts.iter().map(|part| part.share * part.estimated_seconds).sum();
        let trials = loads.iter().map(|load| load.1).sum();
        let trials_left = |part: &Part| (1.0 - part.share) * part.estimated_seconds;
        let seconds_left = {
            // Parts that have just begun are taken to be as fast as the others.
            let (gained, spent) = parts
                .iter()
                .filter(|part| part.speed > 0.0)
                .fold((0.0, 0.0), |sum, part| (sum.0 + part.speed * part.seconds, sum.1 + part.seconds));
            let speed = if spent > 0.0 { gained / spent } else { 1.0 };
            let workers = at_work().count() as f64;
            let longest = at_work().map(trials_left).fold(0.0, f64::max);
            let left: f64 = parts.iter().map(trials_left).sum();
            (workers > 0.0).then(|| (left / workers).max(longest) / speed)
        };
        let is_done = parts.iter().all(|part| part.state == State::Done);
        Self {
            plan: study.plan().name.clone(),
            trials,
            done: parts.iter().map(|part| part.done).sum(),
            share: if all > 0.0 { finished / all } else { 1.0 },
            trials_per_second: at_work().map(Part::trials_per_second).fold(0.0, Add::add),
            // Not `sum`, which makes -0 of nothing.
            nodes_per_second: at_work().map(|part| part.nodes_per_second).fold(0.0, Add::add),
            seconds_left: if is_done { Some(0.0) } else { seconds_left },
            joined: is_done && !is_missing(study.dir()),
            parts,
        }
    }

    /// The parts in a state.
    #[must_use]
    pub fn in_state(&self, state: State) -> Vec<u32> {
        self.parts.iter().filter(|part| part.state == state).map(|part| part.part).collect()
    }
}

impl Part {
    fn of(study: &Study, part: u32, (estimated_seconds, trials): (f64, u64), now: SystemTime) -> Self {
        let waiting = Self {
            part,
            state: State::Waiting,
            trials,
            done: 0,
            share: 0.0,
            estimated_seconds,
            seconds: 0.0,
            nodes_per_second: 0.0,
            speed: 0.0,
            place: String::new(),
            process: 0,
            attempts: 0,
            message: None,
        };
        match study.heartbeat(part) {
            Some(heartbeat) => waiting.with(heartbeat, now),
            None if is_missing(&study.part_dir(part)) => waiting,
            None => waiting.without_heartbeat(study),
        }
    }

    fn with(self, heartbeat: Heartbeat, now: SystemTime) -> Self {
        let silent = heartbeat.age(now);
        let lost = heartbeat.state == State::Running && silent > SILENCE;
        let per_second = |amount: f64| if heartbeat.seconds > 0.0 { amount / heartbeat.seconds } else { 0.0 };
        Self {
            state: if lost { State::Failed } else { heartbeat.state },
            done: heartbeat.trials.min(self.trials),
            share: if heartbeat.state == State::Done { 1.0 } else { heartbeat.share.clamp(0.0, 1.0) },
            seconds: heartbeat.seconds,
            nodes_per_second: per_second(heartbeat.nodes as f64),
            speed: per_second(heartbeat.gained * self.estimated_seconds),
            message: if lost { Some(silence(silent)) } else { heartbeat.message },
            place: heartbeat.place,
            process: heartbeat.process,
            attempts: heartbeat.attempt,
            ..self
        }
    }

    /// Somebody has deleted the heartbeat or it could not be written: the results tell.
    fn without_heartbeat(self, study: &Study) -> Self {
        let done = match Results::read(&study.part_dir(self.part)).and_then(|results| results.done()) {
            Ok(done) => done,
            Err(error) => return Self { state: State::Failed, message: Some(error.to_string()), ..self },
        };
        let trials = study.trials(self.part);
        let stored = trials.iter().filter(|trial| run::keys(trial).all(|key| done.contains(&key)));
        let stored = stored.count() as u64;
        let state = if stored == self.trials { State::Done } else { State::Stopped };
        let share = if self.trials > 0 { stored as f64 / self.trials as f64 } else { 1.0 };
        Self { state, done: stored, share, ..self }
    }

    fn trials_per_second(&self) -> f64 {
        if self.estimated_seconds > 0.0 {
            self.speed / self.estimated_seconds * self.trials as f64
        } else {
            0.0
        }
    }
}

fn silence(time: Duration) -> String {
    format!("no sign of life for {} s: killed, or its machine is gone", time.as_secs())
}
