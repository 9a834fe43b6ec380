//! The words that both the screen and the typed mode understand; everything else is a move.

/// What somebody asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Move(String),
    Hint,
    Undo,
    Redo,
    Resign,
    /// Show the legal moves.
    Moves,
    /// Show the position and the moves played in the game's notation.
    Record,
    /// Write the game to this file.
    Save(String),
    /// The engine shall move at once.
    Now,
    /// Analyse all the time, or no longer.
    Analysis,
    Help,
    Quit,
}

/// Each word with what it does.
pub(super) static WORDS: [(&str, Command, &str); 11] = [
    ("hint", Command::Hint, "show a good move"),
    ("undo", Command::Undo, "take back your last move"),
    ("redo", Command::Redo, "play again what was taken back"),
    ("analysis", Command::Analysis, "show what the engine thinks, or stop"),
    ("now", Command::Now, "let the engine move at once"),
    ("moves", Command::Moves, "list the legal moves"),
    ("record", Command::Record, "show position and moves in notation"),
    ("save", Command::Save(String::new()), "write a file, as in save game.pdn"),
    ("resign", Command::Resign, "give up"),
    ("help", Command::Help, "show these words"),
    ("quit", Command::Quit, "end the program"),
];

impl Command {
    /// Reads a line, none if there is nothing in it.
    pub(super) fn read(line: &str) -> Option<Self> {
        let line = line.trim();
        if line.is_empty() {
            return None;
        }
        if let Some((word, file)) = line.split_once(char::is_whitespace)
            && word.eq_ignore_ascii_case("save")
        {
            return Some(Self::Save(file.trim().to_owned()));
        }
        let known = WORDS.iter().find(|(word, ..)| word.eq_ignore_ascii_case(line));
        Some(match (known, line) {
            (Some((_, command, _)), _) => command.clone(),
            (None, "?") => Self::Help,
            (None, "exit" | "q") => Self::Quit,
            (None, text) => Self::Move(text.to_owned()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_commands_and_the_rest_are_moves() {
        assert_eq!(Command::read(" Undo "), Some(Command::Undo));
        assert_eq!(Command::read("?"), Some(Command::Help));
        assert_eq!(Command::read("h8"), Some(Command::Move("h8".to_owned())));
        assert_eq!(Command::read("Save  my game.pdn "), Some(Command::Save("my game.pdn".to_owned())));
        assert_eq!(Command::read("save"), Some(Command::Save(String::new())));
        assert_eq!(Command::read("  "), None);
    }
}
