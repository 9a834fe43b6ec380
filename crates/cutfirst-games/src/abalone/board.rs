//! The hexagon as bits of one word.
//!
//! Row `r` (A = 0 … I = 8) and diagonal `c` (1 = 0 … 9 = 8) meet in a cell exactly if
//! |r − c| ≤ 4. Its bit is (13 r + c) mod 61. Hexagons of 61 cells tile the plane, and this
//! numbering is the one that repeats with the tiles: all 61 cells get different bits with none
//! left over, and a step in any of the six directions is the same rotation of the 61-bit word for
//! every cell. A step off the board comes out at the opposite edge, which one mask per direction
//! takes away.
//!
//! Every row is a run of bits, in the order A F B G C H D I E: rows A to E ascend, and so do
//! F to I.

/// How many cells there are.
pub(super) const CELLS: usize = 61;

/// All cells.
pub(super) const BOARD: u64 = (1 << CELLS) - 1;

/// The directions E, W, NE, SW, NW, SE as (row, diagonal); `d ^ 1` is opposite to `d`, and the even
/// ones, which lead on in row order, stand for the three axes `d / 2`.
const OFFSETS: [(i8, i8); 6] = [(0, 1), (0, -1), (1, 1), (-1, -1), (1, 0), (-1, 0)];

/// What one step in each direction adds to a cell's number, modulo 61.
const STEPS: [usize; 6] = [1, 60, 14, 47, 13, 48];

/// How many directions there are.
pub(super) const DIRECTIONS: usize = STEPS.len();

/// The cells that have a neighbour in each direction.
pub(super) const INNER: [u64; 6] = inner();

/// The even directions that a line can have which moves broadside along each axis.
pub(super) const ACROSS: [[usize; 2]; 3] = [[2, 4], [0, 4], [0, 2]];

/// Rows A to E and rows F to I; going through the bits of the one, then of the other, is row order.
const HALVES: [u64; 2] = halves();

/// The cells at an odd distance from the centre, at distance 2 or 3, and at distance 4: the binary
/// digits of the distance.
pub(super) const DISTANCE_DIGITS: [u64; 3] = distance_digits();

/// The cell where a row and a diagonal meet, if they do.
pub(super) const fn cell_at(row: i8, diagonal: i8) -> Option<usize> {
    let apart = row - diagonal;
    if row < 0 || row > 8 || diagonal < 0 || diagonal > 8 || apart < -4 || apart > 4 {
        return None;
    }
    Some((13 * row as usize + diagonal as usize) % CELLS)
}

/// Row and diagonal of a cell; comparing them compares in row order.
pub(super) const fn coordinates(cell: usize) -> (i8, i8) {
    COORDINATES[cell]
}

const COORDINATES: [(i8, i8); CELLS] = {
    let mut all = [(0, 0); CELLS];
    let mut place = 0;
    while place < 81 {
        let (row, diagonal) = (place / 9, place % 9);
        if let Some(cell) = cell_at(row, diagonal) {
            all[cell] = (row, diagonal);
        }
        place += 1;
    }
    all
};

/// What a step in a direction adds to row and diagonal.
#[inline]
pub(super) const fn offset(direction: usize) -> (i8, i8) {
    OFFSETS[direction]
}

/// The cells of a row, from left to right.
pub(super) fn row_cells(row: i8) -> impl Iterator<Item = usize> {
    (0..9).filter_map(move |diagonal| cell_at(row, diagonal))
}

/// The cell at most three steps ahead, where the board has one.
#[inline(always)]
pub(super) const fn ahead(cell: usize, direction: usize, count: usize) -> usize {
    debug_assert!(cell < CELLS && direction < DIRECTIONS && count < 4);
    let beyond = cell + FAR_STEPS[direction & 7][count & 3] as usize;
    if beyond < CELLS { beyond } else { beyond - CELLS }
}

/// What up to three steps in each direction add to a cell's number, modulo 61; with rows to spare, so
/// that indices are in bounds by their bits.
const FAR_STEPS: [[u8; 4]; 8] = {
    let mut sums = [[0; 4]; 8];
    let mut place = 0;
    while place < 4 * DIRECTIONS {
        let (direction, count) = (place / 4, place % 4);
        sums[direction][count] = (count * STEPS[direction] % CELLS) as u8;
        place += 1;
    }
    sums
};

/// The cells one step from those of `set`, which the board must have.
#[inline]
pub(super) const fn step(set: u64, direction: usize) -> u64 {
    let count = FAR_STEPS[direction & 7][1] as u32;
    (set << count | set >> (CELLS as u32 - count)) & BOARD
}

