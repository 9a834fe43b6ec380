//! What a position is worth.

use cutfirst::evaluation::Evaluation;
use cutfirst::game::Player;

use super::board::{SQUARES, numbered, row, step, step_back, turned};
use super::generate::{View, union};
use super::{Checkers, Move};

/// Nothing that is kept up to date, but the values of a position judged without the move to it being made.
type Judged = Option<[i32; 2]>;

/// The plain evaluation of the experiments, coarse on purpose: 2 for each man, 3 for each king.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl Material {
    #[inline]
    fn value(game: &Checkers, white: bool) -> i32 {
        let own = game.pieces[usize::from(white)];
        count(own) * 2 + count(own & game.kings)
    }
}

impl Evaluation<Checkers> for Material {
    type Accumulator = Judged;

    #[inline]
    fn reach(&self, before: &Checkers, _: &Judged) -> Option<[i32; 2]> {
        Quiet::of(before)?;
        let white = before.white_to_move;
        Some([Self::value(before, white) - Self::value(before, !white); 2])
    }

    #[inline]
    fn after(&self, before: &Checkers, _: &Judged, mv: Move) -> Option<Judged> {
        let after = before.keyless_after(mv);
        after.view().can_move().then(|| Some([Self::value(&after, false), Self::value(&after, true)]))
    }

    #[inline]
    fn evaluate(&self, game: &Checkers, judged: &Judged, player: Player) -> i32 {
        match judged {
            Some(values) => values[player.index() & 1],
            None => Self::value(game, player.index() != 0),
        }
    }
}

/// The evaluation for playing. A man is worth 100; to that come
///
/// - **kings**: 150 each, 8 more on the eight squares of the centre (10, 11, 14, 15, 18, 19, 22, 23);
/// - **advancement**: 1 for each row a man has advanced, 15 more one step from promotion. It is little, since
///   men that run ahead leave gaps behind;
/// - **back row**: while the opponent has men that could promote, 14 for each man at home, and 10 if the
///   bridge (squares 1 and 3, for White 30 and 32) stands, which keeps a single man out;
/// - **mobility**: 4 for each step that could be made, and 20 off for each king that has none;
/// - **double corner**: 20 for a king there if the player is behind, since it is hard to drive out;
/// - **trades**: if ahead in material, 200 × lead / all material, so that exchanges are sought;
/// - **initiative**: 4 for being on move, and 30 if a jump is waiting to be made.
///
/// The weights of advancement, back row and mobility were set by small matches of this evaluation against
/// itself at depths 3 and 4, forced and relaxed; the others are estimates that such matches hardly told apart.
#[derive(Clone, Copy, Debug, Default)]
pub struct Play;

const MAN: i32 = 100;
const KING: i32 = 150;
const ROW: i32 = 1;
const NEAR_PROMOTION: i32 = 15;
const HOME_MAN: i32 = 14;
const BRIDGE: i32 = 10;
const CENTRE_KING: i32 = 8;
const STEP: i32 = 4;
const STUCK_KING: i32 = -20;
const DOUBLE_CORNER: i32 = 20;
const LEAD: i32 = 200;
const TURN: i32 = 4;
const JUMP: i32 = 30;

/// The squares that mean something to one player.
#[derive(Clone, Copy)]
struct Side {
    home: u64,
    bridge: u64,
    near_promotion: u64,
    /// Squares on rows, counted from home, whose number has the binary digit 1, 2 or 4.
    row_digits: [u64; 3],
}

const BLACK: Side = Side {
    home: row(0),
    bridge: numbered(&[1, 3]),
    near_promotion: row(6),
    row_digits: [
        row(1) | row(3) | row(5) | row(7),
        row(2) | row(3) | row(6) | row(7),
        row(4) | row(5) | row(6) | row(7),
    ],
};

const WHITE: Side = Side {
    home: turned(BLACK.home),
    bridge: turned(BLACK.bridge),
    near_promotion: turned(BLACK.near_promotion),
    row_digits: [turned(BLACK.row_digits[0]), turned(BLACK.row_digits[1]), turned(BLACK.row_digits[2])],
};

#[inline]
const fn side(white: bool) -> Side {
    if white { WHITE } else { BLACK }
}

const CENTRE: u64 = numbered(&[10, 11, 14, 15, 18, 19, 22, 23]);
const DOUBLE_CORNERS: u64 = numbered(&[1, 5, 28, 32]);

#[inline]
const fn count(squares: u64) -> i32 {
    squares.count_ones() as i32
}

/// What a position is worth to a player but for the initiative.
struct Standing {
    value: i32,
    /// Whether a piece of his can step.
    can_step: bool,
}

#[inline]
fn material(game: &Checkers, pieces: u64) -> i32 {
    MAN * count(pieces) + (KING - MAN) * count(pieces & game.kings)
}

