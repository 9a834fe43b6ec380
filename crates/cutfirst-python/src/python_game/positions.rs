//! What is known about the positions of a game written in Python, each of which is asked about once.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use cutfirst::game::{MAX_PLAYERS, Outcome};
use cutfirst::search::Stop;
use cutfirst::zobrist::mix;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyTuple, PyType};

use super::moves::{Move, Moves};
use super::values::{self, Values, shown};
use crate::error;

/// So many positions are kept, some two hundred bytes each and what the Python object needs.
const MOST: usize = 1 << 19;

/// Slots of a class that does not say how many moves it has.
const SLOTS: usize = 4096;

/// No class has more slots, and no position more moves: whatever goes on beyond has no end.
const MOST_MOVES: usize = 1 << 20;

/// No position yet.
const NONE: u32 = u32::MAX;

/// Stands for every position that a fault leaves open: a game that is over.
const DEAD: u32 = 0;

/// So many positions are visited without Python before other threads and Ctrl-C have their turn.
const VISITS: u32 = 1024;
const TURN: Duration = Duration::from_millis(5);

/// How positions are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Keys {
    /// By the method `key`.
    Method,
    /// By the object itself, which has an equality of its own.
    Object,
    /// Not at all: each way leads to a position of its own.
    Nothing,
}

/// A move of a position, and where it leads.
struct Edge {
    mv: Move,
    child: u32,
    /// Whether it captures, once that was asked.
    capture: Option<bool>,
}

/// What a search asks of every position that it enters.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) position: u32,
    pub(super) mover: u8,
    pub(super) outcome: Option<Outcome>,
    pub(super) key: u64,
}

#[derive(Default)]
struct Position {
    object: Option<Py<PyAny>>,
    key_object: Option<Py<PyAny>>,
    /// Another position whose key has the same hash.
    alike: Option<u32>,
    key: u64,
    to_move: Option<u8>,
    /// The outcome, once it was asked.
    outcome: Option<Option<Outcome>>,
    values: Option<Box<Values>>,
    moves: Option<Box<[Edge]>>,
    /// The same position with the turn of each player.
    turns: Option<Box<[u32; MAX_PLAYERS]>>,
}

/// All positions that are known.
pub(super) struct Positions {
    class: String,
    players: usize,
    slots: usize,
    keys: Keys,
    evaluates: bool,
    pub(super) tells_captures: bool,
    pub(super) hands_turns: bool,
    moves: Moves,
    all: Vec<Position>,
    free: Vec<u32>,
    /// Positions by the hashes of their keys, which Python is asked for once.
    by_hash: HashMap<isize, u32>,
    /// How many keys were given out: none is given twice.
    keys_given: u64,
    /// Whether Python is asked again and again to compare what it says, and nothing is ever forgotten.
    pub(super) checks: bool,
    /// The first thing that went wrong, after which Python is asked no more.
    fault: Option<PyErr>,
    /// Ends the search then.
    pub(super) stop: Stop,
    visits: u32,
    last_turn: Instant,
}

