//! When a search stops: depth, nodes, time, or because somebody says so.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// A clock: the time since some fixed moment. The library has none of its own unless the feature
/// `clock` is on, so that it runs where there is no system clock.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// Stops searches from another thread. It belongs to the [`Limit`] that it is given to and is never reset: a stop that
/// comes before the search begins ends it at once.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Signal>);

#[derive(Debug, Default)]
struct Signal {
    stopped: AtomicBool,
    /// Nanoseconds that are left to the search, plus one; 0 as long as there is no such limit.
    grace: AtomicU64,
}

impl Stop {
    /// One that nobody has used yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the search, which then returns the best move it has found.
    pub fn stop(&self) {
        self.0.stopped.store(true, Relaxed);
    }

    /// Gives the search `time` from now on, or less if its limit is nearer. Pondering is a search
    /// [until stopped](Limit::until_stopped) that gets a deadline once the expected move was played. Without a clock the
    /// search ends at once.
    pub fn within(&self, time: Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.0.grace.store(nanoseconds.saturating_add(1), Relaxed);
    }

    /// Whether a stop has been asked for.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Relaxed)
    }

    /// Whether both stop the same searches.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The time that was [given](Self::within) last, as a mark that changes with it, and as a duration.
    pub(crate) fn grace(&self) -> Option<(u64, Duration)> {
        match self.0.grace.load(Relaxed) {
            0 => None,
            mark => Some((mark, Duration::from_nanos(mark - 1))),
        }
    }
}

/// What a player's clock shows before a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GameClock {
    /// The time left.
    pub left: Duration,
    /// What is added after every move.
    pub increment: Duration,
    /// How many moves are to be made in the time left, if more is added then; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

impl GameClock {
    /// So much time for the rest of the game.
    #[must_use]
    pub fn new(left: Duration) -> Self {
        Self { left, increment: Duration::ZERO, moves_to_go: None }
    }

    /// With so much added after every move.
    #[must_use]
    pub fn with_increment(self, increment: Duration) -> Self {
        Self { increment, ..self }
    }

    /// With new time after so many moves.
    #[must_use]
    pub fn with_moves_to_go(self, moves: u32) -> Self {
        Self { moves_to_go: Some(moves), ..self }
    }

    /// How much of it an ordinary move should take.
    #[must_use]
    pub fn fair_share(&self) -> Duration {
        self.budget(Duration::ZERO).fair
    }

    /// How much of it this move should take, and how much it may take at the most, on a machine that may leave the search
    /// waiting for `lag`.
    fn budget(&self, lag: Duration) -> Budget {
        /// Until the end of a game there are about so many moves.
        const MOVES: u32 = 30;
        /// What the world outside may need to pass a move on, and a busy machine to look at the clock.
        const RESERVE: Duration = Duration::from_millis(300);
        // A busy machine takes the processor away for a while, again and again: what a search then takes beyond its plan must
        // not run the clock down to what each move adds, where the next such while would lose the game.
        let reserve = RESERVE.max(lag.saturating_mul(6));
        let usable = self.left.saturating_sub(reserve);
        // Even for the last move before new time some is kept, in case that the counts of moves disagree.
        let moves = self.moves_to_go.unwrap_or(MOVES).clamp(2, MOVES);
        let most = (usable / 4 + usable / (4 * moves)).max(self.left / 64);
        let comfort = self.left.as_secs_f64() / (2.0 * reserve.as_secs_f64());
        let fair = usable / moves + self.increment.mul_f64(0.6 * comfort.min(1.0));
        let fair = fair.saturating_sub(lag / 2).max(self.left / 256);
        Budget { fair: fair.min(most), most }
    }
}

/// Time for one search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    /// What an ordinary move should take: no depth is begun beyond it.
    pub(crate) fair: Duration,
    /// When the search ends in any case.
    pub(crate) most: Duration,
}

/// Limits of one search; whichever is reached first ends it.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Limit {
    /// The deepest iteration.
    pub depth: Option<u32>,
    /// The most nodes.
    pub nodes: Option<u64>,
    budget: Option<Budget>,
    game_clock: Option<GameClock>,
    clock: Option<Clock>,
    stop: Option<Stop>,
}

impl fmt::Debug for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, nodes, budget, game_clock, clock: _, stop: _ } = self;
        let mut text = f.debug_struct("Limit");
        text.field("depth", depth).field("nodes", nodes).field("budget", budget);
        text.field("game_clock", game_clock).finish()
    }
}

