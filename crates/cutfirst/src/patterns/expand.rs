//! Weights arranged for the search: the board as it is, whoever looks at it.
//!
//! A set of cells has one index, of the states as they are; its table holds, side by side, what each player makes of it.
//! Sets whose entries mean the same to everybody share a table. What single cells are worth is spread over the sets that
//! hold them, so that only sets are looked up.

use std::collections::HashMap;

use super::BASE;
use super::layout::Layout;
use super::weights::Weights;
use crate::game::Player;
use crate::powers::Cells;

/// Weights made ready for positions of one game.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Model {
    pub(super) weights: Weights,
    pub(super) players: usize,
    /// Whether sums are kept up to date beside indices.
    pub(super) keeps_sums: bool,
    /// How much room indices take: a power of two that is not below the number of sets, or none if every set is one cell,
    /// whose state is the index.
    pub(super) stride: usize,
    /// Which sets a cell belongs to, and what one more of its state adds to their indices.
    pub(super) users: Vec<Vec<User>>,
    /// Where the table of each set begins, within a phase.
    pub(super) starts: Vec<u32>,
    /// The tables of each phase: [set's table][index][player], for two players [player][set's table][index].
    pub(super) tables: Vec<Vec<i16>>,
    /// How many entries all sets' tables have together.
    pub(super) entries: usize,
    /// For each phase the bias, and what gauges are worth.
    pub(super) bias: Vec<i32>,
    pub(super) gauges: Vec<Vec<Gauge>>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct User {
    pub(super) set: u16,
    pub(super) step: u16,
    /// Where the set's table begins.
    pub(super) start: u32,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Gauge {
    pub(super) own: Vec<i16>,
    pub(super) other: Vec<i16>,
}

/// A set as one player sees it: its class, and which digit of the class each cell is.
type Sight = (usize, Vec<usize>);

/// A set of cells of the board as it is.
struct Plain {
    cells: Vec<usize>,
    /// For each player.
    sights: Vec<Sight>,
}

impl Model {
    pub(super) fn new<G: Cells>(game: &G, weights: Weights) -> Self {
        let plain = plain_sets(game, &weights.layout);
        let mut users = vec![Vec::new(); weights.layout.cells];
        for (number, set) in plain.iter().enumerate() {
            let mut step = 1;
            for &cell in &set.cells {
                users[cell].push(User { set: number as u16, step: step as u16, start: 0 });
                step *= weights.layout.states;
            }
        }
        let expand = Expand::new(game, &weights, &users);
        let (starts, examples) = expand.share_tables(&plain);
        for user in users.iter_mut().flatten() {
            user.start = starts[usize::from(user.set)];
        }
        let phases = 0..weights.layout.phases;
        let tables = phases.clone().map(|phase| {
            let tables = examples.iter().flat_map(|&set| expand.table(phase, &plain[set]));
            let tables: Vec<i16> = tables.collect();
            if weights.layout.players > 2 {
                return tables;
            }
            let of_first = tables.iter().step_by(2);
            of_first.chain(tables.iter().skip(1).step_by(2)).copied().collect()
        });
        let tables: Vec<Vec<i16>> = tables.collect();
        let entries = tables.first().map_or(0, |table| table.len() / weights.layout.players);
        let bias = phases.clone().map(|phase| expand.values(phase)[Layout::BIAS].into()).collect();
        let gauges = phases.map(|phase| expand.gauges(phase)).collect();
        let players = weights.layout.players;
        // Where leaves are judged by what a move changes; other weights of two players are asked only at a leaf and for one.
        let keeps_sums = players > 2 || weights.note(BASE).is_some() || G::TELLS_ENDS;
        let are_cells = plain.iter().all(|set| set.cells.len() == 1);
        let stride = match starts.len() {
            _ if are_cells && keeps_sums && weights.layout.phases == 1 => 0,
            0..=64 => 64,
            65..=128 => 128,
            129..=512 => 512,
            more => more.next_power_of_two(),
        };
        Self { players, keeps_sums, stride, users, starts, tables, entries, bias, gauges, weights }
    }
}

/// The sets of all players, each once.
fn plain_sets<G: Cells>(game: &G, layout: &Layout) -> Vec<Plain> {
    let mut plain: Vec<Plain> = Vec::new();
    let mut known: HashMap<Vec<usize>, usize> = HashMap::new();
    let mut inverses = Vec::new();
    for player in Player::all(layout.players) {
        let mut inverse = vec![0; layout.cells];
        for cell in 0..layout.cells {
            inverse[game.place(cell, player)] = cell;
        }
        inverses.push(inverse);
    }
    let class_of: HashMap<Vec<u16>, usize> = layout
        .sets
        .iter()
        .enumerate()
        .map(|(number, set)| {
            let mut cells = set.cells.clone();
            cells.sort_unstable();
            (cells, number)
        })
        .collect();
    // A set that only another player's sets hold is looked at by nobody else: it counts nothing for them.
    for inverse in &inverses {
        for set in &layout.sets {
            let cells: Vec<_> = set.cells.iter().map(|&cell| inverse[usize::from(cell)]).collect();
            let mut sorted = cells.clone();
            sorted.sort_unstable();
            known.entry(sorted).or_insert_with(|| {
                plain.push(Plain { cells, sights: Vec::new() });
                plain.len() - 1
            });
        }
    }
    for set in &mut plain {
        for player in Player::all(layout.players) {
            let seen: Vec<_> = set.cells.iter().map(|&cell| game.place(cell, player) as u16).collect();
            let mut sorted = seen.clone();
            sorted.sort_unstable();
            let sight = class_of.get(&sorted).map(|&number| {
                let own = &layout.sets[number];
                let digit = |cell| own.cells.iter().position(|other| other == cell).unwrap_or(0);
                (own.class, seen.iter().map(digit).collect())
            });
            set.sights.push(sight.unwrap_or((usize::MAX, Vec::new())));
        }
    }
    plain
}

/// Turns weights into tables.
struct Expand<'a> {
    weights: &'a Weights,
    class_starts: Vec<usize>,
    /// [player][state]: how he sees it.
    seen: Vec<Vec<usize>>,
    /// [player][cell]: the kind of cell that he sees there.
    kinds: Vec<Vec<usize>>,
    /// How many sets hold each cell.
    holders: Vec<usize>,
}

