//! The star: 121 holes numbered row by row from the north tip, and tables of steps, hops, points
//! and distances.

/// How many holes the star has.
pub(super) const HOLES: usize = 121;
pub(super) const ROWS: usize = 17;
/// How many holes each row has.
pub(super) const WIDTHS: [usize; ROWS] = [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1];
/// The points of the star, clockwise from the north one.
pub(super) const POINTS: usize = 6;

/// The first hole of each row.
pub(super) const FIRST: [usize; ROWS] = {
    let mut first = [0; ROWS];
    let mut row = 1;
    while row < ROWS {
        first[row] = first[row - 1] + WIDTHS[row - 1];
        row += 1;
    }
    first
};

/// All holes.
pub(super) const ALL: u128 = (1 << HOLES) - 1;

/// Row and doubled column of each hole: neighbours in a row differ by two columns, neighbours in
/// adjacent rows by one.
pub(super) const COORDINATES: [(i32, i32); HOLES] = {
    let mut all = [(0, 0); HOLES];
    let mut row = 0;
    while row < ROWS {
        let mut k = 0;
        while k < WIDTHS[row] {
            all[FIRST[row] + k] = (row as i32, first_column(row) + 2 * k as i32);
            k += 1;
        }
        row += 1;
    }
    all
};

/// The doubled column of the first hole in a row.
pub(super) const fn first_column(row: usize) -> i32 {
    13 - WIDTHS[row] as i32
}

/// East, south-east, south-west, west, north-west, north-east.
const DIRECTIONS: [(i32, i32); 6] = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)];

pub(super) const fn hole_at((row, column): (i32, i32)) -> Option<usize> {
    if row < 0 || row >= ROWS as i32 {
        return None;
    }
    let row = row as usize;
    let k = (column - first_column(row)) / 2;
    let in_row = column >= first_column(row) && k < WIDTHS[row] as i32;
    if in_row { Some(FIRST[row] + k as usize) } else { None }
}

const fn moved((row, column): (i32, i32), direction: usize, steps: i32) -> Option<usize> {
    let (rows, columns) = DIRECTIONS[direction];
    hole_at((row + rows * steps, column + columns * steps))
}

/// The adjacent holes of each hole.
pub(super) static STEPS: [u128; HOLES] = {
    let mut all = [0; HOLES];
    let mut hole = 0;
    while hole < HOLES {
        let mut direction = 0;
        while direction < 6 {
            if let Some(to) = moved(COORDINATES[hole], direction, 1) {
                all[hole] |= 1 << to;
            }
            direction += 1;
        }
        hole += 1;
    }
    all
};

/// The hops that the board allows from a hole, by the adjacent holes that they go over.
///
/// Those lie in the rows above and below at most, so within a window of 32 numbers.
#[derive(Clone, Copy)]
pub(super) struct Hops {
    /// The number of the first hole of the window.
    first: u8,
    /// Which holes of the window can be hopped over.
    over: u32,
    /// Where that leads.
    to: [u8; 32],
}

/// How far the numbers of adjacent holes can be apart.
const REACH: usize = 13;

impl Hops {
    /// Which holes of a set can be hopped over, by their places in the window.
    #[inline]
    pub(super) fn near(&self, set: u128) -> u32 {
        (set >> (self.first & 127)) as u32 & self.over
    }

    /// Where the hop over the hole at a place in the window leads.
    #[inline]
    pub(super) fn to(&self, place: u32) -> u8 {
        self.to[place as usize & 31]
    }
}

/// The hops from each hole.
pub(super) static HOPS: [Hops; HOLES] = {
    let mut all = [Hops { first: 0, over: 0, to: [0; 32] }; HOLES];
    let mut hole = 0;
    while hole < HOLES {
        let first = hole.saturating_sub(REACH);
        all[hole].first = first as u8;
        let mut direction = 0;
        while direction < 6 {
            if let Some(over) = moved(COORDINATES[hole], direction, 1)
                && let Some(to) = moved(COORDINATES[hole], direction, 2)
            {
                all[hole].over |= 1 << (over - first);
                all[hole].to[over - first] = to as u8;
            }
            direction += 1;
        }
        hole += 1;
    }
    all
};

/// The holes that the board allows to hop to from each hole.
pub(super) static LANDINGS: [u128; HOLES] = {
    let mut all = [0; HOLES];
    let mut hole = 0;
    while hole < HOLES {
        let mut direction = 0;
        while direction < 6 {
            if let Some(to) = moved(COORDINATES[hole], direction, 2) {
                all[hole] |= 1 << to;
            }
            direction += 1;
        }
        hole += 1;
    }
    all
};

/// A hop changes row and doubled column by (0, 4) or (2, 2): row parity stays, and so does the
/// column modulo four relative to the row. A chain of hops cannot leave its class.
const fn hop_class(hole: usize) -> u8 {
    let (row, column) = COORDINATES[hole];
    ((row & 1) * 4 + ((row + column) & 3)) as u8
}

/// Whether a chain of hops could connect two holes on some board.
#[inline]
pub(super) fn same_hop_class(a: usize, b: usize) -> bool {
    HOP_CLASS[a] == HOP_CLASS[b]
}

static HOP_CLASS: [u8; HOLES] = {
    let mut all = [0; HOLES];
    let mut hole = 0;
    while hole < HOLES {
        all[hole] = hop_class(hole);
        hole += 1;
    }
    all
};

