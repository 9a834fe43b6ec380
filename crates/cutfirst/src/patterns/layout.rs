//! Which sets of cells an evaluation looks at.

use std::collections::HashMap;

use crate::game::{MAX_PLAYERS, Player};
use crate::powers::Cells;

/// The most entries that a laid pattern has.
const LAID_ENTRIES: usize = 6561;
/// The most entries that a pattern can have at all.
const MOST_ENTRIES: usize = 1 << 16;
/// The most symmetries of a board, and cells, and sets of cells.
const MOST_SYMMETRIES: usize = 64;
const MOST_CELLS: usize = 1024;
const MOST_SETS: usize = 4096;
/// The most entries of all patterns.
const MOST_WEIGHTS: usize = 1 << 22;
/// The shortest line that is worth a table.
const SHORTEST_LINE: usize = 3;
/// So many laid sets may share a cell, on average, before neighbourhoods are thinned out.
const CROWDED: usize = 8;

/// Why patterns cannot be laid over a board, in one line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct LayoutError(String);

impl LayoutError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

/// Sets of cells that are each other's images: they share a table.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Class {
    /// The cells of one of the sets, in the order of its table's digits.
    pub(super) cells: Vec<u16>,
    /// The number of entries of the table.
    pub(super) size: usize,
    /// Entries that are the same by symmetry have the same number here.
    pub(super) ties: Vec<u32>,
}

/// A set of cells as the first player sees the board.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Set {
    pub(super) class: usize,
    pub(super) cells: Vec<u16>,
}

/// The sets of cells that an evaluation of one game looks at, and how its weights are arranged.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    pub(super) players: usize,
    pub(super) cells: usize,
    pub(super) states: usize,
    pub(super) seen_states: usize,
    pub(super) phases: usize,
    pub(super) gauges: &'static [usize],
    pub(super) rules: String,
    pub(super) classes: Vec<Class>,
    pub(super) sets: Vec<Set>,
    /// Cells that are each other's images have the same number.
    pub(super) kinds_of_cells: Vec<u16>,
    pub(super) cell_kinds: usize,
}

impl Layout {
    /// The patterns that the game names, or lines and neighbourhoods if it names none.
    ///
    /// # Errors
    /// If the board is too large, or what the game tells of it is impossible.
    pub fn new<G: Cells>(game: &G) -> Result<Self, LayoutError> {
        let board = Board::new(game)?;
        let named = game.patterns();
        let bases = if named.is_empty() { board.lay() } else { named };
        Self::of_bases(game, &board, &bases)
    }

    /// The patterns that `bases` and their images make.
    pub(super) fn with_bases<G: Cells>(game: &G, bases: &[Vec<usize>]) -> Result<Self, LayoutError> {
        Self::of_bases(game, &Board::new(game)?, bases)
    }

    fn of_bases<G: Cells>(game: &G, board: &Board, bases: &[Vec<usize>]) -> Result<Self, LayoutError> {
        let mut known = HashMap::new();
        let (mut classes, mut sets, mut entries) = (Vec::new(), Vec::new(), 0);
        let lonely = |sets: &[Set]| {
            let covered = |cell: &usize| sets.iter().any(|set| set.cells.contains(&(*cell as u16)));
            (0..board.cells).find(|cell| !covered(cell)).map(|cell| vec![cell])
        };
        let mut left = bases.iter().cloned();
        // A cell that no set holds gets one of its own.
        while let Some(base) = left.next().or_else(|| lonely(&sets)) {
            board.check_base(&base)?;
            if known.contains_key(&sorted(&base)) {
                continue;
            }
            let class = classes.len();
            for image in board.images(&base) {
                known.entry(sorted(&image)).or_insert_with(|| {
                    sets.push(Set { class, cells: image.iter().map(|&cell| cell as u16).collect() });
                });
            }
            if sets.len() > MOST_SETS {
                return Err(LayoutError::new(format!("there are more than {MOST_SETS} sets of cells")));
            }
            entries += power(board.seen_states, base.len());
            if entries > MOST_WEIGHTS {
                return Err(LayoutError::new(format!("the patterns have more than {MOST_WEIGHTS} entries")));
            }
            classes.push(board.class(&base));
        }
        let (kinds_of_cells, cell_kinds) = board.kinds_of_cells();
        Ok(Self {
            players: game.players(),
            cells: board.cells,
            states: game.states(),
            seen_states: board.seen_states,
            phases: game.phases().max(1),
            gauges: game.gauges(),
            rules: game.rules(),
            classes,
            sets,
            kinds_of_cells,
            cell_kinds,
        })
    }

