//! Counting move sequences: the standard check of a move generator.

use crate::game::Game;

/// Whether a game that ends early is counted below its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Finished {
    /// Only sequences of exactly the given length count.
    #[default]
    Ignored,
    /// A finished game counts as one leaf at every greater depth, as in some published tables.
    Counted,
}

/// The number of legal move sequences of exactly `depth` plies. Leaves are counted, not made.
pub fn perft<G: Game>(game: &mut G, depth: u32, finished: Finished) -> u64 {
    let mut buffer = Vec::with_capacity(1024);
    perft_in(game, depth, finished, &mut buffer)
}

/// Each legal move with the number of sequences that start with it, in generation order.
pub fn divide<G: Game>(game: &mut G, depth: u32, finished: Finished) -> Vec<(G::Move, u64)> {
    let mut buffer = Vec::with_capacity(1024);
    game.moves(&mut buffer);
    let moves = std::mem::take(&mut buffer);
    moves
        .into_iter()
        .map(|mv| {
            let undo = game.make(mv);
            let count = perft_in(game, depth.saturating_sub(1), finished, &mut buffer);
            game.unmake(mv, undo);
            (mv, count)
        })
        .collect()
}

fn perft_in<G: Game>(game: &mut G, depth: u32, finished: Finished, buffer: &mut Vec<G::Move>) -> u64 {
    match depth {
        0 => return 1,
        1 => return last_ply(game, finished, buffer),
        _ => {}
    }
    let start = buffer.len();
    game.moves(buffer);
    let end = buffer.len();
    let mut count = 0;
    for i in start..end {
        let mv = buffer[i];
        let undo = game.make(mv);
        // The last ply is counted here: a call for every position before it would take a good part of the time.
        count += match depth {
            2 => last_ply(game, finished, buffer),
            _ => perft_in(game, depth - 1, finished, buffer),
        };
        game.unmake(mv, undo);
    }
    buffer.truncate(start);
    if end == start { u64::from(finished == Finished::Counted) } else { count }
}

#[inline]
fn last_ply<G: Game>(game: &G, finished: Finished, buffer: &mut Vec<G::Move>) -> u64 {
    match game.count_moves(buffer) {
        0 => u64::from(finished == Finished::Counted),
        count => count,
    }
}
