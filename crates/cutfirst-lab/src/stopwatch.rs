//! How long this thread has worked. Not how long it took: on a machine with other work to do, that would mostly
//! measure the others.

use std::time::Duration;

/// A moment of this thread's working time.
pub(crate) struct Stopwatch(Duration);

impl Stopwatch {
    /// Begins now.
    pub(crate) fn start() -> Self {
        Self(worked())
    }

    /// Seconds of work since it began.
    pub(crate) fn seconds(&self) -> f64 {
        worked().saturating_sub(self.0).as_secs_f64()
    }
}

#[cfg(unix)]
fn worked() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Elsewhere the time that went by has to do.
#[cfg(not(unix))]
fn worked() -> Duration {
    static BEGIN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    BEGIN.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time() {
        let watch = Stopwatch::start();
        let mut sum = 0u64;
        while watch.seconds() < 0.01 {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(sum > 0);
    }

    #[cfg(unix)]
    #[test]
    fn waiting_takes_none() {
        let watch = Stopwatch::start();
        std::thread::sleep(Duration::from_millis(60));
        assert!(watch.seconds() < 0.05, "{}", watch.seconds());
    }
}
