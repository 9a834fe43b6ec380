//! How good a player is, and how sure that is.
//!
//! The games of one round share their opening, so rounds are what is counted: a player's *share* of a round
//! is what his seats got there, per seat. With two players that is one of 0, ¼, ½, ¾ and 1, the pentanomial
//! of engine testing.
//!
//! The interval is Wilson's score interval with the rounds' own variance. For a mean share `p` the variance
//! of one round is taken to be `r·p(1−p)`, where the design factor `r` comes from the sample, and the
//! interval holds every `p` with `(m−p)² ≤ t²·r·p(1−p)/n`. Unlike mean ± t·s/√n it stays within 0 and 1 and
//! does not shrink to a point when all rounds are equal, as after a clean sweep. `r` counts one further round
//! with the variance that independent games would give it, so that few rounds cannot claim none.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::statistics::t_quantile;
use crate::summary::Range;

/// Confidence of every interval.
const CONFIDENCE: f64 = 0.95;

/// A player's mean share of the point.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Score {
    /// Number of rounds.
    pub rounds: usize,
    /// The mean, from 0 to 1.
    pub mean: f64,
    /// The 95 % interval, if there are two rounds or more.
    pub interval: Option<Range>,
    /// The design factor: variance of a round over that of a coin with the same mean.
    #[serde(skip)]
    design: f64,
}

impl Score {
    /// The score of a player with these shares, one per round of so many games; `None` without any.
    pub(super) fn new(shares: &[f64], games: u32) -> Option<Self> {
        let mean = crate::statistics::mean(shares)?;
        let squares: f64 = shares.iter().map(|share| (share - mean).powi(2)).sum();
        let coin = mean * (1.0 - mean);
        let independent = 1.0 / f64::from(games);
        let rounds = shares.len() as f64;
        let design = if coin > 0.0 { (squares / coin + independent) / rounds } else { independent };
        let interval = wilson(mean, design, shares.len());
        Some(Self { rounds: shares.len(), mean, interval, design })
    }

    /// How likely the player is to be better than `par`, 0.5 for two: the share of Student's t below the
    /// distance in standard errors, these as they would be at par.
    #[must_use]
    pub fn likelihood_of_superiority(&self, par: f64) -> Option<f64> {
        let error = (self.design * par * (1.0 - par) / self.rounds as f64).sqrt();
        let freedom = self.rounds.checked_sub(1).filter(|&freedom| freedom > 0)?;
        let t = StudentsT::new(0.0, 1.0, freedom as f64).ok()?;
        Some(t.cdf((self.mean - par) / error)).filter(|p| p.is_finite())
    }
}

fn wilson(mean: f64, design: f64, rounds: usize) -> Option<Range> {
    let t = t_quantile(CONFIDENCE, rounds as f64 - 1.0)?;
    let a = t * t * design / rounds as f64;
    let middle = (mean + a / 2.0) / (1.0 + a);
    let half = (a * (mean * (1.0 - mean) + a / 4.0)).max(0.0).sqrt() / (1.0 + a);
    // The ends at 0 and 1 are exact but for rounding.
    let low = if mean == 0.0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if mean == 1.0 { 1.0 } else { (middle + half).min(1.0) };
    Some(Range { low, high })
}

/// The Elo difference at which a mean score is expected; infinite for 0 and 1.
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    // Zero is added because it turns a negative zero into a positive one.
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10() + 0.0
}

/// The mean score that an Elo difference leads to expect.
pub(super) fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use cutfirst::random::Random;

    use super::*;

    fn ends(score: &Score) -> (f64, f64) {
        score.interval.map(|range| (range.low, range.high)).unwrap()
    }

    #[test]
    fn elo_and_score_are_inverse() {
        assert_eq!(elo_of(0.5), 0.0);
        assert!((elo_of(0.75) - 190.848_501_9).abs() < 1e-6);
        assert_eq!((elo_of(1.0), elo_of(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
        for elo in [-300.0, -10.0, 0.0, 3.5, 700.0] {
            assert!((elo_of(score_of(elo)) - elo).abs() < 1e-9);
        }
    }

    #[test]
    fn a_clean_sweep_is_not_certain() {
        let score = Score::new(&[1.0; 10], 2).unwrap();
        let (low, high) = ends(&score);
        // Wilson's interval for 20 games with t = 2.2622, that of 9 degrees of freedom, for z.
        let t: f64 = 2.262_157_162_740_99;
        assert!((low - 20.0 / (20.0 + t * t)).abs() < 1e-9 && high == 1.0, "{low}");
        let even = Score::new(&[0.5; 10], 2).unwrap();
        let (low, high) = ends(&even);
        assert!(low < 0.45 && high > 0.55 && (low + high - 1.0).abs() < 1e-12, "{low} {high}");
        assert_eq!(Score::new(&[], 2), None);
        assert_eq!(Score::new(&[1.0], 2).unwrap().interval, None);
    }

    #[test]
    fn pairs_that_even_out_make_a_narrow_interval() {
        let width = |shares: &[f64]| {
            let (low, high) = ends(&Score::new(shares, 2).unwrap());
            high - low
        };
        let paired: Vec<_> = (0..100).map(|i| [0.5, 0.5, 0.75, 0.25][i % 4]).collect();
        let coins: Vec<_> = (0..100).map(|i| f64::from(i % 2)).collect();
        assert!(width(&paired) < 0.5 * width(&coins));
    }

    #[test]
    fn superiority_agrees_with_the_interval() {
        for wins in 0..=40 {
            let shares: Vec<_> = (0..40).map(|i| if i < wins { 1.0 } else { 0.25 }).collect();
            let score = Score::new(&shares, 2).unwrap();
            let surely = score.likelihood_of_superiority(0.5).unwrap();
            assert_eq!(ends(&score).0 > 0.5, surely > 0.975, "{wins}: {score:?} {surely}");
        }
        let even = Score::new(&[0.0, 1.0, 0.5, 0.5], 2).unwrap();
        assert!((even.likelihood_of_superiority(0.5).unwrap() - 0.5).abs() < 1e-12);
    }

    /// Of a thousand small matches with a known strength, about 95 % of the intervals hold it.
    #[test]
    fn intervals_cover_as_often_as_they_say() {
        let mut random = Random::new(5);
        for (rounds, percent) in [(10, 50), (20, 70), (50, 90), (20, 96)] {
            let mut covered = 0;
            for _ in 0..1000 {
                let mut game = || if random.below(100) < percent { 1.0 } else { 0.0 };
                let shares: Vec<_> = (0..rounds).map(|_| f64::midpoint(game(), game())).collect();
                let (low, high) = ends(&Score::new(&shares, 2).unwrap());
                covered += usize::from((low..=high).contains(&(percent as f64 / 100.0)));
            }
            assert!((930..=999).contains(&covered), "{rounds} rounds at {percent} %: {covered}");
        }
    }
}
