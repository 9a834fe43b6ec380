//! The laboratory: leagues of orders, plans and matches, with their results as tables.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use cutfirst::ordering::Order;
use cutfirst_lab::cell::{Row, Start};
use cutfirst_lab::engine_spec::{EngineSpec, Limits};
use cutfirst_lab::export::{self, Format};
use cutfirst_lab::matches::{GameRecord, MatchPlan, MatchRequest, MatchState, MatchSummary};
use cutfirst_lab::plan::Plan;
use cutfirst_lab::rank::league::GameLeague;
use cutfirst_lab::rank::standing::Standing;
use cutfirst_lab::rank::{Contest, League, Options, measure};
use cutfirst_lab::report::Context;
use cutfirst_lab::run;
use cutfirst_lab::store::{PlanText, Results, Store};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value};

use crate::arrow::{Column, Table};
use crate::error;
use crate::running::interruptible;

/// Tells a Python function how many parts are done, and ends the work if it raises.
pub(crate) struct Counter {
    callback: Option<Py<PyAny>>,
    all: usize,
    pub(crate) stop: Arc<AtomicBool>,
    raised: Option<PyErr>,
}

impl Counter {
    pub(crate) fn new(callback: Option<Py<PyAny>>, all: usize) -> Self {
        Self { callback, all, stop: Arc::default(), raised: None }
    }

    pub(crate) fn tell(&mut self, done: usize) {
        let Some(callback) = self.callback.as_ref().filter(|_| self.raised.is_none()) else { return };
        self.raised = Python::attach(|py| callback.call1(py, (done, self.all)).err());
        if self.raised.is_some() {
            self.stop.store(true, Relaxed);
        }
    }

    /// Does the work where it can be interrupted.
    pub(crate) fn run<T: Send>(
        mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut Self) -> Result<T, String> + Send,
    ) -> PyResult<T> {
        let stop = Arc::clone(&self.stop);
        let result = interruptible(py, || stop.store(true, Relaxed), || work(&mut self));
        match self.raised.take() {
            Some(raised) => Err(raised),
            None => result?.map_err(error),
        }
    }
}

pub(crate) fn threads(asked: Option<usize>) -> PyResult<usize> {
    match asked {
        Some(0) => Err(error("threads is a number from 1")),
        Some(threads) => Ok(threads.min(1024)),
        None => Ok(std::thread::available_parallelism().map_or(1, NonZero::get)),
    }
}

/// Compares orders: all search the same seeded positions.
#[pyfunction]
#[pyo3(signature = (games, orders, *, against=None, depth=None, positions=None, turns=None, starts=None, players=None, variant=None, evaluation=None, algorithm=None, table=0, deepen=false, seed=1, repeat=1, minimum=false, progress=None))]
#[expect(clippy::too_many_arguments, reason = "the keywords of the Python function")]
pub(crate) fn rank(
    py: Python<'_>,
    games: Vec<String>,
    orders: Vec<String>,
    against: Option<&str>,
    depth: Option<u32>,
    positions: Option<u32>,
    turns: Option<u32>,
    starts: Option<Vec<String>>,
    players: Option<usize>,
    variant: Option<String>,
    evaluation: Option<String>,
    algorithm: Option<&str>,
    table: usize,
    deepen: bool,
    seed: u64,
    repeat: u32,
    minimum: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let orders =
        orders.iter().map(|order| order.parse::<Order>()).collect::<Result<_, _>>().map_err(error)?;
    let starts = match starts {
        Some(starts) => {
            let read = |start: &String| start.parse::<Start>().map_err(error);
            starts.iter().map(read).collect::<PyResult<Vec<_>>>()?
        }
        None => Start::ALL.to_vec(),
    };
    let against = against.map(str::parse).transpose().map_err(error)?;
    let algorithm = algorithm.map(str::parse).transpose().map_err(error)?;
    let options = Options {
        orders,
        against,
        depth,
        positions,
        turns,
        starts,
        players,
        variant,
        evaluation,
        algorithm,
        table,
        deepen,
        seed,
        repeat,
        minimum,
    };
    let contests = games.iter().map(|game| Contest::new(game, &options));
    let contests = contests.collect::<Result<Vec<_>, _>>().map_err(error)?;
    if contests.is_empty() {
        return Err(error("name at least one game"));
    }
    let all = contests.iter().map(|contest| contest.fragments() as usize).sum();
    let league = Counter::new(progress, all).run(py, |counter| {
        let (mut results, mut before) = (Vec::new(), 0);
        for contest in contests {
            let stop = Arc::clone(&counter.stop);
            let measured = measure(&contest, &stop, &mut |done| counter.tell(before + done as usize));
            before += contest.fragments() as usize;
            results.push((contest, measured.map_err(|error| error.to_string())?));
        }
        Ok(League::new(&results, context()))
    })?;
    league_table(&league)
}

fn context() -> Context {
    let (command, version) = ("cutfirst.rank".to_owned(), env!("CARGO_PKG_VERSION").to_owned());
    Context { command, version, parameters: Vec::new(), notes: Vec::new() }
}

