//! Walks a whole tree through the picker, for tests: whatever an order has learned and the table suggests, every node
//! hands out its legal moves, each once, and leaves everything as it was.

use crate::evaluation::Evaluation;
use crate::game::{Game, Player};
use crate::random::Random;
use crate::search::Algorithm;
use crate::search::alpha_beta::{LOWEST, Node};
use crate::search::best_reply::BestReply;
use crate::search::picker::Picker;
use crate::search::turns::{InTurn, Side, Turns};
use crate::search::worker::Worker;
use crate::table::{Bound, Entry};

/// What a node of a tree holds, listed in the plainest way: the side that chooses, its moves and who plays them.
pub(crate) type ListNode<G> = fn(&G, Player, Side) -> (Side, Vec<(<G as Game>::Move, Player)>);

/// Walks the worker's tree of `depth` plies twice, the second time with what the first has taught, and compares each
/// node with the plain list of it and the whole with the number of `leaves` expected.
pub(crate) fn picker_perft<G: Game, E: Evaluation<G>>(
    worker: &mut Worker<'_, G, E>,
    depth: u32,
    list: ListNode<G>,
    leaves: u64,
) -> Result<(), String> {
    let mut walk = Walk { list, random: Random::new(u64::from(depth)) };
    for round in 0..2 {
        worker.orderer.prepare(depth, worker.root, round == 0);
        let root = Node::root(depth, LOWEST, -LOWEST);
        let counted = match worker.settings.algorithm {
            Algorithm::BestReply => walk.node::<E, BestReply>(worker, root)?,
            _ => walk.node::<E, InTurn>(worker, root)?,
        };
        if counted != leaves {
            return Err(format!("{counted} leaves through the picker instead of {leaves}"));
        }
    }
    Ok(())
}

struct Walk<G: Game> {
    list: ListNode<G>,
    /// Says which moves are pretended to cut and what the table pretends to know.
    random: Random,
}

impl<G: Game> Walk<G> {
    /// The number of leaves below a node.
    fn node<E: Evaluation<G>, T: Turns<G>>(
        &mut self,
        worker: &mut Worker<'_, G, E>,
        node: Node,
    ) -> Result<u64, String> {
        let before = (worker.game.clone(), buffers(worker));
        let (side, legal) = (self.list)(&worker.game, worker.root, node.side);
        let table_slot = self.table_slot(&worker.game, &legal);
        let eager = self.random.below(4) == 0;
        let mut picker = Picker::new::<G, E, T>(worker, &node, table_slot, eager);
        let mut given = Vec::with_capacity(legal.len());
        let mut leaves = 0;
        while let Some(found) = picker.next::<G, E, T>(worker, &node) {
            let wrong = |what: &str| Err(format!("{found:?} {what} in {:?}", before.0));
            if picker.side != side {
                return wrong("is taken for a move of the other side");
            }
            if !legal.contains(&found) {
                return wrong("is handed out, but not legal");
            }
            if given.contains(&found) {
                return wrong("is handed out twice");
            }
            leaves += match node.depth {
                1 => 1,
                _ => self.child::<E, T>(worker, &node, side, found)?,
            };
            if self.random.below(3) == 0 {
                worker.count_cut(&node, &picker, given.len());
                picker.learn_cut::<G, E, T, true>(worker, &node, found, given.len());
                check_failures(worker, &given)?;
            }
            given.push(found);
        }
        if let Some(missing) = legal.iter().find(|found| !given.contains(found)) {
            return Err(format!("{missing:?} is never handed out in {:?}", before.0));
        }
        picker.end(worker);
        T::restore(&mut worker.game, worker.root, node.side);
        if (&worker.game, buffers(worker)) != (&before.0, before.1) {
            return Err(format!("{:?} is left as {:?}", before.0, worker.game));
        }
        if !T::IN_TURN
            && side == Side::Min
            && let Some(&(_, opponent)) = given.last()
        {
            worker.learn_threat::<true>(opponent);
        }
        self.store::<E, T>(worker, &node, given.first().map(|&(mv, _)| mv));
        Ok(leaves)
    }

    /// Nothing, the slot of one of the node's moves, or any slot: a table's entry may be of another position.
    fn table_slot(&mut self, game: &G, legal: &[(G::Move, Player)]) -> Option<usize> {
        match self.random.below(3) {
            0 => None,
            1 if !legal.is_empty() => Some(game.slot(legal[self.random.below(legal.len())].0)),
            _ => Some(self.random.below(game.slots())),
        }
    }

    fn child<E: Evaluation<G>, T: Turns<G>>(
        &mut self,
        worker: &mut Worker<'_, G, E>,
        node: &Node,
        side: Side,
        (mv, owner): (G::Move, Player),
    ) -> Result<u64, String> {
        worker.note_move(node.ply, mv);
        worker.after_move::<T, _>(mv, owner, side, |worker, child| {
            self.node::<E, T>(worker, node.child(side, child, LOWEST, -LOWEST))
        })
    }

    /// Puts some value into the table, for orders that look up children.
    fn store<E: Evaluation<G>, T: Turns<G>>(
        &mut self,
        worker: &Worker<'_, G, E>,
        node: &Node,
        mv: Option<G::Move>,
    ) {
        if let Some(table) = worker.table {
            let value = self.random.below(100) as i32;
            let slot = mv.map(|mv| worker.game.slot(mv));
            let key = T::key(&worker.game, worker.root, node.side);
            table.store(key, Entry { value, bound: Bound::Exact, depth: node.depth as u8, slot });
        }
    }
}

/// What has failed, as an order is told that learns from it, is what was handed out before.
fn check_failures<G: Game, E: Evaluation<G>>(
    worker: &Worker<'_, G, E>,
    given: &[(G::Move, Player)],
) -> Result<(), String> {
    if given.is_empty() || !worker.orderer.learns_from_failures() {
        return Ok(());
    }
    let told: Vec<_> = worker.failed.iter().map(|mover| (mover.slot, mover.player)).collect();
    let failed: Vec<_> = given.iter().map(|&(mv, player)| (worker.game.slot(mv), player)).collect();
    if told == failed { Ok(()) } else { Err(format!("slots {failed:?} failed, but it learns from {told:?}")) }
}

/// How full the buffers are that all nodes of a path share.
fn buffers<G: Game, E: Evaluation<G>>(worker: &Worker<'_, G, E>) -> [usize; 4] {
    [worker.moves.len(), worker.owners.len(), worker.keys.len(), worker.tried.len()]
}
