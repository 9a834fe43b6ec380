//! No room: a file that may not grow, and a file system that is full.

use crate::work::{Kind, Place, Work, can, complaint, shell};

/// Lets no file grow beyond so many bytes; writing then fails as on a full disk.
fn with_largest_file(bytes: u64, work: &Work) -> std::process::Output {
    shell(&format!("trap '' XFSZ; exec prlimit --fsize={bytes} \"$@\""), &work.words())
}

#[test]
fn a_file_that_may_not_grow_keeps_what_is_in_it() {
    let place = Place::new("size");
    for kind in Kind::ALL {
        let whole = kind.undisturbed().bytes;
        let work = Work::new(kind, &place, &format!("{kind:?}"));
        for share in [0, whole / 2, whole * 3 / 4] {
            let said = complaint(&with_largest_file(share, &work), 1);
            assert!(
                said.contains("cannot be written") && said.contains("so far is safe"),
                "{kind:?}: {said}"
            );
        }
        work.goes_on_from_what_was_stored();
    }
}

#[test]
fn a_report_without_room_says_how_to_write_it_later() {
    let place = Place::new("report");
    let work = Work::new(Kind::Plan, &place, "results");
    work.finish();
    // The results are complete, and the page is larger than this.
    let said = complaint(&with_largest_file(1000, &work), 1);
    let command = format!("the results are safe, and then: cutfirst lab report {}", work.dir);
    assert!(said.contains(&command), "{said}");
    work.goes_on();
}

#[test]
fn a_full_file_system_keeps_what_is_on_it() {
    if !can("a file system of one's own", "unshare -rm mount -t tmpfs none /mnt") {
        return;
    }
    for kind in Kind::ALL {
        let place = Place::new(&format!("full-{kind:?}"));
        let inside = Work::new(kind, &place, "disk/results");
        let outside = Work::new(kind, &place, "saved");
        let script = format!(
            "set -e; mkdir {disk}; mount -t tmpfs -o size={size} none {disk}\n\
             code=0; \"$@\" || code=$?\n\
             cp -r {disk}/results {saved}; exit $code",
            disk = place.path("disk"),
            // Half of the file, and half as much again for the journal.
            size = kind.undisturbed().bytes * 3 / 4 / 4096 * 4096,
            saved = outside.dir,
        );
        let words =
            [&["-rm", "sh", "-c", &script, "sh", env!("CARGO_BIN_EXE_cutfirst")][..], &inside.words()];
        let output = std::process::Command::new("unshare").args(words.concat()).output().expect("unshare");
        let said = complaint(&output, 1);
        assert!(said.contains("the disk is full") && said.contains("so far is safe"), "{kind:?}: {said}");
        outside.goes_on_from_what_was_stored();
    }
}
