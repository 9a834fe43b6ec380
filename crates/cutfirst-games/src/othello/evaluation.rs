//! What a position is worth.

use cutfirst::evaluation::Evaluation;
use cutfirst::game::Player;

use super::features::{FEATURES, features, features_with};
use super::{CORNERS, Othello};

/// The number of one's own discs, so that the difference at the end is the result of the game (but
/// for empty squares, which only the official score gives to the winner).
#[derive(Clone, Copy, Debug, Default)]
pub struct Discs;

impl Evaluation<Othello> for Discs {
    type Accumulator = ();
    const FINISHED_BY_VALUE: bool = true;

    #[inline]
    fn evaluate(&self, game: &Othello, (): &(), player: Player) -> i32 {
        game.discs(player).count_ones() as i32
    }
}

/// 10 for each square on which the player turns discs (a pass is none), 100 for each corner held.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

impl Evaluation<Othello> for Mobility {
    type Accumulator = ();

    #[inline]
    fn evaluate(&self, game: &Othello, (): &(), player: Player) -> i32 {
        let moves = game.mobility_of(player).count_ones() as i32;
        let corners = (game.discs(player) & CORNERS).count_ones() as i32;
        10 * moves + 100 * corners
    }

    /// The game is over exactly if nobody turns discs, which is what is counted anyway.
    #[inline]
    fn difference(&self, game: &Othello, (): &(), player: Player) -> Option<i32> {
        let [own, other] = mobilities(game, player)?;
        let count = |squares: u64| squares.count_ones() as i32;
        let corners = count(game.discs(player) & CORNERS) - count(game.discs(player.next(2)) & CORNERS);
        Some(10 * (count(own) - count(other)) + 100 * corners)
    }
}

/// On which squares the player and the other turn discs; `None` if neither does and the game is over.
#[inline]
fn mobilities(game: &Othello, player: Player) -> Option<[u64; 2]> {
    let both = game.mobilities(player);
    (both != [0; 2]).then_some(both)
}

/// The evaluation for play, in hundredths of a disc of the final score. Each term is a number of
/// one's own, times a weight that depends on how many squares are empty:
///
/// 1. squares on which one turns discs;
/// 2. empty squares next to opposing discs, some of which become moves;
/// 3. corners, on top of what they count in 6;
/// 4. discs on X-squares (diagonally next to a corner) whose corner is empty;
/// 5. discs on C-squares (next to a corner along the edge) whose corner is empty;
/// 6. discs on the edges that can never be turned, those in a corner once for each edge;
/// 7. other edge squares, away from the corners;
/// 8. discs: a burden for most of the game, and all that counts at its end;
/// 9. parity: one, if play without passes would give the player the last move.
///
/// The weights are a least-squares fit of the differences of these numbers to final scores of
/// games between equal searches, the last nine empty squares played out perfectly.
#[derive(Clone, Copy, Debug, Default)]
pub struct Play;

impl Evaluation<Othello> for Play {
    type Accumulator = ();

    #[inline]
    fn evaluate(&self, game: &Othello, (): &(), player: Player) -> i32 {
        let weights = &WEIGHTS[game.empties().count_ones() as usize];
        features(game, player).iter().zip(weights).map(|(feature, &weight)| feature * i32::from(weight)).sum()
    }

    #[inline]
    fn difference(&self, game: &Othello, (): &(), player: Player) -> Option<i32> {
        let [own, other] = mobilities(game, player)?;
        let own = features_with(game, player, own);
        let other = features_with(game, player.next(2), other);
        let weights = &WEIGHTS[game.empties().count_ones() as usize];
        let pairs = own.iter().zip(&other).zip(weights);
        Some(pairs.map(|((own, other), &weight)| (own - other) * i32::from(weight)).sum())
    }
}

/// Fitted weights with 0, 10 … 60 empty squares.
const FITTED: [[i32; FEATURES]; 7] = [
    [358, -35, 64, -144, -125, 66, -94, 84, 323],
    [323, -99, -127, -266, -274, 172, -86, 27, 269],
    [173, -16, 272, -586, -257, 185, -22, -14, 210],
    [122, 19, 647, -904, -190, 219, 38, -43, 229],
    [59, 52, 947, -1227, -209, 343, 112, -55, 236],
    [70, 44, 849, -1450, -273, 711, 32, -36, 226],
    [92, 49, 604, -445, -152, 157, -6, 73, 98],
];

