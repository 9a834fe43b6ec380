//! The start positions by name.

use crate::board_game::Choice;

/// A start position; Black begins in all of them.
pub(super) struct Layout {
    variant: Choice,
    /// Rows I to A.
    pub(super) board: &'static str,
}

const fn layout(name: &'static str, about: &'static str, board: &'static str) -> Layout {
    Layout { variant: Choice { name, about }, board }
}

const LAYOUTS: &[Layout; 10] = &[
    layout(
        "standard",
        "each side fills its first two rows and the middle of the third",
        "OOOOO/OOOOOO/..OOO../......../........./......../..@@@../@@@@@@/@@@@@",
    ),
    layout(
        "belgian",
        "Belgian daisy: two flowers of seven each, on the edge",
        "OO.@@/OOO@@@/.OO.@@./......../........./......../.@@.OO./@@@OOO/@@.OO",
    ),
    layout(
        "german",
        "German daisy: two flowers of seven each, one step from the edge",
        "...../OO..@@/OOO.@@@/.OO..@@./........./.@@..OO./@@@.OOO/@@..OO/.....",
    ),
    layout(
        "dutch",
        "Dutch daisy: the Belgian one, each flower around a marble of the opponent",
        "OO.@@/O@O@O@/.OO.@@./......../........./......../.@@.OO./@O@O@O/@@.OO",
    ),
    layout(
        "swiss",
        "Swiss daisy: the German one, each flower around a marble of the opponent",
        "...../OO..@@/O@O.@O@/.OO..@@./........./.@@..OO./@O@.O@O/@@..OO/.....",
    ),
    layout(
        "snakes",
        "two lines that wind around each other",
        "@@@@@/@...../@....../@.OOOOO./.@.....O./.@@@@@.O/......O/.....O/OOOOO",
    ),
    layout(
        "alien",
        "each side's ring holds marbles of the opponent",
        "@.@.@/.@OO@./.@O@O@./...@@.../........./...OO.../.O@O@O./.O@@O./O.O.O",
    ),
    layout(
        "domination",
        "two groups each, on opposite sides, that meet in the centre",
        "...../O....@/OO...@@/OOOO.@@@/...@.@.../@@@.OOOO/@@...OO/@....O/.....",
    ),
    layout(
        "wall",
        "two walls that face each other across the middle row",
        "..O../....../.OOOOO./OOOOOOOO/........./@@@@@@@@/.@@@@@./....../..@..",
    ),
    layout(
        "fujiyama",
        "triangles that hold marbles of the opponent",
        "OOOOO/.O@@O./..O@O../...OO.../........./...@@.../..@O@../.@OO@./@@@@@",
    ),
];

/// The layouts as variants, the default first.
pub(super) const VARIANTS: [Choice; LAYOUTS.len()] = {
    let mut variants = [LAYOUTS[0].variant; LAYOUTS.len()];
    let mut i = 1;
    while i < LAYOUTS.len() {
        variants[i] = LAYOUTS[i].variant;
        i += 1;
    }
    variants
};

/// The layout of a variant.
pub(super) fn find(name: &str) -> Option<&'static Layout> {
    LAYOUTS.iter().find(|layout| layout.variant.name == name)
}
