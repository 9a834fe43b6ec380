//! What the laboratory and the program ask of a game beyond its rules.

use cutfirst::evaluation::Evaluation;
use cutfirst::notation::Notation;
use cutfirst::powers::{Captures, MoveClasses, OutOfTurn, SlotMoves};

use crate::setup::{Setup, SetupError};

/// A game that can be set up by name, with every power, a notation and named evaluations.
pub trait BoardGame: OutOfTurn + SlotMoves + Captures + MoveClasses + Notation {
    /// Name, players, variants, options and evaluations.
    const INFO: GameInfo;

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
    /// Evaluations: first the plain one of the experiments, somewhere `play`.
    pub evaluations: &'static [Choice],
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
