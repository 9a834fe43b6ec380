//! One SQLite file of records: how it is made, recognised, checked, read and added to.
//!
//! Beside the records' own table there is `meta`: the plan, the shard, the program that made the file, and a
//! digest of all that together with every record, so that a changed or lost byte does not go unseen.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::marker::PhantomData;
use std::path::{self, Path, PathBuf};
use std::time::Duration;

use cutfirst::zobrist::mix;
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, TransactionBehavior, params_from_iter};

use super::lock::Lock;
use super::{PlanText, StoreError};

/// The version of the format, SQLite's `user_version`.
pub(super) const FORMAT: u32 = 2;
/// `CutF`: tells our files from other programs', SQLite's `application_id`.
const APPLICATION: u32 = u32::from_be_bytes(*b"CutF");
/// How long SQLite waits for another program before it says so.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a file is full of.
pub(crate) trait Record: Sized {
    /// The file's name in its directory.
    const FILE: &'static str;
    /// The table's name.
    const TABLE: &'static str;
    /// The columns' names, and their definitions in SQL.
    const COLUMNS: &'static [(&'static str, &'static str)];
    /// The columns that identify a record.
    const KEY: &'static str;

    /// The columns' values.
    fn values(&self) -> Vec<Value>;

    /// The record with these values, if they are a record's.
    fn from_values(values: Vec<Value>) -> Option<Self>;

    /// What the record is called in messages.
    fn name(&self) -> String;
}

/// A file of records in a directory.
#[derive(Debug)]
pub(crate) struct Database<R> {
    connection: Connection,
    pub(crate) path: PathBuf,
    pub(crate) plan: PlanText,
    records: PhantomData<R>,
}

/// Whether a directory has a file of this name.
pub(crate) fn exists(path: &Path) -> Result<bool, StoreError> {
    match path.try_exists() {
        // The directory is a file: creating it gives the clearer message.
        Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => Ok(false),
        result => result.map_err(|error| StoreError::io(path, "looking for", error)),
    }
}

