//! `cutfirst engine`: an engine for other programs, on standard input and output.

use std::io::{self, BufReader};
use std::process::ExitCode;
use std::sync::mpsc::Receiver;

use clap::{Args, ValueEnum};
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::catalog::{GameVisitor, with_game};
use cutfirst_games::othello::Othello;
use cutfirst_games::setup::Setup;
use cutfirst_lab::engine_spec::EngineSpec;

use crate::fault::Fault;
use crate::number::whole;
use crate::protocol::{self, Desk, Event, Gtp, NBoard, Ugi};

/// Speak a protocol on standard input and output, for interfaces and other programs
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game (see `cutfirst games`)
    game: String,
    /// The language: `ugi` for every game, `nboard` and `gtp` for Othello
    #[arg(long, value_enum, default_value_t = Language::Ugi)]
    protocol: Language,
    /// Number of players
    #[arg(long, value_name = "P", value_parser = whole::<usize>, allow_hyphen_values = true)]
    players: Option<usize>,
    /// Variant and options: NAME[,key=value…]
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    variant: Option<String>,
    /// How it plays until told otherwise, in the words of `cutfirst match --player`
    #[arg(long, value_name = "SPEC", default_value = "", allow_hyphen_values = true)]
    player: EngineSpec,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Language {
    Ugi,
    #[value(name = "nboard")]
    NBoard,
    Gtp,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    if arguments.protocol != Language::Ugi {
        if arguments.game != Othello::INFO.name {
            return Err(Fault::Input("nboard and gtp are for othello; choose --protocol ugi".to_owned()));
        }
        let desk = desk::<Othello>(arguments)?;
        match arguments.protocol {
            Language::NBoard => protocol::run(NBoard::default(), desk, input()),
            _ => protocol::run(Gtp::default(), desk, input()),
        }
        return Ok(());
    }
    with_game(&arguments.game, Speak(arguments)).map_err(Fault::input)?
}

/// A desk that answers on standard output.
fn desk<G: BoardGame>(arguments: &Arguments) -> Result<(Desk<G>, Receiver<Event<G>>), Fault> {
    let setup =
        Setup::new(&G::INFO, arguments.players, arguments.variant.as_deref()).map_err(Fault::input)?;
    Desk::new(setup, arguments.player.clone(), u64::MAX, io::stdout()).map_err(Fault::Input)
}

fn input() -> BufReader<io::Stdin> {
    BufReader::new(io::stdin())
}

struct Speak<'a>(&'a Arguments);

impl GameVisitor for Speak<'_> {
    type Output = Result<(), Fault>;

    fn visit<G: BoardGame>(self) -> Self::Output {
        protocol::run(Ugi::default(), desk::<G>(self.0)?, input());
        Ok(())
    }
}

/// The word with which the program is called to supervise somebody else's.
const SUPERVISE: &str = "supervise-engine";

/// Sees to it that programs of somebody else do not outlive this one.
pub(crate) fn supervise_guests() {
    #[cfg(unix)]
    if let Ok(program) = std::env::current_exe() {
        cutfirst_lab::foreign::supervise_with(program, SUPERVISE);
    }
}

/// Supervises a program if that is what this one was called for: `supervise-engine PARENT -- COMMAND`.
pub(crate) fn supervise() -> Option<ExitCode> {
    #[cfg(unix)]
    {
        let words: Vec<_> = std::env::args().skip(1).collect();
        let [word, parent, dashes, command @ ..] = &words[..] else { return None };
        let parent = parent.parse().ok().filter(|_| word == SUPERVISE && dashes == "--")?;
        let on_signal = |end: fn()| drop(ctrlc::set_handler(end));
        let ended = cutfirst_lab::foreign::supervise(parent, command, on_signal);
        Some(ended.unwrap_or(ExitCode::FAILURE))
    }
    #[cfg(not(unix))]
    None
}
