//! Move generation on bitboards: bit 0 is a1, bit 7 is h1, bit 63 is h8.
//!
//! Rows run from top to bottom, so "down" is a shift to the left. The three directions that go up
//! the board are treated as the three that go down in the board turned upside down, which is a swap
//! of bytes. That leaves shifts to the left only, for which a lowest bit or a carry finds the end
//! of a run at once.

/// The columns b to g: a run that is turned along a row or a diagonal never holds a square of
/// column a or h, and leaving those out keeps shifts from running over the side of the board.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The empty squares on which `own` would turn discs of `other`.
#[inline]
pub(super) fn flipping_squares(own: u64, other: u64) -> u64 {
    let inner = other & INNER_COLUMNS;
    // A disc of one's own just before a run carries over to the square just after it.
    let right = inner.wrapping_add((own << 1) & inner);
    let found = right | run_ends_left(own, inner) | {
        let own = [own, own.swap_bytes()];
        let inner = [inner, inner.swap_bytes()];
        let ends = three(
            run_ends::<7>(own, inner),
            run_ends::<8>(own, [other, other.swap_bytes()]),
            run_ends::<9>(own, inner),
        );
        ends[0] | ends[1].swap_bytes()
    };
    found & !(own | other)
}

/// The squares just after the runs that follow discs of one's own, `SHIFT` bits a step, in the
/// board and in the board upside down. Parallel prefix: a run is at most six discs long.
#[inline(always)]
fn run_ends<const SHIFT: u32>(own: [u64; 2], other: [u64; 2]) -> [u64; 2] {
    let step = |from: [u64; 2], through: [u64; 2], shift: u32| {
        [(from[0] << shift) & through[0], (from[1] << shift) & through[1]]
    };
    let join = |a: [u64; 2], b: [u64; 2]| [a[0] | b[0], a[1] | b[1]];
    let mut run = step(own, other, SHIFT);
    run = join(run, step(run, other, SHIFT));
    let pairs = step(other, other, SHIFT);
    run = join(run, step(run, pairs, 2 * SHIFT));
    run = join(run, step(run, pairs, 2 * SHIFT));
    [run[0] << SHIFT, run[1] << SHIFT]
}

#[inline(always)]
fn three(a: [u64; 2], b: [u64; 2], c: [u64; 2]) -> [u64; 2] {
    [a[0] | b[0] | c[0], a[1] | b[1] | c[1]]
}

#[inline(always)]
fn run_ends_left(own: u64, inner: u64) -> u64 {
    let mut run = (own >> 1) & inner;
    run |= (run >> 1) & inner;
    let pairs = inner & (inner >> 1);
    run |= (run >> 2) & pairs;
    run |= (run >> 2) & pairs;
    run >> 1
}

/// The discs of `other` that `own` turns by playing on an empty `square`; none for square 64,
/// which stands for a pass.
#[inline]
pub(super) fn flips(own: u64, other: u64, square: usize) -> u64 {
    let [right, down_left, down, down_right, left] = RAYS[square & 127];
    let [_, up_left, up, up_right, _] = RAYS[(square ^ 56) & 127];
    let not_other = !other;
    let (swapped_own, swapped_not_other) = (own.swap_bytes(), not_other.swap_bytes());
    let downwards = run_on(right, own, not_other)
        | run_on(down_left, own, not_other)
        | run_on(down, own, not_other)
        | run_on(down_right, own, not_other);
    let upwards = run_on(up_left, swapped_own, swapped_not_other)
        | run_on(up, swapped_own, swapped_not_other)
        | run_on(up_right, swapped_own, swapped_not_other);
    downwards | upwards.swap_bytes() | run_on_left(left, own, not_other)
}

/// The run of opposing discs at the beginning of a ray towards higher bits, if one's own disc ends it.
#[inline(always)]
fn run_on(ray: u64, own: u64, not_other: u64) -> u64 {
    let stops = ray & not_other;
    let end = stops & stops.wrapping_neg() & own;
    end.saturating_sub(1) & ray
}

/// The same on the ray to the left, where the run ends at the highest bit.
#[inline(always)]
fn run_on_left(ray: u64, own: u64, not_other: u64) -> u64 {
    // Bit 0 stands in for "no stop": where it is not part of the ray it is masked out again.
    let stops = (ray & not_other) | 1;
    let end = (1 << stops.ilog2()) & own & ray;
    (end << 1).wrapping_neg() & ray
}

/// By square: the rays right, down left, down, down right and left. The rows of squares that do not
/// exist are empty: 64 is the pass, 120 its mirror image, and 128 rows need no bounds check.
static RAYS: [[u64; 5]; 128] = rays();

const fn rays() -> [[u64; 5]; 128] {
    const STEPS: [(i32, i32); 5] = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0)];
    let mut table = [[0; 5]; 128];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < STEPS.len() {
            let (columns, rows) = STEPS[direction];
            let mut column = (square % 8) as i32 + columns;
            let mut row = (square / 8) as i32 + rows;
            while column >= 0 && column < 8 && row < 8 {
                table[square][direction] |= 1 << (row * 8 + column);
                column += columns;
                row += rows;
            }
            direction += 1;
        }
        square += 1;
    }
    table
}

#[cfg(test)]
mod tests {
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

    fn boards() -> impl Strategy<Value = (u64, u64)> {
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
            prop_assert_eq!(flips(own, other, 64), 0);
        }
    }
}
