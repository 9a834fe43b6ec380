//! Checkers positions, one a line, as the FEN of PDN: `B:W21,22,K32:B1,2`. The rules are English.

use cutfirst::game::Game;
use cutfirst::notation::{Notation, NotationError};

use super::{Course, Games, PlayedGame, in_line, lines};
use crate::checkers::Checkers;

pub(super) fn recognises(text: &str) -> bool {
    let Some((_, line)) = lines(text).next() else { return false };
    let sides = line.split_once(':').filter(|(side, _)| matches!(*side, "B" | "W" | "b" | "w"));
    sides.is_some_and(|(_, rest)| rest.starts_with(['B', 'W', 'b', 'w']))
}

pub(super) fn read(text: &str) -> Result<Games, NotationError> {
    let position = |(index, line)| {
        let course = Course::<Checkers>::new(None, Some("english"), Some(line)).map_err(in_line(index))?;
        Ok(PlayedGame::of(course))
    };
    Ok(lines(text).map(position).collect())
}

/// The position at the end of the game.
pub(super) fn write(game: &PlayedGame) -> Result<String, NotationError> {
    let mut course = Course::<Checkers>::new(None, Some(&game.variant), game.start.as_deref())?;
    for mv in course.now.parse_moves(&game.moves.join(" "))? {
        course.now.make(mv);
    }
    Ok(course.now.position_text() + "\n")
}