    /// How many weights a phase has.
    pub(super) fn weights(&self) -> usize {
        self.groups().last().map_or(0, |group| group.start + group.size)
    }

    /// How many sets of cells are looked at.
    #[must_use]
    pub fn sets(&self) -> usize {
        self.sets.len()
    }

    /// How many weights there are in all.
    #[must_use]
    pub fn all_weights(&self) -> usize {
        self.phases * self.weights()
    }

    /// Where the weights of what is looked at lie within a phase.
    pub(super) fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut add = |name: String, size: usize| {
            let start = groups.last().map_or(0, |group| group.start + group.size);
            groups.push(Group { name, start, size });
        };
        add("bias".to_owned(), 1);
        add("material".to_owned(), self.seen_states);
        add("cells".to_owned(), self.cell_kinds * self.seen_states);
        for (number, size) in self.gauges.iter().enumerate() {
            add(format!("gauge.{number}"), 2 * size);
        }
        for (number, class) in self.classes.iter().enumerate() {
            add(format!("pattern.{number}"), class.size);
        }
        groups
    }

    pub(super) const BIAS: usize = 0;
    pub(super) const MATERIAL: usize = 1;

    /// The weight of a state in a cell of some kind.
    pub(super) fn cell_weight(&self, kind: usize, state: usize) -> usize {
        Self::MATERIAL + self.seen_states * (1 + kind) + state
    }

    /// The first weight of every gauge.
    pub(super) fn gauge_starts(&self) -> Vec<usize> {
        let first = self.cell_weight(self.cell_kinds, 0);
        let after = self.gauges.iter().scan(first, |next, size| {
            let start = *next;
            *next += 2 * size;
            Some(start)
        });
        after.collect()
    }

    /// The first weight of every class.
    pub(super) fn class_starts(&self) -> Vec<usize> {
        let mut next = self.cell_weight(self.cell_kinds, 0) + 2 * self.gauges.iter().sum::<usize>();
        let mut starts = Vec::with_capacity(self.classes.len());
        for class in &self.classes {
            starts.push(next);
            next += class.size;
        }
        starts
    }

    /// The cells of one set of each class, as written in files.
    pub(super) fn bases_text(&self) -> String {
        let words = self
            .classes
            .iter()
            .map(|class| class.cells.iter().map(u16::to_string).collect::<Vec<_>>().join(" "));
        words.collect::<Vec<_>>().join(", ")
    }
}

/// Weights that belong together.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Group {
    pub(super) name: String,
    pub(super) start: usize,
    pub(super) size: usize,
}

fn sorted(cells: &[usize]) -> Vec<usize> {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    sorted
}

/// What a game tells of its board.
struct Board {
    cells: usize,
    states: usize,
    seen_states: usize,
    symmetries: Vec<Vec<usize>>,
    /// Whole lines, and the neighbours of each cell.
    lines: Vec<Vec<usize>>,
    neighbours: Vec<Vec<usize>>,
}

