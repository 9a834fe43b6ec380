//! Whatever the order, table or deepening, an exact search finds the value of the plain one.

use super::{Fault, fault};
use crate::engine::{Engine, Settings, SettingsError, oracle};
use crate::evaluation::Evaluation;
use crate::game::{Game, Outcome, Player};
use crate::ordering::Order;
use crate::powers::Powers;
use crate::search::{Algorithm, Combine, Counts, Limit};

/// Orders with every heuristic and every way to stack them. A game is checked with those that it
/// has the powers for.
pub const ORDERS: &[&str] = &[
    "none",
    "shuffle:3",
    "killer:2",
    "history:square",
    "history:power,per-level",
    "ads:mtf",
    "ads:transpose",
    "ads:ahead-3,fresh",
    "ads:pos-2,mover",
    "ads:count",
    "ads:smtf+history:one",
    "ads:set",
    "ads:mtf,limit=5,per-level+killer:2",
    "threat:mtf+ads:mtf",
    "threat:transpose",
    "tt+killer:1+ads:mtf,limit=20",
    "static+history:square",
    "evaluate:2+ads:mtf",
    "gravity",
    "gravity:prior,per-level",
    "tt+gravity:prior=300,continuation,near-root",
    "relative+killer:2",
    "continuation",
    "countermove+history:square",
    "ads:mtf,level-then-global",
    "ads:demote,level-then-global",
    "ads:demote,mover",
    "ads:mtf,limit=3,reply+ads:mtf",
    "combined:1,2",
    "tt+iteration+history:one",
];

/// Compares every algorithm that `game`'s number of players allows, with each of [`ORDERS`], with and
/// without table and deepening, against plain unpruned search.
///
/// # Errors
/// With a description of the first search that finds something else.
pub fn check_searches<G: Game, E: Evaluation<G>>(game: &G, evaluation: &E, depth: u32) -> Result<(), Fault> {
    for &algorithm in Algorithm::ALL {
        if algorithm.is_for_two() && game.players() != 2 {
            continue;
        }
        for combine in [Combine::Difference, Combine::ZeroSum] {
            let plain = Settings { combine, ..Settings::plain(game.players()).with_algorithm(algorithm) };
            let expected = oracle(game, evaluation, &plain, depth);
            for order in ORDERS {
                for (table, deepen) in [(0, false), (0, true), (1, false), (1, true)] {
                    let order: Order = order.parse().map_err(|error| format!("{error}"))?;
                    let settings = Settings { table, deepen, order, ..plain.clone() };
                    check_one(game, evaluation, &settings, depth, &expected)?;
                }
            }
            if game.players() == 2 {
                break; // the same for two players
            }
        }
    }
    Ok(())
}

/// Holds a search against what plain search found; false if the game refuses the settings.
pub(super) fn check_one<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    settings: &Settings,
    depth: u32,
    expected: &[i32],
) -> Result<bool, Fault> {
    let mut engine = match Engine::new(game, evaluation.clone(), settings.clone()) {
        Ok(engine) => engine,
        // The game or algorithm lacks what this order or table needs, and says so.
        Err(
            SettingsError::Order(_)
            | SettingsError::NeedsOutOfTurn
            | SettingsError::NeedsCaptures
            | SettingsError::NoTableFor(_)
            | SettingsError::NothingToOrder,
        ) => return Ok(false),
        Err(error) => return Err(Fault(error.to_string())),
    };
    let name = format!(
        "{} with order {}, table {}, deepening {}, {}, {:?}, {} threads",
        settings.algorithm,
        settings.order,
        settings.table,
        settings.deepen,
        settings.combine,
        settings.techniques,
        settings.threads
    );
    // A second search starts from full lists and table, and must find the same.
    for _ in 0..2 {
        let report = engine.search(game, &Limit::depth(depth)).map_err(|error| error.to_string())?;
        let line = report.line();
        let found = line.scores.clone().unwrap_or_else(|| vec![line.score]);
        if found != expected {
            return Err(fault!(
                "{name} finds {found:?} instead of {expected:?} at depth {depth} in {game:?}"
            ));
        }
        check_counts(&report.counts).map_err(|fault| format!("{name}: {fault}"))?;
        if settings.algorithm != Algorithm::BestReply {
            check_line(game, &line.moves).map_err(|fault| format!("{name}: {fault}"))?;
        }
    }
    Ok(true)
}

fn check_counts(counts: &Counts) -> Result<(), Fault> {
    let sums = counts.leaf + counts.quiescence + counts.interior() == counts.total;
    let cuts = counts.first_move_cutoffs <= counts.cutoffs
        && counts.cutoffs <= counts.interior() + counts.quiescence;
    if sums && cuts { Ok(()) } else { Err(fault!("{counts:?} does not add up")) }
}