/// Weights by the number of empty squares, on straight lines between the fitted ones. More than 60
/// squares are empty in made-up positions only, which are judged like the beginning.
static WEIGHTS: [[i16; FEATURES]; 65] = {
    let mut table = [[0; FEATURES]; 65];
    let mut empties = 0;
    while empties < 65 {
        let at = if empties < 60 { empties } else { 60 };
        let (from, part) = if at == 60 { (5, 10) } else { (at / 10, (at % 10) as i32) };
        let mut i = 0;
        while i < FEATURES {
            table[empties][i] = ((FITTED[from][i] * (10 - part) + FITTED[from + 1][i] * part) / 10) as i16;
            i += 1;
        }
        empties += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use cutfirst::game::Game;
    use cutfirst::notation::Notation;
    use cutfirst::powers::OutOfTurn;
    use cutfirst::random::Random;

    use super::*;
    use crate::othello::{BLACK, WHITE};

    #[test]
    fn differences_are_those_of_the_values() {
        fn check<E: Evaluation<Othello, Accumulator = ()>>(evaluation: &E, game: &Othello) {
            for player in [BLACK, WHITE] {
                let values =
                    evaluation.evaluate(game, &(), player) - evaluation.evaluate(game, &(), player.next(2));
                let expected = game.outcome().is_none().then_some(values);
                assert_eq!(evaluation.difference(game, &(), player), expected);
            }
        }
        let mut random = Random::new(5);
        for _ in 0..20 {
            let mut game = Othello::START;
            let mut moves = Vec::new();
            loop {
                check(&Mobility, &game);
                check(&Play, &game);
                moves.clear();
                game.moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                game.make(moves[random.below(moves.len())]);
            }
        }
    }

    fn position(text: &str) -> Othello {
        Othello::START.parse_position(text).unwrap()
    }

    fn both<E: Evaluation<Othello, Accumulator = ()>>(evaluation: &E, game: &Othello) -> [i32; 2] {
        [BLACK, WHITE].map(|player| evaluation.evaluate(game, &(), player))
    }

    #[test]
    fn discs_are_counted() {
        assert_eq!(both(&Discs, &Othello::START), [2, 2]);
        let mut game = Othello::START;
        game.make(game.parse_move("f5").unwrap());
        assert_eq!(both(&Discs, &game), [4, 1]);
        const { assert!(Discs::FINISHED_BY_VALUE && !Mobility::FINISHED_BY_VALUE && !Play::FINISHED_BY_VALUE) };
    }

    #[test]
    fn moves_and_corners_are_counted() {
        assert_eq!(both(&Mobility, &Othello::START), [40, 40]);
        // Black holds a1 and turns b1 from c1; White turns nothing, and its pass is no move.
        let game = position(&format!("XO{} O", "-".repeat(62)));
        assert_eq!(both(&Mobility, &game), [110, 0]);
    }

    #[test]
    fn play_likes_corners_and_dislikes_what_gives_them_away() {
        let value = |first_row: &str, second_row: &str| {
            let others = ["--XXOO--", "--XOXO--", "--OXOX--", "--OOXX--", "--------", "--------"].concat();
            let [black, white] = both(&Play, &position(&format!("{first_row}{second_row}{others} X")));
            black - white
        };
        let neutral = value("--------", "--------");
        let corner = value("X-------", "--------");
        let x_square = value("--------", "-X------");
        assert!(corner > neutral && neutral > x_square, "{corner} {neutral} {x_square}");
    }

    #[test]
    fn play_is_fair_and_stays_in_bounds() {
        for seed in 0..300 {
            let mut random = Random::keyed(&[seed]);
            let mut moves = Vec::new();
            let mut game = Othello::START;
            while game.outcome().is_none() {
                let [black, white] = both(&Play, &game);
                let mut swapped = Othello::new(game.discs(WHITE), game.discs(BLACK), game.to_move()).unwrap();
                swapped.set_turn(Player(game.to_move().0 ^ 1));
                assert_eq!(both(&Play, &swapped), [white, black], "{game:?}");
                assert!(black.abs().max(white.abs()) < 100_000, "{game:?}");
                moves.clear();
                game.moves(&mut moves);
                game.make(moves[random.below(moves.len())]);
            }
        }
        for text in ["X", "O", "-"] {
            let game = position(&format!("{} X", text.repeat(64)));
            assert!(both(&Play, &game).iter().all(|value| value.abs() < 100_000));
        }
    }
}
