//! The Mann-Whitney U test: does one of two independent samples tend to be larger?
//!
//! Node counts are skewed, so a test on ranks is safer than the t-test. Computed here rather than by
//! statrs, whose p-values come from 1 − Φ(z) and are 0 below 1e-16.

use super::ranks::ranks;
use super::{PValue, Sample};

/// What [`mann_whitney`] finds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MannWhitney {
    /// U of the first sample: in how many pairs of values its own is larger, ties counting half.
    pub u: f64,
    /// How many standard deviations U lies from its mean, after the continuity correction; positive if
    /// the first sample tends to be larger.
    pub z: f64,
    /// The two-sided p-value.
    pub p: PValue,
}

/// The two-sided test by the normal approximation, with corrections for ties and continuity: SciPy's
/// `mannwhitneyu(…, method="asymptotic")`. If all values are equal, p is 1.
#[must_use]
pub fn mann_whitney(first: &Sample, second: &Sample) -> MannWhitney {
    let (n1, n2) = (first.len() as f64, second.len() as f64);
    let n = n1 + n2;
    let (ranks, ties) = ranks(&[&first[..], &second[..]].concat());
    let u = ranks[..first.len()].iter().sum::<f64>() - n1 * (n1 + 1.0) / 2.0;
    let variance = n1 * n2 / 12.0 * (n + 1.0 - ties / (n * (n - 1.0)));
    let distance = u - n1 * n2 / 2.0;
    let z = if variance > 0.0 {
        // Half a step towards the mean, but not beyond it.
        distance.signum() * (distance.abs() - 0.5).max(0.0) / variance.sqrt()
    } else {
        0.0
    };
    MannWhitney { u, z, p: PValue::two_sided(z) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sample(values: &[f64]) -> Sample {
        Sample::new(values.to_vec()).unwrap()
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-10 * b.abs()
    }

    #[test]
    fn agrees_with_scipy() {
        // scipy.stats.mannwhitneyu(x, y, method="asymptotic") on
        // x = [12,15,9,20,17,11,14,18], y = [8,10,7,13,9,16,6,12,10]; the ties are 9, 10 and 12
        let x = sample(&[12.0, 15.0, 9.0, 20.0, 17.0, 11.0, 14.0, 18.0]);
        let y = sample(&[8.0, 10.0, 7.0, 13.0, 9.0, 16.0, 6.0, 12.0, 10.0]);
        let test = mann_whitney(&x, &y);
        assert_eq!(test.u, 59.0);
        assert!(close(test.p.value(), 0.03007855307775125), "{test:?}");

        // mannwhitneyu(range(50, 100), range(50), method="asymptotic"): wholly apart
        let apart = mann_whitney(
            &sample(&(50..100).map(f64::from).collect::<Vec<_>>()),
            &sample(&(0..50).map(f64::from).collect::<Vec<_>>()),
        );
        assert_eq!(apart.u, 2500.0);
        assert!(close(apart.p.value(), 7.066071930388932e-18), "{apart:?}");

        // the example in the documentation of SciPy:
        // mannwhitneyu([19,22,16,29,24], [20,11,17,12], method="asymptotic")
        let males = sample(&[19.0, 22.0, 16.0, 29.0, 24.0]);
        let females = sample(&[20.0, 11.0, 17.0, 12.0]);
        assert_eq!(mann_whitney(&males, &females).u, 17.0);
        assert!(close(mann_whitney(&males, &females).p.value(), 0.11134688653314041));
    }

    #[test]
    fn a_tiny_p_value_survives() {
        let low: Vec<_> = (0..2000).map(f64::from).collect();
        let high: Vec<_> = (2000..4000).map(f64::from).collect();
        let test = mann_whitney(&sample(&low), &sample(&high));
        assert_eq!((test.p.value(), test.p.to_string().as_str()), (0.0, "<1e-300"));
        // z = (2e6 - 0.5) / sqrt(2000 * 2000 * 4001 / 12); log(2) + scipy.special.log_ndtr(-z)
        assert!(close(test.p.ln(), -1503.85352695558), "{test:?}");
    }

    #[test]
    fn no_spread_is_no_evidence() {
        for (a, b) in [(vec![1.0], vec![1.0]), (vec![1.0], vec![2.0]), (vec![3.0; 9], vec![3.0; 4])] {
            assert_eq!(mann_whitney(&sample(&a), &sample(&b)).p, PValue::ONE);
        }
    }

    proptest! {
        /// Only the order of the values counts, and the samples may change places.
        #[test]
        fn symmetric_and_invariant(
            x in prop::collection::vec(0u8..30, 1..40),
            y in prop::collection::vec(0u8..30, 1..40),
        ) {
            let of = |values: &[u8], map: fn(f64) -> f64| {
                sample(&values.iter().map(|&value| map(f64::from(value))).collect::<Vec<_>>())
            };
            let plain = mann_whitney(&of(&x, |v| v), &of(&y, |v| v));
            let swapped = mann_whitney(&of(&y, |v| v), &of(&x, |v| v));
            prop_assert_eq!(plain.u + swapped.u, (x.len() * y.len()) as f64);
            prop_assert_eq!(plain.z, -swapped.z);
            prop_assert_eq!(plain.p, swapped.p);
            prop_assert_eq!(mann_whitney(&of(&x, f64::exp), &of(&y, f64::exp)), plain);
        }
    }
}