fn league_table(league: &League) -> PyResult<Table> {
    let rows: Vec<_> =
        league.games.iter().flat_map(|game| game.standings.iter().map(move |own| (game, own))).collect();
    let text = |of: &dyn Fn(&(&GameLeague, &Standing)) -> String| Column::Text(rows.iter().map(of).collect());
    let whole = |of: fn(&Standing) -> u64| Column::Whole(rows.iter().map(|(_, own)| of(own)).collect());
    let real = |of: fn(&Standing) -> Option<f64>| Column::Real(rows.iter().map(|(_, own)| of(own)).collect());
    let of_game = |of: fn(&GameLeague) -> u64| Column::Whole(rows.iter().map(|(game, _)| of(game)).collect());
    Table::new(vec![
        ("game".to_owned(), text(&|(game, _)| game.game.clone())),
        ("players".to_owned(), of_game(|game| game.players as u64)),
        ("variant".to_owned(), text(&|(game, _)| game.variant.clone())),
        ("evaluation".to_owned(), text(&|(game, _)| game.evaluation.clone())),
        ("algorithm".to_owned(), text(&|(game, _)| game.algorithm.to_owned())),
        ("depth".to_owned(), of_game(|game| u64::from(game.depth))),
        ("fragments".to_owned(), of_game(|game| u64::from(game.fragments))),
        ("searches".to_owned(), of_game(|game| u64::from(game.searches))),
        ("against".to_owned(), text(&|(game, _)| game.against.clone())),
        ("order".to_owned(), text(&|(_, own)| own.order.clone())),
        ("nodes".to_owned(), whole(|own| own.nodes)),
        ("makes".to_owned(), whole(|own| own.makes)),
        ("evaluations".to_owned(), whole(|own| own.evaluations)),
        ("cutoffs".to_owned(), whole(|own| own.cutoffs)),
        ("first_move_cutoffs".to_owned(), whole(|own| own.first_move_cutoffs)),
        ("seconds".to_owned(), real(|own| Some(own.seconds))),
        ("nodes_ratio".to_owned(), real(|own| own.nodes_ratio.map(|ratio| ratio.value))),
        ("nodes_ratio_low".to_owned(), real(|own| own.nodes_ratio?.low)),
        ("nodes_ratio_high".to_owned(), real(|own| own.nodes_ratio?.high)),
        ("time_ratio".to_owned(), real(|own| own.time_ratio.map(|ratio| ratio.value))),
        ("time_ratio_low".to_owned(), real(|own| own.time_ratio?.low)),
        ("time_ratio_high".to_owned(), real(|own| own.time_ratio?.high)),
        ("over_replay".to_owned(), real(|own| own.over_replay.map(|ratio| ratio.value))),
        ("over_minimum".to_owned(), real(|own| own.over_minimum.map(|ratio| ratio.value))),
    ])
}

/// Runs a plan; into a directory if there is one, where what is there already is not run again.
#[pyfunction]
#[pyo3(signature = (text, *, out=None, trials=None, threads=None, progress=None))]
pub(crate) fn run_plan(
    py: Python<'_>,
    text: &str,
    out: Option<PathBuf>,
    trials: Option<u32>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let mut plan = Plan::parse(text).map_err(error)?;
    if let Some(trials) = trials {
        if trials == 0 || trials > cutfirst_lab::plan::MOST_TRIALS {
            return Err(error(format!("trials is a number from 1 to {}", cutfirst_lab::plan::MOST_TRIALS)));
        }
        plan.trials = trials;
    }
    let threads = self::threads(threads)?;
    let counter = Counter::new(progress, plan.trials().count());
    let rows = counter.run(py, |counter| {
        let plan_text = PlanText::whole(plan.canonical());
        let mut store = match &out {
            Some(dir) => Some(Store::open(dir, &plan_text).map_err(|error| error.to_string())?),
            None => None,
        };
        let mut pending: Vec<_> = plan.trials().collect();
        let all = pending.len();
        if let Some(store) = &store {
            let done = store.done().map_err(|error| error.to_string())?;
            pending.retain(|trial| run::keys(trial).any(|key| !done.contains(&key)));
        }
        let mut finished = all - pending.len();
        let mut rows = Vec::new();
        let stop = Arc::clone(&counter.stop);
        let ran = run::run(pending, threads, &stop, |batch| {
            finished += batch.len();
            let new: Vec<Row> = batch.into_iter().flat_map(|trial| trial.rows).collect();
            match &mut store {
                Some(store) => store.add(&new).map_err(|error| error.to_string())?,
                None => rows.extend(new),
            }
            counter.tell(finished);
            Ok::<_, String>(())
        });
        ran.map_err(|error| error.to_string())?;
        match store {
            Some(store) => store.rows().map_err(|error| error.to_string()),
            None => Ok(rows),
        }
    })?;
    rows_table(&plan, rows)
}

/// The rows that a directory holds.
#[pyfunction]
pub(crate) fn read_results(dir: PathBuf) -> PyResult<Table> {
    let results = Results::read(&dir).map_err(error)?;
    let plan = Plan::parse(&results.plan().text).map_err(error)?;
    rows_table(&plan, results.rows().map_err(error)?)
}

