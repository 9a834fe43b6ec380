//! A server with many players for a long time, which is killed and started again, whose disk is full now and then, whose
//! clock is wrong, and which has clients that never read: all by chance, from a seed.
//!
//! `cargo xtask soak --minutes M --seed S`

use std::collections::BTreeMap;
use std::io::Write;
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::sleep;
use std::time::{Duration, Instant};

use cutfirst::random::Random;
use serde_json::{Value, json};

use crate::every_write::LAYER;
use crate::running::{self, Server};
use crate::work::Place;

const PLAYERS: u64 = 100;
/// Clients that hold a connection and read nothing, at most.
const SLOW: usize = 400;
/// An answer after so long is late, if the server was there all the while.
const LATE: Duration = Duration::from_secs(2);
const GAMES: [&str; 6] = ["othello", "checkers", "focus", "virus", "chinese-checkers", "abalone"];

/// What happened so far.
#[derive(Default)]
struct Tally {
    acknowledged: AtomicU64,
    lost: AtomicU64,
    late: AtomicU64,
    /// Refused because the disk was full.
    refused: AtomicU64,
    /// Not answered because the server was gone.
    unanswered: AtomicU64,
    /// No place for the connection.
    crowded: AtomicU64,
    games: AtomicU64,
    faults: Mutex<Vec<String>>,
}

struct World {
    address: String,
    tally: Tally,
    is_over: AtomicBool,
    /// Counts restarts, so that nobody is called late who waited for one.
    restarts: AtomicU64,
}

impl World {
    fn fault(&self, what: String) {
        self.tally.faults.lock().expect("no panic").push(what);
    }

    /// Asks, and notes how it went; none if there is no usable answer.
    fn ask(&self, path: &str, body: Option<&Value>) -> Option<Value> {
        let (began, restarts) = (Instant::now(), self.restarts.load(Relaxed));
        let answer = match body {
            Some(body) => running::try_post(&self.address, path, body),
            None => running::try_get(&self.address, path),
        };
        if began.elapsed() > LATE && restarts == self.restarts.load(Relaxed) {
            self.tally.late.fetch_add(1, Relaxed);
        }
        match answer {
            Some((200..300, answer)) => Some(answer),
            Some((500, answer)) if is_about_the_disk(&answer) => {
                self.tally.refused.fetch_add(1, Relaxed);
                None
            }
            Some((503, _)) => {
                self.tally.crowded.fetch_add(1, Relaxed);
                None
            }
            // The game moved on by a move that was stored, but not acknowledged.
            Some((409, _)) => None,
            Some((status, answer)) => {
                self.fault(format!("{path}: {status} {answer}"));
                None
            }
            None => {
                self.tally.unanswered.fetch_add(1, Relaxed);
                None
            }
        }
    }
}

impl World {
    /// Removes a game; the status, if there is an answer.
    fn delete(&self, path: &str) -> Option<u16> {
        running::try_delete(&self.address, path)
    }
}

fn is_about_the_disk(answer: &Value) -> bool {
    answer["error"].as_str().is_some_and(|error| error.contains("data cannot be read or written"))
}

/// Plays one game after the other; every acknowledged move must stay.
fn player(world: &World, seed: u64, number: u64) {
    let mut random = Random::keyed(&[seed, number]);
    while !world.is_over.load(Relaxed) {
        let game = GAMES[random.below(GAMES.len())];
        let engine = json!({ "kind": "engine", "level": { "depth": 1 } });
        let seats: Vec<_> = std::iter::once(json!({ "kind": "human" }))
            .chain(vec![engine; if game == "virus" { 3 } else { 1 }])
            .collect();
        let Some(state) = world.ask("/api/play", Some(&json!({ "game": game, "seats": seats }))) else {
            sleep(Duration::from_millis(100));
            continue;
        };
        world.tally.games.fetch_add(1, Relaxed);
        play(world, &state, &mut random);
    }
}

fn play(world: &World, state: &Value, random: &mut Random) {
    let path = format!("/api/play/{}", state["id"].as_str().unwrap_or_default());
    let mut acknowledged: Vec<Value> = Vec::new();
    while !world.is_over.load(Relaxed) {
        sleep(Duration::from_millis(random.below(100) as u64));
        // At most one move more than was acknowledged: the one whose answer was lost.
        let Some(state) = world.ask(&path, None) else { continue };
        let moves = state["moves"].as_array().cloned().unwrap_or_default();
        if !moves.starts_with(&acknowledged) || moves.len() > acknowledged.len() + 1 {
            world.tally.lost.fetch_add(1, Relaxed);
            world.fault(format!("{path}: {acknowledged:?} were acknowledged, {moves:?} are there"));
            return;
        }
        acknowledged = moves;
        let ply = acknowledged.len();
        let legal = state["legal"].as_array().cloned().unwrap_or_default();
        if legal.is_empty() || ply >= 40 {
            // It made no difference to others that it was there, nor does it that it goes.
            while !world.is_over.load(Relaxed) && !matches!(world.delete(&path), Some(204 | 404)) {
                sleep(Duration::from_millis(100));
            }
            return;
        }
        let answer = if state["to_move"] == 0 {
            let chosen = &legal[random.below(legal.len())]["move"];
            world.ask(&format!("{path}/move"), Some(&json!({ "move": chosen, "ply": ply })))
        } else {
            let answer = world.ask(&format!("{path}/think"), Some(&json!({ "ply": ply })));
            let events = answer.as_ref().and_then(Value::as_str).map(running::events).unwrap_or_default();
            events.into_iter().find(|(name, _)| name == "state").map(|(_, state)| state)
        };
        if let Some(moves) = answer.as_ref().and_then(|state| state["moves"].as_array()) {
            world.tally.acknowledged.fetch_add(1, Relaxed);
            acknowledged.clone_from(moves);
        }
    }
}

