//! SIGINT and SIGTERM from the first moment to the last.

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;

use crate::program;
use crate::work::{Kind, Place, Work};

const MOMENTS: u32 = 7;

#[test]
fn a_signal_at_any_moment_loses_nothing() {
    let place = Place::new("signals");
    for kind in Kind::ALL {
        let whole = kind.undisturbed().took;
        let mut stopped = 0;
        for moment in 0..=MOMENTS {
            let work = Work::new(kind, &place, &format!("{kind:?}-{moment}"));
            let (signal, number) = if moment % 2 == 0 { ("INT", 2) } else { ("TERM", 15) };
            let mut run = work.start();
            // More moments early on, where there is more to go wrong.
            sleep(whole * moment * moment / (MOMENTS * MOMENTS));
            run.meddle("kill", &["-s", signal]);
            let (code, said) = run.end();
            // Before it can say anything, the signal itself ends it.
            assert!([0, 130, -number].contains(&code), "{kind:?}, SIG{signal}: {code}, {said}");
            if code == 130 {
                assert!(said.contains("stopped after"), "{kind:?}: {said}");
                stopped += 1;
            }
            work.goes_on();
            fs::remove_dir_all(&work.dir).expect("results");
        }
        assert!(stopped > 0, "{kind:?}: never stopped in the middle");
    }
}

#[test]
fn a_signal_during_a_merge_leaves_nothing_or_all() {
    let place = Place::new("merge");
    let work = Work::new(Kind::Plan, &place, "whole");
    let plan = &work.words()[2];
    let parts: Vec<_> = (1..=3).map(|part| place.path(&format!("part-{part}"))).collect();
    for (index, part) in parts.iter().enumerate() {
        let shard = format!("{}/3", index + 1);
        let output = program::run(&["lab", "run", plan, "--shard", &shard, "--out", part]);
        assert!(output.status.success(), "{output:?}");
    }
    let start = std::time::Instant::now();
    let mut arguments = vec!["lab", "merge"];
    arguments.extend(parts.iter().map(String::as_str));
    let merge = |out: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cutfirst"));
        command.args(&arguments).args(["--out", out]).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    assert!(merge(&place.path("timed")).status().expect("it starts").success());
    let whole = start.elapsed();
    for moment in 0..8 {
        let out = place.path(&format!("merged-{moment}"));
        let mut run = merge(&out).spawn().expect("it starts");
        sleep(whole * moment / 8);
        if run.try_wait().expect("a child").is_none() {
            let _ = Command::new("kill").args(["-s", "TERM", &run.id().to_string()]).status();
        }
        run.wait().expect("a child");
        // Either there is nothing yet, and it can be joined, or all of it.
        if !std::path::Path::new(&out).join("results.sqlite").exists() {
            assert!(merge(&out).status().expect("it starts").success());
        }
        let dump = program::run(&["lab", "dump", &out]);
        assert!(dump.stdout == Kind::Plan.undisturbed().result.as_bytes(), "moment {moment}");
    }
}
