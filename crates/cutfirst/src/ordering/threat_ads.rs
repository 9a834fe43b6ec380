//! Threat-ADS: the opponents of Best-Reply Search in the order of an adaptive list.
//!
//! The opponent who hurt most before is likely to hurt again, so his moves come first at Min nodes.
//! Remembers one list of all opponents, in turn order from the root player at first; it is queried
//! when a Min node is done, with the owner of the first move of least value, provided that one
//! lowered β. Moves of one opponent are ranked equal. History-ADS paper, section 4.

use super::{Keys, ListView, Moves};
use crate::adaptive::{AdaptiveList, Rule};
use crate::game::{Game, Player};
use crate::search::Side;

pub(super) struct ThreatAds {
    rule: Rule,
    fresh: bool,
    players: usize,
    seed: u64,
    root: Option<Player>,
    list: AdaptiveList,
    /// Place of each player in the list.
    places: Vec<u32>,
}

impl ThreatAds {
    pub(super) fn new(rule: Rule, fresh: bool, players: usize, seed: u64) -> Self {
        let list = AdaptiveList::new(rule, players, None, seed);
        Self { rule, fresh, players, seed, root: None, list, places: vec![0; players] }
    }

    pub(super) fn prepare(&mut self, root: Player, new_search: bool) {
        if self.root != Some(root) || (new_search && self.fresh) {
            self.list = AdaptiveList::new(self.rule, self.players, None, self.seed);
            let mut opponent = root.next(self.players);
            while opponent != root {
                self.list.append(opponent.index());
                opponent = opponent.next(self.players);
            }
            self.root = Some(root);
            self.update_places();
        }
    }

    pub(super) fn clear(&mut self) {
        self.root = None;
    }

    fn update_places(&mut self) {
        for (place, player) in self.list.iter().enumerate() {
            self.places[player] = place as u32;
        }
    }

    #[inline(never)]
    pub(super) fn rank<G: Game>(&self, moves: &Moves<'_, G>, keys: &mut Keys<'_>) {
        if moves.side == Side::Min {
            keys.add(moves.moves, |index, _| self.places[moves.owner(index).index()]);
        } else {
            keys.add(moves.moves, |_, _| 0);
        }
    }

    pub(super) fn learn(&mut self, opponent: Player) {
        self.list.query(opponent.index());
        self.update_places();
    }

    pub(super) fn view(&self) -> ListView {
        ListView { heuristic: "threat", side: Side::Min, level: None, elements: self.list.iter().collect() }
    }
}
