//! The tables of the page.

use super::table::{Head, Table, head, heads};
use crate::report::format::{NONE, count, fixed, optional, range, text, whole, with_range, yes_no};
use crate::report::markup::Markup;
use crate::report::names::{
    CellTitles, Group, comparison_sections, distinct, game, game_and_players, groups, table,
};
use crate::report::plots::all_arms;
use crate::summary::{ArmSummary, Comparison, Range, Summary};

/// Every published table with the measured figures beside.
pub(crate) fn comparisons(markup: &mut Markup, summary: &Summary) {
    for name in distinct(summary.comparisons.iter().map(|row| row.table.as_str())) {
        let rows: Vec<&Comparison> = summary.comparisons.iter().filter(|row| row.table == name).collect();
        let games = distinct(rows.iter().map(|row| game_and_players(&row.place)));
        let caption = format!("{}: {}", table(name), games.join("; "));
        let mut shown = Table::open(
            markup,
            &caption,
            &[
                head("arm"),
                heads("nodes", &["published", "measured"]),
                heads("saving, %", &["published", "measured [95 %]", "predicted"]),
                head("agrees"),
                heads("effect size", &["published", "measured"]),
                heads("p", &["published", "measured"]),
                head("makes"),
                head("evaluations"),
            ],
        );
        for (title, rows) in comparison_sections(&rows) {
            shown.section(&title);
            for row in rows {
                shown.row(&comparison(row, summary));
            }
        }
        shown.close();
    }
}

fn comparison(row: &Comparison, summary: &Summary) -> Vec<String> {
    let arm = summary.arms.iter().find(|arm| arm.place == row.place);
    let saving_range = arm.and_then(|arm| arm.effect.as_ref()).and_then(|effect| effect.saving_range);
    vec![
        row.place.arm.clone(),
        count(row.published_nodes),
        count(row.nodes),
        optional(row.published_saving, 1),
        with_range(row.saving, saving_range, 1),
        range(row.prediction, 1),
        yes_no(row.agrees).to_owned(),
        optional(row.published_effect, 2),
        optional(row.effect, 2),
        text(row.published_p_value.as_deref()),
        text(row.p_value.as_deref()),
        count(row.makes),
        count(row.evaluations),
    ]
}

/// All figures of all arms, a section per cell and design.
pub(crate) fn arms(markup: &mut Markup, summary: &Summary) {
    let titles = CellTitles::new(summary);
    let mut shown = Table::open(
        markup,
        "All arms measured",
        &[
            head("arm"),
            head("trials"),
            heads("nodes", &["mean", "sd"]),
            heads("saving, %", &["all nodes [95 %]", "interior"]),
            head("node ratio [95 %]"),
            heads("effect size", &["Glass", "Cliff"]),
            heads("p", &["alone", "Holm"]),
            head("first-move cuts, %"),
            head("makes"),
            head("evaluations"),
        ],
    );
    for group in groups(summary) {
        shown.section(&title(&titles, &group));
        for arm in group.arms {
            shown.row(&measured(arm));
        }
    }
    shown.close();
}

fn title(titles: &CellTitles, group: &Group<'_>) -> String {
    format!("{}, {} design", titles.of(group.place), group.place.design)
}

fn measured(arm: &ArmSummary) -> Vec<String> {
    let effect = arm.effect.as_ref();
    vec![
        arm.place.arm.clone(),
        whole(arm.trials),
        count(arm.nodes),
        arm.deviation.map_or_else(|| NONE.to_owned(), count),
        with_range(effect.map(|effect| effect.saving), effect.and_then(|effect| effect.saving_range), 1),
        optional(effect.and_then(|effect| effect.interior_saving), 1),
        with_range(effect.and_then(|effect| effect.ratio), effect.and_then(|effect| effect.ratio_range), 3),
        optional(effect.and_then(|effect| effect.glass_delta), 2),
        optional(effect.map(|effect| effect.cliffs_delta), 2),
        text(effect.and_then(|effect| effect.p_value.as_deref())),
        text(effect.and_then(|effect| effect.holm_p_value.as_deref())),
        optional(arm.first_move_cuts, 1),
        count(arm.makes),
        count(arm.evaluations),
    ]
}