impl<R: Record> Database<R> {
    /// Opens what a directory holds and checks it from beginning to end; takes back what a killed process left undone.
    pub(crate) fn read(dir: &Path) -> Result<Self, StoreError> {
        let path = dir.join(R::FILE);
        if !exists(&path)? {
            return Err(StoreError::Missing { dir: dir.to_owned(), file: R::FILE });
        }
        // Without it SQLite would make an empty file a database, and read whatever a special file has to say.
        let metadata = fs::metadata(&path).map_err(|error| StoreError::io(&path, "reading", error))?;
        if !metadata.is_file() || metadata.len() == 0 {
            let why = if metadata.is_file() { "it is empty" } else { "it is not a plain file" };
            return Err(StoreError::Foreign { path, why });
        }
        let connection = connect(&path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        let failed = |error| StoreError::sqlite(&path, "reading", error);
        let pragma = |name| connection.query_row(&format!("PRAGMA {name}"), [], |line| line.get(0));
        if pragma("application_id").map_err(failed)? != APPLICATION {
            return Err(StoreError::Foreign { path, why: "it is another program's SQLite file" });
        }
        let format = pragma("user_version").map_err(failed)?;
        if format != FORMAT {
            return Err(StoreError::Version { path, found: format });
        }
        let verdict: String =
            connection.query_row("PRAGMA integrity_check(1)", [], |line| line.get(0)).map_err(failed)?;
        if verdict != "ok" {
            let what = verdict.lines().last().unwrap_or_default();
            return Err(StoreError::damaged(&path, format!("SQLite says '{}'", what.escape_debug())));
        }
        let meta = load_meta(&connection).map_err(failed)?;
        let plan = PlanText::from_meta(&meta).ok_or_else(|| StoreError::damaged(&path, "it has no plan"))?;
        let database = Self { connection, path, plan, records: PhantomData };
        database.each(|_| ())?;
        Ok(database)
    }

    /// Opens a directory's file for adding, with the lock that keeps others from it; made, with these records in
    /// it, if there is none.
    pub(crate) fn open(dir: &Path, plan: &PlanText, records: &[R]) -> Result<(Self, Lock), StoreError> {
        let path = dir.join(R::FILE);
        if exists(&path)? && !Lock::is_known(dir) {
            // Before the lock, which would leave its own file in a directory that is not ours.
            Self::read(dir)?;
        }
        fs::create_dir_all(dir).map_err(|error| StoreError::io(dir, "creating the directory", error))?;
        let lock = Lock::take(dir)?;
        if !exists(&path)? {
            Self::create(dir, plan, records)?;
        }
        let database = Self::read(dir)?;
        database.plan.expect_same(plan, &path)?;
        let prepare = || {
            // Not a write-ahead log: between transactions the results are one file, also in network directories.
            database.connection.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))?;
            database.connection.execute_batch("PRAGMA synchronous = FULL")
        };
        prepare().map_err(|error| StoreError::sqlite(&path, "opening", error))?;
        Ok((database, lock))
    }

    /// Makes a file under another name and then gives it its own, so that it is complete from the moment it exists.
    /// The caller holds the directory's lock.
    pub(crate) fn create(dir: &Path, plan: &PlanText, records: &[R]) -> Result<(), StoreError> {
        let path = dir.join(R::FILE);
        let draft = dir.join(format!("{}.new", R::FILE));
        // What a killed process left; SQLite would put an old journal's content into the new file.
        let clear = || [&draft, &journal(&draft)].into_iter().for_each(|path| drop(fs::remove_file(path)));
        clear();
        let _ = fs::remove_file(journal(&path));
        let made = Self::fill(&draft, plan, records).and_then(|()| {
            fs::rename(&draft, &path).map_err(|error| StoreError::io(&path, "creating", error))
        });
        if made.is_err() {
            clear();
        }
        // So that the name survives a power failure too, where directories can be synchronised.
        let _ = File::open(dir).and_then(|dir| dir.sync_all());
        made
    }

    fn fill(path: &Path, plan: &PlanText, records: &[R]) -> Result<(), StoreError> {
        let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
        let columns: Vec<_> = R::COLUMNS.iter().map(|(name, sql)| format!("  {name} {sql}")).collect();
        let tables = format!(
            "PRAGMA journal_mode = DELETE;\nPRAGMA application_id = {APPLICATION};\nPRAGMA user_version = {FORMAT};\n\
             CREATE TABLE meta (\n  name TEXT PRIMARY KEY,\n  value TEXT NOT NULL\n) STRICT, WITHOUT ROWID;\n\
             CREATE TABLE {} (\n{},\n  PRIMARY KEY ({})\n) STRICT, WITHOUT ROWID;",
            R::TABLE,
            columns.join(",\n"),
            R::KEY
        );
        let program = concat!("cutfirst ", env!("CARGO_PKG_VERSION"));
        let make = || {
            connection.execute_batch(&tables)?;
            let pairs = [
                ("plan", plan.text.clone()),
                ("shard", plan.shard.to_string()),
                ("program", program.to_owned()),
                (
                    "digest",
                    Digest::of_texts([plan.text.as_str(), &plan.shard.to_string(), program]).to_string(),
                ),
            ];
            pairs.iter().try_for_each(|pair| {
                connection.execute("INSERT INTO meta VALUES (?, ?)", (pair.0, &pair.1)).map(drop)
            })
        };
        make().map_err(|error| StoreError::sqlite(path, "creating", error))?;
        let plan = plan.clone();
        Self { connection, path: path.to_owned(), plan, records: PhantomData }.add(records)
    }

    /// Adds records: all of them or, after an error, none. Those that are there already are accepted if they are the same.
    pub(crate) fn add(&mut self, records: &[R]) -> Result<(), StoreError> {
        let path = &self.path;
        let failed = |error| StoreError::sqlite(path, "writing", error);
        let behaviour = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behaviour).map_err(failed)?;
        let mut digest = stored_digest(&transaction, path)?;
        let places = vec!["?"; R::COLUMNS.len()].join(",");
        let insert = format!("INSERT INTO {} VALUES ({places}) ON CONFLICT DO NOTHING", R::TABLE);
        let keys: Vec<_> = R::KEY.split(", ").map(|key| format!("{key} = ?")).collect();
        let find = format!("{} WHERE {}", select::<R>(), keys.join(" AND "));
        for record in records {
            let values = record.values();
            let added = transaction
                .prepare_cached(&insert)
                .and_then(|mut sql| sql.execute(params_from_iter(&values)));
            if added.map_err(failed)? == 1 {
                digest.add(&values);
                continue;
            }
            let key = R::KEY.split(", ").filter_map(|key| {
                R::COLUMNS.iter().position(|(name, _)| *name == key).map(|place| &values[place])
            });
            let stored = transaction
                .prepare_cached(&find)
                .and_then(|mut sql| sql.query_row(params_from_iter(key), line_values::<R>));
            let stored = stored.map_err(failed)?;
            if let Some(place) = (0..values.len()).find(|&place| stored[place] != values[place]) {
                return Err(StoreError::Conflict {
                    path: path.clone(),
                    record: record.name(),
                    column: R::COLUMNS[place].0,
                    stored: shown(&stored[place]),
                    given: shown(&values[place]),
                });
            }
        }
        transaction
            .execute("UPDATE meta SET value = ? WHERE name = 'digest'", [digest.to_string()])
            .map_err(failed)?;
        transaction.commit().map_err(failed)
    }

    #[cfg(test)]
    pub(super) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// How many records there are.
    pub(crate) fn count(&self) -> Result<u64, StoreError> {
        let sql = format!("SELECT count(*) FROM {}", R::TABLE);
        let count = self.connection.query_row(&sql, [], |line| line.get(0).map(i64::cast_unsigned));
        count.map_err(|error| StoreError::sqlite(&self.path, "reading", error))
    }

    /// Takes every record in the order of the keys, in one consistent state of the file, and checks that none is
    /// changed, lost or slipped in.
    pub(crate) fn each(&self, mut take: impl FnMut(R)) -> Result<(), StoreError> {
        let failed = |error| StoreError::sqlite(&self.path, "reading", error);
        let snapshot = self.connection.unchecked_transaction().map_err(failed)?;
        let meta = load_meta(&snapshot).map_err(failed)?;
        let text = |name| meta.get(name).map_or("", String::as_str);
        let mut found = Digest::of_texts(["plan", "shard", "program"].map(text));
        let mut select = snapshot.prepare_cached(&select::<R>()).map_err(failed)?;
        let mut lines = select.query([]).map_err(failed)?;
        while let Some(line) = lines.next().map_err(failed)? {
            let values = line_values::<R>(line).map_err(failed)?;
            found.add(&values);
            let name: Vec<_> = values.iter().take(4).map(shown).collect();
            let record = R::from_values(values).ok_or_else(|| {
                StoreError::damaged(&self.path, format!("the row {} is not one of ours", name.join(" ")))
            })?;
            take(record);
        }
        if found.to_string() != text("digest") {
            return Err(StoreError::damaged(&self.path, "its content is not what was written"));
        }
        Ok(())
    }
}

