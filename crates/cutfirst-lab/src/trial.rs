//! One trial: a seeded fragment of a game in which arms are measured.
//!
//! A trial is determined by the plan's seed, game, players, start and its own number; in the paper
//! design also by arm and ply.
//!
//! A midgame start is reached by shallow searches of all players, who choose at random among the
//! best moves. Then, for the measured turns, the perspective player (the one to move) searches and
//! the others move at random. In the paper design he plays what his arm found; in the paired design
//! all arms search the same positions, and he plays by a shallow search like the one of the opening,
//! so that no arm chooses what is measured. Lists persist across the turns of a trial.

use cutfirst::engine::{SearchError, Searcher, Settings};
use cutfirst::search::{Limit, Side, Stop};
use cutfirst_games::board_game::{BoardGame, EngineError};
use cutfirst_games::catalog::{GameVisitor, with_game};
use cutfirst_games::setup::SetupError;

use crate::arm::Arm;
use crate::cell::{Cell, Design, Row};
use crate::fragment::{self, Fragment};
use crate::words::ParseWordError;

/// Depth of the searches that lead to a midgame start and, in the paired design, move the
/// perspective player.
pub const SHALLOW: u32 = 2;

/// Why a trial cannot be run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrialError {
    /// The game cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The arm cannot be read.
    #[error("{0}")]
    Arm(ParseWordError),
    /// The arm does not go with the game or algorithm.
    #[error("arm '{0}': {1}")]
    Engine(String, EngineError),
    /// The search is impossible.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// Somebody stopped it before its end.
    #[error("stopped")]
    Stopped,
    /// Every opening ended the game.
    #[error("{0}: no game lasts as long as the opening")]
    NoOpening(String),
    /// Exact searches of one position disagree: a fault of the program.
    #[error("{cell}, trial {trial}: arm '{arm}' finds {found} where '{control}' finds {expected}")]
    ValuesDiffer {
        /// The cell.
        cell: String,
        /// The trial.
        trial: u32,
        /// The arm that differs.
        arm: String,
        /// What it found.
        found: i32,
        /// The arm it differs from.
        control: String,
        /// What that one found.
        expected: i32,
    },
}

/// A trial to run: in the paper design for one arm, in the paired design for all arms of the cell.
#[derive(Clone, Debug)]
pub struct Trial<'a> {
    /// What is measured.
    pub cell: &'a Cell,
    /// How.
    pub design: Design,
    /// The orders under test.
    pub arms: &'a [String],
    /// The plan's seed.
    pub seed: u64,
    /// The trial's number.
    pub number: u32,
}

impl Trial<'_> {
    /// Runs it: one row per arm.
    ///
    /// # Errors
    /// If cell and arms do not go together.
    pub fn run(&self) -> Result<Vec<Row>, TrialError> {
        self.run_until(&Stop::new())
    }

    /// As [`run`](Self::run), but not beyond the moment that somebody says stop.
    ///
    /// # Errors
    /// Also [`TrialError::Stopped`], if so.
    pub fn run_until(&self, stop: &Stop) -> Result<Vec<Row>, TrialError> {
        with_game(&self.cell.game, OfGame(self, stop))?
    }

    /// What every random choice of the trial is keyed by.
    fn key(&self) -> Vec<u64> {
        let cell = self.cell;
        let mut key = fragment::key(cell, self.seed, self.number);
        if self.design == Design::Paper {
            key.extend([fragment::hash(&self.arms.join(" ")), u64::from(cell.ply)]);
        }
        key
    }
}

struct OfGame<'a>(&'a Trial<'a>, &'a Stop);

impl GameVisitor for OfGame<'_> {
    type Output = Result<Vec<Row>, TrialError>;

    fn visit<G: BoardGame>(self) -> Self::Output {
        run_on(self.0, self.1, self.0.cell.position::<G>()?)
    }
}

fn run_on<G: BoardGame>(trial: &Trial<'_>, stop: &Stop, start: G) -> Result<Vec<Row>, TrialError> {
    let cell = trial.cell;
    let mut arms = Vec::new();
    for text in trial.arms {
        let arm: Arm = text.parse().map_err(TrialError::Arm)?;
        let row = Row::new(cell.to_string(), trial.design, text, trial.number);
        arms.push((engine(&start, cell, text, arm.settings(cell))?, row));
    }
    Fragment::open(start, cell, trial.key())?.measure(|game| search(trial, stop, game, &mut arms))?;
    Ok(arms.into_iter().map(|(_, row)| row).collect())
}

fn engine<G: BoardGame>(
    start: &G,
    cell: &Cell,
    arm: &str,
    settings: Settings,
) -> Result<Box<dyn Searcher<G>>, TrialError> {
    start.engine(&cell.evaluation, settings).map_err(|error| TrialError::Engine(arm.to_owned(), error))
}

/// An engine under test and what it has done.
type Tested<G> = (Box<dyn Searcher<G>>, Row);

/// All arms search the position. Returns the move to play, in the paired design none.
fn search<G: BoardGame>(
    trial: &Trial<'_>,
    stop: &Stop,
    game: &G,
    arms: &mut [Tested<G>],
) -> Result<Option<G::Move>, TrialError> {
    let mut first: Option<G::Move> = None;
    // Exact searches of one tree agree; quiescence makes another tree.
    let mut values: Vec<((u8, bool), i32, String)> = Vec::new();
    for (engine, row) in arms {
        let report = engine.search(game, &Limit::depth(trial.cell.ply).with_stop(stop))?;
        // What a stopped search found counts for nothing.
        if stop.is_stopped() {
            return Err(TrialError::Stopped);
        }
        let score = report.line().score;
        first.get_or_insert(report.best);
        let settings = engine.settings();
        let tree = (settings.techniques.quiescence, settings.techniques.stand_pat);
        match values.iter().find(|(other, ..)| *other == tree) {
            _ if !settings.is_exact() => {}
            None => values.push((tree, score, row.arm.clone())),
            Some((_, expected, control)) if score != *expected => {
                return Err(TrialError::ValuesDiffer {
                    cell: trial.cell.to_string(),
                    trial: trial.number,
                    arm: row.arm.clone(),
                    found: score,
                    control: control.clone(),
                    expected: *expected,
                });
            }
            Some(_) => {}
        }
        let counts = &report.counts;
        row.searches += 1;
        row.nodes += counts.total;
        row.leaves += counts.leaf;
        row.makes += counts.makes;
        row.evaluations += counts.evaluations;
        row.cutoffs += counts.cutoffs;
        row.first_move_cutoffs += counts.first_move_cutoffs;
        row.list_lengths = [Side::Max, Side::Min].map(|side| {
            let of_side = report.lists.iter().filter(|list| list.heuristic == "ads" && list.side == side);
            of_side.map(|list| list.elements.len() as u64).sum()
        });
        let levels = report.detail.map(|detail| detail.levels).unwrap_or_default();
        row.levels.resize(row.levels.len().max(levels.len()), [0; 4]);
        for (sum, level) in row.levels.iter_mut().zip(&levels) {
            sum[0] += level.cuts;
            sum[1] += level.places;
        }
        for list in report.lists.iter().filter(|list| list.heuristic == "ads") {
            let Some(level) = list.level else { continue };
            row.levels.resize(row.levels.len().max(level + 1), [0; 4]);
            row.levels[level][2 + list.side.index()] = list.elements.len() as u64;
        }
    }
    Ok(first.filter(|_| trial.design == Design::Paper))
}
