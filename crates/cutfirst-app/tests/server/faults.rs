//! Faults of the machine under a running server: it says what is wrong, goes on, and no game is harmed.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::running::{Scratch, Server};

fn new_game(server: &Server) -> (String, Value) {
    let human = json!({ "kind": "human" });
    let game = server.ask("/api/play", &json!({ "game": "othello", "seats": [human, human] }));
    (format!("/api/play/{}", game["id"].as_str().expect("a name")), game)
}

/// Sets a limit of the running server.
fn limit(server: &Server, limit: &str) {
    let status = Command::new("prlimit").args([limit, "--pid", &server.pid().to_string()]).status();
    assert!(status.expect("prlimit is there").success(), "{limit}");
}

#[test]
fn a_full_disk_refuses_moves_and_keeps_games() {
    let scratch = Scratch::new();
    // A file that may not grow, without the signal that would go with it.
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_cutfirst")]);
    let server = Server::start_by(shell, &scratch.0, &["--port", "0"]);
    let (path, _) = new_game(&server);
    let first = json!({ "move": "f5", "ply": 0 });
    let moved = server.ask(&format!("{path}/move"), &first);
    limit(&server, "--fsize=0:unlimited");
    let second = json!({ "move": "d6", "ply": 1 });
    let (status, answer) = server.post(&format!("{path}/move"), &second);
    let error = answer["error"].as_str().expect("an error");
    assert!(status == 500 && error.starts_with("the server's data cannot be read or written: "), "{answer}");
    assert_eq!(server.get(&path), (200, moved), "the game is as it was");
    let seats = json!([{ "kind": "human" }, { "kind": "human" }]);
    assert_eq!(server.post("/api/play", &json!({ "game": "othello", "seats": seats })).0, 500);
    limit(&server, "--fsize=unlimited:unlimited");
    assert_eq!(server.ask(&format!("{path}/move"), &second)["ply"], 2);
    let names = std::fs::read_dir(scratch.0.join("games")).expect("games");
    assert_eq!(names.count(), 1, "nothing half written is left");
}

#[test]
fn without_file_handles_it_waits_for_some() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let (path, game) = new_game(&server);
    limit(&server, "--nofile=3:4096");
    // The connection is made by the system, and rests until the server can take it.
    let mut waiting = TcpStream::connect(&server.address).expect("the system connects");
    let request = "GET /api/catalog HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    waiting.write_all(request.as_bytes()).expect("a request");
    sleep(Duration::from_millis(300));
    limit(&server, "--nofile=1024:4096");
    let mut answer = String::new();
    waiting.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
    waiting.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert_eq!(server.get(&path), (200, game));
}

#[test]
fn too_few_file_handles_to_start_are_named() {
    let scratch = Scratch::new();
    for limit in 5..8 {
        let said = refusal(
            &scratch,
            &format!("ulimit -n {limit}; exec timeout 20 \"$0\" serve --port 0 --data \"$1\""),
            1,
        );
        assert!(said.contains("Too many open files (os error 24)"), "{limit}: {said}");
    }
}

#[test]
fn a_damaged_game_is_refused_and_the_others_are_played() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let ((damaged, _), (sound, state)) = (new_game(&server), new_game(&server));
    let file = scratch.0.join("games").join(format!("{}.json", damaged.rsplit('/').next().expect("a name")));
    let good = std::fs::read(&file).expect("a stored game");
    let mut flipped = good.clone();
    flipped[2] ^= 1;
    for bytes in [&good[..good.len() / 2], &flipped, b"", b"\xff\xfe"] {
        std::fs::write(&file, bytes).expect("room");
        for (status, answer) in [
            server.get(&damaged),
            server.post(&format!("{damaged}/move"), &json!({ "move": "f5", "ply": 0 })),
        ] {
            let error = answer["error"].as_str().expect("an error");
            assert!(status == 500 && error.contains("cannot be read"), "{answer}");
        }
        assert_eq!(std::fs::read(&file).expect("a file"), bytes, "it is left as it is");
        assert_eq!(server.get(&sound), (200, state.clone()));
    }
}

/// A search under way, for as long as somebody listens.
fn search_of_a_minute(server: &Server) -> TcpStream {
    let body = json!({ "game": "othello", "level": { "time_ms": 60_000 } }).to_string();
    let mut stream = TcpStream::connect(&server.address).expect("the server listens");
    let head =
        "POST /api/analyse HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length:";
    write!(stream, "{head} {}\r\n\r\n{body}", body.len()).expect("a request");
    let mut start = [0; 12];
    stream.read_exact(&mut start).expect("an answer");
    assert_eq!(&start, b"HTTP/1.1 200");
    stream
}

#[test]
fn signals_end_it_at_once_and_games_stay() {
    let scratch = Scratch::new();
    for signal in ["INT", "TERM"] {
        let mut server = Server::start(&scratch.0);
        let (path, _) = new_game(&server);
        let moved = server.ask(&format!("{path}/move"), &json!({ "move": "f5", "ply": 0 }));
        let _search = search_of_a_minute(&server);
        let start = Instant::now();
        let sent = Command::new("kill").args(["-s", signal, &server.pid().to_string()]).status();
        assert!(sent.expect("kill is there").success());
        assert_eq!(server.wait().code(), Some(0), "SIG{signal}");
        assert!(start.elapsed() < Duration::from_secs(20), "SIG{signal}: it takes its time");
        let again = Server::start(&scratch.0);
        assert_eq!(again.get(&path), (200, moved), "SIG{signal}");
    }
}

