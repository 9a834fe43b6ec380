//! Bytes as a row of choices: what is right for the server most of the time, so that what is wrong is not always refused by
//! the first who sees it.

use std::path::{Path, PathBuf};

use cutfirst::search::Algorithm;
use cutfirst_games::board_game::{GameInfo, Values};
use cutfirst_games::catalog::GAMES;
use serde_json::{Map, Value, json};

use crate::session::seat_words;

/// An empty directory of this process, in memory where that can be had.
pub(super) fn place(name: &str) -> PathBuf {
    let memory = Path::new("/dev/shm");
    let base = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    let dir = base.join(format!("cutfirst-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&dir);
    dir
}

/// Messages go to one line of a page or a log.
pub(super) fn is_one_line(message: &str) {
    assert!(!message.is_empty(), "an error without a message");
    assert!(!message.contains(char::is_control), "not one clean line: {message:?}");
    assert!(message.len() < 4000, "a message of {} bytes", message.len());
}

/// Choices that are left.
pub(super) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub(super) fn new(data: &'a [u8]) -> Self {
        Self(data)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.0)
    }

    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// A number below another, which is at least 1.
    pub(super) fn below(&mut self, end: usize) -> usize {
        let mut number = usize::from(self.byte());
        if end > 256 {
            number = number << 8 | usize::from(self.byte());
        }
        number % end
    }

    pub(super) fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    /// A short text of any kind.
    pub(super) fn text(&mut self) -> String {
        let length = self.below(64).min(self.0.len());
        let (text, rest) = self.0.split_at(length);
        self.0 = rest;
        String::from_utf8_lossy(text).into_owned()
    }

    /// A value that is hardly ever right.
    pub(super) fn odd(&mut self) -> Value {
        let values = [json!(null), json!(-1), json!(u64::MAX), json!(1.5), json!(true), json!([]), json!({})];
        self.one_of(&values)
    }

    /// A value that is mostly right.
    pub(super) fn mostly(&mut self, right: impl Into<Value>) -> Value {
        match self.below(32) {
            31 => json!(self.text()),
            30 => self.odd(),
            _ => right.into(),
        }
    }

    fn game(&mut self) -> &'static GameInfo {
        GAMES[self.below(GAMES.len())]
    }

    /// A game with its players and rules.
    pub(super) fn setup(&mut self) -> Value {
        let info = self.game();
        let mut setup = Map::new();
        setup.insert("game".to_owned(), self.mostly(info.name));
        if self.below(2) == 0 {
            let players = self.one_of(info.players);
            setup.insert("players".to_owned(), self.mostly(players));
        }
        if self.below(2) == 0 {
            let variant = self.variant(info);
            setup.insert("variant".to_owned(), self.mostly(variant));
        }
        if self.below(16) == 0 {
            let position = self.text();
            setup.insert("position".to_owned(), self.mostly(position));
        }
        setup.into()
    }

    fn variant(&mut self, info: &GameInfo) -> String {
        let mut words = Vec::new();
        if !info.variants.is_empty() && self.below(2) == 0 {
            words.push(self.one_of(info.variants).name.to_owned());
        }
        for _ in 0..self.below(3) {
            if info.options.is_empty() {
                break;
            }
            let option = self.one_of(info.options);
            words.push(match option.values {
                Values::Words(words) => format!("{}={}", option.key, self.one_of(words)),
                Values::Number(low, high) => {
                    let number = u64::from(low) + self.below((high - low) as usize + 2) as u64;
                    format!("{}={number}", option.key)
                }
                Values::Flag => option.key.to_owned(),
                Values::Text => format!("{}={}", option.key, self.text()),
            });
        }
        words.join(",")
    }

    /// How much an engine may think: little, so that nobody waits.
    pub(super) fn level(&mut self) -> Value {
        let level = self.one_of(&[
            json!({ "depth": 1 }),
            json!({ "depth": 2 }),
            json!({ "time_ms": 1 }),
            json!({ "number": 1 }),
            json!({}),
            json!({ "depth": 1, "time_ms": 1 }),
        ]);
        self.mostly(level)
    }

    pub(super) fn order(&mut self) -> Value {
        let orders =
            ["none", "killer", "ads:mtf", "tt+ads:mtf,limit=5", "history", "tt+killer+history", "threat:mtf"];
        let order = self.one_of(&orders);
        self.mostly(order)
    }

    pub(super) fn algorithm(&mut self) -> Value {
        let algorithm = self.one_of(Algorithm::ALL).name();
        self.mostly(algorithm)
    }

    pub(super) fn evaluation(&mut self) -> Value {
        let evaluations = self.game().evaluations;
        let name = self.one_of(evaluations).name;
        self.mostly(name)
    }

    pub(super) fn words(&mut self) -> Value {
        let entries: Vec<_> = seat_words().collect();
        let mut words = Vec::new();
        for _ in 0..=self.below(3) {
            let name = self.one_of(&entries).name();
            let value = ["=1", "=2", "=off", "=on", "", "=-1", "=99999999999"];
            words.push(format!("{name}{}", self.one_of(&value)));
        }
        self.mostly(words.join(" "))
    }

    /// Whoever may sit at a table.
    pub(super) fn seat(&mut self) -> Value {
        if self.below(2) == 0 {
            return self.mostly(json!({ "kind": "human" }));
        }
        let level = self.level();
        let mut seat = json!({ "kind": "engine", "level": level });
        match self.below(8) {
            0 => seat["algorithm"] = self.algorithm(),
            1 => seat["order"] = self.order(),
            2 => seat["evaluation"] = self.evaluation(),
            3 => seat["words"] = self.words(),
            4 => seat = json!({ "kind": "program", "name": self.text() }),
            _ => {}
        }
        self.mostly(seat)
    }
}
