//! Positions with equal keys must be the same to every search.
//!
//! A table answers for whatever has the key it is asked for. A key that leaves something out (the turn, a reserve, who
//! may still castle) makes it answer with moves and scores of another position, which shows as a blunder once in a
//! while. So every position that is met is compared with the first one that had its key. Random games hardly ever meet
//! the same board twice; [`Keys::branch_out`] looks where that happens.

use super::{Fault, fault};
use std::collections::{HashMap, VecDeque};

use crate::game::{Game, MAX_PLAYERS};
use crate::random::Random;

/// So many positions are remembered at the most; later ones are only compared with them.
const MOST: usize = 100_000;

/// So many positions of one tree are looked at, and so many moves of its player made in a row.
const TREE: usize = 400;
const OWN_MOVES: usize = 2;

/// The first position met with each key.
pub(super) struct Keys<G>(HashMap<u64, G>);

impl<G: Game> Keys<G> {
    pub(super) fn new() -> Self {
        Self(HashMap::new())
    }

    /// Compares a position with the first one that had its key.
    pub(super) fn look(&mut self, game: &G) -> Result<(), Fault> {
        if let Some(known) = self.0.get(&game.key()) {
            return same_future(known, game)
                .map_err(|what| fault!("the key is that of {known:?}, but {what}"));
        }
        if self.0.len() < MOST {
            self.0.insert(game.key(), game.clone());
        }
        Ok(())
    }

    /// Looks at what the player to move can reach in one or two moves of his own while everybody else makes the same
    /// reply throughout: there the same board comes about in different ways, with different players to move if that is
    /// possible at all.
    pub(super) fn branch_out(&mut self, game: &G, random: &mut Random) -> Result<(), Fault> {
        let player = game.to_move();
        let mut replies = [None; MAX_PLAYERS];
        let mut waiting = VecDeque::from([(game.clone(), 0, 0)]);
        let mut moves = Vec::new();
        for _ in 0..TREE {
            let Some((game, own, plies)) = waiting.pop_front() else { break };
            self.look(&game).map_err(|fault| format!("{fault}, in {game:?}"))?;
            moves.clear();
            game.moves(&mut moves);
            let mover = game.to_move();
            // Whoever has several turns in a row must not go on for ever.
            if moves.is_empty() || plies == OWN_MOVES * game.players() + 1 {
                continue;
            }
            let own = own + usize::from(mover == player);
            if mover == player {
                random.shuffle(&mut moves);
            } else {
                let reply = *replies[mover.index()].get_or_insert(moves[random.below(moves.len())]);
                moves.retain(|&mv| mv == reply);
            }
            if own > OWN_MOVES || waiting.len() >= TREE {
                continue;
            }
            for &mv in &moves {
                let mut next = game.clone();
                next.make(mv);
                waiting.push_back((next, own, plies + 1));
            }
        }
        Ok(())
    }
}

/// Says what differs. Moves may come in another order, since that is no part of the rules.
fn same_future<G: Game>(known: &G, game: &G) -> Result<(), Fault> {
    let turns = (known.to_move(), game.to_move());
    if turns.0 != turns.1 {
        return Err(fault!("there it is the turn of {}, here of {}", turns.0, turns.1));
    }
    let outcomes = (known.outcome(), game.outcome());
    if outcomes.0 != outcomes.1 {
        return Err(fault!("there the outcome is {:?}, here {:?}", outcomes.0, outcomes.1));
    }
    let (mut there, mut here) = (Vec::new(), Vec::new());
    known.moves(&mut there);
    game.moves(&mut here);
    let missing = |from: &[G::Move], of: &[G::Move]| of.iter().copied().find(|mv| !from.contains(mv));
    if there == here {
        return Ok(());
    }
    match (missing(&there, &here), missing(&here, &there)) {
        (Some(mv), _) => Err(fault!("there {mv:?} is not legal, here it is")),
        (_, Some(mv)) => Err(fault!("there {mv:?} is legal, here it is not")),
        _ => Ok(()),
    }
}