/// The direction that leads from one cell to a neighbour.
pub(super) fn direction_between(from: usize, to: usize) -> Option<usize> {
    (0..DIRECTIONS).find(|&d| has(INNER[d], from) && ahead(from, d, 1) == to)
}

/// Whether a set holds a cell.
#[inline]
pub(super) const fn has(set: u64, cell: usize) -> bool {
    set >> cell & 1 != 0
}

/// The cells whose neighbour in `direction` belongs to `set`; exact only on
/// [`INNER`]`[direction]`, and with stray bits above the board.
#[inline(always)]
pub(super) const fn before(direction: usize, set: u64) -> u64 {
    far_before(direction, 1, set)
}

/// By how many bits [`before`] turns a set.
#[inline(always)]
pub(super) const fn turn_before(direction: usize) -> u32 {
    STEPS[direction] as u32
}

/// The cells that have a cell of `set` `count` steps ahead; exact only where all the steps are on the
/// board, and with stray bits above it.
#[inline(always)]
pub(super) const fn far_before(direction: usize, count: usize, set: u64) -> u64 {
    let step = count * STEPS[direction] % CELLS;
    set >> step | set << (CELLS - step)
}

/// The cells of a set in row order.
#[inline(always)]
pub(super) fn cells_in_row_order(set: u64) -> impl Iterator<Item = usize> {
    cells(set & HALVES[0]).chain(cells(set & HALVES[1]))
}

/// The cells of a set in the order of their bits.
#[inline(always)]
pub(super) fn cells(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (cell < 64).then_some(cell)
    })
}

const fn inner() -> [u64; 6] {
    let mut sets = [0; 6];
    let mut direction = 0;
    while direction < 6 {
        let (up, right) = OFFSETS[direction];
        let mut cell = 0;
        while cell < CELLS {
            let (row, diagonal) = COORDINATES[cell];
            if cell_at(row + up, diagonal + right).is_some() {
                sets[direction] |= 1 << cell;
            }
            cell += 1;
        }
        direction += 1;
    }
    sets
}

const fn halves() -> [u64; 2] {
    let mut sets = [0; 2];
    let mut cell = 0;
    while cell < CELLS {
        sets[(COORDINATES[cell].0 > 4) as usize] |= 1 << cell;
        cell += 1;
    }
    sets
}

const fn distance_digits() -> [u64; 3] {
    let mut sets = [0; 3];
    let mut cell = 0;
    while cell < CELLS {
        let distance = distance_to_centre(cell);
        let mut digit = 0;
        while digit < 3 {
            sets[digit] |= (distance >> digit & 1) << cell;
            digit += 1;
        }
        cell += 1;
    }
    sets
}

/// Steps from a cell to E5.
const fn distance_to_centre(cell: usize) -> u64 {
    let (row, diagonal) = COORDINATES[cell];
    let (up, right) = ((row - 4).abs(), (diagonal - 4).abs());
    let apart = (row - diagonal).abs();
    let longest = if up > right { up } else { right };
    (if apart > longest { apart } else { longest }) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_its_own_bit_and_rotations_are_steps() {
        let mut seen = 0;
        for (row, diagonal) in (0..9).flat_map(|row| (0..9).map(move |diagonal| (row, diagonal))) {
            let Some(cell) = cell_at(row, diagonal) else { continue };
            assert!(!has(seen, cell));
            seen |= 1 << cell;
            assert_eq!(coordinates(cell), (row, diagonal));
            for (direction, (up, right)) in OFFSETS.into_iter().enumerate() {
                let next = cell_at(row + up, diagonal + right);
                assert_eq!(has(INNER[direction], cell), next.is_some());
                if let Some(next) = next {
                    assert_eq!(ahead(cell, direction, 1), next);
                    assert_eq!(direction_between(cell, next), Some(direction));
                    assert!(has(before(direction, 1 << next), cell));
                }
            }
        }
        assert_eq!(seen, BOARD);
    }

    #[test]
    fn cells_come_in_row_order() {
        let order: Vec<_> = cells_in_row_order(BOARD).map(coordinates).collect();
        assert_eq!(order.len(), CELLS);
        assert!(order.is_sorted());
    }

    #[test]
    fn distance_digits_add_up() {
        let rings: u32 =
            DISTANCE_DIGITS.iter().zip([1, 2, 4]).map(|(set, weight)| weight * set.count_ones()).sum();
        assert_eq!(rings, 6 + 2 * 12 + 3 * 18 + 4 * 24);
    }
}
