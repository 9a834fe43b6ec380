//! The ratio of two arms on the same trials, of one game or of several.

use std::borrow::Borrow;

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
    stratified_ratio(&[(control, treatment)], confidence)
}

/// The geometric mean over groups of each group's geometric mean of treatment\[i\] / control\[i\], with a
/// confidence interval. Every group weighs the same, however many trials it has.
///
/// The interval speaks of these very groups: it allows for other trials in them, not for other groups. It is
/// Student's t on logarithms, with the degrees of freedom of Welch and Satterthwaite, since groups vary
/// differently.
///
/// `None` if there is no group, a group's samples differ in length, have fewer than two pairs or a value that
/// is not positive, or if `confidence` is not between 0 and 1.
#[must_use]
pub fn stratified_ratio<S: Borrow<Sample>>(groups: &[(S, S)], confidence: f64) -> Option<Estimate> {
    let mut means = Vec::new();
    let (mut variance, mut freedom) = (0.0, 0.0);
    for (control, treatment) in groups {
        let (control, treatment) = (control.borrow(), treatment.borrow());
        let positive = |sample: &Sample| sample.iter().all(|&value| value > 0.0);
        if control.len() != treatment.len() || !positive(control) || !positive(treatment) {
            return None;
        }
        let logs: Vec<f64> = control.iter().zip(&treatment[..]).map(|(c, t)| t.ln() - c.ln()).collect();
        let n = logs.len() as f64;
        // The variance of the group's mean.
        let of_mean = standard_deviation(&logs)?.powi(2) / n;
        means.push(mean(&logs)?);
        variance += of_mean;
        freedom += of_mean * of_mean / (n - 1.0);
    }
    let mean = mean(&means)?;
    // Without any spread every number of degrees of freedom gives the same interval.
    let freedom = if variance > 0.0 { variance * variance / freedom } else { 1.0 };
    let reach = t_quantile(confidence, freedom)? * variance.sqrt() / means.len() as f64;
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

    fn near(own: &Estimate, expected: [f64; 3]) {
        for (own, expected) in [own.value, own.interval.low, own.interval.high].into_iter().zip(expected) {
            assert!((own - expected).abs() < 1e-8, "{own} {expected}");
        }
    }

    #[test]
    fn agrees_with_a_calculation_by_hand() {
        // In 30 digits with mpmath: the quantile of t from the incomplete beta function, 2.41… degrees of freedom.
        let groups = [
            (sample(&[12.0, 15.0, 9.0, 20.0]), sample(&[8.0, 10.0, 7.0, 13.0])),
            (sample(&[100.0, 120.0, 90.0]), sample(&[130.0, 100.0, 95.0])),
        ];
        near(
            &stratified_ratio(&groups, 0.95).unwrap(),
            [0.8485071308732735, 0.6625635292362602, 1.08663444239483],
        );
    }

    #[test]
    fn undefined_without_groups_of_positive_pairs() {
        let two = sample(&[1.0, 2.0]);
        assert_eq!(stratified_ratio::<Sample>(&[], 0.95), None);
        assert_eq!(stratified_ratio(&[(two.clone(), sample(&[1.0]))], 0.95), None);
        assert_eq!(stratified_ratio(&[(sample(&[1.0]), sample(&[1.0]))], 0.95), None);
        assert_eq!(stratified_ratio(&[(two.clone(), sample(&[0.0, 1.0]))], 0.95), None);
        assert_eq!(stratified_ratio(&[(two.clone(), two.clone())], f64::NAN), None);
        let same = stratified_ratio(&[(two.clone(), two)], 0.95).unwrap();
        assert_eq!((same.value, same.interval), (1.0, Interval { low: 1.0, high: 1.0 }));
    }
}
