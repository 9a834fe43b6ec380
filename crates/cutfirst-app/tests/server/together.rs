//! Several windows on one game, the list of games, reviews, and games from and for other programs.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use crate::running::{Scratch, Server};

/// A window that follows a game.
struct Window(BufReader<TcpStream>);

impl Window {
    /// Opens one; the status line says whether it was let in.
    fn open(server: &Server, id: &str, headers: &str) -> (String, Self) {
        let mut stream = TcpStream::connect(&server.address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
        let request =
            format!("GET /api/play/{id}/live HTTP/1.1\r\nhost: {}\r\n{headers}\r\n", server.address);
        stream.write_all(request.as_bytes()).expect("a request");
        let mut reader = BufReader::new(stream);
        let mut status = String::new();
        reader.read_line(&mut status).expect("an answer");
        (status, Self(reader))
    }

    /// The next event that says something.
    fn next(&mut self) -> (String, Value) {
        let (mut name, mut line) = (String::new(), String::new());
        loop {
            line.clear();
            assert!(self.0.read_line(&mut line).expect("the stream goes on") > 0, "the stream ended");
            if let Some(event) = line.strip_prefix("event: ") {
                event.trim().clone_into(&mut name);
            }
            if let Some(data) = line.strip_prefix("data: ") {
                return (name, serde_json::from_str(data).expect("JSON in an event"));
            }
        }
    }
}

fn game(server: &Server) -> String {
    let seats = json!([{ "kind": "human" }, { "kind": "human" }]);
    let state = server.ask("/api/play", &json!({ "game": "othello", "seats": seats }));
    state["id"].as_str().expect("a name").to_owned()
}

#[test]
fn windows_follow_each_other() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let id = game(&server);
    let mut windows = [(); 2].map(|()| Window::open(&server, &id, "").1);
    for window in &mut windows {
        let (name, state) = window.next();
        assert_eq!((name.as_str(), &state["ply"]), ("state", &json!(0)), "the game as it is");
    }
    server.ask(&format!("/api/play/{id}/move"), &json!({ "move": "f5", "ply": 0 }));
    for window in &mut windows {
        let (_, state) = window.next();
        assert_eq!(state["moves"], json!(["f5"]));
        assert_eq!(state["movers"], json!([0]));
    }
    assert_eq!(server.delete(&format!("/api/play/{id}")), 204);
    for window in &mut windows {
        assert_eq!(window.next().0, "gone");
    }
}

#[test]
fn variations_stay_with_the_game() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let id = game(&server);
    let path = format!("/api/play/{id}/variations");
    let (_, mut window) = Window::open(&server, &id, "");
    assert_eq!(window.next().1["variations"], json!([]));
    server.ask(&path, &json!({ "add": ["f5", "f6"] }));
    assert_eq!(window.next().1["variations"], json!([["f5", "f6"]]), "other windows see it");
    server.ask(&path, &json!({ "add": ["c4"] }));
    server.ask(&format!("/api/play/{id}/move"), &json!({ "move": "f5", "ply": 0 }));
    let grown = server.ask(&path, &json!({ "add": ["f5", "f6", "e6"] }));
    assert_eq!((&grown["ply"], &grown["variations"]), (&json!(1), &json!([["f5", "f6", "e6"], ["c4"]])));
    for wrong in
        [json!({ "add": ["a1"] }), json!({ "add": vec!["f5"; 1001] }), json!({ "keep": [] }), json!({})]
    {
        assert_eq!(server.post(&path, &wrong).0, 400, "{wrong}");
    }
    drop(server);
    let server = Server::start(&scratch.0);
    let path = format!("/api/play/{id}");
    assert_eq!(server.get(&path).1["variations"], json!([["f5", "f6", "e6"], ["c4"]]));
    let left = server.ask(&format!("{path}/variations"), &json!({ "remove": ["c4"] }));
    assert_eq!(left["variations"], json!([["f5", "f6", "e6"]]));
}

#[test]
fn a_slow_reader_holds_up_nobody_and_sees_the_end() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let id = game(&server);
    let (_, mut slow) = Window::open(&server, &id, "");
    // Far more than the buffers of a connection hold, of which it reads nothing.
    for _ in 0..300 {
        server.ask(&format!("/api/play/{id}/move"), &json!({ "move": "f5", "ply": 0 }));
        server.ask(&format!("/api/play/{id}/undo"), &json!({ "ply": 1 }));
    }
    server.ask(&format!("/api/play/{id}/resign"), &json!({ "player": 1 }));
    let mut seen = 0;
    loop {
        seen += 1;
        if slow.next().1["outcome"]["winners"] == json!([0]) {
            break;
        }
    }
    assert!(seen <= 602, "at most one event for each change: {seen}");
}

