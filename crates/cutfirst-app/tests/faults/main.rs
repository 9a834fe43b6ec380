//! Faults of the machine: a full disk, directories that may not be written to, no more file handles, signals at
//! any moment, and clocks that are set back. Each ends in one line and the right exit code, and the same command
//! goes on to the same end (docs/RELIABILITY.md).

#![cfg(target_os = "linux")]

mod clock;
mod disk;
mod every_write;
mod handles;
mod locks;
mod read_only;
mod signals;
mod soak;
mod terminal;
mod threads;
mod two_writers;
mod work;

#[path = "../program/mod.rs"]
mod program;

#[path = "../server/running.rs"]
#[allow(dead_code)]
mod running;
