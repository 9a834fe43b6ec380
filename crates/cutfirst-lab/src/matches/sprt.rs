//! The generalised sequential probability ratio test: play until it is clear which of two Elo differences is
//! the likelier one.
//!
//! The log-likelihood ratio is that of Michel Van den Bergh's GSPRT, as in engine testing: the distribution of
//! a round's share is estimated by maximum likelihood under each of the two hypotheses about its mean. It is
//! looked at after every complete round, in the order of the rounds, so that the decision does not depend on
//! which thread was faster.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::score::score_of;
use crate::words::ParseWordError;

/// What is tested, and how often it may go wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The Elo difference under the null hypothesis.
    pub elo0: f64,
    /// The greater one under the alternative.
    pub elo1: f64,
    /// How often the alternative may be accepted wrongly.
    pub alpha: f64,
    /// How often the null hypothesis may be accepted wrongly.
    pub beta: f64,
}

/// How the test came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Decision {
    /// The null hypothesis is accepted.
    H0,
    /// The alternative is accepted.
    H1,
}

impl Default for Sprt {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta } = self;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta}")
    }
}

impl FromStr for Sprt {
    type Err = ParseWordError;

    /// Reads `elo0=0,elo1=10,alpha=0.05,beta=0.05`; what is left out is as in this example.
    fn from_str(text: &str) -> Result<Self, ParseWordError> {
        let example = Self::default();
        let mut sprt = example;
        let mut seen = Vec::new();
        for word in text.split(',') {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            let place = match name {
                "elo0" => &mut sprt.elo0,
                "elo1" => &mut sprt.elo1,
                "alpha" => &mut sprt.alpha,
                "beta" => &mut sprt.beta,
                _ => return Err(format!("write it like {example}").into()),
            };
            if seen.contains(&name) {
                return Err(format!("'{name}' is given twice").into());
            }
            seen.push(name);
            *place = value.parse().map_err(|_| format!("'{name}' takes a number, as in {example}"))?;
        }
        if !(sprt.elo0 < sprt.elo1 && sprt.elo0 >= -1000.0 && sprt.elo1 <= 1000.0) {
            return Err("elo0 must be below elo1, both from -1000 to 1000".into());
        }
        if ![sprt.alpha, sprt.beta].iter().all(|&p| (1e-6..0.5).contains(&p)) {
            return Err("alpha and beta must be below 0.5 and not below 0.000001".into());
        }
        Ok(sprt)
    }
}

/// How many rounds had each share: 0, ¼, ½, ¾, 1.
pub(super) type Pentanomial = [u32; 5];

impl Sprt {
    /// The log-likelihood ratios between which the test goes on.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio after these rounds.
    pub(super) fn llr(&self, rounds: &Pentanomial) -> f64 {
        // A little of everything, lest what has not happened yet count as impossible.
        const LITTLE: f64 = 1e-3;
        let counts = rounds.map(|count| f64::from(count).max(LITTLE));
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let [null, alternative] = [self.elo0, self.elo1].map(|elo| tilted(&shares, score_of(elo)));
        total * (0..5).map(|i| shares[i] * (alternative[i] / null[i]).ln()).sum::<f64>()
    }

    /// What the test says after these rounds, if anything.
    pub(super) fn decision(&self, rounds: &Pentanomial) -> Option<Decision> {
        let (low, high) = self.bounds();
        match self.llr(rounds) {
            llr if llr >= high => Some(Decision::H1),
            llr if llr <= low => Some(Decision::H0),
            _ => None,
        }
    }
}

/// Of all distributions with this mean, the one that makes the observed one likeliest:
/// `pᵢ / (1 + θ(aᵢ − mean))` with θ such that the mean is right.
fn tilted(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let distance = |i: usize| i as f64 / 4.0 - mean;
    let excess =
        |theta: f64| (0..5).map(|i| shares[i] * distance(i) / (1.0 + theta * distance(i))).sum::<f64>();
    // Where all denominators are positive, the excess falls from +∞ to −∞.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = f64::midpoint(low, high);
    std::array::from_fn(|i| shares[i] / (1.0 + theta * distance(i)))
}

#[cfg(test)]
mod tests {
    use cutfirst::random::Random;

    use super::*;

