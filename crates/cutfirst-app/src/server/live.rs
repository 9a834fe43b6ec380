//! Games that somebody watches: whoever has a game open sees what others do in it.
//!
//! A listener is only told that something has changed, and then reads the game as it is: one that is slow skips what
//! happened meanwhile, and nothing piles up.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use tokio::sync::mpsc;
use tokio::sync::watch;

use super::App;
use super::fault::{Refusal, off_the_loop};
use super::games::{locked, no_game};
use super::rates::Costly;
use super::route::Route;
use super::state::StateJson;
use super::store::Id;

/// So many listeners of one address; of all, half the connections there are.
const MOST_OF_ONE: usize = 32;
const MOST: usize = 512;

/// A sign of life now and then tells that the listener is still there.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);

/// Who listens to which game.
#[derive(Default)]
pub(super) struct Live(Mutex<Listeners>);

#[derive(Default)]
struct Listeners {
    games: HashMap<Id, watch::Sender<u64>>,
    clients: HashMap<IpAddr, usize>,
}

impl Live {
    /// Tells everybody who has the game open.
    pub(super) fn changed(&self, id: &Id) {
        if let Some(game) = locked(&self.0).games.get(id) {
            game.send_modify(|version| *version += 1);
        }
    }

    fn listen(&self, id: &Id, client: IpAddr) -> Result<watch::Receiver<u64>, Refusal> {
        let mut listeners = locked(&self.0);
        let all: usize = listeners.clients.values().sum();
        let own = listeners.clients.get(&client).copied().unwrap_or(0);
        if own >= MOST_OF_ONE || all >= MOST {
            return Err(Refusal::new(
                StatusCode::TOO_MANY_REQUESTS,
                format!("{own} windows of your address and {all} in all follow games; close one"),
            ));
        }
        *listeners.clients.entry(client).or_default() += 1;
        Ok(listeners.games.entry(id.clone()).or_insert_with(|| watch::channel(0).0).subscribe())
    }

    fn left(&self, id: &Id, client: IpAddr) {
        let mut listeners = locked(&self.0);
        if let Some(count) = listeners.clients.get_mut(&client) {
            *count -= 1;
            if *count == 0 {
                listeners.clients.remove(&client);
            }
        }
        if listeners.games.get(id).is_some_and(|game| game.receiver_count() == 0) {
            listeners.games.remove(id);
        }
    }
}

/// One window that follows a game.
struct Follower {
    app: Arc<App>,
    id: Id,
    client: IpAddr,
    /// Taken at the end, so that nobody is counted who has gone.
    changes: Option<watch::Receiver<u64>>,
}

impl Drop for Follower {
    fn drop(&mut self) {
        drop(self.changes.take());
        self.app.live.left(&self.id, self.client);
    }
}

impl Follower {
    /// Sends the game as it is, and again whenever it has changed, until nobody listens or it is gone.
    async fn follow(mut self, events: mpsc::Sender<Event>) {
        loop {
            let (app, id) = (Arc::clone(&self.app), self.id.clone());
            let read = move || app.games.read(&id, |played| Ok(StateJson::kept(&id, played)));
            let (event, is_there) = match off_the_loop(read).await {
                Ok(state) => (Event::default().event("state").json_data(&state).ok(), true),
                Err(_) => (Some(Event::default().event("gone").data("{}")), false),
            };
            let Some(event) = event else { return };
            if events.send(event).await.is_err() || !is_there {
                return;
            }
            let Some(changes) = &mut self.changes else { return };
            // Whoever has gone is noticed at the next sign of life, which cannot be delivered.
            loop {
                match tokio::time::timeout(SIGN_OF_LIFE, changes.changed()).await {
                    Ok(Ok(())) => break,
                    Ok(Err(_)) => return,
                    Err(_) if events.is_closed() => return,
                    Err(_) => {}
                }
            }
        }
    }
}

struct Followed(mpsc::Receiver<Event>);

impl Stream for Followed {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|event| event.map(Ok))
    }
}

/// The game as it is, and whenever somebody changes it.
pub(super) async fn follow(
    State(app): State<Arc<App>>,
    Extension(client): Extension<IpAddr>,
    Route(id): Route<String>,
) -> Result<Response, Refusal> {
    app.rates.take(client, Costly::Stream)?;
    let id = Id::parse(&id).ok_or_else(no_game)?;
    let changes = app.live.listen(&id, client)?;
    let follower = Follower { app: Arc::clone(&app), id: id.clone(), client, changes: Some(changes) };
    // A game that is not there is refused like everywhere else, and not streamed.
    off_the_loop(move || app.games.read(&id, |_| Ok(()))).await?;
    let (events, listener) = mpsc::channel(1);
    tokio::spawn(follower.follow(events));
    let stream = Sse::new(Followed(listener)).keep_alive(KeepAlive::new().interval(SIGN_OF_LIFE));
    Ok(stream.into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listeners_are_bounded_by_address_and_in_all() {
        let live = Live::default();
        let id = Id::parse(&"0".repeat(32)).unwrap();
        let client = |number: usize| IpAddr::from([10, 0, 0, number as u8]);
        for number in 0..MOST {
            assert!(live.listen(&id, client(number / MOST_OF_ONE)).is_ok(), "listener {number}");
        }
        let refusal = live.listen(&id, client(200)).err().unwrap();
        assert!(refusal.message.contains(&format!("{MOST} in all")), "{}", refusal.message);
        live.left(&id, client(0));
        assert!(live.listen(&id, client(1)).is_err(), "an address has its own bound");
        assert!(live.listen(&id, client(200)).is_ok());
        for number in 0..MOST {
            live.left(&id, if number == 0 { client(200) } else { client(number / MOST_OF_ONE) });
        }
        let listeners = locked(&live.0);
        assert!(listeners.clients.is_empty() && listeners.games.is_empty());
    }
}
