//! Bootstrap confidence intervals for any statistic.

use std::array;

use cutfirst::random::Random;
use statrs::distribution::{ContinuousCDF, Normal};

use super::{Estimate, Interval, Sample};

/// How to draw a bootstrap interval: bias-corrected and accelerated (BCa; Efron 1987), which allows for
/// skewed statistics such as ratios. Where its corrections are undefined (all resamples on one side of the
/// estimate), the plain percentiles are taken. The same settings give the same interval on every machine.
///
/// A statistic is a function from resampled values to a number, `None` where it is undefined. If it is
/// undefined or not finite for the sample itself, for any resample or with any one value left out, or a
/// sample has fewer than two values, there is no interval: the sample is too small, or too near a pole of
/// the statistic.
///
/// ```
/// use cutfirst_lab::statistics::{Bootstrap, Sample, mean};
///
/// let sample = Sample::from_counts(&[12, 15, 9, 20, 17, 11, 14, 18]).unwrap();
/// let estimate = Bootstrap::default().one(&sample, mean).unwrap();
/// assert_eq!(estimate.value, 14.5);
/// assert!(estimate.interval.contains(13.0) && !estimate.interval.contains(10.0));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bootstrap {
    /// How many resamples to draw.
    pub resamples: usize,
    /// The probability with which the interval covers the true value, between 0 and 1.
    pub confidence: f64,
    /// What the resamples are drawn with.
    pub seed: u64,
}

impl Default for Bootstrap {
    /// 10,000 resamples, 95 %.
    fn default() -> Self {
        Self { resamples: 10_000, confidence: 0.95, seed: 0 }
    }
}

impl Bootstrap {
    /// A statistic of one sample.
    #[must_use]
    pub fn one(&self, sample: &Sample, statistic: impl Fn(&[f64]) -> Option<f64>) -> Option<Estimate> {
        self.estimate([sample], [0], |[values]| statistic(values))
    }

    /// A statistic of two independent samples.
    #[must_use]
    pub fn two(
        &self,
        first: &Sample,
        second: &Sample,
        statistic: impl Fn(&[f64], &[f64]) -> Option<f64>,
    ) -> Option<Estimate> {
        self.estimate([first, second], [0, 1], |[first, second]| statistic(first, second))
    }

    /// A statistic of samples that were measured on the same trials: whole trials are drawn. `None`
    /// also if the samples differ in length.
    #[must_use]
    pub fn paired<const N: usize>(
        &self,
        samples: [&Sample; N],
        statistic: impl Fn([&[f64]; N]) -> Option<f64>,
    ) -> Option<Estimate> {
        if samples.iter().any(|sample| sample.len() != samples[0].len()) {
            return None;
        }
        self.estimate(samples, [0; N], statistic)
    }

    /// `groups` says which samples are drawn together: those with equal numbers, which count up from 0.
    fn estimate<const N: usize>(
        &self,
        samples: [&Sample; N],
        groups: [usize; N],
        statistic: impl Fn([&[f64]; N]) -> Option<f64>,
    ) -> Option<Estimate> {
        let confident = self.confidence > 0.0 && self.confidence < 1.0;
        if !confident || self.resamples == 0 || samples.iter().any(|sample| sample.len() < 2) {
            return None;
        }
        let statistic = |values: [&[f64]; N]| statistic(values).filter(|value| value.is_finite());
        let value = statistic(samples.map(|sample| &sample[..]))?;

        let mut random = Random::new(self.seed);
        let mut drawn: [Vec<f64>; N] = array::from_fn(|i| samples[i].to_vec());
        let mut chosen: Vec<usize> = Vec::new();
        let mut replicates = Vec::with_capacity(self.resamples);
        for _ in 0..self.resamples {
            let mut group = None;
            for i in 0..N {
                let n = samples[i].len();
                if group != Some(groups[i]) {
                    group = Some(groups[i]);
                    chosen.clear();
                    chosen.extend((0..n).map(|_| random.below(n)));
                }
                for (value, &index) in drawn[i].iter_mut().zip(&chosen) {
                    *value = samples[i][index];
                }
            }
            replicates.push(statistic(array::from_fn(|i| &drawn[i][..]))?);
        }
        replicates.sort_by(f64::total_cmp);

        let tail = (1.0 - self.confidence) / 2.0;
        let (low, high) = match bias(&replicates, value) {
            Some(bias) => {
                let acceleration = acceleration(samples, groups, statistic)?;
                (adjusted(tail, bias, acceleration), adjusted(1.0 - tail, bias, acceleration))
            }
            None => (tail, 1.0 - tail),
        };
        let interval = Interval { low: quantile(&replicates, low), high: quantile(&replicates, high) };
        Some(Estimate { value, interval })
    }
}

