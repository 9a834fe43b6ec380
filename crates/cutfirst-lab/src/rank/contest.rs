//! What the orders of one game are compared in: the game and search, the positions, the orders.

use cutfirst::ordering::{HeuristicSpec, Order, OrderError};
use cutfirst::search::{Algorithm, Combine, MAX_DEPTH};
use cutfirst_games::board_game::{BoardGame, EngineError, GameInfo};
use cutfirst_games::catalog::{GameVisitor, with_game};
use cutfirst_games::setup::{Setup, SetupError};
use serde::Serialize;

use crate::cell::{Cell, Start};

/// Orders that are compared if none are named: the papers', the known ones and those beyond the papers.
pub const ORDERS: &[&str] = &[
    "none",
    "killer:2",
    "history:square",
    "ads:mtf",
    "ads:transpose",
    "ads:mtf,limit=5",
    "ads:mtf,per-level",
    "ads:mtf,level-then-global",
    "ads:demote",
    "ads:demote,level-then-global",
    "ads:mtf,reply+ads:mtf",
    "ads:mtf,limit=5+static",
    "threat:mtf+ads:mtf",
    "relative",
    "continuation",
    "countermove+gravity",
    "gravity",
    "gravity:continuation",
    "gravity+static",
    "gravity:prior",
];

/// What the others are compared with if nothing else is named: one list for all levels, as in the papers.
pub const AGAINST: &str = "ads:mtf";

/// The most fragments per start.
pub const MOST_POSITIONS: u32 = 100_000;
/// The most turns of a fragment.
pub const MOST_TURNS: u32 = 10_000;
/// The most repetitions of a timing.
pub const MOST_REPEATS: u32 = 1000;
/// The largest table of one order, in MiB.
pub const MOST_TABLE: usize = 4096;

/// What may be chosen; `None` and empty lists leave it to the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// The orders to compare.
    pub orders: Vec<Order>,
    /// What the others are compared with.
    pub against: Option<Order>,
    /// Depth of the searches.
    pub depth: Option<u32>,
    /// Fragments per start.
    pub positions: Option<u32>,
    /// Searches per fragment.
    pub turns: Option<u32>,
    /// Where fragments begin.
    pub starts: Vec<Start>,
    /// Number of players.
    pub players: Option<usize>,
    /// Variant and options of the game.
    pub variant: Option<String>,
    /// The evaluation's name; `play` if nothing is said, since coarse ones leave little to order by.
    pub evaluation: Option<String>,
    /// How the tree is searched.
    pub algorithm: Option<Algorithm>,
    /// Size of each order's own table in MiB, 0 for none.
    pub table: usize,
    /// Whether to deepen step by step.
    pub deepen: bool,
    /// The seed of the positions.
    pub seed: u64,
    /// How often each search is timed; the least time counts.
    pub repeat: u32,
    /// Whether to find the exact minimum.
    pub minimum: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            orders: Vec::new(),
            against: None,
            depth: None,
            positions: None,
            turns: None,
            starts: Start::ALL.to_vec(),
            players: None,
            variant: None,
            evaluation: None,
            algorithm: None,
            table: 0,
            deepen: false,
            seed: 1,
            repeat: 1,
            minimum: false,
        }
    }
}

/// An order that a game or search cannot have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Skipped {
    /// The order.
    pub order: String,
    /// Why not.
    pub reason: String,
}

