//! `cutfirst`: game-tree search on the command line.

mod commands;
mod duration;
mod engine_arguments;
mod fault;
mod laboratory;
mod number;
mod play;
mod position;
mod progress;
mod protocol;
mod search_report;
mod server;
mod session;
mod shell;
mod trace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Game-tree search that searches first the moves that cut.
#[derive(Parser)]
#[command(name = "cutfirst", version, propagate_version = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Games(commands::games::Arguments),
    Perft(commands::perft::Arguments),
    Search(commands::search::Arguments),
    Solve(commands::solve::Arguments),
    Rank(commands::rank::Arguments),
    Reproduce(commands::reproduce::Arguments),
    Lab(commands::lab::Arguments),
    Play(commands::play::Arguments),
    Serve(commands::serve::Arguments),
    Match(commands::matches::Arguments),
    Tune(commands::tune::Arguments),
    Train(commands::train::Arguments),
    Engine(commands::engine::Arguments),
    Convert(commands::convert::Arguments),
    Bench(commands::bench::Arguments),
}

fn main() -> ExitCode {
    if let Some(code) = commands::engine::supervise() {
        return code;
    }
    fault::name_lack_of_threads();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return fault::report_usage(&error),
    };
    let result = match arguments.command {
        Command::Games(arguments) => commands::games::run(&arguments),
        Command::Perft(arguments) => commands::perft::run(&arguments),
        Command::Search(arguments) => commands::search::run(&arguments),
        Command::Solve(arguments) => commands::solve::run(&arguments),
        Command::Rank(arguments) => commands::rank::run(&arguments),
        Command::Reproduce(arguments) => commands::reproduce::run(&arguments),
        Command::Lab(arguments) => commands::lab::run(&arguments),
        Command::Play(arguments) => commands::play::run(&arguments),
        Command::Serve(arguments) => commands::serve::run(&arguments),
        Command::Match(arguments) => commands::matches::run(&arguments),
        Command::Tune(arguments) => commands::tune::run(&arguments),
        Command::Train(arguments) => commands::train::run(&arguments),
        Command::Engine(arguments) => commands::engine::run(&arguments),
        Command::Convert(arguments) => commands::convert::run(&arguments),
        Command::Bench(arguments) => commands::bench::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => fault.report(),
    }
}
