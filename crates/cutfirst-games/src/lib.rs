//! Six board games with exact rules, their notations and evaluations, on the
//! [`Game`](cutfirst::game::Game) trait.
//!
//! Each game is one folder; [`board_game::BoardGame`] is what the laboratory and the program ask
//! of all of them, [`setup`] reads players and variants.

/// The README's code is run like all other.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod abalone;
pub mod board_game;
pub mod catalog;
pub mod checkers;
pub mod chinese_checkers;
pub mod focus;
pub mod formats;
pub mod learned;
pub mod line;
pub mod othello;
pub mod scene;
pub mod setup;
pub mod virus;

#[cfg(test)]
mod conform;
