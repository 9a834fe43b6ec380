//! Two processes with one directory.

use crate::program;
use crate::work::{Kind, Place, Work, complaint};

#[test]
fn the_second_process_is_refused_and_the_first_goes_on() {
    let place = Place::new("two");
    for kind in Kind::ALL {
        let work = Work::new(kind, &place, &format!("{kind:?}"));
        let mut first = work.start();
        first.wait_for_growth(&work);
        // It rests meanwhile, since it may be quick.
        first.meddle("kill", &["-s", "STOP"]);
        if !first.has_ended() {
            let said = complaint(&program::run(&work.words()), 2);
            assert!(said.contains("another cutfirst process is writing to"), "{kind:?}: {said}");
        }
        first.meddle("kill", &["-s", "CONT"]);
        let (code, said) = first.end();
        assert_eq!(code, 0, "{kind:?}: {said}");
        assert!(work.result() == kind.undisturbed().result, "{kind:?}");
    }
}