/// Opens connections, asks for much, and reads nothing.
fn slow_clients(world: &World, seed: u64) {
    let mut random = Random::keyed(&[seed, u64::MAX]);
    let mut held = Vec::new();
    while !world.is_over.load(Relaxed) {
        if let Ok(mut stream) = TcpStream::connect(&world.address) {
            let _ = stream.set_nonblocking(true);
            let asks = ["GET /api/catalog HTTP/1.1\r\nhost: localhost\r\n\r\n", "GET / HTTP", ""];
            let _ = stream.write(asks[random.below(3)].repeat(1 + random.below(100)).as_bytes());
            held.push(stream);
        }
        if held.len() > SLOW {
            held.swap_remove(random.below(SLOW));
        }
        sleep(Duration::from_millis(10));
    }
}

/// The server, by way of a shell that lets its files stop growing without a signal.
fn start(data: &Path, port: &str, clock: i64) -> Option<Server> {
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_cutfirst")]);
    command.env("LD_PRELOAD", &*LAYER).env("FAULT_CLOCK", clock.to_string());
    Server::try_start_by(command, data, &["--port", port])
}

fn limit_files(server: &Server, limit: &str) {
    let _ = Command::new("prlimit").args([limit, "--pid", &server.pid().to_string()]).status();
}

fn memory(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.pid())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").trim().parse::<u64>().unwrap_or(0) / 1024
}

fn number(name: &str, default: f64) -> f64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name}={text}")))
}

#[test]
#[ignore = "takes as long as it is told to: cargo xtask soak"]
fn soak() {
    let (minutes, seed) = (number("SOAK_MINUTES", 1.0), number("SOAK_SEED", 1.0) as u64);
    let place = Place::new("soak");
    let data = place.path("data");
    let data = Path::new(&data);
    let mut server = start(data, "0", 0).expect("it starts");
    let port = server.address.rsplit(':').next().expect("a port").to_owned();
    let world = World {
        address: server.address.clone(),
        tally: Tally::default(),
        is_over: AtomicBool::new(false),
        restarts: AtomicU64::new(0),
    };
    let mut random = Random::new(seed);
    let mut done = BTreeMap::<&str, u64>::new();
    let mut memories = Vec::new();
    let began = Instant::now();
    std::thread::scope(|scope| {
        for number in 0..PLAYERS {
            let world = &world;
            scope.spawn(move || player(world, seed, number));
        }
        scope.spawn(|| slow_clients(&world, seed));
        while began.elapsed().as_secs_f64() < minutes * 60.0 {
            sleep(Duration::from_millis(1000 + random.below(4000) as u64));
            memories.push((began.elapsed().as_secs(), memory(&server)));
            let what = ["killed", "ended by a signal", "full disk", "nothing", "nothing"][random.below(5)];
            *done.entry(what).or_default() += 1;
            match what {
                "killed" | "ended by a signal" => {
                    world.restarts.fetch_add(1, Relaxed);
                    let signal = if what == "killed" { "KILL" } else { "TERM" };
                    let _ = Command::new("kill").args(["-s", signal, &server.pid().to_string()]).status();
                    let status = server.wait();
                    if what != "killed" && status.code() != Some(0) {
                        world.fault(format!("a signal ends it with {status}"));
                    }
                    let days = random.below(120) as i64 - 60;
                    match start(data, &port, days * 24 * 60 * 60) {
                        Some(next) => server = next,
                        None => {
                            world.fault("it does not start again".to_owned());
                            break;
                        }
                    }
                    world.restarts.fetch_add(1, Relaxed);
                }
                "full disk" => {
                    limit_files(&server, "--fsize=0:unlimited");
                    sleep(Duration::from_millis(500));
                    limit_files(&server, "--fsize=unlimited:unlimited");
                }
                _ => {}
            }
        }
        world.is_over.store(true, Relaxed);
    });
    let tally = &world.tally;
    let figures: Vec<_> = [
        ("moves acknowledged", &tally.acknowledged),
        ("moves lost", &tally.lost),
        ("answers later than two seconds", &tally.late),
        ("requests refused by a full disk", &tally.refused),
        ("requests without an answer", &tally.unanswered),
        ("requests without a place", &tally.crowded),
        ("games", &tally.games),
    ]
    .iter()
    .map(|(name, count)| format!("{name}: {}", count.load(Relaxed)))
    .collect();
    println!("soak of {minutes} minutes, seed {seed}, {PLAYERS} players: {}", figures.join(", "));
    println!("the server was: {done:?}");
    let step = memories.len().div_ceil(12).max(1);
    let shown: Vec<_> = memories.iter().step_by(step).map(|(at, mib)| format!("{at} s: {mib}")).collect();
    println!("memory in MiB: {}", shown.join(", "));
    println!("most memory: {} MiB", memories.iter().map(|(_, mib)| *mib).max().unwrap_or(0));
    let faults = tally.faults.lock().expect("no panic");
    assert!(faults.is_empty(), "{} faults, first {}", faults.len(), faults[0]);
    assert!(tally.acknowledged.load(Relaxed) > 0, "nobody played");
}
