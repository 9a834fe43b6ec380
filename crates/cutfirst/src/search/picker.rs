//! The moves of a node, one after the other, worked out only as far as they are needed.
//!
//! First the order's candidates: the table's move, killers, heads of a list. Where the game finds the moves of a slot
//! ([`SlotMoves`](crate::powers::SlotMoves)), they are tried before any move is generated, and most nodes that cut never
//! generate. Then all moves are generated and ranked in one pass, which also finds the first. At the first failure the
//! rest is sorted, if there is little of it; otherwise a few more are looked for before the rest is sorted. The moves
//! handed out are therefore always the first of the sorted keys, which is also how the order learns what failed.
//!
//! Orders of the papers are fixed when a node is entered: their moves are generated and ranked before the first
//! candidate is searched.

use std::ops::{Index, IndexMut};
use std::slice::SliceIndex;

use crate::evaluation::Evaluation;
use crate::game::{Game, Player};
use crate::ordering::{Candidate, Cut, INDEX_BITS, MOST_MOVES, Mover, Moves, UNKNOWN};
use crate::powers::Powers;
use crate::search::alpha_beta::Node;
use crate::search::table::value_from_root;
use crate::search::turns::{Side, Turns};
use crate::search::worker::Worker;
use crate::table::Entry;

/// Up to so many moves are sorted at once; of more, so many are first looked for one by one.
const FEW: usize = 16;
const SELECTED: usize = 4;

/// Right above the leaves, where no move is expected to cut, all of them will be looked at, and to rank them would be in vain.
/// With the moves of several players, who come one after the other, it pays to rank them after all and to order a few.
const ORDERED_OUT_OF_TURN: usize = 2;

/// Where a node is in its moves. They are in the worker's buffers, after those of the nodes above.
pub(crate) struct Picker {
    /// The side that chooses: another than the node's if nobody on that side can move.
    pub(crate) side: Side,
    mover: Player,
    table_slot: Option<u32>,
    /// Whether candidates may be left, the next one's number, and how many there are.
    has_candidates: bool,
    candidate: u8,
    candidates: u8,
    is_generated: bool,
    /// Whether more moves have to be generated once these are handed out.
    has_more: bool,
    is_ranked: bool,
    /// Whether the ranked moves have their turn.
    is_ready: bool,
    /// Whether there are keys, and whether moves come in their order rather than in generation order.
    has_keys: bool,
    follows_keys: bool,
    /// Where the candidates that were found begin, and how many were handed out.
    tried: usize,
    given: usize,
    /// Where moves, their owners and keys begin.
    moves: usize,
    owners: usize,
    keys: usize,
    /// How many moves were generated, and how many of them were handed out.
    count: usize,
    taken: usize,
    /// How many of them are put in order.
    ordered: usize,
}

impl Picker {
    /// Begins a node. `eager` if its moves are to be generated at once.
    #[inline]
    pub(crate) fn new<G: Game, E: Evaluation<G>, T: Turns<G>>(
        worker: &mut Worker<'_, G, E>,
        node: &Node,
        table_slot: Option<usize>,
        eager: bool,
    ) -> Self {
        let above_leaves = node.depth == 1 && worker.settings.techniques.quiescence == 0;
        let candidates = match worker.settings.ignore_order {
            true => 0..0,
            false => worker.orderer.candidates(table_slot.is_some(), above_leaves),
        };
        let mut picker = Self {
            side: node.side,
            mover: worker.game.to_move(),
            table_slot: table_slot.map(|slot| slot as u32),
            has_candidates: !candidates.is_empty(),
            candidate: candidates.start as u8,
            candidates: candidates.end as u8,
            is_generated: false,
            has_more: false,
            is_ranked: false,
            is_ready: false,
            has_keys: false,
            follows_keys: false,
            tried: worker.tried.len(),
            given: 0,
            moves: worker.moves.len(),
            owners: worker.owners.len(),
            keys: worker.keys.len(),
            count: 0,
            taken: 0,
            ordered: match node.depth == 1 && node.expects_no_cut && !worker.orderer.ranks_on_entry() {
                true if T::IN_TURN => 0,
                true => ORDERED_OUT_OF_TURN,
                false => usize::MAX,
            },
        };
        let fixed = picker.has_candidates && !above_leaves && worker.orderer.ranks_on_entry();
        if eager || fixed || G::Powers::MOVES_IN_SLOT.is_none() || is_captures_alone(worker, node) {
            picker.generate::<G, E, T>(worker, node, eager);
        }
        if fixed {
            picker.rank::<G, E, T>(worker, node);
        }
        picker
    }