/// The ten holes of each point.
pub(super) const POINT: [u128; POINTS] = {
    let mut all = [0; POINTS];
    let mut hole = 0;
    while hole < HOLES {
        let (row, column) = COORDINATES[hole];
        let half_width = 8 - (row - 8).abs();
        let beside = (column - 12).abs() > half_width;
        let east = column > 12;
        let point = if row < 4 {
            Some(0)
        } else if row > 12 {
            Some(3)
        } else if !beside {
            None
        } else if row < 8 {
            Some(if east { 1 } else { 5 })
        } else {
            Some(if east { 2 } else { 4 })
        };
        if let Some(point) = point {
            all[point as usize] |= 1 << hole;
        }
        hole += 1;
    }
    all
};

/// The outermost hole of each point.
pub(super) const TIP: [usize; POINTS] = [0, 22, 110, 120, 98, 10];

const fn distance(a: usize, b: usize) -> i32 {
    let rows = (COORDINATES[a].0 - COORDINATES[b].0).abs();
    let columns = (COORDINATES[a].1 - COORDINATES[b].1).abs();
    if columns > rows { rows + (columns - rows) / 2 } else { rows }
}

/// The number of steps between opposite tips.
pub(super) const FARTHEST: usize = 16;

/// The number of steps on an empty board from each hole to the tip of each point. A hole is in
/// the point exactly if it is at most three steps from the tip.
pub(super) static DISTANCE: [[u8; HOLES]; POINTS] = {
    let mut all = [[0; HOLES]; POINTS];
    let mut point = 0;
    while point < POINTS {
        let mut hole = 0;
        while hole < HOLES {
            all[point][hole] = distance(hole, TIP[point]) as u8;
            hole += 1;
        }
        point += 1;
    }
    all
};

/// How far a hole lies to the side of the line through the tips of a point and the opposite one, in
/// half steps.
pub(super) const fn offset(point: usize, hole: usize) -> i32 {
    let (row, column) = COORDINATES[hole];
    // The three axes of the hexagonal lattice, from the centre of the star; they sum to zero.
    let z = row - 8;
    let x = (column - 12 - z) / 2;
    let y = -x - z;
    match point % 3 {
        0 => (x - y).abs(),
        1 => (y - z).abs(),
        _ => (z - x).abs(),
    }
}

/// The point across the star.
#[inline]
pub(super) const fn opposite(point: usize) -> usize {
    (point + 3) % POINTS
}

/// The holes of a set in ascending order.
#[inline]
pub(super) fn holes_of(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let hole = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            hole
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_ten_holes_around_their_tips() {
        for point in 0..POINTS {
            assert_eq!(POINT[point].count_ones(), 10);
            let near = (0..HOLES).filter(|&hole| DISTANCE[point][hole] <= 3);
            assert_eq!(near.fold(0, |set, hole| set | 1 << hole), POINT[point]);
            assert_eq!(usize::from(DISTANCE[opposite(point)][TIP[point]]), FARTHEST);
            for seen_from in [point, opposite(point)] {
                let sides: Vec<_> = holes_of(POINT[point]).map(|hole| offset(seen_from, hole)).collect();
                assert_eq!(sides.iter().sum::<i32>(), (1 + 1) + (2 + 2) + (3 + 1 + 1 + 3));
                assert_eq!(sides.iter().max(), Some(&3));
            }
        }
        assert_eq!(holes_of(POINT[0]).collect::<Vec<_>>(), (0..10).collect::<Vec<_>>());
        assert_eq!(holes_of(POINT[3]).collect::<Vec<_>>(), (111..121).collect::<Vec<_>>());
        assert_eq!(POINT.iter().fold(0, |all, point| all | point).count_ones(), 60);
    }

    /// The hops from a hole: over which hole and where to.
    fn hops(hole: usize) -> impl Iterator<Item = (usize, usize)> {
        let hops = &HOPS[hole];
        let places = holes_of(hops.near(ALL).into());
        places.map(|place| (usize::from(hops.first) + place, hops.to(place as u32).into()))
    }

    #[test]
    fn steps_and_hops_are_symmetric_and_agree_with_distance() {
        for (hole, &steps) in STEPS.iter().enumerate() {
            for other in holes_of(steps) {
                assert!(STEPS[other] & 1 << hole != 0);
                assert_eq!(distance(hole, other), 1);
                assert!(!same_hop_class(hole, other));
            }
            for (over, to) in hops(hole) {
                assert!(STEPS[hole] & STEPS[to] & 1 << over != 0);
                assert_eq!(distance(hole, to), 2);
                assert!(same_hop_class(hole, to));
                assert!(hops(to).any(|back| back == (over, hole)));
            }
        }
        let steps: u32 = STEPS.iter().map(|set| set.count_ones()).sum();
        let hops: usize = (0..HOLES).map(|hole| hops(hole).count()).sum();
        // Each of six directions: all holes but one of each of 17 lines, or but two of each longer one.
        assert_eq!((steps, hops), (6 * (121 - 17), 6 * (121 - 2 - 2 * 15)));
    }

    #[test]
    fn there_are_four_hop_classes() {
        let mut classes: Vec<_> = HOP_CLASS.to_vec();
        classes.sort_unstable();
        classes.dedup();
        assert_eq!(classes.len(), 4);
    }
}
