//! Whatever the order, the searches try every legal move of a node once.

use super::Fault;
use super::ORDERS;
use crate::engine::{Settings, picker_perft};
use crate::evaluation::Evaluation;
use crate::game::{Game, Player};
use crate::perft::{Finished, perft};
use crate::powers::Powers;
use crate::search::{Algorithm, Side};

/// Walks the tree of `depth` plies below `game` with each of [`ORDERS`], through the very code that hands moves to the
/// searches, in turn and, if the game has the power, as Best-Reply Search does. Some moves are pretended to cut, so that
/// orders have something to put first, and the table is pretended to know a move of this or another position. Every node
/// must hand out its legal moves, each once, and the leaves must be as many as perft counts.
///
/// # Errors
/// With the first order and node where that is not so.
pub fn check_picker<G: Game, E: Evaluation<G>>(game: &G, evaluation: &E, depth: u32) -> Result<(), Fault> {
    let players = game.players();
    let in_turn = if players == 2 { Algorithm::AlphaBeta } else { Algorithm::Paranoid };
    let leaves = perft(&mut game.clone(), depth, Finished::Ignored);
    let best_reply_leaves = G::Powers::SET_TURN.map(|_| count(game, game.to_move(), Side::Max, depth));
    for order in ORDERS {
        let check = |algorithm, list, leaves| {
            let settings = Settings { detail: true, ..Settings::plain(players).with_algorithm(algorithm) };
            let settings = settings.with_order(order.parse().map_err(|error| format!("{error}"))?);
            picker_perft(game, evaluation, &settings, depth, list, leaves)
                .map_err(|fault| format!("{algorithm} with order {order}: {fault}"))
        };
        check(in_turn, list_in_turn, leaves)?;
        if let Some(leaves) = best_reply_leaves {
            check(Algorithm::BestReply, list_best_replies, leaves)?;
        }
    }
    Ok(())
}

fn list_in_turn<G: Game>(game: &G, _root: Player, side: Side) -> (Side, Vec<(G::Move, Player)>) {
    (side, moves_of(game, game.to_move()))
}

/// The root player's moves or all others', or the other side's if that side cannot move and the game goes on.
fn list_best_replies<G: Game>(game: &G, root: Player, side: Side) -> (Side, Vec<(G::Move, Player)>) {
    let of_side = |side: Side| match side {
        Side::Max => moves_of(game, root),
        Side::Min => {
            let mut all = Vec::new();
            let mut opponent = root.next(game.players());
            while opponent != root {
                all.extend(moves_of(game, opponent));
                opponent = opponent.next(game.players());
            }
            all
        }
    };
    let own = of_side(side);
    if own.is_empty() && game.outcome().is_none() {
        let others = of_side(side.other());
        if !others.is_empty() {
            return (side.other(), others);
        }
    }
    (side, own)
}

/// The moves that `player` has, or would have in his turn.
fn moves_of<G: Game>(game: &G, player: Player) -> Vec<(G::Move, Player)> {
    let game = with_turn(game, player);
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves.into_iter().map(|mv| (mv, player)).collect()
}

fn with_turn<G: Game>(game: &G, player: Player) -> G {
    let mut game = game.clone();
    if let Some(set_turn) = G::Powers::SET_TURN {
        set_turn(&mut game, player);
    }
    game
}

/// The leaves of Best-Reply Search's tree.
fn count<G: Game>(game: &G, root: Player, side: Side, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let (side, moves) = list_best_replies(game, root, side);
    let after = |(mv, player): (G::Move, Player)| {
        let mut child = with_turn(game, player);
        child.make(mv);
        // Whose turn it is between two plies decides how a game ends in which somebody is stuck.
        let holder = if side == Side::Max { root.next(game.players()) } else { root };
        count(&with_turn(&child, holder), root, side.other(), depth - 1)
    };
    moves.into_iter().map(after).sum()
}
