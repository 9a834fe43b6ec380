//! Watching a search: what it enters, what it leaves, and what its order learns.

use crate::game::{Game, Player};
use crate::ordering::ListView;
use crate::search::Side;

/// How a node ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// At the nominal depth.
    Leaf,
    /// All moves searched.
    Interior,
    /// A move cut off the rest.
    Cut,
    /// The table knew the answer.
    Table,
    /// The game is over.
    Finished,
}

/// A node as it is entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Entered {
    /// Distance from the root.
    pub ply: usize,
    /// Who chooses.
    pub side: Side,
    /// The window from the root player's view, `None` for unlimited.
    pub low: Option<i32>,
    /// The upper end.
    pub high: Option<i32>,
    /// Whether it lies beyond the nominal depth.
    pub quiescence: bool,
}

/// A node as it is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Left {
    /// From the root player's view; `None` if the search was stopped.
    pub value: Option<i32>,
    /// How it ended.
    pub kind: NodeKind,
    /// How many moves it has, searched or not; 0 where none were generated.
    pub moves: usize,
}

/// Is told of every step of a search by alpha-beta, pvs, brs or paranoid. Costs time only where
/// there is one.
pub trait Observer<G: Game>: Send {
    /// `mv` of `owner` is about to be made in `game`, which leads to the nodes entered next, one
    /// below the current node.
    fn descend(&mut self, game: &G, mv: G::Move, owner: Player);

    /// A node is entered.
    fn enter(&mut self, node: Entered);

    /// The node entered last and not yet left is left.
    fn leave(&mut self, node: Left);

    /// The current node made the lists change from `before` to `after`; `cutter` is the
    /// move that cut, if it was a cut.
    fn lists(&mut self, game: &G, cutter: Option<G::Move>, before: &[ListView], after: &[ListView]);
}
