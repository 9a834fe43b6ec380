//! Plain minimax: every move of every node, no pruning, no ordering. Slow, obvious, and therefore
//! the oracle that every exact search is tested against.

use crate::evaluation::Evaluation;
use crate::game::Game;
use crate::powers::Powers;
use crate::search::turns::{Side, Turns};
use crate::search::worker::Worker;

/// The value of the worker's position from the root player's view. `extra` is how far quiescence may go
/// on from here.
pub(crate) fn search<G: Game, E: Evaluation<G>, T: Turns<G>>(
    worker: &mut Worker<'_, G, E>,
    ply: usize,
    depth: u32,
    extra: u8,
    side: Side,
) -> i32 {
    if worker.enter() {
        return 0;
    }
    worker.lines[ply].clear();
    let quiescence = worker.settings.techniques.quiescence;
    let beyond = ply > worker.nominal_depth;
    worker.counts.quiescence += u64::from(beyond);
    if (depth > 0 || extra > 0 || ply == 1)
        && let Some(value) = worker.repeated(ply)
    {
        worker.counts.leaf += u64::from(!beyond);
        return value;
    }
    if depth == 0 && extra == 0 {
        worker.counts.leaf += u64::from(!beyond);
        worker.counts.evaluations += 1;
        return worker.leaf_value(ply);
    }
    let (first, first_owner) = (worker.moves.len(), worker.owners.len());
    // Quiescence on captures alone: whoever is to move may stand on the evaluation instead.
    let stands = depth == 0 && worker.settings.techniques.stand_pat;
    let Worker { game, root, moves, owners, .. } = worker;
    let chooser = match G::Powers::CAPTURES.filter(|_| stands) {
        Some(captures) => {
            captures(game, moves);
            side
        }
        None => T::expand(game, *root, side, moves, owners),
    };
    let mover = worker.game.to_move();
    let mut best: Option<i32> = None;
    if stands {
        worker.counts.evaluations += 1;
        best = Some(worker.leaf_value(ply));
    } else {
        worker.check_outcome(worker.moves.len() > first);
    }
    for index in 0..worker.moves.len() - first {
        let mv = worker.moves[first + index];
        if ply == 0 && worker.root_node.excluded.contains(&mv) {
            continue;
        }
        if ply == 0 {
            worker.root_node.begin_move(mv, index, depth, worker.counts);
        }
        let owner = worker.owners.get(first_owner + index).copied().unwrap_or(mover);
        T::before(&mut worker.game, owner);
        // Quiescence: at the nominal depth and beyond, only captures lead on.
        let captures = G::Powers::IS_CAPTURE.is_some_and(|is_capture| is_capture(&worker.game, mv));
        let left = match depth {
            1 if captures => quiescence,
            0 if captures => extra - 1,
            _ => 0,
        };
        let undo = worker.make::<true>(mv);
        let (child, saved) = T::after(&mut worker.game, worker.root, chooser);
        let value = search::<G, E, T>(worker, ply + 1, depth.saturating_sub(1), left, child);
        T::before_unmake(&mut worker.game, saved);
        worker.unmake::<true>(mv, undo);
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
        worker.counts.leaf += u64::from(!beyond);
        worker.finished_value(ply)
    })
}
