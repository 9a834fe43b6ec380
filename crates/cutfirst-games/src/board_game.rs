//! What the laboratory and the program ask of a game beyond its rules.

use cutfirst::engine::{Engine, Searcher, Settings, SettingsError};
use cutfirst::evaluation::Evaluation;
use cutfirst::patterns::Patterns;
use cutfirst::perft::Finished;
use cutfirst::powers::{Captures, Cells, LearnedPrior, MoveClasses, OutOfTurn, SlotMoves};
use cutfirst::search::Combine;

use crate::learned::{Embedded, LEARNED};
use crate::scene::Drawn;
use crate::setup::{Setup, SetupError};

/// A game that can be set up by name, with every power, a notation, a picture and named evaluations.
pub trait BoardGame: OutOfTurn + SlotMoves + Captures + MoveClasses + LearnedPrior + Cells + Drawn {
    /// Name, players, variants, options and evaluations.
    const INFO: GameInfo;

    /// Learned weights that come with the program.
    const WEIGHTS: &'static [Embedded] = &[];

    /// What was learned about moves and comes with the program, one file for each number of players.
    const PRIORS: &'static [&'static [u8]];

    /// The start position of a setup that was read for this game.
    ///
    /// # Errors
    /// If options that are right by themselves contradict each other.
    fn start(setup: &Setup) -> Result<Self, SetupError>;

    /// Hands the evaluation called `name` to the visitor, whose code is thereby compiled for
    /// each evaluation apart.
    ///
    /// # Errors
    /// If the game has no such evaluation; the error names those it has.
    fn with_evaluation<V: EvaluationVisitor<Self>>(name: &str, visitor: V) -> Result<V::Output, SetupError>;

    /// An engine for games like this one, with the evaluation called `name`, which may be a file of weights. Written by
    /// `compiled_here!`.
    ///
    /// # Errors
    /// If the game has no such evaluation, or the settings do not go together.
    fn engine(&self, name: &str, settings: Settings) -> Result<Box<dyn Searcher<Self>>, EngineError>;

    /// An engine for games like this one, with learned weights. Written by `compiled_here!`.
    ///
    /// # Errors
    /// If the settings do not go together.
    fn engine_with(
        &self,
        patterns: Patterns,
        settings: Settings,
    ) -> Result<Box<dyn Searcher<Self>>, SettingsError>;

    /// The evaluation that learned weights correct, or replace where they fit, by name; none where they always stand for
    /// themselves. Written by `compiled_here!`.
    const CORRECTED: Option<&'static str>;

    /// What the evaluation that is corrected says to the player to move, if a training is to correct one. Written by
    /// `compiled_here!`.
    fn judge(&self, settings: &Settings) -> Option<i32>;

    /// [`cutfirst::perft::perft`]. Written by `compiled_here!`.
    fn perft(&mut self, depth: u32, finished: Finished) -> u64;
}

cutfirst::powers! {
    /// Every power that helps at the nodes of a search, and what was learned about moves.
    pub struct BoardPowers: OutOfTurn + SlotMoves + Captures + MoveClasses + LearnedPrior;
}

/// Why an engine cannot be had by name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineError {
    /// There is no such evaluation.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The settings do not go together, or not with the game.
    #[error(transparent)]
    Settings(#[from] SettingsError),
}

