//! The laboratory through the real program: what is stored does not depend on threads, shards, kills
//! and stops; what cannot be done is refused in one line, and nothing is harmed by it.

mod bench;
mod commands;
mod damage;
mod dump;
mod merge;
mod one_writer;
mod plans;
mod report;
mod same_rows;
#[cfg(target_os = "linux")]
mod slurm;
mod split;
mod stops;

#[path = "../program/mod.rs"]
mod program;
