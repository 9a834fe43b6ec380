//! Where finished trials go: one SQLite file per directory, written trial by trial.
//!
//! The file is `DIR/results.sqlite`, with two plain tables to look into with any SQLite tool: `meta` (the plan's full
//! text, the shard, the program and a digest) and `trial`, one line per [`Row`]. What a row holds depends on plan and
//! trial only, so that an interrupted, resumed, sharded or threaded run ends with the same rows.
//!
//! **Killed at any moment.** Every [`Store::add`] is one transaction: all of its rows are there or none is, and
//! whoever opens the file next takes back what was left undone.
//!
//! **Never guess.** Foreign, newer or damaged files are refused and left as they are.

pub(crate) mod database;
mod error;
pub(crate) mod lock;
mod plan_text;
#[cfg(test)]
pub(crate) mod scratch;
mod shard;

#[cfg(test)]
mod damage_tests;
#[cfg(test)]
mod store_tests;

use std::collections::HashSet;
use std::fmt;
use std::ops::Deref;
use std::path::Path;

use rusqlite::types::Value;

use self::database::{Database, Record, exists};
pub use self::error::StoreError;
pub(crate) use self::lock::Lock;
pub use self::plan_text::{LineDifference, PlanText};
#[cfg(test)]
pub(crate) use self::scratch::Scratch;
pub use self::shard::{Shard, ShardError};
use crate::cell::{Design, Row};

/// The name of a match's file in its directory.
pub(crate) const GAMES: &str = "match.sqlite";

/// What identifies a row.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TrialKey {
    /// The cell, as [`Cell`](crate::cell::Cell) prints it.
    pub cell: String,
    /// The design.
    pub design: Design,
    /// The arm.
    pub arm: String,
    /// The trial's number, from 0.
    pub trial: u32,
}

impl fmt::Display for TrialKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cell, design, arm, trial } = self;
        write!(f, "{} {design} {} trial {trial}", cell.escape_debug(), arm.escape_debug())
    }
}

impl Row {
    /// What identifies the row.
    #[must_use]
    pub fn key(&self) -> TrialKey {
        let Self { cell, design, arm, trial, .. } = self;
        TrialKey { cell: cell.clone(), design: *design, arm: arm.clone(), trial: *trial }
    }
}

impl Record for Row {
    const FILE: &'static str = "results.sqlite";
    const TABLE: &'static str = "trial";
    const KEY: &'static str = "cell, design, arm, trial";
    const COLUMNS: &'static [(&'static str, &'static str)] = &[
        ("cell", "TEXT NOT NULL"),
        ("design", "TEXT NOT NULL"),
        ("arm", "TEXT NOT NULL"),
        ("trial", "INTEGER NOT NULL"),
        ("searches", "INTEGER NOT NULL"),
        ("nodes", "INTEGER NOT NULL"),
        ("leaves", "INTEGER NOT NULL"),
        ("makes", "INTEGER NOT NULL"),
        ("evaluations", "INTEGER NOT NULL"),
        ("cutoffs", "INTEGER NOT NULL"),
        ("first_move_cutoffs", "INTEGER NOT NULL"),
        ("max_list_length", "INTEGER NOT NULL"),
        ("min_list_length", "INTEGER NOT NULL"),
        // JSON: for each level its cuts, the sum of the cutting moves' places, its Max and Min list's length.
        ("levels", "TEXT NOT NULL"),
    ];

    fn values(&self) -> Vec<Value> {
        // SQLite's integers are signed: counts from 2⁶³ on would look negative there, and come back right.
        let number = |number: u64| Value::Integer(number.cast_signed());
        vec![
            Value::Text(self.cell.clone()),
            Value::Text(self.design.name().to_owned()),
            Value::Text(self.arm.clone()),
            number(self.trial.into()),
            number(self.searches.into()),
            number(self.nodes),
            number(self.leaves),
            number(self.makes),
            number(self.evaluations),
            number(self.cutoffs),
            number(self.first_move_cutoffs),
            number(self.list_lengths[0]),
            number(self.list_lengths[1]),
            Value::Text(serde_json::json!(self.levels).to_string()),
        ]
    }

    fn from_values(values: Vec<Value>) -> Option<Self> {
        let mut values = values.into_iter();
        let mut texts = Vec::new();
        let mut numbers = Vec::new();
        for value in &mut values {
            match value {
                Value::Text(text) => texts.push(text),
                Value::Integer(number) => numbers.push(number.cast_unsigned()),
                _ => return None,
            }
        }
        let [cell, design, arm, levels] = <[String; 4]>::try_from(texts).ok()?;
        let [trial, searches, nodes, leaves, makes, evaluations, cutoffs, first_move_cutoffs, max, min] =
            <[u64; 10]>::try_from(numbers).ok()?;
        Some(Self {
            cell,
            design: design.parse().ok()?,
            arm,
            trial: trial.try_into().ok()?,
            searches: searches.try_into().ok()?,
            nodes,
            leaves,
            makes,
            evaluations,
            cutoffs,
            first_move_cutoffs,
            list_lengths: [max, min],
            levels: serde_json::from_str(&levels).ok()?,
        })
    }

    fn name(&self) -> String {
        self.key().to_string()
    }
}

