//! A plan in tasks: whoever runs them, in whatever order, the same rows come out.

use std::path::Path;
use std::process::Command;

use crate::bench::{
    Bench, ENDLESS, LONG, Running, SMALL, dump, refused_with, rows, snapshot, succeeded, until,
};
use crate::program;

/// The plan in eight tasks.
fn split(bench: &Bench, plan: &str) -> (String, String) {
    let (plan, dir) = (bench.write("split.toml", plan), bench.path("split"));
    succeeded(&["lab", "split", &plan, "--out", &dir, "--tasks", "8"]);
    (plan, dir)
}

fn status(dir: &str) -> serde_json::Value {
    serde_json::from_str(&succeeded(&["lab", "status", dir, "--json"])).expect("JSON")
}

fn states(dir: &str) -> Vec<String> {
    let parts = status(dir)["parts"].as_array().expect("a list").clone();
    parts.iter().map(|part| part["state"].as_str().expect("a state").to_owned()).collect()
}

#[test]
fn tasks_make_the_whole() {
    let bench = Bench::new("split-whole");
    let whole = bench.finished("whole", SMALL);
    let (plan, dir) = split(&bench, SMALL);
    assert_eq!(states(&dir), ["waiting"; 8]);
    refused_with(&["lab", "merge", &dir], "8 of 8 tasks are not complete: 1-8");
    for task in ["8", "3", "1", "7", "5", "6", "4"] {
        let said = succeeded(&["lab", "run", "--out", &dir, "--task", task, "--threads", "1"]);
        assert!(said.contains(&format!("task {task} of 8 is complete")), "{said}");
    }
    let mut expected = vec!["done"; 8];
    expected[1] = "waiting";
    assert_eq!(states(&dir), expected);
    refused_with(&["lab", "merge", &dir], "1 of 8 tasks are not complete: 2");
    succeeded(&["lab", "run", "--out", &dir, "--task", "2"]);
    // A part by its own directory, which is complete; and what does not go together with others.
    succeeded(&["lab", "resume", &format!("{dir}/part-2")]);
    let part = format!("{dir}/part-2");
    refused_with(&["lab", "merge", &part, "--out", &bench.path("merged")], "results are missing");
    let joined = succeeded(&["lab", "merge", &dir]);
    assert!(joined.contains("8 parts joined: 84 rows"), "{joined}");
    assert_eq!(dump(&dir), dump(&whole));
    let report = |dir: &str| std::fs::read(Path::new(dir).join("report.html")).expect("a report");
    assert!(report(&dir) == report(&whole), "the report is that of a whole run");
    succeeded(&["lab", "report", &dir]);
    succeeded(&["lab", "merge", &dir]);
    assert_eq!(status(&dir)["joined"], true);
    let shown = succeeded(&["lab", "status", &dir]);
    assert!(
        shown.contains("8 done: 1-8") && shown.contains("57 of 57 trials (100.0 %) in 8 tasks, joined"),
        "{shown}"
    );
    // Split again, it stays as it is.
    succeeded(&["lab", "split", &plan, "--out", &dir]);
    succeeded(&["lab", "split", &plan, "--out", &dir, "--tasks", "8"]);
}

#[test]
fn what_does_not_fit_is_refused() {
    let bench = Bench::new("split-refused");
    let (plan, dir) = split(&bench, SMALL);
    let before = snapshot(&dir);
    let other = bench.write("other.toml", SMALL.replace("seed = 5", "seed = 6"));
    let again = ["lab", "split", &plan, "--out", &dir, "--tasks"];
    refused_with(&[&again[..], &["9"]].concat(), "is split into 8 tasks, not 9");
    refused_with(&[&again[..], &["0"]].concat(), "--tasks must be from 1 to 100000");
    refused_with(&[&again[..], &["-1"]].concat(), "give a whole number");
    refused_with(
        &["lab", "split", &other, "--out", &dir, "--tasks", "8"],
        "another plan or match, which differs in line 2: stored 'seed = 5', given 'seed = 6'",
    );
    refused_with(&["lab", "split", &plan, "--out", &dir, "--measured", &dir], "there are no results in");
    refused_with(&["lab", "split", &bench.path("none"), "--out", &dir], "cannot read the plan");
    refused_with(&["lab", "split", &plan], "--out <DIR>");
    let run = ["lab", "run", "--out", &dir];
    refused_with(&[&run[..], &["--task", "0"]].concat(), "no task 0");
    refused_with(&[&run[..], &["--task", "9"]].concat(), "tasks go from 1 to 8");
    refused_with(&[&run[..], &["--task", "1", "--threads", "0"]].concat(), "--threads must be at least 1");
    refused_with(&[&run[..], &["--task", "1", &plan]].concat(), "cannot be used with");
    refused_with(&[&run[..], &["--task", "1", "--shard", "1/8"]].concat(), "cannot be used with");
    for command in [&["lab", "status"][..], &["lab", "merge"], &["lab", "run", "--task", "1", "--out"]] {
        let none = bench.path("none");
        refused_with(&[command, &[&none]].concat(), "is not a plan in tasks");
    }
    assert!(snapshot(&dir) == before, "what was refused leaves nothing");
}