#[test]
fn who_floods_or_comes_from_elsewhere_is_refused() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let id = game(&server);
    let (status, _) = Window::open(&server, &id, "origin: http://evil.example\r\n");
    assert!(status.contains(" 403 "), "{status}");
    let (status, _) = Window::open(&server, &id, "sec-fetch-site: cross-site\r\n");
    assert!(status.contains(" 403 "), "{status}");
    let (status, _) = Window::open(&server, &"0".repeat(32), "");
    assert!(status.contains(" 404 "), "{status}");
    let windows: Vec<_> = (0..32).map(|_| Window::open(&server, &id, "")).collect();
    assert!(windows.iter().all(|(status, _)| status.contains(" 200 ")));
    let (status, _) = Window::open(&server, &id, "");
    assert!(status.contains(" 429 "), "{status}");
    // The game itself goes on, and whoever leaves makes room.
    server.ask(&format!("/api/play/{id}/move"), &json!({ "move": "f5", "ply": 0 }));
    drop(windows);
    let begun = std::time::Instant::now();
    while !Window::open(&server, &id, "").0.contains(" 200 ") {
        assert!(begun.elapsed() < Duration::from_secs(30), "nobody makes room");
        std::thread::sleep(Duration::from_millis(200));
    }
}

#[test]
fn beyond_this_machine_only_who_has_the_key_follows() {
    let scratch = Scratch::new();
    let server = Server::start_with(&scratch.0, &["--port", "0", "--host", "0.0.0.0", "--allow-remote"]);
    let key = server.key.clone().expect("a key");
    let seats = json!([{ "kind": "human" }, { "kind": "human" }]);
    let state = server.ask(&format!("/api/play?key={key}"), &json!({ "game": "othello", "seats": seats }));
    let id = state["id"].as_str().expect("a name");
    let wrong = format!("authorization: Bearer {}\r\n", "0".repeat(32));
    for headers in ["", &wrong] {
        let (status, _) = Window::open(&server, id, headers);
        assert!(status.contains(" 401 "), "{status}");
    }
    let bearer = format!("authorization: Bearer {key}\r\n");
    assert!(Window::open(&server, id, &bearer).0.contains(" 200 "));
    let (status, _) = Window::open(&server, id, &format!("{bearer}origin: http://evil.example\r\n"));
    assert!(status.contains(" 403 "), "{status}");
}

#[test]
fn windows_that_come_and_go_leave_nothing_behind() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let id = game(&server);
    for _ in 0..300 {
        // Some are let in, some are refused because those before have not been missed yet.
        let (status, _) = Window::open(&server, &id, "");
        assert!(status.contains(" 200 ") || status.contains(" 429 "), "{status}");
    }
    let begun = std::time::Instant::now();
    loop {
        let windows: Vec<_> = (0..32).map(|_| Window::open(&server, &id, "")).collect();
        if windows.iter().all(|(status, _)| status.contains(" 200 ")) {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "places are lost");
        drop(windows);
        std::thread::sleep(Duration::from_secs(6));
    }
    server.ask(&format!("/api/play/{id}/move"), &json!({ "move": "f5", "ply": 0 }));
}

#[test]
fn games_are_listed_newest_first_and_only_to_their_owner() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let (_, list) = server.get("/api/games");
    assert_eq!(list, json!({ "games": [], "more": 0 }));
    let [older, newer, empty] = [(); 3].map(|()| game(&server));
    for id in [&older, &newer] {
        server.ask(&format!("/api/play/{id}/move"), &json!({ "move": "f5", "ply": 0 }));
        std::thread::sleep(Duration::from_millis(20));
    }
    let (_, list) = server.get("/api/games");
    let ids: Vec<_> = list["games"].as_array().unwrap().iter().map(|game| game["id"].clone()).collect();
    assert_eq!(ids, [json!(newer), json!(older)], "a game without a move is none");
    assert_eq!(list["games"][0]["ply"], 1);
    assert_eq!(list["games"][0]["scene"]["cells"].as_array().unwrap().len(), 5);
    let some = server.ask("/api/games", &json!({ "ids": [older, empty, "x"] }));
    assert_eq!(some["games"].as_array().unwrap().len(), 1);
    let remote = Scratch::new();
    let open =
        Server::start_with(&remote.0, &["--port", "0", "--host", "0.0.0.0", "--allow-remote", "--no-key"]);
    assert_eq!(open.get("/api/games").0, 403);
    assert_eq!(open.ask("/api/games", &json!({ "ids": [] }))["games"], json!([]));
}

