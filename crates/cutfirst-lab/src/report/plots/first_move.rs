//! How often the first move already cuts: a row per arm, a dot per cell. An order that knows the best
//! move reaches 100 %.

use super::{all_arms, arm_index, close_panel, dot, open_panel};
use crate::cell::Design;
use crate::report::format::{fixed, plural};
use crate::report::markup::Markup;
use crate::report::names::{CellTitles, designs, game};
use crate::report::svg::{self, Extent, Frame, Scale, px};
use crate::report::table::clip;
use crate::summary::{ArmSummary, Summary};

/// Height of an arm's row with its name above.
const ROW: f64 = 38.0;

/// A panel per design; false if nothing was cut.
pub(crate) fn write(markup: &mut Markup, summary: &Summary) -> bool {
    if summary.arms.iter().all(|arm| arm.first_move_cuts.is_none()) {
        return false;
    }
    markup.open("div", &[("class", &"panels wide")]);
    for design in designs(summary) {
        panel(markup, summary, design);
    }
    markup.close();
    true
}

fn panel(markup: &mut Markup, summary: &Summary, design: Design) {
    let measured: Vec<(&ArmSummary, f64)> = summary
        .arms
        .iter()
        .filter(|arm| arm.place.design == design)
        .filter_map(|arm| Some((arm, arm.first_move_cuts?)))
        .collect();
    let arms: Vec<_> = all_arms(summary)
        .into_iter()
        .filter(|name| measured.iter().any(|(arm, _)| arm.place.arm == *name))
        .collect();
    let Some(extent) = Extent::of(measured.iter().map(|(_, cuts)| *cuts)) else { return };
    let titles = CellTitles::new(summary);
    let frame = Frame { left: 14.0, right: 406.0, ..Frame::new(420.0, 50.0 + ROW * arms.len() as f64) };
    let x = Scale::linear(Extent { high: 100.0, ..extent.padded(0.05) }, (frame.left, frame.right), 6);
    let title = format!("{} design", game(design.name()));
    let label = format!("{title}: share of cut-offs by the first move for {}.", plural(arms.len(), "arm"));
    open_panel(markup, &frame, &title, &label);
    svg::x_axis(markup, &frame, &x, "cut-offs by the first move, %");
    for (index, name) in arms.iter().enumerate() {
        let top = frame.top + ROW * index as f64;
        let label = measured.iter().find(|(arm, _)| arm.place.arm == *name).map(|(arm, _)| arm.place.label());
        svg::text(markup, 14.0, top + 10.0, "start", &clip(&label.unwrap_or_default(), 60));
        let y = top + 20.0;
        let line = format!("M{} {}H{}", px(frame.left), px(y), px(frame.right));
        markup.empty("path", &[("class", &"grid"), ("d", &line)]);
        for (arm, cuts) in measured.iter().filter(|(arm, _)| arm.place.arm == *name) {
            let color = arm_index(summary, name);
            let title = format!("{}\n{name}: {} %", titles.of(&arm.place), fixed(*cuts, 1));
            dot(markup, color, (x.at(*cuts), y), true, &title);
        }
    }
    close_panel(markup);
}
