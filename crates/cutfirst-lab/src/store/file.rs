//! The result file itself: how it is recognised, made and connected to.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{path, thread};

use rusqlite::{Connection, OpenFlags, TransactionBehavior, ffi};

use super::lock::Lock;
use super::scratch::Scratch;
use super::{PlanText, StoreError, results, row};

/// The name of a plan's result file in its directory.
pub(crate) const NAME: &str = "results.sqlite";
/// The name of a match's file in its directory.
pub(crate) const GAMES: &str = "match.sqlite";
/// The version of the format, SQLite's `user_version`.
pub(super) const FORMAT: u32 = 1;
/// `CutF`: tells our files from other programs', SQLite's `application_id`.
const APPLICATION: u32 = u32::from_be_bytes(*b"CutF");

/// How long SQLite waits for another program before it says so.
const PATIENCE: Duration = Duration::from_secs(5);

/// A kind of result file: what it is called and what is in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    /// Its name in its directory.
    pub(crate) name: &'static str,
    /// Its name while it is being made.
    pub(crate) draft: &'static str,
    /// How its tables are made, in the order of their names.
    pub(crate) tables: [&'static str; 2],
}

/// Trials of a plan.
pub(super) const TRIALS: Kind =
    Kind { name: NAME, draft: "results.sqlite.new", tables: [results::META_TABLE, row::TABLE] };

pub(super) fn path_in(dir: &Path) -> PathBuf {
    TRIALS.path_in(dir)
}

impl Kind {
    pub(crate) fn path_in(&self, dir: &Path) -> PathBuf {
        dir.join(self.name)
    }
}

/// The rollback journal, as SQLite names it.
fn journal_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-journal");
    name.into()
}

pub(crate) fn exists(path: &Path) -> Result<bool, StoreError> {
    match path.try_exists() {
        // The directory is a file: creating it gives the clearer message.
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => Ok(false),
        result => result.map_err(|error| StoreError::io(path, "looking for", error)),
    }
}

/// The result file of a directory that must have one.
pub(super) fn existing(dir: &Path) -> Result<PathBuf, StoreError> {
    let path = path_in(dir);
    if exists(&path)? { Ok(path) } else { Err(StoreError::Missing { dir: dir.to_owned() }) }
}

/// Recognises our file by its first bytes, before SQLite may do anything to it.
/// The places are those of <https://www.sqlite.org/fileformat.html#the_database_header>.
pub(crate) fn check_header(path: &Path) -> Result<(), StoreError> {
    let failed = |error| StoreError::io(path, "reading", error);
    let foreign = |why| Err(StoreError::Foreign { path: path.to_owned(), why });
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return foreign("it is not a plain file");
    }
    let mut header = Vec::new();
    File::open(path).map_err(failed)?.take(100).read_to_end(&mut header).map_err(failed)?;
    let number = |at: usize| u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
    if header.is_empty() {
        return foreign("it is empty");
    }
    if !header.starts_with(b"SQLite format 3\0") {
        return foreign("it is not an SQLite file");
    }
    if header.len() < 100 {
        return Err(StoreError::damaged(path, "it ends within its header"));
    }
    if number(68) != APPLICATION {
        return foreign("it is another program's SQLite file");
    }
    if number(60) != FORMAT {
        return Err(StoreError::Version { path: path.to_owned(), found: number(60) });
    }
    // Anything else would make SQLite use a write-ahead log, which we never do.
    if header[18..20] != [1, 1] {
        return Err(StoreError::damaged(path, "its header asks for a write-ahead log"));
    }
    Ok(())
}

/// Checks SQLite's own structures and that the tables are ours.
pub(crate) fn check_structure(connection: &Connection, path: &Path, kind: &Kind) -> Result<(), StoreError> {
    let failed = |error| StoreError::sqlite(path, "reading", error);
    let verdict: String =
        connection.query_row("PRAGMA integrity_check(1)", [], |line| line.get(0)).map_err(failed)?;
    if verdict != "ok" {
        let what = verdict.lines().last().unwrap_or_default();
        return Err(StoreError::damaged(path, format!("SQLite says '{what}'")));
    }
    // SQLite's own tables, which some tools add, do no harm.
    let sql = "SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name";
    let mut select = connection.prepare(sql).map_err(failed)?;
    let tables = select.query_map([], |line| line.get::<_, Option<String>>(0)).map_err(failed)?;
    let tables: Vec<_> = tables.collect::<rusqlite::Result<_>>().map_err(failed)?;
    let ours = kind.tables.map(|table| Some(table.to_owned()));
    if tables != ours {
        return Err(StoreError::damaged(path, format!("its tables are not those of format {FORMAT}")));
    }
    Ok(())
}

