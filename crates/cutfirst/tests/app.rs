//! What an app expects of an engine: draws by repetition, lines and variety under any limit, stops that are never lost,
//! searches that end by themselves.

mod race;
mod solved;

use std::collections::HashSet;
use std::time::{Duration, Instant};

use cutfirst::engine::{
    Ending, Engine, Level, PlayRules, Request, SearchError, Searcher, Settings, play_game,
};
use cutfirst::evaluation::NoEvaluation;
use cutfirst::game::Game;
use cutfirst::random::Random;
use cutfirst::search::{Algorithm, FINISHED, GameClock, Limit, Progress, Stop, WIN};
use race::{Lead, Race};
use solved::{Board, Rules, solve};

fn race(settings: Settings) -> Engine<Race, Lead> {
    Engine::new(&Race::new(2), Lead, settings).unwrap()
}

/// A random game of so many plies, and the keys of its positions before the last.
fn random_game(start: &Board, plies: usize, random: &mut Random) -> Option<(Board, Vec<u64>)> {
    let (mut game, mut past) = (start.clone(), Vec::new());
    for _ in 0..plies {
        past.push(game.key());
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let mv = *moves.get(random.below(moves.len().max(1)))?;
        game.make(mv);
    }
    game.outcome().is_none().then_some((game, past))
}

/// In positions of random games, with the game's past told, no move turns what is not lost into a loss that lies within the
/// depth, and what is won within it is won. From the depth on that is named here, no move turns it into any loss.
#[test]
fn nothing_is_given_away() {
    for (rules, enough) in [
        (Rules::MuTorere, 8),
        (Rules::TicTacToe, 8),
        (Rules::Domineering, 8),
        (Rules::ThreePawns, 8),
        (Rules::Hexapawn, 12),
        (Rules::Morris, 16),
    ] {
        for depth in [8, enough] {
            let given_away = given_away(rules, depth, POSITIONS);
            assert!(given_away.is_empty() || depth < enough, "{rules:?} to depth {depth}: {given_away:?}");
        }
    }
}

/// So many are looked at in each game.
const POSITIONS: usize = 2_500;

/// In how many plies losses come about that a search to `depth` walked into.
fn given_away(rules: Rules, depth: u32, positions: usize) -> Vec<u32> {
    let start = Board::new(rules);
    let values = solve(&start);
    let mut engine = Engine::new(&start, NoEvaluation, Settings::strongest(2).with_table(1)).unwrap();
    let mut random = Random::new(3);
    let mut games = (0..rules.plies()).cycle().filter_map(|plies| random_game(&start, plies, &mut random));
    let mut given_away = Vec::new();
    for _ in 0..positions {
        let (game, past) = games.next().expect("games without end");
        let value = values[&game.key()];
        engine.begin_turn(&past);
        let report = engine.search(&game, &Limit::depth(depth)).unwrap();
        let mut after = game.clone();
        after.make(report.best);
        let visits = past.iter().filter(|&&key| key == after.key()).count() + 1;
        let kept = if visits >= 3 { 0 } else { -values[&after.key()] };
        if value >= 0 && kept < 0 {
            let plies = (WIN + kept + 1) as u32;
            assert!(plies > depth, "{rules:?} {value}: {report:?} in {game:?} after {past:?}");
            given_away.push(plies);
        }
        if report.line().score > FINISHED {
            assert!(value > 0 && kept > 0, "{rules:?}: {report:?} in {game:?}");
        }
    }
    given_away
}

/// A won position whose only way to win leads back to where the game has been.
#[test]
fn a_win_that_goes_back_is_not_thrown_away() {
    let start = Board::new(Rules::MuTorere);
    let values = solve(&start);
    let mut random = Random::new(8);
    let mut found = 0;
    for round in 0..40_000 {
        let Some((game, past)) = random_game(&start, 4 + round % 12, &mut random) else { continue };
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let wins: Vec<_> = moves
            .iter()
            .filter_map(|&mv| {
                let mut after = game.clone();
                after.make(mv);
                (values[&after.key()] < 0).then(|| after.key())
            })
            .collect();
        // Where the game has been twice it may not come back.
        let visits = |key: &u64| past.iter().filter(|&other| other == key).count();
        if wins.is_empty()
            || wins.iter().any(|key| visits(key) != 1)
            || past.iter().any(|key| visits(key) > 1)
        {
            continue;
        }
        found += 1;
        let mut engine = Engine::new(&start, NoEvaluation, Settings::strongest(2).with_table(1)).unwrap();
        engine.begin_turn(&past);
        let report = engine.search(&game, &Limit::depth(20)).unwrap();
        assert!(report.line().score > FINISHED, "{report:?} in {game:?}");
        if found == 20 {
            return;
        }
    }
    panic!("only {found} such positions");
}