fn select<R: Record>() -> String {
    let names: Vec<_> = R::COLUMNS.iter().map(|(name, _)| *name).collect();
    format!("SELECT {} FROM {}", names.join(", "), R::TABLE)
}

fn line_values<R: Record>(line: &rusqlite::Row<'_>) -> rusqlite::Result<Vec<Value>> {
    (0..R::COLUMNS.len()).map(|column| line.get(column)).collect()
}

/// A value for a message.
fn shown(value: &Value) -> String {
    match value {
        Value::Integer(number) => number.cast_unsigned().to_string(),
        Value::Text(text) => text.escape_debug().to_string(),
        other => format!("{other:?}"),
    }
}

fn load_meta(connection: &Connection) -> rusqlite::Result<BTreeMap<String, String>> {
    let mut select = connection.prepare_cached("SELECT name, value FROM meta")?;
    select.query_map([], |line| Ok((line.get(0)?, line.get(1)?)))?.collect()
}

fn stored_digest(connection: &Connection, path: &Path) -> Result<Digest, StoreError> {
    let meta = load_meta(connection).map_err(|error| StoreError::sqlite(path, "reading", error))?;
    let digest = meta.get("digest").and_then(|text| u64::from_str_radix(text, 16).ok());
    digest.map(Digest).ok_or_else(|| StoreError::damaged(path, "it has no digest"))
}

/// The rollback journal, as SQLite names it.
fn journal(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-journal");
    name.into()
}

fn connect(path: &Path, access: OpenFlags) -> Result<Connection, StoreError> {
    // An absolute path cannot be taken for one of the `file:` addresses that SQLite also understands.
    let absolute = path::absolute(path).map_err(|error| StoreError::io(path, "opening", error))?;
    let open = || {
        let connection = Connection::open_with_flags(absolute, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        connection.busy_timeout(PATIENCE)?;
        connection.execute_batch("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")?;
        Ok(connection)
    };
    open().map_err(|error| StoreError::sqlite(path, "opening", error))
}

/// A sum over texts and records in which the order of the records does not matter.
#[derive(Clone, Copy)]
struct Digest(u64);

impl Digest {
    fn of_texts(texts: [&str; 3]) -> Self {
        let values = texts.map(|text| Value::Text(text.to_owned()));
        let mut digest = Self(0);
        digest.add(&values);
        digest
    }

    fn add(&mut self, values: &[Value]) {
        let step = |sum: u64, word: u64| mix(sum ^ word);
        let sum = values.iter().fold(0, |sum, value| match value {
            Value::Integer(number) => step(sum, number.cast_unsigned()),
            Value::Text(text) => {
                text.as_bytes().chunks(8).fold(step(sum, text.len() as u64), |sum, chunk| {
                    let mut word = [0; 8];
                    word[..chunk.len()].copy_from_slice(chunk);
                    step(sum, u64::from_le_bytes(word))
                })
            }
            _ => step(sum, u64::MAX),
        });
        self.0 = self.0.wrapping_add(sum);
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
