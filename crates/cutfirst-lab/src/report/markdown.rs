//! The tables in Markdown, for documents: published and measured figures side by side, both designs in
//! one row.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::{Context, ReportError, format, names, verdict, write_file};
use crate::cell::Design;
use crate::summary::{ArmSummary, CONTROL, Summary};

/// Writes `tables.md` into `dir`.
///
/// # Errors
/// If it cannot be written.
pub fn write(dir: &Path, summary: &Summary, context: &Context) -> Result<PathBuf, ReportError> {
    write_file(dir, "tables.md", &to_string(summary, context))
}

/// The document as text.
#[must_use]
pub fn to_string(summary: &Summary, context: &Context) -> String {
    let mut text = format!("Made by `{}`, version {}.\n", context.command, context.version);
    for verdict in verdict::verdicts(summary) {
        let _ = writeln!(text, "\n{}", verdict.sentences().join(" "));
    }
    let mut tables: Vec<&str> = summary.comparisons.iter().map(|row| row.table.as_str()).collect();
    tables.dedup();
    for table in tables {
        published_table(&mut text, summary, table);
    }
    all_arms(&mut text, summary);
    retentions(&mut text, summary);
    text
}

/// The same arm of the same cell in a design.
fn arm_of<'a>(summary: &'a Summary, cell: &str, arm: &str, design: Design) -> Option<&'a ArmSummary> {
    let is_it = |a: &&ArmSummary| a.place.cell == cell && a.place.arm == arm && a.place.design == design;
    summary.arms.iter().find(is_it)
}

/// Saving with interval, effect size and p-value of an arm.
fn effect_columns(arm: Option<&ArmSummary>) -> String {
    let effect = arm.and_then(|arm| arm.effect.as_ref());
    let saving = format::with_range(effect.map(|e| e.saving), effect.and_then(|e| e.saving_range), 1);
    let delta = format::optional(effect.and_then(|e| e.glass_delta), 2);
    let p = effect.and_then(|e| e.holm_p_value.as_deref().or(e.p_value.as_deref()));
    format!("{saving} | {delta} | {}", format::text(p))
}

fn published_table(text: &mut String, summary: &Summary, table: &str) {
    let rows: Vec<_> = summary.comparisons.iter().filter(|row| row.table == table).collect();
    let Some(first) = rows.first() else { return };
    let _ = write!(
        text,
        "\n### {}: {}\n\n\
         | cell | order | published nodes | saving % | effect | paper design: nodes | saving % | effect | p | agrees \
         | paired: saving % | effect | p | agrees |\n|---|---|--:|--:|--:|--:|--:|--:|--:|---|--:|--:|--:|---|\n",
        names::table(table),
        names::game_and_players(&first.place)
    );
    for row in rows.iter().filter(|row| row.place.design == first.place.design) {
        let (cell, arm) = (&row.place.cell, &row.place.arm);
        let agrees = |design| {
            let same = rows.iter().find(|other| {
                other.place.cell == *cell && other.place.arm == *arm && other.place.design == design
            });
            format::yes_no(same.and_then(|same| same.agrees))
        };
        let paper = arm_of(summary, cell, arm, Design::Paper);
        let paired = arm_of(summary, cell, arm, Design::Paired);
        let _ = writeln!(
            text,
            "| {} | `{arm}` | {} | {} | {} | {} | {} | {} | {} | {} |",
            cell_name(row.place.players, &names::depth_and_start(&row.place)),
            format::count(row.published_nodes),
            format::optional(row.published_saving, 1),
            format::optional(row.published_effect, 2),
            paper.map_or_else(|| format::NONE.to_owned(), |arm| format::count(arm.nodes)),
            effect_columns(paper),
            agrees(Design::Paper),
            effect_columns(paired),
            agrees(Design::Paired)
        );
    }
}

fn cell_name(players: usize, depth_and_start: &str) -> String {
    if players > 2 { format!("{players} players, {depth_and_start}") } else { depth_and_start.to_owned() }
}

/// Every arm in the paired design, the one that conclusions rest on (or in the only one there is).
fn all_arms(text: &mut String, summary: &Summary) {
    let paired = summary.arms.iter().any(|arm| arm.place.design == Design::Paired);
    let design = if paired { Design::Paired } else { Design::Paper };
    let _ = write!(
        text,
        "\n### Every arm, {design} design\n\n\
         | cell | order | trials | nodes | saving % | arm / control | p | first-move cuts % | lists (Max, Min) |\n\
         |---|---|--:|--:|--:|--:|--:|--:|--:|\n"
    );
    let titles = names::CellTitles::new(summary);
    for arm in summary.arms.iter().filter(|arm| arm.place.design == design) {
        let effect = arm.effect.as_ref();
        let lists = match arm.list_lengths {
            [0.0, 0.0] => format::NONE.to_owned(),
            [max, min] => format!("{}, {}", format::count(max.round()), format::count(min.round())),
        };
        let _ = writeln!(
            text,
            "| {} | `{}` | {} | {} | {} | {} | {} | {} | {lists} |",
            titles.of(&arm.place),
            arm.place.arm,
            arm.trials,
            format::count(arm.nodes.round()),
            format::with_range(effect.map(|e| e.saving), effect.and_then(|e| e.saving_range), 1),
            format::with_range(effect.and_then(|e| e.ratio), effect.and_then(|e| e.ratio_range), 3),
            format::text(effect.and_then(|e| e.p_value.as_deref())),
            format::optional(arm.first_move_cuts, 1)
        );
    }
}

/// What shortened and divided lists keep of the full list's saving.
fn retentions(text: &mut String, summary: &Summary) {
    let rows: Vec<_> = summary.retentions.iter().filter(|row| row.place.design == Design::Paired).collect();
    if rows.is_empty() {
        return;
    }
    let titles = names::CellTitles::new(summary);
    let _ = write!(
        text,
        "\n### Retained savings, paired design\n\n\
         The saving against `{CONTROL}` as a part of the full list's, and nodes over the full list's.\n\n\
         | cell | order | full list saves % | this one % | retained % | nodes / full list | p |\n\
         |---|---|--:|--:|--:|--:|--:|\n"
    );
    for row in rows {
        let percent = |range: crate::summary::Range| crate::summary::Range {
            low: 100.0 * range.low,
            high: 100.0 * range.high,
        };
        let _ = writeln!(
            text,
            "| {} | `{}` | {} | {} | {} | {} | {} |",
            titles.of(&row.place),
            row.place.arm,
            format::fixed(row.full_saving, 1),
            format::fixed(row.saving, 1),
            format::with_range(Some(100.0 * row.retained), row.retained_range.map(percent), 0),
            format::with_range(row.ratio, row.ratio_range, 3),
            format::text(row.p_value.as_deref())
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn every_table_row_has_its_columns() {
        for summary in sample::all() {
            let text = to_string(&summary, &sample::context());
            let mut columns = None;
            for line in text.lines() {
                if line.starts_with('|') {
                    let count = line.matches('|').count();
                    assert_eq!(*columns.get_or_insert(count), count, "{line}");
                } else {
                    columns = None;
                }
            }
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
    }
}
