//! Move ordering: a stack of heuristics, each in a file of its own.
//!
//! Every heuristic turns a move into a *rank*, lower is tried earlier. The ranks of a stack are
//! packed side by side into one integer per move, with the place in generation order in the lowest
//! bits, so that comparing two integers compares the stack from left to right, ties keep
//! generation order, and picking the next move is picking the smallest integer. Nothing is sorted
//! before it is needed: most nodes that cut do so at one of the first moves.
//!
//! The order of a node is fixed when the node is entered; what its own subtree teaches is used
//! elsewhere.

mod history;
mod history_ads;
mod killer;
mod picker;
mod shuffle;
mod spec;
mod threat_ads;

use history::History;
use history_ads::HistoryAds;
use killer::Killer;
pub(crate) use picker::{Key, Picker};
use shuffle::Shuffle;
pub use spec::{AdsSpec, Bonus, HeuristicSpec, Order, OrderError};
use threat_ads::ThreatAds;

use crate::game::{Game, MAX_PLAYERS, Player};
use crate::powers::Powers;

/// Whose interest a node serves: the root player's or everybody else's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The root player chooses.
    Max,
    /// An opponent chooses.
    Min,
}

impl Side {
    /// 0 for Max, 1 for Min.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Turns a value from the root player's view into the side's own view, and back.
    #[inline]
    #[must_use]
    pub const fn view(self, value: i32) -> i32 {
        match self {
            Self::Max => value,
            Self::Min => -value,
        }
    }
}

/// Bits of a key that hold the place in generation order.
const INDEX_BITS: u32 = 16;

/// The largest number of moves a position may have.
pub(crate) const MOST_MOVES: usize = 1 << INDEX_BITS;

/// A node whose moves are to be ordered.
pub(crate) struct Node<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) moves: &'a [G::Move],
    /// Who plays each move; empty if all are the moves of `mover`.
    pub(crate) owners: &'a [Player],
    pub(crate) mover: Player,
    pub(crate) side: Side,
    /// Distance from the root.
    pub(crate) ply: usize,
    /// Plies left to search.
    pub(crate) depth: u32,
    /// The slot of the table's move.
    pub(crate) table_slot: Option<usize>,
}

impl<G: Game> Node<'_, G> {
    fn owner(&self, index: usize) -> Player {
        self.owners.get(index).copied().unwrap_or(self.mover)
    }
}

/// The ranks of one node's moves, to which each heuristic adds its own.
struct Ranks<'a, K> {
    keys: &'a mut [K],
    shift: u32,
}

impl<K: Key> Ranks<'_, K> {
    /// Ranks every move by what `rank` says about it and its index.
    #[inline]
    fn add_all<M: Copy>(&mut self, moves: &[M], mut rank: impl FnMut(usize, M) -> u64) {
        for (index, (key, &mv)) in self.keys.iter_mut().zip(moves).enumerate() {
            *key = key.with_rank(rank(index, mv), self.shift);
        }
    }
}

/// A heuristic's memory. Those without one read the rank off the node.
enum Heuristic<M> {
    Shuffle(Shuffle),
    Killer(Killer<M>),
    History(History),
    Ads(HistoryAds),
    Threat(ThreatAds),
    Table,
    Static,
    /// Ranked by the search itself, which can make moves.
    Evaluate {
        levels: usize,
    },
}

struct Layer<M> {
    heuristic: Heuristic<M>,
    shift: u32,
    bits: u32,
}

/// A stack of heuristics with everything they remember.
pub(crate) struct Orderer<M> {
    layers: Vec<Layer<M>>,
    by_evaluation: bool,
    /// Bits that the whole stack takes, the index included.
    bits: u32,
}

