//! Kalah with six pits of four seeds: a last seed in the own store earns another turn, one in an empty pit of
//! one's own captures the seeds opposite.

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::powers::NoPowers;
use cutfirst::zobrist;

use crate::small_game::{SmallGame, common_parts};

/// Each player has six pits and then his store. Players always alternate, as minimax wants it: who must let the
/// other go on has one legal move, the pass.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Kalah {
    seeds: [u8; 14],
    to_move: Player,
    must_pass: bool,
    key: u64,
}

const STORE: usize = 6;
const PASS: u8 = 6;
/// For each number of seeds in each pit, then for the player to move, then for having to pass.
const KEYS: [u64; 14 * 49 + 2] = zobrist::table(2);

impl Kalah {
    pub(crate) fn new() -> Self {
        let mut seeds = [4; 14];
        (seeds[STORE], seeds[7 + STORE]) = (0, 0);
        let mut start = Self { seeds, to_move: Player(0), must_pass: false, key: 0 };
        start.key = start.hash();
        start
    }

    fn hash(&self) -> u64 {
        let pits = self.seeds.iter().enumerate().map(|(pit, &seeds)| KEYS[pit * 49 + usize::from(seeds)]);
        let turn = if self.to_move == Player(1) { KEYS[14 * 49] } else { 0 };
        let pass = if self.must_pass { KEYS[14 * 49 + 1] } else { 0 };
        pits.fold(turn ^ pass, |key, pit| key ^ pit)
    }

    fn on_side(&self, player: usize) -> u8 {
        self.seeds[7 * player..7 * player + STORE].iter().sum()
    }

    /// Sows the seeds of a pit; says whether that earns another turn.
    fn sow(&mut self, player: usize, pit: u8) -> bool {
        let mut place = 7 * player + usize::from(pit);
        for _ in 0..std::mem::take(&mut self.seeds[place]) {
            place = (place + 1) % 14;
            if place == 7 * (1 - player) + STORE {
                place = (place + 1) % 14;
            }
            self.seeds[place] += 1;
        }
        let store = 7 * player + STORE;
        if place / 7 == player && place != store && self.seeds[place] == 1 && self.seeds[12 - place] > 0 {
            self.seeds[store] += 1 + std::mem::take(&mut self.seeds[12 - place]);
            self.seeds[place] = 0;
        }
        // Whoever still has seeds when the other has none keeps them.
        if self.on_side(0) == 0 || self.on_side(1) == 0 {
            for pit in (0..14).filter(|pit| pit % 7 != STORE) {
                self.seeds[pit / 7 * 7 + STORE] += std::mem::take(&mut self.seeds[pit]);
            }
        }
        place == store && self.outcome().is_none()
    }
}

impl Game for Kalah {
    type Move = u8; // the pit, seen from the player
    type Undo = Self;
    type Powers = NoPowers;

    common_parts!();

    fn moves(&self, out: &mut Vec<u8>) {
        if self.must_pass {
            out.push(PASS);
        } else if self.outcome().is_none() {
            let own = 7 * self.to_move.index();
            out.extend((0..PASS).filter(|&pit| self.seeds[own + usize::from(pit)] > 0));
        }
    }
    fn make(&mut self, pit: u8) -> Self {
        let before = *self;
        self.must_pass = pit != PASS && self.sow(self.to_move.index(), pit);
        self.to_move = self.to_move.next(2);
        self.key = self.hash();
        before
    }
    fn unmake(&mut self, _: u8, before: Self) {
        *self = before;
    }
    fn outcome(&self) -> Option<Outcome> {
        let ahead = i16::from(self.seeds[STORE]) - i16::from(self.seeds[7 + STORE]);
        (self.seeds[STORE] + self.seeds[7 + STORE] == 48).then(|| Outcome::new(&[ahead, -ahead]))
    }
}

impl SmallGame for Kalah {
    const SLOTS: usize = 7;
    const ANY: u8 = PASS;

    fn index(pit: u8) -> usize {
        usize::from(pit)
    }
    fn value(&self, player: Player) -> i32 {
        let player = player.index();
        3 * i32::from(self.seeds[7 * player + STORE]) + i32::from(self.on_side(player))
    }
}
