//! The API, spoken to a really running server.

mod analysis;
mod games;
mod guard;
mod load;
mod page;
mod rude;
mod running;
