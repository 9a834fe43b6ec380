//! Patterns as an evaluation, kept up to date from move to move.

use std::sync::Arc;

use super::expand::Model;
use super::layout::LayoutError;
use super::weights::Weights;
use super::{FINE, MOST_SCORE, SCORE_PER_LOGIT};
use crate::evaluation::Evaluation;
use crate::game::{MAX_PLAYERS, Player};
use crate::powers::Cells;

/// An evaluation by learned weights. With two players it is the mover's view that counts; with more, each player has a
/// view of his own.
#[derive(Clone, Debug)]
pub struct Patterns(Arc<Vec<Model>>);

impl Patterns {
    /// An evaluation for games like `game`.
    ///
    /// # Errors
    /// If the weights are for another game.
    pub fn new<G: Cells>(game: &G, weights: Weights) -> Result<Self, LayoutError> {
        weights.check(game)?;
        Ok(Self(Arc::new(vec![Model::new(game, weights)])))
    }

    /// An evaluation for several games, each with a position and weights of its own; those that do not fit are left out. A
    /// position that none is for is worth nothing to anybody.
    pub fn of_several<G: Cells>(models: impl IntoIterator<Item = (G, Weights)>) -> Self {
        let fitting = models.into_iter().filter(|(game, weights)| weights.fit(game));
        Self(Arc::new(fitting.map(|(game, weights)| Model::new(&game, weights)).collect()))
    }

    /// Whether there are weights for such a game.
    #[must_use]
    pub fn fit<G: Cells>(&self, game: &G) -> bool {
        self.0.iter().any(|model| model.weights.fit(game))
    }

    /// The weights for such a game.
    #[must_use]
    pub fn weights<G: Cells>(&self, game: &G) -> Option<&Weights> {
        self.0.iter().map(|model| &model.weights).find(|weights| weights.fit(game))
    }

    /// Whether the weights are a correction of another evaluation.
    #[must_use]
    pub fn correct(&self) -> bool {
        self.0.iter().any(|model| model.weights.note(super::BASE).is_some())
    }

    /// The chance to win that a score stands for.
    #[must_use]
    pub fn chance(score: i32) -> f64 {
        1.0 / (1.0 + (-f64::from(score) / SCORE_PER_LOGIT).exp())
    }

    /// What the patterns make of a game of two that goes on, to `player`.
    #[inline]
    pub(super) fn correction<G: Cells>(&self, game: &G, tally: &Tally, player: Player) -> i32 {
        let score = self.model(tally).map_or(0, |model| model.score(game, tally));
        if player == game.to_move() { score } else { -score }
    }

    #[inline]
    fn model(&self, tally: &Tally) -> Option<&Model> {
        self.0.get(tally.model as usize)
    }
}

/// What [`Patterns`] keep up to date: the index of every set of cells; with more than two players also what each makes of
/// all of them. Of two only the one to move is asked at a leaf, and adding up his entries there costs less.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    /// Which of the models it is for.
    model: u32,
    phase: u32,
    sums: Sums,
    indices: Vec<u16>,
    /// Sums and phases before the moves that were made.
    before: Vec<(Sums, u32)>,
}

type Sums = [i32; MAX_PLAYERS];

impl Default for Tally {
    fn default() -> Self {
        Self { model: u32::MAX, phase: 0, sums: Sums::default(), indices: Vec::new(), before: Vec::new() }
    }
}

impl Model {
    /// What one of two players makes of all sets.
    #[inline]
    fn sum_of_two(&self, phase: usize, indices: &[u16], player: Player) -> i32 {
        let table = &self.tables[phase][player.index() * self.entries..];
        let values = indices.iter().zip(&self.starts).map(|(&index, &start)| {
            table.get(start as usize + usize::from(index)).map_or(0, |&value| i32::from(value))
        });
        values.sum()
    }

    /// What each player makes of all sets.
    fn sums(&self, phase: usize, indices: &[u16]) -> Sums {
        let mut sums = Sums::default();
        if self.players == 2 {
            return sums;
        }
        let Some(table) = self.tables.get(phase) else { return sums };
        for (&index, &start) in indices.iter().zip(&self.starts) {
            let entry = start as usize + usize::from(index) * self.players;
            if let Some(values) = table.get(entry..entry + self.players) {
                for (sum, &value) in sums.iter_mut().zip(values) {
                    *sum += i32::from(value);
                }
            }
        }
        sums
    }

    /// A cell's state has become greater by `step`.
    #[inline(always)]
    fn change<const PLAYERS: usize>(
        &self,
        table: &[i16],
        (sums, indices): (&mut Sums, &mut [u16]),
        cell: usize,
        step: u16,
    ) {
        for user in &self.users[cell] {
            let set = usize::from(user.set);
            let old = indices[set];
            let new = old.wrapping_add(step.wrapping_mul(user.step));
            indices[set] = new;
            let start = self.starts[set] as usize;
            let entry = |index: u16| {
                let at = start + usize::from(index) * PLAYERS;
                table[at..].first_chunk::<PLAYERS>()
            };
            if let (Some(old), Some(new)) = (entry(old), entry(new)) {
                for player in 0..PLAYERS {
                    sums[player] += i32::from(new[player]) - i32::from(old[player]);
                }
            }
        }
    }

