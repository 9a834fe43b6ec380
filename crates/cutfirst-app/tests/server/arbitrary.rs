//! Arbitrary bytes as bodies, addresses and stored games: every answer is what was asked for or one line about what
//! is wrong, and never a failure inside the server.

use std::fs;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};

use crate::running::{Scratch, Server};

/// Bodies that are right, or nearly so, to be changed; `{id}` stands for a game.
fn seeds() -> Vec<(&'static str, Value)> {
    let engine =
        json!({ "kind": "engine", "level": { "depth": 1 }, "order": "tt+killer", "evaluation": "discs" });
    vec![
        ("/api/position", json!({ "game": "othello", "players": 2, "moves": ["f5", "d6"] })),
        ("/api/position", json!({ "game": "checkers", "position": "B:W30,K32:B1" })),
        ("/api/position", json!({ "game": "virus", "players": 3, "variant": "size=4,target=any" })),
        ("/api/play", json!({ "game": "othello", "seats": [{ "kind": "human" }, engine] })),
        ("/api/play/{id}/move", json!({ "move": "f5", "ply": 0 })),
        ("/api/play/{id}/undo", json!({ "ply": 1 })),
        ("/api/play/{id}/redo", json!({ "ply": 0 })),
        ("/api/play/{id}/seats", json!({ "seats": [{ "kind": "human" }, engine] })),
        ("/api/play/{id}/think", json!({ "ply": 0 })),
        ("/api/play/{id}/hint", json!({ "ply": 0, "level": { "time_ms": 10 } })),
        (
            "/api/analyse",
            json!({ "game": "focus", "players": 2, "level": { "depth": 2 }, "algorithm": "pvs",
                    "order": "tt+ads:mtf,limit=5", "table": 1 }),
        ),
        ("/api/trace", json!({ "game": "abalone", "depth": 1, "order": "none" })),
        ("/api/race", json!({ "game": "othello", "depth": 2, "orders": ["none", "killer"] })),
        ("/api/play/{id}/resign", json!({ "player": 1 })),
    ]
}

/// What is done to good bytes at a place: changed, left out, put in, or all after it cut off.
fn change(bytes: &mut Vec<u8>, (place, byte, kind): (prop::sample::Index, u8, u8)) {
    if bytes.is_empty() {
        return;
    }
    let place = place.index(bytes.len());
    match kind % 8 {
        0..=2 => bytes[place] = byte,
        3 => drop(bytes.remove(place)),
        4 => bytes.insert(place, byte),
        5 => bytes.truncate(place),
        // Digits and signs, which are read as numbers.
        _ => bytes[place] = b"0123456789-.e\"{}[],:"[usize::from(byte) % 20],
    }
}

fn bodies() -> impl Strategy<Value = (usize, Vec<u8>)> {
    let changes = prop::collection::vec(any::<(prop::sample::Index, u8, u8)>(), 0..6);
    let changed = (0..seeds().len(), changes).prop_map(|(seed, changes)| {
        let mut bytes = seeds()[seed].1.to_string().into_bytes();
        changes.into_iter().for_each(|item| change(&mut bytes, item));
        (seed, bytes)
    });
    let anything = (0..seeds().len(), prop::collection::vec(any::<u8>(), 0..200));
    prop_oneof![4 => changed, 1 => anything]
}

/// No failure inside, and one line if it is refused.
fn is_answered(server: &Server, path: &str, body: Option<&[u8]>) -> Result<(), TestCaseError> {
    let (status, text) = server.first_of(path, body);
    let request = String::from_utf8_lossy(body.unwrap_or_default()).into_owned();
    prop_assert!((200..500).contains(&status), "{path} {request}: {status} {text}");
    if status >= 400 {
        let answer: Value = serde_json::from_str(&text).unwrap_or_default();
        let error = answer["error"].as_str().unwrap_or_default();
        let is_line = !error.is_empty() && !error.contains(char::is_control) && error.len() < 4000;
        prop_assert!(is_line, "{path} {request}: {status} {text}");
    }
    Ok(())
}

fn runner(cases: u32) -> TestRunner {
    // The same cases each time: what fails here fails for the next one too.
    TestRunner::new_with_rng(
        Config { cases, failure_persistence: None, ..Config::default() },
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    )
}

/// `CASES=100000 cargo test -p cutfirst-app --test server arbitrary` asks for longer.
fn cases() -> u32 {
    std::env::var("CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(1000)
}

#[test]
fn arbitrary_bodies_are_answered_or_refused() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let human = json!({ "kind": "human" });
    let game = server.ask("/api/play", &json!({ "game": "othello", "seats": [human, human] }));
    let id = game["id"].as_str().expect("a name");
    let seeds = seeds();
    let result = runner(cases()).run(&bodies(), |(seed, bytes)| {
        is_answered(&server, &seeds[seed].0.replace("{id}", id), Some(&bytes))
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(server.get("/api/catalog").0, 200);
}

#[test]
fn arbitrary_addresses_are_answered_or_refused() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let stems =
        ["/", "/api/geometry/", "/api/geometry/virus?", "/api/play/", "/reports/", "/reports/a/", "/assets/"];
    let part = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..40)
            .prop_map(|bytes| bytes.iter().map(|byte| format!("%{byte:02X}")).collect::<String>()),
        "[a-z./%=&0-9?-]{0,40}",
        "(players|variant)=[a-z0-9=,%-]{0,20}",
    ];
    let result = runner(cases() / 4).run(&(0..stems.len(), part), |(stem, part)| {
        // Broken escapes are for the client library to refuse, not for us to test.
        let path = format!("{}{part}", stems[stem]);
        if path.parse::<ureq::http::uri::PathAndQuery>().is_err() {
            return Ok(());
        }
        is_answered(&server, &path, None)
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn arbitrary_stored_games_are_read_or_refused() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let seats = json!([{ "kind": "human" }, { "kind": "engine", "level": { "depth": 1 } }]);
    let game = server.ask("/api/play", &json!({ "game": "othello", "moves": ["f5", "d6"], "seats": seats }));
    let path = format!("/api/play/{}", game["id"].as_str().expect("a name"));
    let file = scratch.0.join("games").join(format!("{}.json", game["id"].as_str().expect("a name")));
    let good = fs::read(&file).expect("a stored game");
    let changes = prop::collection::vec(any::<(prop::sample::Index, u8, u8)>(), 1..5);
    let result = runner(cases() / 4).run(&changes, |changes| {
        let mut bytes = good.clone();
        changes.into_iter().for_each(|item| change(&mut bytes, item));
        fs::write(&file, &bytes).expect("room for a game");
        let (status, text) = server.first_of(&path, None);
        let shown = String::from_utf8_lossy(&bytes).into_owned();
        let is_refused = status == 500
            && ["the stored game cannot be read: ", "the server's data cannot be read"]
                .iter()
                .any(|words| text.contains(words));
        prop_assert!(status == 200 || is_refused, "{shown}: {status} {text}");
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    fs::write(&file, &good).expect("room for a game");
    assert_eq!(server.get(&path), (200, game), "whole again");
}
