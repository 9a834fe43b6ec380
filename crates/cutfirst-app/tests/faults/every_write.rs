//! Every operation on a file fails once: the first in one run, the second in the next, and so on to the last. After
//! each, what was acknowledged is there, and the same command ends as if nothing had happened.
//!
//! `layer.c` says which operations and which faults. A few operations of each kind are tried with every test run;
//! `cargo xtask every-write` tries them all, but for allocations, of which it tries some hundreds; `--most N` takes every
//! k-th so that no more than N are tried of each kind. `EVERY_WRITE=memory` keeps to one kind.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::program;
use crate::running::Server;
use crate::work::{Place, complaint_in};

const KINDS: [&str; 7] = ["error", "full", "crash", "power", "torn", "names", "memory"];

/// So many operations of each kind and job, when not all are asked for.
const FEW: usize = 4;

/// Allocations are counted by the ten thousand: of these, so many are tried when all are asked for.
const MOST: usize = 400;

/// The library that is loaded before everything else.
pub(crate) static LAYER: LazyLock<PathBuf> = LazyLock::new(|| {
    let library =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fault-layer-{}.so", std::process::id()));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/layer.c");
    // The bundled SQLite needs a C compiler anyway.
    let made = Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).status();
    assert!(made.expect("cc is there").success());
    library
});

/// The environment of a process whose operation number `at` on files in `dir` fails.
fn disturb(command: &mut Command, place: &Place, dir: &str, kind: &str, at: usize) {
    let keep = place.path("keep");
    fs::create_dir_all(&keep).expect("room");
    command.env("LD_PRELOAD", &*LAYER).env("FAULT_DIR", dir).env("FAULT_KIND", kind);
    command.env("FAULT_AT", at.to_string()).env("FAULT_COUNT", place.path("count")).env("FAULT_KEEP", keep);
}

/// How many operations the last disturbed process had begun.
fn counted(place: &Place) -> usize {
    let text = fs::read_to_string(place.path("count")).expect("a count");
    text.lines().next().and_then(|line| line.parse().ok()).expect("a number")
}

/// The kinds to try: all, or the one that `EVERY_WRITE` names.
fn kinds() -> impl Iterator<Item = &'static str> {
    let named = std::env::var("EVERY_WRITE").ok().filter(|value| value != "all");
    KINDS.into_iter().filter(move |&kind| named.as_deref().is_none_or(|named| kind == named))
}

/// Which of `all` operations fail, one in each run.
fn chosen(all: usize, kind: &str) -> Vec<usize> {
    if std::env::var_os("EVERY_WRITE").is_some() {
        let most = std::env::var("EVERY_WRITE_MOST").ok().and_then(|most| most.parse().ok());
        let most = most.unwrap_or(all).min(if kind == "memory" { MOST } else { all }).max(1);
        return (1..=all).step_by(all.div_ceil(most).max(1)).collect();
    }
    let few = FEW.min(all);
    // Others for each kind, and always the last.
    let first = KINDS.iter().position(|other| *other == kind).unwrap_or(0) * all / (few * KINDS.len());
    (0..few).map(|index| (1 + first + index * all / few).min(all)).chain([all]).collect()
}

/// A command that stores into `dir`.
struct Job {
    name: &'static str,
    /// What must be there before, made in `dir` without disturbance.
    before: Vec<Vec<String>>,
    words: Vec<String>,
    /// Prints or shows all that came of it.
    result: fn(&str) -> String,
    /// Whether it says so and stops when all is there already.
    is_done_once: bool,
}

fn words(dir: &str, words: &str) -> Vec<String> {
    words.split('|').map(|word| word.replace("DIR", dir)).collect()
}

fn dump(dir: &str) -> String {
    let output = program::run(&["lab", "dump", &format!("{dir}/out")]);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("rows in UTF-8")
}

fn games(dir: &str) -> String {
    text(dir, "out/games.txt")
}

