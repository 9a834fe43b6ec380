//! An arm: one way to search that is measured against others.
//!
//! Most arms are an order and nothing else (`ads:mtf,limit=5`). Words after it switch on more:
//! techniques (`quiescence=2`, `clip=40/90`), a table of its own (`table=64`) and deepening (`deepen`).

use std::fmt;
use std::str::FromStr;

use cutfirst::engine::Settings;
use cutfirst::ordering::Order;
use cutfirst::search::Techniques;

use crate::cell::Cell;

/// One way to search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Arm {
    /// In which order moves are tried.
    pub order: Order,
    /// Quiescence, windows and the like.
    pub techniques: Techniques,
    /// Size of the table in MiB, if it is not the cell's.
    pub table: Option<usize>,
    /// Whether to deepen step by step, even if the cell does not.
    pub deepen: bool,
}

impl Arm {
    /// How the arm searches in a cell.
    #[must_use]
    pub fn settings(&self, cell: &Cell) -> Settings {
        Settings {
            combine: cell.combine,
            grain: cell.grain as i32,
            algorithm: cell.algorithm,
            order: self.order.clone(),
            table: self.table.unwrap_or(cell.table),
            deepen: self.deepen || cell.deepen,
            techniques: self.techniques.clone(),
            detail: true,
            ..Settings::plain(cell.players)
        }
    }

    /// Whether the arm called `text` may find another value than exact arms.
    #[must_use]
    pub fn is_selective(text: &str) -> bool {
        text.parse().is_ok_and(|arm: Self| arm.techniques.is_selective())
    }
}

impl fmt::Display for Arm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.order)?;
        if self.techniques != Techniques::default() {
            write!(f, " {}", self.techniques)?;
        }
        if let Some(table) = self.table {
            write!(f, " table={table}")?;
        }
        if self.deepen { f.write_str(" deepen") } else { Ok(()) }
    }
}

impl FromStr for Arm {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let order = words.next().unwrap_or_default();
        let mut arm = Self { order: order.parse().map_err(|error| format!("{error}"))?, ..Self::default() };
        for word in words {
            match word.strip_prefix("table=") {
                Some(size) => {
                    let read = size.parse().map_err(|_| "'table=' needs a whole number of MiB".to_owned());
                    arm.table = Some(read?);
                }
                None if word == "deepen" => arm.deepen = true,
                None => {
                    arm.techniques.set(word).map_err(|error| format!("{error}, table=MIB or deepen"))?;
                }
            }
        }
        Ok(arm)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arms_are_read_and_written() {
        for text in
            ["none", "ads:mtf,limit=5", "killer:2 quiescence=2", "tt+ads:mtf clip=4/9 table=64 deepen"]
        {
            assert_eq!(text.parse::<Arm>().unwrap().to_string(), text);
        }
        for text in ["", "quiescence=2", "none table=x", "none deeper", "none  clip="] {
            assert!(text.parse::<Arm>().is_err(), "{text}");
        }
        assert!(Arm::is_selective("none clip=3") && !Arm::is_selective("none quiescence=3"));
    }
}