impl Board {
    fn new<G: Cells>(game: &G) -> Result<Self, LayoutError> {
        let (cells, states, seen_states) = (game.cells(), game.states(), game.seen_states());
        if !(1..=MOST_CELLS).contains(&cells) {
            return Err(LayoutError::new(format!("a board has 1 to {MOST_CELLS} cells, not {cells}")));
        }
        if !(2..=MAX_PLAYERS).contains(&game.players()) {
            return Err(LayoutError::new(format!("patterns are for 2 to {MAX_PLAYERS} players")));
        }
        if !(2..=256).contains(&states) || !(2..=states).contains(&seen_states) {
            return Err(LayoutError::new(format!(
                "a cell has 2 to 256 states, of which players tell at most as many apart, not {states} and {seen_states}"
            )));
        }
        for player in Player::all(game.players()) {
            let places: Vec<_> = (0..cells).map(|cell| game.place(cell, player)).collect();
            check_permutation(&places, || format!("the places that {player} sees"))?;
        }
        let symmetries = closure(cells, &game.symmetries())?;
        let (lines, neighbours) = lines_and_neighbours(game)?;
        Ok(Self { cells, states, seen_states, symmetries, lines, neighbours })
    }

    /// As many cells as tables of laid patterns may have.
    fn laid_cells(&self) -> usize {
        (1..).take_while(|&cells| power(self.states, cells) <= LAID_ENTRIES).last().unwrap_or(1)
    }

    /// Lines, cut into pieces where they are too long, and neighbourhoods.
    fn lay(&self) -> Vec<Vec<usize>> {
        let most = self.laid_cells();
        let mut laid = Vec::new();
        for line in self.lines.iter().filter(|line| line.len() >= SHORTEST_LINE.min(most)) {
            let pieces = line.len().div_ceil(most);
            for piece in 0..pieces {
                let start = if pieces == 1 { 0 } else { piece * (line.len() - most) / (pieces - 1) };
                laid.push(line[start..(start + most).min(line.len())].to_vec());
            }
        }
        let crowd: usize = laid.iter().map(Vec::len).sum();
        let room = (CROWDED * self.cells).saturating_sub(crowd) / most;
        // On boards with many lines, every second or third cell gets a neighbourhood.
        let step = self.cells.div_ceil(room.max(1)).min(3);
        let centres = (0..self.cells).filter(|&cell| {
            let images = self.symmetries.iter().map(|symmetry| symmetry[cell]);
            images.min().unwrap_or(cell).is_multiple_of(step)
        });
        laid.extend(centres.map(|cell| self.neighbourhood(cell, most)));
        laid
    }

    /// A cell and those nearest to it.
    fn neighbourhood(&self, centre: usize, most: usize) -> Vec<usize> {
        let mut cells = vec![centre];
        let mut at = 0;
        while cells.len() < most && at < cells.len() {
            for &near in &self.neighbours[cells[at]] {
                if cells.len() < most && !cells.contains(&near) {
                    cells.push(near);
                }
            }
            at += 1;
        }
        cells
    }

