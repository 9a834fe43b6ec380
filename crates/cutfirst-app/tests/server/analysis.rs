//! Analyses, traces and races: the same numbers as on the command line, bounded, and ended when nobody
//! listens.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::running::{Scratch, Server};

/// `cutfirst search … --json`.
fn command_line(arguments: &str) -> Value {
    let mut program = assert_cmd::cargo::cargo_bin_cmd!("cutfirst");
    let output = program.arg("search").args(arguments.split(' ')).arg("--json").output().unwrap();
    serde_json::from_slice(&output.stdout).expect("one object")
}

fn without_time(mut report: Value) -> Value {
    report.as_object_mut().unwrap().remove("seconds");
    report
}

/// Who is watched makes every move, where a search by itself judges some leaves without.
fn without_makes(report: Value) -> Value {
    let mut report = without_time(report);
    report.as_object_mut().unwrap().remove("makes");
    report
}

#[test]
fn an_analysis_is_the_search_of_the_command_line() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let body =
        json!({ "game": "othello", "moves": ["f5", "d6"], "level": { "depth": 6 }, "order": "killer" });
    let events = server.events("/api/analyse", &body);
    let expected = command_line("othello --moves f5d6 --depth 6 --order killer");
    let (name, done) = events.last().unwrap();
    assert_eq!(name, "done");
    assert_eq!(without_time(done.clone()), without_time(expected));
    let depths: Vec<_> = events.iter().filter(|(name, _)| name == "depth").map(|(_, data)| data).collect();
    // Two plies at a time.
    assert_eq!(depths.len(), 3);
    let last = depths[2];
    assert_eq!((&last["score"], &last["nodes"]), (&done["score"], &done["nodes"]["total"]));
    assert_eq!(last["scores"], json!([last["score"], -last["score"].as_i64().unwrap()]));
    assert_eq!(last["paths"].as_array().unwrap().len(), last["pv"].as_array().unwrap().len());
}

/// The last depth of an analysis.
fn deepest(server: &Server, body: &Value) -> Value {
    let events = server.events("/api/analyse", body);
    events.into_iter().rfind(|(name, _)| name == "depth").expect("a depth").1
}

#[test]
fn an_expected_line_says_who_moves_and_where_it_leads() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    for (algorithm, scores) in [("max-n", 4), ("paranoid", 0), ("brs", 0)] {
        let body = json!({ "game": "virus", "level": { "depth": 5 }, "algorithm": algorithm });
        let found = deepest(&server, &body);
        assert_eq!(found["algorithm"], algorithm);
        assert_eq!(found["scores"].as_array().unwrap().len(), scores, "{algorithm}: {found}");
        if scores > 0 {
            assert_eq!(found["scores"][0], found["score"], "the mover's own");
        }
        let moves = found["pv"].as_array().unwrap();
        for part in ["movers", "paths", "positions"] {
            assert_eq!(found[part].as_array().unwrap().len(), moves.len(), "{algorithm}: {part}");
        }
        assert_eq!(found["movers"][0], 0);
        if algorithm == "brs" {
            assert_eq!(found["movers"][2], 0, "every other move is the root player's: {found}");
            let reply = moves[1].as_str().unwrap().split_once(':').expect("an opponent's reply").0;
            assert_eq!(found["movers"][1].as_u64().unwrap() + 1, reply.parse::<u64>().unwrap());
        } else {
            assert_eq!(found["movers"].as_array().unwrap()[..4], [0, 1, 2, 3].map(|seat| json!(seat)));
        }
        let end = json!({ "game": "virus", "position": found["positions"].as_array().unwrap().last() });
        assert_eq!(server.ask("/api/position", &end)["scores"], found["tally"], "{algorithm}");
    }
}

#[test]
fn a_trace_is_the_search_of_the_command_line() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    for (body, line) in [
        (
            json!({ "game": "othello", "depth": 4, "order": "ads:mtf" }),
            "othello --plain --depth 4 --order ads:mtf",
        ),
        (
            json!({ "game": "virus", "depth": 3, "order": "threat:mtf+ads:mtf", "algorithm": "brs" }),
            "virus --plain --depth 3 --order threat:mtf+ads:mtf --algorithm brs",
        ),
    ] {
        let trace = server.ask("/api/trace", &body);
        let expected = command_line(line);
        assert_eq!(without_makes(trace["search"].clone()), without_makes(expected.clone()));
        assert_eq!(
            trace["nodes"].as_array().unwrap().len() as u64,
            expected["nodes"]["total"].as_u64().unwrap()
        );
        assert_eq!(trace["complete"], true);
    }
    let long = server.ask("/api/trace", &json!({ "game": "othello", "depth": 9 }));
    let limit = server.get("/api/catalog").1["limits"]["max_trace_nodes"].as_u64().unwrap();
    assert_eq!((long["nodes"].as_array().unwrap().len() as u64, &long["complete"]), (limit, &json!(false)));
}

