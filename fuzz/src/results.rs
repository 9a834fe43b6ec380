//! Result files: whatever lies under their name, it is refused or what was once written comes out, and the
//! file stays as it is.
//!
//! The first byte says what the others are: a whole result file (0), a rollback journal beside a good one (1),
//! changes of a good one (2: two bytes for the place and one for the new value, again and again), or the same
//! changes of a match's games (3).

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use cutfirst_lab::cell::{Design, Row};
use cutfirst_lab::engine_spec::Limits;
use cutfirst_lab::matches::{GameRecord, MatchPlan, MatchRequest, MatchStore};
use cutfirst_lab::plan::Plan;
use cutfirst_lab::store::{PlanText, Results, Store, StoreError};

use super::is_one_line;

const PLAN: &str = "seed = 1\ntrials = 2\n[[experiment]]\ngame = \"virus\"\nplies = [1]\narms = [\"none\"]\n";

/// A directory of this process, and good files to change.
struct Bench {
    dir: PathBuf,
    results: Vec<u8>,
    rows: Vec<Row>,
    games: Vec<u8>,
    of_match: MatchPlan,
    played: Vec<GameRecord>,
}

static BENCH: LazyLock<Bench> = LazyLock::new(Bench::new);

impl Bench {
    fn new() -> Self {
        let memory = Path::new("/dev/shm");
        let base = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        let dir = base.join(format!("cutfirst-fuzz-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        let made = dir.join("made");
        let plan = Plan::parse(PLAN).expect("a plan");
        let text = PlanText::whole(plan.canonical());
        let mut store = Store::open(&made, &text).expect("a new store");
        store.add(&[row(0), row(1), row(2)]).expect("room for three rows");
        let rows = store.rows().expect("what was added");
        drop(store);
        let results = fs::read(made.join("results.sqlite")).expect("what was written");

        let limits = Limits { depth: Some(1), ..Limits::default() };
        let specs =
            ["name=a table=0", "name=b table=0 order=none"].map(|spec| spec.parse().expect("a player"));
        let of_match = MatchPlan::new(&MatchRequest {
            game: "virus".to_owned(),
            players: Some(2),
            specs: specs.to_vec(),
            limits,
            games: Some(2),
            ..Default::default()
        });
        let of_match = of_match.expect("a match");
        let made = dir.join("games");
        let mut played = Vec::new();
        let (mut store, _) = MatchStore::open(&made, &of_match).expect("a new store");
        let stop = std::sync::atomic::AtomicBool::new(false);
        let run = of_match.run(&[0, 1], 1, &stop, |games| {
            store.add(&games)?;
            played.extend(games);
            Ok::<_, StoreError>(())
        });
        assert!(run.is_ok(), "two short games");
        drop(store);
        let games = fs::read(made.join("match.sqlite")).expect("what was written");
        fs::create_dir_all(dir.join("read")).expect("a directory");
        Self { dir, results, rows, games, of_match, played }
    }

    /// An empty directory.
    fn fresh(&self) -> PathBuf {
        let dir = self.dir.join("read");
        for entry in fs::read_dir(&dir).expect("our directory").flatten() {
            let _ = fs::remove_file(entry.path());
        }
        dir
    }
}

fn row(trial: u32) -> Row {
    Row {
        cell: "virus/2 initial".to_owned(),
        design: Design::Paired,
        arm: "none".to_owned(),
        trial,
        searches: 2,
        nodes: 100 + u64::from(trial),
        leaves: 50,
        makes: 99,
        evaluations: 50,
        cutoffs: 7,
        first_move_cutoffs: 5,
        list_lengths: [1, 2],
        levels: vec![[1, 2, 3, 4], [5, 6, 7, 8]],
    }
}

fn changed(good: &[u8], changes: &[u8]) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for change in changes.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % bytes.len();
        bytes[place] = change[2];
    }
    bytes
}

/// Puts the bytes where results belong and reads them.
pub fn check(data: &[u8]) {
    let Some((kind, rest)) = data.split_first() else { return };
    let bench = &*BENCH;
    match kind % 4 {
        0 => read(&bench.fresh(), rest, None),
        1 => {
            let dir = bench.fresh();
            fs::write(dir.join("results.sqlite-journal"), rest).expect("room for a journal");
            fs::write(dir.join("results.sqlite"), &bench.results).expect("room for a file");
            // A journal is taken back into the file, whatever it holds, so that only reading is checked.
            if let Err(error) = Results::read(&dir) {
                is_one_line(&error.to_string());
            }
        }
        2 => read(&bench.fresh(), &changed(&bench.results, rest), Some(&bench.rows)),
        _ => read_games(&bench.fresh(), &changed(&bench.games, rest), bench),
    }
}

fn read(dir: &Path, bytes: &[u8], expected: Option<&[Row]>) {
    let path = dir.join("results.sqlite");
    fs::write(&path, bytes).expect("room for a file");
    match Results::read(dir) {
        Err(error) => is_one_line(&error.to_string()),
        Ok(results) => {
            let rows = results.rows().expect("a file that was found good");
            assert_eq!(rows.len() as u64, results.count().expect("a number"));
            if let Some(expected) = expected {
                assert!(rows == expected, "other rows than were written");
            }
            let _ = Plan::parse(&results.plan().text);
        }
    }
    assert!(fs::read(&path).expect("the file") == bytes, "a reader wrote");
}

fn read_games(dir: &Path, bytes: &[u8], bench: &Bench) {
    let path = dir.join("match.sqlite");
    fs::write(&path, bytes).expect("room for a file");
    match MatchStore::open(dir, &bench.of_match) {
        Err(error) => {
            is_one_line(&error.to_string());
            assert!(fs::read(&path).expect("the file") == bytes, "a refused file was written to");
        }
        Ok((_, games)) => assert!(games == bench.played, "other games than were played"),
    }
}
