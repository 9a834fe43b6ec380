//! Saving against tree size: a panel per arm, a dot per cell, so that one sees whether an order helps
//! more in larger trees.

use super::{all_arms, arm_index, close_panel, dot, open_panel};
use crate::cell::Design;
use crate::report::answer::control_nodes;
use crate::report::format::{count, fixed, plural};
use crate::report::markup::Markup;
use crate::report::names::{CellTitles, groups};
use crate::report::svg::{self, Extent, Frame, Scale};
use crate::report::table::clip;
use crate::summary::{ArmSummary, Summary};

struct Point<'a> {
    arm: &'a ArmSummary,
    control: f64,
    saving: f64,
}

/// A panel per arm; false if there is no saving.
pub(crate) fn write(markup: &mut Markup, summary: &Summary) -> bool {
    let mut points = Vec::new();
    for group in groups(summary) {
        for arm in &group.arms {
            if let (Some(effect), Some(control)) = (&arm.effect, control_nodes(arm, &group.arms)) {
                points.push(Point { arm, control, saving: effect.saving });
            }
        }
    }
    let (Some(sizes), Some(savings)) =
        (Extent::of(points.iter().map(|p| p.control)), Extent::of(points.iter().map(|p| p.saving)))
    else {
        return false;
    };
    let savings = savings.including(0.0).padded(0.08);
    markup.open("div", &[("class", &"panels")]);
    for arm in all_arms(summary) {
        let shown: Vec<_> = points.iter().filter(|point| point.arm.place.arm == arm).collect();
        if !shown.is_empty() {
            panel(markup, summary, arm, &shown, sizes, savings);
        }
    }
    markup.close();
    true
}

fn panel(
    markup: &mut Markup,
    summary: &Summary,
    arm: &str,
    points: &[&Point<'_>],
    sizes: Extent,
    savings: Extent,
) {
    let titles = CellTitles::new(summary);
    let frame = Frame::new(360.0, 240.0);
    let x = Scale::log(sizes, (frame.left, frame.right), 6);
    let y = Scale::linear(savings, (frame.bottom, frame.top), 5);
    let arm = points.first().map_or_else(|| arm.to_owned(), |point| point.arm.place.label());
    let label = format!("{arm}: saving against tree size in {}.", plural(points.len(), "measurement"));
    open_panel(markup, &frame, &clip(&arm, 60), &label);
    svg::x_axis(markup, &frame, &x, "nodes of the control (log scale)");
    svg::y_axis(markup, &frame, &y, "saving, %");
    svg::rule(markup, (frame.left, y.at(0.0)), (frame.right, y.at(0.0)));
    for point in points {
        let place = &point.arm.place;
        let title = format!(
            "{}, {} design\n{} {} nodes, {arm} saves {} %",
            titles.of(place),
            place.design,
            point.arm.control.as_deref().unwrap_or_default(),
            count(point.control),
            fixed(point.saving, 1)
        );
        let color = arm_index(summary, &place.arm);
        let at = (x.at(point.control), y.at(point.saving));
        dot(markup, color, at, place.design == Design::Paired, &title);
    }
    close_panel(markup);
}
