//! From one position to a move: one search of fixed depth, or deeper and deeper ones.

use std::num::NonZero;

use crate::evaluation::Evaluation;
use crate::game::{Game, MAX_PLAYERS};
use crate::search::alpha_beta::{self, LOWEST, Node};
use crate::search::best_reply::BestReply;
use crate::search::max_n::{self, Range};
#[cfg(feature = "threads")]
use crate::search::parallel;
use crate::search::replay::{self, Replay};
use crate::search::turns::{InTurn, Side, Turns};
use crate::search::worker::{FINISHED, Worker};
use crate::search::{Algorithm, Counts, Detail, minimax};

/// How many entries of the table are taken into use for every node of the depths before.
const ENTRIES_PER_NODE: u64 = 2;

/// What a completed search of one depth found.
#[derive(Clone, Debug)]
pub(crate) struct Found<M> {
    pub(crate) depth: u32,
    pub(crate) score: i32,
    /// One per player, from Max-N.
    pub(crate) scores: Option<[i32; MAX_PLAYERS]>,
    pub(crate) line: Vec<M>,
    /// Whether no deeper search can find anything else: the end of the game is in sight.
    pub(crate) is_final: bool,
}

/// Searches the worker's position to `deepest`, by `steps` of so many plies if there are to be any, and tells
/// `progress` of each depth completed. Returns the last one completed, if any. `helpers` search along
/// on threads of their own.
pub(crate) fn run<'a, G: Game, E: Evaluation<G>>(
    worker: &mut Worker<'a, G, E>,
    helpers: &mut [Worker<'a, G, E>],
    deepest: u32,
    steps: Option<NonZero<u32>>,
    evaluation: &E,
    progress: &mut dyn FnMut(Counts, &Found<G::Move>),
) -> Option<Found<G::Move>> {
    #[cfg(feature = "threads")]
    if !helpers.is_empty() && deepest >= parallel::LEAST_DEPTH {
        return parallel::with_crew(helpers, evaluation, |crew| {
            deepen(worker, deepest, steps, progress, &|worker, depth, last_score| {
                crew.search(worker, depth, last_score, evaluation)
            })
        });
    }
    #[cfg(not(feature = "threads"))]
    let _ = helpers;
    deepen(worker, deepest, steps, progress, &|worker, depth, last_score| {
        let found = search_depth(worker, depth, last_score, evaluation);
        ((!worker.stopped).then_some(found), worker.counts)
    })
}

/// Searches one depth, given the last score, and tells what was found, if the depth was completed, and counted.
type SearchDepth<'s, 'a, G, E> =
    dyn Fn(&mut Worker<'a, G, E>, u32, Option<i32>) -> (Option<Found<<G as Game>::Move>>, Counts) + 's;

/// One depth after the other.
fn deepen<'a, G: Game, E: Evaluation<G>>(
    worker: &mut Worker<'a, G, E>,
    deepest: u32,
    steps: Option<NonZero<u32>>,
    progress: &mut dyn FnMut(Counts, &Found<G::Move>),
    search: &SearchDepth<'_, 'a, G, E>,
) -> Option<Found<G::Move>> {
    let mut last: Option<Found<_>> = None;
    let shallowest = steps.map_or(deepest, |step| (deepest - 1) % step + 1);
    let step = steps.map_or(1, NonZero::get) as usize;
    let mut nodes = 0;
    for depth in (shallowest..=deepest).step_by(step) {
        prepare(worker, depth, depth == shallowest);
        // The next depth will take several times as many nodes as all before, a part of which are remembered.
        if let Some(table) = worker.table {
            table.make_room(if steps.is_some() { ENTRIES_PER_NODE * nodes } else { u64::MAX });
        }
        let (found, counts) = search(worker, depth, last.as_ref().map(|found| found.score));
        let Some(found) = found else { break };
        nodes = counts.total;
        progress(counts, &found);
        let is_final = found.is_final;
        last = Some(found);
        if is_final || (depth < deepest && !worker.has_time()) {
            break;
        }
    }
    last
}

