//! Patterns as an evaluation, kept up to date from move to move.

use std::sync::Arc;

use super::expand::Model;
use super::layout::LayoutError;
use super::weights::Weights;
use super::{FINE, MOST_SCORE, SCORE_PER_LOGIT};
use crate::evaluation::Evaluation;
use crate::game::{MAX_PLAYERS, Player};
use crate::ordering::MovePrior;
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
        match &tally.0 {
            State::Judged(values) => values[player.index()] - values[player.next(2).index()],
            State::Kept(kept) => {
                let score = self.model(kept).map_or(0, |model| model.score(game, kept));
                if player == game.to_move() { score } else { -score }
            }
        }
    }

    /// What the patterns make of the position after `mv`, in which the game goes on; `None` if the move has to be made.
    #[inline]
    pub(super) fn judge_after<G: Cells>(&self, before: &G, tally: &Tally, mv: G::Move) -> Option<Tally> {
        let State::Kept(kept) = &tally.0 else { return None };
        let Some(model) = self.model(kept) else { return Some(Tally(State::Judged(Sums::default()))) };
        let phase = before.phase_after(mv)?;
        let values = match model.players {
            2 => model.values_after::<G, 1>(kept, before, mv, phase),
            3 => model.values_after::<G, 3>(kept, before, mv, phase),
            4 => model.values_after::<G, 4>(kept, before, mv, phase),
            5 => model.values_after::<G, 5>(kept, before, mv, phase),
            _ => model.values_after::<G, 6>(kept, before, mv, phase),
        };
        values.map(|values| Tally(State::Judged(values)))
    }

    #[inline]
    fn model(&self, kept: &Kept) -> Option<&Model> {
        self.0.get(kept.model as usize)
    }
}

/// What [`Patterns`] keep up to date, or the values of a position judged without the move to it being made.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally(State);

#[derive(Clone, PartialEq, Debug)]
enum State {
    Kept(Kept),
    /// What the position is worth to each player.
    Judged(Sums),
}

/// The index of every set of cells and, where leaves are judged by what a move changes, what each player makes of all of
/// them. Elsewhere only the one to move of two is asked at a leaf, and adding up his entries there costs less.
#[derive(Clone, PartialEq, Debug)]
struct Kept {
    /// Which of the models it is for.
    model: u32,
    phase: u32,
    sums: Sums,
    /// The indices of the positions on the way, those of the last one at the end.
    indices: Vec<u16>,
    /// Sums and phases before the moves that were made.
    before: Vec<(Sums, u32)>,
}

type Sums = [i32; MAX_PLAYERS];

impl Kept {
    /// The indices of the position.
    #[inline]
    fn indices(&self, model: &Model) -> &[u16] {
        &self.indices[self.indices.len() - model.stride..]
    }
}

impl Default for Tally {
    fn default() -> Self {
        Self(State::Kept(Kept {
            model: u32::MAX,
            phase: 0,
            sums: Sums::default(),
            indices: Vec::new(),
            before: Vec::new(),
        }))
    }
}

impl Model {
    /// What one of two players makes of all sets.
    #[inline]
    fn sum_of_two(&self, phase: usize, indices: &[u16], player: usize) -> i32 {
        let table = &self.tables[phase][player * self.entries..];
        let values = indices.iter().zip(&self.starts).map(|(&index, &start)| {
            table.get(start as usize + usize::from(index)).map_or(0, |&value| i32::from(value))
        });
        values.sum()
    }

