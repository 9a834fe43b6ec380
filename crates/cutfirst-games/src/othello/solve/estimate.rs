//! What a position is probably worth: a shallow search with the evaluation for play, in hundredths of a
//! disc. It only orders moves and chooses the first window, so it never decides a score.

use cutfirst::evaluation::Evaluation;

use super::board::{Board, take_lowest};
use super::search::Worker;
use crate::othello::evaluation::Play;
use crate::othello::{BLACK, CORNERS, Othello, WHITE};

/// Squares next to a corner, which often give it away.
const NEXT_TO_CORNERS: u64 = 0x42c3_0000_0000_c342;

/// How far from the window, in discs, moves are still told apart.
const MARGIN: i32 = 64;

impl Worker<'_> {
    /// The value of a position, told apart only as far as it is near a score.
    pub(super) fn estimate_near(&mut self, board: Board, depth: u32, score: i32) -> i32 {
        let (low, high) = (100 * (score - MARGIN), 100 * (score + MARGIN));
        self.estimate(board, depth, low, high).clamp(low, high)
    }

    /// The value of a position so many plies deep, fail-soft.
    pub(super) fn estimate(&mut self, board: Board, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if depth == 0 {
            return evaluate(board);
        }
        let moves = board.moves();
        if moves == 0 {
            let passed = board.passed();
            return if passed.moves() == 0 {
                100 * board.final_score()
            } else {
                -self.estimate(passed, depth, -beta, -alpha)
            };
        }
        let mut best = i32::MIN;
        for group in [moves & CORNERS, moves & !(CORNERS | NEXT_TO_CORNERS), moves & NEXT_TO_CORNERS] {
            let mut group = group;
            while group != 0 {
                let square = take_lowest(&mut group);
                let child = board.after(square, board.flips(square));
                let value = -self.estimate(child, depth - 1, -beta, -alpha);
                best = best.max(value);
                alpha = alpha.max(value);
                if alpha >= beta {
                    return best;
                }
            }
        }
        best
    }
}

#[inline]
fn evaluate(board: Board) -> i32 {
    let Some(game) = Othello::new(board.own, board.other, BLACK) else { return 0 };
    Play.evaluate(&game, &(), BLACK) - Play.evaluate(&game, &(), WHITE)
}
