//! Positions to learn from.

use crate::game::Player;
use crate::powers::Cells;

/// Positions as the player to move saw them, with what was found out about them.
#[derive(Clone, Default, Debug)]
pub(super) struct Samples {
    cells: usize,
    gauges: usize,
    /// States of all cells, position by position.
    states: Vec<u8>,
    /// Values of all gauges: the player's own, then the next player's.
    values: Vec<u8>,
    pub(super) phases: Vec<u8>,
    /// The score of the search.
    pub(super) scores: Vec<i32>,
    /// How the game ended for the player, 1 for a win; negative if it did not end.
    pub(super) results: Vec<f32>,
}

impl Samples {
    pub(super) fn new<G: Cells>(game: &G) -> Self {
        let gauges = game.gauges().len() * game.players();
        Self { cells: game.cells(), gauges, ..Self::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.scores.len()
    }

    pub(super) fn push<G: Cells>(&mut self, game: &G, score: i32) {
        let (player, players) = (game.to_move(), game.players());
        let start = self.states.len();
        self.states.resize(start + self.cells, 0);
        for cell in 0..self.cells {
            self.states[start + game.place(cell, player)] = game.seen_by(game.state(cell), player) as u8;
        }
        for gauge in 0..game.gauges().len() {
            for step in 0..players {
                let other = Player(((player.index() + step) % players) as u8);
                self.values.push(game.gauge(gauge, other) as u8);
            }
        }
        self.phases.push(game.phase() as u8);
        self.scores.push(score);
        self.results.push(-1.0);
    }

    /// Takes over all positions of another.
    pub(super) fn append(&mut self, other: &mut Self) {
        self.states.append(&mut other.states);
        self.values.append(&mut other.values);
        self.phases.append(&mut other.phases);
        self.scores.append(&mut other.scores);
        self.results.append(&mut other.results);
    }

    pub(super) fn states(&self, number: usize) -> &[u8] {
        &self.states[number * self.cells..(number + 1) * self.cells]
    }

    pub(super) fn values(&self, number: usize) -> &[u8] {
        &self.values[number * self.gauges..(number + 1) * self.gauges]
    }
}
