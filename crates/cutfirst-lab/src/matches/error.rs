//! What can be wrong with a match, in the words that the user reads.

use cutfirst::engine::SearchError;
use cutfirst_games::board_game::EngineError;
use cutfirst_games::setup::SetupError;

use super::plan::MOST_ENTRANTS;
use super::seats::MOST_SEATINGS;

/// Why a match cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// The game cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Nobody, or too many.
    #[error("a match is between 2 to {MOST_ENTRANTS} players, not {0}; give --player for each")]
    Entrants(usize),
    /// Two players with one name.
    #[error("two players are called '{0}'; give one of them another name=")]
    SameName(String),
    /// A player who would think for ever.
    #[error(
        "player '{0}' has no limit; give depth=, time= or nodes= to him, or --depth, --time or --nodes to all"
    )]
    NoLimit(String),
    /// A player who cannot play the game.
    #[error("player '{0}': {1}")]
    Engine(String, EngineError),
    /// A program of somebody else that cannot play the game.
    #[error("player '{0}': {1}")]
    Foreign(String, String),
    /// A search that is impossible.
    #[error("player '{0}': {1}")]
    Search(String, SearchError),
    /// Not a whole number of rounds.
    #[error(
        "--games must be a multiple of {round}, since each opening is played in {round} seatings; {below}{above} would do"
    )]
    Games {
        /// Games per round.
        round: u32,
        /// The next smaller number with a word, or nothing.
        below: String,
        /// The next larger number.
        above: u32,
    },
    /// A number out of range.
    #[error("{0} must be from {1} to {2}, not {3}")]
    Range(&'static str, u64, u64, u64),
    /// Every position is there once.
    #[error("--repetitions 1 would end every game at once; choose 0 for never, or 2 and more")]
    Repetitions,
    /// Too many ways to sit.
    #[error("there are more than {MOST_SEATINGS} seatings; choose --seats rotate, or fewer players")]
    Seatings,
    /// All games are over before the opening is.
    #[error("no game lasts for {0} random plies; choose a smaller number for --openings")]
    NoOpening(u32),
    /// A book that holds no opening of this game, or a move that it does not have.
    #[error("--book: {0}")]
    Book(String),
    /// The test is for two.
    #[error("--sprt compares two players in a game for two; here are {0} in a game for {1}")]
    Sprt(usize, usize),
}
