//! Games of a round: short searches from random openings.

use super::samples::Samples;
use super::trainer::{LearnError, Plan};
use crate::engine::Searcher;
use crate::game::{Game, Outcome, Player};
use crate::powers::Cells;
use crate::random::Random;
use crate::search::Limit;

/// What a game of a round brought.
pub(super) struct Played {
    pub(super) samples: Samples,
    pub(super) nodes: u64,
}

/// So many visits of a position end a game without a result.
const VISITS: usize = 3;

/// A random position some plies from the start, or fewer if games end before, in which the game goes on.
pub(super) fn opening<G: Game>(start: &G, mut plies: usize, random: &mut Random) -> (G, Vec<u64>) {
    loop {
        let (mut game, mut past, mut moves) = (start.clone(), Vec::new(), Vec::new());
        for _ in 0..plies {
            moves.clear();
            game.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            past.push(game.key());
            game.make(moves[random.below(moves.len())]);
        }
        if plies == 0 || game.outcome().is_none() {
            return (game, past);
        }
        plies = plies.saturating_sub(1);
    }
}

/// Plays a game and notes every position that was searched.
pub(super) fn play<G: Cells>(
    start: &G,
    engine: &mut dyn Searcher<G>,
    judge: &dyn Fn(&G) -> Option<i32>,
    plan: &Plan,
    depth: u32,
    random: &mut Random,
) -> Result<Played, LearnError> {
    engine.forget();
    let plies = 1 + random.below(plan.opening_plies.max(1));
    let (mut game, mut past) = opening(start, plies, random);
    let (mut samples, mut movers, mut nodes) = (Samples::new(&game, plan.views(start, judge)), Vec::new(), 0);
    let mut legal = Vec::new();
    while game.outcome().is_none() && past.len() < plan.most_plies {
        let key = game.key();
        past.push(key);
        if past.iter().filter(|&&other| other == key).count() >= VISITS {
            break;
        }
        legal.clear();
        game.moves(&mut legal);
        let mut mv = legal[0];
        if legal.len() > 1 {
            engine.begin_turn(&past);
            let report = engine.search(&game, &Limit::depth(depth))?;
            nodes += report.counts.total;
            samples.push(&game, report.line().score, judge(&game));
            movers.push(game.to_move());
            let errs = random.below(1000) < plan.random_moves;
            mv = if errs { legal[random.below(legal.len())] } else { report.best };
        }
        game.make(mv);
    }
    if let Some(outcome) = game.outcome() {
        for (result, &mover) in samples.results.iter_mut().zip(&movers) {
            *result = share(&outcome, mover);
        }
    }
    Ok(Played { samples, nodes })
}

/// A player's share of the point, which those who did best have among them.
pub(super) fn share(outcome: &Outcome, player: Player) -> f32 {
    let (own, results) = (outcome.result(player), outcome.results());
    if results.iter().any(|&other| other > own) {
        return 0.0;
    }
    1.0 / results.iter().filter(|&&other| other == own).count() as f32
}

/// The depth at which a search takes about as many nodes as wanted.
pub(super) fn fitting_depth<G: Cells>(
    start: &G,
    engine: &mut dyn Searcher<G>,
    plan: &Plan,
) -> Result<u32, LearnError> {
    const POSITIONS: u64 = 24;
    const DEEPEST: u32 = 12;
    let mut found = 1;
    for depth in 2..=DEEPEST {
        let mut nodes = 0;
        for number in 0..POSITIONS {
            let mut random = Random::keyed(&[plan.seed, PROBE, number]);
            let plies = random.below(plan.opening_plies.max(1) * 3);
            let (game, _) = opening(start, plies, &mut random);
            engine.forget();
            nodes += engine.search(&game, &Limit::depth(depth))?.counts.total;
        }
        if nodes > POSITIONS * plan.nodes_per_move {
            break;
        }
        found = depth;
    }
    Ok(found)
}

/// Keys of random streams that have nothing to do with each other.
const PROBE: u64 = 0x7072_6f62;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_share_the_point() {
        let shares = |results: &[i16]| {
            let outcome = Outcome::new(results);
            Player::all(results.len()).map(|player| share(&outcome, player)).collect::<Vec<_>>()
        };
        assert_eq!(shares(&[1, -1]), [1.0, 0.0]);
        assert_eq!(shares(&[0, 0]), [0.5, 0.5]);
        assert_eq!(shares(&[0, 0, 0, 0]), [0.25; 4]);
        assert_eq!(shares(&[2, 2, -2, -2]), [0.5, 0.5, 0.0, 0.0]);
        assert_eq!(shares(&[-1, -1, 2]), [0.0, 0.0, 1.0]);
    }
}
