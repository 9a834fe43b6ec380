//! The report as text tables for a terminal.

use std::io::{self, Write};

use super::format::{NONE, count, fixed, optional, range, text, whole, with_range, yes_no};
use super::names::{CellTitles, comparison_sections, distinct, game_and_players, groups, table};
use super::text_table::{TextTable, clip, left, right};
use super::verdict::verdicts;
use crate::summary::{ArmSummary, Comparison, Retention, Summary};

/// The least width that is respected.
const NARROWEST: usize = 40;

/// Writes the published tables beside the measured figures, or every cell if nothing published was
/// measured; then what shortened lists retain, and the verdict. Lines are no longer than `width`
/// (at least 40); where there is less room than figures, the less important columns are left out.
///
/// # Errors
/// If `out` cannot be written to.
pub fn write(out: &mut impl Write, summary: &Summary, width: usize) -> io::Result<()> {
    let width = width.max(NARROWEST);
    let plan = format!("{}: seed {}, {} trials per arm", summary.plan, summary.seed, summary.trials);
    writeln!(out, "{}", clip(&plan, width))?;
    if summary.arms.is_empty() {
        return writeln!(out, "\nNothing has been measured yet.");
    }
    if summary.comparisons.is_empty() {
        write_cells(out, summary, width)?;
    } else {
        write_comparisons(out, summary, width)?;
    }
    write_retentions(out, summary, width)?;
    write_verdicts(out, summary, width)
}

fn heading(out: &mut impl Write, text: &str, width: usize) -> io::Result<()> {
    let text = clip(text, width);
    writeln!(out, "\n{text}\n{}", "═".repeat(text.chars().count()))
}

/// Texts one after another, broken between words.
fn paragraph(out: &mut impl Write, text: &str, width: usize, indent: &str) -> io::Result<()> {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            writeln!(out, "{line}")?;
            line = indent.to_owned();
        }
        if !line.trim().is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    writeln!(out, "{line}")
}

fn write_comparisons(out: &mut impl Write, summary: &Summary, width: usize) -> io::Result<()> {
    for name in distinct(summary.comparisons.iter().map(|row| row.table.as_str())) {
        let rows: Vec<&Comparison> = summary.comparisons.iter().filter(|row| row.table == name).collect();
        let games = distinct(rows.iter().map(|row| game_and_players(&row.place)));
        let plies = distinct(rows.iter().map(|row| format!("{}-ply", row.place.ply)));
        let title = format!("{}: {}; {}", table(name), games.join("; "), plies.join(", "));
        heading(out, &title, width)?;
        let mut shown = TextTable::new(&[
            left("arm"),
            right("published\nnodes", 2),
            right("measured\nnodes", 0),
            right("published\nsaving %", 0),
            right("measured\nsaving % [95 %]", 0),
            right("predicted\nsaving %", 6),
            right("published\neffect", 4),
            right("measured\neffect", 3),
            right("p", 1),
            right("makes", 5),
            right("evaluations", 5),
            right("agrees", 0),
        ]);
        for (title, rows) in comparison_sections(&rows) {
            shown.section(title);
            for row in rows {
                shown.row(comparison(row, summary));
            }
        }
        shown.write(out, width)?;
    }
    Ok(())
}

fn comparison(row: &Comparison, summary: &Summary) -> Vec<String> {
    let arm = summary.arms.iter().find(|arm| arm.place == row.place);
    let saving_range = arm.and_then(|arm| arm.effect.as_ref()).and_then(|effect| effect.saving_range);
    vec![
        format!("  {}", row.place.arm),
        count(row.published_nodes),
        count(row.nodes),
        optional(row.published_saving, 1),
        with_range(row.saving, saving_range, 1),
        range(row.prediction, 1),
        optional(row.published_effect, 2),
        optional(row.effect, 2),
        text(row.p_value.as_deref()),
        count(row.makes),
        count(row.evaluations),
        yes_no(row.agrees).to_owned(),
    ]
}

fn write_cells(out: &mut impl Write, summary: &Summary, width: usize) -> io::Result<()> {
    let titles = CellTitles::new(summary);
    for group in groups(summary) {
        let title = format!("{}, {} design", titles.of(group.place), group.place.design);
        heading(out, &title, width)?;
        let mut shown = TextTable::new(&[
            left("arm"),
            right("trials", 5),
            right("nodes", 0),
            right("± sd", 4),
            right("saving %\n[95 %]", 0),
            right("node ratio\n[95 %]", 2),
            right("Glass's\ndelta", 3),
            right("Cliff's\ndelta", 6),
            right("p", 1),
            right("first-move\ncuts %", 4),
            right("list length\nMax/Min", 5),
        ]);
        for arm in &group.arms {
            shown.row(measured(arm));
        }
        shown.write(out, width)?;
    }
    Ok(())
}

