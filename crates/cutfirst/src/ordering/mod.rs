//! Move ordering: a stack of heuristics, each in a file of its own.
//!
//! Every heuristic turns a move into a *rank*, lower is tried earlier. The ranks of a stack are packed side by side
//! into one sort key per move (`keys.rs`). The table's move and killers at the front of a stack are not ranked at all:
//! they are candidates, which the picker (`search/picker.rs`) tries one by one before it looks at any other
//! move.
//!
//! **When moves are ranked.** The order of a node is fixed when the node is entered, as in the papers: what its own
//! subtree teaches is used elsewhere. History with gravity is ranked later, when the candidates have failed: it is not
//! of the papers, most nodes then need no ranking at all, and what the candidates' subtrees have taught is no loss.

mod combined;
mod continuation;
mod countermove;
mod evaluate;
mod gravity;
mod heuristic;
mod history;
mod history_ads;
mod iteration;
mod keys;
mod killer;
mod learned;
mod parse;
mod relative;
mod reply_ads;
mod shuffle;
mod spec;
mod threat_ads;

use std::ops::Range;

use heuristic::Heuristic;
pub(crate) use heuristic::Surroundings;
pub(crate) use iteration::UNKNOWN;
pub(crate) use keys::{INDEX_BITS, Keys, MOST_MOVES};
pub use learned::MovePrior;
pub(crate) use learned::{Shape, Tables};
pub(crate) use parse::DEFAULT_PRIOR;
pub use parse::OrderError;
pub use spec::{AdsSpec, Bonus, GravitySpec, HeuristicSpec, Order, Prior, Scope};

use crate::game::{Game, MAX_PLAYERS, Player};
use crate::search::Side;

/// The moves of a node, as heuristics see them.
pub(crate) struct Moves<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) moves: &'a [G::Move],
    /// Who plays each move; empty if all are the moves of `mover`.
    pub(crate) owners: &'a [Player],
    pub(crate) mover: Player,
    pub(crate) side: Side,
    /// Distance from the root.
    pub(crate) ply: usize,
    /// The slot of the table's move.
    pub(crate) table_slot: Option<usize>,
    /// The slot of the move that led to the node, if a heuristic looks back.
    pub(crate) previous: Option<usize>,
}

impl<G: Game> Moves<'_, G> {
    fn owner(&self, index: usize) -> Player {
        self.owners.get(index).copied().unwrap_or(self.mover)
    }
}

/// A move has cut.
pub(crate) struct Cut<'a, M> {
    pub(crate) mv: M,
    pub(crate) by: Mover,
    pub(crate) side: Side,
    /// Distance from the root.
    pub(crate) ply: usize,
    /// Plies left to search.
    pub(crate) depth: u32,
    /// The slot of the move that led to the node, if a heuristic looks back.
    pub(crate) previous: Option<usize>,
    /// The moves that were searched before and did not cut, if a heuristic learns from them.
    pub(crate) failed: &'a [Mover],
    /// Whether no move was searched before.
    pub(crate) first: bool,
}

