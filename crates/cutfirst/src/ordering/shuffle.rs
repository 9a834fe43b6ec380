//! Shuffle: a random order, drawn anew for every position but the same whenever the position comes
//! back. It knows nothing, so it is the control that any ordering has to beat.

use super::{Keys, Moves};
use crate::game::Game;
use crate::zobrist::mix;

pub(super) struct Shuffle {
    seed: u64,
}

impl Shuffle {
    pub(super) fn new(search: u64, own: u64) -> Self {
        Self { seed: mix(mix(search) ^ own) }
    }

    #[inline(never)]
    pub(super) fn rank<G: Game>(&self, moves: &Moves<'_, G>, keys: &mut Keys<'_>) {
        let position = mix(self.seed ^ moves.game.key());
        keys.add(moves.moves, |index, _| (mix(position ^ index as u64) >> 33) as u32);
    }
}
