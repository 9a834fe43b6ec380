//! What is special about the root of a search: moves that are left out, somebody who wants to know how it goes, and a best
//! move that is worth having even if a limit strikes.

use crate::game::{Game, MAX_PLAYERS};
use crate::search::Counts;

/// How a search is getting on.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Progress<'a, M> {
    /// A line of the running depth was found.
    Line(LineFound<'a, M>),
    /// The search turns to another move of the root.
    Move(MoveBegun<M>),
}

/// A line of a depth that is being searched, or of one that was completed.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct LineFound<'a, M> {
    /// The depth.
    pub depth: u32,
    /// Which of the lines it is, from 0 for the best.
    pub number: usize,
    /// From the view of the player to move.
    pub score: i32,
    /// One score per player, where the search knows them: from Max-N, and two players have opposite scores.
    pub scores: Option<&'a [i32]>,
    /// The moves.
    pub line: &'a [M],
    /// How the game ends after them, where it was [solved](crate::powers::Endgame), in its own count of the result.
    pub result: Option<i32>,
    /// Counters so far.
    pub counts: Counts,
}

/// A move of the root that is searched next.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct MoveBegun<M> {
    /// The running depth.
    pub depth: u32,
    /// The move.
    pub mv: M,
    /// Which one it is, from 0, in the order of search.
    pub number: usize,
    /// Counters so far, of this thread.
    pub counts: Counts,
}

/// Who is told of progress.
pub type Listener<'a, M> = dyn FnMut(Progress<'_, M>) + Send + 'a;

/// The root's part of a worker.
pub(crate) struct Root<'a, G: Game> {
    /// Moves that are not to be searched.
    pub(crate) excluded: Vec<G::Move>,
    pub(crate) listener: Option<&'a mut Listener<'a, G::Move>>,
    /// The best move of the depth before, and whether the running depth has searched it.
    expected: Option<G::Move>,
    has_expected: bool,
    /// The best score of the running depth so far.
    pub(crate) score: i32,
}

impl<G: Game> Default for Root<'_, G> {
    fn default() -> Self {
        Self { excluded: Vec::new(), listener: None, expected: None, has_expected: false, score: 0 }
    }
}

impl<G: Game> Root<'_, G> {
    /// A depth begins, after one whose best move was `expected`.
    pub(crate) fn begin(&mut self, excluded: &[G::Move], expected: Option<G::Move>) {
        excluded.clone_into(&mut self.excluded);
        self.expected = expected;
        self.has_expected = false;
    }

    /// Whether the depth that was broken off has compared its best move with that of the depth before.
    pub(crate) fn has_expected(&self) -> bool {
        self.has_expected
    }

    pub(crate) fn tell(&mut self, progress: Progress<'_, G::Move>) {
        if let Some(listener) = &mut self.listener {
            listener(progress);
        }
    }

    #[cold]
    pub(crate) fn begin_move(&mut self, mv: G::Move, number: usize, depth: u32, counts: Counts) {
        self.tell(Progress::Move(MoveBegun { depth, mv, number, counts }));
    }

    #[cold]
    pub(crate) fn end_move(&mut self, mv: G::Move) {
        self.has_expected |= self.expected == Some(mv);
    }
}

/// The scores of both players of a game for two.
pub(crate) fn opposite(score: i32, mover: usize) -> [i32; MAX_PLAYERS] {
    let mut scores = [0; MAX_PLAYERS];
    scores[mover] = score;
    scores[1 - mover] = -score;
    scores
}
