//! Max-N: every player maximises his own component of a tuple of scores (Luckhardt & Irani 1986),
//! with shallow pruning (Korf 1991).
//!
//! A node's value is the tuple of its best child for the player who moves there; ties go to the move
//! generated first, whatever the order of search, and a node is abandoned only if its tuple is
//! *strictly* worse for the player above, so that ordering cannot change the result.
//!
//! That is little: the sum of all scores has to be known, and a player who has something leaves the others a lot. Among three
//! and more players a whole search often has no cut at all, and then no order can save anything; a table saves what comes
//! about in several ways.
//!
//! Pruning needs to know how good the best tuple can be for the player above once the player below
//! has something: the sum of all scores less what the others have at least. Finished games are
//! therefore scored just outside the evaluation's bounds while searching.

use crate::evaluation::{Bounds, Evaluation};
use crate::game::{Game, MAX_PLAYERS, Player};
use crate::search::Combine;
use crate::search::alpha_beta::Node;
use crate::search::picker::Picker;
use crate::search::repetition::NOTHING;
use crate::search::turns::{InTurn, Side};
use crate::search::worker::{WIN, Worker};
use crate::table::ScoresEntry;

/// Further than any search looks.
const FAR: i32 = 10_000;

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

    /// A draw by repetition, worth `value` to the player at the root.
    fn drawn(&self, value: i32, root: Player) -> Scores {
        let mut scores = [0; MAX_PLAYERS];
        scores[root.index()] = value.clamp(self.least, self.most);
        scores
    }

    /// A score that was found at `ply`, for the table: finished games count plies from there.
    fn counted_from_here(&self, score: i32, ply: usize) -> i32 {
        self.moved(score, FAR - (1 + self.depth - ply as i32))
    }

    /// A score from the table, at `ply`.
    fn counted_from_root(&self, score: i32, ply: usize) -> i32 {
        self.moved(score, 1 + self.depth - ply as i32 - FAR)
    }

    /// The score of a finished game moved away from the others by so much.
    fn moved(&self, score: i32, by: i32) -> i32 {
        match score {
            score if score > self.most => score + by,
            score if score < self.least => score - by,
            score => score,
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
    worker.rests_on = NOTHING;
    if (depth > 0 || ply == 1)
        && let Some(value) = worker.repeated(ply)
    {
        worker.counts.leaf += 1;
        return range.drawn(value, worker.root);
    }
    if depth == 0 {
        worker.counts.leaf += 1;
        return leaf(worker, range, ply);
    }
    let key = if worker.scores_table.is_some() { worker.game.key() } else { 0 };
    let known = worker.scores_table.as_ref().and_then(|table| table.probe(key));
    if let Some(known) = known.filter(|known| u32::from(known.depth) == depth && ply > 0) {
        worker.counts.leaf += 1;
        worker.meets_horizon |= !known.is_exhausted;
        return known.scores.map(|score| range.counted_from_root(score, ply));
    }
    let mover = worker.game.to_move();
    let side = if mover == worker.root { Side::Max } else { Side::Min };
    let node = Node { ply, side, ..Node::root(depth, 0, 0) };
    let table_slot = known.and_then(|known| known.slot);
    let mut picker = Picker::new::<G, E, InTurn>(worker, &node, table_slot, true);
    if picker.count() == 0 {
        worker.counts.leaf += 1;
        return leaf(worker, range, ply);
    }
    let met_before = std::mem::replace(&mut worker.meets_horizon, false);
    let mut best: Option<(Scores, usize)> = None;
    let mut searched = 0;
    let (mut rests_on, mut is_cut) = (NOTHING, false);
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
        rests_on = rests_on.min(worker.rests_on);
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
            is_cut = true;
            break;
        }
        searched += 1;
    }
    let slot = best.map(|(_, index)| worker.game.slot(picker.at::<G, E, InTurn>(worker, index).0));
    picker.end(worker);
    let scores = best.map_or([0; MAX_PLAYERS], |(scores, _)| scores);
    let holds_here_only = rests_on <= ply;
    worker.rests_on = if holds_here_only { rests_on } else { NOTHING };
    // Only what is certain is remembered: the scores of a node that was searched to its end. What cut off a node below was
    // strictly worse for the player who chooses here, whatever else it had to offer, and had no part in them.
    let is_whole = !worker.stopped && !is_cut && (ply > 0 || worker.root_node.excluded.is_empty());
    if let Some(table) = worker.scores_table.as_mut().filter(|_| is_whole && !holds_here_only) {
        let scores = scores.map(|score| range.counted_from_here(score, ply));
        let is_exhausted = !worker.meets_horizon;
        table.store(key, ScoresEntry { scores, depth: depth as u8, slot, is_exhausted });
    }
    worker.meets_horizon |= met_before;
    scores
}

fn leaf<G: Game, E: Evaluation<G>>(worker: &mut Worker<'_, G, E>, range: &Range, ply: usize) -> Scores {
    let players = worker.game.players();
    let mut scores = [0; MAX_PLAYERS];
    let outcome = if E::FINISHED_BY_VALUE { None } else { worker.game.outcome() };
    worker.counts.evaluations += u64::from(outcome.is_none());
    worker.meets_horizon |= outcome.is_none();
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
