//! Figures as text: the same in the terminal and on the page.

use crate::summary::Range;

/// What stands for a figure that does not exist.
pub(crate) const NONE: &str = "-";

/// A mean count with its thousands grouped; one decimal below 100.
pub(crate) fn count(value: f64) -> String {
    if !value.is_finite() {
        return NONE.to_owned();
    }
    let decimals = usize::from(value.abs() < 100.0 && value.fract() != 0.0);
    let text = format!("{value:.decimals$}");
    let (whole, rest) = text.split_once('.').map_or((text.as_str(), ""), |(whole, rest)| (whole, rest));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    let mut grouped = String::from(sign);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if !rest.is_empty() {
        grouped.push('.');
        grouped.push_str(rest);
    }
    grouped
}

/// A whole number with its thousands grouped.
pub(crate) fn whole(value: usize) -> String {
    count(value as f64)
}

/// A figure with so many decimals, never "-0.0".
pub(crate) fn fixed(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return NONE.to_owned();
    }
    let text = format!("{value:.decimals$}");
    let is_zero = text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.');
    if is_zero { text.trim_start_matches('-').to_owned() } else { text }
}

/// A figure that may not exist.
pub(crate) fn optional(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| NONE.to_owned(), |value| fixed(value, decimals))
}

/// An interval: `12.3..45.6`.
pub(crate) fn range(range: Option<Range>, decimals: usize) -> String {
    range.map_or_else(
        || NONE.to_owned(),
        |range| format!("{}..{}", fixed(range.low, decimals), fixed(range.high, decimals)),
    )
}

/// A figure and its interval: `23.4 [12.3..45.6]`.
pub(crate) fn with_range(value: Option<f64>, interval: Option<Range>, decimals: usize) -> String {
    match (value, interval) {
        (Some(_), Some(_)) => format!("{} [{}]", optional(value, decimals), range(interval, decimals)),
        _ => optional(value, decimals),
    }
}

/// An interval in a sentence: `12.3 to 45.6`.
pub(crate) fn from_to(range: Range, decimals: usize) -> String {
    format!("{} to {}", fixed(range.low, decimals), fixed(range.high, decimals))
}

/// A share and its interval in a sentence, in percent: `23.4 % [12.3 to 45.6]`.
pub(crate) fn percent(share: f64, interval: Option<Range>) -> String {
    let interval = interval.map(|Range { low, high }| Range { low: 100.0 * low, high: 100.0 * high });
    let interval = interval.map_or_else(String::new, |range| format!(" [{}]", from_to(range, 1)));
    format!("{} %{interval}", fixed(100.0 * share, 1))
}

/// Yes, no or neither.
pub(crate) fn yes_no(value: Option<bool>) -> &'static str {
    value.map_or(NONE, |value| if value { "yes" } else { "no" })
}

/// Several items of one thing: `1 cell`, `2 cells`.
pub(crate) fn plural(number: usize, one: &str) -> String {
    format!("{} {one}{}", whole(number), if number == 1 { "" } else { "s" })
}

/// Short for axes: `500`, `2k`, `30M`.
pub(crate) fn short(value: f64) -> String {
    let (scaled, unit) = match value.abs() {
        size if size >= 1e9 => (value / 1e9, "G"),
        size if size >= 1e6 => (value / 1e6, "M"),
        size if size >= 1e3 => (value / 1e3, "k"),
        _ => (value, ""),
    };
    let text = format!("{scaled:.2}");
    format!("{}{unit}", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped() {
        let cases = [
            (0.0, "0"),
            (7.0, "7"),
            (12.34, "12.3"),
            (99.96, "100.0"),
            (999.6, "1,000"),
            (1_234_567.4, "1,234,567"),
            (-54_321.0, "-54,321"),
            (f64::NAN, "-"),
        ];
        for (value, expected) in cases {
            assert_eq!(count(value), expected);
        }
        assert_eq!(plural(1, "cell"), "1 cell");
        assert_eq!(plural(1200, "cell"), "1,200 cells");
    }

    #[test]
    fn zero_has_no_sign_and_nothing_is_infinite() {
        assert_eq!(fixed(-0.04, 1), "0.0");
        assert_eq!(fixed(-0.06, 1), "-0.1");
        assert_eq!(fixed(f64::INFINITY, 1), NONE);
        assert_eq!(with_range(Some(2.0), Some(Range { low: -1.0, high: 3.25 }), 1), "2.0 [-1.0..3.2]");
        assert_eq!(with_range(None, None, 1), NONE);
    }

    #[test]
    fn axes_use_short_figures() {
        let texts = [0.5, 20.0, 1500.0, 1e6, 2.5e9].map(short);
        assert_eq!(texts, ["0.5", "20", "1.5k", "1M", "2.5G"]);
    }
}
