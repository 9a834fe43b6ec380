//! The start positions by name.

use crate::board_game::Choice;

/// Name and board, rows I to A, of one variant; Black begins in all of them.
pub(super) const LAYOUTS: [(&str, &str); 10] = [
    ("standard", "OOOOO/OOOOOO/..OOO../......../........./......../..@@@../@@@@@@/@@@@@"),
    ("belgian", "OO.@@/OOO@@@/.OO.@@./......../........./......../.@@.OO./@@@OOO/@@.OO"),
    ("german", "...../OO..@@/OOO.@@@/.OO..@@./........./.@@..OO./@@@.OOO/@@..OO/....."),
    ("dutch", "OO.@@/O@O@O@/.OO.@@./......../........./......../.@@.OO./@O@O@O/@@.OO"),
    ("swiss", "...../OO..@@/O@O.@O@/.OO..@@./........./.@@..OO./@O@.O@O/@@..OO/....."),
    ("snakes", "@@@@@/@...../@....../@.OOOOO./.@.....O./.@@@@@.O/......O/.....O/OOOOO"),
    ("alien", "@.@.@/.@OO@./.@O@O@./...@@.../........./...OO.../.O@O@O./.O@@O./O.O.O"),
    ("domination", "...../O....@/OO...@@/OOOO.@@@/...@.@.../@@@.OOOO/@@...OO/@....O/....."),
    ("wall", "..O../....../.OOOOO./OOOOOOOO/........./@@@@@@@@/.@@@@@./....../..@.."),
    ("fujiyama", "OOOOO/.O@@O./..O@O../...OO.../........./...@@.../..@O@../.@OO@./@@@@@"),
];

/// The layouts as variants, the default first.
pub(super) const VARIANTS: [Choice; 10] = [
    Choice { name: "standard", about: "each side fills its first two rows and the middle of the third" },
    Choice { name: "belgian", about: "Belgian daisy: flowers of seven in the corners, two touch at a time" },
    Choice { name: "german", about: "German daisy: four flowers of seven, one row off the edge" },
    Choice {
        name: "dutch",
        about: "Dutch daisy: Belgian daisy, each flower around a marble of the opponent",
    },
    Choice { name: "swiss", about: "Swiss daisy: German daisy, each flower around a marble of the opponent" },
    Choice { name: "snakes", about: "two lines that wind around each other" },
    Choice { name: "alien", about: "mixed groups at the top and at the bottom" },
    Choice { name: "domination", about: "two groups each, on opposite sides, that meet in the centre" },
    Choice { name: "wall", about: "two walls along the middle row" },
    Choice { name: "fujiyama", about: "triangles with marbles of the opponent inside" },
];

/// The board of a variant.
pub(super) fn layout(variant: &str) -> Option<&'static str> {
    LAYOUTS.iter().find(|(name, _)| *name == variant).map(|(_, board)| *board)
}