/// What `cutfirst serve` says that does not start.
fn refusal(scratch: &Scratch, script: &str, code: i32) -> String {
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_cutfirst"), scratch.0.to_str().expect("UTF-8")])
        .output()
        .expect("a shell");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{errors}");
    assert!(output.stdout.is_empty(), "it promises an address");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    errors
}

#[test]
fn a_second_server_with_the_same_games_is_refused() {
    let scratch = Scratch::new();
    let first = Server::start(&scratch.0);
    let (path, state) = new_game(&first);
    let said = refusal(&scratch, "exec \"$0\" serve --port 0 --data \"$1\"", 2);
    assert!(said.contains("another cutfirst server keeps its games in"), "{said}");
    assert!(said.contains("choose another --data"), "{said}");
    assert_eq!(first.get(&path), (200, state.clone()));
    first.kill();
    assert_eq!(Server::start(&scratch.0).get(&path), (200, state), "however the first one ended");
}

#[test]
fn games_are_their_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new();
    // As an older version left it.
    std::fs::create_dir(scratch.0.join("games")).expect("a directory");
    std::fs::set_permissions(scratch.0.join("games"), PermissionsExt::from_mode(0o755)).expect("ours");
    let server = Server::start(&scratch.0);
    let (path, _) = new_game(&server);
    server.ask(&format!("{path}/move"), &json!({ "move": "f5", "ply": 0 }));
    let mode = |path: &str| {
        let file = std::fs::metadata(scratch.0.join(path)).expect("it is there");
        file.permissions().mode() & 0o777
    };
    let file = format!("games/{}.json", path.rsplit('/').next().expect("a name"));
    assert_eq!((mode("games"), mode("aside"), mode(&file)), (0o700, 0o700, 0o600));
}

#[test]
fn a_place_without_room_or_for_reading_only_is_told_at_the_start() {
    let works = Command::new("unshare").args(["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]).output();
    if !works.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: a file system of one's own cannot be had here (unshare -rm)");
        return;
    }
    let scratch = Scratch::new();
    // In a namespace of its own, whose mounts go with it.
    let script = |mounting: &str| {
        format!(
            "exec unshare -rm sh -c '{mounting} && exec \"$0\" serve --port 0 --data \"$1\"' \"$0\" \"$1\""
        )
    };
    let said = refusal(
        &scratch,
        &script("mount -t tmpfs -o size=8k none \"$1\" && mkdir \"$1/games\" \"$1/aside\""),
        1,
    );
    assert!(said.contains("No space left") && said.contains("make room"), "{said}");
    let said = refusal(
        &scratch,
        &script(
            "mount -t tmpfs none \"$1\" && mkdir \"$1/games\" \"$1/aside\" && mount -o remount,ro \"$1\"",
        ),
        2,
    );
    assert!(said.contains("Read-only") && said.contains("choose another --data"), "{said}");
}

/// Programs that hang, and people who do not wait for them: everybody else's engines play on.
#[test]
fn programs_that_hang_are_ended_with_whoever_asked() {
    let scratch = Scratch::new();
    let list = scratch.0.join("engines.toml");
    let text =
        "[[engine]]\nname = 'hangs'\ngame = 'othello'\nplayer = 'command=\"sleep 600\" protocol=ugi'\n";
    std::fs::write(&list, text).expect("room");
    let server =
        Server::start_with(&scratch.0, &["--port", "0", "--engines", list.to_str().expect("a path")]);
    for _ in 0..8 {
        let seats = json!([{ "kind": "program", "name": "hangs" }, { "kind": "human" }]);
        let game = server.ask("/api/play", &json!({ "game": "othello", "seats": seats }));
        let path = format!("/api/play/{}/think", game["id"].as_str().expect("a name"));
        let body = json!({ "ply": 0 }).to_string();
        let mut asker = TcpStream::connect(&server.address).expect("a connection");
        let head = "host: localhost\r\ncontent-type: application/json";
        let request =
            format!("POST {path} HTTP/1.1\r\n{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
        asker.write_all(request.as_bytes()).expect("it listens");
        // Until it is under way; then whoever asked goes away.
        asker.read_exact(&mut [0; 15]).expect("an answer");
    }
    let seats = json!([{ "kind": "engine", "level": { "time_ms": 2500 } }, { "kind": "human" }]);
    let game = server.ask("/api/play", &json!({ "game": "othello", "seats": seats }));
    let start = Instant::now();
    let events = server
        .events(&format!("/api/play/{}/think", game["id"].as_str().expect("a name")), &json!({ "ply": 0 }));
    assert!(events.iter().any(|(name, _)| name == "state"), "{events:?}");
    assert!(start.elapsed() < Duration::from_secs(30), "it waited for programs that nobody asks");
}
