//! Many games at once, in small: the bench `load` is the same with 200.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::running::{Scratch, Server};

/// The resident memory of a process in MiB, where the system tells.
fn memory(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().trim_end_matches(" kB").trim().parse::<u64>().ok().map(|kib| kib / 1024)
}

#[test]
fn many_games_at_once_lose_no_move() {
    const GAMES: usize = 24;
    const MOVES: u64 = 6;
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let engine = json!({ "kind": "engine", "level": { "time_ms": 10 } });
    let play = |number: usize| {
        let game = ["othello", "checkers", "abalone"][number % 3];
        let mut state = server.ask("/api/play", &json!({ "game": game, "seats": [engine, engine] }));
        let path = format!("/api/play/{}", state["id"].as_str().unwrap());
        let mut slowest = Duration::ZERO;
        for ply in 0..MOVES {
            let began = Instant::now();
            let events = server.events(&format!("{path}/think"), &json!({ "ply": ply }));
            slowest = slowest.max(began.elapsed());
            let (name, data) = events.last().unwrap();
            assert_eq!(name, "state", "{data}");
            let mut expected = state["moves"].as_array().unwrap().clone();
            expected.push(data["last"]["move"].clone());
            assert_eq!(data["moves"], json!(expected), "a move was lost");
            state = data.clone();
        }
        assert_eq!(server.get(&path), (200, state));
        slowest
    };
    let slowest = std::thread::scope(|scope| {
        let games: Vec<_> = (0..GAMES).map(|number| scope.spawn(move || play(number))).collect();
        games.into_iter().map(|game| game.join().expect("a game")).max()
    });
    // Generous: tests run beside others. The bench measures.
    assert!(slowest < Some(Duration::from_secs(20)), "{slowest:?}");
    if let Some(memory) = memory(server.pid()) {
        assert!(memory < 200, "{memory} MiB");
    }
}
