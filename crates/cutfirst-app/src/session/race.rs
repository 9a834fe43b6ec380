//! The same position searched by several orders, depth by depth: plain searches of fixed depth, so that
//! the nodes are those of `search --plain`, between the replay bound and the worst order.

use std::time::Instant;

use cutfirst::search::Limit;
use cutfirst_games::board_game::BoardGame;
use serde::Serialize;

use super::ask::Ask;
use super::seat::Level;
use cutfirst::search::Stop;

/// The most orders in a race.
const MOST_ORDERS: usize = 8;

/// The most nodes for the bookends of one depth, which remember a move for every node.
const MOST_REMEMBERED: u64 = 3_000_000;

/// Who runs how far.
#[derive(Clone, Debug)]
pub(crate) struct Race {
    depth: u32,
    /// By the name that was given.
    orders: Vec<(String, Ask)>,
    bookends: Ask,
}

impl Race {
    /// A race of these orders from depth 1 to `depth`.
    pub(crate) fn new(
        depth: u32,
        orders: &[String],
        algorithm: Option<&str>,
        evaluation: Option<&str>,
    ) -> Result<Self, String> {
        if !(1..=MOST_ORDERS).contains(&orders.len()) {
            return Err(format!("{} orders; give from 1 to {MOST_ORDERS}", orders.len()));
        }
        let ask = |order: Option<&str>| {
            Ask::new(Level::depth(depth), algorithm, order, evaluation).map(Ask::plainly)
        };
        let orders = orders.iter().map(|order| Ok((order.clone(), ask(Some(order))?)));
        Ok(Self { depth, orders: orders.collect::<Result<_, String>>()?, bookends: ask(None)? })
    }

    /// What is asked of each engine.
    pub(crate) fn asks(&self) -> impl Iterator<Item = &Ask> {
        self.orders.iter().map(|(_, ask)| ask)
    }
}

/// How one order did at one depth.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Lane {
    order: String,
    depth: u32,
    nodes: u64,
    #[serde(flatten)]
    detail: Option<Detail>,
    score: i32,
    seconds: f64,
}

/// What the bookends do not tell.
#[derive(Clone, Debug, Serialize)]
struct Detail {
    interior: u64,
    cutoffs: u64,
    first_move_cutoffs: u64,
    #[serde(rename = "move")]
    best: String,
}

/// How the race ended.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Finish {
    /// Whether all orders found the same value at every depth.
    agree: bool,
    /// The value at the last depth.
    score: Option<i32>,
    /// The last depth that all orders completed.
    depth: u32,
    /// Whether that is the depth asked for.
    complete: bool,
}

pub(super) fn race<G: BoardGame>(
    game: &G,
    race: &Race,
    stop: &Stop,
    show: &mut dyn FnMut(Lane),
) -> Result<Finish, String> {
    let began = Instant::now();
    let mut finish = Finish { agree: true, score: None, depth: 0, complete: false };
    for depth in 1..=race.depth {
        let mut values = Vec::new();
        for (name, ask) in &race.orders {
            let Some(lane) = run(game, name, ask, depth, began, stop)? else { return Ok(finish) };
            values.push(lane.score);
            show(lane);
        }
        for lane in bookends(game, &race.bookends, depth, began, stop)? {
            values.push(lane.score);
            show(lane);
        }
        finish.agree &= values.windows(2).all(|pair| pair[0] == pair[1]);
        finish.score = values.first().copied();
        finish.depth = depth;
    }
    finish.complete = true;
    Ok(finish)
}

/// One order at one depth, with an engine that has learned nothing yet; none if time is up.
fn run<G: BoardGame>(
    game: &G,
    name: &str,
    ask: &Ask,
    depth: u32,
    began: Instant,
    stop: &Stop,
) -> Result<Option<Lane>, String> {
    let mut engine = ask.engine(game)?;
    let start = Instant::now();
    let report = engine.search(game, &ask.limit(began, stop).with_depth(depth));
    let report = report.map_err(|error| error.to_string())?;
    let counts = &report.counts;
    let detail = Detail {
        interior: counts.interior(),
        cutoffs: counts.cutoffs,
        first_move_cutoffs: counts.first_move_cutoffs,
        best: game.move_text(report.best),
    };
    Ok(report.complete.then(|| Lane {
        order: name.to_owned(),
        depth,
        nodes: counts.total,
        detail: Some(detail),
        score: report.line().score,
        seconds: start.elapsed().as_secs_f64(),
    }))
}

/// The worst order and the replay bound; none where the tree is too large to remember or the search has no
/// such bound.
fn bookends<G: BoardGame>(
    game: &G,
    ask: &Ask,
    depth: u32,
    began: Instant,
    stop: &Stop,
) -> Result<Vec<Lane>, String> {
    let mut engine = ask.engine(game)?;
    let start = Instant::now();
    let limit: Limit = ask.limit(began, stop).with_depth(depth).with_nodes(MOST_REMEMBERED);
    let Ok(Some(bounds)) = engine.replay(game, &limit) else { return Ok(Vec::new()) };
    let seconds = start.elapsed().as_secs_f64();
    let lane = |order: &str, nodes| Lane {
        order: order.to_owned(),
        depth,
        nodes,
        detail: None,
        score: bounds.score,
        seconds,
    };
    Ok(vec![lane("worst-first", bounds.worst_first), lane("replay", bounds.best_first)])
}

#[cfg(test)]
mod tests {
    use super::super::position::Setting;
    use super::*;

    #[test]
    fn orders_agree_and_lie_between_the_bookends() {
        let orders = ["none".to_owned(), "ads:mtf".to_owned()];
        let othello = Setting { game: "othello".to_owned(), ..Setting::default() }.open().ok().unwrap();
        let contest = Race::new(5, &orders, None, None).unwrap();
        let mut lanes = Vec::new();
        let finish = othello.race(&contest, &Stop::default(), &mut |lane| lanes.push(lane)).unwrap();
        assert!(finish.agree && finish.complete && finish.depth == 5);
        assert_eq!(lanes.len(), 5 * 4);
        let nodes = |order: &str| lanes.iter().rfind(|lane| lane.order == order).unwrap().nodes;
        assert!(nodes("replay") < nodes("ads:mtf"), "{lanes:?}");
        assert!(nodes("ads:mtf") < nodes("none"), "{lanes:?}");
        assert!(nodes("none") < nodes("worst-first"), "{lanes:?}");
    }

    #[test]
    fn wrong_races_are_refused_and_stopped_ones_end() {
        assert!(Race::new(5, &[], None, None).is_err());
        assert!(Race::new(5, &vec!["none".to_owned(); 9], None, None).is_err());
        assert!(Race::new(0, &["none".to_owned()], None, None).is_err());
        let contest = Race::new(30, &["none".to_owned()], None, None).unwrap();
        let stop = Stop::default();
        stop.stop();
        let virus = Setting { game: "virus".to_owned(), ..Setting::default() }.open().ok().unwrap();
        let finish = virus.race(&contest, &stop, &mut |_| ()).unwrap();
        assert!(!finish.complete);
    }
}
