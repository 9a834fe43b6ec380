//! The games as text: headers and moves, to be read by people, `cutfirst convert` and other programs.

use cutfirst_games::formats::{Format, PlayedGame};

use super::record::GameRecord;
use super::state::MatchState;

/// Every game that counts, in the text format that all games have.
#[must_use]
pub fn games_text(standing: &MatchState) -> String {
    let plan = standing.plan();
    let note = |game: &GameRecord| (!game.note.is_empty()).then(|| ("Note".to_owned(), game.note.clone()));
    let games = standing.counted().map(|game| PlayedGame {
        game: plan.game,
        players: plan.players,
        variant: plan.variant.clone(),
        start: None,
        moves: game.moves.clone(),
        winners: Some(game.winners.clone()),
        names: game.seats.iter().map(|&player| plan.entrants[player].name.clone()).collect(),
        tags: [
            ("Number".to_owned(), (game.number + 1).to_string()),
            ("Opening".to_owned(), format!("{}, {} plies", game.opening + 1, game.opening_plies)),
            ("End".to_owned(), game.end.name().to_owned()),
        ]
        .into_iter()
        .chain(note(game))
        .collect(),
    });
    let text = Format::named("text").and_then(|format| format.write(&games.collect::<Vec<_>>()));
    text.unwrap_or_else(|error| format!("{error}\n"))
}
