//! Where games go: one SQLite file per directory, written game by game.
//!
//! The file is `DIR/match.sqlite`, made, checked and locked as the laboratory's result files are (see
//! [`crate::store`]). Its tables are `meta`, with the match's text, and `game`, one line per game with its
//! moves in the game's notation.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, params};

use super::plan::MatchPlan;
use super::record::GameRecord;
use crate::cluster::study;
use crate::store::file::{self, Kind, Opened};
use crate::store::lock::Lock;
use crate::store::results::{META_TABLE, Tally, load_plan};
use crate::store::row::Checksum;
use crate::store::{LineDifference, PlanText, Shard, StoreError};

const GAME_TABLE: &str = "CREATE TABLE game (
  number INTEGER PRIMARY KEY, -- from 0
  opening INTEGER NOT NULL, -- from 0
  seats TEXT NOT NULL, -- JSON: the player in each seat, from 0 in the order of the match's text
  ending TEXT NOT NULL, -- finished, repetition, cap, or a fault with a note on it
  winners TEXT NOT NULL, -- JSON: the seats that share the point
  opening_plies INTEGER NOT NULL,
  moves TEXT NOT NULL,
  efforts TEXT NOT NULL, -- JSON: for each seat its searches, depths, nodes and microseconds
  checksum INTEGER NOT NULL
) STRICT";

const GAMES: Kind = Kind { name: file::GAMES, draft: "match.sqlite.new", tables: [GAME_TABLE, META_TABLE] };

/// Why games cannot be stored or read. Every message is one line.
#[derive(Debug, thiserror::Error)]
pub enum MatchStoreError {
    /// As with any result file.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Games of another match.
    #[error("{} holds another match, which differs in {difference}; choose another directory or give the same command", path.display())]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// Where the stored match and the given one differ.
        difference: LineDifference,
    },
    /// Results of something else.
    #[error("{} holds a plan of the laboratory or its results; choose another directory for a match", .0.display())]
    Laboratory(PathBuf),
}

/// The games in a directory, open for adding; one process at a time.
#[derive(Debug)]
pub struct MatchStore {
    connection: Connection,
    path: PathBuf,
    // Dropped after the connection: nobody else writes before SQLite has let go of the file.
    _lock: Lock,
}

impl MatchStore {
    /// Opens the store in `dir` for this match, made if there is none, and reads the games that are there.
    ///
    /// # Errors
    /// Refuses games of another match, files that are not this program's or damaged, and a directory in
    /// which another process is writing.
    pub fn open(dir: &Path, plan: &MatchPlan) -> Result<(Self, Vec<GameRecord>), MatchStoreError> {
        let path = GAMES.path_in(dir);
        let text = PlanText { text: plan.canonical(), shard: Shard::WHOLE, split: None };
        let refuse = || match file::exists(&dir.join(file::NAME))? || file::exists(&dir.join(study::SPLIT))? {
            true => Err(MatchStoreError::Laboratory(dir.to_owned())),
            false => Ok(()),
        };
        let lock =
            file::open_or_create(dir, &GAMES, refuse, || file::create(dir, &GAMES, &text, |_, _| Ok(())))?;
        let games = inspect(dir, &path, plan, &text, &lock)?;
        let connection = file::connect_to_write(&path)?;
        Ok((Self { connection, path, _lock: lock }, games))
    }

    /// Adds games that have ended: all of them or, after an error, none. Waits until the disk has them.
    ///
    /// # Errors
    /// If the file cannot be written. What was stored before stays.
    pub fn add(&mut self, games: &[GameRecord]) -> Result<(), MatchStoreError> {
        let path = &self.path;
        file::append(&mut self.connection, path, |transaction, tally| {
            for game in games {
                insert(transaction, game).map_err(|error| StoreError::sqlite(path, "writing", error))?;
                tally.add(checksum(game));
            }
            Ok(())
        })?;
        Ok(())
    }
}