fn text(dir: &str, name: &str) -> String {
    fs::read_to_string(Path::new(dir).join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The outcome of a tuning, which says what came of every step.
fn tuning(dir: &str) -> String {
    text(dir, "out/tuning.toml") + &text(dir, "out/steps.csv")
}

/// Weights, and where the training stands.
fn training(dir: &str) -> String {
    let [weights, state] = ["learned.safetensors", "learned.safetensors.training"]
        .map(|name| fs::read(Path::new(dir).join(name)).expect("a file"));
    format!("{weights:?} {state:?} {}", text(dir, "learned.safetensors.report/rounds.csv"))
}

/// A league without its times.
fn league(dir: &str) -> String {
    let league: Value = serde_json::from_str(&text(dir, "out/league.json")).expect("a league");
    let standings = league["games"][0]["standings"].as_array().expect("standings");
    let counts = |own: &Value| format!("{} {} {}", own["order"], own["nodes"], own["makes_per_node"]);
    let page = text(dir, "out/report.html");
    assert!(page.trim_end().ends_with("</html>"), "half a report");
    standings.iter().map(counts).collect::<Vec<_>>().join(", ")
}

fn split(dir: &str) -> String {
    ["plan.toml", "split.json", "array.sbatch"].map(|name| text(dir, &format!("out/{name}"))).join("")
}

fn part(dir: &str) -> String {
    let output = program::run(&["lab", "dump", &format!("{dir}/out/part-1")]);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("rows in UTF-8")
}

fn converted(dir: &str) -> String {
    text(dir, "games.pdn")
}

fn report(dir: &str) -> String {
    let page = fs::read_to_string(Path::new(dir).join("out/report.html")).expect("a report");
    assert!(page.trim_end().ends_with("</html>"), "half a report");
    dump(dir)
}

const PLAN: &str = r#"name = "small"
seed = 6
trials = 3

[[experiment]]
game = "othello"
plies = [3]
arms = ["none", "ads:mtf"]
"#;

fn jobs(dir: &str) -> [Job; 12] {
    let run = "lab|run|DIR/plan.toml|--out|DIR/out|--threads|1";
    let shard = |part| {
        words(dir, &format!("lab|run|DIR/plan.toml|--shard|{part}/2|--out|DIR/part-{part}|--threads|1"))
    };
    let parts = "lab|split|DIR/plan.toml|--out|DIR/out|--tasks|2";
    let task = |task| words(dir, &format!("lab|run|--out|DIR/out|--task|{task}|--threads|1"));
    let simple = |name, line, result| Job {
        name,
        before: vec![],
        words: words(dir, line),
        result,
        is_done_once: false,
    };
    [
        simple("lab run", run, dump),
        Job {
            name: "lab merge",
            before: vec![shard(1), shard(2)],
            words: words(dir, "lab|merge|DIR/part-1|DIR/part-2|--out|DIR/out"),
            result: dump,
            is_done_once: true,
        },
        Job {
            name: "lab report",
            before: vec![words(dir, run)],
            words: words(dir, "lab|report|DIR/out"),
            result: report,
            is_done_once: false,
        },
        simple(
            "match",
            "match|othello|--player|name=deep depth=2 table=1|--player|name=plain plain depth=1|--games|6|\
             --out|DIR/out|--threads|1",
            games,
        ),
        simple("reproduce", "reproduce|space-depth-1|--trials|1|--out|DIR/out|--threads|1", dump),
        simple(
            "tune",
            "tune|othello|--depth|2|--player|table=1|--opponent|plain depth=1|--widths|4000|--factor|0.05|\
             --least|200|--games|10|--out|DIR/out|--threads|1",
            tuning,
        ),
        simple(
            "train",
            "train|virus|--players|2|--variant|size=3|--rounds|2|--effort|1|--threads|1|--out|DIR/learned.safetensors",
            training,
        ),
        simple(
            "rank",
            "rank|othello|--depth|2|--positions|1|--turns|1|--order|none|--order|killer|--out|DIR/out",
            league,
        ),
        simple("lab split", parts, split),
        Job {
            name: "lab run --task",
            before: vec![words(dir, parts)],
            words: task(1),
            result: part,
            is_done_once: false,
        },
        Job {
            name: "lab merge of a split",
            before: vec![words(dir, parts), task(1), task(2)],
            words: words(dir, "lab|merge|DIR/out"),
            result: dump,
            is_done_once: false,
        },
        simple("convert", "convert|DIR/game.txt|--to|pdn|--out|DIR/games.pdn", converted),
    ]
}

/// A directory as it is before the job.
fn prepare(dir: &str, job: &Job) {
    let _ = fs::remove_dir_all(dir);
    fs::create_dir_all(dir).expect("room");
    fs::write(Path::new(dir).join("plan.toml"), PLAN).expect("room");
    fs::write(Path::new(dir).join("game.txt"), "1. 11-15 23-19 2. 8-11").expect("room");
    for words in &job.before {
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        let output = program::run(&words);
        assert!(output.status.success(), "{output:?}");
    }
}

fn disturbed(place: &Place, dir: &str, job: &Job, kind: &str, at: usize) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cutfirst"));
    command.args(&job.words).stdin(Stdio::null());
    disturb(&mut command, place, dir, kind, at);
    command.output().expect("it starts")
}

fn try_all(number: usize) {
    let place = Place::new(&format!("every-write-{number}"));
    let dir = place.path("work");
    let job = &jobs(&dir)[number];
    for kind in kinds() {
        prepare(&dir, job);
        let output = disturbed(&place, &dir, job, kind, 0);
        assert!(output.status.success(), "{}: {output:?}", job.name);
        let (all, whole) = (counted(&place), (job.result)(&dir));
        let tried = chosen(all, kind);
        for &at in &tried {
            prepare(&dir, job);
            let output = disturbed(&place, &dir, job, kind, at);
            let errors = String::from_utf8_lossy(&output.stderr);
            let case = format!("{}, {kind} at {at} of {all}: {:?}, {errors}", job.name, output.status);
            assert!(!errors.contains("panicked"), "{case}");
            match output.status.code() {
                // Whatever failed was not needed, or has been tried again.
                Some(0) => {}
                Some(1 | 2) if matches!(kind, "error" | "full" | "memory") => drop(complaint_in(&errors)),
                None if output.status.signal() == Some(9) => {}
                // A program that finds no memory ends at once, as if it had been killed.
                None if kind == "memory" && output.status.signal() == Some(6) => {}
                _ => panic!("{case}"),
            }
            if !(job.is_done_once && Path::new(&dir).join("out/results.sqlite").exists()) {
                let again: Vec<_> = job.words.iter().map(String::as_str).collect();
                let output = program::run(&again);
                assert!(output.status.success(), "{case}, then {output:?}");
            }
            assert!((job.result)(&dir) == whole, "{case}: another end");
        }
        println!("{}: {kind}, {} of {all} operations failed, and nothing was lost", job.name, tried.len());
    }
}

#[test]
fn of_a_run() {
    try_all(0);
}

#[test]
fn of_a_merge() {
    try_all(1);
}

#[test]
fn of_a_report() {
    try_all(2);
}

#[test]
fn of_a_match() {
    try_all(3);
}

#[test]
fn of_a_reproduction() {
    try_all(4);
}

#[test]
fn of_a_tuning() {
    try_all(5);
}

#[test]
fn of_a_training() {
    try_all(6);
}

#[test]
fn of_a_league() {
    try_all(7);
}

#[test]
fn of_a_split() {
    try_all(8);
}

#[test]
fn of_a_task() {
    try_all(9);
}

#[test]
fn of_a_merged_split() {
    try_all(10);
}

#[test]
fn of_a_conversion() {
    try_all(11);
}

/// Writes a file and syncs it and its name, renames it, writes another, and begins a third.
const PYTHON: &str = "
import os, sys
os.chdir('/')
path = lambda name: sys.argv[1] + '/' + name
file = os.open(path('old'), os.O_CREAT | os.O_WRONLY)
os.write(file, b'one')
os.fsync(file)
names = os.open(sys.argv[1], os.O_RDONLY)
os.fsync(names)
os.rename(path('old'), path('new'))
other = os.open(path('other'), os.O_CREAT | os.O_WRONLY)
os.open(path('never'), os.O_CREAT | os.O_WRONLY)
";

/// The layer does what it says: what was not synced is lost, and only that.
#[test]
fn what_is_not_synced_is_lost() {
    let place = Place::new("every-write-layer");
    let dir = place.path("work");
    let path = |name: &str| Path::new(&dir).join(name);
    for (kind, left) in [("crash", ["new", "other"].as_slice()), ("power", &["old"])] {
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).expect("room");
        let mut command = Command::new("python3");
        command.args(["-c", PYTHON, &dir]);
        disturb(&mut command, &place, &dir, kind, 8);
        let Ok(status) = command.status() else {
            eprintln!("skipped: python3 cannot be had here");
            return;
        };
        assert_eq!(status.signal(), Some(9), "{kind}");
        let mut names: Vec<_> = fs::read_dir(&dir)
            .expect("a directory")
            .map(|entry| entry.expect("a name").file_name().into_string().expect("UTF-8"))
            .collect();
        names.sort();
        assert_eq!(names, left, "{kind}");
        assert_eq!(fs::read_to_string(path(left[0])).expect("a file"), "one", "{kind}");
    }
}

