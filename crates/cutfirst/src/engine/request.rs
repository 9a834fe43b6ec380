//! What is asked of one search.

use super::Level;
use crate::search::Limit;

/// One search: its limit, and what else is wanted of it. What is left open is as the
/// [settings](super::Settings) have it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Request<M> {
    /// When the search stops.
    pub limit: Limit,
    /// How many best lines to report.
    pub lines: Option<usize>,
    /// Play a random one among the moves that are at most so much worse than the best.
    pub variety: Option<i32>,
    /// Choose from these moves only, where some were named.
    pub only: Option<Vec<M>>,
    /// Do not choose any of these.
    pub except: Vec<M>,
    /// Play no better than this.
    pub level: Option<Level>,
}

impl<M> Request<M> {
    /// A search to a limit.
    #[must_use]
    pub fn new(limit: Limit) -> Self {
        Self { limit, lines: None, variety: None, only: None, except: Vec::new(), level: None }
    }

    /// With so many best lines.
    #[must_use]
    pub fn with_lines(self, lines: usize) -> Self {
        Self { lines: Some(lines), ..self }
    }

    /// Plays a random one among the moves that are at most `margin` worse than the best.
    #[must_use]
    pub fn with_variety(self, margin: i32) -> Self {
        Self { variety: Some(margin), ..self }
    }

    /// Chooses from these moves only. If none of them is legal, nothing is searched and the answer is
    /// [`SearchError::NoChoice`](super::SearchError::NoChoice).
    #[must_use]
    pub fn only(self, moves: impl Into<Vec<M>>) -> Self {
        Self { only: Some(moves.into()), ..self }
    }

    /// Leaves these moves out.
    #[must_use]
    pub fn except(self, moves: impl Into<Vec<M>>) -> Self {
        Self { except: moves.into(), ..self }
    }

    /// Plays at a level; the limit holds besides.
    #[must_use]
    pub fn with_level(self, level: Level) -> Self {
        Self { level: Some(level), ..self }
    }
}

impl<M> From<Limit> for Request<M> {
    fn from(limit: Limit) -> Self {
        Self::new(limit)
    }
}

impl<M> From<&Limit> for Request<M> {
    fn from(limit: &Limit) -> Self {
        Self::new(limit.clone())
    }
}