/// A move by its slot and its player.
#[derive(Clone, Copy)]
pub(crate) struct Mover {
    pub(crate) slot: usize,
    pub(crate) player: Player,
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

/// A move that may be tried before the others are ranked, or even generated.
pub(crate) enum Candidate<M> {
    /// The moves in a slot.
    Slot(usize),
    /// The move in a slot, provided that there is only one: which of several comes first is for the whole stack to say.
    LoneSlot(usize),
    /// This very move.
    Move(M),
    /// None here, but there may be more.
    Nothing,
}

/// Where a candidate comes from.
enum Source {
    Table,
    Killer {
        layer: usize,
        place: usize,
    },
    Head {
        layer: usize,
        place: usize,
    },
    /// The move that cut last right above the leaves.
    Last {
        layer: usize,
    },
}

/// How many heads of a list are candidates.
const HEADS: usize = 2;

struct Layer<M> {
    heuristic: Heuristic<M>,
    /// Which heuristic of the order it belongs to.
    spec: usize,
    /// Where its rank stands in a key, and how wide it is.
    shift: u32,
    bits: u32,
    /// Whether the keys so far are made shorter before its rank is added.
    shortens: bool,
}

/// A stack of heuristics with everything they remember. Threads have theirs side by side, each on cache lines of
/// its own.
#[repr(align(128))]
pub(crate) struct Orderer<M> {
    layers: Vec<Layer<M>>,
    /// How many heuristics the order has.
    specs: usize,
    /// Candidates at every node, the table's first, then those above the leaves.
    sources: Vec<Source>,
    from_table: usize,
    everywhere: usize,
    /// The layers from here on rank moves; those before only have candidates.
    ranked: usize,
    ranks_on_entry: bool,
    looks_back: bool,
    learns_from_failures: bool,
    learns_threats: bool,
    asks_about_children: bool,
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
        for (spec, heuristic) in order.0.iter().enumerate() {
            for (heuristic, bits) in Heuristic::build(heuristic, game, around)? {
                layers.push(Layer { heuristic, spec, shift: 0, bits, shortens: false });
            }
        }
        let is_candidate =
            |layer: &Layer<M>| matches!(layer.heuristic, Heuristic::Table | Heuristic::Killer(_));
        let ranked = layers.iter().take_while(|layer| is_candidate(layer)).count();
        let mut shift = INDEX_BITS;
        for layer in layers[ranked..].iter_mut().rev() {
            layer.shortens = shift + layer.bits > u64::BITS;
            layer.shift = if layer.shortens { keys::SHORT_BITS } else { shift };
            shift = layer.shift + layer.bits;
        }
        let (sources, everywhere) = sources(&layers, ranked);
        let any = |of: fn(&Heuristic<M>) -> bool| layers.iter().any(|layer: &Layer<M>| of(&layer.heuristic));
        Ok(Self {
            specs: order.0.len(),
            from_table: sources.iter().take_while(|source| matches!(source, Source::Table)).count(),
            sources,
            everywhere,
            ranked,
            ranks_on_entry: layers[ranked..].iter().any(|layer| !layer.heuristic.ranks_late()),
            looks_back: any(Heuristic::looks_back),
            learns_from_failures: any(Heuristic::learns_from_failures),
            learns_threats: any(|heuristic| matches!(heuristic, Heuristic::Threat(_))),
            asks_about_children: any(Heuristic::asks_about_children),
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

    /// Whether [`learn_threat`](Self::learn_threat) is to be called.
    #[inline]
    pub(crate) fn learns_threats(&self) -> bool {
        self.learns_threats
    }

    /// Whether any heuristic asks about children, at some node.
    #[inline]
    pub(crate) fn asks_about_children(&self) -> bool {
        self.asks_about_children
    }

    /// Whether moves are ranked at all, rather than tried as candidates or in generation order.
    #[inline]
    pub(crate) fn ranks(&self) -> bool {
        self.ranked < self.layers.len()
    }

    /// Whether they are ranked on entry to a node, even if candidates come first.
    #[inline]
    pub(crate) fn ranks_on_entry(&self) -> bool {
        self.ranks_on_entry
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

    /// The numbers of the candidates that a node may have. Lists change below a node, so that the heads of a list are
    /// the first of the order that was fixed on entry only right above the leaves.
    #[inline]
    pub(crate) fn candidates(&self, has_table_move: bool, above_leaves: bool) -> Range<usize> {
        let start = if has_table_move { 0 } else { self.from_table };
        start..if above_leaves { self.sources.len() } else { self.everywhere }
    }

    /// A node's candidate by number.
    #[inline]
    pub(crate) fn candidate(
        &self,
        number: usize,
        table_slot: Option<usize>,
        side: Side,
        ply: usize,
        previous: Option<usize>,
    ) -> Candidate<M> {
        match self.sources[number] {
            Source::Table => table_slot.map_or(Candidate::Nothing, Candidate::Slot),
            Source::Killer { layer, place } => match &self.layers[layer].heuristic {
                Heuristic::Killer(killer) => {
                    killer.of_level(ply).get(place).map_or(Candidate::Nothing, |&mv| Candidate::Move(mv))
                }
                _ => Candidate::Nothing,
            },
            Source::Head { layer, place } => {
                let slot = match &self.layers[layer].heuristic {
                    Heuristic::Ads(ads) => ads.head(place, side, ply),
                    Heuristic::Replies(replies) => replies.head(place, side, previous),
                    _ => None,
                };
                slot.map_or(Candidate::Nothing, Candidate::LoneSlot)
            }
            Source::Last { layer } => match &self.layers[layer].heuristic {
                Heuristic::Gravity(gravity) => gravity.last(side).map_or(Candidate::Nothing, Candidate::Slot),
                _ => Candidate::Nothing,
            },
        }
    }

    /// Which heuristic of the order a candidate comes from.
    pub(crate) fn source(&self, number: usize) -> usize {
        match self.sources[number] {
            Source::Table => self
                .layers
                .iter()
                .find(|layer| matches!(layer.heuristic, Heuristic::Table))
                .map_or(0, |l| l.spec),
            Source::Killer { layer, .. } | Source::Head { layer, .. } | Source::Last { layer } => {
                self.layers[layer].spec
            }
        }
    }

    /// Ranks the moves of a node: fills in their keys, which are as many. `children` holds what was wanted of them.
    /// Returns the least key.
    pub(crate) fn rank<G: Game<Move = M>>(
        &mut self,
        moves: &Moves<'_, G>,
        children: &Children,
        keys: &mut [u64],
    ) -> u64 {
        let layers = &mut self.layers[self.ranked..];
        let mut keys = Keys::new(keys);
        if let [layer] = layers {
            layer.heuristic.rank(moves, children, &mut keys);
            return keys.least();
        }
        for number in (0..layers.len()).rev() {
            let (before, after) = layers.split_at_mut(number + 1);
            let layer = &mut before[number];
            if layer.shortens {
                keys.shorten(|key| place_of(after, key));
            }
            keys.shift = layer.shift;
            layer.heuristic.rank(moves, children, &mut keys);
        }
        keys.least()
    }

    /// Which heuristic of the order decided the place of a move with this key; their number if none did.
    pub(crate) fn supplier(&self, key: u64) -> usize {
        let layers = &self.layers[self.ranked..];
        place_of(layers, key).map_or(self.specs, |place| layers[place].spec)
    }

    /// A move has cut at a node.
    #[inline]
    pub(crate) fn learn(&mut self, cut: &Cut<'_, M>) {
        for layer in &mut self.layers {
            layer.heuristic.learn(cut);
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

/// The candidates of a stack, and how many of them there are at every node.
fn sources<M: Copy + Eq>(layers: &[Layer<M>], ranked: usize) -> (Vec<Source>, usize) {
    let mut sources = Vec::new();
    for (layer, candidates) in layers[..ranked].iter().enumerate() {
        match &candidates.heuristic {
            Heuristic::Killer(killer) => {
                sources.extend((0..killer.slots()).map(|place| Source::Killer { layer, place }));
            }
            _ => sources.push(Source::Table),
        }
    }
    let everywhere = sources.len();
    let has_heads = match layers.get(ranked).map(|layer| &layer.heuristic) {
        Some(Heuristic::Ads(ads)) => ads.has_heads(),
        Some(Heuristic::Replies(_)) => true,
        _ => false,
    };
    if has_heads {
        sources.extend((0..HEADS).map(|place| Source::Head { layer: ranked, place }));
    }
    if matches!(layers.get(ranked), Some(Layer { heuristic: Heuristic::Gravity(_), .. })) {
        sources.push(Source::Last { layer: ranked });
    }
    (sources, everywhere)
}

/// Which of some layers decided the place of a move with this key. A rank of all ones leaves it to the next layer.
fn place_of<M>(layers: &[Layer<M>], key: u64) -> Option<usize> {
    for (place, layer) in layers.iter().enumerate() {
        let all_ones = (1 << layer.bits) - 1;
        if (key >> layer.shift) & all_ones != all_ones {
            return Some(place);
        }
        if layer.shortens {
            return keys::place_before_shortening(key).map(|before| place + 1 + before);
        }
    }
    None
}

/// The content of an adaptive list at the end of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
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