/// One figure of every arm: cells down, arms across.
pub(crate) fn matrix(
    markup: &mut Markup,
    summary: &Summary,
    caption: &str,
    figure: impl Fn(&ArmSummary) -> Option<String>,
) {
    let titles = CellTitles::new(summary);
    let arms: Vec<&str> = all_arms(summary)
        .into_iter()
        .filter(|name| summary.arms.iter().any(|arm| arm.place.arm == *name && figure(arm).is_some()))
        .collect();
    let columns: Vec<Head> = std::iter::once(head("cell")).chain(arms.iter().map(|arm| head(arm))).collect();
    let mut shown = Table::open(markup, caption, &columns);
    let mut design = None;
    for group in groups(summary) {
        if design != Some(group.place.design) {
            shown.section(&format!("{} design", game(group.place.design.name())));
            design = Some(group.place.design);
        }
        let of = |name: &&str| {
            let arm = group.arms.iter().find(|arm| arm.place.arm == **name);
            arm.and_then(|arm| figure(arm)).unwrap_or_else(|| NONE.to_owned())
        };
        let row: Vec<String> =
            std::iter::once(titles.of(group.place).to_owned()).chain(arms.iter().map(of)).collect();
        shown.row(&row);
    }
    shown.close();
}

/// List lengths, and the moves before the cut on every level.
pub(crate) fn levels(markup: &mut Markup, summary: &Summary) {
    let titles = CellTitles::new(summary);
    let depth = summary.arms.iter().map(|arm| arm.cut_places.len()).max().unwrap_or(0);
    let names: Vec<String> = (0..depth).map(|level| level.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut columns = vec![head("arm"), heads("list length", &["Max", "Min"])];
    if depth > 0 {
        columns.push(heads("moves before the cut on level", &names));
        columns.push(heads("length of the level's own lists (Max/Min)", &names));
    }
    let mut shown = Table::open(markup, "Lists and levels", &columns);
    for group in groups(summary) {
        shown.section(&title(&titles, &group));
        for arm in group.arms {
            let has_lists = arm.list_lengths != [0.0; 2];
            let mut row = vec![arm.place.arm.clone()];
            row.extend(arm.list_lengths.map(|length| optional(has_lists.then_some(length), 1)));
            row.extend((0..depth).map(|level| optional(arm.cut_places.get(level).copied().flatten(), 2)));
            row.extend((0..depth).map(|level| match arm.level_lists.get(level) {
                Some([max, min]) => format!("{}/{}", fixed(*max, 1), fixed(*min, 1)),
                None => text(None),
            }));
            shown.row(&row);
        }
    }
    shown.close();
}

/// What shortened and divided lists retain.
pub(crate) fn retentions(markup: &mut Markup, summary: &Summary) {
    let titles = CellTitles::new(summary);
    let mut shown = Table::open(
        markup,
        "Retained savings",
        &[
            head("arm"),
            heads("saving, %", &["full list", "this list"]),
            head("retained, % [95 %]"),
            head("nodes / full list's [95 %]"),
            head("p"),
        ],
    );
    let mut section = None;
    for row in &summary.retentions {
        let title = format!("{}, {} design", titles.of(&row.place), row.place.design);
        if section.as_ref() != Some(&title) {
            shown.section(&title);
            section = Some(title);
        }
        let percent =
            row.retained_range.map(|range| Range { low: 100.0 * range.low, high: 100.0 * range.high });
        shown.row(&[
            row.place.arm.clone(),
            fixed(row.full_saving, 1),
            fixed(row.saving, 1),
            with_range(Some(100.0 * row.retained), percent, 0),
            with_range(row.ratio, row.ratio_range, 3),
            text(row.p_value.as_deref()),
        ]);
    }
    shown.close();
}

/// Every cell with all of its parameters.
pub(crate) fn cells(markup: &mut Markup, summary: &Summary) {
    let titles = CellTitles::new(summary);
    let columns = [head("cell"), head("all parameters")];
    let mut shown = Table::open(markup, "Cells and their parameters", &columns);
    let mut known: Vec<&str> = Vec::new();
    for group in groups(summary) {
        if !known.contains(&group.place.cell.as_str()) {
            known.push(&group.place.cell);
            shown.row(&[titles.of(group.place).to_owned(), group.place.cell.clone()]);
        }
    }
    shown.close();
}
