//! Games that the server keeps: new ones, moves, undo, and engines that move.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum::{Extension, Json};
use serde::Deserialize;
use tokio::runtime::Handle;

use super::App;
use super::body::Body;
use super::events::{self, Events};
use super::fault::{Refusal, off_the_loop};
use super::games::no_game;
use super::pool::Purpose;
use super::rates::Costly;
use super::route::Route;
use super::state::{SetupJson, StateJson};
use super::store::Id;
use crate::search_report::ReportJson;
use crate::session::{Ask, Level, Played, Position, Program, Record, Seat, Setting};
use cutfirst::search::Stop;

/// How long a hint takes if nothing is said.
const HINT_MS: u64 = 1000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewGame {
    game: String,
    players: Option<usize>,
    variant: Option<String>,
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    seats: Vec<Seat>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveJson {
    #[serde(rename = "move")]
    text: String,
    ply: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlyJson {
    ply: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ResignJson {
    player: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeatsJson {
    seats: Vec<Seat>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum VariationJson {
    Add(Vec<String>),
    Remove(Vec<String>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HintJson {
    ply: usize,
    level: Option<Level>,
}

type Answer = Result<Json<StateJson>, Refusal>;

pub(super) async fn position(Body(setup): Body<SetupJson>) -> Answer {
    off_the_loop(move || Ok(Json(StateJson::of(&setup.record()?)))).await
}

pub(super) async fn create(
    State(app): State<Arc<App>>,
    Extension(client): Extension<IpAddr>,
    Body(new): Body<NewGame>,
) -> Result<(StatusCode, Json<StateJson>), Refusal> {
    off_the_loop(move || {
        let NewGame { game, players, variant, position, moves, seats } = new;
        let record = SetupJson { game, players, variant, position, moves }.record()?;
        Seat::check_all(&seats, record.position()).map_err(Refusal::bad)?;
        check_programs(&app, &seats, &record)?;
        app.rates.take(client, Costly::Game)?;
        let (id, played) = app.games.create(Played::new(record, seats), client)?;
        Ok((StatusCode::CREATED, Json(StateJson::kept(&id, &played))))
    })
    .await
}

/// Removes a game for good, with the search that may be under way for it.
pub(super) async fn remove(
    State(app): State<Arc<App>>,
    Route(id): Route<String>,
) -> Result<StatusCode, Refusal> {
    off_the_loop(move || {
        let id = Id::parse(&id).ok_or_else(no_game)?;
        app.games.remove(&id)?;
        app.pool.stop_game(&id);
        app.live.changed(&id);
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

pub(super) async fn show(State(app): State<Arc<App>>, Route(id): Route<String>) -> Answer {
    off_the_loop(move || {
        let id = Id::parse(&id).ok_or_else(no_game)?;
        app.games.read(&id, |played| Ok(Json(StateJson::kept(&id, played))))
    })
    .await
}

pub(super) async fn make_move(
    State(app): State<Arc<App>>,
    Route(id): Route<String>,
    Body(request): Body<MoveJson>,
) -> Answer {
    change(app, id, move |played| {
        expect_ply(played, request.ply)?;
        expect_unfinished(played)?;
        played.play(&request.text).map_err(Refusal::bad)
    })
    .await
}

pub(super) async fn undo(
    State(app): State<Arc<App>>,
    Route(id): Route<String>,
    Body(request): Body<PlyJson>,
) -> Answer {
    change(app, id, move |played| {
        expect_ply(played, request.ply)?;
        played.undo().map_err(Refusal::conflict)
    })
    .await
}

pub(super) async fn redo(
    State(app): State<Arc<App>>,
    Route(id): Route<String>,
    Body(request): Body<PlyJson>,
) -> Answer {
    change(app, id, move |played| {
        expect_ply(played, request.ply)?;
        played.redo().map_err(Refusal::conflict)
    })
    .await
}

pub(super) async fn resign(
    State(app): State<Arc<App>>,
    Route(id): Route<String>,
    Body(request): Body<ResignJson>,
) -> Answer {
    change(app, id, move |played| {
        expect_unfinished(played)?;
        played.record.resign(request.player).map_err(Refusal::bad)
    })
    .await
}

pub(super) async fn set_seats(
    State(app): State<Arc<App>>,
    Route(id): Route<String>,
    Body(request): Body<SeatsJson>,
) -> Answer {
    let table = Arc::clone(&app);
    change(app, id, move |played| {
        Seat::check_all(&request.seats, played.record.position()).map_err(Refusal::bad)?;
        check_programs(&table, &request.seats, &played.record)?;
        played.seats = request.seats;
        Ok(())
    })
    .await
}

/// Keeps or forgets a variation. The game stays as it is, and whoever thinks about it goes on.
pub(super) async fn vary(
    State(app): State<Arc<App>>,
    Route(id): Route<String>,
    Body(request): Body<VariationJson>,
) -> Answer {
    off_the_loop(move || {
        let id = Id::parse(&id).ok_or_else(no_game)?;
        let state = app.games.change(&id, |played| {
            match request {
                VariationJson::Add(line) => played.add_variation(&line).map_err(Refusal::bad)?,
                VariationJson::Remove(line) => played.remove_variation(&line),
            }
            Ok(Json(StateJson::kept(&id, played)))
        })?;
        app.live.changed(&id);
        Ok(state)
    })
    .await
}

/// The engine whose turn it is moves, and its thoughts are streamed.
pub(super) async fn think(
    State(app): State<Arc<App>>,
    Extension(client): Extension<IpAddr>,
    Route(id): Route<String>,
    Body(request): Body<PlyJson>,
) -> Result<Response, Refusal> {
    off_the_loop(move || {
        app.rates.take(client, Costly::Stream)?;
        let id = Id::parse(&id).ok_or_else(no_game)?;
        let (position, ask) = app.games.read(&id, |played| {
            expect_ply(played, request.ply)?;
            expect_unfinished(played)?;
            let position = played.record.position();
            if let Seat::Program { name } = played.seat_to_move() {
                let program = program(&app, name, position.game())?.clone();
                let moves = played.record.played().iter().map(|step| step.text.clone()).collect();
                return Ok((position.copy(), Mover::Program(Box::new(program), moves)));
            }
            let ask = played.ask().map_err(Refusal::bad)?;
            let ask = ask.ok_or_else(|| Refusal::conflict("it is a person's turn, not an engine's"))?;
            let ask = ask
                .kept(&app.engines, id.as_str(), position.to_move())
                .with_seed(id.seed().wrapping_add(position.to_move() as u64));
            Ok((position.copy(), Mover::Engine(Box::new(ask))))
        })?;
        let (events, listener) = events::channel();
        let (desk, mover, writers) = (Arc::clone(&app), id.clone(), Handle::current());
        let long = match &ask {
            Mover::Engine(ask) => ask.is_long(),
            Mover::Program(..) => true,
        };
        // To write takes the disk's time, in which this thread can search for somebody else.
        let play = move |best: String, events: Events| {
            drop(writers.spawn_blocking(move || answer(&desk, &mover, request.ply, &best, &events)));
        };
        let ticket = app.pool.submit(Purpose::Game { id, client, long }, move |stop| match ask {
            Mover::Engine(ask) => search(&*position, &ask, stop, events, |report, events| {
                play(report.best_move().to_owned(), events);
            }),
            Mover::Program(program, moves) => match position.consult(&program, &moves, stop) {
                _ if stop.is_stopped() => events.error("the search was stopped"),
                Ok(best) => play(best, events),
                Err(error) => events.error(error),
            },
        })?;
        Ok(events::stream(listener, ticket))
    })
    .await
}

/// A search for the player whose turn it is; nothing moves.
pub(super) async fn hint(
    State(app): State<Arc<App>>,
    Extension(client): Extension<IpAddr>,
    Route(id): Route<String>,
    Body(request): Body<HintJson>,
) -> Result<Response, Refusal> {
    off_the_loop(move || {
        app.rates.take(client, Costly::Stream)?;
        let id = Id::parse(&id).ok_or_else(no_game)?;
        let level = request.level.unwrap_or(Level::time(HINT_MS));
        let ask = Ask::new(level, None, None, None).map_err(Refusal::bad)?.with_fitting_table();
        let position = app.games.read(&id, |played| {
            expect_ply(played, request.ply)?;
            expect_unfinished(played)?;
            Ok(played.record.position().copy())
        })?;
        let (events, listener) = events::channel();
        let purpose = Purpose::Game { id, client, long: ask.is_long() };
        let ticket = app.pool.submit(purpose, move |stop| {
            search(&*position, &ask, stop, events, |report, events| events.send("done", report));
        })?;
        Ok(events::stream(listener, ticket))
    })
    .await
}

/// Searches, streams the depths, and hands over the report unless the search was stopped.
pub(super) fn search(
    position: &dyn Position,
    ask: &Ask,
    stop: &Stop,
    events: Events,
    done: impl FnOnce(&ReportJson, Events),
) {
    let found = position.think(ask, stop, &mut |depth| events.send("depth", &depth));
    // The stream ends with its events, and only then is the memory of the search given back.
    match &found {
        Ok(_) if stop.is_stopped() => events.error("the search was stopped"),
        Ok(found) => done(&found.report, events),
        Err(error) => events.error(error),
    }
}

/// Plays the engine's move in the game as it is now, and shows the game.
fn answer(app: &App, id: &Id, ply: usize, best: &str, events: &Events) {
    let state = app.games.change(id, |played| {
        expect_ply(played, ply)?;
        expect_unfinished(played)?;
        played.play(best).map_err(Refusal::conflict)?;
        Ok(StateJson::kept(id, played))
    });
    match state {
        Ok(state) => {
            events.send("state", &state);
            app.live.changed(id);
        }
        Err(refusal) => events.error(refusal.message),
    }
}

/// Changes a game and shows it; a search that was under way for it is no longer wanted.
async fn change(
    app: Arc<App>,
    id: String,
    alter: impl FnOnce(&mut Played) -> Result<(), Refusal> + Send + 'static,
) -> Answer {
    off_the_loop(move || {
        let id = Id::parse(&id).ok_or_else(no_game)?;
        let state = app.games.change(&id, |played| {
            alter(played)?;
            Ok(Json(StateJson::kept(&id, played)))
        })?;
        app.pool.stop_game(&id);
        app.live.changed(&id);
        Ok(state)
    })
    .await
}

/// Who moves in a seat that is not a person's.
enum Mover {
    Engine(Box<Ask>),
    /// Another program, which is told the moves of the game.
    Program(Box<Program>, Vec<String>),
}

/// The program of this name that plays the game.
fn program<'a>(app: &'a App, name: &str, game: &str) -> Result<&'a Program, Refusal> {
    let found = app.programs.iter().find(|program| program.name == name && program.game == game);
    found.ok_or_else(|| {
        Refusal::bad(format!("there is no program '{}' for {game} here", cutfirst::notation::excerpt(name)))
    })
}

/// Programs of others must be on the list, and are told games from their start only.
fn check_programs(app: &App, seats: &[Seat], record: &Record) -> Result<(), Refusal> {
    let start = record.start();
    for seat in seats {
        let Seat::Program { name } = seat else { continue };
        program(app, name, start.game())?;
        let setting = Setting {
            game: start.game().to_owned(),
            players: Some(start.players()),
            variant: Some(start.variant()),
            position: None,
        };
        if setting.open().is_ok_and(|usual| usual.text() != start.text()) {
            return Err(Refusal::bad(
                "a program plays games from their start, not from a position that was set up",
            ));
        }
    }
    Ok(())
}

fn expect_ply(played: &Played, ply: usize) -> Result<(), Refusal> {
    match played.record.ply() {
        now if now == ply => Ok(()),
        now => Err(Refusal::conflict(format!("the game is at ply {now}, not {ply}; load it again"))),
    }
}

fn expect_unfinished(played: &Played) -> Result<(), Refusal> {
    match played.record.ending() {
        Some(ending) => Err(Refusal::conflict(format!("the game is over: {}", ending.text))),
        None => Ok(()),
    }
}