    fn check_base(&self, base: &[usize]) -> Result<(), LayoutError> {
        if base.is_empty() || base.iter().any(|&cell| cell >= self.cells) {
            let most = self.cells - 1;
            return Err(LayoutError::new(format!("a pattern has cells from 0 to {most}, not {base:?}")));
        }
        if sorted(base).windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(LayoutError::new(format!("the pattern {base:?} has a cell twice")));
        }
        if power(self.states, base.len()) > MOST_ENTRIES {
            let (states, cells) = (self.states, base.len());
            return Err(LayoutError::new(format!(
                "a pattern of {cells} cells with {states} states has more than {MOST_ENTRIES} entries"
            )));
        }
        Ok(())
    }

    fn images(&self, base: &[usize]) -> impl Iterator<Item = Vec<usize>> {
        self.symmetries.iter().map(move |symmetry| base.iter().map(|&cell| symmetry[cell]).collect())
    }

    fn class(&self, base: &[usize]) -> Class {
        let size = power(self.seen_states, base.len());
        // Where each cell goes under the symmetries that leave the set as it is.
        let mut turns: Vec<Vec<usize>> = Vec::new();
        for image in self.images(base) {
            let turn: Option<Vec<_>> =
                image.iter().map(|cell| base.iter().position(|other| other == cell)).collect();
            turns.extend(turn.filter(|turn| !turns.contains(turn)));
        }
        let cells = base.iter().map(|&cell| cell as u16).collect();
        if turns.len() == 1 {
            return Class { cells, size, ties: (0..size as u32).collect() };
        }
        let powers: Vec<_> = (0..base.len()).map(|digit| power(self.seen_states, digit)).collect();
        let tied = |entry: usize| {
            let turned = turns.iter().map(|turn| {
                let digits = powers.iter().map(|power| entry / power % self.seen_states);
                digits.zip(turn).map(|(digit, &to)| digit * powers[to]).sum::<usize>()
            });
            turned.min().unwrap_or(entry) as u32
        };
        let ties = (0..size).map(tied).collect();
        Class { cells, size, ties }
    }

    fn kinds_of_cells(&self) -> (Vec<u16>, usize) {
        let first = |cell: usize| self.symmetries.iter().map(|symmetry| symmetry[cell]).min().unwrap_or(cell);
        let firsts: Vec<_> = (0..self.cells).map(first).collect();
        let mut kinds = sorted(&firsts);
        kinds.dedup();
        let kind = |first: &usize| kinds.partition_point(|kind| kind < first) as u16;
        (firsts.iter().map(kind).collect(), kinds.len())
    }
}

fn power(states: usize, cells: usize) -> usize {
    u32::try_from(cells).ok().and_then(|cells| states.checked_pow(cells)).unwrap_or(usize::MAX)
}

fn check_permutation(cells: &[usize], what: impl Fn() -> String) -> Result<(), LayoutError> {
    let is_one = sorted(cells).iter().copied().eq(0..cells.len());
    if is_one { Ok(()) } else { Err(LayoutError::new(format!("{} are no permutation of the cells", what()))) }
}

/// All permutations that follow from some.
fn closure(cells: usize, generators: &[Vec<usize>]) -> Result<Vec<Vec<usize>>, LayoutError> {
    for generator in generators {
        if generator.len() != cells {
            return Err(LayoutError::new(format!("a symmetry has {} cells, not {cells}", generator.len())));
        }
        check_permutation(generator, || "the cells of a symmetry".to_owned())?;
    }
    let mut all = vec![(0..cells).collect::<Vec<_>>()];
    let mut at = 0;
    while at < all.len() {
        for generator in generators {
            let next: Vec<_> = all[at].iter().map(|&cell| generator[cell]).collect();
            if !all.contains(&next) {
                all.push(next);
            }
        }
        if all.len() > MOST_SYMMETRIES {
            return Err(LayoutError::new(format!("there are more than {MOST_SYMMETRIES} symmetries")));
        }
        at += 1;
    }
    Ok(all)
}

type LinesAndNeighbours = (Vec<Vec<usize>>, Vec<Vec<usize>>);

fn lines_and_neighbours<G: Cells>(game: &G) -> Result<LinesAndNeighbours, LayoutError> {
    let cells = game.cells();
    let (mut lines, mut neighbours) = (Vec::new(), vec![Vec::new(); cells]);
    for axis in 0..game.axes() {
        let next: Vec<_> = (0..cells).map(|cell| game.next(cell, axis)).collect();
        let mut has_previous = vec![false; cells];
        for (cell, &next) in next.iter().enumerate() {
            let Some(next) = next else { continue };
            if next >= cells || std::mem::replace(&mut has_previous[next], true) {
                return Err(LayoutError::new(format!("axis {axis} leads to cell {next} twice, or nowhere")));
            }
            neighbours[cell].push(next);
            neighbours[next].push(cell);
        }
        for start in (0..cells).filter(|&cell| !has_previous[cell]) {
            let mut line = vec![start];
            while let Some(next) = next[line[line.len() - 1]] {
                line.push(next);
            }
            lines.push(line);
        }
    }
    for near in &mut neighbours {
        near.sort_unstable();
        near.dedup();
    }
    Ok((lines, neighbours))
}