/// What all workers have counted together.
pub(crate) fn all_counts<G: Game, E: Evaluation<G>>(
    worker: &Worker<'_, G, E>,
    helpers: &[Worker<'_, G, E>],
) -> Counts {
    helpers.iter().fold(worker.counts, |sum, helper| sum + helper.counts)
}

/// The same for what they counted on request.
pub(crate) fn all_details<G: Game, E: Evaluation<G>>(
    worker: &Worker<'_, G, E>,
    helpers: &[Worker<'_, G, E>],
) -> Option<Detail> {
    let mut sum = worker.detail.clone()?;
    helpers.iter().filter_map(|helper| helper.detail.as_ref()).for_each(|detail| sum.add(detail));
    Some(sum)
}

/// Gets ready for a search of `depth` plies.
pub(super) fn prepare<G: Game, E: Evaluation<G>>(worker: &mut Worker<'_, G, E>, depth: u32, first: bool) {
    let deepest = depth + u32::from(worker.settings.techniques.quiescence);
    worker.orderer.prepare(deepest, worker.root, first && !worker.goes_on);
    worker.nominal_depth = depth as usize;
}

pub(super) fn search_depth<G: Game, E: Evaluation<G>>(
    worker: &mut Worker<'_, G, E>,
    depth: u32,
    last_score: Option<i32>,
    evaluation: &E,
) -> Found<G::Move> {
    let mut scores = None;
    let score = match worker.settings.algorithm {
        Algorithm::Minimax => minimax::search::<G, E, InTurn>(worker, 0, depth, 0, Side::Max),
        Algorithm::AlphaBeta | Algorithm::Pvs | Algorithm::Paranoid => {
            aspire::<G, E, InTurn>(worker, depth, last_score)
        }
        Algorithm::BestReply => aspire::<G, E, BestReply>(worker, depth, last_score),
        Algorithm::MaxN => {
            let range = Range::of(worker, depth, evaluation);
            let found = max_n::search::<G, E, true>(worker, &range, 0, depth, None);
            scores = Some(found.map(|score| range.report(score)));
            range.report(found[worker.root.index()])
        }
    };
    // A forced win or loss is the same at every greater depth. In Max-N nothing is forced: whoever can see further may
    // choose otherwise.
    let is_final = score.abs() > FINISHED && scores.is_none() && worker.settings.is_exact();
    Found { depth, score, scores, line: worker.lines[0].clone(), is_final }
}

/// Searches with a window around the last score if there is to be one, and again, wider on the side
/// where the score fell outside, until it is inside.
fn aspire<G: Game, E: Evaluation<G>, T: Turns<G>>(
    worker: &mut Worker<'_, G, E>,
    depth: u32,
    last_score: Option<i32>,
) -> i32 {
    let search = if worker.needs_full_search() {
        alpha_beta::search::<G, E, T, true>
    } else {
        alpha_beta::search::<G, E, T, false>
    };
    let aspiration = worker.settings.techniques.aspiration;
    let (mut alpha, mut beta) = (LOWEST, -LOWEST);
    let mut width = aspiration.unwrap_or(0).max(1);
    if aspiration.is_some()
        && let Some(score) = last_score.filter(|score| score.abs() < FINISHED)
    {
        (alpha, beta) = (score - width, score + width);
    }
    loop {
        let score = search(worker, Node::root(depth, alpha, beta));
        width = width.saturating_mul(4);
        if worker.stopped {
            return score;
        } else if score <= alpha && alpha > LOWEST {
            alpha = widened(alpha, -width);
        } else if score >= beta && beta < -LOWEST {
            beta = widened(beta, width);
        } else {
            return score;
        }
    }
}

/// A bound moved outwards; without limit once it is so far that only a finished game lies beyond.
fn widened(bound: i32, by: i32) -> i32 {
    const FAR: i32 = 1_000_000;
    if by.abs() >= FAR { if by < 0 { LOWEST } else { -LOWEST } } else { bound + by }
}

/// Bounds on the size of the worker's tree, by the turns of its algorithm.
pub(crate) fn bounds<G: Game, E: Evaluation<G>>(worker: &mut Worker<'_, G, E>, depth: u32) -> Option<Replay> {
    match worker.settings.algorithm {
        Algorithm::BestReply => replay::replay::<G, E, BestReply>(worker, depth),
        _ => replay::replay::<G, E, InTurn>(worker, depth),
    }
}

/// The size of the smallest tree that proves `value`, by the turns of the worker's algorithm.
pub(crate) fn minimal<G: Game, E: Evaluation<G>>(
    worker: &mut Worker<'_, G, E>,
    depth: u32,
    value: i32,
) -> Option<u64> {
    match worker.settings.algorithm {
        Algorithm::BestReply => replay::minimal_tree::<G, E, BestReply>(worker, depth, value),
        _ => replay::minimal_tree::<G, E, InTurn>(worker, depth, value),
    }
}

/// The oracles: the same trees without pruning.
pub(crate) fn oracle<G: Game, E: Evaluation<G>>(
    worker: &mut Worker<'_, G, E>,
    depth: u32,
    evaluation: &E,
) -> Vec<i32> {
    let players = worker.game.players();
    worker.nominal_depth = depth as usize;
    match worker.settings.algorithm {
        Algorithm::BestReply => vec![minimax::search::<G, E, BestReply>(worker, 0, depth, 0, Side::Max)],
        Algorithm::MaxN => {
            let range = Range::of(worker, depth, evaluation);
            let found = max_n::search::<G, E, false>(worker, &range, 0, depth, None);
            found[..players].iter().map(|&score| range.report(score)).collect()
        }
        _ => vec![minimax::search::<G, E, InTurn>(worker, 0, depth, 0, Side::Max)],
    }
}
