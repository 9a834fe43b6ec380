//! A seeded fragment of a game: an opening, then turns in which one player's positions are measured.
//!
//! Every random choice has a stream of its own, keyed by what it decides, so that no position depends on
//! what ran before it or on which thread.

use cutfirst::engine::{Searcher, Settings};
use cutfirst::random::Random;
use cutfirst::zobrist::mix;
use cutfirst_games::board_game::BoardGame;

use crate::cell::{Cell, Opening, Start, Turn};
use crate::trial::{SHALLOW, TrialError};

/// In varied openings one move out of so many is random.
const SLIPS: usize = 4;

/// How often an opening that ends the game is drawn anew.
const OPENINGS: u64 = 1000;

/// How many moves are played to find out whether an opening exists.
const PROBE: u32 = 6000;

/// What a random choice is for.
#[derive(Clone, Copy)]
enum Choice {
    Opening = 1,
    Neutral = 2,
    Opponent = 3,
    Length = 4,
    Slip = 5,
}

/// What the choices of a fragment are keyed by: nothing that any arm or depth has a part in.
pub(crate) fn key(cell: &Cell, seed: u64, number: u32) -> Vec<u64> {
    vec![seed, hash(&cell.game), cell.players as u64, cell.start as u64, u64::from(number)]
}

/// A text as a part of a key.
pub(crate) fn hash(text: &str) -> u64 {
    text.bytes().fold(text.len() as u64, |hash, byte| mix(hash ^ u64::from(byte)))
}

/// Looks for an opening of the first trial. If all games that are tried end before the opening does, returns how
/// many turns the longest of them had.
pub(crate) fn probe_opening<G: BoardGame>(
    start: &G,
    cell: &Cell,
    seed: u64,
) -> Result<Option<u32>, TrialError> {
    let mut fragment = Fragment::new(start.clone(), cell, key(cell, seed, 0))?;
    let (mut played, mut longest) = (0, 0);
    for attempt in 0..OPENINGS {
        fragment.game = start.clone();
        let plies = fragment.try_opening(attempt, PROBE)?;
        if fragment.game.outcome().is_none() {
            return Ok(None);
        }
        played += plies;
        longest = longest.max(plies);
        if played >= PROBE {
            break;
        }
    }
    Ok(Some(longest.div_ceil(fragment.plies(1).max(1))))
}

/// The game that is played.
pub(crate) struct Fragment<'a, G: BoardGame> {
    cell: &'a Cell,
    key: Vec<u64>,
    shallow: Box<dyn Searcher<G>>,
    game: G,
}

impl<'a, G: BoardGame> Fragment<'a, G> {
    /// Plays from `start` to where the measured turns begin.
    pub(crate) fn open(start: G, cell: &'a Cell, key: Vec<u64>) -> Result<Self, TrialError> {
        let mut fragment = Self::new(start, cell, key)?;
        if cell.start == Start::Midgame {
            fragment.play_opening()?;
        }
        Ok(fragment)
    }

    fn new(start: G, cell: &'a Cell, key: Vec<u64>) -> Result<Self, TrialError> {
        // Openings are the same for every grain and every order.
        let settings =
            Settings::plain(cell.players).with_combine(cell.combine).with_algorithm(cell.algorithm);
        let shallow = start
            .engine(&cell.evaluation, settings)
            .map_err(|error| TrialError::Engine("none".to_owned(), error))?;
        Ok(Self { cell, key, shallow, game: start })
    }

    fn random(&self, choice: Choice, attempt: u64, ply: u32) -> Random {
        let seat = u64::from(self.game.to_move().0);
        let own = [choice as u64, attempt, u64::from(ply), seat];
        Random::keyed(&[&self.key[..], &own].concat())
    }

    /// How many moves so many turns are.
    fn plies(&self, turns: u32) -> u32 {
        match self.cell.turn {
            Turn::Round => turns * self.game.players() as u32,
            Turn::Move => turns,
        }
    }

    fn play_opening(&mut self) -> Result<(), TrialError> {
        let start = self.game.clone();
        for attempt in 0..OPENINGS {
            self.game = start.clone();
            self.try_opening(attempt, u32::MAX)?;
            if self.game.outcome().is_none() {
                return Ok(());
            }
        }
        Err(TrialError::NoOpening(self.cell.to_string()))
    }

    /// Plays an opening, but no more than so many moves; returns how many it took.
    fn try_opening(&mut self, attempt: u64, most: u32) -> Result<u32, TrialError> {
        let turns = match self.cell.opening {
            Opening::Fixed => self.cell.opening_turns,
            Opening::Varied => {
                let turns = self.cell.opening_turns.max(1) as usize;
                1 + self.random(Choice::Length, attempt, 0).below(turns) as u32
            }
        };
        let mut ply = 0;
        while ply < self.plies(turns).min(most) && self.game.outcome().is_none() {
            let slip = self.cell.opening == Opening::Varied
                && self.random(Choice::Slip, attempt, ply).below(SLIPS) == 0;
            if slip {
                self.random_move(Choice::Opening, attempt, ply);
            } else {
                self.shallow_move(Choice::Opening, attempt, ply)?;
            }
            ply += 1;
        }
        Ok(ply)
    }

    /// Plays one of the moves that a shallow search finds best.
    fn shallow_move(&mut self, choice: Choice, attempt: u64, ply: u32) -> Result<(), TrialError> {
        let scores = self.shallow.score_moves(&self.game, SHALLOW)?;
        let best = scores.iter().map(|&(_, score)| score).max().unwrap_or(0);
        let moves: Vec<_> = scores.into_iter().filter(|&(_, score)| score == best).collect();
        let (mv, _) = moves[self.random(choice, attempt, ply).below(moves.len())];
        self.game.make(mv);
        Ok(())
    }

    fn random_move(&mut self, choice: Choice, attempt: u64, ply: u32) {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        let mv = moves[self.random(choice, attempt, ply).below(moves.len())];
        self.game.make(mv);
    }

    /// Hands every position in which the perspective player is to move to `search`, for as many turns as the
    /// cell says, and plays the move that it returns, or else one that no arm has a part in.
    pub(crate) fn measure(
        &mut self,
        mut search: impl FnMut(&G) -> Result<Option<G::Move>, TrialError>,
    ) -> Result<(), TrialError> {
        let perspective = self.game.to_move();
        let mut searches = 0;
        for ply in 0..self.plies(self.cell.turns) {
            if searches == self.cell.turns || self.game.outcome().is_some() {
                break;
            }
            if self.game.to_move() == perspective {
                match search(&self.game)? {
                    Some(mv) => {
                        self.game.make(mv);
                    }
                    None => self.shallow_move(Choice::Neutral, 0, ply)?,
                }
                searches += 1;
            } else {
                self.random_move(Choice::Opponent, 0, ply);
            }
        }
        Ok(())
    }
}
