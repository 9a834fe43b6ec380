//! `cutfirst train`: an evaluation learned by playing.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use clap::Args;
use cutfirst::patterns::learn::{LearnError, Progress, Round, Stage};
use cutfirst_lab::plain;
use cutfirst_lab::train::{TrainRequest, Training, begin, is_name_of_weights, prior};

use crate::commands::matches::{check_place, write_whole};
use crate::fault::Fault;
use crate::laboratory;
use crate::number::whole;
use crate::progress::Bar;
use crate::shell;

/// Learn an evaluation for a game by playing it
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game (see `cutfirst games`)
    game: String,
    /// Begin no round that would not be over after so many minutes; 10 by default
    #[arg(long, value_name = "M", value_parser = whole::<u64>, allow_hyphen_values = true, conflicts_with = "rounds")]
    minutes: Option<u64>,
    /// Number of rounds, those before a stop included: the same number and seed give the same file
    #[arg(long, value_name = "N", value_parser = whole::<usize>, allow_hyphen_values = true)]
    rounds: Option<usize>,
    /// Number of players in the game
    #[arg(long, value_name = "P", value_parser = whole::<usize>, allow_hyphen_values = true)]
    players: Option<usize>,
    /// Variant and options: NAME[,key=value…]
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    variant: Option<String>,
    /// Evaluation to begin with; the best one made by hand by default
    #[arg(long, value_name = "E")]
    teacher: Option<String>,
    /// Millions of nodes that the games of a round take
    #[arg(long, value_name = "N", value_parser = whole::<u64>, allow_hyphen_values = true)]
    effort: Option<u64>,
    /// A search of these games takes about so many nodes; 500 by default
    #[arg(long, value_name = "N", value_parser = whole::<u64>, allow_hyphen_values = true)]
    nodes: Option<u64>,
    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = whole::<u64>, allow_hyphen_values = true)]
    seed: u64,
    /// Number of games at the same time; all processors by default
    #[arg(long, value_name = "T", value_parser = whole::<usize>, allow_hyphen_values = true)]
    threads: Option<usize>,
    /// Learn what moves are worth to the order `gravity:learned` instead; --effort then is millions of nodes watched
    #[arg(long, conflicts_with_all = ["minutes", "rounds", "threads", "nodes"])]
    prior: bool,
    /// The file to write, NAME.safetensors; run again with the same one to go on
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

const MINUTES: u64 = 10;

/// More rounds, minutes or millions of nodes nobody waits for, and no sum of them overflows.
const MOST: u64 = 1_000_000;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    let out = arguments.out.to_str().filter(|name| is_name_of_weights(name)).ok_or_else(|| {
        Fault::Input("--out takes the name of a file that ends in '.safetensors'".to_owned())
    })?;
    let limits = [
        ("--rounds", arguments.rounds.map(|rounds| rounds as u64)),
        ("--minutes", arguments.minutes),
        ("--effort", arguments.effort),
        ("--nodes", arguments.nodes),
    ];
    for (flag, given) in limits {
        if let Some(given) = given.filter(|given| !(1..=MOST).contains(given)) {
            return Err(Fault::Input(format!("{flag} must be from 1 to {MOST}, not {given}")));
        }
    }
    let threads = laboratory::threads(arguments.threads)?;
    let request = TrainRequest {
        game: arguments.game.clone(),
        players: arguments.players,
        variant: arguments.variant.clone(),
        teacher: arguments.teacher.clone(),
        seed: arguments.seed,
        threads,
        effort: arguments.effort,
        nodes: arguments.nodes,
    };
    if arguments.prior {
        check_place("--out", &arguments.out)?;
        let bytes = prior(&request).map_err(Fault::input)?;
        write_whole(&arguments.out, bytes)?;
        writeln!(io::stdout(), "written: {}", plain::text(out))?;
        return Ok(());
    }
    let state_path = PathBuf::from(format!("{out}.training"));
    let state = match fs::read(&state_path) {
        Ok(state) => Some(state),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => None,
        Err(error) => return Err(Fault::Machine(format!("cannot read {}: {error}", state_path.display()))),
    };
    let mut training = begin(&request, state.as_deref()).map_err(|error| match state {
        Some(_) => Fault::Input(format!("{error}; to begin anew, remove {}", state_path.display())),
        None => Fault::input(error),
    })?;
    check_place("--out", &arguments.out)?;
    let stop = laboratory::stop_on_signal("before the end of the round, which will be played again")?;
    let mut log = io::stderr();
    writeln!(log, "{}", plain::text(&training.about()))?;
    if state.is_some() {
        writeln!(log, "{} rounds were there already", training.rounds().len())?;
    }
    let budget = Duration::from_secs(60 * arguments.minutes.unwrap_or(MINUTES));
    let (began, mut longest) = (Instant::now(), Duration::ZERO);
    let mut shown = Shown::new(arguments.rounds, budget, training.rounds().len());
    loop {
        let done = match arguments.rounds {
            Some(rounds) => training.rounds().len() >= rounds,
            None => longest > Duration::ZERO && began.elapsed() + longest > budget,
        };
        if done {
            break;
        }
        let clock = Instant::now();
        let number = training.rounds().len();
        let result = training.round(&mut |progress| {
            shown.show(number, progress);
            !stop.load(Relaxed)
        });
        match result {
            Ok(round) => {
                longest = longest.max(clock.elapsed());
                shown.bar.drawn.suspend(|| writeln!(log, "{}", line(number, &round, clock.elapsed())))?;
                save(training.as_ref(), &state_path, &arguments.out)?;
            }
            Err(LearnError::Stopped) => {
                shown.bar.drawn.finish_and_clear();
                writeln!(log, "stopped after {number} rounds; the same command goes on")?;
                return Err(Fault::Stopped);
            }
            Err(error) => return Err(Fault::input(error)),
        }
    }
    shown.bar.drawn.finish_and_clear();
    save(training.as_ref(), &state_path, &arguments.out)?;
    let last = training.rounds().iter().rev().find(|round| round.accepted);
    let strength = last.map_or_else(
        || "no round won its contest: the file is no better than its teacher".to_owned(),
        |round| format!("{} against its teacher at equal depth", elo(round.against_teacher)),
    );
    let page = report(training.as_ref(), arguments, out)?;
    let name = plain::text(out);
    writeln!(
        io::stdout(),
        "{strength}\nwritten: {name}\nuse it: cutfirst play {} --evaluation {name}\nreport: {}",
        arguments.game,
        plain::text(&page.display().to_string())
    )?;
    Ok(())
}

