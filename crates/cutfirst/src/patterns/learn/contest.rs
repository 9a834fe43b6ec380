//! New weights against old ones.

use super::games::{opening, share};
use super::trainer::{LearnError, Plan};
use crate::engine::Searcher;
use crate::game::{Game, Player};
use crate::random::Random;
use crate::search::Limit;

const CONTEST: u64 = 0x636f_6e74;
const VISITS: usize = 3;

/// Two engines that play each other.
pub(super) type Pair<G> = [Box<dyn Searcher<G>>; 2];

/// The score of the first engine in game `number` of a contest, where half a point is even. Two games in a row have the
/// same opening and exchange the seats. A game that does not end is shared by `chance`, that of the player to move, if it
/// is known, and evenly otherwise.
pub(super) fn play<G: Game>(
    start: &G,
    engines: &mut Pair<G>,
    chance: &dyn Fn(&G) -> Option<f64>,
    plan: &Plan,
    depth: u32,
    round: u64,
    number: u64,
) -> Result<f64, LearnError> {
    let mut random = Random::keyed(&[plan.seed, CONTEST, round, number / 2]);
    let plies = 2 * start.players() + random.below(4);
    let (mut game, mut past) = opening(start, plies, &mut random);
    engines.iter_mut().for_each(|engine| engine.forget());
    let own = |player: Player| (player.index() as u64 + number).is_multiple_of(2);
    let seats = Player::all(start.players()).filter(|&player| own(player));
    let mut legal = Vec::new();
    let outcome = loop {
        if let Some(outcome) = game.outcome() {
            break Some(outcome);
        }
        let key = game.key();
        past.push(key);
        let visits = past.iter().filter(|&&other| other == key).count();
        if visits >= VISITS || past.len() > plan.most_plies {
            break None;
        }
        legal.clear();
        game.moves(&mut legal);
        let mut mv = legal[0];
        if legal.len() > 1 {
            let engine = &mut engines[usize::from(!own(game.to_move()))];
            engine.begin_turn(&past);
            mv = engine.search(&game, &Limit::depth(depth))?.best;
        }
        game.make(mv);
    };
    if outcome.is_none()
        && let Some(chance) = chance(&game)
    {
        return Ok(if own(game.to_move()) { chance } else { 1.0 - chance });
    }
    let part = |player| outcome.map_or(1.0 / start.players() as f32, |outcome| share(&outcome, player));
    Ok(seats.map(|player| f64::from(part(player))).sum())
}
