//! The whole: every game's table, and the orders over all games.

use serde::Serialize;

use super::contest::{Contest, Skipped};
use super::measure::FragmentResult;
use super::standing::{CONFIDENCE, NODES, Ratio, Standing, TIME, costs};
use crate::cell::Start;
use crate::report::Context;
use crate::statistics::{Sample, mean, stratified_ratio};

/// One game's table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameLeague {
    /// The game.
    pub game: String,
    /// Number of players.
    pub players: usize,
    /// Variant and options, empty for the game's own.
    pub variant: String,
    /// The evaluation.
    pub evaluation: String,
    /// How the tree is searched.
    pub algorithm: &'static str,
    /// Depth of the searches.
    pub depth: u32,
    /// Size of each order's table in MiB, 0 for none.
    pub table: usize,
    /// Whether searches deepen step by step.
    pub deepen: bool,
    /// Where fragments begin.
    pub starts: Vec<Start>,
    /// The most searches per fragment.
    pub turns: u32,
    /// Every parameter in one line, for each start.
    pub cells: Vec<String>,
    /// Fragments that were to be measured.
    pub planned: u32,
    /// Fragments that were.
    pub fragments: u32,
    /// Searches of each order in them.
    pub searches: u32,
    /// The replay bound of all searches together.
    pub replay: Option<u64>,
    /// The exact minimum of all searches together.
    pub minimum: Option<u64>,
    /// The order that the others are compared with.
    pub against: String,
    /// The orders, those with the fewest nodes first.
    pub standings: Vec<Standing>,
    /// Orders that the game or search cannot have.
    pub skipped: Vec<Skipped>,
}

impl GameLeague {
    fn new(contest: &Contest, fragments: &[FragmentResult]) -> Self {
        let cell = contest.cell();
        let standing =
            |(order, name): (usize, &String)| Standing::new(name, order, contest.against, fragments);
        let mut standings: Vec<_> = contest.orders.iter().enumerate().map(standing).collect();
        standings.sort_by(|a, b| value(a.nodes_ratio).total_cmp(&value(b.nodes_ratio)));
        Self {
            game: cell.game.clone(),
            players: cell.players,
            variant: cell.variant.clone(),
            evaluation: cell.evaluation.clone(),
            algorithm: cell.algorithm.name(),
            depth: cell.ply,
            table: cell.table,
            deepen: cell.deepen,
            starts: contest.cells.iter().map(|cell| cell.start).collect(),
            turns: cell.turns,
            cells: contest.cells.iter().map(ToString::to_string).collect(),
            planned: contest.fragments(),
            fragments: fragments.len() as u32,
            searches: fragments.iter().map(|fragment| fragment.searches).sum(),
            replay: fragments.iter().map(|fragment| fragment.replay).sum(),
            minimum: fragments.iter().map(|fragment| fragment.minimum).sum(),
            against: contest.orders[contest.against].clone(),
            standings,
            skipped: contest.skipped.clone(),
        }
    }

    /// The order with the least time, if anything was measured.
    #[must_use]
    pub fn fastest(&self) -> Option<&Standing> {
        let timed = self.standings.iter().filter(|standing| standing.time_ratio.is_some());
        timed.min_by(|a, b| value(a.time_ratio).total_cmp(&value(b.time_ratio)))
    }
}

fn value(ratio: Option<Ratio>) -> f64 {
    ratio.map_or(f64::INFINITY, |ratio| ratio.value)
}

/// A game in which an order does worst.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Worst {
    /// The game.
    pub game: String,
    /// The ratio there.
    pub ratio: f64,
}

/// An order over all games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Overall {
    /// The order.
    pub order: String,
    /// The geometric mean over the games of the ratios of nodes.
    pub nodes_ratio: Ratio,
    /// The game in which it needs the most nodes compared.
    pub worst_nodes: Worst,
    /// The geometric mean over the games of the ratios of time.
    pub time_ratio: Ratio,
    /// The game in which it needs the most time compared.
    pub worst_time: Worst,
    /// The mean over the games of the cut-offs by the first move, in percent.
    pub first_move_cuts: Option<f64>,
    /// The geometric mean over the games of N/R.
    pub over_replay: Option<f64>,
    /// The geometric mean over the games of N/M.
    pub over_minimum: Option<f64>,
    /// Time to depth in all games together.
    pub seconds: f64,
}

/// The whole result.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct League {
    /// How it came about.
    pub context: Context,
    /// The seed of the positions.
    pub seed: u64,
    /// How often each search was timed.
    pub repeat: u32,
    /// Whether everything planned was measured.
    pub complete: bool,
    /// Every game.
    pub games: Vec<GameLeague>,
    /// The orders over all games, if there are several; those with the fewest nodes first.
    pub overall: Vec<Overall>,
    /// Orders that not every game has, and which have no place over all games therefore.
    pub not_in_all: Vec<String>,
}

