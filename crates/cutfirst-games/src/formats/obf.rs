//! Othello positions, one a line, as Edax and the FFO suite write them: 64 squares and the side to move, `;`, then moves
//! with their scores, each `MOVE:SCORE;`. The scores are kept in a tag `Scores`.

use cutfirst::game::Game;
use cutfirst::notation::{Notation, NotationError};

use super::{Course, Games, PlayedGame, in_line, lines};
use crate::othello::Othello;
use crate::othello::solve::problem::Problem;

const SCORES: &str = "Scores";

pub(super) fn recognises(text: &str) -> bool {
    let Some((_, line)) = lines(text).next() else { return false };
    line.len() > 64 && line.bytes().take(64).all(|byte| b"-.XxOo*".contains(&byte))
}

pub(super) fn read(text: &str) -> Result<Games, NotationError> {
    let position = |(index, line): (usize, &str)| {
        let line = line.split('%').next().unwrap_or("");
        let problems = Problem::read_all(line).map_err(|error| {
            let error = error.to_string();
            in_line(index)(NotationError::new(error.strip_prefix("line 1: ").unwrap_or(&error)))
        })?;
        let text = problems.first().map(|problem| problem.game.position_text());
        let mut game = PlayedGame::of(Course::<Othello>::new(None, None, text.as_deref())?);
        for problem in problems.iter().filter(|problem| !problem.scores.is_empty()) {
            let score = |&(mv, score)| format!("{}:{score:+}", problem.game.move_text(mv).to_uppercase());
            let scores: Vec<_> = problem.scores.iter().map(score).collect();
            game.tags.push((SCORES.to_owned(), scores.join(" ")));
        }
        Ok(game)
    };
    Ok(lines(text).map(position).collect())
}

/// The position at the end of the game; scores are those of its start, so only a position has them.
pub(super) fn write(game: &PlayedGame) -> Result<String, NotationError> {
    let mut course = Course::<Othello>::new(None, None, game.start.as_deref())?;
    for mv in course.now.parse_moves(&game.moves.join(" "))? {
        course.now.make(mv);
    }
    let mut text = course.now.position_text() + ";";
    let scores = game.tag(SCORES).filter(|_| game.moves.is_empty()).unwrap_or("");
    for score in scores.split_whitespace() {
        text.push_str(&format!(" {score};"));
    }
    // Scores that came from another file may be anything.
    Problem::read_all(&text)?;
    Ok(text + "\n")
}
