//! Playing: every game to its end or for a while, undo and redo, resignation, restarts.

use serde_json::{Value, json};

use crate::running::{Scratch, Server};

const GAMES: [(&str, usize); 9] = [
    ("othello", 2),
    ("checkers", 2),
    ("focus", 2),
    ("focus", 3),
    ("virus", 4),
    ("virus", 2),
    ("chinese-checkers", 2),
    ("chinese-checkers", 6),
    ("abalone", 2),
];

fn engine(level: &Value) -> Value {
    json!({ "kind": "engine", "level": level })
}

fn path_of(state: &Value) -> String {
    format!("/api/play/{}", state["id"].as_str().expect("an id"))
}

/// Lets the engine move; returns the state.
fn think(server: &Server, state: &Value) -> Value {
    let events = server.events(&format!("{}/think", path_of(state)), &json!({ "ply": state["ply"] }));
    let (name, data) = events.last().expect("an event");
    assert_eq!(name, "state", "{data}");
    data.clone()
}

#[test]
fn every_game_is_played_against_engines() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    for (game, players) in GAMES {
        let mut seats = vec![json!({ "kind": "human" })];
        seats.extend((1..players).map(|_| engine(&json!({ "depth": 1 }))));
        let (status, mut state) =
            server.post("/api/play", &json!({ "game": game, "players": players, "seats": seats }));
        assert_eq!(status, 201, "{state}");
        let geometry = server.get(&format!("/api/geometry/{game}?players={players}")).1;
        let cells: Vec<_> = geometry["cells"].as_array().unwrap().iter().map(|cell| &cell["cell"]).collect();
        for _ in 0..16 {
            if !state["outcome"].is_null() {
                break;
            }
            let ply = state["ply"].as_u64().unwrap();
            state = if state["to_move"] == 0 {
                let first = state["legal"][0]["move"].clone();
                server.ask(&format!("{}/move", path_of(&state)), &json!({ "move": first, "ply": ply }))
            } else {
                think(&server, &state)
            };
            assert_eq!(state["ply"], ply + 1);
            assert_eq!(state["moves"].as_array().unwrap().len() as u64, ply + 1);
            for occupied in state["scene"]["cells"].as_array().unwrap() {
                assert!(cells.contains(&&occupied["cell"]), "{game}: {occupied}");
            }
            for step in state["legal"].as_array().unwrap() {
                for cell in step["path"].as_array().unwrap() {
                    assert!(cells.contains(&cell) || cell == "reserve" || cell == "hand", "{game}: {step}");
                }
            }
        }
        // The same position by its notation, and by its moves.
        let again = server.ask(
            "/api/position",
            &json!({ "game": game, "players": players, "position": state["position"] }),
        );
        assert_eq!(again["scene"], state["scene"]);
        let replayed = server
            .ask("/api/position", &json!({ "game": game, "players": players, "moves": state["moves"] }));
        assert_eq!(replayed["position"], state["position"]);
        assert_eq!(replayed["last"], state["last"]);
    }
}

#[test]
fn a_game_ends_and_says_so() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let seats = [engine(&json!({ "time_ms": 2 })), engine(&json!({ "depth": 1 }))];
    let mut state = server.ask("/api/play", &json!({ "game": "othello", "seats": seats }));
    while state["outcome"].is_null() {
        state = think(&server, &state);
    }
    let outcome = &state["outcome"];
    let text = outcome["text"].as_str().unwrap();
    assert!(text.contains("has won") || text.contains("drawn"), "{text}");
    let scores: Vec<_> = outcome["scores"].as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect();
    assert_eq!(scores[0], -scores[1]);
    assert_eq!(state["legal"], json!([]));
    for (action, body) in [
        ("move", json!({ "move": "a1", "ply": state["ply"] })),
        ("think", json!({ "ply": state["ply"] })),
        ("hint", json!({ "ply": state["ply"] })),
        ("resign", json!({ "player": 0 })),
    ] {
        let (status, answer) = server.post(&format!("{}/{action}", path_of(&state)), &body);
        assert_eq!(status, 409, "{action}: {answer}");
        assert!(answer["error"].as_str().unwrap().contains("the game is over"), "{answer}");
    }
    let back = server.ask(&format!("{}/undo", path_of(&state)), &json!({ "ply": state["ply"] }));
    assert!(back["outcome"].is_null());
}

