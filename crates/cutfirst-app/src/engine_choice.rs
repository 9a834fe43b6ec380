//! How to search when only a part of the settings is given.

use cutfirst::engine::Settings;
use cutfirst::ordering::{HeuristicSpec, Order};
use cutfirst::search::Algorithm;
use cutfirst_games::board_game::GameInfo;

/// What somebody asked of an engine; the rest is the strongest exact setting, or the experiments' plain
/// one.
#[derive(Clone, Debug, Default)]
pub(crate) struct EngineChoice {
    /// The experiments' setting: fixed depth, full window, no table, generation order.
    pub(crate) plain: bool,
    /// How the tree is searched.
    pub(crate) algorithm: Option<Algorithm>,
    /// In which order moves are tried.
    pub(crate) order: Option<Order>,
    /// The size of the table in MiB.
    pub(crate) table: Option<usize>,
    /// On how many threads, if the search can do with several: one without it.
    pub(crate) threads: Option<usize>,
}

impl EngineChoice {
    /// The settings for a `game` of so many players.
    pub(crate) fn settings(&self, game: &GameInfo, players: usize) -> Settings {
        let base = if self.plain { Settings::plain(players) } else { game.strongest(players) };
        let algorithm = self.algorithm.unwrap_or(base.algorithm);
        let usual_order = base.order.clone();
        let base = base.with_algorithm(algorithm);
        let table = self.table.unwrap_or(if algorithm.can_use_table() { base.table } else { 0 });
        let default_order = || match (self.plain, algorithm, table) {
            (true, ..) | (_, Algorithm::Minimax, _) => Order::default(),
            (.., 0) => without_table_move(&usual_order),
            _ => usual_order.clone(),
        };
        Settings {
            algorithm,
            order: self.order.clone().unwrap_or_else(default_order),
            threads: self.threads.filter(|_| table > 0).unwrap_or(1),
            detail: true,
            ..base.clone().with_table(table)
        }
    }
}

fn without_table_move(order: &Order) -> Order {
    Order(order.0.iter().filter(|spec| **spec != HeuristicSpec::Table).cloned().collect())
}
