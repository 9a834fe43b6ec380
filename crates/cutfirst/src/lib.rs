//! Game-tree search that *searches first the moves that cut*, for deterministic board games with
//! perfect information and two to six players.
//!
//! A game implements [`game::Game`]; extra [`powers`](mod@powers) are traits of their own; a static
//! [`evaluation::Evaluation`] judges positions. An [`engine::Engine`] finds moves, by any
//! [`search::Algorithm`] and any stack of [`ordering`] heuristics, among them the [`adaptive`] lists of
//! History-ADS. [`testkit::Conformance`] checks a game, [`testkit::check_searches`] the searches on it.
//!
//! The [`guide`] goes from the first game to an app with levels and pondering.
//!
//! # A complete game
//!
//! Tic-tac-toe, checked against the known counts and in random games, and a move from the engine:
//!
//! ```
#![doc = include_str!("../examples/tic_tac_toe.rs")]
//! ```

/// The README's code is run like all other.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod adaptive;
pub mod engine;
pub mod evaluation;
pub mod game;
pub mod guide;
pub mod notation;
pub mod ordering;
pub mod patterns;
pub mod perft;
pub mod powers;
pub mod random;
pub mod search;
pub mod table;
pub mod testkit;
#[cfg(feature = "serde")]
mod words;
pub mod zobrist;

pub use engine::{Engine, Level, Report, Request, Settings};
pub use evaluation::{Evaluation, NoEvaluation};
pub use game::{Game, Outcome, Player};
pub use notation::Notation;
pub use ordering::Order;
pub use powers::NoPowers;
pub use search::{Algorithm, Limit, Stop};
pub use testkit::Conformance;
