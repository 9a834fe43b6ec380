//! Results of experiments and matches on this machine: directories that hold a `report.html`. Their files are sent
//! piece by piece, as fast as the client reads.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::UNIX_EPOCH;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde::Serialize;
use tokio::task::JoinHandle;

use super::App;
use super::assets::media_type;
use super::fault::{Refusal, off_the_loop};
use super::route::Route;

/// The page of a report.
const PAGE: &str = "report.html";
/// More reports than this are not listed.
const MOST_REPORTS: usize = 500;
/// A larger file is not for a browser.
const LARGEST_FILE: u64 = 64 << 20;
/// So much of a file is in memory for each client.
const PIECE: u64 = 64 << 10;

/// Reports hold their own styles and pictures, and no scripts.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[derive(Serialize)]
pub(super) struct ReportJson {
    name: String,
    kind: &'static str,
    title: String,
    /// Seconds since 1970.
    modified: u64,
    path: String,
}

pub(super) async fn list(State(app): State<Arc<App>>) -> Result<Json<Vec<ReportJson>>, Refusal> {
    off_the_loop(move || {
        let mut reports = Vec::new();
        for entry in fs::read_dir(&app.results).into_iter().flatten().flatten() {
            let Some(name) = entry.file_name().to_str().map(str::to_owned) else { continue };
            let page = entry.path().join(PAGE);
            let Ok(file) = fs::symlink_metadata(&page) else { continue };
            if !is_plain(&name) || !file.is_file() || reports.len() >= MOST_REPORTS {
                continue;
            }
            let modified = file.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            let title = title(&page).unwrap_or_else(|| name.clone());
            reports.push(ReportJson {
                kind: kind(&title, &entry.path()),
                title,
                modified: modified.unwrap_or_default().as_secs(),
                path: format!("/reports/{name}/{PAGE}"),
                name,
            });
        }
        reports.sort_by(|a, b| b.modified.cmp(&a.modified).then_with(|| a.name.cmp(&b.name)));
        Ok(Json(reports))
    })
    .await
}

/// What made the results, by what it left behind: `reproduce` says so in the title of its report.
fn kind(title: &str, dir: &Path) -> &'static str {
    if dir.join("match.sqlite").exists() {
        "match"
    } else if title.starts_with("reproduce") {
        "reproduce"
    } else {
        "plan"
    }
}

/// What the page calls itself.
fn title(page: &Path) -> Option<String> {
    let mut start = Vec::new();
    File::open(page).ok()?.take(8192).read_to_end(&mut start).ok()?;
    let text = String::from_utf8_lossy(&start);
    let title = text.split_once("<title>")?.1.split_once("</title>")?.0;
    let title = title.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    Some(title.replace("&#39;", "'").replace("&amp;", "&"))
}

/// Directory and file names that stay where they are.
fn is_plain(name: &str) -> bool {
    let usual = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '+' | '=' | ',' | ' ');
    !name.is_empty() && !name.starts_with('.') && name.chars().all(usual)
}

pub(super) async fn file(
    State(app): State<Arc<App>>,
    Route((name, file)): Route<(String, String)>,
) -> Result<Response, Refusal> {
    off_the_loop(move || {
        let path = path_of(&app.results, &name, &file).ok_or_else(no_file)?;
        let opened = File::open(path).map_err(|_| no_file())?;
        let length = opened.metadata().map_err(|_| no_file())?.len();
        let headers = [
            (header::CONTENT_TYPE, media_type(&file)),
            (header::CONTENT_SECURITY_POLICY, REPORT_POLICY),
            (header::CACHE_CONTROL, "no-cache"),
        ];
        // With its length, so that a file that cannot be read to its end is not taken for a whole one.
        let length = [(header::CONTENT_LENGTH, length.to_string())];
        let pieces = Pieces { file: Some(opened), reading: None };
        Ok((headers, length, Body::from_stream(pieces)).into_response())
    })
    .await
}

/// The next piece of a file, with the file to read on from.
type Piece = io::Result<(File, Vec<u8>)>;

/// A file, read when the client is ready for more.
struct Pieces {
    file: Option<File>,
    reading: Option<JoinHandle<Piece>>,
}

impl Stream for Pieces {
    type Item = io::Result<Vec<u8>>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some(mut file) = self.file.take() {
            self.reading = Some(tokio::task::spawn_blocking(move || {
                let mut piece = Vec::new();
                file.by_ref().take(PIECE).read_to_end(&mut piece)?;
                Ok((file, piece))
            }));
        }
        let Some(reading) = &mut self.reading else { return Poll::Ready(None) };
        let Poll::Ready(read) = Pin::new(reading).poll(context) else { return Poll::Pending };
        self.reading = None;
        Poll::Ready(match read.map_err(io::Error::other).flatten() {
            Ok((_, piece)) if piece.is_empty() => None,
            Ok((file, piece)) => {
                self.file = Some(file);
                Some(Ok(piece))
            }
            Err(error) => Some(Err(error)),
        })
    }
}

fn no_file() -> Refusal {
    Refusal::not_found("there is no such report or file")
}

/// The file's path, if it really lies in a directory with a report, links followed.
fn path_of(results: &Path, name: &str, file: &str) -> Option<PathBuf> {
    if !is_plain(name) || !file.split('/').all(is_plain) {
        return None;
    }
    let dir = results.join(name).canonicalize().ok()?;
    let root = results.canonicalize().ok()?;
    let path = dir.join(file).canonicalize().ok()?;
    let metadata = fs::metadata(&path).ok()?;
    let inside = dir.starts_with(&root) && path.starts_with(&dir) && dir.join(PAGE).is_file();
    (inside && metadata.is_file() && metadata.len() <= LARGEST_FILE).then_some(path)
}
