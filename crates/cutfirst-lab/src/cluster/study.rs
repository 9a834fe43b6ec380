//! A study: a directory with a plan, its split, and one directory for each part's results.
//!
//! The split is made once and read by whoever runs a part, so that all agree on what belongs to whom, whatever
//! has been measured or which version of the program runs by then. Every part remembers the seal of the split
//! that it was made for. When all parts are complete, they are joined into the study's own directory, which
//! then is a result directory like any other. Results that are there before the plan is split are used: what
//! they hold is not run again, and what it took tells what the rest will take.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::heartbeat::Heartbeat;
use super::split::Split;
use crate::cell::Row;
use crate::draft;
use crate::plan::Plan;
use crate::run;
use crate::store::{
    Checksum, LineDifference, Lock, MergeError, PlanText, Results, Shard, Store, StoreError, TrialKey,
    gather, is_missing, refuse_match,
};
use crate::trial::Trial;

/// The stored plan.
const PLAN: &str = "plan.toml";
/// The stored split; where it is, there is a study.
pub(crate) const SPLIT: &str = "cut.json";
/// The version of its format.
const FORMAT: u32 = 1;

/// A directory in which a plan is run in parts.
#[derive(Clone, Debug)]
pub struct Study {
    dir: PathBuf,
    plan: Plan,
    split: Split,
    seal: String,
}

/// What is in the file of the split.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SplitFile {
    format: u32,
    /// A checksum over plan and split.
    seal: String,
    // As studies that were stored before call it.
    #[serde(rename = "cut")]
    split: Split,
}

/// Why a study cannot be made, read or joined. Every message is one line.
#[derive(Debug, Error)]
pub enum StudyError {
    /// Results cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Parts cannot be joined.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// Just a directory.
    #[error("{} is not a plan in parts: it has no file {SPLIT}; make one with: cutfirst lab split", dir.display())]
    NotAStudy {
        /// The directory.
        dir: PathBuf,
    },
    /// Plan or split are not as they were written.
    #[error("{} is damaged: {what}; restore it from a copy, or begin in another directory", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A study of another plan.
    #[error("{} is for another plan, which differs in {difference}; choose another directory or go back to the stored plan", dir.display())]
    OtherPlan {
        /// The directory.
        dir: PathBuf,
        /// Where the stored plan and the given one differ.
        difference: LineDifference,
    },
    /// A study in more or fewer parts.
    #[error("{} is split into {stored} parts, not {given}; choose another directory or go on with {stored}", dir.display())]
    OtherParts {
        /// The directory.
        dir: PathBuf,
        /// How many parts it has.
        stored: u32,
        /// How many were asked for.
        given: u32,
    },
    /// A part that does not exist.
    #[error("there is no task {part} in {}: tasks go from 1 to {parts}", dir.display())]
    NoSuchPart {
        /// The directory.
        dir: PathBuf,
        /// The part.
        part: u32,
        /// How many there are.
        parts: u32,
    },
    /// All parts are complete, and yet something is missing.
    #[error("{} results of trials that were done before the plan was split are not in {} any more; put its results back", missing, dir.display())]
    Lost {
        /// The directory.
        dir: PathBuf,
        /// How many results.
        missing: usize,
    },
}

impl StudyError {
    /// Whether it is for the machine's keeper to mend.
    #[must_use]
    pub fn is_of_machine(&self) -> bool {
        match self {
            Self::Store(error) => error.is_of_machine(),
            Self::Merge(error) => error.is_of_machine(),
            _ => false,
        }
    }
}

/// The results that a directory holds before a plan is split there; none if it holds none.
///
/// # Errors
/// If they are those of another plan or damaged.
pub fn rows_before(dir: &Path, plan: &Plan) -> Result<Vec<Row>, StudyError> {
    let results = match Results::read(dir) {
        Err(StoreError::Missing { .. }) => return refuse_match(dir).map(|()| Vec::new()).map_err(Into::into),
        results => results?,
    };
    results.plan().expect_same(&whole(plan), results.path())?;
    Ok(results.rows()?)
}

fn whole(plan: &Plan) -> PlanText {
    PlanText { text: plan.canonical(), shard: Shard::WHOLE, split: None }
}

fn seal(plan: &str, split: &Split) -> String {
    // Numbers and plain names only, which always can be written.
    let text = serde_json::to_string(split).unwrap_or_default();
    format!("{:016x}", Checksum::default().text(plan).text(&text).value())
}

