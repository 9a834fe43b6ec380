//! The load check: 200 games at once with engine moves of 10 ms. Every request must be answered within two
//! seconds, no move may be lost, and the server's memory must stay flat.
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
const LIMIT: Duration = Duration::from_secs(2);

fn main() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let times = Mutex::new(Vec::new());
    let timed = |work: &dyn Fn() -> Value| {
        let began = Instant::now();
        let answer = work();
        times.lock().expect("no panic").push(began.elapsed());
        answer
    };
    let before = memory(&server);
    let began = Instant::now();
    let halfway = std::thread::scope(|scope| {
        for number in 0..GAMES {
            let (server, timed) = (&server, &timed);
            scope.spawn(move || play(server, number, timed));
        }
        std::thread::sleep(Duration::from_secs(4));
        memory(&server)
    });
    let after = memory(&server);
    let mut times = times.into_inner().expect("no panic");
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!("{} requests of {GAMES} games in {:.1} s", times.len(), began.elapsed().as_secs_f64());
    println!("median {:?}, 99 % {:?}, slowest {:?}", at(0.5), at(0.99), at(1.0));
    println!("memory {before} MiB before, {halfway} MiB on the way, {after} MiB after");
    assert!(at(1.0) < LIMIT, "a request took longer than {LIMIT:?}");
    println!("no move was lost, and every request was answered within {LIMIT:?}");
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
}

/// The server's resident memory in MiB; 0 where the system does not tell.
fn memory(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.pid())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0");
    line.trim().trim_end_matches(" kB").trim().parse::<u64>().unwrap_or(0) / 1024
}
