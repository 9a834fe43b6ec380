//! The evaluation of the program ABA-PRO (Aichholzer, Aurenhammer and Werner, "Algorithmic Fun –
//! Abalone", 2002): stay closer than the opponent to a point between both sides and the centre.
//!
//! With the centres of mass of Black and of White, the reference point is
//! R = (3 · Black's + 3 · White's + centre of the board) / 7, and a position is worth to a player how much
//! further in total the opponent's marbles are from R than his own. So each marble counts against its
//! owner by its distance, in the metric of the hexagon.
//!
//! **Arithmetic.** Hundredths of a step in whole numbers: R is rounded towards the centre, which treats
//! all sides of the board alike. A side without marbles has its centre of mass at the centre.
//!
//! **Ejected marbles** must count too, or it would pay to have a far marble ejected; how the original
//! does it is not known to us. Here a lost marble counts as eight steps away, the least whole number
//! that is further than any marble on the board can be (24/7 + 4 steps, from R to the opposite corner).
//! In games between searches of equal depth, 16 steps were weaker (3 plies: 57 ± 4 % for eight over 300
//! games, 4 plies: 64 % over 40), and 32, 64 and 100 no different from 16.

use cutfirst::evaluation::Evaluation;
use cutfirst::game::Player;

use super::super::board::{CELLS, ahead, cells, coordinates, offset};
use super::super::{Abalone, Move};
use super::Judged;
use super::features::{self, binary_count};

/// ABA-PRO's evaluation: each marble's distance from a point between both centres of mass and the
/// centre, as a loss.
#[derive(Clone, Copy, Debug, Default)]
pub struct AbaPro;

/// One step.
const STEP: i32 = 100;

/// How far away a lost marble counts as.
const EJECTED: i32 = 8 * STEP;

/// Rows and diagonals of Black's and of White's marbles, counted from the centre and added up: what the
/// centres of mass follow from. A move changes them by multiples of its direction.
type Sums = [[i32; 2]; 2];

/// Row and diagonal from the centre.
#[inline]
fn from_centre(cell: usize) -> [i32; 2] {
    let (row, diagonal) = coordinates(cell);
    [i32::from(row) - 4, i32::from(diagonal) - 4]
}

/// What a move adds to the sums of the mover and of the opponent.
#[inline]
fn changes(mv: Move) -> [[i32; 2]; 2] {
    let (up, right) = offset(mv.direction());
    let step = [i32::from(up), i32::from(right)];
    let own = step.map(|part| part * mv.marbles() as i32);
    let mut other = step.map(|part| part * mv.pushed() as i32);
    if mv.ejects() {
        // All pushed marbles take a step, and the last one is then off the board.
        let front = ahead(mv.cell(), mv.direction(), mv.marbles());
        let last = from_centre(ahead(front, mv.direction(), mv.pushed() - 1));
        for axis in 0..2 {
            other[axis] -= last[axis] + step[axis];
        }
    }
    [own, other]
}

/// The reference point, in hundredths of a step from the centre.
#[inline]
fn reference(sums: &Sums, counts: [u8; 2]) -> [i32; 2] {
    let [black, white] = counts.map(|count| i32::from(count.max(1)));
    let [black_sums, white_sums] = *sums;
    let along =
        |black_sum, white_sum| 3 * STEP * (black_sum * white + white_sum * black) / (7 * black * white);
    [along(black_sums[0], white_sums[0]), along(black_sums[1], white_sums[1])]
}

/// How far cells are along each of three axes: row, diagonal, row minus diagonal. The distance in the
/// hexagon's metric is half the sum of the three, since the greatest is the sum of the others.
const AXES: usize = 3;

/// The binary digits of each cell's place on an axis, 0 to 8 with the centre at 4, as sets.
const DIGITS: [[u64; 4]; AXES] = {
    let mut sets = [[0; 4]; AXES];
    let mut cell = 0;
    while cell < CELLS {
        let mut axis = 0;
        while axis < AXES {
            let mut digit = 0;
            while digit < 4 {
                sets[axis][digit] |= (places(cell)[axis] as u64 >> digit & 1) << cell;
                digit += 1;
            }
            axis += 1;
        }
        cell += 1;
    }
    sets
};

