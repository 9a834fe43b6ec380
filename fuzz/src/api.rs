//! Requests to the server's API, one after the other, as the bytes choose: games are begun, played in every way that the page
//! has, looked into, exported and removed. The router is the server's own; there is only no socket.
//!
//! Every answer is what was asked for, or one line about what is wrong. Whatever was acknowledged is there afterwards: in the
//! next answer, in the file, and for whoever plays the moves anew.

use std::collections::HashMap;
use std::fs;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::LazyLock;

use axum::body::{Body, to_bytes};
use axum::http::Request;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use serde_json::{Value, json};

use super::bytes::{Bytes, is_one_line, place};
use crate::server::stored::Stored;
use crate::server::{Options, Server};

/// So many requests in a row.
const MOST: usize = 24;

struct Bench {
    dir: PathBuf,
    server: Server,
}

static BENCH: LazyLock<Bench> = LazyLock::new(|| {
    cutfirst_games::learned::refuse_files();
    let dir = place("api");
    let options = Options {
        data: dir.clone(),
        results: dir.join("results"),
        remote: None,
        key: None,
        programs: Vec::new(),
    };
    Bench { server: Server::open(options).ok().expect("a new directory"), dir }
});

/// The directory of the server's games.
pub(crate) fn dir() -> PathBuf {
    BENCH.dir.clone()
}

/// Asks what the bytes say.
pub(crate) fn check(data: &[u8]) {
    let mut talk = Talk { bytes: Bytes::new(data), game: None };
    for _ in 0..MOST {
        if talk.bytes.is_empty() {
            break;
        }
        talk.go_on();
    }
    talk.remove();
}

/// A status, and what came with it: JSON, or the events of a stream.
struct Answer {
    status: u16,
    body: Value,
    events: HashMap<String, Value>,
}

fn ask(method: &str, path: &str, body: Option<&[u8]>) -> Answer {
    let Bench { server, .. } = &*BENCH;
    let mut request = Request::builder().method(method).uri(path).header("host", "localhost");
    if body.is_some() {
        request = request.header("content-type", "application/json");
    }
    let content = body.map_or_else(Body::empty, |body| Body::from(body.to_vec()));
    let mut request = request.body(content).expect("a request");
    request.extensions_mut().insert(IpAddr::from(Ipv4Addr::LOCALHOST));
    let service = TowerToHyperService::new(server.router.clone());
    let (status, text) = server.runtime.block_on(async {
        let answer = service.call(request).await.expect("an answer");
        let status = answer.status().as_u16();
        (status, to_bytes(answer.into_body(), 64 << 20).await.expect("a whole answer"))
    });
    let said = || format!("{method} {path} {}", body.map(String::from_utf8_lossy).unwrap_or_default());
    assert!((200..500).contains(&status), "{}: {status} {}", said(), String::from_utf8_lossy(&text));
    let text = String::from_utf8_lossy(&text);
    let mut events: HashMap<String, Value> = HashMap::new();
    for block in text.split("\n\n").filter(|_| text.starts_with("event: ") || text.starts_with(':')) {
        let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        if let (Some(event), Some(data)) = (field("event:"), field("data:")) {
            events.insert(event.to_owned(), serde_json::from_str(data).expect("JSON in an event"));
        }
    }
    let body: Value = serde_json::from_str(&text).unwrap_or_default();
    if status >= 400 {
        assert!(body["error"].is_string(), "{}: {status} {text}", said());
    }
    for error in [body["error"].as_str(), events.get("error").and_then(|event| event["error"].as_str())] {
        error.into_iter().for_each(is_one_line);
    }
    Answer { status, body, events }
}

fn post(path: &str, body: &Value) -> Answer {
    ask("POST", path, Some(body.to_string().as_bytes()))
}

/// What is being asked, and the game that was begun last, as it was acknowledged.
struct Talk<'a> {
    bytes: Bytes<'a>,
    game: Option<Value>,
}

