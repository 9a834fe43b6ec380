//! The [`minimax`] crate on the games here, with the same rules and evaluation.

use std::marker::PhantomData;

use cutfirst::game::Player;
use cutfirst::zobrist;
use minimax::{IterativeOptions, IterativeSearch, Strategy, Winner};

use crate::contest::{Run, Watch};
use crate::small_game::SmallGame;

/// Settings that do not change the value.
pub(crate) fn settings() -> Vec<(&'static str, IterativeOptions)> {
    let small = IterativeOptions::new();
    let large = small.with_table_byte_size(64 << 20);
    let history = large.with_countermoves().with_countermove_history();
    vec![
        ("plain", large),
        ("plain, 1 MiB", small),
        ("history", history),
        ("history, 1 MiB", small.with_countermoves().with_countermove_history()),
        ("history, double step", history.with_double_step_increment()),
        ("history, aspiration", history.with_aspiration_window(10)),
        ("history, mtd(f)", history.with_mtdf()),
    ]
}

/// Searches a position. Its table answers with deeper searches than asked for where it can, so that values are
/// not always those of the nominal depth; `exact` forbids that by telling plies apart.
pub(crate) fn search<G: SmallGame>(game: &G, depth: u32, options: IterativeOptions, exact: bool) -> Run {
    let mut search = IterativeSearch::new(Judge(PhantomData), options);
    search.set_max_depth(depth as u8);
    let state = State { game: *game, ply: 0, exact };
    let watch = Watch::start();
    search.choose_move(&state).expect("a move");
    let time = watch.elapsed();
    let nodes = explored(&search.stats(&mut state.clone())).expect("a report with nodes");
    Run { time, nodes, value: i32::from(search.root_value()) }
}

/// The nodes in the peer's report, which has them only as text.
fn explored(report: &str) -> Option<u64> {
    report.split("Explored ").nth(1)?.split(' ').next()?.parse().ok()
}

#[derive(Clone)]
struct State<G> {
    game: G,
    ply: u64,
    exact: bool,
}

/// A game of ours under the peer's trait.
struct Rules<G>(PhantomData<G>);

impl<G: SmallGame> minimax::Game for Rules<G> {
    type S = State<G>;
    type M = G::Move;

    fn generate_moves(state: &State<G>, moves: &mut Vec<G::Move>) -> Option<Winner> {
        state.game.moves(moves);
        if moves.is_empty() { Self::get_winner(state) } else { None }
    }

    fn apply(state: &mut State<G>, mv: G::Move) -> Option<State<G>> {
        let mut next = State { game: state.game, ply: state.ply + 1, exact: state.exact };
        next.game.make(mv);
        Some(next)
    }

    fn get_winner(state: &State<G>) -> Option<Winner> {
        state.game.outcome().map(|outcome| match outcome.result(state.game.to_move()) {
            0 => Winner::Draw,
            result if result > 0 => Winner::PlayerToMove,
            _ => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(state: &State<G>) -> u64 {
        state.game.key() ^ if state.exact { zobrist::mix(state.ply) } else { 0 }
    }

    /// Without one it keeps no countermoves; it is never played unless the null move is switched on.
    fn null_move(_: &State<G>) -> Option<G::Move> {
        Some(G::ANY)
    }

    fn table_index(mv: G::Move) -> u16 {
        G::index(mv) as u16
    }

    fn max_table_index() -> u16 {
        u16::try_from(G::SLOTS - 1).expect("few enough slots for the peer")
    }
}

/// An evaluation of ours under the peer's trait.
#[derive(Clone)]
struct Judge<G>(PhantomData<G>);

impl<G: SmallGame> minimax::Evaluator for Judge<G> {
    type G = Rules<G>;

    fn evaluate(&self, state: &State<G>) -> minimax::Evaluation {
        let player: Player = state.game.to_move();
        (state.game.value(player) - state.game.value(player.next(2))) as minimax::Evaluation
    }
}
