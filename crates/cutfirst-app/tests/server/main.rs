//! The API, spoken to a really running server.

mod access;
mod analysis;
mod arbitrary;
#[cfg(target_os = "linux")]
mod connections;
#[cfg(target_os = "linux")]
mod faults;
mod games;
mod guard;
mod load;
mod page;
mod rude;
mod running;
mod together;
