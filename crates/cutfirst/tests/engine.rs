//! The engine on two small games of its own: every search against the plain one, limits, errors.

mod race;

use std::time::{Duration, Instant};

use cutfirst::engine::{Engine, SearchError, Settings, SettingsError};
use cutfirst::game::Game;
use cutfirst::search::{Algorithm, GameClock, Limit, Stop, WIN};
use cutfirst::testkit::{Conformance, check_picker, check_searches};
use race::{Lead, Race};

fn engine(players: usize, settings: Settings) -> Engine<Race, Lead> {
    Engine::new(&Race::new(players), Lead, settings).unwrap()
}

#[test]
fn the_game_itself_is_sound() {
    for players in 2..=6 {
        Conformance::new(Race::new(players)).games(100).check();
    }
}

#[test]
fn every_search_with_every_order_finds_the_plain_value() {
    for players in 2..=4 {
        let mut game = Race::new(players);
        for mv in [0, 2, 1, 1, 0, 2, 2] {
            check_searches(&game, &Lead, if players == 2 { 6 } else { 5 }).unwrap();
            game.play(mv).unwrap();
        }
    }
}

#[test]
fn every_order_tries_every_move_once() {
    for players in 2..=4 {
        let mut game = Race::new(players);
        for mv in [0, 2, 1, 1, 0, 2, 2] {
            check_picker(&game, &Lead, 5).unwrap();
            game.play(mv).unwrap();
        }
    }
}

#[test]
fn a_win_is_seen_from_afar_and_sooner_is_better() {
    let mut game = Race::new(2);
    for mv in [2, 2, 0, 2, 0] {
        game.play(mv).unwrap();
    }
    let report = engine(2, Settings::strongest(2)).search(&game, &Limit::depth(5)).unwrap();
    assert_eq!(report.line().score, WIN - 1, "{report:?}");
    assert_eq!(report.best, 2);
}

#[test]
fn limits_are_kept() {
    let game = Race::new(3);
    let mut engine = engine(3, Settings::plain(3).with_deepening(true));
    let report = engine.search(&game, &Limit::nodes(1000)).unwrap();
    assert!(report.counts.total <= 1000 && report.depth > 0 && !report.complete);
    let start = Instant::now();
    let report = engine.search(&game, &Limit::time(Duration::from_millis(50))).unwrap();
    assert!(start.elapsed() < Duration::from_millis(500), "{:?}", start.elapsed());
    assert!(report.depth > 0);
    let one = engine.search(&game, &Limit::nodes(1)).unwrap();
    assert_eq!((one.depth, one.counts.total), (0, 1));
}

#[test]
fn another_thread_can_stop_a_search() {
    let game = Race::new(4);
    let mut engine = engine(4, Settings::plain(4).with_deepening(true));
    let stop = Stop::new();
    let limit = Limit::until_stopped(&stop);
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        stop.stop();
    });
    let report = engine.search(&game, &limit).unwrap();
    stopper.join().unwrap();
    assert!(!report.complete && report.depth > 0);
}

/// Four threads with one table and one set of marks; also what ThreadSanitizer looks at (docs/RELIABILITY.md).
#[cfg(feature = "threads")]
#[test]
fn several_threads_find_the_value_of_one() {
    for players in 2..=4 {
        let mut game = Race::new(players);
        for mv in [0, 2, 1, 1] {
            let value = |settings: Settings| {
                let report = engine(players, settings).search(&game, &Limit::depth(8)).unwrap();
                assert!(report.complete);
                report.line().score
            };
            let plain = Settings::plain(players).with_deepening(true).with_table(1);
            assert_eq!(value(plain.clone().with_threads(4)), value(plain), "{players} players");
            game.play(mv).unwrap();
        }
    }
}

#[test]
fn threads_share_the_nodes_and_add_up_what_they_count() {
    let settings = Settings::plain(3).with_deepening(true).with_table(1).with_threads(3).with_detail(true);
    for nodes in [100, 20_000] {
        let limit = Limit::nodes(nodes);
        let report = engine(3, settings.clone()).search(&Race::new(3), &limit).unwrap();
        let total = report.counts.total;
        assert!((nodes..nodes + 3 * 512).contains(&total), "{total} of {nodes}");
        let detail = report.detail.unwrap();
        assert_eq!(detail.cuts_by_place.iter().sum::<u64>(), report.counts.cutoffs);
        assert_eq!(detail.cuts_by_place[0], report.counts.first_move_cutoffs);
    }
}

#[test]
fn contradictions_are_refused() {
    let game = Race::new(3);
    let refuse = |settings: Settings| Engine::new(&game, Lead, settings).err().unwrap();
    let plain = || Settings::plain(3);
    let error = refuse(plain().with_algorithm(Algorithm::AlphaBeta));
    assert_eq!(error, SettingsError::TwoPlayersOnly(Algorithm::AlphaBeta, 3));
    let error = refuse(plain().with_algorithm(Algorithm::MaxN).with_table(1).with_threads(2));
    assert!(error.to_string().contains("'max-n' does not go with a search on several threads"), "{error}");
    let error = refuse(plain().with_algorithm(Algorithm::Paranoid).with_order("threat".parse().unwrap()));
    assert!(error.to_string().contains("'threat' ranks opponents"), "{error}");
    let error = refuse(plain().with_order("tt".parse().unwrap()));
    assert!(error.to_string().contains("needs a transposition table"), "{error}");
    for settings in [plain(), plain().with_table(1)] {
        let error = refuse(settings.with_order("iteration+history".parse().unwrap()));
        assert!(error.to_string().contains("needs a table and deepening"), "{error}");
    }
    for order in ["static", "gravity:prior", "combined"] {
        let error = refuse(plain().with_order(order.parse().unwrap()));
        assert!(error.to_string().contains("move classes"), "{error}");
    }
}

