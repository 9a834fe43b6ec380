//! The papers' tables as plans.

use crate::abalone;
use crate::cell::{Design, Start};
use crate::plan::Plan;
use crate::published::{Published, Reading, tables};

/// Our own table on Threat-ADS, against the published 5–20 %.
pub const THREAT_ADS: &str = "threat-ads";

/// Orders that the papers discuss but do not tabulate; measured in every cell of `all`.
const EXTRA_ARMS: [&str; 3] = ["killer:2", "history:square", "ads:set"];

const THREAT_ARMS: [&str; 6] =
    ["none", "threat:mtf", "threat:transpose", "ads:mtf", "threat:mtf+ads:mtf", "threat:transpose+ads:mtf"];

/// What `reproduce` is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selection {
    /// Every game at a small depth with all orderings: about a minute.
    Quick,
    /// Every table.
    All,
    /// These tables.
    Tables(Vec<String>),
}

/// A plan with the published rows that belong to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Reproduction {
    /// What to run.
    pub plan: Plan,
    /// What it is compared with.
    pub tables: Vec<(String, Vec<Published>)>,
}

/// All names that can be asked for.
#[must_use]
pub fn table_names() -> Vec<String> {
    let published = tables(&Reading::default()).into_iter().map(|(name, _)| name);
    published.chain([THREAT_ADS.to_owned()]).collect()
}

impl Selection {
    /// Reads table names; none is the quick selection, `all` is all.
    ///
    /// # Errors
    /// If there is no such table; the error names those there are.
    pub fn parse(names: &[String]) -> Result<Self, String> {
        match names {
            [] => return Ok(Self::Quick),
            [all] if all == "all" => return Ok(Self::All),
            _ => {}
        }
        let known = table_names();
        let names: Vec<String> = names.iter().flat_map(|name| both_of_abalone(name)).collect();
        for name in &names {
            if name == "all" {
                return Err("'all' stands alone".to_owned());
            }
            if !known.contains(name) {
                let shown = cutfirst::notation::excerpt(name);
                return Err(format!(
                    "unknown table '{}'; choose all, history-ads-1 … history-ads-14, space-depth-1 … space-depth-8, \
                     {THREAT_ADS}, abalone-1, abalone-2 or abalone for both",
                    shown.escape_debug()
                ));
            }
        }
        Ok(Self::Tables(names))
    }
}

/// `abalone` stands for both tables of its paper.
fn both_of_abalone(name: &str) -> Vec<String> {
    if name == "abalone" {
        return ["abalone-1", "abalone-2"].map(str::to_owned).to_vec();
    }
    vec![name.to_owned()]
}

/// The published rows that a stored plan was made from, if it was made by `reproduce`.
#[must_use]
pub fn tables_of(plan: &Plan) -> Option<Vec<(String, Vec<Published>)>> {
    let words = plan.name.strip_prefix("reproduce")?;
    let (words, reading) = match words.strip_suffix("--reading plain") {
        Some(words) => (words, Reading::plain()),
        None => (words, Reading::calibrated()),
    };
    let names: Vec<_> = words.split_whitespace().map(str::to_owned).collect();
    let selection = Selection::parse(&names).ok()?;
    Some(Reproduction::new(&selection, plan.trials, plan.seed, &reading).tables)
}

impl Reproduction {
    /// The plan of a selection.
    #[must_use]
    pub fn new(selection: &Selection, trials: u32, seed: u64, reading: &Reading) -> Self {
        let mut published = tables(reading);
        let (name, threat, extra) = match selection {
            Selection::Quick => {
                published.retain(|(_, rows)| rows.iter().any(is_quick));
                for (_, rows) in &mut published {
                    rows.retain(is_quick);
                }
                ("reproduce".to_owned(), true, true)
            }
            Selection::All => ("reproduce all".to_owned(), true, true),
            Selection::Tables(names) => {
                published.retain(|(name, _)| names.contains(name));
                let threat = names.iter().any(|name| name == THREAT_ADS);
                (format!("reproduce {}", names.join(" ")), threat, false)
            }
        };
        let name = if reading.name() == "plain" { format!("{name} --reading plain") } else { name };
        let designs = Design::ALL.to_vec();
        let mut plan = Plan { name, seed, trials, designs, cells: Vec::new() };
        for row in published.iter().flat_map(|(_, rows)| rows) {
            plan.add_cell(&row.cell, std::slice::from_ref(&row.arm));
            if row.cell.game == "abalone" {
                plan.add_cell(&row.cell, &abalone::further_arms());
            } else if extra {
                plan.add_cell(&row.cell, &EXTRA_ARMS.map(str::to_owned));
            }
        }
        if threat {
            let deep = *selection != Selection::Quick;
            for (game, players, ply) in [
                ("virus", 4, 4),
                ("virus", 4, 6),
                ("focus", 4, 4),
                ("chinese-checkers", 4, 4),
                ("chinese-checkers", 6, 4),
            ] {
                for &start in Start::ALL {
                    let cell = reading.cell(game, players, ply, start);
                    if deep || (game == "virus" && ply == 4) {
                        plan.add_cell(&cell, &THREAT_ARMS.map(str::to_owned));
                    }
                }
            }
        }
        // The control is run first everywhere, whatever the order of a paper's rows.
        for (_, arms) in &mut plan.cells {
            arms.sort_by_key(|arm| arm != "none");
        }
        Self { plan, tables: published }
    }
}

/// Rows that are cheap enough for a first look: every game, two depths where they are small.
fn is_quick(row: &Published) -> bool {
    let cell = &row.cell;
    match cell.game.as_str() {
        "othello" | "checkers" => cell.ply <= 6,
        "virus" => cell.ply == 4,
        "abalone" => false,
        "focus" => cell.start == Start::Initial,
        _ => cell.players == 4 && cell.start == Start::Initial,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selections_are_read_or_refused() {
        let read = |names: &[&str]| {
            Selection::parse(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(read(&[]), Ok(Selection::Quick));
        assert_eq!(read(&["all"]), Ok(Selection::All));
        assert!(read(&["space-depth-8", "threat-ads"]).is_ok());
        assert!(read(&["history-ads-15"]).unwrap_err().contains("choose all, history-ads-1"));
        assert!(read(&["all", "threat-ads"]).is_err());
    }

    #[test]
    fn shared_runs_are_planned_once() {
        let all = Reproduction::new(&Selection::All, 50, 1, &Reading::default());
        let mut cells: Vec<_> = all.plan.cells.iter().map(|(cell, _)| cell.to_string()).collect();
        let count = cells.len();
        cells.sort();
        cells.dedup();
        assert_eq!(cells.len(), count);
        assert!(all.plan.cells.iter().all(|(_, arms)| arms[0] == "none"));
        let rows: usize = all.tables.iter().map(|(_, rows)| rows.len()).sum();
        assert!(rows > 250 && count < 40, "{rows} rows, {count} cells");
        let quick = Reproduction::new(&Selection::Quick, 10, 1, &Reading::default());
        let games: std::collections::HashSet<_> =
            quick.plan.cells.iter().map(|(cell, _)| &cell.game).collect();
        assert_eq!(games.len(), 5);
    }
}