    /// What each player makes of all sets.
    fn sums(&self, phase: usize, indices: &[u16]) -> Sums {
        let mut sums = Sums::default();
        if !self.keeps_sums {
            return sums;
        }
        if self.players == 2 {
            sums[0] = self.sum_of_two(phase, indices, 0);
            sums[1] = self.sum_of_two(phase, indices, 1);
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

    /// Brings the indices up to date with a move; `told` where each table begins, and the old and new index.
    #[inline(always)]
    fn step<G: Cells>(
        &self,
        indices: &mut [u16],
        before: &G,
        mv: G::Move,
        mut told: impl FnMut(usize, u16, u16),
    ) {
        if self.stride == 0 {
            return before.changes(mv, &mut |cell, state| {
                let old = before.state(cell) as u16;
                self.users[cell].iter().for_each(|user| told(user.start as usize, old, state as u16));
            });
        }
        let last = indices.len().wrapping_sub(1);
        before.changes(mv, &mut |cell, state| {
            let step = (state as u16).wrapping_sub(before.state(cell) as u16);
            for user in &self.users[cell] {
                // The number of indices is a power of two.
                let index = &mut indices[usize::from(user.set) & last];
                let old = *index;
                *index = old.wrapping_add(step.wrapping_mul(user.step));
                told(user.start as usize, old, *index);
            }
        });
    }

    /// By how much a move changes what each of `PLAYERS` makes of all sets, and the indices with it.
    #[inline(always)]
    fn differences<G: Cells, const PLAYERS: usize>(
        &self,
        table: &[i16],
        indices: &mut [u16],
        before: &G,
        mv: G::Move,
    ) -> [i32; PLAYERS] {
        let mut differences = [0; PLAYERS];
        self.step(indices, before, mv, |start, old, new| {
            let entry = |index: u16| {
                let at = start + usize::from(index) * PLAYERS;
                table.get(at..at + PLAYERS).and_then(|entry| entry.first_chunk::<PLAYERS>())
            };
            if let (Some(old), Some(new)) = (entry(old), entry(new)) {
                for player in 0..PLAYERS {
                    differences[player] += i32::from(new[player]) - i32::from(old[player]);
                }
            }
        });
        differences
    }

    fn apply<G: Cells>(&self, kept: &mut Kept, before: &G, mv: G::Move) {
        let end = kept.indices.len();
        kept.indices.extend_from_within(end - self.stride..);
        let indices = &mut kept.indices[end..];
        if !self.keeps_sums {
            return self.step(indices, before, mv, |_, _, _| ());
        }
        kept.before.push((kept.sums, kept.phase));
        let phase = before.phase_after(mv).unwrap_or_else(|| before.phase());
        if phase != kept.phase as usize {
            self.step(indices, before, mv, |_, _, _| ());
            (kept.sums, kept.phase) = (self.sums(phase, indices), phase as u32);
            return;
        }
        let sums = &mut kept.sums;
        match self.players {
            2 => {
                let (first, second) = self.tables[phase].split_at(self.entries);
                self.step(indices, before, mv, |start, old, new| {
                    let (old, new) = (start + usize::from(old), start + usize::from(new));
                    sums[0] += i32::from(first[new]) - i32::from(first[old]);
                    sums[1] += i32::from(second[new]) - i32::from(second[old]);
                });
            }
            3 => self.add::<G, 3>(sums, phase, indices, before, mv),
            4 => self.add::<G, 4>(sums, phase, indices, before, mv),
            5 => self.add::<G, 5>(sums, phase, indices, before, mv),
            _ => self.add::<G, 6>(sums, phase, indices, before, mv),
        }
    }

    fn add<G: Cells, const PLAYERS: usize>(
        &self,
        sums: &mut Sums,
        phase: usize,
        indices: &mut [u16],
        before: &G,
        mv: G::Move,
    ) {
        let differences = self.differences::<G, PLAYERS>(&self.tables[phase], indices, before, mv);
        for (sum, difference) in sums.iter_mut().zip(differences) {
            *sum += difference;
        }
    }

    /// What the position after a move is worth to each player, if there are few enough sets to look at a copy of the
    /// indices; of two only he who is to move then is asked, who is the other one.
    #[inline(always)]
    fn values_after<G: Cells, const ASKED: usize>(
        &self,
        kept: &Kept,
        before: &G,
        mv: G::Move,
        phase: usize,
    ) -> Option<Sums> {
        let next = if ASKED == 1 { 1 - before.to_move().index() } else { 0 };
        let indices = kept.indices(self);
        let sums = match self.stride {
            0 => self.sums_after::<G, ASKED, 0>(kept, &[], before, mv, (phase, next)),
            64 => self.sums_after::<G, ASKED, 64>(kept, indices.first_chunk()?, before, mv, (phase, next)),
            128 => self.sums_after::<G, ASKED, 128>(kept, indices.first_chunk()?, before, mv, (phase, next)),
            512 => self.sums_after::<G, ASKED, 512>(kept, indices.first_chunk()?, before, mv, (phase, next)),
            _ => return None,
        };
        let gauge = |gauge, player| before.gauge_after(mv, gauge, player);
        if ASKED == 1 {
            let value = sums[0] + self.beside(phase, Player(next as u8), gauge);
            return Some(halves(in_score(value), next));
        }
        let mut values = Sums::default();
        for ((value, sum), beside) in values.iter_mut().zip(sums).zip(self.beside_all::<ASKED>(phase, gauge))
        {
            *value = in_score(sum + beside);
        }
        Some(values)
    }

    #[inline(always)]
    fn sums_after<G: Cells, const ASKED: usize, const SETS: usize>(
        &self,
        kept: &Kept,
        indices: &[u16; SETS],
        before: &G,
        mv: G::Move,
        (phase, next): (usize, usize),
    ) -> [i32; ASKED] {
        let mut indices = *indices;
        let table = &self.tables[phase][next * self.entries..];
        let mut sums = self.differences::<G, ASKED>(table, &mut indices, before, mv);
        if phase == kept.phase as usize {
            for (sum, before) in sums.iter_mut().zip(&kept.sums[next..]) {
                *sum += before;
            }
        } else {
            // The phase ends with this move.
            let all = self.sums(phase, &indices);
            sums.copy_from_slice(&all[next..next + ASKED]);
        }
        sums
    }

    /// What counts beside the sets, to `player`.
    #[inline]
    fn beside(&self, phase: usize, player: Player, value: impl Fn(usize, Player) -> usize) -> i32 {
        let mut sum = self.bias[phase];
        for (number, gauge) in self.gauges[phase].iter().enumerate() {
            for other in Player::all(self.players) {
                let table = if other == player { &gauge.own } else { &gauge.other };
                sum += table.get(value(number, other)).map_or(0, |&value| i32::from(value));
            }
        }
        sum
    }

    /// The same to each of `PLAYERS`.
    #[inline]
    fn beside_all<const PLAYERS: usize>(
        &self,
        phase: usize,
        value: impl Fn(usize, Player) -> usize,
    ) -> [i32; PLAYERS] {
        let mut sums = [self.bias[phase]; PLAYERS];
        for (number, gauge) in self.gauges[phase].iter().enumerate() {
            let mut of_others = 0;
            for (sum, player) in sums.iter_mut().zip(Player::all(PLAYERS)) {
                let value = value(number, player);
                let worth = |table: &[i16]| table.get(value).map_or(0, |&value| i32::from(value));
                of_others += worth(&gauge.other);
                *sum += worth(&gauge.own) - worth(&gauge.other);
            }
            for sum in &mut sums {
                *sum += of_others;
            }
        }
        sums
    }

    /// What the position is worth to `player`, in weights.
    #[inline]
    fn value<G: Cells>(&self, game: &G, kept: &Kept, player: Player) -> i32 {
        let phase = game.phase();
        let sum = if self.keeps_sums && phase == kept.phase as usize {
            kept.sums[player.index()]
        } else if self.players == 2 {
            self.sum_of_two(phase, kept.indices(self), player.index())
        } else {
            self.sums(phase, kept.indices(self))[player.index()]
        };
        sum + self.beside(phase, player, |gauge, player| game.gauge(gauge, player))
    }

    /// The score of the player to move, of two.
    #[inline]
    fn score<G: Cells>(&self, game: &G, kept: &Kept) -> i32 {
        in_score(self.value(game, kept, game.to_move()))
    }
}

/// A sum of weights as a score, of which a finished game outweighs any.
#[inline]
fn in_score(value: i32) -> i32 {
    (value / FINE).clamp(-MOST_SCORE, MOST_SCORE)
}

/// The values of two players that differ by the score of the one to move.
#[inline]
fn halves(score: i32, to_move: usize) -> Sums {
    let half = score >> 1;
    let mut values = Sums::default();
    values[to_move & 1] = score - half;
    values[to_move & 1 ^ 1] = -half;
    values
}

impl<G: Cells> Evaluation<G> for Patterns {
    type Accumulator = Tally;

    fn prior(&self, game: &G) -> Option<MovePrior> {
        self.weights(game)?.prior().filter(|prior| prior.fits(game)).cloned()
    }

    fn accumulate(&self, game: &G) -> Tally {
        let Some(number) = self.0.iter().position(|model| model.weights.fit(game)) else {
            return Tally::default();
        };
        let model = &self.0[number];
        let mut indices = vec![0_u16; model.stride.max(model.starts.len())];
        for (cell, users) in model.users.iter().enumerate() {
            let state = game.state(cell) as u16;
            for user in users {
                indices[usize::from(user.set)] += user.step * state;
            }
        }
        let phase = game.phase();
        let sums = model.sums(phase, &indices);
        indices.truncate(model.stride);
        let (model, phase) = (number as u32, phase as u32);
        Tally(State::Kept(Kept { model, phase, sums, indices, before: Vec::new() }))
    }

    #[inline]
    fn apply(&self, tally: &mut Tally, before: &G, mv: G::Move) {
        if let State::Kept(kept) = &mut tally.0
            && let Some(model) = self.model(kept)
        {
            model.apply(kept, before, mv);
        }
    }

    #[inline]
    fn revert(&self, tally: &mut Tally, _before: &G, _mv: G::Move) {
        if let State::Kept(kept) = &mut tally.0
            && let Some(model) = self.model(kept)
        {
            kept.indices.truncate(kept.indices.len() - model.stride);
            if let Some((sums, phase)) = kept.before.pop() {
                (kept.sums, kept.phase) = (sums, phase);
            }
        }
    }

    #[inline]
    fn after(&self, before: &G, tally: &Tally, mv: G::Move) -> Option<Tally> {
        if G::TELLS_ENDS { self.judge_after(before, tally, mv) } else { None }
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
        let kept = match &tally.0 {
            State::Judged(values) => return values[player.index()],
            State::Kept(kept) => kept,
        };
        let Some(model) = self.model(kept) else { return 0 };
        if model.players > 2 {
            return in_score(model.value(game, kept, player));
        }
        halves(model.score(game, kept), game.to_move().index())[player.index()]
    }
}
