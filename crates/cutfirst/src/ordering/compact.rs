//! Picking moves by ranks of 32 bits, for stacks that need no more.
//!
//! The ranks of a node stand side by side in blocks of eight, so that the least is found eight at a time and
//! without a branch; equal ranks are taken in generation order, because the first of them is found first. A
//! move that was taken is overwritten. The first move is known from ranking; a node that has not cut after
//! some more will probably never do, and sorts the rest at once.

/// Ranks are padded to whole blocks.
const BLOCK: usize = 8;

/// The rank of a move that was taken, and of padding.
const TAKEN: u32 = u32::MAX;

/// What no heuristic ranks comes at most here, before [`TAKEN`].
pub(super) const MOST: u32 = u32::MAX - 1;

/// Up to here a node is narrow: its ranks are looked through one by one.
const NARROW: usize = 2 * BLOCK;

/// How many moves are looked for before the rest is sorted, which costs little at a narrow node.
const SCANS: u32 = 12;
const NARROW_SCANS: u32 = 3;

/// The ranks of all nodes on the path, one after the other.
pub(super) struct RankStack {
    /// More than are in use, so that no node has to clear or grow it.
    ranks: Vec<u32>,
    top: usize,
    /// Ranks with indexes of those nodes that have sorted them.
    sorted: Vec<u64>,
}

/// Where a node is in its moves.
pub(crate) struct Compact {
    /// Where its ranks start and, padded, end.
    start: usize,
    end: usize,
    /// The index and the rank of the last move; at first, of the next one.
    at: usize,
    last: u32,
    /// How many moves were taken, up to `scans`; beyond, the rest is sorted.
    taken: u32,
    scans: u32,
    /// Where its next sorted key is and where the first one was.
    next_sorted: usize,
    first_sorted: usize,
}

impl RankStack {
    pub(super) fn new() -> Self {
        Self { ranks: vec![TAKEN; 4096], top: 0, sorted: Vec::new() }
    }

    /// Ranks the moves of a node; `None` if all are `unranked`.
    #[inline]
    pub(super) fn push<M: Copy>(
        &mut self,
        moves: &[M],
        unranked: u32,
        mut rank: impl FnMut(M) -> u32,
    ) -> Option<Compact> {
        let start = self.top;
        let padded = start + moves.len() + BLOCK;
        if padded > self.ranks.len() {
            self.grow(padded);
        }
        // Which rank is the least is anyone's guess, so there is no branch to guess wrong.
        let mut first = u64::MAX;
        for (index, (place, &mv)) in self.ranks[start..].iter_mut().zip(moves).enumerate() {
            let rank = rank(mv);
            *place = rank;
            first = first.min(u64::from(rank) << 32 | index as u64);
        }
        let (last, at) = ((first >> 32) as u32, first as u32 as usize);
        if last == unranked {
            return None;
        }
        self.ranks[padded - BLOCK..padded].fill(TAKEN);
        let end = start + moves.len().next_multiple_of(BLOCK);
        self.top = end;
        let scans = if moves.len() <= NARROW { NARROW_SCANS } else { SCANS };
        Some(Compact { start, end, at, last, taken: 0, scans, next_sorted: 0, first_sorted: 0 })
    }

    #[cold]
    fn grow(&mut self, least: usize) {
        self.ranks.resize(2 * least, TAKEN);
    }

    /// Gives back what a node has used.
    #[inline]
    pub(super) fn pop(&mut self, node: &Compact) {
        self.top = node.start;
        if node.taken > node.scans {
            self.sorted.truncate(node.first_sorted);
        }
    }

    /// The index of a node's next move. Must not be called more often than there are moves. `unranked` is
    /// the rank of what no heuristic ranks.
    #[inline]
    pub(super) fn next(&mut self, node: &mut Compact, unranked: u32) -> usize {
        if node.taken == 0 {
            node.taken = 1;
            return node.at;
        }
        self.next_but_first(node, unranked)
    }

