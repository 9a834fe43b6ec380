//! Out of file handles, from the start and in the middle.

use crate::work::{Kind, Place, Work, complaint, complaint_in, shell};

#[test]
fn too_few_file_handles_are_named_and_lose_nothing() {
    let place = Place::new("handles");
    for kind in Kind::ALL {
        let work = Work::new(kind, &place, &format!("{kind:?}"));
        let mut refusals = 0;
        // Three are taken by input, output and errors, and some by the system's loader, which must succeed.
        for handles in 4..=10 {
            let output = shell(&format!("ulimit -n {handles}; exec \"$@\""), &work.words());
            if output.status.code() == Some(0) {
                continue;
            }
            let said = complaint(&output, 1).to_lowercase();
            assert!(said.contains("too many") && said.contains("open"), "{kind:?}, {handles}: {said}");
            refusals += 1;
        }
        assert!((1..7).contains(&refusals), "{kind:?}: {refusals}");
        work.goes_on();
    }
}

#[test]
fn file_handles_that_run_out_in_the_middle_lose_nothing() {
    let place = Place::new("handles-middle");
    for kind in [Kind::Plan, Kind::Match] {
        // On a busy machine the work may be over before the limit is set: then once more.
        for attempt in 0..5 {
            let work = Work::new(kind, &place, &format!("{kind:?}-{attempt}"));
            let mut run = work.start();
            run.wait_for_growth(&work);
            run.meddle("prlimit", &["--nofile=3", "--pid"]);
            let (code, said) = run.end();
            if code == 0 {
                continue;
            }
            assert_eq!(code, 1, "{kind:?}: {said}");
            let said = complaint_in(&said).to_lowercase();
            // While storing, or, if that was just over, while writing what was played.
            let stored = said.contains("too many files are open") && said.contains("so far is safe");
            let reported = said.contains("cannot write") && said.contains("too many open files");
            assert!(stored || reported, "{said}");
            work.goes_on_from_what_was_stored();
            break;
        }
    }
}
