//! Plots by hand: scales with round ticks, axes, markers and legends. Colours and fonts come from the page's
//! style sheet, so that plots follow its light and dark themes; every marker has a shape as well as a colour.

use super::format::short;
use super::markup::Markup;

/// How many colours there are.
pub(crate) const COLORS: usize = 8;

/// A stretch of values, never empty and never infinite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Extent {
    /// The least value.
    pub(crate) low: f64,
    /// The greatest value.
    pub(crate) high: f64,
}

impl Extent {
    /// The extent of the finite values among these; `None` if there are none.
    pub(crate) fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let finite = values.into_iter().filter(|value| value.is_finite());
        finite.fold(None, |extent: Option<Self>, value| {
            let extent = extent.unwrap_or(Self { low: value, high: value });
            Some(Self { low: extent.low.min(value), high: extent.high.max(value) })
        })
    }

    /// A little more on both sides.
    pub(crate) fn padded(self, share: f64) -> Self {
        let pad = (self.high - self.low) * share;
        Self { low: self.low - pad, high: self.high + pad }
    }

    /// One that has `value` in it.
    pub(crate) fn including(self, value: f64) -> Self {
        Self { low: self.low.min(value), high: self.high.max(value) }
    }
}

/// Values to pixels along one axis.
pub(crate) struct Scale {
    domain: Extent,
    pixels: (f64, f64),
    log: bool,
    /// Values with a tick.
    pub(crate) ticks: Vec<f64>,
}

impl Scale {
    /// An even scale over `domain`, to `pixels`.
    pub(crate) fn linear(domain: Extent, pixels: (f64, f64), ticks: usize) -> Self {
        let domain = widen(domain);
        Self { domain, pixels, log: false, ticks: linear_ticks(domain, ticks) }
    }

    /// A logarithmic scale; values are counts, those below 1 are shown as 1.
    pub(crate) fn log(domain: Extent, pixels: (f64, f64), ticks: usize) -> Self {
        // No count is larger than this, and the number of ticks must not run away.
        let clamp = |value: f64| value.clamp(1.0, 1e20);
        let domain = Extent { low: clamp(domain.low), high: clamp(domain.high) };
        // A sample of one value is shown in the middle of a factor of two on either side.
        let factor =
            if domain.high / domain.low < 1.01 { 2.0 } else { (domain.high / domain.low).powf(0.05) };
        let domain = Extent { low: (domain.low / factor).max(0.5), high: domain.high * factor };
        let logs = Extent { low: domain.low.log10(), high: domain.high.log10() };
        Self { domain: logs, pixels, log: true, ticks: log_ticks(domain, ticks) }
    }

    /// Where a value lies; values beyond the scale, and those that are none, lie at its ends.
    pub(crate) fn at(&self, value: f64) -> f64 {
        let value = if self.log { value.max(0.5).log10() } else { value };
        let share = (value - self.domain.low) / (self.domain.high - self.domain.low);
        let share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
        self.pixels.0 + share * (self.pixels.1 - self.pixels.0)
    }

    /// Whether a value lies on the scale.
    pub(crate) fn contains(&self, value: f64) -> bool {
        let value = if self.log { value.max(0.5).log10() } else { value };
        (self.domain.low..=self.domain.high).contains(&value)
    }
}

fn widen(extent: Extent) -> Extent {
    if extent.high - extent.low > f64::EPSILON * extent.high.abs().max(1.0) * 8.0 {
        return extent;
    }
    let pad = extent.high.abs().max(1.0) / 2.0;
    Extent { low: extent.low - pad, high: extent.high + pad }
}

/// About so many round values: 1, 2 or 5 times a power of ten apart.
fn linear_ticks(domain: Extent, number: usize) -> Vec<f64> {
    let rough = (domain.high - domain.low) / number.max(1) as f64;
    let power = 10_f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough * 0.7);
    let step = step.unwrap_or(power * 10.0);
    let first = (domain.low / step - 1e-9).ceil();
    let ticks = (0..=2 * number + 2).map(|index| (first + index as f64) * step);
    ticks.take_while(|tick| *tick <= domain.high + step * 1e-9).collect()
}

