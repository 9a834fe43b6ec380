//! Othello as the move string, `f5d6c3d3c4`: one game a line, passes left out, with or without blanks, small letters or
//! capitals. It always begins at the start, and holds no names.

use cutfirst::notation::{Notation, NotationError};

use super::{Games, PlayedGame, in_line, lines};
use crate::othello::{Move, Othello};

pub(super) fn recognises(text: &str) -> bool {
    let Some((_, line)) = lines(text).next() else { return false };
    let is_move = |pair| std::str::from_utf8(pair).is_ok_and(|pair| Move::named(pair).is_some());
    let words = line.to_ascii_lowercase().replace("pass", "pa");
    words.split_whitespace().all(|word| word.as_bytes().chunks(2).all(is_move))
}

pub(super) fn read(text: &str) -> Result<Games, NotationError> {
    let game = |(index, line)| PlayedGame::new("othello", None, None, None, line).map_err(in_line(index));
    Ok(lines(text).map(game).collect())
}

pub(super) fn write(game: &PlayedGame) -> Result<String, NotationError> {
    if game.start.is_some() {
        return Err(NotationError::new("a move string begins at the start; choose ggf for other positions"));
    }
    let pass = Othello::START.move_text(Move::PASS);
    let Some((last, moves)) = game.moves.split_last() else {
        return Err(NotationError::new("a move string needs a move; choose ggf for a game without any"));
    };
    // A pass before a move goes without saying; one at the end does not.
    let moves = moves.iter().filter(|mv| **mv != pass).map(String::as_str);
    let last = if *last == pass { "pa" } else { last };
    Ok(moves.chain([last, "\n"]).collect())
}
