//! The laboratory: seeded experiments on game-tree search, their results and what they mean.
//!
//! A [`plan`] says what to measure; it expands into [`cell::Cell`]s, each of which is measured in
//! [`trial`]s; finished trials go into a [`store`] at once; [`statistics`] and [`summary`] make
//! sense of them, and a report shows them beside the [`published`] figures. A [`rank`]ing compares orders, in nodes and in time. A [`cluster`] runs what is too
//! much for one machine.

/// The README's code is run like all other.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod abalone;
pub mod arm;
pub mod cell;
pub mod cluster;
pub mod draft;
pub mod duration;
pub mod engine_spec;
pub mod export;
pub mod forecast;
pub mod foreign;
mod fragment;
pub mod matches;
mod named;
pub mod plain;
pub mod plan;
pub mod published;
pub mod rank;
pub mod report;
pub mod reproduce;
pub mod run;
pub mod statistics;
mod stopwatch;
pub mod store;
pub mod summary;
pub mod train;
pub mod trial;
pub mod words;
