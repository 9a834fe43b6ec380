//! Exact techniques find the value of the plain search of the same tree.

use super::searches::check_one;
use super::{Fault, fault};
use crate::engine::{Engine, SearchError, Settings, oracle};
use crate::evaluation::Evaluation;
use crate::game::Game;
use crate::ordering::Order;
use crate::search::{Algorithm, Limit, Techniques};

/// Compares searches with quiescence, aspiration windows, enhanced cut-offs, internal deepening, cached
/// evaluations and several threads, alone and together, against plain unpruned search with the same
/// quiescence.
///
/// # Errors
/// With a description of the first search that finds something else.
pub fn check_techniques<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    depth: u32,
) -> Result<(), Fault> {
    let order: Order = "ads:mtf,limit=9".parse().map_err(|error| format!("{error}"))?;
    for (quiescence, stand_pat) in [(0, false), (2, false), (3, false), (1, true), (4, true)] {
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::BestReply, Algorithm::Paranoid] {
            if algorithm.is_for_two() && game.players() != 2 || stand_pat && algorithm == Algorithm::BestReply
            {
                continue;
            }
            let techniques = Techniques { quiescence, stand_pat, ..Techniques::default() };
            let plain = Settings::plain(game.players()).with_algorithm(algorithm).with_order(order.clone());
            let plain = Settings { techniques: techniques.clone(), ..plain };
            let expected = oracle(game, evaluation, &plain, depth);
            let check = |techniques: Techniques, deepen: bool, table: usize, threads: usize| {
                let settings = Settings { techniques, deepen, table, threads, ..plain.clone() };
                check_one(game, evaluation, &settings, depth, &expected)
            };
            check(techniques.clone(), false, 0, 1)?;
            check(techniques.clone(), true, 1, 1)?;
            check(Techniques { aspiration: Some(1), ..techniques.clone() }, true, 0, 1)?;
            check(Techniques { aspiration: Some(60), ..techniques.clone() }, true, 1, 1)?;
            check(Techniques { enhanced_cutoffs: true, ..techniques.clone() }, true, 1, 1)?;
            check(Techniques { internal_deepening: true, ..techniques.clone() }, false, 1, 1)?;
            check(Techniques { cache_evaluations: true, ..techniques.clone() }, true, 1, 1)?;
            check(Techniques { caches: true, ..techniques.clone() }, true, 0, 1)?;
            check(Techniques { futility: true, ..techniques.clone() }, true, 0, 1)?;
            let all = Techniques {
                quiescence,
                stand_pat,
                aspiration: Some(20),
                cache_evaluations: true,
                caches: true,
                futility: true,
                enhanced_cutoffs: true,
                internal_deepening: true,
                ..Techniques::default()
            };
            check(all.clone(), true, 1, 1)?;
            check(all, true, 1, 3)?;
            check(techniques, true, 1, 2)?;
        }
    }
    Ok(())
}

/// Compares the bounds on tree sizes with searches and with each other: no search without a table needs
/// fewer nodes than the minimal tree, and generation order is what `none` searches.
///
/// # Errors
/// With the first figure that is out of order.
pub fn check_bounds<G: Game, E: Evaluation<G>>(game: &G, evaluation: &E, depth: u32) -> Result<(), Fault> {
    for algorithm in [Algorithm::AlphaBeta, Algorithm::BestReply] {
        if algorithm.is_for_two() && game.players() != 2 {
            continue;
        }
        let settings = Settings::plain(game.players()).with_algorithm(algorithm);
        let Ok(mut engine) = Engine::new(game, evaluation.clone(), settings) else { continue };
        let limit = Limit::depth(depth);
        let fault = |error: SearchError| error.to_string();
        let plain = engine.search(game, &limit).map_err(fault)?;
        let replay = engine.replay(game, &limit).map_err(fault)?.ok_or("stopped")?;
        let least = engine.minimal_tree(game, &limit, replay.score).map_err(fault)?.ok_or("no proof")?;
        let fits = replay.score == plain.line().score
            && replay.generated == plain.counts.total
            && least <= replay.best_first.min(replay.generated).min(replay.worst_first);
        if !fits {
            return Err(fault!(
                "{algorithm}: {replay:?} and a minimal tree of {least} against a search of {:?}",
                plain.counts
            ));
        }
    }
    Ok(())
}
