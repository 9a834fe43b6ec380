//! A game being played, whoever shows it: the server and the terminal share all of this.
//!
//! `position` hides the type of the game, `record` is the course of play with undo and the ends that
//! belong to play and not to the rules, `played` adds who plays, `seat` by seat, `ask` says what to
//! search and `thinking` searches, with `engines` that are kept from move to move, `exact` solves, `chance` and `worth` say what
//! a score means, `file` writes games for other programs, `review` judges the moves of a game, `programs` lets others play,
//! `race` compares orders.

mod ask;
mod chance;
mod engines;
mod exact;
pub(crate) mod file;
mod played;
mod position;
mod programs;
mod race;
mod record;
mod review;
mod seat;
mod thinking;
mod worth;

pub(crate) use ask::{Ask, seat_words};
pub(crate) use engines::Engines;
pub(crate) use played::Played;
pub(crate) use position::{Position, Setting, Step, title};
pub(crate) use programs::Program;
pub(crate) use race::Race;
pub(crate) use record::{Ending, LONGEST, REPETITIONS, Record};
pub(crate) use seat::{Level, MAX_DEPTH, MAX_TIME_MS, Seat};
pub(crate) use thinking::DepthReached;
