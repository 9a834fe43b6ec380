//! JSON bodies: of the right type, of bearable size, with known fields only, and here in time.

use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;

use super::fault::Refusal;
use super::misfit;

/// The largest body. A position and a thousand moves take a quarter of it.
pub(super) const LARGEST: usize = 64 * 1024;

/// How long a client may take to send one.
const PATIENCE: Duration = Duration::from_secs(10);

/// A JSON body.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Refusal> {
        let media = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let media = media.unwrap_or("").split(';').next().unwrap_or("").trim();
        if !media.eq_ignore_ascii_case("application/json") {
            return Err(Refusal::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "the body must be application/json, and say so in Content-Type",
            ));
        }
        let body = tokio::time::timeout(PATIENCE, to_bytes(request.into_body(), LARGEST)).await;
        let bytes = match body {
            Ok(Ok(bytes)) => bytes,
            Ok(Err(_)) => {
                return Err(Refusal::new(
                    StatusCode::PAYLOAD_TOO_LARGE,
                    format!("the body must be complete and at most {LARGEST} bytes long"),
                ));
            }
            Err(_) => return Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body did not come in time")),
        };
        misfit::read(&bytes).map(Self).map_err(Refusal::bad)
    }
}
