//! Trials are the laboratory's contract: the nodes of a few small ones, for every game of the papers,
//! both designs and both starts, are pinned in `golden.txt`.
//!
//! Besides the search itself they depend on seeds, openings, turns and the order in which lists are
//! taught. A change that alters them on purpose makes stored results incomparable; it runs
//! `UPDATE_GOLDEN=1 cargo test -p cutfirst-lab --test golden` and says in its commit what changed and why.

use std::collections::BTreeMap;
use std::path::Path;

use cutfirst_lab::plan::Plan;

/// What it leaves to defaults is part of a cell's name, so that a changed default shows as well.
const PLAN: &str = r#"
seed = 2024
trials = 2
designs = ["paper", "paired"]

[[experiment]]
game = "othello"
evaluations = ["discs"]
plies = [3, 4]
starts = ["initial", "midgame"]
turns = 3
opening-turns = 4
arms = ["none", "ads:mtf", "ads:transpose", "killer:2"]

[[experiment]]
game = "checkers"
plies = [3, 4]
starts = ["initial", "midgame"]
turns = 3
opening-turns = 4
arms = ["none", "ads:mtf", "ads:mtf,limit=5", "history:square"]

[[experiment]]
game = "focus"
players = 2
plies = [2]
starts = ["initial", "midgame"]
turns = 2
opening-turns = 2
arms = ["none", "ads:mtf", "ads:mtf,per-level"]

[[experiment]]
game = "focus"
players = 4
plies = [2]
starts = ["initial", "midgame"]
turns = 2
opening-turns = 1
arms = ["none", "ads:mtf"]

[[experiment]]
game = "virus"
players = 2
plies = [3]
starts = ["initial", "midgame"]
turns = 3
opening-turns = 3
arms = ["none", "ads:mtf"]

[[experiment]]
game = "virus"
players = 4
plies = [3]
starts = ["initial", "midgame"]
turns = 4
opening-turns = 4
arms = ["none", "ads:mtf", "threat:mtf+ads:mtf"]

[[experiment]]
game = "chinese-checkers"
players = 2
plies = [2]
starts = ["initial", "midgame"]
turns = 2
opening-turns = 2
arms = ["none", "ads:mtf"]

[[experiment]]
game = "chinese-checkers"
players = 4
plies = [2]
starts = ["initial", "midgame"]
turns = 2
opening-turns = 1
arms = ["none", "ads:mtf"]

[[experiment]]
game = "chinese-checkers"
players = 6
plies = [2]
starts = ["initial"]
turns = 2
arms = ["none", "ads:mtf"]
"#;

/// Nodes by "cell design arm trial".
type Golden = BTreeMap<String, u64>;

#[test]
fn nodes_of_trials_are_as_pinned() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden.txt");
    let found = measure();
    if std::env::var_os("UPDATE_GOLDEN").is_some_and(|value| !value.is_empty() && value != "0") {
        std::fs::write(&path, write(&found)).expect("golden.txt can be written");
        return;
    }
    let pinned = read(&std::fs::read_to_string(&path).expect("golden.txt can be read"));
    let names = pinned.keys().chain(found.keys().filter(|name| !pinned.contains_key(*name)));
    let shown = |nodes: Option<&u64>| nodes.map_or_else(|| "nothing".to_owned(), u64::to_string);
    let changed: Vec<_> = names
        .filter(|name| pinned.get(*name) != found.get(*name))
        .map(|name| format!("{name}: {} → {}", shown(pinned.get(name)), shown(found.get(name))))
        .collect();
    assert!(
        changed.is_empty(),
        "the nodes of {} trials changed:\n{}\nIf that is on purpose: UPDATE_GOLDEN=1 cargo test -p cutfirst-lab \
         --test golden",
        changed.len(),
        changed.join("\n")
    );
}

fn measure() -> Golden {
    let plan = Plan::parse(PLAN).expect("a plan");
    let rows = plan.trials().flat_map(|trial| trial.run().expect("a possible trial"));
    rows.map(|row| (format!("{} {} {} {}", row.cell, row.design, row.arm, row.trial), row.nodes)).collect()
}

fn write(golden: &Golden) -> String {
    let mut text = "# Nodes of trials: cell, design, arm, trial, nodes.\n".to_owned();
    for (name, nodes) in golden {
        text.push_str(&format!("{name} {nodes}\n"));
    }
    text
}

fn read(text: &str) -> Golden {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let (name, nodes) = line.rsplit_once(' ').expect("a name and a number");
            (name.to_owned(), nodes.parse().expect("a number"))
        })
        .collect()
}
