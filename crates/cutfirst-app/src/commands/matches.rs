//! `cutfirst match`: engine against engine.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use clap::Args;
use cutfirst_lab::engine_spec::{self, EngineSpec, Limits, TimeControl};
use cutfirst_lab::matches::{
    AtCap, Book, GameRecord, MatchPlan, MatchRequest, MatchState, MatchStore, MatchSummary, Rules, Seating,
    Sprt, document, games_text,
};
use cutfirst_lab::run::Failed;
use cutfirst_lab::store::StoreError;
use cutfirst_lab::{draft, plain};

use crate::commands::convert;
use crate::commands::search::available_memory;
use crate::duration::parse_duration;
use crate::fault::Fault;
use crate::laboratory;
use crate::number::{plies, whole};
use crate::progress::Bar;

/// Let engines play each other and measure their strength
#[derive(Args)]
#[command(after_help = player_help())]
pub(crate) struct Arguments {
    /// The game (see `cutfirst games`)
    game: String,
    /// A player, such as 'name=fast order=tt+killer depth=4'; once for each of them
    #[arg(long = "player", value_name = "SPEC", required = true, allow_hyphen_values = true)]
    specs: Vec<EngineSpec>,
    /// Number of games; 100 by default, or somewhat more to make whole rounds
    #[arg(long, value_name = "N", value_parser = whole::<u32>, allow_hyphen_values = true)]
    games: Option<u32>,
    /// Depth of players who have no limit of their own
    #[arg(long, value_name = "N", value_parser = plies, allow_hyphen_values = true)]
    depth: Option<u32>,
    /// Time per move of players who have no limit of their own
    #[arg(long, value_name = "TIME", value_parser = parse_duration, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Clock of players who have no limit of their own: time for the game, and what every move adds, such as 2s+20ms
    #[arg(long, value_name = "CLOCK", allow_hyphen_values = true)]
    clock: Option<TimeControl>,
    /// Nodes per move of players who have no limit of their own
    #[arg(long, value_name = "N", value_parser = whole::<u64>, allow_hyphen_values = true)]
    nodes: Option<u64>,
    /// Number of players in the game
    #[arg(long, value_name = "P", value_parser = whole::<usize>, allow_hyphen_values = true)]
    players: Option<usize>,
    /// Variant and options: NAME[,key=value…]
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    variant: Option<String>,
    /// Seed of openings and engines
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = whole::<u64>, allow_hyphen_values = true)]
    seed: u64,
    /// Random plies at the start of each game; two for each player by default
    #[arg(long, value_name = "PLIES", value_parser = whole::<u32>, allow_hyphen_values = true)]
    openings: Option<u32>,
    /// A file of games in any of the formats of `cutfirst convert`: openings are their first plies instead of random ones
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Leave out so many openings of the seed: those of another match
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u32>, allow_hyphen_values = true)]
    skip_openings: u32,
    /// Seatings of each opening: `rotate` one circle of players, or `all` arrangements
    #[arg(long, value_name = "WHICH")]
    seats: Option<Seating>,
    /// Stop once the sequential test has decided: elo0=0,elo1=10,alpha=0.05,beta=0.05
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// The game is drawn when a position is there for the N-th time; 0 for never
    #[arg(long, value_name = "N", default_value_t = Rules::default().repetitions, value_parser = whole::<u32>, allow_hyphen_values = true)]
    repetitions: u32,
    /// The game ends after so many plies
    #[arg(long, value_name = "N", default_value_t = Rules::default().max_plies, value_parser = whole::<u32>, allow_hyphen_values = true)]
    max_plies: u32,
    /// Who wins then: `draw`, or whoever is ahead by the game's plain `evaluation`, or by the `judgement` it is played with
    #[arg(long, value_name = "RULE", default_value_t)]
    at_cap: AtCap,
    /// Number of games at the same time; all processors by default
    #[arg(long, value_name = "T", value_parser = whole::<usize>, allow_hyphen_values = true)]
    threads: Option<usize>,
    /// Directory for games and report; run again with the same one to go on
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What a player is described by.
fn player_help() -> String {
    let mut text = "Words of a player:\n".to_owned();
    for (name, takes, about) in engine_spec::help() {
        text.push_str(&format!("  {name:<18} {about}: {takes}\n"));
    }
    text
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    let threads = laboratory::threads(arguments.threads)?;
    let plan = MatchPlan::new(&request(arguments)?).map_err(Fault::input)?;
    crate::commands::engine::supervise_guests();
    plan.try_foreign().map_err(Fault::input)?;
    check_memory(&plan, threads)?;
    let out = arguments.out.as_deref();
    let stop = laboratory::stop_on_signal("after the moves under way")?;
    let standing = play(&plan, out, threads, &stop)?;
    let summary = MatchSummary::new(&standing);
    let document = document(&summary, &command(standing.plan()), env!("CARGO_PKG_VERSION"));
    let mut page = None;
    if let Some(dir) = out {
        write_whole(&dir.join("games.txt"), games_text(&standing))?;
        page = Some(document.write(dir)?);
    }
    match arguments.json {
        true => laboratory::print_json(&summary)?,
        false => laboratory::show_text(&document, page.as_deref())?,
    }
    if standing.is_over() { Ok(()) } else { Err(Fault::Stopped) }
}

