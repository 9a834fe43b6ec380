//! Each feature by itself, on positions small enough to count by hand, and against counting by
//! coordinates.

use proptest::prelude::*;

use super::super::super::board::{cell_at, coordinates, has};
use super::super::super::tests::{any_position, position};
use super::*;

fn cells_of(text: &str) -> u64 {
    position(text, "").marbles[0]
}

fn contacts(own: &str, other: &str) -> Contacts<u64> {
    Contacts::new(cells_of(own), cells_of(other))
}

mod centre_distance {
    use super::*;

    #[test]
    fn rings_are_steps_from_the_centre() {
        assert_eq!(distance(cells_of("E5")), 0);
        assert_eq!(distance(cells_of("E4 E6 F5 F6 D4 D5")), 6);
        assert_eq!(distance(cells_of("C3 G5 D6")), 6, "a Manhattan walk, not a straight line");
        assert_eq!(distance(cells_of("B2 E8 F8")), 9);
        assert_eq!(distance(cells_of("A1 A3 A5 E9 I5 I9 G3")), 28);
    }
}

mod coherence_of_a_side {
    use super::*;

    fn neighbours(text: &str) -> i32 {
        coherence(cells_of(text))
    }

    #[test]
    fn neighbours_in_all_directions() {
        assert_eq!(neighbours("E5"), 0);
        assert_eq!(neighbours("E5 E6"), 2);
        assert_eq!(neighbours("E5 F6"), 2);
        assert_eq!(neighbours("E5 F5"), 2);
        assert_eq!(neighbours("E5 F4"), 0, "not one of the six directions");
        assert_eq!(neighbours("E5 E6 F6"), 6, "a triangle");
        // A flower: six spokes, six pairs around; the three lines through the middle.
        assert_eq!(neighbours("E5 E4 E6 F5 F6 D4 D5"), 2 * 12 + 3);
        assert_eq!(pairs(cells_of("E5 E4 E6 F5 F6 D4 D5")), 12);
    }

    #[test]
    fn lines_of_three() {
        assert_eq!(neighbours("C3 C4 C5"), 2 * 2 + 1);
        assert_eq!(neighbours("C3 D4 E5"), 2 * 2 + 1);
        assert_eq!(neighbours("C3 D3 E3"), 2 * 2 + 1);
        assert_eq!(neighbours("C3 C4 C5 C6"), 2 * 3 + 2, "a line of four holds two");
        assert_eq!(neighbours("C3 C4 C6"), 2, "a gap");
        assert_eq!(neighbours("C3 C4 D5"), 2 * 2, "a bend");
    }

    #[test]
    fn three_lines_from_one_marble() {
        // C3 begins a pair and a line in each of E, NE and NW, the most that one cell can.
        let fan = "C3 C4 C5 D4 E5 D3 E3";
        // Two pairs in each of three lines; D3 D4 and D4 C4 lie side by side.
        assert_eq!(neighbours(fan), 2 * (6 + 2) + 3);
    }

    #[test]
    fn nothing_reaches_around_the_edge() {
        // The numbering of the cells repeats with the tiles of the plane, and these are next to each
        // other there.
        assert_eq!(neighbours("E9 A1"), 0);
        assert_eq!(neighbours("A5 F2"), 0);
        assert_eq!(neighbours("B6 G3 G4"), 2);
        assert_eq!(neighbours("A4 A5 F2"), 2);
    }
}

mod formation_break {
    use super::*;

    #[test]
    fn opponents_on_opposite_sides() {
        assert_eq!(contacts("E5", "E4 E6").formation_breaks(), 1);
        assert_eq!(contacts("E5", "F6 D4").formation_breaks(), 1);
        assert_eq!(contacts("E5", "F5 D5").formation_breaks(), 1);
        assert_eq!(contacts("E5", "E4 F6").formation_breaks(), 0, "around a corner");
        assert_eq!(contacts("E5", "E4").formation_breaks(), 0);
    }

    #[test]
    fn a_marble_counts_once() {
        assert_eq!(contacts("E5", "E4 E6 F5 F6 D4 D5").formation_breaks(), 1);
        assert_eq!(contacts("E5 E7", "E4 E6 E8").formation_breaks(), 2);
        // Seen from the other side, E6 stands between E5 and E7.
        assert_eq!(contacts("E4 E6 E8", "E5 E7").formation_breaks(), 1);
    }

    #[test]
    fn the_edge_is_no_opponent() {
        assert_eq!(contacts("E9", "E8").formation_breaks(), 0);
        assert_eq!(contacts("A1", "A2 B2 B1").formation_breaks(), 0);
        assert_eq!(contacts("A3", "A2 A4").formation_breaks(), 1, "along the edge it works");
    }
}

mod single_danger {
    use super::*;

