//! A game with the positions in which the programs are compared, and the comparison.

use std::time::{Duration, Instant};

use cutfirst::engine::{Engine, Settings, SettingsError};
use cutfirst::ordering::Order;
use cutfirst::random::Random;
use cutfirst::search::{FINISHED, Limit, WIN};
use cutfirst::testkit::Conformance;
use minimax::IterativeOptions;

use crate::peer;
use crate::small_game::{SmallGame, Value};

/// A game to compare in, from whatever type it is.
pub(crate) trait Contest {
    fn name(&self) -> &'static str;

    /// Whether the game had no part in choosing the default.
    fn judges(&self) -> bool;

    /// Checks the game against its contract.
    fn check(&self);

    /// The nodes of a search with each order, as geometric mean of the undecided positions; `None` where the
    /// game cannot have that order.
    fn count(&self, orders: &[Order]) -> Vec<Option<f64>>;

    /// Compares the programs, first in undecided and then in decided positions, as far as there are any.
    fn compare(&self, orders: &[Order], runs: u32) -> Vec<Comparison>;
}

/// One row of the table.
pub(crate) struct Comparison {
    pub name: String,
    pub judged: bool,
    pub decided: bool,
    pub depth: u32,
    /// The peer's best setting.
    pub setting: String,
    pub peer: Score,
    pub own: Score,
    /// For each further order what it did, where the game can have it.
    pub orders: Vec<Option<Score>>,
}

/// A game with how to search it: each position is `plies` random plies into the game.
pub(crate) struct Entry<G> {
    pub name: &'static str,
    pub start: G,
    pub plies: usize,
    pub depth: u32,
    pub judges: bool,
}

const UNDECIDED: usize = 8;
const DECIDED: usize = 2;

impl<G: SmallGame> Entry<G> {
    /// The position after the opening of that number, if the game goes on. Moves are taken by slot, so that
    /// openings do not depend on the order of generation.
    fn opening(&self, number: usize, plies: usize) -> Option<G> {
        let mut random = Random::keyed(&[number as u64, plies as u64]);
        let (mut game, mut moves) = (self.start, Vec::new());
        for _ in 0..plies {
            moves.clear();
            game.moves(&mut moves);
            moves.sort_by_key(|&mv| G::index(mv));
            if moves.is_empty() {
                return None;
            }
            game.make(moves[random.below(moves.len())]);
        }
        game.outcome().is_none().then_some(game)
    }

    fn search(&self, game: &G, settings: Settings) -> Result<Run, SettingsError> {
        let mut engine = Engine::new(game, Value, settings)?;
        let watch = Watch::start();
        let report = engine.search(game, &Limit::depth(self.depth)).expect("a game that goes on");
        Ok(Run { time: watch.elapsed(), nodes: report.counts.total, value: report.line().score })
    }

    fn undecided(&self) -> Vec<G> {
        let openings = (0..200).filter_map(|number| self.opening(number, self.plies));
        let undecided = |game: &G| self.find(game).value.abs() < FINISHED;
        openings.filter(undecided).take(UNDECIDED).collect()
    }

    /// Positions in which somebody wins by force, but not at once. Later openings are longer: chances rise.
    fn decided(&self) -> Vec<G> {
        let openings = (0..60).filter_map(|number| self.opening(number, self.plies + number));
        let decided = |game: &G| {
            let found = self.find(game);
            found.nodes > 2000 && (FINISHED..=WIN - self.depth as i32 / 2).contains(&found.value.abs())
        };
        openings.filter(decided).take(DECIDED).collect()
    }

    fn find(&self, game: &G) -> Run {
        self.search(game, default()).expect("settings that fit")
    }

    /// The peer's fastest setting, and whether it has to be held to the depth for its values to be `values`.
    fn peer(&self, positions: &[G], values: &[i32]) -> (&'static str, IterativeOptions, bool) {
        for exact in [false, true] {
            let settings = peer::settings();
            let score = |options| {
                let contender: Contender<'_, G> =
                    Box::new(move |game: &G| peer::search(game, self.depth, options, exact));
                take_turns(positions, 1, &[contender]).remove(0)
            };
            let scores: Vec<_> = settings.iter().map(|&(_, options)| score(options)).collect();
            if let Some(wrong) = scores.iter().find(|score| score.values != values) {
                assert!(!exact, "{}: cutfirst finds {values:?}, minimax {:?}", self.name, wrong.values);
                continue;
            }
            let best = (0..scores.len()).min_by(|&a, &b| scores[a].time().total_cmp(&scores[b].time()));
            let (name, options) = settings[best.expect("a setting")];
            return (name, options, exact);
        }
        unreachable!("held to the depth, it has the same values or was reported")
    }

    fn own(&self, settings: Settings) -> Result<Contender<'_, G>, SettingsError> {
        Engine::new(&self.start, Value, settings.clone())?;
        Ok(Box::new(move |game: &G| self.search(game, settings.clone()).expect("settings that fit")))
    }
}

