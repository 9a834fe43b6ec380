//! Searching a position that belongs to no game.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;

use super::App;
use super::body::Body;
use super::events;
use super::fault::{Refusal, off_the_loop};
use super::play::search;
use super::pool::Purpose;
use super::rates::Costly;
use super::state::SetupJson;
use super::trace::unfinished;
use crate::session::{Ask, Level};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnalyseJson {
    game: String,
    players: Option<usize>,
    variant: Option<String>,
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    level: Level,
    algorithm: Option<String>,
    order: Option<String>,
    evaluation: Option<String>,
    words: Option<String>,
    table: Option<usize>,
    lines: Option<usize>,
}

pub(super) async fn analyse(
    State(app): State<Arc<App>>,
    Extension(client): Extension<IpAddr>,
    Body(request): Body<AnalyseJson>,
) -> Result<Response, Refusal> {
    off_the_loop(move || {
        app.rates.take(client, Costly::Analysis)?;
        let AnalyseJson { game, players, variant, position, moves, .. } = request;
        let lines = request.lines.unwrap_or(1);
        let (algorithm, order) = (request.algorithm.as_deref(), request.order.as_deref());
        let ask = Ask::new(request.level, algorithm, order, request.evaluation.as_deref())
            .and_then(|ask| ask.with_words(request.words.as_deref().unwrap_or("")))
            .and_then(|ask| ask.with_table(request.table))
            .and_then(|ask| ask.with_lines(lines))
            .map_err(Refusal::bad)?;
        let position = unfinished(SetupJson { game, players, variant, position, moves })?;
        position.check(&ask).map_err(Refusal::bad)?;
        let (events, listener) = events::channel();
        // Who asks for a certain search wants to see that one.
        let may_solve = algorithm.is_none() && order.is_none() && request.evaluation.is_none();
        let ticket = app.pool.submit(Purpose::Analysis { client }, move |stop| {
            let certain = position.certainties(lines).filter(|_| may_solve);
            if let Some(certain) = certain {
                certain.iter().for_each(|line| events.send("depth", line));
                return events.send("solved", &());
            }
            search(&*position, &ask, stop, events, |report, events| events.send("done", report));
        })?;
        Ok(events::stream(listener, ticket))
    })
    .await
}
