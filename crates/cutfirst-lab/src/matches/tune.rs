//! Tuning of window widths by matches, as the Abalone paper describes it (section III): each level's width is
//! narrowed until the clipped search only just beats plain search one level shallower.
//!
//! A level is a number of plies left. The tuning goes round the levels, the one with most plies left first,
//! and narrows each by a factor; a match on the same openings says whether the clipped player still beats
//! the opponent, that is whether the lower end of his score's 95 % interval is above one half. A level that
//! he cannot afford narrower stays as it is; when all levels stay, the tuning is over. Which width is tried
//! next depends on earlier outcomes only, so a tuning that was killed is gone through again from its stored
//! matches without playing them.

use cutfirst::search::Clipping;
use serde::Serialize;

use super::summary::MatchSummary;

/// A width that was tried, and what came of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TuningStep {
    /// The widths, as the word `clip` takes them.
    pub clip: String,
    /// Which level was narrowed, in plies left; none at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<usize>,
    /// Whether the clipped player still beat the opponent.
    pub kept: bool,
    /// Games played.
    pub games: u32,
    /// The clipped player's mean score.
    pub score: f64,
    /// Lower end of its 95 % interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// The clipped player's mean nodes per move.
    pub nodes: f64,
    /// The opponent's.
    pub opponent_nodes: f64,
}

/// A tuning under way.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuning {
    /// By which factor a width is multiplied, between 0 and 1.
    factor: f64,
    /// Widths below this are not tried.
    least: i32,
    /// The narrowest widths that were good enough, from one ply left on.
    widths: Vec<i32>,
    /// Levels that may still be narrowed, as places in `widths`.
    open: Vec<usize>,
    /// Which of the open ones is next.
    turn: usize,
    /// What was tried and found, in order.
    pub steps: Vec<TuningStep>,
}

/// Why there is nothing to tune.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TuningError {
    /// A bad factor.
    #[error("--factor must be above 0 and below 1, not {0}")]
    Factor(f64),
    /// Windows that are no widths.
    #[error("--widths must be one width per level, such as 400/800/1200, not '{0}'")]
    Widths(String),
    /// The clipped player loses from the start.
    #[error(
        "with the widths {clip} the clipped player scores {score:.1} % [{low:.1} to {high:.1}] and does not beat the opponent; start with wider ones, or play more --games"
    )]
    TooNarrow {
        /// The widths.
        clip: String,
        /// The score in percent.
        score: f64,
        /// Lower end of its interval.
        low: f64,
        /// Upper end.
        high: f64,
    },
}

impl Tuning {
    /// A tuning before its first match.
    ///
    /// # Errors
    /// If it could not narrow anything.
    pub fn new(start: &Clipping, factor: f64, least: i32) -> Result<Self, TuningError> {
        if !(factor > 0.0 && factor < 1.0) {
            return Err(TuningError::Factor(factor));
        }
        let Clipping::PerLevel(start) = start else { return Err(TuningError::Widths(start.to_string())) };
        let open = (0..start.len()).rev().collect();
        Ok(Self { factor, least: least.max(0), widths: start.clone(), open, turn: 0, steps: Vec::new() })
    }

    /// The narrowest widths so far with which the opponent was beaten.
    #[must_use]
    pub fn widths(&self) -> Clipping {
        Clipping::PerLevel(self.widths.clone())
    }

    /// The widths to try next and the level that is narrowed; `None` when all is done.
    pub fn to_try(&mut self) -> Option<(Clipping, Option<usize>)> {
        if self.steps.is_empty() {
            return Some((self.widths(), None));
        }
        while !self.open.is_empty() {
            self.turn %= self.open.len();
            let level = self.open[self.turn];
            if let Some(width) = self.narrower(self.widths[level]) {
                let mut widths = self.widths.clone();
                widths[level] = width;
                return Some((Clipping::PerLevel(widths), Some(level + 1)));
            }
            self.open.remove(self.turn);
        }
        None
    }

    /// The next smaller width, if it may be tried.
    fn narrower(&self, width: i32) -> Option<i32> {
        let narrow = (f64::from(width) * self.factor).round() as i32;
        Some(narrow.min(width - 1)).filter(|&narrow| narrow >= self.least)
    }

