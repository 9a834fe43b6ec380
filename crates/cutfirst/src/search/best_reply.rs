//! Best-Reply Search: a Min node holds the moves of *all* opponents, of which one is played; then the
//! root player moves again (Schadd & Winands 2011; section 2.4 of the History-ADS paper).
//!
//! One ply is one Max or one Min move. At a Max node the turn is the root player's; at a Min node it
//! is parked with the next seat, so that equal boards have equal keys whoever moved last. A side
//! that cannot move at all is skipped without a ply, as long as the game goes on.

use crate::game::{Game, Player};
use crate::ordering::Side;
use crate::powers::Powers;
use crate::search::turns::Turns;
use crate::zobrist;

pub(crate) struct BestReply;

const ROOTS: [u64; crate::game::MAX_PLAYERS] = zobrist::table(11);
const MIN_NODE: u64 = zobrist::mix(12);

/// Only called for games that have the power, which the engine has made sure of.
#[inline]
fn set_turn<G: Game>(game: &mut G, player: Player) {
    if let Some(set_turn) = G::Powers::SET_TURN {
        set_turn(game, player);
    }
}

fn opponents_moves<G: Game>(game: &mut G, root: Player, moves: &mut Vec<G::Move>, owners: &mut Vec<Player>) {
    let players = game.players();
    let mut opponent = root.next(players);
    while opponent != root {
        set_turn(game, opponent);
        let before = moves.len();
        game.moves(moves);
        owners.extend(std::iter::repeat_n(opponent, moves.len() - before));
        opponent = opponent.next(players);
    }
}

impl<G: Game> Turns<G> for BestReply {
    const ALL_MOVES_IN_TURN: bool = false;
    /// Whose turn it was by the rules after the move.
    type Saved = Player;

    fn expand(
        game: &mut G,
        root: Player,
        side: Side,
        moves: &mut Vec<G::Move>,
        owners: &mut Vec<Player>,
    ) -> Side {
        let before = moves.len();
        for side in [side, if side == Side::Max { Side::Min } else { Side::Max }] {
            match side {
                Side::Max => {
                    set_turn(game, root);
                    game.moves(moves);
                }
                Side::Min => {
                    opponents_moves(game, root, moves, owners);
                    Self::restore(game, root, Side::Min);
                }
            }
            if moves.len() > before {
                return side;
            }
            Self::restore(game, root, side);
            if game.outcome().is_some() {
                break;
            }
        }
        Self::restore(game, root, side);
        side
    }

    #[inline]
    fn before(game: &mut G, owner: Player) {
        set_turn(game, owner);
    }

    #[inline]
    fn after(game: &mut G, root: Player, side: Side) -> (Side, Player) {
        let next = game.to_move();
        let child = if side == Side::Max { Side::Min } else { Side::Max };
        Self::restore(game, root, child);
        (child, next)
    }

    #[inline]
    fn before_unmake(game: &mut G, saved: Player) {
        set_turn(game, saved);
    }

    #[inline]
    fn restore(game: &mut G, root: Player, side: Side) {
        let holder = if side == Side::Max { root } else { root.next(game.players()) };
        set_turn(game, holder);
    }

    #[inline]
    fn key(game: &G, root: Player, side: Side) -> u64 {
        game.key() ^ ROOTS[root.index()] ^ if side == Side::Min { MIN_NODE } else { 0 }
    }
}
