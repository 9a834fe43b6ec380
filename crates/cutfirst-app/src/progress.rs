//! Progress bars for long work, with a time left that stays sensible when single steps take long.
//!
//! The estimate is the mean pace since the beginning. What the bar's library offers looks at the last seconds only, and
//! promises weeks whenever a game or a trial takes longer than that.

use std::fmt::Write;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

/// A bar of so many steps, all of them still to be done, with the time gone and left.
pub(crate) fn bar(steps: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:32} {percent:>3}%  {msg}  {elapsed} gone, {rest} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rest", |state: &ProgressState, out: &mut dyn Write| {
            let rest = rest(state.elapsed(), state.pos(), state.len().unwrap_or(0));
            let _ = write!(out, "{}", shown(rest));
        });
    let bar = ProgressBar::new(steps.max(1)).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// For lines where no bar can be drawn: "about 5 minutes left".
pub(crate) fn about_left(bar: &ProgressBar) -> String {
    format!("about {} left", shown(rest(bar.elapsed(), bar.position(), bar.length().unwrap_or(0))))
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
