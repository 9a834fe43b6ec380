//! The last few empty squares, where almost all nodes are: no table, no sorting, only parity.
//!
//! All functions answer a null-window question, fail-soft: a result above `alpha` is a lower bound of
//! the true score of the side to move, any other an upper bound.

use super::board::{Board, NEIGHBOURS, QUARTER_OF, odd_quarters, take_lowest};
use super::search::Worker;
use super::stability::stable_discs;
use crate::othello::CORNERS;

/// Up to so many empty squares [`Worker::near_end`] answers.
pub(super) const NEAR_END: u32 = 7;

/// With fewer discs than this to gain, counting stable discs hardly ever cuts near the end.
const STABLE_ENOUGH: i32 = 20;

impl Worker<'_> {
    /// Answers with at most [`NEAR_END`] empty squares.
    #[inline]
    pub(super) fn near_end(&mut self, board: Board, alpha: i32) -> i32 {
        let empties = board.empties();
        match empties.count_ones() {
            0 => {
                self.nodes += 1;
                board.final_score()
            }
            1 => self.last_one(board, empties.trailing_zeros() as usize),
            2 => self.last_two(board, alpha, empties),
            3 | 4 => self.last_few(board, alpha, empties, odd_quarters(empties)),
            _ => self.by_parity(board, alpha, empties, odd_quarters(empties)),
        }
    }

    /// Five and more empty squares: odd quarters first, in them corners first.
    fn by_parity(&mut self, board: Board, alpha: i32, empties: u64, odd: u64) -> i32 {
        self.nodes += 1;
        if alpha >= STABLE_ENOUGH {
            let most = 64 - 2 * stable_discs(self.edges, board.other, board.own);
            if most <= alpha {
                return most;
            }
        }
        let moves = board.moves();
        if moves == 0 {
            let passed = board.passed();
            return if passed.moves() == 0 {
                board.final_score()
            } else {
                -self.by_parity(passed, -alpha - 1, empties, odd)
            };
        }
        let five = empties.count_ones() == 5;
        let mut best = -64;
        for group in
            [moves & odd & CORNERS, moves & odd & !CORNERS, moves & !odd & CORNERS, moves & !odd & !CORNERS]
        {
            let mut group = group;
            while group != 0 {
                let square = take_lowest(&mut group);
                let child = board.after(square, board.flips(square));
                let (empties, odd) = (empties ^ 1 << square, odd ^ QUARTER_OF[square]);
                let score = -if five {
                    self.last_few(child, -alpha - 1, empties, odd)
                } else {
                    self.by_parity(child, -alpha - 1, empties, odd)
                };
                if score > best {
                    best = score;
                    if score > alpha {
                        return score;
                    }
                }
            }
        }
        best
    }

    /// Three or four empty squares. Trying each costs less than finding out which are moves.
    fn last_few(&mut self, board: Board, alpha: i32, empties: u64, odd: u64) -> i32 {
        self.nodes += 1;
        let mut best = self.try_few(board, alpha, empties, odd);
        if best == NO_MOVE {
            best = -self.try_few(board.passed(), -alpha - 1, empties, odd);
            if best == -NO_MOVE {
                best = board.final_score();
            }
        }
        best
    }

    #[inline(always)]
    fn try_few(&mut self, board: Board, alpha: i32, empties: u64, odd: u64) -> i32 {
        let four = empties.count_ones() == 4;
        let mut best = NO_MOVE;
        for group in [empties & odd, empties & !odd] {
            let mut group = group;
            while group != 0 {
                let square = take_lowest(&mut group);
                if NEIGHBOURS[square] & board.other == 0 {
                    continue;
                }
                let flipped = board.flips(square);
                if flipped == 0 {
                    continue;
                }
                let child = board.after(square, flipped);
                let empties = empties ^ 1 << square;
                let score = -if four {
                    self.last_few(child, -alpha - 1, empties, odd ^ QUARTER_OF[square])
                } else {
                    self.last_two(child, -alpha - 1, empties)
                };
                if score > best {
                    best = score;
                    if score > alpha {
                        return score;
                    }
                }
            }
        }
        best
    }

    fn last_two(&mut self, board: Board, alpha: i32, empties: u64) -> i32 {
        self.nodes += 1;
        let first = empties.trailing_zeros() as usize;
        let second = 63 - empties.leading_zeros() as usize;
        let mut best = self.try_two(board, alpha, first, second);
        if best == NO_MOVE {
            best = -self.try_two(board.passed(), -alpha - 1, first, second);
            if best == -NO_MOVE {
                best = board.final_score();
            }
        }
        best
    }

    #[inline(always)]
    fn try_two(&mut self, board: Board, alpha: i32, first: usize, second: usize) -> i32 {
        let mut best = NO_MOVE;
        for (square, last) in [(first, second), (second, first)] {
            if NEIGHBOURS[square] & board.other != 0 {
                let flipped = board.flips(square);
                if flipped != 0 {
                    let score = -self.last_one(board.after(square, flipped), last);
                    if score > alpha {
                        return score;
                    }
                    best = best.max(score);
                }
            }
        }
        best
    }

    /// One empty square: the score needs only how many discs are turned there.
    #[inline(always)]
    fn last_one(&mut self, board: Board, square: usize) -> i32 {
        self.nodes += 1;
        let own = board.own.count_ones() as i32;
        let turned = turned_by_last(board.own, square);
        if turned > 0 {
            return 2 * (own + turned) - 62;
        }
        let turned = turned_by_last(board.other, square);
        // Nobody can move: the empty square goes to the winner, and one disc decides who that is.
        if turned == 0 && own > 31 { 2 * own - 62 } else { 2 * (own - turned) - 64 }
    }
}