fn check_line<G: Game>(game: &G, line: &[G::Move]) -> Result<(), Fault> {
    let mut game = game.clone();
    for &mv in line {
        game.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Checks that trying candidates before generating the other moves visits exactly the nodes that ordering all of them
/// beforehand does.
///
/// # Errors
/// With the first order whose counts differ.
pub fn check_lazy_generation<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    depth: u32,
) -> Result<(), Fault> {
    let players = game.players();
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::BestReply] {
        let lacks_turns = algorithm == Algorithm::BestReply && G::Powers::SET_TURN.is_none();
        if lacks_turns || algorithm.is_for_two() && players != 2 {
            continue;
        }
        for (order, table) in [
            ("ads:mtf", 0),
            ("ads:transpose,limit=3", 0),
            ("ads:mtf,per-level+killer:2", 0),
            ("ads:count+history:one", 0),
            ("ads:demote", 0),
            ("ads:mtf,level-then-global+gravity", 0),
            ("ads:mtf,reply+relative", 0),
            ("killer:2", 0),
            ("killer:1+ads:mtf", 0),
            ("tt+killer:1+ads:mtf", 1),
        ] {
            let order: Order = order.parse().map_err(|error| format!("{error}"))?;
            // With a table, only a second depth finds moves in it.
            let settings =
                Settings { algorithm, order, table, deepen: table > 0, ..Settings::plain(players) };
            let lazy = counts(game, evaluation.clone(), settings.clone(), depth)?;
            let eager = counts(&Eager(game.clone()), OfInner(evaluation.clone()), settings.clone(), depth)?;
            if lazy != eager {
                return Err(fault!(
                    "{algorithm} with {}: {lazy:?} lazily, {eager:?} eagerly",
                    settings.order
                ));
            }
        }
    }
    Ok(())
}

fn counts<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: E,
    settings: Settings,
    depth: u32,
) -> Result<Counts, Fault> {
    let mut engine = Engine::new(game, evaluation, settings).map_err(|error| error.to_string())?;
    engine
        .search(game, &Limit::depth(depth))
        .map(|report| report.counts)
        .map_err(|error| Fault(error.to_string()))
}

/// A game without its powers, but for moves out of turn, without which there is no Best-Reply Search.
#[derive(Clone, PartialEq, Debug)]
struct Eager<G>(G);

struct TurnsOnly;

impl<G: Game> Powers<Eager<G>> for TurnsOnly {
    const SET_TURN: Option<fn(&mut Eager<G>, Player)> =
        if G::Powers::SET_TURN.is_some() { Some(set_turn_inside) } else { None };
}

fn set_turn_inside<G: Game>(game: &mut Eager<G>, player: Player) {
    if let Some(set_turn) = G::Powers::SET_TURN {
        set_turn(&mut game.0, player);
    }
}

impl<G: Game> Game for Eager<G> {
    type Move = G::Move;
    type Undo = G::Undo;
    type Powers = TurnsOnly;

    fn players(&self) -> usize {
        self.0.players()
    }
    fn to_move(&self) -> Player {
        self.0.to_move()
    }
    fn moves(&self, out: &mut Vec<G::Move>) {
        self.0.moves(out);
    }
    fn make(&mut self, mv: G::Move) -> G::Undo {
        self.0.make(mv)
    }
    fn unmake(&mut self, mv: G::Move, undo: G::Undo) {
        self.0.unmake(mv, undo);
    }
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }
    fn key(&self) -> u64 {
        self.0.key()
    }
    fn slot(&self, mv: G::Move) -> usize {
        self.0.slot(mv)
    }
    fn slots(&self) -> usize {
        self.0.slots()
    }
}

/// The evaluation of the game inside.
#[derive(Clone)]
struct OfInner<E>(E);

impl<G: Game, E: Evaluation<G>> Evaluation<Eager<G>> for OfInner<E> {
    type Accumulator = E::Accumulator;
    const FINISHED_BY_VALUE: bool = E::FINISHED_BY_VALUE;

    fn accumulate(&self, game: &Eager<G>) -> E::Accumulator {
        self.0.accumulate(&game.0)
    }
    fn apply(&self, accumulator: &mut E::Accumulator, before: &Eager<G>, mv: G::Move) {
        self.0.apply(accumulator, &before.0, mv);
    }
    fn revert(&self, accumulator: &mut E::Accumulator, before: &Eager<G>, mv: G::Move) {
        self.0.revert(accumulator, &before.0, mv);
    }
    fn after(&self, before: &Eager<G>, accumulator: &E::Accumulator, mv: G::Move) -> Option<E::Accumulator> {
        self.0.after(&before.0, accumulator, mv)
    }
    fn evaluate(&self, game: &Eager<G>, accumulator: &E::Accumulator, player: Player) -> i32 {
        self.0.evaluate(&game.0, accumulator, player)
    }
}
