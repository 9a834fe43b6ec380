//! What goes in comes out, whatever happens in between.

use std::fs;
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;

use super::scratch::Scratch;
use super::*;
use crate::cell::Design;

/// A plan and its part, for tests.
pub(super) fn plan(text: &str, shard: &str) -> PlanText {
    PlanText { text: text.to_owned(), shard: shard.parse().unwrap() }
}

/// A row whose numbers follow from its key.
pub(super) fn row(cell: &str, arm: &str, trial: u32) -> Row {
    let n = u64::from(trial) + 1;
    Row {
        searches: 20,
        nodes: 1000 * n,
        leaves: 700 * n,
        makes: 999 * n,
        evaluations: 650 * n,
        cutoffs: 250 * n,
        first_move_cutoffs: 200 * n,
        list_lengths: [5 * n, 7],
        levels: vec![[10 * n, 4, 0, 0], [240 * n, 90, 3, n]],
        ..Row::new(cell, Design::Paired, arm, trial)
    }
}

/// The rows in their order, as text.
pub(crate) fn dumped(results: &Results) -> String {
    results.rows().unwrap().iter().map(|row| format!("{row:?}\n")).collect()
}

fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn any_row() -> impl Strategy<Value = Row> {
    let design = prop_oneof![Just(Design::Paper), Just(Design::Paired)];
    let key = (".{0,20}|(?s:.{0,3})", design, "[a-z,\"\n\0]{0,5}", prop_oneof![0..3_u32, any::<u32>()]);
    let counts = any::<[u64; 8]>();
    (key, any::<u32>(), counts, vec(any::<[u64; 4]>(), 0..5)).prop_map(|(key, searches, counts, levels)| {
        let (cell, design, arm, trial) = key;
        let [nodes, leaves, makes, evaluations, cutoffs, first_move_cutoffs, max, min] = counts;
        let list_lengths = [max, min];
        Row {
            cell,
            design,
            arm,
            trial,
            searches,
            nodes,
            leaves,
            makes,
            evaluations,
            cutoffs,
            first_move_cutoffs,
            list_lengths,
            levels,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_rows_come_back(rows in vec(any_row(), 0..12), split in 0_usize..12, text in "(?s:.{0,60})") {
        let mut rows = rows;
        rows.sort_by_key(Row::key);
        rows.dedup_by_key(|row| row.key());
        let dir = Scratch::new().unwrap();
        let plan = PlanText::whole(text);
        let (early, late) = rows.split_at(split.min(rows.len()));
        let mut store = Store::open(dir.path(), &plan).unwrap();
        // The order of adding leaves no trace.
        store.add(late).unwrap();
        drop(store);
        let mut store = Store::open(dir.path(), &plan).unwrap();
        store.add(early).unwrap();
        prop_assert_eq!(&store.rows().unwrap(), &rows);
        prop_assert_eq!(store.done().unwrap(), rows.iter().map(Row::key).collect());
        prop_assert_eq!(store.count().unwrap(), rows.len() as u64);
        prop_assert_eq!(store.plan(), &plan);
    }
}

#[test]
fn a_finished_store_is_one_file() {
    let dir = Scratch::new().unwrap();
    let out = dir.path().join("a/b");
    let mut store = Store::open(&out, &plan("p", "1/1")).unwrap();
    store.add(&[row("c", "none", 0)]).unwrap();
    drop(store);
    assert_eq!(names(&out), [".lock", "results.sqlite"]);
}

#[test]
fn rows_are_in_the_order_of_keys() {
    let dir = Scratch::new().unwrap();
    let mut store = Store::open(dir.path(), &plan("p", "1/1")).unwrap();
    let mut paper = row("b,\"c\"", "x", 10);
    paper.design = Design::Paper;
    paper.nodes = u64::MAX;
    let [ninth, tenth] = [9, 10].map(|trial| row("b,\"c\"", "x", trial));
    store.add(&[ninth.clone(), tenth.clone(), paper.clone(), row("a", "x", 2)]).unwrap();
    assert_eq!(store.rows().unwrap(), [row("a", "x", 2), paper, ninth, tenth]);
}

#[test]
fn the_same_row_again_is_nothing_and_another_one_is_refused() {
    let dir = Scratch::new().unwrap();
    let mut store = Store::open(dir.path(), &plan("p", "1/1")).unwrap();
    store.add(&[row("c", "a", 0)]).unwrap();
    store.add(&[row("c", "a", 0), row("c", "a", 1)]).unwrap();
    let before = dumped(&store);
    let mut other = row("c", "a", 1);
    other.nodes += 1;
    let message = store.add(&[row("c", "a", 2), other]).unwrap_err().to_string();
    assert!(message.contains("c paired a trial 1: nodes was 2000 and is 2001 now"), "{message}");
    // The new row that came with it is not there either.
    assert_eq!(dumped(&store), before);
    store.add(&[row("c", "a", 2)]).unwrap();
    assert_eq!(store.count().unwrap(), 3);
}

#[test]
fn another_plan_or_shard_is_refused() {
    let dir = Scratch::new().unwrap();
    Store::open(dir.path(), &plan("a = 1\nb = 2\n", "2/3")).unwrap();
    let bytes = fs::read(dir.path().join(Row::FILE)).unwrap();
    let refused = |text, shard| Store::open(dir.path(), &plan(text, shard)).unwrap_err().to_string();
    assert!(refused("a = 1\nb = 3\n", "2/3").contains("line 2: stored 'b = 2', given 'b = 3'"));
    assert!(refused("a = 1\nb = 2", "2/3").contains("line 3: stored '', given missing"));
    assert!(refused("a = 1\nb = 2\n", "1/3").contains("holds shard 2/3 of this plan, not shard 1/3"));
    assert_eq!(fs::read(dir.path().join(Row::FILE)).unwrap(), bytes);
    let store = Results::read(dir.path()).unwrap();
    assert_eq!(store.plan(), &plan("a = 1\nb = 2\n", "2/3"));
}

#[test]
fn one_writer_and_any_number_of_readers() {
    let dir = Scratch::new().unwrap();
    let p = plan("p", "1/1");
    let mut store = Store::open(dir.path(), &p).unwrap();
    assert!(matches!(Store::open(dir.path(), &p), Err(StoreError::Busy { .. })));
    let reader = Results::read(dir.path()).unwrap();
    store.add(&[row("c", "a", 0)]).unwrap();
    assert_eq!(reader.rows().unwrap(), [row("c", "a", 0)]);
    assert_eq!(Results::read(dir.path()).unwrap().count().unwrap(), 1);
    drop(store);
    Store::open(dir.path(), &p).unwrap();
}

#[test]
fn reading_while_another_thread_writes() {
    let dir = Scratch::new().unwrap();
    let mut store = Store::open(dir.path(), &plan("p", "1/1")).unwrap();
    std::thread::scope(|scope| {
        let writer = scope.spawn(move || {
            (0..150).for_each(|trial| store.add(&[row("c", "a", trial), row("c", "b", trial)]).unwrap());
        });
        let mut last = 0;
        while !writer.is_finished() {
            let count = Results::read(dir.path()).unwrap().rows().unwrap().len();
            assert!(count >= last && count.is_multiple_of(2), "{count} after {last}");
            last = count;
        }
    });
    assert_eq!(Results::read(dir.path()).unwrap().count().unwrap(), 300);
}

#[test]
fn no_results_are_said_to_be_none() {
    let dir = Scratch::new().unwrap();
    let nowhere = dir.path().join("nowhere");
    for place in [dir.path(), &nowhere] {
        assert!(matches!(Results::read(place), Err(StoreError::Missing { .. })));
    }
    assert!(names(dir.path()).is_empty());
    fs::write(&nowhere, "a file").unwrap();
    let message = Store::open(&nowhere, &plan("p", "1/1")).unwrap_err().to_string();
    assert!(message.starts_with("creating the directory"), "{message}");
    assert_eq!(message.lines().count(), 1);
}

#[test]
fn a_full_disk_loses_nothing() {
    let dir = Scratch::new().unwrap();
    let mut store = Store::open(dir.path(), &plan("p", "1/1")).unwrap();
    store.add(&[row("c", "a", 0)]).unwrap();
    // As many pages as there are now.
    store.results.0.connection().query_row("PRAGMA max_page_count = 1", [], |_| Ok(())).unwrap();
    let many: Vec<_> = (0..200).map(|trial| row("c", "a", trial)).collect();
    let error = store.add(&many).unwrap_err();
    assert!(matches!(error, StoreError::DiskFull { .. }), "{error}");
    assert_eq!(store.rows().unwrap(), many[..1]);
    store.results.0.connection().query_row("PRAGMA max_page_count = 1000", [], |_| Ok(())).unwrap();
    store.add(&many).unwrap();
    assert_eq!(Results::read(dir.path()).unwrap().rows().unwrap(), many);
}

#[test]
fn a_draft_that_a_killed_process_left_is_no_obstacle() {
    let dir = Scratch::new().unwrap();
    fs::write(dir.path().join("results.sqlite.new"), "half").unwrap();
    fs::write(dir.path().join("results.sqlite.new-journal"), "half").unwrap();
    Store::open(dir.path(), &plan("p", "1/1")).unwrap();
    assert_eq!(names(dir.path()), [".lock", "results.sqlite"]);
}

#[test]
fn a_journal_without_its_file_is_not_used() {
    let dir = Scratch::new().unwrap();
    fs::write(dir.path().join("results.sqlite-journal"), "old").unwrap();
    Store::open(dir.path(), &plan("p", "1/1")).unwrap();
    assert_eq!(names(dir.path()), [".lock", "results.sqlite"]);
}

#[cfg(unix)]
#[test]
fn a_read_only_directory_can_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let dir = Scratch::new().unwrap();
    let out = dir.path().join("out");
    Store::open(&out, &plan("p", "1/1")).unwrap().add(&[row("c", "a", 0)]).unwrap();
    let allow = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    allow(&out.join(Row::FILE), 0o400);
    allow(&out, 0o500);
    let read = Results::read(&out).unwrap().rows().unwrap();
    // The super-user may write anywhere.
    let writable = fs::write(out.join("probe"), "").is_ok();
    let refused = Store::open(&out, &plan("p", "1/1")).is_err();
    allow(&out, 0o700);
    assert_eq!(read, [row("c", "a", 0)]);
    assert!(writable || refused);
}
