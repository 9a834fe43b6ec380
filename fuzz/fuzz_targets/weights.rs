#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cutfirst_fuzz::weights::check(data));
