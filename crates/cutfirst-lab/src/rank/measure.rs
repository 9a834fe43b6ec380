//! Runs a contest: every order searches every position, and each search is counted and timed.
//!
//! The positions of a fragment are found first, by nobody under test. Then the orders take turns position by
//! position, in an order that goes round, so that whatever else the machine does hits all alike. What an order has
//! learned is kept inside a fragment and forgotten between fragments. A timing is repeated by going through
//! the whole fragment again from nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use cutfirst::engine::{SearchError, Searcher};
use cutfirst::ordering::{Order, OrderError};
use cutfirst::search::{Counts, Limit};
use cutfirst_games::board_game::{BoardGame, EngineError};
use cutfirst_games::catalog::{GameVisitor, with_game};
use cutfirst_games::setup::SetupError;

use super::contest::Contest;
use crate::cell::{Cell, Start};
use crate::fragment::{self, Fragment};
use crate::stopwatch::Stopwatch;
use crate::trial::TrialError;

/// Why a contest could not be run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MeasureError {
    /// The game cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A text is not an order.
    #[error(transparent)]
    Order(#[from] OrderError),
    /// An order cannot be had.
    #[error("order '{0}': {1}")]
    Engine(String, EngineError),
    /// The positions cannot be found.
    #[error(transparent)]
    Trial(#[from] TrialError),
    /// A position cannot be searched.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// Exact searches of one position disagree: a fault of the program.
    #[error("{cell}, fragment {fragment}: '{order}' finds {found} where {expected} was found before")]
    ValuesDiffer {
        /// The cell.
        cell: String,
        /// The fragment.
        fragment: u32,
        /// What differs.
        order: String,
        /// What it found.
        found: i32,
        /// What the first order found.
        expected: i32,
    },
    /// The same search took another number of nodes: a fault of the program.
    #[error("{cell}, fragment {fragment}: '{order}' needs other nodes when repeated")]
    NotRepeatable {
        /// The cell.
        cell: String,
        /// The fragment.
        fragment: u32,
        /// The order.
        order: String,
    },
    /// A value that no tree proves: a fault of the program.
    #[error("{cell}, fragment {fragment}: no tree proves the value {value}")]
    NoProof {
        /// The cell.
        cell: String,
        /// The fragment.
        fragment: u32,
        /// The value.
        value: i32,
    },
}

/// What one order did in one fragment.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Work {
    /// Counters.
    pub counts: Counts,
    /// Working time, of each search the least of all repetitions.
    pub seconds: f64,
}

/// What all orders did in one fragment.
#[derive(Clone, PartialEq, Debug)]
pub struct FragmentResult {
    /// Where it began.
    pub start: Start,
    /// How many positions were searched.
    pub searches: u32,
    /// One for each order of the contest.
    pub work: Vec<Work>,
    /// The replay bound, all searches together.
    pub replay: Option<u64>,
    /// The exact minimum, all searches together.
    pub minimum: Option<u64>,
}

/// Runs a contest and tells `progress` after each fragment how many are done. Once `stop` is set, it ends with
/// the fragments that are complete by then.
///
/// # Errors
/// If a search is impossible, or the program is at fault.
pub fn measure(
    contest: &Contest,
    stop: &Arc<AtomicBool>,
    progress: &mut dyn FnMut(u32),
) -> Result<Vec<FragmentResult>, MeasureError> {
    with_game(&contest.cell().game, OfGame { contest, stop, progress })?
}

struct OfGame<'a> {
    contest: &'a Contest,
    stop: &'a Arc<AtomicBool>,
    progress: &'a mut dyn FnMut(u32),
}

impl GameVisitor for OfGame<'_> {
    type Output = Result<Vec<FragmentResult>, MeasureError>;

    fn visit<G: BoardGame>(self) -> Self::Output {
        let (contest, cell) = (self.contest, self.contest.cell());
        let game: G = cell.position()?;
        let build = |cell: &Cell, order: &str| {
            let settings = cell.settings().with_order(order.parse::<Order>()?);
            let engine = game.engine(&cell.evaluation, settings);
            engine.map_err(|error| MeasureError::Engine(order.to_owned(), error))
        };
        let flag = Arc::clone(self.stop);
        // Time stands still until somebody stops it, and then it is late for every search.
        let clock = move || if flag.load(Relaxed) { Duration::MAX } else { Duration::ZERO };
        let mut ring = Ring {
            contest,
            engines: contest.orders.iter().map(|order| build(cell, order)).collect::<Result<_, _>>()?,
            bounds: build(&Cell { table: 0, deepen: false, ..cell.clone() }, "none")?,
            limit: Limit::depth(cell.ply).with_time(Duration::from_secs(1), Arc::new(clock)),
            stop: self.stop,
            round: 0,
        };
        let mut measured = Vec::new();
        // Starts take turns, so that a run that is stopped has seen them alike.
        for number in 0..contest.positions {
            for cell in &contest.cells {
                let place = FragmentId { cell, number };
                let Some(fragment) = ring.fragment(&game, place)? else { return Ok(measured) };
                measured.push(fragment);
                (self.progress)(measured.len() as u32);
            }
        }
        Ok(measured)
    }
}

