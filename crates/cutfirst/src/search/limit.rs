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
        /// Half of what is left beyond twice the reserve is kept as well, up to so much.
        const MORE_RESERVE: Duration = Duration::from_millis(400);
        /// With less than that left, a part of what every move adds is saved: a machine that does something else for the better
        /// part of a second is rare, but a game has hundreds of moves.
        const COMFORT: Duration = Duration::from_secs(2);
        /// With less than that there is no time to look at a clock.
        const NOTHING_LEFT: Duration = Duration::from_millis(10);
        // A busy machine takes the processor away for a while, again and again: what a search then takes beyond its plan must
        // not run the clock down to what each move adds, where the next such while would lose the game.
        let reserve = RESERVE + (self.left.saturating_sub(2 * RESERVE) / 2).min(MORE_RESERVE);
        let reserve = reserve.max(lag.saturating_mul(6));
        let usable = self.left.saturating_sub(reserve);
        // Even for the last move before new time some is kept, in case that the counts of moves disagree.
        let moves = self.moves_to_go.unwrap_or(MOVES).clamp(2, MOVES);
        let comfort = self.left.as_secs_f64() / (2.0 * reserve.as_secs_f64()).max(COMFORT.as_secs_f64());
        let share = (usable / moves).saturating_add(self.increment.mul_f64(0.6 * comfort.min(1.0)));
        // Whoever waits for longer than he may think goes by nodes, so few that he is seldom kept waiting at all: the clock
        // gains by what each move adds, until there is enough to think and to wait.
        let is_short = share <= lag / 2 || self.left <= lag.saturating_mul(4) || self.left <= NOTHING_LEFT;
        let fair = share.saturating_sub(lag / 2).max(self.left / 256);
        let most = (usable / 4 + usable / (4 * moves)).min(fair.saturating_mul(8)).max(self.left / 64);
        Budget { fair: fair.min(most), most, is_short }
    }
}

/// How long the machine keeps searches waiting: the longest while of late. What was long ago counts less and less.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lag(Duration);

impl Lag {
    /// A search was kept waiting for so long at the most.
    pub(crate) fn learn(&mut self, waited: Duration) {
        self.0 = waited.max(self.0 - self.0 / 16);
    }

    pub(crate) fn get(self) -> Duration {
        self.0
    }
}

/// Time for one search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    /// What an ordinary move should take: no depth is begun beyond it.
    pub(crate) fair: Duration,
    /// When the search ends in any case.
    pub(crate) most: Duration,
    /// Whether so little is left that the search had better go by [nodes](Self::nodes) than by the clock.
    is_short: bool,
}

impl Budget {
    fn exactly(time: Duration) -> Self {
        Self { fair: time, most: time, is_short: false }
    }

    /// The nodes that a choice among so many moves may take, if these are what limits the search.
    pub(crate) fn nodes(&self, moves: usize) -> Option<u64> {
        self.is_short.then_some(100 + 4 * moves as u64)
    }
}

/// Limits of one search; whichever is reached first ends it.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Limit {
    /// The deepest iteration.
    pub depth: Option<u32>,
    /// The most nodes.
    pub nodes: Option<u64>,
    time: Option<Time>,
    clock: Option<Clock>,
    stop: Option<Stop>,
}

/// How time limits a search.
#[derive(Clone, Copy, Debug)]
enum Time {
    Budget(Budget),
    Game(GameClock),
}

impl fmt::Debug for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, nodes, time, clock: _, stop: _ } = self;
        f.debug_struct("Limit").field("depth", depth).field("nodes", nodes).field("time", time).finish()
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
        Self { time: Some(Time::Budget(Budget::exactly(time))), clock: Some(clock), ..self }
    }

    /// Also limits the search by what a player's clock shows, measured by a clock of your own.
    #[must_use]
    pub fn with_game_clock(self, game_clock: GameClock, clock: Clock) -> Self {
        Self { time: Some(Time::Game(game_clock)), clock: Some(clock), ..self }
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
        Some(match self.time? {
            Time::Budget(budget) => budget,
            Time::Game(clock) => clock.budget(lag),
        })
    }

    /// What is left of it after so many nodes and so much time.
    pub(crate) fn after(&self, nodes: u64, time: Duration, lag: Duration) -> Self {
        let left = |budget: Budget| {
            let most = budget.most.saturating_sub(time).max(LEAST_TIME);
            Time::Budget(Budget { fair: budget.fair.saturating_sub(time).max(most / 2), most, ..budget })
        };
        Self {
            nodes: self.nodes.map(|most| most.saturating_sub(nodes).max(1)),
            time: self.budget(lag).map(left),
            ..self.clone()
        }
    }

    /// What may stop the search.
    pub(crate) fn stop(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    /// Whether nothing limits the search and nobody can stop it.
    pub(crate) fn is_endless(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.time.is_none() && self.stop.is_none()
    }

    /// Whether the depth is all that limits the search.
    pub(crate) fn is_depth_alone(&self) -> bool {
        self.depth.is_some() && self.nodes.is_none() && self.time.is_none()
    }
}

