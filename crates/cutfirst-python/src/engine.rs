//! Engines as Python objects: described by the words of a match's player, built for the first game they are asked about.

use std::sync::{Mutex, TryLockError};
use std::time::Duration;

use cutfirst::engine::{Level, Request, Searcher};
use cutfirst::search::{Limit, Progress, Stop};
use cutfirst_games::board_game::{BoardGame, GameInfo};
use cutfirst_lab::engine_spec::{self, EngineSpec, Limits};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::board::{Board, DrawnLine, Placed, Position};
use crate::error;
use crate::found::{Found, Step};
use crate::python_game::PythonEngine;
use crate::running::interruptible;

/// What was said about an engine.
pub(crate) struct Words(EngineSpec);

impl Words {
    fn parse(text: &str) -> Result<Self, String> {
        let spec: EngineSpec =
            text.parse().map_err(|error: engine_spec::EngineSpecError| error.to_string())?;
        let words = Self(spec);
        if words.settle(cutfirst_games::catalog::GAMES[0], 2).foreign.is_some() {
            return Err("an engine is one of ours; a command of somebody else plays in matches".to_owned());
        }
        Ok(words)
    }

    pub(crate) fn has(&self, word: &str) -> bool {
        self.0.has(word)
    }

    /// Everything settled, for a game of so many players.
    pub(crate) fn settle(&self, info: &GameInfo, players: usize) -> engine_spec::SettledEngine {
        self.0.engine(info, players, Limits::default())
    }
}

/// What is asked of one search.
pub(crate) struct Ask {
    limits: Limits,
    lines: Option<usize>,
    variety: Option<i32>,
    pub(crate) stop: Stop,
}

impl Ask {
    /// The request, with the limits of the engine's words where none were given.
    pub(crate) fn request<M>(&self, own: &Limits) -> Result<Request<M>, String> {
        let limits = if self.limits.is_none() { own } else { &self.limits };
        if limits.is_none() {
            return Err("a search needs a limit: give time, depth, nodes or level".to_owned());
        }
        // Where there is no time, the system's clock still times the search.
        let mut limit = limits.time.map_or_else(|| Limit::until_stopped(&self.stop), Limit::time);
        limit.depth = limits.depth;
        limit.nodes = limits.limit().nodes;
        let mut request = Request::new(limit.with_stop(&self.stop));
        request.level = limits.level;
        if self.variety.is_some_and(|variety| variety < 0) {
            return Err("variety is a margin from 0".to_owned());
        }
        request.lines = self.lines;
        request.variety = self.variety;
        Ok(request)
    }
}

/// Who is told of the lines that a search finds.
pub(crate) struct Teller {
    callback: Option<Py<PyAny>>,
    /// What it raised.
    pub(crate) raised: Option<PyErr>,
}

impl Teller {
    pub(crate) fn tell<M>(
        &mut self,
        stop: &Stop,
        step: impl FnOnce() -> Step<M>,
        convert: impl Fn(M) -> Py<PyAny>,
    ) {
        let Some(callback) = self.callback.as_ref().filter(|_| self.raised.is_none()) else { return };
        let step = step();
        let told = Python::attach(|py| callback.call1(py, (step.dict(py, convert)?,)));
        if let Err(raised) = told {
            self.raised = Some(raised);
            stop.stop();
        }
    }
}

/// An engine for one game of the catalog.
pub(crate) trait BoardEngine: Send {
    fn search(
        &mut self,
        position: &dyn Position,
        past: &[u64],
        ask: &Ask,
        teller: &mut Teller,
    ) -> Result<(Found<String>, DrawnLine), String>;
    fn forget(&mut self);
}

/// An engine for games of one type.
pub(crate) struct OfGame<G: BoardGame> {
    engine: Box<dyn Searcher<G>>,
    limits: Limits,
    words: String,
    /// Whether it was told of a game's past. A position that no move led to is one by itself.
    knows_past: bool,
}

impl<G: BoardGame> OfGame<G> {
    pub(crate) fn open(game: &G, words: &Words) -> Result<Box<dyn BoardEngine>, String> {
        let settled = words.settle(&G::INFO, game.players());
        let engine = game.engine(&settled.evaluation, settled.settings.clone());
        let engine = engine.map_err(|error| error.to_string())?;
        let words = settled.short_words(game.players());
        Ok(Box::new(Self { engine, limits: settled.limits, words, knows_past: false }))
    }
}

impl<G: BoardGame> BoardEngine for OfGame<G> {
    fn search(
        &mut self,
        position: &dyn Position,
        past: &[u64],
        ask: &Ask,
        teller: &mut Teller,
    ) -> Result<(Found<String>, DrawnLine), String> {
        let placed = position.as_any().downcast_ref::<Placed<G>>();
        let game = &placed.ok_or("the engine was built for another game")?.game;
        self.knows_past |= !past.is_empty();
        if self.knows_past {
            self.engine.begin_turn(past);
        }
        let algorithm = self.engine.settings().algorithm;
        let request = ask.request(&self.limits)?;
        let text = |game: &G, mv: G::Move| game.move_text(mv);
        let convert =
            |text: String| Python::attach(|py| text.into_pyobject(py).map(|t| t.into_any().unbind()));
        let mut listener = |told: Progress<'_, G::Move>| {
            if let Progress::Line(found) = told {
                let convert = |t| convert(t).unwrap_or_else(|never| match never {});
                teller.tell(&ask.stop, || Step::new(game, algorithm, &found, text), convert);
            }
        };
        let report =
            self.engine.answer(game, &request, Some(&mut listener)).map_err(|error| error.to_string())?;
        let mut drawn = DrawnLine::new();
        cutfirst_games::line::follow_line(game, algorithm, &report.line().moves, |game, mv, _| {
            drawn.push((game.to_move().index(), game.path(mv)));
        });
        Ok((Found::new(game, algorithm, &report, self.words.clone(), text), drawn))
    }

    fn forget(&mut self) {
        self.engine.forget();
    }
}

