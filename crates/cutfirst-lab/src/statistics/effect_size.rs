//! How large an effect is, whatever the number of trials.

use super::{Sample, mann_whitney};

/// Glass's delta, the effect size of the History-ADS papers: by how many standard deviations of the
/// control the treatment's mean lies below the control's. `None` if the control has no spread.
#[must_use]
pub fn glass_delta(control: &Sample, treatment: &Sample) -> Option<f64> {
    glass_delta_of(control.mean(), control.standard_deviation()?, treatment.mean())
}

/// [`glass_delta`] from what a paper prints.
///
/// ```
/// use cutfirst_lab::statistics::glass_delta_of;
///
/// // "History-ADS", Table 1, Othello, 4 plies, initial: the table says 0.71.
/// assert!((glass_delta_of(669.0, 205.0, 523.0).unwrap() - 0.71).abs() < 0.005);
/// ```
#[must_use]
pub fn glass_delta_of(control_mean: f64, control_deviation: f64, treatment_mean: f64) -> Option<f64> {
    (control_deviation > 0.0)
        .then(|| (control_mean - treatment_mean) / control_deviation)
        .filter(|delta| delta.is_finite())
}

/// Cliff's delta: the chance that a value of the control is larger than one of the treatment, minus the
/// chance that it is smaller. 1 if every value of the control is larger, 0 if the samples overlap evenly;
/// no assumption about their distribution.
#[must_use]
pub fn cliffs_delta(control: &Sample, treatment: &Sample) -> f64 {
    2.0 * mann_whitney(control, treatment).u / (control.len() * treatment.len()) as f64 - 1.0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sample(values: &[f64]) -> Sample {
        Sample::new(values.to_vec()).unwrap()
    }

    #[test]
    fn glass_is_measured_in_deviations_of_the_control() {
        let control = sample(&[8.0, 10.0, 12.0]); // mean 10, deviation 2
        assert_eq!(glass_delta(&control, &sample(&[7.0])), Some(1.5));
        assert_eq!(glass_delta(&control, &sample(&[11.0, 11.0])), Some(-0.5));
        assert_eq!(glass_delta(&sample(&[5.0, 5.0]), &control), None);
        assert_eq!(glass_delta(&sample(&[5.0]), &control), None);
    }

    #[test]
    fn published_rows_are_met() {
        // Control mean, control deviation, treatment mean, printed effect: "History-ADS", Tables 2 and 3.
        for (mean, deviation, treatment, effect) in [
            (5930.0, 864.0, 4712.0, 1.41),
            (910_000.0, 172_000.0, 362_000.0, 3.18),
            (5_250_000.0, 381_000.0, 1_290_000.0, 10.39),
        ] {
            let delta = glass_delta_of(mean, deviation, treatment).unwrap();
            assert!((delta - effect).abs() < 0.01, "{delta} {effect}");
        }
    }

    #[test]
    fn cliff_counts_pairs() {
        let control = sample(&[3.0, 5.0]);
        assert_eq!(cliffs_delta(&control, &sample(&[1.0, 2.0])), 1.0);
        assert_eq!(cliffs_delta(&control, &sample(&[4.0])), 0.0);
        assert_eq!(cliffs_delta(&control, &sample(&[5.0])), -0.5); // one smaller, one equal
    }

    proptest! {
        #[test]
        fn cliff_is_the_balance_of_all_pairs(
            x in prop::collection::vec(0u8..20, 1..25),
            y in prop::collection::vec(0u8..20, 1..25),
        ) {
            let of = |values: &[u8]| sample(&values.iter().map(|&value| f64::from(value)).collect::<Vec<_>>());
            let balance: i32 = x.iter().flat_map(|a| y.iter().map(move |b| a.cmp(b) as i32)).sum();
            let delta = cliffs_delta(&of(&x), &of(&y));
            prop_assert!((delta - f64::from(balance) / (x.len() * y.len()) as f64).abs() < 1e-12);
            prop_assert!((delta + cliffs_delta(&of(&y), &of(&x))).abs() < 1e-12);
        }
    }
}
