//! What the evaluation for play looks at: a few numbers for each side.

use cutfirst::game::{Game, Player};

use super::{CORNERS, Othello};

/// How many numbers there are.
pub(super) const FEATURES: usize = 9;

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;
/// The edge squares that are neither corners nor next to one.
const MIDDLE_EDGES: u64 = 0x3c00_8181_8181_003c;

/// The features of one side, in the order in which [`super::evaluation::Play`] explains them.
#[inline]
pub(super) fn features(game: &Othello, player: Player) -> [i32; FEATURES] {
    features_with(game, player, game.mobility_of(player))
}

/// The same, with the squares on which the player turns discs already known.
#[inline]
pub(super) fn features_with(game: &Othello, player: Player, mobility: u64) -> [i32; FEATURES] {
    let own = game.discs(player);
    let other = game.own() ^ game.other() ^ own;
    let empties = game.empties();
    let mine = player == game.to_move();
    let count = |squares: u64| squares.count_ones() as i32;
    let open_corners = empties & CORNERS;
    let beside = beside(open_corners);
    // An X-square lies one step inwards from a C-square of the first or the last row.
    let diagonal = (beside & 0xff) << 8 | beside >> 56 << 48;
    [
        count(mobility),
        count(around(other) & empties),
        count(own & CORNERS),
        count(own & diagonal),
        count(own & beside),
        stable_edge_discs(own, own | other),
        count(own & MIDDLE_EDGES),
        count(own),
        i32::from(mine == (count(empties) % 2 == 1)),
    ]
}

/// The squares next to some corners along the edges.
#[inline]
fn beside(corners: u64) -> u64 {
    let (left, right) = (corners & COLUMN_A, corners & COLUMN_H);
    left << 1 | right >> 1 | corners << 8 | corners >> 8
}

/// A set of squares and all their neighbours.
#[inline]
fn around(squares: u64) -> u64 {
    let row = squares | (squares << 1 & !COLUMN_A) | (squares >> 1 & !COLUMN_H);
    row | row << 8 | row >> 8
}

/// Discs on the edges that can never be turned: in an unbroken line of one's own from a corner, or
/// on an edge without empty squares. Corners count once for each of their edges.
#[inline]
fn stable_edge_discs(own: u64, taken: u64) -> i32 {
    let stable = |own: u8, taken: u8| {
        i32::from(if taken == 0xff { own.count_ones() as u8 } else { ANCHORED[usize::from(own)] })
    };
    stable(own as u8, taken as u8)
        + stable((own >> 56) as u8, (taken >> 56) as u8)
        + stable(column_a(own), column_a(taken))
        + stable(column_a(own >> 7), column_a(taken >> 7))
}

/// The squares of column a as one byte, a1 highest; the order does not matter here.
#[inline]
fn column_a(squares: u64) -> u8 {
    ((squares & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// By discs on an edge: how many stand in an unbroken line from either end.
static ANCHORED: [u8; 256] = {
    let mut table = [0; 256];
    let mut edge = 0;
    while edge < 256 {
        let byte = edge as u8;
        let ones = byte.trailing_ones() + byte.leading_ones();
        table[edge] = if byte == 0xff { 8 } else { ones as u8 };
        edge += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use cutfirst::notation::Notation;

    use super::*;
    use crate::othello::{BLACK, WHITE};

    fn both(rows: [&str; 8], side: &str) -> [[i32; FEATURES]; 2] {
        let game = Othello::START.parse_position(&format!("{} {side}", rows.concat())).unwrap();
        [BLACK, WHITE].map(|player| features(&game, player))
    }

    #[test]
    fn the_start_is_even_but_for_parity() {
        let game = Othello::START;
        // Four moves, ten empty squares around two discs on a diagonal; White has the last move.
        assert_eq!(features(&game, BLACK), [4, 10, 0, 0, 0, 0, 0, 2, 0]);
        assert_eq!(features(&game, WHITE), [4, 10, 0, 0, 0, 0, 0, 2, 1]);
    }

    #[test]
    fn edges_are_told_apart_by_their_corners() {
        let [black, white] = both(
            [
                "XXX--O--", // a1 to c1 are anchored; f1 is a white middle square
                "XX----O-", // a2 is anchored; b2 is harmless, g2 beside an open corner is not
                "--------", "X------O", // a4 stands alone
                "--------", "--------",
                "-X-----O", // b7 is an X-square, h7 a C-square of h8 that is taken
                "OXXOOXOO", // a full edge: all stable
            ],
            "X",
        );
        // Corners, X-squares, C-squares, stable discs, middle squares, discs.
        assert_eq!(black[2..8], [1, 0, 0, 5 + 3, 1 + 1 + 2, 10]);
        assert_eq!(white[2..8], [2, 1, 0, 5 + 1 + 2, 1 + 1 + 2, 9]);
    }

    #[test]
    fn open_corners_make_their_neighbours_bad() {
        for (column, row) in [(0, 0), (7, 0), (0, 7), (7, 7_u64)] {
            let corner = 1 << (row * 8 + column);
            let x_square = 1 << ((if row == 0 { 1 } else { 6 }) * 8 + if column == 0 { 1 } else { 6 });
            let all_others = !(corner | 0x0000_0018_1800_0000);
            let game = Othello::new(all_others, 0, BLACK).unwrap();
            assert_eq!(features(&game, BLACK)[3..5], [1, 2]);
            let game = Othello::new(all_others & !x_square, 0, BLACK).unwrap();
            assert_eq!(features(&game, BLACK)[3..5], [0, 2]);
        }
    }
}
