//! Which holes a piece can reach.

use super::star::{ALL, DISTANCE, HOPS, LANDINGS, POINT, STEPS, holes_of};
use super::{ChineseCheckers, Move, powers};

impl ChineseCheckers {
    /// Pushes the moves of the player to move, the pass if there is no other.
    pub(super) fn generate(&self, out: &mut Vec<Move>) {
        let start = out.len();
        let distance = &DISTANCE[self.target(self.turn)];
        let limits = self.limits();
        for from in holes_of(self.pieces(self.turn)) {
            let halves = halves(self.destinations(from, &limits));
            for (first, mut half) in [0, 64].into_iter().zip(halves) {
                while half != 0 {
                    let to = first + half.trailing_zeros() as usize;
                    half &= half - 1;
                    let class = powers::class_of(distance[from], distance[to]);
                    out.push(Move { from: from as u8, to: to as u8, class });
                }
            }
        }
        if out.len() == start {
            out.push(Move::PASS);
        }
    }

    /// How many moves [`generate`](Self::generate) pushes.
    pub(super) fn count(&self) -> u64 {
        let limits = self.limits();
        let moves: u32 =
            holes_of(self.pieces(self.turn)).map(|from| self.destinations(from, &limits).count_ones()).sum();
        // Without any move there is the pass.
        u64::from(moves.max(1))
    }

    /// Whether the player to move has any move but the pass.
    pub(super) fn can_move(&self) -> bool {
        let limits = self.limits();
        holes_of(self.pieces(self.turn)).any(|from| self.destinations(from, &limits) != 0)
    }

    /// Where pieces of the player to move may go under the rules in force.
    #[inline]
    pub(super) fn limits(&self) -> Limits {
        let target = POINT[self.target(self.turn)];
        let rest = if self.rules.no_foreign_rest {
            let foreign = POINT.iter().fold(0, |all, point| all | point);
            ALL & !foreign | target | POINT[self.home(self.turn)]
        } else {
            ALL
        };
        Limits { locked: if self.rules.lock { target } else { 0 }, rest }
    }

    /// Every hole that the piece in `from` can move to.
    #[inline]
    pub(super) fn destinations(&self, from: usize, limits: &Limits) -> u128 {
        let within = limits.within(from);
        let free = within & !self.occupied;
        (STEPS[from] & free | self.hop_landings(from, free)) & limits.rest
    }

    /// Every hole of `free` that a chain of hops from `from` can end in.
    ///
    /// The hole that the piece leaves stays in the set of occupied ones: coming back to it leads
    /// nowhere new, and it is never hopped over, since a chain keeps to its class of holes and
    /// the holes between are of other classes.
    #[inline]
    fn hop_landings(&self, from: usize, free: u128) -> u128 {
        if LANDINGS[from] & free == 0 || STEPS[from] & self.occupied == 0 {
            return 0;
        }
        // Words of 64 bits: shifting all 128 for each test would take twice the time.
        let mut unvisited = halves(free);
        let mut pending = [0; MOST_LANDINGS];
        let mut count = 0;
        let mut hole = from;
        loop {
            let hops = &HOPS[hole];
            let mut over = hops.near(self.occupied);
            while over != 0 {
                let to = hops.to(over.trailing_zeros());
                over &= over - 1;
                let half = &mut unvisited[usize::from(to >> 6 & 1)];
                let landing = 1 << (to & 63);
                if *half & landing != 0 {
                    *half ^= landing;
                    pending[count % MOST_LANDINGS] = to;
                    count += 1;
                }
            }
            if count == 0 {
                return free & !whole(unvisited);
            }
            count -= 1;
            hole = usize::from(pending[count % MOST_LANDINGS]);
        }
    }
}

/// More than a chain of hops can reach, which keeps to a quarter of the holes; a power of two.
const MOST_LANDINGS: usize = 64;

#[inline]
fn halves(set: u128) -> [u64; 2] {
    [set as u64, (set >> 64) as u64]
}

#[inline]
fn whole([low, high]: [u64; 2]) -> u128 {
    u128::from(low) | u128::from(high) << 64
}

/// What the options forbid.
pub(super) struct Limits {
    /// Holes whose pieces must stay among them.
    locked: u128,
    /// Holes where a turn may end.
    rest: u128,
}

impl Limits {
    /// The holes that a piece in `from` may enter on its way.
    #[inline]
    fn within(&self, from: usize) -> u128 {
        if self.locked != 0 && self.locked >> from & 1 != 0 { self.locked } else { ALL }
    }

    /// Whether a piece may go from one hole to another at all.
    #[inline]
    pub(super) fn allow(&self, from: usize, to: usize) -> bool {
        (self.within(from) & self.rest) >> to & 1 != 0
    }
}