/// However much time has gone, so much is left to search.
const LEAST_TIME: Duration = Duration::from_millis(1);

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
    use crate::random::Random;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// However small the time left is, what a move may take leaves a good part of it.
    #[test]
    fn a_game_clock_never_runs_out() {
        for left in [1, 5, 50, 200, 2_000, 60_000] {
            for (increment, moves) in [(0, None), (20, None), (5_000, Some(1)), (0, Some(2)), (0, Some(40))] {
                let clock = GameClock { left: ms(left), increment: ms(increment), moves_to_go: moves };
                let Budget { fair, most, .. } = clock.budget(Duration::ZERO);
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

    /// A machine that gives a thread the processor for `slice` and then keeps it waiting for `wait`, and now and then for
    /// `stall`; nothing here reads a real clock.
    struct Machine {
        slice: Duration,
        wait: Duration,
        stall: Duration,
        random: Random,
        used: Duration,
        now: Duration,
        waited: Duration,
    }

    impl Machine {
        fn work(&mut self, time: Duration) {
            let before = self.now;
            self.used += time;
            self.now += time;
            while self.used >= self.slice {
                self.used -= self.slice;
                self.now += self.wait;
            }
            if self.random.below(2_000) == 0 {
                self.now += self.stall;
            }
            self.waited = self.waited.max(self.now - before);
        }

        /// A search that would never end by itself, looking at the clock once a millisecond; how long it took.
        fn search(&mut self, budget: Budget) -> Duration {
            let began = self.now;
            self.waited = Duration::ZERO;
            self.work(Duration::from_micros(100));
            if budget.is_short {
                self.work(Duration::from_micros(300));
            } else {
                // Depths end anywhere between half of the fair share and what is allowed at the most.
                let most = budget.fair.max(budget.most.mul_f64(self.random.below(100) as f64 / 100.0));
                while self.now - began < most {
                    self.work(ms(1).min(most));
                }
            }
            self.now - began
        }
    }

    /// Two seconds and 20 ms a move last for a game of any length, however little of the processor there is.
    #[test]
    fn a_busy_machine_does_not_run_the_clock_out() {
        for (wait, stall) in [(0, 0), (0, 200), (5, 100), (12, 0), (30, 100), (60, 150), (100, 0), (100, 250)]
        {
            for seed in 0..40 {
                let (slice, wait, stall) = (ms(4), ms(wait), ms(stall));
                let random = Random::new(seed);
                let (used, now, waited) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
                let mut machine = Machine { slice, wait, stall, random, used, now, waited };
                let mut clock = GameClock::new(ms(2_000)).with_increment(ms(20));
                let mut lag = Lag::default();
                let mut given = clock.left;
                for number in 0..300 {
                    let took = machine.search(clock.budget(lag.get()));
                    lag.learn(machine.waited);
                    let left = clock.left.checked_sub(took);
                    let left = left.unwrap_or_else(|| panic!("{wait:?}, {stall:?}: late at move {number}"));
                    clock.left = left + clock.increment;
                    given += clock.increment;
                }
                let share = machine.now.as_secs_f64() / given.as_secs_f64();
                assert!(share > 0.5, "{wait:?}, {stall:?}: {share}");
            }
        }
    }

    /// Nor does a machine that is busy elsewhere for half a second, once in a long game, as long as searches end about when they should.
    #[test]
    fn a_single_long_wait_does_not_run_the_clock_out() {
        for (wait, when) in [0, 5, 12, 30].into_iter().flat_map(|wait| (0..300).map(move |when| (wait, when)))
        {
            let (slice, wait, stall) = (ms(4), ms(wait), Duration::ZERO);
            let random = Random::new(when);
            let (used, now, waited) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
            let mut machine = Machine { slice, wait, stall, random, used, now, waited };
            let mut clock = GameClock::new(ms(2_000)).with_increment(ms(20));
            let mut lag = Lag::default();
            for number in 0..300 {
                let late = if number == when { ms(500) } else { Duration::ZERO };
                let budget = clock.budget(lag.get());
                let most = budget.most.min(budget.fair.mul_f64(1.6));
                let took = machine.search(Budget { most, ..budget }) + late;
                lag.learn(machine.waited.max(late));
                let left = clock.left.checked_sub(took);
                clock.left =
                    left.unwrap_or_else(|| panic!("{wait:?}: late at move {number}")) + clock.increment;
            }
        }
    }

    #[test]
    fn who_has_nearly_nothing_left_goes_by_nodes() {
        let clock = |left| GameClock::new(ms(left)).with_increment(ms(20));
        assert_eq!(clock(2_000).budget(ms(1)).nodes(60), None);
        assert_eq!(clock(200).budget(ms(1)).nodes(60), None);
        assert_eq!(clock(5).budget(ms(1)).nodes(60), Some(340));
        assert_eq!(clock(300).budget(ms(40)).nodes(60), Some(340));
        assert_eq!(clock(2_000).budget(Duration::MAX).nodes(60), Some(340));
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
