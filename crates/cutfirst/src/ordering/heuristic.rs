//! One heuristic of a stack: what all of them can be asked, whichever it is.

use super::combined::Combined;
use super::continuation::Replies;
use super::countermove::Countermove;
use super::gravity::Gravity;
use super::history::History;
use super::history_ads::HistoryAds;
use super::iteration::Iteration;
use super::killer::Killer;
use super::relative::Relative;
use super::reply_ads::ReplyAds;
use super::shuffle::Shuffle;
use super::threat_ads::ThreatAds;
use super::{
    Children, HeuristicSpec, Key, Node, Ranks, Scope, continuation, evaluate, gravity, history, relative,
};
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
}

/// The number of a game's move classes.
fn classes<G: Game>(what: &str) -> Result<usize, String> {
    let classes = G::Powers::CLASS.map(|(classes, _)| classes);
    classes.ok_or_else(|| format!("the order '{what}' needs a game with move classes of its own"))
}

impl<M: Copy + Eq> Heuristic<M> {
    /// An empty memory, and how many bits its ranks take.
    pub(super) fn new<G: Game<Move = M>>(
        spec: &HeuristicSpec,
        game: &G,
        around: &Surroundings,
    ) -> Result<(Self, u32), String> {
        let (slots, players, seed) = (game.slots(), game.players(), around.seed);
        Ok(match spec {
            HeuristicSpec::Shuffle { seed: own } => (Self::Shuffle(Shuffle::new(seed, *own)), 32),
            HeuristicSpec::Killer { slots } => (Self::Killer(Killer::new(*slots)), 4),
            HeuristicSpec::History { bonus, per_level } => {
                (Self::History(History::new(*bonus, *per_level, slots)), history::BITS)
            }
            HeuristicSpec::Gravity { prior, per_level, continuation } => {
                if *prior > 0 {
                    classes::<G>("gravity:prior")?;
                }
                (Self::Gravity(Gravity::new(*prior, *per_level, *continuation, slots)), gravity::BITS)
            }
            HeuristicSpec::Relative => (Self::Relative(Relative::new(slots)), relative::BITS),
            HeuristicSpec::Continuation => (Self::Continuation(Replies::new(slots)), continuation::BITS),
            HeuristicSpec::Countermove => (Self::Countermove(Countermove::new(slots)), 1),
            HeuristicSpec::Ads(ads) if ads.scope == Scope::Reply => {
                (Self::Replies(ReplyAds::new(ads, slots)), 4)
            }
            HeuristicSpec::Ads(ads) => {
                let bits = if ads.scope == Scope::LevelThenGlobal { 33 } else { 32 };
                (Self::Ads(HistoryAds::new(ads, slots, players, seed)), bits)
            }
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
                (Self::Iteration(Iteration::new(*level)), super::INDEX_BITS)
            }
        })
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

    /// Whether it wants to know more of a cut by the first move than the move.
    pub(super) fn asks_about_first_cuts(&self) -> bool {
        match self {
            Self::Gravity(gravity) => gravity.looks_back(),
            Self::History(_)
            | Self::Relative(_)
            | Self::Continuation(_)
            | Self::Countermove(_)
            | Self::Ads(_)
            | Self::Replies(_)
            | Self::Combined(_) => true,
            Self::Shuffle(_)
            | Self::Killer(_)
            | Self::Threat(_)
            | Self::Table
            | Self::Static
            | Self::Evaluate { .. }
            | Self::Iteration(_) => false,
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
            Self::Shuffle(_)
            | Self::Relative(_)
            | Self::Continuation(_)
            | Self::Countermove(_)
            | Self::Table
            | Self::Static
            | Self::Evaluate { .. }
            | Self::Iteration(_) => {}
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
    pub(super) fn rank<G: Game<Move = M>, K: Key>(
        &mut self,
        node: &Node<'_, G>,
        children: &Children,
        ranks: &mut Ranks<'_, K>,
    ) {
        match self {
            Self::Shuffle(shuffle) => shuffle.rank(node, ranks),
            Self::Killer(killer) => killer.rank(node, ranks),
            Self::History(history) => history.rank(node, ranks),
            Self::Gravity(gravity) => gravity.rank(node, ranks),
            Self::Relative(relative) => relative.rank(node, ranks),
            Self::Continuation(replies) => replies.rank(node, ranks),
            Self::Countermove(countermove) => countermove.rank(node, ranks),
            Self::Ads(ads) => ads.rank(node, ranks),
            Self::Replies(replies) => replies.rank(node, ranks),
            Self::Threat(threat) => threat.rank(node, ranks),
            Self::Table => {
                ranks.add_all(node.moves, |_, mv| u64::from(node.table_slot != Some(node.game.slot(mv))));
            }
            Self::Static => {
                if let Some((_, class)) = G::Powers::CLASS {
                    ranks.add_all(node.moves, |_, mv| class(node.game, mv) as u64);
                }
            }
            Self::Evaluate { levels } => evaluate::rank(*levels, node, &children.values, ranks),
            Self::Combined(combined) => combined.rank(node, &children.values, ranks),
            Self::Iteration(iteration) => iteration.rank(node, &children.known, ranks),
        }
    }

    /// The move at `index` has cut.
    #[inline]
    pub(super) fn learn<G: Game<Move = M>>(&mut self, node: &Node<'_, G>, index: usize) {
        match self {
            Self::Killer(killer) => killer.learn(node.ply, node.moves[index]),
            Self::History(history) => history.learn(node, index),
            Self::Gravity(gravity) => gravity.learn(node, index),
            Self::Relative(relative) => relative.learn(node, index),
            Self::Continuation(replies) => replies.learn(node, index),
            Self::Countermove(countermove) => countermove.learn(node, index),
            Self::Ads(ads) => ads.learn(node, index),
            Self::Replies(replies) => replies.learn(node, index),
            Self::Combined(combined) => combined.learn(node, index),
            Self::Shuffle(_)
            | Self::Threat(_)
            | Self::Table
            | Self::Static
            | Self::Evaluate { .. }
            | Self::Iteration(_) => {}
        }
    }
}
