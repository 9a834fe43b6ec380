//! Othello as the move string, `f5d6c3d3c4`: one game a line, passes left out, with or without blanks, small letters or
//! capitals. It always begins at the start, and holds no names.
//!
//! Others put numbers before moves, commas or dashes between them, and passes, also as `--`, wherever nobody can move.

use cutfirst::notation::{Notation, NotationError};

use super::{Games, PlayedGame, in_line, lines};
use crate::othello::{Move, Othello};

pub(super) fn recognises(text: &str) -> bool {
    let Some((_, line)) = lines(text).next() else { return false };
    let is_move = |pair| std::str::from_utf8(pair).is_ok_and(|pair| Move::named(pair).is_some());
    let line = bare(line);
    !line.is_empty() && line.split(' ').all(|word| word.as_bytes().chunks(2).all(is_move))
}

/// The moves alone, in small letters, with blanks where something stood between them.
fn bare(line: &str) -> String {
    let line = line.to_ascii_lowercase().replace("--", "pa").replace("pass", "pa").replace([',', '-'], " ");
    let words = line.split_whitespace().map(|word| {
        let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
        after.strip_prefix('.').unwrap_or(word)
    });
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

pub(super) fn read(text: &str) -> Result<Games, NotationError> {
    Ok(lines(text).map(|(index, line)| game(&bare(line)).map_err(in_line(index))).collect())
}

fn game(moves: &str) -> Result<PlayedGame, NotationError> {
    if moves.is_empty() {
        return Err(NotationError::new("there is no move"));
    }
    let game = |moves: &str| PlayedGame::new("othello", None, None, None, moves);
    game(moves).or_else(|error| {
        let mut played = moves;
        while let Some(before) = played.strip_suffix("pa").or(played.strip_suffix("ps")) {
            played = before.trim_end();
        }
        // Passes after the end say nothing.
        game(played).ok().filter(|game| game.winners.is_some()).ok_or(error)
    })
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
