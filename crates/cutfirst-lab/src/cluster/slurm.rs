//! A study as jobs of Slurm: an array with one task a part, and one job that joins them when all are done.
//!
//! Slurm starts a task again when its machine is lost (`--requeue`). The script asks for the same when only
//! the program was killed, and shortly before the time limit, for which it is told to stop in good order. A
//! task that is cancelled is not started again: then the script dies with it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::study::Study;

/// How a study is run under Slurm.
#[derive(Clone, Debug)]
pub struct Jobs<'a> {
    /// The study.
    pub study: &'a Study,
    /// The program that runs a part, with its full path.
    pub program: PathBuf,
    /// Processors and threads of each task.
    pub threads: usize,
    /// Further options of sbatch, without their dashes, such as `partition=long`.
    pub options: Vec<String>,
    /// The time limit of each task, as sbatch takes it, and how many seconds before it to stop.
    pub time: Option<(String, u64)>,
}

/// Why there can be no such job.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SlurmError {
    /// Slurm would read something else.
    #[error("Slurm cannot use the path '{}': it has one of \" \\ % or a control character; choose another", .0.escape_debug())]
    Path(String),
    /// Not an option.
    #[error("'{}' is not an option of sbatch such as partition=long or exclusive", .0.escape_debug())]
    Option(String),
    /// Not a time.
    #[error("'{}' is not a time limit; Slurm takes minutes, hours:minutes:seconds or days-hours, such as 90, 1:30:00 or 2-12", .0.escape_debug())]
    Time(String),
}

/// The array's script in the study's directory.
pub const ARRAY: &str = "array.sbatch";
/// The script of the job that joins the parts.
pub const JOIN: &str = "join.sbatch";
/// Where the jobs' output goes.
pub const LOG: &str = "log";

impl Jobs<'_> {
    /// The script of a task.
    ///
    /// # Errors
    /// If Slurm cannot use a path or an option.
    pub fn array(&self) -> Result<String, SlurmError> {
        let study = self.study;
        let mut text = self.head("one task of the array is one part of the plan")?;
        let _ = writeln!(text, "#SBATCH --array=1-{}", study.parts());
        let _ = writeln!(text, "#SBATCH --output=\"{}/part-%a.log\"", self.dir()?);
        let _ = writeln!(text, "#SBATCH --cpus-per-task={}", self.threads);
        text.push_str("#SBATCH --requeue\n#SBATCH --open-mode=append\n");
        if let Some((time, margin)) = &self.time {
            let _ = writeln!(text, "#SBATCH --time={time}\n#SBATCH --signal=B:USR1@{margin}");
        }
        let (program, dir) = (quoted(&self.program)?, quoted(study.dir())?);
        let _ = write!(
            text,
            r#"
restarts=${{SLURM_RESTART_COUNT:-0}}
{program} lab run --out {dir} --task "$SLURM_ARRAY_TASK_ID" --threads {threads} &
child=$!
# Slurm's warning before the time limit: stop once the trials under way have ended, and go on later.
trap 'out_of_time=yes; again=yes; kill -TERM "$child"' USR1
out_of_time= again=yes
# The trap interrupts the wait, which then has to be repeated.
while [ "$again" ]; do again=; wait "$child"; code=$?; done
if [ "$out_of_time" ] && [ "$code" -ge 128 ] && [ "$restarts" -lt 1000 ]; then
  echo "out of time; task $SLURM_ARRAY_TASK_ID is queued again" >&2
  exec scontrol requeue "$SLURM_JOB_ID"
elif [ "$code" -ge 128 ] && [ "$restarts" -lt 5 ]; then
  echo "killed by signal $((code - 128)); task $SLURM_ARRAY_TASK_ID is queued again" >&2
  exec scontrol requeue "$SLURM_JOB_ID"
fi
exit "$code"
"#,
            threads = self.threads
        );
        Ok(text)
    }

    /// The script of the job that joins the parts and reports.
    ///
    /// # Errors
    /// If Slurm cannot use a path or an option.
    pub fn join(&self) -> Result<String, SlurmError> {
        let mut text = self.head("to be run when all tasks of the array have succeeded")?;
        let _ = writeln!(text, "#SBATCH --output=\"{}/join.log\"", self.dir()?);
        text.push_str("#SBATCH --cpus-per-task=1\n#SBATCH --requeue\n#SBATCH --open-mode=append\n");
        let (program, dir) = (quoted(&self.program)?, quoted(self.study.dir())?);
        let _ = write!(text, "\nexec {program} lab merge {dir}\n");
        Ok(text)
    }

    /// The directory for output, as Slurm reads it.
    fn dir(&self) -> Result<String, SlurmError> {
        let dir = self.study.dir().join(LOG).display().to_string();
        // Slurm knows no way to write these in the name of an output file.
        match dir.contains(['"', '\\', '%']) || dir.contains(char::is_control) {
            true => Err(SlurmError::Path(dir)),
            false => Ok(dir),
        }
    }

    fn head(&self, what: &str) -> Result<String, SlurmError> {
        let mut text =
            format!("#!/bin/bash\n# Written by cutfirst lab slurm: {what}.\n#SBATCH --job-name=cutfirst\n");
        for option in &self.options {
            let name = option.split('=').next().unwrap_or_default();
            let is_name = !name.is_empty()
                && !name.starts_with('-')
                && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
            if !is_name || option.contains(char::is_control) {
                return Err(SlurmError::Option(option.clone()));
            }
            let _ = writeln!(text, "#SBATCH --{option}");
        }
        Ok(text)
    }
}

/// A path as one word of the shell.
fn quoted(path: &Path) -> Result<String, SlurmError> {
    let text = path.display().to_string();
    match text.contains(char::is_control) || path.to_str().is_none() {
        true => Err(SlurmError::Path(text)),
        false => Ok(format!("'{}'", text.replace('\'', r"'\''"))),
    }
}

/// The seconds of a time limit as sbatch takes it: minutes, m:s, h:m:s, d-h, d-h:m or d-h:m:s.
///
/// # Errors
/// If it is none.
pub fn time_limit(text: &str) -> Result<u64, SlurmError> {
    let wrong = || SlurmError::Time(text.to_owned());
    let number = |digits: &str| -> Result<u64, SlurmError> {
        match digits.len() <= 6 && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            true => digits.parse().map_err(|_| wrong()),
            false => Err(wrong()),
        }
    };
    let (days, rest) = match text.split_once('-') {
        Some((days, rest)) => (Some(number(days)?), rest),
        None => (None, text),
    };
    let fields = rest.split(':').map(number).collect::<Result<Vec<_>, _>>()?;
    let units: &[u64] = match (days.is_some(), fields.len()) {
        (true, 1..=3) => &[3600, 60, 1],
        (false, 1 | 2) => &[60, 1],
        (false, 3) => &[3600, 60, 1],
        _ => return Err(wrong()),
    };
    let seconds: u64 = fields.iter().zip(units).map(|(field, unit)| field * unit).sum();
    match days.unwrap_or(0) * 86400 + seconds {
        0 => Err(wrong()),
        seconds => Ok(seconds),
    }
}
