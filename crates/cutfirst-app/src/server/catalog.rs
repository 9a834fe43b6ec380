//! What can be played and how, for menus.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use cutfirst::engine::Level;
use cutfirst::search::Algorithm;
use cutfirst_games::board_game::{Choice, GameInfo, RuleOption, Values};
use cutfirst_games::catalog::GAMES;
use cutfirst_games::formats::FORMATS;
use cutfirst_games::scene::Geometry;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::App;
use super::fault::Refusal;
use super::route::Route;
use super::trace::MAX_TRACE_NODES;
use crate::session::{MAX_DEPTH, MAX_TIME_MS, Position, Program, Setting, seat_words, title};

/// Orders worth a look; any other can be typed.
const ORDERS: [(&str, &str); 10] = [
    ("none", "as the rules generate the moves"),
    ("ads:mtf", "History-ADS: the move that cut last comes first"),
    ("ads:transpose", "History-ADS that moves up one place at a time"),
    ("ads:mtf,limit=5", "History-ADS with five places"),
    ("ads:mtf,per-level", "History-ADS with a list for every level"),
    ("killer", "the last two cutting moves of the level"),
    ("history", "counts of cuts, deeper ones weigh more"),
    ("threat:mtf", "Threat-ADS: the most dangerous opponent first, for Best-Reply Search"),
    ("ads:mtf+killer", "History-ADS, and where it knows nothing, killers"),
    ("tt+killer+history", "the best move of the last depth, killers, history"),
];

#[derive(Serialize)]
pub(super) struct Catalog {
    version: &'static str,
    games: Vec<GameJson>,
    algorithms: Vec<AlgorithmJson>,
    orders: Vec<OrderJson>,
    levels: Vec<LevelJson>,
    /// Programs of others, by name and game.
    programs: Vec<Program>,
    words: Vec<WordJson>,
    limits: Limits,
}

#[derive(Serialize)]
struct GameJson {
    name: &'static str,
    title: String,
    about: &'static str,
    players: &'static [usize],
    default_players: usize,
    /// What the players are called.
    names: Vec<String>,
    /// The rules that people expect, for each number of players.
    for_people: Vec<&'static str>,
    /// What is counted for each player, of one and of several.
    counts: [&'static str; 2],
    formats: Vec<ChoiceJson>,
    variants: Vec<ChoiceJson>,
    options: Vec<OptionJson>,
    evaluations: Vec<ChoiceJson>,
    plays_with: &'static str,
}

#[derive(Serialize)]
struct ChoiceJson {
    name: &'static str,
    about: &'static str,
}

#[derive(Serialize)]
struct OptionJson {
    key: &'static str,
    kind: &'static str,
    values: Value,
    default: &'static str,
    about: &'static str,
}

#[derive(Serialize)]
struct AlgorithmJson {
    name: &'static str,
    two_players_only: bool,
}

#[derive(Serialize)]
struct LevelJson {
    number: u8,
    name: &'static str,
}

/// What else can be said about an engine.
#[derive(Serialize)]
struct WordJson {
    name: &'static str,
    takes: String,
    about: &'static str,
}

#[derive(Serialize)]
struct OrderJson {
    spec: &'static str,
    about: &'static str,
}

#[derive(Serialize)]
struct Limits {
    max_time_ms: u64,
    max_depth: u32,
    max_trace_nodes: usize,
}

pub(super) async fn catalog(State(app): State<Arc<App>>) -> Json<Catalog> {
    Json(Catalog {
        version: env!("CARGO_PKG_VERSION"),
        games: GAMES.iter().map(|info| game(info)).collect(),
        algorithms: Algorithm::ALL
            .iter()
            .map(|algorithm| AlgorithmJson {
                name: algorithm.name(),
                two_players_only: algorithm.is_for_two(),
            })
            .collect(),
        orders: ORDERS.iter().map(|&(spec, about)| OrderJson { spec, about }).collect(),
        programs: app.programs.clone(),
        levels: Level::all().map(|level| LevelJson { number: level.number(), name: level.name() }).collect(),
        words: seat_words()
            .map(|word| WordJson { name: word.name(), takes: word.takes().to_string(), about: word.about() })
            .collect(),
        limits: Limits { max_time_ms: MAX_TIME_MS, max_depth: MAX_DEPTH, max_trace_nodes: MAX_TRACE_NODES },
    })
}

fn game(info: &GameInfo) -> GameJson {
    GameJson {
        name: info.name,
        title: title(info.name),
        about: info.about,
        players: info.players,
        default_players: info.default_players,
        names: names(info),
        for_people: info.players.iter().map(|&players| (info.for_people)(players)).collect(),
        formats: FORMATS
            .iter()
            .filter(|format| format.game.is_none_or(|game| game == info.name))
            .map(|format| ChoiceJson {
                name: format.name,
                about: format.about.split_once(": ").map_or(format.about, |(_, about)| about),
            })
            .collect(),
        counts: counts(info.name),
        variants: choices(info.variants),
        options: info.options.iter().map(option).collect(),
        evaluations: choices(&info.all_evaluations()),
        plays_with: info.plays_with,
    }
}

/// What each player of a game is called when all seats are taken.
fn names(info: &GameInfo) -> Vec<String> {
    let players = info.players.last().copied();
    let setting = Setting { game: info.name.to_owned(), players, ..Setting::default() };
    let name =
        |position: Box<dyn Position>| (0..position.players()).map(|seat| position.seat_name(seat)).collect();
    setting.open().map(name).unwrap_or_default()
}

/// What the numbers of a game's players count, of one and of several.
fn counts(game: &str) -> [&'static str; 2] {
    match game {
        "othello" => ["disc", "discs"],
        "checkers" => ["piece", "pieces"],
        "focus" => ["stack", "stacks"],
        "virus" => ["square", "squares"],
        "chinese-checkers" => ["of 10 home"; 2],
        "abalone" => ["captured"; 2],
        _ => ["point", "points"],
    }
}

fn choices(choices: &[Choice]) -> Vec<ChoiceJson> {
    choices.iter().map(|choice| ChoiceJson { name: choice.name, about: choice.about }).collect()
}

fn option(option: &RuleOption) -> OptionJson {
    let (kind, values) = match option.values {
        Values::Words(words) => ("words", json!(words)),
        Values::Number(low, high) => ("number", json!([low, high])),
        Values::Flag => ("flag", json!([])),
        Values::Text => ("text", json!([])),
    };
    OptionJson { key: option.key, kind, values, default: option.default, about: option.about }
}

/// Which board of a game is meant.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardQuery {
    players: Option<usize>,
    variant: Option<String>,
}

pub(super) async fn geometry(
    Route(game): Route<String>,
    query: Result<Query<BoardQuery>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Geometry>, Refusal> {
    let Query(BoardQuery { players, variant }) =
        query.map_err(|_| Refusal::bad("the query may have players, a number, and variant"))?;
    let setting = Setting { game, players, variant, position: None }.for_people();
    Ok(Json(setting.open().map_err(Refusal::bad)?.geometry()))
}

#[cfg(test)]
mod tests {
    use cutfirst::ordering::Order;

    use super::*;

    #[test]
    fn suggested_orders_can_be_read() {
        for (spec, _) in ORDERS {
            assert!(spec.parse::<Order>().is_ok(), "{spec}");
        }
    }
}
