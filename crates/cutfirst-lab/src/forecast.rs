//! In which order trials are run, and how long the rest will take.
//!
//! Cheap cells come first, so that their tables are there early. Before them one trial of every cell is run that is
//! not too costly: from then on times are known and need not be guessed.

use std::collections::HashMap;

use crate::cell::{Cell, Design, Row};
use crate::cluster::cost::{estimated_nodes, estimated_nodes_of_arm};
use crate::trial::Trial;

/// The share of the whole work up to which a single trial is run ahead of the others.
const PILOT: f64 = 0.08;

/// What trials took, and what others will take.
#[derive(Clone, Debug, Default)]
pub struct Forecast {
    /// Seconds of single trials by cell and arm.
    arms: HashMap<(String, String), Total>,
    /// The same by game, beside what was estimated.
    games: HashMap<(String, usize), Total>,
    all: Total,
}

#[derive(Clone, Copy, Debug, Default)]
struct Total {
    seconds: f64,
    /// How many trials, or what they were estimated to cost.
    of: f64,
}

impl Total {
    fn add(&mut self, seconds: f64, of: f64) {
        self.seconds += seconds;
        self.of += of;
    }

    fn mean(&self) -> Option<f64> {
        (self.of > 0.0).then(|| self.seconds / self.of)
    }
}

fn game(cell: &Cell) -> (String, usize) {
    (cell.game.clone(), cell.players)
}