/// Powers of ten, as many as there is room for; with round values between them where there are few.
fn log_ticks(domain: Extent, number: usize) -> Vec<f64> {
    let (low, high) = (domain.low.log10().floor() as i32, domain.high.log10().ceil() as i32);
    let with = |factors: &[f64], every: usize| -> Vec<f64> {
        (low..=high)
            .step_by(every)
            .flat_map(|power| factors.iter().map(move |factor| factor * 10_f64.powi(power)))
            .filter(|tick| (domain.low..=domain.high).contains(tick))
            .collect()
    };
    let dense = [with(&[1.0, 1.5, 2.0, 3.0, 5.0, 7.0], 1), with(&[1.0, 2.0, 5.0], 1), with(&[1.0, 3.0], 1)];
    let sparse = (1..).map(|every| with(&[1.0], every));
    let ticks =
        dense.into_iter().chain(sparse).find(|ticks| ticks.len() <= number.max(2)).unwrap_or_default();
    if ticks.len() >= 3 { ticks } else { linear_ticks(domain, 4) }
}

/// The frame of a plot within its picture.
pub(crate) struct Frame {
    /// Width of the picture.
    pub(crate) width: f64,
    /// Height of the picture.
    pub(crate) height: f64,
    /// The plot's left edge.
    pub(crate) left: f64,
    /// Its right edge.
    pub(crate) right: f64,
    /// Its upper edge.
    pub(crate) top: f64,
    /// Its lower edge.
    pub(crate) bottom: f64,
}

impl Frame {
    /// A picture of such a size with room for axes.
    pub(crate) fn new(width: f64, height: f64) -> Self {
        Self { width, height, left: 46.0, right: width - 12.0, top: 10.0, bottom: height - 40.0 }
    }
}

/// A coordinate: short, and always a number.
pub(crate) fn px(value: f64) -> String {
    let value = if value.is_finite() { value } else { 0.0 };
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Opens a picture that names itself to screen readers.
pub(crate) fn open(markup: &mut Markup, frame: &Frame, label: &str) {
    let view = format!("0 0 {} {}", px(frame.width), px(frame.height));
    markup.open("svg", &[("viewBox", &view), ("role", &"img"), ("aria-label", &label)]);
}

/// The x axis: grid lines, ticks and a label below.
pub(crate) fn x_axis(markup: &mut Markup, frame: &Frame, scale: &Scale, label: &str) {
    for &tick in &scale.ticks {
        let x = px(scale.at(tick));
        markup.empty(
            "path",
            &[("class", &"grid"), ("d", &format!("M{x} {}V{}", px(frame.top), px(frame.bottom)))],
        );
        text(markup, scale.at(tick), frame.bottom + 14.0, "middle", &short(tick));
    }
    let middle = (frame.left + frame.right) / 2.0;
    text(markup, middle, frame.bottom + 31.0, "middle", label);
}

/// The y axis: grid lines, ticks and an upright label.
pub(crate) fn y_axis(markup: &mut Markup, frame: &Frame, scale: &Scale, label: &str) {
    for &tick in &scale.ticks {
        let y = px(scale.at(tick));
        markup.empty(
            "path",
            &[("class", &"grid"), ("d", &format!("M{} {y}H{}", px(frame.left), px(frame.right)))],
        );
        text(markup, frame.left - 6.0, scale.at(tick) + 4.0, "end", &short(tick));
    }
    let middle = px((frame.top + frame.bottom) / 2.0);
    let turn = format!("translate(12 {middle}) rotate(-90)");
    markup.leaf("text", &[("transform", &turn), ("text-anchor", &"middle")], label);
}

/// A text at a place.
pub(crate) fn text(markup: &mut Markup, x: f64, y: f64, anchor: &str, content: &str) {
    markup.leaf("text", &[("x", &px(x)), ("y", &px(y)), ("text-anchor", &anchor)], content);
}

/// A line that marks something: the diagonal, zero.
pub(crate) fn rule(markup: &mut Markup, from: (f64, f64), to: (f64, f64)) {
    let d = format!("M{} {}L{} {}", px(from.0), px(from.1), px(to.0), px(to.1));
    markup.empty("path", &[("class", &"rule"), ("d", &d)]);
}

/// How many shapes there are.
const SHAPES: usize = 6;

/// The shape that goes with a colour: each round of colours has them shifted by one, so that no two of the first
/// `COLORS * SHAPES` have both in common.
fn shape(index: usize) -> usize {
    (index % COLORS + index / COLORS) % SHAPES
}

/// The outline of a marker of radius about `size`.
pub(crate) fn marker(index: usize, x: f64, y: f64, size: f64) -> String {
    let shape = shape(index);
    let (x, y) = (if x.is_finite() { x } else { 0.0 }, if y.is_finite() { y } else { 0.0 });
    let polygon = |points: &[(f64, f64)]| {
        let corners: Vec<_> =
            points.iter().map(|(dx, dy)| format!("{} {}", px(x + dx * size), px(y + dy * size))).collect();
        format!("M{}Z", corners.join("L"))
    };
    match shape {
        0 => {
            let (r, d) = (px(size), px(2.0 * size));
            format!("M{} {}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0Z", px(x - size), px(y))
        }
        1 => polygon(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
        2 => polygon(&[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)]),
        3 => polygon(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]),
        4 => polygon(&[(0.0, 1.2), (1.1, -0.8), (-1.1, -0.8)]),
        _ => polygon(&[
            (-0.4, -1.2),
            (0.4, -1.2),
            (0.4, -0.4),
            (1.2, -0.4),
            (1.2, 0.4),
            (0.4, 0.4),
            (0.4, 1.2),
            (-0.4, 1.2),
            (-0.4, 0.4),
            (-1.2, 0.4),
            (-1.2, -0.4),
            (-0.4, -0.4),
        ]),
    }
}