impl<G: SmallGame> Contest for Entry<G> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn judges(&self) -> bool {
        self.judges
    }

    fn check(&self) {
        Conformance::new(self.start).games(200).check();
    }

    fn count(&self, orders: &[Order]) -> Vec<Option<f64>> {
        let positions = self.undecided();
        let count = |order: &Order| {
            let settings = default().with_order(order.clone());
            let nodes =
                positions.iter().map(|game| Some(self.search(game, settings.clone()).ok()?.nodes as f64));
            nodes.collect::<Option<Vec<_>>>().map(|nodes| geometric_mean(nodes.into_iter()))
        };
        orders.iter().map(count).collect()
    }

    fn compare(&self, orders: &[Order], runs: u32) -> Vec<Comparison> {
        let mut rows = Vec::new();
        for (positions, decided) in [(self.undecided(), false), (self.decided(), true)] {
            if positions.is_empty() {
                continue;
            }
            let own = || self.own(default()).expect("settings that fit");
            let values = &take_turns(&positions, 1, &[own()])[0].values;
            let (setting, options, exact) = self.peer(&positions, values);
            let mut contenders = vec![own(), Box::new(|game| peer::search(game, self.depth, options, exact))];
            let with_order = |order: &Order| self.own(default().with_order(order.clone())).ok();
            let fits: Vec<_> = orders
                .iter()
                .map(|order| with_order(order).map(|own| contenders.push(own)).is_some())
                .collect();
            let mut scores = take_turns(&positions, runs, &contenders).into_iter();
            let (own, peer) = (scores.next().expect("cutfirst's"), scores.next().expect("the peer's"));
            let orders =
                fits.into_iter().map(|fits| fits.then(|| scores.next().expect("one each"))).collect();
            let setting = format!("{setting}{}", if exact { ", plies apart" } else { "" });
            let name = format!("{}{}", self.name, if decided { ", decided" } else { "" });
            let (judged, depth) = (self.judges, self.depth);
            rows.push(Comparison { name, judged, decided, depth, setting, peer, own, orders });
        }
        rows
    }
}

fn default() -> Settings {
    Settings::strongest(2)
}

pub(crate) fn geometric_mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value.ln(), count + 1));
    (sum / f64::from(count)).exp()
}

/// One search.
pub(crate) struct Run {
    pub time: Duration,
    pub nodes: u64,
    pub value: i32,
}

/// What a program did in each position.
pub(crate) struct Score {
    seconds: Vec<f64>,
    nodes: Vec<f64>,
    /// Won and lost games as the peer has them.
    values: Vec<i32>,
}

/// A way to search a position.
type Contender<'a, G> = Box<dyn Fn(&G) -> Run + 'a>;

/// Lets the contenders search each position in turns, so that the machine's moods meet all alike, and takes the
/// least time of each. A run of short searches is several.
fn take_turns<G>(positions: &[G], runs: u32, contenders: &[Contender<'_, G>]) -> Vec<Score> {
    const LONG_ENOUGH: Duration = Duration::from_millis(10);
    let new = |_| Score { seconds: Vec::new(), nodes: Vec::new(), values: Vec::new() };
    let mut scores: Vec<_> = contenders.iter().map(new).collect();
    for game in positions {
        for run in 0..runs {
            for (contender, score) in contenders.iter().zip(&mut scores) {
                let (mut total, mut searches, mut last) = (Duration::ZERO, 0, None);
                while total < LONG_ENOUGH && searches < 10 {
                    let run = contender(game);
                    (total, searches) = (total + run.time, searches + 1);
                    last = Some(run);
                }
                let (seconds, last) = (total.as_secs_f64() / f64::from(searches), last.expect("a search"));
                if run == 0 {
                    let limit = i32::from(minimax::BEST_EVAL);
                    score.seconds.push(seconds);
                    score.nodes.push(last.nodes as f64);
                    score.values.push(last.value.clamp(-limit, limit));
                } else if let Some(least) = score.seconds.last_mut() {
                    *least = least.min(seconds);
                }
            }
        }
    }
    scores
}

impl Score {
    /// The geometric mean of all positions.
    pub(crate) fn time(&self) -> f64 {
        geometric_mean(self.seconds.iter().copied())
    }

    /// The same of the nodes.
    pub(crate) fn nodes(&self) -> f64 {
        geometric_mean(self.nodes.iter().copied())
    }

    pub(crate) fn nodes_per_second(&self) -> f64 {
        self.nodes.iter().sum::<f64>() / self.seconds.iter().sum::<f64>()
    }
}

/// A watch for this thread: for how long it was running on a processor, where the system tells, which hardly
/// depends on what else the machine does.
pub(crate) struct Watch {
    start: Instant,
    running: Option<Duration>,
}

impl Watch {
    pub(crate) fn start() -> Self {
        Self { running: running(), start: Instant::now() }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.running.and_then(|start| Some(running()? - start)).unwrap_or_else(|| self.start.elapsed())
    }
}

/// For how long this thread has been running. The system keeps the account when it switches threads.
fn running() -> Option<Duration> {
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}
