//! Parts that do not make a whole are not joined.

use std::path::Path;

use crate::bench::{Bench, SMALL, refused_with, snapshot, succeeded};

#[test]
fn what_does_not_fit_together_is_not_merged() {
    let bench = Bench::new("merge");
    let run = |name: &str, plan: &str, shard: &str| {
        let dir = bench.path(name);
        succeeded(&["lab", "run", plan, "--out", &dir, "--shard", shard, "--threads", "1"]);
        dir
    };
    let plan = bench.write("plan.toml", SMALL);
    let [one, two, three] =
        ["1/3", "2/3", "3/3"].map(|shard| run(&format!("part-{}", &shard[..1]), &plan, shard));
    let other_plan = bench.write("other.toml", SMALL.replace("seed = 5", "seed = 9"));
    let other = run("other-3", &other_plan, "3/3");
    let (missing, merged) = (bench.path("missing"), bench.path("merged"));

    for (parts, hint) in [
        (vec![&one, &three], "results are missing"),
        (vec![&one, &three], "(these are 1/3, 3/3)"),
        (vec![&one, &two, &other], "line 2 is 'seed = 5' in the first and 'seed = 9' in the second"),
        (vec![&one, &two, &missing], "there are no results in"),
        (vec![&one, &two, &plan], "there are no results in"),
        (vec![], "required"),
    ] {
        let parts: Vec<_> = parts.into_iter().map(String::as_str).collect();
        refused_with(&[&["lab", "merge"], &parts[..], &["--out", &merged]].concat(), hint);
        assert!(!Path::new(&merged).exists(), "a refused merge leaves nothing");
    }

    refused_with(&["lab", "merge", &one, &two, &three], "--out <DIR>");
    let before = snapshot(&one);
    refused_with(&["lab", "merge", &one, &two, &three, "--out", &one], "is not empty; name a new directory");
    assert!(snapshot(&one) == before, "a part is not overwritten");
    succeeded(&["lab", "merge", &one, &two, &three, "--out", &merged]);
    let before = snapshot(&merged);
    refused_with(&["lab", "merge", &one, &two, &three, "--out", &merged], "is not empty");
    assert!(snapshot(&merged) == before, "results are not overwritten");
}

#[test]
fn a_directory_keeps_its_part() {
    let bench = Bench::new("keeps-part");
    let (plan, dir) = (bench.write("plan.toml", SMALL), bench.path("part"));
    succeeded(&["lab", "run", &plan, "--out", &dir, "--shard", "2/5"]);
    let before = snapshot(&dir);
    for shard in ["1/5", "2/4", "1/1"] {
        let hint = format!("holds shard 2/5 of this plan, not shard {shard}");
        refused_with(&["lab", "run", &plan, "--out", &dir, "--shard", shard], &hint);
    }
    refused_with(&["lab", "run", &plan, "--out", &dir], "not shard 1/1");
    assert!(snapshot(&dir) == before);
}