impl Talk<'_> {
    fn go_on(&mut self) {
        // Whatever is to be done in a game needs one.
        let what = if self.game.is_none() && self.bytes.below(4) > 0 { 0 } else { self.bytes.below(21) };
        match what {
            0 => self.create(),
            1..=4 => self.make_move(),
            5 => self.with_ply("undo", json!({})),
            6 => self.with_ply("redo", json!({})),
            7 => {
                let player = self.bytes.below(4);
                let body = json!({ "player": self.bytes.mostly(player) });
                self.change("resign", &body);
            }
            8 => {
                let body = json!({ "seats": self.seats(2) });
                self.change("seats", &body);
            }
            9 => {
                let (line, kind) = (self.line(), self.bytes.one_of(&["add", "add", "remove"]));
                let body = json!({ kind: self.bytes.mostly(line) });
                self.change("variations", &body);
            }
            10 => self.with_ply("think", json!({})),
            11 => {
                let level = self.bytes.level();
                self.with_ply("hint", json!({ "level": level }));
            }
            12 => self.stateless("/api/position", &json!({})),
            13 => {
                let (order, algorithm) = (self.bytes.order(), self.bytes.algorithm());
                let more = json!({ "level": self.bytes.level(), "order": order, "algorithm": algorithm,
                                   "lines": self.bytes.below(4), "words": self.bytes.words() });
                self.stateless("/api/analyse", &more);
            }
            14 => {
                let more = json!({ "depth": 1 + self.bytes.below(2), "order": self.bytes.order() });
                self.stateless("/api/trace", &more);
            }
            15 => {
                let orders = [self.bytes.order(), self.bytes.order()];
                let more = json!({ "depth": 1 + self.bytes.below(2), "orders": orders });
                self.stateless("/api/race", &more);
            }
            16 => {
                let format =
                    self.bytes.one_of(&["text", "pdn", "fen", "ggf", "transcript", "obf", "aba-pro"]);
                let more = json!({ "format": self.bytes.mostly(format) });
                self.stateless("/api/export", &more);
            }
            17 => {
                let text = String::from_utf8_lossy(self.bytes.rest()).into_owned();
                let mut body = json!({ "text": text });
                if let Some(game) = &self.game {
                    body["game"] = game["game"].clone();
                }
                post("/api/import", &body);
            }
            18 => self.remove(),
            19 => {
                let time = self.bytes.mostly(1);
                let more = json!({ "time_ms": time, "from": self.bytes.below(4) });
                self.stateless("/api/review", &more);
            }
            _ => self.anything(),
        }
    }

    fn path(&self, what: &str) -> String {
        let id = self.game.as_ref().and_then(|game| game["id"].as_str());
        format!("/api/play/{}{what}", id.unwrap_or("0123456789abcdef0123456789abcdef"))
    }

    fn seats(&mut self, players: usize) -> Vec<Value> {
        let players =
            self.game.as_ref().and_then(|game| game["players"].as_u64()).map_or(players, |own| own as usize);
        let wrong = self.bytes.below(32) == 31;
        (0..players + usize::from(wrong)).map(|_| self.bytes.seat()).collect()
    }

    fn create(&mut self) {
        self.remove();
        let mut body = self.bytes.setup();
        let players = body["players"].as_u64().map(|players| players.min(8) as usize);
        let usual = self.bytes.one_of(&[2, 2, 2, 4, 3, 6]);
        body["seats"] = self.seats(players.unwrap_or(usual)).into();
        let answer = post("/api/play", &body);
        if answer.status == 201 {
            self.game = Some(answer.body);
            self.is_kept();
        }
    }

    /// One of the legal moves, or something else.
    fn some_move(&mut self) -> Value {
        let legal = self.game.as_ref().and_then(|game| game["legal"].as_array()).cloned().unwrap_or_default();
        if legal.is_empty() {
            return json!(self.bytes.text());
        }
        let chosen = self.bytes.below(legal.len());
        self.bytes.mostly(legal[chosen]["move"].clone())
    }

    /// A line beside the game: some of its moves, and one more.
    fn line(&mut self) -> Vec<Value> {
        let moves = self.game.as_ref().and_then(|game| game["moves"].as_array()).cloned().unwrap_or_default();
        let kept = moves.len() - self.bytes.below(3).min(moves.len());
        moves[..kept].iter().cloned().chain([self.some_move()]).collect()
    }

    fn make_move(&mut self) {
        let text = self.some_move();
        self.with_ply("move", json!({ "move": text }));
    }

    /// What is done to the game as it stands.
    fn with_ply(&mut self, what: &str, mut body: Value) {
        let ply = self.game.as_ref().and_then(|game| game["ply"].as_u64()).unwrap_or(0);
        body["ply"] = self.bytes.mostly(ply);
        self.change(what, &body);
    }

    fn change(&mut self, what: &str, body: &Value) {
        let answer = post(&self.path(&format!("/{what}")), body);
        let state = if answer.events.is_empty() { Some(&answer.body) } else { answer.events.get("state") };
        let Some(before) = &self.game else {
            assert!(answer.status >= 400, "{what} in a game that is not there");
            return;
        };
        let is_stream = matches!(what, "think" | "hint");
        if answer.status == 200 && is_stream {
            let ends = ["state", "done", "error"].iter().any(|end| answer.events.contains_key(*end));
            assert!(ends, "{what} {body}: the stream just ends: {:?}", answer.events);
        }
        if let Some(state) = state.filter(|state| answer.status == 200 && state["id"].is_string()) {
            let moves = |state: &Value| state["moves"].as_array().cloned().unwrap_or_default();
            let (old, new) = (moves(before), moves(state));
            let is_right = match what {
                "move" | "think" => new.len() == old.len() + 1 && new.starts_with(&old),
                "undo" => old.starts_with(&new),
                "redo" => new.starts_with(&old),
                _ => new == old,
            };
            assert!(is_right, "{what} {body}: {old:?} became {new:?}");
            assert!(what != "resign" || state["outcome"].is_object(), "{state}");
            self.game = Some(state.clone());
        }
        self.is_kept();
    }

    /// What was acknowledged is there, for the page, on the disk and for whoever plays the moves anew.
    fn is_kept(&self) {
        let Some(state) = &self.game else { return };
        let shown = ask("GET", &self.path(""), None);
        assert_eq!((shown.status, &shown.body), (200, state));
        let id = state["id"].as_str().expect("a name");
        let text = fs::read_to_string(BENCH.dir.join(format!("games/{id}.json"))).expect("a file");
        let stored = Stored::from_text(&text).and_then(|stored| stored.record()).expect("a game");
        let moves: Vec<_> = stored.played().iter().map(|step| json!(step.text)).collect();
        assert_eq!(Some(&moves), state["moves"].as_array(), "{text}");
        let anew = post("/api/position", &self.position());
        assert_eq!(anew.status, 200, "{}", anew.body);
        for field in ["position", "to_move", "players", "variant", "scene"] {
            assert_eq!(anew.body[field], state[field], "{field}");
        }
    }

    /// The game without whoever plays it.
    fn position(&self) -> Value {
        let Some(state) = &self.game else { return json!({}) };
        json!({ "game": state["game"], "players": state["players"], "variant": state["variant"],
                "position": state["start"], "moves": state["moves"] })
    }

    /// What needs no game that is kept: the one at hand, or another.
    fn stateless(&mut self, path: &str, more: &Value) {
        let mut body = if self.bytes.below(4) > 0 { self.position() } else { self.bytes.setup() };
        if body.as_object().is_none_or(serde_json::Map::is_empty) {
            body = self.bytes.setup();
        }
        for (name, value) in more.as_object().into_iter().flatten() {
            body[name.as_str()] = value.clone();
        }
        let answer = post(path, &body);
        if answer.status == 200 && matches!(path, "/api/analyse" | "/api/race") {
            let ends = ["done", "solved", "error"].iter().any(|end| answer.events.contains_key(*end));
            assert!(ends, "{path} {body}: the stream just ends: {:?}", answer.events);
        }
        if answer.status == 200 && path == "/api/review" {
            let [begun, done] = ["begun", "done"].map(|event| answer.events.get(event));
            let wanted = begun.map(|begun| &begun["moves"]);
            assert!(
                wanted.is_some() && wanted == done.map(|done| &done["judged"]),
                "{body}: {:?}",
                answer.events
            );
        }
        // What is written can be read.
        if let (200, "/api/export", Some(text)) = (answer.status, path, answer.body["text"].as_str()) {
            let read = post("/api/import", &json!({ "text": text }));
            assert_eq!(read.status, 200, "{text}: {}", read.body);
        }
    }

    /// Any bytes at any address.
    fn anything(&mut self) {
        let parts = ["move", "undo", "redo", "resign", "seats", "variations", "think", "hint"];
        let paths = [
            "/api/position",
            "/api/play",
            "/api/import",
            "/api/export",
            "/api/games",
            "/api/analyse",
            "/api/review",
        ];
        let path = match self.bytes.below(4) {
            0 => self.bytes.one_of(&paths).to_owned(),
            1 => {
                let part = self.bytes.one_of(&parts);
                self.path(&format!("/{part}"))
            }
            _ => {
                let stems = [
                    "/",
                    "/api/",
                    "/api/geometry/virus?",
                    "/api/games?",
                    "/api/play/",
                    "/reports/",
                    "/assets/",
                ];
                let path = format!("{}{}", self.bytes.one_of(&stems), self.bytes.text());
                // What is no address does not come this far; and who follows a game does so for as long as he likes.
                if path.parse::<axum::http::uri::PathAndQuery>().is_ok() && !path.contains("live") {
                    ask("GET", &path, None);
                }
                return;
            }
        };
        let bytes = self.bytes.rest();
        let mut body = bytes.to_vec();
        if let Ok(mut value) = serde_json::from_slice::<Value>(bytes)
            && is_long(&mut value)
        {
            body = value.to_string().into_bytes();
        }
        ask("POST", &path, Some(&body));
        // It may have changed the game.
        self.remove();
    }

    fn remove(&mut self) {
        let path = self.path("");
        if self.game.take().is_some() {
            assert_eq!(ask("DELETE", &path, None).status, 204);
            assert_eq!(ask("GET", &path, None).status, 404);
        }
    }
}

/// Shortens what a search is told to do; whether there was something to shorten.
fn is_long(value: &mut Value) -> bool {
    match value {
        Value::Array(list) => list.iter_mut().fold(false, |is_long, value| self::is_long(value) | is_long),
        Value::Object(fields) => fields.iter_mut().fold(false, |found, (name, value)| {
            let is_limit = matches!(name.as_str(), "depth" | "time_ms" | "number" | "lines" | "table");
            if is_limit && value.as_u64().is_some_and(|number| number > 2) {
                *value = json!(2);
                return true;
            }
            is_long(value) | found
        }),
        _ => false,
    }
}
