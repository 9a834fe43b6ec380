//! Conversations over UGI, NBoard and GTP: what `cutfirst engine` is told on its standard input.
//!
//! The first line names the protocol, for UGI with a game, a number of players and a variant (`ugi checkers 2 english`); all
//! others are said at once. They come to an end, every question has its answer, and every answer is one clean line. The code is
//! that of the program, which is no library: it is taken in by its path.

use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

use cutfirst_games::board_game::BoardGame;
use cutfirst_games::catalog::{GameVisitor, with_game};
use cutfirst_games::othello::Othello;
use cutfirst_games::setup::Setup;
use cutfirst_lab::engine_spec::EngineSpec;

#[path = "../../crates/cutfirst-app/src/protocol/mod.rs"]
mod protocol;

use protocol::{Desk, Gtp, NBoard, Protocol, Ugi};

/// The most nodes of a search.
const MOST_NODES: u64 = 200;

/// Has a conversation.
pub fn check(data: &[u8]) {
    let end = data.iter().position(|&byte| byte == b'\n').unwrap_or(data.len());
    let (first, said) = data.split_at(end);
    let Ok(first) = std::str::from_utf8(first) else { return };
    let said = bearable(said.strip_prefix(b"\n").unwrap_or(said));
    match first.split_once(' ') {
        Some(("ugi", game)) => {
            let mut words = game.splitn(3, ' ');
            let (name, players, variant) = (words.next().unwrap_or(""), words.next(), words.next());
            let players = players.and_then(|players| players.parse().ok());
            let _ = with_game(name, Speak { players, variant, said });
        }
        None if first == "nboard" => {
            let heard = converse::<Othello>(NBoard::default(), None, None, &said);
            if let Some(heard) = heard.filter(|_| !says(&said, "quit")) {
                assert_eq!(answers(&heard, "pong"), questions(&said, "ping"), "{heard}");
            }
        }
        None if first == "gtp" => {
            let heard = converse::<Othello>(Gtp::default(), None, None, &said).unwrap_or_default();
            let answers = heard.lines().filter(|line| line.starts_with(['=', '?'])).count();
            assert!(answers <= said.split(|&byte| byte == b'\n').count(), "{heard}");
        }
        _ => {}
    }
}

/// What is said, without lines that ask for large tables and many threads, which are legal, but not for thousands of
/// conversations a second; and without those that are about files.
fn bearable(said: &[u8]) -> Vec<u8> {
    let is_bearable = |line: &&[u8]| {
        let line = String::from_utf8_lossy(line).to_ascii_lowercase();
        let is_large = ["hash", "table", "threads"].iter().any(|word| line.contains(word));
        let is_about_files = line.contains("evaluation") && line.contains(['/', '\\', '.']);
        !(is_large || is_about_files)
    };
    said.split(|&byte| byte == b'\n').filter(is_bearable).collect::<Vec<_>>().join(&b'\n')
}

struct Speak<'a> {
    players: Option<usize>,
    variant: Option<&'a str>,
    said: Vec<u8>,
}

impl GameVisitor for Speak<'_> {
    type Output = ();

    fn visit<G: BoardGame>(self) {
        let said = self.said;
        let Some(heard) = converse::<G>(Ugi::default(), self.players, self.variant, &said) else { return };
        if !says(&said, "quit") {
            for (question, answer) in
                [("go", "bestmove"), ("isready", "readyok"), ("query", "response"), ("ugi", "ugiok")]
            {
                assert_eq!(answers(&heard, answer), questions(&said, question), "{question}: {heard}");
            }
        }
    }
}

/// Everything that is answered; `None` if there is no such game.
fn converse<G: BoardGame>(
    protocol: impl Protocol<G>,
    players: Option<usize>,
    variant: Option<&str>,
    said: &[u8],
) -> Option<String> {
    let setup = Setup::new(&G::INFO, players, variant).ok()?;
    let spec: EngineSpec = "table=0 depth=2 seed=1".parse().expect("words of an engine");
    let heard = Heard::default();
    let desk = Desk::<G>::new(setup, spec, MOST_NODES, heard.clone()).ok()?;
    protocol::run(protocol, desk, Cursor::new(said.to_vec()));
    let heard = heard.0.lock().expect("nobody panicked").clone();
    let heard = String::from_utf8(heard).expect("text");
    assert!(!heard.contains(|c: char| c.is_control() && c != '\n'), "{heard:?}");
    assert!(heard.lines().all(|line| line.len() < 4000), "{heard}");
    // Unless these are the words that were said, and are quoted.
    let broke = "the search broke";
    assert!(!heard.contains(broke) || String::from_utf8_lossy(said).contains(broke), "{heard}");
    Some(heard)
}

/// How many lines begin with this word.
fn answers(heard: &str, word: &str) -> usize {
    heard.lines().filter(|line| line.split(' ').next() == Some(word)).count()
}

/// How many lines ask for something.
fn questions(said: &[u8], word: &str) -> usize {
    let text = String::from_utf8_lossy(said);
    text.split('\n').filter(|line| line.split_whitespace().next() == Some(word)).count()
}

fn says(said: &[u8], word: &str) -> bool {
    questions(said, word) > 0
}

#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panicked").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
