//! The split of a plan into parts that take about as long.
//!
//! Trials are dealt out from the costliest to the cheapest, each to the part that has least so far. Then no
//! part exceeds the mean by more than one trial, so that the longest part takes less than twice the mean
//! unless a single trial takes longer than that. Parts are numbered from the longest to the shortest:
//! schedulers start them in this order, and the short ones fill the gaps at the end.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashSet};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::cost::Costs;
use crate::cell::Design;
use crate::plan::Plan;
use crate::run;
use crate::store::TrialKey;
use crate::trial::Trial;

/// The most parts of a plan.
pub const MOST_PARTS: u32 = 1_000_000;

/// Which part each trial of a plan belongs to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Split {
    parts: u32,
    groups: Vec<Group>,
}

/// The trials of a plan that differ in their numbers only, and so are expected to cost the same.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    /// The cell's place in the plan.
    cell: usize,
    design: Design,
    /// The arms' places in the cell.
    arms: Range<usize>,
    /// What one trial is estimated to take. Whole numbers read back as they were written.
    nanoseconds: u64,
    /// Part, from 1, with the first of its numbers and the one after its last.
    runs: Vec<(u32, u32, u32)>,
}

/// A part's load while trials are dealt out; the least loaded and then the first one compares greatest.
#[derive(PartialEq, Eq)]
struct Load(u128, usize);

impl Ord for Load {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.cmp(&self.0).then(other.1.cmp(&self.1))
    }
}

impl PartialOrd for Load {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Split {
    /// Deals a plan's trials out to `parts` parts, which is at least 1, except those all of whose results
    /// are in `done`.
    #[must_use]
    pub fn new(plan: &Plan, parts: u32, costs: &Costs, done: &HashSet<TrialKey>) -> Self {
        let parts = parts.max(1);
        let mut groups = groups(plan, costs);
        let mut order: Vec<usize> = (0..groups.len()).collect();
        order.sort_by(|&a, &b| groups[b].nanoseconds.cmp(&groups[a].nanoseconds).then(a.cmp(&b)));
        let mut loads: BinaryHeap<_> = (0..parts as usize).map(|part| Load(0, part)).collect();
        for place in order {
            let group = &mut groups[place];
            let left = group.left(plan, done);
            let mut counts = vec![0_u32; parts as usize];
            for _ in &left {
                // There is at least one part.
                let Some(mut least) = loads.peek_mut() else { break };
                least.0 += u128::from(group.nanoseconds);
                counts[least.1] += 1;
            }
            group.runs = consecutive(&counts, &left);
        }
        let mut by_load: Vec<_> = loads.into_iter().map(|Load(load, part)| (load, part)).collect();
        by_load.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut number = vec![0; parts as usize];
        for (place, &(_, part)) in (1..).zip(&by_load) {
            number[part] = place;
        }
        for run in groups.iter_mut().flat_map(|group| &mut group.runs) {
            run.0 = number[run.0 as usize];
        }
        Self { parts, groups }
    }

    /// How many parts there are.
    #[must_use]
    pub fn parts(&self) -> u32 {
        self.parts
    }

    /// The trials of a part, from 1, in the plan's order. The plan is the one that was split.
    #[must_use]
    pub fn trials<'a>(&self, plan: &'a Plan, part: u32) -> Vec<Trial<'a>> {
        let mut trials = Vec::new();
        for group in &self.groups {
            let runs = group.runs.iter().filter(|run| run.0 == part);
            trials.extend(runs.flat_map(|run| run.1..run.2).filter_map(|number| group.trial(plan, number)));
        }
        trials
    }

    /// Estimated seconds and number of trials of every part, the first part first.
    #[must_use]
    pub fn loads(&self) -> Vec<(f64, u64)> {
        let mut loads = vec![(0.0, 0); self.parts as usize];
        for group in &self.groups {
            for &(part, from, to) in &group.runs {
                let load = &mut loads[part as usize - 1];
                load.0 += group.seconds() * f64::from(to - from);
                load.1 += u64::from(to - from);
            }
        }
        loads
    }

    /// Estimated seconds of the costliest trial that is left to do.
    #[must_use]
    pub fn costliest(&self) -> f64 {
        let with_trials = self.groups.iter().filter(|group| !group.runs.is_empty());
        with_trials.map(Group::seconds).fold(0.0, f64::max)
    }

    /// Whether it is a split of this plan: whatever is dealt out is the plan's, and no trial is dealt out twice.
    /// A split from outside is not used before: room is made for as many parts as it claims to have.
    #[must_use]
    pub fn fits(&self, plan: &Plan) -> bool {
        let known = groups(plan, &Costs::estimated());
        let same = |a: &Group, b: &Group| (a.cell, a.design, &a.arms) == (b.cell, b.design, &b.arms);
        let whole = |group: &Group| {
            let mut runs = group.runs.clone();
            runs.sort_by_key(|run| run.1);
            let in_range = runs
                .iter()
                .all(|&(part, from, to)| (1..=self.parts).contains(&part) && from < to && to <= plan.trials);
            in_range && runs.windows(2).all(|pair| pair[0].2 <= pair[1].1)
        };
        (1..=MOST_PARTS).contains(&self.parts)
            && self.groups.len() == known.len()
            && self.groups.iter().zip(&known).all(|(group, known)| same(group, known) && whole(group))
    }

    /// Estimated nodes of all trials that are left to do.
    #[must_use]
    pub fn nodes(&self, plan: &Plan, costs: &Costs) -> f64 {
        let of_group = |group: &Group| {
            let trials: u32 = group.runs.iter().map(|(_, first, end)| end - first).sum();
            group.trial(plan, 0).map_or(0.0, |trial| f64::from(trials) * costs.nodes(&trial))
        };
        self.groups.iter().map(of_group).sum()
    }
}

