//! The end of a game that can [solve](crate::powers::Endgame) it: an attempt before the search, where the limit leaves room for
//! one. If it does not succeed, the search has what is left of the limit.
//!
//! A limit of nodes decides by nodes alone, so that the same search comes out on every machine.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::{Engine, Line, Report, Request, SearchError, Watchers, choices};
use crate::evaluation::Evaluation;
use crate::game::Game;
use crate::powers::{Effort, EndgameSolver, Powers};
use crate::search::{Counts, Limit, LineFound, Progress, Stop, WIN, opposite};

/// Nodes that a thread of a solver looks at in a millisecond, cautiously.
const NODES_PER_MS: u64 = 15_000;

/// So many nodes are begun with where nothing but a stop ends the search.
const MOST_UNTIL_STOPPED: u64 = 40_000_000;

/// The results of all moves take so many times as long as that of the best.
const EVERY_MOVE: u64 = 4;

/// The depth that is searched first, so that there is a move to play whatever happens.
const FIRST_LOOK: u32 = 4;

/// How a position is to be solved.
pub(super) struct Attempt<G: Game> {
    solver: EndgameSolver<G>,
    choice: Vec<G::Move>,
    every_move: bool,
    lines: usize,
    /// When each thread gives up.
    nodes: u64,
    time: Option<Duration>,
}

impl<G: Game, E: Evaluation<G>> Engine<G, E> {
    /// Whether it is worth an attempt: half of the nodes or the time should do, and a little more than that is granted.
    pub(super) fn attempt(
        &self,
        game: &G,
        request: &Request<G::Move>,
        watchers: &Watchers<'_, G>,
    ) -> Option<Attempt<G>> {
        let solver = G::Powers::ENDGAME?;
        let (settings, limit) = (&self.settings, &request.limit);
        let is_asked = settings.endgame
            && settings.deepen
            && settings.algorithm.is_for_two()
            && settings.grain == 1
            && limit.depth.is_none();
        let is_disturbed = settings.check_game
            || watchers.observer.is_some()
            || request.level.is_some()
            || request.variety.or(settings.variety).is_some();
        if !is_asked || is_disturbed {
            return None;
        }
        let (choice, left_out) = choices(&self.check(game, request).ok()?, request).ok()?;
        let budget = limit.budget(self.lag.get());
        // What is certain to be played needs no time.
        if choice.len() == 1 && budget.is_some() {
            return None;
        }
        let lines = request.lines.unwrap_or(settings.lines);
        let every_move = lines > 1 || !left_out.is_empty();
        let takes = solver.0(game)?.saturating_mul(if every_move { EVERY_MOVE } else { 1 });
        let threads = settings.threads as u64;
        let in_time = |time: Duration| {
            let nodes = time.as_micros() * u128::from(NODES_PER_MS * threads) / 1000;
            u64::try_from(nodes).unwrap_or(u64::MAX)
        };
        let by_time = budget.map(|budget| in_time(budget.most / 2));
        let by_nodes = limit.nodes.map(|nodes| nodes / 2);
        let most = by_time.into_iter().chain(by_nodes).min().unwrap_or(MOST_UNTIL_STOPPED);
        let nodes = limit.nodes.map_or(u64::MAX, |nodes| nodes / 8 * 5 / threads);
        let time = budget.map(|budget| budget.most / 8 * 5);
        (takes <= most).then_some(Attempt { solver, choice, every_move, lines, nodes, time })
    }

