//! Games written in Python, searched by the same code as all others.
//!
//! A position of such a game is an immutable Python object. `positions.rs` keeps what was asked about each of them, so that
//! Python is asked once: for its moves, its outcome, its evaluation, and for the position after each move. A search that comes
//! back to a position, by deepening or by another order of moves, then runs without Python.

mod check;
mod engine;
mod moves;
mod positions;
mod values;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cutfirst::evaluation::Evaluation;
use cutfirst::game::{Game, Outcome, Player};
use cutfirst::powers::{CaptureMoves, Captures, OutOfTurn, Powers};

pub(crate) use self::check::check_game;
pub(crate) use self::engine::PythonEngine;
use self::moves::Move;
use self::positions::{Place, Positions};

/// A position of a game written in Python. `TURNS` if the turn can be handed around.
pub(crate) struct PythonGame<const TURNS: bool> {
    positions: Arc<Mutex<Positions>>,
    /// The positions from the one that the search began with to this one, with what is asked of each: it is asked for often, and
    /// all that is known lies behind a lock.
    path: Vec<Place>,
    players: usize,
    slots: usize,
}

impl<const TURNS: bool> PythonGame<TURNS> {
    fn new(positions: &Arc<Mutex<Positions>>, position: u32) -> Self {
        let (players, slots, place) = {
            let mut known = lock(positions);
            (known.players(), known.slots(), known.place(position))
        };
        Self { positions: Arc::clone(positions), path: vec![place], players, slots }
    }

    #[inline]
    fn lock(&self) -> MutexGuard<'_, Positions> {
        lock(&self.positions)
    }

    #[inline]
    fn here(&self) -> &Place {
        &self.path[self.path.len() - 1]
    }

    #[inline]
    fn position(&self) -> u32 {
        self.here().position
    }
}

/// A panic while it was locked has left nothing half done that would matter: the whole is thrown away after any fault.
fn lock(positions: &Mutex<Positions>) -> MutexGuard<'_, Positions> {
    positions.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<const TURNS: bool> Clone for PythonGame<TURNS> {
    fn clone(&self) -> Self {
        Self { positions: Arc::clone(&self.positions), path: self.path.clone(), ..*self }
    }
}

/// Equal keys are one position.
impl<const TURNS: bool> PartialEq for PythonGame<TURNS> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl<const TURNS: bool> fmt::Debug for PythonGame<TURNS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lock().describe(self.position()))
    }
}

impl<const TURNS: bool> Game for PythonGame<TURNS> {
    type Move = Move;
    type Undo = ();
    type Powers = PythonPowers<TURNS>;

    #[inline]
    fn players(&self) -> usize {
        self.players
    }

    #[inline]
    fn to_move(&self) -> Player {
        Player(self.here().mover)
    }

    fn moves(&self, out: &mut Vec<Move>) {
        self.lock().moves(self.position(), out);
    }

    fn make(&mut self, mv: Move) {
        let mut positions = self.positions.lock().unwrap_or_else(PoisonError::into_inner);
        if positions.is_full() {
            positions.forget_all_but(&self.path);
        }
        let child = positions.child(self.path[self.path.len() - 1].position, mv);
        self.path.push(positions.place(child));
    }

    #[inline]
    fn unmake(&mut self, _mv: Move, (): ()) {
        self.path.pop();
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.here().outcome
    }

    #[inline]
    fn key(&self) -> u64 {
        self.here().key
    }

    #[inline]
    fn slot(&self, mv: Move) -> usize {
        mv.number() % self.slots
    }

    #[inline]
    fn slots(&self) -> usize {
        self.slots
    }
}

impl OutOfTurn for PythonGame<true> {
    fn set_turn(&mut self, player: Player) {
        set_turn(self, player);
    }
}

fn set_turn<const TURNS: bool>(game: &mut PythonGame<TURNS>, player: Player) {
    let mut positions = lock(&game.positions);
    if let Some(last) = game.path.last_mut() {
        let turned = positions.with_turn(last.position, player.0);
        *last = positions.place(turned);
    }
}

impl<const TURNS: bool> Captures for PythonGame<TURNS> {
    fn is_capture(&self, mv: Move) -> bool {
        self.lock().is_capture(self.position(), mv)
    }
}

/// Captures are none where the class does not tell them; turns as `TURNS` says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PythonPowers<const TURNS: bool>;

impl<const TURNS: bool> Powers<PythonGame<TURNS>> for PythonPowers<TURNS> {
    const SET_TURN: Option<fn(&mut PythonGame<TURNS>, Player)> = if TURNS { Some(set_turn) } else { None };
    const IS_CAPTURE: Option<fn(&PythonGame<TURNS>, Move) -> bool> = Some(PythonGame::is_capture);
    const CAPTURES: Option<CaptureMoves<PythonGame<TURNS>>> = Some(PythonGame::captures);
}

/// What the class says that a position is worth; nothing if it does not say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PythonEvaluation;

impl<const TURNS: bool> Evaluation<PythonGame<TURNS>> for PythonEvaluation {
    type Accumulator = ();

    /// The positions keep them.
    const IS_CACHED: bool = false;

    fn difference(&self, game: &PythonGame<TURNS>, (): &(), player: Player) -> Option<i32> {
        if game.here().outcome.is_some() {
            return None;
        }
        let values = game.lock().values(game.position());
        Some(values[player.index()] - values[1 - player.index()])
    }

    fn evaluate(&self, game: &PythonGame<TURNS>, (): &(), player: Player) -> i32 {
        game.lock().values(game.position())[player.index()]
    }
}