/// How long the parts of a split take, in seconds of one thread.
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

/// The plan's trials by cost, none of them dealt out yet.
fn groups(plan: &Plan, costs: &Costs) -> Vec<Group> {
    let mut groups = Vec::new();
    for (cell, (_, arms)) in plan.cells.iter().enumerate() {
        for &design in &plan.designs {
            // As in `Plan::trials`: in the paper design each arm plays for itself.
            let size = if design == Design::Paper { 1 } else { arms.len().max(1) };
            for first in (0..arms.len()).step_by(size) {
                let arms = first..(first + size).min(arms.len());
                let mut group = Group { cell, design, arms, nanoseconds: 0, runs: Vec::new() };
                group.nanoseconds =
                    group.trial(plan, 0).map_or(0, |trial| nanoseconds(costs.seconds(&trial)));
                groups.push(group);
            }
        }
    }
    groups
}

/// At least one, so that trials of no cost are dealt out evenly too, and no more than a lifetime.
fn nanoseconds(seconds: f64) -> u64 {
    (seconds * 1e9).clamp(1.0, 1e18) as u64
}

impl Group {
    fn seconds(&self) -> f64 {
        self.nanoseconds as f64 * 1e-9
    }

    fn trial<'a>(&self, plan: &'a Plan, number: u32) -> Option<Trial<'a>> {
        let (cell, arms) = plan.cells.get(self.cell)?;
        let arms = arms.get(self.arms.clone())?;
        Some(Trial { cell, design: self.design, arms, seed: plan.seed, number })
    }

    /// The numbers of the trials that are not done.
    fn left(&self, plan: &Plan, done: &HashSet<TrialKey>) -> Vec<u32> {
        let is_left = |&number: &u32| {
            let trial = self.trial(plan, number);
            trial.is_some_and(|trial| run::keys(&trial).any(|key| !done.contains(&key)))
        };
        // Without this, a million keys would be made for nothing.
        if done.is_empty() { (0..plan.trials).collect() } else { (0..plan.trials).filter(is_left).collect() }
    }
}

/// Gives each part (from 0) as many of the numbers as it gets, neighbours together, so that a split is short to write.
fn consecutive(counts: &[u32], numbers: &[u32]) -> Vec<(u32, u32, u32)> {
    let mut runs: Vec<(u32, u32, u32)> = Vec::new();
    let mut numbers = numbers.iter();
    for (part, &count) in (0..).zip(counts) {
        for &number in numbers.by_ref().take(count as usize) {
            match runs.last_mut() {
                Some(run) if run.0 == part && run.2 == number => run.2 += 1,
                _ => runs.push((part, number, number + 1)),
            }
        }
    }
    runs
}

/// How many parts to make of a plan, so that each takes about `minutes` and none twice the mean.
#[must_use]
pub fn sensible_parts(whole: &Split, threads: usize, minutes: f64) -> u32 {
    /// Slurm's array jobs end at 1000 unless the cluster is set up otherwise.
    const MOST: f64 = 1000.0;
    let loads = whole.loads();
    let seconds: f64 = loads.iter().map(|load| load.0).sum();
    let trials: u64 = loads.iter().map(|load| load.1).sum();
    let wanted = (seconds / (threads as f64 * minutes * 60.0)).ceil();
    let balanced = if whole.costliest() > 0.0 { (seconds / whole.costliest()).floor() } else { MOST };
    wanted.min(balanced).min(trials as f64).clamp(1.0, MOST) as u32
}

/// The indexes of the parts in a form for people and for schedulers: `1-3,7`.
#[must_use]
pub fn ranges(parts: &[u32]) -> String {
    let mut sorted = parts.to_vec();
    sorted.sort_unstable();
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for part in sorted {
        match runs.last_mut() {
            Some(run) if run.1 + 1 == part => run.1 = part,
            _ => runs.push((part, part)),
        }
    }
    let shown = runs.iter().map(|&(a, b)| if a == b { a.to_string() } else { format!("{a}-{b}") });
    shown.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
#[path = "split_tests.rs"]
mod tests;