/// The methods of [`BoardGame`] that hold the searches. They are no default methods, because those would
/// be compiled again by every crate that uses them, and these take minutes.
macro_rules! compiled_here {
    () => {
        const CORRECTED: Option<&'static str> = None;

        fn judge(&self, _settings: &cutfirst::engine::Settings) -> Option<i32> {
            None
        }

        crate::board_game::compiled_here!(searches | patterns | patterns);
    };
    ($name:literal is $base:expr) => {
        fn judge(&self, settings: &cutfirst::engine::Settings) -> Option<i32> {
            Some(cutfirst::patterns::learn::judge(self, &$base, settings))
        }

        crate::board_game::compiled_here!(beside $name, $base);
    };
    ($name:literal replaced: $base:expr) => {
        fn judge(&self, _settings: &cutfirst::engine::Settings) -> Option<i32> {
            None
        }

        crate::board_game::compiled_here!(beside $name, $base);
    };
    (beside $name:literal, $base:expr) => {
        const CORRECTED: Option<&'static str> = Some($name);

        crate::board_game::compiled_here!(
            searches | patterns | cutfirst::patterns::Corrected::new($base, patterns)
        );
    };
    (searches |$patterns:ident| $evaluation:expr) => {
        fn engine(
            &self,
            name: &str,
            settings: cutfirst::engine::Settings,
        ) -> Result<Box<dyn cutfirst::engine::Searcher<Self>>, crate::board_game::EngineError> {
            let name = match crate::learned::named(self, name)? {
                Some(patterns) if patterns.fit(self) => return Ok(self.engine_with(patterns, settings)?),
                // Where there are no weights, an evaluation made by hand plays as fast as ever.
                Some(_) => Self::CORRECTED.unwrap_or(name),
                None => name,
            };
            let build = crate::board_game::BuildEngine { game: self, settings };
            Ok(Self::with_evaluation(name, build)??)
        }

        fn engine_with(
            &self,
            $patterns: cutfirst::patterns::Patterns,
            settings: cutfirst::engine::Settings,
        ) -> Result<Box<dyn cutfirst::engine::Searcher<Self>>, cutfirst::engine::SettingsError> {
            Ok(Box::new(cutfirst::engine::Engine::new(self, $evaluation, settings)?))
        }

        fn perft(&mut self, depth: u32, finished: cutfirst::perft::Finished) -> u64 {
            cutfirst::perft::perft(self, depth, finished)
        }
    };
}
pub(crate) use compiled_here;

pub(crate) struct BuildEngine<'a, G> {
    pub(crate) game: &'a G,
    pub(crate) settings: Settings,
}

impl<G: BoardGame> EvaluationVisitor<G> for BuildEngine<'_, G> {
    type Output = Result<Box<dyn Searcher<G>>, SettingsError>;

    fn visit<E: Evaluation<G>>(self, evaluation: E) -> Self::Output {
        Ok(Box::new(Engine::new(self.game, evaluation, self.settings)?))
    }
}

/// Code that works with any evaluation of a game.
pub trait EvaluationVisitor<G: BoardGame> {
    /// What the code returns.
    type Output;

    /// Runs with one evaluation.
    fn visit<E: Evaluation<G>>(self, evaluation: E) -> Self::Output;
}

/// A game's description, from which its command line is checked and its help is written.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// Possible numbers of players.
    pub players: &'static [usize],
    /// How many play if nothing is said.
    pub default_players: usize,
    /// Named variants, the default first; empty if there is only one.
    pub variants: &'static [Choice],
    /// Options of the rules.
    pub options: &'static [RuleOption],
    /// The variant and options that people expect of a game of so many players: rules by which games end. Empty where the
    /// default, which is that of the experiments, does.
    pub for_people: fn(players: usize) -> &'static str,
    /// Evaluations: first the plain one of the experiments, somewhere `play`.
    pub evaluations: &'static [Choice],
    /// Whether weights come with the program, for some players and variants at least: the evaluation `learned`.
    pub learned: bool,
    /// The evaluation that it plays best with.
    pub plays_with: &'static str,
    /// The order that reaches a depth in the least time.
    pub order: &'static str,
    /// How a score comes out of all evaluations, as it plays best among more than two players.
    pub combine: Combine,
}

impl GameInfo {
    /// The evaluations made by hand, and the learned one if there is one. Experiments are about the former.
    #[must_use]
    pub fn all_evaluations(&self) -> Vec<Choice> {
        let learned = Choice { name: LEARNED, about: "patterns with weights learned by playing" };
        self.evaluations.iter().copied().chain(self.learned.then_some(learned)).collect()
    }

    /// The strongest exact setting for a game of so many players.
    #[must_use]
    pub fn strongest(&self, players: usize) -> Settings {
        let settings = Settings::strongest(players).with_combine(self.combine);
        settings.with_order(self.order.parse().expect("an order that a test has read"))
    }
}

/// A name with one line about what it means.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The name.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
}

/// An option of the rules, written `key=value` or, for a flag, `key`.
#[derive(Clone, Copy, Debug)]
pub struct RuleOption {
    /// The key.
    pub key: &'static str,
    /// What values it takes.
    pub values: Values,
    /// The value if nothing is said (flags: empty).
    pub default: &'static str,
    /// What it means.
    pub about: &'static str,
}

/// The values of an option.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number from the first to the second.
    Number(u32, u32),
    /// Given or not.
    Flag,
    /// Text that the game itself reads, such as a list of squares.
    Text,
}
