//! The papers' tables: every published figure, and the cell and arm that re-run it.

use cutfirst::search::Combine;

use crate::abalone;
use crate::cell::{Cell, Start, Turn};
use crate::words::ParseWordError;

/// The tables of the papers, transcribed.
const TABLES: &str = include_str!("../data/paper-tables.csv");

/// Our own table on Threat-ADS. The papers have none; they say how much it saves.
pub const THREAT_ADS: &str = "threat-ads";

/// What the papers say that Threat-ADS saves, in percent: "between 5 % and 20 %, around 10 %".
const THREAT_SAVING: (f64, f64) = (5.0, 20.0);

/// Games, players and depths in which Threat-ADS is measured: all that Best-Reply Search was used on.
const THREAT_CELLS: [(&str, usize, u32); 5] = [
    ("virus", 4, 4),
    ("virus", 4, 6),
    ("focus", 4, 4),
    ("chinese-checkers", 4, 4),
    ("chinese-checkers", 6, 4),
];

/// How many trials the papers averaged over.
pub const PAPER_TRIALS: u32 = 50;

/// One row of a published table.
#[derive(Clone, PartialEq, Debug)]
pub struct Published {
    /// `history-ads-1`, `space-depth-8`, ….
    pub table: String,
    /// The cell that re-runs it.
    pub cell: Cell,
    /// The order that re-runs it.
    pub arm: String,
    /// Average node count, if the paper prints one.
    pub nodes: Option<f64>,
    /// The saving in percent, from … to …, where the paper says no more than that.
    pub saving: Option<(f64, f64)>,
    /// Standard deviation of the node count.
    pub deviation: Option<f64>,
    /// P-value as printed, with its relation.
    pub p_value: Option<String>,
    /// Effect size as printed: Glass's delta.
    pub effect: Option<f64>,
}

/// What the papers leave open, declared: how the re-run reads it.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    /// The evaluation of each game, by name.
    pub evaluations: Vec<(&'static str, &'static str)>,
    /// How scores come out of evaluations.
    pub combine: Combine,
    /// What a turn is.
    pub turn: Turn,
}

/// The calibrated reading.
impl Default for Reading {
    fn default() -> Self {
        Self::calibrated()
    }
}

impl std::str::FromStr for Reading {
    type Err = ParseWordError;

    fn from_str(text: &str) -> Result<Self, ParseWordError> {
        Self::by_name(text)
    }
}

impl Reading {
    /// The reading that comes nearest to the papers' 4-ply control rows, and to no other row
    /// (`plans/calibration.toml`): of each game's evaluations the one whose control counts are nearest.
    #[must_use]
    pub fn calibrated() -> Self {
        Self::with_evaluations(["discs", "play", "play", "play", "play"])
    }

    /// The plainest evaluation of each game.
    #[must_use]
    pub fn plain() -> Self {
        Self::with_evaluations(["discs", "material", "control", "territory", "distance"])
    }

    fn with_evaluations(names: [&'static str; 5]) -> Self {
        let games = ["othello", "checkers", "focus", "virus", "chinese-checkers"];
        Self {
            evaluations: games.into_iter().zip(names).collect(),
            combine: Combine::ZeroSum,
            turn: Turn::Round,
        }
    }

    /// The name on the command line.
    #[must_use]
    pub fn name(&self) -> &'static str {
        if *self == Self::plain() { "plain" } else { "calibrated" }
    }

    /// The reading called `name`.
    ///
    /// # Errors
    /// If there is no such reading; the error names those there are.
    pub fn by_name(name: &str) -> Result<Self, ParseWordError> {
        match name {
            "calibrated" => Ok(Self::calibrated()),
            "plain" => Ok(Self::plain()),
            _ => {
                let shown = cutfirst::notation::excerpt(name);
                Err(format!("unknown reading '{}'; choose calibrated or plain", shown.escape_debug()).into())
            }
        }
    }

    /// A cell of the History-ADS papers under this reading.
    ///
    /// # Panics
    /// If the game is not one of theirs.
    #[must_use]
    pub fn cell(&self, game: &str, players: usize, ply: u32, start: Start) -> Cell {
        let evaluation = self.evaluations.iter().find(|(name, _)| *name == game);
        let evaluation = evaluation.expect("a game of the papers").1;
        let (variant, combine, turn) = (paper_variant(game).to_owned(), self.combine, self.turn);
        Cell { variant, combine, ply, start, turn, ..Cell::new(game, players, evaluation) }
    }
}

/// The variant that comes nearest to the papers' words.
fn paper_variant(game: &str) -> &'static str {
    match game {
        "checkers" => "relaxed",
        "focus" => "whole",
        "virus" => "target=any",
        _ => "",
    }
}

