//! Matches: engine against engine, for any game and number of players.
//!
//! A [`MatchPlan`] says who plays what; it comes to a number of games, each on a seeded random opening. Every
//! opening is played in every seating, which makes one *round*: what an opening or a seat gives away, it
//! gives to everybody. Rounds are what statistics are made of, since the games of one round are not
//! independent.
//!
//! A game depends on its plan and its number only (unless time is a limit): engines are built anew for each
//! game, their random choices are keyed by it, and lists and tables live as long as the game. So threads,
//! stops and kills change nothing, and a [`MatchStore`] can be gone on with.
//!
//! | file | what |
//! |---|---|
//! | `plan.rs` | what a match consists of, and the text that identifies it |
//! | `seats.rs` | who sits where |
//! | `opening.rs` | random openings |
//! | `game.rs` | one game: moves, and how endless ones end |
//! | `state.rs` | the games so far and what follows from them |
//! | `score.rs`, `sprt.rs` | score, Elo and intervals; the sequential test |
//! | `store.rs` | games in SQLite |
//! | `tune.rs` | narrowing windows by matches |
//! | `summary.rs` | all figures of a match; `report.rs` says what they mean, `games_text.rs` writes games |

mod error;
mod game;
mod games_text;
mod opening;
mod plan;
mod record;
mod report;
mod score;
mod seats;
mod sprt;
mod state;
mod store;
mod summary;
#[cfg(test)]
mod tests;
mod tune;

pub use self::error::MatchError;
pub use self::games_text::games_text;
pub use self::opening::Book;
pub use self::plan::{AtCap, Entrant, MatchPlan, MatchRequest, Rules};
pub use self::record::{Effort, End, GameRecord};
pub use self::report::{document, tuning_document};
pub use self::score::{Score, elo_of};
pub use self::seats::Seating;
pub use self::sprt::{Decision, Sprt};
pub use self::state::MatchState;
pub use self::store::MatchStore;
pub use self::summary::MatchSummary;
pub use self::tune::{Tuning, TuningError, TuningStep};
