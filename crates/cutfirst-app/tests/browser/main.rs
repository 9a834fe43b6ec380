//! The page in a real browser. `cargo xtask test` runs these; they need Chromium and its driver, so a plain
//! `cargo test` leaves them out. By hand:
//!
//! ```text
//! cargo test -p cutfirst-app --test browser -- --ignored
//! ```
//!
//! With `CUTFIRST_SCREENSHOTS=1` the pictures in docs/images are made anew.

mod figures;
mod games;
mod keyboard;
mod page;
mod players;
mod screens;
mod searches;
mod session;
mod standing;
mod touch;
mod watching;
