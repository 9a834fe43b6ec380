//! `cutfirst lab run --task`: one task of a plan that was split, for any scheduler that counts.

use std::io::{self, Write};
use std::path::Path;

use cutfirst_lab::cluster::study::Study;

use crate::fault::Fault;
use crate::laboratory::{self, Ended, Work};

/// Runs what is left of a task.
pub(crate) fn run(dir: &Path, task: u32, threads: Option<usize>) -> Result<(), Fault> {
    let study = Study::open(dir).map_err(|error| laboratory::fault_of_study(&error))?;
    finish(&study, task, threads)
}

/// Runs what is left of a task, whose study is known.
pub(crate) fn finish(study: &Study, task: u32, threads: Option<usize>) -> Result<(), Fault> {
    let threads = laboratory::threads(threads)?;
    let text = study.task(task).map_err(Fault::input)?;
    let dir = study.task_dir(task);
    let work = Work { text, trials: study.trials(task), is_task: true };
    match laboratory::run_trials(work, &dir, threads)? {
        Ended::Stopped => Err(Fault::Stopped),
        Ended::Complete(_) => {
            let (whole, tasks) =
                (cutfirst_lab::plain::text(&study.dir().display().to_string()), study.tasks());
            writeln!(
                io::stdout(),
                "task {task} of {tasks} is complete; join all with: cutfirst lab merge {whole}"
            )?;
            Ok(())
        }
    }
}
