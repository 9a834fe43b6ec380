//! The load check: 200 games at once with engine moves of 10 ms. Every request must be answered within two
//! seconds, and no move may be lost. Memory grows until as many engines wait as may, and must then stay. Then moves one by
//! one, each of which must be answered within its time and 100 ms. Whether anything came late is judged last: on a busy
//! machine it may, and the rest still says whether moves are lost and memory stays.
//!
//! `cargo bench -p cutfirst-app --bench load`

#[path = "../tests/server/running.rs"]
#[allow(dead_code, unreachable_pub)]
mod running;

use std::sync::Mutex;
use std::time::{Duration, Instant};

use running::{Scratch, Server};
use serde_json::{Value, json};

const GAMES: usize = 200;
const MOVES: u64 = 20;
/// Enough for memory to reach its bounds.
const ROUNDS: usize = 8;
const LIMIT: Duration = Duration::from_secs(2);
/// What memory may grow by in the last round, in MiB: other games, and what the allocator keeps.
const GROWTH: u64 = 16;
/// What a move may take beyond its time.
const EXCESS: Duration = Duration::from_millis(100);

fn main() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let before = memory(&server);
    let rounds = [(); ROUNDS].map(|()| round(&server));
    println!("no move was lost");
    let after = rounds.map(|(memory, _)| memory);
    println!("memory {before} MiB before, {after:?} MiB after the rounds");
    assert!(after[ROUNDS - 1] <= after[ROUNDS - 2] + GROWTH, "memory grows");
    let excess = [10, 100, 1000, 3000].map(|level| keep_time(&server, level));
    let slowest = rounds.map(|(_, slowest)| slowest).into_iter().max().unwrap_or_default();
    assert!(slowest < LIMIT, "a request took {slowest:.1?}, longer than {LIMIT:?}");
    let most = excess.into_iter().max().unwrap_or_default();
    assert!(most < EXCESS, "a move was answered {most:.0?} too late");
}

/// All games at once; the memory that the server then has, and the slowest answer.
fn round(server: &Server) -> (u64, Duration) {
    let times = Mutex::new(Vec::new());
    let timed = |work: &dyn Fn() -> Value| {
        let began = Instant::now();
        let answer = work();
        times.lock().expect("no panic").push(began.elapsed());
        answer
    };
    let began = Instant::now();
    std::thread::scope(|scope| {
        for number in 0..GAMES {
            let timed = &timed;
            scope.spawn(move || play(server, number, timed));
        }
    });
    let mut times = times.into_inner().expect("no panic");
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!("{} requests of {GAMES} games in {:.1} s", times.len(), began.elapsed().as_secs_f64());
    println!("median {:.0?}, 99 % {:.0?}, slowest {:.0?}", at(0.5), at(0.99), at(1.0));
    (memory(server), at(1.0))
}

/// A move of so many milliseconds in every game; by how much the slowest one came later.
fn keep_time(server: &Server, level: u64) -> Duration {
    let games = [
        ("othello", 2),
        ("checkers", 2),
        ("focus", 4),
        ("virus", 4),
        ("chinese-checkers", 6),
        ("abalone", 2),
    ];
    let excess = games.map(|(game, players)| {
        let engine = json!({ "kind": "engine", "level": { "time_ms": level } });
        let seats = vec![engine; players];
        let state = server.ask("/api/play", &json!({ "game": game, "players": players, "seats": seats }));
        let path = format!("/api/play/{}/think", state["id"].as_str().expect("an id"));
        let began = Instant::now();
        let (name, data) = server.events(&path, &json!({ "ply": 0 })).pop().expect("an event");
        assert_eq!(name, "state", "{data}");
        began.elapsed().saturating_sub(Duration::from_millis(level))
    });
    let most = excess.into_iter().max().unwrap_or_default();
    println!("moves of {level} ms are answered at most {most:.1?} later");
    most
}

/// A person's move and an engine's move in turn; every state must hold all moves so far.
fn play(server: &Server, number: usize, timed: &(impl Fn(&dyn Fn() -> Value) -> Value + Sync)) {
    let game = ["othello", "checkers", "focus", "abalone", "chinese-checkers"][number % 5];
    let engine = json!({ "kind": "engine", "level": { "time_ms": 10 } });
    let setup = json!({ "game": game, "seats": [{ "kind": "human" }, engine] });
    let mut state = timed(&|| server.ask("/api/play", &setup));
    let path = format!("/api/play/{}", state["id"].as_str().expect("an id"));
    for ply in 0..MOVES {
        if !state["outcome"].is_null() {
            break;
        }
        let next = if state["to_move"] == 0 {
            let body = json!({ "move": state["legal"][0]["move"], "ply": ply });
            timed(&|| server.ask(&format!("{path}/move"), &body))
        } else {
            let body = json!({ "ply": ply });
            timed(&|| {
                let (name, data) = server.events(&format!("{path}/think"), &body).pop().expect("an event");
                assert_eq!(name, "state", "{data}");
                data
            })
        };
        let (old, new) = (state["moves"].as_array(), next["moves"].as_array());
        let (old, new) = (old.expect("moves"), new.expect("moves"));
        assert!(new.len() == old.len() + 1 && new.starts_with(old), "a move was lost: {old:?} {new:?}");
        state = next;
    }
    assert_eq!(timed(&|| server.get(&path).1), state, "the stored game differs");
    // So that only what the server keeps for itself can grow, and nobody has more games than one may.
    assert_eq!(server.delete(&path), 204);
}

/// The server's resident memory in MiB; 0 where the system does not tell.
fn memory(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.pid())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0");
    line.trim().trim_end_matches(" kB").trim().parse::<u64>().unwrap_or(0) / 1024
}
