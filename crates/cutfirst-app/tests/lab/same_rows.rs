//! However the work is spread, the same rows come out.

use crate::bench::{Bench, SMALL, dump, rows, snapshot, succeeded};

/// Cells, designs, arms and trials of the small plan.
const ROWS: usize = (4 * 3 + 2) * 2 * 3;

#[test]
fn threads_and_shards_do_not_change_what_is_stored() {
    let bench = Bench::new("same-rows");
    let plan = bench.write("plan.toml", SMALL);
    let whole = |threads: &str| {
        let dir = bench.path(&format!("threads-{threads}"));
        succeeded(&["lab", "run", &plan, "--out", &dir, "--threads", threads]);
        dir
    };
    let one = whole("1");
    let expected = dump(&one);
    assert_eq!(rows(&expected), ROWS);
    for threads in ["2", "3"] {
        assert_eq!(dump(&whole(threads)), expected, "{threads} threads");
    }

    let parts: Vec<_> = (1..=3).map(|part| bench.path(&format!("part-{part}"))).collect();
    for (part, dir) in (1..).zip(&parts) {
        let shard = format!("{part}/3");
        let said = succeeded(&["lab", "run", &plan, "--out", dir, "--shard", &shard, "--threads", "2"]);
        assert!(said.contains(&format!("part {shard} is complete")) && said.contains("lab merge"), "{said}");
        let rows = rows(&dump(dir));
        assert!((1..ROWS).contains(&rows), "part {shard} has {rows} rows");
    }
    let merged = bench.path("merged");
    // In any order.
    succeeded(&["lab", "merge", &parts[2], &parts[0], &parts[1], "--out", &merged]);
    assert_eq!(dump(&merged), expected);
    let reports = |dir: &str| {
        let mut files = snapshot(dir);
        files.remove("results.sqlite");
        files
    };
    assert!(reports(&merged) == reports(&one), "a merged report is that of a whole run");
}

#[test]
fn what_is_complete_is_not_run_again() {
    let bench = Bench::new("complete");
    let dir = bench.finished("done", SMALL);
    let before = snapshot(&dir);
    let again = crate::program::run(&["lab", "resume", &dir]);
    assert_eq!(again.status.code(), Some(0));
    let said = String::from_utf8_lossy(&again.stderr);
    // In the paper design every arm has trials of its own.
    assert!(said.contains("57 of 57 trials were there already"), "{said}");
    assert!(snapshot(&dir) == before);
}