    /// The next move and who plays it.
    #[inline(always)]
    pub(crate) fn next<G: Game, E: Evaluation<G>, T: Turns<G>>(
        &mut self,
        worker: &mut Worker<'_, G, E>,
        node: &Node,
    ) -> Option<(G::Move, Player)> {
        if !self.is_ready
            && let Some(found) = self.begin::<G, E, T>(worker, node)
        {
            return Some(found);
        }
        self.next_ranked::<G, E, T>(worker)
    }

    /// The next candidate, as long as there is one; then generates and ranks the moves.
    fn begin<G: Game, E: Evaluation<G>, T: Turns<G>>(
        &mut self,
        worker: &mut Worker<'_, G, E>,
        node: &Node,
    ) -> Option<(G::Move, Player)> {
        if self.has_candidates
            && let Some(found) = self.next_candidate::<G, E, T>(worker, node)
        {
            return Some(found);
        }
        if !self.is_generated {
            self.generate::<G, E, T>(worker, node, false);
        }
        if !self.is_ranked {
            self.rank::<G, E, T>(worker, node);
        }
        self.is_ready = true;
        None
    }

    /// The next of the ranked moves and who plays it.
    #[inline(always)]
    fn next_ranked<G: Game, E: Evaluation<G>, T: Turns<G>>(
        &mut self,
        worker: &mut Worker<'_, G, E>,
    ) -> Option<(G::Move, Player)> {
        if self.taken == self.count && !self.generate_more::<G, E, T>(worker) {
            return None;
        }
        let place = self.taken;
        self.taken += 1;
        if self.has_keys && place > 0 && place < self.ordered {
            bring_forward(&mut worker.keys[self.keys..self.keys + self.count], place);
        }
        let found = self.at::<G, E, T>(worker, self.index(worker, place));
        if self.given > 0 && worker.tried[self.tried..].contains(&found) {
            return self.next_but_tried::<G, E, T>(worker);
        }
        Some(found)
    }

    /// [`next_ranked`](Self::next_ranked) after one that was tried as a candidate.
    #[inline(never)]
    fn next_but_tried<G: Game, E: Evaluation<G>, T: Turns<G>>(
        &mut self,
        worker: &mut Worker<'_, G, E>,
    ) -> Option<(G::Move, Player)> {
        self.next_ranked::<G, E, T>(worker)
    }

    /// The index in generation order of the generated move that is tried as number `place`.
    #[inline]
    fn index<G: Game, E: Evaluation<G>>(&self, worker: &Worker<'_, G, E>, place: usize) -> usize {
        if self.follows_keys { index(worker.keys[self.keys + place]) } else { place }
    }

    /// The number of moves, all of which were generated.
    pub(crate) fn count(&self) -> usize {
        debug_assert!(self.is_generated);
        self.count
    }

    /// The move at an index in generation order and who plays it.
    #[inline]
    pub(crate) fn at<G: Game, E: Evaluation<G>, T: Turns<G>>(
        &self,
        worker: &Worker<'_, G, E>,
        index: usize,
    ) -> (G::Move, Player) {
        let owner = match T::IN_TURN {
            true => self.mover,
            false => worker.owners.get(self.owners + index).copied().unwrap_or(self.mover),
        };
        (worker.moves[self.moves + index], owner)
    }

    /// The index in generation order of a generated move.
    pub(crate) fn index_of<G: Game, E: Evaluation<G>>(
        &self,
        worker: &Worker<'_, G, E>,
        mv: G::Move,
    ) -> usize {
        let moves = &worker.moves[self.moves..self.moves + self.count];
        moves.iter().position(|&other| other == mv).expect("a move that was generated")
    }

