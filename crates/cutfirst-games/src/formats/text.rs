//! The text for every game: tags as in PGN, an empty line, and the moves in the game's own notation.
//!
//! ```text
//! [Game "chinese-checkers"]
//! [Players "3"]
//! [Variant "lock"]
//! [Position "…"]            only if it does not begin where the variant begins
//! [Seat1 "fast"]            who sits where, in turn order; anybody may be left out
//! [Result "1 0 0"]          each seat's share of the point (1/2 1/2 after a draw); left out if nobody knows
//!
//! 3-14 66-53 …
//! ```
//!
//! `Game` comes first in each game, so several can follow each other. Other tags are kept.
//! `cutfirst search GAME --moves "…"` takes the moves as they are.

use cutfirst::notation::{NotationError, excerpt};

use super::tagged::{self, Section, write_tag, write_words};
use super::{Games, PlayedGame, in_game};

pub(super) fn recognises(text: &str) -> bool {
    let Some(tag) = text.trim_start().strip_prefix('[') else { return false };
    tag.trim_start().split(char::is_whitespace).next().is_some_and(|name| name.eq_ignore_ascii_case("Game"))
}

pub(super) fn read(text: &str) -> Result<Games, NotationError> {
    let sections = tagged::read(text, |_| false)?;
    let games = sections.into_iter().enumerate();
    Ok(games.map(|(index, section)| game(section).map_err(in_game(index + 1))).collect())
}

fn game(mut section: Section) -> Result<PlayedGame, NotationError> {
    let Some(name) = section.take("Game") else {
        return Err(NotationError::new("there is no tag [Game \"…\"] that names the game"));
    };
    let players = section.take("Players").map(|text| {
        text.parse().map_err(|_| NotationError::new(format!("'{}' is no number of players", excerpt(&text))))
    });
    let (variant, position) = (section.take("Variant"), section.take("Position"));
    let moves = section.words.join(" ");
    let mut game =
        PlayedGame::new(&name, players.transpose()?, variant.as_deref(), position.as_deref(), &moves)?;
    for seat in 0..game.players {
        game.names[seat] = section.take(&format!("Seat{}", seat + 1)).unwrap_or_default();
    }
    let stated = section.take("Result").map(|text| read_shares(&text, game.players)).transpose()?;
    game.tags = section.tags.into_iter().filter(|(name, _)| !is_ours(name)).collect();
    Ok(game.with_stated(stated.flatten()))
}

/// Reads each seat's share of the point; `*` for nobody knows.
fn read_shares(text: &str, players: usize) -> Result<Option<Vec<usize>>, NotationError> {
    if text == "*" {
        return Ok(None);
    }
    let shares: Vec<_> = text.split_whitespace().collect();
    let winners: Vec<_> = (0..shares.len()).filter(|&seat| shares[seat] != "0").collect();
    let share = if winners.len() == 1 { "1".to_owned() } else { format!("1/{}", winners.len()) };
    if shares.len() != players || winners.is_empty() || winners.iter().any(|&seat| shares[seat] != share) {
        return Err(NotationError::new(format!(
            "the result '{}' does not share one point among {players} players; write it like 1 0 or 1/2 1/2",
            excerpt(text)
        )));
    }
    Ok(Some(winners))
}

pub(super) fn write(game: &PlayedGame) -> Result<String, NotationError> {
    let mut text = String::new();
    write_tag(&mut text, "Game", game.game);
    write_tag(&mut text, "Players", &game.players.to_string());
    if !game.variant.is_empty() {
        write_tag(&mut text, "Variant", &game.variant);
    }
    if let Some(start) = &game.start {
        write_tag(&mut text, "Position", start);
    }
    for (seat, name) in game.names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        write_tag(&mut text, &format!("Seat{}", seat + 1), name);
    }
    if let Some(winners) = &game.winners {
        let share = |seat| match (winners.contains(&seat), winners.len()) {
            (false, _) => "0".to_owned(),
            (true, 1) => "1".to_owned(),
            (true, several) => format!("1/{several}"),
        };
        write_tag(&mut text, "Result", &(0..game.players).map(share).collect::<Vec<_>>().join(" "));
    }
    for (name, value) in game.tags.iter().filter(|(name, _)| !is_ours(name)) {
        write_tag(&mut text, name, value);
    }
    text.push('\n');
    write_words(&mut text, game.moves.iter().map(String::as_str));
    text.push('\n');
    Ok(text)
}

/// Whether a tag means something here.
fn is_ours(name: &str) -> bool {
    let ours = ["Game", "Players", "Variant", "Position", "Result"];
    let is_seat = name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("Seat"));
    is_seat || ours.iter().any(|ours| ours.eq_ignore_ascii_case(name))
}
