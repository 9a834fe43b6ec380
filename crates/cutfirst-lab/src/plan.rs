//! A plan: what to measure, how often, with which seed. Written as TOML by researchers, or made from the
//! papers' tables.

use std::collections::HashSet;
use std::fmt::Write as _;

use cutfirst::engine::Settings;
use cutfirst::search::{Algorithm, Combine, MAX_DEPTH};
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::catalog::{GameVisitor, with_game};
use cutfirst_games::setup::Setup;
use serde::Deserialize;
use toml::Spanned;

use crate::arm::Arm;
use crate::cell::{Cell, Design, Opening, Start, Turn};
use crate::trial::Trial;

/// The most trials of a plan.
pub const MOST_TRIALS: u32 = 1_000_000;

/// The coarsest grain; beyond it all scores are equal, as with 0.
const MOST_GRAIN: u32 = 1_000_000;

/// The largest table of one arm in MiB: all arms of a cell have theirs at the same time.
const MOST_TABLE: usize = 4096;

/// Cells with their arms, and how often each is measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// What the plan is called.
    pub name: String,
    /// The seed of every trial.
    pub seed: u64,
    /// Trials per arm and cell.
    pub trials: u32,
    /// Which designs to run.
    pub designs: Vec<Design>,
    /// The cells, each with its arms; the first arm is the control.
    pub cells: Vec<(Cell, Vec<String>)>,
}

/// Why a text is not a plan: the line, what is wrong and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct PlanError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct PlanToml {
    #[serde(default = "unnamed")]
    name: String,
    seed: u64,
    trials: Spanned<u32>,
    designs: Option<Vec<Spanned<String>>>,
    #[serde(rename = "experiment")]
    experiments: Vec<ExperimentToml>,
}

