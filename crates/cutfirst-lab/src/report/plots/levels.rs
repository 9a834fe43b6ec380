//! Where cuts come from: on every level of the tree, how many moves are searched in vain before the one that
//! cuts. A panel per cell, a line per arm.

use super::{all_arms, close_panel, dot, legend_of_arms, line, open_panel};
use crate::report::answer::main_design;
use crate::report::format::{fixed, plural};
use crate::report::markup::Markup;
use crate::report::names::{CellTitles, Group, groups};
use crate::report::svg::{self, Extent, Frame, Scale};
use crate::summary::Summary;

/// A panel per cell with cuts on at least two levels; false if there is none.
pub(crate) fn write(markup: &mut Markup, summary: &Summary) -> bool {
    // One level makes no line; its figure is in the table.
    let levels = |group: &Group<'_>| {
        let cut =
            |level: usize| group.arms.iter().any(|arm| matches!(arm.cut_places.get(level), Some(Some(_))));
        let depth = group.arms.iter().map(|arm| arm.cut_places.len()).max().unwrap_or(0);
        (0..depth).filter(|&level| cut(level)).count()
    };
    let groups: Vec<_> = groups(summary)
        .into_iter()
        .filter(|group| Some(group.place.design) == main_design(summary) && levels(group) > 1)
        .collect();
    if groups.is_empty() {
        return false;
    }
    let (titles, arms) = (CellTitles::new(summary), all_arms(summary));
    legend_of_arms(markup, summary, |name| {
        groups.iter().any(|group| group.arms.iter().any(|arm| arm.place.arm == name))
    });
    markup.open("div", &[("class", &"panels")]);
    for group in &groups {
        panel(markup, group, titles.of(group.place), &arms);
    }
    markup.close();
    true
}

fn panel(markup: &mut Markup, group: &Group<'_>, title: &str, arms: &[&str]) {
    let places = group.arms.iter().flat_map(|arm| arm.cut_places.iter().copied().flatten());
    let Some(extent) = Extent::of(places) else { return };
    let cut_levels = group.arms.iter().flat_map(|arm| {
        arm.cut_places.iter().enumerate().filter(|(_, place)| place.is_some()).map(|(level, _)| level as f64)
    });
    let Some(levels) = Extent::of(cut_levels) else { return };
    let frame = Frame::new(360.0, 220.0);
    let mut x = Scale::linear(levels, (frame.left + 15.0, frame.right - 15.0), 6);
    // Levels are whole numbers.
    x.ticks.retain(|tick| tick.fract() == 0.0);
    let y = Scale::linear(extent.including(0.0).padded(0.05), (frame.bottom, frame.top), 4);
    let label = format!(
        "{title}: moves searched before the cutting one on each level, for {}.",
        plural(group.arms.len(), "arm")
    );
    open_panel(markup, &frame, title, &label);
    svg::x_axis(markup, &frame, &x, "level, plies from the root");
    svg::y_axis(markup, &frame, &y, "moves before the cut");
    for arm in &group.arms {
        let index = arms.iter().position(|name| *name == arm.place.arm).unwrap_or(0);
        let at = |(level, place): (usize, &Option<f64>)| place.map(|place| (x.at(level as f64), y.at(place)));
        let places: Vec<_> = arm.cut_places.iter().enumerate().map(at).collect();
        line(markup, index, &places);
        for (level, place) in places.iter().enumerate() {
            if let (Some(at), Some(value)) = (place, arm.cut_places[level]) {
                let title = format!("{}, level {level}: {}", arm.place.arm, fixed(value, 2));
                dot(markup, index, *at, true, &title);
            }
        }
    }
    close_panel(markup);
}
