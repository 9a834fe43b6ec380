//! A plan spread over many machines that share nothing but a directory.
//!
//! [`cost`] says what a trial will take, [`split`] deals a plan's trials out to tasks that take about as long, and
//! [`study`] keeps plan and split in a directory, where each task is run by whoever has its number: an array job or
//! anything else that counts. [`status`] tells how far they are, [`merge`] joins what they found.

pub mod cost;
pub mod merge;
pub mod split;
pub mod status;
pub mod study;
