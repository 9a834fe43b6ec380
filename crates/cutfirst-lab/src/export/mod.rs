//! Results for other programs: one row for each arm of each trial, with everything that identifies it, so that R, pandas
//! and polars open it without a script.
//!
//! `COLUMNS` has one entry a column; CSV, JSON Lines and Parquet are written from it.

mod parquet;

use std::collections::HashMap;
use std::fmt;
use std::io::{self, Write};

use cutfirst::engine::Settings;
use serde_json::{Map, Value, json};

use crate::arm::Arm;
use crate::cell::{Cell, Opening, Row, Start};
use crate::named::named;
use crate::plain;
use crate::plan::Plan;

/// A form of results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Values separated by commas, with a line of names.
    #[default]
    Csv,
    /// One JSON object a line.
    JsonLines,
    /// Apache Parquet, without compression.
    Parquet,
}

named!(Format: Csv = "csv", JsonLines = "jsonl", Parquet = "parquet");

/// A row with what it belongs to.
struct RowInPlan<'a> {
    plan: &'a Plan,
    cell: &'a Cell,
    /// How the arm searched.
    settings: &'a Settings,
    /// Whether the others are compared with it.
    is_control: bool,
    row: &'a Row,
}

/// What is in a field.
enum Field {
    Text(String),
    Number(u64),
    Flag(bool),
    /// A list in JSON, for forms that have no lists.
    Json(Value),
}

/// What is in a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Text,
    Number,
    Flag,
}

struct Column {
    name: &'static str,
    kind: Kind,
    field: fn(&RowInPlan<'_>) -> Field,
}

const fn text(name: &'static str, field: fn(&RowInPlan<'_>) -> Field) -> Column {
    Column { name, kind: Kind::Text, field }
}

const fn number(name: &'static str, field: fn(&RowInPlan<'_>) -> Field) -> Column {
    Column { name, kind: Kind::Number, field }
}

const fn flag(name: &'static str, field: fn(&RowInPlan<'_>) -> Field) -> Column {
    Column { name, kind: Kind::Flag, field }
}

fn shown(value: &impl fmt::Display) -> Field {
    Field::Text(value.to_string())
}

/// Every column, in order: what identifies a row, then what was measured.
#[rustfmt::skip]
const COLUMNS: &[Column] = &[
    text("plan", |r| shown(&r.plan.name)),
    number("seed", |r| Field::Number(r.plan.seed)),
    text("game", |r| shown(&r.cell.game)),
    number("players", |r| Field::Number(r.cell.players as u64)),
    text("variant", |r| shown(&r.cell.variant)),
    text("evaluation", |r| shown(&r.cell.evaluation)),
    text("combine", |r| shown(&r.cell.combine)),
    number("grain", |r| Field::Number(r.cell.grain.into())),
    text("algorithm", |r| shown(&r.settings.algorithm)),
    number("depth", |r| Field::Number(r.cell.ply.into())),
    text("start", |r| shown(&r.cell.start)),
    text("opening", |r| if r.cell.start == Start::Midgame { shown(&r.cell.opening) } else { Field::Text(String::new()) }),
    number("opening_turns", |r| Field::Number(if r.cell.start == Start::Midgame || r.cell.opening == Opening::Varied { r.cell.opening_turns.into() } else { 0 })),
    number("turns", |r| Field::Number(r.cell.turns.into())),
    text("turn", |r| shown(&r.cell.turn)),
    text("design", |r| shown(&r.row.design)),
    text("arm", |r| shown(&r.row.arm)),
    flag("control", |r| Field::Flag(r.is_control)),
    text("order", |r| shown(&r.settings.order)),
    text("techniques", |r| shown(&r.settings.techniques)),
    number("table_mib", |r| Field::Number(r.settings.table as u64)),
    flag("deepening", |r| Field::Flag(r.settings.deepen)),
    flag("selective", |r| Field::Flag(!r.settings.is_exact())),
    number("trial", |r| Field::Number(r.row.trial.into())),
    number("searches", |r| Field::Number(r.row.searches.into())),
    number("nodes", |r| Field::Number(r.row.nodes)),
    number("interior", |r| Field::Number(r.row.nodes.saturating_sub(r.row.leaves))),
    number("leaves", |r| Field::Number(r.row.leaves)),
    number("makes", |r| Field::Number(r.row.makes)),
    number("evaluations", |r| Field::Number(r.row.evaluations)),
    number("cutoffs", |r| Field::Number(r.row.cutoffs)),
    number("first_move_cutoffs", |r| Field::Number(r.row.first_move_cutoffs)),
    number("max_list_length", |r| Field::Number(r.row.list_lengths[0])),
    number("min_list_length", |r| Field::Number(r.row.list_lengths[1])),
    text("levels", |r| Field::Json(json!(r.row.levels))),
];