fn measured(arm: &ArmSummary) -> Vec<String> {
    let effect = arm.effect.as_ref();
    vec![
        arm.place.arm.clone(),
        whole(arm.trials),
        count(arm.nodes),
        arm.deviation.map_or_else(|| NONE.to_owned(), |deviation| format!("± {}", count(deviation))),
        with_range(effect.map(|effect| effect.saving), effect.and_then(|effect| effect.saving_range), 1),
        with_range(effect.and_then(|effect| effect.ratio), effect.and_then(|effect| effect.ratio_range), 3),
        optional(effect.and_then(|effect| effect.glass_delta), 2),
        optional(effect.map(|effect| effect.cliffs_delta), 2),
        text(effect.and_then(|effect| effect.p_value.as_deref())),
        optional(arm.first_move_cuts, 1),
        lists(arm),
    ]
}

/// The lengths of the Max and Min lists, for arms that have some.
fn lists(arm: &ArmSummary) -> String {
    if arm.list_lengths == [0.0; 2] {
        return NONE.to_owned();
    }
    format!("{}/{}", fixed(arm.list_lengths[0], 1), fixed(arm.list_lengths[1], 1))
}

fn write_retentions(out: &mut impl Write, summary: &Summary, width: usize) -> io::Result<()> {
    if summary.retentions.is_empty() {
        return Ok(());
    }
    heading(out, "What shortened and divided lists retain of the full list's saving", width)?;
    let titles = CellTitles::new(summary);
    let mut shown = TextTable::new(&[
        left("arm"),
        right("full list's\nsaving %", 3),
        right("its own\nsaving %", 2),
        right("retained %\n[95 %]", 0),
        right("nodes/full\n[95 %]", 1),
        right("p", 1),
    ]);
    let place = |row: &Retention| format!("{}, {} design", titles.of(&row.place), row.place.design);
    let mut section = None;
    for row in &summary.retentions {
        if section.as_ref() != Some(&place(row)) {
            shown.section(place(row));
            section = Some(place(row));
        }
        let percent = |range: crate::summary::Range| crate::summary::Range {
            low: 100.0 * range.low,
            high: 100.0 * range.high,
        };
        shown.row(vec![
            format!("  {}", row.place.arm),
            fixed(row.full_saving, 1),
            fixed(row.saving, 1),
            with_range(Some(100.0 * row.retained), row.retained_range.map(percent), 0),
            with_range(row.ratio, row.ratio_range, 3),
            text(row.p_value.as_deref()),
        ]);
    }
    shown.write(out, width)
}

fn write_verdicts(out: &mut impl Write, summary: &Summary, width: usize) -> io::Result<()> {
    let verdicts = verdicts(summary);
    if verdicts.iter().all(|verdict| verdict.sentences().is_empty()) {
        return Ok(());
    }
    heading(out, "Verdict", width)?;
    for verdict in verdicts {
        let sentences = verdict.sentences();
        if !sentences.is_empty() {
            let name = super::names::game(verdict.design.name());
            paragraph(out, &format!("{name} design: {}", sentences.join(" ")), width, "  ")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    fn shown(summary: &Summary, width: usize) -> String {
        let mut out = Vec::new();
        write(&mut out, summary, width).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn lines_fit_the_width() {
        for summary in sample::all() {
            for width in [40, 60, 80, 100, 130, 200] {
                let text = shown(&summary, width);
                for line in text.lines() {
                    assert!(line.chars().count() <= width, "{width}: {line}");
                }
                assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
            }
        }
    }

    #[test]
    fn published_tables_show_every_row_and_column() {
        let summary = sample::summary();
        let text = shown(&summary, 140);
        assert!(text.contains("History-ADS, table 1: Othello, 2 players; 4-ply, 6-ply"), "{text}");
        assert!(text.contains("4-ply, initial, paired design"));
        for heading in ["makes", "evaluations", "agrees", "predicted", "effect"] {
            assert!(text.contains(heading), "{heading}: {text}");
        }
        let rows = text.lines().filter(|line| line.ends_with("yes") || line.ends_with("no")).count();
        assert_eq!(rows, summary.comparisons.iter().filter(|row| row.agrees.is_some()).count());
        assert!(text.contains("Paired design: Move-to-Front saves nodes in 3 of 3 cells."), "{text}");
    }

    #[test]
    fn eighty_columns_keep_what_matters() {
        let text = shown(&sample::summary(), 80);
        assert!(text.contains("agrees") && text.contains("saving") && text.contains("nodes"));
        assert!(!text.contains("evaluations"));
    }

    #[test]
    fn a_plan_of_ones_own_shows_its_cells() {
        let text = shown(&sample::unpublished(), 160);
        assert!(text.contains("Othello, 2 players, 3-ply, midgame, paper design"), "{text}");
        assert!(text.contains("Cliff's") && text.contains("930"), "{text}");
        assert!(shown(&sample::empty(), 80).contains("Nothing has been measured yet."));
    }
}
