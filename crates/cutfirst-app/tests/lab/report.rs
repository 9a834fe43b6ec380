//! Reports: all files, the same bytes whenever they are written, and the papers' figures beside ours.

use std::fs;
use std::path::Path;

use crate::bench::{Bench, SMALL, dump, rows, snapshot, succeeded};
use crate::program;

const FILES: [&str; 6] =
    ["arms.csv", "comparisons.csv", "report.html", "retentions.csv", "summary.json", "trials.csv"];

#[test]
fn a_report_can_be_written_again_byte_for_byte() {
    let bench = Bench::new("report");
    let dir = bench.finished("results", SMALL);
    let first = snapshot(&dir);
    for name in FILES {
        assert!(!first[name].is_empty(), "{name}");
        fs::remove_file(Path::new(&dir).join(name)).unwrap();
    }
    let said = succeeded(&["lab", "report", &dir]);
    assert!(said.ends_with(&format!("report: {dir}/report.html\n")), "{said}");
    assert!(snapshot(&dir) == first, "another report");
    assert_eq!(succeeded(&["lab", "report", &dir]), said);
    assert!(snapshot(&dir) == first, "a third report");

    let page = String::from_utf8(first["report.html"].clone()).unwrap();
    assert!(page.starts_with("<!doctype html>") || page.starts_with("<!DOCTYPE html>"));
    let trials = String::from_utf8(first["trials.csv"].clone()).unwrap();
    assert_eq!(rows(&trials), rows(&dump(&dir)));
}

#[test]
fn a_part_is_reported_as_far_as_it_goes() {
    let bench = Bench::new("partial-report");
    let (plan, dir) = (bench.write("plan.toml", SMALL), bench.path("part"));
    // More parts than trials: the last ones are empty.
    for shard in ["1/4", "99/99"] {
        let dir = format!("{dir}-{}", &shard[..1]);
        succeeded(&["lab", "run", &plan, "--out", &dir, "--shard", shard]);
        assert!(!Path::new(&dir).join("report.html").exists(), "a part has no report of its own accord");
        succeeded(&["lab", "report", &dir]);
        let files = snapshot(&dir);
        let trials = String::from_utf8(files["trials.csv"].clone()).unwrap();
        assert_eq!(rows(&trials), rows(&dump(&dir)), "shard {shard}");
        assert!(FILES.iter().all(|name| files.contains_key(*name)));
    }
}

#[test]
fn a_published_table_is_reproduced() {
    let bench = Bench::new("reproduce");
    let dir = bench.path("results");
    let arguments = ["reproduce", "history-ads-1", "--trials", "2", "--seed", "3", "--out", &dir];
    let said = succeeded(&arguments);
    // Othello at 4 ply from the start: 669 nodes without ordering, 523 with Move-to-Front, 21.8 % saved.
    for part in [
        "table 1",
        "published",
        "measured",
        "none",
        "669",
        "ads:mtf",
        "523",
        "21.8",
        "Wilcoxon",
        "Move-to-Front saves nodes in",
    ] {
        assert!(said.contains(part), "no '{part}' in:\n{said}");
    }
    assert!(said.ends_with(&format!("report: {dir}/report.html\n")), "{said}");
    let first = snapshot(&dir);
    assert!(FILES.iter().all(|name| first.contains_key(*name)));
    let comparisons = String::from_utf8(first["comparisons.csv"].clone()).unwrap();
    assert!(
        comparisons.lines().any(|line| line.starts_with("history-ads-1,othello,") && line.contains(",669,"))
    );

    let again = program::run(&arguments);
    assert!(again.status.success());
    assert!(again.stdout == said.as_bytes(), "it says something else the second time");
    assert!(String::from_utf8_lossy(&again.stderr).contains("trials were there already"));
    assert!(snapshot(&dir) == first);
}
