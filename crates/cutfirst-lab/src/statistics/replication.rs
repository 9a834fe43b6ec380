//! Does a published saving agree with a measured one?
//!
//! Two significant results need not agree, and an insignificant one need not disagree. The question is
//! whether the published figure lies where another study of its size would find it if both measured the
//! same thing: in the prediction interval of the replication (Patil, Peng & Leek 2016).
//!
//! The saving is 1 − e^θ with θ = ln(mean of treatment / mean of control). By the delta method the
//! variance of θ in one study is, with v = (standard deviation / mean)² / trials,
//!
//! - v(treatment) + v(control) for independent samples;
//! - the variance of t\[i\] / mean(t) − c\[i\] / mean(c) over i, divided by the trials, for pairs.
//!
//! The published study drew its samples independently, and its deviations are used where they are
//! printed; a missing one is taken to be, relative to the mean, as large as ours. The interval is
//! θ ± q·√(variance of ours + variance of theirs), carried over to the saving, where q is the quantile of
//! Student's t with the degrees of freedom of Welch and Satterthwaite over all variances that enter.

use super::student_t::t_quantile;
use super::{Design, Interval, Sample, saving, standard_deviation};

/// What is known of a published comparison beside its saving.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PublishedStudy {
    /// The trials of each arm; 50 in the History-ADS papers.
    pub trials: usize,
    /// Mean and standard deviation of the control, if printed.
    pub control: Option<(f64, f64)>,
    /// Mean and standard deviation of the treatment, if printed.
    pub treatment: Option<(f64, f64)>,
}

/// Where a published saving is expected.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SavingPrediction {
    /// The measured saving, in percent.
    pub saving: f64,
    /// Where the published saving lies with the given probability if both studies measured the same
    /// thing, in percent.
    pub interval: Interval,
    /// The standard error of the difference between the two values of ln(treatment / control).
    pub standard_error: f64,
}

/// The prediction interval described at the top of this file, from samples measured by `design`.
///
/// `None` if a sample has fewer than two values, a mean is not positive, paired samples differ in length,
/// the published study has fewer than two trials or an impossible mean or deviation, or `confidence` is
/// not between 0 and 1. Without any variance the interval is the point that was measured.
#[must_use]
pub fn predict_saving(
    control: &Sample,
    treatment: &Sample,
    design: Design,
    published: &PublishedStudy,
    confidence: f64,
) -> Option<SavingPrediction> {
    if published.trials < 2 || treatment.mean() <= 0.0 {
        return None;
    }
    let saving = saving(control, treatment)?;
    let mut variances = Variances::default();
    if design == Design::Paired {
        if control.len() != treatment.len() {
            return None;
        }
        let (c, t) = (control.mean(), treatment.mean());
        let influences: Vec<f64> = control.iter().zip(&treatment[..]).map(|(x, y)| y / t - x / c).collect();
        let variance = standard_deviation(&influences)?.powi(2);
        variances.add(variance / influences.len() as f64, influences.len());
    }
    for (own, printed) in [(control, published.control), (treatment, published.treatment)] {
        let relative = (own.standard_deviation()? / own.mean()).powi(2);
        let ours = match design {
            Design::Independent => relative / own.len() as f64,
            Design::Paired => 0.0,
        };
        match printed {
            Some((mean, deviation)) => {
                if !(mean > 0.0 && deviation >= 0.0) {
                    return None;
                }
                variances.add(ours, own.len());
                variances.add((deviation / mean).powi(2) / published.trials as f64, published.trials);
            }
            // One estimate serves both studies, so it counts as one.
            None => variances.add(ours + relative / published.trials as f64, own.len()),
        }
    }

    let standard_error = variances.sum.sqrt();
    // Without variance there are no degrees of freedom; any will do.
    let degrees = if variances.sum == 0.0 { 1.0 } else { variances.degrees_of_freedom() };
    let reach = t_quantile(confidence, degrees)? * standard_error;
    let ratio = 1.0 - saving / 100.0;
    let interval =
        Interval { low: 100.0 * (1.0 - ratio * reach.exp()), high: 100.0 * (1.0 - ratio * (-reach).exp()) };
    interval.low.is_finite().then_some(SavingPrediction { saving, interval, standard_error })
}

/// A sum of variances that were themselves estimated.
#[derive(Default)]
struct Variances {
    sum: f64,
    /// Σ v² / (n − 1), the denominator of Welch and Satterthwaite.
    uncertainty: f64,
}

impl Variances {
    /// Adds a variance that was estimated from `n` values.
    fn add(&mut self, variance: f64, n: usize) {
        self.sum += variance;
        self.uncertainty += variance.powi(2) / (n - 1) as f64;
    }

    /// Not a number if there is no variance, or one too large for a float.
    fn degrees_of_freedom(&self) -> f64 {
        self.sum.powi(2) / self.uncertainty
    }
}

#[cfg(test)]
mod tests {
    use cutfirst::random::Random;
    use proptest::prelude::*;

    use super::*;
    use crate::statistics::saving_of_means;

    fn sample(values: &[f64]) -> Sample {
        Sample::new(values.to_vec()).unwrap()
    }

    const UNKNOWN: PublishedStudy = PublishedStudy { trials: 50, control: None, treatment: None };

    /// Means 10 and 5, deviations 2 and 1: relative variances of 0.04 both.
    fn by_hand() -> (Sample, Sample) {
        (sample(&[8.0, 10.0, 12.0]), sample(&[4.0, 5.0, 6.0]))
    }

