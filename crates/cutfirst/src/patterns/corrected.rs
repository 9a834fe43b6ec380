//! Another evaluation, and what was learned to be wrong with it.

use super::evaluation::{Patterns, Tally};
use crate::evaluation::Evaluation;
use crate::game::Player;
use crate::ordering::MovePrior;
use crate::powers::Cells;

/// An evaluation made by hand with a correction by learned patterns. Its scores are in the unit of the former. With weights
/// that correct nothing but stand for themselves, the evaluation is left aside.
#[derive(Clone, Debug)]
pub struct Corrected<E> {
    base: Option<E>,
    patterns: Patterns,
}

impl<E> Corrected<E> {
    /// What `base` says, corrected, if the weights were learned for that.
    pub fn new(base: E, patterns: Patterns) -> Self {
        Self { base: patterns.correct().then_some(base), patterns }
    }
}

impl<G: Cells, E: Evaluation<G>> Evaluation<G> for Corrected<E> {
    type Accumulator = (E::Accumulator, Tally);

    fn prior(&self, game: &G) -> Option<MovePrior> {
        self.patterns.prior(game)
    }

    fn accumulate(&self, game: &G) -> Self::Accumulator {
        let base = self.base.as_ref().map(|base| base.accumulate(game));
        (base.unwrap_or_default(), self.patterns.accumulate(game))
    }

    #[inline]
    fn apply(&self, (of_base, tally): &mut Self::Accumulator, before: &G, mv: G::Move) {
        if let Some(base) = &self.base {
            base.apply(of_base, before, mv);
        }
        self.patterns.apply(tally, before, mv);
    }

    #[inline]
    fn revert(&self, (of_base, tally): &mut Self::Accumulator, before: &G, mv: G::Move) {
        if let Some(base) = &self.base {
            base.revert(of_base, before, mv);
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
        let of_base = self.base.as_ref()?.after(before, of_base, mv)?;
        Some((of_base, self.patterns.after(before, tally, mv)?))
    }

    #[inline]
    fn difference(&self, game: &G, (of_base, tally): &Self::Accumulator, player: Player) -> Option<i32> {
        let Some(base) = &self.base else { return self.patterns.difference(game, tally, player) };
        Some(base.difference(game, of_base, player)? + self.patterns.correction(game, tally, player))
    }

    #[inline]
    fn evaluate(&self, game: &G, (of_base, tally): &Self::Accumulator, player: Player) -> i32 {
        let base = self.base.as_ref().map_or(0, |base| base.evaluate(game, of_base, player));
        base + self.patterns.evaluate(game, tally, player)
    }
}
