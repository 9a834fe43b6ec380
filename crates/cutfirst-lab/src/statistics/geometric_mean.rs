//! The ratio of two arms on the same trials.

use super::student_t::t_quantile;
use super::{Estimate, Interval, Sample, mean, standard_deviation};

/// The geometric mean of treatment\[i\] / control\[i\] with a confidence interval: below 1 the treatment
/// needs fewer nodes. Every trial weighs the same, however large its tree.
///
/// The interval is Student's t on the logarithms of the ratios: node counts vary by factors, so their
/// logarithms are nearly normal, and t holds for few pairs, where a bootstrap is too narrow.
///
/// `None` if the samples differ in length, have fewer than two pairs or a value that is not positive, or
/// if `confidence` is not between 0 and 1.
#[must_use]
pub fn geometric_mean_ratio(control: &Sample, treatment: &Sample, confidence: f64) -> Option<Estimate> {
    let positive = |sample: &Sample| sample.iter().all(|&value| value > 0.0);
    if control.len() != treatment.len() || !positive(control) || !positive(treatment) {
        return None;
    }
    let logs: Vec<f64> = control.iter().zip(&treatment[..]).map(|(c, t)| t.ln() - c.ln()).collect();
    let n = logs.len() as f64;
    let mean = mean(&logs)?;
    let reach = t_quantile(confidence, n - 1.0)? * standard_deviation(&logs)? / n.sqrt();
    let interval = Interval { low: (mean - reach).exp(), high: (mean + reach).exp() };
    Some(Estimate { value: mean.exp(), interval })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sample(values: &[f64]) -> Sample {
        Sample::new(values.to_vec()).unwrap()
    }

    #[test]
    fn agrees_with_scipy() {
        // d = np.log(y / x); np.exp(scipy.stats.t.interval(0.95, 7, d.mean(), scipy.stats.sem(d)))
        // x = [12,15,9,20,17,11,14,18], y = [8,10,7,13,9,16,6,12]
        let x = sample(&[12.0, 15.0, 9.0, 20.0, 17.0, 11.0, 14.0, 18.0]);
        let y = sample(&[8.0, 10.0, 7.0, 13.0, 9.0, 16.0, 6.0, 12.0]);
        let Estimate { value, interval } = geometric_mean_ratio(&x, &y, 0.95).unwrap();
        for (own, expected) in [value, interval.low, interval.high].into_iter().zip([
            0.6866807950275452,
            0.5110111544902797,
            0.9227401596154999,
        ]) {
            assert!((own - expected).abs() < 1e-8, "{own} {expected}");
        }
    }

    #[test]
    fn undefined_without_pairs_of_positive_values() {
        let two = sample(&[1.0, 2.0]);
        assert_eq!(geometric_mean_ratio(&two, &sample(&[1.0]), 0.95), None);
        assert_eq!(geometric_mean_ratio(&sample(&[1.0]), &sample(&[1.0]), 0.95), None);
        assert_eq!(geometric_mean_ratio(&two, &sample(&[0.0, 1.0]), 0.95), None);
        assert_eq!(geometric_mean_ratio(&two, &two, f64::NAN), None);
        let same = geometric_mean_ratio(&two, &two, 0.95).unwrap();
        assert_eq!((same.value, same.interval), (1.0, Interval { low: 1.0, high: 1.0 }));
    }

    proptest! {
        /// Swapping the arms inverts the ratio, and the unit does not matter.
        #[test]
        fn inverts_and_scales(pairs in prop::collection::vec((1u16..9999, 1u16..9999), 2..30)) {
            let of = |pick: fn(&(u16, u16)) -> u16, unit: f64| {
                sample(&pairs.iter().map(|pair| f64::from(pick(pair)) * unit).collect::<Vec<_>>())
            };
            let (x, y) = (of(|p| p.0, 1.0), of(|p| p.1, 1.0));
            let there = geometric_mean_ratio(&x, &y, 0.9).unwrap();
            let back = geometric_mean_ratio(&y, &x, 0.9).unwrap();
            let scaled = geometric_mean_ratio(&of(|p| p.0, 7.0), &of(|p| p.1, 7.0), 0.9).unwrap();
            let same = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs();
            prop_assert!(same(there.value, 1.0 / back.value));
            prop_assert!(same(there.interval.low, 1.0 / back.interval.high));
            prop_assert!(same(there.value, scaled.value) && same(there.interval.high, scaled.interval.high));
        }
    }
}