#[test]
fn contempt_decides_whether_a_draw_is_wanted() {
    let start = Board::new(Rules::MuTorere);
    let values = solve(&start);
    let (game, past) = random_game(&start, 20, &mut Random::new(5)).expect("a game that goes on");
    assert_eq!(values[&game.key()], 0);
    for contempt in [-50, 0, 50] {
        let settings = Settings::strongest(2).with_contempt(contempt).with_table(1);
        let mut engine = Engine::new(&game, NoEvaluation, settings).unwrap();
        let mut moves = Vec::new();
        game.moves(&mut moves);
        // Every move leads to where the game has been twice.
        let past: Vec<_> = past
            .iter()
            .copied()
            .chain(moves.iter().flat_map(|&mv| {
                let mut after = game.clone();
                after.make(mv);
                [after.key(); 2]
            }))
            .collect();
        engine.begin_turn(&past);
        let report = engine.search(&game, &Limit::depth(6)).unwrap();
        assert_eq!(report.line().score, -contempt);
    }
}

#[test]
fn lines_and_variety_hold_under_every_limit() {
    let game = Race::new(2);
    for limit in [Limit::nodes(400), Limit::time(Duration::from_millis(20)), Limit::depth(3)] {
        let mut engine = race(Settings::strongest(2).with_table(1));
        let report = engine.answer(&game, &Request::new(limit.clone()).with_lines(3), None).unwrap();
        assert_eq!(report.lines.len(), 3, "{limit:?}: {report:?}");
        assert!(report.lines.is_sorted_by(|a, b| a.score >= b.score), "{limit:?}: {report:?}");
        let first: HashSet<_> = report.lines.iter().map(|line| line.moves[0]).collect();
        assert_eq!(first.len(), 3, "{limit:?}: {report:?}");
        assert_eq!(report.best, report.line().moves[0]);
    }
    // Random choices differ from search to search and follow the seed.
    let choices = |seed| {
        let mut engine = race(Settings::strongest(2).with_table(1).with_seed(seed));
        let request = Request::new(Limit::nodes(300)).with_variety(1_000_000);
        (0..12)
            .map(|_| {
                let report = engine.answer(&game, &request, None).unwrap();
                assert_eq!(report.best, report.line().moves[0]);
                report.best
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(choices(1), choices(1));
    assert_ne!(choices(1), choices(2));
    assert!(choices(3).iter().collect::<HashSet<_>>().len() > 1);
}

#[test]
fn moves_can_be_asked_for_and_left_out() {
    let game = Race::new(2);
    let mut engine = race(Settings::strongest(2).with_table(1));
    for mv in 0..3 {
        let only = Request::new(Limit::depth(4)).only([mv]);
        assert_eq!(engine.answer(&game, &only, None).unwrap().best, mv);
        let except = Request::new(Limit::depth(4)).except([mv]).with_lines(9);
        let report = engine.answer(&game, &except, None).unwrap();
        assert!(report.lines.len() == 2 && report.lines.iter().all(|line| line.moves[0] != mv), "{report:?}");
    }
    let request = || Request::new(Limit::depth(4));
    for nothing in [request().except([0, 1, 2]), request().only([7]), request().only([])] {
        assert_eq!(engine.answer(&game, &nothing, None).unwrap_err(), SearchError::NoChoice);
    }
    let below = engine.answer(&game, &request().with_variety(-1), None).unwrap_err();
    assert_eq!(below, SearchError::Variety(-1));
}

#[test]
fn a_stop_is_never_lost() {
    let game = Race::new(2);
    let stop = Stop::new();
    stop.stop();
    for threads in [1, 2] {
        let mut engine = race(Settings::strongest(2).with_table(1).with_threads(threads));
        let report = engine.search(&game, &Limit::until_stopped(&stop)).unwrap();
        assert!(!report.complete && report.depth == 0 && report.counts.total < 100, "{report:?}");
    }
    assert_eq!(
        race(Settings::strongest(2)).search(&game, &Limit::default()).unwrap_err(),
        SearchError::Endless
    );
}

/// Pondering: a search without limit gets one while it runs.
#[test]
fn a_running_search_can_get_a_deadline() {
    let start = Board::new(Rules::MuTorere);
    let stop = Stop::new();
    let setter = stop.clone();
    let mut engine = Engine::new(&start, NoEvaluation, Settings::strongest(2).with_table(1)).unwrap();
    let mut told = |progress: Progress<'_, _>| {
        if let Progress::Line(line) = progress
            && line.depth == 3
        {
            setter.within(Duration::from_millis(30));
        }
    };
    let report = engine.search_with(&start, &Limit::until_stopped(&stop), &mut told).unwrap();
    assert!(report.depth >= 3 && !report.complete && !stop.is_stopped());
    assert!(report.elapsed.is_some_and(|time| time >= Duration::from_millis(30)), "{:?}", report.elapsed);
}

/// Five plies are enough to see it, and nothing is looked at beyond.
#[test]
fn a_win_in_three_moves_stops_the_clock() {
    let long = Limit::time(Duration::from_secs(600));
    let clock = Instant::now();
    for rules in solved::ALL {
        let start = Board::new(rules);
        let values = solve(&start);
        let mut engine = Engine::new(&start, NoEvaluation, Settings::strongest(2).with_table(1)).unwrap();
        let mut random = Random::new(1);
        let games = (0..20_000).filter_map(|game| random_game(&start, game % rules.plies(), &mut random));
        let won: Vec<_> =
            games.map(|(game, _)| game).filter(|game| values[&game.key()] == WIN - 5).take(20).collect();
        assert!(!won.is_empty(), "{rules:?}");
        for game in won {
            engine.forget();
            let report = engine.search(&game, &long).unwrap();
            assert_eq!((report.line().score, report.depth), (WIN - 5, 5), "{rules:?}: {game:?}");
            assert!(report.complete && report.counts.total < 5_000, "{rules:?}: {report:?}");
        }
    }
    assert!(clock.elapsed() < Duration::from_secs(60), "{:?}", clock.elapsed());
}

#[test]
fn a_search_ends_when_there_is_nothing_left_to_find() {
    let long = Limit::time(Duration::from_secs(600));
    let clock = Instant::now();
    // A win with the next move.
    let mut won = Race::new(2);
    for mv in [2, 2, 0, 2, 0] {
        won.play(mv).unwrap();
    }
    let report = race(Settings::strongest(2)).search(&won, &long).unwrap();
    assert!(report.complete && report.line().score == WIN - 1, "{report:?}");
    // All of tic-tac-toe, also after searches that filled the table.
    let mut start = Board::new(Rules::TicTacToe);
    for algorithm in [Algorithm::Pvs, Algorithm::AlphaBeta, Algorithm::MaxN, Algorithm::Paranoid] {
        let settings = Settings::strongest(2).with_table(1).with_algorithm(algorithm);
        let mut engine = Engine::new(&start, NoEvaluation, settings).unwrap();
        for _ in 0..2 {
            let report = engine.search(&start, &long).unwrap();
            assert!(report.complete && report.depth <= 10 && report.line().score == 0, "{report:?}");
        }
    }
    // A single legal move.
    for to in [0, 1, 2, 4, 3, 5, 7, 6] {
        start.play((16, to)).unwrap();
    }
    let mut engine = Engine::new(&start, NoEvaluation, Settings::strongest(2)).unwrap();
    let report = engine.search(&start, &long).unwrap();
    assert_eq!((report.best, report.depth), ((16, 8), 1));
    assert!(clock.elapsed() < Duration::from_secs(60), "{:?}", clock.elapsed());
}

/// No limit but the time switches on steps of two plies, and the time is kept.
#[test]
fn progress_tells_of_depths_lines_and_moves() {
    let start = Board::new(Rules::Morris);
    let mut engine = Engine::new(&start, NoEvaluation, Settings::strongest(2).with_table(1)).unwrap();
    let (mut depths, mut moves) = (Vec::new(), 0);
    let mut told = |progress: Progress<'_, _>| match progress {
        Progress::Line(line) => {
            assert_eq!(line.scores, Some(&[line.score, -line.score][..]));
            depths.push((line.depth, line.number));
        }
        Progress::Move(begun) => moves += usize::from(begun.number < 9),
        _ => (),
    };
    let request = Request::new(Limit::time(Duration::from_secs(60)).with_depth(4)).with_lines(2);
    engine.answer(&start, &request, Some(&mut told)).unwrap();
    assert_eq!(depths, [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1), (4, 0), (4, 1)]);
    assert!(moves >= 4 * 9, "{moves}");
}

