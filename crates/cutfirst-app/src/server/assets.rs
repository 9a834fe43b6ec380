//! The page, inside the program.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use super::fault::Refusal;
use super::route::Route;

#[derive(RustEmbed)]
// The fuzz targets have this file in a package of their own.
#[cfg_attr(fuzzing, folder = "../crates/cutfirst-app/assets/")]
#[cfg_attr(not(fuzzing), folder = "assets/")]
struct Assets;

pub(super) async fn index(headers: HeaderMap) -> Response {
    serve("index.html", &headers)
}

/// Where browsers look for it when a page, such as a picture of a report, names none.
pub(super) async fn icon(headers: HeaderMap) -> Response {
    serve("icon.svg", &headers)
}

pub(super) async fn asset(Route(path): Route<String>, headers: HeaderMap) -> Response {
    serve(&path, &headers)
}

/// Only files that were there when the program was built have names here, so no path leads anywhere else.
fn serve(path: &str, headers: &HeaderMap) -> Response {
    let Some(file) = Assets::get(path).filter(|_| is_plain(path)) else {
        return Refusal::not_found("there is no such file").into_response();
    };
    let tag: String = file.metadata.sha256_hash()[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    // Asked for again each time, so that a new version of the program is never mixed with an old page.
    let caching = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if known {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    (caching, [(header::CONTENT_TYPE, media_type(path))], file.data).into_response()
}

/// Without steps up and down: while developing, assets are read from their folder.
fn is_plain(path: &str) -> bool {
    !path.contains(['\\', '\0']) && path.split('/').all(|part| !part.is_empty() && !part.starts_with('.'))
}

/// The type of a file by its ending.
pub(super) fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "csv" => "text/csv; charset=utf-8",
        "md" | "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
