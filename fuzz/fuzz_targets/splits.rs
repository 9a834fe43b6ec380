#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cutfirst_fuzz::splits::check(data));
