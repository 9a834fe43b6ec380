//! How a study is getting on, from what its tasks have stored and whether somebody is at work on them.

use serde::Serialize;

use super::study::Study;
use crate::named::named;
use crate::run;
use crate::store::{Lock, Results, is_missing};

/// What a task is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Nobody has begun with it.
    Waiting,
    /// A process is at work on it.
    Running,
    /// It ended before all was done.
    Stopped,
    /// Its results cannot be read.
    Failed,
    /// All of its trials are stored.
    Done,
}

named!(State: Done = "done", Running = "running", Waiting = "waiting", Stopped = "stopped", Failed = "failed");

/// How far a study is.
#[derive(Clone, Debug, Serialize)]
pub struct Status {
    /// The plan's name.
    pub plan: String,
    /// Trials of all tasks.
    pub trials: usize,
    /// Of these, stored.
    pub done: usize,
    /// Whether the tasks have been joined, or all was there from the start.
    pub joined: bool,
    /// Every task, the first one first.
    pub parts: Vec<Part>,
}

/// How far a task is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Part {
    /// Its number, from 1.
    pub part: u32,
    /// What it is doing.
    pub state: State,
    /// Its trials.
    pub trials: usize,
    /// Of these, stored.
    pub done: usize,
    /// Why its results cannot be read.
    pub message: Option<String>,
}

impl Status {
    /// Looks at all tasks.
    #[must_use]
    pub fn of(study: &Study) -> Self {
        let parts: Vec<_> = (1..=study.tasks()).map(|task| Part::of(study, task)).collect();
        let is_done = parts.iter().all(|part| part.state == State::Done);
        Self {
            plan: study.plan().name.clone(),
            trials: parts.iter().map(|part| part.trials).sum(),
            done: parts.iter().map(|part| part.done).sum(),
            joined: is_done && !is_missing(study.dir()),
            parts,
        }
    }

    /// The tasks in a state.
    #[must_use]
    pub fn in_state(&self, state: State) -> Vec<u32> {
        self.parts.iter().filter(|part| part.state == state).map(|part| part.part).collect()
    }
}

impl Part {
    fn of(study: &Study, task: u32) -> Self {
        let (dir, trials) = (study.task_dir(task), study.trials(task));
        let part = |state, done, message| Self { part: task, state, trials: trials.len(), done, message };
        let idle = |state| if Lock::is_taken(&dir) { State::Running } else { state };
        if is_missing(&dir) {
            return part(idle(State::Waiting), 0, None);
        }
        match Results::read(&dir).and_then(|results| results.done()) {
            Err(error) => part(State::Failed, 0, Some(error.to_string())),
            Ok(stored) => {
                let is_stored = |trial: &&_| run::keys(trial).all(|key| stored.contains(&key));
                let done = trials.iter().filter(is_stored).count();
                let state = if done == trials.len() { State::Done } else { idle(State::Stopped) };
                part(state, done, None)
            }
        }
    }
}
