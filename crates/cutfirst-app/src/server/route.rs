//! What an address names, as text; an address that is none is refused like everything else.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::fault::Refusal;

/// The variable parts of an address.
pub(super) struct Route<T>(pub(super) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Route<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let path = Path::<T>::from_request_parts(parts, state).await;
        path.map(|Path(parts)| Self(parts)).map_err(|_| Refusal::bad("the address is not text in UTF-8"))
    }
}
