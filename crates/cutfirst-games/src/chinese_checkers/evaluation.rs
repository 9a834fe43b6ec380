//! Evaluations.

use cutfirst::evaluation::{Bounds, Evaluation};
use cutfirst::game::{Game, MAX_PLAYERS, Player};

use super::star::{DISTANCE, FARTHEST, HOLES, POINT, POINTS, holes_of, offset};
use super::{ChineseCheckers, Move};

/// A value for each player, the sum over his pieces.
type Sums = [i32; MAX_PLAYERS];

fn sums(game: &ChineseCheckers, value: impl Fn(Player, usize) -> i32) -> Sums {
    let mut sums = Sums::default();
    for player in Player::all(game.players()) {
        sums[player.index()] = holes_of(game.pieces(player)).map(|hole| value(player, hole)).sum();
    }
    sums
}

/// What a move adds to the mover's sum.
#[inline]
fn change(mv: Move, value: impl Fn(usize) -> i32) -> i32 {
    if mv.is_pass() { 0 } else { value(mv.to.into()) - value(mv.from.into()) }
}

/// The holes of all points.
const ALL_POINTS: u128 = {
    let mut all = 0;
    let mut point = 0;
    while point < POINTS {
        all |= POINT[point];
        point += 1;
    }
    all
};

/// Whether a move could end the game by filling a point with pieces of several players.
#[inline]
fn may_fill_a_point(game: &ChineseCheckers, mv: Move) -> bool {
    game.rules.full_target && mv.holes() & ALL_POINTS != 0
}

/// The plain evaluation of the experiments: minus the number of steps from each own piece to the
/// tip of the target point. It is −20 when all have arrived and −140 at the start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Distance;

/// The value of ten pieces in the target point, and of no others.
const ARRIVED: i32 = -20;

#[inline]
fn nearness(game: &ChineseCheckers, player: Player, hole: usize) -> i32 {
    -i32::from(DISTANCE[game.target(player)][hole])
}

impl Evaluation<ChineseCheckers> for Distance {
    type Accumulator = Sums;

    /// Ten pieces, each at most sixteen steps from the tip of the target.
    fn bounds(&self, _game: &ChineseCheckers) -> Option<Bounds> {
        Some(Bounds { least: -160, most: 0, total: 0 })
    }

    fn accumulate(&self, game: &ChineseCheckers) -> Sums {
        sums(game, |player, hole| nearness(game, player, hole))
    }

    #[inline]
    fn apply(&self, sums: &mut Sums, before: &ChineseCheckers, mv: Move) {
        let mover = before.to_move();
        sums[mover.index()] += change(mv, |hole| nearness(before, mover, hole));
    }

    #[inline]
    fn revert(&self, sums: &mut Sums, before: &ChineseCheckers, mv: Move) {
        let mover = before.to_move();
        sums[mover.index()] -= change(mv, |hole| nearness(before, mover, hole));
    }

    #[inline]
    fn after(&self, before: &ChineseCheckers, sums: &Sums, mv: Move) -> Option<Sums> {
        let mut after = *sums;
        self.apply(&mut after, before, mv);
        let may_end = after[before.to_move().index()] >= ARRIVED || may_fill_a_point(before, mv);
        (!may_end).then_some(after)
    }

    #[inline]
    fn evaluate(&self, _game: &ChineseCheckers, sums: &Sums, player: Player) -> i32 {
        sums[player.index()]
    }
}

/// Progress of the whole group, with weights from matches between short searches:
/// - each piece costs 5 for each step to the tip of the target point, and the square of the steps, so
///   that pieces behind are brought up first;
/// - each piece costs 3 for each half step to the side of the line between the two tips, where
///   there are fewer pieces to hop over (four or more would keep pieces out of the far corners
///   of the target point);
/// - the rearmost piece costs 12 for each step once more: left alone it has nothing to hop over.
#[derive(Clone, Copy, Debug, Default)]
pub struct Play;

const STEP: i32 = 5;
const SIDE: i32 = 3;
const REARMOST: i32 = 12;

