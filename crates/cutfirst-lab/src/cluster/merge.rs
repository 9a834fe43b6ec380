//! Joining the parts of a plan: shards, or the tasks of a study.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::cell::Row;
use crate::plan::Plan;
use crate::run;
use crate::store::{LineDifference, PlanText, Results, Store, StoreError, TrialKey, by_key};

/// Why parts cannot be joined.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A part cannot be read or the whole not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Nothing to join.
    #[error("there is nothing to merge; name the directories of all shards")]
    NoParts,
    /// Parts of different plans.
    #[error("{} and {} are parts of different plans: line {} is {} in the first and {} in the second", first.display(), second.display(), difference.line, difference.sides()[0], difference.sides()[1])]
    DifferentPlans {
        /// A part.
        first: PathBuf,
        /// A part with another plan.
        second: PathBuf,
        /// Where they differ.
        difference: LineDifference,
    },
    /// Parts that contradict each other.
    #[error("two parts have different results of {0}; the trial is not reproducible")]
    Conflict(TrialKey),
    /// Not everything is there.
    #[error(
        "{missing} of {expected} results are missing, the first is {first}; name all shards (these are {shards}) and resume those that are not complete"
    )]
    Incomplete {
        /// How many results are missing.
        missing: usize,
        /// Of how many.
        expected: usize,
        /// The first that is missing.
        first: TrialKey,
        /// The shards that were named.
        shards: String,
    },
    /// Results that are not the plan's.
    #[error("{extra} results are not of the plan, the first is {first}")]
    Unexpected {
        /// How many.
        extra: usize,
        /// The first of them.
        first: TrialKey,
    },
    /// An output directory with something in it.
    #[error("{} is not empty; name a new directory for the merged results", dir.display())]
    OutputInUse {
        /// The directory.
        dir: PathBuf,
    },
}

/// Joins the directories of all parts of a plan into a new one, as if the plan had been run whole; returns the number of
/// rows. The result file appears when it is complete; until then, and after any error, there is none.
///
/// # Errors
/// If the parts do not fit together, anything is missing, or `out` holds something already.
pub fn merge(parts: &[PathBuf], out: &Path) -> Result<usize, MergeError> {
    if let Ok(entries) = fs::read_dir(out) {
        // A merge that was killed leaves its lock and its draft.
        let ours = |name: &str| name == ".lock" || name.starts_with("results.sqlite.new");
        if !entries.flatten().all(|entry| entry.file_name().to_str().is_some_and(ours)) {
            return Err(MergeError::OutputInUse { dir: out.to_owned() });
        }
    }
    let (plan, rows) = gather(parts)?;
    Store::open_with(out, &plan, &rows)?;
    Ok(rows.len())
}

/// Reads the directories of all parts of a plan and checks that they are complete and fit together; returns
/// the plan as a whole and all rows in the order of their keys.
pub(super) fn gather(parts: &[PathBuf]) -> Result<(PlanText, Vec<Row>), MergeError> {
    let results = parts.iter().map(|dir| Results::read(dir)).collect::<Result<Vec<_>, _>>()?;
    let (Some(first), Some(first_dir)) = (results.first(), parts.first()) else {
        return Err(MergeError::NoParts);
    };
    let text = &first.plan().text;
    for (other, dir) in results.iter().zip(parts) {
        if let Some(difference) = LineDifference::between(text, &other.plan().text) {
            let (first, second) = (first_dir.clone(), dir.clone());
            return Err(MergeError::DifferentPlans { first, second, difference });
        }
    }
    let plan = Plan::parse(text).map_err(|error| StoreError::damaged(first.path(), error.to_string()))?;
    let mut rows = Vec::new();
    for part in &results {
        rows.extend(part.rows()?);
    }
    rows.sort_by(by_key);
    // The same row twice is one row.
    rows.dedup();
    if let Some(pair) = rows.windows(2).find(|pair| pair[0].key() == pair[1].key()) {
        return Err(MergeError::Conflict(pair[0].key()));
    }
    let there: HashSet<_> = rows.iter().map(Row::key).collect();
    let expected: HashSet<_> =
        plan.trials().flat_map(|trial| run::keys(&trial).collect::<Vec<_>>()).collect();
    if let Some(first) = expected.difference(&there).min().cloned() {
        let missing = expected.difference(&there).count();
        let shards: Vec<_> = results.iter().take(10).map(|part| part.plan().shard.to_string()).collect();
        let shards = shards.join(", ");
        return Err(MergeError::Incomplete { missing, expected: expected.len(), first, shards });
    }
    if let Some(first) = there.difference(&expected).min().cloned() {
        return Err(MergeError::Unexpected { extra: there.difference(&expected).count(), first });
    }
    Ok((PlanText::whole(text.clone()), rows))
}