/// By how many standard deviations the replicates' median misses the estimate; ties count half.
fn bias(replicates: &[f64], value: f64) -> Option<f64> {
    let below = replicates.partition_point(|&replicate| replicate < value);
    let up_to = replicates.partition_point(|&replicate| replicate <= value);
    let share = (below + up_to) as f64 / (2 * replicates.len()) as f64;
    (share > 0.0 && share < 1.0).then(|| Normal::standard().inverse_cdf(share))
}

/// How fast the statistic's spread changes with its value: the skewness of the jackknife's influence
/// values, for several samples as in SciPy's `bootstrap`.
fn acceleration<const N: usize>(
    samples: [&Sample; N],
    groups: [usize; N],
    statistic: impl Fn([&[f64]; N]) -> Option<f64>,
) -> Option<f64> {
    let (mut cubes, mut squares) = (0.0, 0.0);
    for group in 0..=groups.into_iter().max()? {
        let n = samples[groups.into_iter().position(|own| own == group)?].len();
        let without = |left_out: usize| {
            let values: [Vec<f64>; N] = array::from_fn(|i| {
                let mut values = samples[i].to_vec();
                if groups[i] == group {
                    values.remove(left_out);
                }
                values
            });
            statistic(array::from_fn(|i| &values[i][..]))
        };
        let jackknife: Vec<f64> = (0..n).map(without).collect::<Option<_>>()?;
        let n = n as f64;
        let mean = super::mean(&jackknife)?;
        for value in jackknife {
            let influence = (n - 1.0) * (mean - value) / n;
            cubes += influence.powi(3);
            squares += influence.powi(2);
        }
    }
    let acceleration = cubes / (6.0 * squares.powf(1.5));
    // Without any influence, as for equal values, there is nothing to correct.
    Some(if acceleration.is_finite() { acceleration } else { 0.0 })
}

/// Where BCa reads off the percentile `tail`.
fn adjusted(tail: f64, bias: f64, acceleration: f64) -> f64 {
    let normal = Normal::standard();
    let z = bias + normal.inverse_cdf(tail);
    // Beyond the pole the formula turns round; the percentile is then at the very end.
    if acceleration * z >= 1.0 {
        return if z > 0.0 { 1.0 } else { 0.0 };
    }
    normal.cdf(bias + z / (1.0 - acceleration * z))
}

