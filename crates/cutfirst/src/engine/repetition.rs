//! Positions that were already there: whoever is not behind does not come back to them.
//!
//! Rules against endless games belong to whoever plays the game ([`Game`]), mostly in that a position that comes back
//! too often makes a draw. An engine with equal or better chances gives these away by going round in circles. It is
//! told of the game's past and then leaves out, at the root only, the moves that bring a position of it back. Below the
//! root nothing changes, so that scores do not depend on how a position came about.

use super::Engine;
use crate::evaluation::Evaluation;
use crate::game::Game;

impl<G: Game, E: Evaluation<G>> Engine<G, E> {
    /// Begins a turn of a game in which positions with these keys were there before: the table ages, and the past
    /// counts for [`Settings::avoid_repeats`](super::Settings::avoid_repeats).
    pub fn begin_turn(&mut self, past: &[u64]) {
        self.past.clear();
        self.past.extend_from_slice(past);
        self.age();
    }

    /// The moves that the search leaves out because they bring back what was there.
    pub(super) fn avoided(&self, game: &G, legal: &[G::Move]) -> Vec<G::Move> {
        // What a draw is worth is known between two only.
        if !self.settings.avoid_repeats || self.past.is_empty() || self.players != 2 || self.is_behind(game) {
            return Vec::new();
        }
        let repeats = legal.iter().copied().filter(|&mv| self.past.contains(&key_after(game, mv)));
        let repeats: Vec<_> = repeats.collect();
        if repeats.len() < legal.len() { repeats } else { Vec::new() }
    }

    /// By its own evaluation, without a search.
    fn is_behind(&self, game: &G) -> bool {
        let accumulator = self.evaluation.accumulate(game);
        let value = |player| self.evaluation.evaluate(game, &accumulator, player);
        let mover = game.to_move();
        value(mover) < value(mover.next(2))
    }
}

fn key_after<G: Game>(game: &G, mv: G::Move) -> u64 {
    let mut after = game.clone();
    after.make(mv);
    after.key()
}
