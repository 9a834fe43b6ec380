//! A game with the positions in which the programs are compared, and the comparison.

use std::time::{Duration, Instant};

use cutfirst::engine::{Engine, Settings, SettingsError};
use cutfirst::ordering::Order;
use cutfirst::random::Random;
use cutfirst::search::{FINISHED, Limit, WIN};
use cutfirst::testkit::Conformance;

use crate::peer;
use crate::small_game::{SmallGame, Value};

/// A game to compare in, from whatever type it is.
pub(crate) trait Contest {
    fn name(&self) -> &'static str;

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

    fn score_of(&self, game: &G) -> i32 {
        self.search(game, default()).expect("settings that fit").value
    }

    fn undecided(&self) -> Vec<G> {
        let openings = (0..).filter_map(|number| self.opening(number, self.plies));
        openings.take(200).filter(|game| self.score_of(game).abs() < FINISHED).take(UNDECIDED).collect()
    }

    /// Positions in which somebody wins by force, but not at once. Later openings are longer: chances rise.
    fn decided(&self) -> Vec<G> {
        let openings = (0..60).filter_map(|number| self.opening(number, self.plies + number));
        let within = FINISHED..=WIN - self.depth as i32 / 2;
        openings.filter(|game| within.contains(&self.score_of(game).abs())).take(DECIDED).collect()
    }

    /// The peer's best setting with its score. If its values are not those of the depth, it is held to it.
    fn peer(&self, positions: &[G], values: &[i32], runs: u32) -> (String, Score) {
        for exact in [false, true] {
            let search = |options| move |game: &G| peer::search(game, self.depth, options, exact);
            let settings = peer::settings();
            let scores: Vec<_> =
                settings.iter().map(|&(_, options)| Score::of(positions, 1, search(options))).collect();
            if scores.iter().any(|score| score.values != values) {
                assert!(!exact, "{}: values {values:?}, but {:?}", self.name, scores[0].values);
                continue;
            }
            let best = (0..scores.len()).min_by(|&a, &b| scores[a].time().total_cmp(&scores[b].time()));
            let (name, options) = settings[best.expect("a setting")];
            let name = format!("{name}{}", if exact { ", plies apart" } else { "" });
            return (name, Score::of(positions, runs, search(options)));
        }
        unreachable!("held to the depth, it has the same values or was reported")
    }

    fn own(&self, positions: &[G], settings: &Settings, runs: u32) -> Option<Score> {
        Engine::new(&self.start, Value, settings.clone()).ok()?;
        let search = |game: &G| self.search(game, settings.clone()).expect("settings that fit");
        Some(Score::of(positions, runs, search))
    }
}

impl<G: SmallGame> Contest for Entry<G> {
    fn name(&self) -> &'static str {
        self.name
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
            let own = self.own(&positions, &default(), runs).expect("settings that fit");
            let (setting, peer) = self.peer(&positions, &own.values, runs);
            let with_order = |order: &Order| self.own(&positions, &default().with_order(order.clone()), runs);
            let orders = orders.iter().map(with_order).collect();
            let name = format!("{}{}", self.name, if decided { ", decided" } else { "" });
            rows.push(Comparison { name, decided, depth: self.depth, setting, peer, own, orders });
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

impl Score {
    /// Takes the least time of so many runs; one of short searches is several, for the system knows how long a
    /// thread has been running to a few milliseconds only.
    fn of<G>(positions: &[G], runs: u32, search: impl Fn(&G) -> Run) -> Self {
        const LONG_ENOUGH: Duration = Duration::from_millis(40);
        let mut score = Self { seconds: Vec::new(), nodes: Vec::new(), values: Vec::new() };
        for game in positions {
            let (mut least, mut nodes, mut value) = (f64::INFINITY, 0, 0);
            for _ in 0..runs {
                let (mut total, mut searches) = (Duration::ZERO, 0);
                while total < LONG_ENOUGH && searches < 20 {
                    let run = search(game);
                    (total, searches) = (total + run.time, searches + 1);
                    (nodes, value) = (run.nodes, run.value);
                }
                least = least.min(total.as_secs_f64() / f64::from(searches));
            }
            score.seconds.push(least);
            score.nodes.push(nodes as f64);
            let limit = i32::from(minimax::BEST_EVAL);
            score.values.push(value.clamp(-limit, limit));
        }
        score
    }

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

fn running() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}