/// A connection, and the copy that it reads if it does not read the file itself.
pub(crate) struct Opened {
    pub(crate) connection: Connection,
    pub(crate) copy: Option<Scratch>,
}

/// Connects to a directory's file without ever writing to the directory. After a process was killed in
/// mid-write the file has to be rolled back first, which is done with a copy of it.
pub(crate) fn connect_to_read(dir: &Path, kind: &Kind, lock: Option<&Lock>) -> Result<Opened, StoreError> {
    const ATTEMPTS: usize = 50;
    let path = kind.path_in(dir);
    for attempt in 0.. {
        let connection = connect(&path, &path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let look = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()));
        match look {
            Ok(()) => return Ok(Opened { connection, copy: None }),
            Err(error) if error.sqlite_error().is_some_and(needs_rollback) => {}
            Err(error) => return Err(StoreError::sqlite(&path, "reading", error)),
        }
        // Nobody may roll back the file itself while it is copied.
        let shared = if lock.is_some() { Ok(None) } else { Lock::share(dir) };
        match shared {
            Ok(_guard) => return connect_to_copy(&path),
            // The writer is about to roll it back.
            Err(StoreError::Busy { .. }) if attempt < ATTEMPTS => thread::sleep(Duration::from_millis(20)),
            Err(error) => return Err(error),
        }
    }
    unreachable!("the loop has no end of its own")
}

fn needs_rollback(error: &ffi::Error) -> bool {
    error.extended_code == ffi::SQLITE_READONLY_ROLLBACK
}

fn connect_to_copy(path: &Path) -> Result<Opened, StoreError> {
    let failed = |error| StoreError::io(path, "copying", error);
    let copy = Scratch::new().map_err(failed)?;
    let copied = copy.path().join(path.file_name().unwrap_or(NAME.as_ref()));
    copy_content(path, &copied).map_err(failed)?;
    match copy_content(&journal_of(path), &journal_of(&copied)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
        _ => {}
    }
    let connection = connect(&copied, path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    Ok(Opened { connection, copy: Some(copy) })
}

/// Not `fs::copy`, which would make a read-only copy of a read-only file.
fn copy_content(from: &Path, to: &Path) -> io::Result<()> {
    let mut from = File::open(from)?;
    io::copy(&mut from, &mut File::create(to)?).map(drop)
}

/// Connects to a file that has been checked; rolls back what a killed process left unfinished.
pub(crate) fn connect_to_write(path: &Path) -> Result<Connection, StoreError> {
    let connection = connect(path, path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    prepare_to_write(&connection).map_err(|error| StoreError::sqlite(path, "opening", error))?;
    Ok(connection)
}

/// See the module's documentation for why there is no write-ahead log.
fn prepare_to_write(connection: &Connection) -> rusqlite::Result<()> {
    connection.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))?;
    connection.execute_batch("PRAGMA synchronous = FULL")
}

