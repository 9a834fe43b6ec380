//! A clock that is set back, and forth, while work is under way.

use std::process::Command;

use crate::work::{Kind, Place, Work, can, shell};

/// The clock of a process, a file whose content is read anew at every look at it.
fn with_clock(file: &str) -> String {
    format!(
        "export FAKETIME_TIMESTAMP_FILE={file} FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1; unset FAKETIME"
    )
}

#[test]
fn a_clock_that_jumps_changes_nothing() {
    if !can("another clock", "faketime --version") {
        return;
    }
    let library =
        Command::new("faketime").args(["now", "printenv", "LD_PRELOAD"]).output().expect("faketime");
    let library = String::from_utf8(library.stdout).expect("a path").trim().to_owned();
    let place = Place::new("clock");
    let clock = place.path("clock");
    for kind in Kind::ALL {
        let work = Work::new(kind, &place, &format!("{kind:?}"));
        std::fs::write(&clock, "+0").expect("a clock");
        // Ever further back, again and again, while it runs.
        let script = format!(
            "{}; export LD_PRELOAD={library}; \"$@\" & work=$!\n\
             days=0; while kill -0 $work 2>/dev/null; do days=$((days + 1)); echo \"-$((days % 3 * days))d\" > {clock}; \
             LD_PRELOAD= sleep 0.02; done; wait $work",
            with_clock(&clock)
        );
        let output = shell(&script, &work.words());
        assert_eq!(output.status.code(), Some(0), "{kind:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(work.result() == kind.undisturbed().result, "{kind:?}: the clock changed the result");
    }
}
