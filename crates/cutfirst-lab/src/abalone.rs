//! The Abalone paper's tables: which positions and which arms re-run them.
//!
//! The paper averages over moves of games against a heuristic opponent with the same evaluation. Here a
//! trial is one search of one position; positions come from all over games in which both sides search
//! shallowly with the same evaluation and now and then slip (see [`Opening::Varied`]). Plain alpha-beta at
//! depth 7 takes hundreds of millions of nodes for one position, so the deeper rows have fewer positions
//! than the plan's trials.

use cutfirst::search::{Clipping, Combine};

use crate::arm::Arm;
use crate::cell::{Cell, Opening, Start};

/// Widths of the clipped windows, for nodes with one, two, … plies left: the outcome of
/// `cutfirst tune`, with the evidence beside them.
const WINDOWS: &str = include_str!("../data/abalone-windows.toml");

/// The most positions at each depth from 5 on.
const MOST_POSITIONS: [u32; 3] = [50, 10, 3];

/// The cell of one depth.
#[must_use]
pub fn cell(ply: u32) -> Cell {
    Cell {
        combine: Combine::Difference,
        ply,
        start: Start::Midgame,
        opening_turns: 30,
        opening: Opening::Varied,
        most_trials: MOST_POSITIONS.get((ply as usize).saturating_sub(5)).copied(),
        turns: 1,
        ..Cell::new("abalone", 2, "paper")
    }
}

/// The tuned windows.
///
/// # Panics
/// If the file that is part of the program has none.
#[must_use]
pub fn windows() -> Clipping {
    let line = WINDOWS.lines().find_map(|line| line.strip_prefix("widths = "));
    let text = line.map(|text| text.trim().trim_matches('"'));
    text.and_then(|text| text.parse().ok()).expect("the tuned windows have widths")
}

/// What re-runs a row of the paper.
#[must_use]
pub fn arm(row: &str) -> Option<String> {
    let clip = windows();
    Some(match row {
        "alpha-beta" => "none".to_owned(),
        "alpha-beta + quiescence" => "none quiescence=2".to_owned(),
        "alpha-beta + killer" => "killer:2".to_owned(),
        "alpha-beta + aspiration" | "aspiration" => format!("none clip={clip}"),
        "aspiration + combined move ordering" => format!("combined:3,5 clip={clip}"),
        "aspiration + combined move ordering + transposition table + iterative deepening" => {
            full_stack(&clip)
        }
        _ => return None,
    })
}

/// Everything that the paper stacks, but quiescence.
fn full_stack(clip: &Clipping) -> String {
    format!("combined:3,5 clip={clip} cache-evaluations table=64 deepen")
}

/// Arms beside the published ones: the full stack with quiescence, the same without clipping (exact),
/// iteration sorting on top, and a plain list for comparison.
#[must_use]
pub fn further_arms() -> Vec<String> {
    let clip = windows();
    let arms = [
        format!("combined:3,5 quiescence=2 clip={clip} cache-evaluations table=64 deepen"),
        "combined:3,5 cache-evaluations table=64 deepen".to_owned(),
        "combined:3,5 quiescence=2 cache-evaluations table=64 deepen".to_owned(),
        "combined:3,5".to_owned(),
        "iteration+combined:3,5 cache-evaluations table=64 deepen".to_owned(),
        format!("iteration+combined:3,5 clip={clip} cache-evaluations table=64 deepen"),
        "static".to_owned(),
        "ads:mtf".to_owned(),
        "tt+ads:mtf table=64 deepen".to_owned(),
    ];
    // Defaults of the orders are spelled out, as everywhere in results.
    arms.map(|arm| arm.parse().map_or(arm, |arm: Arm| arm.to_string())).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arms_are_in_their_canonical_form() {
        let published = ["alpha-beta", "alpha-beta + quiescence", "aspiration + combined move ordering"];
        let arms = published.iter().filter_map(|row| arm(row)).chain(further_arms());
        for text in arms {
            assert_eq!(text.parse::<Arm>().map(|arm| arm.to_string()), Ok(text));
        }
    }
}
