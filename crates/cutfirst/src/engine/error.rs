//! Why a position cannot be searched.

use crate::search::MAX_DEPTH;

/// Why a position cannot be searched.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// There is no move to find.
    #[error("the game is already over")]
    GameOver,
    /// No depth to search.
    #[error("the depth must be from 1 to {MAX_DEPTH}, not {0}")]
    Depth(u32),
    /// A limit that allows nothing.
    #[error("the number of nodes must be at least 1")]
    NoNodes,
    /// A fixed depth that is not given.
    #[error("a search without deepening needs a depth")]
    NeedsDepth,
    /// Nothing ever stops the search.
    #[error("a search needs a limit: depth, nodes, time, or somebody who can stop it")]
    Endless,
    /// No line to report.
    #[error("at least one line has to be searched")]
    NoLines,
    /// A margin by which a move would have to be better than the best.
    #[error("the margin of variety must be at least 0, not {0}")]
    Variety(i32),
    /// No move is left to choose from.
    #[error(
        "of the legal moves none is left: those to choose from are all left out, or none of them is legal"
    )]
    NoChoice,
    /// Nobody to play a game.
    #[error("a game needs at least one engine")]
    NoEngine,
    /// The engine was built for another game.
    #[error("the engine was built for {0} players and {1} slots, not for {2} and {3}")]
    OtherGame(usize, usize, usize, usize),
    /// Steps of a search that has none to tell of.
    #[error("only alpha-beta, pvs, brs and paranoid on one thread can be observed")]
    CannotObserve,
    /// Tree sizes of a search that has no such bounds.
    #[error("the algorithm 'max-n' has no replay bound; choose alpha-beta, brs or paranoid")]
    NoBounds,
    /// The game broke its contract: there are moves in a finished game or none in one that goes on, or
    /// [`Settings::check_game`](super::Settings::check_game) found what else is wrong.
    #[error("the game is wrong: {0}")]
    WrongGame(String),
}