impl<M: Copy + Eq> Orderer<M> {
    /// Builds the stack for games like `game`.
    ///
    /// # Errors
    /// With one line, if the game or the search lacks what a heuristic needs.
    pub(crate) fn new<G: Game<Move = M>>(
        order: &Order,
        game: &G,
        seed: u64,
        best_reply: bool,
        has_table: bool,
    ) -> Result<Self, String> {
        let (slots, players) = (game.slots(), game.players());
        let mut layers = Vec::new();
        for spec in &order.0 {
            let (heuristic, bits) = match spec {
                HeuristicSpec::Shuffle { seed: own } => (Heuristic::Shuffle(Shuffle::new(seed, *own)), 32),
                HeuristicSpec::Killer { slots } => (Heuristic::Killer(Killer::new(*slots)), 4),
                HeuristicSpec::History { bonus, per_level } => {
                    (Heuristic::History(History::new(*bonus, *per_level, slots)), history::BITS)
                }
                HeuristicSpec::Ads(ads) => (Heuristic::Ads(HistoryAds::new(ads, slots, players, seed)), 32),
                HeuristicSpec::Threat { rule, fresh } => {
                    if !best_reply {
                        return Err("the order 'threat' ranks opponents, which only the algorithm 'brs' has together \
                                    in one node"
                            .to_owned());
                    }
                    (Heuristic::Threat(ThreatAds::new(*rule, *fresh, players, seed)), 4)
                }
                HeuristicSpec::Table => {
                    if !has_table {
                        return Err("the order 'tt' needs a transposition table".to_owned());
                    }
                    (Heuristic::Table, 1)
                }
                HeuristicSpec::Static => {
                    let Some((classes, _)) = G::Powers::CLASS else {
                        return Err("the order 'static' needs a game with move classes of its own".to_owned());
                    };
                    (Heuristic::Static, usize::BITS - classes.leading_zeros() + 1)
                }
                HeuristicSpec::Evaluate { levels } => (Heuristic::Evaluate { levels: *levels }, 32),
            };
            layers.push(Layer { heuristic, shift: 0, bits });
        }
        let mut shift = INDEX_BITS;
        for layer in layers.iter_mut().rev() {
            layer.shift = shift;
            shift += layer.bits;
        }
        if shift > u128::BITS {
            let shown = crate::notation::excerpt(&order.to_string());
            return Err(format!(
                "the order '{shown}' stacks too many heuristics; at most three with full ranks fit"
            ));
        }
        let by_evaluation = layers.iter().any(|layer| matches!(layer.heuristic, Heuristic::Evaluate { .. }));
        Ok(Self { layers, by_evaluation, bits: shift })
    }

    /// Whether moves keep generation order.
    #[inline]
    pub(crate) fn is_none(&self) -> bool {
        self.layers.is_empty()
    }

    /// Whether a key takes 128 bits instead of 64.
    #[inline]
    pub(crate) fn is_wide(&self) -> bool {
        self.bits > u64::BITS
    }

    /// A picker for a node of this stack.
    #[inline]
    pub(crate) fn picker<K: Key>(&self) -> Picker<K> {
        Picker::new(self.bits)
    }

    /// Whether the children of a node at `ply` are to be ranked by evaluation too.
    #[inline]
    pub(crate) fn wants_evaluation(&self, ply: usize) -> bool {
        self.by_evaluation
            && self
                .layers
                .iter()
                .any(|layer| matches!(layer.heuristic, Heuristic::Evaluate { levels } if ply < levels))
    }

