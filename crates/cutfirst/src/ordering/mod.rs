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

mod combined;
mod compact;
mod continuation;
mod countermove;
mod evaluate;
mod fused;
mod gravity;
mod heuristic;
mod history;
mod history_ads;
mod iteration;
mod killer;
mod parse;
mod picker;
mod relative;
mod reply_ads;
mod sequence;
mod shuffle;
mod spec;
mod threat_ads;

use compact::RankStack;
use heuristic::Heuristic;
pub(crate) use heuristic::Surroundings;
pub(crate) use iteration::UNKNOWN;
pub use parse::OrderError;
use picker::Key;
pub(crate) use sequence::Sequence;
pub use spec::{AdsSpec, Bonus, HeuristicSpec, Order, Scope};

use crate::game::{Game, MAX_PLAYERS, Player};

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
    /// Slots of the moves that led here, the last one to this node; the first is [`NO_SLOT`]. Only filled
    /// in for orders that look back.
    pub(crate) path: &'a [u32],
    /// Indexes of the moves that failed to cut before another one did; only when learning, for orders that
    /// learn from them.
    pub(crate) earlier: &'a [u16],
}

/// No move led to the root.
pub(crate) const NO_SLOT: u32 = u32::MAX;

impl<G: Game> Node<'_, G> {
    fn owner(&self, index: usize) -> Player {
        self.owners.get(index).copied().unwrap_or(self.mover)
    }

    /// The slot of the move that led to this node.
    fn previous(&self) -> Option<usize> {
        self.path.last().filter(|&&slot| slot != NO_SLOT).map(|&slot| slot as usize)
    }
}

/// What the search has found out about a node's children for the heuristics that ask for it, one value per
/// move from the view of the side that chooses.
#[derive(Default)]
pub(crate) struct Children {
    /// Evaluations.
    pub(crate) values: Vec<i32>,
    /// What the table knows, [`UNKNOWN`] where it knows nothing.
    pub(crate) known: Vec<i32>,
}

/// The ranks of one node's moves, to which each heuristic of a stack adds its own, from right to left.
struct Ranks<'a, K> {
    keys: &'a mut Vec<K>,
    start: usize,
    shift: u32,
    /// The least key, once all have added theirs.
    least: K,
}

impl<'a, K: Key> Ranks<'a, K> {
    fn new(keys: &'a mut Vec<K>) -> Self {
        let start = keys.len();
        Self { keys, start, shift: 0, least: K::MAX }
    }

    /// Ranks every move by what `rank` says about it and its index.
    #[inline]
    fn add_all<M: Copy>(&mut self, moves: &[M], mut rank: impl FnMut(usize, M) -> u64) {
        let (shift, mut least) = (self.shift, K::MAX);
        if self.keys.len() == self.start {
            self.keys.extend((0..moves.len()).map(K::from_index));
        }
        for (index, (key, &mv)) in self.keys[self.start..].iter_mut().zip(moves).enumerate() {
            *key = key.with_rank(rank(index, mv), shift);
            least = least.min(*key);
        }
        self.least = least;
    }

    /// The keys as ranked by what stands to the right in the stack.
    fn keys_so_far(&mut self, count: usize) -> &[K] {
        if self.keys.len() == self.start {
            self.keys.extend((0..count).map(K::from_index));
        }
        &self.keys[self.start..]
    }
}

struct Layer<M> {
    heuristic: Heuristic<M>,
    shift: u32,
    bits: u32,
}

/// A stack of heuristics with everything they remember. Threads have theirs side by side, each on cache lines of
/// its own.
#[repr(align(128))]
pub(crate) struct Orderer<M> {
    layers: Vec<Layer<M>>,
    /// Bits that the whole stack takes; beyond 32, the index included.
    bits: u32,
    /// In a stack of at most 32 bits, the rank of what no heuristic ranks.
    unranked: u32,
    /// Ranks or keys of the moves of all nodes on the path: in as few bits as the stack fits in.
    ranks: RankStack,
    /// Working space of stacks that fit into 32 bits.
    joined: Vec<u32>,
    keys: Vec<u64>,
    wide_keys: Vec<u128>,
    looks_back: bool,
    learns_from_failures: bool,
    asks_about_children: bool,
    /// Whether somebody wants to know more of a cut by the first move than the move.
    asks_about_first_cuts: bool,
    /// The first heuristic that may rank a move where the table knows none.
    lead: usize,
}