/// What a piece adds to its owner's [`Group`], by target point and hole.
static SHARE: [[Share; HOLES]; POINTS] = {
    let mut all = [[Share { worth: 0, ring: 0 }; HOLES]; POINTS];
    let mut point = 0;
    while point < POINTS {
        let mut hole = 0;
        while hole < HOLES {
            let steps = DISTANCE[point][hole] as i32;
            let worth = -(STEP * steps + steps * steps + SIDE * offset(point, hole)) as i16;
            // Holes one step from the tip come first: the tip itself is of no account.
            let ring = if steps == 0 { NO_RING } else { BITS * (steps as u8 - 1) };
            all[point][hole] = Share { worth, ring };
            hole += 1;
        }
        point += 1;
    }
    all
};

#[derive(Clone, Copy)]
struct Share {
    worth: i16,
    /// Where the number of pieces on the hole's ring stands in [`Group::rings`].
    ring: u8,
}

/// Bits for the number of pieces on a ring, ten at most.
const BITS: u8 = 4;
/// Marks the tip, which is not counted; there are no more than [`FARTHEST`] rings.
const NO_RING: u8 = 64;
const _: () = assert!(BITS as usize * FARTHEST == NO_RING as usize);

/// What [`Play`] keeps up to date.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Groups {
    values: [i32; MAX_PLAYERS],
    groups: [Group; MAX_PLAYERS],
}

/// The pieces of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Group {
    /// How many there are at each distance from the tip of the target point, from one step on.
    rings: u64,
    /// What they are worth without the rearmost.
    worth: i32,
}

impl Group {
    #[inline]
    fn add(&mut self, share: Share) {
        self.rings = self.rings.wrapping_add(share.one());
        self.worth += i32::from(share.worth);
    }

    #[inline]
    fn remove(&mut self, share: Share) {
        self.rings = self.rings.wrapping_sub(share.one());
        self.worth -= i32::from(share.worth);
    }

    /// How many steps the rearmost piece is from the tip.
    #[inline]
    fn rearmost(self) -> i32 {
        (self.rings.checked_ilog2().map_or(0, |bit| bit / u32::from(BITS) + 1)) as i32
    }

    #[inline]
    fn value(self) -> i32 {
        self.worth - REARMOST * self.rearmost()
    }
}

impl Share {
    /// One piece on the ring.
    #[inline]
    fn one(self) -> u64 {
        1_u64.checked_shl(self.ring.into()).unwrap_or(0)
    }
}

impl Evaluation<ChineseCheckers> for Play {
    type Accumulator = Groups;

    fn accumulate(&self, game: &ChineseCheckers) -> Groups {
        let mut all = Groups::default();
        for player in Player::all(game.players()) {
            let group = &mut all.groups[player.index()];
            for hole in holes_of(game.pieces(player)) {
                group.add(SHARE[game.target(player)][hole]);
            }
            all.values[player.index()] = group.value();
        }
        all
    }

    #[inline]
    fn apply(&self, all: &mut Groups, before: &ChineseCheckers, mv: Move) {
        let mover = before.to_move();
        if !mv.is_pass() {
            let shares = &SHARE[before.target(mover)];
            let group = &mut all.groups[mover.index()];
            group.remove(shares[usize::from(mv.from)]);
            group.add(shares[usize::from(mv.to)]);
            all.values[mover.index()] = group.value();
        }
    }

    #[inline]
    fn revert(&self, all: &mut Groups, before: &ChineseCheckers, mv: Move) {
        let mover = before.to_move();
        if !mv.is_pass() {
            let shares = &SHARE[before.target(mover)];
            let group = &mut all.groups[mover.index()];
            group.remove(shares[usize::from(mv.to)]);
            group.add(shares[usize::from(mv.from)]);
            all.values[mover.index()] = group.value();
        }
    }

    #[inline]
    fn after(&self, before: &ChineseCheckers, all: &Groups, mv: Move) -> Option<Groups> {
        let mut after = *all;
        self.apply(&mut after, before, mv);
        // Who has not brought his rearmost piece into the target point has not won.
        let arrived = after.groups[before.to_move().index()].rings >> (BITS * POINT_DEPTH) == 0;
        (!arrived && !may_fill_a_point(before, mv)).then_some(after)
    }

    #[inline]
    fn evaluate(&self, _game: &ChineseCheckers, all: &Groups, player: Player) -> i32 {
        all.values[player.index()]
    }
}

/// How many steps the holes of a point are from its tip at most.
const POINT_DEPTH: u8 = 3;