impl Positions {
    /// For games of the class of `object`.
    pub(super) fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = object.py();
        let class = object.get_type();
        let name = class.name()?.to_string();
        if let Ok(given) = object.cast::<PyType>() {
            let given = given.name()?;
            return Err(error(format!("{given} is a class; give a position of the game, such as {given}()")));
        }
        for needed in ["moves", "play", "to_move", "outcome"] {
            if !object.hasattr(needed)? {
                return Err(error(format!(
                    "{name} is not a game: it has no method '{needed}'; a game has moves, play, to_move and outcome"
                )));
            }
        }
        let has = |name: &str| -> PyResult<bool> {
            Ok(object.getattr_opt(name)?.is_some_and(|method| !method.is_none()))
        };
        let number = |name: &str, otherwise: usize, most: usize| -> PyResult<usize> {
            let Some(given) = object.getattr_opt(name)? else { return Ok(otherwise) };
            let least = if name == "players" { 2 } else { 1 };
            let value = given.extract().ok().filter(|value| (least..=most).contains(value));
            value.ok_or_else(|| {
                error(format!("'{name}' is a number from {least} to {most}, not {}", shown(&given)))
            })
        };
        let own_equality = || -> PyResult<bool> {
            let plain = py.get_type::<PyAny>();
            let hash = class.getattr(intern!(py, "__hash__"))?;
            Ok(!hash.is_none() && !hash.is(&plain.getattr(intern!(py, "__hash__"))?))
        };
        let keys = match (has("key")?, own_equality()?) {
            (true, _) => Keys::Method,
            (false, true) => Keys::Object,
            (false, false) => Keys::Nothing,
        };
        let hands_turns = has("with_turn")?;
        if hands_turns && keys == Keys::Nothing {
            return Err(error(format!(
                "{name} has 'with_turn' and therefore needs 'key', or an equality and a hash"
            )));
        }
        let dead = Position {
            outcome: Some(None),
            to_move: Some(0),
            moves: Some(Box::new([])),
            ..Position::default()
        };
        Ok(Self {
            players: number("players", 2, MAX_PLAYERS)?,
            slots: number("slots", SLOTS, MOST_MOVES)?,
            keys,
            evaluates: has("evaluate")?,
            tells_captures: has("is_capture")?,
            hands_turns,
            class: name,
            moves: Moves::new(py),
            all: vec![dead],
            free: Vec::new(),
            by_hash: HashMap::new(),
            keys_given: 0,
            checks: false,
            fault: None,
            stop: Stop::new(),
            visits: 0,
            last_turn: Instant::now(),
        })
    }

    pub(super) fn class(&self) -> &str {
        &self.class
    }

    pub(super) fn players(&self) -> usize {
        self.players
    }

    pub(super) fn slots(&self) -> usize {
        self.slots
    }

    /// Whether equal positions are known as such.
    pub(super) fn have_keys(&self) -> bool {
        self.keys != Keys::Nothing
    }

    /// What went wrong, if anything did.
    pub(super) fn take_fault(&mut self) -> Option<PyErr> {
        self.fault.take()
    }

    pub(super) fn set_fault(&mut self, fault: PyErr) {
        self.fault.get_or_insert(fault);
        self.stop.stop();
    }

    /// Asks Python, unless something went wrong before.
    fn ask<T>(&mut self, otherwise: T, question: impl FnOnce(&mut Self, Python<'_>) -> PyResult<T>) -> T {
        if self.fault.is_some() {
            return otherwise;
        }
        Python::attach(|py| match question(self, py) {
            Ok(answer) => answer,
            Err(fault) => {
                self.set_fault(fault);
                otherwise
            }
        })
    }

    /// The number of a position, which is known from now on.
    pub(super) fn position(&mut self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = object.py();
        let key = match self.keys {
            Keys::Method => Some(object.call_method0(intern!(py, "key"))?),
            Keys::Object => Some(object.clone()),
            Keys::Nothing => None,
        };
        let hash = key.as_ref().map(PyAnyMethods::hash).transpose()?;
        let alike = hash.and_then(|hash| self.by_hash.get(&hash).copied());
        let mut next = alike;
        while let (Some(known), Some(key)) = (next, &key) {
            let position = &self.all[known as usize];
            if let Some(other) = &position.key_object
                && (other.is(key) || other.bind(py).eq(key)?)
            {
                if self.checks {
                    self.check_same(object, known)?;
                }
                return Ok(known);
            }
            next = position.alike;
        }
        self.keys_given += 1;
        let new = Position {
            object: Some(object.clone().unbind()),
            key_object: key.map(Bound::unbind),
            alike,
            key: mix(self.keys_given),
            ..Position::default()
        };
        let number = match self.free.pop() {
            Some(number) => {
                self.all[number as usize] = new;
                number
            }
            None => {
                self.all.push(new);
                (self.all.len() - 1) as u32
            }
        };
        if let Some(hash) = hash {
            self.by_hash.insert(hash, number);
        }
        Ok(number)
    }

    /// What a search asks of a position that it enters.
    pub(super) fn place(&mut self, position: u32) -> Place {
        let (mover, outcome) = (self.mover(position), self.outcome(position));
        Place { position, mover, outcome, key: self.all[position as usize].key }
    }

    fn object<'py>(&self, py: Python<'py>, position: u32) -> PyResult<&Bound<'py, PyAny>> {
        let object = self.all[position as usize].object.as_ref();
        object.map(|object| object.bind(py)).ok_or_else(|| error("the position is not known any more"))
    }

    #[inline]
    pub(super) fn key(&self, position: u32) -> u64 {
        self.all[position as usize].key
    }

    pub(super) fn mover(&mut self, position: u32) -> u8 {
        match self.all[position as usize].to_move {
            Some(player) => player,
            None => self.ask(0, |own, py| own.ask_mover(py, position)),
        }
    }

    fn ask_mover(&mut self, py: Python<'_>, position: u32) -> PyResult<u8> {
        if let Some(player) = self.all[position as usize].to_move {
            return Ok(player);
        }
        let said = self.object(py, position)?.call_method0(intern!(py, "to_move"))?;
        let player = said.extract::<usize>().ok().filter(|&player| player < self.players);
        let player = player.ok_or_else(|| {
            error(format!("to_move() returns a seat from 0 to {}, not {}", self.players - 1, shown(&said)))
        })? as u8;
        self.all[position as usize].to_move = Some(player);
        Ok(player)
    }

    pub(super) fn outcome(&mut self, position: u32) -> Option<Outcome> {
        if let Some(outcome) = self.all[position as usize].outcome {
            return outcome;
        }
        let drawn = Some(Outcome::draw(self.players));
        self.ask(drawn, |own, py| {
            let said = own.object(py, position)?.call_method0(intern!(py, "outcome"))?;
            let outcome = values::outcome(&said, own.players)?;
            own.all[position as usize].outcome = Some(outcome);
            Ok(outcome)
        })
    }

    /// The values of all players.
    pub(super) fn values(&mut self, position: u32) -> Values {
        if let Some(values) = &self.all[position as usize].values {
            return **values;
        }
        if !self.evaluates {
            return Values::default();
        }
        self.ask(Values::default(), |own, py| {
            let said = own.object(py, position)?.call_method0(intern!(py, "evaluate"))?;
            let players = own.players;
            let values = values::values(&said, players, || own.ask_mover(py, position))?;
            own.all[position as usize].values = Some(Box::new(values));
            Ok(values)
        })
    }

    pub(super) fn moves(&mut self, position: u32, out: &mut Vec<Move>) {
        if self.all[position as usize].moves.is_none() {
            let is_over = self.outcome(position).is_some();
            let edges = self.ask(None, |own, py| {
                if is_over { Ok(Some(Vec::new())) } else { own.ask_moves(py, position).map(Some) }
            });
            let Some(edges) = edges else { return };
            self.all[position as usize].moves = Some(edges.into_boxed_slice());
        }
        if let Some(moves) = &self.all[position as usize].moves {
            out.extend(moves.iter().map(|edge| edge.mv));
        }
    }

    fn ask_moves(&mut self, py: Python<'_>, position: u32) -> PyResult<Vec<Edge>> {
        let said = self.object(py, position)?.call_method0(intern!(py, "moves"))?;
        let mut edges = Vec::new();
        let mut add = |mv: &Bound<'_, PyAny>| -> PyResult<()> {
            if edges.len() == MOST_MOVES {
                return Err(error(format!("moves() goes on after {MOST_MOVES} moves")));
            }
            edges.push(Edge { mv: self.moves.number(mv)?, child: NONE, capture: None });
            Ok(())
        };
        if let Ok(list) = said.cast_exact::<PyList>() {
            list.iter().try_for_each(|mv| add(&mv))?;
        } else if let Ok(tuple) = said.cast_exact::<PyTuple>() {
            tuple.iter().try_for_each(|mv| add(&mv))?;
        } else {
            said.try_iter()?.try_for_each(|mv| add(&mv?))?;
        }
        if edges.is_empty() && !self.hands_turns {
            let shown = self.describe(position);
            return Err(error(format!("there are no moves() although outcome() is None: {shown}")));
        }
        Ok(edges)
    }

    fn edge(&mut self, position: u32, mv: Move) -> Option<&mut Edge> {
        let moves = self.all[position as usize].moves.as_mut()?;
        moves.iter_mut().find(|edge| edge.mv == mv)
    }

    /// The position after a move.
    pub(super) fn child(&mut self, position: u32, mv: Move) -> u32 {
        self.visits += 1;
        if self.visits >= VISITS {
            self.let_others_run();
        }
        if let Some(edge) = self.edge(position, mv)
            && edge.child != NONE
        {
            return edge.child;
        }
        self.ask(DEAD, |own, py| {
            let object = own.object(py, position)?;
            let after = object.call_method1(intern!(py, "play"), own.moves.arguments(mv).bind(py))?;
            if after.is_none() {
                let class = &own.class;
                return Err(error(format!(
                    "play() of {class} returns the position after the move, not None"
                )));
            }
            if after.is(object) {
                let class = &own.class;
                return Err(error(format!(
                    "play() of {class} returns the position it was called on; positions never change, so return another one"
                )));
            }
            let child = own.position(&after)?;
            if own.checks {
                own.check_play(py, position, mv, child)?;
            }
            if let Some(edge) = own.edge(position, mv) {
                edge.child = child;
            }
            Ok(child)
        })
    }

    /// The same position with the turn of `player`.
    pub(super) fn with_turn(&mut self, position: u32, player: u8) -> u32 {
        if self.mover(position) == player {
            return position;
        }
        let known =
            self.all[position as usize].turns.as_ref().map_or(NONE, |turns| turns[usize::from(player)]);
        if known != NONE {
            return known;
        }
        self.ask(position, |own, py| {
            let turned = own.object(py, position)?.call_method1(intern!(py, "with_turn"), (player,))?;
            let turned = own.position(&turned)?;
            if own.ask_mover(py, turned)? != player {
                return Err(error(format!("with_turn({player}) leaves the turn to another player")));
            }
            let turns = &mut own.all[position as usize].turns;
            turns.get_or_insert_with(|| Box::new([NONE; MAX_PLAYERS]))[usize::from(player)] = turned;
            Ok(turned)
        })
    }

    pub(super) fn is_capture(&mut self, position: u32, mv: Move) -> bool {
        if !self.tells_captures {
            return false;
        }
        if let Some(known) = self.edge(position, mv).and_then(|edge| edge.capture) {
            return known;
        }
        self.ask(false, |own, py| {
            let object = own.object(py, position)?;
            let captures =
                object.call_method1(intern!(py, "is_capture"), (own.moves.object(mv),))?.is_truthy()?;
            if let Some(edge) = own.edge(position, mv) {
                edge.capture = Some(captures);
            }
            Ok(captures)
        })
    }

    /// An object with the key of a known position says the same as that one.
    fn check_same(&self, object: &Bound<'_, PyAny>, known: u32) -> PyResult<()> {
        let py = object.py();
        let other = self.object(py, known)?;
        if object.is(other) {
            return Ok(());
        }
        let differ = |what: &str| {
            let (one, two) = (shown(object), shown(other));
            error(format!("positions with equal keys have different {what}: {one} and {two}"))
        };
        let list = py.get_type::<PyList>();
        for method in ["to_move", "outcome", "moves"] {
            let (one, two) = (object.call_method0(method)?, other.call_method0(method)?);
            let same = match one.is_instance_of::<PyInt>() || one.is_none() || two.is_none() {
                true => one.eq(&two)?,
                // A list and a tuple of the same things are as good as each other.
                false => list.call1((one,))?.eq(list.call1((two,))?)?,
            };
            if !same {
                return Err(differ(method));
            }
            if method == "outcome" && !other.call_method0(method)?.is_none() {
                // Of a game that is over, no moves are asked.
                break;
            }
        }
        Ok(())
    }

    /// A move that is played leaves its position as it was, and leads to the same one again.
    fn check_play(&mut self, py: Python<'_>, position: u32, mv: Move, child: u32) -> PyResult<()> {
        let object = self.object(py, position)?.clone();
        let moves = PyList::empty(py);
        for edge in self.all[position as usize].moves.iter().flatten() {
            moves.append(self.moves.object(edge.mv))?;
        }
        let key = match &self.all[position as usize].key_object {
            Some(before) if self.keys == Keys::Method => {
                object.call_method0(intern!(py, "key"))?.eq(before)?
            }
            _ => true,
        };
        let same =
            key && py.get_type::<PyList>().call1((object.call_method0(intern!(py, "moves"))?,))?.eq(moves)?;
        let shown_move = shown(self.moves.object(mv).bind(py));
        if !same {
            let shown = shown(&object);
            return Err(error(format!(
                "play({shown_move}) changes the position that it is played in: {shown}"
            )));
        }
        let again = object.call_method1(intern!(py, "play"), (self.moves.object(mv),))?;
        if self.keys != Keys::Nothing && self.position(&again)? != child {
            let shown = shown(&object);
            return Err(error(format!(
                "play({shown_move}) leads somewhere else the second time, from {shown}"
            )));
        }
        Ok(())
    }

    /// A position, or a move, as Python shows it.
    pub(super) fn describe(&self, position: u32) -> String {
        Python::attach(|py| self.object(py, position).map_or_else(|_| "a position".to_owned(), shown))
    }

    /// What the library says about a game, with moves as Python shows them.
    pub(super) fn named(&self, said: &impl std::fmt::Display) -> String {
        self.moves.named(&said.to_string())
    }

    pub(super) fn move_object(&self, py: Python<'_>, mv: Move) -> Py<PyAny> {
        self.moves.object(mv).clone_ref(py)
    }

    pub(super) fn is_full(&self) -> bool {
        !self.checks && self.all.len() - self.free.len() > MOST
    }

    /// Forgets all positions but those of `path`.
    #[cold]
    pub(super) fn forget_all_but(&mut self, path: &[Place]) {
        self.ask((), |own, py| {
            own.by_hash.clear();
            for (number, position) in own.all.iter_mut().enumerate().skip(1) {
                let number = number as u32;
                if !path.iter().any(|place| place.position == number) {
                    if position.object.is_some() {
                        *position = Position::default();
                        own.free.push(number);
                    }
                    continue;
                }
                position.turns = None;
                position.moves.iter_mut().flatten().for_each(|edge| edge.child = NONE);
                if let Some(key) = &position.key_object {
                    position.alike = own.by_hash.insert(key.bind(py).hash()?, number);
                }
            }
            Ok(())
        });
    }

    /// Between visits that need no Python.
    #[cold]
    fn let_others_run(&mut self) {
        self.visits = 0;
        let is_time = self.last_turn.elapsed() >= TURN;
        self.ask((), |_, py| {
            if is_time {
                py.detach(|| ());
            }
            py.check_signals()
        });
        if is_time {
            self.last_turn = Instant::now();
        }
    }
}
