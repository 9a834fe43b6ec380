//! Results of another plan, damaged files and files of others are refused and left as they are.

use std::fs;
use std::path::Path;

use cutfirst::random::Random;

use crate::bench::{Bench, SMALL, dump, refused, refused_with, snapshot, succeeded};
use crate::program;

const FILE: &str = "results.sqlite";

#[test]
fn another_plan_is_refused() {
    let bench = Bench::new("another-plan");
    let dir = bench.finished("results", SMALL);
    let before = snapshot(&dir);
    for (from, to, hint) in [
        ("seed = 5", "seed = 50", "line 2: stored 'seed = 5', given 'seed = 50'"),
        ("trials = 3", "trials = 4", "line 3: stored 'trials = 3', given 'trials = 4'"),
        ("\"small\"", "\"other\"", "line 1: "),
        ("\"paper\", ", "", "line 4: "),
        ("killer:2", "killer:3", "killer:3"),
        ("[2, 3]", "[2, 4]", "stored 'plies = [3]', given 'plies = [4]'"),
    ] {
        let other = bench.write("other.toml", SMALL.replace(from, to));
        let message = refused(&["lab", "run", &other, "--out", &dir]);
        assert!(
            message.contains("holds the results of another plan or match, which differs in line "),
            "{message}"
        );
        assert!(message.contains(hint), "{to}: {message}");
        assert!(snapshot(&dir) == before, "{to}: the stored results were touched");
    }
    // The same plan in other words is the same plan.
    let reworded =
        format!("# the same\r\n{}", SMALL.replace('\n', "\r\n").replace("\"killer:2\"", "'killer'"));
    let reworded = bench.write("reworded.toml", reworded);
    succeeded(&["lab", "run", &reworded, "--out", &dir]);
    assert!(snapshot(&dir) == before);
}

/// Nothing takes the directory for results, and nothing changes it.
fn is_left_alone(bench: &Bench, dir: &str, hint: &str) {
    let before = snapshot(dir);
    let plan = bench.write("plan.toml", SMALL);
    let merged = bench.path("merged");
    for arguments in [
        &["lab", "run", &plan, "--out", dir][..],
        &["lab", "resume", dir],
        &["lab", "report", dir],
        &["lab", "dump", dir],
        &["lab", "merge", dir, "--out", &merged],
    ] {
        refused_with(arguments, hint);
        assert!(snapshot(dir) == before, "{arguments:?} touched it");
    }
    assert!(!Path::new(&merged).exists());
}

#[test]
fn damaged_files_are_refused() {
    let bench = Bench::new("damaged");
    let dir = bench.finished("results", SMALL);
    let file = Path::new(&dir).join(FILE);
    let sound = fs::read(&file).unwrap();
    let flipped = |at: usize| {
        let mut bytes = sound.clone();
        bytes[at] ^= 1;
        bytes
    };
    // Everywhere, since SQLite leaves copies behind in space that it no longer uses.
    let garbled = |text: &[u8]| {
        let mut bytes = sound.clone();
        let places = sound.windows(text.len()).enumerate().filter(|(_, window)| *window == text);
        places.for_each(|(at, _)| bytes[at + text.len() - 1] ^= 1);
        assert!(bytes != sound, "its text");
        bytes
    };
    for (bytes, hint) in [
        // A row's arm, the plan's number of trials, and the first byte of the page in the middle.
        (garbled(b"10-roundpairedthreat"), "is damaged"),
        (garbled(b"trials = 3"), "is damaged"),
        (flipped(sound.len() / 2 / 4096 * 4096), "is damaged"),
        (sound[..sound.len() / 2].to_vec(), "is damaged"),
        (sound[..sound.len() - 4096].to_vec(), "is damaged"),
        (sound[..50].to_vec(), "is not a cutfirst result file"),
        (flipped(3), "it is not an SQLite file"),
        (flipped(63), "result format"),
    ] {
        fs::write(&file, bytes).unwrap();
        is_left_alone(&bench, &dir, hint);
    }
    fs::write(&file, &sound).unwrap();
    dump(&dir);
}

#[test]
fn no_flipped_byte_changes_a_row() {
    let bench = Bench::new("flips");
    let dir = bench.finished("results", SMALL);
    let expected = dump(&dir);
    let file = Path::new(&dir).join(FILE);
    let sound = fs::read(&file).unwrap();
    let mut random = Random::new(1);
    let mut refusals = 0;
    for _ in 0..60 {
        let mut bytes = sound.clone();
        let at = random.below(bytes.len());
        bytes[at] ^= 1 << random.below(8);
        fs::write(&file, &bytes).unwrap();
        let output = program::run(&["lab", "dump", &dir]);
        match output.status.code() {
            // Space that holds nothing can change unseen.
            Some(0) => assert!(output.stdout == expected.as_bytes(), "byte {at} changed the rows unseen"),
            _ => {
                refused(&["lab", "dump", &dir]);
                refusals += 1;
            }
        }
        assert!(fs::read(&file).unwrap() == bytes, "reading changed the file");
    }
    assert!(refusals > 10, "only {refusals} of 60 flips were seen");
}

#[test]
fn files_of_others_are_left_alone() {
    let bench = Bench::new("foreign");
    let mut other_database = b"SQLite format 3\0".to_vec();
    other_database.resize(4096, 0);
    for (name, bytes, hint) in [
        ("text", b"my diary\n".to_vec(), "it is not an SQLite file"),
        ("empty", Vec::new(), "it is empty"),
        ("database", other_database, "is not a cutfirst result file"),
    ] {
        let dir = bench.path(name);
        fs::create_dir(&dir).unwrap();
        fs::write(Path::new(&dir).join(FILE), bytes).unwrap();
        is_left_alone(&bench, &dir, hint);
    }
    let dir = bench.path("folder");
    fs::create_dir_all(Path::new(&dir).join(FILE)).unwrap();
    refused_with(&["lab", "dump", &dir], "it is not a plain file");
    let plan = bench.write("plan.toml", SMALL);
    refused_with(&["lab", "run", &plan, "--out", &dir], "it is not a plain file");
    refused_with(&["lab", "run", &plan, "--out", &plan], "creating the directory");
    assert_eq!(fs::read_to_string(&plan).unwrap(), SMALL);
}
