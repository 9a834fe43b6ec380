//! Ratios with their intervals, one below the other: which of many is smaller than another one, and how surely.

use super::{close_panel, dot, open_panel};
use crate::report::format::{fixed, short};
use crate::report::markup::Markup;
use crate::report::svg::{self, Extent, Frame, Scale, px};
use crate::report::table::clip;

/// One line of the plot.
pub(crate) struct Row {
    /// What the ratio belongs to.
    pub(crate) name: String,
    /// The number of its colour and mark.
    pub(crate) color: usize,
    /// The ratio.
    pub(crate) value: f64,
    /// Its interval.
    pub(crate) interval: Option<(f64, f64)>,
}

/// Height of a line.
const LINE: f64 = 19.0;

/// Values that may have a tick, the nearest to 1 first.
const TICKS: [f64; 19] =
    [1.0, 2.0, 0.5, 1.5, 0.7, 3.0, 0.3, 5.0, 0.2, 10.0, 0.1, 0.8, 1.2, 0.9, 1.1, 20.0, 0.05, 50.0, 100.0];

/// The least space between two ticks.
const SPACE: f64 = 26.0;

/// A panel of ratios on a logarithmic scale, with a line at 1.
pub(crate) fn panel(markup: &mut Markup, title: &str, label: &str, rows: &[Row]) {
    let mut frame = Frame::new(440.0, LINE * rows.len() as f64 + 56.0);
    frame.left = 176.0;
    let ends = rows.iter().flat_map(|row| {
        let (low, high) = row.interval.unwrap_or((row.value, row.value));
        [row.value, low, high]
    });
    // What is no positive number has no place on a logarithmic scale.
    let logs = ends.filter(|value| *value > 0.0).map(f64::ln);
    let extent = Extent::of(logs).unwrap_or(Extent { low: 0.0, high: 0.0 }).including(0.0).padded(0.05);
    let scale = Scale::linear(extent, (frame.left, frame.right), 5);
    let at = |value: f64| scale.at(value.max(f64::MIN_POSITIVE).ln());
    open_panel(markup, &frame, title, &format!("{title}: {label} of {} rows.", rows.len()));
    axis(markup, &frame, &scale, label);
    svg::rule(markup, (at(1.0), frame.top), (at(1.0), frame.bottom));
    for (index, row) in rows.iter().enumerate() {
        let y = frame.top + LINE * (index as f64 + 0.5);
        svg::text(markup, frame.left - 8.0, y + 4.0, "end", &clip(&row.name, 28));
        let (low, high) = row.interval.unwrap_or((row.value, row.value));
        let (from, to) = (px(at(low)), px(at(high)));
        let feet = [&from, &to].map(|x| format!("M{x} {}v5", px(y - 2.5))).concat();
        let d = format!("M{from} {}H{to}{feet}", px(y));
        let class = format!("whisker {}", svg::color(row.color));
        markup.empty("path", &[("class", &class), ("d", &d)]);
        let shown = match row.interval {
            Some((low, high)) => format!(" [{}..{}]", fixed(low, 3), fixed(high, 3)),
            None => String::new(),
        };
        let title = format!("{}: {}{shown}", row.name, fixed(row.value, 3));
        // Filled where the interval leaves no doubt on which side of 1 it is.
        let is_clear = row.interval.is_some_and(|(low, high)| high < 1.0 || low > 1.0);
        dot(markup, row.color, (at(row.value), y), is_clear, &title);
    }
    close_panel(markup);
}

/// Grid lines and round ratios below, as many as there is room for.
fn axis(markup: &mut Markup, frame: &Frame, scale: &Scale, label: &str) {
    let mut shown: Vec<f64> = Vec::new();
    for tick in TICKS {
        let x = scale.at(tick.ln());
        if scale.contains(tick.ln()) && shown.iter().all(|other| (other - x).abs() >= SPACE) {
            shown.push(x);
            let d = format!("M{} {}V{}", px(x), px(frame.top), px(frame.bottom));
            markup.empty("path", &[("class", &"grid"), ("d", &d)]);
            svg::text(markup, x, frame.bottom + 14.0, "middle", &short(tick));
        }
    }
    svg::text(markup, (frame.left + frame.right) / 2.0, frame.bottom + 31.0, "middle", label);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::markup::check_balanced;

    fn drawn(rows: &[Row]) -> String {
        let mut markup = Markup::new();
        panel(&mut markup, "<Othello>", "nodes", rows);
        markup.finish()
    }

    #[test]
    fn a_ratio_that_is_clear_is_filled() {
        let text = drawn(&[
            Row { name: "gravity".to_owned(), color: 0, value: 0.7, interval: Some((0.6, 0.8)) },
            Row { name: "ads:mtf".to_owned(), color: 0, value: 1.0, interval: None },
            Row { name: "killer:2".to_owned(), color: 0, value: 1.1, interval: Some((0.9, 1.4)) },
        ]);
        check_balanced(&text);
        assert_eq!(text.matches("class=\"dot c0\"").count(), 1);
        assert_eq!(text.matches("class=\"ring c0\"").count(), 2);
        assert!(text.contains("gravity: 0.700 [0.600..0.800]") && text.contains(">1</text>"), "{text}");
        assert!(text.contains("&lt;Othello&gt;: nodes of 3 rows."));
    }

    #[test]
    fn whatever_comes_is_drawn_within() {
        for values in [vec![], vec![f64::NAN], vec![0.0, f64::INFINITY], vec![1e-300, 1e300], vec![1.0]] {
            let rows: Vec<_> = values
                .iter()
                .map(|&value| Row {
                    name: "x".to_owned(),
                    color: 0,
                    value,
                    interval: Some((value / 2.0, value * 2.0)),
                })
                .collect();
            let text = drawn(&rows);
            check_balanced(&text);
            assert!(!text.contains("NaN") && !text.contains("inf "), "{text}");
        }
    }
}