#[test]
fn game_clocks_leave_time_for_the_next_move() {
    let start = Board::new(Rules::Morris);
    let mut engine = Engine::new(&start, NoEvaluation, Settings::strongest(2).with_table(1)).unwrap();
    let left = Duration::from_millis(400);
    let report = engine.search(&start, &Limit::game_clock(GameClock::new(left))).unwrap();
    assert!(report.depth > 0 && report.elapsed.is_some_and(|time| time < left), "{:?}", report.elapsed);
}

#[test]
fn levels_follow_the_seed_and_need_no_other_limit() {
    let start = Board::new(Rules::Morris);
    let play = |level, seed| {
        let settings = Settings::strongest(2).with_table(1).with_seed(seed);
        let mut engine = Engine::new(&start, NoEvaluation, settings).unwrap();
        let request = Request::new(Limit::default()).with_level(level);
        let moves = (0..10).map(|_| {
            let report = engine.answer(&start, &request, None).unwrap();
            assert!(report.counts.total <= 12_000, "{level}: {}", report.counts.total);
            report.best
        });
        moves.collect::<Vec<_>>()
    };
    for level in Level::all() {
        assert_eq!(play(level, 1), play(level, 1));
        if level.number() < 5 {
            assert_ne!(play(level, 1), play(level, 2), "{level}");
        }
    }
}

