//! Games of the catalog as Python objects, whatever their type.

use std::any::Any;

use cutfirst::game::{Outcome, Player};
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::catalog::{GAMES, GameVisitor, with_game};
use cutfirst_games::scene::{Geometry, Scene};
use cutfirst_games::setup::Setup;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::drawing;
use crate::engine::{BoardEngine, OfGame, Words};
use crate::error;

/// A position of some game.
pub(crate) trait Position: Send + Sync {
    fn game(&self) -> &'static str;
    fn players(&self) -> usize;
    fn variant(&self) -> String;
    fn text(&self) -> String;
    fn diagram(&self) -> String;
    fn key(&self) -> u64;
    fn to_move(&self) -> usize;
    fn seat_name(&self, seat: usize) -> String;
    fn scene(&self) -> Scene;
    fn geometry(&self) -> Geometry;
    fn tally(&self) -> Vec<i32>;
    /// The legal moves, each with its slot.
    fn legal(&self) -> Vec<(String, usize)>;
    fn slots(&self) -> usize;
    fn outcome(&self) -> Option<Ending>;
    fn play(&mut self, text: &str) -> Result<(), String>;
    fn set_position(&mut self, text: &str) -> Result<(), String>;
    fn copy(&self) -> Box<dyn Position>;
    /// An engine for games like this one.
    fn engine(&self, words: &Words) -> Result<Box<dyn BoardEngine>, String>;
    fn as_any(&self) -> &dyn Any;
}

/// How a game ended.
pub(crate) struct Ending {
    pub(crate) results: Vec<i16>,
    pub(crate) text: String,
}

/// A game with the setup that it was begun with.
#[derive(Clone)]
pub(crate) struct Placed<G> {
    pub(crate) game: G,
    setup: Setup,
}

impl<G: BoardGame> Position for Placed<G> {
    fn game(&self) -> &'static str {
        G::INFO.name
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn variant(&self) -> String {
        self.setup.variant_text()
    }

    fn text(&self) -> String {
        self.game.position_text()
    }

    fn diagram(&self) -> String {
        self.game.diagram()
    }

    fn key(&self) -> u64 {
        self.game.key()
    }

    fn to_move(&self) -> usize {
        self.game.to_move().index()
    }

    fn seat_name(&self, seat: usize) -> String {
        self.game.seat_name(Player(seat as u8))
    }

    fn scene(&self) -> Scene {
        self.game.scene()
    }

    fn geometry(&self) -> Geometry {
        self.game.geometry()
    }

    fn tally(&self) -> Vec<i32> {
        self.game.tally()
    }

    fn legal(&self) -> Vec<(String, usize)> {
        let mut legal = Vec::new();
        self.game.moves(&mut legal);
        legal.into_iter().map(|mv| (self.game.move_text(mv), self.game.slot(mv))).collect()
    }

    fn slots(&self) -> usize {
        self.game.slots()
    }

    fn outcome(&self) -> Option<Ending> {
        let outcome: Outcome = self.game.outcome()?;
        Some(Ending { results: outcome.results().to_vec(), text: self.game.outcome_text(&outcome) })
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let mv = self.game.parse_move(text).map_err(|error| error.to_string())?;
        self.game.make(mv);
        Ok(())
    }

    fn set_position(&mut self, text: &str) -> Result<(), String> {
        self.game = self.game.parse_position(text).map_err(|error| format!("position: {error}"))?;
        Ok(())
    }

    fn copy(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn engine(&self, words: &Words) -> Result<Box<dyn BoardEngine>, String> {
        OfGame::open(&self.game, words)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

struct Open<'a> {
    players: Option<usize>,
    variant: Option<&'a str>,
}

impl GameVisitor for Open<'_> {
    type Output = Result<Box<dyn Position>, String>;

    fn visit<G: BoardGame>(self) -> Self::Output {
        let setup = Setup::new(&G::INFO, self.players, self.variant).map_err(|error| error.to_string())?;
        let game = G::start(&setup).map_err(|error| error.to_string())?;
        Ok(Box::new(Placed { game, setup }))
    }
}

/// A line that a search has found, as it is drawn: who moves, and over which cells.
pub(crate) type DrawnLine = Vec<(usize, Vec<String>)>;

/// A game of the catalog that is being played.
#[pyclass(subclass, module = "cutfirst._native")]
pub(crate) struct Board {
    pub(crate) position: Box<dyn Position>,
    /// Each move played, with the position before it.
    history: Vec<(String, Box<dyn Position>)>,
    /// What the last search expects from the position on the board.
    pub(crate) line: DrawnLine,
}

impl Board {
    /// The keys of the positions before, in their order.
    pub(crate) fn past(&self) -> Vec<u64> {
        self.history.iter().map(|(_, before)| before.key()).collect()
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (game, players=None, variant=None, position=None))]
    fn new(
        game: &str,
        players: Option<usize>,
        variant: Option<&str>,
        position: Option<&str>,
    ) -> PyResult<Self> {
        let opened = with_game(game, Open { players, variant }).map_err(error)?;
        let mut opened = opened.map_err(error)?;
        if let Some(text) = position {
            opened.set_position(text).map_err(error)?;
        }
        Ok(Self { position: opened, history: Vec::new(), line: Vec::new() })
    }

