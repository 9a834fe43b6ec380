//! What cells and games are called in headings.

use std::collections::HashMap;

use crate::cell::Design;
use crate::summary::{ArmSummary, Comparison, Place, Summary};

/// A game's name in a sentence: `chinese-checkers` is "Chinese checkers".
pub(crate) fn game(name: &str) -> String {
    sentence_case(&name.replace('-', " "))
}

/// The text with its first letter as at the beginning of a sentence.
pub(crate) fn sentence_case(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

/// A game with its players: "Othello, 2 players".
pub(crate) fn game_and_players(place: &Place) -> String {
    format!("{}, {} players", game(&place.game), place.players)
}

/// What tells the cells of one game apart: "4-ply, midgame".
pub(crate) fn depth_and_start(place: &Place) -> String {
    format!("{}-ply, {}", place.ply, place.start)
}

/// The published table's name as a heading: `history-ads-1` is "History-ADS, table 1".
pub(crate) fn table(name: &str) -> String {
    let heading = name.rsplit_once('-').and_then(|(paper, number)| {
        let paper = match paper {
            "history-ads" => "History-ADS",
            "space-depth" => "Space-depth",
            "abalone" => "Abalone",
            "threat" => return Some("Threat-ADS".to_owned()),
            _ => return None,
        };
        Some(format!("{paper}, table {number}"))
    });
    heading.unwrap_or_else(|| name.to_owned())
}

/// The paper that a table is from.
pub(crate) fn paper_of(table: &str) -> &'static str {
    match table.rsplit_once('-') {
        Some(("history-ads", _)) => "History-ADS",
        Some(("space-depth", _)) => "space-depth",
        Some(("abalone", _)) => "Abalone",
        _ => "Threat-ADS",
    }
}

/// Short titles of cells; cells that would share one have their full line instead.
pub(crate) struct CellTitles(HashMap<String, String>);

impl CellTitles {
    /// The titles of all cells of a summary.
    pub(crate) fn new(summary: &Summary) -> Self {
        let mut titles: HashMap<String, String> = HashMap::new();
        let mut owners: HashMap<String, String> = HashMap::new();
        for ArmSummary { place, .. } in &summary.arms {
            let title = format!("{}, {}", game_and_players(place), depth_and_start(place));
            let owner = owners.entry(title.clone()).or_insert_with(|| place.cell.clone());
            if *owner == place.cell {
                titles.entry(place.cell.clone()).or_insert(title);
            } else {
                titles.insert(owner.clone(), owner.clone());
                titles.insert(place.cell.clone(), place.cell.clone());
            }
        }
        Self(titles)
    }

    /// The title of a cell.
    pub(crate) fn of<'a>(&'a self, place: &'a Place) -> &'a str {
        self.0.get(&place.cell).map_or(&place.cell, String::as_str)
    }
}

/// The arms of one cell in one design.
pub(crate) struct Group<'a> {
    /// Where they were measured; its arm is the first one's.
    pub(crate) place: &'a Place,
    /// All of them, in order.
    pub(crate) arms: Vec<&'a ArmSummary>,
}

/// All arms, by design and cell, in the order of the summary.
pub(crate) fn groups(summary: &Summary) -> Vec<Group<'_>> {
    let mut index: HashMap<(&str, Design), usize> = HashMap::new();
    let mut groups: Vec<Group<'_>> = Vec::new();
    for arm in &summary.arms {
        let at = *index.entry((&arm.place.cell, arm.place.design)).or_insert_with(|| {
            groups.push(Group { place: &arm.place, arms: Vec::new() });
            groups.len() - 1
        });
        groups[at].arms.push(arm);
    }
    groups
}

/// The rows of a published table by cell and then design, with a title for each part.
pub(crate) fn comparison_sections<'a>(rows: &[&'a Comparison]) -> Vec<(String, Vec<&'a Comparison>)> {
    let several_games = distinct(rows.iter().map(|row| game_and_players(&row.place))).len() > 1;
    let mut sections = Vec::new();
    for cell in distinct(rows.iter().map(|row| &row.place.cell)) {
        let rows: Vec<_> = rows.iter().copied().filter(|row| row.place.cell == *cell).collect();
        for design in distinct(rows.iter().map(|row| row.place.design)) {
            let rows: Vec<_> = rows.iter().copied().filter(|row| row.place.design == design).collect();
            let place = &rows[0].place;
            let game = if several_games { game_and_players(place) + ", " } else { String::new() };
            sections.push((format!("{game}{}", depth_and_start(place)), rows));
        }
    }
    sections
}

/// The different values of a figure, in order of first appearance.
pub(crate) fn distinct<T: PartialEq>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for value in values {
        if !found.contains(&value) {
            found.push(value);
        }
    }
    found
}

/// The designs that something was measured in.
pub(crate) fn designs(summary: &Summary) -> Vec<Design> {
    distinct(summary.arms.iter().map(|arm| arm.place.design))
}

/// The games that something was measured in.
pub(crate) fn games(summary: &Summary) -> Vec<&str> {
    distinct(summary.arms.iter().map(|arm| arm.place.game.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn names_read_well() {
        assert_eq!(game("chinese-checkers"), "Chinese checkers");
        assert_eq!(game(""), "");
        assert_eq!(table("space-depth-8"), "Space-depth, table 8");
        assert_eq!(table("threat-ads"), "Threat-ADS");
    }

    #[test]
    fn cells_with_the_same_title_show_all_parameters() {
        let mut summary = sample::summary();
        let place = summary.arms[0].place.clone();
        assert_eq!(CellTitles::new(&summary).of(&place), "Othello, 2 players, 4-ply, initial");
        let mut other = summary.arms[0].clone();
        other.place.cell = "another".to_owned();
        summary.arms.push(other);
        let titles = CellTitles::new(&summary);
        assert_eq!(titles.of(&place), place.cell);
        assert_eq!(titles.of(&summary.arms.last().unwrap().place), "another");
    }
}
