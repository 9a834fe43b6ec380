//! One search for a game being played: bounded in time and memory, told of its depths, stopped at will.

use std::any::Any;
use std::time::{Duration, Instant};

use cutfirst::engine::{Report, Request, Searcher, Settings, Topic};
use cutfirst::search::{Algorithm, Counts, Limit, LineFound, Progress, Stop};
use cutfirst_games::board_game::BoardGame;
use cutfirst_lab::engine_spec::{self, EngineSpec, EngineSpecError, Entry, Limits, entries};
use serde::Serialize;

use super::chance::{certain, chance};
use super::engines::{Engines, Place};
use super::exact::{Solved, solve};
use super::position::Placed;
use super::seat::{Level, MAX_TIME_MS};
use crate::search_report::{Found, ReportJson, follow_line, line_text, score_text};
use crate::trace::{Recorder, Trace};

/// The largest transposition table of a search, in MiB.
pub(crate) const MAX_TABLE: usize = 64;

/// The most heuristics of an order.
const MOST_HEURISTICS: usize = 8;

/// The most lines of an analysis: more than any usual position has moves.
const MOST_LINES: usize = 256;

/// Of so many lines all moves are told, of the others the first.
const LONG_LINES: usize = 5;

/// What a search is asked to do.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    level: Level,
    /// What should differ from the strongest setting.
    spec: EngineSpec,
    /// On how many threads, if the search can do with several.
    threads: usize,
    /// Keys of the positions that the game has had.
    past: Vec<u64>,
    /// Where the engine waits between its moves: the game's name and its seat.
    kept: Option<(Engines, String, usize)>,
    /// How many best lines are wanted.
    lines: usize,
    /// Of whatever is random: when and how a level errs.
    seed: u64,
}

impl Ask {
    /// A level, and names from outside for what should differ from the strongest setting.
    pub(crate) fn new(
        level: Level,
        algorithm: Option<&str>,
        order: Option<&str>,
        evaluation: Option<&str>,
    ) -> Result<Self, String> {
        level.check()?;
        check_order(order.unwrap_or(""))?;
        let mut spec = EngineSpec::default();
        for (name, value) in [("algorithm", algorithm), ("order", order), ("evaluation", evaluation)] {
            if let Some(value) = value {
                spec.set(name, value).map_err(|wrong| {
                    if name == "order" { format!("order: {wrong}") } else { wrong.to_string() }
                })?;
            }
        }
        Ok(Self { level, spec, threads: 1, past: Vec::new(), kept: None, lines: 1, seed: 0 })
    }

    /// With more words of a player, as far as a seat may say them: who sits there, how long it thinks and on how many
    /// threads is said elsewhere.
    pub(crate) fn with_words(mut self, words: &str) -> Result<Self, String> {
        let said: EngineSpec = words.parse().map_err(|error: EngineSpecError| error.to_string())?;
        for entry in entries().iter().filter(|entry| said.has(entry.name())) {
            let name = entry.name();
            if !seat_words().any(|open| open.name() == name) {
                return Err(format!("words: '{name}' is not for a seat to say"));
            }
            if self.spec.has(name) {
                return Err(format!("words: '{name}' is a field of its own, and given twice"));
            }
            let value = said.value(name).unwrap_or_default();
            if name == "order" {
                check_order(value)?;
            }
            self.spec.set(name, value)?;
        }
        match said.foreign() {
            Some(_) => Err("words: 'command' is not for a seat to say".to_owned()),
            None => Ok(self),
        }
    }

    /// The experiments' setting instead of the strongest: one search of fixed depth without a table.
    pub(crate) fn plainly(mut self) -> Self {
        self.say("plain", "on");
        self
    }

    /// Says a word whose value is known to be right.
    fn say(&mut self, name: &str, value: &str) {
        let said = self.spec.set(name, value);
        debug_assert_eq!(said, Ok(()));
    }

    /// With a table of so many MiB.
    pub(crate) fn with_table(mut self, mebibytes: Option<usize>) -> Result<Self, String> {
        if mebibytes.is_some_and(|size| size > MAX_TABLE) {
            return Err(format!("table must be from 0 to {MAX_TABLE} MiB"));
        }
        if let Some(size) = mebibytes {
            self.say("table", &size.to_string());
        }
        Ok(self)
    }

    /// With so many best lines instead of one; a line each for all moves there are if that is less.
    pub(crate) fn with_lines(mut self, lines: usize) -> Result<Self, String> {
        if !(1..=MOST_LINES).contains(&lines) {
            return Err(format!("lines must be from 1 to {MOST_LINES}, not {lines}"));
        }
        self.lines = lines;
        Ok(self)
    }

