//! Runs plans into result directories, with progress, a clean stop and a report at the end.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use cutfirst_lab::cell::{Design, Row};
use cutfirst_lab::cluster::cost::Costs;
use cutfirst_lab::cluster::split::Split;
use cutfirst_lab::cluster::study::StudyError;
use cutfirst_lab::forecast::Forecast;
use cutfirst_lab::plan::Plan;
use cutfirst_lab::report::{self, Context, Document};
use cutfirst_lab::store::{PlanText, Results, Shard, Store, StoreError};
use cutfirst_lab::summary::Summary;
use cutfirst_lab::trial::Trial;
use cutfirst_lab::{plain, run};
use serde::Serialize;

use crate::fault::Fault;
use crate::progress::Bar;
use crate::shell;

/// As many threads as there are processors, unless told otherwise.
pub(crate) fn threads(asked: Option<usize>) -> Result<usize, Fault> {
    match asked {
        Some(0) => Err(Fault::Input("--threads must be at least 1".to_owned())),
        Some(threads) => Ok(threads.min(1024)),
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
    }
}

/// What there is to do: the trials of a plan or of a part of it, and what their results are stored under.
pub(crate) struct PlanPart<'a> {
    pub(crate) text: PlanText,
    pub(crate) trials: Vec<Trial<'a>>,
    /// Whether it is one of many tasks, which may be started twice by a scheduler.
    pub(crate) is_task: bool,
}

/// Runs what is left of a plan's part into `dir` and returns all rows; every finished trial is stored at once.
pub(crate) fn run_into(plan: &Plan, shard: Shard, dir: &Path, threads: usize) -> Result<Vec<Row>, Fault> {
    let trials = match shard {
        Shard::WHOLE => plan.trials().collect(),
        shard => {
            let split = Split::new(plan, shard.of(), &Costs::estimated(), &HashSet::new());
            split.trials(plan, shard.index())
        }
    };
    let text = PlanText { text: plan.canonical(), shard };
    run_trials(PlanPart { text, trials, is_task: false }, dir, threads)
}

/// Runs what is left of some work into `dir` and returns all rows; every finished trial is stored at once.
pub(crate) fn run_trials(work: PlanPart<'_>, dir: &Path, threads: usize) -> Result<Vec<Row>, Fault> {
    // First of all, so that a signal ends every phase in the same way.
    let stop = stop_on_signal("at once; trials under way will be run again")?;
    let mut store = open(&work, dir, &stop)?;
    let done = store.done().map_err(|error| fault_of_opening(&error))?;
    let all = work.trials.len();
    let pending: Vec<_> =
        work.trials.into_iter().filter(|trial| run::keys(trial).any(|key| !done.contains(&key))).collect();
    let mut finished = all - pending.len();
    let mut rest = Rest::new(&pending, threads);
    if finished > 0 {
        rest.bar.drawn.suspend(|| eprintln!("{finished} of {all} trials were there already"));
    }
    let mut nodes = 0;
    let result = run::run(pending, threads, &stop, |batch| -> Result<(), StoreError> {
        let rows: Vec<_> = batch.iter().flat_map(|trial| trial.rows.clone()).collect();
        patiently(&stop, || store.add(&rows))?;
        finished += batch.len();
        nodes += rows.iter().map(|row| row.nodes).sum::<u64>();
        batch.iter().for_each(|finished| rest.ended(finished));
        if rest.bar.is_due() {
            rest.tell();
            let rate = nodes as f64 / rest.bar.drawn.elapsed().as_secs_f64().max(1e-3) / 1e6;
            rest.bar.tell(format!("{finished}/{all} trials, {rate:.1} M nodes/s"));
        }
        Ok(())
    });
    rest.bar.drawn.finish_and_clear();
    match result {
        Ok(()) if finished == all => store.rows().map_err(|error| fault_of_opening(&error)),
        Err(run::Failed::Sink(error)) if !(error.is_locked() && stop.load(Relaxed)) => {
            Err(fault_of_store(&error))
        }
        Err(run::Failed::Job(error)) => Err(Fault::input(error)),
        _ => {
            let _ = writeln!(
                io::stderr(),
                "stopped after {finished} of {all} trials; go on with: cutfirst lab resume {}",
                shell::word(dir)
            );
            Err(Fault::Stopped)
        }
    }
}

/// What is left to do and how long it will take, on a bar.
struct Rest<'a> {
    forecast: Forecast,
    /// One trial of each kind, and how many of it are left.
    kinds: HashMap<(String, Design, String), (Trial<'a>, usize)>,
    threads: usize,
    bar: Bar,
}

