//! The order in which a node takes its moves, worked out only as far as it is needed.
//!
//! Most nodes are near the leaves and have few moves, so what counts is what an order costs before it
//! says anything at all. Orders that consist of one simple heuristic are therefore treated on their own:
//! killers are looked for without ranking anything, and the ranks of a list are read in one pass that
//! also finds the first move.

use super::compact::Compact;
use super::fused::Fused;
use super::heuristic::Heuristic;
use super::killer::Walk;
use super::picker::{IndexedKey, Key, Picker};
use super::{Children, Layer, Node, Orderer, Ranks, Side};
use crate::adaptive::AdaptiveList;
use crate::game::Game;

/// Where a node is in its moves.
pub(crate) enum Sequence {
    /// As generated, from this index on.
    Generated(usize),
    /// As killers alone have it.
    Killers(Walk),
    /// By ranks of 32 bits.
    Compact(Compact),
    /// By keys, which start here in the orderer's buffer.
    Narrow(usize, Picker<u64>),
    Wide(usize, Picker<u128>),
}

impl<M: Copy + Eq> Orderer<M> {
    /// Begins the order of a node if the stack is simple enough to need nothing but this.
    #[inline]
    pub(crate) fn begin_simple<G: Game<Move = M>>(
        &mut self,
        game: &G,
        moves: &[M],
        side: Side,
        ply: usize,
    ) -> Option<Sequence> {
        match &self.layers[..] {
            [] => Some(Sequence::Generated(0)),
            [Layer { heuristic: Heuristic::Killer(_), .. }] => Some(Sequence::Killers(Walk::new(ply))),
            [Layer { heuristic: Heuristic::Ads(ads), .. }] => {
                let list = ads.lone_list(side, ply)?;
                if list.is_empty() {
                    return Some(Sequence::Generated(0));
                }
                let list = list.ranks();
                let compact = self.ranks.push(moves, AdaptiveList::UNLISTED, |mv| list[game.slot(mv)]);
                Some(compact.map_or(Sequence::Generated(0), Sequence::Compact))
            }
            _ => None,
        }
    }

    /// Begins the order of a node. `children` holds what was wanted of them.
    #[inline(never)]
    pub(crate) fn begin<G: Game<Move = M>>(&mut self, node: &Node<'_, G>, children: &Children) -> Sequence {
        let Self { layers, ranks, joined, keys, wide_keys, bits, unranked, .. } = self;
        if let Some(fused) = Fused::of(layers, node) {
            let compact = fused.push(node, ranks, *unranked);
            compact.map_or(Sequence::Generated(0), Sequence::Compact)
        } else if *bits <= u32::BITS {
            joined.clear();
            rank(layers, node, children, joined);
            let compact = ranks.push(joined, *unranked, |rank| rank);
            compact.map_or(Sequence::Generated(0), Sequence::Compact)
        } else if *bits <= u64::BITS {
            let ranks = rank(layers, node, children, keys);
            Sequence::Narrow(ranks.start, Picker::new(*bits, ranks.least))
        } else {
            let ranks = rank(layers, node, children, wide_keys);
            Sequence::Wide(ranks.start, Picker::new(*bits, ranks.least))
        }
    }

    /// The index of a node's next move. Must not be called more often than there are moves.
    #[inline]
    pub(crate) fn next(&mut self, sequence: &mut Sequence, moves: &[M]) -> usize {
        match sequence {
            Sequence::Generated(next) => {
                *next += 1;
                *next - 1
            }
            Sequence::Killers(walk) => match &self.layers[..] {
                [Layer { heuristic: Heuristic::Killer(killer), .. }] => {
                    let index = killer.next(walk, moves);
                    if walk.is_over() {
                        *sequence = Sequence::Generated(index + 1);
                    }
                    index
                }
                _ => unreachable!("only killers have such a sequence"),
            },
            Sequence::Compact(compact) => self.ranks.next(compact, self.unranked),
            Sequence::Narrow(start, picker) => {
                picker.next(&mut self.keys[*start..*start + moves.len()]).index()
            }
            Sequence::Wide(start, picker) => {
                picker.next(&mut self.wide_keys[*start..*start + moves.len()]).index()
            }
        }
    }

    /// Ends the order of a node, after those of all nodes below it.
    #[inline]
    pub(crate) fn end(&mut self, sequence: &Sequence) {
        match sequence {
            Sequence::Generated(_) | Sequence::Killers(_) => {}
            Sequence::Compact(compact) => self.ranks.pop(compact),
            Sequence::Narrow(start, _) => self.keys.truncate(*start),
            Sequence::Wide(start, _) => self.wide_keys.truncate(*start),
        }
    }

    /// Which heuristic of the stack ranked the last move taken, counted from the left; the number of
    /// heuristics if none did.
    pub(crate) fn supplier(&self, sequence: &Sequence) -> usize {
        let key = match (sequence, self.layers.first()) {
            (Sequence::Generated(_), _) => u128::MAX,
            (Sequence::Killers(walk), Some(Layer { heuristic: Heuristic::Killer(killer), shift, .. })) => {
                u128::from(walk.rank(killer.of_level(walk.ply()).len())) << shift
            }
            (Sequence::Killers(_), _) => u128::MAX,
            (Sequence::Compact(compact), _) if compact.last() == self.unranked => u128::MAX,
            (Sequence::Compact(compact), _) => compact.last().into(),
            (Sequence::Narrow(_, picker), _) => picker.last().into(),
            (Sequence::Wide(_, picker), _) => picker.last(),
        };
        let ranked = |layer: &Layer<M>| {
            let all_ones = (1u128 << layer.bits) - 1;
            (key >> layer.shift) & all_ones != all_ones
        };
        self.layers.iter().position(ranked).unwrap_or(self.layers.len())
    }
}

/// Lets the heuristics of a stack rank the moves, from right to left.
fn rank<'a, G: Game, K: Key>(
    layers: &mut [Layer<G::Move>],
    node: &Node<'_, G>,
    children: &Children,
    keys: &'a mut Vec<K>,
) -> Ranks<'a, K> {
    let mut ranks = Ranks::new(keys);
    for layer in layers.iter_mut().rev() {
        ranks.shift = layer.shift;
        layer.heuristic.rank(node, children, &mut ranks);
    }
    ranks
}