    /// Gets ready for a search of `depth` plies by `root`. Called before every iteration;
    /// `new_search` on the first.
    pub(crate) fn prepare(&mut self, depth: u32, root: Player, new_search: bool) {
        let levels = depth as usize + 1;
        for layer in &mut self.layers {
            match &mut layer.heuristic {
                Heuristic::Killer(killer) => killer.prepare(levels, new_search),
                Heuristic::History(history) => history.prepare(levels),
                Heuristic::Ads(ads) => ads.prepare(levels, new_search),
                Heuristic::Threat(threat) => threat.prepare(root, new_search),
                Heuristic::Shuffle(_) | Heuristic::Table | Heuristic::Static | Heuristic::Evaluate { .. } => {
                }
            }
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        for layer in &mut self.layers {
            match &mut layer.heuristic {
                Heuristic::Killer(killer) => killer.clear(),
                Heuristic::History(history) => history.clear(),
                Heuristic::Ads(ads) => ads.clear(),
                Heuristic::Threat(threat) => threat.clear(),
                Heuristic::Shuffle(_) | Heuristic::Table | Heuristic::Static | Heuristic::Evaluate { .. } => {
                }
            }
        }
    }

    /// Pushes a key for each move, the smallest to be tried first. `values` holds the
    /// children's evaluations from the mover's view if they were wanted.
    pub(crate) fn rank<G: Game<Move = M>, K: Key>(
        &self,
        node: &Node<'_, G>,
        values: &[i32],
        keys: &mut Vec<K>,
    ) {
        let start = keys.len();
        keys.extend((0..node.moves.len()).map(K::from_index));
        let keys = &mut keys[start..];
        for layer in &self.layers {
            let mut ranks = Ranks { keys: &mut *keys, shift: layer.shift };
            match &layer.heuristic {
                Heuristic::Shuffle(shuffle) => shuffle.rank(node, &mut ranks),
                Heuristic::Killer(killer) => killer.rank(node, &mut ranks),
                Heuristic::History(history) => history.rank(node, &mut ranks),
                Heuristic::Ads(ads) => ads.rank(node, &mut ranks),
                Heuristic::Threat(threat) => threat.rank(node, &mut ranks),
                Heuristic::Table => {
                    ranks.add_all(node.moves, |_, mv| u64::from(node.table_slot != Some(node.game.slot(mv))));
                }
                Heuristic::Static => {
                    if let Some((_, class)) = G::Powers::CLASS {
                        ranks.add_all(node.moves, |_, mv| class(node.game, mv) as u64);
                    }
                }
                Heuristic::Evaluate { levels } => {
                    let wanted = node.ply < *levels;
                    ranks.add_all(node.moves, |index, _| {
                        // High values first: the order of i32 turned round, in 32 bits.
                        let rank =
                            values.get(index).filter(|_| wanted).map(|&value| !(value as u32 ^ 0x8000_0000));
                        u64::from(rank.unwrap_or(u32::MAX))
                    });
                }
            }
        }
    }

    /// A move has cut at a node.
    pub(crate) fn learn_cut<G: Game<Move = M>>(&mut self, node: &Node<'_, G>, index: usize) {
        for layer in &mut self.layers {
            match &mut layer.heuristic {
                Heuristic::Killer(killer) => killer.learn(node.ply, node.moves[index]),
                Heuristic::History(history) => history.learn(node, index),
                Heuristic::Ads(ads) => ads.learn(node, index),
                Heuristic::Shuffle(_)
                | Heuristic::Threat(_)
                | Heuristic::Table
                | Heuristic::Static
                | Heuristic::Evaluate { .. } => {}
            }
        }
    }

    /// A Min node of Best-Reply Search is done, and a move of `opponent` lowered its bound most.
    pub(crate) fn learn_threat(&mut self, opponent: Player) {
        for layer in &mut self.layers {
            if let Heuristic::Threat(threat) = &mut layer.heuristic {
                threat.learn(opponent);
            }
        }
    }

    /// Which heuristic of the stack ranked the move with this key, counted from the left; the
    /// number of heuristics if none did.
    pub(crate) fn supplier(&self, key: u128) -> usize {
        let ranked = |layer: &Layer<M>| {
            let all_ones = (1u128 << layer.bits) - 1;
            (key >> layer.shift) & all_ones != all_ones
        };
        self.layers.iter().position(ranked).unwrap_or(self.layers.len())
    }

    /// The list of a leading `ads`, whose moves may be tried before any other is generated.
    #[inline]
    pub(crate) fn leading_list(&self, side: Side, ply: usize) -> Option<&crate::adaptive::AdaptiveList> {
        match self.layers.first() {
            Some(Layer { heuristic: Heuristic::Ads(ads), .. }) => ads.list_of_slots(side, ply),
            _ => None,
        }
    }

    /// The lists of `ads` and `threat`, for people to look at.
    pub(crate) fn lists(&self) -> Vec<ListView> {
        let of = |layer: &Layer<M>| match &layer.heuristic {
            Heuristic::Ads(ads) => ads.views(),
            Heuristic::Threat(threat) => vec![threat.view()],
            _ => Vec::new(),
        };
        self.layers.iter().flat_map(of).collect()
    }
}

/// The content of an adaptive list at the end of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListView {
    /// `ads` or `threat`.
    pub heuristic: &'static str,
    /// Whose nodes the list orders.
    pub side: Side,
    /// The level it belongs to, if there is one list per level.
    pub level: Option<usize>,
    /// Slots (`threat`: players), head first; with `mover`, slot × [`MAX_PLAYERS`] + player.
    pub elements: Vec<usize>,
}

/// An element of a list that tells movers apart.
#[inline]
fn slot_of_mover(slot: usize, mover: Player) -> usize {
    slot * MAX_PLAYERS + mover.index()
}
