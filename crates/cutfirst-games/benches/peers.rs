//! cutfirst beside a peer: `cargo bench --package cutfirst-games --bench peers`.
//!
//! The [`minimax`] crate and cutfirst search the same positions with the same rules code and the same
//! evaluation to the same depth, on one thread and on two. Both are tried with several settings, each position
//! with a fresh engine; what counts is the setting with the least geometric mean of times. All must find the same
//! root values, and in Othello the known ones.
//!
//! On one thread, the time is that for which the thread was running, where the system tells (Linux): it hardly
//! depends on what else the machine does. On two, it is the time by the clock: leave the machine alone.
//!
//! After `--`, a number says how often the best settings are timed (3), and words select games.

use std::fmt;
use std::marker::PhantomData;
use std::time::{Duration, Instant};

use cutfirst::engine::Settings;
use cutfirst::evaluation::Evaluation;
use cutfirst::search::{Limit, Techniques};
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::checkers::{self, Checkers};
use cutfirst_games::othello::{self, Othello};
use cutfirst_games::setup::Setup;
use minimax::{IterativeOptions, IterativeSearch, ParallelOptions, ParallelSearch, Strategy, Winner};

fn main() {
    // Cargo says --bench.
    let words: Vec<_> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let runs = words.iter().find_map(|word| word.parse().ok()).unwrap_or(3);
    let games: Vec<_> = words.iter().filter(|word| word.parse::<u32>().is_err()).collect();
    let wanted = |game: &str| games.is_empty() || games.iter().any(|word| *word == game);
    if wanted("othello") {
        for (depth, column) in [(10, 0), (12, 1)] {
            let positions =
                OTHELLO.map(|(text, values)| (position::<Othello>(None, text), Some(values[column])));
            compare("othello, mobility", othello::evaluation::Mobility, "mobility", &positions, depth, runs);
        }
    }
    if wanted("checkers") {
        for depth in [12, 14] {
            let positions = CHECKERS.map(|moves| (after::<Checkers>(Some("english"), moves), None));
            compare("English checkers, play", checkers::evaluation::Play, "play", &positions, depth, runs);
        }
    }
}

/// Positions with their values at depths 10 and 12.
const OTHELLO: [(&str, [i32; 2]); 4] = [
    ("---------------------------OX------XO--------------------------- X", [-10, -10]),
    ("--------X-------XOOOO---XXXXOO----XOOX-----OO------------------- X", [20, 10]),
    ("--------X-X-----XXXXO---XXXXXOXX--XXXOOX---OOOOO---------------- X", [-20, -20]),
    ("--O-XX--X-XOOO--XXXXOO--XXXOOOXX--XOOOOX---OOOXX-------X-------- X", [-40, -40]),
];

/// The start, and openings that players know as Old Fourteenth, Single Corner and Cross.
const CHECKERS: [&str; 4] =
    ["", "11-15 23-19 8-11 22-17 4-8", "11-15 22-18 15x22 25x18 8-11", "11-15 23-18 8-11 27-23 11-16"];

fn start<G: BoardGame>(variant: Option<&str>) -> G {
    G::start(&Setup::new(&G::INFO, None, variant).expect("a setup")).expect("a start")
}

fn position<G: BoardGame>(variant: Option<&str>, text: &str) -> G {
    start::<G>(variant).parse_position(text).expect("a position")
}

fn after<G: BoardGame>(variant: Option<&str>, moves: &str) -> G {
    let mut game = start::<G>(variant);
    for mv in game.parse_moves(moves).expect("moves") {
        game.make(mv);
    }
    game
}

/// One search.
struct Run {
    time: Duration,
    nodes: Option<u64>,
    value: i32,
}

/// A watch for searches on so many threads, this one being the only one or waiting for the others.
struct Watch {
    start: Instant,
    running: Option<Duration>,
}

impl Watch {
    fn start(threads: usize) -> Self {
        Self { running: if threads == 1 { running() } else { None }, start: Instant::now() }
    }

    fn elapsed(&self) -> Duration {
        self.running.and_then(|start| Some(running()? - start)).unwrap_or_else(|| self.start.elapsed())
    }
}

/// For how long this thread has been running on a processor.
fn running() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}

/// A way to search, by name.
struct Contender<'a, G> {
    name: String,
    search: Box<Search<'a, G>>,
}

/// Searches a position to a depth.
type Search<'a, G> = dyn Fn(&G, u32) -> Run + 'a;

/// What a contender did in all positions: the least time of each, with its nodes.
struct Score {
    times: Vec<Duration>,
    nodes: Option<u64>,
    values: Vec<i32>,
}

