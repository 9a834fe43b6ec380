//! Whose moves a node holds: the one thing in which the searches of one value differ.

use crate::game::{Game, Player};
use crate::powers::MovesInSlot;
use crate::zobrist;

/// What tells the positions of searches for different players apart.
pub(super) const ROOTS: [u64; crate::game::MAX_PLAYERS] = zobrist::table(11);

/// Whose interest a node serves: the root player's or everybody else's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Side {
    /// The root player chooses.
    Max,
    /// An opponent chooses.
    Min,
}

impl Side {
    /// 0 for Max, 1 for Min.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Turns a value from the root player's view into the side's own view, and back.
    #[inline]
    #[must_use]
    pub const fn view(self, value: i32) -> i32 {
        match self {
            Self::Max => value,
            Self::Min => -value,
        }
    }

    /// The other side.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }
}

/// How turns follow each other in the tree.
pub(crate) trait Turns<G: Game> {
    /// Whether a node holds the moves of the player to move and no others.
    const IN_TURN: bool;

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

    /// Pushes those of a node's moves that are in `slot`, in the same order.
    fn expand_slot(
        game: &mut G,
        root: Player,
        side: Side,
        slot: (MovesInSlot<G>, usize),
        moves: &mut Vec<G::Move>,
        owners: &mut Vec<Player>,
    );

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

/// Turns as the game has them: the root player maximises, everybody else minimises his score, each in his
/// turn. With two players this is alpha-beta's ordinary tree; with more it is Paranoid search (Sturtevant &
/// Korf 2000).
pub(crate) struct InTurn;

impl<G: Game> Turns<G> for InTurn {
    const IN_TURN: bool = true;
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
    fn expand_slot(
        game: &mut G,
        _root: Player,
        _side: Side,
        (moves_in_slot, slot): (MovesInSlot<G>, usize),
        moves: &mut Vec<G::Move>,
        _owners: &mut Vec<Player>,
    ) {
        moves_in_slot(game, slot, moves);
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

    /// Between two, a position is worth to one what the other loses, whoever is at the root. Among more, all turns against
    /// the root player, and a position is worth something else for each.
    #[inline]
    fn key(game: &G, root: Player, _side: Side) -> u64 {
        if game.players() == 2 { game.key() } else { game.key() ^ ROOTS[root.index()] }
    }
}