/// Where the orders meet.
struct Ring<'a, G: BoardGame> {
    contest: &'a Contest,
    engines: Vec<Box<dyn Searcher<G>>>,
    /// For the bounds, which no order has a part in.
    bounds: Box<dyn Searcher<G>>,
    limit: Limit,
    stop: &'a AtomicBool,
    /// How many positions have been searched, repetitions included.
    round: usize,
}

/// Which fragment something happens in.
#[derive(Clone, Copy)]
struct FragmentId<'a> {
    cell: &'a Cell,
    number: u32,
}

/// A position's value and what each order did to find it.
#[derive(Clone)]
struct Race {
    value: Option<i32>,
    work: Vec<Option<Work>>,
}

impl Race {
    /// Exact searches agree, whatever their order.
    fn agree(&mut self, found: i32, place: FragmentId<'_>, order: &str) -> Result<(), MeasureError> {
        let expected = *self.value.get_or_insert(found);
        if found == expected {
            return Ok(());
        }
        let (cell, fragment, order) = (place.cell.to_string(), place.number, order.to_owned());
        Err(MeasureError::ValuesDiffer { cell, fragment, order, found, expected })
    }
}

impl<G: BoardGame> Ring<'_, G> {
    /// All orders in one fragment; `None` if it was stopped.
    fn fragment(&mut self, game: &G, place: FragmentId<'_>) -> Result<Option<FragmentResult>, MeasureError> {
        let mut positions = Vec::new();
        let key = fragment::key(place.cell, self.contest.seed, place.number);
        Fragment::open(game.clone(), place.cell, key)?.measure(|game| {
            positions.push(game.clone());
            Ok(None)
        })?;
        let empty = Race { value: None, work: vec![None; self.engines.len()] };
        let mut races = vec![empty; positions.len()];
        for _ in 0..self.contest.repeat {
            self.engines.iter_mut().for_each(|engine| engine.forget());
            for (position, race) in positions.iter().zip(&mut races) {
                if !self.race(position, race, place)? {
                    return Ok(None);
                }
            }
        }
        let mut measured = FragmentResult {
            start: place.cell.start,
            searches: positions.len() as u32,
            work: vec![Work::default(); self.engines.len()],
            replay: None,
            minimum: None,
        };
        for (position, mut race) in positions.iter().zip(races) {
            // Apart from the timings, whose caches they would spoil.
            if !self.bound(position, &mut race, &mut measured, place)? {
                return Ok(None);
            }
            for (sum, work) in measured.work.iter_mut().zip(race.work.iter().flatten()) {
                sum.counts = sum.counts + work.counts;
                sum.seconds += work.seconds;
            }
        }
        Ok(Some(measured))
    }

    /// Every order searches the position once; false if that was stopped.
    fn race(&mut self, position: &G, race: &mut Race, place: FragmentId<'_>) -> Result<bool, MeasureError> {
        let number = self.engines.len();
        for turn in 0..number {
            // Each begins as often as any other, and is now before and now after its neighbours.
            let turn = if self.round.is_multiple_of(2) { turn } else { number - 1 - turn };
            let order = (self.round / 2 + turn) % number;
            let watch = Stopwatch::start();
            let report = self.engines[order].search(position, &self.limit)?;
            let seconds = watch.seconds();
            if !report.complete {
                return Ok(false);
            }
            let name = &self.contest.orders[order];
            race.agree(report.line().score, place, name)?;
            let before = race.work[order].get_or_insert(Work { counts: report.counts, seconds });
            if before.counts != report.counts {
                let (cell, fragment, order) = (place.cell.to_string(), place.number, name.clone());
                return Err(MeasureError::NotRepeatable { cell, fragment, order });
            }
            before.seconds = before.seconds.min(seconds);
        }
        self.round += 1;
        Ok(true)
    }

    /// How small the position's tree could be; false if that was stopped.
    fn bound(
        &mut self,
        position: &G,
        race: &mut Race,
        measured: &mut FragmentResult,
        place: FragmentId<'_>,
    ) -> Result<bool, MeasureError> {
        if self.contest.has_replay() {
            let Some(replay) = self.bounds.replay(position, &self.limit)? else { return Ok(false) };
            race.agree(replay.score, place, "the replay bound")?;
            *measured.replay.get_or_insert(0) += replay.best_first;
        }
        if let (true, Some(value)) = (self.contest.minimum, race.value) {
            match self.bounds.minimal_tree(position, &self.limit, value)? {
                Some(minimum) => *measured.minimum.get_or_insert(0) += minimum,
                None if self.stop.load(Relaxed) => return Ok(false),
                None => {
                    let (cell, fragment) = (place.cell.to_string(), place.number);
                    return Err(MeasureError::NoProof { cell, fragment, value });
                }
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Design;
    use crate::rank::contest::Options;
    use crate::trial::Trial;

    fn contest(game: &str, orders: &[&str], repeat: u32) -> Contest {
        let options = Options {
            orders: orders.iter().map(|order| order.parse().unwrap()).collect(),
            depth: Some(3),
            positions: Some(2),
            turns: Some(2),
            repeat,
            minimum: true,
            ..Options::default()
        };
        Contest::new(game, &options).unwrap()
    }

    fn run(contest: &Contest) -> Vec<FragmentResult> {
        measure(contest, &Arc::default(), &mut |_| ()).unwrap()
    }

    fn counts(measured: &[FragmentResult]) -> Vec<Counts> {
        measured.iter().flat_map(|fragment| fragment.work.iter().map(|work| work.counts)).collect()
    }

    #[test]
    fn counts_are_those_of_paired_trials() {
        for game in ["othello", "chinese-checkers"] {
            let contest = contest(game, &["none", "ads:mtf", "gravity"], 1);
            for (index, fragment) in run(&contest).iter().enumerate() {
                let (cell, number) = (&contest.cells[index % 2], index as u32 / 2);
                let (design, arms, seed) = (Design::Paired, &contest.orders, contest.seed);
                let rows = Trial { cell, design, arms, seed, number }.run().unwrap();
                for (row, work) in rows.iter().zip(&fragment.work) {
                    assert_eq!((row.searches, row.nodes), (fragment.searches, work.counts.total));
                    assert_eq!((row.makes, row.evaluations), (work.counts.makes, work.counts.evaluations));
                }
                assert_eq!(fragment.start, cell.start);
            }
        }
    }

    #[test]
    fn repetitions_and_further_orders_change_no_count() {
        let few = run(&contest("checkers", &["gravity", "ads:mtf"], 1));
        assert_eq!(few.len(), 4);
        assert_eq!(counts(&few), counts(&run(&contest("checkers", &["gravity", "ads:mtf"], 3))));
        let many = run(&contest("checkers", &["gravity", "ads:mtf", "killer", "ads:smtf", "relative"], 2));
        for (few, many) in few.iter().zip(&many) {
            assert_eq!(few.work[0].counts, many.work[0].counts);
            assert_eq!(few.work[1].counts, many.work[1].counts);
            assert_eq!((few.replay, few.minimum), (many.replay, many.minimum));
        }
    }

    #[test]
    fn no_tree_is_smaller_than_the_minimum() {
        for game in ["othello", "focus", "virus"] {
            for fragment in run(&contest(game, &["none", "ads:mtf", "killer"], 1)) {
                let (minimum, replay) = (fragment.minimum.unwrap(), fragment.replay.unwrap());
                assert!(minimum <= replay && replay <= fragment.work[0].counts.total, "{game}: {fragment:?}");
                assert!(
                    fragment.work.iter().all(|work| work.counts.total >= minimum),
                    "{game}: {fragment:?}"
                );
                assert!(fragment.work.iter().all(|work| work.seconds > 0.0));
            }
        }
    }

    #[test]
    fn values_that_differ_are_a_fault() {
        let contest = contest("othello", &["none"], 1);
        let place = FragmentId { cell: contest.cell(), number: 7 };
        let mut race = Race { value: None, work: Vec::new() };
        race.agree(5, place, "none").unwrap();
        race.agree(5, place, "ads:mtf").unwrap();
        let message = race.agree(4, place, "killer:2").unwrap_err().to_string();
        assert!(message.contains("fragment 7: 'killer:2' finds 4 where 5 was found"), "{message}");
    }

    #[test]
    fn a_stop_keeps_whole_fragments_only() {
        let mut contest = contest("othello", &["none", "ads:mtf"], 1);
        let whole = run(&contest);
        let stop = Arc::new(AtomicBool::new(false));
        let part = measure(&contest, &stop, &mut |done| stop.store(done == 1, Relaxed)).unwrap();
        assert_eq!(counts(&part), counts(&whole[..1]));
        // A search that would take years ends at once.
        contest.cells.iter_mut().for_each(|cell| cell.ply = 60);
        assert_eq!(measure(&contest, &stop, &mut |_| ()), Ok(Vec::new()));
    }
}