    /// With another seed: the same one errs in the same way.
    pub(crate) fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// With a table no larger than the level can fill, so that many short searches side by side do
    /// not spend their time on clearing memory.
    pub(crate) fn with_fitting_table(mut self) -> Self {
        let mebibytes = match self.level {
            Level { time_ms: Some(time), .. } => (time / 16).clamp(1, MAX_TABLE as u64) as usize,
            Level { depth: Some(0..=4), .. } | Level { number: Some(_), .. } => 1,
            _ => MAX_TABLE / 2,
        };
        let algorithm = self.spec.value("algorithm").and_then(|name| name.parse().ok());
        if algorithm.is_none_or(Algorithm::can_use_table) {
            self.say("table", &mebibytes.to_string());
        }
        self
    }

    /// On several threads, if it has a time: to a depth, one thread always finds the same move.
    pub(crate) fn on_threads(mut self, threads: usize) -> Self {
        self.threads = if self.level.time_ms.is_some() { threads } else { 1 };
        self
    }

    /// In a game that has had positions with these keys, to which an engine that is not behind does not return.
    pub(crate) fn after(mut self, past: &[u64]) -> Self {
        self.past = past.to_vec();
        self
    }

    /// With an engine that waits among `engines` for the next move of the seat, with what it has learned.
    pub(crate) fn kept(mut self, engines: &Engines, game: &str, seat: usize) -> Self {
        self.kept = Some((engines.clone(), game.to_owned(), seat));
        self
    }

    /// Whether it may keep a thread for more than about a second.
    pub(crate) fn is_long(&self) -> bool {
        let Level { time_ms, depth, number } = self.level;
        !matches!((time_ms, depth, number), (Some(..=1000), ..) | (_, Some(..=4), _) | (.., Some(_)))
    }

    pub(super) fn settled<G: BoardGame>(&self, players: usize) -> engine_spec::Engine {
        let mut engine = self.spec.engine(&G::INFO, players, Limits::default());
        let settings = &mut engine.settings;
        if !self.spec.has("deepen") {
            settings.deepen = !self.spec.is_on("plain");
        }
        settings.detail = true;
        if !self.spec.has("seed") {
            settings.seed = self.seed;
        }
        if settings.table > 0 && settings.algorithm.has_windows() {
            settings.threads = self.threads;
        }
        engine
    }

    /// An engine for it.
    pub(super) fn engine<G: BoardGame>(&self, game: &G) -> Result<Box<dyn Searcher<G>>, String> {
        let engine = self.settled::<G>(game.players());
        game.engine(&engine.evaluation, engine.settings).map_err(|error| error.to_string())
    }

    /// The level as a limit, of which the time until now is taken off.
    pub(super) fn limit(&self, began: Instant, stop: &Stop) -> Limit {
        let budget = Duration::from_millis(self.level.time_ms.unwrap_or(MAX_TIME_MS));
        // A millisecond is always left for the search.
        let left = budget.saturating_sub(began.elapsed()).max(Duration::from_millis(1));
        match self.level.depth {
            // The depth decides how the search deepens; the time is a precaution.
            Some(depth) => {
                stop.within(left);
                Limit::depth(depth).with_stop(stop)
            }
            None => Limit::time(left).with_stop(stop),
        }
    }
}

/// The words that a seat may say.
pub(crate) fn seat_words() -> impl Iterator<Item = Entry> {
    entries().iter().copied().filter(|entry| match entry.topic() {
        Topic::Search => entry.name() != "table",
        Topic::Technique | Topic::Play => true,
        Topic::Player => entry.name() == "evaluation",
        Topic::Run | Topic::Limit => false,
    })
}

/// Some heuristics keep tables for every level; nobody needs more than a few at once.
fn check_order(order: &str) -> Result<(), String> {
    if order.split('+').count() > MOST_HEURISTICS {
        return Err(format!("order: at most {MOST_HEURISTICS} heuristics, joined by '+'"));
    }
    Ok(())
}

/// A depth was completed.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct DepthReached {
    pub(crate) depth: u32,
    /// Which of the lines it is, from 0 for the best.
    pub(crate) number: usize,
    /// The chance of the player to move to win, from 0 to 1.
    pub(crate) chance: f64,
    /// The disc difference at the end, where it is known and not estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) discs: Option<i32>,
    /// From the view of the player to move.
    pub(crate) score: i32,
    /// The score for people.
    pub(crate) score_text: String,
    /// One per player where the search knows them: from Max-N, and two players have opposite scores.
    pub(crate) scores: Vec<i32>,
    pub(crate) algorithm: &'static str,
    pub(crate) pv: Vec<String>,
    /// Who plays each move of the line.
    pub(crate) movers: Vec<usize>,
    /// The cells that each move of the line touches.
    pub(crate) paths: Vec<Vec<String>>,
    /// The position after each move of the line. In Best-Reply Search players move out of turn, so the moves
    /// alone would not lead there.
    pub(crate) positions: Vec<String>,
    /// What each player has at the end of the line, in the game's own count.
    pub(crate) tally: Vec<i32>,
    pub(crate) nodes: u64,
    pub(crate) nps: u64,
    pub(crate) cutoffs: u64,
    pub(crate) first_move_cutoffs: u64,
    pub(crate) elapsed_ms: u64,
}

