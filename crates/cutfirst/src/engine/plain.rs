//! Searches without an engine, which the test kit compares others with.

use crate::evaluation::Evaluation;
use crate::game::Game;
use crate::ordering::{Order, Orderer, Surroundings};
use crate::search::picker_perft::{self, ListNode};
use crate::search::{Algorithm, Limit, Tools, Worker};
use crate::table::Table;

use super::Settings;

/// The value of a position by plain, unpruned search, for comparison: one number, or one per player
/// for Max-N.
pub(crate) fn oracle<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    settings: &Settings,
    depth: u32,
) -> Vec<i32> {
    let mut orderer = Orderer::new(&Order::default(), game, &Surroundings::default())
        .expect("an empty order fits every game");
    let limit = Limit::depth(depth);
    let tools = alone(settings, evaluation, &mut orderer, None, &limit);
    crate::search::oracle(&mut Worker::new(game, tools), depth, evaluation)
}

/// Walks the tree of a position through the picker, for comparison with `list` at every node and `leaves` in all.
/// Nothing is walked if the game lacks what the order needs.
pub(crate) fn picker_perft<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    settings: &Settings,
    depth: u32,
    list: ListNode<G>,
    leaves: u64,
) -> Result<(), String> {
    let best_reply = settings.algorithm == Algorithm::BestReply;
    let around = Surroundings {
        seed: settings.seed,
        best_reply,
        has_table: true,
        deepens: true,
        prior: settings.prior.clone(),
    };
    let Ok(mut orderer) = Orderer::new(&settings.order, game, &around) else { return Ok(()) };
    let table = Table::with_entries(1024).map_err(|error| error.to_string())?;
    let limit = Limit::depth(depth);
    let tools = alone(settings, evaluation, &mut orderer, Some(&table), &limit);
    picker_perft::picker_perft(&mut Worker::new(game, tools), depth, list, leaves)
}

/// What a worker is given that nobody stops and that shares nothing.
fn alone<'a, G: Game, E: Evaluation<G>>(
    settings: &'a Settings,
    evaluation: &'a E,
    orderer: &'a mut Orderer<G::Move>,
    table: Option<&'a Table>,
    limit: &'a Limit,
) -> Tools<'a, G, E> {
    Tools {
        settings,
        evaluation,
        orderer,
        table,
        limit,
        nodes_of_all: None,
        #[cfg(feature = "threads")]
        busy: None,
    }
}
