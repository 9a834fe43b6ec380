use cutfirst::notation::Notation;
use cutfirst::perft::{Finished, perft};
use proptest::prelude::*;

use super::*;
use crate::conform::{conform, survive};

fn position(text: &str) -> Othello {
    Othello::START.parse_position(text).unwrap()
}

fn after(moves: &str) -> Othello {
    let mut game = Othello::START;
    for mv in game.parse_moves(moves).unwrap() {
        game.make(mv);
    }
    game
}

fn moves(game: &Othello) -> String {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves.iter().map(|&mv| game.move_text(mv)).collect::<Vec<_>>().join(" ")
}

/// Eight rows, for positions that a reader can check.
fn board(rows: [&str; 8], side: &str) -> Othello {
    position(&format!("{} {side}", rows.concat()))
}

#[test]
fn conforms() {
    conform::<Othello>(include_str!("perft.txt"), true);
}

#[test]
fn finished_games_are_counted_on_request() {
    let ten = |finished| perft(&mut Othello::START.clone(), 10, finished);
    if !cfg!(debug_assertions) {
        assert_eq!(ten(Finished::Counted), 24_571_284);
        assert_eq!(ten(Finished::Ignored), 24_571_056);
    }
}

#[test]
fn sizes_are_pinned() {
    assert_eq!(size_of::<Move>(), 1);
    assert_eq!(size_of::<Undo>(), 8);
    assert_eq!(size_of::<Othello>(), 24);
}
