//! The nodes of the searches that people get who ask for nothing else are pinned in `defaults.txt`: each game's own,
//! and the library's for games of any kind. Both deepen with a table, which the plain searches of `signature.txt` do
//! not.
//!
//! A change that alters them on purpose runs `UPDATE_SIGNATURE=1 cargo test -p cutfirst-games --test
//! defaults` and says in its commit what changed and why.

mod pinned;
mod playout;

use cutfirst::engine::Settings;
use pinned::Pinned;

/// In MiB: clearing the table of people who play would take longer than the searches.
const TABLE: usize = 1;

/// How deep, by game and number of players: some thousands of nodes each.
fn depth(game: &str, players: usize) -> u32 {
    match (game, players) {
        ("othello" | "checkers", _) => 7,
        ("virus", 2) => 6,
        ("virus", _) => 5,
        _ => 4,
    }
}

#[test]
fn nodes_are_as_pinned() {
    let defaults = Pinned {
        name: "defaults",
        about: "Nodes of default searches: game, players, evaluation, whose default (the game's, or any game's), nodes.",
        searches: |info, players| {
            vec![
                ("game", info.strongest(players).with_table(TABLE)),
                ("any", Settings::strongest(players).with_table(TABLE)),
            ]
        },
        depth,
    };
    defaults.check();
}
