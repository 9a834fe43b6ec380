//! The papers' tables as plans.

use crate::abalone;
use crate::cell::{Design, Start};
use crate::plan::{Plan, PublishedTables};
use crate::published::{Published, Reading, THREAT_ADS, tables};

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

/// All names that can be asked for.
#[must_use]
pub fn table_names() -> Vec<String> {
    tables(&Reading::default()).into_iter().map(|(name, _)| name).collect()
}

/// Refuses a name that is none of the tables'.
pub(crate) fn check_table(name: &str, known: &[String]) -> Result<(), String> {
    if known.iter().any(|table| table == name) {
        return Ok(());
    }
    let shown = cutfirst::notation::excerpt(name);
    Err(format!(
        "unknown table '{}'; choose all, history-ads-1 … history-ads-14, space-depth-1 … space-depth-8, \
         {THREAT_ADS}, abalone-1, abalone-2 or abalone for both",
        shown.escape_debug()
    ))
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
            check_table(name, &known)?;
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

impl Selection {
    /// The plan that re-runs what was selected.
    #[must_use]
    pub fn plan(&self, trials: u32, seed: u64, reading: &Reading) -> Plan {
        let mut published = tables(reading);
        let (name, extra) = match self {
            Self::Quick => {
                published.retain(|(_, rows)| rows.iter().any(is_quick));
                for (_, rows) in &mut published {
                    rows.retain(is_quick);
                }
                ("reproduce".to_owned(), true)
            }
            Self::All => ("reproduce all".to_owned(), true),
            Self::Tables(names) => {
                published.retain(|(name, _)| names.contains(name));
                (format!("reproduce {}", names.join(" ")), false)
            }
        };
        let name = if reading.name() == "plain" { format!("{name} --reading plain") } else { name };
        let mut plan = Plan {
            name,
            seed,
            trials,
            designs: Design::ALL.to_vec(),
            cells: Vec::new(),
            question: None,
            published: Some(PublishedTables {
                names: published.iter().map(|(name, _)| name.clone()).collect(),
                reading: reading.clone(),
            }),
        };
        for row in published.iter().flat_map(|(_, rows)| rows) {
            let mut cell = row.cell.clone();
            if *self == Self::Quick {
                cell.most_trials = cell.most_trials.map(|most| most.min(QUICK_POSITIONS));
            }
            let cell = &cell;
            if row.table == THREAT_ADS {
                plan.add_cell(cell, &THREAT_ARMS.map(str::to_owned));
                continue;
            }
            plan.add_cell(cell, std::slice::from_ref(&row.arm));
            if cell.game == "abalone" {
                plan.add_cell(cell, &abalone::further_arms());
            } else if extra {
                plan.add_cell(cell, &EXTRA_ARMS.map(str::to_owned));
            }
        }
        // The control is run first everywhere, whatever the order of a paper's rows.
        for (_, arms) in &mut plan.cells {
            arms.sort_by_key(|arm| arm != "none");
        }
        plan
    }
}

/// How many Abalone positions a first look searches: plain alpha-beta takes seconds for each.
const QUICK_POSITIONS: u32 = 3;

/// Rows that are cheap enough for a first look: every game, two depths where they are small.
fn is_quick(row: &Published) -> bool {
    let cell = &row.cell;
    if row.table == THREAT_ADS && cell.game != "virus" {
        return false;
    }
    match cell.game.as_str() {
        "othello" | "checkers" => cell.ply <= 6,
        "virus" => cell.ply == 4,
        "abalone" => cell.ply == 5,
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
        let all = Selection::All.plan(50, 1, &Reading::default());
        let mut cells: Vec<_> = all.cells.iter().map(|(cell, _)| cell.to_string()).collect();
        let count = cells.len();
        cells.sort();
        cells.dedup();
        assert_eq!(cells.len(), count);
        assert!(all.cells.iter().all(|(_, arms)| arms[0] == "none"));
        let rows: usize = all.published_rows().iter().map(|(_, rows)| rows.len()).sum();
        assert!(rows > 250 && count < 40, "{rows} rows, {count} cells");
    }

    #[test]
    fn the_quick_look_has_every_game_and_threats() {
        let quick = Selection::Quick.plan(10, 1, &Reading::default());
        let games: std::collections::HashSet<_> = quick.cells.iter().map(|(cell, _)| &cell.game).collect();
        assert_eq!(games.len(), 6);
        let tables: Vec<_> = quick.published_rows().into_iter().map(|(name, _)| name).collect();
        assert!(tables.contains(&THREAT_ADS.to_owned()) && tables.contains(&"abalone-1".to_owned()));
        assert_eq!(Plan::parse(&quick.canonical()), Ok(quick));
    }
}