#[test]
fn a_link_for_others_has_the_key_only_where_they_may_come() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    assert_eq!(server.get("/api/invite").1, json!({ "open": false }));
    let remote = Scratch::new();
    let open = Server::start_with(&remote.0, &["--port", "0", "--host", "0.0.0.0", "--allow-remote"]);
    let key = open.key.clone().expect("a key");
    assert_eq!(open.get("/api/invite").0, 401, "not without the key");
    let (_, invitation) = open.get(&format!("/api/invite?key={key}"));
    let address = invitation["address"].as_str().unwrap_or_default();
    assert!(address.starts_with("http://") && address.ends_with(&format!("/?key={key}")), "{invitation}");
}

#[test]
fn a_review_judges_every_move() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let moves = ["f5", "d6", "c3", "d3", "c4"];
    let body = json!({ "game": "othello", "moves": moves, "time_ms": 30 });
    let events = server.events("/api/review", &body);
    let names: Vec<_> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["begun", "move", "move", "move", "move", "move", "done"]);
    for (ply, (_, judged)) in events[1..6].iter().enumerate() {
        assert_eq!((&judged["ply"], &judged["mover"]), (&json!(ply + 1), &json!(ply % 2)));
        let (chance, played) = (judged["chance"].as_f64().unwrap(), judged["played"].as_f64().unwrap());
        assert!((0.0..=1.0).contains(&played) && played <= chance, "{judged}");
    }
    // Stopped and gone on with: only what is left is judged.
    let rest =
        server.events("/api/review", &json!({ "game": "othello", "moves": moves, "time_ms": 30, "from": 3 }));
    assert_eq!(rest[0].1["moves"], json!(2));
    assert_eq!(
        rest[1..3].iter().map(|(_, judged)| judged["ply"].clone()).collect::<Vec<_>>(),
        [json!(4), json!(5)]
    );
    for wrong in [
        json!({ "game": "othello", "moves": [] }),
        json!({ "game": "othello", "moves": ["f5"], "from": 1 }),
        json!({ "game": "othello", "moves": ["f5"], "time_ms": 0 }),
    ] {
        assert_eq!(server.post("/api/review", &wrong).0, 400, "{wrong}");
    }
}

#[test]
fn several_lines_and_exact_results_are_told() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let body = json!({ "game": "othello", "level": { "depth": 3 }, "moves": ["f5"], "lines": 3 });
    let events = server.events("/api/analyse", &body);
    let last: Vec<_> = events.iter().filter(|(name, data)| name == "depth" && data["depth"] == 3).collect();
    let numbers: Vec<_> = last.iter().map(|(_, data)| data["number"].clone()).collect();
    assert_eq!(numbers, [json!(0), json!(1), json!(2)]);
    assert!(last.windows(2).all(|pair| pair[0].1["chance"].as_f64() >= pair[1].1["chance"].as_f64()));
    let end = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO-XXXXO--- X";
    let body = json!({ "game": "othello", "position": end, "level": { "depth": 3 }, "lines": 9 });
    let events = server.events("/api/analyse", &body);
    assert_eq!(events.last().unwrap().0, "solved");
    assert!(events.iter().filter(|(name, _)| name == "depth").all(|(_, data)| data["discs"].is_i64()));
    assert_eq!(
        server.post("/api/analyse", &json!({ "game": "othello", "level": { "depth": 3 }, "lines": 0 })).0,
        400
    );
}