    #[test]
    fn texts_read_and_print() {
        let sprt: Sprt = "elo1=20,elo0=-5".parse().unwrap();
        assert_eq!(sprt.to_string(), "elo0=-5,elo1=20,alpha=0.05,beta=0.05");
        assert_eq!(sprt.to_string().parse(), Ok(sprt));
        for (text, hint) in [
            ("", "write it like elo0=0,elo1=10,alpha=0.05,beta=0.05"),
            ("elo=3", "write it like"),
            ("elo0", "'elo0' takes a number"),
            ("elo0=x", "'elo0' takes a number"),
            ("elo0=10,elo1=0", "elo0 must be below elo1"),
            ("elo0=NaN", "elo0 must be below elo1"),
            ("elo1=inf", "from -1000 to 1000"),
            ("alpha=0", "alpha and beta"),
            ("beta=0.5", "alpha and beta"),
            ("beta=0.1,beta=0.1", "given twice"),
        ] {
            let error = text.parse::<Sprt>().unwrap_err();
            assert!(error.to_string().contains(hint), "{text}: {error}");
        }
    }

    #[test]
    fn tilted_distributions_have_the_mean_and_are_the_likeliest() {
        let shares = [0.1, 0.2, 0.4, 0.2, 0.1];
        for mean in [0.3, 0.5, 0.55, 0.9] {
            let tilted = tilted(&shares, mean);
            assert!((tilted.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            let found: f64 = (0..5).map(|i| tilted[i] * i as f64 / 4.0).sum();
            assert!((found - mean).abs() < 1e-9);
            let likelihood = |p: &[f64; 5]| (0..5).map(|i| shares[i] * p[i].ln()).sum::<f64>();
            // Moving weight without moving the mean makes it less likely.
            for (a, b, c) in [(0, 1, 2), (1, 2, 3), (2, 3, 4)] {
                for step in [1e-4, -1e-4] {
                    let mut other = tilted;
                    other[a] += step;
                    other[b] -= 2.0 * step;
                    other[c] += step;
                    assert!(likelihood(&other) < likelihood(&tilted));
                }
            }
        }
    }

    #[test]
    fn ratios_have_the_right_sign_and_near_the_normal_value() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0, ..Sprt::default() };
        let rounds = [60, 240, 400, 240, 60];
        // With nothing between them: about (s1−s0)(2m−s0−s1)/(2σ²)·n for small differences.
        let (s0, s1) = (score_of(0.0), score_of(10.0));
        let variance =
            (0..5).map(|i| f64::from(rounds[i]) / 1000.0 * (i as f64 / 4.0 - 0.5).powi(2)).sum::<f64>();
        let normal = 1000.0 * (s1 - s0) * (1.0 - s0 - s1) / (2.0 * variance);
        assert!((sprt.llr(&rounds) - normal).abs() < 0.02 * normal.abs(), "{} {normal}", sprt.llr(&rounds));
        assert!(sprt.llr(&[0, 10, 40, 60, 30]) > 0.0);
        assert_eq!(sprt.decision(&[0; 5]), None);
        assert_eq!(Sprt { elo1: 100.0, ..sprt }.decision(&[0, 0, 0, 0, 60]), Some(Decision::H1));
        assert_eq!(Sprt { elo1: 100.0, ..sprt }.decision(&[60, 0, 0, 0, 0]), Some(Decision::H0));
    }

    /// At either hypothesis the test is wrong about as seldom as was asked for, and it does end.
    #[test]
    fn errors_are_as_rare_as_promised() {
        let sprt = Sprt { elo0: 0.0, elo1: 80.0, alpha: 0.1, beta: 0.1 };
        let mut random = Random::new(9);
        for (elo, wrong) in [(sprt.elo0, Decision::H1), (sprt.elo1, Decision::H0)] {
            let percent = (100_000.0 * score_of(elo)) as usize;
            let mut errors = 0;
            for _ in 0..300 {
                let mut rounds = Pentanomial::default();
                let decision = loop {
                    let mut win = || 2 * usize::from(random.below(100_000) < percent);
                    rounds[win() + win()] += 1;
                    if let Some(decision) = sprt.decision(&rounds) {
                        break decision;
                    }
                };
                errors += usize::from(decision == wrong);
            }
            assert!(errors <= 45, "at {elo} Elo {errors} of 300 are wrong");
        }
    }
}