    /// Takes in the match that was played with what [`to_try`](Self::to_try) said; the clipped player is the
    /// first of the two.
    ///
    /// # Errors
    /// If the very first widths do not beat the opponent.
    pub fn record(&mut self, summary: &MatchSummary) -> Result<&TuningStep, TuningError> {
        let (clip, level) = self.to_try().unwrap_or((self.widths(), None));
        let [clipped, opponent] = [0, 1].map(|player| &summary.entrants[player]);
        let score = clipped.score.map_or(0.0, |score| score.mean);
        let interval = clipped.score.and_then(|score| score.interval);
        let (low, high) = interval.map_or((0.0, 1.0), |range| (range.low, range.high));
        let step = TuningStep {
            clip: clip.to_string(),
            level,
            kept: low > 0.5,
            games: summary.games,
            score,
            low,
            high,
            nodes: clipped.nodes.unwrap_or(0.0),
            opponent_nodes: opponent.nodes.unwrap_or(0.0),
        };
        self.take(step, &clip)
    }

    fn take(&mut self, step: TuningStep, clip: &Clipping) -> Result<&TuningStep, TuningError> {
        match (step.level, step.kept, clip) {
            (None, false, _) => {
                let [score, low, high] = [step.score, step.low, step.high].map(|share| 100.0 * share);
                return Err(TuningError::TooNarrow { clip: step.clip, score, low, high });
            }
            (Some(_), true, Clipping::PerLevel(widths)) => {
                self.widths.clone_from(widths);
                self.turn += 1;
            }
            // The next level moves up to its place.
            (Some(_), false, _) => drop(self.open.remove(self.turn)),
            _ => {}
        }
        self.steps.push(step);
        Ok(&self.steps[self.steps.len() - 1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tunes against an opponent who is beaten as long as every width reaches its bound.
    fn tuned(start: &str, factor: f64, bounds: &[i32]) -> Result<Tuning, TuningError> {
        let mut tuning = Tuning::new(&start.parse().unwrap(), factor, 1)?;
        while let Some((clip, level)) = tuning.to_try() {
            let Clipping::PerLevel(widths) = &clip else { unreachable!("one width per level") };
            let kept = widths.iter().zip(bounds).all(|(width, bound)| width >= bound);
            let low = if kept { 0.51 } else { 0.49 };
            let step = TuningStep {
                clip: clip.to_string(),
                level,
                kept,
                games: 10,
                score: 0.6,
                low,
                high: 0.7,
                nodes: 0.0,
                opponent_nodes: 0.0,
            };
            tuning.take(step, &clip)?;
            assert!(tuning.steps.len() < 1000, "no end");
        }
        Ok(tuning)
    }

    #[test]
    fn each_level_is_narrowed_to_what_it_can_afford() {
        let tuning = tuned("100/200/400", 0.5, &[30, 60, 1]).unwrap();
        assert_eq!(tuning.widths().to_string(), "50/100/1");
        let clips: Vec<_> = tuning.steps.iter().take(6).map(|step| step.clip.as_str()).collect();
        // Round the levels from the top, one step each.
        let expected = ["100/200/400", "100/200/200", "100/100/200", "50/100/200", "50/100/100", "50/50/100"];
        assert_eq!(clips, expected);
        let levels: Vec<_> = tuning.steps.iter().take(6).map(|step| step.level).collect();
        assert_eq!(levels, [None, Some(3), Some(2), Some(1), Some(3), Some(2)]);
    }

    #[test]
    fn fine_factors_come_nearer_and_always_end() {
        let tuning = tuned("100/200", 0.9, &[30, 60]).unwrap();
        let Clipping::PerLevel(widths) = tuning.widths() else { unreachable!("one width per level") };
        assert!((30..34).contains(&widths[0]) && (60..67).contains(&widths[1]), "{widths:?}");
        assert_eq!(tuned("5/5", 0.999, &[1, 1]).unwrap().widths().to_string(), "1/1");
        assert_eq!(tuned("0", 0.5, &[0]).unwrap().steps.len(), 1);
    }

    #[test]
    fn what_cannot_be_tuned_is_refused() {
        let message = tuned("100/200", 0.5, &[150, 150]).unwrap_err().to_string();
        assert!(message.starts_with("with the widths 100/200 the clipped player scores 60.0 %"), "{message}");
        for factor in [0.0, 1.0, -1.0, f64::NAN] {
            assert!(matches!(tuned("1", factor, &[]), Err(TuningError::Factor(_))));
        }
        let linear = Tuning::new(&Clipping::Linear(5), 0.5, 1);
        assert_eq!(linear, Err(TuningError::Widths("linear:5".to_owned())));
    }
}
