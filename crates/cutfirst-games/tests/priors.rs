//! What was learned about moves saves nodes in positions that it was not learned from, compared with the classes that were
//! made by hand: `cargo test --release -p cutfirst-games --test priors -- --nocapture` shows by how much.

mod playout;

use cutfirst::engine::Settings;
use cutfirst::random::Random;
use cutfirst::search::Limit;
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::catalog::{GAMES, GameVisitor, with_game};
use playout::{random_position, start};

/// Fewer without optimisation.
const POSITIONS: u64 = if cfg!(debug_assertions) { 40 } else { 120 };
const SEED: u64 = 9204;

/// The logarithm of the nodes with the learned prior, less that with classes: the mean over positions, and its standard error.
struct Difference(usize, u32);

impl GameVisitor for Difference {
    type Output = (f64, f64);

    fn visit<G: BoardGame>(self) -> (f64, f64) {
        let Self(players, depth) = self;
        let variant = (G::INFO.name == "checkers").then_some("english");
        let begin: G = start(players, variant);
        let evaluation = if G::INFO.name == "abalone" { "aba-pro" } else { "play" };
        let engine = |prior: &str| {
            let order = G::INFO.order.replace("gravity:prior", prior).replace("gravity:learned", prior);
            let settings: Settings = G::INFO.strongest(players).with_table(4);
            begin.engine(evaluation, settings.with_order(order.parse().unwrap())).unwrap()
        };
        let mut engines = ["gravity:prior", "gravity:learned"].map(engine);
        let differences = (0..POSITIONS).map(|number| {
            let mut random = Random::keyed(&[SEED, number]);
            let mut game = random_position(&begin, 2 + random.below(4 * players), &mut random);
            for _ in 0..random.below(12 * players) {
                engines[0].forget();
                let mut next = game.clone();
                next.make(engines[0].search(&game, &Limit::depth(2)).unwrap().best);
                if next.outcome().is_some() {
                    break;
                }
                game = next;
            }
            let [hand_made, learned] = engines.each_mut().map(|engine| {
                engine.forget();
                (engine.search(&game, &Limit::depth(depth)).unwrap().counts.total as f64).ln()
            });
            learned - hand_made
        });
        let differences: Vec<f64> = differences.collect();
        let mean = differences.iter().sum::<f64>() / POSITIONS as f64;
        let square = differences.iter().map(|difference| (difference - mean).powi(2)).sum::<f64>();
        (mean, (square / (POSITIONS * (POSITIONS - 1)) as f64).sqrt())
    }
}

#[test]
fn learned_priors_take_no_more_nodes_in_five_of_six_games() {
    let searches = [
        ("othello", 2, 7),
        ("checkers", 2, 10),
        ("focus", 2, 4),
        ("virus", 2, 8),
        ("chinese-checkers", 2, 4),
        ("abalone", 2, 4),
        ("focus", 4, 3),
        ("virus", 4, 5),
    ];
    let mut no_more = 0;
    for (name, players, depth) in searches {
        let (mean, error) = with_game(name, Difference(players, depth)).unwrap();
        let [ratio, low, high] = [0.0, -1.96, 1.96].map(|errors: f64| (mean + errors * error).exp());
        println!("{name}, {players} players, {depth} plies: {ratio:.3} [{low:.3}, {high:.3}]");
        no_more += usize::from(players == 2 && mean <= 0.0);
    }
    assert!(no_more >= GAMES.len() - 1, "{no_more} games");
}
