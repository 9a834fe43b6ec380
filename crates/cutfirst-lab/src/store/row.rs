//! How a row is written: its key, its columns, its checksum.

use std::fmt;
use std::path::Path;

use cutfirst::zobrist::mix;
use rusqlite::{Connection, OptionalExtension, params};

use super::StoreError;
use crate::cell::{Design, Row};

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

/// The order of rows in dumps and lists: that of their keys.
pub(super) fn by_key(a: &Row, b: &Row) -> std::cmp::Ordering {
    (&a.cell, a.design, &a.arm, a.trial).cmp(&(&b.cell, b.design, &b.arm, b.trial))
}

/// SQLite keeps this text word for word and it is compared with what a file has.
pub(super) const TABLE: &str = "CREATE TABLE trial (
  cell TEXT NOT NULL,
  design TEXT NOT NULL,
  arm TEXT NOT NULL,
  trial INTEGER NOT NULL,
  searches INTEGER NOT NULL,
  nodes INTEGER NOT NULL,
  leaves INTEGER NOT NULL,
  makes INTEGER NOT NULL,
  evaluations INTEGER NOT NULL,
  cutoffs INTEGER NOT NULL,
  first_move_cutoffs INTEGER NOT NULL,
  max_list_length INTEGER NOT NULL,
  min_list_length INTEGER NOT NULL,
  levels TEXT NOT NULL, -- JSON: for each level its cuts, the sum of the cutting moves' places, its Max and Min list's length
  checksum INTEGER NOT NULL,
  PRIMARY KEY (cell, design, arm, trial)
) STRICT, WITHOUT ROWID";

/// The columns that say something, in the table's order.
pub(super) const COLUMNS: [&str; 14] = [
    "cell",
    "design",
    "arm",
    "trial",
    "searches",
    "nodes",
    "leaves",
    "makes",
    "evaluations",
    "cutoffs",
    "first_move_cutoffs",
    "max_list_length",
    "min_list_length",
    "levels",
];

/// The columns' values as text.
pub(super) fn fields(row: &Row) -> [String; COLUMNS.len()] {
    [
        row.cell.clone(),
        row.design.to_string(),
        row.arm.clone(),
        row.trial.to_string(),
        row.searches.to_string(),
        row.nodes.to_string(),
        row.leaves.to_string(),
        row.makes.to_string(),
        row.evaluations.to_string(),
        row.cutoffs.to_string(),
        row.first_move_cutoffs.to_string(),
        row.list_lengths[0].to_string(),
        row.list_lengths[1].to_string(),
        levels_text(&row.levels),
    ]
}

fn levels_text(levels: &[[u64; 4]]) -> String {
    serde_json::json!(levels).to_string()
}

/// One column in which two rows differ.
#[derive(Debug)]
pub(super) struct Difference {
    column: &'static str,
    stored: String,
    given: String,
}

pub(super) fn difference(stored: &Row, given: &Row) -> Option<Difference> {
    let values = fields(stored).into_iter().zip(fields(given));
    let mut columns = COLUMNS.into_iter().zip(values);
    let (column, (stored, given)) = columns.find(|(_, (stored, given))| stored != given)?;
    Some(Difference { column, stored, given })
}

impl Difference {
    pub(super) fn into_conflict(self, path: &Path, row: &Row) -> StoreError {
        let Self { column, stored, given } = self;
        StoreError::Conflict { path: path.to_owned(), trial: row.key().to_string(), column, stored, given }
    }
}

/// A running checksum. Each step is a bijection of what is new and of what was before, so that a change
/// of any eight bytes cannot go unseen, and other changes do so once in 2⁶⁴.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Checksum(u64);

impl Checksum {
    pub(crate) fn number(self, number: u64) -> Self {
        Self(mix(self.0 ^ number))
    }

    pub(crate) fn text(self, text: &str) -> Self {
        text.as_bytes().chunks(8).fold(self.number(text.len() as u64), |sum, chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            sum.number(u64::from_le_bytes(word))
        })
    }

    pub(crate) fn value(self) -> u64 {
        self.0
    }
}

