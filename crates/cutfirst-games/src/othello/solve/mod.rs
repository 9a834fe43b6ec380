//! Endgames solved exactly: the final score under best play, discs with the empty squares to the winner.
//!
//! A window around an estimate is searched by principal variation search with a shared transposition
//! table, and widened until the score lies inside. What makes it fast, most important first:
//!
//! - `ending`: the last squares, where nearly all nodes are, in code of their own;
//! - `order`: moves that leave the opponent little to do first, higher up with a shallow search
//!   (`estimate`) on top;
//! - `bounds` in the table, also those of a node's children before one of them is searched;
//! - `stability`: a bound from the discs that can never be turned again;
//! - `split`: several threads search the later moves of one node.
//!
//! Scores are the same with any number of threads. With one thread node counts are, too.

mod board;
mod bounds;
mod ending;
mod estimate;
mod order;
pub mod problem;
mod search;
mod split;
mod stability;

use std::sync::atomic::Ordering;
use std::thread;

use cutfirst::game::Game;
use cutfirst::powers::{Effort, Endgame, Solved};
use cutfirst::search::Stop;
use cutfirst::table::Table;

use self::board::{Board, take_lowest};
use self::search::{Shared, Worker};
use super::{Move, Othello};

/// The most empty squares of a position to solve. Each one more takes two to three times as long; with
/// so many it is a matter of days.
pub const MOST_EMPTIES: u32 = 36;

/// The most threads.
pub const MOST_THREADS: usize = 256;

/// The largest table, in MiB.
pub const MOST_TABLE: usize = cutfirst::engine::MOST_TABLE;

/// Why a position cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// There is no move to find.
    #[error("the game is already over")]
    GameOver,
    /// Nobody could wait for it.
    #[error("{0} empty squares are too many to solve; give a position with at most {MOST_EMPTIES}")]
    TooManyEmpties(u32),
    /// No thread, or too many.
    #[error("the number of threads must be from 1 to {MOST_THREADS}, not {0}")]
    Threads(usize),
    /// No table, or too large a one.
    #[error("the table must be of 1 to {MOST_TABLE} MiB, not {0}")]
    Table(usize),
    /// A table for which there is no memory.
    #[error("there is no memory for a table of {0} MiB; choose a smaller one")]
    NoMemory(usize),
    /// Somebody used the [`Stop`].
    #[error("the search was stopped before the position was solved")]
    Stopped,
}

/// What is known of a solved position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The final score of the player to move, empty squares to the winner.
    pub score: i32,
    /// A best move, and best play after it to the end of the game, passes included.
    pub line: Vec<Move>,
    /// Every move with its score, best first, if asked for; otherwise nothing.
    pub moves: Vec<(Move, i32)>,
    /// Positions looked at, by all threads.
    pub nodes: u64,
}

impl Solution {
    /// The move to play.
    #[must_use]
    pub fn best(&self) -> Move {
        self.line[0]
    }
}

/// Solves positions, one after the other, each independently of those before it.
#[derive(Debug)]
pub struct Solver {
    threads: usize,
    table: usize,
    stop: Stop,
}

impl Solver {
    /// A solver with so many threads and a table of at most so many MiB.
    ///
    /// # Errors
    /// If there are no or too many of them.
    pub fn new(threads: usize, table: usize) -> Result<Self, SolveError> {
        if !(1..=MOST_THREADS).contains(&threads) {
            return Err(SolveError::Threads(threads));
        }
        if !(1..=MOST_TABLE).contains(&table) {
            return Err(SolveError::Table(table));
        }
        Ok(Self { threads, table, stop: Stop::default() })
    }

    /// A handle with which another thread can stop this solver for good.
    #[must_use]
    pub fn stop_handle(&self) -> Stop {
        self.stop.clone()
    }

    /// The score of a position and best play.
    ///
    /// # Errors
    /// If there is nothing to solve, too much of it, too little memory, or the solver was stopped.
    pub fn solve(&self, game: &Othello) -> Result<Solution, SolveError> {
        self.run(game, false)
    }

    /// The same with the score of every move, which takes several times as long.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    pub fn solve_moves(&self, game: &Othello) -> Result<Solution, SolveError> {
        self.run(game, true)
    }

    fn run(&self, game: &Othello, every_move: bool) -> Result<Solution, SolveError> {
        let empties = game.empties().count_ones();
        if game.outcome().is_some() {
            return Err(SolveError::GameOver);
        }
        if empties > MOST_EMPTIES {
            return Err(SolveError::TooManyEmpties(empties));
        }
        let (solution, _) = self.attempt(game, every_move, &|_| self.stop.is_stopped())?;
        solution.ok_or(SolveError::Stopped)
    }

    /// The solution, unless it was given up, and the nodes that it took. `give_up` is told the nodes of each thread.
    fn attempt(
        &self,
        game: &Othello,
        every_move: bool,
        give_up: &(dyn Fn(u64) -> bool + Sync),
    ) -> Result<(Option<Solution>, u64), SolveError> {
        let size = self.table.min(useful_table(game.empties().count_ones()));
        let table = Table::new(size).map_err(|_| SolveError::NoMemory(size))?;
        let shared = &Shared::new(table, give_up);
        thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.threads)
                .map(|_| {
                    scope.spawn(|| {
                        let mut worker = Worker::new(shared);
                        worker.help();
                        worker.nodes
                    })
                })
                .collect();
            let mut worker = Worker::new(shared);
            let solution = worker.solve(Board { own: game.own(), other: game.other() }, every_move);
            shared.pool.finish();
            let helped: u64 =
                helpers.into_iter().map(|helper| helper.join().expect("a helper's count")).sum();
            let nodes = worker.nodes + helped;
            let is_solved = !shared.given_up.load(Ordering::Relaxed);
            Ok((is_solved.then_some(Solution { nodes, ..solution }), nodes))
        })
    }
}

