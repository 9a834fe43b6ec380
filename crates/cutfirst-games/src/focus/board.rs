//! The 52 cells, the straight steps between them, and tables built from both.

use super::moves::FocusMove;

/// How many cells the board has.
pub(super) const CELLS: usize = 52;
/// The highest a stack can be.
pub(super) const TALLEST: usize = 5;
/// How many (origin, direction, distance) lead from one cell to another.
pub(super) const STEPS: usize = 568;
/// A bitboard of all cells, cell 0 in the lowest bit.
pub(super) const ALL: u64 = (1 << CELLS) - 1;

/// Columns and rows count from 0 at a1; three cells are missing in every corner.
const fn exists(column: i32, row: i32) -> bool {
    if column < 0 || column > 7 || row < 0 || row > 7 {
        return false;
    }
    let from_side = if column < 4 { column } else { 7 - column };
    let from_end = if row < 4 { row } else { 7 - row };
    from_side + from_end >= 2
}

/// Column and row of every cell. Cells are numbered c1 d1 e1 f1 b2 … f8: along the rows, bottom
/// row first.
pub(super) static PLACES: [(u8, u8); CELLS] = places();

const fn places() -> [(u8, u8); CELLS] {
    let mut places = [(0, 0); CELLS];
    let mut cell = 0;
    let mut square = 0;
    while square < 64 {
        if exists(square % 8, square / 8) {
            places[cell] = ((square % 8) as u8, (square / 8) as u8);
            cell += 1;
        }
        square += 1;
    }
    places
}

const NO_CELL: u8 = u8::MAX;
static CELL_AT: [[u8; 8]; 8] = cell_at();

const fn cell_at() -> [[u8; 8]; 8] {
    let places = places();
    let mut cells = [[NO_CELL; 8]; 8];
    let mut cell = 0;
    while cell < CELLS {
        let (column, row) = places[cell];
        cells[row as usize][column as usize] = cell as u8;
        cell += 1;
    }
    cells
}

/// The cell in a column and row, if the board has one there.
pub(super) fn cell(column: usize, row: usize) -> Option<usize> {
    let cell = *CELL_AT.get(row)?.get(column)?;
    (cell != NO_CELL).then_some(usize::from(cell))
}

pub(super) fn cell_name(cell: usize) -> String {
    let (column, row) = PLACES[cell];
    format!("{}{}", char::from(b'a' + column), row + 1)
}

/// Every stack move there can be, without its class: by origin, then by distance, then north,
/// east, south, west. Its index is its slot.
pub(super) static STEP: [FocusMove; STEPS] = steps().0;

/// `STEP_ENDS[cell][distance]`: where in [`STEP`] the steps from `cell` by at most `distance` end;
/// for distance 0, where the steps of the cell begin.
static STEP_ENDS: [[u16; TALLEST + 1]; CELLS] = steps().1;

const fn steps() -> ([FocusMove; STEPS], [[u16; TALLEST + 1]; CELLS]) {
    const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let places = places();
    let cells = cell_at();
    let mut steps = [FocusMove::NONE; STEPS];
    let mut ends = [[0; TALLEST + 1]; CELLS];
    let mut slot = 0;
    let mut from = 0;
    while from < CELLS {
        ends[from][0] = slot as u16;
        let mut distance = 1;
        while distance <= TALLEST {
            let mut direction = 0;
            while direction < 4 {
                let column = places[from].0 as i32 + DIRECTIONS[direction].0 * distance as i32;
                let row = places[from].1 as i32 + DIRECTIONS[direction].1 * distance as i32;
                if exists(column, row) {
                    let to = cells[row as usize][column as usize] as usize;
                    steps[slot] = FocusMove::new(slot, from, to, distance);
                    slot += 1;
                }
                direction += 1;
            }
            ends[from][distance] = slot as u16;
            distance += 1;
        }
        from += 1;
    }
    assert!(slot == STEPS);
    (steps, ends)
}

/// Putting a piece on every cell, without the class; slots follow those of the steps.
pub(super) static PLACEMENT: [FocusMove; CELLS] = placements();

const fn placements() -> [FocusMove; CELLS] {
    let mut all = [FocusMove::NONE; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        all[cell] = FocusMove::new(STEPS + cell, cell, cell, 0);
        cell += 1;
    }
    all
}

/// The steps that a stack of this height on this cell can take: up to its height if it may be
/// split, exactly its height if it moves as a whole.
#[inline]
pub(super) fn steps_of(whole: bool, cell: usize, height: usize) -> &'static [FocusMove] {
    let ends = &STEP_ENDS[cell];
    let start = ends[if whole { height.saturating_sub(1) } else { 0 }];
    &STEP[usize::from(start)..usize::from(ends[height])]
}

