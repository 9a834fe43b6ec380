//! Verified null move: if a side could pass and would still be too good, the node is believed to be so
//! too, once a search one ply shallower agrees (David-Tabibi & Netanyahu 2002). Two players only;
//! selective.

use crate::evaluation::Evaluation;
use crate::game::Game;
use crate::powers::Powers;
use crate::search::alpha_beta::{LOWEST, Node, search};
use crate::search::turns::{Side, Turns};
use crate::search::worker::{FINISHED, Worker};

/// Below this depth a null move saves less than it costs.
const LEAST_DEPTH: u32 = 3;

/// The value of the node, from the root player's view, if a null move shows that it will be cut off.
pub(super) fn refutes<G: Game, E: Evaluation<G>, T: Turns<G>>(
    worker: &mut Worker<'_, G, E>,
    node: &Node,
) -> Option<i32> {
    let reduction = u32::from(worker.settings.techniques.null_move?);
    let set_turn = G::Powers::SET_TURN?;
    let (_, beta) = node.own_window(node.side);
    if !node.null_here
        || node.ply == 0
        || node.depth < LEAST_DEPTH
        || beta == -LOWEST
        || beta.abs() >= FINISHED
        || worker.game.outcome().is_some()
    {
        return None;
    }
    let mover = worker.game.to_move();
    set_turn(&mut worker.game, mover.next(2));
    let child = Node {
        depth: (node.depth - 1).saturating_sub(reduction).max(1),
        quiescence: 0,
        null_here: false,
        ..node.child(node.side, node.side.other(), beta - 1, beta)
    };
    let value = node.side.view(search::<G, E, T, true>(worker, child));
    set_turn(&mut worker.game, mover);
    if worker.stopped || value < beta {
        return None;
    }
    if node.verifying {
        return Some(node.side.view(beta));
    }
    // One ply shallower, and with null moves trusted below: the verification.
    let (alpha, beta_of_root) = match node.side {
        Side::Max => (beta - 1, beta),
        Side::Min => (-beta, 1 - beta),
    };
    let shallower =
        Node { depth: node.depth - 1, null_here: false, verifying: true, alpha, beta: beta_of_root, ..*node };
    let value = node.side.view(search::<G, E, T, true>(worker, shallower));
    (!worker.stopped && value >= beta).then(|| node.side.view(beta))
}