impl<'a> Rest<'a> {
    fn new(pending: &[Trial<'a>], threads: usize) -> Self {
        let mut kinds: HashMap<_, (Trial<'a>, usize)> = HashMap::new();
        for trial in pending {
            kinds.entry(Self::kind(trial)).or_insert_with(|| (trial.clone(), 0)).1 += 1;
        }
        Self { forecast: Forecast::default(), kinds, threads, bar: Bar::new(1) }
    }

    fn kind(trial: &Trial<'_>) -> (String, Design, String) {
        (trial.cell.to_string(), trial.design, trial.arms.join("\n"))
    }

    fn ended(&mut self, finished: &run::Finished<'a>) {
        self.forecast.learn(&finished.trial, &finished.rows, finished.seconds);
        if let Some((_, left)) = self.kinds.get_mut(&Self::kind(&finished.trial)) {
            *left = left.saturating_sub(1);
        }
    }

    /// Brings the bar up to date: the time gone and the time left, by the share of the machine that there was so far.
    fn tell(&self) {
        let left = self.forecast.left(self.kinds.values().map(|(trial, left)| (trial, *left)), self.threads);
        if let Some(left) = left {
            let (bar, milliseconds) = (&self.bar.drawn, |seconds: f64| (seconds * 1e3) as u64);
            let gone = bar.elapsed().as_secs_f64();
            let pace = gone * self.threads as f64 / self.forecast.worked().max(1e-3);
            bar.set_length(milliseconds(gone + left * pace.max(1.0)).max(1));
            bar.set_position(milliseconds(gone));
        }
    }
}

/// Stores something. While somebody else is reading the file and will not let go of it, waits and says so: a reader must
/// not end a run or a match.
pub(crate) fn patiently(
    stop: &AtomicBool,
    mut store: impl FnMut() -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut told = false;
    loop {
        match store() {
            Err(StoreError::Locked { path }) if !stop.load(Relaxed) => {
                if !told {
                    let path = plain::text(&path.display().to_string());
                    let _ = writeln!(
                        io::stderr(),
                        "waiting for another program that has {path} open for reading"
                    );
                    told = true;
                }
            }
            result => return result,
        }
    }
}

/// Opens the store. A task waits if another process has it: when a scheduler gives a machine up for lost and
/// starts its tasks elsewhere, the lost ones may well be alive, and will end the work or die.
fn open(work: &PlanPart<'_>, dir: &Path, stop: &AtomicBool) -> Result<Store, Fault> {
    let mut told = false;
    loop {
        match Store::open(dir, &work.text) {
            Err(StoreError::Busy { .. }) if stop.load(Relaxed) => return Err(Fault::Stopped),
            Err(StoreError::Busy { dir }) if work.is_task => {
                if !told {
                    let _ = writeln!(
                        io::stderr(),
                        "waiting for another process that writes to {}",
                        plain::text(&dir.display().to_string())
                    );
                    told = true;
                }
                std::thread::sleep(Duration::from_secs(1));
            }
            store => return store.map_err(|error| fault_of_opening(&error)),
        }
    }
}

/// What is wrong with a directory for results is for its user to mend, unless the machine is at fault.
pub(crate) fn fault_of_opening(error: &StoreError) -> Fault {
    if error.is_of_machine() { fault_of_store(error) } else { Fault::input(error) }
}

/// The same for a plan in parts.
pub(crate) fn fault_of_study(error: &StudyError) -> Fault {
    if error.is_of_machine() { Fault::Machine(error.to_string()) } else { Fault::input(error) }
}

/// While a plan runs, the store can only fail because of the machine.
fn fault_of_store(error: &StoreError) -> Fault {
    Fault::Machine(error.to_string())
}

/// Set by Ctrl-C or a termination signal; a second one ends the process at once, which loses nothing
/// that was finished. `when` says when the first one takes effect.
pub(crate) fn stop_on_signal(when: &'static str) -> Result<Arc<AtomicBool>, Fault> {
    then_on_signal(when, || ())
}

/// The same, and `then` does something about it.
pub(crate) fn then_on_signal(
    when: &'static str,
    then: impl Fn() + Send + 'static,
) -> Result<Arc<AtomicBool>, Fault> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.swap(true, Relaxed) {
            std::process::exit(130);
        }
        let _ = writeln!(io::stderr(), "\nstopping {when}; again to stop at once");
        then();
    };
    ctrlc::set_handler(handler)?;
    Ok(stop)
}

