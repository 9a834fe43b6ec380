//! Runs the library's conformance suite over every start named in a game's perft file.

use cutfirst::testkit::{Conformance, parse_perft};

use crate::board_game::BoardGame;
use crate::setup::Setup;

/// Reads a start label of a perft file, `[players=P] [variant=V]`.
pub(crate) fn start_of<G: BoardGame>(label: &str) -> G {
    let mut players = None;
    let mut variant = None;
    for word in label.split_whitespace() {
        match word.split_once('=') {
            Some(("players", count)) => players = Some(count.parse().expect("a number of players")),
            Some(("variant", text)) => variant = Some(text),
            _ => panic!("'{word}' in the start '{label}' is neither players=P nor variant=V"),
        }
    }
    let setup = Setup::new(&G::INFO, players, variant).expect("a setup of this game");
    G::start(&setup).expect("a start of this game")
}

/// The whole suite. Without optimisation, large perft counts are left to the release build.
pub(crate) fn conform<G: BoardGame>(perft: &str, distinct_slots: bool) {
    let largest = if cfg!(debug_assertions) { 2_000_000 } else { u64::MAX };
    for case in parse_perft(perft).expect("a perft file") {
        let counts: String = case.counts.iter().map(|(depth, count)| format!("{depth} {count}\n")).collect();
        let mut suite =
            Conformance::new(start_of::<G>(&case.label)).perft(&counts).largest_perft(largest).notation();
        if distinct_slots {
            suite = suite.distinct_slots();
        }
        if let Err(fault) = suite.games(GAMES).find_fault() {
            panic!("{} {}: {fault}", G::INFO.name, case.label);
        }
    }
}

const GAMES: usize = if cfg!(debug_assertions) { 100 } else { 200 };

/// Arbitrary text, and texts close to right ones, must never panic a parser.
pub(crate) fn survive<G: BoardGame>(start: &G, text: &str) {
    let _ = start.parse_move(text);
    let _ = start.parse_moves(text);
    if let Ok(position) = start.parse_position(text) {
        let written = position.position_text();
        let again = start.parse_position(&written).expect("what was written can be read");
        assert_eq!(again, position, "'{written}'");
        let mut moves = Vec::new();
        position.moves(&mut moves);
        assert_eq!(moves.is_empty(), position.outcome().is_some(), "'{written}'");
        let _ = position.diagram();
    }
}
