//! Searches with settings drawn by chance, against plain unpruned search: what no list of cases thought of.

use super::Fault;
use super::searches::{ORDERS, check_one};
use crate::engine::{Engine, Settings, SettingsError, oracle};
use crate::evaluation::Evaluation;
use crate::game::Game;
use crate::ordering::Order;
use crate::random::Random;
use crate::search::{Algorithm, Combine, Limit, Techniques};

/// So many settings are held against one plain search.
const SETTINGS: u64 = 16;

/// Draws searches (algorithm, combination, order, techniques, table, deepening, threads) until `count` of them have
/// been held against plain unpruned search of the same position to `depth` plies; those that the game refuses do not
/// count.
///
/// # Errors
/// With a description of the first search that finds something else.
pub fn check_by_chance<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    depth: u32,
    count: u64,
    random: &mut Random,
) -> Result<(), Fault> {
    let mut checked = 0;
    while checked < count {
        let plain = plain_settings(game.players(), random);
        let expected = oracle(game, evaluation, &plain, depth);
        for _ in 0..SETTINGS.min(count - checked) {
            let settings = drawn(&plain, random);
            if check_one(game, evaluation, &settings, depth, &expected)? {
                checked += 1;
            }
        }
    }
    Ok(())
}

/// Like [`check_by_chance`], for depths that unpruned search does not reach: what pruning searches find is held against
/// the same algorithm without order, table and techniques.
///
/// # Errors
/// With a description of the first search that finds something else.
pub fn check_deep_by_chance<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    depth: u32,
    count: u64,
    random: &mut Random,
) -> Result<(), Fault> {
    let mut checked = 0;
    while checked < count {
        let plain = plain_settings(game.players(), random);
        if !is_windowed(&plain) || plain.techniques.quiescence > 0 {
            continue;
        }
        let mut engine = match Engine::new(game, evaluation.clone(), plain.clone()) {
            Ok(engine) => engine,
            Err(SettingsError::NeedsOutOfTurn) => continue,
            Err(error) => return Err(Fault(error.to_string())),
        };
        let expected = engine.search(game, &Limit::depth(depth)).map_err(|error| error.to_string())?;
        for _ in 0..SETTINGS.min(count - checked) {
            let settings = drawn(&plain, random);
            if check_one(game, evaluation, &settings, depth, &[expected.line().score])? {
                checked += 1;
            }
        }
    }
    Ok(())
}

fn is_windowed(settings: &Settings) -> bool {
    !matches!(settings.algorithm, Algorithm::Minimax | Algorithm::MaxN)
}

fn one_of<T: Copy>(items: &[T], random: &mut Random) -> T {
    items[random.below(items.len())]
}

/// What decides the value: algorithm, combination and quiescence.
fn plain_settings(players: usize, random: &mut Random) -> Settings {
    let algorithm = loop {
        let algorithm = one_of(Algorithm::ALL, random);
        if players == 2 || !algorithm.is_for_two() {
            break algorithm;
        }
    };
    let combine = one_of(&[Combine::Difference, Combine::ZeroSum], random);
    let with_quiescence = [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::BestReply, Algorithm::Paranoid];
    let may_go_on = with_quiescence.contains(&algorithm) && random.below(3) == 0;
    let quiescence = if may_go_on { 1 + random.below(3) as u8 } else { 0 };
    let stand_pat = may_go_on && algorithm != Algorithm::BestReply && random.below(2) == 0;
    let techniques = Techniques { quiescence, stand_pat, ..Techniques::default() };
    Settings { combine, techniques, ..Settings::plain(players).with_algorithm(algorithm) }
}

/// What must not decide it.
fn drawn(plain: &Settings, random: &mut Random) -> Settings {
    let mut flip = |one_in| random.below(one_in) == 0;
    let is_windowed = is_windowed(plain);
    let (deepen, with_table) = (flip(2), flip(2));
    let techniques = Techniques {
        aspiration: None,
        cache_evaluations: is_windowed && with_table && flip(3),
        caches: is_windowed && flip(3),
        futility: is_windowed && flip(2),
        enhanced_cutoffs: is_windowed && with_table && flip(3),
        internal_deepening: is_windowed && with_table && flip(3),
        double_steps: deepen && flip(2),
        ..plain.techniques.clone()
    };
    let with_aspiration = is_windowed && deepen && flip(3);
    let threads = if is_windowed && with_table && flip(6) { 2 + usize::from(flip(2)) } else { 1 };
    let aspiration = with_aspiration.then(|| 1 + random.below(80) as i32);
    let order = order(random);
    let table = usize::from(with_table);
    let techniques = Techniques { aspiration, ..techniques };
    Settings { order, table, deepen, threads, techniques, seed: random.bits(), ..plain.clone() }
}

/// One to three heuristics of [`ORDERS`], stacked in any order; one of its own if they do not go together.
fn order(random: &mut Random) -> Order {
    let whole = one_of(ORDERS, random);
    let mut heuristics: Vec<_> = ORDERS.iter().flat_map(|order| order.split('+')).collect();
    random.shuffle(&mut heuristics);
    let drawn = heuristics[..1 + random.below(3)].join("+");
    let drawn = if random.below(3) == 0 { whole.to_owned() } else { drawn };
    drawn.parse().or_else(|_| whole.parse()).unwrap_or_default()
}
