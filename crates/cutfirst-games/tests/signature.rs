//! Node count is the contract: the nodes of plain searches of every game, number of players and
//! evaluation with a handful of orders are pinned in `signature.txt`.
//!
//! A change that alters them on purpose runs `UPDATE_SIGNATURE=1 cargo test -p cutfirst-games --test
//! signature` and says in its commit what changed and why.

mod pinned;
mod playout;

use cutfirst::engine::Settings;
use pinned::Pinned;

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
    let signature = Pinned {
        name: "signature",
        about: "Nodes of plain searches: game, players, evaluation, order, nodes.",
        searches: |_, players| {
            let threats = (players > 2).then_some(WITH_THREATS);
            let orders = ORDERS.into_iter().chain(threats);
            let plain = |order: &str| Settings::plain(players).with_order(order.parse().expect("an order"));
            orders.map(|order| (order, plain(order))).collect()
        },
        depth,
    };
    signature.check();
}
