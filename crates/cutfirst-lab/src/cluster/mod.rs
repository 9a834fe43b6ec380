//! A plan spread over many machines that share nothing but a directory.
//!
//! [`cost`] says what a trial will take, [`split`] divides a plan into parts that take about as long, and
//! [`study`] keeps plan and split in a directory, where each part is run by whoever has its number: an array
//! job of [`slurm`] or anything else that counts. A [`heartbeat`] tells from outside how a part is getting
//! on, and [`status`] sums them up.

pub mod cost;
pub mod heartbeat;
pub mod slurm;
pub mod split;
pub mod status;
pub mod study;
