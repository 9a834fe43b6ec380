//! Move generation on bitboards: bit 0 is a1, bit 7 is h1, bit 63 is h8.
//!
//! Plain 64-bit words throughout: no intrinsics, nothing that depends on the processor. Where there are
//! fitting vector registers, `pairs` does the same in fewer instructions.

use super::lines::Lines;
use super::rows::{self, INNER_COLUMNS};

/// The empty squares on which `own` would turn discs of `other`.
#[inline(always)]
pub(super) fn flipping_squares(own: u64, other: u64) -> u64 {
    let inner = other & INNER_COLUMNS;
    let ends = rows::ends(own, inner)
        | run_ends::<7>(own, inner)
        | run_ends::<8>(own, other)
        | run_ends::<9>(own, inner);
    ends & !(own | other)
}

/// The same for both sides: what `own` and what `other` could do.
#[inline(always)]
pub(super) fn flipping_squares_of_both(own: u64, other: u64) -> [u64; 2] {
    [flipping_squares(own, other), flipping_squares(other, own)]
}

/// The squares just after the runs that follow discs of one's own, `STEP` bits a step, both ways.
/// Parallel prefix: a run is at most six discs long, so one, two, four and six discs are enough.
#[inline(always)]
fn run_ends<const STEP: u32>(own: u64, other: u64) -> u64 {
    let pairs_down = other & (other << STEP);
    let pairs_up = pairs_down >> STEP;
    let mut down = (own << STEP) & other;
    let mut up = (own >> STEP) & other;
    down |= (down << STEP) & other;
    up |= (up >> STEP) & other;
    down |= (down << (2 * STEP)) & pairs_down;
    up |= (up >> (2 * STEP)) & pairs_up;
    down |= (down << (2 * STEP)) & pairs_down;
    up |= (up >> (2 * STEP)) & pairs_up;
    (down << STEP) | (up >> STEP)
}

/// The discs of `other` that `own` turns by playing on an empty `square`.
///
/// The first square of a ray that does not hold an opposing disc is its lowest such bit, provided that
/// the ray runs towards higher bits. The three that go down the board do; the three that go up do in the
/// board upside down, which is a swap of bytes. The row is looked up.
#[inline(always)]
pub(super) fn flips(own: u64, other: u64, square: usize) -> u64 {
    let lines = Lines::through(square);
    let not_other = !other;
    let (own_upside_down, not_other_upside_down) = (own.swap_bytes(), not_other.swap_bytes());
    let (mut down, mut up) = (0, 0);
    for [down_ray, up_ray] in lines.rays {
        down |= run_on(down_ray, own, not_other);
        up |= run_on(up_ray, own_upside_down, not_other_upside_down);
    }
    ((down | up.swap_bytes()) & other) | lines.turned_in_row(own, other)
}

/// The run of opposing discs at the beginning of a ray with the disc of one's own that ends it;
/// nothing if none does.
#[inline(always)]
fn run_on(ray: u64, own: u64, not_other: u64) -> u64 {
    let stops = ray & not_other;
    let run = (stops ^ stops.wrapping_sub(1)) & ray;
    if run & own == 0 { 0 } else { run }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The rule, word for word.
    fn walked_flips(own: u64, other: u64, square: i32) -> u64 {
        let mut flips = 0;
        for (columns, rows) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let (mut column, mut row, mut run) = (square % 8 + columns, square / 8 + rows, 0);
            while (0..8).contains(&column) && (0..8).contains(&row) {
                let bit = 1_u64 << (row * 8 + column);
                if own & bit != 0 {
                    flips |= run;
                }
                if other & bit == 0 {
                    break;
                }
                run |= bit;
                column += columns;
                row += rows;
            }
        }
        flips
    }

    pub(in super::super) fn boards() -> impl Strategy<Value = (u64, u64)> {
        // Few empty squares and few discs of one's own make long runs.
        (any::<u64>(), any::<u64>(), any::<u64>(), any::<u64>(), 0..4).prop_map(|(a, b, c, d, thin)| {
            match thin {
                0 => (a & !b, b),
                1 => (a & b & c, !(a & b & c) & d),
                2 => (a & b & c, !(a & b & c) & (c | d)),
                _ => (a & b & c & d, !(a & b & c & d) & (a | c | d)),
            }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn turns_what_the_rule_says((own, other) in boards()) {
            let mut squares = 0;
            for square in (0..64).filter(|square| (own | other) >> square & 1 == 0) {
                let walked = walked_flips(own, other, square);
                prop_assert_eq!(flips(own, other, square as usize), walked);
                squares |= u64::from(walked != 0) << square;
            }
            prop_assert_eq!(flipping_squares(own, other), squares);
            prop_assert_eq!(flipping_squares_of_both(own, other), [squares, flipping_squares(other, own)]);
        }
    }
}
