//! A server that others can reach: a key, and how much one client may ask for.

use std::fs;

use serde_json::{Value, json};

use crate::running::{Scratch, Server};

const REMOTE: [&str; 5] = ["--port", "0", "--host", "0.0.0.0", "--allow-remote"];

fn new_game() -> Value {
    let human = json!({ "kind": "human" });
    json!({ "game": "othello", "seats": [human, human] })
}

/// The status, and the whole answer.
fn asked(server: &Server, path: &str, headers: &str) -> (u16, String) {
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n{headers}connection: close\r\n\r\n");
    let answer = server.raw(request.as_bytes());
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
    (status.unwrap_or_else(|| panic!("no status: {answer}")), answer)
}

#[test]
fn beyond_this_machine_a_key_is_needed() {
    let scratch = Scratch::new();
    let server = Server::start_with(&scratch.0, &REMOTE);
    let key = server.key.clone().expect("a key in the link");
    assert_eq!(key.len(), 32, "{key}");
    for path in ["/", "/api/catalog", "/assets/js/main.js", "/api/reports", "/?key=", "/?key=00"] {
        let (status, answer) = asked(&server, path, "");
        assert_eq!(status, 401, "{path}");
        assert!(answer.contains("open the link that 'cutfirst serve' printed"), "{answer}");
    }
    let bearer = format!("authorization: Bearer {key}\r\n");
    assert_eq!(asked(&server, "/api/catalog", &bearer).0, 200);
    assert_eq!(asked(&server, "/api/catalog", &bearer.to_uppercase()).0, 401);
    for path in ["/api/catalog?", "/api/geometry/othello?", "/api/geometry/virus?variant=size=5&"] {
        assert_eq!(asked(&server, &format!("{path}key={key}"), "").0, 200, "{path}");
    }
    // A browser follows the link, and needs no more than the cookie from then on.
    let (status, answer) = asked(&server, &format!("/?key={key}"), "");
    assert!(status == 303 && answer.contains("location: /\r\n"), "{answer}");
    let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    let cookie = format!("cookie: {}\r\n", cookie.split(';').next().expect("a value"));
    for path in ["/", "/api/catalog", "/assets/js/main.js"] {
        assert_eq!(asked(&server, path, &cookie).0, 200, "{path}");
    }
    // Knowing the key does not help another page.
    assert_eq!(asked(&server, "/api/catalog", &format!("{cookie}origin: http://evil.example\r\n")).0, 403);
}

#[test]
fn the_key_can_be_left_out() {
    let scratch = Scratch::new();
    let server = Server::start_with(&scratch.0, &[&REMOTE[..], &["--no-key"]].concat());
    assert_eq!(server.key, None);
    assert_eq!(server.get("/api/catalog").0, 200);
}

#[test]
fn one_address_asks_only_so_often() {
    let scratch = Scratch::new();
    let server = Server::start_with(&scratch.0, &[&REMOTE[..], &["--no-key"]].concat());
    let answers: Vec<_> = (0..40).map(|_| server.post("/api/play", &new_game())).collect();
    let made = answers.iter().filter(|(status, _)| *status == 201).count();
    assert!((30..35).contains(&made), "{made} games");
    let (status, refusal) = answers.last().expect("an answer");
    let said = refusal["error"].as_str().expect("an error");
    assert!(*status == 429 && said.contains("too many new games in a short time"), "{refusal}");
    let trace = json!({ "game": "othello", "depth": 1 });
    let refused = (0..60).map(|_| server.post("/api/trace", &trace)).find(|(status, _)| *status != 200);
    let (status, refusal) = refused.expect("a limit");
    assert!(status == 429 && refusal["error"].as_str().expect("an error").contains("analyses"), "{refusal}");
    // Whoever plays is not disturbed.
    assert_eq!(server.get("/api/catalog").0, 200);
}

#[test]
fn one_client_has_only_its_share_of_games() {
    let scratch = Scratch::new();
    let (first, text) = {
        let server = Server::start(&scratch.0);
        let game = server.ask("/api/play", &new_game());
        let id = game["id"].as_str().expect("a name").to_owned();
        let text = fs::read(scratch.0.join(format!("games/{id}.json"))).expect("a game");
        (id, text)
    };
    for number in 1..1000 {
        fs::write(scratch.0.join(format!("games/{number:032x}.json")), &text).expect("room");
    }
    let server = Server::start(&scratch.0);
    let (status, refusal) = server.post("/api/play", &new_game());
    let said = refusal["error"].as_str().expect("an error");
    assert!(
        status == 429 && said.contains("1000 games of your address") && said.contains("delete"),
        "{said}"
    );
    let path = format!("/api/play/{first}");
    assert_eq!(server.get(&path).0, 200, "those that are there are played");
    assert_eq!(server.delete(&path), 204);
    assert_eq!((server.delete(&path), server.get(&path).0), (404, 404));
    assert_eq!(server.post("/api/play", &new_game()).0, 201);
    assert_eq!(server.post("/api/play", &new_game()).0, 429);
}
