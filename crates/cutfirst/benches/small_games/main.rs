//! cutfirst's default beside a peer in small games:
//! `cargo bench --package cutfirst --bench small_games`.
//!
//! The [`minimax`] crate and `Settings::strongest(2)` search the same positions of small games with the same rules
//! and the same evaluation to the same depth, on one thread, each with a fresh engine; of the peer's settings the
//! one with the least geometric mean of times counts. Both must find the same values. Positions in which somebody
//! wins by force have rows of their own.
//!
//! The default was chosen on the first games. The judges, written after that, have means of their own.
//!
//! After `--`, words select games by a part of their name, `judged` selects the judges, a number says how often each search is timed (3), and
//! - `--order SPEC`, as often as you like, also times cutfirst with that order, relative to the default;
//! - `--count` only counts cutfirst's nodes with each `--order`, relative to the first: the same on every run;
//!   `default` is the default order;
//! - `check` or `--check` only checks the games.

mod amazons;
mod ataxx;
mod brandubh;
mod breakthrough;
mod clobber;
mod connect_four;
mod contest;
mod domineering;
mod gomoku;
mod hex;
mod isolation;
mod kalah;
mod konane;
mod lines_of_action;
mod morris;
mod obstruction;
mod peer;
mod pentago;
mod reversi;
mod small_game;
mod snort;
mod teeko;

use cutfirst::engine::Settings;
use cutfirst::ordering::Order as MoveOrder;

use crate::amazons::Amazons;
use crate::ataxx::Ataxx;
use crate::brandubh::Brandubh;
use crate::breakthrough::Breakthrough;
use crate::clobber::Clobber;
use crate::connect_four::ConnectFour;
use crate::contest::{Comparison, Contest, Entry, geometric_mean};
use crate::domineering::Domineering;
use crate::gomoku::Gomoku;
use crate::hex::Hex;
use crate::isolation::Isolation;
use crate::kalah::Kalah;
use crate::konane::Konane;
use crate::lines_of_action::LinesOfAction;
use crate::morris::Morris;
use crate::obstruction::Obstruction;
use crate::pentago::Pentago;
use crate::reversi::Reversi;
use crate::small_game::{Order, SmallGame};
use crate::snort::Snort;
use crate::teeko::Teeko;

/// Rows without classes come first: the mean is taken of them. The judges come last.
fn contests() -> Vec<Box<dyn Contest>> {
    vec![
        entry("connect-four", ConnectFour::<false>::new(Order::Naive), 6, 14),
        entry("connect-four, centre first", ConnectFour::<false>::new(Order::Centre), 6, 14),
        entry("kalah", Kalah::new(), 6, 17),
        entry("breakthrough", Breakthrough::<false>::new(), 10, 7),
        entry("ataxx", Ataxx::<false>::new(Order::Naive), 8, 6),
        entry("ataxx, centre first", Ataxx::<false>::new(Order::Centre), 8, 6),
        entry("gomoku", Gomoku::new(Order::Naive), 6, 7),
        entry("gomoku, centre first", Gomoku::new(Order::Centre), 6, 7),
        entry("morris", Morris::<false>::new(), 8, 9),
        entry("amazons", Amazons::new(Order::Naive), 6, 4),
        entry("amazons, centre first", Amazons::new(Order::Centre), 6, 4),
        entry("konane", Konane::new(), 6, 10),
        entry("clobber", Clobber::new(), 4, 8),
        entry("domineering", Domineering::new(), 4, 9),
        entry("hex", Hex::new(), 4, 6),
        entry("isolation", Isolation::new(), 4, 5),
        entry("connect-four+classes", ConnectFour::<true>::new(Order::Naive), 6, 14),
        entry("breakthrough+classes", Breakthrough::<true>::new(), 10, 7),
        entry("ataxx+classes", Ataxx::<true>::new(Order::Naive), 8, 6),
        entry("morris+classes", Morris::<true>::new(), 8, 9),
        judge("snort", Snort::new(), 4, 7),
        judge("lines-of-action", LinesOfAction::new(), 4, 5),
        judge("teeko", Teeko::new(), 4, 7),
        judge("obstruction", Obstruction::new(), 2, 6),
        judge("reversi", Reversi::new(), 6, 8),
        judge("pentago", Pentago::new(), 6, 3),
        judge("brandubh", Brandubh::new(), 4, 5),
    ]
}

fn entry<G: SmallGame>(name: &'static str, start: G, plies: usize, depth: u32) -> Box<dyn Contest> {
    Box::new(Entry { name, start, plies, depth, judges: false })
}

/// A game for judging the default, not for choosing it.
fn judge<G: SmallGame>(name: &'static str, start: G, plies: usize, depth: u32) -> Box<dyn Contest> {
    Box::new(Entry { name, start, plies, depth, judges: true })
}

/// What the command line asks for.
struct Options {
    names: Vec<String>,
    orders: Vec<(String, MoveOrder)>,
    runs: u32,
    count: bool,
    check: bool,
}

impl Options {
    fn read() -> Self {
        let mut options = Self { names: Vec::new(), orders: Vec::new(), runs: 3, count: false, check: false };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            match word.as_str() {
                "--order" => {
                    let text = words.next().expect("an order after --order");
                    options.orders.push((text.clone(), order(&text)));
                }
                "--count" => options.count = true,
                "check" | "--check" => options.check = true,
                // Cargo says --bench.
                _ if word.starts_with('-') => (),
                _ => match word.parse() {
                    Ok(runs) => options.runs = runs,
                    Err(_) => options.names.push(word),
                },
            }
        }
        options
    }

    fn wants(&self, contest: &dyn Contest) -> bool {
        let fits = |word: &String| contest.name().contains(word) || word == "judged" && contest.judges();
        self.names.is_empty() || self.names.iter().any(fits)
    }
}