fn unnamed() -> String {
    "unnamed".to_owned()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ExperimentToml {
    game: Spanned<String>,
    players: Option<Spanned<usize>>,
    variant: Option<Spanned<String>>,
    evaluations: Option<Vec<Spanned<String>>>,
    combine: Option<Spanned<String>>,
    grain: Option<u32>,
    algorithm: Option<Spanned<String>>,
    table: Option<Spanned<usize>>,
    deepen: Option<bool>,
    plies: Vec<Spanned<u32>>,
    starts: Option<Vec<Spanned<String>>>,
    turn: Option<Spanned<String>>,
    turns: Option<u32>,
    opening: Option<Spanned<String>>,
    opening_turns: Option<u32>,
    most_trials: Option<u32>,
    arms: Spanned<Vec<Spanned<String>>>,
}

/// The papers' numbers of measured turns and of turns before a midgame start.
#[must_use]
pub fn paper_turns(game: &str) -> (u32, u32) {
    match game {
        "virus" => (10, 15),
        "chinese-checkers" | "othello" => (5, 10),
        "focus" => (3, 3),
        _ => (5, 5),
    }
}

impl Plan {
    /// Reads a plan and checks all of it, so that nothing can go wrong hours later.
    ///
    /// # Errors
    /// With the line of the first thing that is wrong.
    pub fn parse(text: &str) -> Result<Self, PlanError> {
        let line_of = |at: usize| text.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1;
        let toml: PlanToml = toml::from_str(text).map_err(|error| PlanError {
            line: error.span().map_or(1, |span| line_of(span.start)),
            message: error.message().split_whitespace().collect::<Vec<_>>().join(" "),
        })?;
        let wrong =
            |at: std::ops::Range<usize>, message: String| PlanError { line: line_of(at.start), message };
        let trials = *toml.trials.get_ref();
        if !(1..=MOST_TRIALS).contains(&trials) {
            let message = format!("trials must be from 1 to {MOST_TRIALS}, not {trials}");
            return Err(wrong(toml.trials.span(), message));
        }
        let designs = match toml.designs {
            None => vec![Design::Paired],
            Some(names) => read_all(names, &wrong)?,
        };
        let repeated = designs.iter().enumerate().any(|(place, design)| designs[..place].contains(design));
        if designs.is_empty() || repeated || toml.experiments.is_empty() {
            let message = "a plan needs designs, paper or paired or both, and an [[experiment]]".to_owned();
            return Err(PlanError { line: 1, message });
        }
        let mut plan = Self { name: toml.name, seed: toml.seed, trials, designs, cells: Vec::new() };
        for experiment in toml.experiments {
            plan.add_experiment(experiment, &wrong)?;
        }
        Ok(plan)
    }

    fn add_experiment(
        &mut self,
        toml: ExperimentToml,
        wrong: &impl Fn(std::ops::Range<usize>, String) -> PlanError,
    ) -> Result<(), PlanError> {
        let at_game = toml.game.span();
        let game = toml.game.into_inner();
        let defaults = with_game(&game, Defaults { players: toml.players.as_ref().map(|p| *p.get_ref()) })
            .map_err(|error| wrong(at_game.clone(), error.to_string()))?;
        let (players, evaluation) = defaults;
        let starts = toml.starts.map_or(Ok(vec![Start::Initial]), |names| read_all(names, wrong))?;
        let evaluations = toml.evaluations.unwrap_or_default();
        let evaluations = if evaluations.is_empty() {
            vec![evaluation.to_owned()]
        } else {
            evaluations.into_iter().map(Spanned::into_inner).collect()
        };
        let (turns, opening_turns) = paper_turns(&game);
        let combine = read_or(toml.combine, Combine::ZeroSum, wrong)?;
        let algorithm = read_or(toml.algorithm, Settings::plain(players).algorithm, wrong)?;
        let turn = read_or(toml.turn, Turn::Round, wrong)?;
        let opening = read_or(toml.opening, Opening::Fixed, wrong)?;
        let at_arms = toml.arms.span();
        let arms: Vec<_> = toml.arms.into_inner();
        if arms.is_empty() || toml.plies.is_empty() || starts.is_empty() {
            return Err(wrong(
                at_arms,
                "an experiment needs at least one arm, one ply and one start".to_owned(),
            ));
        }
        let grain = toml.grain.unwrap_or(1);
        if grain > MOST_GRAIN {
            return Err(wrong(at_arms, format!("grain must be from 0 to {MOST_GRAIN}, not {grain}")));
        }
        // Arms are compared and stored by their canonical text.
        let arms = arms.into_iter().map(|arm| {
            let read: Result<Arm, _> = arm.get_ref().parse();
            read.map(|read| read.to_string()).map_err(|error| wrong(arm.span(), error))
        });
        let arms = arms.collect::<Result<Vec<_>, _>>()?;
        for ply in &toml.plies {
            for &start in &starts {
                for evaluation in &evaluations {
                    let cell = Cell {
                        game: game.clone(),
                        players,
                        variant: toml.variant.as_ref().map_or_else(String::new, |v| v.get_ref().clone()),
                        evaluation: evaluation.clone(),
                        combine,
                        grain,
                        algorithm,
                        table: toml.table.as_ref().map_or(0, |table| *table.get_ref()),
                        deepen: toml.deepen.unwrap_or(false),
                        ply: *ply.get_ref(),
                        start,
                        opening_turns: toml.opening_turns.unwrap_or(opening_turns),
                        opening,
                        most_trials: toml.most_trials,
                        turns: toml.turns.unwrap_or(turns),
                        turn,
                    };
                    check_cell(&cell, &arms).map_err(|message| wrong(at_game.clone(), message))?;
                    self.add_cell(&cell, &arms);
                }
            }
        }
        Ok(())
    }

    /// Adds a cell; one that is there already gets the arms it lacks, so that a run shared by
    /// several tables is run once.
    pub fn add_cell(&mut self, cell: &Cell, arms: &[String]) {
        let place = self.cells.iter().position(|(known, _)| known == cell).unwrap_or_else(|| {
            self.cells.push((cell.clone(), Vec::new()));
            self.cells.len() - 1
        });
        for arm in arms {
            if !self.cells[place].1.contains(arm) {
                self.cells[place].1.push(arm.clone());
            }
        }
    }

    /// The plan in one fixed form, which reads back as this plan: what results are stored under and
    /// compared with.
    #[must_use]
    pub fn canonical(&self) -> String {
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let list = |texts: &[String]| texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", ");
        let designs: Vec<_> = self.designs.iter().map(|design| design.name().to_owned()).collect();
        let mut text = format!(
            "name = {}\nseed = {}\ntrials = {}\ndesigns = [{}]\n",
            quoted(&self.name),
            self.seed,
            self.trials,
            list(&designs)
        );
        for (cell, arms) in &self.cells {
            let _ = write!(
                text,
                "\n[[experiment]]\ngame = {}\nplayers = {}\nvariant = {}\nevaluations = [{}]\ncombine = {}\n\
                 grain = {}\nalgorithm = {}\ntable = {}\ndeepen = {}\nplies = [{}]\nstarts = [{}]\nturn = {}\n\
                 turns = {}\nopening-turns = {}\narms = [{}]\n",
                quoted(&cell.game),
                cell.players,
                quoted(&cell.variant),
                quoted(&cell.evaluation),
                quoted(&cell.combine.to_string()),
                cell.grain,
                quoted(cell.algorithm.name()),
                cell.table,
                cell.deepen,
                cell.ply,
                quoted(cell.start.name()),
                quoted(cell.turn.name()),
                cell.turns,
                cell.opening_turns,
                list(arms)
            );
            // Only where they are not the default, so that older results stay what they are.
            if cell.opening != Opening::Fixed {
                let _ = writeln!(text, "opening = {}", quoted(cell.opening.name()));
            }
            if let Some(most) = cell.most_trials {
                let _ = writeln!(text, "most-trials = {most}");
            }
        }
        text
    }

    /// Every trial of the plan, in its order.
    pub fn trials(&self) -> impl Iterator<Item = Trial<'_>> {
        self.cells.iter().flat_map(move |(cell, arms)| {
            let designs = self.designs.iter().filter(|&&design| cell.allows(design));
            designs.flat_map(move |&design| {
                (0..self.trials.min(cell.most_trials.unwrap_or(u32::MAX))).flat_map(move |number| {
                    // In the paper design each arm plays for itself.
                    let size = if design == Design::Paper { 1 } else { arms.len().max(1) };
                    arms.chunks(size).map(move |arms| Trial { cell, design, arms, seed: self.seed, number })
                })
            })
        })
    }
}