    /// The next candidate that is legal and was not found before.
    fn next_candidate<G: Game, E: Evaluation<G>, T: Turns<G>>(
        &mut self,
        worker: &mut Worker<'_, G, E>,
        node: &Node,
    ) -> Option<(G::Move, Player)> {
        loop {
            if let Some(&found) = worker.tried.get(self.tried + self.given) {
                self.given += 1;
                return Some(found);
            }
            if self.candidate == self.candidates {
                self.has_candidates = false;
                return None;
            }
            let number = usize::from(self.candidate);
            self.candidate += 1;
            let (slot, ply) = (self.table_slot.map(|slot| slot as usize), node.ply);
            let previous = worker.previous(ply);
            let candidate = worker.orderer.candidate(number, slot, node.side, ply, previous);
            let wanted = match candidate {
                Candidate::Nothing => continue,
                Candidate::Slot(slot) | Candidate::LoneSlot(slot) => slot,
                Candidate::Move(mv) => worker.game.slot(mv),
            };
            // Where the moves to look through begin, and who plays them: all that were generated, or those of the slot, which
            // are put behind the others for as long as it takes.
            let (moves, owners) = (worker.moves.len(), worker.owners.len());
            let (first, first_owner) =
                if self.is_generated { (self.moves, self.owners) } else { (moves, owners) };
            if let Some(moves_in_slot) = G::Powers::MOVES_IN_SLOT
                && !self.is_generated
            {
                let Worker { game, root, moves: to, owners: of, .. } = worker;
                T::expand_slot(game, *root, node.side, (moves_in_slot, wanted), to, of);
            }
            let before = worker.tried.len();
            let Worker { game, moves: all, owners: of, tried, .. } = worker;
            for (place, &mv) in all[first..].iter().enumerate() {
                let fits = match candidate {
                    Candidate::Move(wanted) => mv == wanted,
                    _ => !self.is_generated || game.slot(mv) == wanted,
                };
                if fits {
                    let owner = of.get(first_owner + place).copied().unwrap_or(self.mover);
                    if !tried[self.tried..].contains(&(mv, owner)) {
                        tried.push((mv, owner));
                    }
                }
            }
            all.truncate(moves);
            of.truncate(owners);
            if matches!(candidate, Candidate::LoneSlot(_)) && worker.tried.len() > before + 1 {
                worker.tried.truncate(before);
                self.candidate = self.candidates;
            }
        }
    }

    /// Generates the moves: all of them if they are wanted at once or will be ranked.
    fn generate<G: Game, E: Evaluation<G>, T: Turns<G>>(
        &mut self,
        worker: &mut Worker<'_, G, E>,
        node: &Node,
        eager: bool,
    ) {
        if let Some(captures) = G::Powers::CAPTURES
            && is_captures_alone(worker, node)
        {
            captures(&worker.game, &mut worker.moves);
            self.count = worker.moves.len() - self.moves;
            self.is_generated = true;
            return;
        }
        let Worker { game, root, moves, owners, orderer, .. } = worker;
        if T::IN_TURN && !eager && !self.has_candidates && !orderer.ranks() {
            self.has_more = !game.first_moves(moves);
        } else {
            self.side = T::expand(game, *root, node.side, moves, owners);
        }
        // What the order remembers for a side that cannot move says nothing about the other's moves.
        self.has_candidates &= self.side == node.side;
        self.mover = worker.game.to_move();
        self.count = worker.moves.len() - self.moves;
        self.is_generated = true;
        worker.check_outcome(self.count > 0);
    }

    /// Generates all moves in the place of the first ones, which were not all; whether there were more.
    #[inline]
    fn generate_more<G: Game, E: Evaluation<G>, T: Turns<G>>(
        &mut self,
        worker: &mut Worker<'_, G, E>,
    ) -> bool {
        if !self.has_more {
            return false;
        }
        self.has_more = false;
        worker.moves.truncate(self.moves);
        worker.game.moves(&mut worker.moves);
        self.count = worker.moves.len() - self.moves;
        self.taken < self.count
    }

    /// Works out the keys of the generated moves, and brings the least to the front.
    #[inline]
    fn rank<G: Game, E: Evaluation<G>, T: Turns<G>>(&mut self, worker: &mut Worker<'_, G, E>, node: &Node) {
        self.is_ranked = true;
        if self.ordered > 0 && worker.orderer.ranks() && self.count > 1 && self.count <= MOST_MOVES {
            self.work_out_keys::<G, E, T>(worker, node);
        }
    }

