//! Where finished trials go: one SQLite file per directory, written trial by trial.
//!
//! The file is `DIR/results.sqlite`, with two plain tables to look into with any SQLite tool: `meta`
//! (the plan's full text, the shard, the number of rows and their digest) and `trial`, one line per
//! [`Row`]. What a row holds depends on plan and trial only, so that an interrupted, resumed, sharded
//! or threaded run ends with the same rows; [`Results::rows`] has them in one order for comparing.
//!
//! **Killed at any moment.** Every [`Store::add`] is one transaction: all of its rows are there or none
//! is. The journal mode is SQLite's rollback journal (`DELETE`) and not its write-ahead log: between
//! transactions the results are one self-contained file, which can be copied or read from a read-only
//! directory, and the log would be unsafe on the network directories that clusters share. A process
//! killed in mid-write leaves a journal; the next writer rolls it back, a reader does so on a copy.
//!
//! **Never guess.** A file is inspected with a read-only connection before anything is written: header,
//! format, tables, structure and the checksum of every row. Foreign, newer or damaged files are refused
//! and left as they are.

mod error;
pub(crate) mod file;
pub(crate) mod lock;
mod merge;
mod plan_text;
pub(crate) mod results;
pub(crate) mod row;
pub(crate) mod scratch;
mod shard;

#[cfg(test)]
mod damage_tests;
#[cfg(test)]
mod store_tests;

use std::ops::Deref;
use std::path::Path;

use rusqlite::Connection;

pub use self::error::StoreError;
pub(crate) use self::lock::Lock;
pub(crate) use self::merge::gather;
pub use self::merge::{MergeError, MergeReport, merge};
pub use self::plan_text::{LineDifference, PlanText};
pub use self::results::Results;
pub(crate) use self::row::Checksum;
pub use self::row::TrialKey;
#[cfg(test)]
pub(crate) use self::scratch::Scratch;
pub use self::shard::{Shard, ShardError};
use crate::cell::Row;

/// The results in a directory, open for adding. One process at a time holds a directory's store; all
/// that [`Results`] can do, it can do too.
#[derive(Debug)]
pub struct Store {
    results: Results,
    // Dropped after the connection: nobody else writes before SQLite has let go of the file.
    _lock: Lock,
}

impl Store {
    /// Opens the store in `dir` for this plan; directory and file are created if there are none.
    ///
    /// # Errors
    ///
    /// Refuses results of another plan or shard, files that are not this program's or damaged, and a
    /// directory in which another process is writing.
    pub fn open(dir: &Path, plan: &PlanText) -> Result<Self, StoreError> {
        Self::open_or_create(dir, plan, &[])
    }

    fn open_or_create(dir: &Path, plan: &PlanText, rows: &[Row]) -> Result<Self, StoreError> {
        let lock =
            file::open_or_create(dir, &file::TRIALS, || refuse_match(dir), || create(dir, plan, rows))?;
        let store = Self::attach(dir, lock)?;
        store.results.plan().expect_same(plan, store.results.path())?;
        Ok(store)
    }

    /// As [`Store::open`], with these rows in it: a new file has them from the moment it exists.
    ///
    /// # Errors
    ///
    /// As [`Store::open`] and [`Store::add`].
    pub fn open_with(dir: &Path, plan: &PlanText, rows: &[Row]) -> Result<Self, StoreError> {
        let mut store = Self::open_or_create(dir, plan, rows)?;
        store.add(rows)?;
        Ok(store)
    }

    /// Opens the store that `dir` already holds; [`Results::plan`] says what it was for.
    ///
    /// # Errors
    ///
    /// As [`Store::open`], and if there are no results in `dir`.
    pub fn open_existing(dir: &Path) -> Result<Self, StoreError> {
        file::check_header(&file::existing(dir)?)?;
        Self::attach(dir, Lock::take(dir)?)
    }

    /// Inspects the file without touching it and only then connects to write.
    fn attach(dir: &Path, lock: Lock) -> Result<Self, StoreError> {
        let mut results = Results::inspect(dir, Some(&lock))?;
        results.reconnect(file::connect_to_write(results.path())?);
        Ok(Self { results, _lock: lock })
    }

    /// Adds the rows of one finished trial, or of several: all of them or, after an error, none.
    /// Rows that are there already are accepted if they are the same.
    ///
    /// Each call waits until the disk has the rows. When trials end faster than that, give all that
    /// have ended since the last call to one call.
    ///
    /// # Errors
    ///
    /// If a row is there with other content, which means that something in the trial was not
    /// reproducible, or if the file cannot be written. What was stored before stays.
    pub fn add(&mut self, rows: &[Row]) -> Result<(), StoreError> {
        let (connection, path) = self.results.parts();
        insert(connection, path, rows)
    }
}

impl Deref for Store {
    type Target = Results;

    fn deref(&self) -> &Results {
        &self.results
    }
}

/// Whether a directory has no result file; one that cannot be looked at is for others to complain about.
pub(crate) fn is_missing(dir: &Path) -> bool {
    matches!(file::existing(dir), Err(StoreError::Missing { .. }))
}

/// A plan and a match do not share a directory: each would write its report over the other's.
pub(crate) fn refuse_match(dir: &Path) -> Result<(), StoreError> {
    if file::exists(&dir.join(file::GAMES))? {
        Err(StoreError::Match { dir: dir.to_owned() })
    } else {
        Ok(())
    }
}

fn insert(connection: &mut Connection, path: &Path, rows: &[Row]) -> Result<(), StoreError> {
    file::append(connection, path, |transaction, tally| {
        for row in rows {
            if row::insert(transaction, row).map_err(|error| StoreError::sqlite(path, "writing", error))? {
                tally.count(row);
                continue;
            }
            let stored = row::find(transaction, path, row)?;
            if let Some(difference) = row::difference(&stored, row) {
                return Err(difference.into_conflict(path, row));
            }
        }
        Ok(())
    })
}

/// Makes a directory's result file with these rows in it. The caller holds the directory's lock.
fn create(dir: &Path, plan: &PlanText, rows: &[Row]) -> Result<(), StoreError> {
    file::create(dir, &file::TRIALS, plan, |connection, path| insert(connection, path, rows))
}
