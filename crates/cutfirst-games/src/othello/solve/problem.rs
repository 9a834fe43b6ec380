//! Test positions with their solutions, one a line, as Edax and the FFO suite write them: the position,
//! `;`, then moves with their scores, each `MOVE:SCORE;`. Empty lines and lines that begin with `%` or `#`
//! are left out.

use cutfirst::notation::{Notation, NotationError, excerpt};

use super::Solution;
use crate::othello::{Move, Othello};

/// A position, and what is known of its moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// The line of the file, from 1.
    pub number: usize,
    /// The position.
    pub game: Othello,
    /// Moves with their exact scores; all moves, some of them, or none.
    pub scores: Vec<(Move, i32)>,
}

impl Problem {
    /// Reads a file of problems.
    ///
    /// # Errors
    /// If a line is no problem; the error says which.
    pub fn read_all(text: &str) -> Result<Vec<Self>, NotationError> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        lines
            .filter(|(_, line)| !line.trim_start().starts_with(['%', '#']))
            .map(|(index, line)| {
                let at_line =
                    |error: NotationError| NotationError::new(format!("line {}: {error}", index + 1));
                let (game, scores) = read(line).map_err(at_line)?;
                Ok(Self { number: index + 1, game, scores })
            })
            .collect()
    }

    /// The score that the position should have, if the file says.
    #[must_use]
    pub fn score(&self) -> Option<i32> {
        self.scores.iter().map(|&(_, score)| score).max()
    }

    /// Whether a solution agrees with everything that the file says.
    #[must_use]
    pub fn agrees(&self, solution: &Solution) -> bool {
        let listed = |mv: Move| self.scores.iter().find(|(other, _)| *other == mv).map(|&(_, score)| score);
        let agree = |&(mv, score): &(Move, i32)| listed(mv).is_none_or(|listed| listed == score);
        self.score().is_none_or(|score| score == solution.score)
            && agree(&(solution.best(), solution.score))
            && solution.moves.iter().all(agree)
    }
}

fn read(line: &str) -> Result<(Othello, Vec<(Move, i32)>), NotationError> {
    let (position, scores) = line.split_once(';').unwrap_or((line, ""));
    let game = Othello::START.parse_position(position)?;
    let scores = scores.split(';').map(str::trim).filter(|score| !score.is_empty());
    let scores = scores.map(|text| read_score(&game, text)).collect::<Result<_, _>>()?;
    Ok((game, scores))
}

fn read_score(game: &Othello, text: &str) -> Result<(Move, i32), NotationError> {
    let wrong = || {
        NotationError::new(format!("'{}' is not a move with its score; write it like G8:+18", excerpt(text)))
    };
    let (mv, score) = text.split_once(':').ok_or_else(wrong)?;
    let mv = game.parse_move(mv)?;
    let score: i32 = score.trim().parse().map_err(|_| wrong())?;
    if !(-64..=64).contains(&score) || score % 2 != 0 {
        return Err(NotationError::new(format!(
            "{score} is no final score; scores are even, from -64 to 64"
        )));
    }
    Ok((mv, score))
}
