//! The games that somebody has played here, newest first: enough of each for a list with little pictures.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::extract::{Query, State};
use cutfirst_games::scene::Scene;
use serde::{Deserialize, Serialize};

use super::App;
use super::body::Body;
use super::fault::{Refusal, off_the_loop};
use super::store::Id;
use super::stored::Stored;
use crate::session::{Ending, Seat};

/// So many games at a time.
const PAGE: usize = 60;

#[derive(Serialize)]
pub(super) struct ListJson {
    games: Vec<SummaryJson>,
    /// How many there are besides, older than these.
    more: usize,
}

#[derive(Serialize)]
struct SummaryJson {
    id: String,
    game: &'static str,
    players: usize,
    variant: String,
    names: Vec<String>,
    seats: Vec<Seat>,
    ply: usize,
    to_move: usize,
    outcome: Option<Ending>,
    scene: Scene,
    /// Seconds since 1970.
    modified: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Page {
    #[serde(default)]
    skip: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct IdsJson {
    ids: Vec<String>,
}

/// All games, where nobody else can reach the server. Elsewhere a game is known to who knows its address.
pub(super) async fn all(
    State(app): State<Arc<App>>,
    page: Result<Query<Page>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<ListJson>, Refusal> {
    let Query(Page { skip }) = page.map_err(|_| Refusal::bad("the query may have skip, a number"))?;
    off_the_loop(move || {
        if app.is_remote {
            return Err(Refusal::new(
                axum::http::StatusCode::FORBIDDEN,
                "this server is for several people; ask for games by their ids",
            ));
        }
        let mut games = app.games.all()?;
        games.sort_by(|(a, one), (b, other)| other.cmp(one).then_with(|| a.as_str().cmp(b.as_str())));
        let mut shown = Vec::new();
        let mut looked_at = 0;
        for (id, modified) in games.iter().skip(skip) {
            if shown.len() == PAGE {
                break;
            }
            looked_at += 1;
            shown.extend(summary(&app, id, *modified));
        }
        Ok(Json(ListJson { games: shown, more: games.len().saturating_sub(skip + looked_at) }))
    })
    .await
}

/// Those of the given games that are there.
pub(super) async fn some(
    State(app): State<Arc<App>>,
    Body(IdsJson { ids }): Body<IdsJson>,
) -> Result<Json<ListJson>, Refusal> {
    if ids.len() > PAGE {
        return Err(Refusal::bad(format!("{} ids; ask for at most {PAGE} at a time", ids.len())));
    }
    off_the_loop(move || {
        let ids = ids.iter().filter_map(|text| Id::parse(text));
        let games = ids.filter_map(|id| summary(&app, &id, app.games.modified(&id)?)).collect();
        Ok(Json(ListJson { games, more: 0 }))
    })
    .await
}

/// A game in which something was played; files that cannot be read are left to those who open them.
fn summary(app: &App, id: &Id, modified: SystemTime) -> Option<SummaryJson> {
    let stored = Stored::from_text(&app.games.text(id)?).ok()?;
    if !stored.is_begun() {
        return None;
    }
    let record = stored.record().ok()?;
    let position = record.position();
    Some(SummaryJson {
        id: id.as_str().to_owned(),
        game: position.game(),
        players: position.players(),
        variant: position.variant(),
        names: (0..position.players()).map(|seat| position.seat_name(seat)).collect(),
        seats: stored.seats.clone(),
        ply: record.ply(),
        to_move: position.to_move(),
        outcome: record.ending(),
        scene: position.scene(),
        modified: modified.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs(),
    })
}