const MOVES: [&str; 4] = ["f5", "d6", "c3", "d3"];

/// What a server has acknowledged.
#[derive(Default)]
struct Acknowledged {
    path: Option<String>,
    moves: usize,
}

/// Plays a game for as long as the server is there, and tries again what it refuses.
fn play(server: &Server, so_far: &mut Acknowledged) -> Option<()> {
    let path = match &so_far.path {
        Some(path) => path.clone(),
        None => {
            let human = json!({ "kind": "human" });
            let body = json!({ "game": "othello", "seats": [human, human] });
            let game = insist(|| server.try_post("/api/play", &body))?;
            format!("/api/play/{}", game["id"].as_str().expect("a name"))
        }
    };
    so_far.path = Some(path.clone());
    loop {
        let state = insist(|| server.try_get(&path))?;
        let ply = state["moves"].as_array().expect("moves").len();
        assert!(ply == so_far.moves || ply == so_far.moves + 1, "{ply} moves, not {}", so_far.moves);
        assert_eq!(state["moves"], json!(MOVES[..ply]), "other moves");
        so_far.moves = ply;
        if ply == MOVES.len() {
            return Some(());
        }
        let body = json!({ "move": MOVES[ply], "ply": ply });
        match server.try_post(&format!("{path}/move"), &body)? {
            (200, _) => so_far.moves += 1,
            (500, answer) => assert!(answer["error"].is_string(), "{answer}"),
            (status, answer) => panic!("{status} {answer}"),
        }
    }
}

