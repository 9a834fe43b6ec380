//! `cutfirst search`: the best move of a position, and what it took to find it.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use clap::Args;
use cutfirst::engine::{Report, Searcher, Settings};
use cutfirst::ordering::Order;
use cutfirst::search::{Algorithm, Combine, Limit, LineFound, Progress, Stop};
use cutfirst_games::board_game::{BoardGame, GameInfo};
use cutfirst_games::catalog::{GameVisitor, with_game};
use cutfirst_games::setup::Setup;

use crate::duration::parse_duration;
use crate::engine_choice::EngineChoice;
use crate::fault::Fault;
use crate::laboratory::then_on_signal;
use crate::number::{plies, whole};
use crate::position::PositionArguments;
use crate::search_report::{Found, line_text, score_text};
use crate::techniques::TechniqueArguments;
use crate::trace::{self, Recorder};

/// Search a position and show the best move
#[derive(Args)]
#[command(group = clap::ArgGroup::new("limit").required(true).multiple(true))]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Search so many plies
    #[arg(long, value_name = "N", group = "limit", value_parser = plies, allow_hyphen_values = true)]
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
    #[command(flatten)]
    techniques: TechniqueArguments,
    /// Number of threads; only with one are node counts the same on every run
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = whole::<usize>, allow_hyphen_values = true)]
    threads: usize,
    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = whole::<u64>, allow_hyphen_values = true)]
    seed: u64,
    /// Show so many best lines
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole::<usize>, allow_hyphen_values = true)]
    lines: usize,
    /// Work the order out but search in generation order: the tree of `none`, so that what the order costs shows
    #[arg(long)]
    ignore_order: bool,
    /// Check the game's own rules code while searching (slow)
    #[arg(long)]
    check: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Record the search, node by node, in a file that the page can replay
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Record at most so many nodes
    #[arg(long, value_name = "N", requires = "trace", default_value_t = trace::DEFAULT_NODES, value_parser = whole::<usize>, allow_hyphen_values = true)]
    trace_nodes: usize,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    check_memory(arguments.table.unwrap_or(0))?;
    if arguments.plain && arguments.depth.is_none() {
        return Err(Fault::Input("--plain searches one fixed depth; give --depth".to_owned()));
    }
    if arguments.trace_nodes == 0 {
        return Err(Fault::Input("--trace-nodes must be 1 or more: the root is a node".to_owned()));
    }
    with_game(&arguments.position.game, OfGame(arguments)).map_err(Fault::input)?
}

/// Refuses a table that the machine could only hold by swapping or killing others.
pub(crate) fn check_memory(mebibytes: usize) -> Result<(), Fault> {
    match available_memory() {
        Some(available) if mebibytes > available => Err(Fault::Input(format!(
            "--table {mebibytes} is too large; there are {available} MiB of memory"
        ))),
        _ => Ok(()),
    }
}

/// How many MiB of memory are to be had, where the system tells.
pub(crate) fn available_memory() -> Option<usize> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<usize>().ok()? / 1024)
}

struct OfGame<'a>(&'a Arguments);

