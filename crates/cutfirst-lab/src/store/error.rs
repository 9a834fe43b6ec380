//! What can be wrong with a result file, in the words that the user reads.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Error as SqlError, ErrorCode, ffi};
use thiserror::Error;

use super::database::FORMAT;
use super::{LineDifference, Shard};

/// Why results cannot be read or written. Every message is one line.
#[derive(Debug, Error)]
pub enum StoreError {
    /// No result file where one is needed.
    #[error("there are no results in {}: it has no file {file}", dir.display())]
    Missing {
        /// The directory.
        dir: PathBuf,
        /// The file that it lacks.
        file: &'static str,
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
    #[error("{} has result format {found} and this program knows format {FORMAT}; use the cutfirst version that wrote it, or run the plan anew in another directory", path.display())]
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
    /// Results of another plan.
    #[error("{} holds the results of another plan or match, which differs in {difference}; choose another directory or go back to the stored one", path.display())]
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
    /// Games where a plan's results should go, or the other way round.
    #[error("{} holds {holds}; choose another directory", dir.display())]
    OtherKind {
        /// The directory.
        dir: PathBuf,
        /// What it holds.
        holds: &'static str,
    },
    /// Another process has the directory.
    #[error("another cutfirst process is writing to {}; wait for it or choose another directory", dir.display())]
    Busy {
        /// The directory.
        dir: PathBuf,
    },
    /// Another program has the file open and keeps it.
    #[error("{} cannot be written: another program keeps it locked; close it and go on", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// The same trial or game came out differently.
    #[error("{} already holds another result of {record}: {column} was {stored} and is {given} now; it is not reproducible", path.display())]
    Conflict {
        /// The file.
        path: PathBuf,
        /// Which trial or game.
        record: String,
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
    /// Too many open files.
    #[error("too many files are open: {} cannot be opened; all that was stored so far is safe: raise the limit (ulimit -n) and go on", path.display())]
    Handles {
        /// The file.
        path: PathBuf,
    },
    /// The disk, or a limit on it, did not play along.
    #[error("{} cannot be written: {cause}; all that was stored so far is safe: mend that and go on", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// SQLite's words.
        cause: String,
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
}

impl StoreError {
    pub(crate) fn io(path: &Path, doing: &'static str, cause: io::Error) -> Self {
        match cause.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                Self::DiskFull { path: path.to_owned() }
            }
            _ if is_lack_of_handles(&cause) => Self::Handles { path: path.to_owned() },
            _ => Self::Io { path: path.to_owned(), doing, cause },
        }
    }

    /// Whether it is for the machine's keeper to mend; all else is wrong with what the user named.
    #[must_use]
    pub fn is_of_machine(&self) -> bool {
        matches!(
            self,
            Self::DiskFull { .. } | Self::Handles { .. } | Self::Unwritable { .. } | Self::Locked { .. }
        )
    }

    /// Whether another program has the file open: it may let go of it.
    #[must_use]
    pub fn is_locked(&self) -> bool {
        matches!(self, Self::Locked { .. })
    }

    pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), what: what.into() }
    }

    pub(crate) fn sqlite(path: &Path, doing: &'static str, error: SqlError) -> Self {
        let owned = path.to_owned();
        match (error.sqlite_error_code(), error) {
            (Some(ErrorCode::DiskFull), _) => Self::DiskFull { path: owned },
            (Some(ErrorCode::NotADatabase), _) => {
                Self::Foreign { path: owned, why: "it is not an SQLite file" }
            }
            // A table or column that is not there is an unknown error to SQLite.
            (Some(ErrorCode::DatabaseCorrupt | ErrorCode::Unknown), error) => {
                Self::damaged(path, format!("SQLite says '{}'", one_line(&error)))
            }
            (Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked), _) => Self::Locked { path: owned },
            (Some(ErrorCode::CannotOpen), error) => Self::not_opened(path, doing, &error),
            (Some(ErrorCode::SystemIoFailure), error) => Self::io_failure(path, doing, &error),
            (Some(_), error) => Self::Sqlite { path: owned, doing, cause: one_line(&error) },
            // Not from SQLite but from the conversion of what it read: a value that was never written.
            (None, error) => Self::damaged(path, one_line(&error)),
        }
    }
}

impl StoreError {
    /// SQLite does not say why it cannot open a file; the system does.
    fn not_opened(path: &Path, doing: &'static str, error: &SqlError) -> Self {
        match File::open(path) {
            Err(cause) if cause.kind() != io::ErrorKind::NotFound => Self::io(path, doing, cause),
            _ => Self::Sqlite {
                path: path.to_owned(),
                doing,
                cause: format!("{}; can files be made in its directory?", one_line(error)),
            },
        }
    }

    fn io_failure(path: &Path, doing: &'static str, error: &SqlError) -> Self {
        let (path, cause) = (path.to_owned(), one_line(error));
        match error.sqlite_error().map(|error| error.extended_code) {
            // What a killed process left unfinished has to be taken back first.
            Some(ffi::SQLITE_IOERR_DELETE) => {
                let cause = "the journal beside it cannot be deleted; make its directory writable".to_owned();
                Self::Sqlite { path, doing, cause }
            }
            _ if doing == "reading" => Self::Sqlite { path, doing, cause },
            _ => Self::Unwritable { path, cause },
        }
    }
}

/// `EMFILE` and `ENFILE`, for which the standard library has no word.
fn is_lack_of_handles(error: &io::Error) -> bool {
    cfg!(unix) && matches!(error.raw_os_error(), Some(23 | 24))
}

/// SQLite quotes whole statements and whatever bytes a damaged file has in their place.
fn one_line(error: &SqlError) -> String {
    const LONGEST: usize = 120;
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.chars().take(LONGEST).flat_map(char::escape_debug).collect()
}
