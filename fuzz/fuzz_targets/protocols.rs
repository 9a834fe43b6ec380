#![no_main]

#[path = "../src/protocols.rs"]
mod protocols;

libfuzzer_sys::fuzz_target!(|data: &[u8]| protocols::check(data));
