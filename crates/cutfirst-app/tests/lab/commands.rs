//! Wrong command lines of `lab` and `reproduce`.

use std::path::Path;

use crate::bench::{Bench, SMALL, refused_with};

#[test]
fn numbers_and_shards() {
    let bench = Bench::new("commands");
    let (plan, out) = (bench.write("plan.toml", SMALL), bench.path("out"));
    for (flag, value, hint) in [
        ("--shard", "0/3", "the I of I/3 goes from 1 to 3"),
        ("--shard", "4/3", "there is no shard 4 of 3"),
        ("--shard", "1/0", "the N of I/N is 1 or more"),
        ("--shard", "x", "not of the form I/N, such as 2/3"),
        ("--shard", "", "not of the form I/N"),
        ("--shard", "-1/3", "not of the form I/N"),
        ("--shard", "1/2/3", "not of the form I/N"),
        ("--threads", "0", "--threads must be at least 1"),
        ("--threads", "-1", "--threads"),
        ("--threads", "x", "give a whole number"),
        ("--trials", "3", "--trials"),
    ] {
        refused_with(&["lab", "run", &plan, "--out", &out, flag, value], hint);
    }
    refused_with(&["lab", "run", &plan], "--out <DIR>");
    refused_with(&["lab", "run", "--out", &out], "<PLAN>");
    refused_with(&["lab"], "run, resume, merge, report, dump, split, status");
    refused_with(&["lab", "frob"], "unknown command 'frob'");
    for command in ["resume", "report", "dump"] {
        refused_with(&["lab", command, &out], "there are no results in");
        refused_with(&["lab", command], "<DIR>");
    }
    refused_with(&["lab", "report", &out, &out], "unexpected argument");
    assert!(!Path::new(&out).exists());
}

#[test]
fn tables_of_reproduce() {
    let bench = Bench::new("tables");
    let out = bench.path("out");
    for (arguments, hint) in [
        (&["nonsense"][..], "unknown table 'nonsense'; choose all, history-ads-1 … history-ads-14"),
        (&[""], "unknown table ''"),
        (&["history-ads-15"], "choose all"),
        (&["history-ads-1", "nonsense"], "unknown table 'nonsense'"),
        (&["all", "history-ads-1"], "'all' stands alone"),
        (&["history-ads-1", "--trials", "0"], "--trials must be from 1 to 1000000, not 0"),
        (&["history-ads-1", "--trials", "1000001"], "--trials must be from 1 to 1000000"),
        (&["all", "--trials", "1000000"], "a plan has at most 10000000"),
        (&["history-ads-1", "--trials", "-1"], "invalid value '-1' for '--trials <N>'"),
        (&["history-ads-1", "--trials", "many"], "give a whole number"),
        (&["history-ads-1", "--seed", "-1"], "invalid value '-1' for '--seed <S>'"),
        (&["history-ads-1", "--threads", "0"], "--threads must be at least 1"),
        (&["history-ads-1", "--reading", "x"], "--reading"),
        (&["history-ads-1", "--shard", "1/2"], "--shard"),
    ] {
        refused_with(&[&["reproduce"], arguments, &["--out", &out]].concat(), hint);
    }
    assert!(!Path::new(&out).exists());
}
