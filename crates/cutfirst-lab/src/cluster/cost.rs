//! What a trial will cost: from the plan alone, or better from trials that have been measured.
//!
//! Results hold node counts and no times, since times are not reproducible; nodes become seconds by the
//! speed at which each game is searched. That need only be right up to a factor that all games share.

use std::collections::{BTreeMap, HashMap};

use cutfirst::search::Algorithm;

use crate::cell::{Cell, Row, Start};
use crate::plan::Plan;
use crate::trial::Trial;

/// What is known about costs.
#[derive(Clone, Debug, Default)]
pub struct Costs {
    /// Nodes of single trials, by cell and arm.
    measured: HashMap<(String, String), Vec<u64>>,
    /// By how much the measured cells of a game were misjudged: logarithms of measured nodes over estimated ones.
    games: HashMap<(String, usize), Vec<f64>>,
}

/// Roughly how many nodes a trial will take, from the plan alone.
#[must_use]
pub fn estimated_nodes(trial: &Trial<'_>) -> f64 {
    trial.arms.iter().map(|arm| estimated_nodes_of_arm(trial.cell, arm)).sum::<f64>()
        + opening_nodes(trial.cell)
}

/// Roughly how many nodes one arm will take in a trial.
#[must_use]
pub fn estimated_nodes_of_arm(cell: &Cell, arm: &str) -> f64 {
    let Game { branching, ordered, .. } = Game::of(cell);
    // A search that cuts nothing visits about the square of what the best ordering would.
    let branching = match cell.algorithm {
        Algorithm::Minimax | Algorithm::MaxN => branching.powf(1.5),
        _ => branching,
    };
    let share = if arm == "none" { 1.0 } else { ordered };
    f64::from(cell.turns) * 3.0 * branching.powi(cell.ply as i32) * share
}

/// What a game's searches cost, from measured trials; see `docs/SCALE.md`.
struct Game {
    /// Effective branching per ply of an unordered alpha-beta or best-reply search.
    branching: f64,
    /// Nodes of an ordered search as a share of those of an unordered one.
    ordered: f64,
    /// What a node costs with a release build.
    nanoseconds: f64,
}

impl Game {
    fn of(cell: &Cell) -> Self {
        let (branching, ordered, nanoseconds) = match (cell.game.as_str(), cell.players) {
            ("othello", _) => (3.7, 0.8, 54.0),
            ("checkers", _) => (3.65, 0.5, 100.0),
            ("focus", 2) => (20.0, 0.3, 107.0),
            ("focus", _) => (14.4, 0.3, 107.0),
            ("virus", 2) => (3.2, 0.5, 79.0),
            ("virus", _) => (5.1, 0.45, 79.0),
            ("chinese-checkers", 2) => (6.1, 0.5, 190.0),
            ("chinese-checkers", _) => (18.0, 0.2, 190.0),
            _ => (8.2, 0.7, 134.0),
        };
        Self { branching, ordered, nanoseconds }
    }
}

/// What it takes to get to a midgame start, which is searched for too but not counted in results.
fn opening_nodes(cell: &Cell) -> f64 {
    if cell.start == Start::Initial {
        return 0.0;
    }
    let moves = f64::from(cell.opening_turns) * cell.players as f64;
    match cell.game.as_str() {
        "chinese-checkers" | "focus" => moves * 5e3 * cell.players as f64,
        _ => moves * 200.0,
    }
}

impl Costs {
    /// Costs as the plan alone tells them.
    #[must_use]
    pub fn estimated() -> Self {
        Self::default()
    }

    /// Whether something was measured.
    #[must_use]
    pub fn is_measured(&self) -> bool {
        !self.measured.is_empty()
    }

