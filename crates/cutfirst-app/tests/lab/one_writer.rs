//! One process writes into a directory; others may read.

use crate::bench::{Bench, ENDLESS, Running, refused_with, rows, succeeded};

#[test]
fn a_directory_in_use_is_refused_but_can_be_read() {
    let bench = Bench::new("one-writer");
    let (plan, dir) = (bench.write("plan.toml", ENDLESS), bench.path("results"));
    let arguments = ["lab", "run", &plan, "--out", &dir, "--threads", "2"];
    let mut run = Running::start(&arguments, &bench.path("errors"));
    run.wait_for_rows(&dir);

    refused_with(&arguments, "another cutfirst process is writing to");
    refused_with(&["lab", "resume", &dir], "another cutfirst process is writing to");
    let merged = bench.path("merged");
    refused_with(&["lab", "merge", &dir, "--out", &merged], "results are missing");
    let report = succeeded(&["lab", "report", &dir]);
    assert!(report.contains("report.html"), "{report}");
    assert_eq!(run.ended(), None, "it goes on undisturbed: {}", run.said());

    run.kill();
    // The lock goes with its process, however that ends.
    let mut next = Running::start(&arguments, &bench.path("errors"));
    next.wait_for_rows(&dir);
    next.kill();
    let stored = rows(&crate::bench::dump(&dir));
    assert!(stored > 0);
    let message = format!("{} of 7 results are missing", 7 - stored);
    refused_with(&["lab", "merge", &dir, "--out", &merged], &message);
    assert!(!std::path::Path::new(&merged).exists());
}
