//! `cutfirst bench`: how fast, and the same nodes as ever.

use std::io::{self, Write};
use std::time::Instant;

use clap::Args;
use cutfirst::engine::Settings;
use cutfirst::notation::excerpt;
use cutfirst::perft::Finished;
use cutfirst::search::Limit;
use cutfirst::zobrist::mix;
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::catalog::{GAMES, GameVisitor, with_game};
use cutfirst_games::setup::Setup;

use crate::commands::search::grouped;
use crate::fault::Fault;
use crate::number::whole;

/// Measure speed and print the node-count signature
#[derive(Args)]
pub(crate) struct Arguments {
    /// Only games whose name contains this
    #[arg(long, value_name = "TEXT")]
    game: Option<String>,
    /// Shallow searches only: the signature without the wait
    #[arg(long)]
    quick: bool,
    /// How often each search is repeated; the fastest counts
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole::<u32>, allow_hyphen_values = true)]
    repeat: u32,
}

/// A perft from the start: game, players, variant, depth.
const PERFTS: [(&str, usize, Option<&str>, u32); 9] = [
    ("othello", 2, None, 10),
    ("checkers", 2, Some("english"), 11),
    ("checkers", 2, Some("relaxed"), 8),
    ("focus", 2, None, 4),
    ("focus", 4, None, 4),
    ("virus", 4, None, 11),
    ("chinese-checkers", 2, None, 5),
    ("chinese-checkers", 6, None, 5),
    ("abalone", 2, None, 4),
];

/// A plain search from the start: game, players, evaluation, depth, quick depth.
const SEARCHES: [(&str, usize, &str, u32, u32); 9] = [
    ("othello", 2, "discs", 12, 5),
    ("othello", 2, "mobility", 11, 5),
    ("checkers", 2, "material", 11, 5),
    ("focus", 2, "control", 5, 3),
    ("focus", 4, "control", 5, 3),
    ("virus", 4, "territory", 11, 5),
    ("chinese-checkers", 2, "distance", 6, 3),
    ("chinese-checkers", 6, "distance", 5, 3),
    ("abalone", 2, "play", 5, 3),
];

const ORDERS: [&str; 6] =
    ["none", "killer:2", "history:square", "ads:mtf", "ads:mtf,limit=5", "ads:transpose"];

pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    let wanted = |game: &str| arguments.game.as_ref().is_none_or(|text| game.contains(text.as_str()));
    if !SEARCHES.iter().any(|case| wanted(case.0)) {
        let text = excerpt(arguments.game.as_deref().unwrap_or_default()).escape_debug().to_string();
        let names: Vec<_> = GAMES.iter().map(|info| info.name).collect();
        return Err(Fault::Input(format!(
            "no game's name contains '{text}'; choose of {}",
            names.join(", ")
        )));
    }
    if arguments.repeat == 0 {
        return Err(Fault::Input("--repeat must be 1 or more".to_owned()));
    }
    let mut out = io::stdout().lock();
    if !arguments.quick {
        writeln!(
            out,
            "{:<18} {:>7} {:<9} {:>5} {:>14} {:>9} {:>12}",
            "perft", "players", "variant", "depth", "leaves", "seconds", "M leaves/s"
        )?;
        for (game, players, variant, depth) in PERFTS.into_iter().filter(|case| wanted(case.0)) {
            let (leaves, seconds) =
                with_game(game, Perft { players, variant, depth }).map_err(Fault::input)??;
            let rate = leaves as f64 / seconds / 1e6;
            let variant = variant.unwrap_or("");
            writeln!(
                out,
                "{game:<18} {players:>7} {variant:<9} {depth:>5} {leaves:>14} {seconds:>9.3} {rate:>12.1}"
            )?;
        }
        writeln!(out)?;
    }
    writeln!(
        out,
        "{:<18} {:>7} {:<10} {:>5} {:<16} {:>13} {:>9} {:>10} {:>10}",
        "search", "players", "evaluation", "depth", "order", "nodes", "seconds", "M nodes/s", "overhead"
    )?;
    let mut signature = 0;
    for (game, players, evaluation, deep, shallow) in SEARCHES.into_iter().filter(|case| wanted(case.0)) {
        let depth = if arguments.quick { shallow } else { deep };
        for order in ORDERS {
            let repeat = if arguments.quick { 1 } else { arguments.repeat.max(1) };
            let search = Search { players, evaluation, depth, order, repeat, overhead: !arguments.quick };
            let Measured { nodes, seconds, overhead } = with_game(game, search).map_err(Fault::input)??;
            signature = mix(signature ^ nodes);
            let rate = nodes as f64 / seconds / 1e6;
            let overhead =
                overhead.map_or_else(String::new, |overhead| format!("{:+.1} %", 100.0 * overhead));
            writeln!(
                out,
                "{game:<18} {players:>7} {evaluation:<10} {depth:>5} {order:<16} {:>13} {seconds:>9.3} {rate:>10.2} {overhead:>10}",
                grouped(nodes)
            )?;
        }
    }
    writeln!(out, "\noverhead: time per node of the same tree with the order worked out but not followed")?;
    writeln!(out, "signature {signature:016x}")?;
    Ok(())
}