    fn next_but_first(&mut self, node: &mut Compact, unranked: u32) -> usize {
        if node.taken >= node.scans {
            return self.next_sorted(node);
        }
        let ranks = &mut self.ranks[node.start..node.end];
        if node.last == unranked {
            // The others are unranked too, and nobody has overwritten them.
            node.at += 1;
            while ranks[node.at] != unranked {
                node.at += 1;
            }
        } else {
            ranks[node.at] = TAKEN;
            node.taken += 1;
            (node.last, node.at) = if ranks.len() <= NARROW {
                first_least(ranks)
            } else {
                let least = least(ranks);
                (least, position(ranks, least))
            };
        }
        node.at
    }

    #[inline(never)]
    fn next_sorted(&mut self, node: &mut Compact) -> usize {
        if node.taken == node.scans {
            let ranks = &mut self.ranks[node.start..node.end];
            ranks[node.at] = TAKEN;
            node.taken += 1;
            node.first_sorted = self.sorted.len();
            node.next_sorted = node.first_sorted;
            let left = ranks.iter().enumerate().filter(|&(_, &rank)| rank != TAKEN);
            self.sorted.extend(left.map(|(index, &rank)| u64::from(rank) << 32 | index as u64));
            self.sorted[node.first_sorted..].sort_unstable();
        }
        let key = self.sorted[node.next_sorted];
        node.next_sorted += 1;
        (node.last, node.at) = ((key >> 32) as u32, key as u32 as usize);
        node.at
    }
}

impl Compact {
    /// The rank of the last move taken.
    pub(super) fn last(&self) -> u32 {
        self.last
    }
}

/// The least rank and where it is first.
#[inline]
fn first_least(ranks: &[u32]) -> (u32, usize) {
    let (mut least, mut at) = (TAKEN, 0);
    for (index, &rank) in ranks.iter().enumerate() {
        if rank < least {
            (least, at) = (rank, index);
        }
    }
    (least, at)
}

#[inline]
fn least(ranks: &[u32]) -> u32 {
    let mut least = [u32::MAX; BLOCK];
    for block in ranks.as_chunks::<BLOCK>().0 {
        for (least, &rank) in least.iter_mut().zip(block) {
            *least = rank.min(*least);
        }
    }
    least.into_iter().fold(u32::MAX, u32::min)
}

/// The index of the first move with this rank, which there must be.
#[inline]
fn position(ranks: &[u32], wanted: u32) -> usize {
    let mut index = 0;
    for block in ranks.as_chunks::<BLOCK>().0 {
        if block.iter().fold(false, |found, &rank| found | (rank == wanted)) {
            break;
        }
        index += BLOCK;
    }
    while ranks[index] != wanted {
        index += 1;
    }
    index
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const UNRANKED: u32 = 63;

    fn check(node: &[u32]) {
        let mut stack = RankStack::new();
        // A node above, which has sorted its moves, gets its own back afterwards.
        let above: Vec<u32> = (0..20).rev().collect();
        let mut first = stack.push(&above, UNRANKED, |rank| rank).unwrap();
        let mut above_picked: Vec<usize> = (0..15).map(|_| stack.next(&mut first, UNRANKED)).collect();

        let mut expected: Vec<usize> = (0..node.len()).collect();
        expected.sort_by_key(|&index| node[index]);
        match stack.push(node, UNRANKED, |rank| rank) {
            Some(mut compact) => {
                let picked: Vec<usize> = node.iter().map(|_| stack.next(&mut compact, UNRANKED)).collect();
                assert_eq!(picked, expected);
                assert_eq!(compact.last(), node[expected[node.len() - 1]]);
                stack.pop(&compact);
            }
            None => assert!(node.iter().all(|&rank| rank == UNRANKED)),
        }

        above_picked.extend((0..5).map(|_| stack.next(&mut first, UNRANKED)));
        assert!(above_picked.into_iter().eq((0..20).rev()));
        stack.pop(&first);
        assert!(stack.top == 0 && stack.sorted.is_empty());
    }

    proptest! {
        #[test]
        fn moves_are_picked_in_the_order_of_a_stable_sort(node in prop::collection::vec(0..=UNRANKED, 1..80)) {
            check(&node);
        }

        #[test]
        fn also_where_few_are_ranked(ranked in prop::collection::vec((0usize..30, 0..UNRANKED), 0..6)) {
            let mut node = vec![UNRANKED; 30];
            for (index, rank) in ranked {
                node[index] = rank;
            }
            check(&node);
        }
    }
}