/// The games of a file that begin where games of this kind begin.
fn book(game: &str, file: &Path) -> Result<Book, Fault> {
    let games = convert::read(file, None, true)?.into_iter();
    let games = games.filter(|played| played.game == game && played.start.is_none());
    let name = file.display().to_string().escape_debug().to_string();
    Ok(Book { name, games: games.map(|played| played.moves.join(" ")).collect() })
}

fn request(arguments: &Arguments) -> Result<MatchRequest, Fault> {
    let book = arguments.book.as_deref().map(|file| book(&arguments.game, file)).transpose()?;
    Ok(MatchRequest {
        game: arguments.game.clone(),
        players: arguments.players,
        variant: arguments.variant.clone(),
        specs: arguments.specs.clone(),
        limits: Limits {
            depth: arguments.depth,
            time: arguments.time,
            nodes: arguments.nodes,
            level: None,
            clock: arguments.clock,
        },
        games: arguments.games,
        seed: arguments.seed,
        opening_plies: arguments.openings,
        book,
        skip: arguments.skip_openings,
        seating: arguments.seats,
        rules: Rules {
            repetitions: arguments.repetitions,
            max_plies: arguments.max_plies,
            at_cap: arguments.at_cap,
        },
        sprt: arguments.sprt,
    })
}

/// Every game under way has the tables of all its players.
pub(crate) fn check_memory(plan: &MatchPlan, threads: usize) -> Result<(), Fault> {
    let table = |player: &usize| plan.entrants[*player].engine.settings.table;
    let seated = plan.seatings.iter().map(|seats| seats.iter().map(table).sum::<usize>());
    let needed = seated.max().unwrap_or(0).saturating_mul(threads.min(plan.games as usize));
    match available_memory() {
        Some(available) if needed > available => Err(Fault::Input(format!(
            "the tables of {threads} games at a time take {needed} MiB and there are {available} MiB of memory; give smaller ones with table=, or fewer --threads"
        ))),
        _ => Ok(()),
    }
}

