//! The report of a plan: its tables and pictures around the answer.

use super::Context;
use super::answer::{answer, main_design, over_all_cells, question, why};
use super::claims;
use super::document::{Document, Figure, Section};
use super::format::{plural, whole};
use super::json;
use super::names::{
    CellTitles, comparison_sections, designs, distinct, game, game_and_players, games, groups, table,
};
use super::plots::{agreement, arm_index, depth, distribution, first_move, levels, ratios, tree_size};
use super::table::{DATA, Field, Table, Value, field};
use crate::cell::Design;
use crate::statistics::PValue;
use crate::summary::{ArmSummary, Comparison, Place, Range, Retention, Stacked, Summary};

/// The report of what was measured.
#[must_use]
pub fn document(summary: &Summary, context: &Context) -> Document {
    let mut document = Document {
        kind: "cutfirst laboratory report",
        title: format!("{}: cutfirst report", summary.plan),
        question: question(summary),
        verdict: answer(summary),
        picture: picture(summary),
        why: why(summary),
        command: context.command.clone(),
        facts: facts(summary, context),
        notes: context.notes.clone(),
        sections: Vec::new(),
        whole: json::to_string(summary, context).ok().map(|text| ("summary.json", text)),
        files: Vec::new(),
    };
    if summary.reproduces {
        document.sections.push(claims::section(summary));
    }
    document.sections.extend([
        published(summary),
        arms(summary),
        savings(summary),
        cuts(summary),
        retained(summary),
    ]);
    document.sections.push(Section {
        id: "cells",
        title: "Cells".to_owned(),
        tables: vec![cells(summary)],
        ..Section::default()
    });
    document.sections.retain(|section| !section.is_empty());
    // The CSV files are there even where there is nothing to put into them.
    document.sections.push(Section {
        id: "files",
        tables: vec![
            Table::new("", "arms", &arm_fields()),
            Table::new("", "comparisons", &comparison_fields()),
            Table::new("", "retentions", &retention_fields()),
            Table::new("", "stacked", &stacked_fields()),
            trials(summary),
        ],
        ..Section::default()
    });
    document
}

/// Measured against published savings, or all arms with their intervals.
fn picture(summary: &Summary) -> Option<Figure> {
    let design = main_design(summary)?;
    let is_compared = |row: &Comparison| row.published_saving.is_some() && row.saving.is_some();
    if summary.reproduces && summary.comparisons.iter().any(is_compared) {
        return Figure::new(
            "measured-against-published",
            "Measured against published savings",
            "A dot per published row, on the diagonal where both are equal; the whisker is the 95 % prediction interval, \
             which crosses the diagonal where they agree (filled dots). What lies beyond the frame is shown at its edge.",
            |markup| agreement::write(markup, summary, &[design]),
        );
    }
    let all = over_all_cells(summary);
    let rows: Vec<_> = all
        .iter()
        .map(|own| ratios::Row {
            name: own.arm.place.label(),
            color: arm_index(summary, &own.arm.place.arm),
            value: own.ratio,
            interval: own.interval.map(|range| (range.low, range.high)),
        })
        .collect();
    Figure::new(
        "arms",
        "Nodes of every arm over its control's",
        "Geometric mean over all cells with its 95 % interval; filled where the interval leaves out 1. Selective arms are \
         measured against a selective control.",
        |markup| {
            if !rows.is_empty() {
                markup.open("div", &[("class", &"panels wide")]);
                ratios::panel(markup, "All cells", "nodes / control's", &rows);
                markup.close();
            }
            !rows.is_empty()
        },
    )
}

fn facts(summary: &Summary, context: &Context) -> Vec<(String, String)> {
    let mut facts = vec![
        ("Plan".to_owned(), summary.plan.clone()),
        ("Version".to_owned(), format!("cutfirst {}", context.version)),
        ("Seed".to_owned(), summary.seed.to_string()),
        (
            "Trials".to_owned(),
            format!(
                "{} per arm and cell; a result is one arm's in one of them",
                whole(summary.trials as usize)
            ),
        ),
    ];
    let measured: usize = summary.arms.iter().map(|arm| arm.trials).sum();
    let cells = distinct(summary.arms.iter().map(|arm| arm.place.cell.as_str())).len();
    let games: Vec<_> = games(summary).iter().map(|name| game(name)).collect();
    if cells > 0 {
        let found =
            format!("{} in {} of {}", plural(measured, "result"), plural(cells, "cell"), games.join(", "));
        facts.push(("Measured".to_owned(), found));
    }
    facts.extend(context.parameters.iter().cloned());
    facts
}

