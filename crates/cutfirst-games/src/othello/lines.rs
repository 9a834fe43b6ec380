//! What can be known beforehand about the lines through a square.

use super::rows::{ROWS, Row};

/// The lines through a square; one line of the cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Lines {
    /// The squares down left, down and down right; beside each those up left, up and up right, in the
    /// board upside down. So all six run towards higher bits.
    pub(super) rays: [[u64; 2]; 3],
    row: &'static Row,
    row_starts_at: u32,
}

impl Lines {
    #[inline(always)]
    pub(super) fn through(square: usize) -> &'static Self {
        &LINES[square & 63]
    }

    /// The discs of `other` that `own` turns along the row, both ways.
    #[inline(always)]
    pub(super) fn turned_in_row(&self, own: u64, other: u64) -> u64 {
        let row_of = |discs: u64| discs.wrapping_shr(self.row_starts_at) as u8;
        u64::from(self.row.turned(row_of(own), row_of(other))).wrapping_shl(self.row_starts_at)
    }
}

static LINES: [Lines; 64] = {
    let mut table = [Lines { rays: [[0; 2]; 3], row: &ROWS[0], row_starts_at: 0 }; 64];
    let mut square = 0;
    while square < 64 {
        let mirrored = square ^ 56;
        table[square] = Lines {
            rays: [
                [ray(square, -1), ray(mirrored, -1)],
                [ray(square, 0), ray(mirrored, 0)],
                [ray(square, 1), ray(mirrored, 1)],
            ],
            row: &ROWS[square % 8],
            row_starts_at: (square & 56) as u32,
        };
        square += 1;
    }
    table
};

/// The squares from one row to the next, going `columns` to the right each time.
const fn ray(square: usize, columns: i32) -> u64 {
    let mut squares = 0;
    let mut column = (square % 8) as i32 + columns;
    let mut row = square / 8 + 1;
    while column >= 0 && column < 8 && row < 8 {
        squares |= 1 << (row * 8 + column as usize);
        column += columns;
        row += 1;
    }
    squares
}
