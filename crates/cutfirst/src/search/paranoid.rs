//! Turns as the game has them: the root player maximises, everybody else minimises his score, each
//! in his turn. With two players this is alpha-beta's ordinary tree; with more it is Paranoid
//! search (Sturtevant & Korf 2000).

use crate::game::{Game, Player};
use crate::ordering::Side;
use crate::search::turns::Turns;

pub(crate) struct InTurn;

impl<G: Game> Turns<G> for InTurn {
    const ALL_MOVES_IN_TURN: bool = true;
    type Saved = ();

    #[inline]
    fn expand(
        game: &mut G,
        _root: Player,
        side: Side,
        moves: &mut Vec<G::Move>,
        _owners: &mut Vec<Player>,
    ) -> Side {
        game.moves(moves);
        side
    }

    #[inline]
    fn before(_game: &mut G, _owner: Player) {}

    #[inline]
    fn after(game: &mut G, root: Player, _side: Side) -> (Side, ()) {
        (if game.to_move() == root { Side::Max } else { Side::Min }, ())
    }

    #[inline]
    fn before_unmake(_game: &mut G, (): ()) {}

    #[inline]
    fn restore(_game: &mut G, _root: Player, _side: Side) {}

    #[inline]
    fn key(game: &G, _root: Player, _side: Side) -> u64 {
        game.key()
    }
}
