#![no_main]
// The program's own modules, of which the server needs most.
#![allow(dead_code, unused_imports)]

#[path = "../../crates/cutfirst-app/src/search_report.rs"]
mod search_report;
#[path = "../../crates/cutfirst-app/src/server/mod.rs"]
mod server;
#[path = "../../crates/cutfirst-app/src/session/mod.rs"]
mod session;
#[path = "../../crates/cutfirst-app/src/trace.rs"]
mod trace;

libfuzzer_sys::fuzz_target!(|data: &[u8]| server::arbitrary::stored::check(data));
