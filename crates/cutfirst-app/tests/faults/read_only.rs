//! Directories that may not be written to.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::work::{Kind, Place, Work, can, complaint, shell};

/// Whoever may write anywhere gives that up first.
const UNPRIVILEGED: &str = "setpriv --reuid=65534 --regid=65534 --clear-groups";

fn mode(path: impl AsRef<Path>, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("our own file");
}

/// Something that runs the program without the right to write anywhere; none if that is impossible here.
pub(crate) fn unprivileged(place: &Place) -> Option<String> {
    let closed = place.path("closed");
    fs::create_dir(&closed).expect("a directory");
    mode(&closed, 0o555);
    let is_privileged = fs::write(Path::new(&closed).join("file"), "").is_ok();
    let program = env!("CARGO_BIN_EXE_cutfirst");
    match is_privileged {
        false => Some(String::new()),
        true => can("an unprivileged user", &format!("{UNPRIVILEGED} {program} --version"))
            .then(|| UNPRIVILEGED.to_owned()),
    }
}

#[test]
fn a_directory_that_may_not_be_written_to_is_refused() {
    let place = Place::new("read-only");
    let Some(prefix) = unprivileged(&place) else { return };
    let script = format!("exec {prefix} \"$@\"");
    for kind in Kind::ALL {
        for name in ["closed", "closed/new"] {
            let said = complaint(&shell(&script, &Work::new(kind, &place, name).words()), 2);
            assert!(said.contains(name) && said.contains("Permission denied"), "{kind:?}: {said}");
        }
    }
    // What is written at the end is tried at the start.
    for line in [
        "rank othello --depth 1 --positions 1 --turns 1 --order none --order killer --out CLOSED",
        "train virus --players 2 --variant size=3 --rounds 1 --effort 1 --out CLOSED/x.safetensors",
        "train virus --players 2 --variant size=3 --prior --effort 1 --out CLOSED/x.safetensors",
        "search othello --depth 1 --trace CLOSED/trace.json",
    ] {
        let line = line.replace("CLOSED", &place.path("closed"));
        let said = complaint(&shell(&script, &line.split(' ').collect::<Vec<_>>()), 2);
        assert!(said.contains(": cannot write") && said.contains("Permission denied"), "{line}: {said}");
    }
    let closed = place.path("closed/data");
    let said = complaint(&shell(&script, &["serve", "--port", "0", "--data", &closed]), 2);
    assert!(said.contains("cannot keep games in") && said.contains("choose another --data"), "{said}");
}

#[test]
fn results_that_may_only_be_read_can_be_read() {
    let place = Place::new("only-read");
    let Some(prefix) = unprivileged(&place) else { return };
    let script = format!("exec {prefix} \"$@\"");
    let work = Work::new(Kind::Plan, &place, "results");
    work.finish();
    for entry in fs::read_dir(&work.dir).expect("results") {
        mode(entry.expect("a file").path(), 0o444);
    }
    mode(&work.dir, 0o555);
    let dump = shell(&script, &["lab", "dump", &work.dir]);
    assert!(dump.stdout == Kind::Plan.undisturbed().result.as_bytes(), "{dump:?}");
    let said = complaint(&shell(&script, &["lab", "report", &work.dir]), 1);
    assert!(said.contains("Permission denied") && said.contains("the results are safe"), "{said}");
    let said = complaint(&shell(&script, &work.words()), 2);
    assert!(said.contains("Permission denied"), "{said}");
    mode(&work.dir, 0o755);
}