struct Perft {
    players: usize,
    variant: Option<&'static str>,
    depth: u32,
}

impl GameVisitor for Perft {
    type Output = Result<(u64, f64), Fault>;

    fn visit<G: BoardGame>(self) -> Self::Output {
        let mut game: G = start(self.players, self.variant)?;
        let clock = Instant::now();
        let leaves = game.perft(self.depth, Finished::Ignored);
        Ok((leaves, clock.elapsed().as_secs_f64()))
    }
}

fn start<G: BoardGame>(players: usize, variant: Option<&str>) -> Result<G, Fault> {
    let setup = Setup::new(&G::INFO, Some(players), variant).map_err(Fault::input)?;
    G::start(&setup).map_err(Fault::input)
}

struct Search {
    players: usize,
    evaluation: &'static str,
    depth: u32,
    order: &'static str,
    repeat: u32,
    overhead: bool,
}

struct Measured {
    nodes: u64,
    seconds: f64,
    overhead: Option<f64>,
}

impl GameVisitor for Search {
    type Output = Result<Measured, Fault>;

    fn visit<G: BoardGame>(self) -> Self::Output {
        let game: G = start(self.players, None)?;
        let order = self.order.parse().map_err(Fault::input)?;
        let ordered = Settings::plain(self.players).with_order(order);
        let measure = |settings: &Settings| -> Result<(u64, f64), Fault> {
            let mut engine = game.engine(self.evaluation, settings.clone()).map_err(Fault::input)?;
            let clock = Instant::now();
            let report = engine.search(&game, &Limit::depth(self.depth)).map_err(Fault::input)?;
            Ok((report.counts.total, clock.elapsed().as_secs_f64()))
        };
        // Both trees of an overhead are measured in turns, so that a noisy moment hits them alike.
        let (mut nodes, mut best) = measure(&ordered)?;
        let (mut plain_best, mut ignored_best) = (f64::INFINITY, f64::INFINITY);
        for round in 0..self.repeat {
            if round > 0 {
                let (again, seconds) = measure(&ordered)?;
                nodes = again;
                best = best.min(seconds);
            }
            if self.overhead && self.order != "none" {
                let plain = measure(&Settings::plain(self.players))?;
                let ignored = measure(&ordered.clone().ignoring_order(true))?;
                plain_best = plain_best.min(plain.1);
                ignored_best = ignored_best.min(ignored.1);
            }
        }
        let overhead = plain_best.is_finite().then(|| ignored_best / plain_best - 1.0);
        Ok(Measured { nodes, seconds: best, overhead })
    }
}
