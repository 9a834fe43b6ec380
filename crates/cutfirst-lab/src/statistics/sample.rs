//! Measured values, their mean and their standard deviation.

use std::ops::Deref;

use thiserror::Error;

/// At least one value, all finite: checked once, so that no test has to think of NaN.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample(Vec<f64>);

/// Why values are no [`Sample`].
#[derive(Clone, Copy, PartialEq, Debug, Error)]
pub enum SampleError {
    /// There is no value.
    #[error("a sample needs at least one value")]
    Empty,
    /// A value is not a number, infinite, or so large that sums of squares could overflow.
    #[error("value {index} of the sample is {value}; expected a number between -1e100 and 1e100")]
    OutOfRange {
        /// Which value, from 0.
        index: usize,
        /// The value.
        value: f64,
    },
}

impl Sample {
    /// Checks the values.
    ///
    /// # Errors
    /// If there are none, or one is not a number between -1e100 and 1e100.
    pub fn new(values: Vec<f64>) -> Result<Self, SampleError> {
        if values.is_empty() {
            return Err(SampleError::Empty);
        }
        match values.iter().position(|value| value.is_nan() || value.abs() > 1e100) {
            Some(index) => Err(SampleError::OutOfRange { index, value: values[index] }),
            None => Ok(Self(values)),
        }
    }

    /// A sample of counts, such as nodes.
    ///
    /// # Errors
    /// If there are none.
    pub fn from_counts(counts: &[u64]) -> Result<Self, SampleError> {
        Self::new(counts.iter().map(|&count| count as f64).collect())
    }

    /// The arithmetic mean.
    #[must_use]
    pub fn mean(&self) -> f64 {
        mean_of(&self.0)
    }

    /// The standard deviation as [`standard_deviation`] defines it.
    #[must_use]
    pub fn standard_deviation(&self) -> Option<f64> {
        standard_deviation(&self.0)
    }
}

impl Deref for Sample {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        &self.0
    }
}

/// The arithmetic mean, if there are values.
#[must_use]
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| mean_of(values))
}

/// The sample standard deviation, with n − 1 in the denominator, if there are two or more values.
/// Equal values give exactly 0.
#[must_use]
pub fn standard_deviation(values: &[f64]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    let mean = mean_of(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}

fn mean_of(values: &[f64]) -> f64 {
    // Rounding must not turn equal values into a spread.
    if values.iter().all(|&value| value == values[0]) {
        return values[0];
    }
    values.iter().sum::<f64>() / values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_deviation_of_a_textbook_sample() {
        let sample = Sample::new(vec![2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();
        assert_eq!(sample.mean(), 5.0);
        let deviation = sample.standard_deviation().unwrap();
        assert!((deviation - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn degenerate_samples_have_no_deviation_or_none_at_all() {
        let one = Sample::new(vec![3.0]).unwrap();
        assert_eq!((one.mean(), one.standard_deviation()), (3.0, None));
        let equal = Sample::new(vec![0.1; 7]).unwrap();
        assert_eq!((equal.mean(), equal.standard_deviation()), (0.1, Some(0.0)));
        assert_eq!((mean(&[]), standard_deviation(&[])), (None, None));
    }

    #[test]
    fn what_is_no_number_is_no_sample() {
        assert_eq!(Sample::new(vec![]), Err(SampleError::Empty));
        for bad in [f64::NAN, f64::INFINITY, -1e101] {
            let message = Sample::new(vec![1.0, bad]).unwrap_err().to_string();
            assert!(message.starts_with("value 1 of the sample is "), "{message}");
        }
    }
}
