//! The plots of the page, one kind a file. Each writes panels that stand beside or below each other as
//! the page has room, and says nothing where there is nothing to show.

pub(crate) mod agreement;
pub(crate) mod depth;
pub(crate) mod distribution;
pub(crate) mod first_move;
pub(crate) mod levels;
pub(crate) mod ratios;
pub(crate) mod tree_size;

use super::markup::Markup;
use super::names::distinct;
use super::svg::{self, px};
use crate::summary::Summary;

/// All arms in order of appearance: an arm has the same colour in every plot whose colours are arms.
pub(crate) fn all_arms(summary: &Summary) -> Vec<&str> {
    distinct(summary.arms.iter().map(|arm| arm.place.arm.as_str()))
}

/// The number of an arm, which decides its colour and mark in every plot.
pub(crate) fn arm_index(summary: &Summary, arm: &str) -> usize {
    all_arms(summary).iter().position(|name| *name == arm).unwrap_or(0)
}

/// What the colours of some arms mean.
pub(crate) fn legend_of_arms(markup: &mut Markup, summary: &Summary, is_shown: impl Fn(&str) -> bool) {
    let label = |name: &str| {
        let arm = summary.arms.iter().find(|arm| arm.place.arm == name);
        arm.map_or_else(String::new, |arm| arm.place.label())
    };
    let arms = all_arms(summary).into_iter().enumerate().filter(|(_, name)| is_shown(name));
    svg::legend(markup, arms.map(|(index, name)| (index, label(name))));
}

/// Opens a panel: a picture with a title above it, and a link to save it.
pub(crate) fn open_panel(markup: &mut Markup, frame: &svg::Frame, title: &str, label: &str) {
    markup.open("div", &[("class", &"panel")]);
    markup.open("p", &[("class", &"panel-title")]);
    markup.text(title);
    if let Some(file) = markup.next_picture() {
        markup.leaf("a", &[("class", &"save"), ("href", &file), ("download", &"")], "SVG");
    }
    markup.close();
    svg::open(markup, frame, label);
}

/// Closes what [`open_panel`] opened.
pub(crate) fn close_panel(markup: &mut Markup) {
    markup.close();
    markup.close();
}

/// A marker that tells its figures when pointed at.
pub(crate) fn dot(markup: &mut Markup, index: usize, at: (f64, f64), filled: bool, title: &str) {
    let class = format!("{} {}", if filled { "dot" } else { "ring" }, svg::color(index));
    markup.open("path", &[("class", &class), ("d", &svg::marker(index, at.0, at.1, 4.0))]);
    markup.leaf("title", &[], title);
    markup.close();
}

/// A line through places, with a gap where one is missing.
pub(crate) fn line(markup: &mut Markup, index: usize, places: &[Option<(f64, f64)>]) {
    let mut path = String::new();
    let mut pen_is_down = false;
    for place in places {
        if let Some((x, y)) = place {
            path.push(if pen_is_down { 'L' } else { 'M' });
            path.push_str(&format!("{} {}", px(*x), px(*y)));
        }
        pen_is_down = place.is_some();
    }
    if !path.is_empty() {
        // Beyond the first round of colours lines are dashed.
        let dashed = if index >= svg::COLORS { " dashed" } else { "" };
        let class = format!("line {}{dashed}", svg::color(index));
        markup.empty("path", &[("class", &class), ("d", &path)]);
    }
}

/// A whisker from one value to another, with feet where it ends within the plot.
pub(crate) fn whisker(markup: &mut Markup, index: usize, x: f64, scale: &svg::Scale, low: f64, high: f64) {
    let foot = |value: f64| {
        let shown = if scale.contains(value) { 2.5 } else { 0.0 };
        format!("M{} {}h{}", px(x - shown), px(scale.at(value)), px(2.0 * shown))
    };
    let stem = format!("M{} {}V{}", px(x), px(scale.at(low)), px(scale.at(high)));
    let class = format!("whisker {}", svg::color(index));
    markup.empty("path", &[("class", &class), ("d", &format!("{stem}{}{}", foot(low), foot(high)))]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::markup::check_balanced;
    use crate::report::sample;

    #[test]
    fn no_plot_of_any_data_has_a_coordinate_that_is_none() {
        for summary in sample::all() {
            let mut markup = Markup::new();
            agreement::write(&mut markup, &summary, crate::cell::Design::ALL);
            depth::write(&mut markup, &summary);
            distribution::write(&mut markup, &summary, crate::cell::Design::Paired);
            first_move::write(&mut markup, &summary);
            levels::write(&mut markup, &summary);
            tree_size::write(&mut markup, &summary);
            let text = markup.finish();
            check_balanced(&text);
            for attribute in text.split("d=\"").skip(1).chain(text.split("x=\"").skip(1)) {
                let value = attribute.split('"').next().unwrap();
                assert!(!value.contains("NaN") && !value.contains("inf"), "{value}");
            }
        }
    }

    #[test]
    fn lines_have_gaps_and_whiskers_are_clipped() {
        let mut markup = Markup::new();
        line(&mut markup, 9, &[Some((1.0, 2.0)), None, Some((3.0, 4.0)), Some((5.5, 6.0))]);
        let scale = svg::Scale::linear(svg::Extent { low: 0.0, high: 10.0 }, (100.0, 0.0), 5);
        whisker(&mut markup, 0, 7.0, &scale, -50.0, 5.0);
        let text = markup.finish();
        assert!(text.contains("line c1 dashed") && text.contains("M1 2M3 4L5.5 6"), "{text}");
        assert!(text.contains("M7 100V50M7 100h0M4.5 50h5"), "{text}");
    }
}
