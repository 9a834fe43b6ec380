//! What is kept of a game.

use serde::{Deserialize, Serialize};

use crate::named::named;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// By the rules of the game.
    Finished,
    /// A position came back too often.
    Repetition,
    /// It lasted too long.
    Cap,
    /// Somebody else's program played what is not legal.
    Illegal,
    /// Somebody took more time than he had.
    Late,
    /// It said nothing.
    Silent,
    /// It ended, or never began.
    Crashed,
}

named!(
    End: Finished = "finished",
    Repetition = "repetition",
    Cap = "cap",
    Illegal = "illegal",
    Late = "late",
    Silent = "silent",
    Crashed = "crashed"
);

/// What a player did in one game. A forced move is played without a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Effort {
    /// Searches made.
    pub searches: u64,
    /// Of these, not to the end of the game; their depths make the mean depth.
    pub unsettled: u64,
    /// Sum of those depths.
    pub depths: u64,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Time of all searches, in microseconds.
    pub micros: u64,
    /// Time that a game clock gave, in microseconds: at the start and for every move.
    #[serde(default)]
    pub given: u64,
}

impl Effort {
    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            searches: self.searches + other.searches,
            unsettled: self.unsettled + other.unsettled,
            depths: self.depths + other.depths,
            nodes: self.nodes + other.nodes,
            micros: self.micros + other.micros,
            given: self.given + other.given,
        }
    }
}

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Its number in the match, from 0.
    pub number: u32,
    /// The opening's number, from 0.
    pub opening: u32,
    /// The player in each seat, by his place among the match's players.
    pub seats: Vec<usize>,
    /// How it ended.
    pub end: End,
    /// Who did what wrong, if somebody did; else empty.
    pub note: String,
    /// The seats that share the point; all of them after a draw.
    pub winners: Vec<usize>,
    /// How many of the moves are the opening's.
    pub opening_plies: u32,
    /// All moves from the start, in the game's notation.
    pub moves: Vec<String>,
    /// What the player in each seat did.
    pub efforts: Vec<Effort>,
}

impl GameRecord {
    /// What a seat gets: the point, a share of it, or nothing.
    #[must_use]
    pub fn score(&self, seat: usize) -> f64 {
        if self.winners.contains(&seat) { 1.0 / self.winners.len() as f64 } else { 0.0 }
    }

    /// The same game but for the time it took.
    #[must_use]
    pub fn timeless(&self) -> Self {
        let efforts = self.efforts.iter().map(|effort| Effort { micros: 0, ..*effort }).collect();
        Self { efforts, ..self.clone() }
    }
}
