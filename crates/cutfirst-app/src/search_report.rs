//! What a search found, as the object that `search --json` prints and the server sends, and its parts
//! as text.

use cutfirst::engine::{Line, Report, Settings};
use cutfirst::ordering::Order;
use cutfirst::search::Side;
use cutfirst::search::{FINISHED, WIN};
use cutfirst_games::board_game::BoardGame;
pub(crate) use cutfirst_games::line::{follow_line, line_text};
use cutfirst_games::setup::Setup;
use serde::Serialize;

/// A finished search with all that it was told.
pub(crate) struct Found<'a, G: BoardGame> {
    pub(crate) game: &'a G,
    pub(crate) setup: &'a Setup,
    pub(crate) evaluation: &'a str,
    pub(crate) settings: &'a Settings,
    pub(crate) report: &'a Report<G::Move>,
    pub(crate) seconds: f64,
}

#[derive(Serialize)]
pub(crate) struct ReportJson {
    game: &'static str,
    players: usize,
    variant: String,
    position: String,
    algorithm: String,
    order: String,
    evaluation: String,
    combine: String,
    table: usize,
    deepening: bool,
    techniques: String,
    threads: usize,
    seed: u64,
    exact: bool,
    depth: u32,
    complete: bool,
    #[serde(rename = "move")]
    best: String,
    #[serde(flatten)]
    line: LineJson,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<LineJson>,
    nodes: NodesJson,
    makes: u64,
    evaluations: u64,
    cutoffs: u64,
    first_move_cutoffs: u64,
    cuts_by_place: Vec<u64>,
    cuts_by_heuristic: Vec<HeuristicJson>,
    lists: Vec<ListJson>,
    seconds: f64,
}

#[derive(Serialize)]
pub(crate) struct LineJson {
    score: i32,
    /// How the game ends for certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Vec<i32>>,
    pv: Vec<String>,
}

#[derive(Serialize)]
pub(crate) struct NodesJson {
    total: u64,
    interior: u64,
    leaf: u64,
    quiescence: u64,
}

#[derive(Serialize)]
pub(crate) struct HeuristicJson {
    heuristic: String,
    cuts: u64,
}

#[derive(Serialize)]
pub(crate) struct ListJson {
    heuristic: &'static str,
    side: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<usize>,
    length: usize,
    elements: Vec<usize>,
}

impl<G: BoardGame> Found<'_, G> {
    /// The object.
    pub(crate) fn json(&self) -> ReportJson {
        let (game, settings, report) = (self.game, self.settings, self.report);
        let counts = &report.counts;
        let detail = report.detail.clone().unwrap_or_default();
        let line = |line: &Line<G::Move>| LineJson {
            score: line.score,
            result: line.result,
            scores: line.scores.clone(),
            pv: line_text(game, settings.algorithm, &line.moves),
        };
        ReportJson {
            game: G::INFO.name,
            players: game.players(),
            variant: self.setup.variant_text(),
            position: game.position_text(),
            algorithm: settings.algorithm.to_string(),
            order: settings.order.to_string(),
            evaluation: self.evaluation.to_owned(),
            combine: settings.combine.to_string(),
            table: settings.table,
            deepening: settings.deepen,
            techniques: settings.techniques.to_string(),
            threads: settings.threads,
            seed: settings.seed,
            exact: settings.is_exact(),
            depth: report.depth,
            complete: report.complete,
            best: game.move_text(report.best),
            line: line(report.line()),
            lines: report.lines.iter().filter(|_| settings.lines > 1).map(line).collect(),
            nodes: NodesJson {
                total: counts.total,
                interior: counts.interior(),
                leaf: counts.leaf,
                quiescence: counts.quiescence,
            },
            makes: counts.makes,
            evaluations: counts.evaluations,
            cutoffs: counts.cutoffs,
            first_move_cutoffs: counts.first_move_cutoffs,
            cuts_by_place: detail.cuts_by_place,
            cuts_by_heuristic: suppliers(&settings.order, &detail.cuts_by_heuristic),
            lists: report
                .lists
                .iter()
                .map(|list| ListJson {
                    heuristic: list.heuristic,
                    side: if list.side == Side::Max { "max" } else { "min" },
                    level: list.level,
                    length: list.elements.len(),
                    elements: list.elements.clone(),
                })
                .collect(),
            seconds: self.seconds,
        }
    }
}

impl ReportJson {
    /// The move to play.
    pub(crate) fn best_move(&self) -> &str {
        &self.best
    }
}

fn suppliers(order: &Order, cuts: &[u64]) -> Vec<HeuristicJson> {
    let names = order.0.iter().map(ToString::to_string).chain(["generation order".to_owned()]);
    names
        .enumerate()
        .map(|(index, heuristic)| HeuristicJson { heuristic, cuts: cuts.get(index).copied().unwrap_or(0) })
        .collect()
}

/// A line's score for people, and for certain where the game was solved.
pub(crate) fn certain_text(score: i32, result: Option<i32>) -> String {
    result.map_or_else(|| score_text(score), |result| format!("{result:+} at the end, solved"))
}

/// A score for people: a number, or in how many plies the game is decided.
pub(crate) fn score_text(score: i32) -> String {
    match score {
        score if score > FINISHED => format!("win in {}", WIN - score),
        score if score < -FINISHED => format!("loss in {}", WIN + score),
        score => format!("{score:+}"),
    }
}
