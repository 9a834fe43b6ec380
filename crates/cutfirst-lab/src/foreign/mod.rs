//! Engines of others at our table: another program that speaks UGI, NBoard or GTP.
//!
//! `words.rs` reads what is said about one, `process.rs` starts it and ends it whatever happens, and `talk.rs` has the
//! protocols. A program that crashes, hangs, talks nonsense or plays what is not legal has lost that game; it is started anew
//! for the next one.

#[cfg(unix)]
mod process;
#[cfg(not(unix))]
#[path = "no_process.rs"]
mod process;
mod talk;
mod words;

use std::time::Duration;

#[cfg(unix)]
pub use self::process::{supervise, supervise_with};
pub use self::talk::Guest;
pub use self::words::{Foreign, Language};
pub(crate) use self::words::{HELP, Words, unquoted, words};

/// What a foreign engine did wrong. Every message is one line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GuestFault {
    /// It could not be started, or does not play this game.
    #[error("{0}")]
    Unfit(String),
    /// It is no longer there.
    #[error("it ended instead of answering")]
    Crashed,
    /// It said nothing that was asked for.
    #[error("no answer within {} s", .0.as_secs_f64())]
    Silent(Duration),
    /// It took more time than it had.
    #[error("{} ms for a move that may take {} ms", .0.as_millis(), .1.as_millis())]
    Late(Duration, Duration),
    /// It played what is not legal.
    #[error("{0}")]
    Illegal(String),
}
