//! What the file of a game holds: a line of JSON and its checksum, from which the game comes back as it was.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};

use crate::session::{Played, Record, Seat, Setting};

/// A game as its file has it.
#[derive(Serialize, Deserialize)]
pub(super) struct Stored {
    version: u32,
    game: String,
    players: usize,
    variant: String,
    start: String,
    /// Moves played, then moves taken back.
    moves: Vec<String>,
    ply: usize,
    resigned: Option<usize>,
    pub(super) seats: Vec<Seat>,
    /// The client that began it.
    #[serde(default)]
    pub(super) by: Option<IpAddr>,
    #[serde(default)]
    pub(super) variations: Vec<Vec<String>>,
}

/// The form of file that this program writes: JSON in a line, and its checksum in another.
const VERSION: u32 = 2;

/// The first form had no checksum.
const WITHOUT_CHECKSUM: u32 = 1;

impl Stored {
    pub(super) fn new(played: &Played, by: Option<IpAddr>) -> Self {
        let Played { record, seats, variations } = played;
        let start = record.start();
        Self {
            version: VERSION,
            by,
            game: start.game().to_owned(),
            players: start.players(),
            variant: start.variant(),
            start: start.text(),
            moves: record.played().iter().chain(record.taken_back()).map(|step| step.text.clone()).collect(),
            ply: record.ply(),
            resigned: record.resigned(),
            seats: seats.clone(),
            variations: variations.clone(),
        }
    }

    /// Whether anything was played.
    pub(super) fn is_begun(&self) -> bool {
        !self.moves.is_empty()
    }

    /// What to write into the file.
    pub(super) fn to_text(&self) -> Result<String, String> {
        let json = serde_json::to_string(self).map_err(|error| error.to_string())?;
        let sum = checksum_line(&json);
        Ok(format!("{json}\n{sum}"))
    }

    /// Reads what a file holds.
    pub(super) fn from_text(text: &str) -> Result<Self, String> {
        let (json, sum) = match text.split_once('\n') {
            Some((json, sum)) => (json, Some(sum)),
            None => (text, None),
        };
        if sum.is_some_and(|sum| sum != checksum_line(json)) {
            return Err("its checksum is another one".to_owned());
        }
        let stored: Self = serde_json::from_str(json).map_err(|error| error.to_string())?;
        match (stored.version, sum) {
            (VERSION, Some(_)) | (WITHOUT_CHECKSUM, None) => Ok(stored),
            (VERSION, None) => Err("its end is missing".to_owned()),
            (version, _) => Err(format!("it was stored by another version ({version})")),
        }
    }

    /// The game as it was.
    pub(super) fn record(&self) -> Result<Record, String> {
        let setting = Setting {
            game: self.game.clone(),
            players: Some(self.players),
            variant: Some(self.variant.clone()),
            position: Some(self.start.clone()),
        };
        let mut record = Record::with_moves(setting.open()?, &self.moves)?;
        if self.ply > self.moves.len() {
            return Err("the stored game has fewer moves than it should".to_owned());
        }
        record.go_to(self.ply);
        if let Some(seat) = self.resigned {
            record.resign(seat)?;
        }
        Ok(record)
    }
}

/// FNV-1a of 64 bits. Each step is a bijection of the state, so that no single changed byte goes unnoticed.
pub(super) fn checksum_line(json: &str) -> String {
    let step = |sum: u64, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let sum = json.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    format!("checksum {sum:016x}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_comes_back_as_it_was() {
        let setting = Setting { game: "focus".to_owned(), players: Some(3), ..Setting::default() };
        let mut record = Record::new(setting.open().ok().unwrap());
        for _ in 0..6 {
            let first = record.position().legal()[0].text.clone();
            record.play(&first).unwrap();
        }
        record.go_to(4);
        record.resign(1).unwrap();
        let by = Some(IpAddr::from([192, 0, 2, 1]));
        let played = Played::new(record, Vec::new());
        let (text, record) = (Stored::new(&played, by).to_text().unwrap(), played.record);
        let stored = Stored::from_text(&text).unwrap();
        assert_eq!(stored.by, by);
        let back = stored.record().ok().unwrap();
        assert_eq!(back.position().text(), record.position().text());
        assert_eq!((back.played(), back.taken_back()), (record.played(), record.taken_back()));
        assert_eq!(back.ending(), record.ending());
        // Every bit counts.
        for place in 0..text.len() * 8 {
            let mut bytes = text.clone().into_bytes();
            bytes[place / 8] ^= 1 << (place % 8);
            if let Ok(damaged) = String::from_utf8(bytes) {
                assert!(Stored::from_text(&damaged).is_err(), "{damaged}");
            }
        }
        assert_eq!(Stored::from_text(text.lines().next().unwrap()).err().unwrap(), "its end is missing");
    }

    #[test]
    fn a_game_of_the_first_version_is_read() {
        let text = r#"{"version":1,"game":"othello","players":2,"variant":"","start":
            "---------------------------OX------XO--------------------------- X","moves":["f5","d6"],"ply":1,
            "resigned":null,"seats":[{"kind":"human"},{"kind":"human"}]}"#;
        let text: String = text.split('\n').map(str::trim_start).collect();
        let stored = Stored::from_text(&text).unwrap();
        let record = stored.record().ok().unwrap();
        assert_eq!((record.ply(), record.taken_back().len(), stored.by), (1, 1, None));
        assert!(Stored::from_text(&text.replace("\"version\":1", "\"version\":3")).is_err());
        for damaged in [text.replace("\"ply\":1", "\"ply\":40"), text.replace("othello", "chess")] {
            assert!(Stored::from_text(&damaged).unwrap().record().is_err());
        }
    }
}
