//! From one position to a move: one search of fixed depth, or deeper and deeper ones.

use crate::evaluation::Evaluation;
use crate::game::{Game, MAX_PLAYERS};
use crate::ordering::Side;
use crate::search::alpha_beta::{self, LOWEST, Task};
use crate::search::best_reply::BestReply;
use crate::search::max_n::{self, Range};
use crate::search::paranoid::InTurn;
use crate::search::worker::Worker;
use crate::search::{Algorithm, minimax};

/// What a completed search of one depth found.
#[derive(Clone, Debug)]
pub(crate) struct Found<M> {
    pub(crate) depth: u32,
    pub(crate) score: i32,
    /// One per player, from Max-N.
    pub(crate) scores: Option<[i32; MAX_PLAYERS]>,
    pub(crate) line: Vec<M>,
}

/// Searches the worker's position to `deepest`, by all depths on the way if `deepen`, and tells
/// `progress` of each one completed. Returns the last one completed, if any.
pub(crate) fn run<G: Game, E: Evaluation<G>>(
    worker: &mut Worker<'_, G, E>,
    algorithm: Algorithm,
    deepest: u32,
    deepen: bool,
    evaluation: &E,
    mut progress: impl FnMut(&Worker<'_, G, E>, &Found<G::Move>),
) -> Option<Found<G::Move>> {
    let mut last = None;
    let shallowest = if deepen { 1 } else { deepest };
    for depth in shallowest..=deepest {
        worker.orderer.prepare(depth, worker.root, depth == shallowest && worker.excluded.is_empty());
        let found = search_depth(worker, algorithm, depth, evaluation);
        if worker.stopped {
            break;
        }
        progress(worker, &found);
        last = Some(found);
        if depth < deepest && !worker.has_time() {
            break;
        }
    }
    last
}

fn search_depth<G: Game, E: Evaluation<G>>(
    worker: &mut Worker<'_, G, E>,
    algorithm: Algorithm,
    depth: u32,
    evaluation: &E,
) -> Found<G::Move> {
    let task = Task { ply: 0, depth, side: Side::Max, alpha: LOWEST, beta: -LOWEST };
    let mut scores = None;
    let score = match algorithm {
        Algorithm::Minimax => minimax::search::<G, E, InTurn>(worker, 0, depth, Side::Max),
        Algorithm::AlphaBeta | Algorithm::Paranoid => alpha_beta::search::<G, E, InTurn, false>(worker, task),
        Algorithm::Pvs => alpha_beta::search::<G, E, InTurn, true>(worker, task),
        Algorithm::BestReply => alpha_beta::search::<G, E, BestReply, false>(worker, task),
        Algorithm::MaxN => {
            let players = worker.game.players();
            let bounds = evaluation.bounds(&worker.game);
            let range = Range::new(worker.combine(), players, depth, bounds, worker.is_rounded());
            let found = max_n::search::<G, E, true>(worker, &range, 0, depth, None);
            scores = Some(found.map(|score| range.report(score)));
            range.report(found[worker.root.index()])
        }
    };
    Found { depth, score, scores, line: worker.lines[0].clone() }
}

/// The oracles: the same trees without pruning.
pub(crate) fn oracle<G: Game, E: Evaluation<G>>(
    worker: &mut Worker<'_, G, E>,
    algorithm: Algorithm,
    depth: u32,
    evaluation: &E,
) -> Vec<i32> {
    let players = worker.game.players();
    match algorithm {
        Algorithm::BestReply => vec![minimax::search::<G, E, BestReply>(worker, 0, depth, Side::Max)],
        Algorithm::MaxN => {
            let bounds = evaluation.bounds(&worker.game);
            let range = Range::new(worker.combine(), players, depth, bounds, worker.is_rounded());
            let found = max_n::search::<G, E, false>(worker, &range, 0, depth, None);
            found[..players].iter().map(|&score| range.report(score)).collect()
        }
        _ => vec![minimax::search::<G, E, InTurn>(worker, 0, depth, Side::Max)],
    }
}