impl Score {
    fn mean(&self) -> f64 {
        let logarithms = self.times.iter().map(|time| time.as_secs_f64().ln());
        (logarithms.sum::<f64>() / self.times.len() as f64).exp()
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for time in &self.times {
            write!(f, "{:>9.1}", 1000.0 * time.as_secs_f64())?;
        }
        write!(f, "{:>11.1}", 1000.0 * self.mean())?;
        write!(f, "{:>14}", self.nodes.map_or_else(|| "-".to_owned(), |nodes| nodes.to_string()))
    }
}

/// Runs every contender once and the best one again; shows them, checks their values, and returns the best.
fn best<G>(contenders: &[Contender<'_, G>], positions: &[(G, Option<i32>)], depth: u32, runs: u32) -> Score {
    let mut scores: Vec<_> = contenders.iter().map(|contender| score(contender, positions, depth)).collect();
    let by_mean = |a: &usize, b: &usize| scores[*a].mean().total_cmp(&scores[*b].mean());
    let winner = (0..scores.len()).min_by(by_mean).expect("a contender");
    for _ in 1..runs {
        let again = score(&contenders[winner], positions, depth);
        let best = &mut scores[winner];
        for (time, new) in best.times.iter_mut().zip(again.times) {
            *time = new.min(*time);
        }
        best.nodes = best.nodes.min(again.nodes);
    }
    for (index, (contender, score)) in contenders.iter().zip(&scores).enumerate() {
        println!("  {} {:<54}{score}", if index == winner { '*' } else { ' ' }, contender.name);
    }
    scores.swap_remove(winner)
}

/// Runs a contender in every position, short searches several times: the time a thread has been running is
/// known to a few milliseconds only.
fn score<G>(contender: &Contender<'_, G>, positions: &[(G, Option<i32>)], depth: u32) -> Score {
    const LONG_ENOUGH: Duration = Duration::from_millis(100);
    let mut score = Score { times: Vec::new(), nodes: Some(0), values: Vec::new() };
    for (number, (game, expected)) in positions.iter().enumerate() {
        let (mut total, mut runs) = (Duration::ZERO, 0);
        while total < LONG_ENOUGH && runs < 30 {
            let run = (contender.search)(game, depth);
            if let Some(expected) = expected {
                assert_eq!(run.value, *expected, "{} in position {}", contender.name, number + 1);
            }
            if runs == 0 {
                score.nodes = score.nodes.zip(run.nodes).map(|(sum, nodes)| sum + nodes);
                score.values.push(run.value);
            }
            total += run.time;
            runs += 1;
        }
        score.times.push(total / runs);
    }
    score
}

fn compare<G: Peer, E: Evaluation<G> + Copy>(
    title: &str,
    evaluation: E,
    name: &str,
    positions: &[(G, Option<i32>)],
    depth: u32,
    runs: u32,
) {
    for threads in [1, 2] {
        println!("\n{title}, depth {depth}, threads {threads}: ms in each position, geometric mean, nodes");
        let peer = best(&peers(evaluation, threads), positions, depth, runs);
        let own = best(&own(name, threads), positions, depth, runs);
        assert_eq!(peer.values, own.values, "root values differ");
        let nodes = match (peer.nodes, own.nodes) {
            (Some(peer), Some(own)) => format!(", nodes {:.2}", peer as f64 / own as f64),
            _ => String::new(),
        };
        println!(
            "  minimax / cutfirst: time {:.2}{nodes}; values {:?}",
            peer.mean() / own.mean(),
            own.values
        );
    }
}

/// cutfirst's settings.
fn own<G: BoardGame>(evaluation: &str, threads: usize) -> Vec<Contender<'_, G>> {
    let default = G::INFO.strongest(2);
    let small = default.clone().with_table(SMALL_TABLE);
    let mut settings = vec![("default".to_owned(), default), (format!("{SMALL_TABLE} MiB"), small.clone())];
    for order in ORDERS {
        let settings_of = small.clone().with_order(order.parse().expect("an order"));
        settings.push((format!("{SMALL_TABLE} MiB, {order}"), settings_of));
    }
    let alone: Techniques = "double-steps".parse().expect("a technique");
    settings.push((format!("{SMALL_TABLE} MiB, no caches"), small.with_techniques(alone)));
    let contender = |(name, settings): (String, Settings)| Contender {
        name: format!("cutfirst {name}"),
        search: Box::new(move |game: &G, depth| {
            let settings = settings.clone().with_threads(threads);
            let mut engine = game.engine(evaluation, settings).expect("an engine");
            let watch = Watch::start(threads);
            let report = engine.search_with(game, &Limit::depth(depth), &mut |_| ()).expect("a search");
            Run { time: watch.elapsed(), nodes: Some(report.counts.total), value: report.line().score }
        }),
    };
    settings.into_iter().map(contender).collect()
}

/// A table, in MiB, that mostly stays in the processor's cache.
const SMALL_TABLE: usize = 4;

/// Orders to try beside the default.
const ORDERS: [&str; 4] = [
    "tt+killer:1+gravity:prior",
    "tt+gravity:prior=256",
    "tt+gravity:prior,continuation",
    "tt+killer:2+static",
];