/// `shown` is the path for messages.
fn connect(path: &Path, shown: &Path, access: OpenFlags) -> Result<Connection, StoreError> {
    // An absolute path cannot be taken for one of the `file:` addresses that SQLite also understands.
    let absolute = path::absolute(path).map_err(|error| StoreError::io(shown, "opening", error))?;
    let open = || {
        let connection = Connection::open_with_flags(absolute, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        connection.busy_timeout(PATIENCE)?;
        connection.execute_batch("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")?;
        Ok(connection)
    };
    open().map_err(|error| StoreError::sqlite(shown, "opening", error))
}

/// Makes an empty result file, not yet with a plan.
fn create_tables(path: &Path, kind: &Kind) -> Result<Connection, StoreError> {
    let connection = connect(path, path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
    let create = || {
        prepare_to_write(&connection)?;
        connection.pragma_update(None, "application_id", APPLICATION)?;
        connection.pragma_update(None, "user_version", FORMAT)?;
        kind.tables.iter().try_for_each(|table| connection.execute_batch(table))
    };
    create().map_err(|error| StoreError::sqlite(path, "creating", error))?;
    Ok(connection)
}

/// Locks a directory for writing and sees to it that its file is there: checked as far as its header if it was before,
/// otherwise made by `create`, unless `refuse` knows that the directory is something else's.
pub(crate) fn open_or_create<E: From<StoreError>>(
    dir: &Path,
    kind: &Kind,
    refuse: impl FnOnce() -> Result<(), E>,
    create: impl FnOnce() -> Result<(), StoreError>,
) -> Result<Lock, E> {
    let path = kind.path_in(dir);
    if exists(&path)? {
        // Before the lock, which would leave its own file in a directory that is not ours.
        check_header(&path)?;
    } else {
        refuse()?;
    }
    fs::create_dir_all(dir).map_err(|error| StoreError::io(dir, "creating the directory", error))?;
    let lock = Lock::take(dir)?;
    if !exists(&path)? {
        create()?;
    }
    Ok(lock)
}

/// Makes a directory's result file under another name, with what `fill` puts into it, and gives it its own at the end, so
/// that it is complete from the moment it exists. The caller holds the directory's lock.
pub(crate) fn create(
    dir: &Path,
    kind: &Kind,
    plan: &PlanText,
    fill: impl FnOnce(&mut Connection, &Path) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let draft = Draft::start(dir, kind)?;
    let failed = |error| StoreError::sqlite(&draft.path, "writing", error);
    let mut connection = create_tables(&draft.path, kind)?;
    results::save_plan(&connection, plan).map_err(failed)?;
    fill(&mut connection, &draft.path)?;
    connection.close().map_err(|(_, error)| failed(error))?;
    draft.publish()
}

/// Adds to a file, and to the tally of what is in it: everything that `insert` does or, after an error, nothing.
pub(crate) fn append(
    connection: &mut Connection,
    path: &Path,
    insert: impl FnOnce(&Connection, &mut results::Tally) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let failed = |error| StoreError::sqlite(path, "writing", error);
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    let mut tally = results::Tally::load(&transaction, path)?;
    insert(&transaction, &mut tally)?;
    tally.save(&transaction).map_err(failed)?;
    transaction.commit().map_err(failed)
}

/// A result file that does not have its name yet; deleted unless published.
#[derive(Debug)]
struct Draft {
    path: PathBuf,
    target: PathBuf,
}

impl Draft {
    /// The directory is locked, so that any draft in it is a killed process's.
    fn start(dir: &Path, kind: &Kind) -> Result<Self, StoreError> {
        let (path, target) = (dir.join(kind.draft), kind.path_in(dir));
        let journal = journal_of(&target);
        if exists(&journal)? {
            // SQLite would "roll back" the new file with it.
            return Err(StoreError::StrayJournal { journal });
        }
        let draft = Self { path, target };
        draft.delete().map_err(|error| StoreError::io(&draft.path, "deleting", error))?;
        Ok(draft)
    }

    /// Gives the file its name.
    fn publish(self) -> Result<(), StoreError> {
        fs::rename(&self.path, &self.target)
            .map_err(|error| StoreError::io(&self.target, "creating", error))?;
        if let Some(dir) = self.target.parent() {
            // So that the name survives a power failure too, where directories can be synchronised.
            let _ = File::open(dir).and_then(|dir| dir.sync_all());
        }
        Ok(())
    }

    fn delete(&self) -> io::Result<()> {
        // The journal last: without its file it is harmless, the other way round it is not.
        [self.path.clone(), journal_of(&self.path)].iter().try_for_each(|path| match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        })
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // If this fails, the next draft tries again and says so.
        let _ = self.delete();
    }
}

/// Whether a directory holds nothing, or only what a killed process leaves of an unfinished result file.
pub(super) fn is_unused(dir: &Path) -> Result<bool, StoreError> {
    let failed = |error| StoreError::io(dir, "reading", error);
    let draft_journal = journal_of(Path::new(TRIALS.draft));
    let ours = [Path::new(super::lock::NAME), Path::new(TRIALS.draft), &draft_journal];
    for entry in fs::read_dir(dir).map_err(failed)? {
        if !ours.contains(&Path::new(&entry.map_err(failed)?.file_name())) {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader rolls back in the copy what a killed process left, and so must be able to write to it.
    #[test]
    fn the_copy_of_a_read_only_file_can_be_written() {
        let dir = Scratch::new().unwrap();
        let (file, copy) = (dir.path().join("file"), dir.path().join("copy"));
        fs::write(&file, "rows").unwrap();
        let mut permissions = fs::metadata(&file).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&file, permissions).unwrap();
        copy_content(&file, &copy).unwrap();
        assert_eq!(fs::read(&copy).unwrap(), b"rows");
        assert!(!fs::metadata(&copy).unwrap().permissions().readonly());
    }
}