    /// Brings all indices up to date with a move, or with one taken back.
    #[inline]
    fn step<G: Cells>(&self, indices: &mut [u16], before: &G, mv: G::Move, change: impl Fn(u16, u16) -> u16) {
        before.changes(mv, &mut |cell, state| {
            let step = change(before.state(cell) as u16, state as u16);
            for user in &self.users[cell] {
                let index = &mut indices[usize::from(user.set)];
                *index = index.wrapping_add(step.wrapping_mul(user.step));
            }
        });
    }

    fn apply<G: Cells, const PLAYERS: usize>(&self, tally: &mut Tally, before: &G, mv: G::Move) {
        let table = &self.tables[tally.phase as usize][..];
        let (sums, indices) = (&mut tally.sums, &mut tally.indices[..]);
        before.changes(mv, &mut |cell, state| {
            let step = (state as u16).wrapping_sub(before.state(cell) as u16);
            self.change::<PLAYERS>(table, (sums, indices), cell, step);
        });
    }

    /// What the position is worth to `player`, in weights.
    #[inline]
    fn value<G: Cells>(&self, game: &G, tally: &Tally, player: Player) -> i32 {
        let phase = game.phase();
        let sums;
        let sum = if self.players == 2 {
            self.sum_of_two(phase, &tally.indices, player)
        } else if phase == tally.phase as usize {
            tally.sums[player.index()]
        } else {
            sums = self.sums(phase, &tally.indices);
            sums[player.index()]
        };
        let mut value = sum + self.bias[phase];
        for (number, gauge) in self.gauges[phase].iter().enumerate() {
            for other in Player::all(self.players) {
                let table = if other == player { &gauge.own } else { &gauge.other };
                value += table.get(game.gauge(number, other)).map_or(0, |&value| i32::from(value));
            }
        }
        value
    }

    /// The score of the player to move, of two.
    #[inline]
    fn score<G: Cells>(&self, game: &G, tally: &Tally) -> i32 {
        in_score(self.value(game, tally, game.to_move()))
    }
}

/// A sum of weights as a score, of which a finished game outweighs any.
#[inline]
fn in_score(value: i32) -> i32 {
    (value / FINE).clamp(-MOST_SCORE, MOST_SCORE)
}

impl<G: Cells> Evaluation<G> for Patterns {
    type Accumulator = Tally;

    fn accumulate(&self, game: &G) -> Tally {
        let Some(number) = self.0.iter().position(|model| model.weights.fit(game)) else {
            return Tally::default();
        };
        let model = &self.0[number];
        let mut indices = vec![0_u16; model.starts.len()];
        for (cell, users) in model.users.iter().enumerate() {
            let state = game.state(cell) as u16;
            for user in users {
                indices[usize::from(user.set)] += user.step * state;
            }
        }
        let phase = game.phase();
        let sums = model.sums(phase, &indices);
        Tally { model: number as u32, phase: phase as u32, sums, indices, before: Vec::new() }
    }

    #[inline]
    fn apply(&self, tally: &mut Tally, before: &G, mv: G::Move) {
        let Some(model) = self.model(tally) else { return };
        if model.players == 2 {
            return model.step(&mut tally.indices, before, mv, |old, new| new.wrapping_sub(old));
        }
        let phase = before.phase();
        if phase != tally.phase as usize {
            tally.sums = model.sums(phase, &tally.indices);
            tally.phase = phase as u32;
        }
        tally.before.push((tally.sums, tally.phase));
        match model.players {
            3 => model.apply::<G, 3>(tally, before, mv),
            4 => model.apply::<G, 4>(tally, before, mv),
            5 => model.apply::<G, 5>(tally, before, mv),
            _ => model.apply::<G, 6>(tally, before, mv),
        }
    }

    #[inline]
    fn revert(&self, tally: &mut Tally, before: &G, mv: G::Move) {
        let Some(model) = self.model(tally) else { return };
        model.step(&mut tally.indices, before, mv, u16::wrapping_sub);
        if let Some((sums, phase)) = tally.before.pop() {
            (tally.sums, tally.phase) = (sums, phase);
        }
    }

    #[inline]
    fn difference(&self, game: &G, tally: &Tally, player: Player) -> Option<i32> {
        if game.outcome().is_some() {
            return None;
        }
        Some(self.correction(game, tally, player))
    }

    #[inline]
    fn evaluate(&self, game: &G, tally: &Tally, player: Player) -> i32 {
        let Some(model) = self.model(tally) else { return 0 };
        if model.players > 2 {
            return in_score(model.value(game, tally, player));
        }
        // Both halves differ by the whole.
        let score = model.score(game, tally);
        let half = score >> 1;
        if player == game.to_move() { score - half } else { -half }
    }
}
