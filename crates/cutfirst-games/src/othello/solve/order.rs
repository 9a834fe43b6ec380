//! Which move first: the one after which the opponent has least to do.

use super::board::{Board, odd_quarters, take_lowest};
use super::search::Worker;
use crate::othello::CORNERS;

/// A move that is still to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) child: Board,
    pub(super) rating: i32,
    pub(super) square: u8,
}

/// From so many empty squares on, moves are also rated by a shallow search with an evaluation.
const WORTH_EVALUATING: u32 = 11;

const TABLE_MOVE: i32 = 1 << 30;
const WIPE_OUT: i32 = 1 << 29;
const MOVE: i32 = 1 << 14;
const EVALUATION: i32 = 1 << 14;
const CORNER: i32 = 1 << 11;
const POTENTIAL_MOVE: i32 = 1 << 9;
const ODD_QUARTER: i32 = 1 << 7;

/// One quarter of the board by how good a square tends to be; the others are its mirror images.
const QUARTER: [[u8; 4]; 4] = [[18, 4, 16, 12], [4, 2, 6, 8], [16, 6, 14, 10], [12, 8, 10, 0]];

static SQUARE: [u8; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square / 8, square % 8);
        let row = if row < 4 { row } else { 7 - row };
        let column = if column < 4 { column } else { 7 - column };
        table[square] = QUARTER[row][column];
        square += 1;
    }
    table
};

impl Worker<'_> {
    /// Puts the moves of a node, not yet rated, after those of the nodes above.
    #[inline]
    pub(super) fn push_moves(&mut self, board: Board, mut moves: u64) {
        while moves != 0 {
            let square = take_lowest(&mut moves);
            let child = board.after(square, board.flips(square));
            self.moves.push(Candidate { child, rating: 0, square: square as u8 });
        }
    }

    /// Rates the moves of `board` from `start` on; an only move needs none.
    pub(super) fn rate(&mut self, start: usize, board: Board, alpha: i32, table_move: Option<usize>) {
        if self.moves.len() - start == 1 {
            return;
        }
        let empties = board.empties();
        let odd = odd_quarters(empties);
        let depth = shallow_depth(empties.count_ones());
        for at in start..self.moves.len() {
            let Candidate { child, square, .. } = self.moves[at];
            self.moves[at].rating = if table_move == Some(usize::from(square)) {
                TABLE_MOVE
            } else if child.own == 0 {
                WIPE_OUT
            } else {
                let rating = static_rating(child, square, odd);
                depth.map_or(rating, |depth| {
                    rating - self.estimate_near(child, depth, -alpha) * EVALUATION / 100
                })
            };
        }
    }

    /// Moves the best rated of the moves from `at` on to `at`; of equal ones the first.
    #[inline]
    pub(super) fn pick(&mut self, at: usize) -> Candidate {
        let rest = &mut self.moves[at..];
        let mut best = 0;
        for other in 1..rest.len() {
            if rest[other].rating > rest[best].rating {
                best = other;
            }
        }
        rest.swap(0, best);
        rest[0]
    }
}

/// How deep to search moves for their rating.
fn shallow_depth(empties: u32) -> Option<u32> {
    (empties >= WORTH_EVALUATING).then(|| (empties - WORTH_EVALUATING) / 3)
}

#[inline]
fn static_rating(child: Board, square: u8, odd: u64) -> i32 {
    let count = |squares: u64| squares.count_ones() as i32;
    let replies = child.moves();
    let near_own_discs = around(child.other) & child.empties();
    let in_odd_quarter = (odd >> square & 1) as i32;
    i32::from(SQUARE[usize::from(square)])
        + in_odd_quarter * ODD_QUARTER
        + count(child.other & CORNERS) * CORNER
        - count(near_own_discs) * POTENTIAL_MOVE
        - (count(replies) + count(replies & CORNERS)) * MOVE
}

/// A set of squares and all their neighbours.
#[inline]
fn around(squares: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    let row = squares | squares << 1 & NOT_A | squares >> 1 & (NOT_A >> 1);
    row | row << 8 | row >> 8
}