impl<M: Copy + Eq> Orderer<M> {
    /// Builds the stack for games like `game`.
    ///
    /// # Errors
    /// With one line, if the game or the search lacks what a heuristic needs.
    pub(crate) fn new<G: Game<Move = M>>(
        order: &Order,
        game: &G,
        around: &Surroundings,
    ) -> Result<Self, String> {
        let mut layers = Vec::new();
        for spec in &order.0 {
            let (heuristic, bits) = Heuristic::new(spec, game, around)?;
            layers.push(Layer { heuristic, shift: 0, bits });
        }
        let all: u32 = layers.iter().map(|layer| layer.bits).sum();
        // Ranks that fit into 32 bits are kept without the index. The greatest value there is another's, which a
        // heuristic of 32 bits leaves out but a stack of smaller ones might not.
        let compact = all < u32::BITS || (all == u32::BITS && layers.len() == 1);
        let mut shift = if compact { 0 } else { INDEX_BITS };
        for layer in layers.iter_mut().rev() {
            layer.shift = shift;
            shift += layer.bits;
        }
        if shift > u128::BITS {
            let shown = crate::notation::excerpt(&order.to_string());
            return Err(format!(
                "the order '{shown}' stacks too many heuristics; of ads, history, shuffle, evaluate and combined at most three fit together"
            ));
        }
        let any = |of: fn(&Heuristic<M>) -> bool| layers.iter().any(|layer: &Layer<M>| of(&layer.heuristic));
        Ok(Self {
            bits: shift,
            unranked: (u32::MAX.unbounded_shr(u32::BITS.saturating_sub(shift))).min(compact::MOST),
            ranks: RankStack::new(),
            joined: Vec::new(),
            keys: Vec::new(),
            wide_keys: Vec::new(),
            looks_back: any(Heuristic::looks_back),
            learns_from_failures: any(Heuristic::learns_from_failures),
            asks_about_children: any(Heuristic::asks_about_children),
            asks_about_first_cuts: any(Heuristic::asks_about_first_cuts),
            lead: layers.iter().take_while(|layer| matches!(layer.heuristic, Heuristic::Table)).count(),
            layers,
        })
    }

    /// Whether the slots of the moves on the path are to be noted.
    #[inline]
    pub(crate) fn looks_back(&self) -> bool {
        self.looks_back
    }

    /// Whether moves that did not cut are to be noted.
    #[inline]
    pub(crate) fn learns_from_failures(&self) -> bool {
        self.learns_from_failures
    }

    /// Whether any heuristic asks about children, at some node.
    #[inline]
    pub(crate) fn asks_about_children(&self) -> bool {
        self.asks_about_children
    }

    /// Whether the evaluations of the children of a node at `ply` are wanted.
    pub(crate) fn wants_evaluation(&self, ply: usize) -> bool {
        self.layers.iter().any(|layer| layer.heuristic.wants_evaluation(ply))
    }

    /// Whether it is wanted what the table knows of the children of a node.
    pub(crate) fn wants_known(&self, ply: usize, depth: u32) -> bool {
        self.layers.iter().any(|layer| layer.heuristic.wants_known(ply, depth))
    }

    /// Gets ready for a search of `depth` plies by `root`. Called before every iteration;
    /// `new_search` on the first.
    pub(crate) fn prepare(&mut self, depth: u32, root: Player, new_search: bool) {
        let levels = depth as usize + 1;
        for layer in &mut self.layers {
            layer.heuristic.prepare(levels, root, new_search);
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        for layer in &mut self.layers {
            layer.heuristic.clear();
        }
    }

    /// The move has cut at a node; true if there is nothing more to say about it for a stack as simple as
    /// this, else [`learn_cut`](Self::learn_cut) has to be told. `first` if no other move was searched before.
    #[inline]
    pub(crate) fn learn_simple_cut<G: Game<Move = M>>(
        &mut self,
        game: &G,
        mv: M,
        side: Side,
        ply: usize,
        depth: u32,
        first: bool,
    ) -> bool {
        match &mut self.layers[..] {
            [] => true,
            [Layer { heuristic: Heuristic::Killer(killer), .. }] => {
                killer.learn(ply, mv);
                true
            }
            [Layer { heuristic: Heuristic::Ads(ads), .. }] => ads.learn_simple(game.slot(mv), side, ply),
            layers if first && !self.asks_about_first_cuts => {
                for layer in layers {
                    match &mut layer.heuristic {
                        Heuristic::Killer(killer) => killer.learn(ply, mv),
                        Heuristic::Gravity(gravity) => gravity.praise(game.slot(mv), side, ply, depth),
                        _ => {}
                    }
                }
                true
            }
            _ => false,
        }
    }

    /// A move has cut at a node.
    #[inline(never)]
    pub(crate) fn learn_cut<G: Game<Move = M>>(&mut self, node: &Node<'_, G>, index: usize) {
        for layer in &mut self.layers {
            layer.heuristic.learn(node, index);
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

    /// The first slots of the list of a leading `ads`, whose moves may be tried before any other is
    /// generated where the table knows no move: into `slots`, as many as it holds. Returns their number.
    #[inline]
    pub(crate) fn leading_slots(&self, side: Side, path: &[u32], slots: &mut [usize]) -> usize {
        match self.layers.get(self.lead).map(|layer| &layer.heuristic) {
            Some(Heuristic::Ads(ads)) => ads.leading_slots(side, path.len() - 1, slots),
            Some(Heuristic::Replies(replies)) => replies.leading_slots(side, path, slots),
            _ => 0,
        }
    }

    /// As [`leading_slots`](Self::leading_slots), the moves of leading killers.
    #[inline]
    pub(crate) fn leading_killers(&self, ply: usize) -> &[M] {
        match self.layers.get(self.lead).map(|layer| &layer.heuristic) {
            Some(Heuristic::Killer(killer)) => killer.of_level(ply),
            _ => &[],
        }
    }

    /// The place in the stack of what leads where the table knows no move.
    pub(crate) fn lead(&self) -> usize {
        self.lead
    }

    /// The lists of `ads` and `threat`, for people to look at; reply lists are too many.
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
