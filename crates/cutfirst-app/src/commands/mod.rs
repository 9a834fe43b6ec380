//! The commands, one file each.

pub(crate) mod bench;
pub(crate) mod convert;
pub(crate) mod engine;
pub(crate) mod games;
pub(crate) mod lab;
pub(crate) mod matches;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod rank;
pub(crate) mod reproduce;
pub(crate) mod search;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod train;
pub(crate) mod tune;
