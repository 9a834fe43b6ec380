//! Whatever comes in: a 4xx with one line, and the server goes on.

use serde_json::{Value, json};

use crate::running::{Scratch, Server};

/// A refusal is a 4xx with an object that holds one line.
fn refused((status, answer): (u16, Value), hint: &str) {
    assert!((400..500).contains(&status), "{hint}: {status} {answer}");
    let error = answer["error"].as_str().unwrap_or_else(|| panic!("{hint}: no error in {answer}"));
    assert!(error.contains(hint) && !error.contains('\n'), "should hint at '{hint}': {error}");
}

#[test]
fn wrong_requests_are_refused_in_one_line() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let human = json!({ "kind": "human" });
    let game = server.ask("/api/play", &json!({ "game": "othello", "seats": [human, human] }));
    let path = format!("/api/play/{}", game["id"].as_str().unwrap());
    for (path, body, hint) in [
        ("/api/position", json!({ "game": "chess" }), "choose othello"),
        ("/api/position", json!({}), "the body lacks the field 'game'"),
        (
            "/api/position",
            json!({ "game": "othello", "colour": 1 }),
            "the body has an unknown field 'colour'; known are 'game'",
        ),
        (
            "/api/position",
            json!({ "game": "othello", "players": -2 }),
            "players must be a whole number from 0, not -2",
        ),
        ("/api/position", json!({ "game": "othello", "players": 3 }), "othello is for 2 players"),
        ("/api/position", json!({ "game": "virus", "variant": "size=9" }), "from 3 to 8"),
        ("/api/position", json!({ "game": "othello", "position": "XO" }), "position: "),
        ("/api/position", json!({ "game": "othello", "position": "\u{0}\u{1b}[2J💥" }), "position: "),
        ("/api/position", json!({ "game": "othello", "moves": ["a1"] }), "move 1: 'a1' is not a legal move"),
        ("/api/position", json!({ "game": "othello", "moves": vec!["f5"; 2000] }), "at most 1000"),
        ("/api/position", json!([1, 2]), "the body must be a JSON object in braces, not a list"),
        ("/api/play", json!({ "game": "othello", "seats": [] }), "0 seats for 2 players"),
        (
            "/api/play",
            json!({ "game": "othello", "seats": [human, { "kind": "robot" }] }),
            "seats[1].kind must be one of 'human', 'engine', 'program'",
        ),
        (
            "/api/analyse",
            json!({ "game": "othello", "level": { "time_ms": -5 } }),
            "level.time_ms must be a whole number from 0, not -5",
        ),
        ("/api/analyse", json!({ "game": "othello", "level": { "time_ms": 0 } }), "from 1 to"),
        (
            "/api/analyse",
            json!({ "game": "othello", "level": { "time_ms": 1e12 } }),
            "level.time_ms must be a whole number",
        ),
        ("/api/analyse", json!({ "game": "othello", "level": { "depth": 1_000_000_000 } }), "from 1 to"),
        ("/api/analyse", json!({ "game": "othello", "level": {} }), "either number, time_ms or depth"),
        ("/api/analyse", json!({ "game": "othello", "level": { "depth": 3 }, "table": 1_000_000 }), "MiB"),
        ("/api/analyse", json!({ "game": "othello", "level": { "depth": 3 }, "order": "magic" }), "order: "),
        (
            "/api/analyse",
            json!({ "game": "othello", "level": { "depth": 3 }, "order": "killer+".repeat(500) }),
            "at most 8 heuristics",
        ),
        (
            "/api/analyse",
            json!({ "game": "virus", "level": { "depth": 3 }, "algorithm": "pvs" }),
            "two players",
        ),
        (
            "/api/analyse",
            json!({ "game": "othello", "level": { "depth": 3 }, "evaluation": "?" }),
            "choose discs",
        ),
        (
            "/api/analyse",
            json!({ "game": "checkers", "position": "B:W30:B", "level": { "depth": 3 } }),
            "nothing to search",
        ),
        ("/api/trace", json!({ "game": "othello", "depth": 0 }), "from 1 to"),
        ("/api/trace", json!({ "game": "othello", "depth": 3, "algorithm": "max-n" }), ""),
        ("/api/race", json!({ "game": "othello", "depth": 3, "orders": [] }), "from 1 to 8"),
        ("/api/race", json!({ "game": "othello", "depth": 3, "orders": ["none", "x"] }), "order: "),
        (
            "/api/play/0123456789abcdef0123456789abcdef/move",
            json!({ "move": "f5", "ply": 0 }),
            "no such game",
        ),
        ("/api/play/x/undo", json!({ "ply": 0 }), "no such game"),
        (&format!("{path}/move"), json!({ "move": "a1", "ply": 0 }), "not a legal move"),
        (&format!("{path}/move"), json!({ "move": "x".repeat(9999), "ply": 0 }), "is not a move"),
        (&format!("{path}/move"), json!({ "move": "f5", "ply": 5 }), "at ply 0, not 5"),
        (&format!("{path}/move"), json!({ "move": "f5" }), "the body lacks the field 'ply'"),
        (&format!("{path}/resign"), json!({ "player": 7 }), "0 to 1"),
        (&format!("{path}/hint"), json!({ "ply": 0, "level": { "depth": 0 } }), "from 1 to"),
        (&format!("{path}/seats"), json!({ "seats": [human] }), "1 seats for 2 players"),
        ("/api/nothing", json!({}), "nothing here"),
    ] {
        refused(server.post(path, &body), hint);
    }
    for text in ["", "{", "null", "\"x\"", "{\"game\":\"othello\"}x", "{\"game\":\"\\ud800\"}"] {
        refused(server.post_text("/api/position", text), "the body");
    }
    let deep = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
    refused(server.post_text("/api/position", &deep), "the body");
    let huge = json!({ "game": "othello", "position": "X".repeat(100_000) });
    let (status, answer) = server.post("/api/position", &huge);
    assert_eq!(status, 413, "{answer}");
    refused(server.get("/api/geometry/chess"), "choose othello");
    refused(server.get("/api/geometry/virus?players=many"), "players");
    refused(server.get("/api/geometry/virus?variant=size%3D99"), "from 3 to 8");
    refused(server.get("/api/position"), "");
    assert_eq!(server.get(&path), (200, game), "the game is as it was");
}

