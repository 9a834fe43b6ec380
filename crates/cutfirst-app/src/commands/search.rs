//! `cutfirst search`: the best move of a position, and what it took to find it.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use clap::Args;
use cutfirst::engine::{Progress, Report, Settings};
use cutfirst::game::Player;
use cutfirst::ordering::{Order, Side};
use cutfirst::search::{Algorithm, Combine, FINISHED, Limit, WIN};
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::catalog::{GameVisitor, with_game};
use cutfirst_games::setup::Setup;
use serde::Serialize;

use crate::duration::parse_duration;
use crate::fault::Fault;
use crate::number::whole;
use crate::position::PositionArguments;

/// Search a position and show the best move
#[derive(Args)]
#[command(group = clap::ArgGroup::new("limit").required(true).multiple(true))]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Search so many plies
    #[arg(long, value_name = "N", group = "limit", value_parser = whole::<u32>, allow_hyphen_values = true)]
    depth: Option<u32>,
    /// Search for so long, such as 5s or 200ms
    #[arg(long, value_name = "TIME", group = "limit", value_parser = parse_duration, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Search so many nodes
    #[arg(long, value_name = "N", group = "limit", value_parser = whole::<u64>, allow_hyphen_values = true)]
    nodes: Option<u64>,
    /// The experiments' setting: fixed depth, full window, no table, generation order
    #[arg(long)]
    plain: bool,
    /// minimax, alpha-beta, pvs, brs, paranoid or max-n
    #[arg(long, value_name = "A")]
    algorithm: Option<Algorithm>,
    /// Move ordering, such as none, ads:mtf or tt+killer+history
    #[arg(long, value_name = "SPEC")]
    order: Option<Order>,
    /// Evaluation (see `cutfirst games`)
    #[arg(long, value_name = "E")]
    evaluation: Option<String>,
    /// How a score comes out of all players' evaluations: difference, zero-sum, own or best
    #[arg(long, value_name = "HOW", default_value_t)]
    combine: Combine,
    /// Size of the transposition table in MiB, 0 for none
    #[arg(long, value_name = "MIB", value_parser = whole::<usize>, allow_hyphen_values = true)]
    table: Option<usize>,
    /// Number of threads
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = whole::<usize>, allow_hyphen_values = true)]
    threads: usize,
    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = whole::<u64>, allow_hyphen_values = true)]
    seed: u64,
    /// Show so many best lines
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole::<usize>, allow_hyphen_values = true)]
    lines: usize,
    /// Check the game's own rules code while searching (slow)
    #[arg(long)]
    check: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    if arguments.threads != 1 {
        return Err(Fault::Input(format!(
            "--threads {}: the search runs on one thread; give 1",
            arguments.threads
        )));
    }
    check_memory(arguments.table.unwrap_or(0))?;
    with_game(&arguments.position.game, OfGame(arguments)).map_err(Fault::input)?
}

/// Refuses a table that the machine could only hold by swapping or killing others.
pub(crate) fn check_memory(mebibytes: usize) -> Result<(), Fault> {
    let Ok(info) = std::fs::read_to_string("/proc/meminfo") else { return Ok(()) };
    let line = info.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let available = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<usize>().ok());
    match available {
        Some(kib) if mebibytes > kib / 1024 => Err(Fault::Input(format!(
            "--table {mebibytes} is too large; there are {} MiB of memory",
            kib / 1024
        ))),
        _ => Ok(()),
    }
}

struct OfGame<'a>(&'a Arguments);

impl GameVisitor for OfGame<'_> {
    type Output = Result<(), Fault>;

    fn visit<G: BoardGame>(self) -> Self::Output {
        let arguments = self.0;
        let (game, setup) = arguments.position.read::<G>()?;
        let default = if arguments.plain { G::INFO.evaluations[0].name } else { "play" };
        let name = arguments.evaluation.as_deref().unwrap_or(default);
        let search = Search { arguments, game, setup, evaluation: name };
        search.run()
    }
}

struct Search<'a, G> {
    arguments: &'a Arguments,
    game: G,
    setup: Setup,
    evaluation: &'a str,
}

impl<G: BoardGame> Search<'_, G> {
    fn run(&self) -> Result<(), Fault> {
        let (arguments, game) = (self.arguments, &self.game);
        let settings = settings(arguments, game.players());
        let mut engine = game.engine(self.evaluation, settings).map_err(Fault::input)?;
        let mut limit = arguments.time.map_or_else(Limit::default, Limit::time);
        limit.depth = arguments.depth;
        limit.nodes = arguments.nodes;
        let start = Instant::now();
        let mut show = |progress: Progress<'_, _>| show_progress(game, arguments, &progress, start.elapsed());
        let report = engine.search_with(game, &limit, &mut show).map_err(Fault::input)?;
        let seconds = start.elapsed().as_secs_f64();
        let shown = Shown { search: self, settings: engine.settings(), report: &report, seconds };
        if arguments.json { shown.json() } else { shown.text() }
    }
}