/// The checksum of a row's content, key included.
pub(super) fn checksum(row: &Row) -> u64 {
    let Row { cell, design, arm, trial, searches, nodes, leaves, makes, .. } = row;
    let Row { evaluations, cutoffs, first_move_cutoffs, list_lengths, levels, .. } = row;
    let names = Checksum::default().text(cell).text(design.name()).text(arm);
    let counts = [*nodes, *leaves, *makes, *evaluations, *cutoffs, *first_move_cutoffs];
    let numbers = [u64::from(*trial), u64::from(*searches)].into_iter().chain(counts).chain(*list_lengths);
    let all = numbers.chain([levels.len() as u64]).chain(levels.iter().flatten().copied());
    all.fold(names, Checksum::number).value()
}

/// Writes a row; `false` if its key is taken.
pub(super) fn insert(connection: &Connection, row: &Row) -> rusqlite::Result<bool> {
    let sql = "INSERT INTO trial VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING";
    let changed = connection.prepare_cached(sql)?.execute(params![
        row.cell,
        row.design.name(),
        row.arm,
        row.trial,
        row.searches,
        // SQLite's integers are signed: counts from 2⁶³ on would look negative there, and come back right.
        row.nodes.cast_signed(),
        row.leaves.cast_signed(),
        row.makes.cast_signed(),
        row.evaluations.cast_signed(),
        row.cutoffs.cast_signed(),
        row.first_move_cutoffs.cast_signed(),
        row.list_lengths[0].cast_signed(),
        row.list_lengths[1].cast_signed(),
        levels_text(&row.levels),
        checksum(row).cast_signed(),
    ])?;
    Ok(changed == 1)
}

/// The stored row with the key of `row`.
pub(super) fn find(connection: &Connection, path: &Path, row: &Row) -> Result<Row, StoreError> {
    let failed = |error| StoreError::sqlite(path, "reading", error);
    let sql = "SELECT * FROM trial WHERE cell = ? AND design = ? AND arm = ? AND trial = ?";
    let mut select = connection.prepare_cached(sql).map_err(failed)?;
    let key = params![row.cell, row.design.name(), row.arm, row.trial];
    let found = select.query_row(key, |found| Ok(decode(found, path))).optional().map_err(failed)?;
    found.ok_or_else(|| StoreError::damaged(path, format!("{} is there and not to be found", row.key())))?
}

/// The row in a line of the table, if it is what was once written.
pub(super) fn decode(line: &rusqlite::Row<'_>, path: &Path) -> Result<Row, StoreError> {
    let text = |column: usize| line.get::<_, String>(column);
    let count = |column: usize| line.get::<_, i64>(column).map(i64::cast_unsigned);
    let read = || -> rusqlite::Result<_> {
        let row = Row {
            cell: text(0)?,
            design: Design::Paper,
            arm: text(2)?,
            trial: line.get(3)?,
            searches: line.get(4)?,
            nodes: count(5)?,
            leaves: count(6)?,
            makes: count(7)?,
            evaluations: count(8)?,
            cutoffs: count(9)?,
            first_move_cutoffs: count(10)?,
            list_lengths: [count(11)?, count(12)?],
            levels: Vec::new(),
        };
        Ok((row, text(1)?, text(13)?, count(14)?))
    };
    let (row, design, levels, stored) = read().map_err(|error| StoreError::sqlite(path, "reading", error))?;
    let key = row.key();
    let restore =
        || Some(Row { design: design.parse().ok()?, levels: serde_json::from_str(&levels).ok()?, ..row });
    let whole = restore().filter(|row| checksum(row) == stored);
    whole.ok_or_else(|| {
        let TrialKey { cell, arm, trial, .. } = key;
        let design = cutfirst::notation::excerpt(&design);
        let name = format!("{cell} {design} {arm} trial {trial}");
        StoreError::damaged(path, format!("the row {} is not as it was written", name.escape_debug()))
    })
}
