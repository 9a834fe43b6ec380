//! Shuffle: a random order, drawn anew for every position but the same whenever the position comes
//! back. It knows nothing, so it is the control that any ordering has to beat.

use super::{Node, Ranks};
use crate::game::Game;
use crate::zobrist::mix;

pub(super) struct Shuffle {
    seed: u64,
}

impl Shuffle {
    pub(super) fn new(search: u64, own: u64) -> Self {
        Self { seed: mix(mix(search) ^ own) }
    }

    pub(super) fn rank<G: Game>(&self, node: &Node<'_, G>, ranks: &mut Ranks<'_>) {
        let position = mix(self.seed ^ node.game.key());
        for index in 0..node.moves.len() {
            ranks.add(index, mix(position ^ index as u64) >> 33);
        }
    }
}