/// Asks again while the disk fails; none once the server is gone.
fn insist(ask: impl Fn() -> Option<(u16, Value)>) -> Option<Value> {
    for _ in 0..3 {
        match ask()? {
            (200..300, answer) => return Some(answer),
            (500, _) => {}
            (status, answer) => panic!("{status} {answer}"),
        }
    }
    panic!("it fails more than once")
}

#[test]
fn of_a_server() {
    let place = Place::new("every-write-serve");
    let dir = place.path("work");
    for kind in kinds() {
        let start = |at| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_cutfirst"));
            disturb(&mut command, &place, &dir, kind, at);
            Server::try_start_by(command, Path::new(&dir), &["--port", "0"])
        };
        let fresh = || {
            let _ = fs::remove_dir_all(&dir);
            fs::create_dir_all(&dir).expect("room");
        };
        fresh();
        play(&start(0).expect("it starts"), &mut Acknowledged::default()).expect("nothing is disturbed");
        let all = counted(&place);
        let tried = chosen(all, kind);
        for &at in &tried {
            fresh();
            let mut acknowledged = Acknowledged::default();
            if let Some(server) = start(at) {
                let played = play(&server, &mut acknowledged);
                assert!(played.is_some() || !["error", "full"].contains(&kind), "{kind} at {at}: it ended");
            }
            let server = Server::start(Path::new(&dir));
            play(&server, &mut acknowledged).expect("nothing is disturbed");
        }
        println!("serve: {kind}, {} of {all} operations failed, and nothing was lost", tried.len());
    }
}

#[test]
fn a_clock_a_month_ahead_removes_no_game() {
    let place = Place::new("clock-serve");
    let dir = place.path("work");
    let mut acknowledged = Acknowledged::default();
    play(&Server::start(Path::new(&dir)), &mut acknowledged).expect("it is there");
    for days in [31, -31, 400] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cutfirst"));
        command.env("LD_PRELOAD", &*LAYER).env("FAULT_CLOCK", (days * 24 * 60 * 60).to_string());
        let server = Server::try_start_by(command, Path::new(&dir), &["--port", "0"]).expect("it starts");
        play(&server, &mut acknowledged).expect("it is there");
        play(&server, &mut Acknowledged::default()).expect("another game");
    }
    play(&Server::start(Path::new(&dir)), &mut acknowledged).expect("it is there");
}