/// What everything that was measured has.
trait Placed {
    fn place(&self) -> &Place;

    /// The p-value of its design's test, if there is one.
    fn p_value(&self) -> Option<PValue> {
        None
    }
}

macro_rules! placed {
    ($($type:ty: $p_value:expr),+) => {
        $(impl Placed for $type {
            fn place(&self) -> &Place {
                &self.place
            }

            fn p_value(&self) -> Option<PValue> {
                let p_value: fn(&Self) -> Option<PValue> = $p_value;
                p_value(self)
            }
        })+
    };
}

placed!(
    ArmSummary: |arm| arm.effect.as_ref()?.p_value,
    Comparison: |row| row.p_value,
    Retention: |row| row.p_value,
    Stacked: |row| row.effect.p_value
);

/// The arm for people, and everything that identifies it for programs.
fn place_fields<T: Placed>() -> Vec<Field<T>> {
    fn label<T: Placed>(row: &T) -> Value {
        Value::Code(row.place().label())
    }
    vec![
        // People see the arm with its mark, programs have a column for it.
        Field { names: &[], head: "arm", expendable: 0, value: label::<T> },
        field(&["game"], "", DATA, |row: &T| Value::Text(row.place().game.clone())),
        field(&["players"], "", DATA, |row: &T| Value::Count(row.place().players as f64)),
        field(&["evaluation"], "", DATA, |row: &T| Value::Text(row.place().evaluation.clone())),
        field(&["ply"], "", DATA, |row: &T| Value::Count(f64::from(row.place().ply))),
        field(&["start"], "", DATA, |row: &T| Value::Text(row.place().start.to_owned())),
        field(&["design"], "", DATA, |row: &T| Value::Text(row.place().design.to_string())),
        field(&["arm"], "", DATA, |row: &T| Value::Text(row.place().arm.clone())),
        field(&["selective"], "", DATA, |row: &T| Value::Bool(row.place().selective)),
        field(&["cell"], "", DATA, |row: &T| Value::Text(row.place().cell.clone())),
    ]
}

/// A column for each test.
fn p_fields<T: Placed>(expendable: u8) -> [Field<T>; 2] {
    fn of<T: Placed>(row: &T, design: Design) -> Value {
        Value::p(row.p_value().filter(|_| row.place().design == design))
    }
    [
        field(&["p_mann_whitney"], "p\nMann-Whitney", expendable, |row| of(row, Design::Paper)),
        field(&["p_wilcoxon"], "p\nWilcoxon", expendable, |row| of(row, Design::Paired)),
    ]
}

fn comparison_fields() -> Vec<Field<Comparison>> {
    let mut fields = vec![field(&["table"], "", DATA, |row: &Comparison| Value::Text(row.table.clone()))];
    fields.extend(place_fields());
    // The arm comes first for people.
    fields.swap(0, 1);
    fields.extend([
        field(&["published_nodes"], "published\nnodes", 2, |row: &Comparison| {
            Value::count(row.published_nodes)
        }),
        field(&["nodes"], "measured\nnodes", 0, |row| Value::Count(row.nodes)),
        field(&["control"], "", DATA, |row| Value::text(row.control.as_deref())),
        field(&["published_saving_percent"], "published\nsaving %", 1, |row| {
            Value::fixed(row.published_saving, 1)
        }),
        field(&["published_saving_low", "published_saving_high"], "published\nsaving, %", 1, |row| {
            Value::Span(row.published_range, 0)
        }),
        field(&["saving_percent", "saving_low", "saving_high"], "measured\nsaving % [95 %]", 0, |row| {
            Value::Estimate(row.saving, row.saving_range, 1)
        }),
        field(&["prediction_low", "prediction_high"], "predicted\nsaving %", 7, |row| {
            Value::Span(row.prediction, 1)
        }),
        field(&["published_effect"], "published\neffect", 5, |row| Value::fixed(row.published_effect, 2)),
        field(&["effect"], "measured\neffect", 4, |row| Value::fixed(row.effect, 2)),
        field(&["published_p_value"], "published\np", 6, |row| Value::p(row.published_p_value.as_deref())),
    ]);
    fields.extend(p_fields(2));
    fields.extend([
        field(&["makes"], "makes", 6, |row: &Comparison| Value::Count(row.makes)),
        field(&["evaluations"], "evaluations", 6, |row| Value::Count(row.evaluations)),
        field(&["agrees"], "agrees", 0, |row| Value::bool(row.agrees)),
    ]);
    fields
}