/// What a search has come to. An engine that is not kept goes with it: to give back a large table takes a while, which
/// should not be part of anybody's time to move, so whoever asked answers first and drops this then.
pub(crate) struct Conclusion {
    pub(crate) report: ReportJson,
    _engine: Option<Box<dyn Any>>,
}

pub(super) fn think<G: BoardGame>(
    placed: &Placed<G>,
    ask: &Ask,
    stop: &Stop,
    progress: &mut (dyn FnMut(DepthReached) + Send),
) -> Result<Conclusion, String> {
    let (game, began) = (&placed.game, Instant::now());
    let place = ask.kept.as_ref().map(|(_, name, seat)| Place {
        game: name.clone(),
        seat: *seat,
        settings: ask.settled::<G>(game.players()).words(),
    });
    let waiting =
        ask.kept.as_ref().zip(place.as_ref()).and_then(|((engines, ..), place)| engines.take(place));
    let mut engine: Box<dyn Searcher<G>> = match waiting {
        Some(engine) => engine,
        None => ask.engine(game)?,
    };
    engine.begin_turn(&ask.past);
    let limit = ask.limit(began, stop);
    let algorithm = engine.settings().algorithm;
    let mut show = |told: Progress<'_, G::Move>| {
        if let Progress::Line(found) = told
            && found.number < ask.lines
        {
            let LineFound { depth, number, score, line, result, .. } = found;
            let line = Line { depth, number, score, line, result };
            progress(depth_reached(game, algorithm, &line, found.scores, &found.counts, began));
        }
    };
    let mut request = Request::new(limit).with_lines(ask.lines);
    request.level = ask.level.level();
    let report = engine.answer(game, &request, Some(&mut show)).map_err(|error| error.to_string())?;
    let report =
        found(placed, &ask.settled::<G>(game.players()).evaluation, engine.settings(), &report, began).json();
    if let Some(((engines, ..), place)) = ask.kept.as_ref().zip(place) {
        engines.put(place, engine.settings().table, engine);
        return Ok(Conclusion { report, _engine: None });
    }
    Ok(Conclusion { report, _engine: Some(Box::new(engine)) })
}

/// Searches with a recorder that keeps at most `nodes` nodes. Only a search that came to its end is worth
/// replaying.
pub(super) fn trace<G: BoardGame>(
    placed: &Placed<G>,
    ask: &Ask,
    nodes: usize,
    stop: &Stop,
) -> Result<Trace, String> {
    let (game, began) = (&placed.game, Instant::now());
    let mut engine = ask.engine(game)?;
    let mut recorder = Recorder::new(nodes);
    let report = engine.observe(game, &ask.limit(began, stop), &mut recorder);
    let report = report.map_err(|error| error.to_string())?;
    if !report.complete {
        return Err(format!("the search took too long and was stopped after {} nodes", report.counts.total));
    }
    let search =
        found(placed, &ask.settled::<G>(game.players()).evaluation, engine.settings(), &report, began).json();
    Ok(recorder.finish(game, search, &report.lists))
}

pub(super) fn found<'a, G: BoardGame>(
    placed: &'a Placed<G>,
    evaluation: &'a str,
    settings: &'a Settings,
    report: &'a Report<G::Move>,
    began: Instant,
) -> Found<'a, G> {
    Found {
        game: &placed.game,
        setup: &placed.setup,
        evaluation,
        settings,
        report,
        seconds: began.elapsed().as_secs_f64(),
    }
}

/// The exact results of all moves, if the game is near enough to its end to know them: a line each, best first.
pub(super) fn certainties<G: BoardGame>(game: &G, lines: usize) -> Option<Vec<DepthReached>> {
    let (began, solved) = (Instant::now(), solve(game)?);
    let told =
        solved.into_iter().take(lines.max(1)).enumerate().map(|(number, Solved { discs, line, .. })| {
            let (depth, result) = (line.len() as u32, Some(discs));
            let found = Line { depth, number, score: discs, line: &line, result };
            let scores = [discs, -discs];
            depth_reached(game, Algorithm::AlphaBeta, &found, Some(&scores), &Counts::default(), began)
        });
    Some(told.collect())
}

/// A line to tell of.
struct Line<'a, M> {
    depth: u32,
    number: usize,
    score: i32,
    line: &'a [M],
    /// How the game ends for certain.
    result: Option<i32>,
}