fn save(training: &dyn Training, state: &Path, out: &Path) -> Result<(), Fault> {
    // First what a run that is killed goes on from: the weights take a moment, in which a prior is learned.
    write_whole(state, training.state())?;
    write_whole(out, training.weights().map_err(Fault::input)?)
}

/// Writes the page about the training into a folder beside the file.
fn report(training: &dyn Training, arguments: &Arguments, out: &str) -> Result<PathBuf, Fault> {
    let mut command = format!("cutfirst train {}", shell::word(Path::new(&arguments.game)));
    let mut say = |flag: &str, value: Option<String>| {
        if let Some(value) = value {
            command.push_str(&format!(" --{flag} {}", shell::word(Path::new(&value))));
        }
    };
    say("players", arguments.players.map(|players| players.to_string()));
    say("variant", arguments.variant.clone());
    say("teacher", arguments.teacher.clone());
    say("effort", arguments.effort.map(|effort| effort.to_string()));
    say("nodes", arguments.nodes.map(|nodes| nodes.to_string()));
    say("seed", Some(arguments.seed.to_string()));
    say("rounds", Some(training.rounds().len().to_string()));
    say("out", Some(out.to_owned()));
    let document = training.page(out, &command).map_err(Fault::input)?;
    Ok(document.write(Path::new(&format!("{out}.report")))?)
}

/// A round in one line.
fn line(number: usize, round: &Round, took: Duration) -> String {
    format!(
        "round {}: {} games, {} positions, loss {:.4} to {:.4}, {:.1} % against the best so far, {} against the teacher, {} in {:.0} s",
        number + 1,
        round.games,
        round.positions,
        round.losses[0],
        round.losses[1],
        100.0 * round.score,
        elo(round.against_teacher),
        if round.accepted { "taken" } else { "left" },
        took.as_secs_f64()
    )
}

/// The difference in strength that a score tells.
fn elo(score: f64) -> String {
    let score = score.clamp(0.005, 0.995);
    format!("{:+.0} Elo", -400.0 * (1.0 / score - 1.0).log10())
}

/// The bar, of a hundred steps a round or of the seconds there are.
struct Shown {
    bar: Bar,
    rounds: Option<(usize, usize)>,
    began: Instant,
}

impl Shown {
    fn new(rounds: Option<usize>, budget: Duration, done: usize) -> Self {
        let steps = rounds.map_or(budget.as_secs(), |rounds| 100 * rounds.saturating_sub(done) as u64);
        let rounds = rounds.map(|rounds| (rounds, done));
        Self { bar: Bar::new(steps), rounds, began: Instant::now() }
    }

    fn show(&mut self, number: usize, progress: &Progress) {
        let (word, from, share) = match progress.stage {
            Stage::Games => ("games", 0.0, 0.6),
            Stage::Fit => ("fit", 0.6, 0.1),
            Stage::Contest => ("contest", 0.7, 0.3),
        };
        let part = from + share * progress.part;
        let position = match self.rounds {
            Some((_, done)) => (100.0 * ((number - done) as f64 + part)) as u64,
            None => self.began.elapsed().as_secs(),
        };
        self.bar.drawn.set_position(position);
        let of = self.rounds.map_or_else(String::new, |(rounds, _)| format!(" of {rounds}"));
        self.bar.tell(format!("round {}{of}: {word}", number + 1));
    }
}
