//! Positions to learn from.

use crate::game::Player;
use crate::powers::Cells;

/// Positions as the player to move saw them, with what was found out about them.
#[derive(Clone, Default, Debug)]
pub(super) struct Samples {
    cells: usize,
    gauges: usize,
    /// From how many players' views each position is kept: the one to move, or all, he first.
    views: usize,
    /// States of all cells, view by view, position by position.
    states: Vec<u8>,
    /// Values of all gauges: the player's own, then the next player's.
    values: Vec<u8>,
    pub(super) phases: Vec<u8>,
    /// What the evaluation that is corrected says without a search; nothing if there is none.
    pub(super) bases: Vec<i32>,
    /// The score of the search.
    pub(super) scores: Vec<i32>,
    /// How the game ended for the player, 1 for a win; negative if it did not end.
    pub(super) results: Vec<f32>,
}

impl Samples {
    pub(super) fn new<G: Cells>(game: &G, views: usize) -> Self {
        let gauges = game.gauges().len() * game.players();
        Self { cells: game.cells(), gauges, views, ..Self::default() }
    }

    pub(super) fn views(&self) -> usize {
        self.views
    }

    pub(super) fn len(&self) -> usize {
        self.scores.len()
    }

    pub(super) fn push<G: Cells>(&mut self, game: &G, score: i32, base: Option<i32>) {
        let players = game.players();
        for view in 0..self.views {
            let player = Player(((game.to_move().index() + view) % players) as u8);
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
        }
        self.bases.extend(base);
        self.phases.push(game.phase() as u8);
        self.scores.push(score);
        self.results.push(-1.0);
    }

    /// Takes over all positions of another.
    pub(super) fn append(&mut self, other: &mut Self) {
        self.states.append(&mut other.states);
        self.values.append(&mut other.values);
        self.phases.append(&mut other.phases);
        self.bases.append(&mut other.bases);
        self.scores.append(&mut other.scores);
        self.results.append(&mut other.results);
    }

    pub(super) fn states(&self, number: usize, view: usize) -> &[u8] {
        let at = number * self.views + view;
        &self.states[at * self.cells..(at + 1) * self.cells]
    }

    pub(super) fn values(&self, number: usize, view: usize) -> &[u8] {
        let at = number * self.views + view;
        &self.values[at * self.gauges..(at + 1) * self.gauges]
    }
}
