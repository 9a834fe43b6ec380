//! One heuristic of a stack: what all of them can be asked, whichever it is.

use super::combined::Combined;
use super::continuation::Replies;
use super::countermove::Countermove;
use super::gravity::{Before, Gravity};
use super::history::History;
use super::history_ads::HistoryAds;
use super::iteration::Iteration;
use super::killer::Killer;
use super::relative::Relative;
use super::reply_ads::ReplyAds;
use super::shuffle::Shuffle;
use super::threat_ads::ThreatAds;
use super::{AdsSpec, Children, Cut, HeuristicSpec, INDEX_BITS, Keys, MovePrior, Moves, Prior, Scope};
use super::{continuation, evaluate, gravity, history, parse, relative};
use crate::game::{Game, Player};
use crate::powers::Powers;

/// A heuristic's memory. Those without one read the rank off the node.
pub(super) enum Heuristic<M> {
    Shuffle(Shuffle),
    Killer(Killer<M>),
    History(History),
    Gravity(Gravity),
    Relative(Relative),
    Continuation(Replies),
    Countermove(Countermove),
    Ads(HistoryAds),
    Replies(ReplyAds),
    Threat(ThreatAds),
    Table,
    Static,
    Evaluate { levels: usize },
    Combined(Combined),
    Iteration(Iteration),
}

/// What the search around the stack has to offer.
#[derive(Default)]
pub(crate) struct Surroundings {
    pub(crate) seed: u64,
    /// Whether Min nodes hold the moves of all opponents.
    pub(crate) best_reply: bool,
    pub(crate) has_table: bool,
    pub(crate) deepens: bool,
    /// What was learned about the game's moves.
    pub(crate) prior: Option<MovePrior>,
}

/// The number of a game's move classes.
fn classes<G: Game>(what: &str) -> Result<usize, String> {
    let classes = G::Powers::CLASS.map(|(classes, _)| classes);
    classes.ok_or_else(|| format!("the order '{what}' needs a game with move classes of its own"))
}

/// What `gravity` knows about moves before the search.
fn before<G: Game>(prior: Prior, game: &G, around: &Surroundings) -> Result<Before, String> {
    let classes = classes::<G>("gravity:prior");
    let of_classes = |step: i32| if step == 0 { Before::Nothing } else { Before::Classes(step) };
    let given = || around.prior.as_ref().filter(|prior| prior.fits(game)).cloned();
    match prior {
        Prior::None => Ok(Before::Nothing),
        Prior::Step(step) => classes.map(|_| Before::Classes(step as i32)),
        Prior::Auto => Ok(match given() {
            Some(prior) => Before::Learned(prior),
            None => of_classes(classes.map_or(0, |classes| gravity::MOST / classes as i32)),
        }),
        Prior::Learned => {
            let own = G::Powers::PRIOR.map(|prior| prior(game));
            match (given(), own) {
                (Some(prior), _) | (None, Some(Some(prior))) => Ok(Before::Learned(prior)),
                (None, Some(None)) => Ok(of_classes(classes.map_or(0, |_| parse::DEFAULT_PRIOR as i32))),
                (None, None) => {
                    Err("the order 'gravity:learned' needs what was learned about this game's moves: \
                                     see Settings::with_prior"
                        .to_owned())
                }
            }
        }
    }
}