/// The cells beyond each place on an axis.
const BEYOND: [[u64; 8]; AXES] = {
    let mut sets = [[0; 8]; AXES];
    let mut cell = 0;
    while cell < CELLS {
        let mut axis = 0;
        while axis < AXES {
            let mut place = 0;
            while place < places(cell)[axis] {
                sets[axis][place] |= 1 << cell;
                place += 1;
            }
            axis += 1;
        }
        cell += 1;
    }
    sets
};

const fn places(cell: usize) -> [usize; AXES] {
    let (row, diagonal) = coordinates(cell);
    [row as usize, diagonal as usize, (row - diagonal + 4) as usize]
}

/// The sum of all distances of a side from a point, in hundredths of a step; `sums` are the side's.
#[inline]
fn total_distance(marbles: u64, count: u8, sums: [i32; 2], point: [i32; 2]) -> i32 {
    let along = |axis: usize, sum: i32, point: i32| {
        // Marbles beyond the point add their place, the others subtract it: taking all as others, with
        // their sum known, those beyond have to be set right twice.
        let beyond = marbles & BEYOND[axis][(point.div_euclid(STEP) + 4) as usize & 7];
        let [ones, twos, fours, eights] = DIGITS[axis];
        let places = binary_count([beyond & ones, beyond & twos, beyond & fours, beyond & eights]);
        let excess = |count: i32, sum: i32| STEP * sum - point * count;
        2 * excess(features::count(beyond), places - 4 * features::count(beyond))
            - excess(i32::from(count), sum)
    };
    let ([rows, diagonals], [row, diagonal]) = (sums, point);
    (along(0, rows, row) + along(1, diagonals, diagonal) + along(2, rows - diagonals, row - diagonal)) / 2
}

/// The value of a position to one side, given its marbles and everybody's sums.
#[inline]
fn value(game: &Abalone, marbles: u64, side: usize, sums: &Sums) -> i32 {
    let lost = i32::from(game.lost[side]);
    let point = reference(sums, game.counts);
    -total_distance(marbles, game.counts[side], sums[side], point) - EJECTED * lost
}

impl Evaluation<Abalone> for AbaPro {
    type Accumulator = (Sums, Judged);

    fn accumulate(&self, game: &Abalone) -> (Sums, Judged) {
        let sums = game.marbles.map(|side| {
            cells(side)
                .map(from_centre)
                .fold([0; 2], |[rows, diagonals], [row, diagonal]| [rows + row, diagonals + diagonal])
        });
        (sums, None)
    }

    #[inline]
    fn apply(&self, (sums, _): &mut (Sums, Judged), before: &Abalone, mv: Move) {
        let mover = before.turn.index();
        for (side, change) in [mover, mover ^ 1].into_iter().zip(changes(mv)) {
            sums[side][0] += change[0];
            sums[side][1] += change[1];
        }
    }

    #[inline]
    fn revert(&self, (sums, _): &mut (Sums, Judged), before: &Abalone, mv: Move) {
        let mover = before.turn.index();
        for (side, change) in [mover, mover ^ 1].into_iter().zip(changes(mv)) {
            sums[side][0] -= change[0];
            sums[side][1] -= change[1];
        }
    }

    #[inline]
    fn after(&self, before: &Abalone, sums: &(Sums, Judged), mv: Move) -> Option<(Sums, Judged)> {
        let [own, other] = before.marbles_after(mv)?;
        let mut after = *sums;
        self.apply(&mut after, before, mv);
        let [black, white] = if before.turn == Player(0) { [own, other] } else { [other, own] };
        after.1 = Some([value(before, black, 0, &after.0), value(before, white, 1, &after.0)]);
        Some(after)
    }

    #[inline]
    fn evaluate(&self, game: &Abalone, (sums, judged): &(Sums, Judged), player: Player) -> i32 {
        let side = player.index();
        match judged {
            Some(values) => values[side],
            None => value(game, game.marbles[side], side, sums),
        }
    }
}

#[cfg(test)]
mod tests {
    use cutfirst::game::Game;
    use cutfirst::random::Random;
    use proptest::prelude::*;

    use super::super::super::layouts::VARIANTS;
    use super::super::super::tests::{any_position, position};
    use super::*;
    use crate::conform::start_of;

    /// The sum of all distances from a point, the obvious way.
    fn marble_by_marble(marbles: u64, point: [i32; 2]) -> i32 {
        let distance = |cell| {
            let [row, diagonal] = from_centre(cell);
            let (up, right) = (STEP * row - point[0], STEP * diagonal - point[1]);
            up.abs().max(right.abs()).max((up - right).abs())
        };
        cells(marbles).map(distance).sum()
    }

