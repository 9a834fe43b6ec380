//! Files that are not what they should be are refused, and not touched.

use std::fs;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use rusqlite::Connection;

use super::scratch::Scratch;
use super::store_tests::{dumped, plan, row};
use super::*;

fn small_store() -> (Scratch, Vec<u8>) {
    let dir = Scratch::new().unwrap();
    let mut store = Store::open(dir.path(), &plan("game = \"virus\"\n", "1/1")).unwrap();
    for trial in 0..6 {
        store.add(&[row("virus/4", "none", trial), row("virus/4", "ads", trial)]).unwrap();
    }
    drop(store);
    let bytes = fs::read(dir.path().join(Row::FILE)).unwrap();
    (dir, bytes)
}

/// Tries all ways to open a file with this content; returns the common message after having checked
/// that the file is as it was.
fn refusal(content: &[u8]) -> String {
    let dir = Scratch::new().unwrap();
    fs::write(dir.path().join(Row::FILE), content).unwrap();
    let read = Results::read(dir.path()).unwrap_err().to_string();
    let run = Store::open(dir.path(), &plan("p", "1/1")).unwrap_err().to_string();
    assert_eq!(read, run);
    assert_eq!(read.lines().count(), 1, "{read}");
    assert!(read.contains("results.sqlite"), "{read}");
    assert_eq!(fs::read(dir.path().join(Row::FILE)).unwrap(), content);
    let left: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| name == Row::FILE || name == ".lock"), "{left:?}");
    read
}

fn sqlite_file(script: &str) -> Vec<u8> {
    let dir = Scratch::new().unwrap();
    let path = dir.path().join("file");
    Connection::open(&path).unwrap().execute_batch(script).unwrap();
    fs::read(path).unwrap()
}

/// A copy of a good file after a script.
fn altered(script: &str) -> Vec<u8> {
    let (dir, _) = small_store();
    let path = dir.path().join(Row::FILE);
    Connection::open(&path).unwrap().execute_batch(script).unwrap();
    fs::read(path).unwrap()
}

#[test]
fn foreign_files_are_refused() {
    assert!(refusal(b"").contains("it is empty"));
    assert!(refusal(b"hello\n").contains("not an SQLite file"));
    assert!(refusal(&[0xff; 5000]).contains("not an SQLite file"));
    assert!(refusal(&sqlite_file("CREATE TABLE trial (x)")).contains("another program's SQLite file"));
    assert!(
        refusal(&sqlite_file("PRAGMA journal_mode=WAL; CREATE TABLE t (x)")).contains("another program's")
    );
    for format in [1, 3] {
        let refusal = refusal(&altered(&format!("PRAGMA user_version = {format}")));
        assert!(refusal.contains(&format!("has result format {format}")), "{refusal}");
        assert!(refusal.ends_with("or run the plan anew in another directory"), "{refusal}");
    }
    let dir = Scratch::new().unwrap();
    fs::create_dir(dir.path().join(Row::FILE)).unwrap();
    assert!(Results::read(dir.path()).unwrap_err().to_string().contains("not a plain file"));
}

#[test]
fn edited_files_are_refused() {
    let cases = [
        ("UPDATE trial SET nodes = 1 WHERE trial = 3 AND arm = 'ads'", "not what was written"),
        ("UPDATE trial SET design = 'paper'", "not what was written"),
        ("UPDATE trial SET design = 'other'", "virus/4 other ads 0 is not one of ours"),
        ("UPDATE trial SET levels = 'x'", "is not one of ours"),
        ("UPDATE trial SET trial = -1 WHERE trial = 5", "is not one of ours"),
        ("UPDATE trial SET cell = 'c\nd', levels = '' WHERE trial = 5", r"c\nd paired"),
        ("DELETE FROM trial WHERE trial = 4", "not what was written"),
        ("UPDATE meta SET value = '0' WHERE name = 'digest'", "not what was written"),
        ("DELETE FROM meta WHERE name = 'digest'", "not what was written"),
        ("UPDATE meta SET value = 'game' WHERE name = 'plan'", "not what was written"),
        ("UPDATE meta SET value = '1/2' WHERE name = 'shard'", "not what was written"),
        ("DELETE FROM meta WHERE name = 'plan'", "it has no plan"),
        ("DROP TABLE trial", "no such table"),
        ("ALTER TABLE trial DROP COLUMN nodes", "no such column"),
    ];
    for (script, part) in cases {
        let message = refusal(&altered(script));
        assert!(message.contains("is damaged") && message.contains(part), "{script}: {message}");
    }
    // What harmless tools do is no damage.
    for script in ["VACUUM", "ANALYZE", "REINDEX"] {
        let dir = Scratch::new().unwrap();
        fs::write(dir.path().join(Row::FILE), altered(script)).unwrap();
        assert_eq!(Results::read(dir.path()).unwrap().count().unwrap(), 12);
    }
}

