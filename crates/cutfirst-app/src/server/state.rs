//! A game as the page sees it.

use cutfirst_games::scene::Scene;
use serde::{Deserialize, Serialize};

use super::fault::Refusal;
use super::store::Id;
use crate::session::{Ending, LONGEST, Played, REPETITIONS, Record, Seat, Setting, Step};

#[derive(Serialize)]
pub(super) struct StateJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    game: &'static str,
    players: usize,
    variant: String,
    names: Vec<String>,
    start: String,
    moves: Vec<String>,
    ply: usize,
    redo: usize,
    position: String,
    to_move: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    seats: Option<Vec<Seat>>,
    /// What was tried beside the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    variations: Option<Vec<Vec<String>>>,
    scene: Scene,
    last: Option<Step>,
    /// Who has played each of the moves.
    movers: Vec<usize>,
    /// The cells of the moves that each player has made last, the latest first: one for every opponent.
    recent: Vec<Vec<String>>,
    legal: Vec<Step>,
    outcome: Option<Ending>,
    scores: Vec<i32>,
    /// How often this position has been there, and how often makes a draw.
    visits: [usize; 2],
}

impl StateJson {
    /// A game that nobody keeps.
    pub(super) fn of(record: &Record) -> Self {
        let position = record.position();
        let outcome = record.ending();
        Self {
            id: None,
            game: position.game(),
            players: position.players(),
            variant: position.variant(),
            names: (0..position.players()).map(|seat| position.seat_name(seat)).collect(),
            start: record.start().text(),
            moves: record.played().iter().map(|step| step.text.clone()).collect(),
            ply: record.ply(),
            redo: record.taken_back().len(),
            position: position.text(),
            to_move: position.to_move(),
            seats: None,
            variations: None,
            scene: position.scene(),
            last: record.played().last().cloned(),
            movers: record.movers().to_vec(),
            recent: recent(record),
            legal: if outcome.is_some() { Vec::new() } else { position.legal() },
            outcome,
            scores: position.tally(),
            visits: [record.visits(), REPETITIONS],
        }
    }

    /// A game that the server keeps.
    pub(super) fn kept(id: &Id, played: &Played) -> Self {
        Self {
            id: Some(id.as_str().to_owned()),
            seats: Some(played.seats.clone()),
            variations: Some(played.variations.clone()),
            ..Self::of(&played.record)
        }
    }
}

/// What has happened since the player to move has moved last.
fn recent(record: &Record) -> Vec<Vec<String>> {
    let moves = record.played().iter().zip(record.movers()).rev();
    let others = moves.take_while(|(_, mover)| **mover != record.position().to_move());
    let others: Vec<_> =
        others.map(|(step, _)| step.path.clone()).take(record.position().players()).collect();
    // Where one player has moved twice in a row, at least the last move is marked.
    if others.is_empty() {
        record.played().last().map(|step| step.path.clone()).into_iter().collect()
    } else {
        others
    }
}

/// A game and where it stands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetupJson {
    pub(super) game: String,
    pub(super) players: Option<usize>,
    pub(super) variant: Option<String>,
    pub(super) position: Option<String>,
    #[serde(default)]
    pub(super) moves: Vec<String>,
}

impl SetupJson {
    /// By the rules of the experiments, unless it says which; otherwise by those that people expect.
    pub(super) fn for_experiments(mut self) -> Self {
        self.variant.get_or_insert_default();
        self
    }

    pub(super) fn record(self) -> Result<Record, Refusal> {
        let Self { game, players, variant, position, moves } = self;
        if moves.len() > LONGEST {
            return Err(Refusal::bad(format!("{} moves; a game has at most {LONGEST}", moves.len())));
        }
        let start = Setting { game, players, variant, position }.for_people().open().map_err(Refusal::bad)?;
        Record::with_moves(start, &moves).map_err(Refusal::bad)
    }
}
