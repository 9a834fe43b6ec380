//! The commands, one file each.

pub(crate) mod bench;
pub(crate) mod games;
pub(crate) mod perft;
pub(crate) mod search;
