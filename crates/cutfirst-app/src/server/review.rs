//! A review: every move of a game judged, streamed as it goes.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::App;
use super::body::Body;
use super::events;
use super::fault::{Refusal, off_the_loop};
use super::pool::Purpose;
use super::rates::Costly;
use super::state::SetupJson;

/// What a move may take, in milliseconds, if nothing is said, and at most.
const USUAL_MS: u64 = 300;
const MOST_MS: u64 = 5000;

/// A review does not keep a thread for longer than this, however long the game is.
const LONGEST: Duration = Duration::from_secs(300);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReviewJson {
    game: String,
    players: Option<usize>,
    variant: Option<String>,
    position: Option<String>,
    moves: Vec<String>,
    time_ms: Option<u64>,
    /// How many moves were judged before.
    #[serde(default)]
    from: usize,
}

#[derive(Serialize)]
struct Begun {
    moves: usize,
    /// What a move takes, in milliseconds.
    time_ms: u64,
}

#[derive(Serialize)]
struct Done {
    judged: usize,
}

pub(super) async fn review(
    State(app): State<Arc<App>>,
    Extension(client): Extension<IpAddr>,
    Body(request): Body<ReviewJson>,
) -> Result<Response, Refusal> {
    off_the_loop(move || {
        app.rates.take(client, Costly::Analysis)?;
        let ReviewJson { game, players, variant, position, moves, time_ms, from } = request;
        let asked = time_ms.unwrap_or(USUAL_MS);
        if !(1..=MOST_MS).contains(&asked) {
            return Err(Refusal::bad(format!("time_ms must be from 1 to {MOST_MS}, not {asked}")));
        }
        let record = SetupJson { game, players, variant, position, moves }.record()?;
        let moves: Vec<_> = record.played().iter().map(|step| step.text.clone()).collect();
        if moves.is_empty() {
            return Err(Refusal::bad("there is nothing to review: no move has been played"));
        }
        if from >= moves.len() {
            return Err(Refusal::bad(format!(
                "from must be less than the {} moves, not {from}",
                moves.len()
            )));
        }
        let share = LONGEST.as_millis() as u64 / (moves.len() - from) as u64;
        let time_ms = asked.min(share).max(1);
        let start = record.start().copy();
        let (events, listener) = events::channel();
        let ticket = app.pool.submit(Purpose::Analysis { client }, move |stop| {
            events.send("begun", &Begun { moves: moves.len() - from, time_ms });
            let mut judged = 0;
            let time = Duration::from_millis(time_ms);
            let reviewed = start.review(&moves, from, time, stop, &mut |one| {
                judged += 1;
                events.send("move", &one);
            });
            match reviewed {
                Ok(()) => events.send("done", &Done { judged }),
                Err(error) => events.error(error),
            }
        })?;
        Ok(events::stream(listener, ticket))
    })
    .await
}
