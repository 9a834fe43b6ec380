//! Max-N: every player maximises his own component of a tuple of scores (Luckhardt & Irani 1986),
//! with shallow pruning (Korf 1991).
//!
//! A node's value is the tuple of its best child for the player who moves there; ties go to the move
//! generated first, whatever the order of search, and a node is abandoned only if its tuple is
//! *strictly* worse for the player above, so that ordering cannot change the result.
//!
//! Pruning needs to know how good the best tuple can be for the player above once the player below
//! has something: the sum of all scores less what the others have at least. Finished games are
//! therefore scored just outside the evaluation's bounds while searching.

use crate::evaluation::{Bounds, Evaluation};
use crate::game::{Game, MAX_PLAYERS, Player};
use crate::search::Combine;
use crate::search::alpha_beta::Node;
use crate::search::picker::Picker;
use crate::search::turns::{InTurn, Side};
use crate::search::worker::{WIN, Worker};

/// One score per player.
pub(crate) type Scores = [i32; MAX_PLAYERS];

/// What scores are possible.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    players: usize,
    depth: i32,
    /// Of one player in an unfinished game.
    least: i32,
    most: i32,
    /// Of all players together.
    total: i32,
}

impl Range {
    /// The range of the scores of a worker's search.
    pub(crate) fn of<G: Game, E: Evaluation<G>>(
        worker: &Worker<'_, G, E>,
        depth: u32,
        evaluation: &E,
    ) -> Self {
        let bounds = evaluation.bounds(&worker.game);
        let rounded = worker.settings.grain != 1;
        Self::new(worker.settings.combine, worker.game.players(), depth, bounds, rounded)
    }

    /// The range of combined scores in a search of `depth` plies. Without known bounds the
    /// evaluation contract's ±1,000,000 is taken, which prunes next to nothing beyond two players.
    /// `rounded` scores may add up to one more for each player.
    pub(crate) fn new(
        combine: Combine,
        players: usize,
        depth: u32,
        bounds: Option<Bounds>,
        rounded: bool,
    ) -> Self {
        const CONTRACT: i32 = 1_000_000;
        let n = players as i32;
        let Bounds { least, most, total } =
            bounds.unwrap_or(Bounds { least: -CONTRACT, most: CONTRACT, total: n * CONTRACT });
        let (low, high, sum) = match combine {
            Combine::Own => (least, most, total),
            Combine::ZeroSum => {
                ((n * least - total).max((n - 1) * (least - most)), (n - 1) * (most - least), 0)
            }
            // Scores are 2 × own − sum of all, so they add up to (2 − n) × that sum.
            Combine::Difference => {
                ((2 * least - total).max(least - (n - 1) * most), most - (n - 1) * least, (2 - n) * n * least)
            }
            Combine::Best => (least - most, most - least, n * (most - least)),
        };
        let sum = if players == 2 && combine != Combine::Own { 0 } else { sum };
        // A draw is 0 for everybody; a win is beyond `high` for one and below `low` for the others.
        let (low, high) = (low.min(0), high.max(0));
        let total = sum.max(high + (n - 1) * low).max(0) + if rounded { n } else { 0 };
        Self { players, depth: depth as i32, least: low, most: high, total }
    }

    /// The most that `player` above can still get if `score` is sure to go to the player below.
    fn best_above(&self, score: i32) -> i64 {
        let others = self.players as i64 - 2;
        let least = i64::from(self.least) - 1 - i64::from(self.depth);
        i64::from(self.total) - i64::from(score) - others * least
    }

    fn finished(&self, result: i16, ply: usize) -> i32 {
        let beyond = 1 + self.depth - ply as i32;
        match result {
            0 => 0,
            result if result > 0 => self.most + beyond,
            _ => self.least - beyond,
        }
    }

    /// A score as the other searches give it: a win at ply p is [`WIN`] − p.
    pub(crate) fn report(&self, score: i32) -> i32 {
        if score > self.most {
            WIN - (self.depth + 1 - (score - self.most))
        } else if score < self.least {
            (self.depth + 1 - (self.least - score)) - WIN
        } else {
            score
        }
    }
}