#[test]
fn a_race_runs_in_lanes_between_the_bookends() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let body = json!({ "game": "othello", "depth": 4, "orders": ["none", "ads:mtf"] });
    let events = server.events("/api/race", &body);
    let (name, done) = events.last().unwrap();
    assert_eq!(name, "done");
    assert_eq!((&done["agree"], &done["complete"]), (&json!(true), &json!(true)));
    let lane = |order: &str| {
        let found = events.iter().find(|(_, lane)| lane["order"] == order && lane["depth"] == 4);
        found.unwrap_or_else(|| panic!("no lane {order}")).1.clone()
    };
    let nodes = |order: &str| lane(order)["nodes"].as_u64().unwrap();
    let expected = command_line("othello --plain --depth 4 --order ads:mtf");
    assert_eq!(nodes("ads:mtf"), expected["nodes"]["total"].as_u64().unwrap());
    assert_eq!(lane("ads:mtf")["move"], expected["move"]);
    assert!(nodes("replay") <= nodes("ads:mtf") && nodes("none") <= nodes("worst-first"));
    assert_eq!(events.len(), 4 * 4 + 1);
}

/// Begins a request and leaves the answer unread.
fn begin(server: &Server, path: &str, body: &Value) -> TcpStream {
    let body = body.to_string();
    let mut stream = TcpStream::connect(&server.address).unwrap();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    )
    .unwrap();
    // The head of the answer shows that the search has its place.
    stream.read_exact(&mut [0; 12]).unwrap();
    stream
}

#[test]
fn clients_have_a_share_of_the_searches_and_give_it_back_when_they_leave() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let long = json!({ "game": "othello", "level": { "time_ms": 60_000 } });
    let streams: Vec<_> = (0..4).map(|_| begin(&server, "/api/analyse", &long)).collect();
    let (status, answer) = server.post("/api/analyse", &long);
    assert_eq!(status, 429, "{answer}");
    assert!(answer["error"].as_str().unwrap().contains("under way"), "{answer}");
    // Games go on meanwhile: analyses never have all threads.
    let seats = json!([{ "kind": "engine", "level": { "time_ms": 50 } }, { "kind": "human" }]);
    let state = server.ask("/api/play", &json!({ "game": "othello", "seats": seats }));
    let began = Instant::now();
    let path = format!("/api/play/{}/think", state["id"].as_str().unwrap());
    assert_eq!(server.events(&path, &json!({ "ply": 0 })).last().unwrap().0, "state");
    assert!(began.elapsed() < Duration::from_secs(20));
    drop(streams);
    let began = Instant::now();
    let short = json!({ "game": "othello", "level": { "depth": 2 } });
    loop {
        let (status, _) = server.post("/api/analyse", &short);
        if status == 200 {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(30), "the places are not given back");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_new_search_of_a_game_ends_the_last() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let seats = json!([{ "kind": "engine", "level": { "time_ms": 60_000 } }, { "kind": "human" }]);
    let state = server.ask("/api/play", &json!({ "game": "othello", "seats": seats }));
    let path = format!("/api/play/{}", state["id"].as_str().unwrap());
    let mut first = begin(&server, &format!("{path}/think"), &json!({ "ply": 0 }));
    let began = Instant::now();
    let faster = json!([{ "kind": "engine", "level": { "time_ms": 20 } }, { "kind": "human" }]);
    server.ask(&format!("{path}/seats"), &json!({ "seats": faster }));
    let mut rest = String::new();
    first.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    while !rest.contains("event: error") {
        let mut part = [0; 4096];
        let read = first.read(&mut part).expect("the stream ends in time");
        assert!(read > 0, "{rest}");
        rest += &String::from_utf8_lossy(&part[..read]);
    }
    assert!(rest.contains("the search was stopped"), "{rest}");
    let events = server.events(&format!("{path}/think"), &json!({ "ply": 0 }));
    assert_eq!(events.last().unwrap().0, "state");
    assert!(began.elapsed() < Duration::from_secs(30));
}
