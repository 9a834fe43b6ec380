//! An engine for games written in Python.

use std::sync::{Arc, Mutex};

use cutfirst::engine::{Engine, Settings};
use cutfirst::search::{Algorithm, Combine, Progress};
use cutfirst_games::board_game::{Choice, GameInfo};
use cutfirst_lab::engine_spec::Limits;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use super::moves::Move;
use super::positions::Positions;
use super::{PythonEvaluation, PythonGame, lock};
use crate::engine::{Ask, Teller, Words};
use crate::error;
use crate::found::{Found, Step};
use crate::running::guarded;

/// What engines are told about a game that they know nothing about.
const INFO: GameInfo = GameInfo {
    name: "python",
    about: "a game written in Python",
    players: &[2, 3, 4, 5, 6],
    default_players: 2,
    variants: &[],
    options: &[],
    for_people: |_| "",
    evaluations: &[Choice { name: "evaluate", about: "what the class says" }],
    plays_with: "evaluate",
    learned: false,
    order: "tt+gravity:prior=auto,continuation,near-root",
    combine: Combine::Difference,
};

/// An engine with what is known about the positions.
pub(crate) struct PythonEngine {
    class: Py<PyType>,
    positions: Arc<Mutex<Positions>>,
    engine: Engine<PythonGame<true>, PythonEvaluation>,
    limits: Limits,
    words: String,
    /// Whether it was told of a game's past.
    knows_past: bool,
}

impl PythonEngine {
    pub(crate) fn new(object: &Bound<'_, PyAny>, words: &Words) -> PyResult<Self> {
        let mut positions = Positions::new(object)?;
        let players = positions.players();
        let mut settled = words.settle(&INFO, players);
        if settled.evaluation != INFO.plays_with {
            return Err(error("a game written in Python has one evaluation, its own method 'evaluate'"));
        }
        let settings = &mut settled.settings;
        choose_for_python(settings, words, positions.hands_turns);
        if settings.threads > 1 {
            return Err(error("a game written in Python is searched by one thread; choose threads=1"));
        }
        if settings.algorithm == Algorithm::BestReply && !positions.hands_turns {
            return Err(error(format!(
                "the algorithm 'brs' needs a method 'with_turn' of {}",
                positions.class()
            )));
        }
        if settings.techniques.quiescence > 0 && !positions.tells_captures {
            return Err(error(format!("quiescence needs a method 'is_capture' of {}", positions.class())));
        }
        let root = positions.position(object)?;
        let positions = Arc::new(Mutex::new(positions));
        let game = PythonGame::new(&positions, root);
        let engine = Engine::new(&game, PythonEvaluation, settings.clone()).map_err(error)?;
        let (limits, words) = (settled.limits, settled.short_words(players));
        Ok(Self { class: object.get_type().unbind(), positions, engine, limits, words, knows_past: false })
    }

    /// Whether it was built for games like this one.
    pub(crate) fn is_for(&self, object: &Bound<'_, PyAny>) -> bool {
        self.class.is(object.get_type())
    }

    pub(crate) fn search<'py>(
        &mut self,
        object: &Bound<'py, PyAny>,
        past: &[Bound<'py, PyAny>],
        ask: &Ask,
        teller: &mut Teller,
    ) -> PyResult<Bound<'py, PyDict>> {
        let py = object.py();
        let request = ask.request::<Move>(&self.limits).map_err(error)?;
        let (root, past) = {
            let mut positions = lock(&self.positions);
            if !past.is_empty() && !positions.have_keys() {
                let class = positions.class();
                return Err(error(format!(
                    "past needs a method 'key' of {class}, or an equality and a hash"
                )));
            }
            positions.stop = ask.stop.clone();
            let past = past.iter().map(|object| positions.position(object)).collect::<PyResult<Vec<_>>>()?;
            let root = positions.position(object)?;
            (root, past.into_iter().map(|position| positions.key(position)).collect::<Vec<_>>())
        };
        let game = PythonGame::<true>::new(&self.positions, root);
        self.knows_past |= !past.is_empty();
        if self.knows_past {
            self.engine.begin_turn(&past);
        }
        let algorithm = self.engine.settings().algorithm;
        let positions = &self.positions;
        let object_of = |mv: Move| Python::attach(|py| lock(positions).move_object(py, mv));
        let show = |_: &PythonGame<true>, mv: Move| mv;
        let mut listener = |told: Progress<'_, Move>| {
            if let Progress::Line(found) = told {
                teller.tell(&ask.stop, || Step::new(&game, algorithm, &found, show), object_of);
            }
        };
        let engine = &mut self.engine;
        let report = guarded(|| {
            let report = engine.answer(&game, &request, Some(&mut listener));
            // What the class did wrong says more than that the game is over.
            let mut known = lock(positions);
            match known.take_fault() {
                Some(fault) => Err(fault),
                None => report.map_err(|fault| error(known.named(&fault))),
            }
        });
        if let Some(raised) = teller.raised.take() {
            return Err(raised);
        }
        let found = Found::new(&game, algorithm, &report?, self.words.clone(), show);
        if let Some(fault) = lock(positions).take_fault() {
            return Err(fault);
        }
        found.dict(py, object_of)
    }
}

/// What suits games whose every new position is asked of Python, where the words leave it open.
fn choose_for_python(settings: &mut Settings, words: &Words, hands_turns: bool) {
    if !words.has("algorithm") && settings.algorithm == Algorithm::BestReply && !hands_turns {
        *settings = settings.clone().with_algorithm(Algorithm::Paranoid);
    }
    if !words.has("enhanced-cutoffs") {
        // Looks at every move of a node, most of which are never searched.
        settings.techniques.enhanced_cutoffs = false;
    }
    if !words.has("aspiration") && settings.deepen && settings.algorithm.has_windows() {
        // For the same reason: searching again with a wider window asks of few positions that were not there before, and a
        // narrow one saves more of them. Over six games, three units of the evaluation were the best of six widths or near it.
        settings.techniques.aspiration = Some(3);
    }
    if !words.has("double-steps") {
        // Nodes of a depth that was searched before cost next to nothing, and what they teach saves new ones.
        settings.techniques.double_steps = false;
    }
}
