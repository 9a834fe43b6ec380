//! `cutfirst lab run --task`: one part of a plan that was split, for any scheduler that counts.

use std::io::{self, Write};
use std::path::Path;

use cutfirst_lab::cluster::study::Study;
use cutfirst_lab::store::PlanText;

use crate::fault::Fault;
use crate::laboratory::{self, Ended, Work};

/// Runs what is left of a part.
pub(crate) fn run(dir: &Path, part: u32, threads: Option<usize>) -> Result<(), Fault> {
    let study = Study::open(dir).map_err(|error| laboratory::fault_of_study(&error))?;
    finish(&study, part, threads)
}

/// Goes on with a part, given its own directory.
pub(crate) fn resume(dir: &Path, text: &PlanText, threads: Option<usize>) -> Result<(), Fault> {
    let study = Study::of_part(dir, text).ok_or_else(|| {
        Fault::Input(format!(
            "{} is one task of a split plan and is not where it was made; go on with: cutfirst lab run --out DIR --task {}",
            dir.display(),
            text.shard.index()
        ))
    })?;
    finish(&study, text.shard.index(), threads)
}

fn finish(study: &Study, part: u32, threads: Option<usize>) -> Result<(), Fault> {
    let threads = laboratory::threads(threads)?;
    let text = study.part(part).map_err(Fault::input)?;
    let dir = study.part_dir(part);
    let work = Work { text, trials: study.trials(part), place: Some(place()) };
    match laboratory::run_trials(work, &dir, threads)? {
        Ended::Stopped => Err(Fault::Stopped),
        Ended::Complete(_) => {
            let (whole, parts) =
                (cutfirst_lab::plain::text(&study.dir().display().to_string()), study.parts());
            writeln!(
                io::stdout(),
                "task {part} of {parts} is complete; join all with: cutfirst lab merge {whole}"
            )?;
            Ok(())
        }
    }
}

/// The machine's name, as the scheduler or the system knows it.
fn place() -> String {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let named = variable("SLURMD_NODENAME").or_else(|| variable("HOSTNAME"));
    let system = || std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = named.or_else(system).unwrap_or_else(|| "unknown".to_owned());
    name.trim().chars().filter(|c| !c.is_control()).take(64).collect()
}
