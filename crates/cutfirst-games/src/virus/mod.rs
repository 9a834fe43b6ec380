//! virus