const KINDS: [(bool, &str); 2] = [(false, ""), (true, ", selective arms among themselves")];

fn published(summary: &Summary) -> Section {
    let fields = comparison_fields();
    let mut tables = Vec::new();
    for name in distinct(summary.comparisons.iter().map(|row| row.table.as_str())) {
        for design in designs(summary) {
            let rows: Vec<&Comparison> = summary
                .comparisons
                .iter()
                .filter(|row| row.table == name && row.place.design == design)
                .collect();
            if rows.is_empty() {
                continue;
            }
            let games = distinct(rows.iter().map(|row| game_and_players(&row.place)));
            let plies = distinct(rows.iter().map(|row| format!("{}-ply", row.place.ply)));
            let title =
                format!("{}: {}; {}; {design} design", table(name), games.join("; "), plies.join(", "));
            let mut shown = Table::new(title, "comparisons", &fields);
            for (title, rows) in comparison_sections(&rows) {
                for (selective, kind) in KINDS {
                    let mut rows = rows.iter().filter(|row| row.place.selective == selective).peekable();
                    if rows.peek().is_some() {
                        shown.section(format!("{title}{kind}"));
                    }
                    rows.for_each(|row| shown.row(&fields, *row));
                }
            }
            tables.push(shown);
        }
    }
    let both = designs(summary).len() > 1;
    let figure = |designs: &[Design]| {
        Figure::new(
            "agreement",
            "Published against measured savings, both designs",
            "A dot per published row; on the diagonal both are equal. A whisker is the 95 % prediction interval: where a study \
             of the published size should find the saving, judging by ours. Where it crosses the diagonal the figures agree \
             and the dot is filled. Point at a dot for its figures, which are also in the tables below.",
            |markup| agreement::write(markup, summary, designs),
        )
    };
    Section {
        id: "published",
        title: "Published and measured".to_owned(),
        text: vec![
            "Effect sizes are Glass's delta, as in the papers. A published saving agrees if it lies in the prediction interval; \
             a published range, if our interval meets it. Selective rows, which may find another value, refer to the first \
             selective one."
                .to_owned(),
        ],
        figures: both.then(|| figure(&designs(summary))).flatten().into_iter().collect(),
        tables,
    }
}

