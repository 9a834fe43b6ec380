//! Runs the trials of a plan on several threads and hands over each one's rows as it ends.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::time::Duration;

use cutfirst::search::Stop;

use crate::cell::Row;
use crate::forecast::Forecast;
use crate::stopwatch::Stopwatch;
use crate::store::TrialKey;
use crate::trial::{Trial, TrialError};

/// A trial that is done.
#[derive(Clone, Debug)]
pub struct Finished<'a> {
    /// Which one.
    pub trial: Trial<'a>,
    /// One row per arm.
    pub rows: Vec<Row>,
    /// How long one thread worked for it, whatever else the machine did.
    pub seconds: f64,
}

/// How often it is looked whether somebody said stop.
const LOOK: Duration = Duration::from_millis(20);

/// Runs `trials` on `threads` threads, cheap cells first, and calls `sink` on this thread with whatever has ended since
/// the last call. Stops early, without error, once `stop` is set; trials under way then come to nothing.
///
/// # Errors
/// If a trial is impossible, or the sink fails.
pub fn run<'a, E>(
    mut trials: Vec<Trial<'a>>,
    threads: usize,
    stop: &AtomicBool,
    sink: impl FnMut(Vec<Finished<'a>>) -> Result<(), E>,
) -> Result<(), Failed<TrialError, E>> {
    Forecast::order(&mut trials);
    let searches = Stop::new();
    let job = |trial: &Trial<'a>| {
        let watch = Stopwatch::start();
        match trial.run_until(&searches) {
            Ok(rows) => Ok(Some(Finished { trial: trial.clone(), rows, seconds: watch.seconds() })),
            Err(TrialError::Stopped) => Ok(None),
            Err(error) => Err(error),
        }
    };
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Relaxed) {
                if stop.load(Relaxed) {
                    searches.stop();
                }
                std::thread::sleep(LOOK);
            }
        });
        let result = share_out(&trials, threads, stop, job, sink);
        over.store(true, Relaxed);
        result
    })
}

/// Why work that was shared out ended early.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failed<J, S> {
    /// A job failed.
    #[error("{0}")]
    Job(J),
    /// Whoever takes what the jobs bring could not.
    #[error("{0}")]
    Sink(S),
}

