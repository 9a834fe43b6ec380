//! `cutfirst tune`: window widths by matches, as the Abalone paper describes.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use cutfirst::search::Clipping;
use cutfirst_lab::engine_spec::{EngineSpec, Limits};
use cutfirst_lab::matches::{
    AtCap, MatchPlan, MatchRequest, MatchSummary, Rules, Tuning, TuningStep, tuning_document,
};
use cutfirst_lab::plain;
use cutfirst_lab::report::{Context, Document};
use serde::{Deserialize, Serialize};

use crate::commands::matches::{check_memory, play, write_whole};
use crate::fault::Fault;
use crate::laboratory;
use crate::number::{plies, whole};

/// Narrow the windows of a clipped search until it only just beats a search one ply shallower
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game, played by two (see `cutfirst games`)
    game: String,
    /// Depth of the clipped search
    #[arg(long, value_name = "N", value_parser = plies, allow_hyphen_values = true)]
    depth: u32,
    /// Widths to start with, W1/W2/… for nodes with one, two, … plies left
    #[arg(long, value_name = "WIDTHS", allow_hyphen_values = true)]
    widths: Clipping,
    /// The player to tune, in the words of `match`; clip and depth are given here
    #[arg(long, value_name = "SPEC", default_value = "", allow_hyphen_values = true)]
    player: EngineSpec,
    /// The opponent; by default the same player one ply shallower and not clipped
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    opponent: Option<EngineSpec>,
    /// Games to try each width in
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole::<u32>, allow_hyphen_values = true)]
    games: u32,
    /// What a width is multiplied by to narrow it
    #[arg(long, value_name = "F", default_value_t = 0.7, allow_hyphen_values = true)]
    factor: f64,
    /// The narrowest width to try
    #[arg(long, value_name = "W", default_value_t = 1, value_parser = whole::<i32>, allow_hyphen_values = true)]
    least: i32,
    /// Variant and options: NAME[,key=value…]
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    variant: Option<String>,
    /// Seed of openings and engines
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = whole::<u64>, allow_hyphen_values = true)]
    seed: u64,
    /// Random plies at the start of each game
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = whole::<u32>, allow_hyphen_values = true)]
    openings: u32,
    /// The game ends after so many plies
    #[arg(long, value_name = "N", default_value_t = Rules::default().max_plies, value_parser = whole::<u32>, allow_hyphen_values = true)]
    max_plies: u32,
    /// Who wins then: `draw`, or whoever is ahead by the game's plain `evaluation`
    #[arg(long, value_name = "RULE", default_value_t)]
    at_cap: AtCap,
    /// Number of games at the same time; all processors by default
    #[arg(long, value_name = "T", value_parser = whole::<usize>, allow_hyphen_values = true)]
    threads: Option<usize>,
    /// Directory for the matches and the outcome, tuning.toml; run again with the same one to go on
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// The outcome with its evidence, as it is stored.
#[derive(Serialize)]
struct Outcome<'a> {
    /// What the tuning is identified by.
    tuning: String,
    game: &'static str,
    variant: &'a str,
    depth: u32,
    /// Whether nothing narrower is left to try.
    complete: bool,
    /// The narrowest widths that still beat the opponent, as the word `clip` takes them.
    clip: String,
    player: String,
    opponent: String,
    seed: u64,
    opening_plies: u32,
    /// Openings from this one on were not used: judge with `--skip-openings` and this number.
    unused_openings_from: u32,
    step: &'a [TuningStep],
}

/// What a stored outcome is recognised by.
#[derive(Deserialize)]
struct Stored {
    tuning: String,
}

const FILE: &str = "tuning.toml";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    check(arguments)?;
    let threads = laboratory::threads(arguments.threads)?;
    let mut tuning =
        Tuning::new(&arguments.widths, arguments.factor, arguments.least).map_err(Fault::input)?;
    let first = plan(arguments, &arguments.widths)?;
    check_memory(&first, threads)?;
    let identity = identity(arguments, &first);
    check_same(&arguments.out, &identity)?;
    let stop = laboratory::stop_on_signal("after the moves under way")?;
    let mut out = io::stdout().lock();
    while let Some((clip, _)) = tuning.to_try() {
        let plan = plan(arguments, &clip)?;
        let dir = arguments.out.join("steps").join(clip.to_string().replace('/', "-"));
        let standing = play(&plan, Some(&dir), threads, &stop)?;
        if !standing.is_over() {
            return Err(Fault::Stopped);
        }
        let step = tuning.record(&MatchSummary::new(&standing)).map_err(Fault::input)?;
        write_step(&mut io::stderr(), step)?;
        write_outcome(arguments, &first, &identity, &tuning, false)?;
    }
    let path = write_outcome(arguments, &first, &identity, &tuning, true)?;
    report(arguments, &first, &tuning, true).write_text(&mut out, laboratory::width())?;
    writeln!(out, "\nclip={}", tuning.widths())?;
    writeln!(out, "outcome: {}", plain::text(&path.display().to_string()))?;
    writeln!(out, "report: {}", plain::text(&arguments.out.join("report.html").display().to_string()))?;
    Ok(())
}

