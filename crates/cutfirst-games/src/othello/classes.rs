//! What kind of square a move goes to: the game's own knowledge of promising moves.

use super::Move;

/// How many classes there are.
pub(super) const CLASSES: usize = 9;

/// The class of a pass: neither good nor bad, since there is no choice.
const PASS: u8 = 5;

/// One quarter of the board; the others are its mirror images. 0 corners, which can never be
/// turned; 1 and 3 the other edge squares away from corners; 2 the corners of the inner 4x4 board;
/// 4 the rest of it; 5 and 6 the second row, which opens the edge; 7 C-squares and 8 X-squares,
/// which give the corner away.
const QUARTER: [[u8; 4]; 4] = [
    [0, 7, 1, 3], //
    [7, 8, 6, 5],
    [1, 6, 2, 4],
    [3, 5, 4, 4],
];

/// By square, and 64 for the pass.
static CLASS: [u8; 65] = {
    let mut classes = [PASS; 65];
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square / 8, square % 8);
        let row = if row < 4 { row } else { 7 - row };
        let column = if column < 4 { column } else { 7 - column };
        classes[square] = QUARTER[row][column];
        square += 1;
    }
    classes
};

/// The class of a move, 0 for the most promising.
#[inline]
pub(super) fn class(mv: Move) -> usize {
    usize::from(CLASS[mv.index()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_first_then_edges_and_the_neighbours_of_corners_last() {
        let class_of = |text: &str| class(Move::named(text).unwrap());
        for (text, expected) in
            [("a1", 0), ("h1", 0), ("a8", 0), ("h8", 0), ("c1", 1), ("h6", 1), ("e8", 3), ("f3", 2)]
        {
            assert_eq!(class_of(text), expected, "{text}");
        }
        for text in ["b1", "g1", "a2", "h2", "a7", "h7", "b8", "g8"] {
            assert_eq!(class_of(text), CLASSES - 2, "{text}");
        }
        for text in ["b2", "g2", "b7", "g7"] {
            assert_eq!(class_of(text), CLASSES - 1, "{text}");
        }
        assert_eq!(class(Move::PASS), 5);
    }
}