/// Why there is no contest.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ContestError {
    /// The game cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A text is not an order.
    #[error(transparent)]
    Order(#[from] OrderError),
    /// The search is impossible, or not with the order that the others are compared with.
    #[error("{0}, order '{1}': {2}")]
    Engine(String, String, EngineError),
    /// A number that is too small or too large.
    #[error("{0} must be from {1} to {2}, not {3}")]
    OutOfRange(&'static str, u64, u64, u64),
    /// Nothing but the order that the others are compared with.
    #[error("{game}: there is nothing to compare '{against}' with; {reason}")]
    Alone {
        /// The game.
        game: String,
        /// The order.
        against: String,
        /// Why there is no other order.
        reason: String,
    },
    /// A minimum of something that is not one plain search.
    #[error("the minimum is that of one search without table or deepening; leave out --table and --deepen")]
    NoMinimum,
    /// No order matters to it.
    #[error("the algorithm 'minimax' searches every move, in whatever order; choose another one")]
    Minimax,
    /// Max-N has no bounds.
    #[error("the algorithm 'max-n' has no minimal tree; choose alpha-beta, brs or paranoid")]
    NoBounds,
}

/// What one game's orders are compared in.
#[derive(Clone, PartialEq, Debug)]
pub struct Contest {
    /// One cell per start, alike in everything else.
    pub cells: Vec<Cell>,
    /// The orders by their canonical names, all of which the game supports.
    pub orders: Vec<String>,
    /// Which of them the others are compared with.
    pub against: usize,
    /// Orders that the game or search cannot have.
    pub skipped: Vec<Skipped>,
    /// Fragments per start.
    pub positions: u32,
    /// The seed of the positions.
    pub seed: u64,
    /// How often each search is timed.
    pub repeat: u32,
    /// Whether to find the exact minimum.
    pub minimum: bool,
}

impl Contest {
    /// The contest of a game, with everything checked that can be wrong.
    ///
    /// # Errors
    /// If the options contradict each other or the game.
    pub fn new(game: &str, options: &Options) -> Result<Self, ContestError> {
        with_game(game, OfGame(options))?
    }

    /// One of the cells; they differ in their starts only.
    #[must_use]
    pub fn cell(&self) -> &Cell {
        &self.cells[0]
    }

    /// Whether N/R is meant: R bounds one search without a table.
    #[must_use]
    pub fn has_replay(&self) -> bool {
        let cell = self.cell();
        cell.table == 0 && !cell.deepen && cell.algorithm != Algorithm::MaxN
    }

    /// How many fragments there are.
    #[must_use]
    pub fn fragments(&self) -> u32 {
        self.positions * self.cells.len() as u32
    }
}

/// Players, depth, depth with the exact minimum, and fragments per start that take about a minute.
fn sizes(game: &str) -> (Option<usize>, u32, u32, u32) {
    match game {
        "othello" => (None, 7, 4, 15),
        "checkers" => (None, 8, 5, 20),
        "abalone" => (None, 4, 3, 30),
        "focus" => (Some(2), 4, 3, 30),
        "virus" => (Some(2), 7, 4, 25),
        "chinese-checkers" => (Some(6), 4, 3, 5),
        _ => (None, 4, 3, 10),
    }
}

fn in_range(what: &'static str, least: u64, most: u64, value: u64) -> Result<(), ContestError> {
    let fits = (least..=most).contains(&value);
    if fits { Ok(()) } else { Err(ContestError::OutOfRange(what, least, most, value)) }
}

struct OfGame<'a>(&'a Options);

impl GameVisitor for OfGame<'_> {
    type Output = Result<Contest, ContestError>;

    fn visit<G: BoardGame>(self) -> Self::Output {
        let options = self.0;
        let cell = cell(&G::INFO, options)?;
        let (.., positions) = sizes(G::INFO.name);
        let positions = options.positions.unwrap_or(positions);
        in_range("--depth", 1, MAX_DEPTH.into(), cell.ply.into())?;
        in_range("--positions", 1, MOST_POSITIONS.into(), positions.into())?;
        in_range("--turns", 1, MOST_TURNS.into(), cell.turns.into())?;
        in_range("--repeat", 1, MOST_REPEATS.into(), options.repeat.into())?;
        in_range("--table", 0, MOST_TABLE as u64, cell.table as u64)?;
        match cell.algorithm {
            Algorithm::Minimax => return Err(ContestError::Minimax),
            Algorithm::MaxN if options.minimum => return Err(ContestError::NoBounds),
            _ if options.minimum && (cell.table > 0 || cell.deepen) => return Err(ContestError::NoMinimum),
            _ => {}
        }
        let game: G = cell.position()?;
        // No large table is built just to see whether an order can be had.
        let small = Cell { table: cell.table.min(1), ..cell.clone() };
        let build = |order: &Order| {
            game.engine(&cell.evaluation, small.settings().with_order(order.clone())).map(drop)
        };
        let against = match &options.against {
            Some(order) => order.clone(),
            None => with_table_move(AGAINST.parse()?, cell.table),
        };
        let wrong = |order: &Order, error| ContestError::Engine(cell.game.clone(), order.to_string(), error);
        // What is wrong with every order is not the order's fault.
        build(&Order::default()).map_err(|error| wrong(&Order::default(), error))?;
        build(&against).map_err(|error| wrong(&against, error))?;
        let mut orders = options.orders.clone();
        if orders.is_empty() {
            for text in ORDERS {
                orders.push(with_table_move(text.parse()?, cell.table));
            }
        }
        if !orders.contains(&against) {
            orders.push(against.clone());
        }
        let (mut names, mut skipped) = (Vec::new(), Vec::<Skipped>::new());
        for order in &orders {
            let name = order.to_string();
            match build(order) {
                _ if names.contains(&name) => {}
                Ok(()) => names.push(name),
                Err(error) => skipped.push(Skipped { order: name, reason: error.to_string() }),
            }
        }
        if names.len() < 2 {
            let reason = skipped.first().map_or_else(
                || "name another --order".to_owned(),
                |skipped| format!("'{}': {}", skipped.order, skipped.reason),
            );
            return Err(ContestError::Alone { game: cell.game, against: against.to_string(), reason });
        }
        let against = against.to_string();
        Ok(Contest {
            cells: options.starts.iter().map(|&start| Cell { start, ..cell.clone() }).collect(),
            against: names.iter().position(|name| *name == against).unwrap_or(0),
            orders: names,
            skipped,
            positions,
            seed: options.seed,
            repeat: options.repeat,
            minimum: options.minimum,
        })
    }
}