/// The peer's settings. Those that change the value (null move, extensions) are left out.
fn peers<'a, G: Peer, E: Evaluation<G> + Copy>(evaluation: E, threads: usize) -> Vec<Contender<'a, G>> {
    let base = IterativeOptions::new().with_table_byte_size(64 << 20);
    let mut options = vec![
        ("plain", base),
        ("1 MiB", IterativeOptions::new()),
        ("1 MiB, history", IterativeOptions::new().with_countermove_history()),
        ("4 MiB, history", IterativeOptions::new().with_table_byte_size(4 << 20).with_countermove_history()),
        ("no null window", base.with_null_window_search(false)),
        ("countermoves", base.with_countermoves()),
        ("history", base.with_countermove_history()),
        ("countermoves, history", base.with_countermoves().with_countermove_history()),
        ("countermoves, history, double step", {
            base.with_countermoves().with_countermove_history().with_double_step_increment()
        }),
    ];
    let mut contenders = Vec::new();
    if threads == 1 {
        options.push(("history, aspiration", base.with_countermove_history().with_aspiration_window(40)));
        options.push(("mtd(f), countermoves, history", {
            base.with_countermoves().with_countermove_history().with_mtdf()
        }));
        for &(name, options) in &options {
            contenders.push(Contender {
                name: format!("minimax iterative {name}"),
                search: Box::new(move |game: &G, depth| {
                    let mut search = IterativeSearch::new(Judge(evaluation, PhantomData), options);
                    search.set_max_depth(depth as u8);
                    let watch = Watch::start(threads);
                    search.choose_move(game).expect("a move");
                    let time = watch.elapsed();
                    let nodes = explored(&search.stats(&mut game.clone()));
                    Run { time, nodes, value: i32::from(search.root_value()) }
                }),
            });
        }
    }
    if threads > 1 {
        for (name, options) in options {
            contenders.push(Contender {
                name: format!("minimax parallel {name}"),
                search: Box::new(move |game: &G, depth| {
                    let parallel = ParallelOptions::new().with_num_threads(threads);
                    let mut search = ParallelSearch::new(Judge(evaluation, PhantomData), options, parallel);
                    search.set_max_depth(depth as u8);
                    let watch = Watch::start(threads);
                    search.choose_move(game).expect("a move");
                    // It tells nobody how many nodes it searched.
                    Run { time: watch.elapsed(), nodes: None, value: i32::from(search.root_value()) }
                }),
            });
        }
    }
    contenders
}

/// The nodes in the peer's report, which has them only as text.
fn explored(report: &str) -> Option<u64> {
    report.split("Explored ").nth(1)?.split(' ').next()?.parse().ok()
}

/// A game whose slots do not depend on the position, as the peer wants them.
trait Peer: BoardGame + Copy {
    const SLOTS: u16;

    fn index(mv: Self::Move) -> u16;
}

impl Peer for Othello {
    const SLOTS: u16 = 65;

    fn index(mv: othello::Move) -> u16 {
        mv.index() as u16
    }
}

impl Peer for Checkers {
    const SLOTS: u16 = 1024;

    fn index(mv: checkers::Move) -> u16 {
        (mv.from() << 5 | mv.to()) as u16
    }
}

/// A game of ours under the peer's trait.
struct Rules<G>(PhantomData<G>);

impl<G: Peer> minimax::Game for Rules<G> {
    type S = G;
    type M = G::Move;

    fn generate_moves(game: &G, moves: &mut Vec<G::Move>) -> Option<Winner> {
        game.moves(moves);
        if moves.is_empty() { Self::get_winner(game) } else { None }
    }

    fn apply(game: &mut G, mv: G::Move) -> Option<G> {
        let mut next = *game;
        next.make(mv);
        Some(next)
    }

    fn get_winner(game: &G) -> Option<Winner> {
        game.outcome().map(|outcome| match outcome.result(game.to_move()) {
            0 => Winner::Draw,
            result if result > 0 => Winner::PlayerToMove,
            _ => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(game: &G) -> u64 {
        game.key()
    }

    fn table_index(mv: G::Move) -> u16 {
        G::index(mv)
    }

    fn max_table_index() -> u16 {
        G::SLOTS - 1
    }
}

/// An evaluation of ours under the peer's trait.
#[derive(Clone)]
struct Judge<G, E>(E, PhantomData<G>);

impl<G: Peer, E: Evaluation<G>> minimax::Evaluator for Judge<G, E> {
    type G = Rules<G>;

    fn evaluate(&self, game: &G) -> minimax::Evaluation {
        let player = game.to_move();
        let accumulator = self.0.accumulate(game);
        let value = |player| self.0.evaluate(game, &accumulator, player);
        (value(player) - value(player.next(2))) as minimax::Evaluation
    }
}