/// What the flags say, and the strongest exact setting for what they leave open.
fn settings(arguments: &Arguments, players: usize) -> Settings {
    let base = if arguments.plain { Settings::plain(players) } else { Settings::strongest(players) };
    let algorithm = arguments.algorithm.unwrap_or(base.algorithm);
    let table = arguments.table.unwrap_or(if algorithm.can_use_table() { base.table } else { 0 });
    let default_order = || match (arguments.plain, algorithm, table) {
        (true, ..) | (_, Algorithm::Minimax, _) => Order::default(),
        (.., 0) => without_table_move(&base.order),
        _ => base.order.clone(),
    };
    Settings {
        algorithm,
        order: arguments.order.clone().unwrap_or_else(default_order),
        combine: arguments.combine,
        table,
        // Limits other than a depth alone need results on the way.
        deepen: base.deepen || arguments.depth.is_none(),
        seed: arguments.seed,
        lines: arguments.lines,
        detail: true,
        check_game: arguments.check,
        ..base
    }
}

fn without_table_move(order: &Order) -> Order {
    use cutfirst::ordering::HeuristicSpec;
    Order(order.0.iter().filter(|spec| **spec != HeuristicSpec::Table).cloned().collect())
}

/// A line per completed depth, on standard error, once the search takes long enough to wonder.
fn show_progress<G: BoardGame>(
    game: &G,
    arguments: &Arguments,
    progress: &Progress<'_, G::Move>,
    elapsed: Duration,
) {
    if arguments.json || (elapsed < Duration::from_millis(500) && !io::stderr().is_terminal()) {
        return;
    }
    let best = progress.line.first().map_or_else(String::new, |&mv| game.move_text(mv));
    let _ = writeln!(
        io::stderr(),
        "depth {:>3}  {:>12}  {:<8} {:>14} nodes  {:>8.2} s",
        progress.depth,
        score_text(progress.score),
        best,
        progress.counts.total,
        elapsed.as_secs_f64()
    );
}

struct Shown<'a, G: BoardGame> {
    search: &'a Search<'a, G>,
    settings: &'a Settings,
    report: &'a Report<G::Move>,
    seconds: f64,
}

#[derive(Serialize)]
struct ReportJson {
    game: &'static str,
    players: usize,
    variant: String,
    position: String,
    algorithm: String,
    order: String,
    evaluation: String,
    combine: String,
    table: usize,
    deepening: bool,
    threads: usize,
    seed: u64,
    exact: bool,
    depth: u32,
    complete: bool,
    #[serde(rename = "move")]
    best: String,
    score: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Vec<i32>>,
    pv: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<LineJson>,
    nodes: NodesJson,
    makes: u64,
    evaluations: u64,
    cutoffs: u64,
    first_move_cutoffs: u64,
    cuts_by_place: Vec<u64>,
    cuts_by_heuristic: Vec<HeuristicJson>,
    lists: Vec<ListJson>,
    seconds: f64,
}

#[derive(Serialize)]
struct LineJson {
    score: i32,
    pv: Vec<String>,
}

#[derive(Serialize)]
struct NodesJson {
    total: u64,
    interior: u64,
    leaf: u64,
    quiescence: u64,
}

#[derive(Serialize)]
struct HeuristicJson {
    heuristic: String,
    cuts: u64,
}

#[derive(Serialize)]
struct ListJson {
    heuristic: &'static str,
    side: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<usize>,
    length: usize,
    elements: Vec<usize>,
}