#[test]
fn games_come_and_go_in_the_formats_of_others() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let pdn = "[Event \"A game\"]\n[Black \"Ann\"]\n[White \"Bob\"]\n1. 11-15 23-19 2. 8-11 22-17 *";
    let read = server.ask("/api/import", &json!({ "text": pdn, "game": "othello" }));
    assert_eq!((&read["format"], &read["games"][0]["game"]), (&json!("pdn"), &json!("checkers")));
    assert_eq!(read["games"][0]["moves"], json!(["11-15", "23-19", "8-11", "22-17"]));
    assert_eq!(read["games"][0]["variant"], "english");
    let body = json!({
        "game": "checkers", "variant": "english", "moves": read["games"][0]["moves"], "names": ["Ann", "Bob"], "format": "pdn",
    });
    let written = server.ask("/api/export", &body);
    let text = written["text"].as_str().unwrap();
    assert!(text.contains("[Black \"Ann\"]") && text.contains("1. 11-15 23-19"), "{text}");
    let again = server.ask("/api/import", &json!({ "text": text }));
    assert_eq!(again["games"][0]["moves"], read["games"][0]["moves"]);
    let (status, refused) = server.post("/api/import", &json!({ "text": "no game at all" }));
    assert_eq!(status, 400);
    assert!(refused["error"].as_str().unwrap().contains("no game"), "{refused}");
    let wrong = json!({ "game": "virus", "moves": [], "format": "pdn" });
    assert_eq!(server.post("/api/export", &wrong).0, 400);
}

#[test]
fn people_play_by_the_rules_they_expect() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    for (body, variant) in [
        (json!({ "game": "checkers" }), "english"),
        (json!({ "game": "checkers", "variant": "" }), "relaxed"),
        (json!({ "game": "checkers", "variant": "relaxed" }), "relaxed"),
        (json!({ "game": "virus" }), "end=full"),
        (json!({ "game": "virus", "variant": "" }), ""),
        (json!({ "game": "focus", "players": 4 }), "split,captures=10"),
        (json!({ "game": "focus" }), "split"),
    ] {
        assert_eq!(server.ask("/api/position", &body)["variant"], variant, "{body}");
    }
    // What experiments look at stays as it is.
    let trace = server.ask("/api/trace", &json!({ "game": "checkers", "depth": 2 }));
    assert_eq!(trace["search"]["variant"], "relaxed");
}

#[test]
fn a_program_of_the_operators_list_plays_and_no_other() {
    let scratch = Scratch::new();
    let list = scratch.0.join("engines.toml");
    let own = env!("CARGO_BIN_EXE_cutfirst");
    let player = |command: &str| format!("player = '''command=\"{command}\" protocol=ugi depth=2'''\n");
    let entry = |name: &str, command: &str| {
        format!("[[engine]]\nname = '{name}'\ngame = 'othello'\n{}", player(command))
    };
    let text = entry("Guest", &format!("{own} engine othello")) + &entry("Broken", "false");
    std::fs::write(&list, text).expect("a file");
    let server =
        Server::start_with(&scratch.0, &["--port", "0", "--engines", list.to_str().expect("a path")]);
    let programs = server.get("/api/catalog").1["programs"].clone();
    assert_eq!(programs[0], json!({ "name": "Guest", "game": "othello" }), "no page sees a command");
    let with = |game: &str, seat: Value| json!({ "game": game, "seats": [seat, { "kind": "human" }] });
    let guest = json!({ "kind": "program", "name": "Guest" });
    let state = server.ask("/api/play", &with("othello", guest.clone()));
    let id = state["id"].as_str().expect("a name");
    let events = server.events(&format!("/api/play/{id}/think"), &json!({ "ply": 0 }));
    assert_eq!(events.last().expect("an answer").1["ply"], 1, "{events:?}");
    // Neither programs that are not on the list, nor other games and positions, nor commands.
    let mut set_up = with("othello", guest.clone());
    set_up["position"] = json!(state["start"].as_str().expect("a line").replace('X', "O"));
    for wrong in [
        with("othello", json!({ "kind": "program", "name": "sh" })),
        with("checkers", guest),
        with("othello", json!({ "kind": "program", "name": "Guest", "command": "sh" })),
        with("othello", json!({ "kind": "program" })),
        set_up,
    ] {
        assert_eq!(server.post("/api/play", &wrong).0, 400, "{wrong}");
    }
    let broken = server.ask("/api/play", &with("othello", json!({ "kind": "program", "name": "Broken" })));
    let path = format!("/api/play/{}/think", broken["id"].as_str().expect("a name"));
    let events = server.events(&path, &json!({ "ply": 0 }));
    assert!(
        events.last().expect("an answer").1["error"].as_str().expect("a line").starts_with("Broken: "),
        "{events:?}"
    );
}
