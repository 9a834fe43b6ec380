//! One game between engines.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use cutfirst::engine::Searcher;
use cutfirst::evaluation::Evaluation;
use cutfirst::game::Player;
use cutfirst::random::Random;
use cutfirst::search::{GameClock, MAX_DEPTH, system_clock};
use cutfirst_games::board_game::{BoardGame, EvaluationVisitor};
use cutfirst_games::setup::Setup;

use super::error::MatchError;
use super::opening::Opening;
use super::plan::{AtCap, MatchPlan, Pairing};
use super::record::{Effort, End, GameRecord};
use crate::foreign::{Guest, GuestFault};

/// What random choices of engines are keyed with, apart from those of openings.
const ENGINE: u64 = 0x656e_6769;

/// Plays a game to its end; `None` if it was stopped on the way.
pub(super) fn play<G: BoardGame>(
    plan: &MatchPlan,
    pairing: &Pairing,
    opening: &Opening<G>,
    (setup, start): (&Setup, &G),
    stop: &AtomicBool,
) -> Result<Option<GameRecord>, MatchError> {
    let mut table = Seats::new(plan, pairing, setup, start)?;
    let mut game = start.clone();
    let mut past = Past::default();
    let mut moves = Vec::new();
    for &mv in &opening.moves {
        past.visit(&game);
        moves.push(game.move_text(mv));
        game.make(mv);
    }
    let mut note = String::new();
    let (end, winners) = loop {
        if let Some(ending) = ending(plan, &game, past.visit(&game), moves.len()) {
            break ending;
        }
        if stop.load(Relaxed) {
            return Ok(None);
        }
        match table.choose(&game, &past, &moves)? {
            Ok(mv) => {
                moves.push(game.move_text(mv));
                game.make(mv);
            }
            Err(fault) => {
                let loser = game.to_move().index();
                note = format!("{}: {fault}", plan.entrants[pairing.seats[loser]].name);
                break (end_by(&fault), (0..game.players()).filter(|&seat| seat != loser).collect());
            }
        }
    };
    Ok(Some(GameRecord {
        number: pairing.number,
        opening: pairing.opening,
        seats: pairing.seats.clone(),
        end,
        note,
        winners,
        opening_plies: opening.moves.len() as u32,
        moves,
        efforts: table.efforts,
    }))
}

/// What a fault of somebody else's program makes of the game.
fn end_by(fault: &GuestFault) -> End {
    match fault {
        GuestFault::Unfit(_) | GuestFault::Crashed => End::Crashed,
        GuestFault::Silent(_) => End::Silent,
        GuestFault::Late(..) => End::Late,
        GuestFault::Illegal(_) => End::Illegal,
    }
}

/// The keys of all positions until now. A key holds the player to move.
#[derive(Default)]
struct Past(Vec<u64>);

impl Past {
    /// How often the position has been there by now.
    fn visit<G: BoardGame>(&mut self, game: &G) -> usize {
        let key = game.key();
        self.0.push(key);
        self.0.iter().filter(|&&other| other == key).count()
    }
}

/// Why the game is over here, if it is, and whose the point is.
fn ending<G: BoardGame>(
    plan: &MatchPlan,
    game: &G,
    visits: usize,
    plies: usize,
) -> Option<(End, Vec<usize>)> {
    let rules = &plan.rules;
    let everybody = || (0..game.players()).collect();
    if let Some(outcome) = game.outcome() {
        return Some((End::Finished, best(outcome.results())));
    }
    if rules.repetitions > 0 && visits >= rules.repetitions as usize {
        return Some((End::Repetition, everybody()));
    }
    if plies >= rules.max_plies as usize {
        let winners = match rules.at_cap {
            AtCap::Draw => everybody(),
            AtCap::Evaluation => best(&values(game, G::INFO.evaluations[0].name)),
            AtCap::Judgement => best(&values(game, G::INFO.plays_with)),
        };
        return Some((End::Cap, winners));
    }
    None
}

/// The places of the greatest values.
fn best<T: Ord>(values: &[T]) -> Vec<usize> {
    let most = values.iter().max();
    (0..values.len()).filter(|&place| Some(&values[place]) == most).collect()
}

/// What the position is worth to each player by one of the game's evaluations.
fn values<G: BoardGame>(game: &G, evaluation: &str) -> Vec<i32> {
    G::with_evaluation(evaluation, Values(game)).unwrap_or_default()
}

struct Values<'a, G>(&'a G);

impl<G: BoardGame> EvaluationVisitor<G> for Values<'_, G> {
    type Output = Vec<i32>;

    fn visit<E: Evaluation<G>>(self, evaluation: E) -> Vec<i32> {
        let accumulator = evaluation.accumulate(self.0);
        Player::all(self.0.players())
            .map(|player| evaluation.evaluate(self.0, &accumulator, player))
            .collect()
    }
}

/// Who sits in a seat.
enum Seated<G: BoardGame> {
    Own(Box<dyn Searcher<G>>),
    /// A program that may not even have started.
    Foreign(Result<Box<Guest>, GuestFault>),
}