#[test]
fn a_dry_run_foretells_and_writes_nothing() {
    let bench = Bench::new("split-dry");
    let (plan, dir) = (bench.write("plan.toml", SMALL), bench.path("dry"));
    let said = succeeded(&["lab", "split", &plan, "--out", &dir, "--tasks", "4", "--dry-run"]);
    assert!(said.contains("57 trials in 4 tasks of") && said.contains("times the mean"), "{said}");
    assert!(said.contains("from the plan alone"), "{said}");
    let measured = bench.finished("measured", SMALL);
    let said = succeeded(&["lab", "split", &plan, "--out", &dir, "--measured", &measured, "--dry-run"]);
    assert!(said.contains("from measured trials"), "{said}");
    assert!(!Path::new(&dir).exists());
}

#[test]
fn tasks_of_unequal_trials_search_about_as_many_nodes() {
    let bench = Bench::new("split-balance");
    // Trials from a hundred nodes to a hundred thousand.
    let unequal = SMALL.replace("plies = [2, 3]", "plies = [1, 2, 4, 6]").replace("\"paper\", ", "");
    let measured = bench.finished("measured", &unequal);
    let more = bench.write("more.toml", unequal.replace("trials = 3", "trials = 24"));
    let dir = bench.path("split");
    succeeded(&["lab", "split", &more, "--out", &dir, "--tasks", "6", "--measured", &measured]);
    let nodes: Vec<u64> = (1..=6)
        .map(|task| {
            succeeded(&["lab", "run", "--out", &dir, "--task", &task.to_string()]);
            let rows = succeeded(&["lab", "dump", &format!("{dir}/part-{task}"), "--format", "jsonl"]);
            rows.lines().map(nodes_of).sum()
        })
        .collect();
    let mean = nodes.iter().sum::<u64>() / 6;
    assert!(nodes.iter().all(|&nodes| nodes < 2 * mean), "{nodes:?}");
}

/// The nodes in a line of a dump.
fn nodes_of(line: &str) -> u64 {
    let object: serde_json::Value = serde_json::from_str(line).expect("an object");
    object["nodes"].as_u64().expect("a number of nodes")
}

#[test]
fn a_killed_task_goes_on_where_it_was() {
    let bench = Bench::new("split-kill");
    let whole = bench.finished("whole", LONG);
    let (_, dir) = split(&bench, LONG);
    let part = format!("{dir}/part-1");
    let task = ["lab", "run", "--out", &dir, "--task", "1", "--threads", "1"];
    let mut run = Running::start(&task, &bench.path("errors"));
    until("there are rows", || run.ended().is_some() || crate::bench::has_rows(&part));
    run.kill();
    let stored = rows(&dump(&part));
    let again = program::run(&task);
    assert_eq!(again.status.code(), Some(0));
    let said = String::from_utf8_lossy(&again.stderr);
    assert!(said.contains("trials were there already"), "{stored} rows, but: {said}");
    for task in 2..=8 {
        succeeded(&["lab", "run", "--out", &dir, "--task", &task.to_string()]);
    }
    succeeded(&["lab", "merge", &dir]);
    assert_eq!(dump(&dir), dump(&whole));
}

#[test]
fn status_can_be_seen_while_tasks_run_and_a_second_process_waits() {
    let bench = Bench::new("split-status");
    let (plan, dir) = (bench.write("plan.toml", ENDLESS), bench.path("split"));
    succeeded(&["lab", "split", &plan, "--out", &dir, "--tasks", "2"]);
    // The endless trial is the costliest and so in the first task.
    let task = ["lab", "run", "--out", &dir, "--task", "1", "--threads", "1"];
    let mut run = Running::start(&task, &bench.path("errors"));
    until("it is seen to run", || states(&dir) == ["running", "waiting"]);
    let shown = succeeded(&["lab", "status", &dir]);
    for part in ["0 of 4 trials", "1 running: 1\n", "1 waiting: 2\n", "task 1: 0 of "] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let mut second = Running::start(&task, &bench.path("second"));
    until("the second waits", || second.said().contains("waiting for another process"));
    assert_eq!((run.ended(), second.ended()), (None, None));
    run.kill();
    until("the second goes on", || states(&dir) == ["running", "waiting"]);
    second.kill();
    assert_eq!(states(&dir), ["stopped", "waiting"]);
}

/// As in `docs/CLUSTER.md`.
#[cfg(unix)]
#[test]
fn xargs_is_scheduler_enough() {
    let bench = Bench::new("split-xargs");
    let whole = bench.finished("whole", SMALL);
    let (_, dir) = split(&bench, SMALL);
    let line = format!(
        "seq 8 | xargs -P 2 -I{{}} '{}' lab run --out '{dir}' --task {{}} --threads 1",
        env!("CARGO_BIN_EXE_cutfirst")
    );
    let output = Command::new("sh").args(["-c", &line]).output().expect("a shell");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    succeeded(&["lab", "merge", &dir]);
    assert_eq!(dump(&dir), dump(&whole));
}
