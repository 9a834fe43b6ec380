//! One call that checks what a game tells of its cells.

use super::{Fault, fault};
use std::collections::BTreeSet;

use crate::evaluation::Evaluation;
use crate::game::Player;
use crate::patterns::{BASE, Corrected, MOST_SCORE, Patterns, Weights};
use crate::powers::{Cells, Powers};
use crate::random::Random;
use crate::testkit::check_evaluation;

/// After how many plies a random game is broken off.
const LONGEST_GAME: usize = 200;

/// Plays seeded random games from `start` and looks at every position on the way:
/// - states, phases and gauges are in range, as the players see them too, and after a move what was told before it;
/// - a move changes the cells that it tells of, each once, and no others, also as a move of a player whose turn it is not;
/// - places are permutations of the cells, and symmetries are permutations that leave neighbours neighbours;
/// - patterns can be laid, and an evaluation made of them keeps its contract and says what its weights add up to.
///
/// # Errors
/// With a description of the first thing that is wrong.
pub fn check_cells<G: Cells>(start: &G, games: usize, seed: u64) -> Result<(), Fault> {
    check_symmetries(start)?;
    let weights = Weights::random(start, seed).map_err(|error| error.to_string())?;
    let patterns = Patterns::new(start, weights.clone()).map_err(|error| error.to_string())?;
    check_evaluation(start, &patterns, games.div_ceil(4), seed)?;
    let mut correction = weights.clone();
    correction.set_note(BASE, "nothing");
    let correction = Patterns::new(start, correction).map_err(|error| error.to_string())?;
    check_evaluation(start, &Corrected::new(LooksAhead, correction), games.div_ceil(4), seed)
        .map_err(|fault| format!("as a correction, {fault}"))?;
    for index in 0..games {
        let mut random = Random::keyed(&[seed, index as u64]);
        play_game(start, (&weights, &patterns), &mut random)
            .map_err(|fault| format!("random game {index}: {fault}"))?;
    }
    Ok(())
}

/// Has nothing to say but whether a position can be judged without making the move to it.
#[derive(Clone)]
struct LooksAhead;

impl<G: Cells> Evaluation<G> for LooksAhead {
    type Accumulator = ();

    fn after(&self, before: &G, (): &(), mv: G::Move) -> Option<()> {
        let mut next = before.clone();
        next.make(mv);
        let goes_on = |game: &G| game.outcome().is_none();
        let by_turns = before.players() != 2 || before.to_move() != next.to_move();
        let set_turn = G::Powers::SET_TURN.filter(|_| next.players() > 2);
        let whoever_moves = set_turn.is_none_or(|set_turn| {
            Player::all(next.players()).all(|player| {
                let mut next = next.clone();
                set_turn(&mut next, player);
                goes_on(&next)
            })
        });
        (by_turns && goes_on(&next) && whoever_moves).then_some(())
    }

    fn evaluate(&self, _game: &G, (): &(), _player: Player) -> i32 {
        0
    }
}

/// The pairs of cells that lie side by side.
fn pairs<G: Cells>(game: &G, image: impl Fn(usize) -> usize) -> BTreeSet<[usize; 2]> {
    let mut pairs = BTreeSet::new();
    for cell in 0..game.cells() {
        for next in (0..game.axes()).filter_map(|axis| game.next(cell, axis)) {
            let (a, b) = (image(cell), image(next));
            pairs.insert([a.min(b), a.max(b)]);
        }
    }
    pairs
}

fn check_symmetries<G: Cells>(game: &G) -> Result<(), Fault> {
    let pairs_before = pairs(game, |cell| cell);
    for (number, symmetry) in game.symmetries().iter().enumerate() {
        if pairs(game, |cell| symmetry[cell]) != pairs_before {
            return Err(fault!("symmetry {number} parts cells that lie side by side"));
        }
    }
    for player in Player::all(game.players()) {
        if pairs(game, |cell| game.place(cell, player)) != pairs_before {
            return Err(fault!("the places that {player} sees part cells that lie side by side"));
        }
    }
    Ok(())
}

