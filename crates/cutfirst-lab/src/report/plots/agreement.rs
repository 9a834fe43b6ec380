//! Published against measured savings: a dot per published row, the diagonal where both are equal, and
//! upright whiskers that cross it where the published saving lies in the prediction interval.

use super::{arm_index, close_panel, dot, legend_of_arms, open_panel, whisker};
use crate::cell::Design;
use crate::report::format::{optional, plural, range, yes_no};
use crate::report::markup::Markup;
use crate::report::names::{depth_and_start, game, game_and_players, table};
use crate::report::svg::{self, Extent, Frame, Scale};
use crate::summary::{Comparison, Summary};

/// Savings below this, in percent, lie at the edge of the frame.
const LOWEST: f64 = -50.0;

/// A panel per design; false if no published saving was measured.
pub(crate) fn write(markup: &mut Markup, summary: &Summary, designs: &[Design]) -> bool {
    let rows: Vec<(&Comparison, f64, f64)> = summary
        .comparisons
        .iter()
        .filter_map(|row| Some((row, row.published_saving?, row.saving?)))
        .collect();
    let Some(extent) = Extent::of(rows.iter().flat_map(|(_, published, measured)| [*published, *measured]))
    else {
        return false;
    };
    // A few rows that cost several times the nodes would press all others into a corner.
    let extent = Extent { low: extent.low.max(LOWEST), ..extent }.including(0.0).padded(0.06);
    legend_of_arms(markup, summary, |arm| rows.iter().any(|(row, ..)| row.place.arm == arm));
    markup.open("div", &[("class", &"panels wide")]);
    for &design in designs {
        let shown: Vec<_> = rows.iter().filter(|(row, ..)| row.place.design == design).collect();
        if !shown.is_empty() {
            panel(markup, summary, design, &shown, extent);
        }
    }
    markup.close();
    true
}

fn panel(
    markup: &mut Markup,
    summary: &Summary,
    design: Design,
    rows: &[&(&Comparison, f64, f64)],
    extent: Extent,
) {
    let frame = Frame::new(420.0, 400.0);
    let x = Scale::linear(extent, (frame.left, frame.right), 6);
    let y = Scale::linear(extent, (frame.bottom, frame.top), 6);
    let inside = rows.iter().filter(|(row, ..)| row.agrees == Some(true)).count();
    let title = format!("{} design", game(design.name()));
    let label = format!(
        "{title}: measured against published saving of {}; {inside} lie in the prediction interval.",
        plural(rows.len(), "published row")
    );
    open_panel(markup, &frame, &title, &label);
    svg::x_axis(markup, &frame, &x, "published saving, %");
    svg::y_axis(markup, &frame, &y, "measured saving, %");
    let ends = [extent.low, extent.high];
    svg::rule(markup, (x.at(ends[0]), y.at(ends[0])), (x.at(ends[1]), y.at(ends[1])));
    let color = |row: &Comparison| arm_index(summary, &row.place.arm);
    for (row, published, _) in rows {
        if let Some(prediction) = row.prediction {
            whisker(markup, color(row), x.at(*published), &y, prediction.low, prediction.high);
        }
    }
    for (row, published, measured) in rows {
        let title = format!(
            "{}: {}, {}, {}\npublished {} %, measured {} %, predicted {} %, agrees: {}",
            table(&row.table),
            game_and_players(&row.place),
            depth_and_start(&row.place),
            row.place.label(),
            optional(row.published_saving, 1),
            optional(row.saving, 1),
            range(row.prediction, 1),
            yes_no(row.agrees)
        );
        let at = (x.at(*published), y.at(*measured));
        dot(markup, color(row), at, row.agrees == Some(true), &title);
    }
    close_panel(markup);
}