/// The columns of `cutfirst lab dump`, by way of its own text.
fn rows_table(plan: &Plan, mut rows: Vec<Row>) -> PyResult<Table> {
    rows.sort_by_key(Row::key);
    let dump = |rows: &[Row], format| {
        let mut text = Vec::new();
        export::write(plan, rows, format, &mut text).map_err(error)?;
        String::from_utf8(text).map_err(error)
    };
    let header = dump(&[], Format::Csv)?;
    let records = dump(&rows, Format::JsonLines)?;
    let records = records.lines().map(serde_json::from_str::<Map<String, Value>>);
    let records = records.collect::<Result<Vec<_>, _>>().map_err(error)?;
    let columns = header.trim_end().split(',').map(|name| {
        let values = || records.iter().map(|record| record.get(name).unwrap_or(&Value::Null));
        let column = match values().next() {
            Some(Value::Number(_)) => Column::Whole(values().map(|v| v.as_u64().unwrap_or(0)).collect()),
            Some(Value::Bool(_)) => Column::Flag(values().map(|v| v == &Value::Bool(true)).collect()),
            _ => Column::Text(
                values().map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned)).collect(),
            ),
        };
        (name.to_owned(), column)
    });
    Table::new(columns.collect())
}

/// Plays a match between players in words; the games as a table, and how each player did.
#[pyfunction]
#[pyo3(signature = (game, players_words, *, games=None, players=None, variant=None, time=None, depth=None, nodes=None, seed=0, opening_plies=None, threads=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "the keywords of the Python function")]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    game: String,
    players_words: Vec<String>,
    games: Option<u32>,
    players: Option<usize>,
    variant: Option<String>,
    time: Option<f64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    seed: u64,
    opening_plies: Option<u32>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Table, Vec<Bound<'py, PyDict>>)> {
    let specs = players_words.iter().map(|words| words.parse::<EngineSpec>());
    let specs = specs.collect::<Result<_, _>>().map_err(error)?;
    let time = time.map(crate::engine::duration).transpose()?;
    let limits = Limits { depth, time, nodes, ..Limits::default() };
    let request = MatchRequest {
        game,
        players,
        variant,
        specs,
        limits,
        games,
        seed,
        opening_plies,
        ..MatchRequest::default()
    };
    let plan = MatchPlan::new(&request).map_err(error)?;
    plan.try_foreign().map_err(error)?;
    let threads = self::threads(threads)?;
    let counter = Counter::new(progress, plan.games as usize);
    let standing = counter.run(py, |counter| {
        let mut standing = MatchState::new(plan.clone());
        let stop = Arc::clone(&counter.stop);
        let played = plan.run(&standing.pending(), threads, &stop, |games: Vec<GameRecord>| {
            standing.add(games);
            counter.tell(standing.played());
            Ok::<_, String>(())
        });
        played.map_err(|error| error.to_string())?;
        Ok(standing)
    })?;
    let summary = MatchSummary::new(&standing);
    let entrants = summary.entrants.iter().map(|entrant| {
        let dict = PyDict::new(py);
        dict.set_item("name", &entrant.name)?;
        dict.set_item("words", &entrant.short)?;
        dict.set_item("wins", entrant.wins)?;
        dict.set_item("draws", entrant.draws)?;
        dict.set_item("losses", entrant.losses)?;
        dict.set_item("score", entrant.score.map(|score| score.mean))?;
        let interval = entrant.score.and_then(|score| score.interval);
        dict.set_item("interval", interval.map(|range| (range.low, range.high)))?;
        Ok(dict)
    });
    let entrants = entrants.collect::<PyResult<_>>()?;
    Ok((games_table(&standing)?, entrants))
}

fn games_table(standing: &MatchState) -> PyResult<Table> {
    let games: Vec<&GameRecord> = standing.counted().collect();
    let name = |player: usize| standing.plan().entrants[player].name.clone();
    let text = |of: &dyn Fn(&GameRecord) -> String| Column::Text(games.iter().map(|game| of(game)).collect());
    let whole = |of: fn(&GameRecord) -> u64| Column::Whole(games.iter().map(|game| of(game)).collect());
    let names = |seats: &mut dyn Iterator<Item = usize>| seats.map(name).collect::<Vec<_>>().join(" ");
    Table::new(vec![
        ("game".to_owned(), whole(|game| u64::from(game.number))),
        ("opening".to_owned(), whole(|game| u64::from(game.opening))),
        ("seats".to_owned(), text(&|game| names(&mut game.seats.iter().copied()))),
        ("winners".to_owned(), text(&|game| names(&mut game.winners.iter().map(|&seat| game.seats[seat])))),
        ("end".to_owned(), text(&|game| game.end.to_string())),
        ("plies".to_owned(), whole(|game| game.moves.len() as u64)),
        ("nodes".to_owned(), whole(|game| game.efforts.iter().map(|effort| effort.nodes).sum())),
        ("moves".to_owned(), text(&|game| game.moves.join(" "))),
    ])
}