    fn work_out_keys<G: Game, E: Evaluation<G>, T: Turns<G>>(
        &mut self,
        worker: &mut Worker<'_, G, E>,
        node: &Node,
    ) {
        self.has_keys = true;
        self.follows_keys = !worker.settings.ignore_order;
        if worker.orderer.asks_about_children() {
            self.look_at_children::<G, E, T>(worker, node);
        }
        let previous = worker.previous(node.ply);
        let Worker { game, moves, owners, keys, children, orderer, .. } = worker;
        let moves = Moves {
            game,
            moves: &moves[self.moves..self.moves + self.count],
            owners: &owners[self.owners..],
            mover: self.mover,
            side: self.side,
            ply: node.ply,
            table_slot: self.table_slot.map(|slot| slot as usize),
            previous,
        };
        let keys = keys.push(self.count);
        let least = orderer.rank(&moves, children, keys);
        keys.swap(0, index(least));
    }

    /// Makes every move to find out what the order wants to know of the children: evaluations, or what the
    /// table holds.
    fn look_at_children<G: Game, E: Evaluation<G>, T: Turns<G>>(
        &self,
        worker: &mut Worker<'_, G, E>,
        node: &Node,
    ) {
        worker.children.values.clear();
        worker.children.known.clear();
        let evaluate = worker.orderer.wants_evaluation(node.ply);
        let table = worker.table.filter(|_| worker.orderer.wants_known(node.ply, node.depth));
        if !evaluate && table.is_none() {
            return;
        }
        for index in 0..self.count {
            let (mv, owner) = self.at::<G, E, T>(worker, index);
            worker.after_move::<T, _>(mv, owner, self.side, |worker, child| {
                if evaluate {
                    worker.counts.evaluations += 1;
                    let value = worker.leaf_value(node.ply + 1);
                    worker.children.values.push(self.side.view(value));
                }
                if let Some(table) = table {
                    let entry = table.probe(T::key(&worker.game, worker.root, child));
                    let value =
                        |entry: Entry| self.side.view(child.view(value_from_root(entry.value, node.ply + 1)));
                    worker.children.known.push(entry.map_or(UNKNOWN, value));
                }
            });
        }
    }

    /// The move that was handed out last has cut; lets the order learn from it.
    #[inline]
    pub(crate) fn learn_cut<G: Game, E: Evaluation<G>, T: Turns<G>, const FULL: bool>(
        &self,
        worker: &mut Worker<'_, G, E>,
        node: &Node,
        (mv, owner): (G::Move, Player),
        searched: usize,
    ) {
        let first = searched == 0;
        let mut failed = Vec::new();
        if !first && worker.orderer.learns_from_failures() {
            failed = std::mem::take(&mut worker.failed);
            self.collect_failures::<G, E, T>(worker, (mv, owner), &mut failed);
        }
        let cut = Cut {
            mv,
            by: Mover { slot: worker.game.slot(mv), player: owner },
            side: self.side,
            ply: node.ply,
            depth: node.depth,
            previous: worker.previous(node.ply),
            failed: &failed,
            first,
        };
        if FULL && worker.observer.is_some() {
            let before = worker.orderer.lists();
            worker.orderer.learn(&cut);
            worker.observe_lists(Some(mv), &before);
        } else {
            worker.orderer.learn(&cut);
        }
        if !failed.is_empty() {
            worker.failed = failed;
        }
    }

    /// Collects the moves that were handed out before the last one.
    fn collect_failures<G: Game, E: Evaluation<G>, T: Turns<G>>(
        &self,
        worker: &Worker<'_, G, E>,
        cutter: (G::Move, Player),
        to: &mut Vec<Mover>,
    ) {
        to.clear();
        let candidates = (0..self.given).map(|place| worker.tried[self.tried + place]);
        let others = (0..self.taken).map(|place| self.at::<G, E, T>(worker, self.index(worker, place)));
        // What was tried as a candidate is skipped when it comes up again; it counts once.
        let others = others.filter(|found| self.given == 0 || !worker.tried[self.tried..].contains(found));
        let failed = candidates.chain(others).filter(|&found| found != cutter);
        #[cfg(feature = "threads")]
        let failed = failed.filter(|found| !worker.put_off.contains(found));
        to.extend(failed.map(|(mv, player)| Mover { slot: worker.game.slot(mv), player }));
    }

