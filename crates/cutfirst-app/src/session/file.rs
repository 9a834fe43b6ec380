//! Games as files, in the formats of other programs.

use std::path::Path;

use cutfirst::notation::NotationError;
use cutfirst_games::formats::{FORMATS, Format, PlayedGame};
use cutfirst_lab::draft;

use super::position::Setting;
use super::record::Record;

/// A game as other programs have it. `names` has who sat where, or nothing if that is unknown.
pub(crate) fn written(record: &Record, names: Vec<String>) -> Result<PlayedGame, NotationError> {
    let start = record.start();
    let variant = start.variant();
    let usual = Setting {
        game: start.game().to_owned(),
        players: Some(start.players()),
        variant: Some(variant.clone()),
        position: None,
    };
    let text = start.text();
    let from = (!usual.open().is_ok_and(|usual| usual.text() == text)).then_some(&*text);
    let moves: Vec<_> = record.played().iter().map(|step| step.text.as_str()).collect();
    let moves = moves.join(" ");
    let mut played = PlayedGame::new(start.game(), Some(start.players()), Some(&variant), from, &moves)?;
    if names.len() == played.players {
        played.names = names;
    }
    if played.winners.is_none() {
        played.winners = record.ending().map(|ending| match ending.winners.is_empty() {
            true => (0..played.players).collect(),
            false => ending.winners,
        });
    }
    Ok(played)
}

/// Writes a game to a file, in the format that its name ends with or the usual one of the game; which, and where.
pub(crate) fn save(record: &Record, names: Vec<String>, path: &Path) -> Result<String, String> {
    let played = written(record, names).map_err(|error| error.to_string())?;
    let ending = path.extension().and_then(|ending| ending.to_str());
    let named = FORMATS.iter().find(|format| ending == Some(format.name));
    let format = named.unwrap_or_else(|| Format::usual(played.game));
    let text = format.write(&[played]).map_err(|error| error.to_string())?;
    draft::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    Ok(format!("written as {} to {}", format.name, path.display()))
}