    #[test]
    fn the_formula_by_hand() {
        let (control, treatment) = by_hand();
        let prediction = predict_saving(&control, &treatment, Design::Independent, &UNKNOWN, 0.95).unwrap();
        assert_eq!(prediction.saving, 50.0);
        let se = (2.0_f64 * 0.04 / 3.0 + 2.0 * 0.04 / 50.0).sqrt();
        assert!((prediction.standard_error - se).abs() < 1e-12);
        // Welch and Satterthwaite: two equal variances, each known from 3 values
        let reach = t_quantile(0.95, 4.0).unwrap() * se;
        assert!((prediction.interval.low - 100.0 * (1.0 - 0.5 * reach.exp())).abs() < 1e-9);
        assert!((prediction.interval.high - 100.0 * (1.0 - 0.5 / reach.exp())).abs() < 1e-9);
    }

    /// The treatment is half the control trial by trial: only the published study varies.
    #[test]
    fn pairs_take_out_what_they_share() {
        let (control, treatment) = by_hand();
        let published =
            PublishedStudy { trials: 50, control: Some((100.0, 30.0)), treatment: Some((50.0, 20.0)) };
        let prediction = predict_saving(&control, &treatment, Design::Paired, &published, 0.95).unwrap();
        let se = ((0.09_f64 + 0.16) / 50.0).sqrt();
        assert!((prediction.standard_error - se).abs() < 1e-9, "{prediction:?}");
    }

    #[test]
    fn undefined_for_impossible_studies_and_a_point_without_variance() {
        let (control, treatment) = by_hand();
        let predict = |control: &Sample, treatment: &Sample, published: &PublishedStudy| {
            predict_saving(control, treatment, Design::Paired, published, 0.95)
        };
        assert_eq!(predict(&control, &sample(&[1.0]), &UNKNOWN), None);
        assert_eq!(predict(&sample(&[1.0]), &sample(&[1.0]), &UNKNOWN), None);
        assert_eq!(predict(&sample(&[-1.0, 1.0]), &sample(&[1.0, 2.0]), &UNKNOWN), None);
        assert_eq!(predict(&control, &treatment, &PublishedStudy { trials: 1, ..UNKNOWN }), None);
        for bad in [(0.0, 1.0), (1.0, -1.0), (f64::NAN, 1.0), (1.0, f64::INFINITY)] {
            assert_eq!(
                predict(&control, &treatment, &PublishedStudy { control: Some(bad), ..UNKNOWN }),
                None
            );
        }
        assert_eq!(predict_saving(&control, &treatment, Design::Paired, &UNKNOWN, 1.0), None);

        let wild = PublishedStudy { control: Some((1e-200, 1e200)), ..UNKNOWN };
        assert_eq!(predict(&control, &treatment, &wild), None);

        let point = predict(&sample(&[8.0; 4]), &sample(&[6.0; 4]), &UNKNOWN).unwrap();
        assert_eq!(point.interval, Interval { low: 25.0, high: 25.0 });
    }

    /// Studies of skewed counts that measure the same thing fall inside about 95 times in 100.
    #[test]
    fn covers_what_it_promises() {
        let mut random = Random::new(11);
        let mut draw = |n: usize, scale: f64| {
            let values: Vec<f64> = (0..n)
                .map(|_| {
                    let uniform = |bits: u64| (bits >> 11) as f64 / (1u64 << 53) as f64;
                    let sum: f64 = (0..12).map(|_| uniform(random.bits())).sum();
                    scale * (0.4 * (sum - 6.0)).exp() // log-normal, relative deviation 0.42
                })
                .collect();
            sample(&values)
        };
        let studies = 2000;
        let mut inside = 0;
        for _ in 0..studies {
            let (control, treatment) = (draw(30, 1000.0), draw(30, 600.0));
            let (their_control, their_treatment) = (draw(50, 1000.0), draw(50, 600.0));
            let printed = |sample: &Sample| Some((sample.mean(), sample.standard_deviation().unwrap()));
            let published = PublishedStudy {
                trials: 50,
                control: printed(&their_control),
                treatment: printed(&their_treatment),
            };
            let prediction =
                predict_saving(&control, &treatment, Design::Independent, &published, 0.95).unwrap();
            let theirs = saving_of_means(their_control.mean(), their_treatment.mean()).unwrap();
            inside += u32::from(prediction.interval.contains(theirs));
        }
        let coverage = f64::from(inside) / f64::from(studies);
        assert!((0.935..0.965).contains(&coverage), "{coverage}");
    }

    proptest! {
        /// The measured saving lies inside, more confidence widens, and the unit does not matter.
        #[test]
        fn sound_for_any_counts(
            pairs in prop::collection::vec((1u16..9999, 1u16..9999), 2..40),
            trials in 2usize..100,
            paired: bool,
        ) {
            let design = if paired { Design::Paired } else { Design::Independent };
            let published = PublishedStudy { trials, ..UNKNOWN };
            let of = |unit: f64, confidence: f64| {
                let control = sample(&pairs.iter().map(|p| f64::from(p.0) * unit).collect::<Vec<_>>());
                let treatment = sample(&pairs.iter().map(|p| f64::from(p.1) * unit).collect::<Vec<_>>());
                predict_saving(&control, &treatment, design, &published, confidence).unwrap()
            };
            let (narrow, wide, scaled) = (of(1.0, 0.5), of(1.0, 0.99), of(3.0, 0.5));
            prop_assert!(narrow.interval.low <= narrow.saving + 1e-9 && narrow.saving <= narrow.interval.high + 1e-9);
            prop_assert!(wide.interval.low <= narrow.interval.low + 1e-9);
            prop_assert!(wide.interval.high >= narrow.interval.high - 1e-9);
            prop_assert!(wide.interval.high <= 100.0);
            prop_assert!((scaled.interval.low - narrow.interval.low).abs() <= 1e-6 * narrow.interval.low.abs().max(1.0));
        }
    }
}