fn arm_fields() -> Vec<Field<ArmSummary>> {
    let mut fields = place_fields();
    fields.extend([
        field(&["control"], "", DATA, |arm: &ArmSummary| Value::text(arm.control.as_deref())),
        field(&["trials"], "trials", 6, |arm| Value::Count(arm.trials as f64)),
        field(&["searches"], "", DATA, |arm| Value::Fixed(arm.searches, 1)),
        field(&["nodes"], "nodes", 0, |arm| Value::Count(arm.nodes)),
        field(&["nodes_sd"], "± sd", 5, |arm| Value::count(arm.deviation)),
        field(&["interior"], "", DATA, |arm| Value::Count(arm.interior)),
        field(&["saving_percent", "saving_low", "saving_high"], "saving %\n[95 %]", 0, |arm| {
            let effect = arm.effect.as_ref();
            Value::Estimate(effect.map(|e| e.saving), effect.and_then(|e| e.saving_range), 1)
        }),
        field(&["interior_saving_percent"], "interior\nsaving %", 8, |arm| {
            Value::fixed(arm.effect.as_ref().and_then(|e| e.interior_saving), 1)
        }),
        field(&["ratio", "ratio_low", "ratio_high"], "node ratio\n[95 %]", 3, |arm| {
            let effect = arm.effect.as_ref();
            Value::Estimate(effect.and_then(|e| e.ratio), effect.and_then(|e| e.ratio_range), 3)
        }),
        field(&["glass_delta"], "Glass's\ndelta", 4, |arm| {
            Value::fixed(arm.effect.as_ref().and_then(|e| e.glass_delta), 2)
        }),
        field(&["cliffs_delta"], "Cliff's\ndelta", 7, |arm| {
            Value::fixed(arm.effect.as_ref().map(|e| e.cliffs_delta), 2)
        }),
    ]);
    fields.extend(p_fields(1));
    fields.extend([
        field(&["p_holm"], "p\nHolm", 2, |arm: &ArmSummary| {
            Value::p(arm.effect.as_ref().and_then(|e| e.holm_p_value))
        }),
        field(&["first_move_cuts_percent"], "first-move\ncuts %", 5, |arm| {
            Value::fixed(arm.first_move_cuts, 1)
        }),
        field(&["makes"], "makes", 8, |arm| Value::Count(arm.makes)),
        field(&["evaluations"], "evaluations", 8, |arm| Value::Count(arm.evaluations)),
        field(&["max_list_length"], "Max list\nlength", 7, |arm| list(arm, 0)),
        field(&["min_list_length"], "Min list\nlength", 7, |arm| list(arm, 1)),
    ]);
    fields
}

/// The length of a list, for arms that have some.
fn list(arm: &ArmSummary, side: usize) -> Value {
    Value::fixed(Some(arm.list_lengths[side]).filter(|_| arm.list_lengths != [0.0; 2]), 1)
}

fn arms(summary: &Summary) -> Section {
    let fields = arm_fields();
    let titles = CellTitles::new(summary);
    let mut tables = Vec::new();
    for design in designs(summary) {
        let mut shown = Table::new(format!("Every arm measured, {design} design"), "arms", &fields);
        for group in groups(summary).iter().filter(|group| group.place.design == design) {
            for (selective, kind) in KINDS {
                let arms: Vec<_> = group.arms.iter().filter(|arm| arm.place.selective == selective).collect();
                let control = match &arms[..] {
                    [] => continue,
                    [_] => "; nothing to compare it with".to_owned(),
                    [first, ..] => format!("; control {}", first.place.arm),
                };
                shown.section(format!("{}{kind}{control}", titles.of(group.place)));
                arms.iter().for_each(|arm| shown.row(&fields, **arm));
            }
        }
        tables.push(shown);
    }
    tables.extend(designs(summary).into_iter().filter_map(|design| {
        let rows: Vec<&Stacked> = summary.stacked.iter().filter(|row| row.place.design == design).collect();
        (!rows.is_empty()).then(|| stacked(&rows, &titles, design))
    }));
    let figures = designs(summary).into_iter().filter_map(|design| {
        let published = if summary.comparisons.is_empty() { "" } else { " A diamond is the published mean." };
        Figure::new(
            format!("distribution-{design}"),
            format!("Nodes per trial, {design} design"),
            format!(
                "A dot per trial; the box holds the middle half of them, the upright line is the median.{published}"
            ),
            |markup| distribution::write(markup, summary, design),
        )
    });
    Section {
        id: "nodes",
        title: "Node counts".to_owned(),
        text: vec![
            "A saving is the share of the control's nodes that an arm does not need. Exact and selective arms have a control \
             each and are never compared with each other. Holm's p-values are of the one family declared beforehand: \
             Move-to-Front against none over all published cells."
                .to_owned(),
        ],
        figures: figures.collect(),
        tables,
    }
}

fn stacked_fields() -> Vec<Field<Stacked>> {
    let mut fields = place_fields();
    fields.extend([
        field(&["stacked_on"], "stacked on", 0, |row: &Stacked| Value::Code(row.on.clone())),
        field(&["nodes_without"], "nodes\nwithout", 2, |row| Value::Count(row.nodes_without)),
        field(&["nodes"], "nodes", 1, |row| Value::Count(row.nodes)),
        field(&["saving_percent", "saving_low", "saving_high"], "further\nsaving % [95 %]", 0, |row| {
            Value::Estimate(Some(row.effect.saving), row.effect.saving_range, 1)
        }),
        field(&["ratio", "ratio_low", "ratio_high"], "node ratio\n[95 %]", 3, |row| {
            Value::Estimate(row.effect.ratio, row.effect.ratio_range, 3)
        }),
    ]);
    fields.extend(p_fields(1));
    fields
}

