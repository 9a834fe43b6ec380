//! Clients that hold connections and do nothing with them: nobody else notices, and memory stays what it was.

use std::io::Write;
use std::net::TcpStream;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::running::{Scratch, Server};

/// Lets this process hold many connections; whether it may.
fn may_hold(connections: u32) -> bool {
    let pid = std::process::id().to_string();
    let raised =
        Command::new("prlimit").args([&format!("--nofile={}:", 3 * connections), "--pid", &pid]).status();
    let may = raised.is_ok_and(|status| status.success());
    if !may {
        eprintln!("skipped: {connections} connections cannot be had here (prlimit --nofile)");
    }
    may
}

/// The resident memory of a server in MiB.
fn memory(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.pid())).expect("a process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
    line.trim().trim_end_matches(" kB").trim().parse::<u64>().expect("a number") / 1024
}

/// Clients that ask for much and read nothing of it.
fn deaf_clients(server: &Server, count: usize, request: &str) -> Vec<TcpStream> {
    let client = |_| {
        let mut stream = TcpStream::connect(&server.address).expect("the system connects");
        stream.set_nonblocking(true).expect("a socket");
        // What the server does not take is not sent: it reads no more than it answers.
        let _ = stream.write(request.repeat(200).as_bytes());
        stream
    };
    (0..count).map(client).collect()
}

/// Asks until there is a place: a flood of connections may take them all for two seconds.
fn insist(server: &Server, path: &str, body: &Value) -> Value {
    let start = Instant::now();
    loop {
        match server.try_post(path, body) {
            Some((200..300, answer)) => return answer,
            None | Some((503, _)) => {}
            Some((status, answer)) => panic!("{path}: {status} {answer}"),
        }
        assert!(start.elapsed() < Duration::from_secs(15), "{path}: no place");
        sleep(Duration::from_millis(50));
    }
}

fn play(server: &Server) {
    let human = json!({ "kind": "human" });
    let seats = json!([human, human]);
    let game = insist(server, "/api/play", &json!({ "game": "othello", "seats": seats }));
    let path = format!("/api/play/{}", game["id"].as_str().expect("a name"));
    for (ply, text) in ["f5", "d6", "c3", "d3"].into_iter().enumerate() {
        let state = insist(server, &format!("{path}/move"), &json!({ "move": text, "ply": ply }));
        assert_eq!(state["ply"], ply + 1);
    }
}

fn ends_at_a_signal(mut server: Server) {
    let start = Instant::now();
    let sent = Command::new("kill").args(["-s", "TERM", &server.pid().to_string()]).status();
    assert!(sent.expect("kill is there").success());
    assert_eq!(server.wait().code(), Some(0));
    assert!(start.elapsed() < Duration::from_secs(20), "it takes its time");
}

#[test]
fn a_thousand_clients_that_never_read_keep_nobody_from_playing() {
    if !may_hold(2500) {
        return;
    }
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let catalog = "GET /api/catalog HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let mut clients = deaf_clients(&server, 1024, catalog);
    play(&server);
    sleep(Duration::from_secs(3));
    let before = memory(&server);
    clients.extend(deaf_clients(&server, 1024, catalog));
    play(&server);
    let after = memory(&server);
    assert!(after <= before + 30 && after < 200, "{before} MiB, then {after} MiB");
    ends_at_a_signal(server);
    drop(clients);
}

#[test]
fn signals_end_it_when_all_places_are_taken() {
    if !may_hold(2500) {
        return;
    }
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let idle: Vec<_> =
        (0..1200).map(|_| TcpStream::connect(&server.address).expect("a connection")).collect();
    ends_at_a_signal(server);
    drop(idle);
}

#[test]
fn idle_connections_leave_handles_to_the_games() {
    if !may_hold(2500) {
        return;
    }
    let scratch = Scratch::new();
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -n 128; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_cutfirst")]);
    let server = Server::start_by(shell, &scratch.0, &["--port", "0"]);
    let idle: Vec<_> = (0..300).map(|_| TcpStream::connect(&server.address).expect("a connection")).collect();
    for _ in 0..5 {
        play(&server);
    }
    drop(idle);
}

#[test]
fn a_large_file_is_not_in_memory_once_for_every_client() {
    let scratch = Scratch::new();
    let report = scratch.0.join("results/run");
    std::fs::create_dir_all(&report).expect("a directory");
    std::fs::write(report.join("report.html"), "<title>A</title>").expect("room");
    std::fs::write(report.join("large.csv"), vec![b'x'; 60 << 20]).expect("room");
    let server = Server::start(&scratch.0);
    let before = memory(&server);
    let clients = deaf_clients(&server, 40, "GET /reports/run/large.csv HTTP/1.1\r\nhost: localhost\r\n\r\n");
    sleep(Duration::from_secs(2));
    let after = memory(&server);
    assert!(after <= before + 60, "{before} MiB, then {after} MiB for 40 clients");
    drop(clients);
    let answer =
        server.raw(b"GET /reports/run/large.csv HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    assert!(head.contains(&format!("content-length: {}", 60 << 20)), "{head}");
    assert!(body.len() == 60 << 20 && body.bytes().all(|byte| byte == b'x'), "{}", body.len());
}