impl<M: Copy + Eq> Heuristic<M> {
    /// The heuristics that stand for one in an order, each with how many bits its ranks take.
    pub(super) fn build<G: Game<Move = M>>(
        spec: &HeuristicSpec,
        game: &G,
        around: &Surroundings,
    ) -> Result<Vec<(Self, u32)>, String> {
        let (slots, players, seed) = (game.slots(), game.players(), around.seed);
        Ok(vec![match spec {
            HeuristicSpec::Shuffle { seed: own } => (Self::Shuffle(Shuffle::new(seed, *own)), 32),
            HeuristicSpec::Killer { slots } => (Self::Killer(Killer::new(*slots)), 4),
            HeuristicSpec::History { bonus, per_level } => {
                (Self::History(History::new(*bonus, *per_level, slots)), history::BITS)
            }
            HeuristicSpec::Gravity(spec) => {
                let before = before(spec.prior, game, around)?;
                (Self::Gravity(Gravity::new(before, spec, slots)), gravity::BITS)
            }
            HeuristicSpec::Relative => (Self::Relative(Relative::new(slots)), relative::BITS),
            HeuristicSpec::Continuation => (Self::Continuation(Replies::new(slots)), continuation::BITS),
            HeuristicSpec::Countermove => (Self::Countermove(Countermove::new(slots)), 1),
            HeuristicSpec::Ads(ads) if ads.scope == Scope::Reply => {
                (Self::Replies(ReplyAds::new(ads, slots)), 4)
            }
            HeuristicSpec::Ads(ads) if ads.scope == Scope::LevelThenGlobal => {
                let list = |scope| {
                    let ads = AdsSpec { scope, ..ads.clone() };
                    (Self::Ads(HistoryAds::new(&ads, slots, players, seed)), 32)
                };
                return Ok([Scope::PerLevel, Scope::Global].map(list).into());
            }
            HeuristicSpec::Ads(ads) => (Self::Ads(HistoryAds::new(ads, slots, players, seed)), 32),
            HeuristicSpec::Threat { rule, fresh } => {
                if !around.best_reply {
                    return Err(
                        "the order 'threat' ranks opponents, which only the algorithm 'brs' has together \
                                in one node"
                            .to_owned(),
                    );
                }
                (Self::Threat(ThreatAds::new(*rule, *fresh, players, seed)), 4)
            }
            HeuristicSpec::Table => {
                if !around.has_table {
                    return Err("the order 'tt' needs a transposition table".to_owned());
                }
                (Self::Table, 1)
            }
            HeuristicSpec::Static => {
                (Self::Static, usize::BITS - classes::<G>("static")?.leading_zeros() + 1)
            }
            HeuristicSpec::Evaluate { levels } => (Self::Evaluate { levels: *levels }, 32),
            HeuristicSpec::Combined { evaluated, counted } => {
                classes::<G>("combined")?;
                (Self::Combined(Combined::new(*evaluated, *counted, slots)), 32)
            }
            HeuristicSpec::Iteration { level } => {
                if !(around.has_table && around.deepens) {
                    return Err(
                        "the order 'iteration' uses what the table knows from the last iteration: it \
                                needs a table and deepening"
                            .to_owned(),
                    );
                }
                (Self::Iteration(Iteration::new(*level)), INDEX_BITS)
            }
        }])
    }

    /// Whether it ranks moves when the candidates before it have failed, rather than on entry to a node.
    pub(super) fn ranks_late(&self) -> bool {
        matches!(self, Self::Gravity(_))
    }

    /// Whether it asks for the moves that led to a node.
    pub(super) fn looks_back(&self) -> bool {
        match self {
            Self::Gravity(gravity) => gravity.looks_back(),
            Self::Continuation(_) | Self::Countermove(_) | Self::Replies(_) => true,
            _ => false,
        }
    }

    /// Whether it asks for the moves that failed to cut before another did.
    pub(super) fn learns_from_failures(&self) -> bool {
        match self {
            Self::Gravity(_) | Self::Relative(_) | Self::Continuation(_) => true,
            Self::Ads(ads) => ads.learns_from_failures(),
            _ => false,
        }
    }

    /// Whether it asks about a node's children, at some node.
    pub(super) fn asks_about_children(&self) -> bool {
        matches!(self, Self::Evaluate { .. } | Self::Combined(_) | Self::Iteration(_))
    }

    pub(super) fn wants_evaluation(&self, ply: usize) -> bool {
        match self {
            Self::Evaluate { levels } => ply < *levels,
            Self::Combined(combined) => combined.wants_evaluation(ply),
            _ => false,
        }
    }

    pub(super) fn wants_known(&self, ply: usize, depth: u32) -> bool {
        matches!(self, Self::Iteration(iteration) if iteration.wants_known(ply, depth))
    }

