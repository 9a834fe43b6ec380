//! The split of a plan into tasks that take about as long.
//!
//! Trials are dealt out from the costliest to the cheapest, each to the task that has least so far. Then no
//! task exceeds the mean by more than one trial. Tasks are numbered from the longest to the shortest:
//! schedulers start them in this order, and the short ones fill the gaps at the end.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use serde::{Deserialize, Serialize};

use super::cost::Costs;
use crate::plan::Plan;
use crate::run;
use crate::store::TrialKey;
use crate::trial::Trial;

/// The most tasks of a plan.
pub const MOST_TASKS: u32 = 100_000;

/// Which task each trial of a plan belongs to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Split {
    /// Estimated nanoseconds of every task, for one thread.
    tasks: Vec<u64>,
    /// The task of each trial, in the plan's order and from 1; 0 for what was done before.
    task_of: Vec<u32>,
    /// Estimated nanoseconds of the costliest trial.
    costliest: u64,
}

impl Split {
    /// Deals a plan's trials out to so many tasks, at least one, except those all of whose results are in `done`.
    #[must_use]
    pub fn new(plan: &Plan, tasks: u32, costs: &Costs, done: &HashSet<TrialKey>) -> Self {
        // At least one, so that trials of no cost are dealt out evenly too, and no more than a lifetime.
        let nanoseconds = |trial: &Trial<'_>| (costs.seconds(trial) * 1e9).clamp(1.0, 1e18) as u64;
        let trials: Vec<_> = plan.trials().collect();
        let mut left: Vec<(u64, usize)> = trials
            .iter()
            .enumerate()
            .filter(|(_, trial)| done.is_empty() || run::keys(trial).any(|key| !done.contains(&key)))
            .map(|(place, trial)| (nanoseconds(trial), place))
            .collect();
        left.sort_by_key(|&(cost, place)| (Reverse(cost), place));
        let mut task_of = vec![0; trials.len()];
        let mut loads: BinaryHeap<_> = (0..tasks.max(1)).map(|task| Reverse((0_u64, task))).collect();
        for &(cost, place) in &left {
            if let Some(mut least) = loads.peek_mut() {
                least.0.0 = least.0.0.saturating_add(cost);
                task_of[place] = least.0.1;
            }
        }
        let mut by_load: Vec<_> = loads.into_iter().map(|Reverse(load)| load).collect();
        by_load.sort_by_key(|&(load, task)| (Reverse(load), task));
        let mut number = vec![0; by_load.len()];
        for (place, &(_, task)) in (1..).zip(&by_load) {
            number[task as usize] = place;
        }
        for &(_, place) in &left {
            task_of[place] = number[task_of[place] as usize];
        }
        let costliest = left.first().map_or(0, |&(cost, _)| cost);
        Self { tasks: by_load.into_iter().map(|(load, _)| load).collect(), task_of, costliest }
    }

    /// How many tasks there are.
    #[must_use]
    pub fn tasks(&self) -> u32 {
        self.tasks.len() as u32
    }

    /// The trials of a task, from 1, in the plan's order. The plan is the one that was split.
    #[must_use]
    pub fn trials<'a>(&self, plan: &'a Plan, task: u32) -> Vec<Trial<'a>> {
        let dealt = plan.trials().zip(&self.task_of);
        dealt.filter(|&(_, &of)| of == task).map(|(trial, _)| trial).collect()
    }

    /// How many trials are left to do.
    #[must_use]
    pub fn left(&self) -> usize {
        self.task_of.iter().filter(|&&task| task > 0).count()
    }

    /// Estimated seconds of every task for one thread, the first and longest first.
    #[must_use]
    pub fn seconds(&self) -> Vec<f64> {
        self.tasks.iter().map(|&load| load as f64 * 1e-9).collect()
    }

    /// Whether it is a split of this plan.
    #[must_use]
    pub fn fits(&self, plan: &Plan) -> bool {
        (1..=MOST_TASKS as usize).contains(&self.tasks.len())
            && plan.trials().count() == self.task_of.len()
            && self.task_of.iter().all(|&task| task <= self.tasks())
    }
}

/// How many tasks to make of a plan, so that each takes about `minutes` and none twice the mean.
#[must_use]
pub fn sensible_tasks(whole: &Split, threads: usize, minutes: f64) -> u32 {
    /// Slurm's array jobs end at 1000 unless the cluster is set up otherwise.
    const MOST: f64 = 1000.0;
    let seconds: f64 = whole.seconds().iter().sum();
    let wanted = (seconds / (threads as f64 * minutes * 60.0)).ceil();
    let balanced = (seconds / (whole.costliest as f64 * 1e-9)).floor();
    wanted.min(balanced).min(whole.left() as f64).clamp(1.0, MOST) as u32
}

/// Numbers of tasks in a form for people and for schedulers: `1-3,7`.
#[must_use]
pub fn ranges(tasks: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for &task in tasks {
        match runs.last_mut() {
            Some(run) if run.1 + 1 == task => run.1 = task,
            _ => runs.push((task, task)),
        }
    }
    let shown = runs.iter().map(|&(a, b)| if a == b { a.to_string() } else { format!("{a}-{b}") });
    shown.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
#[path = "split_tests.rs"]
mod tests;
