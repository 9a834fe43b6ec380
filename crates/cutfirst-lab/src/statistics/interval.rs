//! Intervals, and estimates that have one.

/// From `low` to `high`, both included.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end, not below the lower one.
    pub high: f64,
}

impl Interval {
    /// Whether `value` lies in the interval.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// A figure and how far off it may be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The figure for the sample as it is.
    pub value: f64,
    /// The confidence interval.
    pub interval: Interval,
}