/// `MOBILITY[whole][cell][height]`: how many steps [`steps_of`] gives.
pub(super) static MOBILITY: [[[u8; TALLEST + 1]; CELLS]; 2] = mobility();

const fn mobility() -> [[[u8; TALLEST + 1]; CELLS]; 2] {
    let ends = steps().1;
    let mut mobility = [[[0; TALLEST + 1]; CELLS]; 2];
    let mut cell = 0;
    while cell < CELLS {
        let mut height = 1;
        while height <= TALLEST {
            mobility[0][cell][height] = (ends[cell][height] - ends[cell][0]) as u8;
            mobility[1][cell][height] = (ends[cell][height] - ends[cell][height - 1]) as u8;
            height += 1;
        }
        cell += 1;
    }
    mobility
}

/// `REACH[whole][cell][height]`: the targets of [`steps_of`] as a bitboard.
pub(super) static REACH: [[[u64; TALLEST + 1]; CELLS]; 2] = reach();

const fn reach() -> [[[u64; TALLEST + 1]; CELLS]; 2] {
    let (steps, _) = steps();
    let mut reach = [[[0; TALLEST + 1]; CELLS]; 2];
    let mut slot = 0;
    while slot < STEPS {
        let step = steps[slot];
        let distance = step.lifted() as usize;
        reach[1][step.from()][distance] |= 1 << step.to();
        let mut height = distance;
        while height <= TALLEST {
            reach[0][step.from()][height] |= 1 << step.to();
            height += 1;
        }
        slot += 1;
    }
    reach
}

/// The cells of a bitboard, lowest first.
#[inline]
pub(super) fn cells_of(mut board: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if board == 0 {
            return None;
        }
        let cell = board.trailing_zeros() as usize;
        board &= board - 1;
        Some(cell)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> usize {
        (0..CELLS).find(|&cell| cell_name(cell) == name).unwrap()
    }

    #[test]
    fn rows_have_their_lengths() {
        let lengths: Vec<_> = (0..8).map(|row| (0..8).filter(|&c| cell(c, row).is_some()).count()).collect();
        assert_eq!(lengths, [4, 6, 8, 8, 8, 8, 6, 4]);
        assert_eq!(cell_name(0), "c1");
        assert_eq!(cell_name(CELLS - 1), "f8");
        assert_eq!(cell(0, 1), None);
        assert_eq!(cell(9, 9), None);
    }

    #[test]
    fn steps_go_by_distance_then_clockwise_from_north() {
        let texts: Vec<_> = steps_of(false, named("c3"), 2).iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["c3-c4", "c3-d3", "c3-c2", "c3-b3", "c3-c5", "c3-e3", "c3-c1", "c3-a3"]);
        let whole: Vec<_> = steps_of(true, named("c3"), 3).iter().map(ToString::to_string).collect();
        assert_eq!(whole, ["c3-c6", "c3-f3"]);
    }

    #[test]
    fn steps_know_their_slots() {
        for (slot, step) in STEP.iter().chain(&PLACEMENT).enumerate() {
            assert_eq!(step.slot(), slot);
        }
        assert_eq!(PLACEMENT[named("d4")].to_string(), "+d4");
    }

    #[test]
    fn tables_agree_with_the_steps() {
        for (whole, cell) in [false, true].into_iter().flat_map(|whole| (0..CELLS).map(move |c| (whole, c))) {
            for height in 0..=TALLEST {
                let steps = steps_of(whole, cell, height);
                assert_eq!(usize::from(MOBILITY[usize::from(whole)][cell][height]), steps.len());
                let targets = steps.iter().fold(0, |all, step| all | 1 << step.to());
                assert_eq!(REACH[usize::from(whole)][cell][height], targets);
            }
        }
    }

    /// The rules name the only four places where a stack that moves as a whole is stuck.
    #[test]
    fn only_five_high_stacks_in_the_centre_are_stuck_as_a_whole() {
        let mut stuck = Vec::new();
        for (cell, height) in (0..CELLS).flat_map(|cell| (1..=TALLEST).map(move |height| (cell, height))) {
            assert!(MOBILITY[0][cell][height] > 0);
            if MOBILITY[1][cell][height] == 0 {
                stuck.push((cell_name(cell), height));
            }
        }
        assert_eq!(stuck, ["d4", "e4", "d5", "e5"].map(|name| (name.to_owned(), 5)));
    }
}