/// Plays what is left of a match, storing every game as it ends; not to its end if it was stopped.
pub(crate) fn play(
    plan: &MatchPlan,
    out: Option<&Path>,
    threads: usize,
    stop: &AtomicBool,
) -> Result<MatchState, Fault> {
    let mut standing = MatchState::new(plan.clone());
    let mut store = None;
    if let Some(dir) = out {
        let (opened, games) =
            MatchStore::open(dir, plan).map_err(|error| laboratory::fault_of_opening(&error))?;
        if !games.is_empty() {
            let _ = writeln!(io::stderr(), "{} of {} games were there already", games.len(), plan.games);
        }
        standing.add(games);
        store = Some(opened);
    }
    let pending = standing.pending();
    let mut bar = Bar::new(pending.len() as u64);
    let result = plan.run(&pending, threads, stop, |games: Vec<GameRecord>| -> Result<(), StoreError> {
        if let Some(store) = &mut store {
            laboratory::patiently(stop, || store.add(&games))?;
        }
        let ended = games.len();
        for game in games.iter().filter(|game| !game.note.is_empty()) {
            // The note may say what another program has said.
            let line = plain::text(&format!("game {}: {}: {}", game.number + 1, game.end, game.note));
            bar.drawn.suspend(|| drop(writeln!(io::stderr(), "{line}")));
        }
        standing.add(games);
        bar.drawn.inc(ended as u64);
        if bar.is_due() {
            let (played, planned) = (standing.played(), plan.games);
            bar.tell(format!("{played}/{planned} games{}", first_score(&standing)));
        }
        stop_if_decided(&standing, stop);
        Ok(())
    });
    bar.drawn.finish_and_clear();
    match result {
        Ok(()) if standing.is_over() => Ok(standing),
        Err(Failed::Sink(error)) if !(error.is_locked() && stop.load(Relaxed)) => {
            Err(Fault::Machine(error.to_string()))
        }
        Err(Failed::Job(error)) => Err(Fault::input(error)),
        _ => {
            let (played, games) = (standing.played(), plan.games);
            let on = if out.is_some() { "; the same command goes on" } else { "" };
            let _ = writeln!(io::stderr(), "stopped after {played} of {games} games{on}");
            Ok(standing)
        }
    }
}

fn stop_if_decided(standing: &MatchState, stop: &AtomicBool) {
    if standing.decision().is_some() {
        stop.store(true, Relaxed);
    }
}

/// The first player's score so far.
fn first_score(standing: &MatchState) -> String {
    let shares = standing.shares(0);
    if shares.is_empty() {
        return String::new();
    }
    let mean = shares.iter().sum::<f64>() / shares.len() as f64;
    format!(", {} {:.1} %", standing.plan().entrants[0].name, 100.0 * mean)
}

/// Writes a file under another name and gives it its own at the end, so that it is never there in part.
pub(crate) fn write_whole(path: &Path, text: impl AsRef<[u8]>) -> Result<(), Fault> {
    draft::write(path, text)
        .map_err(|error| Fault::Machine(format!("cannot write {}: {error}", path.display())))
}

/// Sees that a file can be written, whose directory is made if it is missing: better now than after an hour.
pub(crate) fn check_place(flag: &str, path: &Path) -> Result<(), Fault> {
    let refuse = |error: io::Error| Fault::Input(format!("{flag}: cannot write {}: {error}", path.display()));
    match path.metadata() {
        Ok(about) if about.is_dir() => return Err(refuse(io::ErrorKind::IsADirectory.into())),
        Ok(about) if !about.is_file() => return Ok(()),
        _ => {}
    }
    if let Some(dir) = path.parent() {
        fs::create_dir_all(dir).map_err(refuse)?;
    }
    let mut trial = path.as_os_str().to_owned();
    trial.push(".trial");
    fs::File::create(&trial).map_err(refuse)?;
    // Unless somebody else who tries the same place has removed it.
    let _ = fs::remove_file(&trial);
    Ok(())
}

/// The command that plays this match, whatever was left open in the one that was given.
pub(crate) fn command(plan: &MatchPlan) -> String {
    let mut words = vec![format!("cutfirst match {} --players {}", plan.game, plan.players)];
    if !plan.variant.is_empty() {
        words.push(format!("--variant {}", plan.variant));
    }
    for entrant in &plan.entrants {
        words.push(format!("--player 'name={} {}'", entrant.name, entrant.short_words(plan.players)));
    }
    words.push(format!("--games {} --seed {} --openings {}", plan.games, plan.seed, plan.opening_plies));
    if let Some(book) = &plan.book {
        words.push(format!("--book '{}'", book.name));
    }
    if plan.skip > 0 {
        words.push(format!("--skip-openings {}", plan.skip));
    }
    words.push(format!(
        "--seats {} --repetitions {} --max-plies {} --at-cap {}",
        plan.seating, plan.rules.repetitions, plan.rules.max_plies, plan.rules.at_cap
    ));
    if let Some(sprt) = plan.sprt {
        words.push(format!("--sprt {sprt}"));
    }
    words.join(" ")
}
