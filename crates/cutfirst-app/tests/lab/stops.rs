//! Killed or stopped at any moment and resumed, a run ends as if nothing had happened.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use cutfirst::random::Random;

use crate::bench::{Bench, ENDLESS, LONG, Running, dump, has_rows, rows, snapshot, succeeded, until};

/// The long plan run undisturbed.
struct Undisturbed {
    took: Duration,
    rows: String,
    report: Vec<u8>,
}

static UNDISTURBED: LazyLock<Undisturbed> = LazyLock::new(|| {
    let bench = Bench::new("undisturbed");
    let start = Instant::now();
    let dir = bench.finished("whole", LONG);
    let took = start.elapsed();
    let report = snapshot(&dir).remove("report.html").expect("a report");
    Undisturbed { took, rows: dump(&dir), report }
});

/// All that is stored must be what would be stored anyway.
fn is_part(dir: &str) {
    if Path::new(dir).join("results.sqlite").exists() {
        let expected: HashSet<_> = UNDISTURBED.rows.lines().collect();
        let stored = dump(dir);
        assert!(stored.lines().all(|line| expected.contains(line)), "rows that are not the plan's");
    }
}

#[test]
fn kills_change_nothing() {
    // Timed before the first run starts.
    let whole = UNDISTURBED.took;
    let bench = Bench::new("kills");
    let plan = bench.write("plan.toml", LONG);
    for seed in 1..=3 {
        let dir = bench.path(&format!("seed-{seed}"));
        let mut random = Random::new(seed);
        let mut kills = 0;
        loop {
            assert!(kills < 200, "no end in sight");
            // Resuming needs a result file, which an early kill may have prevented; running again does not.
            let can_resume = Path::new(&dir).join("results.sqlite").exists();
            let arguments = match (can_resume, random.below(2)) {
                (true, 0) => vec!["lab", "resume", &dir],
                _ => vec!["lab", "run", &plan, "--out", &dir],
            };
            let threads = ["1", "2"][random.below(2)];
            let errors = bench.path("errors");
            let mut run = Running::start(&[&arguments[..], &["--threads", threads]].concat(), &errors);
            // A small share of the whole, which may have been timed on a busy machine; more and more, so
            // that any machine gets there.
            let share = (1 + random.below(12)) as f64 / 100.0 * (1.0 + f64::from(kills) / 20.0);
            sleep(whole.mul_f64(share));
            if let Some(status) = run.ended() {
                assert_eq!(status.code(), Some(0), "seed {seed}: {}", run.said());
                break;
            }
            run.kill();
            kills += 1;
            is_part(&dir);
        }
        assert!(kills > 1, "seed {seed}: the run was hardly disturbed");
        assert!(dump(&dir) == UNDISTURBED.rows, "seed {seed}: {kills} kills changed the rows");
        assert!(snapshot(&dir)["report.html"] == UNDISTURBED.report, "seed {seed}: another report");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_stops_and_says_how_to_go_on() {
    for signal in ["INT", "TERM"] {
        let bench = Bench::new(signal);
        let (plan, dir) = (bench.write("plan.toml", LONG), bench.path("results"));
        let arguments = ["lab", "run", &plan, "--out", &dir, "--threads", "1"];
        let mut run = Running::start(&arguments, &bench.path("errors"));
        // On a busy machine the run may be over before the signal is sent: then once more.
        for _ in 0..5 {
            until("there are rows", || run.ended().is_some() || has_rows(&dir));
            run.signal(signal);
            if run.wait().code() != Some(0) {
                break;
            }
            fs::remove_dir_all(&dir).unwrap();
            run = Running::start(&arguments, &bench.path("errors"));
        }
        assert_eq!(run.wait().code(), Some(130), "SIG{signal}: {}", run.said());
        is_part(&dir);
        assert!(rows(&dump(&dir)) < rows(&UNDISTURBED.rows), "SIG{signal} came too late");
        assert!(!Path::new(&dir).join("report.html").exists(), "a report of half a run");

        let said = run.said();
        assert!(said.contains("stopped after"), "{said}");
        let (_, command) = said.trim_end().rsplit_once("go on with: cutfirst ").expect("a way to go on");
        let mut words: Vec<_> = command.splitn(3, ' ').collect();
        assert_eq!(words, ["lab", "resume", &dir]);
        words.extend(["--threads", "2"]);
        succeeded(&words);
        assert!(dump(&dir) == UNDISTURBED.rows, "SIG{signal} changed the rows");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_does_not_wait_for_trials_under_way() {
    let bench = Bench::new("long-trial");
    let (plan, dir) = (bench.write("plan.toml", ENDLESS), bench.path("results"));
    let arguments = ["lab", "run", &plan, "--out", &dir, "--threads", "2"];
    let mut run = Running::start(&arguments, &bench.path("errors"));
    run.wait_for_rows(&dir);
    run.signal("INT");
    // The trial under way would take hours.
    assert_eq!(run.wait().code(), Some(130), "{}", run.said());
    assert!(run.said().contains("stopped after"), "{}", run.said());
    assert!(rows(&dump(&dir)) > 0, "what was finished stays");
}