impl GameVisitor for OfGame<'_> {
    type Output = Result<(), Fault>;

    fn visit<G: BoardGame>(self) -> Self::Output {
        let arguments = self.0;
        let (game, setup) = arguments.position.read::<G>()?;
        let default = if arguments.plain { G::INFO.evaluations[0].name } else { G::INFO.plays_with };
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
        let settings = settings(arguments, &G::INFO, game.players());
        let mut engine = game.engine(self.evaluation, settings).map_err(Fault::input)?;
        let stop = Stop::new();
        let mut limit = arguments.time.map_or_else(Limit::default, Limit::time).with_stop(&stop);
        limit.depth = arguments.depth;
        limit.nodes = arguments.nodes;
        let stopped = then_on_signal("with what was found", move || stop.stop())?;
        let start = Instant::now();
        if let Some(path) = &arguments.trace {
            return self.record(engine.as_mut(), &limit, path);
        }
        let mut show = |progress: Progress<'_, _>| {
            if let Progress::Line(found) = progress {
                show_progress(game, arguments, &found, start.elapsed());
            }
        };
        let report = engine.search_with(game, &limit, &mut show).map_err(Fault::input)?;
        let seconds = start.elapsed().as_secs_f64();
        let shown = Shown { search: self, settings: engine.settings(), report: &report, seconds };
        if arguments.json { shown.json() } else { shown.text() }?;
        if stopped.load(Relaxed) { Err(Fault::Stopped) } else { Ok(()) }
    }

    /// Searches with a recorder and writes what it recorded.
    fn record(&self, engine: &mut dyn Searcher<G>, limit: &Limit, path: &Path) -> Result<(), Fault> {
        let start = Instant::now();
        let mut recorder = Recorder::new(self.arguments.trace_nodes);
        let report = engine.observe(&self.game, limit, &mut recorder).map_err(Fault::input)?;
        let seconds = start.elapsed().as_secs_f64();
        let shown = Shown { search: self, settings: engine.settings(), report: &report, seconds };
        let trace = recorder.finish(&self.game, shown.found().json(), &report.lists);
        let text = serde_json::to_string(&trace).map_err(|error| Fault::Machine(error.to_string()))?;
        std::fs::write(path, text)
            .map_err(|error| Fault::Machine(format!("cannot write {}: {error}", path.display())))?;
        if self.arguments.json { shown.json() } else { shown.text() }
    }
}

/// What the flags say, and the strongest exact setting for what they leave open.
fn settings(arguments: &Arguments, game: &GameInfo, players: usize) -> Settings {
    let choice = EngineChoice {
        plain: arguments.plain,
        algorithm: arguments.algorithm,
        order: arguments.order.clone(),
        table: arguments.table,
        threads: None,
    };
    let mut base = choice.settings(game, players);
    // Deepening goes ply by ply where it does not know how far it will come.
    base.techniques.double_steps &= arguments.depth.is_some();
    Settings {
        combine: arguments.combine,
        // Limits other than a depth alone need results on the way.
        deepen: base.deepen || arguments.depth.is_none(),
        techniques: arguments.techniques.techniques(&base.techniques),
        threads: arguments.threads,
        seed: arguments.seed,
        lines: arguments.lines,
        check_game: arguments.check,
        ignore_order: arguments.ignore_order,
        ..base
    }
}

/// A line per completed depth, on standard error, once the search takes long enough to wonder.
fn show_progress<G: BoardGame>(
    game: &G,
    arguments: &Arguments,
    progress: &LineFound<'_, G::Move>,
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

impl<G: BoardGame> Shown<'_, G> {
    fn json(&self) -> Result<(), Fault> {
        let text =
            serde_json::to_string(&self.found().json()).map_err(|error| Fault::Machine(error.to_string()))?;
        writeln!(io::stdout(), "{text}")?;
        Ok(())
    }

    fn found(&self) -> Found<'_, G> {
        Found {
            game: &self.search.game,
            setup: &self.search.setup,
            evaluation: self.search.evaluation,
            settings: self.settings,
            report: self.report,
            seconds: self.seconds,
        }
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
            writeln!(
                out,
                "line        {}",
                line_text(&search.game, settings.algorithm, &line.moves).join(" ")
            )?;
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
        let combine = match (search.game.players(), settings.combine) {
            (2, Combine::Difference | Combine::ZeroSum | Combine::Best) => String::new(),
            (_, combine) => format!(" combined as {combine}"),
        };
        let deepening = if settings.deepen { ", deepening" } else { "" };
        let threads =
            if settings.threads > 1 { format!(", {} threads", settings.threads) } else { String::new() };
        writeln!(
            out,
            "settings    {} by {}, evaluation {}{combine}{table}{deepening}{threads}, seed {}",
            settings.algorithm, settings.order, search.evaluation, settings.seed
        )?;
        let techniques = settings.techniques.to_string();
        if !techniques.is_empty() {
            let kind = if settings.is_exact() { "exact" } else { "selective" };
            writeln!(out, "techniques  {techniques} ({kind})")?;
        }
        Ok(())
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