/// The value below which a share of the sorted values lies, interpolated between neighbours.
pub(crate) fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let below = sorted[place.floor() as usize];
    let above = sorted[place.ceil() as usize];
    below + (above - below) * place.fract()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::statistics::{mean, standard_deviation};

    fn sample(values: &[f64]) -> Sample {
        Sample::new(values.to_vec()).unwrap()
    }

    fn skewed() -> Sample {
        sample(&[1.0, 2.0, 2.0, 3.0, 4.0, 5.0, 7.0, 9.0, 14.0, 30.0])
    }

    fn other() -> Sample {
        sample(&[2.0, 3.0, 3.0, 5.0, 6.0, 8.0, 11.0, 13.0, 20.0, 33.0])
    }

    fn ratio(a: &[f64], b: &[f64]) -> Option<f64> {
        Some(mean(a)? / mean(b)?)
    }

    /// SciPy draws other resamples, so the ends agree only up to the noise of both.
    fn near(estimate: &Estimate, low: f64, high: f64) {
        let tolerance = 0.03 * (high - low);
        let Interval { low: a, high: b } = estimate.interval;
        assert!(
            (a - low).abs() < tolerance && (b - high).abs() < tolerance,
            "{estimate:?}, not {low} {high}"
        );
    }

    #[test]
    fn agrees_with_scipy() {
        let bootstrap = Bootstrap { resamples: 50_000, ..Bootstrap::default() };
        // scipy.stats.bootstrap((x,), np.mean, method="BCa", n_resamples=500_000)
        near(&bootstrap.one(&skewed(), mean).unwrap(), 4.1, 16.1);
        // bootstrap((x,), lambda x, axis: np.std(x, axis=axis, ddof=1), method="BCa", …)
        near(&bootstrap.one(&skewed(), standard_deviation).unwrap(), 3.6286, 14.3003);
        // bootstrap((x, y), lambda x, y, axis: x.mean(axis) / y.mean(axis), method="BCa", …)
        near(&bootstrap.two(&skewed(), &other(), ratio).unwrap(), 0.30323, 1.80597);
        // the same with paired=True
        let paired = bootstrap.paired([&skewed(), &other()], |[a, b]| ratio(a, b)).unwrap();
        near(&paired, 0.65, 0.8625);
    }

    #[test]
    fn accelerations_and_biases_are_those_of_the_formula() {
        // The means of 0, 0 and 3 without one of them are 1.5, 1.5 and 0: influences -1/3, -1/3 and 2/3.
        let a = acceleration([&sample(&[0.0, 0.0, 3.0])], [0], |[values]| mean(values)).unwrap();
        assert!((a - 6.0 / (6.0 * 6.0_f64.powf(1.5))).abs() < 1e-12, "{a}");
        assert_eq!(bias(&[1.0, 2.0, 2.0, 3.0], 2.0), Some(0.0));
        assert_eq!(bias(&[1.0, 2.0], 3.0), None);
        let sorted = [1.0, 2.0, 4.0, 8.0];
        assert_eq!([0.0, 0.5, 0.75, 1.0].map(|share| quantile(&sorted, share)), [1.0, 3.0, 5.0, 8.0]);
        assert_eq!(quantile(&[7.0], 0.25), 7.0);
    }

    #[test]
    fn undefined_is_none_and_constant_is_a_point() {
        let bootstrap = Bootstrap::default();
        let constant = bootstrap.one(&sample(&[3.0; 5]), mean).unwrap();
        assert_eq!(constant.interval, Interval { low: 3.0, high: 3.0 });
        assert_eq!(bootstrap.one(&sample(&[3.0]), mean), None);
        assert_eq!(bootstrap.one(&skewed(), |_| None), None);
        assert_eq!(bootstrap.one(&skewed(), |_| Some(f64::NAN)), None);
        // Defined for the sample, not for resamples that consist of zeros.
        let mostly_zero = sample(&[0.0, 0.0, 0.0, 1.0]);
        assert_eq!(bootstrap.one(&mostly_zero, |values| ratio(&[1.0], values)), None);
        assert_eq!(bootstrap.paired([&skewed(), &mostly_zero], |[a, _]| mean(a)), None);
        for confidence in [0.0, 1.0, -1.0, f64::NAN] {
            assert_eq!(Bootstrap { confidence, ..bootstrap }.one(&skewed(), mean), None);
        }
        assert_eq!(Bootstrap { resamples: 0, ..bootstrap }.one(&skewed(), mean), None);
    }

    #[test]
    fn the_seed_decides() {
        let with = |seed| Bootstrap { seed, ..Bootstrap::default() }.one(&skewed(), mean);
        assert_eq!(with(1), with(1));
        assert_ne!(with(1), with(2));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// The ends are in order and move with the sample; nothing panics.
        #[test]
        fn intervals_follow_the_sample(
            values in prop::collection::vec(0u16..1000, 2..30),
            confidence in 0.01..0.999_f64,
            resamples in 1usize..300,
        ) {
            let bootstrap = Bootstrap { resamples, confidence, seed: 4 };
            let of = |map: fn(f64) -> f64| {
                bootstrap.one(&sample(&values.iter().map(|&v| map(f64::from(v))).collect::<Vec<_>>()), mean).unwrap()
            };
            let (plain, shifted) = (of(|v| v), of(|v| 2.0 * v + 512.0));
            prop_assert!(plain.interval.low <= plain.interval.high);
            prop_assert!((shifted.interval.low - (2.0 * plain.interval.low + 512.0)).abs() < 1e-6);
            prop_assert!((shifted.interval.high - (2.0 * plain.interval.high + 512.0)).abs() < 1e-6);
        }
    }
}
