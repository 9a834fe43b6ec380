//! What a trial will cost: from the plan alone, or better from trials that have been measured.
//!
//! Results hold node counts and no times, since times are not reproducible; nodes become seconds by the
//! speed at which each game is searched. That need only be right up to a factor that all games share.

use std::collections::HashMap;

use cutfirst::search::Algorithm;

use crate::cell::{Cell, Row, Start};
use crate::trial::Trial;

/// What is known about costs.
#[derive(Clone, Debug, Default)]
pub struct Costs {
    /// Nodes and number of single trials, by cell and arm.
    measured: HashMap<(String, String), (u64, u64)>,
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
            ("othello", _) => (3.9, 0.7, 54.0),
            ("checkers", _) => (4.2, 0.45, 100.0),
            ("focus", 2) => (10.0, 0.55, 107.0),
            ("focus", _) => (14.4, 0.4, 107.0),
            ("virus", 2) => (3.2, 0.5, 90.0),
            ("virus", _) => (8.1, 0.4, 90.0),
            ("chinese-checkers", 2) => (6.1, 0.5, 75.0),
            ("chinese-checkers", _) => (19.0, 0.33, 75.0),
            _ => (15.0, 0.16, 320.0),
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

    /// Learns from results, such as those of a pilot with few trials.
    pub fn learn(&mut self, rows: &[Row]) {
        for row in rows {
            let (nodes, trials) = self.measured.entry((row.cell.clone(), row.arm.clone())).or_default();
            *nodes += row.nodes;
            *trials += 1;
        }
    }

    /// How many seconds one thread will take for a trial.
    #[must_use]
    pub fn seconds(&self, trial: &Trial<'_>) -> f64 {
        let name = trial.cell.to_string();
        let of_arm = |arm: &String| match self.measured.get(&(name.clone(), arm.clone())) {
            Some(&(nodes, trials)) => nodes as f64 / trials as f64,
            None => estimated_nodes_of_arm(trial.cell, arm),
        };
        let nodes = trial.arms.iter().map(of_arm).sum::<f64>() + opening_nodes(trial.cell);
        nodes * Game::of(trial.cell).nanoseconds * 1e-9
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;

    #[test]
    fn what_was_measured_is_what_it_costs() {
        let text = "seed = 3\ntrials = 4\n[[experiment]]\ngame = \"othello\"\nplies = [1, 2, 3]\narms = [\"none\", \"ads:mtf\"]\n";
        let plan = Plan::parse(text).unwrap();
        let rows: Vec<_> = plan.trials().flat_map(|trial| trial.run().unwrap()).collect();
        let mut costs = Costs::estimated();
        assert!(!costs.is_measured());
        costs.learn(&rows);
        assert!(costs.is_measured());
        for trial in plan.trials() {
            let cell = trial.cell.to_string();
            let nodes: u64 = rows
                .iter()
                .filter(|row| row.cell == cell && row.design == trial.design)
                .map(|row| row.nodes)
                .sum();
            let expected = nodes as f64 / f64::from(plan.trials) * 54e-9;
            assert!((costs.seconds(&trial) - expected).abs() < 1e-6 * expected, "{cell}");
        }
    }
}