/// What an engine was built for, if for anything.
#[derive(Default)]
enum Built {
    #[default]
    Nothing,
    Board {
        /// Game, players and variant.
        game: (&'static str, usize, String),
        engine: Box<dyn BoardEngine>,
    },
    Python(Box<PythonEngine>),
}

/// An engine.
#[pyclass(frozen, module = "cutfirst._native")]
pub(crate) struct Engine {
    words: Words,
    built: Mutex<Built>,
}

#[pymethods]
impl Engine {
    #[new]
    fn new(words: &str) -> PyResult<Self> {
        Ok(Self { words: Words::parse(words).map_err(error)?, built: Mutex::default() })
    }

    #[getter]
    fn words(&self) -> String {
        self.words.0.to_string()
    }

    /// Forgets everything that was learned.
    fn forget(&self) -> PyResult<()> {
        *self.lock()? = Built::Nothing;
        Ok(())
    }

    #[pyo3(signature = (game, *, past=Vec::new(), time=None, depth=None, nodes=None, level=None, lines=None, variety=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of the Python method")]
    fn search<'py>(
        &self,
        game: &Bound<'py, PyAny>,
        past: Vec<Bound<'py, PyAny>>,
        time: Option<f64>,
        depth: Option<u32>,
        nodes: Option<u64>,
        level: Option<&str>,
        lines: Option<usize>,
        variety: Option<i32>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let py = game.py();
        let level = level.map(str::parse::<Level>).transpose().map_err(error)?;
        let limits = Limits { depth, time: time.map(duration).transpose()?, nodes, level, clock: None };
        let ask = Ask { limits, lines, variety, stop: Stop::new() };
        let mut teller = Teller { callback: progress, raised: None };
        let mut built = self.lock()?;
        match game.cast::<Board>() {
            Ok(board) => self.search_board(py, &mut built, board, &ask, &mut teller),
            Err(_) => {
                if !matches!(&*built, Built::Python(engine) if engine.is_for(game)) {
                    *built = Built::Nothing;
                    *built = Built::Python(Box::new(PythonEngine::new(game, &self.words)?));
                }
                let Built::Python(engine) = &mut *built else { return Err(error("the engine is gone")) };
                let found = engine.search(game, &past, &ask, &mut teller);
                if found.is_err() {
                    // What was learned from a game that failed is worth nothing.
                    *built = Built::Nothing;
                }
                found
            }
        }
    }
}

impl Engine {
    fn lock(&self) -> PyResult<std::sync::MutexGuard<'_, Built>> {
        match self.built.try_lock() {
            Ok(built) => Ok(built),
            Err(TryLockError::Poisoned(poisoned)) => {
                // Whatever a fault has left behind is built anew.
                self.built.clear_poison();
                let mut built = poisoned.into_inner();
                *built = Built::Nothing;
                Ok(built)
            }
            Err(TryLockError::WouldBlock) => {
                Err(error("the engine is searching; build another one for a second search at the same time"))
            }
        }
    }

    fn search_board<'py>(
        &self,
        py: Python<'py>,
        built: &mut Built,
        board: &Bound<'py, Board>,
        ask: &Ask,
        teller: &mut Teller,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (position, past) = {
            let board = board.try_borrow()?;
            (board.position.copy(), board.past())
        };
        let wanted = (position.game(), position.players(), position.variant());
        if !matches!(built, Built::Board { game, .. } if *game == wanted) {
            *built = Built::Nothing;
            *built = Built::Board { game: wanted, engine: position.engine(&self.words).map_err(error)? };
        }
        let Built::Board { engine, .. } = built else { return Err(error("the engine is gone")) };
        let stop = ask.stop.clone();
        let search = || engine.search(&*position, &past, ask, teller);
        let found = interruptible(py, || stop.stop(), search);
        if let Some(raised) = teller.raised.take() {
            return Err(raised);
        }
        if found.is_err() {
            engine.forget();
        }
        let (found, line) = found?.map_err(error)?;
        // Somebody may have gone on meanwhile, and then the line is not about what is on the board.
        if let Ok(mut board) = board.try_borrow_mut()
            && board.position.key() == position.key()
        {
            board.line = line;
        }
        found.dict(py, |text| text)
    }
}

pub(crate) fn duration(seconds: f64) -> PyResult<Duration> {
    // A day and a year apart make no difference to a search, but a time must be one.
    let fits = (0.0..=1e9).contains(&seconds) && seconds > 0.0;
    if fits {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(error("time is a number of seconds above 0"))
    }
}

/// Every word of an engine with what it takes and what it means.
#[pyfunction]
pub(crate) fn engine_words() -> Vec<(&'static str, String, &'static str)> {
    engine_spec::help().collect()
}