    #[test]
    fn grades() {
        assert_eq!(contacts("A3", "E5").single_dangers(), [0, 0]);
        assert_eq!(contacts("A3", "B3").single_dangers(), [1, 0]);
        assert_eq!(contacts("A3", "B3 B4").single_dangers(), [0, 1]);
        assert_eq!(contacts("A3", "A2 A4 B3 B4").single_dangers(), [0, 1]);
        assert_eq!(contacts("A1 A3 E9", "B2 B3 B4").single_dangers(), [1, 1]);
    }

    #[test]
    fn only_at_the_edge() {
        assert_eq!(contacts("B3", "C3 C4").single_dangers(), [0, 0]);
        assert_eq!(contacts("E5", "E4 E6").single_dangers(), [0, 0]);
    }

    #[test]
    fn not_from_the_opposite_edge() {
        assert_eq!(contacts("E9", "A1 E1 F2").single_dangers(), [0, 0]);
    }
}

mod double_danger {
    use super::*;

    #[test]
    fn two_at_the_end_of_a_line_with_two_behind() {
        assert_eq!(contacts("E8 E9", "E6 E7").double_dangers(), 1);
        assert_eq!(contacts("E1 E2", "E3 E4").double_dangers(), 1);
        assert_eq!(contacts("I9 H8", "G7 F6").double_dangers(), 1);
        assert_eq!(contacts("A1 B2", "C3 D4").double_dangers(), 1);
        assert_eq!(contacts("I7 H7", "G7 F7").double_dangers(), 1);
        assert_eq!(contacts("A3 B3", "C3 D3").double_dangers(), 1);
        assert_eq!(contacts("A1 A2", "A3 A4 A5").double_dangers(), 1, "along the edge");
    }

    #[test]
    fn one_opponent_is_not_enough() {
        assert_eq!(contacts("E8 E9", "E7").double_dangers(), 0);
        assert_eq!(contacts("E8 E9", "E7 E5").double_dangers(), 0);
        assert_eq!(contacts("E8 E9", "E7 D7 F8").double_dangers(), 0, "beside, but not in the line");
    }

    #[test]
    fn not_one_not_three_not_inside() {
        assert_eq!(contacts("E9", "E7 E8").double_dangers(), 0);
        assert_eq!(contacts("E7 E8 E9", "E5 E6").double_dangers(), 0);
        assert_eq!(contacts("E7 E8", "E5 E6").double_dangers(), 0);
    }

    #[test]
    fn lines_that_cross_count_each() {
        assert_eq!(contacts("A3 B3 B4", "C3 D3 C5 D6").double_dangers(), 2);
    }

    #[test]
    fn nothing_reaches_around_the_edge() {
        // E1 follows on E9's tile, behind a line that would have to begin off the board.
        assert_eq!(contacts("A1 A2", "A3 B6").double_dangers(), 0);
        assert_eq!(contacts("E8 E9", "E7 A1 E1 F2").double_dangers(), 0);
    }
}

const STEPS: [(i8, i8); 6] = [(0, 1), (0, -1), (1, 1), (-1, -1), (1, 0), (-1, 0)];

/// All features of a side by walking over the board: distance, pairs, lines, formation breaks,
/// touched, beset, double dangers.
fn by_walking(own: u64, other: u64) -> [i32; 7] {
    let mut found = [0; 7];
    for cell in super::super::super::board::cells(own) {
        let (row, diagonal) = coordinates(cell);
        let at = |(up, right): (i8, i8), count: i8| cell_at(row + count * up, diagonal + count * right);
        let is_own = |step, count| at(step, count).is_some_and(|cell| has(own, cell));
        let is_other = |step, count| at(step, count).is_some_and(|cell| has(other, cell));
        let ring = [row - 4, diagonal - 4, row - diagonal].map(i8::abs).into_iter().max().unwrap();
        found[0] += i32::from(ring);
        let opponents = STEPS.into_iter().filter(|&step| is_other(step, 1)).count();
        for step in STEPS {
            // From both ends; halved below.
            found[1] += i32::from(is_own(step, 1));
            found[2] += i32::from(is_own(step, 1) && is_own(step, 2));
            let faces = is_own(step, 1) && is_other(step, 2) && is_other(step, 3);
            found[6] += i32::from(at(step, -1).is_none() && faces);
        }
        let between = STEPS.into_iter().any(|step| is_other(step, 1) && is_other(step, -1));
        found[3] += i32::from(between);
        found[4] += i32::from(ring == 4 && opponents == 1);
        found[5] += i32::from(ring == 4 && opponents > 1);
    }
    found[1] /= 2;
    found[2] /= 2;
    found
}

proptest! {
    #[test]
    fn agree_with_walking_over_the_board(game in any_position()) {
        for side in 0..2 {
            let (own, other) = (game.marbles[side], game.marbles[side ^ 1]);
            let contacts = Contacts::new(own, other);
            let [touched, beset] = contacts.single_dangers();
            let found = [
                distance(own), pairs(own), coherence(own) - 2 * pairs(own), contacts.formation_breaks(),
                touched, beset,
                contacts.double_dangers(),
            ];
            prop_assert_eq!(found, by_walking(own, other));
        }
    }
}
