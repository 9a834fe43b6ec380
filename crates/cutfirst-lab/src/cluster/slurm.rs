//! A study as jobs of Slurm: an array with all tasks, and one job that joins them when all are done.
//!
//! Slurm starts a task again when its machine is lost (`--requeue`). The script asks for the same when only
//! the program was killed, and shortly before the time limit, for which it is told to stop in good order. A
//! task that is cancelled is not started again: then the script dies with it. The last job waits for the end
//! of all tasks and not for their success: Slurm never forgets that a task has failed, even if it is queued
//! again and succeeds, and the job would wait for ever.

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
    /// The time limit of each task, as sbatch takes it.
    pub time: Option<String>,
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
        let _ = writeln!(text, "#SBATCH --array=1-{}", study.tasks());
        let _ = writeln!(text, "#SBATCH --output=\"{}/part-%a.log\"", self.dir()?);
        let _ = writeln!(text, "#SBATCH --cpus-per-task={}", self.threads);
        text.push_str("#SBATCH --requeue\n#SBATCH --open-mode=append\n");
        if let Some(time) = &self.time {
            check_option(&format!("time={time}"))?;
            // A minute is how often Slurm looks at the clock.
            let _ = writeln!(text, "#SBATCH --time={time}\n#SBATCH --signal=B:USR1@60");
        }
        let (program, dir) = (quoted(&self.program)?, quoted(study.dir())?);
        let _ = write!(
            text,
            r#"
restarts=${{SLURM_RESTART_COUNT:-0}}
child= out_of_time= again=yes
# Slurm's warning before the time limit: stop, and go on later.
trap 'out_of_time=yes; again=yes; [ "$child" ] && kill -TERM "$child"' USR1
{program} lab run --out {dir} --task "$SLURM_ARRAY_TASK_ID" --threads {threads} &
child=$!
# The warning may have come before the child had a number.
[ "$out_of_time" ] && kill -TERM "$child"
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
        let mut text = self.head("to be run when all tasks of the array have ended")?;
        let _ = writeln!(text, "#SBATCH --output=\"{}/join.log\"", self.dir()?);
        text.push_str("#SBATCH --cpus-per-task=1\n#SBATCH --requeue\n#SBATCH --open-mode=append\n");
        let (program, dir) = (quoted(&self.program)?, quoted(self.study.dir())?);
        let _ = write!(
            text,
            "\n{program} lab merge {dir} && exit\ncode=$?\n\
             echo \"what is left can be submitted with: cutfirst lab slurm\" {dir}/plan.toml --out {dir} --submit >&2\n\
             exit \"$code\"\n"
        );
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
            check_option(option)?;
            let _ = writeln!(text, "#SBATCH --{option}");
        }
        Ok(text)
    }
}

