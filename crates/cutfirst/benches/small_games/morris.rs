//! Nine Men's Morris: set nine men each, then slide them along the lines (fly with the last three); three in a
//! row take one of the opponent's men. Who has two left or cannot move has lost.

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::powers::MoveClasses;
use cutfirst::zobrist;

use crate::small_game::{Classified, SmallGame, bits, common_parts};

/// Men as bits: three rings from the outside, eight points each, clockwise from a corner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Morris<const CLASSES: bool> {
    men: [u64; 2],
    in_hand: [u8; 2],
    to_move: Player,
    key: u64,
}

const ALL: u64 = (1 << 24) - 1;
const NONE: u8 = 24;
/// For each man on each point, then for each player's men in hand, then for the player to move.
const KEYS: [u64; 48 + 20 + 1] = zobrist::table(6);

/// The points beside a point.
fn neighbours(point: u8) -> u64 {
    let (ring, place) = (point / 8 * 8, point % 8);
    let along = 1 << (ring + (place + 1) % 8) | 1 << (ring + (place + 7) % 8);
    // Middles of sides are joined to the next rings.
    let across = if place % 2 == 0 { 0 } else { 1 << (point + 8) | (1 << point) >> 8 };
    along | across & ALL
}

/// Whether a man on `point` makes three in a row.
fn is_mill(men: u64, point: u8) -> bool {
    let (ring, place) = (point / 8 * 8, point % 8);
    let row = |points: [u8; 2]| points.iter().all(|at| men >> (ring + at % 8) & 1 != 0);
    if place % 2 == 0 {
        row([place + 1, place + 2]) || row([place + 6, place + 7])
    } else {
        let rings = 0x1_0101 << place & !(1 << point);
        row([place + 1, place + 7]) || men & rings == rings
    }
}

impl<const CLASSES: bool> Morris<CLASSES> {
    pub(crate) fn new() -> Self {
        Self { men: [0; 2], in_hand: [9; 2], to_move: Player(0), key: 0 }
    }

    fn flip(&mut self, player: usize, point: u8) {
        if point != NONE {
            self.men[player] ^= 1 << point;
            self.key ^= KEYS[player * 24 + usize::from(point)];
        }
    }

    fn can_fly(&self, player: usize) -> bool {
        self.in_hand[player] == 0 && self.men[player].count_ones() == 3
    }

    /// Where the player's men can slide to, with repetitions.
    fn slides(&self, player: usize) -> impl Iterator<Item = (u8, u8)> {
        let (free, flies) = (ALL & !(self.men[0] | self.men[1]), self.can_fly(player));
        bits(self.men[player]).flat_map(move |from| {
            bits(if flies { free } else { free & neighbours(from) }).map(move |to| (from, to))
        })
    }
}

impl<const CLASSES: bool> Game for Morris<CLASSES> {
    type Move = [u8; 3]; // from, to, removed
    type Undo = Self;
    type Powers = Classified<CLASSES>;

    common_parts!();

    fn moves(&self, out: &mut Vec<[u8; 3]>) {
        if self.outcome().is_some() {
            return;
        }
        let (mover, other) = (self.to_move.index(), self.men[1 - self.to_move.index()]);
        let mut push = |from: u8, to: u8| {
            let others = self.men[mover] & !(1 << from);
            if is_mill(others, to) {
                let loose =
                    bits(other).filter(|&man| !is_mill(other, man)).fold(0, |men, man| men | 1 << man);
                out.extend(bits(if loose == 0 { other } else { loose }).map(|removed| [from, to, removed]));
            } else {
                out.push([from, to, NONE]);
            }
        };
        if self.in_hand[mover] > 0 {
            bits(ALL & !(self.men[0] | self.men[1])).for_each(|to| push(NONE, to));
        } else {
            self.slides(mover).for_each(|(from, to)| push(from, to));
        }
    }
    fn make(&mut self, [from, to, removed]: [u8; 3]) -> Self {
        let (before, mover) = (*self, self.to_move.index());
        self.flip(mover, from);
        self.flip(mover, to);
        self.flip(1 - mover, removed);
        if from == NONE {
            self.in_hand[mover] -= 1;
            self.key ^= KEYS[48 + 10 * mover + usize::from(self.in_hand[mover])];
        }
        self.to_move = self.to_move.next(2);
        self.key ^= KEYS[68];
        before
    }
    fn unmake(&mut self, _: [u8; 3], before: Self) {
        *self = before;
    }
    fn outcome(&self) -> Option<Outcome> {
        let mover = self.to_move.index();
        let few = self.men[mover].count_ones() < 3;
        let lost = self.in_hand[mover] == 0 && (few || self.slides(mover).next().is_none());
        lost.then(|| Outcome::win(2, self.to_move.next(2)))
    }
}

impl<const CLASSES: bool> SmallGame for Morris<CLASSES> {
    const SLOTS: usize = 25 * 25 * 25;
    const ANY: [u8; 3] = [NONE; 3];

    fn index(mv: [u8; 3]) -> usize {
        mv.iter().fold(0, |index, &point| 25 * index + usize::from(point))
    }
    fn value(&self, player: Player) -> i32 {
        let (men, in_hand) = (self.men[player.index()], self.in_hand[player.index()]);
        let in_mills = bits(men).filter(|&man| is_mill(men, man)).count() as i32;
        let slides =
            if self.can_fly(player.index()) { 6 } else { self.slides(player.index()).count() as i32 };
        20 * (men.count_ones() as i32 + i32::from(in_hand)) + 3 * in_mills + slides
    }
}

/// Moves that take a man come first.
impl<const CLASSES: bool> MoveClasses for Morris<CLASSES> {
    const CLASSES: usize = 2;

    fn class(&self, [_, _, removed]: [u8; 3]) -> usize {
        usize::from(removed == NONE)
    }
}
