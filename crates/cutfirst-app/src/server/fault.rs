//! What goes wrong with a request: a status and one line.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// Why a request was not fulfilled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    pub(super) message: String,
}

/// The body of every refusal, and the data of an `error` event.
#[derive(Serialize)]
pub(super) struct ErrorJson {
    pub(super) error: String,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        let message = message.into().split_whitespace().collect::<Vec<_>>().join(" ");
        // It may quote what came from outside.
        Self { status, message: cutfirst_lab::plain::text(&message) }
    }

    /// What was asked makes no sense.
    pub(super) fn bad(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// It made sense before something else happened.
    pub(super) fn conflict(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, message)
    }

    pub(super) fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// Our own fault or the machine's.
    pub(super) fn internal(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(ErrorJson { error: self.message })).into_response()
    }
}

/// Runs work that reads files or plays moves where it does not hold up other requests.
pub(super) async fn off_the_loop<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| {
        Err(if error.is_cancelled() {
            Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "the server is ending; nothing was done")
        } else {
            Refusal::internal("the request failed inside the server")
        })
    })
}