/// Reads what is stored in `dir` and the plan it belongs to.
pub(crate) fn read_plan(dir: &Path) -> Result<(Results, Plan), Fault> {
    let results = Results::read(dir).map_err(|error| fault_of_opening(&error))?;
    let plan = Plan::parse(&results.plan().text).map_err(|error| {
        Fault::Input(format!("{}: the stored plan cannot be read: {error}", dir.display()))
    })?;
    Ok((results, plan))
}

/// Writes the report of a directory and shows it; `docs` is a file of documentation to be made from it.
pub(crate) fn report(dir: &Path, docs: Option<&Path>) -> Result<(), Fault> {
    let (results, plan) = read_plan(dir)?;
    let document = show(dir, &plan, results.rows().map_err(Fault::input)?)?;
    docs.map_or(Ok(()), |file| {
        let made_by = format!("cutfirst lab report DIR --docs {}", shell::word(file));
        Ok(document.write_docs(file, &made_by)?)
    })
}

/// Writes the report of a plan's rows into `dir` and shows it.
pub(crate) fn show(dir: &Path, plan: &Plan, rows: Vec<Row>) -> Result<Document, Fault> {
    let mut context = context(plan);
    let planned: usize = plan.trials().map(|trial| trial.arms.len()).sum();
    if rows.len() < planned {
        let note = format!("Incomplete: {} of {planned} results are there.", rows.len());
        let _ = writeln!(io::stderr(), "{note}");
        context.notes.push(note);
    }
    let summary = Summary::new(plan, rows, &plan.published_rows());
    let document = report::experiment::document(&summary, &context);
    let page = document.write(dir).map_err(|error| {
        let dir = plain::text(&dir.display().to_string());
        Fault::Machine(format!("{error}; the results are safe, and then: cutfirst lab report {dir}"))
    })?;
    show_text(&document, Some(&page))?;
    Ok(document)
}

/// Shows a report in the terminal, and where its page is.
pub(crate) fn show_text(document: &Document, page: Option<&Path>) -> Result<(), Fault> {
    let mut out = io::stdout().lock();
    document.write_text(&mut out, width())?;
    if let Some(page) = page {
        writeln!(out, "\nreport: {}", plain::text(&page.display().to_string()))?;
    }
    Ok(())
}

/// Prints one JSON object on a line.
pub(crate) fn print_json(object: &impl Serialize) -> Result<(), Fault> {
    Ok(writeln!(io::stdout(), "{}", plain::json(&serde_json::to_string(object)?))?)
}

/// How wide tables may be.
pub(crate) fn width() -> usize {
    terminal_size::terminal_size().map_or(130, |(width, _)| usize::from(width.0).clamp(60, 200))
}

/// How a plan came about, the same whenever and wherever it is reported.
fn context(plan: &Plan) -> Context {
    let command = if plan.name.starts_with("reproduce") {
        format!("cutfirst {} --trials {} --seed {}", plan.name, plan.trials, plan.seed)
    } else {
        format!("cutfirst lab run PLAN.toml --out DIR   (plan '{}', seed {})", plan.name, plan.seed)
    };
    let mut parameters: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, value: String| {
        let pair = (name.to_owned(), value);
        if !parameters.contains(&pair) {
            parameters.push(pair);
        }
    };
    for (cell, _) in &plan.cells {
        let variant = if cell.variant.is_empty() { "standard rules" } else { &cell.variant };
        add(&cell.game, format!("{variant}, evaluation {}", cell.evaluation));
    }
    for (cell, _) in &plan.cells {
        add("scores", format!("combined as {}, grain {}", cell.combine, cell.grain));
        add(
            "search",
            format!(
                "{}, table {} MiB, {}",
                cell.algorithm,
                cell.table,
                if cell.deepen { "deepening" } else { "fixed depth" }
            ),
        );
        add("a turn is", format!("one {}", cell.turn));
    }
    add("nodes", "every node entered, the root and leaves included; interior nodes beside them".to_owned());
    add("root", "ordered like any other node; the first strictly better move wins".to_owned());
    add(
        "lists",
        "kept across the turns of a trial, fresh for each trial; level = ply from the root".to_owned(),
    );
    add("slot", "without the mover, as each game documents".to_owned());
    Context { command, version: env!("CARGO_PKG_VERSION").to_owned(), parameters, notes: Vec::new() }
}

/// A directory for results that says what is in it.
pub(crate) fn default_directory(name: &str, trials: u32, seed: u64) -> PathBuf {
    let name: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(80).collect();
    Path::new("results").join(format!("{name}-trials-{trials}-seed-{seed}"))
}
