//! The shared suite, and positions for the tests beside it.

mod notation;
mod rules;

use crate::conform::{conform, start_of};

use super::*;

#[test]
fn conforms() {
    conform::<Focus>(include_str!("../perft.txt"), true);
}

/// A position text with these stacks on an otherwise empty board.
pub(super) fn text_with(stacks: &[(&str, &str)], rest: &str) -> String {
    let mut rows = Vec::new();
    for row in (1..=8).rev() {
        let names = ('a'..='h').map(|column| format!("{column}{row}"));
        let cells = names.filter(|name| (0..CELLS).any(|cell| board::cell_name(cell) == *name));
        let content = |name: String| {
            stacks.iter().find(|(cell, _)| *cell == name).map_or(".".to_owned(), |(_, s)| (*s).to_owned())
        };
        rows.push(cells.map(content).collect::<Vec<_>>().join(","));
    }
    format!("{} {rest}", rows.join("/"))
}

pub(super) fn position(label: &str, stacks: &[(&str, &str)], rest: &str) -> Focus {
    start_of::<Focus>(label).parse_position(&text_with(stacks, rest)).unwrap()
}

/// The position after these moves.
pub(super) fn after(game: &Focus, moves: &str) -> Focus {
    let mut game = game.clone();
    for mv in game.parse_moves(moves).unwrap() {
        game.make(mv);
    }
    game
}
