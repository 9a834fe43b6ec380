//! The ratio of two arms over several games, each with trials of its own.

use super::student_t::t_quantile;
use super::{Estimate, Interval, Sample, mean, standard_deviation};

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
pub fn stratified_ratio(groups: &[(Sample, Sample)], confidence: f64) -> Option<Estimate> {
    let mut means = Vec::new();
    let (mut variance, mut freedom) = (0.0, 0.0);
    for (control, treatment) in groups {
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
    use super::*;
    use crate::statistics::geometric_mean_ratio;

    fn sample(values: &[f64]) -> Sample {
        Sample::new(values.to_vec()).unwrap()
    }

    fn near(own: &Estimate, expected: [f64; 3]) {
        for (own, expected) in [own.value, own.interval.low, own.interval.high].into_iter().zip(expected) {
            assert!((own - expected).abs() < 1e-8, "{own} {expected}");
        }
    }

    #[test]
    fn one_group_is_the_plain_ratio() {
        let (x, y) = (sample(&[12.0, 15.0, 9.0, 20.0]), sample(&[8.0, 10.0, 7.0, 13.0]));
        let plain = geometric_mean_ratio(&x, &y, 0.95).unwrap();
        let own = stratified_ratio(&[(x, y)], 0.95).unwrap();
        near(&own, [plain.value, plain.interval.low, plain.interval.high]);
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
        assert_eq!(stratified_ratio(&[], 0.95), None);
        assert_eq!(stratified_ratio(&[(two.clone(), sample(&[1.0]))], 0.95), None);
        assert_eq!(stratified_ratio(&[(sample(&[1.0]), sample(&[1.0]))], 0.95), None);
        assert_eq!(stratified_ratio(&[(two.clone(), sample(&[0.0, 1.0]))], 0.95), None);
        assert_eq!(stratified_ratio(&[(two.clone(), two.clone())], f64::NAN), None);
        let same = stratified_ratio(&[(two.clone(), two)], 0.95).unwrap();
        assert_eq!((same.value, same.interval), (1.0, Interval { low: 1.0, high: 1.0 }));
    }
}
