//! No more threads, from the start and when some are there.

use std::fs::{Permissions, set_permissions};
use std::os::unix::fs::PermissionsExt;

use crate::read_only::unprivileged;
use crate::work::{Place, complaint, shell};

#[test]
fn too_few_threads_are_named() {
    let place = Place::new("threads");
    // Nothing limits whoever may do everything.
    let Some(prefix) = unprivileged(&place) else { return };
    // All threads of a user count, so it is one of our own.
    let user = format!("{}", 60_000 + std::process::id() % 5000);
    let prefix = prefix.replace("65534", &user);
    let data = place.path("data");
    std::fs::create_dir(&data).expect("a directory");
    set_permissions(&data, Permissions::from_mode(0o777)).expect("our own file");
    let serve = format!("serve --port 0 --data {data}");
    for line in [
        "search othello --depth 5 --threads 4",
        "match othello --player depth=1 --player depth=2 --games 4 --threads 4",
        "engine othello",
        "engine othello --protocol gtp",
        &serve,
    ] {
        let words: Vec<_> = line.split(' ').collect();
        for threads in 1..=5 {
            // What is served with enough of them is ended after a while.
            let limit = format!("{prefix} prlimit --nproc={threads}");
            let script = format!("echo go depth 2 | timeout 5 {limit} \"$@\"");
            let output = shell(&script, &words);
            if !matches!(output.status.code(), Some(0 | 124)) || threads == 1 {
                let said = complaint(&output, 1);
                assert!(said.contains("no more threads can be started"), "{line}, {threads}: {said}");
            }
        }
    }
}