impl Endgame for Othello {
    /// As measured in games of equal searches; problems that were made to be hard take several times as many.
    fn solving_takes(&self) -> Option<u64> {
        let empties = self.empties().count_ones();
        // Two and a half times as many for every empty square, ten million with twenty.
        let nodes = |empties: u32| 11 * 5_u128.pow(empties) / 2_u128.pow(empties);
        (empties <= MOST_EMPTIES).then(|| u64::try_from(nodes(empties.saturating_sub(5))).unwrap_or(u64::MAX))
    }

    fn solve(&self, effort: &Effort<'_>) -> Solved<Move> {
        let solver = Solver::new(effort.threads.min(MOST_THREADS), effort.table.clamp(1, MOST_TABLE));
        let attempt = solver.and_then(|solver| solver.attempt(self, effort.every_move, effort.give_up));
        let (solution, nodes) = attempt.unwrap_or((None, 0));
        let Some(Solution { score, line, moves, .. }) = solution else {
            return Solved { lines: Vec::new(), nodes };
        };
        let best = line[0];
        let others = moves.into_iter().filter(|&(mv, _)| mv != best).map(|(mv, score)| (score, vec![mv]));
        Solved { lines: [(score, line)].into_iter().chain(others).collect(), nodes }
    }
}

/// How many MiB a search with so many empty squares can fill; filling more with zeros takes time.
fn useful_table(empties: u32) -> usize {
    4 << empties.saturating_sub(14).min(20)
}

impl Worker<'_> {
    fn solve(&mut self, board: Board, every_move: bool) -> Solution {
        let score = self.score(board);
        let line = self.line(board, score);
        let mut moves = Vec::new();
        if every_move {
            moves = self.scores(board);
        }
        Solution { score, line, moves, nodes: 0 }
    }

    /// The exact score of a position: a window around an estimate, moved until the score lies inside.
    fn score(&mut self, board: Board) -> i32 {
        /// Plies of the estimate.
        const DEPTH: u32 = 6;
        let estimate = self.estimate(board, DEPTH.min(board.empties().count_ones()), -NO_LIMIT, NO_LIMIT);
        // Scores are even, so that odd bounds cut between them.
        let near = (estimate + 64 * 100).div_euclid(200) * 2 - 64;
        let (mut alpha, mut beta) = ((near - 3).clamp(-65, 59), (near + 3).clamp(-59, 65));
        let mut step = 6;
        loop {
            let score = self.full_window(board, alpha, beta);
            if self.is_stopped() || (alpha < score && score < beta) {
                return score;
            }
            if score <= alpha {
                (alpha, beta) = ((score - 1 - step).max(-65), score + 1);
            } else {
                (alpha, beta) = (score - 1, (score + 1 + step).min(65));
            }
            step *= 2;
        }
    }

    /// Best play from a position whose score is known. The table remembers most of it; what it has
    /// forgotten is searched again, with the score to compare with.
    fn line(&mut self, mut board: Board, mut score: i32) -> Vec<Move> {
        let mut line = Vec::new();
        loop {
            let moves = board.moves();
            if moves == 0 {
                if board.passed().moves() == 0 {
                    return line;
                }
                line.push(Move::PASS);
                board = board.passed();
            } else {
                let start = self.moves.len();
                self.push_sorted(board, moves, score);
                let ordered = self.moves.split_off(start);
                let best =
                    ordered.iter().find(|candidate| self.null_window(candidate.child, -score) <= -score);
                // Without a stop there is always one.
                let Some(best) = best.filter(|_| !self.is_stopped()) else { return line };
                line.push(Move(best.square));
                board = best.child;
            }
            score = -score;
        }
    }

    /// Every move with its exact score, best first, equal ones by square.
    fn scores(&mut self, board: Board) -> Vec<(Move, i32)> {
        let mut left = board.moves();
        let mut scores = Vec::new();
        if left == 0 {
            scores.push((Move::PASS, -self.score(board.passed())));
        }
        while left != 0 {
            let square = take_lowest(&mut left);
            let child = board.after(square, board.flips(square));
            scores.push((Move(square as u8), -self.score(child)));
        }
        scores.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
        scores
    }
}

/// Beyond every estimate, in hundredths of a disc.
const NO_LIMIT: i32 = 1_000_000;

#[cfg(test)]
mod tests;
