//! The exact search above the last few squares: null-window questions with table, stable discs, sorted
//! moves and helpers, and the principal variation that asks them.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cutfirst::table::Table;

use super::board::Board;
use super::bounds::Bounds;
use super::ending::NEAR_END;
use super::order::Candidate;
use super::split::{Pool, Split};
use super::stability::{EDGES, EdgeTable, stable_discs};

/// From so many empty squares on, children are looked up in the table before any is searched.
const LOOK_AHEAD: u32 = 10;

/// With fewer empty squares, helping costs more than it gains.
const WORTH_HELP: u32 = 13;

/// What all threads share.
pub(super) struct Shared<'a> {
    pub(super) table: Table,
    pub(super) pool: Pool,
    /// Told the nodes of a thread: whether to give up.
    give_up: &'a (dyn Fn(u64) -> bool + Sync),
    /// Whether that was said once: nothing that is found afterwards counts.
    pub(super) given_up: AtomicBool,
}

impl<'a> Shared<'a> {
    pub(super) fn new(table: Table, give_up: &'a (dyn Fn(u64) -> bool + Sync)) -> Self {
        Self { table, pool: Pool::default(), give_up, given_up: AtomicBool::new(false) }
    }
}

/// One thread's part of a search.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) edges: &'static EdgeTable,
    pub(super) nodes: u64,
    /// The moves of all nodes from the root to here, one after the other.
    pub(super) moves: Vec<Candidate>,
    /// The shared node that this thread works for, if any.
    pub(super) task: Option<Arc<Split>>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>) -> Self {
        Self { shared, edges: &EDGES, nodes: 0, moves: Vec::with_capacity(1024), task: None }
    }

    /// Whether what is being searched has become useless; scores are meaningless from then on.
    pub(super) fn is_stopped(&self) -> bool {
        if self.shared.given_up.load(Ordering::Relaxed) {
            return true;
        }
        if (self.shared.give_up)(self.nodes) {
            self.shared.given_up.store(true, Ordering::Relaxed);
            return true;
        }
        self.task.as_ref().is_some_and(|task| task.is_settled())
    }

    /// Is the score of the side to move above `alpha`? Fail-soft.
    pub(super) fn null_window(&mut self, board: Board, alpha: i32) -> i32 {
        let empties = board.empties().count_ones();
        if empties <= NEAR_END {
            return self.near_end(board, alpha);
        }
        self.nodes += 1;

        // 1. Discs that the opponent is sure to keep.
        if alpha >= worth_counting_stable(empties) {
            let most = 64 - 2 * stable_discs(self.edges, board.other, board.own);
            if most <= alpha {
                return most;
            }
        }

        // 2. Moves, a pass, or the end.
        let moves = board.moves();
        if moves == 0 {
            let passed = board.passed();
            return if passed.moves() == 0 {
                board.final_score()
            } else {
                -self.null_window(passed, -alpha - 1)
            };
        }

        // 3. The table.
        let key = board.key();
        let (known, table_move) = Bounds::probe(&self.shared.table, key);
        if known.lower > alpha {
            return known.lower;
        }
        if known.upper <= alpha {
            return known.upper;
        }

        // 4. Children that the table already knows to be bad for the opponent.
        let start = self.moves.len();
        self.push_moves(board, moves);
        if empties >= LOOK_AHEAD
            && let Some(score) = self.look_ahead(start, alpha)
        {
            self.moves.truncate(start);
            return score;
        }

        // 5. Search in order of promise.
        self.rate(start, board, alpha, table_move);
        let (mut best, mut best_move) = (-64, None);
        let mut at = start;
        while at < self.moves.len() {
            if at > start && empties >= WORTH_HELP && at + 1 < self.moves.len() && self.shared.pool.has_idle()
            {
                let (score, square) = self.share(at, alpha);
                if score > best {
                    (best, best_move) = (score, square);
                }
                break;
            }
            let candidate = self.pick(at);
            let score = -self.null_window(candidate.child, -alpha - 1);
            if empties >= WORTH_HELP && self.is_stopped() {
                break;
            }
            if score > best {
                (best, best_move) = (score, Some(candidate.square));
                if score > alpha {
                    break;
                }
            }
            at += 1;
        }
        self.moves.truncate(start);
        if empties >= WORTH_HELP && self.is_stopped() {
            return alpha;
        }

        // 6. Remember.
        known.with(best, alpha, alpha + 1).store(&self.shared.table, key, empties, best_move);
        best
    }

    /// Puts all moves of a position, best first, after those of the nodes above.
    pub(super) fn push_sorted(&mut self, board: Board, moves: u64, alpha: i32) {
        let (_, table_move) = Bounds::probe(&self.shared.table, board.key());
        let start = self.moves.len();
        self.push_moves(board, moves);
        self.rate(start, board, alpha, table_move);
        self.moves[start..].sort_by_key(|candidate| Reverse(candidate.rating));
    }

    /// The lower bound of a child's table entry that already answers the question.
    fn look_ahead(&self, start: usize, alpha: i32) -> Option<i32> {
        self.moves[start..].iter().find_map(|candidate| {
            let (known, _) = Bounds::probe(&self.shared.table, candidate.child.key());
            (-known.upper > alpha).then_some(-known.upper)
        })
    }

    /// The score inside a window, exact if it lies between `alpha` and `beta`. For nodes on the principal
    /// variation, which are few.
    pub(super) fn full_window(&mut self, board: Board, mut alpha: i32, beta: i32) -> i32 {
        if beta - alpha <= 1 {
            return self.null_window(board, alpha);
        }
        self.nodes += 1;
        let (empties, first_alpha) = (board.empties().count_ones(), alpha);
        let moves = board.moves();
        if moves == 0 {
            let passed = board.passed();
            return if passed.moves() == 0 {
                board.final_score()
            } else {
                -self.full_window(passed, -beta, -alpha)
            };
        }
        let key = board.key();
        let (known, table_move) = Bounds::probe(&self.shared.table, key);
        if known.lower >= beta || known.lower == known.upper {
            return known.lower;
        }
        if known.upper <= alpha {
            return known.upper;
        }
        let start = self.moves.len();
        self.push_moves(board, moves);
        self.rate(start, board, alpha, table_move);
        let (mut best, mut best_move) = (-64, None);
        for at in start..self.moves.len() {
            let Candidate { child, square, .. } = self.pick(at);
            let mut score = -64;
            let is_first = at == start;
            if !is_first {
                score = -self.null_window(child, -alpha - 1);
            }
            if is_first || score > alpha && score < beta {
                score = -self.full_window(child, -beta, -alpha);
            }
            if self.is_stopped() {
                break;
            }
            if score > best || best_move.is_none() {
                (best, best_move) = (score, Some(square));
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        self.moves.truncate(start);
        if self.is_stopped() {
            return alpha;
        }
        known.with(best, first_alpha, beta).store(&self.shared.table, key, empties, best_move);
        best
    }
}

/// From which `alpha` on it pays to count stable discs: early on there are few.
#[inline]
fn worth_counting_stable(empties: u32) -> i32 {
    2 * empties as i32 - 4
}
