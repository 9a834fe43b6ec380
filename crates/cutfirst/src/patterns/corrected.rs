//! Another evaluation, and what was learned to be wrong with it.

use super::evaluation::{Patterns, Tally};
use crate::evaluation::Evaluation;
use crate::game::Player;
use crate::ordering::MovePrior;
use crate::powers::Cells;

/// An evaluation made by hand with a correction by learned patterns. Its scores are in the unit of the former. Weights that
/// correct nothing but stand for themselves take its place wherever they fit.
#[derive(Clone, Debug)]
pub struct Corrected<E> {
    base: E,
    patterns: Patterns,
}

impl<E> Corrected<E> {
    /// What `base` says, corrected or replaced by `patterns`.
    pub fn new(base: E, patterns: Patterns) -> Self {
        Self { base, patterns }
    }
}

impl<G: Cells, E: Evaluation<G>> Evaluation<G> for Corrected<E> {
    /// Nothing is kept of an evaluation that is replaced.
    type Accumulator = (Option<E::Accumulator>, Tally);

    fn prior(&self, game: &G) -> Option<MovePrior> {
        self.patterns.prior(game)
    }

    fn accumulate(&self, game: &G) -> Self::Accumulator {
        let replaced = !self.patterns.correct() && self.patterns.fit(game);
        let of_base = (!replaced).then(|| self.base.accumulate(game));
        (of_base, self.patterns.accumulate(game))
    }

    #[inline]
    fn apply(&self, (of_base, tally): &mut Self::Accumulator, before: &G, mv: G::Move) {
        if let Some(of_base) = of_base {
            self.base.apply(of_base, before, mv);
        }
        self.patterns.apply(tally, before, mv);
    }

    #[inline]
    fn revert(&self, (of_base, tally): &mut Self::Accumulator, before: &G, mv: G::Move) {
        if let Some(of_base) = of_base {
            self.base.revert(of_base, before, mv);
        }
        self.patterns.revert(tally, before, mv);
    }

    #[inline]
    fn after(
        &self,
        before: &G,
        (of_base, tally): &Self::Accumulator,
        mv: G::Move,
    ) -> Option<Self::Accumulator> {
        let Some(of_base) = of_base else { return Some((None, self.patterns.after(before, tally, mv)?)) };
        let of_base = self.base.after(before, of_base, mv)?;
        Some((Some(of_base), self.patterns.judge_after(before, tally, mv)?))
    }

    #[inline]
    fn difference(&self, game: &G, (of_base, tally): &Self::Accumulator, player: Player) -> Option<i32> {
        let Some(of_base) = of_base else { return self.patterns.difference(game, tally, player) };
        Some(self.base.difference(game, of_base, player)? + self.patterns.correction(game, tally, player))
    }

    #[inline]
    fn evaluate(&self, game: &G, (of_base, tally): &Self::Accumulator, player: Player) -> i32 {
        let of_base = of_base.as_ref().map_or(0, |of_base| self.base.evaluate(game, of_base, player));
        of_base + self.patterns.evaluate(game, tally, player)
    }
}
