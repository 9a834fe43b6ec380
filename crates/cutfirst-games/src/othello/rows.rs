//! What happens along the rows, in plain words.
//!
//! Rows are bytes of the board, so carries and tables get at them; the other lines need shifts.

/// The columns b to g: a run that is turned along a row or a diagonal never holds a square of
/// column a or h, and leaving those out keeps shifts from running over the side of the board.
pub(super) const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The squares just after the runs in `inner` that follow discs of one's own, both ways. Among them
/// may be squares that are not empty.
#[inline(always)]
pub(super) fn ends(own: u64, inner: u64) -> u64 {
    let pairs = inner & (inner >> 1);
    let mut left = (own >> 1) & inner;
    left |= (left >> 1) & inner;
    left |= (left >> 2) & pairs;
    left |= (left >> 2) & pairs;
    ends_to_the_right(own, inner) | left >> 1
}

/// Going right only: a disc of one's own just before a run carries over to the square just after it, and
/// what else remains of the sum are discs.
#[inline(always)]
pub(super) fn ends_to_the_right(own: u64, inner: u64) -> u64 {
    inner.wrapping_add((own << 1) & inner)
}

/// A row as seen from a square in it.
pub(super) struct Row {
    /// By opposing discs: where discs of one's own would turn some, at most one square on each side.
    ends: [u8; 256],
    /// By such ends: the squares between them and the square that is played on.
    between: [u8; 256],
}

impl Row {
    /// The discs of `other` that `own` turns.
    #[inline(always)]
    pub(super) fn turned(&self, own: u8, other: u8) -> u8 {
        let ends = self.ends[usize::from(other)] & own;
        self.between[usize::from(ends)]
    }
}

/// By column of the square.
pub(super) static ROWS: [Row; 8] = {
    let mut table = [const { Row { ends: [0; 256], between: [0; 256] } }; 8];
    let mut column = 0;
    while column < 8 {
        let mut byte = 0;
        while byte < 256 {
            table[column].ends[byte] = possible_ends(column, byte);
            table[column].between[byte] = between(column, byte);
            byte += 1;
        }
        column += 1;
    }
    table
};

const fn possible_ends(column: usize, other: usize) -> u8 {
    let mut ends = 0;
    let mut left = column;
    while left > 0 && other >> (left - 1) & 1 != 0 {
        left -= 1;
    }
    if left > 0 && left < column {
        ends |= 1 << (left - 1);
    }
    let mut right = column + 1;
    while right < 8 && other >> right & 1 != 0 {
        right += 1;
    }
    if right < 8 && right > column + 1 {
        ends |= 1 << right;
    }
    ends
}

const fn between(column: usize, ends: usize) -> u8 {
    let mut squares = 0;
    let mut at = 0;
    while at < 8 {
        let below = ends & ((1 << at) - 1);
        let above = ends >> (at + 1);
        if at < column && below != 0 || at > column && above != 0 {
            squares |= 1 << at;
        }
        at += 1;
    }
    squares
}
