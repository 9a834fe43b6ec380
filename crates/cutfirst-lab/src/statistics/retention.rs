//! How much of a saving is left when something is taken away, such as the length of a list.

use super::{Bootstrap, Interval, Sample, mean, saving_of_means};

/// The saving of a reduced treatment as a fraction of the full treatment's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RetainedSaving {
    /// 1 if nothing is lost, 0 if no saving is left; outside of 0 to 1 if the reduced treatment saves
    /// more than the full one or nothing at all.
    pub fraction: f64,
    /// The confidence interval; `None` if some resample shows no saving of the full treatment, so that
    /// a fraction of it means nothing.
    pub interval: Option<Interval>,
}

/// saving(reduced) ÷ saving(full), with an interval from a bootstrap over the trials that the three
/// samples share. `None` if the full treatment saves nothing, if the samples differ in length, or if they
/// have fewer than two values.
#[must_use]
pub fn retained_saving(
    control: &Sample,
    full: &Sample,
    reduced: &Sample,
    bootstrap: &Bootstrap,
) -> Option<RetainedSaving> {
    if full.len() != control.len() || reduced.len() != control.len() || control.len() < 2 {
        return None;
    }
    let fraction = |[control, full, reduced]: [&[f64]; 3]| {
        let control = mean(control)?;
        let whole = saving_of_means(control, mean(full)?).filter(|&saving| saving > 0.0)?;
        Some(saving_of_means(control, mean(reduced)?)? / whole)
    };
    let interval = bootstrap.paired([control, full, reduced], fraction).map(|estimate| estimate.interval);
    Some(RetainedSaving { fraction: fraction([control, full, reduced].map(|sample| &sample[..]))?, interval })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(values: &[f64]) -> Sample {
        Sample::new(values.to_vec()).unwrap()
    }

    #[test]
    fn a_fixed_share_is_found_exactly() {
        let control = sample(&[100.0, 200.0, 150.0, 300.0]);
        let full = sample(&[50.0, 100.0, 75.0, 150.0]);
        let reduced = sample(&[60.0, 120.0, 90.0, 180.0]); // saves 40 % instead of 50 %
        let retained = retained_saving(&control, &full, &reduced, &Bootstrap::default()).unwrap();
        assert!((retained.fraction - 0.8).abs() < 1e-12);
        let interval = retained.interval.unwrap();
        assert!((interval.low - 0.8).abs() < 1e-9 && (interval.high - 0.8).abs() < 1e-9);
    }

    #[test]
    fn a_noisy_share_has_an_interval_around_it() {
        let control = sample(&[100.0, 210.0, 150.0, 280.0, 190.0, 120.0]);
        let full = sample(&[55.0, 100.0, 75.0, 150.0, 90.0, 62.0]);
        let reduced = sample(&[60.0, 115.0, 95.0, 160.0, 110.0, 70.0]);
        let retained = retained_saving(&control, &full, &reduced, &Bootstrap::default()).unwrap();
        let interval = retained.interval.unwrap();
        assert!(interval.contains(retained.fraction) && interval.low < interval.high, "{retained:?}");
    }

    #[test]
    fn a_share_of_nothing_is_undefined() {
        let control = sample(&[100.0, 200.0]);
        let bootstrap = Bootstrap::default();
        assert_eq!(retained_saving(&control, &control, &control, &bootstrap), None);
        assert_eq!(retained_saving(&control, &sample(&[1.0]), &control, &bootstrap), None);
        assert_eq!(retained_saving(&sample(&[2.0]), &sample(&[1.0]), &sample(&[1.0]), &bootstrap), None);
        // Saves on the whole, but not in every resample: a fraction, without an interval.
        let doubtful = sample(&[110.0, 150.0]);
        let retained = retained_saving(&control, &doubtful, &doubtful, &bootstrap).unwrap();
        assert_eq!((retained.fraction, retained.interval), (1.0, None));
    }
}