    /// Which heuristic of the order brought the move that was handed out last.
    pub(crate) fn supplier<G: Game, E: Evaluation<G>>(&self, worker: &Worker<'_, G, E>) -> usize {
        if self.taken == 0 {
            return worker.orderer.source(usize::from(self.candidate) - 1);
        }
        let key = if self.has_keys { worker.keys[self.keys + self.taken - 1] } else { u64::MAX };
        worker.orderer.supplier(key)
    }

    /// Ends a node: gives the buffers back.
    #[inline]
    pub(crate) fn end<G: Game, E: Evaluation<G>>(&self, worker: &mut Worker<'_, G, E>) {
        worker.moves.truncate(self.moves);
        worker.owners.truncate(self.owners);
        worker.keys.pop_to(self.keys);
        worker.tried.truncate(self.tried);
    }
}

/// The keys of all nodes on the path, one after the other. The memory stays, so that none has to be cleared.
#[derive(Default)]
pub(crate) struct KeyStack {
    keys: Vec<u64>,
    len: usize,
}

impl KeyStack {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Room for so many keys of one more node, with anything in it.
    #[inline]
    fn push(&mut self, count: usize) -> &mut [u64] {
        let start = self.len;
        self.len += count;
        if self.keys.len() < self.len {
            self.keys.resize(2 * self.len, 0);
        }
        &mut self.keys[start..self.len]
    }

    #[inline]
    fn pop_to(&mut self, len: usize) {
        self.len = len;
    }
}

impl<I: SliceIndex<[u64]>> Index<I> for KeyStack {
    type Output = I::Output;

    #[inline]
    fn index(&self, index: I) -> &I::Output {
        &self.keys[index]
    }
}

impl<I: SliceIndex<[u64]>> IndexMut<I> for KeyStack {
    #[inline]
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        &mut self.keys[index]
    }
}

/// Whether the node lies in a quiescence search of captures alone.
#[inline]
fn is_captures_alone<G: Game, E: Evaluation<G>>(worker: &Worker<'_, G, E>, node: &Node) -> bool {
    node.depth == 0 && worker.settings.techniques.stand_pat
}

/// The place in generation order that a key holds.
#[inline]
fn index(key: u64) -> usize {
    (key & ((1 << INDEX_BITS) - 1)) as usize
}

/// Brings the key that belongs at place `next`, from 1 on, there, if those before are at theirs.
#[inline]
fn bring_forward(keys: &mut [u64], next: usize) {
    if next <= SELECTED {
        sort_further(keys, next);
    }
}

#[inline(never)]
fn sort_further(keys: &mut [u64], next: usize) {
    if keys.len() > FEW {
        select(keys, next);
    } else if next == 1 {
        insertion_sort(&mut keys[1..]);
    }
}

fn select(keys: &mut [u64], next: usize) {
    let rest = &mut keys[next..];
    if next == SELECTED {
        rest.sort_unstable();
        return;
    }
    let mut least = 0;
    for place in 1..rest.len() {
        if rest[place] < rest[least] {
            least = place;
        }
    }
    rest.swap(0, least);
}

fn insertion_sort(keys: &mut [u64]) {
    for end in 1..keys.len() {
        let key = keys[end];
        let mut place = end;
        while place > 0 && keys[place - 1] > key {
            keys[place] = keys[place - 1];
            place -= 1;
        }
        keys[place] = key;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn keys_come_in_order(mut keys in prop::collection::vec(0..90u64, 1..60)) {
            let mut sorted = keys.clone();
            sorted.sort_unstable();
            let least = (0..keys.len()).min_by_key(|&place| keys[place]).unwrap();
            keys.swap(0, least);
            let mut picked = Vec::new();
            for next in 0..keys.len() {
                if next > 0 {
                    bring_forward(&mut keys, next);
                }
                picked.push(keys[next]);
            }
            prop_assert_eq!(picked, sorted);
        }
    }
}
