//! `cutfirst rank`: a league table of orderings.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use cutfirst::ordering::Order;
use cutfirst::search::Algorithm;
use cutfirst_games::catalog::GAMES;
use cutfirst_lab::cell::Start;
use cutfirst_lab::rank::{self, Contest, LEAGUE, League, MeasureError, Options, measure};
use cutfirst_lab::report::Context;

use crate::commands::matches::check_place;
use crate::commands::search::check_memory;
use crate::fault::Fault;
use crate::laboratory::{print_json, show_text, stop_on_signal};
use crate::number::{plies, whole};
use crate::progress::Bar;

/// Compare orderings: nodes, time and how near they come to the smallest tree
///
/// All orders search the same seeded positions, which none of them chooses, with exact searches whose values must
/// agree. Ratios are geometric means over fragments of games, with paired 95 % intervals. Choose an order on one
/// seed and judge it on another.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Games (see `cutfirst games`), or `all`
    #[arg(value_name = "GAME", required = true)]
    games: Vec<String>,
    /// An order to compare, such as gravity; may be repeated. Without any, the known ones and those beyond the
    /// papers, with `tt+` before them if there is a table
    #[arg(long = "order", value_name = "SPEC")]
    orders: Vec<Order>,
    /// What the others are compared with; ads:mtf by default
    #[arg(long, value_name = "SPEC")]
    against: Option<Order>,
    /// Depth of the searches; each game has its own by default
    #[arg(long, value_name = "N", value_parser = plies, allow_hyphen_values = true)]
    depth: Option<u32>,
    /// So many positions per start, each of which begins a fragment of a game
    #[arg(long, value_name = "N", value_parser = whole::<u32>, allow_hyphen_values = true)]
    positions: Option<u32>,
    /// Consecutive searches of one side in a fragment; lists are kept from one to the next
    #[arg(long, value_name = "T", value_parser = whole::<u32>, allow_hyphen_values = true)]
    turns: Option<u32>,
    /// Where fragments begin
    #[arg(long, value_enum, default_value_t = Starts::Both)]
    starts: Starts,
    /// Number of players; 6 in Chinese Checkers and 2 elsewhere by default
    #[arg(long, value_name = "P", value_parser = whole::<usize>, allow_hyphen_values = true)]
    players: Option<usize>,
    /// Variant and options of the game: NAME[,key=value…]
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    variant: Option<String>,
    /// Evaluation; `play` by default
    #[arg(long, value_name = "E")]
    evaluation: Option<String>,
    /// alpha-beta, pvs, brs, paranoid or max-n; alpha-beta for two players and brs for more by default
    #[arg(long, value_name = "A")]
    algorithm: Option<Algorithm>,
    /// Size of each order's own transposition table in MiB, 0 for none
    #[arg(long, value_name = "MIB", default_value_t = 0, value_parser = whole::<usize>, allow_hyphen_values = true)]
    table: usize,
    /// Deepen step by step
    #[arg(long)]
    deepen: bool,
    /// Seed of the positions
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>, allow_hyphen_values = true)]
    seed: u64,
    /// Time each search so often; the least time counts
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole::<u32>, allow_hyphen_values = true)]
    repeat: u32,
    /// Also compare with the smallest tree that proves the value (slow: looks at the whole tree)
    #[arg(long)]
    minimum: bool,
    /// Write league.csv, league.json and report.html into this directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Starts {
    /// The start position
    Initial,
    /// After some turns of shallow search
    Midgame,
    /// Half of them each
    Both,
}

