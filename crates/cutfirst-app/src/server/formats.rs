//! Games as other programs write them: read without being told which game and format it is, and written.

use axum::Json;
use cutfirst_games::catalog::GAMES;
use cutfirst_games::formats::{Format, PlayedGame};
use serde::{Deserialize, Serialize};

use super::body::Body;
use super::fault::{Refusal, off_the_loop};
use super::state::SetupJson;
use crate::session::file;

/// Of a collection, no more than this.
const MOST_GAMES: usize = 200;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ImportJson {
    text: String,
    /// The game on the board, whose moves or position the text may be.
    game: Option<String>,
    players: Option<usize>,
    variant: Option<String>,
}

#[derive(Serialize)]
pub(super) struct ImportedJson {
    format: &'static str,
    games: Vec<GameJson>,
    /// What was wrong with games that are left out.
    left_out: Vec<String>,
}

#[derive(Serialize)]
struct GameJson {
    game: &'static str,
    players: usize,
    variant: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    moves: Vec<String>,
    names: Vec<String>,
    winners: Option<Vec<usize>>,
    tags: Vec<(String, String)>,
}

impl From<PlayedGame> for GameJson {
    fn from(played: PlayedGame) -> Self {
        let PlayedGame { game, players, variant, start, moves, winners, names, tags } = played;
        Self { game, players, variant, position: start, moves, names, winners, tags }
    }
}

pub(super) async fn import(Body(request): Body<ImportJson>) -> Result<Json<ImportedJson>, Refusal> {
    off_the_loop(move || read(&request).map(Json).map_err(Refusal::bad)).await
}

/// Moves or a position of the game at hand, a file in one of the formats, or a position of any game.
fn read(request: &ImportJson) -> Result<ImportedJson, String> {
    let text = request.text.trim();
    if text.is_empty() {
        return Err("there is nothing to read; paste a game, moves or a position".to_owned());
    }
    let one = |format, played: PlayedGame| {
        Ok(ImportedJson { format, games: vec![played.into()], left_out: Vec::new() })
    };
    // Moves of the game at hand that go wrong later are still its moves.
    let mut broken = None;
    if let Some(game) = &request.game {
        let variant = request.variant.as_deref();
        match PlayedGame::new(game, request.players, variant, None, text) {
            Ok(played) if !played.moves.is_empty() => return one("moves", played),
            Ok(_) => {}
            Err(error) => {
                let error = error.to_string();
                broken = (error.starts_with("move ") && !error.starts_with("move 1:")).then_some(error);
            }
        }
        if let Ok(played) = PlayedGame::new(game, request.players, variant, Some(text), "") {
            return one("position", played);
        }
    }
    let format = Format::of(text).ok().map(|format| (format, format.read_each(text)));
    let refused = match format {
        None => "paste a list of moves, a position, or a file in a format such as PDN or GGF".to_owned(),
        Some((format, Ok(games))) => {
            let (mut right, mut left_out) = (Vec::new(), Vec::new());
            for game in games.into_iter().take(MOST_GAMES) {
                match game {
                    Ok(game) => right.push(GameJson::from(game)),
                    Err(error) => left_out.push(error.to_string()),
                }
            }
            if !right.is_empty() {
                return Ok(ImportedJson { format: format.name, games: right, left_out });
            }
            left_out.into_iter().next().unwrap_or_default()
        }
        Some((_, Err(error))) => error.to_string(),
    };
    if let Some(broken) = broken {
        return Err(broken);
    }
    for info in GAMES {
        for &players in info.players {
            let variant = (info.for_people)(players);
            let played = PlayedGame::new(info.name, Some(players), Some(variant), Some(text), "");
            if let Ok(played) = played {
                return one("position", played);
            }
        }
    }
    Err(format!("this is no game and no position of any game here: {refused}"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExportJson {
    game: String,
    players: Option<usize>,
    variant: Option<String>,
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    /// Who sat where; nobody is known without it.
    #[serde(default)]
    names: Vec<String>,
    /// The usual one of the game without it.
    format: Option<String>,
}

#[derive(Serialize)]
pub(super) struct ExportedJson {
    format: &'static str,
    text: String,
    /// A name for a file of it.
    file: String,
}

pub(super) async fn export(Body(request): Body<ExportJson>) -> Result<Json<ExportedJson>, Refusal> {
    off_the_loop(move || {
        let ExportJson { game, players, variant, position, moves, names, format } = request;
        // Read by the rules of play first, so that what is wrong with it is said in the same words as everywhere.
        let setup = SetupJson { game, players, variant, position, moves };
        let record = setup.record()?;
        let bad = |error: cutfirst::notation::NotationError| Refusal::bad(error.to_string());
        let played = file::written(&record, names).map_err(bad)?;
        let format = format.as_deref().map_or_else(|| Ok(Format::usual(played.game)), Format::named);
        let format = format.map_err(bad)?;
        let text = format.write(std::slice::from_ref(&played)).map_err(bad)?;
        let ending = match format.name {
            own @ ("ggf" | "obf" | "fen" | "pdn") => own,
            _ => "txt",
        };
        let file = format!("{}.{ending}", played.game);
        Ok(Json(ExportedJson { format: format.name, text, file }))
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Setting;

    fn import(text: &str, game: Option<&str>) -> Result<(&'static str, &'static str, usize), String> {
        let request =
            ImportJson { text: text.to_owned(), game: game.map(str::to_owned), players: None, variant: None };
        read(&request).map(|read| (read.format, read.games[0].game, read.games[0].moves.len()))
    }

    #[test]
    fn game_and_format_are_found_out() {
        assert_eq!(import("f5d6c3", None), Ok(("transcript", "othello", 3)));
        assert_eq!(import("1. 11-15 23-19 2. 8-11", None), Ok(("pdn", "checkers", 3)));
        assert_eq!(import("B:W32:BK1", None), Ok(("fen", "checkers", 0)));
        // The game at hand comes first: these would be squares of Othello as well.
        assert_eq!(import("b1 b5", Some("virus")), Ok(("moves", "virus", 2)));
        let focus = Setting { game: "focus".to_owned(), players: Some(4), ..Setting::default() };
        let line = focus.for_people().open().ok().unwrap().text();
        assert_eq!(import(&line, Some("othello")), Ok(("position", "focus", 0)));
    }

    #[test]
    fn what_is_no_game_is_refused_in_one_line() {
        assert!(import("  ", None).unwrap_err().contains("nothing to read"));
        let error = import("hello world", Some("othello")).unwrap_err();
        assert!(error.starts_with("this is no game") && !error.contains('\n'), "{error}");
        assert!(error.ends_with("such as PDN or GGF"), "{error}");
        let error = import("f5 d6 z9", Some("othello")).unwrap_err();
        assert!(error.starts_with("move 3: 'z9' is not"), "{error}");
    }
}
