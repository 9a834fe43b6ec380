//! The Wilcoxon signed-rank test: on pairs, is one side larger than the other?

use super::ranks::ranks;
use super::{PValue, Sample};

/// How a p-value was computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// By counting all assignments of signs.
    Exact,
    /// By the normal approximation, corrected for ties.
    Normal,
}

/// What [`wilcoxon`] finds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Wilcoxon {
    /// The sum of the ranks of the pairs in which the first value is larger.
    pub positive: f64,
    /// The sum of the ranks of the pairs in which the second value is larger.
    pub negative: f64,
    /// How many pairs differ; the others are left out.
    pub used: usize,
    /// The two-sided p-value.
    pub p: PValue,
    /// How it was computed.
    pub method: Method,
}

/// Above this many pairs the exact distribution is not needed; SciPy draws the line there, too.
const EXACT_UP_TO: usize = 50;

/// The two-sided test on pairs (first\[i\], second\[i\]). Equal pairs are dropped. The p-value is exact for up
/// to 50 pairs if none is equal and no two differences are of the same size; else it is the normal
/// approximation with correction for ties and without one for continuity, SciPy's
/// `wilcoxon(…, method="asymptotic")`. If
/// no pair differs, p is 1. `None` if the samples differ in length.
#[must_use]
pub fn wilcoxon(first: &Sample, second: &Sample) -> Option<Wilcoxon> {
    if first.len() != second.len() {
        return None;
    }
    let differences: Vec<f64> =
        first.iter().zip(&second[..]).map(|(a, b)| a - b).filter(|&difference| difference != 0.0).collect();
    let used = differences.len();
    let sizes: Vec<f64> = differences.iter().map(|difference| difference.abs()).collect();
    let (ranks, ties) = ranks(&sizes);
    let positive: f64 = differences.iter().zip(&ranks).filter(|(d, _)| **d > 0.0).map(|(_, rank)| rank).sum();
    let n = used as f64;
    let total = n * (n + 1.0) / 2.0;
    let negative = total - positive;
    let exact = used == first.len() && used <= EXACT_UP_TO && ties == 0.0;
    let (method, p) = if exact {
        (Method::Exact, exact_p(used, positive.min(negative) as usize))
    } else {
        let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties / 48.0;
        let z = if variance > 0.0 { (positive - total / 2.0) / variance.sqrt() } else { 0.0 };
        (Method::Normal, PValue::two_sided(z))
    };
    Some(Wilcoxon { positive, negative, used, p, method })
}

/// Twice the probability that the ranks 1 to `n`, each taken or left with equal chance, sum up to
/// `smaller` or less; at most 1.
fn exact_p(n: usize, smaller: usize) -> PValue {
    // ways[s]: how many subsets of the ranks so far have the sum s. At most 2^50, exact in a float.
    let mut ways = vec![0.0; smaller + 1];
    ways[0] = 1.0;
    for rank in 1..=n {
        for sum in (rank..=smaller).rev() {
            ways[sum] += ways[sum - rank];
        }
    }
    let p = 2.0 * ways.iter().sum::<f64>() / (n as f64).exp2();
    PValue::new(p.min(1.0)).unwrap_or(PValue::ONE)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sample(values: &[f64]) -> Sample {
        Sample::new(values.to_vec()).unwrap()
    }

    /// Pairs with these differences.
    fn test_of(differences: &[f64]) -> Wilcoxon {
        wilcoxon(&sample(differences), &sample(&vec![0.0; differences.len()])).unwrap()
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-10 * b.abs()
    }

    #[test]
    fn exact_p_values_are_those_of_scipy() {
        // scipy.stats.wilcoxon(d, method="exact"); the data are the example in its documentation
        // with the zero taken out and the tied pair moved apart
        let test = test_of(&[
            6.0, 8.0, 14.0, 16.0, 23.0, 24.0, 28.0, 29.0, 41.0, -48.0, 49.0, 56.0, 60.0, -67.0, 75.0,
        ]);
        assert_eq!((test.positive, test.negative, test.method), (96.0, 24.0, Method::Exact));
        assert!(close(test.p.value(), 0.041259765625), "{test:?}");
        // wilcoxon(range(1, 51), method="exact"): all 50 positive
        let all: Vec<_> = (1..=50).map(f64::from).collect();
        assert!(close(test_of(&all).p.value(), 1.7763568394002505e-15));
        assert_eq!(test_of(&[1.0]).p, PValue::ONE);
    }

    #[test]
    fn approximate_p_values_are_those_of_scipy() {
        // wilcoxon(d, method="asymptotic"), zero_method="wilcox" and no continuity correction by default
        let test = test_of(&[4.0, 5.0, 2.0, 0.0, 7.0, 8.0, -5.0, 8.0, 6.0, 0.0, -1.0]);
        assert_eq!((test.positive, test.negative, test.used), (39.5, 5.5, 9));
        assert_eq!(test.method, Method::Normal);
        assert!(close(test.p.value(), 0.0436403566858474), "{test:?}");
        // wilcoxon([i if i % 3 else -i for i in range(1, 61)], method="asymptotic")
        let sixty: Vec<_> = (1..=60).map(|i| f64::from(if i % 3 == 0 { -i } else { i })).collect();
        assert_eq!(test_of(&sixty).method, Method::Normal);
        assert!(close(test_of(&sixty).p.value(), 0.03590012321587811));
    }

    #[test]
    fn equal_pairs_are_no_evidence_and_odd_pairs_no_test() {
        let equal = test_of(&[0.0, 0.0]);
        assert_eq!((equal.used, equal.p), (0, PValue::ONE));
        assert_eq!(wilcoxon(&sample(&[1.0]), &sample(&[1.0, 2.0])), None);
    }

    proptest! {
        #[test]
        fn symmetric_and_invariant(differences in prop::collection::vec(-40i8..=40, 1..60), shift in -9i8..9) {
            let first: Vec<_> = differences.iter().map(|&d| f64::from(d) + f64::from(shift)).collect();
            let second = vec![f64::from(shift); first.len()];
            let test = wilcoxon(&sample(&first), &sample(&second)).unwrap();
            let swapped = wilcoxon(&sample(&second), &sample(&first)).unwrap();
            prop_assert_eq!((test.positive, test.negative), (swapped.negative, swapped.positive));
            prop_assert_eq!(test.p, swapped.p);
            let cubes: Vec<_> = differences.iter().map(|&d| f64::from(d).powi(3)).collect();
            prop_assert_eq!(test_of(&cubes), test);
        }

        /// Counting every assignment of signs one by one gives the same.
        #[test]
        fn exact_means_exact(signs in prop::collection::vec(any::<bool>(), 1..12)) {
            let n = signs.len();
            let sizes = (1..=n).map(|size| size as f64);
            let test = test_of(&sizes.zip(&signs).map(|(size, &up)| if up { size } else { -size }).collect::<Vec<_>>());
            let smaller = test.positive.min(test.negative) as usize;
            let as_extreme = (0u32..1 << n)
                .filter(|bits| (0..n).filter(|&i| bits >> i & 1 == 1).map(|i| i + 1).sum::<usize>() <= smaller)
                .count();
            let expected = (2.0 * as_extreme as f64 / f64::from(1u32 << n)).min(1.0);
            prop_assert!((test.p.value() - expected).abs() < 1e-12);
        }
    }
}
