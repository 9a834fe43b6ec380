//! The conformance suite for games written in Python.

use std::sync::{Arc, Mutex};

use cutfirst::game::Game;
use cutfirst::testkit::Conformance;
use pyo3::prelude::*;

use super::positions::Positions;
use super::{PythonEvaluation, PythonGame, lock};
use crate::error;
use crate::running::guarded;

/// Plays random games and looks at every position on the way; what is wrong first, as an exception.
#[pyfunction]
#[pyo3(signature = (game, perft="", games=100, seed=1))]
pub(crate) fn check_game(game: &Bound<'_, PyAny>, perft: &str, games: usize, seed: u64) -> PyResult<()> {
    let mut positions = Positions::new(game)?;
    positions.checks = true;
    let hands_turns = positions.hands_turns;
    let root = positions.position(game)?;
    let positions = Arc::new(Mutex::new(positions));
    guarded(|| {
        let fault = if hands_turns {
            suite(PythonGame::<true>::new(&positions, root), perft, games, seed)
        } else {
            suite(PythonGame::<false>::new(&positions, root), perft, games, seed)
        };
        let mut known = lock(&positions);
        match known.take_fault() {
            Some(raised) => Err(raised),
            None => fault.map_err(|fault| error(known.named(&fault))),
        }
    })
}

fn suite<const TURNS: bool>(
    start: PythonGame<TURNS>,
    perft: &str,
    games: usize,
    seed: u64,
) -> Result<(), String>
where
    PythonGame<TURNS>: Game,
{
    let suite = Conformance::new(start).games(games).seed(seed).perft(perft).evaluation(PythonEvaluation);
    suite.find_fault().map_err(|fault| fault.to_string())
}
