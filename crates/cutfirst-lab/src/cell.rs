//! What is measured: a cell is one game, depth and start under one set of declared parameters; an arm
//! is one ordering under test in it.

use std::fmt;

use cutfirst::engine::Settings;
use cutfirst::search::{Algorithm, Combine};
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::setup::{Setup, SetupError};
use serde::{Deserialize, Serialize};

use crate::named::named;

/// Where a trial begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// The game's start position.
    Initial,
    /// After some turns of shallow search by all players.
    Midgame,
}

/// What a turn is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Turn {
    /// Every player moves once; the perspective player searches once.
    #[default]
    Round,
    /// One player's move.
    Move,
}

/// How a midgame start is reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opening {
    /// After exactly the opening turns, by shallow searches alone.
    #[default]
    Fixed,
    /// After any number of turns up to the opening turns, with one move in four at random: positions from
    /// all over a game, for games whose shallow searches know only one best move. All arms search the
    /// same positions, so there is no paper design.
    Varied,
}

/// How arms are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Design {
    /// As in the papers: each arm plays its own games, the samples are independent.
    Paper,
    /// All arms search the same positions, which no arm chooses.
    Paired,
}

named!(Start: Initial = "initial", Midgame = "midgame");
named!(Opening: Fixed = "fixed", Varied = "varied");
named!(Turn: Round = "round", Move = "move");
named!(Design: Paper = "paper", Paired = "paired");

/// Everything that decides what a trial does, except seed, index and arm.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// The game's name.
    pub game: String,
    /// Number of players.
    pub players: usize,
    /// Variant and options, as on the command line.
    pub variant: String,
    /// The evaluation's name.
    pub evaluation: String,
    /// How scores come out of evaluations.
    pub combine: Combine,
    /// What scores are divided by: 1 as they are, 0 all equal.
    pub grain: u32,
    /// How the tree is searched.
    pub algorithm: Algorithm,
    /// Size of the transposition table in MiB, 0 for none.
    pub table: usize,
    /// Whether to deepen step by step.
    pub deepen: bool,
    /// Depth of the measured searches.
    pub ply: u32,
    /// Where trials begin.
    pub start: Start,
    /// Turns of shallow search before a midgame start.
    pub opening_turns: u32,
    /// How a midgame start is reached.
    pub opening: Opening,
    /// The most trials, where the plan's number would take too long.
    pub most_trials: Option<u32>,
    /// Measured turns.
    pub turns: u32,
    /// What a turn is.
    pub turn: Turn,
}

impl Cell {
    /// A game with one of its evaluations, searched one ply deep from its start position; all else as the papers have it.
    #[must_use]
    pub fn new(game: &str, players: usize, evaluation: &str) -> Self {
        let (turns, opening_turns) = match game {
            "virus" => (10, 15),
            "chinese-checkers" | "othello" => (5, 10),
            "focus" => (3, 3),
            _ => (5, 5),
        };
        Self {
            game: game.to_owned(),
            players,
            variant: String::new(),
            evaluation: evaluation.to_owned(),
            combine: Combine::ZeroSum,
            grain: 1,
            algorithm: Settings::plain(players).algorithm,
            table: 0,
            deepen: false,
            ply: 1,
            start: Start::Initial,
            opening_turns,
            opening: Opening::Fixed,
            most_trials: None,
            turns,
            turn: Turn::Round,
        }
    }

    /// The game's start position.
    ///
    /// # Errors
    /// If the game has no such variant, or not for so many players.
    pub fn position<G: BoardGame>(&self) -> Result<G, SetupError> {
        G::start(&Setup::new(&G::INFO, Some(self.players), Some(&self.variant))?)
    }

    /// How all arms search, whatever their order.
    #[must_use]
    pub fn settings(&self) -> Settings {
        Settings::plain(self.players)
            .with_algorithm(self.algorithm)
            .with_combine(self.combine)
            .with_grain(self.grain as i32)
            .with_table(self.table)
            .with_deepening(self.deepen)
    }

    /// Whether both are the same measurement, however often it is made.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        Self { most_trials: other.most_trials, ..self.clone() } == *other
    }

    /// Whether the cell can be measured by this design.
    #[must_use]
    pub fn allows(&self, design: Design) -> bool {
        design == Design::Paired || self.opening == Opening::Fixed
    }
}

/// One line that identifies a cell in results: every parameter, separated by slashes.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, players, variant, evaluation, combine, grain, algorithm, table, deepen, .. } = self;
        let Self { ply, start, opening_turns, opening, turns, turn, .. } = self;
        let varied = if *opening == Opening::Varied { "varied-" } else { "" };
        let opening_turns = if *start == Start::Midgame { *opening_turns } else { 0 };
        let deepen = if *deepen { "deepening" } else { "fixed" };
        let variant = if variant.is_empty() { "-" } else { variant };
        write!(
            f,
            "{game}/{players}/{variant}/{evaluation}/{combine}/grain-{grain}/{algorithm}/table-{table}/{deepen}/{ply}-ply/{start}-{varied}{opening_turns}/{turns}-{turn}"
        )
    }
}

/// What one arm did in one trial: sums over the trial's searches. Nothing in it depends on the
/// machine, its speed or the number of threads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The cell, as [`Cell`] prints it.
    pub cell: String,
    /// The design.
    pub design: Design,
    /// The arm: its order as text.
    pub arm: String,
    /// The trial's number, from 0.
    pub trial: u32,
    /// How many searches there were; fewer than turns if the game ended or the player was out.
    pub searches: u32,
    /// Nodes entered.
    pub nodes: u64,
    /// Of these, leaves.
    pub leaves: u64,
    /// Moves made.
    pub makes: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// Nodes cut off.
    pub cutoffs: u64,
    /// Of these, by the first move.
    pub first_move_cutoffs: u64,
    /// Elements in the Max and the Min lists at the end of the trial, all levels together.
    pub list_lengths: [u64; 2],
    /// For each level: cuts, the sum of the cutting moves' places (0 for the first), and the elements in the
    /// level's own Max and Min lists at the end of the trial (0 where one list serves all levels).
    pub levels: Vec<[u64; 4]>,
}

impl Row {
    /// What an arm that has not searched yet did in a trial: nothing.
    #[must_use]
    pub fn new(cell: impl Into<String>, design: Design, arm: impl Into<String>, trial: u32) -> Self {
        Self {
            cell: cell.into(),
            design,
            arm: arm.into(),
            trial,
            searches: 0,
            nodes: 0,
            leaves: 0,
            makes: 0,
            evaluations: 0,
            cutoffs: 0,
            first_move_cutoffs: 0,
            list_lengths: [0; 2],
            levels: Vec::new(),
        }
    }
}
