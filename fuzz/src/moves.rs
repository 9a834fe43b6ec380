//! Moves and records of games: `GAME PLAYERS VARIANT`, a new line, and the moves from the start.

use cutfirst_games::board_game::BoardGame;

use super::positions::{WithStart, with_start};
use super::{is_one_line, text};

/// Reads moves and plays them.
pub fn check(data: &[u8]) {
    let Some((first, moves)) = text(data).and_then(|text| text.split_once('\n')) else { return };
    with_start(first, Play(moves));
}

struct Play<'a>(&'a str);

impl WithStart for Play<'_> {
    fn with<G: BoardGame>(self, start: &G) {
        if let Err(error) = start.parse_move(self.0) {
            is_one_line(&error.to_string());
        }
        let moves = match start.parse_moves(self.0) {
            Ok(moves) => moves,
            Err(error) => return is_one_line(&error.to_string()),
        };
        let mut game = start.clone();
        let mut texts = Vec::new();
        for &mv in &moves {
            texts.push(game.move_text(mv));
            assert!(!game.path(mv).iter().any(String::is_empty), "a cell without a name");
            let undo = game.make(mv);
            let after = game.clone();
            game.unmake(mv, undo);
            game.make(mv);
            assert!(game == after && game.key() == after.key(), "unmake and make changes the position");
        }
        let written = texts.join(" ");
        assert_eq!(start.parse_moves(&written).as_ref(), Ok(&moves), "'{written}'");
        let read = start.parse_position(&game.position_text()).expect("a position that was played");
        assert!(read == game && read.key() == game.key(), "'{}'", game.position_text());
    }
}
