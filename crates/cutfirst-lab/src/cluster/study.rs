//! A study: a directory with a plan, its split, and one directory for each task's results.
//!
//! The split is made once and read by whoever runs a task, so that all agree on what belongs to whom. When all tasks
//! are complete, they are joined into the study's own directory, which then is a result directory like any other.
//! Results that are there before the plan is split are used: what they hold is not run again, and what it took tells
//! what the rest will take.

use std::path::{Path, PathBuf};
use std::{fs, io};

use thiserror::Error;

use super::merge::{MergeError, gather};
use super::split::{Split, ranges};
use super::status::{State, Status};
use crate::cell::Row;
use crate::draft;
use crate::plan::Plan;
use crate::store::{Lock, PlanText, Results, Shard, Store, StoreError, is_missing, refuse_match};
use crate::trial::Trial;

/// The stored plan.
const PLAN: &str = "plan.toml";
/// The stored split; where it is, there is a study.
pub(crate) const SPLIT: &str = "split.json";

/// A directory in which a plan is run in tasks.
#[derive(Clone, Debug)]
pub struct Study {
    dir: PathBuf,
    plan: Plan,
    split: Split,
}

/// Why a study cannot be made, read or joined. Every message is one line.
#[derive(Debug, Error)]
pub enum StudyError {
    /// Results cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Tasks cannot be joined.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// Just a directory.
    #[error("{} is not a plan in tasks: it has no file {SPLIT}; make one with: cutfirst lab split", dir.display())]
    NotAStudy {
        /// The directory.
        dir: PathBuf,
    },
    /// A study in more or fewer tasks.
    #[error("{} is split into {stored} tasks, not {given}; choose another directory or go on with {stored}", dir.display())]
    OtherTasks {
        /// The directory.
        dir: PathBuf,
        /// How many tasks it has.
        stored: u32,
        /// How many were asked for.
        given: u32,
    },
    /// A task that does not exist.
    #[error("there is no task {task} in {}: tasks go from 1 to {tasks}", dir.display())]
    NoSuchTask {
        /// The directory.
        dir: PathBuf,
        /// The task.
        task: u32,
        /// How many there are.
        tasks: u32,
    },
    /// Tasks that are not done.
    #[error("{} of {of} tasks are not complete: {}", left.len(), ranges(left))]
    Unfinished {
        /// Which ones.
        left: Vec<u32>,
        /// How many tasks there are.
        of: u32,
    },
}

impl StudyError {
    /// Whether it is for the machine's keeper to mend.
    #[must_use]
    pub fn is_of_machine(&self) -> bool {
        match self {
            Self::Store(error) | Self::Merge(MergeError::Store(error)) => error.is_of_machine(),
            _ => false,
        }
    }
}

/// The results that a directory holds before a plan is split there; none if it holds none.
///
/// # Errors
/// If they are those of another plan or damaged.
pub fn rows_before(dir: &Path, plan: &Plan) -> Result<Vec<Row>, StudyError> {
    refuse_match(dir)?;
    if is_missing(dir) {
        return Ok(Vec::new());
    }
    let results = Results::read(dir)?;
    results.plan().expect_same(&PlanText::whole(plan.canonical()), results.path())?;
    Ok(results.rows()?)
}