/// Writes rows of a plan.
///
/// # Errors
/// If the output cannot be written, or a row is none of the plan's.
pub fn write(plan: &Plan, rows: &[Row], format: Format, output: &mut dyn Write) -> io::Result<()> {
    let foreign = |what: &str| io::Error::new(io::ErrorKind::InvalidData, format!("the plan has no {what}"));
    let mut cells = HashMap::new();
    for (cell, arms) in &plan.cells {
        cells.entry(cell.to_string()).or_insert((cell, arms.first()));
    }
    let mut engines: HashMap<(&str, &str), Settings> = HashMap::new();
    for row in rows {
        let (cell, _) =
            cells.get(&row.cell).ok_or_else(|| foreign(&format!("cell {}", row.cell.escape_debug())))?;
        let arm: Arm = row.arm.parse().map_err(|_| foreign(&format!("arm {}", row.arm.escape_debug())))?;
        engines.entry((&row.cell, &row.arm)).or_insert_with(|| arm.settings(cell));
    }
    let records = rows.iter().map(|row| {
        let (cell, control) = cells[&row.cell];
        let settings = &engines[&(row.cell.as_str(), row.arm.as_str())];
        RowInPlan { plan, cell, settings, is_control: control == Some(&row.arm), row }
    });
    match format {
        Format::Csv => csv(records, output)?,
        Format::JsonLines => json_lines(records, output)?,
        Format::Parquet => {
            let records: Vec<_> = records.collect();
            let columns: Vec<_> = COLUMNS.iter().map(|column| (column.name, column.kind)).collect();
            parquet::write(
                &columns,
                records.len(),
                |column, row| (COLUMNS[column].field)(&records[row]),
                output,
            )?;
        }
    }
    output.flush()
}

fn csv<'a>(records: impl Iterator<Item = RowInPlan<'a>>, output: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(output);
    writer.write_record(COLUMNS.iter().map(|column| column.name))?;
    for record in records {
        let fields = COLUMNS.iter().map(|column| match (column.field)(&record) {
            // It may go to a terminal.
            Field::Text(text) => plain::text(&text),
            Field::Number(number) => number.to_string(),
            Field::Flag(flag) => flag.to_string(),
            Field::Json(value) => value.to_string(),
        });
        writer.write_record(fields)?;
    }
    writer.flush()
}

fn json_lines<'a>(records: impl Iterator<Item = RowInPlan<'a>>, output: &mut dyn Write) -> io::Result<()> {
    for record in records {
        let fields = COLUMNS.iter().map(|column| {
            let value = match (column.field)(&record) {
                Field::Text(text) => json!(text),
                Field::Number(number) => json!(number),
                Field::Flag(flag) => json!(flag),
                Field::Json(value) => value,
            };
            (column.name.to_owned(), value)
        });
        let line = Value::Object(fields.collect::<Map<_, _>>()).to_string();
        writeln!(output, "{}", plain::json(&line))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        let text = "name = \"small\"\nseed = 7\ntrials = 2\n[[experiment]]\ngame = \"othello\"\nplies = [2]\n\
                    arms = [\"none\", \"ads:mtf,limit=5\", \"tt clip=9 table=1 deepen\"]\n";
        Plan::parse(text).unwrap()
    }

    fn rows(plan: &Plan) -> Vec<Row> {
        plan.trials().flat_map(|trial| trial.run().unwrap()).collect()
    }

    fn written(format: Format) -> Vec<u8> {
        let (plan, mut output) = (plan(), Vec::new());
        write(&plan, &rows(&plan), format, &mut output).unwrap();
        output
    }

    #[test]
    fn fields_are_what_their_columns_say() {
        let plan = plan();
        let rows = rows(&plan);
        let settings = Settings::plain(2);
        let record = RowInPlan {
            plan: &plan,
            cell: &plan.cells[0].0,
            settings: &settings,
            is_control: true,
            row: &rows[0],
        };
        for (index, column) in COLUMNS.iter().enumerate() {
            let kind = match (column.field)(&record) {
                Field::Text(_) | Field::Json(_) => Kind::Text,
                Field::Number(_) => Kind::Number,
                Field::Flag(_) => Kind::Flag,
            };
            assert_eq!(kind, column.kind, "{}", column.name);
            assert!(COLUMNS[..index].iter().all(|other| other.name != column.name), "{}", column.name);
        }
    }

    #[test]
    fn every_form_has_every_row() {
        let table = String::from_utf8(written(Format::Csv)).unwrap();
        assert_eq!(table.lines().count(), 1 + 6);
        assert!(table.starts_with("plan,seed,game,players,variant,"), "{table}");
        assert!(table.contains("small,7,othello,2,,discs,zero-sum,1,alpha-beta,2,initial,,0,5,round,paired,\"ads:mtf,limit=5\",false,"));
        let lines = String::from_utf8(written(Format::JsonLines)).unwrap();
        let objects: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(objects.len(), 6);
        assert_eq!(
            (objects[0]["control"].as_bool(), objects[0]["selective"].as_bool()),
            (Some(true), Some(false))
        );
        let clipped = objects.iter().find(|object| object["techniques"] == "clip=9").unwrap();
        assert_eq!((clipped["selective"].as_bool(), clipped["table_mib"].as_u64()), (Some(true), Some(1)));
        assert!(clipped["levels"].is_array() && clipped["nodes"].as_u64() > Some(0));
    }

    #[test]
    fn rows_of_another_plan_are_refused() {
        let plan = plan();
        let mut rows = rows(&plan);
        rows[0].cell = "chess".to_owned();
        let error = write(&plan, &rows, Format::Csv, &mut Vec::new()).unwrap_err();
        assert_eq!(error.to_string(), "the plan has no cell chess");
    }
}