    fn values(game: &Abalone) -> [i32; 2] {
        let sums = AbaPro.accumulate(game);
        [0, 1].map(|player| AbaPro.evaluate(game, &sums, Player(player)))
    }

    #[test]
    fn the_reference_point_lies_between_the_sides_and_the_centre() {
        // Both on E5, then on E9: 3 · 4 + 3 · 4 over 7 to the right.
        assert_eq!(reference(&[[0, 0], [0, 0]], [1, 1]), [0, 0]);
        assert_eq!(reference(&[[0, 4], [0, 4]], [1, 1]), [0, 342]);
        assert_eq!(reference(&[[0, -4], [0, -4]], [1, 1]), [0, -342]);
        // Two of Black on I9, one of White on A1: they balance.
        assert_eq!(reference(&[[8, 8], [-4, -4]], [2, 1]), [0, 0]);
        assert_eq!(reference(&[[4, 4], [0, 0]], [1, 0]), [171, 171]);
    }

    #[test]
    fn distances_are_steps_of_the_hexagon() {
        // Opposite corners, the reference in the middle.
        assert_eq!(values(&position("A1", "I9")), [-400; 2]);
        // R = (3 · 0 + 3 · 2 + 0) / 7 = 0.85 to the right of E5.
        assert_eq!(values(&position("E5", "E7")), [-85, -115]);
        // Black's centre of mass is E5, White's F7, one up and two right: R = (0.42, 0.85).
        // From there E4 is (−0.42, −1.85), E6 (−0.42, 0.15), F7 (0.58, 1.15).
        assert_eq!(values(&position("E4 E6", "F7")), [-185 - 57, -115]);
    }

    #[test]
    fn the_start_is_even() {
        let [black, white] = values(&start_of::<Abalone>(""));
        assert_eq!((black, white), (-4600, -4600), "R is the centre");
    }

    #[test]
    fn a_lost_marble_is_further_than_any_on_the_board() {
        let all_there = position("E4 E6", "F7");
        let one_lost = Abalone::new(all_there.marbles, all_there.turn, [0, 1], 6);
        assert_eq!(values(&one_lost), [-185 - 57, -115 - EJECTED]);
        // The furthest that R can be is 24/7 of a step towards a corner.
        let opposite = position("I9", "").marbles[0];
        let furthest = marble_by_marble(opposite, reference(&[[-4, -4], [-4, -4]], [1, 1]));
        assert_eq!(furthest, 742);
        assert!(furthest < EJECTED);
    }

    proptest! {
        #[test]
        fn distances_add_up(game in any_position()) {
            let (sums, _) = AbaPro.accumulate(&game);
            let point = reference(&sums, game.counts);
            for (side, &own) in sums.iter().enumerate() {
                let found = total_distance(game.marbles[side], game.counts[side], own, point);
                prop_assert_eq!(found, marble_by_marble(game.marbles[side], point));
            }
        }

        #[test]
        fn sums_follow_the_moves(seed: u64, variant in 0..VARIANTS.len()) {
            let mut game = start_of::<Abalone>(&format!("variant={}", VARIANTS[variant].name));
            let mut random = Random::new(seed);
            let mut sums = AbaPro.accumulate(&game);
            for _ in 0..300 {
                let mut moves = Vec::new();
                game.moves(&mut moves);
                // Ejections are rare among random moves and the only difficult ones.
                let ejecting: Vec<_> = moves.iter().copied().filter(|mv| mv.ejects()).collect();
                let choice = if ejecting.is_empty() { &moves } else { &ejecting };
                if choice.is_empty() {
                    break;
                }
                let mv = choice[random.below(choice.len())];
                let (before, undo_sums) = (game.clone(), sums);
                AbaPro.apply(&mut sums, &before, mv);
                let after_sums = sums;
                game.make(mv);
                prop_assert_eq!(sums, AbaPro.accumulate(&game));
                prop_assert_eq!(game.counts.map(u32::from), game.marbles.map(u64::count_ones));
                AbaPro.revert(&mut sums, &before, mv);
                prop_assert_eq!(sums, undo_sums);
                sums = after_sums;
            }
        }
    }
}
