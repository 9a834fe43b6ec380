//! Verified null move: if a side could pass and would still be too good, the node is believed to be so
//! too, once a search one ply shallower agrees (David-Tabibi & Netanyahu 2002). Two players only;
//! selective.

use crate::evaluation::Evaluation;
use crate::game::Game;
use crate::ordering::Side;
use crate::powers::Powers;
use crate::search::alpha_beta::search;
use crate::search::task::{LOWEST, Task};
use crate::search::turns::Turns;
use crate::search::worker::{FINISHED, Worker};

/// Below this depth a null move saves less than it costs.
const LEAST_DEPTH: u32 = 3;

/// The value of the node, from the root player's view, if a null move shows that it will be cut off.
pub(super) fn refutes<G: Game, E: Evaluation<G>, T: Turns<G>, const SCOUT: bool>(
    worker: &mut Worker<'_, G, E>,
    task: &Task,
) -> Option<i32> {
    let reduction = u32::from(worker.techniques.null_move?);
    let set_turn = G::Powers::SET_TURN?;
    let (_, beta) = task.own_window(task.side);
    if !task.null_here
        || task.ply == 0
        || task.depth < LEAST_DEPTH
        || beta == -LOWEST
        || beta.abs() >= FINISHED
        || worker.game.outcome().is_some()
    {
        return None;
    }
    let mover = worker.game.to_move();
    let other = if task.side == Side::Max { Side::Min } else { Side::Max };
    set_turn(&mut worker.game, mover.next(2));
    let child = Task {
        depth: (task.depth - 1).saturating_sub(reduction).max(1),
        extra: 0,
        null_here: false,
        ..task.child(task.side, other, beta - 1, beta)
    };
    let value = task.side.view(search::<G, E, T, SCOUT>(worker, child));
    set_turn(&mut worker.game, mover);
    if worker.stopped || value < beta {
        return None;
    }
    if task.verifying {
        return Some(task.side.view(beta));
    }
    // One ply shallower, and with null moves trusted below: the verification.
    let (alpha, beta_of_root) = match task.side {
        Side::Max => (beta - 1, beta),
        Side::Min => (-beta, 1 - beta),
    };
    let shallower =
        Task { depth: task.depth - 1, null_here: false, verifying: true, alpha, beta: beta_of_root, ..*task };
    let value = task.side.view(search::<G, E, T, SCOUT>(worker, shallower));
    (!worker.stopped && value >= beta).then(|| task.side.view(beta))
}