/// Whether a text can be an option of sbatch.
///
/// # Errors
/// If it cannot.
pub fn check_option(option: &str) -> Result<(), SlurmError> {
    let name = option.split('=').next().unwrap_or_default();
    let is_name = !name.is_empty()
        && !name.starts_with('-')
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    match is_name && !option.contains(char::is_control) {
        true => Ok(()),
        false => Err(SlurmError::Option(option.to_owned())),
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::process::Command;

    use super::*;
    use crate::cluster::cost::Costs;
    use crate::cluster::split::Split;
    use crate::plan::Plan;
    use crate::store::Scratch;

    fn study(dir: &Path) -> Study {
        let text =
            "seed = 1\ntrials = 4\n[[experiment]]\ngame = \"othello\"\nplies = [1]\narms = [\"none\"]\n";
        let plan = Plan::parse(text).unwrap();
        Study::create(dir, &plan, Split::new(&plan, 3, &Costs::estimated(), &HashSet::new())).unwrap()
    }

    fn jobs<'a>(study: &'a Study, options: &[&str]) -> Jobs<'a> {
        let options = options.iter().map(|&option| option.to_owned()).collect();
        Jobs { study, program: "/opt/it's here/cutfirst".into(), threads: 2, options, time: None }
    }

    #[test]
    fn scripts_are_sound_and_say_what_slurm_needs() {
        let scratch = Scratch::new().unwrap();
        let study = study(&scratch.path().join("a study"));
        let mut jobs = jobs(&study, &["partition=long", "exclusive"]);
        jobs.time = Some("1:00:00".to_owned());
        let dir = study.dir().display();
        let (array, join) = (jobs.array().unwrap(), jobs.join().unwrap());
        for line in [
            "#SBATCH --array=1-3",
            "#SBATCH --requeue",
            "#SBATCH --cpus-per-task=2",
            "#SBATCH --partition=long",
            "#SBATCH --exclusive",
            "#SBATCH --time=1:00:00",
            "#SBATCH --signal=B:USR1@60",
            &format!("#SBATCH --output=\"{dir}/log/part-%a.log\""),
        ] {
            assert!(array.lines().any(|found| found == line), "no '{line}' in:\n{array}");
        }
        assert!(!join.contains("--array") && !join.contains("--time") && join.contains("--partition=long"));
        assert!(
            join.contains(&format!("\n'/opt/it'\\''s here/cutfirst' lab merge '{dir}' && exit\n")),
            "{join}"
        );
        for script in [array, join] {
            let check = Command::new("bash").args(["-n", "-c", &script]).status();
            assert!(check.unwrap().success(), "{script}");
        }
    }

    /// Runs the array's script with a program and a `scontrol` of our own; returns its exit code and whether
    /// it asked to be queued again.
    fn run_with(program: &str, restarts: &str) -> (Option<i32>, bool) {
        let scratch = Scratch::new().unwrap();
        let study = study(&scratch.path().join("study"));
        let mut jobs = jobs(&study, &[]);
        jobs.program = scratch.path().join("program");
        let asked = scratch.path().join("asked");
        for (name, text) in
            [("program", program), ("scontrol", &format!("echo \"$@\" > '{}'", asked.display()))]
        {
            let path = scratch.path().join(name);
            std::fs::write(&path, format!("#!/bin/bash\n{text}\n")).unwrap();
            assert!(Command::new("chmod").arg("+x").arg(&path).status().unwrap().success());
        }
        let path = format!("{}:{}", scratch.path().display(), std::env::var("PATH").unwrap());
        let status = Command::new("bash")
            .args(["-c", &jobs.array().unwrap()])
            .envs([("PATH", path.as_str()), ("SLURM_ARRAY_TASK_ID", "2"), ("SLURM_JOB_ID", "77")])
            .env("SLURM_RESTART_COUNT", restarts)
            .stderr(std::process::Stdio::null())
            .status();
        let asked = std::fs::read_to_string(asked).is_ok_and(|asked| asked == "requeue 77\n");
        (status.unwrap().code(), asked)
    }

    #[test]
    fn what_was_killed_or_ran_out_of_time_is_queued_again() {
        assert_eq!(run_with("[ \"$*\" = \"$*\" ] && exit 0", "0"), (Some(0), false));
        assert_eq!(run_with("[ \"$6\" = 2 ] || exit 9", "0"), (Some(0), false), "the task's number");
        assert_eq!(run_with("exit 2", "0"), (Some(2), false), "a fault is not repeated");
        assert_eq!(run_with("kill -KILL $$", "0"), (Some(0), true));
        assert_eq!(run_with("kill -KILL $$", "5"), (Some(137), false), "not for ever");
        // Warned of the time limit, the program stops in good order, in its own time.
        let warned = "trap 'sleep 0.2; exit 130' TERM; kill -USR1 $PPID; for i in {1..200}; do sleep 0.05; done; exit 9";
        assert_eq!(run_with(warned, "700"), (Some(0), true));
        let just_done = "trap '' TERM; kill -USR1 $PPID; sleep 0.2; exit 0";
        assert_eq!(run_with(just_done, "0"), (Some(0), false), "it ended before it was stopped");
    }

    #[test]
    fn what_slurm_would_misread_is_refused() {
        let scratch = Scratch::new().unwrap();
        let good = study(&scratch.path().join("good"));
        for option in ["", "-x", "--mem=2G", "mem 2G", "mem=2G\n#SBATCH --x", "MEM=1", "=3"] {
            let refused = matches!(jobs(&good, &[option]).array(), Err(SlurmError::Option(_)));
            assert!(refused, "{option:?}");
        }
        for name in ["50%", "a\"b", "back\\slash"] {
            let study = study(&scratch.path().join(name));
            assert!(matches!(jobs(&study, &[]).array(), Err(SlurmError::Path(_))), "{name}");
        }
    }
}