    /// Gets ready for an iteration with so many levels by `root`.
    pub(super) fn prepare(&mut self, levels: usize, root: Player, new_search: bool) {
        match self {
            Self::Killer(killer) => killer.prepare(levels, new_search),
            Self::History(history) => history.prepare(levels),
            Self::Gravity(gravity) => gravity.prepare(levels),
            Self::Ads(ads) => ads.prepare(levels, new_search),
            Self::Replies(replies) => replies.prepare(new_search),
            Self::Threat(threat) => threat.prepare(root, new_search),
            Self::Combined(combined) => combined.prepare(levels),
            _ => {}
        }
    }

    pub(super) fn clear(&mut self) {
        match self {
            Self::Killer(killer) => killer.clear(),
            Self::History(history) => history.clear(),
            Self::Gravity(gravity) => gravity.clear(),
            Self::Relative(relative) => relative.clear(),
            Self::Continuation(replies) => replies.clear(),
            Self::Countermove(countermove) => countermove.clear(),
            Self::Ads(ads) => ads.clear(),
            Self::Replies(replies) => replies.clear(),
            Self::Threat(threat) => threat.clear(),
            Self::Combined(combined) => combined.clear(),
            Self::Shuffle(_) | Self::Table | Self::Static | Self::Evaluate { .. } | Self::Iteration(_) => {}
        }
    }

    /// Adds a rank to every move. What stands to the right of it in the stack has ranked them already.
    #[inline]
    pub(super) fn rank<G: Game<Move = M>>(
        &mut self,
        moves: &Moves<'_, G>,
        children: &Children,
        keys: &mut Keys<'_>,
    ) {
        match self {
            Self::Gravity(gravity) => gravity.rank(moves, keys),
            Self::Ads(ads) => ads.rank(moves, keys),
            Self::Shuffle(shuffle) => shuffle.rank(moves, keys),
            Self::Killer(killer) => killer.rank(moves, keys),
            Self::History(history) => history.rank(moves, keys),
            Self::Relative(relative) => relative.rank(moves, keys),
            Self::Continuation(replies) => replies.rank(moves, keys),
            Self::Countermove(countermove) => countermove.rank(moves, keys),
            Self::Replies(replies) => replies.rank(moves, keys),
            Self::Threat(threat) => threat.rank(moves, keys),
            Self::Table => rank_by_table(moves, keys),
            Self::Static => rank_by_class(moves, keys),
            Self::Evaluate { levels } => evaluate::rank(*levels, moves, &children.values, keys),
            Self::Combined(combined) => combined.rank(moves, &children.values, keys),
            Self::Iteration(iteration) => iteration.rank(moves, &children.known, keys),
        }
    }

    /// A move has cut.
    #[inline]
    pub(super) fn learn(&mut self, cut: &Cut<'_, M>) {
        match self {
            Self::Killer(killer) => killer.learn(cut.ply, cut.mv),
            Self::Gravity(gravity) => gravity.learn(cut),
            Self::Ads(ads) => ads.learn(cut),
            Self::History(history) => history.learn(cut),
            Self::Relative(relative) => relative.learn(cut),
            Self::Continuation(replies) => replies.learn(cut),
            Self::Countermove(countermove) => countermove.learn(cut),
            Self::Replies(replies) => replies.learn(cut),
            Self::Combined(combined) => combined.learn(cut),
            Self::Shuffle(_)
            | Self::Threat(_)
            | Self::Table
            | Self::Static
            | Self::Evaluate { .. }
            | Self::Iteration(_) => {}
        }
    }
}

#[inline(never)]
fn rank_by_table<G: Game>(moves: &Moves<'_, G>, keys: &mut Keys<'_>) {
    keys.add(moves.moves, |_, mv| u32::from(moves.table_slot != Some(moves.game.slot(mv))));
}

#[inline(never)]
fn rank_by_class<G: Game>(moves: &Moves<'_, G>, keys: &mut Keys<'_>) {
    if let Some((_, class)) = G::Powers::CLASS {
        keys.add(moves.moves, |_, mv| class(moves.game, mv) as u32);
    }
}