impl<'a> Expand<'a> {
    fn new<G: Cells>(game: &G, weights: &'a Weights, users: &[Vec<User>]) -> Self {
        let layout = &weights.layout;
        let of_player = |player| {
            let kind = |cell| usize::from(layout.kinds_of_cells[game.place(cell, player)]);
            (0..layout.cells).map(kind).collect()
        };
        let seen = |player| (0..layout.states).map(|state| game.seen_by(state, player)).collect();
        Self {
            weights,
            class_starts: layout.class_starts(),
            seen: Player::all(layout.players).map(seen).collect(),
            kinds: Player::all(layout.players).map(of_player).collect(),
            holders: users.iter().map(Vec::len).collect(),
        }
    }

    /// Where the table of each set begins, and one set for each table.
    fn share_tables(&self, plain: &[Plain]) -> (Vec<u32>, Vec<usize>) {
        let layout = &self.weights.layout;
        let mut known = HashMap::new();
        let (mut starts, mut examples, mut next) = (Vec::new(), Vec::new(), 0);
        for (number, set) in plain.iter().enumerate() {
            let kinds = self.kinds.iter().flat_map(|kinds| set.cells.iter().map(|&cell| kinds[cell]));
            let holders = set.cells.iter().map(|&cell| self.holders[cell]);
            let key = (&set.sights, kinds.chain(holders).collect::<Vec<_>>());
            let start = *known.entry(key).or_insert_with(|| {
                examples.push(number);
                let start = next;
                let beside = if layout.players == 2 { 1 } else { layout.players };
                next += (layout.states.pow(set.cells.len() as u32) * beside) as u32;
                start
            });
            starts.push(start);
        }
        (starts, examples)
    }

    fn values(&self, phase: usize) -> &[i16] {
        let size = self.weights.layout.weights();
        &self.weights.values[phase * size..(phase + 1) * size]
    }

    fn table(&self, phase: usize, set: &Plain) -> Vec<i16> {
        let layout = &self.weights.layout;
        let values = self.values(phase);
        let entries = layout.states.pow(set.cells.len() as u32);
        let mut table = Vec::with_capacity(entries * layout.players);
        let mut states = vec![0; set.cells.len()];
        for _ in 0..entries {
            for player in 0..layout.players {
                let mut value = 0.0;
                let (class, digits) = &set.sights[player];
                if let Some(start) = self.class_starts.get(*class) {
                    let digit = |(&state, &digit): (&usize, &usize)| {
                        self.seen[player][state] * layout.seen_states.pow(digit as u32)
                    };
                    let entry: usize = states.iter().zip(digits).map(digit).sum();
                    let tied = layout.classes[*class].ties[entry] as usize;
                    value += f64::from(values[start + tied]);
                }
                for (&cell, &state) in set.cells.iter().zip(&states) {
                    let state = self.seen[player][state];
                    let single = values[layout.cell_weight(self.kinds[player][cell], state)];
                    let material = values[Layout::MATERIAL + state];
                    value += (f64::from(single) + f64::from(material)) / self.holders[cell] as f64;
                }
                table.push(value.round().clamp(-32_000.0, 32_000.0) as i16);
            }
            for state in &mut states {
                *state += 1;
                if *state < layout.states {
                    break;
                }
                *state = 0;
            }
        }
        table
    }

    fn gauges(&self, phase: usize) -> Vec<Gauge> {
        let layout = &self.weights.layout;
        let values = self.values(phase);
        let gauges = layout.gauges.iter().zip(layout.gauge_starts()).map(|(&size, start)| {
            let (own, other) = values[start..start + 2 * size].split_at(size);
            Gauge { own: own.to_vec(), other: other.to_vec() }
        });
        gauges.collect()
    }
}