#[test]
fn whole_games_are_played_to_their_end() {
    for (rules, expected) in [(Rules::TicTacToe, 0), (Rules::Hexapawn, 0), (Rules::MuTorere, 1)] {
        let start = Board::new(rules);
        let engine = || Engine::new(&start, NoEvaluation, Settings::strongest(2).with_table(1)).unwrap();
        let (mut first, mut second) = (engine(), engine());
        let mut seats: [&mut dyn Searcher<Board>; 2] = [&mut first, &mut second];
        let played = play_game(&start, &mut seats, &Limit::depth(10).into(), PlayRules::default()).unwrap();
        match played.ending {
            Ending::Finished(outcome) => {
                assert_eq!((rules == Rules::TicTacToe, expected), (outcome.results() == [0, 0], 0));
            }
            Ending::Repetition => assert_eq!(expected, 1, "{rules:?}"),
            ending => panic!("{rules:?}: {ending:?}"),
        }
        assert_eq!(
            play_game(&start, &mut [], &Limit::depth(1).into(), PlayRules::default()),
            Err(SearchError::NoEngine)
        );
    }
}

/// Other settings keep the table where its scores still hold.
#[test]
fn settings_can_change_between_searches() {
    let game = Race::new(2);
    let mut engine = race(Settings::strongest(2).with_table(1));
    let first = engine.search(&game, &Limit::depth(9)).unwrap();
    let settings = engine.settings().clone().with_lines(2);
    engine.set_settings(&game, settings.clone()).unwrap();
    let second = engine.search(&game, &Limit::depth(9)).unwrap();
    assert_eq!(second.lines.len(), 2);
    assert_eq!(second.line().score, first.line().score);
    let one_line = settings.clone().with_lines(1);
    engine.set_settings(&game, one_line).unwrap();
    let third = engine.search(&game, &Limit::depth(9)).unwrap();
    assert!(third.counts.total < first.counts.total, "{third:?}");
    assert!(engine.set_settings(&game, settings.with_repetition(1)).is_err());
}
