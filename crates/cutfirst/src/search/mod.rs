//! The searches, one file each.
//!
//! The way of a search is `deepening` → `alpha_beta` → `picker` → `table`. `alpha_beta` is the recursion that alpha-beta,
//! principal variation search, Best-Reply Search and Paranoid share: they differ in windows or in whose moves a node
//! holds (`turns`). `max_n` keeps one score per player. `minimax` prunes nothing and is what the others are tested
//! against.

mod alpha_beta;
mod best_reply;
mod combine;
mod counts;
mod deepening;
mod limit;
mod max_n;
mod minimax;
mod null_move;
mod observer;
#[cfg(feature = "threads")]
mod parallel;
mod picker;
pub(crate) mod picker_perft;
mod repetition;
mod replay;
mod root;
mod table;
mod techniques;
mod turns;
mod worker;

use std::fmt;
use std::str::FromStr;

pub use combine::Combine;
pub use counts::{Counts, Detail, LevelCuts};
pub(crate) use deepening::{Deepened, Found, Task, all_counts, all_details, bounds, minimal, oracle, run};
#[cfg(feature = "clock")]
pub use limit::system_clock;
pub(crate) use limit::{Budget, Lag};
pub use limit::{Clock, GameClock, Limit, Stop};
pub use observer::{Entered, Left, NodeKind, Observer};
#[cfg(feature = "threads")]
pub(crate) use parallel::Busy;
pub(crate) use repetition::Repetition;
pub use replay::Replay;
pub(crate) use root::opposite;
pub use root::{LineFound, Listener, MoveBegun, Progress};
pub use techniques::{Clipping, Techniques};
pub use turns::Side;
pub use worker::{FINISHED, MAX_DEPTH, MAX_QUIESCENCE, WIN};
pub(crate) use worker::{Tools, Worker};

/// How the tree is searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Algorithm {
    /// Everything, no pruning; two players.
    Minimax,
    /// Fail-soft alpha-beta; two players.
    AlphaBeta,
    /// Principal variation search; two players.
    Pvs,
    /// Best-Reply Search: one reply by any of the opponents.
    BestReply,
    /// All opponents against the root player, in turn.
    Paranoid,
    /// Everybody for himself.
    MaxN,
}

impl Algorithm {
    /// All of them.
    pub const ALL: &[Self] =
        &[Self::Minimax, Self::AlphaBeta, Self::Pvs, Self::BestReply, Self::Paranoid, Self::MaxN];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
            Self::Pvs => "pvs",
            Self::BestReply => "brs",
            Self::Paranoid => "paranoid",
            Self::MaxN => "max-n",
        }
    }

    /// Whether it is for two players only.
    #[must_use]
    pub const fn is_for_two(self) -> bool {
        matches!(self, Self::Minimax | Self::AlphaBeta | Self::Pvs)
    }

    /// Whether it searches with windows, which most techniques work on.
    #[must_use]
    pub const fn has_windows(self) -> bool {
        !matches!(self, Self::Minimax | Self::MaxN)
    }

    /// Whether it can use a transposition table.
    #[must_use]
    pub const fn can_use_table(self) -> bool {
        !matches!(self, Self::Minimax)
    }
}

/// Why a text does not name an [`Algorithm`], a way to [`Combine`], [`Techniques`] or widths for [`Clipping`], or a
/// [word](crate::engine::Word) does not take it: one line that says what was wrong and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ParseSettingError(String);

/// For readers of words of your own.
impl From<String> for ParseSettingError {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<ParseSettingError> for String {
    fn from(error: ParseSettingError) -> Self {
        error.0
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = ParseSettingError;

    fn from_str(text: &str) -> Result<Self, ParseSettingError> {
        let known = Self::ALL.iter().copied().find(|algorithm| algorithm.name() == text);
        known.ok_or_else(|| {
            let shown = crate::notation::excerpt(text);
            ParseSettingError(format!(
                "unknown algorithm '{}'; choose minimax, alpha-beta, pvs, brs, paranoid or max-n",
                shown.escape_debug()
            ))
        })
    }
}
