//! When a search stops: depth, nodes, time, or because somebody says so.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// A clock: the time since some fixed moment. The library has none of its own unless the feature
/// `clock` is on, so that it runs where there is no system clock.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// Stops a search from another thread.
#[derive(Clone, Debug, Default)]
pub struct StopHandle(Arc<AtomicBool>);

impl StopHandle {
    /// Asks the search to stop; it returns the best move of the last completed depth.
    pub fn stop(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether a stop has been asked for.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Relaxed)
    }

    /// Lets the next search run.
    pub(crate) fn reset(&self) {
        self.0.store(false, Relaxed);
    }
}

/// Limits of one search; whichever is reached first ends it.
#[derive(Clone, Default)]
pub struct Limit {
    /// The deepest iteration.
    pub depth: Option<u32>,
    /// The most nodes.
    pub nodes: Option<u64>,
    time: Option<Duration>,
    clock: Option<Clock>,
}

impl fmt::Debug for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, nodes, time, clock: _ } = self;
        f.debug_struct("Limit").field("depth", depth).field("nodes", nodes).field("time", time).finish()
    }
}

impl Limit {
    /// So many plies.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// So many nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// So much time by the system's clock.
    #[cfg(feature = "clock")]
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self::default().with_time(time, system_clock())
    }

    /// So much time for this move out of what a player has left by his clock: `left` for the rest of
    /// the game and `increment` after each move.
    #[cfg(feature = "clock")]
    #[must_use]
    pub fn game_clock(left: Duration, increment: Duration) -> Self {
        // A thirtieth of the rest and most of the increment leave enough for any length of game.
        let share = left / 30 + increment.mul_f64(0.8);
        Self::time(share.min(left.mul_f64(0.8)))
    }

    /// Also so many plies at the most.
    #[must_use]
    pub fn with_depth(self, depth: u32) -> Self {
        Self { depth: Some(depth), ..self }
    }

    /// Also so many nodes at the most.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..self }
    }

    /// Also so much time at the most, by a clock of your own.
    #[must_use]
    pub fn with_time(self, time: Duration, clock: Clock) -> Self {
        Self { time: Some(time), clock: Some(clock), ..self }
    }

    /// What the clock says now; zero without one.
    pub(crate) fn now(&self) -> Duration {
        self.clock.as_ref().map_or(Duration::ZERO, |clock| clock())
    }

    /// When the time is over, by the clock.
    pub(crate) fn deadline(&self) -> Option<Duration> {
        self.time.map(|time| self.now().saturating_add(time))
    }

    /// Whether nothing limits the search.
    pub(crate) fn is_endless(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.time.is_none()
    }
}

/// The system's monotonic clock.
#[cfg(feature = "clock")]
#[must_use]
pub fn system_clock() -> Clock {
    let start = std::time::Instant::now();
    Arc::new(move || start.elapsed())
}
