//! `cutfirst play`: a game in the terminal.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use cutfirst::engine::{self, MOST_THREADS};

use crate::commands::convert;
use crate::duration::parse_duration;
use crate::fault::Fault;
use crate::laboratory;
use crate::number::{plies, whole};
use crate::play::Game;
use crate::position::PositionArguments;
use crate::session::{Engines, Level, Played, Record, Seat, Setting};

/// Play a game in the terminal
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Go on with the first game of a file, in any of the formats of `cutfirst convert`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "variant", "position", "moves"])]
    open: Option<PathBuf>,
    /// Who sits there, once for each player in turn order: human, engine, engine:club, engine:3, engine:2s or
    /// engine:depth=6. Without any, you play first against engines
    #[arg(long = "seat", value_name = "WHO")]
    seats: Vec<String>,
    /// Time of an engine for a move, 1s by default
    #[arg(long, value_name = "TIME", value_parser = parse_duration, allow_hyphen_values = true, conflicts_with = "depth")]
    time: Option<Duration>,
    /// How well engines play, from 1 (newcomer) to 10 (champion), or by name: newcomer, beginner, novice, casual, regular,
    /// club, strong, expert, master, champion
    #[arg(long, value_name = "LEVEL", conflicts_with_all = ["depth", "time"])]
    level: Option<engine::Level>,
    /// Depth of an engine's search, instead of a time
    #[arg(long, value_name = "N", value_parser = plies, allow_hyphen_values = true)]
    depth: Option<u32>,
    /// The engines' algorithm
    #[arg(long, value_name = "A")]
    algorithm: Option<String>,
    /// The engines' move ordering
    #[arg(long, value_name = "SPEC")]
    order: Option<String>,
    /// The engines' evaluation
    #[arg(long, value_name = "E")]
    evaluation: Option<String>,
    /// What else the engines are, in the words of `cutfirst match --player`
    #[arg(long, value_name = "WORDS")]
    words: Option<String>,
    /// Threads of an engine that thinks for a time; all processors by default. To a depth it takes one
    #[arg(long, value_name = "T", value_parser = whole::<usize>, allow_hyphen_values = true)]
    threads: Option<usize>,
    /// Plain lines instead of a drawn board, as always where there is no terminal
    #[arg(long)]
    typed: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    let (setting, moves) = match &arguments.open {
        Some(file) => opened(&arguments.position.game, file)?,
        None => described(&arguments.position),
    };
    let record = Record::with_moves(setting.for_people().open().map_err(Fault::Input)?, &moves)
        .map_err(Fault::Input)?;
    let level = match (arguments.level, arguments.time, arguments.depth) {
        (Some(level), ..) => Level::of(level),
        (_, Some(time), _) => Level::time(time.as_millis().try_into().unwrap_or(u64::MAX)),
        (.., Some(depth)) => Level::depth(depth),
        _ => Level::time(1000),
    };
    let seats = arguments.seats(record.position().players(), level)?;
    Seat::check_all(&seats, record.position()).map_err(Fault::Input)?;
    level.check().map_err(Fault::Input)?;
    let threads = laboratory::threads(arguments.threads)?.min(MOST_THREADS);
    let mut seed = [0; 8];
    // Without random numbers every day is alike, which does no harm.
    let _ = getrandom::fill(&mut seed);
    let seed = u64::from_le_bytes(seed);
    // A hint as weak as the opponent would be none.
    let hint = if level.level().is_some() { Level::time(1000) } else { level };
    Game { played: Played::new(record, seats), hint, threads, engines: Engines::default(), seed }
        .play(arguments.typed)
}

/// The game and its moves by the flags.
fn described(arguments: &PositionArguments) -> (Setting, Vec<String>) {
    let PositionArguments { game, players, variant, position, moves } = arguments;
    let setting = Setting {
        game: game.clone(),
        players: *players,
        variant: variant.clone(),
        position: position.clone(),
    };
    let moves = moves.iter().flat_map(|text| text.split_whitespace()).map(str::to_owned);
    (setting, moves.collect())
}

/// The first game of a file, which is of this kind.
fn opened(game: &str, file: &Path) -> Result<(Setting, Vec<String>), Fault> {
    let played = convert::read(file, None, true)?.into_iter().find(|played| played.game == game);
    let played = played.ok_or_else(|| Fault::Input(format!("{} holds no game of {game}", file.display())))?;
    let setting = Setting {
        game: game.to_owned(),
        players: Some(played.players),
        variant: Some(played.variant),
        position: played.start,
    };
    Ok((setting, played.moves))
}

impl Arguments {
    fn seats(&self, players: usize, level: Level) -> Result<Vec<Seat>, Fault> {
        if self.seats.is_empty() {
            return Ok((0..players)
                .map(|seat| if seat == 0 { Seat::Human {} } else { self.engine(level) })
                .collect());
        }
        self.seats.iter().map(|text| self.seat(text, level)).collect()
    }

    fn seat(&self, text: &str, level: Level) -> Result<Seat, Fault> {
        let wrong = || {
            let shown = cutfirst::notation::excerpt(text).escape_debug().to_string();
            Fault::Input(format!(
                "--seat '{shown}': choose human, engine, engine:club (or another level's name or number), engine:2s or \
                 engine:depth=6"
            ))
        };
        let level = match text.split_once(':') {
            None if text == "human" => return Ok(Seat::Human {}),
            None if text == "engine" => level,
            Some(("engine", own)) => match own.strip_prefix("depth=") {
                Some(depth) => Level::depth(depth.parse().map_err(|_| wrong())?),
                None if own.parse::<engine::Level>().is_ok() => Level::of(own.parse().map_err(|_| wrong())?),
                None => {
                    let time = parse_duration(own).map_err(|_| wrong())?;
                    Level::time(time.as_millis().try_into().unwrap_or(u64::MAX))
                }
            },
            _ => return Err(wrong()),
        };
        Ok(self.engine(level))
    }

    fn engine(&self, level: Level) -> Seat {
        Seat::Engine {
            level,
            algorithm: self.algorithm.clone(),
            order: self.order.clone(),
            evaluation: self.evaluation.clone(),
            words: self.words.clone(),
        }
    }
}