fn cell(info: &GameInfo, options: &Options) -> Result<Cell, ContestError> {
    let (own_players, depth, small_depth, _) = sizes(info.name);
    let variant = options.variant.as_deref();
    let players = Setup::new(info, options.players.or(own_players), variant)?.players();
    let evaluation = options.evaluation.as_deref().unwrap_or("play");
    let own = Cell::new(info.name, players, evaluation);
    Ok(Cell {
        variant: variant.unwrap_or_default().to_owned(),
        combine: Combine::default(),
        algorithm: options.algorithm.unwrap_or(own.algorithm),
        table: options.table,
        deepen: options.deepen,
        ply: options.depth.unwrap_or(if options.minimum { small_depth } else { depth }),
        turns: options.turns.unwrap_or(own.turns),
        ..own
    })
}

/// With a table its move comes first, unless orders are named: nobody would leave it unused.
fn with_table_move(order: Order, table: usize) -> Order {
    if table == 0 {
        return order;
    }
    Order([HeuristicSpec::Table].into_iter().chain(order.0).collect())
}

#[cfg(test)]
mod tests {
    use cutfirst_games::catalog::GAMES;

    use super::*;

    fn orders(texts: &[&str]) -> Vec<Order> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    fn refused(game: &str, options: &Options) -> String {
        Contest::new(game, options).unwrap_err().to_string()
    }

    #[test]
    fn every_game_has_a_contest_without_further_words() {
        for info in GAMES {
            let contest = Contest::new(info.name, &Options::default()).unwrap();
            assert_eq!(contest.orders[contest.against], AGAINST);
            assert_eq!(contest.orders.len() + contest.skipped.len(), ORDERS.len());
            // Only Best-Reply Search has opponents to rank.
            let skipped: Vec<_> = contest.skipped.iter().map(|skipped| skipped.order.as_str()).collect();
            let expected: &[&str] =
                if info.name == "chinese-checkers" { &[] } else { &["threat:mtf+ads:mtf"] };
            assert_eq!(skipped, expected, "{}", info.name);
            assert!(contest.has_replay());
        }
    }

    #[test]
    fn with_a_table_its_move_comes_first_and_there_is_no_bound() {
        let contest = Contest::new("othello", &Options { table: 2, ..Options::default() }).unwrap();
        assert_eq!(contest.orders[0], "tt");
        assert_eq!(contest.orders[contest.against], "tt+ads:mtf");
        assert!(!contest.has_replay());
        // Named orders are taken as they are.
        let named = Options { table: 2, orders: orders(&["none", "tt"]), ..Options::default() };
        assert_eq!(Contest::new("othello", &named).unwrap().orders, ["none", "tt", "tt+ads:mtf"]);
    }

    #[test]
    fn orders_are_taken_once_and_the_measure_is_among_them() {
        let options = Options {
            orders: orders(&["killer", "killer:2", "tt"]),
            against: Some("gravity".parse().unwrap()),
            ..Options::default()
        };
        let contest = Contest::new("checkers", &options).unwrap();
        assert_eq!(contest.orders, ["killer:2", "gravity"]);
        assert_eq!(contest.against, 1);
        assert_eq!(contest.skipped.len(), 1);
        assert!(contest.skipped[0].reason.contains("needs a transposition table"));
    }

    #[test]
    fn contradictions_are_refused() {
        let base = Options::default;
        assert!(refused("chess", &base()).starts_with("unknown game 'chess'"));
        assert!(refused("othello", &Options { depth: Some(0), ..base() }).contains("--depth must be from 1"));
        assert!(refused("othello", &Options { positions: Some(0), ..base() }).contains("--positions must"));
        assert!(refused("othello", &Options { turns: Some(0), ..base() }).contains("--turns must"));
        assert!(refused("othello", &Options { repeat: 0, ..base() }).contains("--repeat must"));
        assert!(refused("othello", &Options { table: 9999, ..base() }).contains("--table must"));
        assert!(refused("othello", &Options { table: 1, minimum: true, ..base() }).contains("leave out"));
        assert!(refused("othello", &Options { players: Some(3), ..base() }).contains("for 2 players"));
        assert!(
            refused("othello", &Options { evaluation: Some("x".to_owned()), ..base() })
                .contains("choose discs")
        );
        let algorithm = |algorithm| Options { algorithm: Some(algorithm), minimum: true, ..base() };
        assert!(refused("othello", &algorithm(Algorithm::Minimax)).contains("every move"));
        assert!(refused("othello", &algorithm(Algorithm::MaxN)).contains("no minimal tree"));
        assert!(refused("chinese-checkers", &algorithm(Algorithm::Pvs)).contains("is for two players"));
        let alone = refused("othello", &Options { orders: orders(&["threat:mtf"]), ..base() });
        assert!(alone.contains("nothing to compare 'ads:mtf' with; 'threat:mtf'"), "{alone}");
        let against = Options { against: Some("tt".parse().unwrap()), ..base() };
        assert!(refused("othello", &against).contains("order 'tt': the order 'tt' needs"));
    }
}
