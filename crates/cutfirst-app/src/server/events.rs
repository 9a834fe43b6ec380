//! Searches as streams of server-sent events. Whoever stops listening stops the search.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde::Serialize;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::fault::ErrorJson;
use super::pool::Ticket;

/// A sign of life now and then tells that the listener is still there.
const SIGN_OF_LIFE: Duration = Duration::from_secs(1);

/// Where a search sends what it finds. A search sends few events: one per depth, and one at its end.
#[derive(Clone)]
pub(super) struct Events(UnboundedSender<Event>);

impl Events {
    pub(super) fn send(&self, name: &str, data: &impl Serialize) {
        let event = Event::default().event(name).json_data(data);
        let event =
            event.unwrap_or_else(|_| Event::default().event("error").data("{\"error\":\"not JSON\"}"));
        // Nobody listens any more: the search is being stopped anyway.
        let _ = self.0.send(event);
    }

    pub(super) fn error(&self, message: impl Into<String>) {
        self.send("error", &ErrorJson { error: cutfirst_lab::plain::text(&message.into()) });
    }
}

/// The listener's end.
pub(super) struct Listener(UnboundedReceiver<Event>);

pub(super) fn channel() -> (Events, Listener) {
    let (sender, receiver) = unbounded_channel();
    (Events(sender), Listener(receiver))
}

struct SearchStream {
    events: UnboundedReceiver<Event>,
    // Dropped with the stream, which ends the search.
    _ticket: Ticket,
}

impl Stream for SearchStream {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.events.poll_recv(context).map(|event| event.map(Ok))
    }
}

/// The response that streams a search.
pub(super) fn stream(listener: Listener, ticket: Ticket) -> Response {
    let stream = SearchStream { events: listener.0, _ticket: ticket };
    Sse::new(stream).keep_alive(KeepAlive::new().interval(SIGN_OF_LIFE)).into_response()
}
