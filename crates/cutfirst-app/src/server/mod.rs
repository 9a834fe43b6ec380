//! The server: the page, and the API that the page and other programs use (docs/API.md).
//!
//! The threads of the network never search, play or read files. Searches run on the `pool`, everything
//! else off the loop (`fault::off_the_loop`). `guard` decides who may talk to us at all.

mod analyse;
#[cfg(any(test, fuzzing))]
pub(crate) mod arbitrary;
mod assets;
mod body;
mod catalog;
mod connection;
mod events;
mod fault;
mod formats;
mod games;
mod guard;
mod invite;
mod live;
mod mine;
mod misfit;
mod play;
mod pool;
mod rates;
mod reports;
mod review;
mod route;
mod state;
mod store;
mod stored;
mod trace;

use std::io;
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use tokio::runtime::Runtime;
use tokio::sync::Notify;

use self::fault::Refusal;
use self::games::Games;
use self::guard::Guard;
pub(crate) use self::guard::Key;
use self::live::Live;
use self::pool::Pool;
use self::rates::Rates;
use self::store::NoStore;
use crate::session::{Engines, Program};

/// So many requests may play moves and wait for the disk at once: a disk takes many writes in the time of one.
const MOST_WRITING: usize = 128;

/// What the server is told.
pub(crate) struct Options {
    /// Where games are kept.
    pub(crate) data: PathBuf,
    /// Where results of experiments are.
    pub(crate) results: PathBuf,
    /// The name under which others may reach us, if they may.
    pub(crate) remote: Option<String>,
    /// What everybody must know, if anything.
    pub(crate) key: Option<Key>,
    /// Programs of others that may sit in a seat.
    pub(crate) programs: Vec<Program>,
}

/// What all requests share.
struct App {
    games: Arc<Games>,
    pool: Pool,
    rates: Rates,
    engines: Engines,
    live: Live,
    /// Programs of others that may sit in a seat.
    programs: Vec<Program>,
    results: PathBuf,
    /// Whether other machines can reach us.
    is_remote: bool,
    /// What a link for others needs besides the address.
    key: Option<Key>,
}

/// A server that has its data and its threads, and waits for a listener.
pub(crate) struct Server {
    router: Router,
    runtime: Runtime,
}

/// Why a server cannot be had.
pub(crate) enum NoServer {
    /// Another server keeps its games there.
    Busy,
    /// The directory of games does not do.
    Data(io::Error),
    /// No threads, or no file handles to wait on.
    Machine(io::Error),
}

impl Server {
    /// Opens the games and starts the threads.
    pub(crate) fn open(options: Options) -> Result<Self, NoServer> {
        let Options { data, results, remote, key, programs } = options;
        let games = Games::open(&data).map_err(|why| match why {
            NoStore::Busy => NoServer::Busy,
            NoStore::Failed(error) => NoServer::Data(error),
        })?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(MOST_WRITING)
            .enable_all()
            .build()
            .map_err(NoServer::Machine)?;
        let pool = Pool::start().map_err(NoServer::Machine)?;
        let is_remote = remote.is_some();
        let app = App {
            games: Arc::new(games),
            pool,
            engines: Engines::default(),
            live: Live::default(),
            programs,
            rates: Rates::new(is_remote),
            results,
            is_remote,
            key: key.clone(),
        };
        let router = router(Arc::new(app), Guard { remote, key });
        Ok(Self { router, runtime })
    }

    /// Serves until told to end.
    pub(crate) fn run(self, listener: TcpListener, end: &Notify) -> io::Result<()> {
        let limits = connection::Limits::of_this_machine();
        let served = self.runtime.block_on(connection::serve(listener, self.router, limits, end));
        // Whatever is still being written is written to a draft first, so that nothing can be torn.
        self.runtime.shutdown_background();
        served
    }
}

fn router(app: Arc<App>, guard: Guard) -> Router {
    let api = Router::new()
        .route("/catalog", get(catalog::catalog))
        .route("/geometry/{game}", get(catalog::geometry))
        .route("/position", post(play::position))
        .route("/games", get(mine::all).post(mine::some))
        .route("/import", post(formats::import))
        .route("/export", post(formats::export))
        .route("/invite", get(invite::invite))
        .route("/play", post(play::create))
        .route("/play/{id}", get(play::show).delete(play::remove))
        .route("/play/{id}/move", post(play::make_move))
        .route("/play/{id}/undo", post(play::undo))
        .route("/play/{id}/redo", post(play::redo))
        .route("/play/{id}/resign", post(play::resign))
        .route("/play/{id}/seats", post(play::set_seats))
        .route("/play/{id}/variations", post(play::vary))
        .route("/play/{id}/think", post(play::think))
        .route("/play/{id}/hint", post(play::hint))
        .route("/play/{id}/live", get(live::follow))
        .route("/review", post(review::review))
        .route("/analyse", post(analyse::analyse))
        .route("/trace", post(trace::trace))
        .route("/race", post(trace::race))
        .route("/reports", get(reports::list));
    Router::new()
        .nest("/api", api)
        .route("/", get(assets::index))
        .route("/favicon.ico", get(assets::icon))
        .route("/assets/{*path}", get(assets::asset))
        .route("/reports/{name}/{*file}", get(reports::file))
        .fallback(async || Refusal::not_found("there is nothing here"))
        .method_not_allowed_fallback(async || {
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this is not how to ask for that; see the API")
        })
        .layer(DefaultBodyLimit::max(body::LARGEST))
        .layer(from_fn_with_state(guard, guard::guard))
        .with_state(app)
}