fn play_game<G: Cells>(
    start: &G,
    (weights, patterns): (&Weights, &Patterns),
    random: &mut Random,
) -> Result<(), Fault> {
    let mut game = start.clone();
    let mut moves = Vec::new();
    for ply in 0..LONGEST_GAME {
        let at = |fault: Fault| fault!("{fault}, at ply {ply} in {game:?}");
        check_ranges(&game).map_err(at)?;
        check_moves(&game).map_err(at)?;
        check_sum(&game, weights, patterns).map_err(at)?;
        if let Some(set_turn) = G::Powers::SET_TURN {
            for player in Player::all(game.players()) {
                let mut game = game.clone();
                set_turn(&mut game, player);
                check_moves(&game).map_err(|fault| at(fault!("{fault}, as a move of {player}")))?;
            }
        }
        moves.clear();
        game.moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        game.make(moves[random.below(moves.len())]);
    }
    Ok(())
}

/// What weights add up to one by one, but for rounding.
fn check_sum<G: Cells>(game: &G, weights: &Weights, patterns: &Patterns) -> Result<(), Fault> {
    let accumulator = patterns.accumulate(game);
    for player in Player::all(game.players()) {
        let (found, expected) = match game.players() {
            2 if player != game.to_move() => continue,
            2 => {
                let difference = patterns.evaluate(game, &accumulator, player)
                    - patterns.evaluate(game, &accumulator, player.next(2));
                (difference, weights.sum(game, player))
            }
            _ => (patterns.evaluate(game, &accumulator, player), weights.sum(game, player)),
        };
        let expected = expected.clamp(-f64::from(MOST_SCORE), MOST_SCORE.into());
        if (f64::from(found) - expected).abs() > 1.0 + weights.layout().sets() as f64 / 8.0 {
            return Err(fault!("patterns are worth {found} to {player}, but their weights {expected:.1}"));
        }
    }
    Ok(())
}

fn states<G: Cells>(game: &G) -> Vec<usize> {
    (0..game.cells()).map(|cell| game.state(cell)).collect()
}

fn check_ranges<G: Cells>(game: &G) -> Result<(), Fault> {
    let below = |what: &str, value: usize, limit: usize| {
        if value < limit { Ok(()) } else { Err(fault!("{what} is {value}, not below {limit}")) }
    };
    below("the phase", game.phase(), game.phases())?;
    for (cell, state) in states(game).into_iter().enumerate() {
        below(&format!("the state of cell {cell}"), state, game.states())?;
        for player in Player::all(game.players()) {
            let seen = game.seen_by(state, player);
            below(&format!("state {state}, as {player} sees it,"), seen, game.seen_states())?;
        }
    }
    for (gauge, &values) in game.gauges().iter().enumerate() {
        for player in Player::all(game.players()) {
            below(&format!("gauge {gauge} of {player}"), game.gauge(gauge, player), values)?;
        }
    }
    Ok(())
}

fn check_moves<G: Cells>(game: &G) -> Result<(), Fault> {
    let before = states(game);
    let mut moves = Vec::new();
    game.moves(&mut moves);
    for mv in moves {
        let mut told = before.clone();
        let mut seen = BTreeSet::new();
        let mut twice = None;
        game.changes(mv, &mut |cell, state| {
            if !seen.insert(cell) {
                twice = Some(cell);
            }
            if let Some(place) = told.get_mut(cell) {
                *place = state;
            }
        });
        if let Some(cell) = twice {
            return Err(fault!("{mv:?} tells twice of cell {cell}"));
        }
        let mut next = game.clone();
        next.make(mv);
        let after = states(&next);
        if let Some(cell) = (0..after.len()).find(|&cell| told[cell] != after[cell]) {
            return Err(fault!("{mv:?} leaves cell {cell} in state {}, not {}", after[cell], told[cell]));
        }
        if next.outcome().is_none() {
            check_after(game, mv, &next)?;
        }
    }
    Ok(())
}

fn check_after<G: Cells>(game: &G, mv: G::Move, next: &G) -> Result<(), String> {
    let Some(phase) = game.phase_after(mv) else { return Ok(()) };
    if phase != next.phase() {
        return Err(format!("{mv:?} leads to phase {}, not {phase}", next.phase()));
    }
    for gauge in 0..game.gauges().len() {
        for player in Player::all(game.players()) {
            let (told, found) = (game.gauge_after(mv, gauge, player), next.gauge(gauge, player));
            if told != found {
                return Err(format!("{mv:?} leads to {found} on gauge {gauge} of {player}, not {told}"));
            }
        }
    }
    Ok(())
}
