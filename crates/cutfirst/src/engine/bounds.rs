//! How small and how large the tree of a search can be.

use super::{Engine, SearchError, Watchers};
use crate::evaluation::Evaluation;
use crate::game::Game;
use crate::search::{Algorithm, Limit, Replay, Worker, bounds, minimal};

impl<G: Game, E: Evaluation<G>> Engine<G, E> {
    /// How many nodes fixed-depth alpha-beta needs in generation order, with each node's best move first
    /// and with it last, by the turns of this engine's algorithm, without table, order or techniques.
    /// `None` if a limit other than the depth struck. Takes memory for every interior node.
    ///
    /// # Errors
    /// If the game is over, no depth is given, or the algorithm keeps one score per player.
    pub fn replay(&mut self, game: &G, limit: &Limit) -> Result<Option<Replay>, SearchError> {
        let depth = self.check_bounds(game, limit)?;
        self.with_worker(game, limit, |worker| bounds(worker, depth))
    }

    /// The fewest nodes that prove the score of a search to the limit's depth. Looks at the whole tree.
    ///
    /// # Errors
    /// If the game is over, no depth is given, or the algorithm keeps one score per player.
    pub fn minimal_tree(&mut self, game: &G, limit: &Limit, score: i32) -> Result<Option<u64>, SearchError> {
        let depth = self.check_bounds(game, limit)?;
        self.with_worker(game, limit, |worker| minimal(worker, depth, score))
    }

    fn check_bounds(&self, game: &G, limit: &Limit) -> Result<u32, SearchError> {
        self.check(game, &limit.into())?;
        if self.settings.algorithm == Algorithm::MaxN {
            return Err(SearchError::NoBounds);
        }
        limit.depth.ok_or(SearchError::NeedsDepth)
    }

    fn with_worker<R>(
        &mut self,
        game: &G,
        limit: &Limit,
        work: impl FnOnce(&mut Worker<'_, G, E>) -> R,
    ) -> Result<R, SearchError> {
        let result = self.with_workers(game, limit, Watchers::default(), |worker, _, _| work(worker));
        Ok(result)
    }
}
