//! What an app expects of an engine, in every game.

mod playout;

use std::time::Duration;

use cutfirst::engine::{Request, Settings};
use cutfirst::notation::Notation;
use cutfirst::random::Random;
use cutfirst::search::Limit;
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::catalog::{GAMES, GameVisitor, with_game};
use cutfirst_games::checkers::Checkers;
use playout::{random_position, start};

/// Three lines within 20 ms, and with as few nodes as a slow machine reaches in that time.
struct ThreeLines;

impl GameVisitor for ThreeLines {
    type Output = ();

    fn visit<G: BoardGame>(self) {
        for &players in G::INFO.players {
            let game: G = random_position(&start(players, None), 10, &mut Random::new(players as u64));
            let mut legal = Vec::new();
            game.moves(&mut legal);
            let settings = G::INFO.strongest(players).with_table(1);
            for limit in [Limit::time(Duration::from_millis(20)), Limit::nodes(5_000)] {
                let mut engine = game.engine(G::INFO.plays_with, settings.clone()).unwrap();
                let report = engine.answer(&game, &Request::new(limit).with_lines(3), None).unwrap();
                let what = format!("{} with {players} players: {:?}", G::INFO.name, report.lines);
                let firsts: Vec<_> = report.lines.iter().map(|line| line.moves[0]).collect();
                assert_eq!(firsts.len(), legal.len().min(3), "{what}");
                assert!((1..firsts.len()).all(|index| !firsts[..index].contains(&firsts[index])), "{what}");
                assert!(report.lines.windows(2).all(|pair| pair[0].score >= pair[1].score), "{what}");
            }
        }
    }
}

#[test]
fn three_lines_come_within_twenty_milliseconds_in_every_game() {
    for game in GAMES {
        with_game(game.name, ThreeLines).unwrap();
    }
}

/// Each of a few thousand positions is met with forty depths, which the table must keep apart.
#[test]
fn two_kings_walk_about_without_end() {
    let start: Checkers = start(2, Some("english"));
    let game = start.parse_position("B:WK32:BK1").unwrap();
    let settings = Settings::strongest_for(&game);
    let mut engine = game.engine("play", settings).unwrap();
    let report = engine.search(&game, &Limit::depth(40).with_nodes(5_000_000)).unwrap();
    assert!(report.complete && report.depth == 40, "depth {} of 40", report.depth);
}
