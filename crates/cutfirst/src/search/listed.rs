//! Killers and listed moves right above the leaves, tried before any other move is generated.
//!
//! Nothing below such a node can change the list, so the order is the same as if it had been fixed beforehand.

use crate::evaluation::Evaluation;
use crate::game::Game;
use crate::powers::Powers;
use crate::search::alpha_beta::{Progress, try_move};
use crate::search::node::{Expanded, learn_cut};
use crate::search::task::Task;
use crate::search::turns::Turns;
use crate::search::worker::Worker;

/// How many listed moves are tried at a node above the leaves before its moves are generated.
const PROBES: usize = 2;

/// Moves that were searched before the others were generated.
pub(super) struct Tried<M> {
    moves: [Option<M>; PROBES],
    pub(super) count: usize,
}

impl<M: Copy> Default for Tried<M> {
    fn default() -> Self {
        Self { moves: [None; PROBES], count: 0 }
    }
}

impl<M: Copy + Eq> Tried<M> {
    #[inline]
    pub(super) fn contains(&self, mv: M) -> bool {
        self.count > 0 && self.moves.contains(&Some(mv))
    }
}

/// Tries the leading killers or the first moves of the leading list without generating the others. `None` if
/// there are none or none of them is legal; the moves searched are left in `tried`.
pub(super) fn probe_listed<G: Game, E: Evaluation<G>, T: Turns<G>, const SCOUT: bool>(
    worker: &mut Worker<'_, G, E>,
    task: &Task,
    tried: &mut Tried<G::Move>,
) -> Option<Progress<G::Move>> {
    let moves_in_slot = G::Powers::MOVES_IN_SLOT?;
    let start = worker.moves.len();
    let mut found = 0;
    for &killer in worker.orderer.leading_killers(task.ply).iter().take(PROBES) {
        moves_in_slot(&worker.game, worker.game.slot(killer), &mut worker.moves);
        let is_legal = worker.moves[start + found..].contains(&killer);
        worker.moves.truncate(start + found);
        if is_legal {
            worker.moves.push(killer);
            found += 1;
        }
    }
    let mut slots = [0; PROBES];
    let listed = worker.orderer.leading_slots(task.side, &worker.path[..=task.ply], &mut slots);
    for &slot in &slots[..listed] {
        moves_in_slot(&worker.game, slot, &mut worker.moves);
        // Several moves in one slot are told apart by the rest of the stack: leave that to the full order.
        if worker.moves.len() > start + found + 1 {
            worker.moves.truncate(start + found);
            break;
        }
        found = worker.moves.len() - start;
    }
    if found == 0 {
        return None;
    }
    let mut progress = Progress::new(task.own_window(task.side));
    let mover = worker.game.to_move();
    let node = Expanded { side: task.side, mover, moves: start, owners: worker.owners.len(), count: found };
    let earlier = worker.earlier.len();
    for index in 0..found {
        let mv = worker.moves[start + index];
        try_move::<G, E, T, SCOUT>(worker, task, task.side, mv, mover, &mut progress, index > 0);
        if worker.stopped {
            break;
        }
        tried.moves[index] = Some(mv);
        tried.count += 1;
        if progress.cut() {
            worker.count_cut(index);
            if worker.detail.is_some() {
                worker.detail_cut(task.ply, task.side, index, worker.orderer.lead());
            }
            learn_cut(worker, task, &node, index, earlier);
            break;
        }
        worker.note_failure(index);
    }
    worker.earlier.truncate(earlier);
    worker.moves.truncate(start);
    Some(progress)
}
