//! A review: every move of a game judged, streamed as it goes.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use cutfirst::search::Stop;
use serde::{Deserialize, Serialize};

use super::App;
use super::body::Body;
use super::events::{self, Events};
use super::fault::{Refusal, off_the_loop};
use super::pool::{Pool, Purpose, Work};
use super::rates::Costly;
use super::state::SetupJson;
use crate::session::Position;

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
        let (events, listener) = events::channel();
        events.send("begun", &Begun { moves: moves.len() - from, time_ms });
        let review = Review {
            start: record.start().copy(),
            moves,
            time: Duration::from_millis(time_ms),
            judged: 0,
            from,
            events,
            pool: app.pool.clone(),
        };
        let ticket =
            app.pool.submit_in_parts(Purpose::Analysis { client }, Work::new(|stop| review.go_on(stop)))?;
        Ok(events::stream(listener, ticket))
    })
    .await
}

/// A review under way.
struct Review {
    start: Box<dyn Position>,
    moves: Vec<String>,
    time: Duration,
    judged: usize,
    /// The next move to judge.
    from: usize,
    events: Events,
    pool: Pool,
}

impl Review {
    /// Judges moves until another analysis waits for the thread: a review takes minutes, and whoever looks at a move of
    /// it meanwhile wants to see an analysis at once.
    fn go_on(mut self, stop: &Stop) -> Option<Work> {
        let (mut seen, mut makes_way) = (0, false);
        let reviewed = self.start.review(&self.moves, self.from, self.time, stop, &mut |one| {
            seen += 1;
            self.events.send("move", &one);
            makes_way = self.pool.is_wanted();
            !makes_way
        });
        self.from += seen;
        self.judged += seen;
        match reviewed {
            Ok(()) if makes_way && self.from < self.moves.len() => {
                return Some(Work::new(|stop| self.go_on(stop)));
            }
            Ok(()) => self.events.send("done", &Done { judged: self.judged }),
            Err(error) => self.events.error(error),
        }
        None
    }
}
