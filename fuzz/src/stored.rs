//! Games that the server keeps: whatever a file holds, it is refused in a line and left as it is, or the same game comes out of
//! it each time.
//!
//! The first byte says what the others are: a whole file (0), a file without its checksum, which is added (1), changes of a
//! good file, each of a place, in two bytes, and a value (2), or the fields of a game, chosen byte by byte (3); and whether
//! the file lies among the games or was put aside.

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use serde_json::{Value, json};

use super::bytes::{Bytes, is_one_line, place};
use crate::server::games::Games;
use crate::server::state::StateJson;
use crate::server::store::Id;
use crate::server::stored::{Stored, checksum_line};
use crate::session::{LONGEST, Setting};

/// A server's games, and a good file among them.
struct Bench {
    dir: PathBuf,
    games: Games,
    id: Id,
    good: String,
    state: Value,
}

static BENCH: LazyLock<Bench> = LazyLock::new(|| {
    let dir = place("stored");
    let games = Games::open(&dir).unwrap_or_else(|_| panic!("a new directory"));
    let id = Id::parse("0123456789abcdef0123456789abcdef").expect("a name");
    let seats =
        json!([{ "kind": "human" }, { "kind": "engine", "level": { "depth": 1 }, "order": "tt+killer" }]);
    let json = json!({
        "version": 2, "game": "othello", "players": 2, "variant": "",
        "start": "---------------------------OX------XO--------------------------- X",
        "moves": ["f5", "d6", "c3"], "ply": 2, "resigned": null, "seats": seats, "by": "127.0.0.1",
        "variations": [["f5", "f6"]],
    });
    let good = with_sum(&json.to_string());
    fs::write(dir.join("games").join(format!("{}.json", id.as_str())), &good).expect("room");
    let state = shown(&games, &id).expect("a good game");
    // As this program itself would write it.
    games.change(&id, |_| Ok(())).unwrap_or_else(|_| panic!("room"));
    let good = games.text(&id).expect("a file");
    Bench { dir, games, id, good, state }
});

/// The directory in which files are read.
pub(crate) fn dir() -> PathBuf {
    BENCH.dir.clone()
}

fn with_sum(json: &str) -> String {
    format!("{json}\n{}", checksum_line(json))
}

/// The game as the page sees it, or what is wrong with its file.
fn shown(games: &Games, id: &Id) -> Result<Value, String> {
    let state = games.read(id, |played| Ok(serde_json::to_value(StateJson::kept(id, played))));
    state.map(|state| state.expect("a state is JSON")).map_err(|refusal| refusal.message)
}

/// Puts a file where games are, and plays on.
pub(crate) fn check(data: &[u8]) {
    let Some((kind, rest)) = data.split_first() else { return };
    let Bench { dir, games, id, good, state } = &*BENCH;
    let bytes = match kind % 4 {
        0 => rest.to_vec(),
        1 => {
            let text = String::from_utf8_lossy(rest);
            with_sum(text.lines().next().unwrap_or_default()).into_bytes()
        }
        2 => {
            let mut bytes = good.clone().into_bytes();
            for change in rest.chunks_exact(3) {
                let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % bytes.len();
                bytes[place] = change[2];
            }
            bytes
        }
        _ => with_sum(&fields(&mut Bytes::new(rest)).to_string()).into_bytes(),
    };
    let name = format!("{}.json", id.as_str());
    let [among, aside] = ["games", "aside"].map(|folder| dir.join(folder).join(&name));
    for path in [&among, &aside] {
        let _ = fs::remove_file(path);
    }
    fs::write(if kind & 128 == 0 { &among } else { &aside }, &bytes).expect("room");
    // What lies there must not be more than a list can show.
    if let Some(text) = games.text(id)
        && let Err(error) = Stored::from_text(&text).and_then(|stored| stored.record().map(drop))
    {
        is_one_line(&error);
    }
    match shown(games, id) {
        Err(error) => {
            is_one_line(&error);
            assert!(games.change(id, |_| Ok(())).is_err(), "a file that cannot be read was changed");
            assert!(fs::read(&among).expect("the file") == bytes, "a damaged file was written to");
        }
        Ok(first) => {
            assert!(kind % 4 != 2 || first == *state, "another game than was stored");
            games.change(id, |_| Ok(())).unwrap_or_else(|_| panic!("room for a game"));
            let written = games.text(id).expect("a file");
            assert_eq!(shown(games, id).as_ref(), Ok(&first), "{written}");
            // A change that is refused leaves the file as it is, and what is in memory like the file.
            let refused = games.change(id, |played| {
                let _ = played.undo();
                let _ = played.record.resign(0);
                Err::<(), _>(crate::server::fault::Refusal::conflict("never mind"))
            });
            assert!(refused.is_err());
            assert_eq!(games.text(id).as_ref(), Some(&written));
            assert_eq!(shown(games, id).as_ref(), Ok(&first), "half of a refused change stayed in memory");
        }
    }
}

/// The fields of a game, most of which are right.
fn fields(bytes: &mut Bytes<'_>) -> Value {
    let setup = bytes.setup();
    let open = |setup: &Value| {
        let text = |name: &str| setup[name].as_str().map(str::to_owned);
        let players = setup["players"].as_u64().and_then(|players| usize::try_from(players).ok());
        let setting = Setting {
            game: text("game").unwrap_or_default(),
            players,
            variant: text("variant"),
            position: text("position"),
        };
        setting.open().ok()
    };
    let start =
        open(&setup).or_else(|| open(&json!({ "game": "virus", "variant": "size=4" }))).expect("a game");
    let mut position = start.copy();
    let mut moves = Vec::new();
    for _ in 0..bytes.below(12) {
        let legal = position.legal();
        if legal.is_empty() {
            break;
        }
        let step = legal[bytes.below(legal.len())].text.clone();
        position.play(&step).expect("a legal move");
        moves.push(json!(step));
    }
    let line = |bytes: &mut Bytes<'_>| Value::from(moves[..bytes.below(moves.len() + 1)].to_vec());
    let ply = bytes.below(moves.len() + 1);
    let seats: Vec<_> = (0..start.players()).map(|_| bytes.seat()).collect();
    let variations: Vec<_> = (0..bytes.below(4)).map(|_| line(bytes)).collect();
    let by = bytes.one_of(&["127.0.0.1", "2001:db8::1"]);
    let mut fields = json!({
        "version": 2, "game": start.game(), "players": start.players(), "variant": start.variant(),
        "start": start.text(), "moves": moves, "ply": ply, "resigned": null, "seats": seats,
        "by": by, "variations": variations,
    });
    if bytes.below(4) == 0 {
        fields["resigned"] = json!(bytes.below(start.players() + 1));
    }
    // One or two of them wrong.
    for _ in 0..bytes.below(3) {
        let names: Vec<_> = fields.as_object().expect("fields").keys().cloned().collect();
        let name = &names[bytes.below(names.len())];
        let wrong = match bytes.below(4) {
            0 => json!(bytes.text()),
            1 => json!(bytes.one_of(&[LONGEST + 1, 0, 1, 3])),
            2 => json!([bytes.text()]),
            _ => bytes.odd(),
        };
        fields[name.as_str()] = wrong;
    }
    fields
}
