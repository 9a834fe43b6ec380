//! What can be wrong with a result file, in the words that the user reads.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Error as SqlError, ErrorCode};
use thiserror::Error;

use super::{LineDifference, Shard, file};

/// Why results cannot be read or written. Every message is one line.
#[derive(Debug, Error)]
pub enum StoreError {
    /// No result file where one is needed.
    #[error("there are no results in {}: it has no file {}", dir.display(), file::NAME)]
    Missing {
        /// The directory.
        dir: PathBuf,
    },
    /// Something else than a result file.
    #[error("{} is not a cutfirst result file: {why}; it is left as it is: choose another directory or move it away", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        why: &'static str,
    },
    /// A result file of another version of the format.
    #[error("{} has result format {found} and this program knows format {}; use the cutfirst version that wrote it", path.display(), file::FORMAT)]
    Version {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
    },
    /// A result file with changed or lost bytes.
    #[error("{} is damaged: {what}; it is left as it is: restore it from a copy, or move it away and run the plan again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        what: String,
    },
    /// The rollback journal of a file that is not there.
    #[error("{} has no result file beside it; put {} back, or delete the journal", journal.display(), file::NAME)]
    StrayJournal {
        /// The journal.
        journal: PathBuf,
    },
    /// Results of another plan.
    #[error("{} holds the results of another plan, which differs in {difference}; choose another directory or go back to the stored plan", path.display())]
    OtherPlan {
        /// The file.
        path: PathBuf,
        /// Where the stored plan and the given one differ.
        difference: LineDifference,
    },
    /// Results of another part of the plan.
    #[error("{} holds shard {stored} of this plan, not shard {given}; give every shard its own directory", path.display())]
    OtherShard {
        /// The file.
        path: PathBuf,
        /// The shard in the file.
        stored: Shard,
        /// The shard that is wanted.
        given: Shard,
    },
    /// Results of a part that was cut differently.
    #[error("{} holds a part of this plan that was cut differently, so that other trials belong to it; choose another directory", path.display())]
    OtherCut {
        /// The file.
        path: PathBuf,
    },
    /// Another process has the directory.
    #[error("another cutfirst process is writing to {}; wait for it or choose another directory", dir.display())]
    Busy {
        /// The directory.
        dir: PathBuf,
    },
    /// The same trial came out differently.
    #[error("{} already holds another result of {trial}: {column} was {stored} and is {given} now; the trial is not reproducible", path.display())]
    Conflict {
        /// The file.
        path: PathBuf,
        /// Which trial, as [`TrialKey`](super::TrialKey) prints it.
        trial: String,
        /// The first column that differs.
        column: &'static str,
        /// Its stored value.
        stored: String,
        /// Its new value.
        given: String,
    },
    /// No room for more.
    #[error("the disk is full: {} cannot grow; all that was stored so far is safe: make room and go on", path.display())]
    DiskFull {
        /// The file.
        path: PathBuf,
    },
    /// SQLite could not do something.
    #[error("{doing} {} failed: {cause}", path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// What was tried, as in `reading`.
        doing: &'static str,
        /// SQLite's words.
        cause: String,
    },
    /// The operating system could not do something.
    #[error("{doing} {} failed: {cause}", path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// What was tried, as in `reading`.
        doing: &'static str,
        /// The system's words.
        cause: io::Error,
    },
    /// A dump could not be written to where it should go.
    #[error("writing the rows failed: {0}")]
    Output(io::Error),
}

impl StoreError {
    pub(crate) fn io(path: &Path, doing: &'static str, cause: io::Error) -> Self {
        match cause.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                Self::DiskFull { path: path.to_owned() }
            }
            _ => Self::Io { path: path.to_owned(), doing, cause },
        }
    }

    pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), what: what.into() }
    }

    pub(crate) fn sqlite(path: &Path, doing: &'static str, error: SqlError) -> Self {
        let owned = path.to_owned();
        match (error.sqlite_error_code(), error) {
            (Some(ErrorCode::DiskFull), _) => Self::DiskFull { path: owned },
            (Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase), error) => {
                Self::damaged(path, format!("SQLite says '{}'", one_line(&error)))
            }
            (Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked), _) => {
                let cause = "another program keeps it locked".to_owned();
                Self::Sqlite { path: owned, doing, cause }
            }
            (Some(_), error) => Self::Sqlite { path: owned, doing, cause: one_line(&error) },
            // Not from SQLite but from the conversion of what it read: a value that was never written.
            (None, error) => Self::damaged(path, one_line(&error)),
        }
    }
}

/// SQLite quotes whole statements and whatever bytes a damaged file has in their place.
fn one_line(error: &SqlError) -> String {
    const LONGEST: usize = 120;
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.chars().take(LONGEST).flat_map(char::escape_debug).collect()
}
