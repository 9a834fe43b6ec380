//! From one position to a move: one search of fixed depth, or deeper and deeper ones.

use std::num::NonZero;
use std::time::Duration;

use crate::evaluation::Evaluation;
use crate::game::{Game, MAX_PLAYERS};
use crate::search::alpha_beta::{self, LOWEST, Node};
use crate::search::best_reply::BestReply;
use crate::search::limit::Budget;
use crate::search::max_n::{self, Range};
#[cfg(feature = "threads")]
use crate::search::parallel;
use crate::search::replay::{self, Replay};
use crate::search::root::{LineFound, Progress, opposite};
use crate::search::turns::{InTurn, Side, Turns};
use crate::search::worker::{FINISHED, Worker};
use crate::search::{Algorithm, Counts, Detail, minimax};

/// How many entries of the table are taken into use for every node of the depths before.
const ENTRIES_PER_NODE: u64 = 1;

/// A line that a search of one depth found.
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

/// What is to be searched.
pub(crate) struct Task<'t, M> {
    /// The last depth.
    pub(crate) deepest: u32,
    /// By how many plies to deepen; not at all if `None`.
    pub(crate) steps: Option<NonZero<u32>>,
    /// The moves to choose from, and those that are left out.
    pub(crate) choice: &'t [M],
    pub(crate) left_out: &'t [M],
    /// How many lines are wanted, and all that are at most so much worse than the best.
    pub(crate) lines: usize,
    pub(crate) margin: Option<i32>,
    /// Whether every move is searched by itself, for a score of its own.
    pub(crate) each_alone: bool,
    /// The time it should take.
    pub(crate) budget: Option<Budget>,
    /// When it began, by the limit's clock, if it has one.
    pub(crate) began: Option<Duration>,
}

/// What was found.
pub(crate) struct Deepened<M> {
    /// The last depth that was completed; 0 if none was.
    pub(crate) depth: u32,
    /// Its lines, best first. The first may be of an unfinished depth.
    pub(crate) lines: Vec<Found<M>>,
    /// Whether all that was asked for was searched.
    pub(crate) is_complete: bool,
}

impl<M: Copy + PartialEq> Task<'_, M> {
    /// The moves that are left out of the search for the line after these; `None` if they are enough.
    fn left_out_after(&self, lines: &[Found<M>]) -> Option<Vec<M>> {
        if self.each_alone {
            let next = self.choice.get(lines.len())?;
            let others = self.choice.iter().filter(|&other| other != next);
            return Some(others.chain(self.left_out).copied().collect());
        }
        if let (Some(best), Some(last)) = (lines.first(), lines.last()) {
            let near = |margin: i32| last.score >= best.score.saturating_sub(margin);
            if lines.len() >= self.choice.len()
                || (lines.len() >= self.lines && !self.margin.is_some_and(near))
            {
                return None;
            }
        }
        let lines = lines.iter().map(|found| found.line[0]);
        Some(self.left_out.iter().copied().chain(lines).collect())
    }
}

/// Searches the worker's position, and tells the root's listener of each line. `helpers` search along on threads of
/// their own.
pub(crate) fn run<'a, G: Game, E: Evaluation<G>>(
    worker: &mut Worker<'a, G, E>,
    helpers: &mut [Worker<'a, G, E>],
    task: &Task<'_, G::Move>,
    evaluation: &E,
) -> Deepened<G::Move> {
    #[cfg(feature = "threads")]
    if !helpers.is_empty() && task.deepest >= parallel::LEAST_DEPTH {
        return parallel::with_crew(helpers, evaluation, |crew| {
            deepen(worker, task, evaluation, &|worker, depth, last_score| {
                crew.search(worker, depth, last_score, evaluation)
            })
        });
    }
    #[cfg(not(feature = "threads"))]
    let _ = helpers;
    deepen(worker, task, evaluation, &|worker, depth, last_score| {
        let found = search_depth(worker, depth, last_score, evaluation);
        ((!worker.stopped).then_some(found), worker.counts)
    })
}

