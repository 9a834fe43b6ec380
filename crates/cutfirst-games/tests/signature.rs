//! Node count is the contract: the nodes of plain searches of every game, number of players and
//! evaluation with a handful of orders are pinned in `signature.txt`.
//!
//! A change that alters them on purpose runs `UPDATE_SIGNATURE=1 cargo test -p cutfirst-games --test
//! signature` and says in its commit what changed and why.

mod playout;

use std::collections::BTreeMap;
use std::path::Path;

use cutfirst::engine::{Engine, Settings};
use cutfirst::evaluation::Evaluation;
use cutfirst::random::Random;
use cutfirst::search::Limit;
use cutfirst_games::board_game::{BoardGame, EvaluationVisitor};
use cutfirst_games::catalog::{GAMES, GameVisitor, with_game};
use playout::{random_position, start};

const ORDERS: [&str; 10] = [
    "none",
    "killer:2",
    "history:square",
    "ads:mtf",
    "ads:transpose",
    "ads:mtf,limit=5",
    "ads:mtf,per-level",
    "ads:set",
    "static",
    "evaluate:2",
];

/// Only where opponents share a node.
const WITH_THREATS: &str = "threat:mtf+ads:mtf";

/// How deep, by game and number of players: some thousands of nodes each.
fn depth(game: &str, players: usize) -> u32 {
    match (game, players) {
        ("othello" | "checkers", _) => 5,
        ("virus", 2) => 5,
        ("virus", _) => 4,
        ("focus", 3) => 4,
        _ => 3,
    }
}

#[test]
fn nodes_are_as_pinned() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/signature.txt");
    let found = measure();
    if std::env::var_os("UPDATE_SIGNATURE").is_some_and(|value| !value.is_empty() && value != "0") {
        std::fs::write(&path, write(&found)).expect("signature.txt can be written");
        return;
    }
    let pinned = read(&std::fs::read_to_string(&path).expect("signature.txt can be read"));
    let names = pinned.keys().chain(found.keys().filter(|name| !pinned.contains_key(*name)));
    let shown = |nodes: Option<&u64>| nodes.map_or_else(|| "nothing".to_owned(), u64::to_string);
    let changed: Vec<_> = names
        .filter(|name| pinned.get(*name) != found.get(*name))
        .map(|name| format!("{name}: {} → {}", shown(pinned.get(name)), shown(found.get(name))))
        .collect();
    assert!(
        changed.is_empty(),
        "{} node counts changed:\n{}\nIf that is on purpose: UPDATE_SIGNATURE=1 cargo test -p cutfirst-games \
         --test signature",
        changed.len(),
        changed.join("\n")
    );
}

/// Nodes by "game players evaluation order".
type Signature = BTreeMap<String, u64>;

fn measure() -> Signature {
    let mut signature = Signature::new();
    for info in GAMES {
        for &players in info.players {
            with_game(info.name, OfGame { players, signature: &mut signature }).expect("a game of its own");
        }
    }
    signature
}

struct OfGame<'a> {
    players: usize,
    signature: &'a mut Signature,
}

impl GameVisitor for OfGame<'_> {
    type Output = ();

    fn visit<G: BoardGame>(self) {
        let begin: G = start(self.players, None);
        // Many openings look the same from any order; the middle of a game does not.
        let middle = random_position(&begin, 4 * self.players, &mut Random::new(self.players as u64));
        for evaluation in G::INFO.evaluations {
            let threats = (self.players > 2).then_some(WITH_THREATS);
            for order in ORDERS.into_iter().chain(threats) {
                let name = format!("{} {} {} {order}", G::INFO.name, self.players, evaluation.name);
                let nodes = [&begin, &middle].map(|game| {
                    G::with_evaluation(evaluation.name, OfEvaluation { game, order }).expect("its evaluation")
                });
                self.signature.insert(name, nodes.iter().sum());
            }
        }
    }
}

struct OfEvaluation<'a, G> {
    game: &'a G,
    order: &'static str,
}

impl<G: BoardGame> EvaluationVisitor<G> for OfEvaluation<'_, G> {
    type Output = u64;

    fn visit<E: Evaluation<G>>(self, evaluation: E) -> u64 {
        let players = self.game.players();
        let settings = Settings::plain(players).with_order(self.order.parse().expect("an order"));
        let mut engine = Engine::new(self.game, evaluation, settings).expect("a game with all powers");
        let limit = Limit::depth(depth(G::INFO.name, players));
        engine.search(self.game, &limit).expect("a game that goes on").counts.total
    }
}

fn write(signature: &Signature) -> String {
    let mut text = "# Nodes of plain searches: game, players, evaluation, order, nodes.\n".to_owned();
    for (name, nodes) in signature {
        text.push_str(&format!("{name} {nodes}\n"));
    }
    text
}

fn read(text: &str) -> Signature {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let (name, nodes) = line.rsplit_once(' ').expect("a name and a number");
            (name.to_owned(), nodes.parse().expect("a number"))
        })
        .collect()
}