#[test]
fn broken_connections_and_wrong_types_do_no_harm() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let host = "host: localhost\r\nconnection: close\r\n";
    for (request, expected) in [
        (format!("POST /api/position HTTP/1.1\r\n{host}content-length: 2\r\n\r\n{{}}"), "415"),
        (
            format!(
                "POST /api/position HTTP/1.1\r\n{host}content-type: text/plain\r\ncontent-length: 2\r\n\r\n{{}}"
            ),
            "415",
        ),
        (format!("DELETE /api/catalog HTTP/1.1\r\n{host}\r\n"), "405"),
        (format!("GET /api/play/x HTTP/1.1\r\n{host}\r\n"), "404"),
        ("GARBAGE\r\n\r\n".to_owned(), "400"),
        (format!("GET /{} HTTP/1.1\r\n{host}\r\n", "x".repeat(100_000)), "4"),
        (format!("GET / HTTP/1.1\r\n{host}x: {}\r\n\r\n", "y".repeat(200_000)), "4"),
    ] {
        let answer = server.raw(request.as_bytes());
        let status = answer.split(' ').nth(1).unwrap_or("");
        // What is too rude may also be met by silence.
        assert!(
            status.starts_with(expected) || (expected == "4" && answer.is_empty()),
            "{expected}: {answer}"
        );
    }
    // A body that never comes, and bytes that mean nothing.
    drop(std::net::TcpStream::connect(&server.address));
    server.raw(&[0xff; 5000]);
    assert_eq!(server.get("/api/catalog").0, 200);
}