    pub(super) fn solve_or_search(
        &mut self,
        game: &G,
        request: &Request<G::Move>,
        mut watchers: Watchers<'_, G>,
        attempt: &Attempt<G>,
    ) -> Result<Report<G::Move>, SearchError> {
        let limit = &request.limit;
        let began = limit.now();
        let elapsed = || limit.now().zip(began).map(|(now, began)| now.saturating_sub(began));
        let first_look = Request { limit: limit.clone().with_depth(FIRST_LOOK), ..request.clone() };
        let first = self.search_tree(game, &first_look, Watchers::default())?;

        let watch = Watch {
            limit,
            nodes: attempt.nodes,
            deadline: began.zip(attempt.time).map(|(began, time)| began.saturating_add(time)),
            grace: Mutex::new(None),
        };
        let solved = attempt.solver.1(
            game,
            &Effort {
                threads: self.settings.threads,
                table: self.settings.table.max(1),
                every_move: attempt.every_move,
                give_up: &|nodes| watch.is_over(nodes),
            },
        );
        let counts = first.counts + Counts { total: solved.nodes, ..Counts::default() };
        let depth = solved.lines.first().map_or(0, |(_, line)| line.len() as u32);
        let wanted = solved.lines.iter().filter(|(_, line)| attempt.choice.contains(&line[0]));
        let mut lines = Vec::new();
        for (number, (result, line)) in wanted.take(attempt.lines).enumerate() {
            let score = solved_score::<G, E>(*result, depth);
            let scores = opposite(score, game.to_move().index());
            let told = LineFound {
                depth,
                number,
                score,
                scores: Some(&scores[..2]),
                line,
                result: Some(*result),
                counts,
            };
            watchers.listener.iter_mut().for_each(|listener| listener(Progress::Line(told.clone())));
            lines.push(Line { score, scores: None, moves: line.clone(), result: Some(*result) });
        }
        if let Some(chosen) = lines.first().cloned() {
            let best = chosen.moves[0];
            let solved = Report { best, chosen, depth, complete: true, lines, counts, ..first };
            return Ok(Report { elapsed: elapsed(), ..solved });
        }

        watch.pass_on();
        if limit.stop().is_some_and(Stop::is_stopped) {
            return Ok(Report { counts, complete: false, elapsed: elapsed(), ..first });
        }
        let left = limit.after(counts.total, elapsed().unwrap_or_default(), self.lag.get());
        let later = self.search_tree(game, &Request { limit: left, ..request.clone() }, watchers)?;
        let counts = counts + later.counts;
        let report = if later.depth < first.depth { Report { complete: false, ..first } } else { later };
        Ok(Report { counts, elapsed: elapsed(), ..report })
    }
}

/// The score of a game that ends in so many plies with a result, as a search that sees the end has it.
fn solved_score<G: Game, E: Evaluation<G>>(result: i32, plies: u32) -> i32 {
    if E::FINISHED_BY_VALUE { result } else { result.signum() * (WIN - plies as i32) }
}

/// Sees when a solver has to give up.
struct Watch<'a> {
    limit: &'a Limit,
    nodes: u64,
    deadline: Option<Duration>,
    /// The [time given](Stop::within) meanwhile, as the mark that it is known by and by when the solver gives up.
    grace: Mutex<Option<(u64, Duration)>>,
}

impl Watch<'_> {
    fn is_over(&self, nodes: u64) -> bool {
        if nodes > self.nodes || self.limit.stop().is_some_and(Stop::is_stopped) {
            return true;
        }
        let is_late = |deadline| self.limit.now().is_none_or(|now| now >= deadline);
        self.deadline.is_some_and(is_late) || self.deadline_by_grace().is_some_and(is_late)
    }

    /// Half of what was given is for the solver.
    fn deadline_by_grace(&self) -> Option<Duration> {
        let (mark, time) = self.limit.stop()?.grace()?;
        let mut known = self.grace.lock().unwrap_or_else(PoisonError::into_inner);
        match *known {
            Some((same, deadline)) if same == mark => Some(deadline),
            _ => {
                let deadline = self.limit.now().unwrap_or_default().saturating_add(time / 2);
                *known = Some((mark, deadline));
                Some(deadline)
            }
        }
    }

    /// Leaves the other half to the search.
    fn pass_on(&self) {
        let known = self.grace.lock().unwrap_or_else(PoisonError::into_inner);
        if let (Some(_), Some(stop)) = (*known, self.limit.stop())
            && let Some((_, time)) = stop.grace()
        {
            stop.within(time / 2);
        }
    }
}