/// Refuses what would be overridden or never tried.
fn check(arguments: &Arguments) -> Result<(), Fault> {
    let refuse = |message: String| Err(Fault::Input(message));
    if arguments.depth < 2 {
        return refuse(format!(
            "--depth must be 2 or more, not {}: the opponent is a ply shallower",
            arguments.depth
        ));
    }
    for (key, flag) in [("depth", "--depth"), ("clip", "--widths"), ("name", "the command itself")] {
        if arguments.player.has(key) {
            return refuse(format!("--player must not say {key}=; that is given by {flag}"));
        }
    }
    // The root is never clipped.
    let levels = arguments.depth as usize - 1;
    if let Clipping::PerLevel(widths) = &arguments.widths {
        if widths.len() > levels {
            return refuse(format!(
                "--widths has {} widths, but nodes below the root of a search of depth {} have at most {levels} plies left",
                widths.len(),
                arguments.depth
            ));
        }
        let widest = widths.iter().copied().max().unwrap_or(0);
        if !(0..widest).contains(&arguments.least) {
            return refuse(format!(
                "--least must be from 0 to below the widest of --widths, {widest}, not {}",
                arguments.least
            ));
        }
    }
    Ok(())
}

/// The match of one step.
fn plan(arguments: &Arguments, clip: &Clipping) -> Result<MatchPlan, Fault> {
    let clipped = arguments.player.with("depth", arguments.depth).and_then(|spec| spec.with("clip", clip));
    let opponent = match &arguments.opponent {
        Some(opponent) => Ok(opponent.clone()),
        None => arguments.player.without("clip").with("depth", arguments.depth.saturating_sub(1)),
    };
    let named = |spec: EngineSpec, name: &str| spec.with("name", name);
    let specs =
        [clipped.and_then(|spec| named(spec, "clipped")), opponent.and_then(|spec| named(spec, "opponent"))];
    let request = MatchRequest {
        game: arguments.game.clone(),
        players: Some(2),
        variant: arguments.variant.clone(),
        specs: specs.into_iter().collect::<Result<_, _>>().map_err(Fault::input)?,
        limits: Limits::default(),
        games: Some(arguments.games),
        seed: arguments.seed,
        opening_plies: Some(arguments.openings),
        rules: Rules { max_plies: arguments.max_plies, at_cap: arguments.at_cap, ..Rules::default() },
        ..MatchRequest::default()
    };
    MatchPlan::new(&request).map_err(Fault::input)
}

/// What makes one tuning another: the first match, and how it goes on from there.
fn identity(arguments: &Arguments, first: &MatchPlan) -> String {
    format!("factor {}, least {}, from\n{}", arguments.factor, arguments.least, first.canonical())
}

/// Refuses a directory with another tuning.
fn check_same(dir: &Path, identity: &str) -> Result<(), Fault> {
    let path = dir.join(FILE);
    let Ok(bytes) = fs::read(&path) else { return Ok(()) };
    match toml::from_slice::<Stored>(&bytes) {
        Ok(stored) if stored.tuning == identity => Ok(()),
        Ok(_) => Err(Fault::Input(format!(
            "{} is of another tuning; choose another directory or give the same command",
            path.display()
        ))),
        Err(_) => Err(Fault::Input(format!(
            "{} is not a tuning's outcome; choose another directory",
            path.display()
        ))),
    }
}

fn write_step(out: &mut impl Write, step: &TuningStep) -> Result<(), Fault> {
    let [score, low, high] = [step.score, step.low, step.high].map(|share| 100.0 * share);
    let verdict = if step.kept { "kept" } else { "too narrow" };
    writeln!(
        out,
        "clip={:<30} {score:5.1} % [{low:.1} to {high:.1}]  {:>12.0} nodes per move, opponent {:.0}  {verdict}",
        step.clip, step.nodes, step.opponent_nodes
    )?;
    Ok(())
}

fn write_outcome(
    arguments: &Arguments,
    first: &MatchPlan,
    identity: &str,
    tuning: &Tuning,
    complete: bool,
) -> Result<PathBuf, Fault> {
    let [clipped, opponent] = [0, 1].map(|player| &first.entrants[player]);
    let outcome = Outcome {
        tuning: identity.to_owned(),
        game: first.game,
        variant: &first.variant,
        depth: arguments.depth,
        complete,
        clip: tuning.widths().to_string(),
        player: clipped.words(),
        opponent: opponent.words(),
        seed: first.seed,
        opening_plies: first.opening_plies,
        unused_openings_from: first.rounds(),
        step: &tuning.steps,
    };
    let text = toml::to_string(&outcome)?;
    let path = arguments.out.join(FILE);
    write_whole(&path, &text)?;
    report(arguments, first, tuning, complete).write(&arguments.out)?;
    Ok(path)
}

fn report(arguments: &Arguments, first: &MatchPlan, tuning: &Tuning, complete: bool) -> Document {
    let [clipped, opponent] = [0, 1].map(|player| first.entrants[player].short_words(first.players));
    let mut command = format!(
        "cutfirst tune {} --depth {} --widths {} --games {} --factor {} --least {} --seed {} --openings {} --max-plies {} --at-cap {}",
        first.game,
        arguments.depth,
        arguments.widths,
        first.games,
        arguments.factor,
        arguments.least,
        first.seed,
        first.opening_plies,
        first.rules.max_plies,
        first.rules.at_cap
    );
    if !first.variant.is_empty() {
        command.push_str(&format!(" --variant {}", first.variant));
    }
    if arguments.player.to_string() != "" {
        command.push_str(&format!(" --player '{}'", arguments.player));
    }
    if let Some(opponent) = &arguments.opponent {
        command.push_str(&format!(" --opponent '{opponent}'"));
    }
    let facts = [
        ("First windows", clipped),
        ("Opponent", opponent),
        ("Games for each step", first.games.to_string()),
        ("Openings not used from", first.rounds().to_string()),
    ];
    let context = Context {
        command,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        parameters: facts.map(|(name, value)| (name.to_owned(), value)).to_vec(),
        notes: Vec::new(),
    };
    tuning_document(tuning, first.game, arguments.depth, complete, context)
}
