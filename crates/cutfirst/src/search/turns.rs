//! Whose moves a node holds: the one thing in which the searches of one value differ.

use crate::game::{Game, Player};
use crate::ordering::Side;

/// How turns follow each other in the tree.
pub(crate) trait Turns<G: Game> {
    /// Whether a node holds the moves of the player to move and no others.
    const ALL_MOVES_IN_TURN: bool;

    /// What has to be put back after a child, beside the move's own undo.
    type Saved;

    /// Pushes the moves of a node, and their owners if they are not all the player to move's.
    /// Returns the side that chooses, another than `side` if nobody on that side can move.
    fn expand(
        game: &mut G,
        root: Player,
        side: Side,
        moves: &mut Vec<G::Move>,
        owners: &mut Vec<Player>,
    ) -> Side;

    /// Before a move of `owner` is made.
    fn before(game: &mut G, owner: Player);

    /// After it was made at a node of `side`: the child's side.
    fn after(game: &mut G, root: Player, side: Side) -> (Side, Self::Saved);

    /// Before it is unmade.
    fn before_unmake(game: &mut G, saved: Self::Saved);

    /// Puts the turn back to where it is at the start of a node of `side`.
    fn restore(game: &mut G, root: Player, side: Side);

    /// The key of a node.
    fn key(game: &G, root: Player, side: Side) -> u64;
}
