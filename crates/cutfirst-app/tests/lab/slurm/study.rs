//! A plan in eight tasks under Slurm, and what can be done to them.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::bench::{Bench, dump, succeeded};
use crate::slurm::cluster::Cluster;
use crate::slurm::wait::within;

/// Thousands of short trials: a few seconds for each of eight tasks.
const PLAN: &str = r#"name = "array"
seed = 8
trials = 200
designs = ["paper", "paired"]

[[experiment]]
game = "othello"
plies = [1, 4, 5]
starts = ["initial", "midgame"]
arms = ["none", "ads:mtf"]

[[experiment]]
game = "virus"
players = 4
plies = [3]
starts = ["midgame"]
arms = ["none", "threat:mtf+ads:mtf"]
"#;

/// The rows that a run on one machine stores.
pub(crate) fn on_one_machine() -> String {
    let bench = Bench::new("slurm-whole");
    dump(&bench.finished("whole", PLAN))
}

/// A plan in eight tasks, in a directory of its own.
pub(crate) struct SlurmStudy {
    bench: Bench,
}

/// A task whose process is at work.
pub(crate) struct Task {
    pub(crate) part: u32,
    /// The node that it runs on.
    pub(crate) place: String,
    pub(crate) process: u32,
}

impl SlurmStudy {
    pub(crate) fn prepare(name: &str) -> Self {
        let bench = Bench::new(&format!("slurm-{name}"));
        bench.write("plan.toml", PLAN);
        Self { bench }
    }

    fn dir(&self) -> String {
        self.bench.path("study")
    }

    /// Splits the plan, and submits its tasks and a last job that joins them; returns the number of the array job.
    pub(crate) fn submit(&self, cluster: &Cluster, options: &[&str]) -> String {
        succeeded(&["lab", "split", &self.bench.path("plan.toml"), "--out", &self.dir(), "--tasks", "8"]);
        let dir = self.dir();
        fs::create_dir_all(format!("{dir}/log")).expect("a directory");
        let sbatch = |options: &[&str]| {
            let output =
                cluster.command("sbatch").args(["--parsable", "--partition", "lab"]).args(options).output();
            let output = output.expect("sbatch starts");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).expect("text").trim().to_owned()
        };
        let (log, script) = (format!("--output={dir}/log/part-%a.log"), format!("{dir}/array.sbatch"));
        let job = sbatch(&[options, &[&log, &script]].concat());
        let (after, log) = (format!("--dependency=afterany:{job}"), format!("--output={dir}/log/join.log"));
        let merge = format!("{} lab merge {dir}", env!("CARGO_BIN_EXE_cutfirst"));
        sbatch(&[&after, &log, "--open-mode=append", "--wrap", &merge]);
        job
    }

    pub(crate) fn status(&self) -> Value {
        serde_json::from_str(&succeeded(&["lab", "status", &self.dir(), "--json"])).expect("JSON")
    }

    /// The process of a task that is at work; nodes of the test are processes of one machine.
    pub(crate) fn task(&self, part: u32) -> Option<Task> {
        let wanted = format!("lab\0run\0--out\0{}\0--task\0{part}\0", self.dir());
        let processes = fs::read_dir("/proc").expect("processes").flatten();
        processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).find_map(|process: u32| {
            let read = |name: &str| fs::read(format!("/proc/{process}/{name}")).ok();
            let (line, variables) = (read("cmdline")?, read("environ")?);
            let (line, variables) = (String::from_utf8_lossy(&line), String::from_utf8_lossy(&variables));
            let place = variables.split('\0').find_map(|line| line.strip_prefix("SLURMD_NODENAME="));
            let place = place.unwrap_or_default().to_owned();
            line.contains(&wanted).then_some(Task { part, place, process })
        })
    }

    /// Whether another process has gone on with a task.
    pub(crate) fn is_started_again(&self, task: &Task) -> bool {
        let now = self.task(task.part);
        now.is_some_and(|now| now.process != task.process) || self.part(task.part)["state"] == "done"
    }

    fn part(&self, part: u32) -> Value {
        self.status()["parts"][part as usize - 1].clone()
    }

    /// Waits for a task that is at work and has stored something, and stops its process in mid-work.
    pub(crate) fn freeze_a_running_task(&self, wanted: impl Fn(&Task) -> bool) -> Task {
        let mut found = None;
        within(120, "a task is at work", || {
            let has_stored = |task: &Task| self.part(task.part)["done"].as_u64() > Some(0);
            let mut tasks = (1..=8).filter_map(|part| self.task(part));
            // It may have ended in the meantime, or be about to.
            found = tasks.find(|task| wanted(task) && has_stored(task) && signal("STOP", task.process));
            match &found {
                Some(task) if self.part(task.part)["state"] == "running" => true,
                Some(task) => {
                    signal("CONT", task.process);
                    false
                }
                None => false,
            }
        });
        found.expect("a task")
    }

    /// What a task has written to its log.
    pub(crate) fn log(&self, part: u32) -> String {
        fs::read_to_string(Path::new(&self.dir()).join(format!("log/part-{part}.log"))).unwrap_or_default()
    }

    pub(crate) fn join_log(&self) -> String {
        fs::read_to_string(Path::new(&self.dir()).join("log/join.log")).unwrap_or_default()
    }

    /// Makes a task fail: a file is where its directory should be.
    pub(crate) fn block(&self, part: u32) {
        fs::create_dir(self.dir()).expect("a directory");
        self.bench.write(&format!("study/part-{part}"), "");
    }

    pub(crate) fn unblock(&self, part: u32) {
        fs::remove_file(self.bench.path(&format!("study/part-{part}"))).expect("the file is there");
    }

    /// Waits until the last job has joined all.
    pub(crate) fn wait_for_report(&self, cluster: &Cluster) {
        let ended =
            || cluster.answer("squeue", &["-h"]).is_empty() && !cluster.answer("sinfo", &["-h"]).is_empty();
        within(240, "all jobs end", || self.join_log().contains("8 parts joined") || ended());
        let log = self.join_log();
        assert!(log.contains("8 parts joined"), "no report, but: {log}");
        within(60, "nothing is left in the queue", ended);
    }

    /// The joined rows.
    pub(crate) fn rows(&self) -> String {
        dump(&self.dir())
    }
}

fn signal(name: &str, process: u32) -> bool {
    Command::new("kill").args(["-s", name, &process.to_string()]).status().expect("kill is there").success()
}

/// Ends processes as the machine's failure would, the first one first.
pub(crate) fn kill(processes: &[u32]) {
    for &process in processes {
        assert!(signal("KILL", process), "process {process} is gone already");
    }
}

/// Lets a frozen process go on.
pub(crate) fn go_on(process: u32) {
    assert!(signal("CONT", process));
}

/// Whether SIGTERM waits for a frozen process to go on.
pub(crate) fn is_told_to_end(process: u32) -> bool {
    const TERM: u64 = 1 << 14;
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("a process");
    let line = status.lines().find_map(|line| line.strip_prefix("ShdPnd:")).expect("pending signals");
    u64::from_str_radix(line.trim(), 16).expect("a number") & TERM != 0
}

/// Who started a process.
pub(crate) fn parent(process: u32) -> u32 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("a process");
    let line = status.lines().find_map(|line| line.strip_prefix("PPid:")).expect("its parent");
    line.trim().parse().expect("a number")
}
