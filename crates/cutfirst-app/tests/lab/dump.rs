//! Dumps: the same rows in every form, and the documentation's figure drawn from them.

use std::fs;
use std::process::Command;

use crate::bench::{Bench, SMALL, dump, refused_with, rows, succeeded};
use crate::program;

#[test]
fn every_form_has_the_same_rows() {
    let bench = Bench::new("dump");
    let dir = bench.finished("results", SMALL);
    let table = dump(&dir);
    let lines = succeeded(&["lab", "dump", &dir, "--format", "jsonl"]);
    assert_eq!(lines.lines().count(), rows(&table));
    let names: Vec<_> = table.lines().next().expect("names").split(',').collect();
    let object: serde_json::Value =
        serde_json::from_str(lines.lines().next().expect("a row")).expect("an object");
    assert!(names.iter().all(|name| !object[*name].is_null()), "{names:?}, {object}");
    let parquet = program::run(&["lab", "dump", &dir, "--format", "parquet"]).stdout;
    assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
    refused_with(&["lab", "dump", &dir, "--format", "xlsx"], "choose csv, jsonl or parquet");
}

/// Where there is a Python with what the example needs.
#[test]
fn the_documentations_figure_is_drawn() {
    let python = std::env::var("PYTHON").unwrap_or("python3".to_owned());
    let needs = "import matplotlib, polars";
    if !Command::new(&python).args(["-c", needs]).output().is_ok_and(|output| output.status.success()) {
        eprintln!("not tested: there is no {python} with {needs}");
        return;
    }
    let bench = Bench::new("figure");
    let dir = bench.finished("results", SMALL);
    let parquet = program::run(&["lab", "dump", &dir, "--format", "parquet"]).stdout;
    let guide = include_str!("../../../../docs/RESULTS.md");
    let script =
        guide.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).expect("the example");
    let (script, rows) = (bench.write("figure.py", script), bench.path("results.parquet"));
    fs::write(&rows, parquet).expect("room for a file");
    let figure = bench.path("savings.svg");
    let drawn = Command::new(&python).args([&script, &rows, &figure]).output().expect("Python runs");
    assert!(drawn.status.success(), "{}", String::from_utf8_lossy(&drawn.stderr));
    assert!(fs::read_to_string(figure).expect("a figure").contains("<svg"));
}
