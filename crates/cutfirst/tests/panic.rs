//! An engine whose search panicked, because the game did, goes on with the next search.

mod race;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cutfirst::engine::{Engine, Settings};
use cutfirst::evaluation::Evaluation;
use cutfirst::game::Player;
use cutfirst::search::Limit;
use race::{Lead, Race};

/// The lead, until it has been asked for so many times.
#[derive(Clone)]
struct Fuse(Arc<AtomicU64>);

impl Evaluation<Race> for Fuse {
    type Accumulator = ();

    fn evaluate(&self, game: &Race, (): &(), player: Player) -> i32 {
        let left = self.0.load(Relaxed);
        assert!(left > 0, "the evaluation breaks");
        self.0.store(left - 1, Relaxed);
        Lead.evaluate(game, &(), player)
    }
}

fn check(players: usize, settings: Settings) {
    let game = Race::new(players);
    let limit = Limit::depth(6);
    let fuse = Arc::new(AtomicU64::new(40));
    let mut engine = Engine::new(&game, Fuse(Arc::clone(&fuse)), settings.clone()).unwrap();
    let broken = catch_unwind(AssertUnwindSafe(|| engine.search(&game, &limit)));
    assert!(broken.is_err(), "the fuse was too long");
    fuse.store(u64::MAX, Relaxed);
    let report = engine.search(&game, &limit).unwrap();
    let expected = Engine::new(&game, Lead, settings).unwrap().search(&game, &limit).unwrap();
    assert_eq!(report.line().score, expected.line().score);
    assert!(report.complete);
}

#[test]
fn an_engine_works_after_a_search_that_panicked() {
    check(2, Settings::plain(2));
    check(2, Settings::strongest(2));
    check(3, Settings::plain(3).with_deepening(true));
    check(3, Settings::strongest(3));
}

#[cfg(feature = "threads")]
#[test]
fn also_if_several_threads_searched() {
    check(2, Settings::strongest(2).with_threads(3));
    check(3, Settings::strongest(3).with_threads(3));
}