fn stacked(rows: &[&Stacked], titles: &CellTitles, design: Design) -> Table {
    let fields = stacked_fields();
    let title = format!("Arms against what they are stacked on, {design} design");
    let mut shown = Table::new(title, "stacked", &fields);
    for cell in distinct(rows.iter().map(|row| row.place.cell.as_str())) {
        let rows: Vec<_> = rows.iter().filter(|row| row.place.cell == cell).collect();
        shown.section(titles.of(&rows[0].place));
        rows.iter().for_each(|row| shown.row(&fields, **row));
    }
    shown
}

fn savings(summary: &Summary) -> Section {
    let figures = [
        Figure::new(
            "tree-size",
            "Saving against tree size",
            "A dot per cell; the larger the control's tree, the further to the right. Filled: paired design; hollow: paper \
             design.",
            |markup| tree_size::write(markup, summary),
        ),
        Figure::new(
            "depth",
            "Saving against depth",
            "Killer moves, history and adaptive lists in the same game at several depths. Arms are set side by side at each \
             depth so that their 95 % intervals can be told apart.",
            |markup| depth::write(markup, summary),
        ),
    ];
    let figures = figures.into_iter().flatten().collect();
    Section { id: "savings", title: "Savings".to_owned(), figures, ..Section::default() }
}

fn cuts(summary: &Summary) -> Section {
    let design = main_design(summary).map_or("", Design::name);
    let figures = [
        Figure::new(
            "first-move",
            "Cut-offs by the first move",
            "Of all nodes that were cut off, the share in which the first move searched did it; a dot per cell.",
            |markup| first_move::write(markup, summary),
        ),
        Figure::new(
            "levels",
            "Moves before the cut, by level",
            format!(
                "How many moves are searched before the one that cuts, in the mean, on each level of the tree; 0 means that \
                 the first move always cuts. Level 0 is the root. From the {design} design."
            ),
            |markup| levels::write(markup, summary),
        ),
    ];
    let figures = figures.into_iter().flatten().collect();
    Section {
        id: "cuts",
        title: "Cuts".to_owned(),
        figures,
        tables: vec![level_table(summary)],
        ..Section::default()
    }
}

/// The moves before the cut and the lists of every level.
fn level_table(summary: &Summary) -> Table {
    let fields = place_fields();
    let mut shown: Table =
        Table::new("Moves before the cut, and lengths of the level's own lists", "levels", &fields);
    shown.in_terminal = false;
    let depth = summary.arms.iter().map(|arm| arm.cut_places.len()).max().unwrap_or(0);
    for level in 0..depth {
        shown.add_column(format!("moves_before_cut_{level}"), format!("level {level}"), 1);
    }
    for level in 0..depth {
        shown.add_column(format!("max_list_{level}"), format!("Max list {level}"), 2);
        shown.add_column(format!("min_list_{level}"), format!("Min list {level}"), 2);
    }
    let titles = CellTitles::new(summary);
    for group in groups(summary) {
        shown.section(format!("{}, {} design", titles.of(group.place), group.place.design));
        for arm in group.arms {
            let mut row: Vec<Value> = fields.iter().map(|field| (field.value)(arm)).collect();
            row.extend((0..depth).map(|level| Value::fixed(arm.cut_places.get(level).copied().flatten(), 2)));
            for level in 0..depth {
                let lists = arm.level_lists.get(level);
                row.extend([0, 1].map(|side| Value::fixed(lists.map(|lists| lists[side]), 1)));
            }
            shown.values(row);
        }
    }
    shown
}