impl Forecast {
    /// Puts trials into the order in which they are best run.
    pub fn order(trials: &mut [Trial<'_>]) {
        let whole: f64 = trials.iter().map(estimated_nodes).sum();
        let mut first: HashMap<(String, Design), u32> = HashMap::new();
        for trial in trials.iter() {
            let number = first.entry((trial.cell.to_string(), trial.design)).or_insert(trial.number);
            *number = trial.number.min(*number);
        }
        trials.sort_by_cached_key(|trial| {
            let cost = estimated_nodes(trial);
            let is_first = first.get(&(trial.cell.to_string(), trial.design)) == Some(&trial.number);
            // All trials of a cell together, so that its rows of a table are complete.
            let of_cell = trial.arms.first().map_or(cost, |arm| estimated_nodes_of_arm(trial.cell, arm));
            let is_pilot = is_first && cost <= PILOT * whole;
            (!is_pilot, of_cell.max(0.0).to_bits(), trial.cell.to_string(), trial.design, trial.number)
        });
    }

    /// Learns what a trial took.
    pub fn learn(&mut self, trial: &Trial<'_>, rows: &[Row], seconds: f64) {
        let nodes: u64 = rows.iter().map(|row| row.nodes).sum();
        let cell = trial.cell.to_string();
        for row in rows {
            let share = if nodes > 0 { row.nodes as f64 / nodes as f64 } else { 1.0 / rows.len() as f64 };
            self.arms.entry((cell.clone(), row.arm.clone())).or_default().add(seconds * share, 1.0);
        }
        let estimated = estimated_nodes(trial);
        self.games.entry(game(trial.cell)).or_default().add(seconds, estimated);
        self.all.add(seconds, estimated);
    }

    /// How many seconds one thread will take for a trial; `None` as long as nothing is known.
    #[must_use]
    pub fn seconds(&self, trial: &Trial<'_>) -> Option<f64> {
        let cell = trial.cell.to_string();
        let known = self.games.get(&game(trial.cell)).and_then(Total::mean).or_else(|| self.all.mean());
        let of_arm = |arm: &String| {
            let measured = self.arms.get(&(cell.clone(), arm.clone())).and_then(Total::mean);
            measured.or_else(|| Some(known? * estimated_nodes_of_arm(trial.cell, arm)))
        };
        trial.arms.iter().map(of_arm).sum()
    }

    /// How many seconds of work one thread has done.
    #[must_use]
    pub fn worked(&self) -> f64 {
        self.all.seconds
    }

    /// How many seconds so many threads will work for these trials, of which there may be several of each kind.
    #[must_use]
    pub fn left<'a>(
        &self,
        trials: impl IntoIterator<Item = (&'a Trial<'a>, usize)>,
        threads: usize,
    ) -> Option<f64> {
        let (mut sum, mut longest) = (0.0, 0.0_f64);
        for (trial, count) in trials.into_iter().filter(|(_, count)| *count > 0) {
            let seconds = self.seconds(trial)?;
            sum += seconds * count as f64;
            longest = longest.max(seconds);
        }
        // The last trial is done by one thread.
        Some((sum / threads.max(1) as f64).max(longest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::published::Reading;
    use crate::reproduce::Selection;

    /// What a trial would take on some machine: what was estimated, but misjudged by up to a factor of five in either
    /// direction, differently for each cell and arm, and different from trial to trial.
    fn true_seconds(trial: &Trial<'_>) -> Vec<f64> {
        let noise = |text: &str| {
            let hash =
                text.bytes().fold(7_u64, |hash, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte)));
            (hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as f64 / (1_u64 << 24) as f64
        };
        let of_arm = |arm: &String| {
            let bias = 5_f64.powf(2.0 * noise(&format!("{} {arm}", trial.cell.ply)) - 1.0);
            let spread = 0.5 + noise(&format!("{} {arm} {}", trial.cell, trial.number));
            estimated_nodes_of_arm(trial.cell, arm) * bias * spread * 1e-7
        };
        trial.arms.iter().map(of_arm).collect()
    }

    fn rows(trial: &Trial<'_>, seconds: &[f64]) -> Vec<Row> {
        let row = |(arm, seconds): (&String, &f64)| Row {
            searches: 1,
            nodes: (seconds * 1e9) as u64,
            ..Row::new(trial.cell.to_string(), trial.design, arm, trial.number)
        };
        trial.arms.iter().zip(seconds).map(row).collect()
    }

    #[test]
    fn after_a_tenth_of_the_work_the_rest_is_known_within_a_factor_of_one_and_a_half() {
        for (selection, trials) in [(Selection::Quick, 20), (Selection::All, 50)] {
            let plan = selection.plan(trials, 1, &Reading::default());
            let mut trials: Vec<_> = plan.trials().collect();
            Forecast::order(&mut trials);
            let whole: f64 = trials.iter().flat_map(|trial| true_seconds(trial)).sum();
            let (mut forecast, mut done) = (Forecast::default(), 0.0);
            let mut checked = 0;
            for (at, trial) in trials.iter().enumerate() {
                let seconds = true_seconds(trial);
                forecast.learn(trial, &rows(trial, &seconds), seconds.iter().sum());
                done += seconds.iter().sum::<f64>();
                // Looked at now and then; near the end single trials decide.
                if done >= 0.1 * whole && done <= 0.95 * whole && at % 97 == 0 {
                    let left = forecast.left(trials[at + 1..].iter().map(|trial| (trial, 1)), 1).unwrap();
                    let factor = left / (whole - done);
                    assert!(
                        (1.0 / 1.5..1.5).contains(&factor),
                        "{selection:?}: {factor} after {done:.0} of {whole:.0} s"
                    );
                    checked += 1;
                }
            }
            assert!(checked > 3, "{selection:?}: {checked}");
        }
    }

    #[test]
    fn cheap_cells_come_first_and_stay_together() {
        let plan = Selection::All.plan(50, 1, &Reading::default());
        let mut trials: Vec<_> = plan.trials().collect();
        let count = trials.len();
        Forecast::order(&mut trials);
        assert_eq!(trials.len(), count);
        let pilots = trials.iter().take_while(|trial| trial.number == 0).count();
        let cost = |trials: &[Trial<'_>]| trials.iter().map(estimated_nodes).sum::<f64>();
        assert!(cost(&trials[..pilots]) < 0.15 * cost(&trials), "pilots are a small part");
        assert!(cost(&trials[pilots..count / 2]) < 0.2 * cost(&trials), "the costliest are last");
        // Nothing is known before anything was run.
        assert_eq!(Forecast::default().seconds(&trials[0]), None);
    }
}