/// Searches one depth, given the last score, and tells what was found, if the depth was completed, and counted.
type SearchDepth<'s, 'a, G, E> =
    dyn Fn(&mut Worker<'a, G, E>, u32, Option<i32>) -> (Option<Found<<G as Game>::Move>>, Counts) + 's;

/// One depth after the other, and in each one line after the other.
fn deepen<'a, G: Game, E: Evaluation<G>>(
    worker: &mut Worker<'a, G, E>,
    task: &Task<'_, G::Move>,
    evaluation: &E,
    search: &SearchDepth<'_, 'a, G, E>,
) -> Deepened<G::Move> {
    let mut done = Deepened { depth: 0, lines: Vec::<Found<_>>::new(), is_complete: false };
    let mut pace = Pace::new(worker, task.budget, task.began);
    let shallowest = task.steps.map_or(task.deepest, |step| (task.deepest - 1) % step + 1);
    let step = task.steps.map_or(1, NonZero::get) as usize;
    let mut nodes = 0;
    for depth in (shallowest..=task.deepest).step_by(step) {
        prepare(worker, depth, depth == shallowest);
        // The next depth will take several times as many nodes as all before, a part of which are remembered.
        if let Some(table) = worker.table {
            table.make_room(if task.steps.is_some() { ENTRIES_PER_NODE * nodes } else { u64::MAX });
        }
        let evaluated = worker.counts.evaluations;
        let mut lines = Vec::new();
        while let Some(excluded) = task.left_out_after(&lines) {
            let last = done.lines.get(lines.len());
            worker.root_node.begin(&excluded, last.map(|found| found.line[0]));
            let (found, counts) = search(worker, depth, last.map(|found| found.score));
            let Some(found) = found else {
                if lines.is_empty() && !task.each_alone {
                    done.take_unfinished(worker);
                }
                return done;
            };
            nodes = counts.total;
            // Moves that are searched one by one come in no order that would mean anything.
            if !task.each_alone {
                tell(worker, &found, lines.len(), counts);
            }
            // The best first, where they do not come in this order.
            let better = |other: &Found<_>| !task.each_alone || other.score >= found.score;
            lines.insert(lines.partition_point(better), found);
        }
        let changed = done.lines.first().is_some_and(|last| last.line[0] != lines[0].line[0]);
        let mut is_final = lines.iter().take(task.lines).all(|found| found.is_final);
        // No position was judged by its evaluation: the tree may have no leaf but finished games.
        if !is_final && depth < task.deepest && worker.counts.evaluations == evaluated {
            worker.root_node.begin(task.left_out, None);
            is_final = is_exhausted(worker, depth, evaluation);
        }
        done = Deepened { depth, lines, is_complete: is_final || depth == task.deepest };
        if done.is_complete || !worker.has_time() || !pace.begins_another(worker, changed) {
            break;
        }
    }
    done
}

impl<M: Copy + PartialEq> Deepened<M> {
    /// A limit struck while a depth was searched. What it had found by then counts, if it was compared with the best
    /// of the depth before.
    fn take_unfinished<G: Game<Move = M>, E: Evaluation<G>>(&mut self, worker: &Worker<'_, G, E>) {
        let line = &worker.lines[0];
        if line.is_empty() {
            return;
        }
        let Some(last) = self.lines.first() else {
            // Not even the first depth was finished: what was best until then is better than any other move.
            let (score, line) = (worker.root_node.score, line.clone());
            self.lines.push(Found { depth: 0, score, scores: None, line, is_final: false });
            return;
        };
        if !worker.root_node.has_expected() {
            return;
        }
        let (depth, score) = (last.depth, worker.root_node.score);
        // Of several lines the best comes first; whether another one is better now, the next depth would have told.
        if self.lines.iter().any(|other| other.line[0] != line[0] && other.score > score) {
            return;
        }
        let found = Found { depth, score, scores: None, line: line.clone(), is_final: false };
        self.lines.retain(|other| other.line[0] != line[0]);
        self.lines.insert(0, found);
    }
}

