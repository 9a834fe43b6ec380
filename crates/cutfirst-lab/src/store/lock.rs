//! One writer per directory.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::StoreError;

/// The lock's file. It stays behind, empty: deleting it would let two processes lock two files of the
/// same name.
const NAME: &str = ".lock";

/// How often a writer tries to get the lock, and how long it waits in between.
const ATTEMPTS: u32 = 25;
const PAUSE: Duration = Duration::from_millis(20);

/// A lock on a directory, which the operating system takes back however the process ends.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Locks a directory for writing.
    pub(crate) fn take(dir: &Path) -> Result<Self, StoreError> {
        let path = dir.join(NAME);
        let open = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = open.map_err(|error| StoreError::io(&path, "creating the lock", error))?;
        let mut attempt = 0;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Self { _file: file }),
                // A program that was just started holds a copy of every lock of whoever started it, for an instant.
                Err(TryLockError::WouldBlock) if attempt < ATTEMPTS => thread::sleep(PAUSE),
                Err(TryLockError::WouldBlock) => return Err(StoreError::Busy { dir: dir.to_owned() }),
                Err(TryLockError::Error(error)) => return Err(StoreError::io(&path, "locking", error)),
            }
            attempt += 1;
        }
    }

    /// Whether a directory has ever been locked.
    pub(crate) fn is_known(dir: &Path) -> bool {
        dir.join(NAME).exists()
    }

    /// Whether somebody is writing to a directory.
    pub(crate) fn is_taken(dir: &Path) -> bool {
        File::open(dir.join(NAME))
            .is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::scratch::Scratch;
    use super::*;

    #[test]
    fn one_writer_at_a_time() {
        let dir = Scratch::new().unwrap();
        assert!(!Lock::is_taken(dir.path()));
        let first = Lock::take(dir.path()).unwrap();
        let message = Lock::take(dir.path()).unwrap_err().to_string();
        assert!(message.starts_with("another cutfirst process is writing to"), "{message}");
        assert!(Lock::is_taken(dir.path()));
        drop(first);
        assert!(!Lock::is_taken(dir.path()));
        Lock::take(dir.path()).unwrap();
    }
}
