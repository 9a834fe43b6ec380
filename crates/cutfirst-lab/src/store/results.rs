//! Stored rows, for reading.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::file::{self, Opened};
use super::lock::Lock;
use super::row::{self, Checksum};
use super::scratch::Scratch;
use super::{PlanText, StoreError, TrialKey};
use crate::cell::Row;

/// The results in a directory. All that is read is checked, every time.
#[derive(Debug)]
pub struct Results {
    connection: Connection,
    path: PathBuf,
    plan: PlanText,
    // Only for reading what a killed process left: what is read then is a copy.
    _copy: Option<Scratch>,
}

impl Results {
    /// Opens the results in `dir` for reading; nothing is written there, and a process that is adding
    /// to them is not disturbed.
    ///
    /// # Errors
    ///
    /// If there are none, or the file is not this program's or damaged.
    pub fn read(dir: &Path) -> Result<Self, StoreError> {
        file::check_header(&file::existing(dir)?)?;
        Self::inspect(dir, None)
    }

    /// Opens the results to read and checks all of them.
    pub(super) fn inspect(dir: &Path, lock: Option<&Lock>) -> Result<Self, StoreError> {
        let path = file::path_in(dir);
        let Opened { connection, copy } = file::connect_to_read(dir, &file::TRIALS, lock)?;
        file::check_structure(&connection, &path, &file::TRIALS)?;
        let plan = load_plan(&connection, &path)?;
        let results = Self { connection, path, plan, _copy: copy };
        results.each(|_| ())?;
        Ok(results)
    }

    pub(super) fn reconnect(&mut self, connection: Connection) {
        self.connection = connection;
        self._copy = None;
    }

    pub(super) fn parts(&mut self) -> (&mut Connection, &Path) {
        (&mut self.connection, &self.path)
    }

    /// The result file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the results are of.
    #[must_use]
    pub fn plan(&self) -> &PlanText {
        &self.plan
    }

    /// The number of rows.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn count(&self) -> Result<u64, StoreError> {
        Ok(Tally::load(&self.connection, &self.path)?.rows)
    }

    /// The keys of all rows: what need not be done again.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is damaged.
    pub fn done(&self) -> Result<HashSet<TrialKey>, StoreError> {
        let mut keys = HashSet::new();
        self.each(|row| {
            keys.insert(row.key());
        })?;
        Ok(keys)
    }

    /// All rows, in the order of their keys.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is damaged.
    pub fn rows(&self) -> Result<Vec<Row>, StoreError> {
        let mut rows = Vec::new();
        self.each(|row| rows.push(row))?;
        rows.sort_by(row::by_key);
        Ok(rows)
    }

    /// Takes every row, in one consistent state of the file, and checks that none is changed, lost or
    /// slipped in.
    fn each(&self, mut take: impl FnMut(Row)) -> Result<(), StoreError> {
        let failed = |error| StoreError::sqlite(&self.path, "reading", error);
        let snapshot = self.connection.unchecked_transaction().map_err(failed)?;
        let written = Tally::load(&snapshot, &self.path)?;
        let mut found = Tally::default();
        let mut select = snapshot.prepare_cached("SELECT * FROM trial").map_err(failed)?;
        let mut lines = select.query([]).map_err(failed)?;
        while let Some(line) = lines.next().map_err(failed)? {
            let row = row::decode(line, &self.path)?;
            found.count(&row);
            take(row);
        }
        if found.rows != written.rows {
            let what = format!("{} rows were written and {} are there", written.rows, found.rows);
            return Err(StoreError::damaged(&self.path, what));
        }
        if found != written {
            return Err(StoreError::damaged(&self.path, "its rows are not the rows that were written"));
        }
        Ok(())
    }
}

/// How many rows there are, and a sum over them in which their order does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) rows: u64,
    digest: u64,
}

impl Tally {
    pub(super) fn count(&mut self, row: &Row) {
        self.add(row::checksum(row));
    }

    /// Counts a row with this checksum.
    pub(crate) fn add(&mut self, checksum: u64) {
        self.rows += 1;
        self.digest = self.digest.wrapping_add(checksum);
    }

    pub(crate) fn load(connection: &Connection, path: &Path) -> Result<Self, StoreError> {
        let meta = load_meta(connection, path)?;
        let read = |name: &str, radix| u64::from_str_radix(meta.get(name)?, radix).ok();
        let tally = read("rows", 10).zip(read("digest", 16)).map(|(rows, digest)| Self { rows, digest });
        tally.ok_or_else(|| StoreError::damaged(path, "it does not say how many rows it has"))
    }

    pub(crate) fn save(self, connection: &Connection) -> rusqlite::Result<()> {
        save_meta(
            connection,
            &[("rows", &self.rows.to_string()), ("digest", &format!("{:016x}", self.digest))],
        )
    }
}

/// SQLite keeps this text word for word and it is compared with what a file has.
pub(crate) const META_TABLE: &str = "CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID";

fn load_meta(connection: &Connection, path: &Path) -> Result<BTreeMap<String, String>, StoreError> {
    let failed = |error| StoreError::sqlite(path, "reading", error);
    let mut select = connection.prepare_cached("SELECT name, value FROM meta").map_err(failed)?;
    let pairs = select.query_map([], |line| Ok((line.get(0)?, line.get(1)?))).map_err(failed)?;
    pairs.collect::<rusqlite::Result<_>>().map_err(failed)
}

fn save_meta(connection: &Connection, pairs: &[(&str, &str)]) -> rusqlite::Result<()> {
    let mut replace = connection.prepare_cached("INSERT OR REPLACE INTO meta VALUES (?, ?)")?;
    pairs.iter().try_for_each(|pair| replace.execute(*pair).map(drop))
}

fn seal(plan: &str, shard: &str, split: Option<&str>) -> String {
    let sum = Checksum::default().text(plan).text(shard);
    let sum = if let Some(split) = split { sum.text(split) } else { sum };
    format!("{:016x}", sum.value())
}

pub(crate) fn load_plan(connection: &Connection, path: &Path) -> Result<PlanText, StoreError> {
    let meta = load_meta(connection, path)?;
    let read = || {
        let (text, shard, split) = (meta.get("plan")?, meta.get("shard")?, meta.get("cut"));
        let whole = *meta.get("seal")? == seal(text, shard, split.map(String::as_str));
        let plan = PlanText { text: text.clone(), shard: shard.parse().ok()?, split: split.cloned() };
        Some(plan).filter(|_| whole)
    };
    read().ok_or_else(|| StoreError::damaged(path, "the plan in it is not as it was written"))
}

pub(crate) fn save_plan(connection: &Connection, plan: &PlanText) -> rusqlite::Result<()> {
    let shard = plan.shard.to_string();
    let seal = seal(&plan.text, &shard, plan.split.as_deref());
    save_meta(connection, &[("plan", &plan.text), ("shard", &shard), ("seal", &seal)])?;
    if let Some(split) = &plan.split {
        save_meta(connection, &[("cut", split)])?;
    }
    Tally::default().save(connection)
}
