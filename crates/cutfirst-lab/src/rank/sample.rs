//! Small real leagues for tests of what is shown.

use std::sync::{Arc, OnceLock};

use super::{Contest, FragmentResult, League, Options, measure};
use crate::report::Context;

/// Two games, one of which lacks an order.
pub(super) fn results() -> Vec<(Contest, Vec<FragmentResult>)> {
    static RESULTS: OnceLock<Vec<(Contest, Vec<FragmentResult>)>> = OnceLock::new();
    let run = || {
        let orders = ["none", "ads:mtf", "gravity:prior", "threat:mtf+ads:mtf"];
        let options = Options {
            orders: orders.iter().map(|order| order.parse().unwrap()).collect(),
            depth: Some(3),
            positions: Some(2),
            turns: Some(2),
            ..Options::default()
        };
        let run = |game: &str| {
            let contest = Contest::new(game, &options).unwrap();
            let measured = measure(&contest, &Arc::default(), &mut |_| ()).unwrap();
            (contest, measured)
        };
        ["othello", "chinese-checkers"].map(run).to_vec()
    };
    RESULTS.get_or_init(run).clone()
}

/// How they came about, with a word that must be escaped.
pub(super) fn context() -> Context {
    Context {
        command: "cutfirst rank <script>".to_owned(),
        version: "0.0.0".to_owned(),
        parameters: vec![("nodes".to_owned(), "every node entered".to_owned())],
        notes: vec!["a note".to_owned()],
    }
}

/// The league of both.
pub(super) fn league() -> League {
    League::new(&results(), context())
}