fn order(text: &str) -> MoveOrder {
    if text == "default" {
        return Settings::strongest(2).order;
    }
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn main() {
    let mut options = Options::read();
    let mut contests = contests();
    contests.retain(|contest| options.wants(&**contest));
    if options.check {
        for contest in contests {
            contest.check();
            println!("{} keeps its contract", contest.name());
        }
    } else if options.count {
        if options.orders.is_empty() {
            options.orders.push(("default".to_owned(), order("default")));
        }
        count(&contests, &options);
    } else {
        compare(&contests, &options);
    }
}

fn count(contests: &[Box<dyn Contest>], options: &Options) {
    let orders: Vec<_> = options.orders.iter().map(|(_, order)| order.clone()).collect();
    println!("nodes with the first order, and with each relative to it:");
    for (number, (text, _)) in options.orders.iter().enumerate() {
        println!("  {} {text}", label(number));
    }
    print!("{:<37}{:>12}", "game", "nodes");
    (0..orders.len()).for_each(|number| print!("{:>8}", label(number)));
    println!();
    let mut rows = Vec::new();
    for contest in contests {
        let nodes = contest.count(&orders);
        let relative: Vec<_> =
            nodes.iter().map(|own| own.zip(nodes[0]).map(|(own, first)| own / first)).collect();
        println!("{:<37}{:>12.0}{}", contest.name(), nodes[0].unwrap_or(f64::NAN), cells(&relative));
        rows.push((contest.judges(), relative));
    }
    for (name, judges) in [("geometric mean", false), ("judged", true)] {
        let rows: Vec<_> = rows.iter().filter(|row| row.0 == judges).map(|row| &row.1).collect();
        let mean = |order: usize| geometric_mean(rows.iter().filter_map(|row| row[order]));
        let means: Vec<_> = (0..orders.len()).map(|order| Some(mean(order))).collect();
        if !rows.is_empty() {
            println!("{name:<37}{:>12}{}", "", cells(&means));
        }
    }
}

/// The number under which an order stands in the heading.
fn label(number: usize) -> String {
    format!("[{}]", number + 1)
}

fn cells(values: &[Option<f64>]) -> String {
    let cell =
        |value: &Option<f64>| value.map_or_else(|| format!("{:>8}", "-"), |value| format!("{value:>8.3}"));
    values.iter().map(cell).collect()
}

fn compare(contests: &[Box<dyn Contest>], options: &Options) {
    let orders: Vec<_> = options.orders.iter().map(|(_, order)| order.clone()).collect();
    println!("Geometric means of the positions; above 1, cutfirst is faster. M/s: million nodes a second.");
    for (number, (text, _)) in options.orders.iter().enumerate() {
        println!("  {} {text}: ms and nodes relative to the default", label(number));
    }
    print!("{:<37}{:>6}{:>10}{:>10}{:>7}", "game", "depth", "minimax", "cutfirst", "ratio");
    print!("{:>12}{:>12}{:>7}{:>7}", "nodes", "nodes", "M/s", "M/s");
    (0..orders.len()).for_each(|number| print!("{:>8}{:>8}", label(number), "nodes"));
    println!("  minimax with");
    let mut rows = Vec::new();
    for contest in contests {
        for row in contest.compare(&orders, options.runs) {
            show(&row);
            rows.push(row);
        }
    }
    let (judged, chosen): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.judged);
    summary("geometric mean", &chosen, |row| !row.decided && !row.name.contains('+'));
    summary("with classes", &chosen, |row| !row.decided && row.name.contains('+'));
    summary("decided", &chosen, |row| row.decided);
    summary("judged", &judged, |row| !row.decided);
    summary("judged, decided", &judged, |row| row.decided);
}

fn ratio(row: &Comparison) -> f64 {
    row.peer.time() / row.own.time()
}

fn show(row: &Comparison) {
    let (peer, own) = (&row.peer, &row.own);
    let (peer_ms, own_ms) = (1000.0 * peer.time(), 1000.0 * own.time());
    print!("{:<37}{:>6}{peer_ms:>10.1}{own_ms:>10.1}{:>7.2}", row.name, row.depth, ratio(row));
    print!("{:>12.0}{:>12.0}", peer.nodes(), own.nodes());
    print!("{:>7.2}{:>7.2}", peer.nodes_per_second() / 1e6, own.nodes_per_second() / 1e6);
    for order in &row.orders {
        let score = order.as_ref();
        let [time, nodes] = [score.map(|s| s.time() / own.time()), score.map(|s| s.nodes() / own.nodes())];
        print!("{}", cells(&[time, nodes]));
    }
    println!("  {}", row.setting);
}

fn summary(name: &str, rows: &[&Comparison], counts: impl Fn(&Comparison) -> bool) {
    let ratios: Vec<_> = rows.iter().filter(|row| counts(row)).map(|row| ratio(row)).collect();
    if !ratios.is_empty() {
        let below = ratios.iter().filter(|&&ratio| ratio < 1.0).count();
        let mean = geometric_mean(ratios.iter().copied());
        println!("{name:<63}{mean:>7.2}, {below} of {} below 1", ratios.len());
    }
}
