//! What a cut will do: how long its parts take, and how long so many processors take for all of them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use cutfirst::random::Random;

use super::cost::Costs;
use super::cut::Cut;
use crate::plan::Plan;

/// How long the parts of a cut take, in seconds of one thread.
#[derive(Clone, PartialEq, Debug)]
pub struct Balance {
    /// The sum of all parts.
    pub total: f64,
    /// The mean part.
    pub mean: f64,
    /// The longest part.
    pub longest: f64,
    /// The shortest part.
    pub shortest: f64,
}

impl Balance {
    /// Of parts that take so long each.
    #[must_use]
    pub fn of(parts: &[f64]) -> Self {
        let total: f64 = parts.iter().sum();
        Self {
            total,
            mean: total / parts.len().max(1) as f64,
            longest: parts.iter().copied().fold(0.0, f64::max),
            shortest: parts.iter().copied().fold(f64::INFINITY, f64::min),
        }
    }

    /// The longest part as a multiple of the mean one.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        if self.mean > 0.0 { self.longest / self.mean } else { 1.0 }
    }
}

/// How long each part will take if the trials turn out as spread as those that were measured: each takes
/// its estimated time multiplied by what a random one of its kind took in proportion to their mean.
#[must_use]
pub fn simulated(cut: &Cut, plan: &Plan, costs: &Costs, seed: u64) -> Vec<f64> {
    let pooled: Vec<f64> =
        plan.trials().filter(|trial| trial.number == 0).flat_map(|t| costs.spread(&t)).collect();
    let mut parts = vec![0.0; cut.parts() as usize];
    let mut random = Random::new(seed);
    cut.each_run(plan, |part, trials, trial, seconds| {
        let own = costs.spread(trial);
        let spread = if own.is_empty() { &pooled } else { &own };
        for _ in 0..trials {
            let share = if spread.is_empty() { 1.0 } else { spread[random.below(spread.len())] };
            parts[part as usize - 1] += seconds * share;
        }
    });
    parts
}

/// Nodes of all trials that are left to do.
#[must_use]
pub fn nodes(cut: &Cut, plan: &Plan, costs: &Costs) -> f64 {
    let mut nodes = 0.0;
    cut.each_run(plan, |_, trials, trial, _| nodes += f64::from(trials) * costs.nodes(trial));
    nodes
}

/// What a scheduler costs, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Scheduler {
    /// What a processor loses with each part, before and after.
    pub overhead: f64,
    /// The least time between the starts of two parts, wherever they run.
    pub interval: f64,
}

/// How long so many processors take for all parts, each of which goes to the first that is free.
#[must_use]
pub fn makespan(parts: &[f64], processors: usize, scheduler: Scheduler) -> f64 {
    // Times are not negative, so that their bits have their order.
    let mut free: BinaryHeap<_> =
        std::iter::repeat_n(Reverse(0.0_f64.to_bits()), processors.max(1)).collect();
    let (mut end, mut earliest) = (0.0_f64, 0.0_f64);
    for &part in parts {
        let Some(Reverse(idle)) = free.pop() else { break };
        let start = f64::from_bits(idle).max(earliest);
        earliest = start + scheduler.interval;
        let ends = start + part + scheduler.overhead;
        end = end.max(ends);
        free.push(Reverse(ends.to_bits()));
    }
    end
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn processors_share_the_parts() {
        let parts = [4.0, 3.0, 2.0, 1.0];
        let free = Scheduler::default();
        assert_eq!(makespan(&parts, 1, free), 10.0);
        assert_eq!(makespan(&parts, 2, free), 5.0);
        assert_eq!(makespan(&parts, 2, Scheduler { overhead: 0.5, ..free }), 6.0);
        assert_eq!(makespan(&parts, 100, free), 4.0);
        assert_eq!(makespan(&[], 3, Scheduler { overhead: 1.0, interval: 1.0 }), 0.0);
        // However many processors there are, the last part starts after three intervals.
        assert_eq!(makespan(&parts, 100, Scheduler { interval: 10.0, ..free }), 31.0);
    }

    #[test]
    fn measured_spread_is_simulated_around_the_estimate() {
        let text = r#"
seed = 3
trials = 200
[[experiment]]
game = "othello"
plies = [1, 2, 3]
arms = ["none", "ads:mtf"]
"#;
        let plan = Plan::parse(text).unwrap();
        let mut costs = Costs::estimated();
        let rows: Vec<_> =
            plan.trials().filter(|t| t.number < 5).flat_map(|trial| trial.run().unwrap()).collect();
        costs.learn(&plan, &rows);
        let cut = Cut::new(&plan, 10, &costs, &HashSet::new());
        let estimated: Vec<f64> = cut.loads().iter().map(|load| load.0).collect();
        let simulated = simulated(&cut, &plan, &costs, 1);
        assert_ne!(simulated, estimated);
        let (estimated, simulated) = (Balance::of(&estimated), Balance::of(&simulated));
        assert!((simulated.total / estimated.total - 1.0).abs() < 0.1);
        assert!(estimated.ratio() < 1.1 && simulated.ratio() < 1.5, "{estimated:?} {simulated:?}");
        let measured: u64 = rows.iter().map(|row| row.nodes).sum();
        assert!((nodes(&cut, &plan, &costs) / (measured as f64 * 40.0) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn no_parts_are_balanced() {
        assert_eq!(Balance::of(&[0.0, 0.0]).ratio(), 1.0);
        assert_eq!(Balance::of(&[1.0, 3.0]).ratio(), 1.5);
    }
}
