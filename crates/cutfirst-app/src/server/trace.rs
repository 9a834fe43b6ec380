//! Searches to look into: one recorded node by node, and races of several orders.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio::sync::oneshot;

use super::App;
use super::body::Body;
use super::events;
use super::fault::{Refusal, off_the_loop};
use super::pool::Purpose;
use super::rates::Costly;
use super::state::SetupJson;
use crate::session::{Ask, Level, Position, Race};
use crate::trace::DEFAULT_NODES;

/// A trace holds at most so many nodes.
pub(super) const MAX_TRACE_NODES: usize = DEFAULT_NODES;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TraceJson {
    game: String,
    players: Option<usize>,
    variant: Option<String>,
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    depth: u32,
    algorithm: Option<String>,
    order: Option<String>,
    evaluation: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RaceJson {
    game: String,
    players: Option<usize>,
    variant: Option<String>,
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    depth: u32,
    orders: Vec<String>,
    algorithm: Option<String>,
    evaluation: Option<String>,
}

/// The position of a setup, if there is anything to search.
pub(super) fn unfinished(setup: SetupJson) -> Result<Box<dyn Position>, Refusal> {
    let record = setup.record()?;
    match record.position().ending() {
        Some(ending) => Err(Refusal::bad(format!("there is nothing to search: {}", ending.text))),
        None => Ok(record.position().copy()),
    }
}

pub(super) async fn trace(
    State(app): State<Arc<App>>,
    Extension(client): Extension<IpAddr>,
    Body(request): Body<TraceJson>,
) -> Result<Response, Refusal> {
    let (answer, waiting) = oneshot::channel();
    let ticket = off_the_loop(move || {
        app.rates.take(client, Costly::Analysis)?;
        let TraceJson { game, players, variant, position, moves, depth, .. } = request;
        let (algorithm, order) = (request.algorithm.as_deref(), request.order.as_deref());
        let ask = Ask::new(Level::depth(depth), algorithm, order, request.evaluation.as_deref());
        let ask = ask.map_err(Refusal::bad)?.plainly();
        let position = unfinished(SetupJson { game, players, variant, position, moves }.for_experiments())?;
        position.check(&ask).map_err(Refusal::bad)?;
        app.pool.submit(Purpose::Analysis { client }, move |stop| {
            let trace = position.trace(&ask, MAX_TRACE_NODES, stop);
            let text = trace.and_then(|trace| serde_json::to_string(&trace).map_err(|e| e.to_string()));
            // Whoever has gone away needs no answer.
            let _ = answer.send(text);
        })
    })
    .await?;
    // The ticket is held until then: if the client goes away, the search ends.
    let text = waiting.await.map_err(|_| Refusal::internal("the search failed"))?;
    drop(ticket);
    let text = text.map_err(Refusal::bad)?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

pub(super) async fn race(
    State(app): State<Arc<App>>,
    Extension(client): Extension<IpAddr>,
    Body(request): Body<RaceJson>,
) -> Result<Response, Refusal> {
    off_the_loop(move || {
        app.rates.take(client, Costly::Analysis)?;
        let RaceJson { game, players, variant, position, moves, depth, orders, .. } = request;
        let (algorithm, evaluation) = (request.algorithm.as_deref(), request.evaluation.as_deref());
        let race = Race::new(depth, &orders, algorithm, evaluation).map_err(Refusal::bad)?;
        let position = unfinished(SetupJson { game, players, variant, position, moves }.for_experiments())?;
        for ask in race.asks() {
            position.check(ask).map_err(Refusal::bad)?;
        }
        let (events, listener) = events::channel();
        let ticket = app.pool.submit(Purpose::Analysis { client }, move |stop| {
            match position.race(&race, stop, &mut |lane| events.send("lane", &lane)) {
                Ok(_) if stop.is_stopped() => events.error("the search was stopped"),
                Ok(finish) => events.send("done", &finish),
                Err(error) => events.error(error),
            }
        })?;
        Ok(events::stream(listener, ticket))
    })
    .await
}
