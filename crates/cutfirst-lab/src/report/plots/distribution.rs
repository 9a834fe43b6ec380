//! Node counts of all trials: a panel per cell, a strip per arm with box, median, mean and every trial.

use std::fmt::Write as _;

use super::{arm_index, close_panel, open_panel};
use crate::cell::Design;
use crate::report::format::{count, plural};
use crate::report::markup::Markup;
use crate::report::names::{CellTitles, Group, groups};
use crate::report::svg::{self, Extent, Frame, Scale, px};
use crate::report::table::clip;
use crate::statistics::quantile;
use crate::summary::{ArmSummary, Summary};

/// Height of an arm's strip with its name above.
const STRIP: f64 = 38.0;

/// How far trials are spread across the strip, so that they do not hide each other.
const SPREAD: [f64; 5] = [0.0, 3.0, -3.0, 1.5, -1.5];

/// A panel per cell of a design; false if there is none.
pub(crate) fn write(markup: &mut Markup, summary: &Summary, design: Design) -> bool {
    let titles = CellTitles::new(summary);
    let groups: Vec<_> = groups(summary).into_iter().filter(|group| group.place.design == design).collect();
    if groups.is_empty() {
        return false;
    }
    markup.open("div", &[("class", &"panels")]);
    for group in &groups {
        panel(markup, summary, group, titles.of(group.place));
    }
    markup.close();
    true
}

fn panel(markup: &mut Markup, summary: &Summary, group: &Group<'_>, title: &str) {
    let published = |arm: &ArmSummary| {
        summary.comparisons.iter().find(|row| row.place == arm.place).and_then(|row| row.published_nodes)
    };
    let values = group.arms.iter().flat_map(|arm| {
        arm.samples.iter().map(|&nodes| nodes as f64).chain(published(arm)).collect::<Vec<_>>()
    });
    let Some(extent) = Extent::of(values) else { return };
    let height = 10.0 + STRIP * group.arms.len() as f64 + 40.0;
    let frame = Frame { left: 14.0, right: 346.0, ..Frame::new(360.0, height) };
    let x = Scale::log(extent, (frame.left, frame.right), 6);
    let label = format!(
        "{title}, {} design: nodes per trial of {}.",
        group.place.design,
        plural(group.arms.len(), "arm")
    );
    open_panel(markup, &frame, title, &label);
    svg::x_axis(markup, &frame, &x, "nodes per trial (log scale)");
    for (index, arm) in group.arms.iter().enumerate() {
        let top = frame.top + STRIP * index as f64;
        strip(markup, arm, &x, top, published(arm), arm_index(summary, &arm.place.arm));
    }
    close_panel(markup);
}

fn strip(markup: &mut Markup, arm: &ArmSummary, x: &Scale, top: f64, published: Option<f64>, color: usize) {
    let mut samples: Vec<f64> = arm.samples.iter().map(|&nodes| nodes as f64).collect();
    if samples.is_empty() {
        return;
    }
    svg::text(markup, 14.0, top + 10.0, "start", &clip(&arm.place.label(), 52));
    let middle = top + 20.0;
    // All trials in one path: dots are strokes of no length with round ends.
    let mut dots = String::new();
    for (trial, nodes) in samples.iter().enumerate() {
        let _ = write!(dots, "M{} {}h0", px(x.at(*nodes)), px(middle + SPREAD[trial % SPREAD.len()]));
    }
    samples.sort_by(f64::total_cmp);
    let [low, first, median, third, high] =
        [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| quantile(&samples, share));
    markup.open("g", &[]);
    let mut title = format!(
        "{}: {}, mean {}, median {}, quartiles {} and {}, from {} to {}",
        arm.place.arm,
        plural(samples.len(), "trial"),
        count(arm.nodes),
        count(median),
        count(first),
        count(third),
        count(low),
        count(high)
    );
    if let Some(published) = published {
        let _ = write!(title, "; published mean {}", count(published));
    }
    markup.leaf("title", &[], &title);
    let (left, right) = (x.at(first), x.at(third));
    let size = [px(left), px(middle - 6.0), px((right - left).max(0.5)), "12".to_owned()];
    markup.empty(
        "rect",
        &[("class", &"box"), ("x", &size[0]), ("y", &size[1]), ("width", &size[2]), ("height", &size[3])],
    );
    markup.empty("path", &[("class", &format!("trials {}", svg::color(color))), ("d", &dots)]);
    let line = format!("M{} {}v12", px(x.at(median)), px(middle - 6.0));
    markup.empty("path", &[("class", &"median"), ("d", &line)]);
    if let Some(published) = published {
        let mark = svg::marker(3, x.at(published), middle, 4.0);
        markup.empty("path", &[("class", &"published"), ("d", &mark)]);
    }
    markup.close();
}