/// The engines round the table.
struct Seats<'a, G: BoardGame> {
    plan: &'a MatchPlan,
    pairing: &'a Pairing,
    engines: Vec<Seated<G>>,
    efforts: Vec<Effort>,
    /// The clock of each seat that has one, as it stands before the seat's next move.
    clocks: Vec<Option<GameClock>>,
    legal: Vec<G::Move>,
}

impl<'a, G: BoardGame> Seats<'a, G> {
    fn new(plan: &'a MatchPlan, pairing: &'a Pairing, setup: &Setup, start: &G) -> Result<Self, MatchError> {
        let seats = pairing.seats.iter().enumerate();
        let engines = seats.map(|(seat, &player)| {
            let entrant = &plan.entrants[player];
            if let Some(foreign) = &entrant.engine.foreign {
                let guest = Guest::start::<G>(foreign, &entrant.engine.limits, setup);
                return Ok(Seated::Foreign(guest.map(Box::new)));
            }
            let mut settings = entrant.engine.settings.clone();
            let key = [ENGINE, plan.seed, settings.seed, u64::from(pairing.number), seat as u64];
            settings.seed = Random::keyed(&key).bits();
            // An engine that minds repetitions goes by the rules of the match.
            if settings.repetition > 0 {
                settings.repetition = plan.rules.repetitions;
            }
            let engine = start.engine(&entrant.engine.evaluation, settings);
            engine.map(Seated::Own).map_err(|error| MatchError::Engine(entrant.name.clone(), error))
        });
        let engines = engines.collect::<Result<_, _>>()?;
        let control = |player: &usize| plan.entrants[*player].engine.limits.clock;
        let clock = |player| {
            control(player).map(|control| GameClock::new(control.time).with_increment(control.increment))
        };
        let given = |clock: &Option<GameClock>| clock.map_or(0, |clock| clock.left.as_micros() as u64);
        let clocks: Vec<_> = pairing.seats.iter().map(clock).collect();
        let efforts =
            clocks.iter().map(|clock| Effort { given: given(clock), ..Effort::default() }).collect();
        Ok(Self { plan, pairing, engines, efforts, clocks, legal: Vec::new() })
    }

    /// A move took so much of a seat's clock.
    fn press(&mut self, seat: usize, took: Duration) -> Result<(), GuestFault> {
        let Some(clock) = &mut self.clocks[seat] else { return Ok(()) };
        let left = clock.left.checked_sub(took).ok_or(GuestFault::Late(took, clock.left))?;
        clock.left = left + clock.increment;
        self.efforts[seat].given += clock.increment.as_micros() as u64;
        Ok(())
    }

    /// The move of the player whose turn it is.
    fn choose(
        &mut self,
        game: &G,
        past: &Past,
        moves: &[String],
    ) -> Result<Result<G::Move, GuestFault>, MatchError> {
        self.legal.clear();
        game.moves(&mut self.legal);
        let seat = game.to_move().index();
        if let [forced] = self.legal[..] {
            return Ok(self.press(seat, Duration::ZERO).map(|()| forced));
        }
        let entrant = &self.plan.entrants[self.pairing.seats[seat]];
        let mut request = entrant.engine.limits.request();
        if let Some(game_clock) = self.clocks[seat] {
            request.limit = request.limit.with_game_clock(game_clock, system_clock());
            // On a busy machine a player is not to wait for the processor because another one has just used it.
            thread::yield_now();
        }
        let clock = Instant::now();
        let engine = match &mut self.engines[seat] {
            Seated::Own(engine) => engine,
            Seated::Foreign(Err(fault)) => return Ok(Err(fault.clone())),
            Seated::Foreign(Ok(guest)) => {
                let chosen = guest.choose(game, moves, &self.clocks);
                let took = clock.elapsed();
                let effort = Effort { searches: 1, micros: took.as_micros() as u64, ..Effort::default() };
                self.efforts[seat] = self.efforts[seat].plus(effort);
                return Ok(chosen.and_then(|chosen| self.press(seat, took).map(|()| chosen)));
            }
        };
        engine.begin_turn(&past.0);
        let report = engine.answer(game, &request, None);
        let took = clock.elapsed();
        let report = report.map_err(|error| MatchError::Search(entrant.name.clone(), error))?;
        let unsettled = report.depth < MAX_DEPTH;
        let effort = Effort {
            searches: 1,
            unsettled: u64::from(unsettled),
            depths: if unsettled { u64::from(report.depth) } else { 0 },
            nodes: report.counts.total,
            micros: took.as_micros() as u64,
            given: 0,
        };
        self.efforts[seat] = self.efforts[seat].plus(effort);
        Ok(self.press(seat, took).map(|()| report.best))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_share() {
        assert_eq!(best(&[3, -1, 3]), [0, 2]);
        assert_eq!(best(&[0, 0]), [0, 1]);
        assert_eq!(best(&[-5, -4, -6]), [1]);
    }
}