fn read_all<T: std::str::FromStr<Err = String>>(
    names: Vec<Spanned<String>>,
    wrong: &impl Fn(std::ops::Range<usize>, String) -> PlanError,
) -> Result<Vec<T>, PlanError> {
    names.into_iter().map(|name| name.get_ref().parse().map_err(|error| wrong(name.span(), error))).collect()
}

fn read_or<T: std::str::FromStr<Err = String>>(
    name: Option<Spanned<String>>,
    default: T,
    wrong: &impl Fn(std::ops::Range<usize>, String) -> PlanError,
) -> Result<T, PlanError> {
    name.map_or(Ok(default), |name| name.get_ref().parse().map_err(|error| wrong(name.span(), error)))
}

/// A game's default number of players and its plain evaluation.
struct Defaults {
    players: Option<usize>,
}

impl GameVisitor for Defaults {
    type Output = (usize, &'static str);

    fn visit<G: BoardGame>(self) -> Self::Output {
        (self.players.unwrap_or(G::INFO.default_players), G::INFO.evaluations[0].name)
    }
}

/// Builds everything that the cell's trials will build, once.
fn check_cell(cell: &Cell, arms: &[String]) -> Result<(), String> {
    if !(1..=MAX_DEPTH).contains(&cell.ply) {
        return Err(format!("plies must be from 1 to {MAX_DEPTH}, not {}", cell.ply));
    }
    if cell.turns == 0 || cell.turns > 10_000 || cell.opening_turns > 10_000 {
        return Err("turns must be from 1 to 10000, opening-turns from 0".to_owned());
    }
    if cell.most_trials == Some(0) {
        return Err("most-trials must be at least 1".to_owned());
    }
    let distinct: HashSet<_> = arms.iter().collect();
    if distinct.len() < arms.len() {
        return Err("an arm is given twice".to_owned());
    }
    with_game(&cell.game, CheckGame { cell, arms }).map_err(|error| error.to_string())?
}

struct CheckGame<'a> {
    cell: &'a Cell,
    arms: &'a [String],
}