/// All tables of the papers, in their order, with the rows of each.
#[must_use]
pub fn tables(reading: &Reading) -> Vec<(String, Vec<Published>)> {
    let mut tables: Vec<(String, Vec<Published>)> = Vec::new();
    for line in TABLES.lines().skip(1) {
        let Some(row) = parse_row(line, reading) else { continue };
        match tables.iter_mut().find(|(name, _)| *name == row.table) {
            Some((_, rows)) => rows.push(row),
            None => tables.push((row.table.clone(), vec![row])),
        }
    }
    let threat = THREAT_CELLS.iter().flat_map(|&(game, players, ply)| {
        Start::ALL.iter().map(move |&start| Published {
            table: THREAT_ADS.to_owned(),
            cell: reading.cell(game, players, ply, start),
            arm: "threat:mtf".to_owned(),
            nodes: None,
            saving: Some(THREAT_SAVING),
            deviation: None,
            p_value: None,
            effect: None,
        })
    });
    tables.push((THREAT_ADS.to_owned(), threat.collect()));
    tables
}

/// A row of the tables, or `None` for a heading.
fn parse_row(line: &str, reading: &Reading) -> Option<Published> {
    let fields: Vec<&str> = line.split(',').collect();
    let [paper, table, game, players, ply, start, ordering, nodes, deviation, relation, p_value, effect] =
        fields.try_into().ok()?;
    let number = roman(table).map_or_else(|| table.to_owned(), |number| number.to_string());
    let game = if game == "relaxed-checkers" { "checkers" } else { game };
    let players = if players == "multi" { 4 } else { players.parse().ok()? };
    let (start, cell) = if paper == "abalone" {
        (Start::Midgame, abalone::cell(ply.parse().ok()?))
    } else {
        let start = start.parse().ok()?;
        (start, reading.cell(game, players, ply.parse().ok()?, start))
    };
    // The standard deviations of this block were copied from another table; only the control's is known.
    let table_11_slip = table == "11" && players == 6 && start == Start::Midgame && paper == "history-ads";
    let deviation = match (table_11_slip, ordering) {
        (true, "none") => Some(2_640_000.0),
        (true, _) => None,
        (false, _) => deviation.parse().ok(),
    };
    Some(Published {
        table: format!("{paper}-{number}"),
        cell,
        arm: arm(ordering).map(str::to_owned).or_else(|| abalone::arm(ordering))?,
        nodes: Some(nodes.parse().ok()?),
        saving: None,
        deviation,
        p_value: (!p_value.is_empty())
            .then(|| if relation == "=" { p_value.to_owned() } else { format!("<{p_value}") }),
        effect: effect.parse().ok(),
    })
}

fn arm(ordering: &str) -> Option<&'static str> {
    Some(match ordering {
        "none" => "none",
        "ads mtf" => "ads:mtf",
        "ads transpose" => "ads:transpose",
        "ads mtf limit 20" => "ads:mtf,limit=20",
        "ads mtf limit 5" => "ads:mtf,limit=5",
        "ads mtf per-level" => "ads:mtf,per-level",
        "ads mtf per-level limit 5" => "ads:mtf,limit=5,per-level",
        _ => return None,
    })
}

fn roman(text: &str) -> Option<u32> {
    let numerals = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII"];
    numerals.iter().position(|numeral| *numeral == text).map(|index| index as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read() {
        let tables = tables(&Reading::default());
        let names: Vec<_> = tables.iter().map(|(name, _)| name.as_str()).collect();
        let expected: Vec<String> = (1..=14)
            .map(|n| format!("history-ads-{n}"))
            .chain((1..=8).map(|n| format!("space-depth-{n}")))
            .chain((1..=2).map(|n| format!("abalone-{n}")))
            .chain([THREAT_ADS.to_owned()])
            .collect();
        assert_eq!(names, expected);
        let rows = tables.iter().flat_map(|(_, rows)| rows).filter(|row| row.nodes.is_some());
        assert_eq!(rows.count(), TABLES.lines().count() - 1);
    }

    /// Glass's delta of the printed means and deviations is the printed effect size, but for slips.
    #[test]
    fn printed_effects_follow_from_printed_means() {
        let mut checked = 0;
        let mut off = Vec::new();
        for (table, rows) in tables(&Reading::default()) {
            let mut control: Option<&Published> = None;
            for row in &rows {
                if row.arm == "none" {
                    control = Some(row);
                } else if let (Some(control), Some(effect)) = (control, row.effect) {
                    let deviation = control.deviation.unwrap();
                    checked += 1;
                    let (control, nodes) = (control.nodes.unwrap(), row.nodes.unwrap());
                    if ((control - nodes) / deviation - effect).abs() > 0.02 * effect + 0.01 {
                        off.push(format!(
                            "{table} {} {}-ply {} {}",
                            row.cell.game, row.cell.ply, row.cell.start, row.arm
                        ));
                    }
                }
            }
        }
        assert!(checked >= 150, "{checked}");
        assert!(off.len() <= 12, "{off:#?}");
    }
}