fn retention_fields() -> Vec<Field<Retention>> {
    let mut fields = place_fields();
    fields.extend([
        field(&["full_saving_percent"], "full list's\nsaving %", 3, |row: &Retention| {
            Value::Fixed(row.full_saving, 1)
        }),
        field(&["saving_percent"], "its own\nsaving %", 2, |row| Value::Fixed(row.saving, 1)),
        field(&["retained_percent", "retained_low", "retained_high"], "retained %\n[95 %]", 0, |row| {
            let percent = |range: Range| Range { low: 100.0 * range.low, high: 100.0 * range.high };
            Value::Estimate(Some(100.0 * row.retained), row.retained_range.map(percent), 0)
        }),
        field(&["ratio_to_full", "ratio_low", "ratio_high"], "nodes/full\n[95 %]", 1, |row| {
            Value::Estimate(row.ratio, row.ratio_range, 3)
        }),
    ]);
    fields.extend(p_fields(1));
    fields
}

fn retained(summary: &Summary) -> Section {
    let fields = retention_fields();
    let titles = CellTitles::new(summary);
    let mut tables = Vec::new();
    for design in designs(summary) {
        let title =
            format!("What shortened and divided lists retain of the full list's saving, {design} design");
        let mut shown = Table::new(title, "retentions", &fields);
        let rows: Vec<_> = summary.retentions.iter().filter(|row| row.place.design == design).collect();
        for cell in distinct(rows.iter().map(|row| row.place.cell.as_str())) {
            let rows: Vec<_> = rows.iter().filter(|row| row.place.cell == cell).collect();
            shown.section(titles.of(&rows[0].place));
            rows.iter().for_each(|row| shown.row(&fields, **row));
        }
        tables.push(shown);
    }
    Section {
        id: "retained",
        title: "Retained savings".to_owned(),
        text: vec![
            "How much of the full list's saving against none is left when the list is cut short, kept per level or kept as a \
             set. The interval is given only where the full list saves for certain."
                .to_owned(),
        ],
        figures: Vec::new(),
        tables,
    }
}

fn cells(summary: &Summary) -> Table {
    type Cell = (String, String);
    let fields: [Field<Cell>; 2] = [
        field(&["title"], "cell", 0, |cell| Value::Text(cell.0.clone())),
        field(&["cell"], "all parameters", 1, |cell| Value::Code(cell.1.clone())),
    ];
    let titles = CellTitles::new(summary);
    let mut shown = Table::new("Cells with all their parameters", "cells", &fields);
    shown.in_terminal = false;
    shown.note = "Everything that decides what is measured, besides seed and arm: game, players, variant, evaluation, how \
                  scores are combined, grain, algorithm, table in MiB, deepening, depth, start with its opening turns, \
                  measured turns."
        .to_owned();
    let places: Vec<_> = groups(summary).into_iter().map(|group| group.place).collect();
    for cell in distinct(places.iter().map(|place| place.cell.as_str())) {
        if let Some(place) = places.iter().find(|place| place.cell == cell) {
            shown.row(&fields, &(titles.of(place).to_owned(), cell.to_owned()));
        }
    }
    shown
}

/// One trial of one arm.
struct TrialRow<'a> {
    arm: &'a ArmSummary,
    trial: usize,
    nodes: u64,
}

impl Placed for TrialRow<'_> {
    fn place(&self) -> &Place {
        &self.arm.place
    }
}

