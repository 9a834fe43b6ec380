//! `cutfirst perft`: count move sequences.

use std::io::{self, Write};

use clap::Args;
use cutfirst::perft::Finished;
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::catalog::{GameVisitor, with_game};
use indicatif::{ProgressBar, ProgressStyle};

use crate::fault::Fault;
use crate::number::whole;
use crate::position::PositionArguments;

/// Count the legal move sequences of exactly so many plies
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Plies
    #[arg(long, value_name = "N", value_parser = whole::<u32>, allow_hyphen_values = true)]
    depth: u32,
    /// Show the count of each first move
    #[arg(long)]
    divide: bool,
    /// Count a finished game as one sequence at every greater depth
    #[arg(long)]
    count_finished: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    with_game(&arguments.position.game, Count(arguments)).map_err(Fault::input)?
}

/// Deeper than anyone can count, and shallow enough for the stack.
const DEEPEST: u32 = 1000;

struct Count<'a>(&'a Arguments);

impl GameVisitor for Count<'_> {
    type Output = Result<(), Fault>;

    fn visit<G: BoardGame>(self) -> Self::Output {
        let arguments = self.0;
        if arguments.depth > DEEPEST {
            return Err(Fault::Input(format!(
                "--depth must be from 0 to {DEEPEST}, not {}",
                arguments.depth
            )));
        }
        let (mut game, _) = arguments.position.read::<G>()?;
        let finished = if arguments.count_finished { Finished::Counted } else { Finished::Ignored };
        let mut out = io::stdout().lock();
        let mut moves = Vec::new();
        game.moves(&mut moves);
        if arguments.depth == 0 || moves.is_empty() {
            let count = game.perft(arguments.depth, finished);
            writeln!(out, "{count}")?;
            return Ok(());
        }
        let bar = progress_bar(moves.len() as u64 * STEPS);
        let mut total = 0;
        for &mv in &moves {
            let text = game.move_text(mv);
            let undo = game.make(mv);
            let count = count_with_progress(&mut game, arguments.depth - 1, finished, &bar);
            game.unmake(mv, undo);
            total += count;
            if arguments.divide {
                bar.suspend(|| writeln!(out, "{text} {count}"))?;
            }
        }
        bar.finish_and_clear();
        writeln!(out, "{total}")?;
        Ok(())
    }
}

/// How many steps of the bar a first move takes: games with few first moves have many second ones.
const STEPS: u64 = 100;

fn count_with_progress<G: BoardGame>(game: &mut G, depth: u32, finished: Finished, bar: &ProgressBar) -> u64 {
    let start = bar.position();
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let count = if depth < 2 || moves.is_empty() {
        game.perft(depth, finished)
    } else {
        let mut count = 0;
        for (index, &mv) in moves.iter().enumerate() {
            let undo = game.make(mv);
            count += game.perft(depth - 1, finished);
            game.unmake(mv, undo);
            bar.set_position(start + STEPS * (index as u64 + 1) / moves.len() as u64);
        }
        count
    };
    bar.set_position(start + STEPS);
    count
}

/// A bar on standard error, hidden if that is not a terminal.
fn progress_bar(length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {percent}%, {eta} left");
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