    #[getter]
    fn name(&self) -> &'static str {
        self.position.game()
    }

    #[getter]
    fn players(&self) -> usize {
        self.position.players()
    }

    #[getter]
    fn variant(&self) -> String {
        self.position.variant()
    }

    #[getter]
    fn position(&self) -> String {
        self.position.text()
    }

    #[getter]
    fn to_move(&self) -> usize {
        self.position.to_move()
    }

    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        self.position.legal().into_iter().map(|(text, _)| text).collect()
    }

    /// The legal moves, each with its slot.
    #[getter]
    fn move_slots(&self) -> Vec<(String, usize)> {
        self.position.legal()
    }

    #[getter]
    fn slots(&self) -> usize {
        self.position.slots()
    }

    /// Where the game began.
    #[getter]
    fn start_position(&self) -> String {
        self.history.first().map_or(&self.position, |(_, before)| before).text()
    }

    #[getter]
    fn moves_played(&self) -> Vec<String> {
        self.history.iter().map(|(text, _)| text.clone()).collect()
    }

    #[getter]
    fn outcome(&self) -> Option<Vec<i16>> {
        self.position.outcome().map(|ending| ending.results)
    }

    #[getter]
    fn outcome_text(&self) -> Option<String> {
        self.position.outcome().map(|ending| ending.text)
    }

    #[getter]
    fn tally(&self) -> Vec<i32> {
        self.position.tally()
    }

    fn seat_name(&self, seat: usize) -> PyResult<String> {
        let players = self.position.players();
        if seat >= players {
            return Err(error(format!("there is no seat {seat}; seats are 0 to {}", players - 1)));
        }
        Ok(self.position.seat_name(seat))
    }

    /// Plays moves, all of them or none.
    fn play(&mut self, moves: &str) -> PyResult<()> {
        let mut position = self.position.copy();
        let mut history = Vec::new();
        for (index, text) in moves.split_whitespace().enumerate() {
            let before = position.copy();
            position.play(text).map_err(|wrong| {
                error(if index == 0 { wrong } else { format!("move {}: {wrong}", index + 1) })
            })?;
            history.push((text.to_owned(), before));
        }
        if history.is_empty() {
            return Err(error("there is no move in the text"));
        }
        self.position = position;
        self.history.append(&mut history);
        self.line.clear();
        Ok(())
    }

    /// Takes the last move back; it is returned.
    fn undo(&mut self) -> PyResult<String> {
        let (text, before) = self.history.pop().ok_or_else(|| error("no move was played"))?;
        self.position = before;
        self.line.clear();
        Ok(text)
    }

    /// A game of its own in the same state; of the same Python class.
    fn __copy__(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        let own = slf.try_borrow()?;
        let arguments = PyDict::new(py);
        arguments.set_item("players", own.position.players())?;
        arguments.set_item("variant", own.position.variant())?;
        let class = slf.get_type();
        let new = class.call_method("_open", (own.position.game(),), Some(&arguments))?;
        {
            let copied = new.cast::<Self>()?;
            let mut copied = copied.try_borrow_mut()?;
            copied.position = own.position.copy();
            copied.history = own.history.iter().map(|(text, p)| (text.clone(), p.copy())).collect();
            copied.line.clone_from(&own.line);
        }
        Ok(new.unbind())
    }

    fn __str__(&self) -> String {
        self.position.diagram().trim_end().to_owned()
    }

    fn __eq__(&self, other: &Self) -> bool {
        let same = |a: &dyn Position| (a.game(), a.players(), a.variant(), a.text());
        same(&*self.position) == same(&*other.position)
    }

    fn svg(&self) -> String {
        drawing::svg(&*self.position, &self.line)
    }

    /// For each cell in a fixed order: its name and the seats of the pieces on it from bottom to top, and whether
    /// it is a king.
    fn cells(&self) -> Vec<(String, Vec<u8>, bool)> {
        let scene = self.position.scene();
        let find = |cell: &str| scene.cells.iter().find(|occupied| occupied.cell == cell);
        let cells = self.position.geometry().cells.into_iter();
        cells
            .map(|place| match find(&place.cell) {
                Some(found) => (place.cell, found.stack.clone(), found.king),
                None => (place.cell, Vec::new(), false),
            })
            .collect()
    }

    /// What each player has beside the board: reserves, captured and ejected pieces, pieces in hand.
    fn beside(&self) -> Vec<(&'static str, Vec<u32>)> {
        let Scene { reserves, captured, ejected, hand, .. } = self.position.scene();
        let all = [("reserves", reserves), ("captured", captured), ("ejected", ejected), ("hand", hand)];
        all.into_iter().filter_map(|(name, counts)| Some((name, counts?))).collect()
    }
}

/// Name, one line, numbers of players, variants, options and evaluations of every game.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let describe = |info: &&cutfirst_games::board_game::GameInfo| {
        let about = PyDict::new(py);
        about.set_item("name", info.name)?;
        about.set_item("about", info.about)?;
        about.set_item("players", info.players.to_vec())?;
        let names = |choices: &[cutfirst_games::board_game::Choice]| -> Vec<&str> {
            choices.iter().map(|choice| choice.name).collect()
        };
        about.set_item("variants", names(info.variants))?;
        let options = info.options.iter().map(|option| option.key);
        about.set_item("options", options.collect::<Vec<_>>())?;
        about.set_item("evaluations", names(info.evaluations))?;
        Ok(about)
    };
    GAMES.iter().map(describe).collect()
}
