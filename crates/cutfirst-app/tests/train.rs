//! `cutfirst train` through the real binary: files that can be had again, used everywhere, and refused where they do not fit.

mod program;

use std::fs;
use std::path::PathBuf;

use program::run;

/// A directory of the test's own.
fn place(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("train-{name}"));
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

fn done(line: &str) -> String {
    let output = run(&words(line));
    assert_eq!(output.status.code(), Some(0), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(line: &str) -> String {
    let output = run(&words(line));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{line}: {errors}");
    assert!(output.stdout.is_empty() && errors.lines().count() == 1, "{line}: {errors}");
    errors
}

#[test]
fn files_are_the_same_however_they_came_about_and_fit_one_game() {
    let dir = place("files");
    let file = |name: &str| dir.join(name).display().to_string();
    let (one, two) = (file("one.safetensors"), file("two.safetensors"));
    let said = done(&format!("train othello --rounds 2 --effort 1 --seed 5 --threads 1 --out {one}"));
    assert!(said.contains("written: "), "{said}");
    // Round by round, on other threads.
    done(&format!("train othello --rounds 1 --effort 1 --seed 5 --threads 2 --out {two}"));
    done(&format!("train othello --rounds 2 --effort 1 --seed 5 --threads 3 --out {two}"));
    let bytes = fs::read(&one).unwrap();
    assert!(bytes == fs::read(&two).unwrap());
    for other in ["--seed 6", "--seed 5 --nodes 900"] {
        let errors = refused(&format!("train othello --rounds 3 --effort 1 {other} --out {two}"));
        assert!(errors.contains("another plan"), "{errors}");
    }

    let search = done(&format!("search othello --depth 4 --evaluation {one} --json"));
    assert!(search.contains("one.safetensors"), "{search}");
    done(&format!(
        "match othello --player evaluation={one} --player depth=1 --depth 1 --games 2 --threads 1"
    ));

    assert!(
        refused(&format!("search abalone --depth 2 --evaluation {one}")).contains("rules '', not 'eject=6'")
    );
    assert!(
        refused("search othello --depth 2 --evaluation missing.safetensors").contains("missing.safetensors")
    );
    let short = file("short.safetensors");
    fs::write(&short, &bytes[..bytes.len() / 2]).unwrap();
    assert!(refused(&format!("search othello --depth 2 --evaluation {short}")).contains("cut off"));
    fs::write(&short, b"{}").unwrap();
    assert!(
        refused(&format!("search othello --depth 2 --evaluation {short}")).contains("no safetensors file")
    );
    // Weights of another number of players.
    let three = file("three.safetensors");
    done(&format!(
        "train virus --players 3 --variant size=3 --rounds 1 --effort 1 --threads 2 --out {three}"
    ));
    done(&format!("search virus --players 3 --variant size=3 --depth 3 --evaluation {three}"));
    let wrong = refused(&format!("search virus --players 2 --variant size=3 --depth 3 --evaluation {three}"));
    assert!(wrong.contains("players '3', not '2'"), "{wrong}");
    let wrong = refused(&format!("search virus --players 3 --depth 3 --evaluation {three}"));
    assert!(wrong.contains("size=3"), "{wrong}");
}

#[test]
fn a_prior_is_the_same_every_time_and_comes_along_with_weights() {
    let dir = place("prior");
    let file = |name: &str| dir.join(name).display().to_string();
    let (one, two) = (file("one.safetensors"), file("two.safetensors"));
    let prior = "train virus --variant size=4 --prior --effort 1 --seed 3 --out";
    done(&format!("{prior} {one}"));
    done(&format!("{prior} {two}"));
    assert!(fs::read(&one).unwrap() == fs::read(&two).unwrap());
    // It is no evaluation.
    let wrong = refused(&format!("search virus --variant size=4 --depth 2 --evaluation {one}"));
    assert!(wrong.contains("format"), "{wrong}");
    done(&format!("train virus --variant size=4 --rounds 1 --effort 1 --threads 1 --out {two}"));
    let search = "search virus --variant size=4 --depth 4 --order tt+gravity:learned --evaluation";
    let nodes = |evaluation: &str| {
        let said: serde_json::Value =
            serde_json::from_str(&done(&format!("{search} {evaluation} --json"))).unwrap();
        assert_eq!(said["order"], "tt+gravity:learned");
        said["nodes"]["total"].as_u64().unwrap()
    };
    // Where nothing was learned, the game's classes do.
    assert!(nodes(&two) > 0 && nodes("play") > 0);
}

#[test]
fn a_place_that_cannot_be_written_to_is_told_at_the_start() {
    let dir = place("no-place");
    fs::write(dir.join("file"), "").unwrap();
    fs::create_dir(dir.join("taken.safetensors")).unwrap();
    let train = "train virus --players 2 --variant size=3 --effort 1";
    for name in ["file/x.safetensors", "taken.safetensors"] {
        let out = dir.join(name).display().to_string();
        for what in ["--rounds 1 --threads 1", "--prior"] {
            // Before any round: that would be another line.
            let errors = refused(&format!("{train} {what} --out {out}"));
            assert!(errors.contains("--out: cannot write"), "{errors}");
        }
        assert!(
            refused(&format!("search othello --depth 1 --trace {out}")).contains("--trace: cannot write")
        );
    }
    // A directory is made, as for everything else.
    let out = dir.join("new/x.safetensors").display().to_string();
    done(&format!("{train} --rounds 1 --out {out}"));
    assert!(dir.join("new/x.safetensors").is_file());
    done(&format!("search othello --depth 1 --trace {}", dir.join("other/trace.json").display()));
}

#[test]
fn rude_input() {
    for (line, hint) in [
        ("train othello", "--out"),
        ("train chess --out x.safetensors", "unknown game 'chess'"),
        ("train othello --out x.bin", "ends in '.safetensors'"),
        ("train othello --rounds 0 --out x.safetensors", "--rounds must be from 1 to 1000000, not 0"),
        ("train othello --minutes 0 --out x.safetensors", "--minutes must be from 1 to"),
        ("train othello --effort 4294967295 --out x.safetensors", "--effort must be from 1 to"),
        ("train othello --nodes 0 --out x.safetensors", "--nodes must be from 1 to"),
        ("train othello --rounds 1 --minutes 1 --out x.safetensors", "cannot be used with"),
        ("train othello --players 3 --rounds 1 --out x.safetensors", "2 players"),
        ("train othello --teacher guess --rounds 1 --out x.safetensors", "unknown othello evaluation"),
        ("train othello --prior --rounds 1 --out x.safetensors", "cannot be used with"),
        ("train virus --variant size=99 --rounds 1 --out x.safetensors", "from 3 to 8"),
    ] {
        let errors = refused(line);
        assert!(errors.contains(hint), "{line}: {errors}");
    }
}