#[test]
fn a_game_for_one_or_for_seven_is_refused() {
    for players in [1, 7] {
        let game = Race::new(players);
        let settings = Settings::plain(3).with_algorithm(Algorithm::MaxN);
        assert_eq!(Engine::new(&game, Lead, settings).err(), Some(SettingsError::Players(players)));
    }
}

#[test]
fn impossible_searches_are_refused() {
    let mut plain = engine(2, Settings::plain(2));
    let game = Race::new(2);
    let mut refuse = |game: &Race, limit: Limit| plain.search(game, &limit).unwrap_err();
    assert_eq!(refuse(&game, Limit::depth(0)), SearchError::Depth(0));
    assert_eq!(refuse(&game, Limit::depth(1_000_000)), SearchError::Depth(1_000_000));
    assert_eq!(refuse(&game, Limit::nodes(0)), SearchError::NoNodes);
    assert_eq!(refuse(&game, Limit::nodes(5)), SearchError::NeedsDepth);
    assert_eq!(refuse(&game, Limit::default()), SearchError::Endless);
    assert!(matches!(refuse(&Race::new(3), Limit::depth(1)), SearchError::OtherGame(2, ..)));
    let mut over = Race::new(2);
    while over.outcome().is_none() {
        over.play(2).unwrap();
    }
    assert_eq!(refuse(&over, Limit::depth(3)), SearchError::GameOver);
}

#[test]
fn several_lines_come_best_first_and_variety_is_seeded() {
    let game = Race::new(2);
    let mut three = engine(2, Settings::strongest(2).with_lines(3));
    let report = three.search(&game, &Limit::depth(4)).unwrap();
    let scores: Vec<_> = report.lines.iter().map(|line| line.score).collect();
    assert_eq!(scores.len(), 3);
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    let play = |seed| {
        let settings = Settings::strongest(2).with_variety(1000).with_seed(seed);
        engine(2, settings).search(&game, &Limit::depth(3)).unwrap().best
    };
    assert_eq!(play(1), play(1));
    let moves: std::collections::HashSet<_> = (0..20).map(play).collect();
    assert!(moves.len() > 1, "{moves:?}");
}

#[test]
fn a_wrong_game_is_found_out() {
    let mut broken = Race::new(2);
    broken.forget_to_restore = true;
    let settings = Settings::plain(2).checking_game(true);
    let mut engine = Engine::new(&broken, Lead, settings).unwrap();
    let error = engine.search(&broken, &Limit::depth(3)).unwrap_err();
    assert!(error.to_string().contains("make and unmake of"), "{error}");
}

/// Rules that do not agree with each other about the end are found out before anything else.
#[test]
fn moves_after_the_end_are_found_out() {
    let mut over = Race::new(2);
    while over.outcome().is_none() {
        over.play(2).unwrap();
    }
    over.moves_after_the_end = true;
    let error = engine(2, Settings::plain(2)).search(&over, &Limit::depth(3)).unwrap_err();
    assert_eq!(error.to_string(), "the game is wrong: there are legal moves although there is an outcome");
    let mut stuck = Race::new(2);
    stuck.stuck = true;
    let error = engine(2, Settings::plain(2)).search(&stuck, &Limit::depth(3)).unwrap_err();
    assert_eq!(error.to_string(), "the game is wrong: there is neither a legal move nor an outcome");
}

/// However much or little time there is, a legal move comes, and nothing overflows.
#[test]
fn the_largest_and_smallest_limits_can_be_searched() {
    let game = Race::new(2);
    let clock = |left| GameClock::new(left).with_increment(left).with_moves_to_go(0);
    for limit in [
        Limit::time(Duration::ZERO),
        Limit::time(Duration::MAX),
        Limit::game_clock(clock(Duration::ZERO)),
        Limit::game_clock(clock(Duration::MAX)),
        Limit::game_clock(GameClock::new(Duration::MAX)),
        Limit::nodes(u64::MAX),
        Limit::depth(200),
    ] {
        let limit = if limit.nodes.is_none() { limit.with_nodes(20_000) } else { limit.with_depth(8) };
        for settings in [Settings::plain(2).with_deepening(true), Settings::strongest(2).with_table(1)] {
            let report = engine(2, settings).search(&game, &limit).unwrap();
            assert!(report.best < 3, "{limit:?}: {report:?}");
        }
    }
}

#[test]
fn same_search_same_nodes() {
    let game = Race::new(3);
    let settings = || Settings::plain(3).with_order("shuffle:1+ads:smtf".parse().unwrap());
    let count = || engine(3, settings()).search(&game, &Limit::depth(6)).unwrap().counts;
    assert_eq!(count(), count());
}
