//! Lab.

pub mod statistics;
