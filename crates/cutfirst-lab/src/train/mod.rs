//! Weights for a game of the catalogue, learned round by round.

mod page;

use std::path::Path;
use std::sync::OnceLock;

use cutfirst::engine::{Searcher, Settings, SettingsError};
use cutfirst::ordering::MovePrior;
use cutfirst::patterns::learn::{Engines, LearnError, Plan, PriorPlan, Progress, Round, Trainer, prior_with};
use cutfirst::patterns::{BASE, Patterns};
use cutfirst_games::board_game::{BoardGame, EngineError};
use cutfirst_games::catalog::{GameVisitor, with_game};
use cutfirst_games::learned::{ENDING, LEARNED};
use cutfirst_games::setup::{Setup, SetupError};

use crate::draft;
use crate::report::Document;

/// What to learn.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainRequest {
    /// The game's name.
    pub game: String,
    /// The number of players, or the game's usual one.
    pub players: Option<usize>,
    /// Variant and options.
    pub variant: Option<String>,
    /// The evaluation to begin with, or the best one made by hand.
    pub teacher: Option<String>,
    /// The seed of everything random.
    pub seed: u64,
    /// How many games at a time.
    pub threads: usize,
    /// Nodes of a round, in millions.
    pub effort: Option<u64>,
    /// About how many nodes a search of its games takes.
    pub nodes: Option<u64>,
}

/// Why nothing can be learned, in one line.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// There is no such game, variant or evaluation.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The training itself.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// The teacher cannot play.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// A training of some game.
pub trait Training {
    /// [`Trainer::round`].
    ///
    /// # Errors
    /// As [`Trainer::round`].
    fn round(&mut self, watch: &mut dyn FnMut(&Progress) -> bool) -> Result<Round, LearnError>;

    /// The rounds there were.
    fn rounds(&self) -> &[Round];

    /// The best weights until now, as a file.
    ///
    /// # Errors
    /// As [`Trainer::weights`].
    fn weights(&self) -> Result<Vec<u8>, LearnError>;

    /// [`Trainer::to_bytes`].
    fn state(&self) -> Vec<u8>;

    /// How it is done, for people.
    fn about(&self) -> String;

    /// A page about it: how strong the weights became, what they look like, and how to use the `file` that `command` made.
    ///
    /// # Errors
    /// As [`Trainer::weights`].
    fn page(&self, file: &str, command: &str) -> Result<Document, LearnError>;
}

struct Own<G: BoardGame> {
    start: G,
    trainer: Trainer<G, ByName<G>>,
    setup: Setup,
    teacher: String,
    of_moves: PriorPlan,
    /// What was learned about moves, once that was tried.
    prior: OnceLock<Result<MovePrior, LearnError>>,
}

impl<G: BoardGame> Training for Own<G> {
    fn round(&mut self, watch: &mut dyn FnMut(&Progress) -> bool) -> Result<Round, LearnError> {
        self.trainer.round(watch)
    }

    fn rounds(&self) -> &[Round] {
        self.trainer.rounds()
    }

    fn weights(&self) -> Result<Vec<u8>, LearnError> {
        let mut weights = self.trainer.weights()?;
        // It hangs on the teacher and the plan alone, so that all rounds have the same.
        match self.prior.get_or_init(|| learn_prior(&self.start, &self.teacher, &self.of_moves)) {
            Ok(prior) => weights.set_prior(prior.clone()),
            // Too few moves to tell apart; the evaluation is as good.
            Err(LearnError::Nothing) => {}
            Err(error) => return Err(error.clone()),
        }
        weights.set_note("game", G::INFO.name);
        weights.set_note("variant", self.setup.variant_text());
        weights.set_note("teacher", &self.teacher);
        if weights.note(BASE).is_some() {
            weights.set_note(BASE, &self.teacher);
        }
        weights.set_note("made-by", concat!("cutfirst train ", env!("CARGO_PKG_VERSION")));
        Ok(weights.to_bytes())
    }

    fn state(&self) -> Vec<u8> {
        self.trainer.to_bytes()
    }

    fn about(&self) -> String {
        format!("{}, teacher {}, games at depth {}", G::INFO.name, self.teacher, self.trainer.depth())
    }

    fn page(&self, file: &str, command: &str) -> Result<Document, LearnError> {
        let weights = self.trainer.weights()?;
        let about = page::About {
            teacher: &self.teacher,
            variant: &self.setup.variant_text(),
            depth: self.trainer.depth(),
            file,
            command,
        };
        Ok(page::document(&self.start, self.trainer.rounds(), &weights, &about))
    }
}

/// Engines of the catalogue.
struct ByName<G> {
    start: G,
    teacher: String,
}

impl<G: BoardGame> Engines<G> for ByName<G> {
    fn teacher(&self, settings: &Settings) -> Result<Box<dyn Searcher<G>>, SettingsError> {
        match self.start.engine(&self.teacher, settings.clone()) {
            Ok(engine) => Ok(engine),
            Err(EngineError::Settings(error)) => Err(error),
            // Asked for when the training began.
            Err(EngineError::Setup(_)) => {
                self.start.engine_with(Patterns::of_several::<G>([]), settings.clone())
            }
        }
    }

