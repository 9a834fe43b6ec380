//! Waiting for what takes a scheduler its time.

use std::thread::sleep;
use std::time::{Duration, Instant};

/// Waits for something that must come within so many seconds.
pub(crate) fn within(seconds: u64, what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(seconds), "in vain for {seconds} s: {what}");
        sleep(Duration::from_millis(50));
    }
}