fn trial_fields<'a>() -> Vec<Field<TrialRow<'a>>> {
    let mut fields = place_fields();
    fields.push(field(&["trial"], "trial", 0, |row: &TrialRow<'_>| Value::Count(row.trial as f64)));
    fields.push(field(&["nodes"], "nodes", 0, |row| Value::Count(row.nodes as f64)));
    fields
}

/// The node count of every trial, the finished ones numbered from 0: for programs only.
fn trials(summary: &Summary) -> Table {
    let fields = trial_fields();
    let mut shown = Table::new("Every trial", "trials", &fields);
    shown.in_terminal = false;
    shown.for_programs = true;
    for arm in &summary.arms {
        for (trial, &nodes) in arm.samples.iter().enumerate() {
            shown.row(&fields, &TrialRow { arm, trial, nodes });
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::markup::check_balanced;
    use crate::report::sample;

    fn shown(summary: &Summary, width: usize) -> String {
        let mut out = Vec::new();
        document(summary, &sample::context()).write_text(&mut out, width).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn csv(summary: &Summary, file: &str) -> Vec<Vec<String>> {
        let files = document(summary, &sample::context()).csv_files().unwrap();
        let (_, text) = files.iter().find(|(name, _)| name == file).unwrap();
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect()
    }

    #[test]
    fn lines_fit_the_width() {
        for summary in sample::all() {
            for width in [40, 60, 80, 100, 130, 200] {
                let text = shown(&summary, width);
                // The command to copy is in one piece.
                for line in text.lines().filter(|line| !line.starts_with("cutfirst ")) {
                    assert!(line.chars().count() <= width, "{width}: {line}");
                }
                assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
            }
        }
    }

    #[test]
    fn the_terminal_has_every_arm_of_every_cell() {
        for summary in [sample::summary(), sample::unpublished(), sample::selective()] {
            let text = shown(&summary, 160);
            let table = text.split("Every arm measured").skip(1).collect::<Vec<_>>().join("");
            for arm in &summary.arms {
                let label = crate::plain::text(&arm.place.label());
                let count = table.lines().filter(|line| line.starts_with(&label)).count();
                assert!(count >= 1, "{label} is missing in\n{text}");
            }
        }
    }

    #[test]
    fn published_tables_show_every_row_and_column() {
        let summary = sample::summary();
        let text = shown(&summary, 160);
        assert!(
            text.contains("History-ADS, table 1: Othello, 2 players; 4-ply, 6-ply; paired design"),
            "{text}"
        );
        for heading in ["published", "predicted", "agrees", "effect", "Wilcoxon", "Mann-Whitney", "Holm"] {
            assert!(text.contains(heading), "{heading}: {text}");
        }
        let rows = text.lines().filter(|line| line.ends_with(" yes") || line.ends_with(" no")).count();
        assert_eq!(rows, summary.comparisons.iter().filter(|row| row.agrees.is_some()).count());
        // The papers' columns are the last to go.
        let narrow = shown(&summary, 80);
        assert!(
            narrow.contains("published") && narrow.contains("agrees") && !narrow.contains("makes"),
            "{narrow}"
        );
    }

    #[test]
    fn each_column_of_p_values_has_one_test() {
        let text = document(&sample::summary(), &sample::context()).to_markdown();
        for table in text.split("\n### ").skip(1) {
            let head = table.lines().find(|line| line.starts_with('|')).unwrap();
            assert!(!head.contains("| p |"), "{head}");
            assert!(!(head.contains("Wilcoxon") && head.contains("Mann-Whitney")), "{head}");
        }
        assert!(text.contains("p Holm"));
    }

    #[test]
    fn selective_arms_are_marked_in_every_form() {
        let summary = sample::selective();
        let document = document(&summary, &sample::context());
        let label = "none clip=9 (selective)";
        assert!(shown(&summary, 120).contains(label));
        assert!(document.to_markdown().contains(label));
        let page = document.to_html();
        assert!(page.matches(label).count() > 3, "tables and pictures");
        let arms = csv(&summary, "arms.csv");
        let column = |name: &str| arms[0].iter().position(|head| head == name).unwrap();
        for row in &arms[1..] {
            assert_eq!(row[column("selective")], row[column("arm")].contains("clip").to_string());
            let control = &row[column("control")];
            assert!(control.is_empty() || control.contains("clip") == row[column("arm")].contains("clip"));
        }
        let json = crate::report::json::to_string(&summary, &sample::context()).unwrap();
        assert!(json.matches("\"selective\": true").count() > 1);
        assert!(!page.contains("due to the order alone"));
    }

    #[test]
    fn pages_are_well_formed_whatever_was_measured() {
        for summary in sample::all() {
            let page = document(&summary, &sample::context()).to_html();
            check_balanced(&page);
            assert!(!page.contains("<script"), "unescaped");
            assert!(page.contains("&lt;script&gt;"), "the plan's name is shown");
            assert!(!page.contains("NaN") && !page.contains(">inf") && !page.contains("None"));
            assert_eq!(page, document(&summary, &sample::context()).to_html());
            // Every link within the page leads somewhere.
            for link in page.split("href=\"#").skip(1) {
                let target = link.split('"').next().unwrap();
                assert!(page.contains(&format!("id=\"{target}\"")), "{target}");
            }
        }
    }

    #[test]
    fn the_answer_comes_first_and_nothing_is_loaded() {
        let page = document(&sample::summary(), &sample::context()).to_html();
        let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("no {text}"));
        assert!(at("class=\"verdict\"") < at("id=\"measured-against-published\""));
        assert!(at("id=\"measured-against-published\"") < at("<nav") && at("<nav") < at("id=\"run\""));
        for reference in ["http:", "https:", "src=", "url(", "@import", "stylesheet"] {
            assert!(!page.contains(reference), "{reference}");
        }
        assert!(page.contains("rel=\"icon\""));
        assert_eq!(page.matches("<table").count(), page.matches("<caption>").count());
        assert_eq!(page.matches("role=\"img\"").count(), page.matches("class=\"save\"").count());
    }

    #[test]
    fn an_arm_has_the_same_colour_everywhere() {
        let summary = sample::summary();
        let page = document(&summary, &sample::context()).to_html();
        let mtf = arm_index(&summary, "ads:mtf");
        // Whatever tells of ads:mtf when pointed at is drawn in its colour.
        let mut seen = 0;
        for part in page.split("<path class=\"").skip(1) {
            let (class, rest) = part.split_once('"').unwrap();
            let Some(title) = rest.split("</path>").next().and_then(|path| path.split_once("<title>")) else {
                continue;
            };
            let words: Vec<&str> =
                title.1.split(|c: char| c.is_whitespace() || c == ',' || c == ':').collect();
            if title.1.contains("ads:mtf")
                && !title.1.contains("ads:mtf,")
                && words.contains(&"ads")
                && (class.starts_with("dot") || class.starts_with("ring"))
            {
                assert!(class.ends_with(&format!(" c{mtf}")), "{class}: {}", title.1);
                seen += 1;
            }
        }
        assert!(seen > 10, "{seen}");
    }

    #[test]
    fn csv_has_every_row_and_no_rounding() {
        for summary in sample::all() {
            let samples: usize = summary.arms.iter().map(|arm| arm.samples.len()).sum();
            for (file, rows) in [
                ("arms.csv", summary.arms.len()),
                ("comparisons.csv", summary.comparisons.len()),
                ("retentions.csv", summary.retentions.len()),
                ("trials.csv", samples),
            ] {
                assert_eq!(csv(&summary, file).len(), rows + 1, "{file}");
            }
            let records = csv(&summary, "arms.csv");
            let column = |name: &str| records[0].iter().position(|heading| heading == name).unwrap();
            for (record, arm) in records[1..].iter().zip(&summary.arms) {
                assert_eq!(record[column("arm")], arm.place.arm);
                assert_eq!(record[column("nodes")].parse::<f64>().unwrap(), arm.nodes);
                let saving = arm.effect.as_ref().map(|effect| effect.saving);
                assert_eq!(record[column("saving_percent")].parse().ok(), saving);
            }
        }
    }

    #[test]
    fn markdown_has_its_columns_and_no_markup_of_others() {
        for summary in sample::all() {
            let text = document(&summary, &sample::context()).to_markdown();
            let mut columns = None;
            for line in text.lines() {
                if line.starts_with('|') {
                    let count = line.replace("\\|", "").matches('|').count();
                    assert_eq!(*columns.get_or_insert(count), count, "{line}");
                } else {
                    columns = None;
                }
            }
            assert!(!text.contains("NaN") && !text.contains("inf") && !text.contains("<script"), "{text}");
        }
    }

    #[test]
    fn a_large_run_makes_a_page_of_a_sane_size() {
        let mut summary = sample::summary();
        let arms = summary.arms.clone();
        for copy in 0..24 {
            summary.arms.extend(arms.iter().cloned().map(|mut arm| {
                arm.place.cell = format!("{}/{copy}", arm.place.cell);
                arm.samples = arm.samples.iter().cycle().take(50).copied().collect();
                arm
            }));
        }
        let page = document(&summary, &sample::context()).to_html();
        assert!(page.len() < 4_000_000, "{}", page.len());
    }
}