/// Below every score: nothing could be turned.
const NO_MOVE: i32 = -100;

/// How many discs a side with the discs `own` turns on the last empty square.
#[inline(always)]
pub(super) fn turned_by_last(own: u64, square: usize) -> i32 {
    const COLUMN_A: u64 = 0x0101_0101_0101_0101;
    let (row, column) = (square >> 3, square & 7);
    let lines = &DIAGONALS[square & 63];
    let by_row = &TURNED[row];
    let by_column = &TURNED[column];
    let along_row = (own >> (8 * row)) as u8;
    let along_column = (own >> column & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    // Each column holds at most one square of a diagonal, so adding all rows up gathers it in one byte.
    let falling = (own & lines.falling).wrapping_mul(COLUMN_A) >> 56;
    let rising = (own & lines.rising).wrapping_mul(COLUMN_A) >> 56;
    i32::from(
        by_column[usize::from(along_row)]
            + by_row[along_column as usize]
            + by_column[falling as usize]
            + by_column[rising as usize],
    )
}

/// The diagonals through a square; squares off the ends of a short one count as the opponent's, so
/// discs beyond the end are never taken for a stop.
#[derive(Clone, Copy)]
struct Diagonals {
    falling: u64,
    rising: u64,
}

static DIAGONALS: [Diagonals; 64] = {
    let mut table = [Diagonals { falling: 0, rising: 0 }; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let rows: i32 = other / 8 - square / 8;
            let columns = other % 8 - square % 8;
            if rows == columns {
                table[square as usize].falling |= 1 << other;
            }
            if rows == -columns {
                table[square as usize].rising |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// By place on a line that is full but for it, and the mover's discs on the line: how many are turned.
static TURNED: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let mut turned = 0;
            let mut at = place + 1;
            while at < 8 && own >> at & 1 == 0 {
                at += 1;
            }
            if at < 8 {
                turned += at - place - 1;
            }
            let mut below = place;
            while below > 0 && own >> (below - 1) & 1 == 0 {
                below -= 1;
            }
            if below > 0 {
                turned += place - below;
            }
            table[place][own] = turned as u8;
            own += 1;
        }
        place += 1;
    }
    table
};
