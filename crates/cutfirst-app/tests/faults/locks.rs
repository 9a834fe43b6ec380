//! Somebody looks into results with another program and does not let go of them.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::work::{Kind, Place, Running, Work, can};

/// Reads as any SQLite client would, says so, and holds on until its input ends.
const READER: &str = "
import sqlite3, sys
base = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=0.5)
base.execute('BEGIN')
base.execute('SELECT count(*) FROM meta').fetchall()
print('held', flush=True)
sys.stdin.read()
";

/// A reader, if whoever writes lets it begin.
fn reader(file: &str) -> Option<Child> {
    let mut reader = Command::new("python3")
        .args(["-c", READER, file])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("python3 starts");
    let mut line = String::new();
    BufReader::new(reader.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
    if line != "held\n" {
        let _ = reader.wait();
        return None;
    }
    Some(reader)
}

/// A reader of work under way, which stands still until the reader has begun; none if it is over first.
fn caught(running: &mut Running, work: &Work) -> Option<Child> {
    let file = work.file().to_str().expect("a path in UTF-8").to_owned();
    while !running.has_ended() {
        running.meddle("kill", &["-s", "STOP"]);
        let reader = reader(&file);
        running.meddle("kill", &["-s", "CONT"]);
        if reader.is_some() {
            return reader;
        }
        // It stood still in the middle of a transaction.
        sleep(Duration::from_millis(3));
    }
    None
}

fn let_go(mut reader: Child) {
    reader.stdin.take().expect("its input").flush().expect("it runs");
    assert!(reader.wait().expect("a child of ours").success());
}

fn is_waited_for(kind: Kind, stops: bool) {
    if !can("Python with SQLite", "python3 -c 'import sqlite3'") {
        return;
    }
    let place = Place::new(&format!("lock-{kind:?}-{stops}"));
    let work = Work::new(kind, &place, "work");
    let mut running = work.start();
    running.wait_for_growth(&work);
    let Some(reader) = caught(&mut running, &work) else {
        eprintln!("skipped: {kind:?} was over before anybody could read");
        return;
    };
    // SQLite itself waits for five seconds.
    while !running.said().contains("waiting for another program that has ") {
        if running.has_ended() {
            let (code, said) = running.end();
            assert_eq!(code, 0, "a reader ends it: {said}");
            eprintln!("skipped: {kind:?} had nothing more to store");
            return let_go(reader);
        }
        sleep(Duration::from_millis(50));
    }
    if stops {
        running.meddle("kill", &["-s", "INT"]);
        let (code, said) = running.end();
        assert_eq!(code, 130, "{said}");
        let_go(reader);
        return work.goes_on_from_what_was_stored();
    }
    let_go(reader);
    let (code, said) = running.end();
    assert_eq!(code, 0, "{said}");
    assert_eq!(said.matches("waiting for another program").count(), 1, "it is said once: {said}");
    assert!(work.result() == kind.undisturbed().result, "{kind:?}: another end");
}

#[test]
fn a_run_waits_for_a_reader() {
    is_waited_for(Kind::Plan, false);
}

#[test]
fn a_match_waits_for_a_reader() {
    is_waited_for(Kind::Match, false);
}

#[test]
fn a_signal_ends_the_waiting() {
    is_waited_for(Kind::Plan, true);
    is_waited_for(Kind::Match, true);
}