/// What the node above has so far: who moves there and his best score.
type Above = Option<(Player, i32)>;

/// The scores of the worker's position. `PRUNE` off is the oracle.
pub(crate) fn search<G: Game, E: Evaluation<G>, const PRUNE: bool>(
    worker: &mut Worker<'_, G, E>,
    range: &Range,
    ply: usize,
    depth: u32,
    above: Above,
) -> Scores {
    if worker.enter() {
        return [0; MAX_PLAYERS];
    }
    worker.lines[ply].clear();
    if depth == 0 {
        worker.counts.leaf += 1;
        return leaf(worker, range, ply);
    }
    let mover = worker.game.to_move();
    let side = if mover == worker.root { Side::Max } else { Side::Min };
    let node = Node { ply, side, ..Node::root(depth, 0, 0) };
    let mut picker = Picker::new::<G, E, InTurn>(worker, &node, None, true);
    if picker.count() == 0 {
        worker.counts.leaf += 1;
        return leaf(worker, range, ply);
    }
    let mut best: Option<(Scores, usize)> = None;
    let mut searched = 0;
    while let Some((mv, owner)) = picker.next::<G, E, InTurn>(worker, &node) {
        if ply == 0 && worker.root_node.excluded.contains(&mv) {
            continue;
        }
        if ply == 0 {
            worker.root_node.begin_move(mv, searched, depth, worker.counts);
        }
        let index = picker.index_of(worker, mv);
        let so_far = best.map(|(scores, _)| (mover, scores[mover.index()]));
        worker.note_move(ply, mv);
        let undo = worker.make::<true>(mv);
        let scores = search::<G, E, PRUNE>(worker, range, ply + 1, depth - 1, so_far);
        worker.unmake::<true>(mv, undo);
        if worker.stopped {
            break;
        }
        let own = scores[mover.index()];
        let better = best.is_none_or(|(best, first)| {
            own > best[mover.index()] || (own == best[mover.index()] && index < first)
        });
        if better {
            best = Some((scores, index));
            worker.update_line(ply, mv, true);
        }
        if PRUNE
            && let Some((player, bound)) = above
            && player != mover
            && let Some((scores, _)) = best
            && range.best_above(scores[mover.index()]) < i64::from(bound)
        {
            worker.count_cut(&node, &picker, searched);
            picker.learn_cut::<G, E, InTurn, false>(worker, &node, (mv, owner), searched);
            break;
        }
        searched += 1;
    }
    picker.end(worker);
    best.map_or([0; MAX_PLAYERS], |(scores, _)| scores)
}

fn leaf<G: Game, E: Evaluation<G>>(worker: &mut Worker<'_, G, E>, range: &Range, ply: usize) -> Scores {
    let players = worker.game.players();
    let mut scores = [0; MAX_PLAYERS];
    let outcome = if E::FINISHED_BY_VALUE { None } else { worker.game.outcome() };
    worker.counts.evaluations += u64::from(outcome.is_none());
    for player in Player::all(players) {
        scores[player.index()] = match &outcome {
            Some(outcome) => range.finished(outcome.result(player), ply),
            None => worker.value_for(player),
        };
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finished_games_lie_outside_the_range_and_are_reported_as_wins() {
        let range = Range::new(Combine::ZeroSum, 3, 4, Some(Bounds { least: 0, most: 25, total: 25 }), false);
        assert_eq!((range.least, range.most, range.total), (-25, 50, 0));
        let soon = range.finished(2, 1);
        let late = range.finished(2, 3);
        assert!(soon > late && late > range.most);
        assert_eq!((range.report(soon), range.report(late)), (WIN - 1, WIN - 3));
        assert_eq!(range.report(range.finished(-1, 2)), 2 - WIN);
        assert_eq!(range.report(7), 7);
    }
}
