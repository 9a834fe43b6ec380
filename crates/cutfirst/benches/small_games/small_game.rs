//! What the games here have in common, beside the rules that each has for itself.

use cutfirst::evaluation::Evaluation;
use cutfirst::game::{Game, Player};
use cutfirst::powers::{Classes, MoveClasses, Powers};

/// A game of two, written down as simply as it goes: a position that can be copied, slots that come out of the
/// move alone, and one evaluation.
pub(crate) trait SmallGame: Game + Copy {
    const SLOTS: usize;

    /// Some move, never played: minimax keeps no countermoves without one.
    const ANY: Self::Move;

    /// The slot of a move.
    fn index(mv: Self::Move) -> usize;

    /// What the position is worth to `player`, without regard to the other one.
    fn value(&self, player: Player) -> i32;
}

/// The parts of [`Game`] that look the same in every game here: it has the fields `to_move` and `key`.
macro_rules! common_parts {
    () => {
        fn players(&self) -> usize {
            2
        }
        fn to_move(&self) -> Player {
            self.to_move
        }
        fn key(&self) -> u64 {
            self.key
        }
        fn slot(&self, mv: Self::Move) -> usize {
            Self::index(mv)
        }
        fn slots(&self) -> usize {
            Self::SLOTS
        }
    };
}
pub(crate) use common_parts;

/// The evaluation of every game here.
#[derive(Clone, Copy)]
pub(crate) struct Value;

impl<G: SmallGame> Evaluation<G> for Value {
    type Accumulator = ();

    fn evaluate(&self, game: &G, (): &(), player: Player) -> i32 {
        game.value(player)
    }
}

/// Move classes, offered or kept back: the same game with and without them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Classified<const OFFERED: bool>;

impl<G: MoveClasses, const OFFERED: bool> Powers<G> for Classified<OFFERED> {
    const CLASS: Option<Classes<G>> = if OFFERED { Some((G::CLASSES, G::class)) } else { None };
}

/// In which order a game generates its moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Order {
    /// Left to right and bottom to top.
    Naive,
    /// From the centre outwards.
    Centre,
}

/// The squares of a board in each [`Order`]; square = row × width + column.
pub(crate) const fn squares<const N: usize>(width: usize) -> [[u8; N]; 2] {
    let mut naive = [0; N];
    let mut i = 0;
    while i < N {
        naive[i] = i as u8;
        i += 1;
    }
    // Insertion sort: there is no other in a constant.
    let mut centre = naive;
    let mut sorted = 1;
    while sorted < N {
        let mut place = sorted;
        while place > 0 && eccentricity(centre[place], width, N) < eccentricity(centre[place - 1], width, N) {
            centre.swap(place, place - 1);
            place -= 1;
        }
        sorted += 1;
    }
    [naive, centre]
}

/// How far a square is from the centre: twice the distance, squared.
const fn eccentricity(square: u8, width: usize, squares: usize) -> usize {
    let (row, column) = (square as usize / width, square as usize % width);
    let (up, right) = ((2 * row + 1).abs_diff(squares / width), (2 * column + 1).abs_diff(width));
    up * up + right * right
}

/// The squares of a bitboard, lowest first.
pub(crate) fn bits(mut board: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = (board != 0).then(|| board.trailing_zeros() as u8);
        board &= board.wrapping_sub(1);
        lowest
    })
}
