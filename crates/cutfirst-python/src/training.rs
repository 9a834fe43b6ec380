//! Training: weights for a game of the catalog, learned by playing it.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use cutfirst::patterns::learn::Stage;
use cutfirst_lab::train::{TrainRequest, begin, is_name_of_weights, write_weights};
use pyo3::prelude::*;

use crate::error;
use crate::experiments::{Counter, threads};

/// Steps of a round, of which a progress function is told.
const STEPS: usize = 100;

/// Learns until the rounds or the minutes are over, and writes the best weights after every round.
#[pyfunction]
#[pyo3(signature = (game, out, *, minutes=None, rounds=None, players=None, variant=None, teacher=None, effort=None, seed=0, threads=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "the keywords of the Python function")]
pub(crate) fn train(
    py: Python<'_>,
    game: String,
    out: PathBuf,
    minutes: Option<f64>,
    rounds: Option<usize>,
    players: Option<usize>,
    variant: Option<String>,
    teacher: Option<String>,
    effort: Option<u64>,
    seed: u64,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    if !out.to_str().is_some_and(is_name_of_weights) {
        return Err(error("out is the name of a file that ends in '.safetensors'"));
    }
    if rounds == Some(0) || effort == Some(0) {
        return Err(error("rounds and effort are numbers from 1"));
    }
    let time = minutes.map(|minutes| crate::engine::duration(60.0 * minutes));
    let time = time.transpose().map_err(|_| error("minutes is a number above 0"))?;
    let threads = self::threads(threads)?;
    let request = TrainRequest { game, players, variant, teacher, seed, threads, effort, nodes: None };
    let (time, most) = match (time, rounds) {
        (Some(_), Some(_)) => return Err(error("give minutes or rounds, not both")),
        (None, None) => return Err(error("give minutes or rounds")),
        (Some(time), None) => (time, usize::MAX),
        (None, Some(rounds)) => (Duration::MAX, rounds),
    };
    let steps = rounds.map_or(time.as_secs() as usize, |rounds| STEPS.saturating_mul(rounds));
    Counter::new(progress, steps).run(py, |counter| {
        let mut training = begin(&request, None).map_err(|error| error.to_string())?;
        let stop = Arc::clone(&counter.stop);
        let (began, mut longest) = (Instant::now(), Duration::ZERO);
        for number in 0..most {
            // No round is begun that would not be over in time, but for the first.
            if number > 0 && began.elapsed().saturating_add(longest) > time {
                break;
            }
            let clock = Instant::now();
            let round = training.round(&mut |now| {
                let part = match now.stage {
                    Stage::Games => 0.6 * now.part,
                    Stage::Fit => 0.6 + 0.1 * now.part,
                    Stage::Contest => 0.7 + 0.3 * now.part,
                };
                counter.tell(match rounds {
                    Some(_) => STEPS * number + (STEPS as f64 * part) as usize,
                    None => began.elapsed().min(time).as_secs() as usize,
                });
                !stop.load(Relaxed)
            });
            round.map_err(|error| error.to_string())?;
            write_weights(training.as_ref(), &out)?;
            longest = longest.max(clock.elapsed());
        }
        counter.tell(steps);
        Ok(())
    })
}
