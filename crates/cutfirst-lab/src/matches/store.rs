//! Where games go: `DIR/match.sqlite`, written game by game, made, checked and locked as the laboratory's result
//! files are (see [`crate::store`]); `game` has one line per game with its moves in the game's notation.

use std::path::Path;

use rusqlite::types::Value;

use super::plan::MatchPlan;
use super::record::GameRecord;
use crate::cell::Row;
use crate::cluster::study;
use crate::store::database::{Database, Record, exists};
use crate::store::{GAMES, Lock, PlanText, StoreError};

/// The games in a directory, open for adding; one process at a time.
#[derive(Debug)]
pub struct MatchStore {
    database: Database<GameRecord>,
    // Dropped after the connection: nobody else writes before SQLite has let go of the file.
    _lock: Lock,
}

impl MatchStore {
    /// Opens the store in `dir` for this match, made if there is none, and reads the games that are there.
    ///
    /// # Errors
    /// Refuses games of another match, files that are not this program's or damaged, and a directory in
    /// which another process is writing.
    pub fn open(dir: &Path, plan: &MatchPlan) -> Result<(Self, Vec<GameRecord>), StoreError> {
        if exists(&dir.join(Row::FILE))? || exists(&dir.join(study::SPLIT))? {
            let holds = "a plan of the laboratory or its results";
            return Err(StoreError::OtherKind { dir: dir.to_owned(), holds });
        }
        let (database, lock) = Database::open(dir, &PlanText::whole(plan.canonical()), &[])?;
        let mut games = Vec::new();
        database.each(|game| games.push(game))?;
        let is_foreign = |game: &&GameRecord| {
            let pairing = (game.number < plan.games).then(|| plan.pairing(game.number));
            pairing.is_none_or(|pairing| (pairing.opening, &pairing.seats) != (game.opening, &game.seats))
        };
        if let Some(game) = games.iter().find(is_foreign) {
            return Err(StoreError::damaged(
                &database.path,
                format!("game {} is not of this match", game.number),
            ));
        }
        Ok((Self { database, _lock: lock }, games))
    }

    /// Adds games that have ended: all of them or, after an error, none. Waits until the disk has them.
    ///
    /// # Errors
    /// If the file cannot be written. What was stored before stays.
    pub fn add(&mut self, games: &[GameRecord]) -> Result<(), StoreError> {
        self.database.add(games)
    }
}

impl Record for GameRecord {
    const FILE: &'static str = GAMES;
    const TABLE: &'static str = "game";
    const KEY: &'static str = "number";
    const COLUMNS: &'static [(&'static str, &'static str)] = &[
        // Numbers from 0; seats are JSON, the player in each by his place in the match's text.
        ("number", "INTEGER NOT NULL"),
        ("opening", "INTEGER NOT NULL"),
        ("seats", "TEXT NOT NULL"),
        // finished, repetition, cap, or a fault with a note on it.
        ("ending", "TEXT NOT NULL"),
        // JSON: the seats that share the point.
        ("winners", "TEXT NOT NULL"),
        ("opening_plies", "INTEGER NOT NULL"),
        ("moves", "TEXT NOT NULL"),
        // JSON: for each seat its searches, depths, nodes and microseconds.
        ("efforts", "TEXT NOT NULL"),
    ];

    fn values(&self) -> Vec<Value> {
        let note = if self.note.is_empty() { String::new() } else { format!(": {}", self.note) };
        vec![
            self.number.into(),
            self.opening.into(),
            json(&self.seats).into(),
            format!("{}{note}", self.end).into(),
            json(&self.winners).into(),
            self.opening_plies.into(),
            self.moves.join(" ").into(),
            json(&self.efforts).into(),
        ]
    }

    fn from_values(values: Vec<Value>) -> Option<Self> {
        let [number, opening, seats, ending, winners, opening_plies, moves, efforts] =
            <[Value; 8]>::try_from(values).ok()?;
        let whole = |value| match value {
            Value::Integer(number) => u32::try_from(number).ok(),
            _ => None,
        };
        let text = |value| match value {
            Value::Text(text) => Some(text),
            _ => None,
        };
        let ending = text(ending)?;
        let (end, note) = ending.split_once(": ").unwrap_or((&ending, ""));
        Some(Self {
            number: whole(number)?,
            opening: whole(opening)?,
            seats: serde_json::from_str(&text(seats)?).ok()?,
            end: end.parse().ok()?,
            note: note.to_owned(),
            winners: serde_json::from_str(&text(winners)?).ok()?,
            opening_plies: whole(opening_plies)?,
            moves: text(moves)?.split_whitespace().map(str::to_owned).collect(),
            efforts: serde_json::from_str(&text(efforts)?).ok()?,
        })
    }

    fn name(&self) -> String {
        format!("game {}", self.number)
    }
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::json!(value).to_string()
}