fn depth_reached<G: BoardGame>(
    game: &G,
    algorithm: Algorithm,
    found: &Line<'_, G::Move>,
    scores: Option<&[i32]>,
    counts: &Counts,
    began: Instant,
) -> DepthReached {
    let elapsed = began.elapsed();
    let (mut movers, mut paths, mut positions) = (Vec::new(), Vec::new(), Vec::new());
    let mut tally = game.tally();
    let shown = if found.number < LONG_LINES { found.line } else { &found.line[..found.line.len().min(1)] };
    follow_line(game, algorithm, shown, |game, mv, _| {
        movers.push(game.to_move().index());
        paths.push(game.path(mv));
        let mut after = game.clone();
        after.make(mv);
        positions.push(after.position_text());
        tally = after.tally();
    });
    DepthReached {
        depth: found.depth,
        number: found.number,
        chance: found.result.map_or_else(|| chance(G::INFO.name, game.players(), found.score), certain),
        discs: found.result,
        score: found.score,
        score_text: match found.result {
            Some(0) => "0 discs".to_owned(),
            Some(discs) => format!("{discs:+} discs"),
            None => score_text(found.score),
        },
        scores: scores.map_or_else(Vec::new, <[i32]>::to_vec),
        algorithm: algorithm.name(),
        pv: line_text(game, algorithm, shown),
        movers,
        paths,
        positions,
        tally,
        nodes: counts.total,
        nps: (counts.total as f64 / elapsed.as_secs_f64().max(1e-6)) as u64,
        cutoffs: counts.cutoffs,
        first_move_cutoffs: counts.first_move_cutoffs,
        elapsed_ms: elapsed.as_millis() as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::Setting;
    use super::*;

    fn othello() -> Box<dyn super::super::position::Position> {
        Setting { game: "othello".to_owned(), ..Setting::default() }.open().ok().unwrap()
    }

    #[test]
    fn a_search_tells_every_depth() {
        let ask = Ask::new(Level::depth(5), None, None, None).unwrap().with_table(Some(1)).unwrap();
        let mut depths = Vec::new();
        let found = othello().think(&ask, &Stop::default(), &mut |depth| depths.push(depth)).unwrap();
        assert_eq!(
            depths.iter().map(|depth| depth.depth).collect::<Vec<_>>(),
            [1, 3, 5],
            "two plies at a time"
        );
        let last = depths.last().unwrap();
        assert_eq!(last.paths.len(), last.pv.len());
        assert_eq!((last.movers.len(), last.positions.len()), (last.pv.len(), last.pv.len()));
        assert_eq!(last.scores, [last.score, -last.score]);
        let json = serde_json::to_value(found.report).unwrap();
        assert_eq!(json["depth"], 5);
        assert_eq!(json["pv"][0], json["move"]);
    }

    #[test]
    fn a_stop_counts_even_before_the_search() {
        let ask = Ask::new(Level::depth(40), None, None, None).unwrap();
        let stop = Stop::default();
        stop.stop();
        let began = Instant::now();
        let found = othello().think(&ask, &stop, &mut |_| ()).unwrap();
        assert!(began.elapsed() < Duration::from_secs(5));
        assert_eq!(serde_json::to_value(found.report).unwrap()["complete"], false);
    }

    #[test]
    fn an_engine_knows_what_was_there_before() {
        let start = Setting { game: "abalone".to_owned(), ..Setting::default() }.open().ok().unwrap();
        let ask = Ask::new(Level::depth(3), None, None, None).unwrap().with_table(Some(1)).unwrap();
        let best = |ask: &Ask| {
            let found = start.think(ask, &Stop::default(), &mut |_| ()).unwrap();
            let score = serde_json::to_value(&found.report).unwrap()["score"].as_i64();
            (found.report.best_move().to_owned(), score)
        };
        let free = best(&ask);
        let mut after = start.copy();
        after.play(&free.0).unwrap();
        // With the third visit the game is drawn: another move, or a draw.
        let told = best(&ask.after(&[start.key(), after.key(), after.key()]));
        assert!(told != free && (told.0 != free.0 || told.1 == Some(0)), "{free:?}, then {told:?}");
    }

    #[test]
    fn names_and_sizes_are_checked() {
        let level = Level::depth(3);
        assert!(Ask::new(level, Some("best"), None, None).unwrap_err().contains("choose minimax"));
        assert!(Ask::new(level, None, Some("magic"), None).unwrap_err().starts_with("order: "));
        let ask = Ask::new(level, None, None, Some("guess")).unwrap();
        assert!(othello().check(&ask).unwrap_err().contains("choose discs"));
        assert!(ask.with_table(Some(1 << 20)).is_err());
        let max_n = Ask::new(level, Some("max-n"), None, None).unwrap();
        assert_eq!(othello().check(&max_n.with_fitting_table()), Ok(()));
    }
}
