//! Shuffle: a random order, drawn anew for every position but the same whenever the position comes
//! back. It knows nothing, so it is the control that any ordering has to beat.

use super::{Key, Node, Ranks};
use crate::game::Game;
use crate::zobrist::mix;

pub(super) struct Shuffle {
    seed: u64,
}

impl Shuffle {
    pub(super) fn new(search: u64, own: u64) -> Self {
        Self { seed: mix(mix(search) ^ own) }
    }

    pub(super) fn rank<G: Game, K: Key>(&self, node: &Node<'_, G>, ranks: &mut Ranks<'_, K>) {
        let position = mix(self.seed ^ node.game.key());
        ranks.add_all(node.moves, |index, _| mix(position ^ index as u64) >> 33);
    }
}
