//! Every conversation that fuzzing has kept, in every ordinary test run.

use std::fs;
use std::path::Path;

#[expect(unreachable_pub, reason = "it is also a fuzz target's")]
#[path = "../../../../fuzz/src/protocols.rs"]
mod protocols;

#[test]
fn conversations_of_any_kind_come_to_an_end() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/protocols");
    let mut paths: Vec<_> =
        fs::read_dir(corpus).expect("the corpus").map(|case| case.expect("a case").path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        // Shown only if the check fails.
        println!("{}", path.display());
        protocols::check(&fs::read(&path).expect("a readable case"));
    }
}
