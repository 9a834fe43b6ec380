//! Moves and positions as text.

use crate::game::Game;

/// A game that can be written down and read back.
///
/// Reading accepts what writing produces, and refuses everything else with an error that says
/// what was wrong and what would be right; no text may make it panic.
pub trait Notation: Game {
    /// A legal move in the game's customary notation.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Reads one legal move of this position.
    ///
    /// # Errors
    /// If the text is not a move, or not a legal one here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, NotationError>;

    /// Reads a sequence of moves played one after the other from this position.
    ///
    /// # Errors
    /// If one of them cannot be read or is not legal when its turn comes; the error says which.
    fn parse_moves(&self, text: &str) -> Result<Vec<Self::Move>, NotationError> {
        let mut game = self.clone();
        let mut moves = Vec::new();
        for (index, word) in text.split_whitespace().enumerate() {
            let mv = game.parse_move(word).map_err(|error| error.at_move(index + 1))?;
            game.make(mv);
            moves.push(mv);
        }
        Ok(moves)
    }

    /// The whole position in one line: board, player to move, and all else that the rules look at.
    /// Number of players and variant are not part of it.
    fn position_text(&self) -> String;

    /// Reads a position of the game that `self` belongs to (same players, same variant), building
    /// its key from scratch.
    ///
    /// # Errors
    /// If the text does not describe a position of this game.
    fn parse_position(&self, text: &str) -> Result<Self, NotationError>;

    /// A picture of the board for people, several lines, plain characters.
    fn diagram(&self) -> String;
}

/// Why a text could not be read, in one line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct NotationError {
    message: String,
}

impl NotationError {
    /// Says what was wrong and what would be right. Control characters, which can only come from
    /// quoted input, are escaped so that the message stays one line.
    #[must_use]
    pub fn new(message: impl AsRef<str>) -> Self {
        let mut line = String::new();
        for c in message.as_ref().chars() {
            if c.is_control() { line.extend(c.escape_default()) } else { line.push(c) }
        }
        Self { message: line }
    }

    /// The text is a move by its form, but not a legal one; `legal` are some that are.
    #[must_use]
    pub fn illegal<G: Notation>(game: &G, text: &str) -> Self {
        let mut legal = Vec::new();
        game.moves(&mut legal);
        if legal.is_empty() {
            return Self::new(format!("'{}' is not legal: the game is over", excerpt(text)));
        }
        let shown: Vec<_> = legal.iter().take(8).map(|&mv| game.move_text(mv)).collect();
        let more = if legal.len() > 8 { format!(" and {} more", legal.len() - 8) } else { String::new() };
        Self::new(format!(
            "'{}' is not a legal move here; legal are {}{more}",
            excerpt(text),
            shown.join(" ")
        ))
    }

    /// Adds which move of a sequence it was.
    #[must_use]
    pub fn at_move(self, number: usize) -> Self {
        Self::new(format!("move {number}: {}", self.message))
    }
}

/// The beginning of a text, short enough to quote in an error line.
#[must_use]
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain("…".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_one_short_line() {
        assert_eq!(NotationError::new("a\nb").to_string(), "a\\nb");
        assert_eq!(excerpt(&"x".repeat(100)).chars().count(), 41);
    }
}
