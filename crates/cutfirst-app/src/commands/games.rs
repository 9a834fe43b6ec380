//! `cutfirst games`: what can be played, and how it can be varied.

use std::io::{self, Write};

use clap::Args;
use cutfirst_games::board_game::GameInfo;
use cutfirst_games::catalog::GAMES;
use cutfirst_games::setup::hint;
use serde::Serialize;

use crate::fault::Fault;

/// List the games with their players, variants, options and evaluations
#[derive(Args)]
pub(crate) struct Arguments {
    /// Print one JSON array
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct GameJson {
    name: &'static str,
    about: &'static str,
    players: &'static [usize],
    default_players: usize,
    variants: Vec<&'static str>,
    options: Vec<OptionJson>,
    evaluations: Vec<&'static str>,
    plays_with: &'static str,
}

#[derive(Serialize)]
struct OptionJson {
    key: &'static str,
    values: String,
    default: &'static str,
    about: &'static str,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    let mut out = io::stdout().lock();
    if arguments.json {
        let games: Vec<_> = GAMES.iter().map(|info| json(info)).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&games)?)?;
        return Ok(());
    }
    for (index, info) in GAMES.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        write_game(&mut out, info)?;
    }
    Ok(())
}

fn write_game(out: &mut impl Write, info: &GameInfo) -> io::Result<()> {
    writeln!(out, "{}", info.name)?;
    writeln!(out, "  {}", info.about)?;
    let players: Vec<_> = info.players.iter().map(usize::to_string).collect();
    writeln!(out, "  players      {} (default {})", players.join(", "), info.default_players)?;
    let mut heading = "variants";
    for (index, variant) in info.variants.iter().enumerate() {
        let default = if index == 0 { " (default)" } else { "" };
        writeln!(out, "  {heading:<12} {:<18} {}{default}", variant.name, variant.about)?;
        heading = "";
    }
    heading = "options";
    for option in info.options {
        let values = hint(option);
        let key = if values.is_empty() { option.key.to_owned() } else { format!("{}={values}", option.key) };
        let default =
            if option.default.is_empty() { String::new() } else { format!(" (default {})", option.default) };
        writeln!(out, "  {heading:<12} {key:<18} {}{default}", option.about)?;
        heading = "";
    }
    heading = "evaluations";
    for evaluation in info.all_evaluations() {
        let default = if evaluation.name == info.plays_with { " (default)" } else { "" };
        writeln!(out, "  {heading:<12} {:<18} {}{default}", evaluation.name, evaluation.about)?;
        heading = "";
    }
    Ok(())
}

fn json(info: &GameInfo) -> GameJson {
    GameJson {
        name: info.name,
        about: info.about,
        players: info.players,
        default_players: info.default_players,
        variants: info.variants.iter().map(|variant| variant.name).collect(),
        options: info
            .options
            .iter()
            .map(|option| OptionJson {
                key: option.key,
                values: hint(option),
                default: option.default,
                about: option.about,
            })
            .collect(),
        evaluations: info.all_evaluations().iter().map(|evaluation| evaluation.name).collect(),
        plays_with: info.plays_with,
    }
}
