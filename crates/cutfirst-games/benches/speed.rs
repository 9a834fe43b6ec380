//! How fast the games and searches are: `cargo bench --package cutfirst-games`. `cutfirst bench` shows the
//! same with fewer repetitions.

use cutfirst::engine::Settings;
use cutfirst::perft::Finished;
use cutfirst::search::Limit;
use cutfirst_games::abalone::Abalone;
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::checkers::Checkers;
use cutfirst_games::chinese_checkers::ChineseCheckers;
use cutfirst_games::focus::Focus;
use cutfirst_games::othello::Othello;
use cutfirst_games::setup::Setup;
use cutfirst_games::virus::Virus;
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

fn start<G: BoardGame>(players: Option<usize>, variant: Option<&str>) -> G {
    let setup = Setup::new(&G::INFO, players, variant).expect("a setup of this game");
    G::start(&setup).expect("a start of this game")
}

/// Leaves per second, counted in bulk at the last ply.
fn perft<G: BoardGame>(bencher: Bencher<'_, '_>, players: usize, variant: Option<&str>, depth: u32) {
    let mut game: G = start(Some(players), variant);
    let leaves = game.perft(depth, Finished::Ignored);
    bencher.counter(ItemsCount::new(leaves)).bench_local(|| game.perft(depth, Finished::Ignored));
}

#[divan::bench(sample_count = 10)]
fn perft_othello(bencher: Bencher<'_, '_>) {
    perft::<Othello>(bencher, 2, None, 9);
}

#[divan::bench(sample_count = 10)]
fn perft_english_checkers(bencher: Bencher<'_, '_>) {
    perft::<Checkers>(bencher, 2, Some("english"), 10);
}

#[divan::bench(sample_count = 10)]
fn perft_focus(bencher: Bencher<'_, '_>) {
    perft::<Focus>(bencher, 2, None, 4);
}

#[divan::bench(sample_count = 10)]
fn perft_virus(bencher: Bencher<'_, '_>) {
    perft::<Virus>(bencher, 4, None, 12);
}

#[divan::bench(sample_count = 10)]
fn perft_chinese_checkers(bencher: Bencher<'_, '_>) {
    perft::<ChineseCheckers>(bencher, 2, None, 5);
}

#[divan::bench(sample_count = 10)]
fn perft_abalone(bencher: Bencher<'_, '_>) {
    perft::<Abalone>(bencher, 2, None, 4);
}

/// Nodes per second of a plain search with an order.
#[divan::bench(args = ["none", "killer:2", "history:square", "ads:mtf", "ads:mtf,limit=5"], sample_count = 10)]
fn search_othello(bencher: Bencher<'_, '_>, order: &str) {
    let game: Othello = start(None, None);
    let settings = Settings::plain(2).with_order(order.parse().expect("an order"));
    let search = || {
        let mut engine = game.engine("mobility", settings.clone()).expect("an engine");
        engine.search(&game, &Limit::depth(9)).expect("a search").counts.total
    };
    bencher.counter(ItemsCount::new(search())).bench_local(search);
}