    /// Learns from the results of `plan`, which may be another plan than the one to estimate.
    pub fn learn(&mut self, plan: &Plan, rows: &[Row]) {
        let cells: HashMap<_, _> = plan.cells.iter().map(|(cell, _)| (cell.to_string(), cell)).collect();
        // In a fixed order, so that sums of floating-point numbers come out the same every time.
        let mut samples: BTreeMap<(&str, &str), Vec<u64>> = BTreeMap::new();
        for row in rows.iter().filter(|row| cells.contains_key(&row.cell)) {
            samples.entry((&row.cell, &row.arm)).or_default().push(row.nodes);
        }
        for ((name, arm), mut nodes) in samples {
            let cell = cells[name];
            let excess = (mean(&nodes).max(1.0) / estimated_nodes_of_arm(cell, arm)).ln();
            self.games.entry((cell.game.clone(), cell.players)).or_default().push(excess);
            self.measured.entry((name.to_owned(), arm.to_owned())).or_default().append(&mut nodes);
        }
    }

    /// How many nodes a trial will take.
    #[must_use]
    pub fn nodes(&self, trial: &Trial<'_>) -> f64 {
        let name = trial.cell.to_string();
        let of_arm = |arm: &String| match self.measured.get(&(name.clone(), arm.clone())) {
            Some(nodes) => mean(nodes),
            None => estimated_nodes_of_arm(trial.cell, arm) * self.excess(trial.cell).exp(),
        };
        trial.arms.iter().map(of_arm).sum::<f64>() + opening_nodes(trial.cell)
    }

    /// How many seconds one thread will take for a trial.
    #[must_use]
    pub fn seconds(&self, trial: &Trial<'_>) -> f64 {
        self.nodes(trial) * Game::of(trial.cell).nanoseconds * 1e-9
    }

    /// By how much the plan's estimate is probably wrong in a cell that was not measured, as a logarithm.
    fn excess(&self, cell: &Cell) -> f64 {
        let game = self.games.get(&(cell.game.clone(), cell.players));
        game.map_or(0.0, |excesses| excesses.iter().sum::<f64>() / excesses.len() as f64)
    }
}

fn mean(nodes: &[u64]) -> f64 {
    nodes.iter().sum::<u64>() as f64 / nodes.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: &str = r#"
seed = 3
trials = 4
[[experiment]]
game = "othello"
plies = [1, 2, 3, 4, 5]
arms = ["none", "ads:mtf"]
[[experiment]]
game = "virus"
plies = [1, 2, 3]
starts = ["midgame"]
arms = ["none"]
"#;

    fn run(plan: &Plan, deepest: u32) -> Vec<Row> {
        let trials = plan.trials().filter(|trial| trial.cell.ply <= deepest);
        trials.flat_map(|trial| trial.run().unwrap()).collect()
    }

    #[test]
    fn what_was_measured_is_what_it_costs() {
        let plan = Plan::parse(PLAN).unwrap();
        let rows = run(&plan, 3);
        let mut costs = Costs::estimated();
        assert!(!costs.is_measured());
        costs.learn(&plan, &rows);
        assert!(costs.is_measured());
        for trial in plan.trials().filter(|trial| trial.cell.ply <= 3) {
            let cell = trial.cell.to_string();
            let nodes: u64 = rows.iter().filter(|row| row.cell == cell).map(|row| row.nodes).sum();
            let expected = nodes as f64 / f64::from(plan.trials) + opening_nodes(trial.cell);
            assert!((costs.nodes(&trial) - expected).abs() < 1e-6 * expected, "{cell}");
        }
    }

    #[test]
    fn deeper_cells_are_foretold_from_shallower_ones() {
        let plan = Plan::parse(PLAN).unwrap();
        let mut costs = Costs::estimated();
        costs.learn(&plan, &run(&plan, 3));
        let rows = run(&plan, 5);
        for ply in [4, 5] {
            let trial = plan.trials().find(|trial| trial.cell.ply == ply).unwrap();
            let cell = trial.cell.to_string();
            let nodes: u64 = rows.iter().filter(|row| row.cell == cell).map(|row| row.nodes).sum();
            let factor = costs.nodes(&trial) / (nodes as f64 / f64::from(plan.trials));
            assert!((0.2..5.0).contains(&factor), "{ply} plies are misjudged by {factor}");
        }
    }
}
