//! Probabilities so small that a float cannot hold them.

use std::f64::consts::{LN_10, PI, SQRT_2};
use std::fmt;

use statrs::function::erf::erfc;

/// The probability of a result at least as extreme under the null hypothesis, kept as its logarithm:
/// on thousands of trials p-values fall below the smallest float.
///
/// ```
/// use cutfirst_lab::statistics::PValue;
///
/// assert_eq!(PValue::new(0.0123).unwrap().to_string(), "0.012");
/// assert_eq!(PValue::new(0.0000456).unwrap().to_string(), "4.6e-5");
/// assert_eq!(PValue::from_ln(-1000.0).unwrap().to_string(), "<1e-300");
/// ```
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct PValue {
    /// Finite and not above 0.
    ln: f64,
}

impl PValue {
    /// Certainty: no evidence at all.
    pub const ONE: Self = Self { ln: 0.0 };

    /// A probability above 0 and up to 1; `None` for any other number.
    #[must_use]
    pub fn new(p: f64) -> Option<Self> {
        (p > 0.0 && p <= 1.0).then(|| Self { ln: p.ln() })
    }

    /// The probability with this natural logarithm; `None` if it is not finite or above 0.
    #[must_use]
    pub fn from_ln(ln: f64) -> Option<Self> {
        (ln.is_finite() && ln <= 0.0).then_some(Self { ln })
    }

    /// The probability that a standard normal variable is as far from 0 as `z`, on either side.
    pub(super) fn two_sided(z: f64) -> Self {
        Self { ln: ln_erfc(z.abs() / SQRT_2).min(0.0) }
    }

    /// The probability itself; 0 if it is too small for a float.
    #[must_use]
    pub fn value(self) -> f64 {
        self.ln.exp()
    }

    /// The natural logarithm, always finite.
    #[must_use]
    pub fn ln(self) -> f64 {
        self.ln
    }

    /// The decimal logarithm, always finite.
    #[must_use]
    pub fn log10(self) -> f64 {
        self.ln / LN_10
    }

    /// The probability times `factor`, at most 1.
    pub(super) fn times(self, factor: f64) -> Self {
        Self { ln: (self.ln + factor.ln()).min(0.0) }
    }
}

/// Two significant digits, and `<1e-300` below that.
impl fmt::Display for PValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let p = self.value();
        if self.ln < -300.0 * LN_10 {
            f.pad("<1e-300")
        } else if p < 0.001 {
            f.pad(&format!("{p:.1e}"))
        } else {
            let decimals = 1 - p.log10().floor() as i32;
            f.pad(&format!("{p:.*}", decimals.max(0) as usize))
        }
    }
}

/// As it is shown.
impl serde::Serialize for PValue {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The logarithm of the complementary error function for x ≥ 0.
fn ln_erfc(x: f64) -> f64 {
    if x < 20.0 {
        return erfc(x).ln();
    }
    // The asymptotic expansion (Abramowitz & Stegun 7.1.23); from 20 on its fourth term is below 1e-8
    // and the first one left out below 1e-12.
    let y = 1.0 / (2.0 * x * x);
    let series = 1.0 - y * (1.0 - 3.0 * y * (1.0 - 5.0 * y * (1.0 - 7.0 * y)));
    // An infinite x would give an infinite logarithm.
    (-x * x - x.ln() - PI.ln() / 2.0 + series.ln()).max(f64::MIN)
}

#[cfg(test)]
mod tests {
    use std::f64::consts::LN_2;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn normal_tails_are_those_of_scipy() {
        // scipy.special.log_ndtr(-z)
        for (z, ln_tail) in [
            (0.0, -LN_2),
            (0.5, -1.1759117615936188),
            (1.959963984540054, -3.6888794541139367),
            (8.0, -35.01343715991456),
            (28.28, -404.1415398671339),
            (28.29, -404.42474253307677),
            (50.0, -1254.8313611394199),
            (1000.0, -500007.8266948122),
        ] {
            for z in [z, -z] {
                let ln = PValue::two_sided(z).ln();
                let expected = ln_tail + LN_2;
                assert!((ln - expected).abs() <= 1e-10 * expected.abs().max(1.0), "{z}: {ln} {expected}");
            }
        }
    }

    #[test]
    fn only_probabilities_are_taken() {
        for bad in [0.0, -0.1, 1.1, f64::NAN, f64::INFINITY] {
            assert_eq!(PValue::new(bad), None);
        }
        for bad in [0.1, f64::NAN, f64::NEG_INFINITY] {
            assert_eq!(PValue::from_ln(bad), None);
        }
        assert_eq!(PValue::new(1.0), Some(PValue::ONE));
        assert!(PValue::two_sided(f64::MAX).ln().is_finite());
    }

    #[test]
    fn written_with_two_digits() {
        for (p, text) in [
            (1.0, "1.0"),
            (0.5, "0.50"),
            (0.049, "0.049"),
            (0.001, "0.0010"),
            (0.000_999, "1.0e-3"),
            (1.23e-299, "1.2e-299"),
        ] {
            assert_eq!(PValue::new(p).unwrap().to_string(), text);
        }
        assert_eq!(format!("{:>9}", PValue::from_ln(-1e6).unwrap()), "  <1e-300");
    }

    proptest! {
        #[test]
        fn farther_is_never_likelier(a in 0.0..2000.0_f64, b in 0.0..2000.0_f64) {
            let (near, far) = (PValue::two_sided(a.min(b)), PValue::two_sided(a.max(b)));
            prop_assert!(far <= near);
            prop_assert!(far.ln().is_finite());
        }
    }
}
