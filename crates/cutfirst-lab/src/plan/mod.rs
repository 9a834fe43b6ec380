//! A plan: what to measure, how often, with which seed. Written as TOML by researchers, or made from the
//! papers' tables.

mod read;

use std::fmt::Write as _;

use crate::cell::{Cell, Design, Opening};
use crate::published::{self, Published, Reading};
use crate::trial::Trial;

/// What a plan without a name is called.
pub(crate) const UNNAMED: &str = "unnamed";

/// The most trials of a plan.
pub const MOST_TRIALS: u32 = 1_000_000;

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
    /// What the plan is to find out, in words.
    pub question: Option<String>,
    /// The published tables that it re-runs, and how it reads what the papers leave open.
    pub published: Option<PublishedTables>,
}

/// Which published tables a plan re-runs: they travel with the plan, so that its report shows them.
#[derive(Clone, PartialEq, Debug)]
pub struct PublishedTables {
    /// Their names.
    pub names: Vec<String>,
    /// The reading whose cells re-run them.
    pub reading: Reading,
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

impl Plan {
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
        // Only where they are given, so that older results stay what they are.
        if let Some(question) = &self.question {
            let _ = writeln!(text, "question = {}", quoted(question));
        }
        if let Some(PublishedTables { names, reading }) = &self.published {
            let _ = writeln!(text, "tables = [{}]\nreading = {}", list(names), quoted(reading.name()));
        }
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

    /// The published rows that the plan re-runs: those of the tables it names, otherwise whatever was
    /// published about its cells.
    #[must_use]
    pub fn published_rows(&self) -> Vec<(String, Vec<Published>)> {
        let of = |reading: &Reading| {
            let mut tables = published::tables(reading);
            for (_, rows) in &mut tables {
                rows.retain(|row| self.cells.iter().any(|(cell, _)| cell.is_same(&row.cell)));
            }
            tables.retain(|(_, rows)| !rows.is_empty());
            tables
        };
        let Some(PublishedTables { names, reading }) = &self.published else {
            let readings = [Reading::calibrated(), Reading::plain()];
            return readings.iter().map(of).max_by_key(Vec::len).unwrap_or_default();
        };
        let mut tables = of(reading);
        tables.retain(|(name, _)| names.contains(name));
        tables
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

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(super) const SMALL: &str = r#"
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
}
