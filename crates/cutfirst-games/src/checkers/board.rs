//! The 32 dark squares as bits of a word, laid out so that a step in one direction is the same
//! shift on every row.
//!
//! Square `n` (1..=32) is bit `(n - 1) + (n - 1) / 8`: after every two rows one bit is left out,
//! and a piece that would step over the edge of the board falls into such a gap or beyond the last square.
//!
//! ```text
//!       0     1     2     3          1..4
//!    4     5     6     7      (8)    5..8
//!       9    10    11    12          9..12
//!   13    14    15    16     (17)   13..16
//!      18    19    20    21         17..20
//!   22    23    24    25     (26)   21..24
//!      27    28    29    30         25..28
//!   31    32    33    34     (35)   29..32
//! ```

/// All squares of the board, no gaps.
pub(super) const SQUARES: u64 = 0x7_fbfd_feff;

/// The squares on which Black's men, and White's, become kings.
pub(super) const FAR_ROW: [u64; 2] = [row(7), row(0)];

/// The four directions as left rotations, in the order of their destinations: up-left, up-right, down-left,
/// down-right. Direction `d` and direction `3 - d` are opposite.
///
/// Rotating carries what leaves the board past bit 34, so a result must be masked with squares of the board.
pub(super) const DIRECTIONS: [u32; 4] = [64 - 5, 64 - 4, 4, 5];

/// The directions of Black's men.
pub(super) const DOWN: std::ops::Range<usize> = 2..4;
/// The directions of White's men.
pub(super) const UP: std::ops::Range<usize> = 0..2;

/// Where pieces on `squares` get by one step in a direction; to be masked.
#[inline]
pub(super) const fn step(squares: u64, direction: usize) -> u64 {
    squares.rotate_left(DIRECTIONS[direction])
}

/// From where a step in a direction leads to `squares`; to be masked.
#[inline]
pub(super) const fn step_back(squares: u64, direction: usize) -> u64 {
    step(squares, 3 - direction)
}

/// The bit of a square counted from 0.
#[inline]
pub(super) const fn bit(square: usize) -> u64 {
    1 << (square + square / 8)
}

/// The square, counted from 0, of a bit's index.
#[inline]
pub(super) const fn square(index: u32) -> usize {
    (index - index / 9) as usize
}

/// The squares of a row counted from the top, which is Black's side.
pub(super) const fn row(row: usize) -> u64 {
    0b1111 << (4 * row + row / 2)
}

/// The squares with the given numbers, counted from 1 as people do.
pub(super) const fn numbered(numbers: &[usize]) -> u64 {
    let mut squares = 0;
    let mut i = 0;
    while i < numbers.len() {
        squares |= bit(numbers[i] - 1);
        i += 1;
    }
    squares
}

/// The same squares seen from the other side of the board: `n` becomes `33 - n`.
pub(super) const fn turned(squares: u64) -> u64 {
    squares.reverse_bits() >> 29
}

/// The single squares of a set, in ascending order.
#[inline]
pub(super) fn each(mut squares: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = squares & squares.wrapping_neg();
        squares ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Row and column by the formula of the rules.
    fn place(square: usize) -> (i32, i32) {
        let row = square / 4;
        (row as i32, (2 * (square % 4) + usize::from(row.is_multiple_of(2))) as i32)
    }

    #[test]
    fn squares_and_bits_correspond() {
        assert_eq!((0..32).map(bit).sum::<u64>(), SQUARES);
        for n in 0..32 {
            assert_eq!(square(bit(n).trailing_zeros()), n);
            assert_eq!(turned(bit(n)), bit(31 - n));
            assert_ne!(row(n / 4) & bit(n), 0);
        }
    }

    #[test]
    fn steps_never_wrap_round_the_edge() {
        for from in 0..32 {
            for (direction, (down, right)) in [(-1, -1), (-1, 1), (1, -1), (1, 1)].into_iter().enumerate() {
                let (row, column) = place(from);
                let beside = (0..32).find(|&to| place(to) == (row + down, column + right));
                assert_eq!(step(bit(from), direction) & SQUARES, beside.map_or(0, bit));
            }
        }
    }
}
