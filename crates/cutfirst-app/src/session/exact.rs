//! What is certain rather than estimated: Othello's endgames, by the solver.

use std::any::Any;

use cutfirst_games::board_game::BoardGame;
use cutfirst_games::othello::solve::Solver;
use cutfirst_games::othello::{Move, Othello};

/// With so many empty squares or fewer, every move is solved in a moment.
const MOST_EMPTIES: u32 = 14;

/// A move whose result is known.
pub(super) struct Solved<M> {
    pub(super) mv: M,
    /// The disc difference at the end, for the player to move.
    pub(super) discs: i32,
    /// This move and, after the best one, best play to the end.
    pub(super) line: Vec<M>,
}

/// All moves with their results, best first, if the game is near enough to its end.
pub(super) fn solve<G: BoardGame>(game: &G) -> Option<Vec<Solved<G::Move>>> {
    let othello = (game as &dyn Any).downcast_ref::<Othello>()?;
    if othello.empties().count_ones() > MOST_EMPTIES {
        return None;
    }
    let solution = Solver::new(1, 4).ok()?.solve_moves(othello).ok()?;
    // The same moves, though the compiler does not know that.
    let own = |mv: &Move| (mv as &dyn Any).downcast_ref::<G::Move>().copied();
    let best = solution.best();
    let solved = solution.moves.iter().map(|(mv, discs)| {
        let line = if *mv == best { &solution.line[..] } else { std::slice::from_ref(mv) };
        Some(Solved { mv: own(mv)?, discs: *discs, line: line.iter().map_while(own).collect() })
    });
    solved.collect()
}