/// The style class of a colour.
pub(crate) fn color(index: usize) -> String {
    format!("c{}", index % COLORS)
}

/// A list of what the markers mean, above a group of plots.
pub(crate) fn legend(markup: &mut Markup, names: impl IntoIterator<Item = (usize, String)>) {
    markup.open("ul", &[("class", &"legend")]);
    for (index, name) in names {
        markup.open("li", &[]);
        markup.open("svg", &[("viewBox", &"0 0 14 14"), ("aria-hidden", &"true")]);
        let class = format!("dot {}", color(index));
        markup.empty("path", &[("class", &class), ("d", &marker(index, 7.0, 7.0, 4.5))]);
        markup.close();
        markup.text(&name);
        markup.close();
    }
    markup.close();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within() {
        let ticks = |low, high| linear_ticks(Extent { low, high }, 5);
        assert_eq!(ticks(0.0, 100.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(-7.0, 8.0), [-5.0, 0.0, 5.0]);
        assert_eq!(log_ticks(Extent { low: 90.0, high: 2e6 }, 6), [100.0, 1e3, 1e4, 1e5, 1e6]);
        assert_eq!(log_ticks(Extent { low: 90.0, high: 600.0 }, 6), [100.0, 150.0, 200.0, 300.0, 500.0]);
        assert_eq!(log_ticks(Extent { low: 610.0, high: 680.0 }, 6), [620.0, 640.0, 660.0, 680.0]);
    }

    #[test]
    fn no_two_marks_are_the_same() {
        let marks: std::collections::HashSet<_> =
            (0..COLORS * SHAPES).map(|index| (color(index), marker(index, 0.0, 0.0, 4.0))).collect();
        assert_eq!(marks.len(), COLORS * SHAPES);
    }

    #[test]
    fn degenerate_scales_stay_finite() {
        for (low, high) in [(0.0, 0.0), (5.0, 5.0), (-3.0, -3.0), (1e18, 1e18), (1e-300, 1e300)] {
            for scale in [
                Scale::linear(Extent { low, high }, (0.0, 100.0), 5),
                Scale::log(Extent { low, high }, (0.0, 100.0), 5),
            ] {
                assert!(scale.ticks.len() <= 12);
                for value in [low, high, 0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                    assert!((0.0..=100.0).contains(&scale.at(value)), "{low}..{high}: {value}");
                }
            }
        }
        assert_eq!(Extent::of([f64::NAN, f64::INFINITY]), None);
        assert_eq!(px(f64::NAN), "0");
    }

    #[test]
    fn values_lie_in_proportion() {
        let scale = Scale::linear(Extent { low: 0.0, high: 10.0 }, (100.0, 0.0), 5);
        assert_eq!([scale.at(0.0), scale.at(2.5), scale.at(10.0), scale.at(99.0)], [100.0, 75.0, 0.0, 0.0]);
        assert!(scale.contains(10.0) && !scale.contains(10.1));
    }
}
