//! Squares as bits: eight to a row whatever the size, so that every shift is a constant.

/// The distance between a square and the one above it.
const ROW: usize = 8;
/// The largest board side.
pub(super) const LARGEST: usize = 8;
const NOT_FIRST_FILE: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_LAST_FILE: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Each square with its neighbours on a board of the largest size, by edge and by edge or corner.
static CLOSED: [[u64; 64]; 2] = [closed_neighbourhoods(false), closed_neighbourhoods(true)];

const fn closed_neighbourhoods(corners: bool) -> [u64; 64] {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1 << square;
        all[square] = bit | neighbours(bit, corners);
        square += 1;
    }
    all
}

#[inline(always)]
pub(super) const fn neighbours(set: u64, corners: bool) -> u64 {
    let beside = ((set & NOT_LAST_FILE) << 1) | ((set & NOT_FIRST_FILE) >> 1);
    let columns = if corners { set | beside } else { set };
    beside | (columns << ROW) | (columns >> ROW)
}

/// For each bit the sum of three, as two binary digits.
#[inline]
const fn full_add(a: u64, b: u64, c: u64) -> [u64; 2] {
    [a ^ b ^ c, a & b | c & (a | b)]
}

/// How many squares of `set` there are among each square and its neighbours: the binary digits of the number, from the
/// lowest on, as sets.
#[inline(always)]
const fn crowds(set: u64, corners: bool) -> [u64; 4] {
    let (left, right) = ((set & NOT_LAST_FILE) << 1, (set & NOT_FIRST_FILE) >> 1);
    let [ones, twos] = full_add(set, left, right);
    if corners {
        let [ones, more_twos] = full_add(ones, ones << ROW, ones >> ROW);
        let [twos, fours] = full_add(twos, twos << ROW, twos >> ROW);
        let more_fours = twos & more_twos;
        [ones, twos ^ more_twos, fours ^ more_fours, fours & more_fours]
    } else {
        let [ones, more_twos] = full_add(ones, set << ROW, set >> ROW);
        [ones, twos ^ more_twos, twos & more_twos, 0]
    }
}

/// The most squares of `set` that a square of `among` has in itself and its neighbours.
#[inline(always)]
pub(super) const fn largest_crowd(set: u64, among: u64, corners: bool) -> i32 {
    let [ones, twos, fours, eights] = crowds(set, corners);
    let (mut among, mut largest) = (among, 0);
    if corners && among & eights != 0 {
        (among, largest) = (among & eights, 8);
    }
    if among & fours != 0 {
        (among, largest) = (among & fours, largest + 4);
    }
    if among & twos != 0 {
        (among, largest) = (among & twos, largest + 2);
    }
    largest + (among & ones != 0) as i32
}

/// Size and adjacency.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Board {
    squares: u64,
    size: u8,
    corners: bool,
}

impl Board {
    /// `corners`: whether squares that share only a corner are adjacent.
    pub(super) fn new(size: usize, corners: bool) -> Self {
        debug_assert!((1..=LARGEST).contains(&size));
        let row = (1 << size) - 1;
        let squares = (0..size).fold(0, |set, rank| set | row << (rank * ROW));
        Self { squares, size: size as u8, corners }
    }

    #[inline]
    pub(super) fn size(self) -> usize {
        usize::from(self.size)
    }

    /// All squares of the board.
    #[inline]
    pub(super) fn squares(self) -> u64 {
        self.squares
    }

    /// Every square adjacent to a square of `set`; squares of the set only if adjacent to another.
    #[inline]
    pub(super) fn neighbours(self, set: u64) -> u64 {
        neighbours(set, self.corners) & self.squares
    }

    /// Whether squares that share only a corner are adjacent.
    #[inline]
    pub(super) fn corners(self) -> bool {
        self.corners
    }

    /// A square with its neighbours.
    #[inline]
    pub(super) fn closed(self, square: u8) -> u64 {
        CLOSED[usize::from(self.corners)][usize::from(square & 63)] & self.squares
    }

    /// The square in a file and rank counted from 0.
    pub(super) fn square(self, file: usize, rank: usize) -> Option<u8> {
        (file < self.size() && rank < self.size()).then_some((rank * ROW + file) as u8)
    }

    /// Squares counted row by row without gaps.
    #[inline]
    pub(super) fn index(self, square: u8) -> usize {
        usize::from(square) / ROW * self.size() + usize::from(square) % ROW
    }

    /// The reverse of [`index`](Self::index).
    #[inline]
    pub(super) fn at_index(self, index: usize) -> Option<u8> {
        self.square(index % self.size(), index / self.size())
    }

    /// The name of a square: `a1` is at the bottom left.
    pub(super) fn name(square: u8) -> String {
        format!("{}{}", char::from(b'a' + square % ROW as u8), square / ROW as u8 + 1)
    }

    /// Reads the name of a square, in either case.
    pub(super) fn parse(self, name: &str) -> Option<u8> {
        let &[file, rank] = name.as_bytes() else { return None };
        let file = file.to_ascii_lowercase().checked_sub(b'a')?;
        self.square(file.into(), rank.checked_sub(b'1')?.into())
    }
}

/// The squares of a set, from a1 along each row.
#[inline]
pub(super) fn squares_of(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            square
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(set: u64) -> String {
        squares_of(set).map(Board::name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn neighbourhoods_stay_on_the_board() {
        for size in 3..=LARGEST {
            for corners in [false, true] {
                let board = Board::new(size, corners);
                for square in squares_of(board.squares()) {
                    let near = |other: &u8| {
                        let files = (square % 8).abs_diff(other % 8);
                        let ranks = (square / 8).abs_diff(other / 8);
                        if corners { files.max(ranks) <= 1 } else { files + ranks <= 1 }
                    };
                    let expected = squares_of(board.squares()).filter(near).fold(0, |set, s| set | 1 << s);
                    assert_eq!(board.closed(square), expected);
                    assert_eq!(board.neighbours(1 << square), expected & !(1 << square));
                }
            }
        }
    }

    #[test]
    fn crowds_are_counted_in_sets() {
        let mut random = cutfirst::random::Random::new(1);
        for corners in [false, true] {
            let board = Board::new(6, corners);
            for _ in 0..200 {
                let [set, among] = [random.bits(), random.bits()].map(|bits| bits & board.squares());
                let crowd = |square| (board.closed(square) & set).count_ones();
                let expected = squares_of(among).map(crowd).max().unwrap_or(0);
                assert_eq!(largest_crowd(set, among, corners), expected as i32);
            }
        }
    }

    #[test]
    fn squares_have_names_and_dense_numbers() {
        let board = Board::new(5, false);
        assert_eq!(names(board.closed(board.parse("E5").unwrap())), "e4 d5 e5");
        assert_eq!(names(board.closed(board.parse("c3").unwrap())), "c2 b3 c3 d3 c4");
        let indices: Vec<_> = squares_of(board.squares()).map(|s| board.index(s)).collect();
        assert_eq!(indices, (0..25).collect::<Vec<_>>());
        assert!((0..25).all(|i| board.index(board.at_index(i).unwrap()) == i));
        assert_eq!(board.at_index(25), None);
        for bad in ["", "a", "a0", "f1", "a6", "a11", "é"] {
            assert_eq!(board.parse(bad), None, "{bad}");
        }
    }
}