impl Starts {
    fn list(self) -> Vec<Start> {
        match self {
            Self::Initial => vec![Start::Initial],
            Self::Midgame => vec![Start::Midgame],
            Self::Both => Start::ALL.to_vec(),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    let options = arguments.options();
    let games = games(&arguments.games)?;
    // Everything is checked before anything is run.
    let contests = games.iter().map(|game| Contest::new(game, &options)).collect::<Result<Vec<_>, _>>();
    let contests = contests.map_err(Fault::input)?;
    let most_orders = contests.iter().map(|contest| contest.orders.len()).max().unwrap_or(0);
    check_memory(options.table.saturating_mul(most_orders)).map_err(|_| {
        Fault::Input(format!(
            "--table {} is too large: each of {most_orders} orders has a table of its own; choose a smaller one",
            options.table
        ))
    })?;
    if let Some(dir) = &arguments.out {
        check_place("--out", &dir.join(LEAGUE))?;
        check_same(dir, &arguments.context(&games).command)?;
    }
    let stop = stop_on_signal("after the search under way")?;
    let planned: u32 = contests.iter().map(Contest::fragments).sum();
    let (mut bar, mut done) = (Bar::new(planned.into()), 0);
    let mut results = Vec::new();
    for contest in contests {
        let before = done;
        let measured = measure(&contest, &stop, &mut |fragments| {
            done = before + fragments;
            bar.drawn.set_position(done.into());
            bar.tell(format!("{}, {done}/{planned} fragments", contest.cell().game));
        });
        let measured = measured.map_err(fault)?;
        results.push((contest, measured));
    }
    bar.drawn.finish_and_clear();
    let mut context = arguments.context(&games);
    if done < planned {
        let note = format!("stopped after {done} of {planned} fragments");
        let _ = writeln!(io::stderr(), "{note}");
        context.notes.push(note);
    }
    arguments.show(&League::new(&results, context))?;
    if done < planned { Err(Fault::Stopped) } else { Ok(()) }
}

/// Refuses a directory with the league of another command.
fn check_same(dir: &Path, command: &str) -> Result<(), Fault> {
    let path = dir.join(LEAGUE);
    let Ok(bytes) = std::fs::read(&path) else { return Ok(()) };
    let stored = serde_json::from_slice::<serde_json::Value>(&bytes).ok();
    let stored = stored.as_ref().and_then(|league| league["context"]["command"].as_str());
    if stored == Some(command) {
        return Ok(());
    }
    let shown = path.display();
    Err(Fault::Input(match stored {
        Some(other) => format!("{shown} is of another command: {other}; choose another directory"),
        None => format!("{shown} is not a league; choose another directory"),
    }))
}

/// A contest was checked before it is run, so that only the program itself can be wrong.
fn fault(error: MeasureError) -> Fault {
    match error {
        MeasureError::Trial(error) => Fault::input(error),
        other => Fault::Machine(other.to_string()),
    }
}

fn games(names: &[String]) -> Result<Vec<String>, Fault> {
    if names.iter().any(|name| name == "all") {
        return match names {
            [_] => Ok(GAMES.iter().map(|info| info.name.to_owned()).collect()),
            _ => Err(Fault::Input("'all' stands for every game: name no other beside it".to_owned())),
        };
    }
    match names.iter().enumerate().find(|(index, name)| names[..*index].contains(name)) {
        Some((_, twice)) => Err(Fault::Input(format!(
            "the game '{}' is named twice; once is enough",
            cutfirst::notation::excerpt(twice).escape_debug()
        ))),
        None => Ok(names.to_vec()),
    }
}

impl Arguments {
    fn options(&self) -> Options {
        Options {
            orders: self.orders.clone(),
            against: self.against.clone(),
            depth: self.depth,
            positions: self.positions,
            turns: self.turns,
            starts: self.starts.list(),
            players: self.players,
            variant: self.variant.clone(),
            evaluation: self.evaluation.clone(),
            algorithm: self.algorithm,
            table: self.table,
            deepen: self.deepen,
            seed: self.seed,
            repeat: self.repeat,
            minimum: self.minimum,
        }
    }

    /// How the league came about: the command line with what matters to its figures.
    fn context(&self, games: &[String]) -> Context {
        let mut command = format!("cutfirst rank {}", games.join(" "));
        let mut add = |flag: &str, value: Option<String>| {
            if let Some(value) = value {
                let _ = write!(command, " --{flag} {value}");
            }
        };
        for order in &self.orders {
            add("order", Some(order.to_string()));
        }
        add("against", self.against.as_ref().map(ToString::to_string));
        add("depth", self.depth.map(|depth| depth.to_string()));
        add("positions", self.positions.map(|positions| positions.to_string()));
        add("turns", self.turns.map(|turns| turns.to_string()));
        let starts = self.starts.to_possible_value().filter(|_| self.starts != Starts::Both);
        add("starts", starts.map(|starts| starts.get_name().to_owned()));
        add("players", self.players.map(|players| players.to_string()));
        add("variant", self.variant.clone());
        add("evaluation", self.evaluation.clone());
        add("algorithm", self.algorithm.map(|algorithm| algorithm.name().to_owned()));
        add("table", (self.table > 0).then(|| self.table.to_string()));
        add("seed", Some(self.seed.to_string()));
        add("repeat", (self.repeat > 1).then(|| self.repeat.to_string()));
        for (on, flag) in [(self.deepen, " --deepen"), (self.minimum, " --minimum")] {
            command.push_str(if on { flag } else { "" });
        }
        let parameters = [
            ("nodes", "every node entered, the root and leaves included"),
            ("lists", "kept across the searches of a fragment, fresh for each fragment"),
            (
                "time",
                "what one thread worked, not what others took from it; the orders take turns position by position",
            ),
        ];
        Context {
            command,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            parameters: parameters.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
            notes: Vec::new(),
        }
    }

    fn show(&self, league: &League) -> Result<(), Fault> {
        let document = rank::report::document(league);
        let page = self.out.as_deref().map(|dir| document.write(dir)).transpose()?;
        if self.json { print_json(league) } else { show_text(&document, page.as_deref()) }
    }
}