#[test]
fn truncated_files_are_refused() {
    let (_, bytes) = small_store();
    for length in (0..150).chain((150..bytes.len()).step_by(97)).chain([bytes.len() - 1]) {
        let message = refusal(&bytes[..length]);
        assert!(message.contains("damaged") || length < 100, "{length}: {message}");
    }
}

#[test]
fn no_flipped_byte_changes_what_is_read() {
    let (dir, bytes) = small_store();
    let path = dir.path().join(Row::FILE);
    let good = dumped(&Results::read(dir.path()).unwrap());
    // One byte in place: rewriting the file each time would wait for the disk.
    let mut file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    let mut set = |place: usize, byte: u8| {
        file.seek(SeekFrom::Start(place as u64)).unwrap();
        file.write_all(&[byte]).unwrap();
    };
    let (mut refused, mut changed) = (0, bytes.clone());
    for place in 0..bytes.len() {
        // Of the long empty stretches, which hold nothing, a sample will do.
        let around = &bytes[place.saturating_sub(16)..bytes.len().min(place + 16)];
        if place % 16 != 0 && around.iter().all(|byte| *byte == 0) {
            continue;
        }
        // A different pattern at each place, from one bit to all of them.
        changed[place] ^= [0x01, 0xff, 0x80, 0x20, 0x03][place % 5];
        set(place, changed[place]);
        match Results::read(dir.path()) {
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().contains(char::is_control), "{place}: {error}");
            }
            Ok(results) => {
                assert_eq!(dumped(&results), good, "{place}");
                assert_eq!(results.plan().text, "game = \"virus\"\n", "{place}");
            }
        }
        assert!(fs::read(&path).unwrap() == changed, "{place}: the reader wrote");
        changed[place] = bytes[place];
        set(place, bytes[place]);
    }
    // Every byte of the rows themselves was among them.
    assert!(refused > 1500, "{refused}");
}

/// Copies what is in a directory in the middle of a transaction: what a killed process leaves.
fn killed_in_mid_write(store: &mut Store, to: &Path) {
    let path = store.path().to_owned();
    let connection = store.results.0.connection();
    connection.execute_batch("PRAGMA cache_size = 2; BEGIN IMMEDIATE").unwrap();
    for trial in 100..400 {
        let values = row("virus/4", "none", trial).values();
        let insert = "INSERT INTO trial VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)";
        connection.execute(insert, rusqlite::params_from_iter(values)).unwrap();
    }
    connection.execute_batch("UPDATE trial SET nodes = 0").unwrap();
    for name in [Row::FILE, "results.sqlite-journal"] {
        fs::copy(path.with_file_name(name), to.join(name)).unwrap();
    }
    connection.execute_batch("ROLLBACK").unwrap();
}

#[test]
fn what_a_killed_process_left_is_read_and_rolled_back() {
    let (dir, before) = small_store();
    let mut store = Store::open(dir.path(), &plan("game = \"virus\"\n", "1/1")).unwrap();
    let good = dumped(&store);
    let other = Scratch::new().unwrap();
    killed_in_mid_write(&mut store, other.path());
    let (path, journal) = (other.path().join(Row::FILE), other.path().join("results.sqlite-journal"));
    assert_ne!(fs::read(&path).unwrap(), before);
    assert!(journal.exists());

    // Whoever comes next takes it back.
    let results = Results::read(other.path()).unwrap();
    assert_eq!(dumped(&results), good);
    assert!(!journal.exists());
    drop(results);
    let mut resumed = Store::open(other.path(), &plan("game = \"virus\"\n", "1/1")).unwrap();
    assert_eq!(dumped(&resumed), good);
    resumed.add(&[row("virus/4", "none", 6)]).unwrap();
    store.add(&[row("virus/4", "none", 6)]).unwrap();
    assert_eq!(dumped(&resumed), dumped(&store));
}

/// Two pages that have changed places have rows in the wrong order: such a file must not be written to.
#[test]
fn swapped_pages_are_refused() {
    let dir = Scratch::new().unwrap();
    let mut store = Store::open(dir.path(), &plan("p", "1/1")).unwrap();
    let rows: Vec<_> = (0..400).map(|trial| row("virus/4", "none", trial)).collect();
    store.add(&rows).unwrap();
    drop(store);
    let good = fs::read(dir.path().join(Row::FILE)).unwrap();
    let size = usize::from(u16::from_be_bytes([good[16], good[17]]));
    // Leaves of tables without row numbers and of indexes are of kind 10.
    let leaves: Vec<usize> = (1..good.len() / size).filter(|page| good[page * size] == 10).collect();
    assert!(leaves.len() > 4, "{leaves:?}");
    for pair in leaves.windows(2) {
        let mut swapped = good.clone();
        let [a, b] = [pair[0] * size, pair[1] * size];
        swapped[a..a + size].copy_from_slice(&good[b..b + size]);
        swapped[b..b + size].copy_from_slice(&good[a..a + size]);
        assert!(refusal(&swapped).contains("is damaged"), "pages {pair:?}");
    }
}
