//! Quantiles of Student's t.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// How many standard errors reach to either side so that Student's t stays inside with the
/// probability `confidence`. `None` unless that is between 0 and 1 and there are degrees of freedom.
pub(crate) fn t_quantile(confidence: f64, degrees_of_freedom: f64) -> Option<f64> {
    if !(confidence > 0.0 && confidence < 1.0) {
        return None;
    }
    let share = f64::midpoint(confidence, 1.0);
    if degrees_of_freedom < 1000.0 {
        return Some(StudentsT::new(0.0, 1.0, degrees_of_freedom).ok()?.inverse_cdf(share));
    }
    // statrs loses digits with many degrees of freedom, which is where the expansion around the normal
    // quantile has them all (Abramowitz & Stegun 26.7.5).
    let z = Normal::standard().inverse_cdf(share);
    let square = z * z;
    let first = z * (square + 1.0) / 4.0;
    let second = z * ((5.0 * square + 16.0) * square + 3.0) / 96.0;
    (!degrees_of_freedom.is_nan()).then(|| z + (first + second / degrees_of_freedom) / degrees_of_freedom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_scipy() {
        // scipy.stats.t.ppf((1 + confidence) / 2, df)
        for (confidence, df, expected) in [
            (0.95, 1.0, 12.706204736174694),
            (0.95, 4.5, 2.6589123472044034),
            (0.95, 49.0, 2.0095752371292392),
            (0.99, 97.3, 2.6273055907319005),
            (0.5, 7.0, 0.7111417780817866),
            (0.99, 999.0, 2.5807596372676365),
            (0.99, 1000.0, 2.580754698065951),
            (0.95, 100_000.0, 1.9599877075346095),
        ] {
            let quantile = t_quantile(confidence, df).unwrap();
            assert!((quantile - expected).abs() < 1e-8 * expected, "{confidence} {df}: {quantile}");
        }
    }

    #[test]
    fn undefined_without_freedom_or_doubt() {
        for (confidence, df) in
            [(0.95, 0.0), (0.95, -1.0), (0.95, f64::NAN), (1.0, 3.0), (0.0, 3.0), (f64::NAN, 3.0)]
        {
            assert_eq!(t_quantile(confidence, df), None);
        }
        // Without end, it is the normal quantile.
        assert!((t_quantile(0.95, f64::INFINITY).unwrap() - 1.959963984540054).abs() < 1e-12);
    }
}