#[test]
fn moves_are_taken_back_and_games_resigned() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let seats = json!([{ "kind": "human" }, engine(&json!({ "depth": 2 }))]);
    let state = server.ask("/api/play", &json!({ "game": "checkers", "variant": "english", "seats": seats }));
    let path = path_of(&state);
    let state = server.ask(&format!("{path}/move"), &json!({ "move": "11-15", "ply": 0 }));
    let state = think(&server, &state);
    let start = server.ask(&format!("{path}/undo"), &json!({ "ply": 2 }));
    assert_eq!((&start["ply"], &start["redo"]), (&json!(0), &json!(2)));
    let (status, _) = server.post(&format!("{path}/undo"), &json!({ "ply": 0 }));
    assert_eq!(status, 409);
    let again = server.ask(&format!("{path}/redo"), &json!({ "ply": 0 }));
    assert_eq!(again["position"], state["position"]);
    let (status, answer) = server.post(&format!("{path}/move"), &json!({ "move": "10-14", "ply": 1 }));
    assert_eq!((status, &answer), (409, &json!({ "error": "the game is at ply 2, not 1; load it again" })));

    let resigned = server.ask(&format!("{path}/resign"), &json!({ "player": 0 }));
    assert_eq!(resigned["outcome"]["text"], "Black resigned: White has won.");
    assert_eq!(resigned["outcome"]["winners"], json!([1]));
    let back = server.ask(&format!("{path}/undo"), &json!({ "ply": 2 }));
    assert_eq!((&back["ply"], &back["outcome"]), (&json!(2), &Value::Null));

    let humans = json!({ "seats": [{ "kind": "human" }, { "kind": "human" }] });
    assert_eq!(server.ask(&format!("{path}/seats"), &humans)["seats"], humans["seats"]);
    let (status, answer) = server.post(&format!("{path}/think"), &json!({ "ply": 2 }));
    assert_eq!(status, 409, "{answer}");
}

#[test]
fn a_move_may_be_played_in_an_engines_place() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let seats = [engine(&json!({ "depth": 1 })), json!({ "kind": "human" })];
    let state = server.ask("/api/play", &json!({ "game": "othello", "seats": seats }));
    let state = server.ask(&format!("{}/move", path_of(&state)), &json!({ "move": "f5", "ply": 0 }));
    assert_eq!((&state["ply"], &state["to_move"], &state["seats"]), (&json!(1), &json!(1), &json!(seats)));
    // Nobody moves for a person.
    let (status, answer) = server.post(&format!("{}/think", path_of(&state)), &json!({ "ply": 1 }));
    assert_eq!((status, &answer), (409, &json!({ "error": "it is a person's turn, not an engine's" })));
}

#[test]
fn a_game_survives_a_crash_of_the_server() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let seats = json!([{ "kind": "human" }, { "kind": "human" }, { "kind": "human" }]);
    let mut state = server.ask("/api/play", &json!({ "game": "focus", "players": 3, "seats": seats }));
    let path = path_of(&state);
    for ply in 0..7 {
        let body = json!({ "move": state["legal"][ply]["move"], "ply": ply });
        state = server.ask(&format!("{path}/move"), &body);
    }
    state = server.ask(&format!("{path}/undo"), &json!({ "ply": 7 }));
    server.kill();
    let server = Server::start(&scratch.0);
    assert_eq!(server.get(&path), (200, state.clone()));
    let after = server.ask(&format!("{path}/redo"), &json!({ "ply": 6 }));
    assert_eq!((&after["ply"], &after["redo"]), (&json!(7), &json!(0)));
}

#[test]
fn hints_move_nothing() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let seats = json!([{ "kind": "human" }, { "kind": "human" }]);
    let state = server.ask("/api/play", &json!({ "game": "abalone", "variant": "belgian", "seats": seats }));
    let path = path_of(&state);
    let events = server.events(&format!("{path}/hint"), &json!({ "ply": 0, "level": { "depth": 3 } }));
    let names: Vec<_> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["depth", "depth", "done"]);
    let best = &events[2].1["move"];
    assert!(state["legal"].as_array().unwrap().iter().any(|step| step["move"] == *best));
    assert_eq!(server.get(&path).1, state);
}
