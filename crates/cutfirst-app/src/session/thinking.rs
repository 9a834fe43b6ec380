//! One search for a game being played: bounded in time and memory, told of its depths, stopped at will.

use std::any::Any;
use std::time::Instant;

use cutfirst::engine::{Report, Request, Searcher, Settings};
use cutfirst::game::Player;
use cutfirst::search::{Algorithm, Counts, LineFound, Progress, Stop};
use cutfirst_games::board_game::BoardGame;
use serde::Serialize;

use super::ask::Ask;
use super::chance::{Reach, certain, chance, chances, comes_back};
use super::engines::Place;
use super::exact::{Solved, solve};
use super::position::Placed;
use super::worth::Worth;
use crate::search_report::{Found, ReportJson, follow_line, line_text};
use crate::trace::{Recorder, Trace};

/// Of so many lines all moves are told, of the others the first.
const LONG_LINES: usize = 5;

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
    /// What it is worth in a word or two, in three letters, and as a sentence.
    pub(crate) worth: String,
    pub(crate) mark: String,
    pub(crate) sentence: String,
    /// One per player where the search knows them: from Max-N, and two players have opposite scores.
    pub(crate) scores: Vec<i32>,
    /// What these are as chances, which add up to one.
    pub(crate) chances: Vec<f64>,
    pub(crate) algorithm: &'static str,
    pub(crate) pv: Vec<String>,
    /// The moves of the line alone, without whose reply they are.
    pub(crate) moves: Vec<String>,
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

/// Which depths are told of: chances of odd and even ones cannot be compared, nor can lines of different depths.
struct Told {
    parity: u32,
    /// How many lines a depth has.
    lines: usize,
}

impl Told {
    fn is_due(&self, depth: &[DepthReached]) -> bool {
        depth.len() == self.lines && depth[0].depth % 2 == self.parity
    }
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
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let told = Told { parity: ask.level.depth.unwrap_or(1) % 2, lines: ask.lines.min(moves.len()) };
    let mut depth = Vec::new();
    let mut show = |progressed: Progress<'_, G::Move>| {
        if let Progress::Line(found) = progressed
            && found.number < ask.lines
        {
            let LineFound { depth: reached, number, score, line, result, .. } = found;
            let line = Line { depth: reached, number, score, line, result };
            if number == 0 {
                depth.clear();
            }
            depth.push(depth_reached(game, algorithm, &line, found.scores, &found.counts, began));
            if told.is_due(&depth) {
                depth.drain(..).for_each(&mut *progress);
            }
        }
    };
    let mut request = Request::new(limit).with_lines(ask.lines);
    request.level = ask.level.level();
    let report = engine.answer(game, &request, Some(&mut show)).map_err(|error| error.to_string())?;
    // A search that came to its end has nothing better to tell, however deep it is.
    if report.complete {
        depth.drain(..).for_each(&mut *progress);
    }
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
    let (mut moves, mut movers, mut paths, mut positions) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut tally = game.tally();
    let shown = if found.number < LONG_LINES { found.line } else { &found.line[..found.line.len().min(1)] };
    follow_line(game, algorithm, shown, |game, mv, _| {
        moves.push(game.move_text(mv));
        movers.push(game.to_move().index());
        paths.push(game.path(mv));
        let mut after = game.clone();
        after.make(mv);
        positions.push(after.position_text());
        tally = after.tally();
    });
    let reach = Reach::of(game, found.depth);
    let estimate = || match found.score {
        0 if comes_back(game, found.line, &[]) => certain(0),
        score => chance(G::INFO.name, game.players(), score, reach),
    };
    let chance = found.result.map_or_else(estimate, certain);
    let worth = Worth { score: found.score, chance, discs: found.result };
    let mover = game.to_move();
    let scores = scores.map_or_else(Vec::new, <[i32]>::to_vec);
    DepthReached {
        depth: found.depth,
        number: found.number,
        chance,
        discs: found.result,
        score: found.score,
        worth: worth.short(),
        mark: worth.mark(),
        sentence: worth.sentence(&game.seat_name(mover), &game.seat_name(Player(1 - mover.0.min(1)))),
        chances: chances(G::INFO.name, mover.index(), chance, &scores, reach),
        scores,
        algorithm: algorithm.name(),
        pv: line_text(game, algorithm, shown),
        moves,
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
    use std::time::Duration;

    use super::super::position::Setting;
    use super::super::seat::Level;
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
    fn only_depths_that_can_be_compared_are_told_and_all_their_lines_together() {
        let setting = Setting { game: "virus".to_owned(), players: Some(4), ..Setting::default() };
        let ask = Ask::new(Level::depth(5), None, None, None).unwrap().with_table(Some(1)).unwrap();
        let mut told = Vec::new();
        let position = setting.open().ok().unwrap();
        let two = ask.with_lines(2).unwrap();
        position.think(&two, &Stop::default(), &mut |line| told.push((line.depth, line.number))).unwrap();
        assert_eq!(told, [(1, 0), (1, 1), (3, 0), (3, 1), (5, 0), (5, 1)]);
    }

    #[test]
    fn who_only_comes_back_is_as_likely_to_win_as_the_other() {
        let setting = Setting {
            game: "virus".to_owned(),
            players: Some(2),
            position: Some(".0001/.1010/..101/.1010/10100 1".to_owned()),
            ..Setting::default()
        };
        let ask = Ask::new(Level::depth(13), None, None, None).unwrap();
        let mut last = None;
        let position = setting.for_people().open().ok().unwrap();
        position.think(&ask, &Stop::default(), &mut |line| last = Some(line)).unwrap();
        let last = last.unwrap();
        // Back to the start, or to where the line has been.
        let (end, line) = last.positions.split_last().unwrap();
        assert!(end == &position.text() || line.contains(end), "{last:?}");
        assert_eq!((last.score, &*last.worth), (0, "50 %"));
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
}
