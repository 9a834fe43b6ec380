//! Engines by what they do, whatever their evaluation is.

use crate::engine::{Engine, Report, Request, SearchError, Settings};
use crate::evaluation::Evaluation;
use crate::game::Game;
use crate::search::{Limit, Listener, Observer, Replay};

/// An engine whose evaluation does not matter to whoever uses it: the searches are compiled where the
/// engine is built, not where it is used.
///
/// Only [`Engine`] is one: methods may be added without notice.
pub trait Searcher<G: Game>: Send + sealed::Sealed {
    /// [`Engine::settings`].
    fn settings(&self) -> &Settings;

    /// [`Engine::answer`].
    ///
    /// # Errors
    /// As [`Engine::answer`].
    fn answer(
        &mut self,
        game: &G,
        request: &Request<G::Move>,
        progress: Option<&mut Listener<'_, G::Move>>,
    ) -> Result<Report<G::Move>, SearchError>;

    /// [`Engine::observe`].
    ///
    /// # Errors
    /// As [`Engine::observe`].
    fn observe(
        &mut self,
        game: &G,
        limit: &Limit,
        observer: &mut dyn Observer<G>,
    ) -> Result<Report<G::Move>, SearchError>;

    /// [`Engine::score_moves`].
    ///
    /// # Errors
    /// As [`Engine::score_moves`].
    fn score_moves(&mut self, game: &G, depth: u32) -> Result<Vec<(G::Move, i32)>, SearchError>;

    /// [`Engine::replay`].
    ///
    /// # Errors
    /// As [`Engine::replay`].
    fn replay(&mut self, game: &G, limit: &Limit) -> Result<Option<Replay>, SearchError>;

    /// [`Engine::minimal_tree`].
    ///
    /// # Errors
    /// As [`Engine::minimal_tree`].
    fn minimal_tree(&mut self, game: &G, limit: &Limit, score: i32) -> Result<Option<u64>, SearchError>;

    /// [`Engine::begin_turn`].
    fn begin_turn(&mut self, past: &[u64]);

    /// [`Engine::forget`].
    fn forget(&mut self);

    /// [`Engine::search`].
    ///
    /// # Errors
    /// As [`Engine::search`].
    fn search(&mut self, game: &G, limit: &Limit) -> Result<Report<G::Move>, SearchError> {
        self.answer(game, &limit.into(), None)
    }

    /// [`Engine::search_with`].
    ///
    /// # Errors
    /// As [`Engine::search`].
    fn search_with(
        &mut self,
        game: &G,
        limit: &Limit,
        progress: &mut Listener<'_, G::Move>,
    ) -> Result<Report<G::Move>, SearchError> {
        self.answer(game, &limit.into(), Some(progress))
    }
}

mod sealed {
    /// What nobody else can implement.
    pub trait Sealed {}
}

impl<G: Game, E: Evaluation<G>> sealed::Sealed for Engine<G, E> {}

impl<G: Game, E: Evaluation<G>> Searcher<G> for Engine<G, E> {
    fn settings(&self) -> &Settings {
        self.settings()
    }

    fn answer(
        &mut self,
        game: &G,
        request: &Request<G::Move>,
        progress: Option<&mut Listener<'_, G::Move>>,
    ) -> Result<Report<G::Move>, SearchError> {
        self.answer(game, request, progress)
    }

    fn observe(
        &mut self,
        game: &G,
        limit: &Limit,
        observer: &mut dyn Observer<G>,
    ) -> Result<Report<G::Move>, SearchError> {
        self.observe(game, limit, observer)
    }

    fn score_moves(&mut self, game: &G, depth: u32) -> Result<Vec<(G::Move, i32)>, SearchError> {
        self.score_moves(game, depth)
    }

    fn replay(&mut self, game: &G, limit: &Limit) -> Result<Option<Replay>, SearchError> {
        self.replay(game, limit)
    }

    fn minimal_tree(&mut self, game: &G, limit: &Limit, score: i32) -> Result<Option<u64>, SearchError> {
        self.minimal_tree(game, limit, score)
    }

    fn begin_turn(&mut self, past: &[u64]) {
        self.begin_turn(past);
    }

    fn forget(&mut self) {
        self.forget();
    }
}
