//! Discs that can never be turned again, a lower bound of them: what a side is sure to keep.
//!
//! A disc is stable if in each of the four lines through it either the line is full or a neighbour on
//! it is a stable disc of the same side. Edges are looked up: along an edge only other discs of the
//! edge matter, so all ways to fill it can be tried beforehand.

use std::sync::LazyLock;

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;
const INNER: u64 = 0x007e_7e7e_7e7e_7e00;

/// How many discs of `side` are surely stable.
#[inline]
pub(super) fn stable_discs(edges: &EdgeTable, side: u64, opponent: u64) -> i32 {
    let full = FullLines::new(side | opponent);
    let mut stable =
        edges.stable(side, opponent) | side & INNER & full.rows & full.columns & full.falling & full.rising;
    if stable == 0 {
        return 0;
    }
    let candidates = side & INNER;
    loop {
        let row = stable << 1 | stable >> 1 | full.rows;
        let column = stable << 8 | stable >> 8 | full.columns;
        let falling = stable << 9 | stable >> 9 | full.falling;
        let rising = stable << 7 | stable >> 7 | full.rising;
        // Shifts that run over the side of the board land on edge squares, which are no candidates.
        let more = candidates & row & column & falling & rising & !stable;
        if more == 0 {
            return stable.count_ones() as i32;
        }
        stable |= more;
    }
}

/// The squares that lie on lines without an empty square, by direction.
struct FullLines {
    rows: u64,
    columns: u64,
    falling: u64,
    rising: u64,
}

impl FullLines {
    #[inline(always)]
    fn new(taken: u64) -> Self {
        let mut rows = taken & taken >> 4;
        rows &= rows >> 2;
        rows &= rows >> 1;
        let mut columns = taken & taken.rotate_left(32);
        columns &= columns.rotate_left(16);
        columns &= columns.rotate_left(8);
        let empty = !taken;
        Self {
            rows: (rows & COLUMN_A) * 0xff,
            columns,
            falling: !(spread_down::<9>(empty, !COLUMN_A) | spread_up::<9>(empty, !COLUMN_H)),
            rising: !(spread_down::<7>(empty, !COLUMN_H) | spread_up::<7>(empty, !COLUMN_A)),
        }
    }
}

/// A set and all squares that lie below its own on diagonals; `into` are the columns a step can reach.
#[inline(always)]
fn spread_down<const STEP: u32>(mut set: u64, into: u64) -> u64 {
    let two = into & into << STEP;
    let four = two & two << (2 * STEP);
    set |= set << STEP & into;
    set |= set << (2 * STEP) & two;
    set | set << (4 * STEP) & four
}

#[inline(always)]
fn spread_up<const STEP: u32>(mut set: u64, into: u64) -> u64 {
    let two = into & into >> STEP;
    let four = two & two >> (2 * STEP);
    set |= set >> STEP & into;
    set |= set >> (2 * STEP) & two;
    set | set >> (4 * STEP) & four
}

/// By the discs of a side and of the opponent on an edge: the side's stable discs there.
pub(super) struct EdgeTable(Vec<u8>);

/// The one table that all searches share.
pub(super) static EDGES: LazyLock<EdgeTable> = LazyLock::new(EdgeTable::new);

impl EdgeTable {
    fn new() -> Self {
        let mut table = vec![0; 1 << 16];
        // Filling a square leads to an edge with one more disc, which is known by then.
        for discs in (0..=8).rev() {
            for side in 0..=255_u8 {
                for opponent in 0..=255_u8 {
                    if side & opponent == 0 && (side | opponent).count_ones() == discs {
                        table[index(side, opponent)] = stable_on_edge(&table, side, opponent);
                    }
                }
            }
        }
        Self(table)
    }

    /// The stable discs of a side on all four edges.
    #[inline(always)]
    fn stable(&self, side: u64, opponent: u64) -> u64 {
        let edge = |side: u8, opponent: u8| self.0[index(side, opponent)];
        u64::from(edge(side as u8, opponent as u8))
            | u64::from(edge((side >> 56) as u8, (opponent >> 56) as u8)) << 56
            | AS_COLUMN[usize::from(edge(column_a(side), column_a(opponent)))]
            | AS_COLUMN[usize::from(edge(column_a(side >> 7), column_a(opponent >> 7)))] << 7
    }
}

#[inline(always)]
fn index(side: u8, opponent: u8) -> usize {
    usize::from(side) << 8 | usize::from(opponent)
}

/// The side's discs that survive whatever either side does on the edge. A disc may be put anywhere:
/// whether it turns something inside the board is not known here.
fn stable_on_edge(table: &[u8], side: u8, opponent: u8) -> u8 {
    let mut stable = side;
    for square in 0..8 {
        if (side | opponent) >> square & 1 == 0 {
            let turned = turned_on_edge(side, opponent, square);
            stable &= table[index(side | turned | 1 << square, opponent & !turned)];
            let turned = turned_on_edge(opponent, side, square);
            stable &= table[index(side & !turned, opponent | turned | 1 << square)];
        }
    }
    stable
}

fn turned_on_edge(mover: u8, opponent: u8, square: i32) -> u8 {
    let mut turned = 0;
    for step in [-1, 1] {
        let (mut at, mut run) = (square + step, 0);
        while (0..8).contains(&at) && opponent >> at & 1 != 0 {
            run |= 1 << at;
            at += step;
        }
        if (0..8).contains(&at) && mover >> at & 1 != 0 {
            turned |= run;
        }
    }
    turned
}

/// The squares of column a as one byte, a1 lowest.
#[inline(always)]
fn column_a(squares: u64) -> u8 {
    ((squares & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// By byte: its bits spread over column a, the reverse of `column_a`.
static AS_COLUMN: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut row = 0;
        while row < 8 {
            if byte >> row & 1 != 0 {
                table[byte] |= 1 << (8 * row);
            }
            row += 1;
        }
        byte += 1;
    }
    table
};
