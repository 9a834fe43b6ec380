//! Whole games between engines.

use super::{Request, SearchError, Searcher};
use crate::game::{Game, Outcome};

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Ending {
    /// By the game's own rules.
    Finished(Outcome),
    /// A position came back too often: a draw.
    Repetition,
    /// It took too long.
    TooLong,
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct PlayedGame<G: Game> {
    /// The last position.
    pub game: G,
    /// All moves.
    pub moves: Vec<G::Move>,
    /// How it ended.
    pub ending: Ending,
}

/// Ends a game that would go on for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PlayRules {
    /// With so many visits of one position the game is drawn; 0 for never.
    pub repetitions: usize,
    /// After so many moves the game is broken off.
    pub moves: usize,
}

impl PlayRules {
    /// With a draw at so many visits of one position; 0 for never.
    #[must_use]
    pub fn with_repetitions(self, repetitions: usize) -> Self {
        Self { repetitions, ..self }
    }

    /// Broken off after so many moves.
    #[must_use]
    pub fn with_moves(self, moves: usize) -> Self {
        Self { moves, ..self }
    }
}

impl Default for PlayRules {
    /// Three visits, a thousand moves.
    fn default() -> Self {
        Self { repetitions: 3, moves: 1000 }
    }
}

/// Plays a game to its end. Engines sit in turn order; if there are fewer than players, they take several seats in turn. Each
/// is told of the game's past and keeps what it has learned.
///
/// ```
/// # use cutfirst::engine::{Ending, Engine, PlayRules, Searcher, Settings, play_game};
/// # use cutfirst::search::Limit;
/// # use cutfirst::evaluation::NoEvaluation;
/// # fn play<G: cutfirst::game::Game>(start: &G) {
/// let engine = || Engine::new(start, NoEvaluation, Settings::strongest_for(start)).unwrap();
/// let (mut first, mut second) = (engine(), engine());
/// let mut seats: [&mut dyn Searcher<G>; 2] = [&mut first, &mut second];
/// let played = play_game(start, &mut seats, &Limit::nodes(1000).into(), PlayRules::default()).unwrap();
/// assert!(!played.moves.is_empty());
/// # }
/// ```
///
/// # Errors
/// If an engine cannot search, or there is none.
pub fn play_game<G: Game>(
    start: &G,
    engines: &mut [&mut dyn Searcher<G>],
    request: &Request<G::Move>,
    rules: PlayRules,
) -> Result<PlayedGame<G>, SearchError> {
    let (mut game, mut moves, mut past) = (start.clone(), Vec::new(), Vec::new());
    let ending = loop {
        if let Some(outcome) = game.outcome() {
            break Ending::Finished(outcome);
        }
        past.push(game.key());
        let visits = past.iter().filter(|&&key| key == game.key()).count();
        if rules.repetitions > 0 && visits >= rules.repetitions {
            break Ending::Repetition;
        }
        if moves.len() >= rules.moves {
            break Ending::TooLong;
        }
        let seats = engines.len();
        let place = game.to_move().index().checked_rem(seats).ok_or(SearchError::NoEngine)?;
        engines[place].begin_turn(&past);
        let mv = engines[place].answer(&game, request, None)?.best;
        game.make(mv);
        moves.push(mv);
    };
    Ok(PlayedGame { game, moves, ending })
}