impl Study {
    /// Opens the study in `dir`.
    ///
    /// # Errors
    /// If there is none or it is damaged.
    pub fn open(dir: &Path) -> Result<Self, StudyError> {
        let path = dir.join(SPLIT);
        let text = match fs::read_to_string(&path) {
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Err(StudyError::NotAStudy { dir: dir.to_owned() });
            }
            text => text.map_err(|error| StoreError::io(&path, "reading", error))?,
        };
        let damaged = |path: &Path, what: String| StudyError::Damaged { path: path.to_owned(), what };
        let plan_path = dir.join(PLAN);
        let plan =
            fs::read_to_string(&plan_path).map_err(|error| StoreError::io(&plan_path, "reading", error))?;
        let plan = Plan::parse(&plan).map_err(|error| damaged(&plan_path, error.to_string()))?;
        let file: SplitFile =
            serde_json::from_str(&text).map_err(|error| damaged(&path, error.to_string()))?;
        if file.format != FORMAT {
            return Err(damaged(&path, format!("it has format {} and not {FORMAT}", file.format)));
        }
        if file.seal != seal(&plan.canonical(), &file.split) || !file.split.fits(&plan) {
            return Err(damaged(&path, format!("it and {PLAN} are not as they were written")));
        }
        Ok(Self { dir: dir.to_owned(), plan, split: file.split, seal: file.seal })
    }

    /// Opens the study in `dir` if there is one, which must be of this plan and in so many parts, if a
    /// number is given.
    ///
    /// # Errors
    /// If it is another study or damaged.
    pub fn open_same(dir: &Path, plan: &Plan, parts: Option<u32>) -> Result<Option<Self>, StudyError> {
        let study = match Self::open(dir) {
            Err(StudyError::NotAStudy { .. }) => return Ok(None),
            study => study?,
        };
        if let Some(difference) = LineDifference::between(&study.plan.canonical(), &plan.canonical()) {
            return Err(StudyError::OtherPlan { dir: dir.to_owned(), difference });
        }
        match parts {
            Some(given) if given != study.parts() => {
                Err(StudyError::OtherParts { dir: dir.to_owned(), stored: study.parts(), given })
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
        if let Some(study) = Self::open_same(dir, plan, Some(split.parts()))? {
            return Ok(study);
        }
        let seal = seal(&plan.canonical(), &split);
        publish(&dir.join(PLAN), plan.canonical().as_bytes())?;
        let file = SplitFile { format: FORMAT, seal: seal.clone(), split };
        let text = serde_json::to_string(&file).unwrap_or_default();
        // The split comes last: where it is, all is.
        publish(&dir.join(SPLIT), text.as_bytes())?;
        Ok(Self { dir: dir.to_owned(), plan: plan.clone(), split: file.split, seal })
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

    /// How many parts there are.
    #[must_use]
    pub fn parts(&self) -> u32 {
        self.split.parts()
    }

    /// Where a part's results are.
    #[must_use]
    pub fn part_dir(&self, part: u32) -> PathBuf {
        let digits = self.parts().to_string().len();
        self.dir.join(format!("part-{part:0digits$}"))
    }

    /// What a part's results are stored under.
    ///
    /// # Errors
    /// If there is no such part.
    pub fn part(&self, part: u32) -> Result<PlanText, StudyError> {
        let none = StudyError::NoSuchPart { dir: self.dir.clone(), part, parts: self.parts() };
        let shard = Shard::new(part, self.parts()).map_err(|_| none)?;
        Ok(PlanText { text: self.plan.canonical(), shard, split: Some(self.seal.clone()) })
    }

    /// The trials of a part.
    #[must_use]
    pub fn trials(&self, part: u32) -> Vec<Trial<'_>> {
        self.split.trials(&self.plan, part)
    }

    /// The last sign of life of a part.
    #[must_use]
    pub fn heartbeat(&self, part: u32) -> Option<Heartbeat> {
        Heartbeat::read(&self.part_dir(part))
    }

    /// The number of a part that has results, by its directory.
    #[must_use]
    pub fn of_part(part: &Path, text: &PlanText) -> Option<Self> {
        let absolute = std::path::absolute(part).ok()?;
        let study = Self::open(absolute.parent()?).ok()?;
        (text.split.as_ref() == Some(&study.seal)).then_some(study)
    }

    /// Joins all parts into the study's directory, as if the plan had been run there in one go; returns the
    /// number of rows. Joined a second time, it only checks.
    ///
    /// # Errors
    /// If a part is missing or unfinished, or anything does not fit together.
    pub fn join(&self) -> Result<usize, StudyError> {
        let parts: Vec<_> = (1..=self.parts()).map(|part| self.part_dir(part)).collect();
        let shards = (1..=self.parts()).filter_map(|part| Shard::new(part, self.parts()).ok());
        let missing: Vec<_> =
            shards.zip(&parts).filter(|(_, dir)| is_missing(dir)).map(|(shard, _)| shard).collect();
        if !missing.is_empty() {
            let (of, count) = (self.parts(), missing.len());
            let first = missing.into_iter().take(10).collect();
            return Err(MergeError::MissingShards { of, missing: count, first }.into());
        }
        let (plan, rows) = gather(&parts, |text| {
            if text.split.as_ref() != Some(&self.seal) || text.text != self.plan.canonical() {
                return Err(format!("it is not the one in {}", self.dir.display()));
            }
            Ok(self.trials(text.shard.index()).iter().flat_map(run::keys).collect())
        })?;
        let before = rows_before(&self.dir, &self.plan)?;
        let there: HashSet<TrialKey> = rows.iter().chain(&before).map(Row::key).collect();
        let missing = self
            .plan
            .trials()
            .flat_map(|trial| run::keys(&trial).collect::<Vec<_>>())
            .filter(|key| !there.contains(key));
        match missing.count() {
            0 => {}
            missing => return Err(StudyError::Lost { dir: self.dir.clone(), missing }),
        }
        Store::open_with(&self.dir, &plan, &rows)?;
        Ok(there.len())
    }
}

/// Writes a file so that it is complete from the moment it has its name.
fn publish(path: &Path, content: &[u8]) -> Result<(), StudyError> {
    draft::write(path, content).map_err(|error| StoreError::io(path, "writing", error).into())
}

#[cfg(test)]
#[path = "study_tests.rs"]
mod tests;