impl League {
    /// What came out of these contests; those of which nothing was measured are left out.
    #[must_use]
    pub fn new(results: &[(Contest, Vec<FragmentResult>)], context: Context) -> Self {
        let complete = results.iter().all(|(contest, measured)| measured.len() as u32 == contest.fragments());
        let measured: Vec<_> = results.iter().filter(|(_, measured)| !measured.is_empty()).collect();
        let games: Vec<_> =
            measured.iter().map(|(contest, measured)| GameLeague::new(contest, measured)).collect();
        let (mut overall, mut not_in_all) = (Vec::new(), Vec::<String>::new());
        if games.len() > 1 {
            for name in games.iter().flat_map(|game| game.standings.iter().map(|own| &own.order)) {
                let is_known = overall.iter().any(|known: &Overall| known.order == *name);
                if is_known || not_in_all.contains(name) {
                    continue;
                }
                match over_games(name, &games, &measured) {
                    Some(own) => overall.push(own),
                    None => not_in_all.push(name.clone()),
                }
            }
        }
        overall.sort_by(|a, b| a.nodes_ratio.value.total_cmp(&b.nodes_ratio.value));
        let first = results.first().map(|(contest, _)| contest);
        Self {
            context,
            seed: first.map_or(0, |contest| contest.seed),
            repeat: first.map_or(0, |contest| contest.repeat),
            complete,
            games,
            overall,
            not_in_all,
        }
    }
}

/// An order over all games; `None` if one of them lacks it.
fn over_games(
    name: &str,
    games: &[GameLeague],
    measured: &[&(Contest, Vec<FragmentResult>)],
) -> Option<Overall> {
    let own: Vec<&Standing> = games
        .iter()
        .map(|game| game.standings.iter().find(|standing| standing.order == name))
        .collect::<Option<_>>()?;
    let indexes: Vec<usize> = measured
        .iter()
        .map(|(contest, _)| contest.orders.iter().position(|order| order == name))
        .collect::<Option<_>>()?;
    let ratio = |cost, of: fn(&Standing) -> Option<Ratio>| {
        let groups: Option<Vec<_>> = measured
            .iter()
            .zip(&indexes)
            .map(|((contest, fragments), &order)| {
                let sample = |order| Sample::new(costs(fragments, order, cost)).ok();
                Some((sample(contest.against)?, sample(order)?))
            })
            .collect();
        match stratified_ratio(&groups?, CONFIDENCE) {
            Some(estimate) => Some(Ratio::from(estimate)),
            None => geometric_mean(own.iter().map(|standing| of(standing).map(|ratio| ratio.value)))
                .map(Ratio::alone),
        }
    };
    let worst = |of: fn(&Standing) -> Option<Ratio>| {
        let ratios = games.iter().zip(&own).map(|(game, own)| (&game.game, value(of(own))));
        let (game, ratio) = ratios.max_by(|(_, a), (_, b)| a.total_cmp(b))?;
        Some(Worst { game: game.clone(), ratio })
    };
    let first_moves: Option<Vec<f64>> = own.iter().map(|standing| standing.first_move_cuts).collect();
    Some(Overall {
        order: name.to_owned(),
        nodes_ratio: ratio(NODES, |standing| standing.nodes_ratio)?,
        worst_nodes: worst(|standing| standing.nodes_ratio)?,
        time_ratio: ratio(TIME, |standing| standing.time_ratio)?,
        worst_time: worst(|standing| standing.time_ratio)?,
        first_move_cuts: first_moves.and_then(|percents| mean(&percents)),
        over_replay: geometric_mean(own.iter().map(|own| own.over_replay.map(|ratio| ratio.value))),
        over_minimum: geometric_mean(own.iter().map(|own| own.over_minimum.map(|ratio| ratio.value))),
        seconds: own.iter().map(|standing| standing.seconds).sum(),
    })
}

/// `None` if a value is missing.
fn geometric_mean(values: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let logs: Option<Vec<f64>> = values.map(|value| value.map(f64::ln)).collect();
    mean(&logs?).map(f64::exp)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::sample;

    #[test]
    fn games_are_sorted_by_nodes_and_weigh_alike() {
        let league = sample::league();
        for game in &league.games {
            let ratios: Vec<_> = game.standings.iter().map(|own| value(own.nodes_ratio)).collect();
            assert!(ratios.is_sorted(), "{ratios:?}");
            let own = game.standings.iter().find(|own| own.order == game.against).unwrap();
            assert_eq!(own.nodes_ratio.unwrap().value, 1.0);
        }
        let of = |game: &GameLeague| {
            value(game.standings.iter().find(|own| own.order == "none").unwrap().nodes_ratio)
        };
        let expected = (of(&league.games[0]) * of(&league.games[1])).sqrt();
        let none = league.overall.iter().find(|own| own.order == "none").unwrap();
        assert!((none.nodes_ratio.value - expected).abs() < 1e-9);
        assert!(none.nodes_ratio.low.unwrap() < expected && expected < none.nodes_ratio.high.unwrap());
        assert!(none.worst_nodes.ratio >= expected);
        assert!(none.over_replay.unwrap() > 1.0);
    }

    #[test]
    fn an_order_that_one_game_lacks_has_no_place_over_all() {
        let league = sample::league();
        assert_eq!(league.not_in_all, ["threat:mtf+ads:mtf"]);
        assert!(league.overall.iter().all(|own| own.order != "threat:mtf+ads:mtf"));
        let skipped: Vec<_> = league.games.iter().map(|game| game.skipped.len()).collect();
        assert_eq!(skipped, [1, 0]);
        assert!(league.complete);
    }

    #[test]
    fn one_game_has_nothing_over_all_and_none_is_empty() {
        let results = sample::results();
        let one = League::new(&results[..1], Context::default());
        assert_eq!((one.games.len(), one.overall.len()), (1, 0));
        let cut =
            vec![(results[0].0.clone(), results[0].1[..1].to_vec()), (results[1].0.clone(), Vec::new())];
        let cut = League::new(&cut, Context::default());
        assert_eq!((cut.games.len(), cut.complete, cut.games[0].fragments), (1, false, 1));
        assert!(League::new(&[], Context::default()).games.is_empty());
    }
}