/// Does `job` for the items in their order on `threads` threads and calls `sink` on this thread with
/// whatever has come of it since the last call; a job may come to nothing. Stops early, without error, once
/// `stop` is set; jobs under way are finished.
pub(crate) fn share_out<I: Sync, T: Send, J: Send, S>(
    items: &[I],
    threads: usize,
    stop: &AtomicBool,
    job: impl Fn(&I) -> Result<Option<T>, J> + Sync,
    mut sink: impl FnMut(Vec<T>) -> Result<(), S>,
) -> Result<(), Failed<J, S>> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, items.len().max(1)) {
            let (sender, job, next) = (sender.clone(), &job, &next);
            scope.spawn(move || {
                while !stop.load(Relaxed)
                    && let Some(item) = items.get(next.fetch_add(1, Relaxed))
                {
                    let result = job(item);
                    let failed = result.is_err();
                    // The receiver is gone only if something has failed already.
                    if sender.send(result).is_err() || failed {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let give_up = |error| {
            next.store(usize::MAX / 2, Relaxed);
            Err(error)
        };
        while let Ok(first) = receiver.recv() {
            let mut failed = None;
            let mut finished = Vec::new();
            for result in std::iter::once(first).chain(receiver.try_iter()) {
                match result {
                    Ok(come) => finished.extend(come),
                    Err(error) => failed = Some(error),
                }
            }
            // What has been done is kept even if something else went wrong.
            if let Err(error) = sink(finished) {
                return give_up(Failed::Sink(error));
            }
            if let Some(error) = failed {
                return give_up(Failed::Job(error));
            }
        }
        Ok(())
    })
}

/// The keys that a trial's rows will have.
pub fn keys<'a>(trial: &'a Trial<'_>) -> impl Iterator<Item = TrialKey> + 'a {
    let cell = trial.cell.to_string();
    trial.arms.iter().map(move |arm| TrialKey {
        cell: cell.clone(),
        design: trial.design,
        arm: arm.clone(),
        trial: trial.number,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::cell::Design;
    use crate::cluster::cost::Costs;
    use crate::cluster::split::Split;
    use crate::plan::Plan;

    const PLAN: &str = r#"
seed = 3
trials = 3
designs = ["paper", "paired"]
[[experiment]]
game = "othello"
plies = [2, 4]
starts = ["initial", "midgame"]
arms = ["none", "ads:mtf", "killer"]
[[experiment]]
game = "virus"
players = 3
plies = [3]
starts = ["midgame"]
arms = ["none", "threat:mtf+ads:mtf"]
"#;

    fn rows(trials: Vec<Trial<'_>>, threads: usize) -> Vec<Row> {
        let mut rows = Vec::new();
        run(trials, threads, &AtomicBool::new(false), |finished| {
            rows.extend(finished.into_iter().flat_map(|trial| trial.rows));
            Ok::<_, std::convert::Infallible>(())
        })
        .unwrap();
        rows.sort_by(|a, b| (&a.cell, a.design, &a.arm, a.trial).cmp(&(&b.cell, b.design, &b.arm, b.trial)));
        rows
    }

    #[test]
    fn threads_and_shards_do_not_change_the_rows() {
        let plan = Plan::parse(PLAN).unwrap();
        let all: Vec<_> = plan.trials().collect();
        let expected = rows(all.clone(), 1);
        assert_eq!(expected.len(), (4 * 3 + 2) * 3 * 2);
        assert_eq!(rows(all.clone(), 3), expected);
        let split = Split::new(&plan, 4, &Costs::estimated(), &HashSet::new());
        let parts: Vec<_> = (1..=4).flat_map(|part| split.trials(&plan, part)).collect();
        assert_eq!(parts.len(), all.len());
        assert_eq!(rows(parts, 2), expected);
    }

    #[test]
    fn arms_of_a_paired_trial_search_the_same_positions() {
        let plan = Plan::parse(PLAN).unwrap();
        let rows = rows(plan.trials().collect(), 2);
        let searches = |arm: &str, trial| {
            let row = rows.iter().find(|row| {
                row.design == Design::Paired
                    && row.arm == arm
                    && row.trial == trial
                    && row.cell.starts_with("virus")
            });
            row.map(|row| row.searches)
        };
        for trial in 0..3 {
            assert_eq!(searches("none", trial), searches("threat:mtf+ads:mtf", trial));
            assert!(searches("none", trial) > Some(0));
        }
    }

    #[test]
    fn a_stop_ends_the_run_after_the_trials_under_way() {
        // So many that those that end before the stop is seen are few, however fast they are.
        let plan = Plan::parse(&PLAN.replace("trials = 3", "trials = 300")).unwrap();
        let trials: Vec<_> = plan.trials().collect();
        let (all, stop) = (trials.len(), AtomicBool::new(false));
        let mut ended = 0;
        run(trials, 2, &stop, |finished| {
            ended += finished.len();
            stop.store(true, Relaxed);
            Ok::<_, std::convert::Infallible>(())
        })
        .unwrap();
        assert!((1..all / 4).contains(&ended), "{ended} of {all}");
    }

    #[test]
    fn a_stop_does_not_wait_for_a_long_trial() {
        // Hours of work in one trial.
        let text = "seed = 1\ntrials = 1\n[[experiment]]\ngame = \"abalone\"\nplies = [12]\narms = [\"none\", \"killer\"]\n";
        let plan = Plan::parse(text).unwrap();
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                stop.store(true, Relaxed);
            });
            run(plan.trials().collect(), 1, &stop, |finished| {
                assert!(finished.is_empty(), "a stopped trial has no rows");
                Ok::<_, std::convert::Infallible>(())
            })
            .unwrap();
        });
    }
}