/// The results in a directory, for reading. All that is read is checked, every time.
#[derive(Debug)]
pub struct Results(Database<Row>);

impl Results {
    /// Opens the results in `dir`; a process that is adding to them is not disturbed.
    ///
    /// # Errors
    /// If there are none, or the file is not this program's or damaged.
    pub fn read(dir: &Path) -> Result<Self, StoreError> {
        Database::read(dir).map(Self)
    }

    /// The result file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// What the results are of.
    #[must_use]
    pub fn plan(&self) -> &PlanText {
        &self.0.plan
    }

    /// The number of rows.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn count(&self) -> Result<u64, StoreError> {
        self.0.count()
    }

    /// The keys of all rows: what need not be done again.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn done(&self) -> Result<HashSet<TrialKey>, StoreError> {
        Ok(self.rows()?.iter().map(Row::key).collect())
    }

    /// All rows, in the order of their keys.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn rows(&self) -> Result<Vec<Row>, StoreError> {
        let mut rows = Vec::new();
        self.0.each(|row| rows.push(row))?;
        rows.sort_by(by_key);
        Ok(rows)
    }
}

/// The order of rows in dumps and lists: that of their keys.
pub(crate) fn by_key(a: &Row, b: &Row) -> std::cmp::Ordering {
    (&a.cell, a.design, &a.arm, a.trial).cmp(&(&b.cell, b.design, &b.arm, b.trial))
}

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
    /// Refuses results of another plan or shard, files that are not this program's or damaged, and a
    /// directory in which another process is writing.
    pub fn open(dir: &Path, plan: &PlanText) -> Result<Self, StoreError> {
        Self::open_with(dir, plan, &[])
    }

    /// As [`Store::open`], with these rows in it: a new file has them from the moment it exists.
    ///
    /// # Errors
    /// As [`Store::open`] and [`Store::add`].
    pub fn open_with(dir: &Path, plan: &PlanText, rows: &[Row]) -> Result<Self, StoreError> {
        refuse_match(dir)?;
        let (database, lock) = Database::open(dir, plan, rows)?;
        let mut store = Self { results: Results(database), _lock: lock };
        store.add(rows)?;
        Ok(store)
    }

    /// Adds the rows of one finished trial, or of several: all of them or, after an error, none.
    /// Rows that are there already are accepted if they are the same.
    ///
    /// Each call waits until the disk has the rows. When trials end faster than that, give all that
    /// have ended since the last call to one call.
    ///
    /// # Errors
    /// If a row is there with other content, which means that something in the trial was not
    /// reproducible, or if the file cannot be written. What was stored before stays.
    pub fn add(&mut self, rows: &[Row]) -> Result<(), StoreError> {
        if rows.is_empty() { Ok(()) } else { self.results.0.add(rows) }
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
    matches!(exists(&dir.join(Row::FILE)), Ok(false))
}

/// A plan and a match do not share a directory: each would write its report over the other's.
pub(crate) fn refuse_match(dir: &Path) -> Result<(), StoreError> {
    match exists(&dir.join(GAMES))? {
        true => Err(StoreError::OtherKind { dir: dir.to_owned(), holds: "the games of a match" }),
        false => Ok(()),
    }
}
