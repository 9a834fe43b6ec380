//! Tuning of windows.

use crate::bench::{Bench, read, refused_with, succeeded};

fn tune<'a>(dir: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let fixed = [
        "tune",
        "othello",
        "--depth",
        "3",
        "--player",
        "table=1",
        "--opponent",
        "plain depth=1",
        "--widths",
        "4000/4000",
        "--factor",
        "0.25",
        "--least",
        "200",
        "--games",
        "20",
        "--out",
        dir,
    ];
    [&fixed[..], more].concat()
}

#[test]
fn widths_are_narrowed_with_evidence_and_gone_on_with() {
    let bench = Bench::new("tune");
    let dir = bench.path("out");
    let first = succeeded(&tune(&dir, &[]));
    let outcome = read(&dir, "tuning.toml");
    let value: toml::Table = outcome.parse().expect("TOML");
    let steps = value["step"].as_array().unwrap();
    assert!(steps.len() >= 3, "{outcome}");
    assert_eq!(steps[0]["clip"].as_str(), Some("4000/4000"));
    assert_eq!(steps[1]["clip"].as_str(), Some("4000/1000"), "the level with most plies left comes first");
    assert_eq!(
        (value["complete"].as_bool(), value["unused_openings_from"].as_integer()),
        (Some(true), Some(10))
    );
    let kept = steps.iter().rfind(|step| step["kept"].as_bool() == Some(true)).unwrap();
    assert_eq!(kept["clip"], value["clip"]);
    for step in steps {
        let low = step["low"].as_float().unwrap();
        assert_eq!(step["kept"].as_bool(), Some(low > 0.5), "{step}");
        assert!(step["nodes"].as_float().unwrap() > 0.0);
    }
    assert!(first.contains(&format!("clip={}", value["clip"].as_str().unwrap())), "{first}");
    // Again: every match is there already, and nothing changes.
    assert_eq!(succeeded(&tune(&dir, &[])), first);
    assert_eq!(read(&dir, "tuning.toml"), outcome);
    refused_with(&tune(&dir, &["--seed", "2"]), "is of another tuning");
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let bench = Bench::new("tune-refused");
    let dir = bench.path("out");
    refused_with(
        &["tune", "othello", "--depth", "2", "--widths", "linear:5", "--out", &dir],
        "one width per level",
    );
    refused_with(
        &["tune", "othello", "--depth", "2", "--widths", "5/x", "--out", &dir],
        "linear:WIDTH or WIDTH/WIDTH",
    );
    let two = ["tune", "othello", "--depth", "3", "--widths", "5/5", "--out", &dir];
    refused_with(&[&two[..], &["--factor", "1"]].concat(), "--factor must be above 0 and below 1, not 1");
    refused_with(&[&two[..], &["--player", "algorithm=max-n"]].concat(), "player 'clipped'");
    let shallow = ["tune", "othello", "--depth", "1", "--widths", "5", "--player", "table=0", "--out", &dir];
    refused_with(&shallow, "--depth must be 2 or more, not 1");
    refused_with(&[&two[..], &["--player", "depth=2"]].concat(), "that is given by --depth");
    refused_with(&[&two[..], &["--player", "clip=5"]].concat(), "that is given by --widths");
    refused_with(&[&two[..], &["--least", "-1"]].concat(), "--least must be from 0 to below");
    refused_with(&[&two[..], &["--least", "5"]].concat(), "the widest of --widths, 5, not 5");
    let many = ["tune", "othello", "--depth", "2", "--widths", "5/5", "--out", &dir];
    refused_with(&many, "have at most 1 plies left");
    let equal = ["--player", "table=0", "--opponent", "table=0 depth=4", "--games", "6"];
    refused_with(&[&two[..], &equal].concat(), "does not beat the opponent; start with wider ones");
}