impl Study {
    /// Opens the study in `dir`.
    ///
    /// # Errors
    /// If there is none or it is damaged.
    pub fn open(dir: &Path) -> Result<Self, StudyError> {
        let [plan_path, split_path] = [PLAN, SPLIT].map(|name| dir.join(name));
        let split = match fs::read_to_string(&split_path) {
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Err(StudyError::NotAStudy { dir: dir.to_owned() });
            }
            text => text.map_err(|error| StoreError::io(&split_path, "reading", error))?,
        };
        let plan =
            fs::read_to_string(&plan_path).map_err(|error| StoreError::io(&plan_path, "reading", error))?;
        let plan = Plan::parse(&plan).map_err(|error| StoreError::damaged(&plan_path, error.to_string()))?;
        let split: Split = serde_json::from_str(&split)
            .map_err(|error| StoreError::damaged(&split_path, error.to_string()))?;
        if !split.fits(&plan) {
            return Err(StoreError::damaged(&split_path, format!("it is not a split of {PLAN}")).into());
        }
        Ok(Self { dir: dir.to_owned(), plan, split })
    }

    /// Opens the study in `dir` if there is one, which must be of this plan and in so many tasks, if a
    /// number is given.
    ///
    /// # Errors
    /// If it is another study or damaged.
    pub fn open_same(dir: &Path, plan: &Plan, tasks: Option<u32>) -> Result<Option<Self>, StudyError> {
        let study = match Self::open(dir) {
            Err(StudyError::NotAStudy { .. }) => return Ok(None),
            study => study?,
        };
        let stored = PlanText::whole(study.plan.canonical());
        stored.expect_same(&PlanText::whole(plan.canonical()), &dir.join(PLAN))?;
        match tasks {
            Some(given) if given != study.tasks() => {
                Err(StudyError::OtherTasks { dir: dir.to_owned(), stored: study.tasks(), given })
            }
            _ => Ok(Some(study)),
        }
    }

    /// Stores a plan and its split in `dir`, unless somebody else has done so in the meantime.
    ///
    /// # Errors
    /// If there is another study, or the files cannot be written.
    pub fn create(dir: &Path, plan: &Plan, split: Split) -> Result<Self, StudyError> {
        refuse_match(dir)?;
        fs::create_dir_all(dir).map_err(|error| StoreError::io(dir, "creating the directory", error))?;
        let _lock = Lock::take(dir)?;
        if let Some(study) = Self::open_same(dir, plan, Some(split.tasks()))? {
            return Ok(study);
        }
        let write = |name: &str, content: &str| {
            let path = dir.join(name);
            draft::write(&path, content).map_err(|error| StoreError::io(&path, "writing", error))
        };
        write(PLAN, &plan.canonical())?;
        // The split comes last: where it is, all is. Numbers can always be written.
        write(SPLIT, &serde_json::to_string(&split).unwrap_or_default())?;
        Ok(Self { dir: dir.to_owned(), plan: plan.clone(), split })
    }

    /// The study that this directory of a task's results belongs to, if it lies where it was made.
    #[must_use]
    pub fn of_task(dir: &Path, text: &PlanText) -> Option<Self> {
        let absolute = std::path::absolute(dir).ok()?;
        let study = Self::open(absolute.parent()?).ok()?;
        let is_its = study.task(text.shard.index()).is_ok_and(|task| task == *text);
        is_its.then_some(study)
    }

    /// The study's directory.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The split.
    #[must_use]
    pub fn split(&self) -> &Split {
        &self.split
    }

    /// How many tasks there are.
    #[must_use]
    pub fn tasks(&self) -> u32 {
        self.split.tasks()
    }

    /// Where a task's results are.
    #[must_use]
    pub fn task_dir(&self, task: u32) -> PathBuf {
        let digits = self.tasks().to_string().len();
        self.dir.join(format!("part-{task:0digits$}"))
    }

    /// What a task's results are stored under.
    ///
    /// # Errors
    /// If there is no such task.
    pub fn task(&self, task: u32) -> Result<PlanText, StudyError> {
        let none = StudyError::NoSuchTask { dir: self.dir.clone(), task, tasks: self.tasks() };
        let shard = Shard::new(task, self.tasks()).map_err(|_| none)?;
        Ok(PlanText { text: self.plan.canonical(), shard })
    }

    /// The trials of a task.
    #[must_use]
    pub fn trials(&self, task: u32) -> Vec<Trial<'_>> {
        self.split.trials(&self.plan, task)
    }

    /// Joins all tasks into the study's directory, as if the plan had been run there in one go; returns the
    /// number of rows. Joined a second time, it only checks.
    ///
    /// # Errors
    /// If a task is missing or unfinished, or anything does not fit together.
    pub fn join(&self) -> Result<usize, StudyError> {
        let status = Status::of(self);
        let left: Vec<_> =
            status.parts.iter().filter(|part| part.state != State::Done).map(|part| part.part).collect();
        if !left.is_empty() {
            return Err(StudyError::Unfinished { left, of: self.tasks() });
        }
        let dirs = (1..=self.tasks()).map(|task| self.task_dir(task));
        let dirs: Vec<_> = dirs.chain([self.dir.clone()]).filter(|dir| !is_missing(dir)).collect();
        let (plan, rows) = gather(&dirs)?;
        Store::open_with(&self.dir, &plan, &rows)?;
        Ok(rows.len())
    }
}

#[cfg(test)]
#[path = "study_tests.rs"]
mod tests;
