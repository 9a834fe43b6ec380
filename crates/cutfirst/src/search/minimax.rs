//! Plain minimax: every move of every node, no pruning, no ordering. Slow, obvious, and therefore
//! the oracle that every exact search is tested against.

use crate::evaluation::Evaluation;
use crate::game::Game;
use crate::ordering::Side;
use crate::search::turns::Turns;
use crate::search::worker::Worker;

/// The value of the worker's position from the root player's view.
pub(crate) fn search<G: Game, E: Evaluation<G>, T: Turns<G>>(
    worker: &mut Worker<'_, G, E>,
    ply: usize,
    depth: u32,
    side: Side,
) -> i32 {
    if worker.enter() {
        return 0;
    }
    worker.lines[ply].clear();
    if depth == 0 {
        worker.counts.leaf += 1;
        return worker.leaf_value(ply);
    }
    let (first, first_owner) = (worker.moves.len(), worker.owners.len());
    let chooser = T::expand(&mut worker.game, worker.root, side, &mut worker.moves, &mut worker.owners);
    let mover = worker.game.to_move();
    let mut best: Option<i32> = None;
    worker.check_outcome(worker.moves.len() > first);
    for index in 0..worker.moves.len() - first {
        let mv = worker.moves[first + index];
        if ply == 0 && worker.excluded.contains(&mv) {
            continue;
        }
        let owner = worker.owners.get(first_owner + index).copied().unwrap_or(mover);
        T::before(&mut worker.game, owner);
        let undo = worker.make(mv);
        let (child, saved) = T::after(&mut worker.game, worker.root, chooser);
        let value = search::<G, E, T>(worker, ply + 1, depth - 1, child);
        T::before_unmake(&mut worker.game, saved);
        worker.unmake(mv, undo);
        T::restore(&mut worker.game, worker.root, chooser);
        if worker.stopped {
            break;
        }
        if best.is_none_or(|best| chooser.view(value) > chooser.view(best)) {
            best = Some(value);
            worker.update_line(ply, mv, true);
        }
    }
    worker.moves.truncate(first);
    worker.owners.truncate(first_owner);
    if chooser != side {
        T::restore(&mut worker.game, worker.root, side);
    }
    best.unwrap_or_else(|| {
        worker.counts.leaf += 1;
        worker.finished_value(ply)
    })
}