impl Limit {
    /// Limits the search to `depth` plies.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::by_system_clock() }
    }

    /// Limits the search to `nodes` nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::by_system_clock() }
    }

    /// Limits the search to `time` by the system's clock.
    #[cfg(feature = "clock")]
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self::default().with_time(time, system_clock())
    }

    /// Leaves it to the search how much of a player's clock this move takes: more where the best move is in doubt, less
    /// where it is not, and never so much that the clock runs out.
    #[cfg(feature = "clock")]
    #[must_use]
    pub fn game_clock(clock: GameClock) -> Self {
        Self::default().with_game_clock(clock, system_clock())
    }

    /// Lets the search go on until `stop` ends it, or nothing is left to search.
    #[must_use]
    pub fn until_stopped(stop: &Stop) -> Self {
        Self::by_system_clock().with_stop(stop)
    }

    /// Without a limit, but with a clock where there is one: it times the search.
    fn by_system_clock() -> Self {
        #[cfg(feature = "clock")]
        return Self { clock: Some(system_clock()), ..Self::default() };
        #[cfg(not(feature = "clock"))]
        Self::default()
    }

    /// Also limits the search to `depth` plies.
    #[must_use]
    pub fn with_depth(self, depth: u32) -> Self {
        Self { depth: Some(depth), ..self }
    }

    /// Also limits the search to `nodes` nodes.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..self }
    }

    /// Also limits the search to `time` by a clock of your own.
    #[must_use]
    pub fn with_time(self, time: Duration, clock: Clock) -> Self {
        Self { budget: Some(Budget { fair: time, most: time }), game_clock: None, clock: Some(clock), ..self }
    }

    /// Also limits the search by what a player's clock shows, measured by a clock of your own.
    #[must_use]
    pub fn with_game_clock(self, game_clock: GameClock, clock: Clock) -> Self {
        let budget = Some(game_clock.budget(Duration::ZERO));
        Self { budget, game_clock: Some(game_clock), clock: Some(clock), ..self }
    }

    /// With a clock of your own, which times the search and the [deadline](Stop::within) that it may get.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Self {
        Self { clock: Some(clock), ..self }
    }

    /// Lets `stop` end the search.
    #[must_use]
    pub fn with_stop(self, stop: &Stop) -> Self {
        Self { stop: Some(stop.clone()), ..self }
    }

    /// What the clock says now, if there is one.
    pub(crate) fn now(&self) -> Option<Duration> {
        self.clock.as_ref().map(|clock| clock())
    }

    /// The time for the search, if that is limited, where searches were seen to wait for `lag`.
    pub(crate) fn budget(&self, lag: Duration) -> Option<Budget> {
        self.game_clock.map(|clock| clock.budget(lag)).or(self.budget)
    }

    /// What may stop the search.
    pub(crate) fn stop(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    /// Whether nothing limits the search and nobody can stop it.
    pub(crate) fn is_endless(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.budget.is_none() && self.stop.is_none()
    }

    /// Whether the depth is all that limits the search.
    pub(crate) fn is_depth_alone(&self) -> bool {
        self.depth.is_some() && self.nodes.is_none() && self.budget.is_none()
    }
}

/// The system's monotonic clock.
#[cfg(feature = "clock")]
#[must_use]
pub fn system_clock() -> Clock {
    let start = std::time::Instant::now();
    Arc::new(move || start.elapsed())
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// However small the time left is, what a move may take leaves a good part of it.
    #[test]
    fn a_game_clock_never_runs_out() {
        for left in [1, 5, 50, 200, 2_000, 60_000] {
            for (increment, moves) in [(0, None), (20, None), (5_000, Some(1)), (0, Some(2)), (0, Some(40))] {
                let clock = GameClock { left: ms(left), increment: ms(increment), moves_to_go: moves };
                let Budget { fair, most } = clock.budget(Duration::ZERO);
                assert!(fair <= most && most <= ms(left).mul_f64(0.6), "{clock:?}: {fair:?}, {most:?}");
                assert!(most + ms(300) <= ms(left) || left < 600, "{clock:?}: {most:?}");
            }
        }
    }

    #[test]
    fn who_has_been_kept_waiting_keeps_more_in_reserve() {
        let clock = GameClock::new(ms(2_000)).with_increment(ms(20));
        let (calm, busy) = (clock.budget(Duration::ZERO), clock.budget(ms(400)));
        assert!(busy.most < calm.most && busy.most + ms(1_900) <= ms(2_000), "{busy:?}");
        assert!(clock.budget(Duration::MAX).most > Duration::ZERO);
        // Who has little left spends less than each move adds, even if he waits for ten times as long as he thinks.
        let little = GameClock::new(ms(300)).with_increment(ms(20));
        assert!(little.budget(ms(60)).fair < ms(2) && little.budget(Duration::ZERO).fair < ms(20));
    }

    #[test]
    fn few_moves_to_go_get_more_time() {
        let budget = |moves| {
            GameClock { moves_to_go: moves, ..GameClock::new(ms(30_000)) }.budget(Duration::ZERO).fair
        };
        assert!(budget(Some(2)) > budget(Some(10)) && budget(Some(10)) > budget(None));
        let with_increment = GameClock::new(ms(30_000)).with_increment(ms(1_000)).budget(Duration::ZERO).fair;
        assert_eq!(with_increment, budget(None) + ms(600));
    }

    #[test]
    fn a_stop_stays_and_a_deadline_can_be_set_again() {
        let stop = Stop::new();
        assert_eq!(stop.grace(), None);
        stop.within(ms(5));
        assert_eq!(stop.grace().map(|(_, time)| time), Some(ms(5)));
        stop.within(Duration::MAX);
        assert!(stop.grace().is_some_and(|(_, time)| time > ms(1_000_000)));
        stop.clone().stop();
        assert!(stop.is_stopped());
    }
}
