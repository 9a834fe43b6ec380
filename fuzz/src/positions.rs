//! Games, players, variants and positions: `GAME PLAYERS VARIANT`, a new line, and the position.
//!
//! A position that is accepted must obey the game's whole contract, and every evaluation must cope with it.

use cutfirst::engine::Settings;
use cutfirst::search::Limit;
use cutfirst::testkit::Conformance;
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::catalog::{GameVisitor, with_game};
use cutfirst_games::setup::Setup;

use super::{is_one_line, text};

/// Reads a position and looks at all of it.
pub fn check(data: &[u8]) {
    let Some((first, position)) = text(data).and_then(|text| text.split_once('\n')) else { return };
    with_start(first, Look(position));
}

/// What is done with the start that the first line names.
pub(super) trait WithStart {
    fn with<G: BoardGame>(self, start: &G);
}

/// Reads `GAME PLAYERS VARIANT`, the last two of which may be `-`.
pub(super) fn with_start(line: &str, task: impl WithStart) {
    let mut words = line.splitn(3, ' ');
    let mut next = || words.next().filter(|word| *word != "-");
    let (name, players, variant) = (next().unwrap_or(""), next(), next());
    let Ok(players) = players.map(str::parse).transpose() else { return };
    if let Err(error) = with_game(name, Begin { players, variant, task }) {
        is_one_line(&error.to_string());
    }
}

struct Begin<'a, T> {
    players: Option<usize>,
    variant: Option<&'a str>,
    task: T,
}

impl<T: WithStart> GameVisitor for Begin<'_, T> {
    type Output = ();

    fn visit<G: BoardGame>(self) {
        let setup = match Setup::new(&G::INFO, self.players, self.variant) {
            Ok(setup) => setup,
            Err(error) => return is_one_line(&error.to_string()),
        };
        let text = setup.variant_text();
        let again = Setup::new(&G::INFO, Some(setup.players()), Some(&*text).filter(|text| !text.is_empty()));
        assert_eq!(again.as_ref(), Ok(&setup), "'{text}'");
        match G::start(&setup) {
            Ok(start) => self.task.with(&start),
            Err(error) => is_one_line(&error.to_string()),
        }
    }
}

struct Look<'a>(&'a str);

impl WithStart for Look<'_> {
    fn with<G: BoardGame>(self, start: &G) {
        match start.parse_position(self.0) {
            Ok(position) => check_position(&position),
            Err(error) => is_one_line(&error.to_string()),
        }
    }
}

/// The contract, the picture and the evaluations of one position and of a few after it.
pub(super) fn check_position<G: BoardGame>(position: &G) {
    let suite = Conformance::new(position.clone()).notation().games(1).longest_game(4);
    if let Err(fault) = suite.find_fault() {
        panic!("{}: {fault}", G::INFO.name);
    }
    assert!(!position.diagram().is_empty());
    let (scene, geometry) = (position.scene(), position.geometry());
    for occupied in &scene.cells {
        let known = geometry.cells.iter().any(|cell| cell.cell == occupied.cell);
        assert!(known, "{}: there is no cell {}", G::INFO.name, occupied.cell);
    }
    assert_eq!(position.tally().len(), position.players());
    let mut moves = Vec::new();
    position.moves(&mut moves);
    if moves.is_empty() {
        return;
    }
    for evaluation in G::INFO.evaluations {
        let engine = position.engine(evaluation.name, Settings::plain(position.players()));
        let mut engine = engine.expect("an evaluation of the game's own list and plain settings");
        let report = engine.search(position, &Limit::depth(2).with_nodes(200)).expect("a game under way");
        assert!(report.counts.total > 0);
    }
}