fn tell<G: Game, E: Evaluation<G>>(
    worker: &mut Worker<'_, G, E>,
    found: &Found<G::Move>,
    number: usize,
    counts: Counts,
) {
    let players = worker.game.players();
    let scores = found.scores.or((players == 2).then(|| opposite(found.score, worker.root.index())));
    let scores = scores.as_ref().map(|scores| &scores[..players]);
    let (depth, score, line) = (found.depth, found.score, &found.line[..]);
    worker.root_node.tell(Progress::Line(LineFound {
        depth,
        number,
        score,
        scores,
        line,
        result: None,
        counts,
    }));
}

/// Whether a tree of `depth` plies, in which the search met no position that it had to judge, has none: the table or a cache
/// may have answered for some. Searches it again without them, unless that takes much longer.
fn is_exhausted<G: Game, E: Evaluation<G>>(
    worker: &mut Worker<'_, G, E>,
    depth: u32,
    evaluation: &E,
) -> bool {
    const MOST_NODES: u64 = 100_000;
    if worker.scores_table.is_some() {
        return false;
    }
    let memory = (worker.table.take(), worker.above_leaves.take(), worker.leaves.take());
    if matches!(memory, (None, None, None)) {
        return true;
    }
    let listener = worker.root_node.listener.take();
    let evaluated = worker.counts.evaluations;
    let is_done = worker.within(MOST_NODES, |worker| search_depth(worker, depth, None, evaluation)).is_some();
    worker.root_node.listener = listener;
    (worker.table, worker.above_leaves, worker.leaves) = memory;
    is_done && worker.counts.evaluations == evaluated
}

/// Decides between depths whether to begin another one.
struct Pace {
    budget: Option<Budget>,
    began: Duration,
    /// When the last depth was completed, how long it took, and the least growth from one depth to the next.
    last: Duration,
    took: Duration,
    least_growth: Option<f64>,
    /// For how many depths the best move has been the same.
    steady: u32,
}

impl Pace {
    fn new<G: Game, E: Evaluation<G>>(
        worker: &mut Worker<'_, G, E>,
        budget: Option<Budget>,
        began: Option<Duration>,
    ) -> Self {
        let began = began.or_else(|| worker.now()).unwrap_or_default();
        if let Some(budget) = budget {
            worker.begin_clock(began, began.saturating_add(budget.most));
        }
        Self { budget, began, last: began, took: Duration::ZERO, least_growth: None, steady: 0 }
    }

    /// Whether the next depth can be completed in time, as far as the growth of those before tells, and is worth it.
    fn begins_another<G: Game, E: Evaluation<G>>(
        &mut self,
        worker: &Worker<'_, G, E>,
        changed: bool,
    ) -> bool {
        /// Shorter times say nothing about growth.
        const MEASURABLE: Duration = Duration::from_millis(2);
        let (Some(budget), Some(now)) = (self.budget, worker.now()) else { return true };
        let took = now.saturating_sub(self.last);
        if self.took >= MEASURABLE {
            let growth = (took.as_secs_f64() / self.took.as_secs_f64()).max(1.0);
            self.least_growth = Some(self.least_growth.map_or(growth, |least| least.min(growth)));
        }
        (self.last, self.took) = (now, took);
        self.steady = if changed { 0 } else { self.steady + 1 };
        let elapsed = now.saturating_sub(self.began);
        let next = took.mul_f64(self.least_growth.unwrap_or(1.0));
        if elapsed.saturating_add(next) > budget.most {
            return false;
        }
        // On a game clock: twice the fair share while the best move is in doubt, half of it when it has long been clear.
        let share = match self.steady {
            0 => 1.6,
            1..=3 => 1.0,
            _ => 0.6,
        };
        budget.fair == budget.most || elapsed.saturating_add(next / 2) <= budget.fair.mul_f64(share)
    }
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
    worker.orderer.prepare(deepest, worker.root, first);
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
            worker.meets_horizon = false;
            let found = max_n::search::<G, E, true>(worker, &range, 0, depth, None);
            scores = Some(found.map(|score| range.report(score)));
            range.report(found[worker.root.index()])
        }
    };
    // A forced win or loss is the same at every greater depth. In Max-N nothing is forced: whoever can see further may
    // choose otherwise.
    let is_final = match scores {
        None => score.abs() > FINISHED && worker.settings.is_exact(),
        Some(_) => !worker.meets_horizon,
    };
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