    fn student(
        &self,
        patterns: Patterns,
        settings: &Settings,
    ) -> Result<Box<dyn Searcher<G>>, SettingsError> {
        self.start.engine_with(patterns, settings.clone())
    }

    fn judge(&self, game: &G, settings: &Settings) -> Option<i32> {
        (G::CORRECTED == Some(&self.teacher)).then(|| game.judge(settings)).flatten()
    }
}

struct Begin<'a>(&'a TrainRequest, Option<&'a [u8]>);

impl GameVisitor for Begin<'_> {
    type Output = Result<Box<dyn Training>, TrainError>;

    fn visit<G: BoardGame>(self) -> Self::Output {
        let Self(request, state) = self;
        let setup = Setup::new(&G::INFO, request.players, request.variant.as_deref())?;
        let start = G::start(&setup)?;
        let teacher = request.teacher.clone().unwrap_or_else(|| hand_made::<G>().to_owned());
        let mut plan = Plan::new(&start);
        let strongest = untaught::<G>(setup.players()).with_table(plan.settings.table);
        plan.settings = strongest.with_techniques(plan.settings.techniques);
        (plan.seed, plan.threads) = (request.seed, request.threads);
        if let Some(effort) = request.effort {
            plan.nodes_per_round = effort.saturating_mul(1_000_000);
        }
        plan.nodes_per_move = request.nodes.unwrap_or(plan.nodes_per_move);
        let mut of_moves = PriorPlan::beside(&plan);
        of_moves.settings = searches_of_prior::<G>(&setup);
        start.engine(&teacher, plan.settings.clone())?;
        let engines = ByName { start: start.clone(), teacher: teacher.clone() };
        let trainer = match state {
            Some(state) => Trainer::from_bytes(&start, engines, plan, state)?,
            None => Trainer::new(&start, engines, plan)?,
        };
        Ok(Box::new(Own { start, trainer, setup, teacher, of_moves, prior: OnceLock::new() }))
    }
}

struct OfMoves<'a>(&'a TrainRequest);

impl GameVisitor for OfMoves<'_> {
    type Output = Result<Vec<u8>, TrainError>;

    fn visit<G: BoardGame>(self) -> Self::Output {
        let Self(request) = self;
        let setup = Setup::new(&G::INFO, request.players, request.variant.as_deref())?;
        let start = G::start(&setup)?;
        let teacher = request.teacher.as_deref().unwrap_or(hand_made::<G>());
        let mut plan = PriorPlan::new(&start);
        plan.settings = searches_of_prior::<G>(&setup);
        plan.seed = request.seed;
        if let Some(effort) = request.effort {
            plan.nodes = effort.saturating_mul(1_000_000);
        }
        start.engine(teacher, plan.settings.clone())?;
        Ok(learn_prior(&start, teacher, &plan)?.to_bytes())
    }
}

/// The strongest setting, but for an order that begins with the game's own classes: what is learned does not hang on what was
/// learned before and comes with the program.
fn untaught<G: BoardGame>(players: usize) -> Settings {
    let order = G::INFO.order.replace("gravity:learned", "gravity:prior");
    G::INFO.strongest(players).with_order(order.parse().expect("an order that a test has read"))
}

/// The searches that a prior is to help.
fn searches_of_prior<G: BoardGame>(setup: &Setup) -> Settings {
    // In MiB; they are small.
    const TABLE: usize = 4;
    untaught::<G>(setup.players()).with_table(TABLE)
}

fn learn_prior<G: BoardGame>(start: &G, teacher: &str, plan: &PriorPlan) -> Result<MovePrior, LearnError> {
    let engine = |settings| match start.engine(teacher, settings) {
        Ok(engine) => Ok(engine),
        Err(EngineError::Settings(error)) => Err(error),
        // Asked for before.
        Err(EngineError::Setup(error)) => Err(SettingsError::Order(error.to_string())),
    };
    prior_with(start, &engine, plan)
}

/// Learns what moves are worth to an order, as a file for `gravity:learned`.
///
/// # Errors
/// If there is no such game, variant or evaluation, or nothing to learn from.
pub fn prior(request: &TrainRequest) -> Result<Vec<u8>, TrainError> {
    with_game(&request.game, OfMoves(request))?
}

/// The best evaluation of a game that was not learned.
fn hand_made<G: BoardGame>() -> &'static str {
    let best = G::INFO.plays_with;
    if best == LEARNED { G::CORRECTED.unwrap_or("play") } else { best }
}

/// Begins a training, or takes one up from its state.
///
/// # Errors
/// If there is no such game, variant or evaluation, or the state is damaged or of another training.
pub fn begin(request: &TrainRequest, state: Option<&[u8]>) -> Result<Box<dyn Training>, TrainError> {
    with_game(&request.game, Begin(request, state))?
}

/// Whether weights can be found again under this name.
#[must_use]
pub fn is_name_of_weights(name: &str) -> bool {
    name.ends_with(ENDING) && name.len() > ENDING.len()
}

/// Writes the best weights until now, so that the file is whole at every moment.
///
/// # Errors
/// In one line, if there are none or the file cannot be written.
pub fn write_weights(training: &dyn Training, path: &Path) -> Result<(), String> {
    let weights = training.weights().map_err(|error| error.to_string())?;
    draft::write(path, weights).map_err(|error| format!("cannot write {}: {error}", path.display()))
}