impl<G: BoardGame> Shown<'_, G> {
    fn json(&self) -> Result<(), Fault> {
        let (search, settings, report) = (self.search, self.settings, self.report);
        let counts = &report.counts;
        let detail = report.detail.clone().unwrap_or_default();
        let line = report.line();
        let lines =
            report.lines.iter().map(|line| LineJson { score: line.score, pv: self.line_text(&line.moves) });
        let json = ReportJson {
            game: G::INFO.name,
            players: search.game.players(),
            variant: search.setup.variant_text(),
            position: search.game.position_text(),
            algorithm: settings.algorithm.to_string(),
            order: settings.order.to_string(),
            evaluation: search.evaluation.to_owned(),
            combine: settings.combine.to_string(),
            table: settings.table,
            deepening: settings.deepen,
            threads: 1,
            seed: settings.seed,
            exact: !settings.deeper_entries,
            depth: report.depth,
            complete: report.complete,
            best: search.game.move_text(report.best),
            score: line.score,
            scores: line.scores.clone(),
            pv: self.line_text(&line.moves),
            lines: if settings.lines > 1 { lines.collect() } else { Vec::new() },
            nodes: NodesJson {
                total: counts.total,
                interior: counts.interior(),
                leaf: counts.leaf,
                quiescence: counts.quiescence,
            },
            makes: counts.makes,
            evaluations: counts.evaluations,
            cutoffs: counts.cutoffs,
            first_move_cutoffs: counts.first_move_cutoffs,
            cuts_by_place: detail.cuts_by_place,
            cuts_by_heuristic: suppliers(&settings.order, &detail.cuts_by_heuristic),
            lists: report
                .lists
                .iter()
                .map(|list| ListJson {
                    heuristic: list.heuristic,
                    side: if list.side == Side::Max { "max" } else { "min" },
                    level: list.level,
                    length: list.elements.len(),
                    elements: list.elements.clone(),
                })
                .collect(),
            seconds: self.seconds,
        };
        let text = serde_json::to_string(&json).map_err(|error| Fault::Machine(error.to_string()))?;
        writeln!(io::stdout(), "{text}")?;
        Ok(())
    }

    fn text(&self) -> Result<(), Fault> {
        let (search, settings, report) = (self.search, self.settings, self.report);
        let (counts, mut out) = (&report.counts, io::stdout().lock());
        writeln!(out, "{}\n", search.game.diagram().trim_end())?;
        let settled = if report.complete { "" } else { " (stopped by the limit)" };
        writeln!(out, "move        {}", search.game.move_text(report.best))?;
        for line in &report.lines {
            writeln!(out, "score       {}", score_text(line.score))?;
            if let Some(scores) = &line.scores {
                let scores: Vec<_> = scores.iter().map(|&score| score_text(score)).collect();
                writeln!(out, "scores      {}", scores.join(", "))?;
            }
            writeln!(out, "line        {}", self.line_text(&line.moves).join(" "))?;
        }
        writeln!(out, "depth       {}{settled}", report.depth)?;
        writeln!(
            out,
            "nodes       {} ({} interior, {} leaves, {} quiescence)",
            grouped(counts.total),
            grouped(counts.interior()),
            grouped(counts.leaf),
            grouped(counts.quiescence)
        )?;
        let first = 100.0 * counts.first_move_cutoffs as f64 / counts.cutoffs.max(1) as f64;
        writeln!(out, "cut-offs    {} ({first:.1} % by the first move)", grouped(counts.cutoffs))?;
        writeln!(out, "makes       {}, evaluations {}", grouped(counts.makes), grouped(counts.evaluations))?;
        let rate = counts.total as f64 / self.seconds.max(1e-9);
        writeln!(out, "time        {:.3} s, {} nodes/s", self.seconds, grouped(rate as u64))?;
        let table =
            if settings.table > 0 { format!(", table {} MiB", settings.table) } else { String::new() };
        let deepening = if settings.deepen { ", deepening" } else { "" };
        writeln!(
            out,
            "settings    {} by {}, evaluation {}{table}{deepening}, seed {}",
            settings.algorithm, settings.order, search.evaluation, settings.seed
        )?;
        Ok(())
    }

    /// A line as text. In Best-Reply Search an opponent's reply is whoever's it can be.
    fn line_text(&self, line: &[G::Move]) -> Vec<String> {
        let mut game = self.search.game.clone();
        let (root, players) = (game.to_move(), game.players());
        let best_reply = self.settings.algorithm == Algorithm::BestReply;
        let mut texts = Vec::new();
        let mut roots_turn = true;
        for &mv in line {
            if best_reply {
                let Some(mover) = owner_of(&mut game, root, roots_turn, mv) else { break };
                game.set_turn(mover);
                roots_turn = mover != root;
                let reply = players > 2 && mover != root;
                texts.push(if reply {
                    format!("{}:{}", mover.0 + 1, game.move_text(mv))
                } else {
                    game.move_text(mv)
                });
            } else {
                texts.push(game.move_text(mv));
            }
            game.make(mv);
        }
        texts
    }
}

/// Who plays `mv` in Best-Reply Search: the root player or, on the opponents' turn, the first of them
/// for whom it is legal. A side that cannot move is skipped.
fn owner_of<G: BoardGame>(game: &mut G, root: Player, roots_turn: bool, mv: G::Move) -> Option<Player> {
    let players = game.players();
    let mut moves = Vec::new();
    let mut can_play = |player: Player| {
        game.set_turn(player);
        moves.clear();
        game.moves(&mut moves);
        moves.contains(&mv)
    };
    let opponents = (1..players).map(|step| Player(((root.index() + step) % players) as u8));
    if roots_turn {
        std::iter::once(root).chain(opponents).find(|&player| can_play(player))
    } else {
        opponents.chain([root]).find(|&player| can_play(player))
    }
}

fn suppliers(order: &Order, cuts: &[u64]) -> Vec<HeuristicJson> {
    let names = order.0.iter().map(ToString::to_string).chain(["generation order".to_owned()]);
    names
        .enumerate()
        .map(|(index, heuristic)| HeuristicJson { heuristic, cuts: cuts.get(index).copied().unwrap_or(0) })
        .collect()
}

fn score_text(score: i32) -> String {
    match score {
        score if score > FINISHED => format!("win in {}", WIN - score),
        score if score < -FINISHED => format!("loss in {}", WIN + score),
        score => format!("{score:+}"),
    }
}

/// 1234567 as 1,234,567.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
