//! The open table: protocols spoken by the real program, and programs of others that play badly or not at all.

mod conversation;
mod corpus;
#[cfg(target_os = "linux")]
mod faults;
mod gtp;
mod nboard;
mod ugi;