#[inline]
fn standing<const IS_WHITE: bool>(game: &Checkers) -> Standing {
    let side = const { side(IS_WHITE) };
    let own = game.pieces[usize::from(IS_WHITE)];
    let foes = game.pieces[usize::from(!IS_WHITE)];
    let (men, kings) = (own & !game.kings, own & game.kings);
    let (material, foe_material) = (material(game, own), material(game, foes));
    let mut value = material;

    let [ones, twos, fours] = side.row_digits;
    value += ROW * (count(men & ones) + 2 * count(men & twos) + 4 * count(men & fours));
    value += NEAR_PROMOTION * count(men & side.near_promotion);
    if foes & !game.kings != 0 {
        value += HOME_MAN * count(men & side.home);
        value += if men & side.bridge == side.bridge { BRIDGE } else { 0 };
    }

    let empty = SQUARES & !(own | foes);
    let (to_left, to_right) = if IS_WHITE { (0, 1) } else { (2, 3) };
    let (left, right) = (own & step_back(empty, to_left), own & step_back(empty, to_right));
    value += STEP * (count(left) + count(right));
    let mut steps = left | right;
    if kings != 0 {
        let back_left = kings & step_back(empty, 3 - to_left);
        let back_right = kings & step_back(empty, 3 - to_right);
        steps |= back_left | back_right;
        value += STEP * (count(back_left) + count(back_right));
        value += STUCK_KING * count(kings & !steps);
        value += CENTRE_KING * count(kings & CENTRE);
        if material < foe_material {
            value += DOUBLE_CORNER * count(kings & DOUBLE_CORNERS);
        }
    }
    if material > foe_material {
        value += LEAD * (material - foe_material) / (material + foe_material);
    }
    Standing { value, can_step: steps != 0 }
}

impl Play {
    /// What a position is worth to both, unless the player to move has no move.
    #[inline]
    fn values(game: &Checkers) -> Option<[i32; 2]> {
        let (black, white) = (standing::<false>(game), standing::<true>(game));
        let can_jump = game.view().can_jump();
        let can_step = if game.white_to_move { white.can_step } else { black.can_step };
        let initiative = if can_jump { TURN + JUMP } else { TURN };
        let values = if game.white_to_move {
            [black.value, white.value + initiative]
        } else {
            [black.value + initiative, white.value]
        };
        (can_step || can_jump).then_some(values)
    }
}

/// A position from which every move is a step that neither promotes nor ends the game: what anybody has stays the same, and
/// what else counts changes little.
struct Quiet {
    mover: View,
    other: View,
    /// Who can step, of either side.
    steppers: [u64; 2],
    /// Where the mover's steps end.
    ends: u64,
}

impl Quiet {
    #[inline]
    fn of(game: &Checkers) -> Option<Self> {
        let (mover, other) = (game.view(), game.view_of(!game.white_to_move));
        let (steps, replies) = (mover.steps(), other.steps());
        let ends =
            |steps: &[u64; 4]| (0..4).fold(0, |ends, direction| ends | step(steps[direction], direction));
        let steppers = [union(&steps), union(&replies)];
        let promotes = steppers[0] & !mover.own_kings & side(game.white_to_move).near_promotion != 0;
        // One step shuts one square to the other side.
        let is_quiet = steppers[0] != 0 && !promotes && count(ends(&replies)) > 1 && !mover.can_jump();
        is_quiet.then(|| Self { mover, other, steppers, ends: ends(&steps) })
    }

    /// The most that a step can add to what the mover has over the other, and take off, but for the initiative.
    ///
    /// A man that steps ahead gets one more way on at the most or loses two, a king three; into the square that it left, two
    /// men behind and one of the other side can step, three pieces if they are kings; those that could step to
    /// where it stands now, one of its own side beside itself and two of the other one, or again three kings, no longer can.
    #[inline]
    fn gains_and_losses(&self) -> [i32; 2] {
        let side = side(self.mover.white);
        let [stuck, other_stuck] = [(&self.mover, 0), (&self.other, 1)]
            .map(|(view, side)| count(view.own_kings & !self.steppers[side]).min(3));
        let (mut gains, mut losses) = (ROW + STEP * (1 + 2 + 2), STEP * (2 + 1 + 1));
        gains += if self.ends & side.near_promotion != 0 { NEAR_PROMOTION } else { 0 };
        losses += if self.steppers[0] & side.home != 0 { HOME_MAN + BRIDGE } else { 0 };
        gains -= STUCK_KING * stuck;
        losses -= STUCK_KING * other_stuck;
        if self.mover.own_kings != 0 {
            gains += STEP * (2 + 1) + CENTRE_KING + DOUBLE_CORNER;
            losses += STEP * (1 + 2 + 1) + CENTRE_KING + DOUBLE_CORNER - STUCK_KING * 3;
        }
        if self.other.own_kings != 0 {
            gains += STEP - STUCK_KING * 3;
            losses += STEP * 2;
        }
        [gains, losses]
    }
}

impl Evaluation<Checkers> for Play {
    type Accumulator = Judged;

