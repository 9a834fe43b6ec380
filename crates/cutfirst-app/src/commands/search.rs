//! `cutfirst search`: the best move of a position, and what it took to find it.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use clap::Args;
use cutfirst::engine::{Report, Searcher, Settings};
use cutfirst::search::{Combine, Limit, LineFound, Progress, Stop};
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::catalog::{GameVisitor, with_game};
use cutfirst_games::setup::Setup;
use cutfirst_lab::engine_spec::{Limits, SettledEngine};

use crate::commands::matches::{check_place, write_whole};
use crate::engine_arguments::EngineArguments;
use crate::fault::Fault;
use crate::laboratory::{print_json, then_on_signal};
use crate::number::whole;
use crate::position::PositionArguments;
use crate::search_report::{Found, certain_text, line_text, score_text};
use crate::trace::{self, Recorder};

/// Search a position and show the best move
#[derive(Args)]
#[command(group = clap::ArgGroup::new("limit").args(["depth", "time", "nodes", "level"]).required(true).multiple(true))]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    engine: EngineArguments,
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
    let spec = &arguments.engine.spec;
    if spec.is_on("plain") && !spec.has("depth") {
        return Err(Fault::Input("--plain searches one fixed depth; give --depth".to_owned()));
    }
    if arguments.trace.is_some() && spec.has("level") {
        return Err(Fault::Input(
            "--trace records a search as it is, without a level's limit and errors; give --depth, --time or --nodes".to_owned(),
        ));
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
        let mut engine = arguments.engine.spec.engine(&G::INFO, game.players(), Limits::default());
        check_memory(engine.settings.table)?;
        engine.settings.detail = true;
        // Deepening goes ply by ply where it does not know how far it will come.
        engine.settings.techniques.double_steps &= engine.limits.depth.is_some();
        Search { arguments, game, setup, engine }.run()
    }
}

struct Search<'a, G> {
    arguments: &'a Arguments,
    game: G,
    setup: Setup,
    engine: SettledEngine,
}

impl<G: BoardGame> Search<'_, G> {
    fn run(&self) -> Result<(), Fault> {
        let (arguments, game) = (self.arguments, &self.game);
        let SettledEngine { evaluation, settings, limits, .. } = &self.engine;
        let mut engine = game.engine(evaluation, settings.clone()).map_err(Fault::input)?;
        let stop = Stop::new();
        let mut request = limits.request();
        request.limit = request.limit.with_stop(&stop);
        let stopped = then_on_signal("with what was found", move || stop.stop())?;
        let start = Instant::now();
        if let Some(path) = &arguments.trace {
            check_place("--trace", path)?;
            return self.record(engine.as_mut(), &request.limit, path);
        }
        let mut show = |progress: Progress<'_, _>| {
            if let Progress::Line(found) = progress {
                show_progress(game, arguments, &found, start.elapsed());
            }
        };
        let report = engine.answer(game, &request, Some(&mut show)).map_err(Fault::input)?;
        let seconds = start.elapsed().as_secs_f64();
        let shown = Shown { search: self, settings: engine.settings(), report: &report, seconds };
        shown.show()?;
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
        write_whole(path, serde_json::to_string(&trace)?)?;
        shown.show()
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
        certain_text(progress.score, progress.result),
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
    fn show(&self) -> Result<(), Fault> {
        if self.search.arguments.json { print_json(&self.found().json()) } else { self.text() }
    }

    fn found(&self) -> Found<'_, G> {
        Found {
            game: &self.search.game,
            setup: &self.search.setup,
            evaluation: &self.search.engine.evaluation,
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
            writeln!(out, "score       {}", certain_text(line.score, line.result))?;
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
            settings.algorithm, settings.order, search.engine.evaluation, settings.seed
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
