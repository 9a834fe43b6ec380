//! Progress bars for long work, with a time left that stays sensible when single steps take long.
//!
//! The estimate is the mean pace since the beginning. What the bar's library offers looks at the last seconds only, and
//! promises weeks whenever a game or a trial takes longer than that.

use std::fmt::Write;
use std::io::Write as _;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

/// How often figures beside the bar change, and how often a line is written where there is no bar.
const SHOW_EVERY: Duration = Duration::from_millis(200);
const LINE_EVERY: Duration = Duration::from_secs(30);

/// A bar with the time gone and left. Where none can be drawn, such as in a log, a line now and then tells as much.
pub(crate) struct Bar {
    pub(crate) drawn: ProgressBar,
    last_line: Instant,
    last_shown: Instant,
}

impl Bar {
    /// A bar of so many steps, all of them still to be done.
    pub(crate) fn new(steps: u64) -> Self {
        let style =
            ProgressStyle::with_template("{bar:32} {percent:>3}%  {msg}  {elapsed} gone, {rest} left")
                .unwrap_or_else(|_| ProgressStyle::default_bar())
                .with_key("rest", |state: &ProgressState, out: &mut dyn Write| {
                    let rest = rest(state.elapsed(), state.pos(), state.len().unwrap_or(0));
                    let _ = write!(out, "{}", shown(rest));
                });
        let drawn = ProgressBar::new(steps.max(1)).with_style(style);
        drawn.enable_steady_tick(Duration::from_millis(500));
        Self { drawn, last_line: Instant::now(), last_shown: Instant::now() }
    }

    /// Whether it is time to show something new: steps may end faster than anybody reads.
    pub(crate) fn is_due(&mut self) -> bool {
        let is_due = self.last_shown.elapsed() >= SHOW_EVERY;
        if is_due {
            self.last_shown = Instant::now();
        }
        is_due
    }

    /// Says how far it is.
    pub(crate) fn tell(&mut self, message: String) {
        let bar = &self.drawn;
        if bar.is_hidden() && self.last_line.elapsed() > LINE_EVERY {
            self.last_line = Instant::now();
            let rest = rest(bar.elapsed(), bar.position(), bar.length().unwrap_or(0));
            let _ = writeln!(std::io::stderr(), "{message}, about {} left", shown(rest));
        }
        bar.set_message(message);
    }
}

fn shown(rest: Option<Duration>) -> String {
    rest.map_or_else(|| "an unknown time".to_owned(), |rest| HumanDuration(rest).to_string())
}

/// What `done` of `steps` took, for the others; unknown before the first is done.
fn rest(elapsed: Duration, done: u64, steps: u64) -> Option<Duration> {
    let left = steps.saturating_sub(done) as f64;
    Duration::try_from_secs_f64(elapsed.as_secs_f64() * left / done as f64).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_takes_as_long_for_each_step_as_what_is_done() {
        let minute = Duration::from_secs(60);
        assert_eq!(rest(minute, 1, 4), Some(3 * minute));
        assert_eq!(rest(minute, 4, 4), Some(Duration::ZERO));
        assert_eq!(rest(minute, 0, 4), None);
        assert_eq!(rest(minute, 5, 4), Some(Duration::ZERO));
        assert_eq!(shown(rest(minute, 1, 4)), "3 minutes");
        assert_eq!(shown(None), "an unknown time");
    }
}
