//! Random positions × searches × orders × techniques × threads against plain unpruned search.
//!
//! A slice of it with every test run; `cargo xtask exact-checks --seed S --count N` for as many as one likes.

mod playout;

use std::time::Instant;

use cutfirst::evaluation::Evaluation;
use cutfirst::random::Random;
use cutfirst::testkit::{Fault, check_by_chance, check_deep_by_chance};
use cutfirst_games::board_game::{BoardGame, EvaluationVisitor};
use cutfirst_games::catalog::{GameVisitor, with_game};
use playout::{random_position, start};

/// Games, players, variants, and how deep plain search may go there.
const SETUPS: [(&str, usize, Option<&str>, u32); 16] = [
    ("othello", 2, None, 3),
    ("checkers", 2, None, 4),
    ("checkers", 2, Some("english"), 5),
    ("checkers", 2, Some("relaxed,chains=complete"), 4),
    ("focus", 2, None, 2),
    ("focus", 3, None, 2),
    ("focus", 4, Some("whole"), 2),
    ("virus", 2, None, 3),
    ("virus", 4, None, 3),
    ("virus", 3, Some("size=4,adjacency=8,target=any,end=full"), 3),
    ("chinese-checkers", 2, None, 2),
    ("chinese-checkers", 3, Some("lock,no-foreign-rest,full-target"), 2),
    ("chinese-checkers", 6, None, 1),
    ("abalone", 2, None, 2),
    ("abalone", 2, Some("belgian,eject=1"), 2),
    ("abalone", 2, Some("domination"), 1),
];

/// The same for pruning searches, deep enough for every technique to have something to do.
const DEEP_SETUPS: [(&str, usize, Option<&str>, u32); 8] = [
    ("othello", 2, None, 7),
    ("checkers", 2, None, 6),
    ("checkers", 2, Some("english"), 8),
    ("focus", 4, None, 3),
    ("virus", 4, None, 7),
    ("virus", 2, Some("size=4,end=full"), 7),
    ("chinese-checkers", 3, None, 4),
    ("abalone", 2, Some("belgian,eject=1"), 4),
];

/// So many searches in each position.
const IN_ONE_POSITION: u64 = 64;

struct Position<'a> {
    players: usize,
    variant: Option<&'a str>,
    deepest: u32,
    is_deep: bool,
    count: u64,
    random: &'a mut Random,
}

impl GameVisitor for Position<'_> {
    type Output = Result<(), Fault>;

    fn visit<G: BoardGame>(self) -> Self::Output {
        let Self { players, variant, deepest, is_deep, count, random } = self;
        let plies = random.below(if players == 2 { 60 } else { 120 });
        let game = random_position(&start::<G>(players, variant), plies, random);
        let evaluation = G::INFO.evaluations[random.below(G::INFO.evaluations.len())].name;
        let depth = if is_deep { deepest } else { 1 + random.below(deepest as usize) as u32 };
        let checked = G::with_evaluation(evaluation, Check { game: &game, depth, is_deep, count, random });
        let what = || format!("{} of {players}, {evaluation}, '{}'", G::INFO.name, game.position_text());
        checked.expect("its own evaluation").map_err(|fault| format!("{}: {fault}", what()).into())
    }
}

struct Check<'a, G> {
    game: &'a G,
    depth: u32,
    is_deep: bool,
    count: u64,
    random: &'a mut Random,
}

impl<G: BoardGame> EvaluationVisitor<G> for Check<'_, G> {
    type Output = Result<(), Fault>;

    fn visit<E: Evaluation<G>>(self, evaluation: E) -> Self::Output {
        let Self { game, depth, is_deep, count, random } = self;
        if is_deep {
            check_deep_by_chance(game, &evaluation, depth, count, random)
        } else {
            check_by_chance(game, &evaluation, depth, count, random)
        }
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name}={text}")))
}

#[test]
fn searches_by_chance_find_the_value_of_plain_search() {
    check(&SETUPS, false, number("EXACT_COUNT", 2000));
}

#[test]
fn deep_searches_by_chance_find_the_value_of_plain_pruning() {
    check(&DEEP_SETUPS, true, number("EXACT_DEEP_COUNT", 256));
}

fn check(setups: &[(&str, usize, Option<&str>, u32)], is_deep: bool, count: u64) {
    let (mut done, began, seed) = (0, Instant::now(), number("EXACT_SEED", 1));
    let in_one_position = if is_deep { 32 } else { IN_ONE_POSITION };
    for index in 0.. {
        if done >= count {
            break;
        }
        // Each position by itself, so that a fault can be repeated alone.
        let (game, players, variant, deepest) = setups[index as usize % setups.len()];
        let mut random = Random::keyed(&[seed, index]);
        let here = in_one_position.min(count - done);
        let position = Position { players, variant, deepest, is_deep, count: here, random: &mut random };
        if let Err(fault) = with_game(game, position).expect("a game of the catalogue") {
            panic!("position {index} of seed {seed}: {fault}");
        }
        done += here;
        if index % 1000 == 999 {
            println!("{done} of {count} searches, {:.0} s", began.elapsed().as_secs_f64());
        }
    }
    println!("{done} searches of seed {seed} found the value of plain search");
}
