//! Every case that fuzzing has kept, through the same checks, in every ordinary test run.

use std::fs;
use std::path::Path;

#[expect(unreachable_pub, reason = "it is also a crate of its own")]
#[path = "../../../fuzz/src/lib.rs"]
mod checks;

/// Runs a check on all cases of a corpus.
fn replay(target: &str, check: fn(&[u8])) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let cases = fs::read_dir(&corpus).unwrap_or_else(|error| panic!("{}: {error}", corpus.display()));
    let mut paths: Vec<_> = cases.map(|case| case.expect("a case").path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{target} has no cases");
    for path in paths {
        // Shown only if the check fails.
        println!("{}", path.display());
        check(&fs::read(&path).expect("a readable case"));
    }
}

#[test]
fn positions() {
    replay("positions", checks::positions::check);
}

#[test]
fn moves() {
    replay("moves", checks::moves::check);
}

#[test]
fn games() {
    replay("games", checks::games::check);
}

#[test]
fn orders() {
    replay("orders", checks::orders::check);
}

#[test]
fn players() {
    replay("players", checks::players::check);
}

#[test]
fn plans() {
    replay("plans", checks::plans::check);
}

#[test]
fn cuts() {
    replay("cuts", checks::cuts::check);
}

#[test]
fn results() {
    replay("results", checks::results::check);
}

#[test]
fn weights() {
    replay("weights", checks::weights::check);
}
