//! Summaries for the tests of reports: made up, but with every kind of figure in them.

use cutfirst::random::Random;

use super::Context;
use crate::cell::{Cell, Design, Row, Start};
use crate::plan::Plan;
use crate::published::{Reading, tables};
use crate::summary::Summary;

/// Text that breaks a page which does not escape it.
pub(crate) const HOSTILE: &str = "<script>alert(\"1\")</script> & 'co'";

/// Arms and the share of the control's nodes that each takes.
const ARMS: [(&str, f64); 7] = [
    ("none", 1.0),
    ("killer:2", 0.8),
    ("history:square", 0.7),
    ("ads:mtf", 0.6),
    ("ads:transpose", 0.7),
    ("ads:mtf,limit=5", 0.65),
    ("ads:mtf,limit=5,per-level", 0.66),
];

/// A context with all of its parts, and hostile ones.
pub(crate) fn context() -> Context {
    Context {
        command: format!("cutfirst lab run '{HOSTILE}.toml'"),
        version: "0.1.0".to_owned(),
        parameters: vec![("combine".to_owned(), "zero-sum".to_owned()), (HOSTILE.to_owned(), "1".to_owned())],
        notes: vec![HOSTILE.to_owned()],
    }
}

/// Two depths of Othello and one of checkers in both designs, twelve trials each.
pub(crate) fn summary() -> Summary {
    let reading = Reading::default();
    let cells = [
        reading.cell("othello", 2, 4, Start::Initial),
        reading.cell("othello", 2, 6, Start::Initial),
        reading.cell("checkers", 2, 6, Start::Midgame),
    ];
    let mut random = Random::keyed(&[1]);
    let summary = made_up(&cells, &ARMS.map(|(arm, _)| arm), 12, &mut |arm, cell| {
        let share = ARMS.iter().find(|(name, _)| *name == arm).map_or(1.0, |(_, share)| *share);
        let size = 3.6_f64.powi(cell.ply as i32) * 5.0;
        (size * share * (0.8 + 0.004 * random.below(100) as f64)) as u64
    });
    Summary { reproduces: true, ..summary }
}

/// A plan that has not begun.
pub(crate) fn empty() -> Summary {
    made_up(&[], &[], 1, &mut |_, _| 0)
}

/// One trial of each arm.
pub(crate) fn one_trial() -> Summary {
    let cell = Reading::default().cell("othello", 2, 4, Start::Initial);
    made_up(&[cell], &ARMS.map(|(arm, _)| arm), 1, &mut |arm, _| 100 + arm.len() as u64)
}

/// Every trial takes the same nodes, none at all if `nodes` is 0.
pub(crate) fn constant(nodes: u64) -> Summary {
    let cell = Reading::default().cell("othello", 2, 4, Start::Initial);
    made_up(&[cell], &ARMS.map(|(arm, _)| arm), 3, &mut |_, _| nodes)
}

/// A cell that no paper has.
pub(crate) fn unpublished() -> Summary {
    let cell = Cell {
        ply: 3,
        variant: HOSTILE.to_owned(),
        ..Reading::default().cell("othello", 2, 4, Start::Midgame)
    };
    made_up(&[cell], &["none", "ads:mtf", HOSTILE], 4, &mut |arm, _| 1000 - 10 * arm.len() as u64)
}

/// One arm with nothing to measure it against.
pub(crate) fn without_control() -> Summary {
    let cell = Reading::default().cell("virus", 4, 4, Start::Midgame);
    made_up(&[cell], &["ads:mtf"], 3, &mut |_, cell| u64::from(cell.ply))
}

/// Exact and selective arms, and a control of one's own choice.
pub(crate) fn selective() -> Summary {
    let cell = crate::abalone::cell(3);
    let arms = ["killer:2", "ads:mtf", "none clip=9", "killer:2 clip=9"];
    made_up(&[cell], &arms, 4, &mut |arm, _| 1000 - 40 * arm.len() as u64 - 300 * u64::from(arm == "ads:mtf"))
}

/// All of them.
pub(crate) fn all() -> Vec<Summary> {
    let empty = [empty(), one_trial(), constant(50), constant(0), unpublished(), without_control()];
    [summary(), selective()].into_iter().chain(empty).collect()
}

fn made_up(cells: &[Cell], arms: &[&str], trials: u32, nodes: &mut dyn FnMut(&str, &Cell) -> u64) -> Summary {
    let arms: Vec<String> = arms.iter().map(|arm| (*arm).to_owned()).collect();
    let mut plan = Plan {
        name: format!("sample {HOSTILE}"),
        seed: 7,
        trials,
        designs: Design::ALL.to_vec(),
        cells: Vec::new(),
        question: None,
        published: None,
    };
    let mut rows = Vec::new();
    for cell in cells {
        plan.add_cell(cell, &arms);
        for &design in Design::ALL.iter().filter(|&&design| cell.allows(design)) {
            for arm in &arms {
                for trial in 0..trials {
                    let nodes = nodes(arm, cell);
                    rows.push(row(cell, design, arm, trial, nodes));
                }
            }
        }
    }
    Summary::new(&plan, rows, &tables(&Reading::default()))
}

fn row(cell: &Cell, design: Design, arm: &str, trial: u32, nodes: u64) -> Row {
    Row {
        searches: cell.turns,
        nodes,
        leaves: nodes / 2,
        makes: nodes.saturating_sub(1),
        evaluations: nodes / 2,
        cutoffs: nodes / 4,
        first_move_cutoffs: nodes / 5,
        list_lengths: if arm.starts_with("ads") { [20, 31] } else { [0, 0] },
        levels: (0..u64::from(cell.ply))
            .map(|level| [level * nodes / 10, level * nodes / 12, level, 2 * level])
            .collect(),
        ..Row::new(cell.to_string(), design, arm, trial)
    }
}
