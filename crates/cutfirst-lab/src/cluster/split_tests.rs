use proptest::prelude::*;

use super::*;
use crate::cell::Design;

/// Costs from microseconds to minutes.
const UNEQUAL: &str = r#"
seed = 3
trials = 40
designs = ["paper", "paired"]
[[experiment]]
game = "othello"
plies = [1, 2, 4, 6, 8, 10]
starts = ["initial", "midgame"]
arms = ["none", "ads:mtf", "killer"]
[[experiment]]
game = "virus"
players = 4
plies = [2, 5, 7]
arms = ["none", "threat:mtf+ads:mtf"]
[[experiment]]
game = "focus"
plies = [1, 3]
arms = ["none"]
"#;

fn keys<'a>(trials: impl IntoIterator<Item = Trial<'a>>) -> Vec<TrialKey> {
    let mut keys: Vec<_> =
        trials.into_iter().flat_map(|trial| run::keys(&trial).collect::<Vec<_>>()).collect();
    keys.sort();
    keys
}

fn split(plan: &Plan, parts: u32) -> Split {
    Split::new(plan, parts, &Costs::estimated(), &HashSet::new())
}

fn costliest(split: &Split) -> f64 {
    split.costliest as f64 * 1e-9
}

fn longest_and_mean(split: &Split) -> (f64, f64) {
    let loads = split.seconds();
    (loads.iter().copied().fold(0.0, f64::max), loads.iter().sum::<f64>() / loads.len() as f64)
}

#[test]
fn every_trial_is_in_one_task() {
    let plan = Plan::parse(UNEQUAL).unwrap();
    let all = keys(plan.trials());
    for parts in [1, 2, 7, 8, 100, 5000] {
        let split = split(&plan, parts);
        assert!(split.fits(&plan));
        assert_eq!(keys((1..=parts).flat_map(|part| split.trials(&plan, part))), all, "{parts} parts");
        assert_eq!(split.left(), plan.trials().count());
        assert!(split.seconds().is_sorted_by(|a, b| a >= b), "the longest task comes first");
    }
}

#[test]
fn parts_of_very_unequal_trials_take_about_as_long() {
    let plan = Plan::parse(UNEQUAL).unwrap();
    let whole = split(&plan, 1);
    let seconds: Vec<f64> = plan.trials().map(|trial| Costs::estimated().seconds(&trial)).collect();
    let (least, most) = seconds.iter().fold((f64::MAX, 0.0_f64), |(a, b), &s| (a.min(s), b.max(s)));
    assert!(most / least > 1e5, "trials differ by {}", most / least);
    assert!((most / costliest(&whole) - 1.0).abs() < 1e-6);
    let balanced = (whole.seconds()[0] / most).floor() as u32;
    assert!(balanced > 20);
    for parts in [2, 3, 8, balanced] {
        let (longest, mean) = longest_and_mean(&split(&plan, parts));
        assert!(longest <= 2.0 * mean, "{parts} parts: {longest} against {mean}");
    }
    let (longest, mean) = longest_and_mean(&split(&plan, 8));
    assert!(longest <= 1.05 * mean, "{longest} against {mean}");
}

#[test]
fn what_is_done_is_dealt_to_nobody() {
    let plan = Plan::parse(UNEQUAL).unwrap();
    // Every other trial, and one arm of a paired trial, which is not enough.
    let done: Vec<_> = plan.trials().filter(|trial| trial.number % 2 == 1).collect();
    let mut done: HashSet<_> = keys(done).into_iter().collect();
    let half = plan.trials().find(|trial| trial.design == Design::Paired).unwrap();
    done.extend(run::keys(&half).take(1));
    let split = Split::new(&plan, 9, &Costs::estimated(), &done);
    assert!(split.fits(&plan));
    let dealt = keys((1..=9).flat_map(|part| split.trials(&plan, part)));
    assert_eq!(dealt, keys(plan.trials().filter(|trial| trial.number % 2 == 0)));
    // With nothing left there are parts, and they are empty.
    let all = keys(plan.trials()).into_iter().collect();
    let split = Split::new(&plan, 3, &Costs::estimated(), &all);
    assert_eq!((split.seconds(), split.left()), (vec![0.0; 3], 0));
}

#[test]
fn a_split_is_written_and_read() {
    let plan = Plan::parse(UNEQUAL).unwrap();
    let split = split(&plan, 12);
    let text = serde_json::to_string(&split).unwrap();
    assert_eq!(serde_json::from_str::<Split>(&text).unwrap(), split);
}

#[test]
fn a_split_of_something_else_does_not_fit() {
    let plan = Plan::parse(UNEQUAL).unwrap();
    let good = split(&plan, 4);
    let wrong = |change: &dyn Fn(&mut Split)| {
        let mut split = good.clone();
        change(&mut split);
        !split.fits(&plan)
    };
    assert!(wrong(&|split| split.tasks.clear()));
    assert!(wrong(&|split| split.tasks.truncate(3)));
    assert!(wrong(&|split| split.task_of.truncate(3)));
    assert!(wrong(&|split| split.task_of[0] = 5));
}

#[test]
fn a_sensible_number_of_parts_makes_minutes_of_work_and_balances() {
    let plan = Plan::parse(UNEQUAL).unwrap();
    let whole = split(&plan, 1);
    let total = whole.seconds()[0];
    let minutes = total / 60.0 / 10.0;
    assert_eq!(sensible_tasks(&whole, 1, minutes), 10);
    assert_eq!(sensible_tasks(&whole, 2, minutes), 5);
    assert_eq!(sensible_tasks(&whole, 1, 1e9), 1);
    // Never so many that a single trial takes longer than the mean.
    let most = sensible_tasks(&whole, 1, 1e-9);
    assert!(f64::from(most) * costliest(&whole) <= total);
    let nothing = Split::new(&plan, 1, &Costs::estimated(), &keys(plan.trials()).into_iter().collect());
    assert_eq!(sensible_tasks(&nothing, 1, 5.0), 1);
}

#[test]
fn indexes_are_written_short() {
    assert_eq!(ranges(&[]), "");
    assert_eq!(ranges(&[3]), "3");
    assert_eq!(ranges(&[1, 2, 3, 7]), "1-3,7");
}

proptest! {
    #[test]
    fn no_part_exceeds_the_mean_by_more_than_a_trial(
        trials in 1_u32..60, parts in 1_u32..80, deepest in 1_u32..9, done in proptest::collection::vec(any::<bool>(), 60)
    ) {
        let plan = UNEQUAL.replace("trials = 40", &format!("trials = {trials}"));
        let plan = Plan::parse(&plan.replace("[1, 2, 4, 6, 8, 10]", &format!("[1, {}]", deepest + 1))).unwrap();
        let done = keys(plan.trials().filter(|trial| done[trial.number as usize])).into_iter().collect();
        let split = Split::new(&plan, parts, &Costs::estimated(), &done);
        prop_assert!(split.fits(&plan));
        let (longest, mean) = longest_and_mean(&split);
        prop_assert!(longest <= (mean + costliest(&split)) * (1.0 + 1e-9));
    }
}