impl GameVisitor for CheckGame<'_> {
    type Output = Result<(), String>;

    fn visit<G: BoardGame>(self) -> Self::Output {
        let variant = Some(self.cell.variant.as_str()).filter(|variant| !variant.is_empty());
        let setup =
            Setup::new(&G::INFO, Some(self.cell.players), variant).map_err(|error| error.to_string())?;
        let start = G::start(&setup).map_err(|error| error.to_string())?;
        for arm in self.arms {
            let settings = arm.parse::<Arm>()?.settings(self.cell);
            if settings.table > MOST_TABLE {
                return Err(format!(
                    "a table of {} MiB per arm is too large; choose at most {MOST_TABLE}",
                    settings.table
                ));
            }
            // No large table is built for the check.
            let settings = Settings { table: settings.table.min(1), ..settings };
            let engine = start.engine(&self.cell.evaluation, settings);
            engine.map_err(|error| format!("arm '{arm}': {error}"))?;
        }
        Ok(())
    }
}

/// The algorithm that the papers use for so many players.
#[must_use]
pub fn paper_algorithm(players: usize) -> Algorithm {
    Settings::plain(players).algorithm
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SMALL: &str = r#"
name = "small"
seed = 7
trials = 2
designs = ["paper", "paired"]

[[experiment]]
game = "othello"
plies = [2, 3]
starts = ["initial", "midgame"]
arms = ["none", "ads:mtf"]
"#;

    #[test]
    fn a_plan_expands_into_cells_and_trials() {
        let plan = Plan::parse(SMALL).unwrap();
        assert_eq!(plan.cells.len(), 4);
        // 4 cells × 2 trials × (2 arms alone + 1 for both)
        assert_eq!(plan.trials().count(), 4 * 2 * 3);
        let first = plan.cells[0].0.to_string();
        assert_eq!(
            first,
            "othello/2/-/discs/zero-sum/grain-1/alpha-beta/table-0/fixed/2-ply/initial-0/5-round"
        );
        assert_eq!(Plan::parse(&plan.canonical()), Ok(plan));
    }

    #[test]
    fn cells_that_coincide_are_run_once() {
        let mut plan = Plan::parse(SMALL).unwrap();
        let (cell, _) = plan.cells[0].clone();
        plan.add_cell(&cell, &["none".to_owned(), "killer:2".to_owned()]);
        assert_eq!(plan.cells.len(), 4);
        assert_eq!(plan.cells[0].1, ["none", "ads:mtf", "killer:2"]);
    }

    proptest! {
        #[test]
        fn any_text_is_a_plan_or_refused(text in "(?s).{0,200}") {
            let _ = Plan::parse(&text);
        }

        #[test]
        fn a_damaged_plan_is_a_plan_or_refused(at in 0..SMALL.len(), length in 0usize..20, with in "[a-z0-9\\[\\]=\\\"#\n-]{0,6}") {
            let end = (at + length).min(SMALL.len());
            let _ = Plan::parse(&[&SMALL[..at], &with, &SMALL[end..]].concat());
        }
    }

    #[test]
    fn errors_name_the_line_and_the_choices() {
        let error = |from: &str, to: &str| Plan::parse(&SMALL.replace(from, to)).unwrap_err().to_string();
        assert!(error("othello", "chess").starts_with("line 8: unknown game 'chess'; choose othello"));
        assert!(
            error("\"midgame\"", "\"endgame\"").starts_with("line 10: unknown 'endgame'; choose initial")
        );
        assert!(error("ads:mtf", "ads:mtg").starts_with("line 11: order 'ads:mtg'"));
        assert!(error("trials = 2", "trials = 0").starts_with("line 4: trials must be from 1"));
        assert!(error("seed = 7", "sead = 7").starts_with("line 3: unknown field `sead`"));
        assert!(error("plies", "evaluations = [\"x\"]\nplies").contains("evaluation 'x'; choose discs"));
        assert!(error("ads:mtf", "threat:mtf").contains("'threat' ranks opponents"));
        assert!(error("[2, 3]", "[0]").contains("plies must be from 1"));
        assert!(Plan::parse("").unwrap_err().to_string().starts_with("line 1: missing field"));
    }
}