    #[inline]
    fn reach(&self, before: &Checkers, _: &Judged) -> Option<[i32; 2]> {
        let [gains, losses] = Quiet::of(before)?.gains_and_losses();
        let (black, white) = (standing::<false>(before).value, standing::<true>(before).value);
        let value = if before.white_to_move { white - black } else { black - white };
        Some([value - losses - TURN - JUMP, value + gains - TURN])
    }

    /// Of two players the one who has not moved is always next.
    #[inline]
    fn after(&self, before: &Checkers, _: &Judged, mv: Move) -> Option<Judged> {
        Self::values(&before.keyless_after(mv)).map(Some)
    }

    #[inline]
    fn difference(&self, game: &Checkers, _: &Judged, player: Player) -> Option<i32> {
        let [black, white] = Self::values(game)?;
        Some(if player == Player(0) { black - white } else { white - black })
    }

    #[inline]
    fn evaluate(&self, game: &Checkers, judged: &Judged, player: Player) -> i32 {
        if let Some(values) = judged {
            return values[player.index() & 1];
        }
        let standing = if player.index() == 0 { standing::<false>(game) } else { standing::<true>(game) };
        if player.index() != usize::from(game.white_to_move) {
            return standing.value;
        }
        standing.value + if game.view().can_jump() { TURN + JUMP } else { TURN }
    }
}

#[cfg(test)]
mod tests {
    use cutfirst::game::Game;
    use cutfirst::notation::Notation;
    use proptest::prelude::*;

    use super::super::Rules;
    use super::super::generate::tests::position;
    use super::*;

    fn read(text: &str) -> Checkers {
        Checkers::new(Rules::English).parse_position(text).unwrap()
    }

    fn play(text: &str, player: u8) -> i32 {
        Play.evaluate(&read(text), &None, Player(player))
    }

    #[test]
    fn material_counts_pieces() {
        let game = read("B:W21,22,K3:B5,K30,K31,K32");
        assert_eq!(Material.evaluate(&game, &None, Player(0)), 2 + 3 * 3);
        assert_eq!(Material.evaluate(&game, &None, Player(1)), 2 * 2 + 3);
    }

    #[test]
    fn play_adds_up_by_hand() {
        // Men 1 and 3 at home with the bridge; steps 1-5, 1-6, 3-7, 3-8; no lead; on move.
        assert_eq!(play("B:W30,32:B1,3", 0), 200 + 2 * 14 + 10 + 4 * 4 + 4);
        // The same from the other side, steps 30-25, 30-26, 32-27, 32-28, not on move.
        assert_eq!(play("B:W30,32:B1,3", 1), 200 + 2 * 14 + 10 + 4 * 4);
        // A man on 25 has advanced six rows and is near promotion, steps 25-29 and 25-30; behind.
        assert_eq!(play("W:WK2,K3:B25", 0), 100 + 6 + 15 + 2 * 4);
        // Kings 2 and 3 step to 6, 7, 7 and 8; the lead is 200 of 400; on move.
        assert_eq!(play("W:WK2,K3:B25", 1), 300 + 4 * 4 + 200 * 200 / 400 + 4);
        // A king in the double corner with two ways out, behind against two men in the middle.
        assert_eq!(play("W:WK32:B14,15", 1), 150 + 4 * 2 + 20 + 4);
        // A king in the centre with four steps but one, and a jump waiting over 22.
        assert_eq!(play("W:WK18:BK22", 1), 150 + 8 + 3 * 4 + 4 + 30);
        // A king without a step: 29 is shut in by 25 with 22 behind it.
        assert_eq!(play("B:W25,22:BK29", 0), 150 - 20 + 4);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]
        #[test]
        fn no_move_leads_out_of_reach(game in position()) {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let reaches = [Material.reach(&game, &None), Play.reach(&game, &None)];
            prop_assert!(!moves.is_empty() || reaches == [None; 2]);
            let player = game.to_move();
            for mv in moves {
                let mut after = game;
                after.make(mv);
                let values = [Material.difference(&after, &None, player), Play.difference(&after, &None, player)];
                for (reach, value) in reaches.into_iter().zip(values) {
                    let Some([low, high]) = reach else { continue };
                    prop_assert!(value.is_some_and(|value| (low..=high).contains(&value)), "{value:?} after {mv:?}");
                }
            }
        }
    }

    #[test]
    fn sides_are_judged_alike() {
        for text in ["B:W21-32:B1-12", "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", "W:WK32,21:B5,14,K15"]
        {
            let game = read(text);
            let mut other = game;
            other.pieces = [turned(game.pieces[1]), turned(game.pieces[0])];
            other.kings = turned(game.kings);
            other.white_to_move = !game.white_to_move;
            for player in [0, 1] {
                let there = Play.evaluate(&other, &None, Player(1 - player));
                assert_eq!(Play.evaluate(&game, &None, Player(player)), there, "{text}");
            }
        }
    }
}
