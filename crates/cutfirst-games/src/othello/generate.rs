//! Move generation on bitboards: bit 0 is a1, bit 7 is h1, bit 63 is h8.
//!
//! Plain 64-bit words throughout: no intrinsics, nothing that depends on the processor.

/// The columns b to g: a run that is turned along a row or a diagonal never holds a square of
/// column a or h, and leaving those out keeps shifts from running over the side of the board.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The empty squares on which `own` would turn discs of `other`.
#[inline(always)]
pub(super) fn flipping_squares(own: u64, other: u64) -> u64 {
    let inner = other & INNER_COLUMNS;
    // Along a row, a disc of one's own just before a run carries over to the square just after it.
    let right = inner.wrapping_add((own << 1) & inner);
    let left = {
        let pairs = inner & (inner >> 1);
        let mut run = (own >> 1) & inner;
        run |= (run >> 1) & inner;
        run |= (run >> 2) & pairs;
        run |= (run >> 2) & pairs;
        run >> 1
    };
    let ends =
        right | left | run_ends::<7>(own, inner) | run_ends::<8>(own, other) | run_ends::<9>(own, inner);
    ends & !(own | other)
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
/// The three directions that go up the board are treated as the three that go down in the board upside
/// down, which is a swap of bytes: then each ray runs towards higher bits, and the first square on
/// it that does not hold an opposing disc is its lowest such bit. Rows are looked up.
#[inline(always)]
pub(super) fn flips(own: u64, other: u64, square: usize) -> u64 {
    let rays = &RAYS[square & 63];
    let not_other = !other;
    let down = run_on(rays.down[0], own, not_other)
        | run_on(rays.down[1], own, not_other)
        | run_on(rays.down[2], own, not_other);
    let (own_upside_down, not_other_upside_down) = (own.swap_bytes(), not_other.swap_bytes());
    let up = run_on(rays.up[0], own_upside_down, not_other_upside_down)
        | run_on(rays.up[1], own_upside_down, not_other_upside_down)
        | run_on(rays.up[2], own_upside_down, not_other_upside_down);
    ((down | up.swap_bytes()) & other) | run_on_row(own, other, square)
}

/// The run of opposing discs at the beginning of a ray with the disc of one's own that ends it;
/// nothing if none does.
#[inline(always)]
fn run_on(ray: u64, own: u64, not_other: u64) -> u64 {
    let stops = ray & not_other;
    let run = (stops ^ stops.wrapping_sub(1)) & ray;
    if run & own == 0 { 0 } else { run }
}

#[inline(always)]
fn run_on_row(own: u64, other: u64, square: usize) -> u64 {
    let row = square & 56;
    let column = square & 7;
    let ends = ROW_ENDS[column][(other >> row >> 1) as usize & 63] & (own >> row) as u8;
    u64::from(ROW_RUNS[column][usize::from(ends)]) << row
}

/// The squares in each direction that leaves a row, those up the board in the board upside down.
#[derive(Clone, Copy)]
struct Rays {
    down: [u64; 3],
    up: [u64; 3],
}

static RAYS: [Rays; 64] = {
    let mut table = [Rays { down: [0; 3], up: [0; 3] }; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Rays { down: rays_down(square), up: rays_down(square ^ 56) };
        square += 1;
    }
    table
};

const fn rays_down(square: usize) -> [u64; 3] {
    let mut rays = [0; 3];
    let mut direction = 0;
    while direction < 3 {
        let columns = direction as i32 - 1;
        let mut column = (square % 8) as i32 + columns;
        let mut row = square / 8 + 1;
        while column >= 0 && column < 8 && row < 8 {
            rays[direction] |= 1 << (row * 8 + column as usize);
            column += columns;
            row += 1;
        }
        direction += 1;
    }
    rays
}

/// By column of the move and opposing discs on the columns b to g: the squares of the row on which
/// a disc of one's own would turn some.
static ROW_ENDS: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut column = 0;
    while column < 8 {
        let mut inner = 0;
        while inner < 64 {
            let other = (inner as u32) << 1;
            let mut right = column + 1;
            while other >> right & 1 != 0 {
                right += 1;
            }
            if right > column + 1 {
                table[column][inner] |= 1 << right;
            }
            let mut left = column;
            while left > 0 && other >> (left - 1) & 1 != 0 {
                left -= 1;
            }
            if left > 0 && left < column {
                table[column][inner] |= 1 << (left - 1);
            }
            inner += 1;
        }
        column += 1;
    }
    table
};

/// By column of the move and the ends of its runs: the discs in between.
static ROW_RUNS: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut column = 0;
    while column < 8 {
        let mut ends = 0;
        while ends < 256 {
            let mut square = 0;
            while square < 8 {
                // Between the move and an end on the same side of it.
                let beyond_right = ends >> square > 1 && square > column;
                let beyond_left = ends & ((1 << square) - 1) != 0 && square < column;
                if beyond_right || beyond_left {
                    table[column][ends] |= 1 << square;
                }
                square += 1;
            }
            ends += 1;
        }
        column += 1;
    }
    table
};

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
        }
    }
}
