//! An engine that is told of the game's past counts positions that come back as draws, and finds what plain minimax finds
//! that does the same.

mod playout;

use cutfirst::engine::{Report, Settings};
use cutfirst::random::Random;
use cutfirst::search::{Algorithm, Limit};
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::catalog::{GAMES, GameVisitor, with_game};
use playout::{random_position, start};

const DEPTH: u32 = 3;

/// A random game of so many plies, and the keys of its positions.
fn game_with_past<G: BoardGame>(start: &G, plies: usize, random: &mut Random) -> (G, Vec<u64>) {
    let (mut game, mut past, mut legal) = (start.clone(), Vec::new(), Vec::new());
    for _ in 0..plies {
        legal.clear();
        game.moves(&mut legal);
        if legal.is_empty() {
            break;
        }
        past.push(game.key());
        game.make(legal[random.below(legal.len())]);
    }
    (game, past)
}

fn search<G: BoardGame>(game: &G, settings: &Settings, past: &[u64], depth: u32) -> Report<G::Move> {
    let mut engine = game.engine("play", settings.clone()).expect("settings for every game");
    engine.begin_turn(past);
    engine.search(game, &Limit::depth(depth)).expect("a game that goes on")
}

fn key_after<G: BoardGame>(game: &G, mv: G::Move) -> u64 {
    let mut after = game.clone();
    after.make(mv);
    after.key()
}

/// Tells how many positions were looked at, and in how many of them the past made a difference.
struct Check;

impl GameVisitor for Check {
    type Output = [usize; 2];

    fn visit<G: BoardGame>(self) -> [usize; 2] {
        let start: G = start(2, None);
        let mut random = Random::new(1);
        let mut seen = [0; 2];
        for plies in 4..30 {
            let (game, mut past) = game_with_past(&start, plies, &mut random);
            let mut legal = Vec::new();
            game.moves(&mut legal);
            if legal.len() < 2 {
                continue;
            }
            let what = format!("{} '{}'", G::INFO.name, game.position_text());
            let settings =
                |algorithm| Settings::plain(2).with_algorithm(algorithm).with_repetition(3).with_contempt(7);
            let minimax = settings(Algorithm::Minimax);
            let free = search(&game, &minimax, &past, DEPTH);
            // The best move, and the answer to it, have been there twice.
            let mut after = game.clone();
            after.make(free.best);
            past.extend([after.key(); 2]);
            past.extend(free.line().moves.get(1).map_or([0; 2], |&mv| [key_after(&after, mv); 2]));
            let oracle = search(&game, &minimax, &past, DEPTH).line().score;
            for settings in [
                settings(Algorithm::AlphaBeta).with_order("killer+ads:mtf".parse().unwrap()),
                settings(Algorithm::Pvs).with_order("history".parse().unwrap()),
                Settings::strongest(2).with_deepening(true).with_contempt(7).with_table(1),
            ] {
                let score = search(&game, &settings, &past, DEPTH).line().score;
                assert_eq!(score, oracle, "{what} {settings:?}");
            }
            let nearest = search(&game, &minimax, &past, 1);
            let scores = game.engine("play", minimax).unwrap().score_moves(&game, 1).unwrap();
            let drawn =
                |mv| G::CAN_REPEAT && past.iter().filter(|&&key| key == key_after(&game, mv)).count() >= 2;
            let best = scores.iter().map(|&(mv, score)| if drawn(mv) { -7 } else { score }).max();
            assert_eq!(best, Some(nearest.line().score), "{what}");
            seen[0] += 1;
            seen[1] += usize::from(oracle != free.line().score);
        }
        seen
    }
}

#[test]
fn what_comes_back_is_a_draw_in_every_game() {
    for game in GAMES.iter().filter(|game| game.players.contains(&2)) {
        let [seen, changed] = with_game(game.name, Check).unwrap();
        assert!(seen > 15, "{}: {seen}", game.name);
        // Discs stay on Othello's board, which says so.
        assert_eq!(changed > 0, game.name != "othello", "{}: {changed} of {seen}", game.name);
    }
}

/// An engine that is told nothing searches the position by itself.
#[test]
fn without_a_game_there_is_no_past() {
    struct Counts;
    impl GameVisitor for Counts {
        type Output = ();

        fn visit<G: BoardGame>(self) {
            let game: G = random_position(&start(2, None), 7, &mut Random::new(2));
            let count = |repetition| {
                let settings = Settings::strongest(2).with_repetition(repetition);
                game.engine("play", settings).unwrap().search(&game, &Limit::depth(4)).unwrap().counts
            };
            assert_eq!(count(0), count(3), "{}", G::INFO.name);
        }
    }
    for game in GAMES.iter().filter(|game| game.players.contains(&2)) {
        with_game(game.name, Counts).unwrap();
    }
}
