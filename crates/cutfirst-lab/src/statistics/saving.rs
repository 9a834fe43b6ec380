//! The share of the control's nodes that a treatment saves.

use super::{Bootstrap, Design, Estimate, Sample, mean};

/// How much smaller the mean of the treatment is, in percent of the mean of the control; negative if it
/// is larger. `None` if the control's mean is not positive.
#[must_use]
pub fn saving(control: &Sample, treatment: &Sample) -> Option<f64> {
    saving_of_means(control.mean(), treatment.mean())
}

/// [`saving`] from the means alone, as a paper prints them.
///
/// ```
/// use cutfirst_lab::statistics::saving_of_means;
///
/// // "History-ADS", Table 1, Othello, 8 plies, midgame: none and Move-to-Front.
/// assert_eq!(saving_of_means(182_000.0, 95_600.0).unwrap().round(), 47.0);
/// ```
#[must_use]
pub fn saving_of_means(control: f64, treatment: f64) -> Option<f64> {
    (control > 0.0).then(|| 100.0 * (1.0 - treatment / control)).filter(|saving| saving.is_finite())
}

/// [`saving`] with a bootstrap interval, resampled as the `design` says. `None` where the saving or
/// the bootstrap is undefined.
#[must_use]
pub fn saving_with_interval(
    control: &Sample,
    treatment: &Sample,
    design: Design,
    bootstrap: &Bootstrap,
) -> Option<Estimate> {
    let statistic = |control: &[f64], treatment: &[f64]| saving_of_means(mean(control)?, mean(treatment)?);
    match design {
        Design::Independent => bootstrap.two(control, treatment, statistic),
        Design::Paired => {
            bootstrap.paired([control, treatment], |[control, treatment]| statistic(control, treatment))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(values: &[f64]) -> Sample {
        Sample::new(values.to_vec()).unwrap()
    }

    #[test]
    fn savings_have_a_sign_and_need_something_to_save() {
        assert_eq!(saving(&sample(&[8.0, 12.0]), &sample(&[5.0])), Some(50.0));
        assert_eq!(saving(&sample(&[10.0]), &sample(&[15.0])), Some(-50.0));
        assert_eq!(saving(&sample(&[0.0]), &sample(&[1.0])), None);
        assert_eq!(saving_of_means(f64::NAN, 1.0), None);
        assert_eq!(saving_of_means(1.0, f64::NAN), None);
    }

    /// The treatment always takes half of what the control takes: no doubt on pairs, some without.
    #[test]
    fn the_design_decides_the_interval() {
        let control = sample(&[10.0, 20.0, 30.0, 40.0, 50.0]);
        let treatment = sample(&[5.0, 10.0, 15.0, 20.0, 25.0]);
        let bootstrap = Bootstrap::default();
        let paired = saving_with_interval(&control, &treatment, Design::Paired, &bootstrap).unwrap();
        let loose = saving_with_interval(&control, &treatment, Design::Independent, &bootstrap).unwrap();
        assert_eq!((paired.value, loose.value), (50.0, 50.0));
        assert!((paired.interval.high - paired.interval.low).abs() < 1e-9);
        assert!(loose.interval.low < 20.0 && loose.interval.high > 60.0, "{loose:?}");
        let shorter = sample(&[5.0, 10.0]);
        assert_eq!(saving_with_interval(&control, &shorter, Design::Paired, &bootstrap), None);
    }
}