/// Reads and checks everything with a connection that cannot write.
fn inspect(
    dir: &Path,
    path: &Path,
    plan: &MatchPlan,
    text: &PlanText,
    lock: &Lock,
) -> Result<Vec<GameRecord>, MatchStoreError> {
    let failed = |error| StoreError::sqlite(path, "reading", error);
    let Opened { connection, copy: _copy } = file::connect_to_read(dir, &GAMES, Some(lock))?;
    file::check_structure(&connection, path, &GAMES)?;
    let stored = load_plan(&connection, path)?;
    if let Some(difference) = LineDifference::between(&stored.text, &text.text) {
        return Err(MatchStoreError::OtherMatch { path: path.to_owned(), difference });
    }
    let written = Tally::load(&connection, path)?;
    let mut found = Tally::default();
    let mut games = Vec::new();
    let mut select = connection.prepare("SELECT * FROM game ORDER BY number").map_err(failed)?;
    let mut lines = select.query([]).map_err(failed)?;
    while let Some(line) = lines.next().map_err(failed)? {
        let game = decode(line, path)?;
        found.add(checksum(&game));
        let slot = (game.number < plan.games).then(|| plan.slot(game.number));
        if slot.is_none_or(|slot| (slot.opening, &slot.seats) != (game.opening, &game.seats)) {
            return Err(
                StoreError::damaged(path, format!("game {} is not of this match", game.number)).into()
            );
        }
        games.push(game);
    }
    if found != written {
        let what = format!("{} games were written, and those that are there are not the same", written.rows);
        return Err(StoreError::damaged(path, what).into());
    }
    Ok(games)
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::json!(value).to_string()
}

fn checksum(game: &GameRecord) -> u64 {
    let GameRecord { number, opening, seats, winners, opening_plies, moves, efforts, .. } = game;
    let numbers = [*number, *opening, *opening_plies].map(u64::from);
    let sum = numbers.into_iter().fold(Checksum::default(), Checksum::number);
    let texts = [json(seats), ending(game), json(winners), moves.join(" "), json(efforts)];
    texts.iter().fold(sum, |sum, text| sum.text(text)).value()
}

/// How a game ended, and what somebody did wrong.
fn ending(game: &GameRecord) -> String {
    if game.note.is_empty() {
        game.end.name().to_owned()
    } else {
        format!("{}: {}", game.end.name(), game.note)
    }
}

fn insert(connection: &Connection, game: &GameRecord) -> rusqlite::Result<()> {
    let sql = "INSERT INTO game VALUES (?,?,?,?,?,?,?,?,?)";
    connection.prepare_cached(sql)?.execute(params![
        game.number,
        game.opening,
        json(&game.seats),
        ending(game),
        json(&game.winners),
        game.opening_plies,
        game.moves.join(" "),
        json(&game.efforts),
        checksum(game).cast_signed(),
    ])?;
    Ok(())
}

fn decode(line: &rusqlite::Row<'_>, path: &Path) -> Result<GameRecord, StoreError> {
    let text = |column: usize| line.get::<_, String>(column);
    let read = || -> rusqlite::Result<_> {
        let numbers: [u32; 3] = [line.get(0)?, line.get(1)?, line.get(5)?];
        let texts = [text(2)?, text(3)?, text(4)?, text(6)?, text(7)?];
        Ok((numbers, texts, line.get::<_, i64>(8)?.cast_unsigned()))
    };
    let (numbers, texts, stored) = read().map_err(|error| StoreError::sqlite(path, "reading", error))?;
    let ([number, opening, opening_plies], [seats, end, winners, moves, efforts]) = (numbers, texts);
    let (end, note) = end.split_once(": ").unwrap_or((&end, ""));
    let restore = || {
        Some(GameRecord {
            number,
            opening,
            seats: serde_json::from_str(&seats).ok()?,
            end: end.parse().ok()?,
            note: note.to_owned(),
            winners: serde_json::from_str(&winners).ok()?,
            opening_plies,
            moves: moves.split_whitespace().map(str::to_owned).collect(),
            efforts: serde_json::from_str(&efforts).ok()?,
        })
    };
    let whole = restore().filter(|game| checksum(game) == stored);
    whole.ok_or_else(|| StoreError::damaged(path, format!("game {number} is not as it was written")))
}
