//! What `generate` does, two words at a time, in vector registers.
//!
//! Beside the board lies the board upside down: what goes up in one goes down in the other, so three
//! shifts towards higher bits do for six directions. Rows look the same upside down and stay in plain
//! words, where carries and a table make short work of them, on ports that the vectors leave free.

use wide::bytemuck::cast;
use wide::{u8x16, u64x2};

use super::lines::Lines;
use super::rows::{self, INNER_COLUMNS};

/// The board, and beside it the board upside down.
#[inline(always)]
fn both_ways_up(board: u64) -> u64x2 {
    const ORDER: u8x16 = u8x16::new([0, 1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 1, 0]);
    let bytes: u8x16 = cast(u64x2::new([board, 0]));
    cast(bytes.shuffle(ORDER))
}

/// The squares that are in one of the two boards, the second turned back.
#[inline(always)]
fn in_either(boards: u64x2) -> u64 {
    const ORDER: u8x16 = u8x16::new([15, 14, 13, 12, 11, 10, 9, 8, 0, 0, 0, 0, 0, 0, 0, 0]);
    let bytes: u8x16 = cast(boards);
    let turned_back: u64x2 = cast(bytes.shuffle(ORDER));
    (boards | turned_back).to_array()[0]
}

/// The empty squares on which `own` would turn discs of `other`.
#[inline(always)]
pub(super) fn flipping_squares(own: u64, other: u64) -> u64 {
    let ends = {
        let (own, other) = (both_ways_up(own), both_ways_up(other));
        let inner = other & u64x2::splat(INNER_COLUMNS);
        run_ends::<7>(own, inner) | run_ends::<8>(own, other) | run_ends::<9>(own, inner)
    };
    (rows::ends(own, other & INNER_COLUMNS) | in_either(ends)) & !(own | other)
}

/// The squares just after the runs that follow discs of one's own, `STEP` bits a step.
/// Parallel prefix: a run is at most six discs long, so one, two, four and six discs are enough.
#[inline(always)]
fn run_ends<const STEP: u32>(own: u64x2, other: u64x2) -> u64x2 {
    let pairs = other & (other << STEP);
    let mut run = (own << STEP) & other;
    run |= (run << STEP) & other;
    run |= (run << (2 * STEP)) & pairs;
    run |= (run << (2 * STEP)) & pairs;
    run << STEP
}

/// The same for both sides: what `own` and what `other` could do.
///
/// Whoever looks from an empty square along a line sees a run of one colour and, if it ends at a disc,
/// one of the other colour. So a line is of use to one side at most, and following the runs of both
/// colours at once answers for both sides.
#[inline(always)]
pub(super) fn flipping_squares_of_both(own: u64, other: u64) -> [u64; 2] {
    let discs = own | other;
    let [in_rows, in_rows_of_other] = row_ends_of_both(own, other);
    let [ends, ends_of_other] = {
        let (own, discs) = (both_ways_up(own), both_ways_up(discs));
        let inner = discs & u64x2::splat(INNER_COLUMNS);
        let [a, b] = run_ends_of_both::<7>(own, discs, inner);
        let [c, d] = run_ends_of_both::<8>(own, discs, discs);
        let [e, f] = run_ends_of_both::<9>(own, discs, inner);
        [a | c | e, b | d | f]
    };
    [(in_rows | in_either(ends)) & !discs, (in_rows_of_other | in_either(ends_of_other)) & !discs]
}

/// The squares just after the runs of either colour that follow a disc of the other one: those after
/// runs of `other`, of use to `own`, and those after runs of `own`. `inner` are the discs that runs may
/// be made of.
#[inline(always)]
fn run_ends_of_both<const STEP: u32>(own: u64x2, discs: u64x2, inner: u64x2) -> [u64x2; 2] {
    let own_before = own << STEP;
    let after_disc = (discs << STEP) & inner;
    let mut run = after_disc & (own ^ own_before);
    // What follows a disc of its own colour goes on with the run.
    let same = after_disc ^ run;
    let pairs = same & (same << STEP);
    run |= (run << STEP) & same;
    run |= (run << (2 * STEP)) & pairs;
    run |= (run << (2 * STEP)) & pairs;
    let end = run << STEP;
    let after_own = end & own_before;
    [end ^ after_own, after_own]
}

/// The same along the rows, both ways.
///
/// In plain words on purpose: a vector of both sides would be loaded from where two words have just been
/// stored, and processors wait with that until the stores are done.
#[inline(always)]
fn row_ends_of_both(own: u64, other: u64) -> [u64; 2] {
    let (own_inner, other_inner) = (own & INNER_COLUMNS, other & INNER_COLUMNS);
    let own_before = own >> 1;
    let after_disc = ((own | other) >> 1) & (own_inner | other_inner);
    let mut run = after_disc & (own ^ own_before);
    let same = after_disc ^ run;
    let pairs = same & (same >> 1);
    run |= (run >> 1) & same;
    run |= (run >> 2) & pairs;
    run |= (run >> 2) & pairs;
    let left = run >> 1;
    let left_of_own = left & own_before;
    [
        rows::ends_to_the_right(own, other_inner) | (left ^ left_of_own),
        rows::ends_to_the_right(other, own_inner) | left_of_own,
    ]
}

/// The discs of `other` that `own` turns by playing on an empty `square`.
#[inline(always)]
pub(super) fn flips(own: u64, other: u64, square: usize) -> u64 {
    let lines = Lines::through(square);
    let [down_left, down, down_right] = lines.rays.map(u64x2::new);
    let turned = {
        let (own, not_other) = (both_ways_up(own), both_ways_up(!other));
        run_on(down_left, own, not_other) | run_on(down, own, not_other) | run_on(down_right, own, not_other)
    };
    (in_either(turned) & other) | lines.turned_in_row(own, other)
}

/// The run of opposing discs at the beginning of a ray with the disc of one's own that ends it;
/// nothing if none does.
#[inline(always)]
fn run_on(ray: u64x2, own: u64x2, not_other: u64x2) -> u64x2 {
    let stops = ray & not_other;
    let run = (stops ^ (stops - u64x2::splat(1))) & ray;
    run & !(run & own).simd_eq(u64x2::splat(0))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::generate;
    use super::super::generate::tests::boards;
    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn plain_words_say_the_same((own, other) in boards()) {
            prop_assert_eq!(flipping_squares(own, other), generate::flipping_squares(own, other));
            prop_assert_eq!(
                flipping_squares_of_both(own, other),
                generate::flipping_squares_of_both(own, other)
            );
            for square in 0..64 {
                prop_assert_eq!(flips(own, other, square), generate::flips(own, other, square));
            }
        }
    }
}
