//! Othello's solver takes over at the end of games, within every limit.

use std::thread;
use std::time::{Duration, Instant};

use cutfirst::engine::{Report, Request, Searcher, Settings};
use cutfirst::game::Game;
use cutfirst::search::{GameClock, Limit, Progress, Stop};
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::othello::solve::problem::Problem;
use cutfirst_games::othello::{Move, Othello};

const EASY: &str = include_str!("../src/othello/solve/ffo-01-20.obf");
const HARD: &str = include_str!("../src/othello/solve/ffo-40-44.obf");

fn problems(text: &str) -> Vec<Problem> {
    Problem::read_all(text).unwrap()
}

fn engine(settings: Settings) -> Box<dyn Searcher<Othello>> {
    Othello::START.engine("play", settings.with_table(8)).unwrap()
}

fn strongest() -> Settings {
    Othello::INFO.strongest(2)
}

fn search(game: &Othello, limit: &Limit) -> Report<Move> {
    timeless(engine(strongest()).search(game, limit).unwrap())
}

fn timeless(mut report: Report<Move>) -> Report<Move> {
    report.elapsed = None;
    report
}

#[test]
fn known_endings_are_played_perfectly() {
    let solved: Vec<_> =
        problems(EASY).into_iter().filter(|problem| problem.game.empties().count_ones() <= 14).collect();
    assert!(solved.len() > 5);
    for problem in solved {
        let mut lines = 0;
        let mut engine = engine(strongest());
        let mut listen = |progress: Progress<'_, Move>| {
            if let Progress::Line(line) = progress {
                assert_eq!(line.result, problem.score());
                lines += 1;
            }
        };
        let limit = Limit::default().with_nodes(2_000_000);
        let report = engine.search_with(&problem.game, &limit, &mut listen).unwrap();
        assert_eq!((report.line().result, lines), (problem.score(), 1), "line {}", problem.number);
        // Played to its end, the line has the result that it promises.
        let mut game = problem.game;
        for &mv in &report.line().moves {
            game.play(mv).unwrap();
        }
        let outcome = game.outcome().expect("the end of the game");
        assert_eq!(Some(i32::from(outcome.result(problem.game.to_move()))), problem.score());
        assert!(
            report.complete
                && report.counts.total <= 2_000_000
                && report.depth as usize == report.line().moves.len()
        );
    }
}

#[test]
fn several_lines_have_their_results() {
    let problem = &problems(EASY)[0];
    let mut legal = Vec::new();
    problem.game.moves(&mut legal);
    let request = Request::new(Limit::default().with_nodes(5_000_000)).with_lines(3);
    let report = engine(strongest()).answer(&problem.game, &request, None).unwrap();
    assert_eq!(report.lines.len(), legal.len().min(3));
    assert!(report.lines.is_sorted_by_key(|line| std::cmp::Reverse(line.result)));
    assert_eq!(report.lines[0].result, problem.score());
    let other = legal.into_iter().find(|&mv| mv != report.best).unwrap();
    let request = Request::new(Limit::default().with_nodes(5_000_000)).only([other]);
    let report = engine(strongest()).answer(&problem.game, &request, None).unwrap();
    assert!(report.best == other && report.line().result.is_some());
}

#[test]
fn a_depth_is_a_depth_and_nodes_are_reproducible() {
    let game = problems(EASY)[8].game;
    let limit = Limit::depth(6);
    let without = engine(strongest().with_endgame(false)).search(&game, &limit).unwrap();
    assert_eq!(search(&game, &limit), timeless(without));

    let hard = problems(HARD)[0].game;
    for nodes in [1_000, 100_000, 1_000_000] {
        let limit = Limit::default().with_nodes(nodes);
        let report = search(&hard, &limit);
        assert_eq!(search(&hard, &limit), report);
        assert!(report.counts.total <= nodes && report.line().result.is_none() && report.depth > 0);
    }
    // Enough for what twenty squares usually take, and not for these.
    let limit = Limit::default().with_nodes(24_000_000);
    let report = search(&hard, &limit);
    assert!(report.counts.total <= 24_000_000 && report.line().result.is_none() && report.depth > 4);
}

#[test]
fn a_stop_is_obeyed() {
    let game = problems(HARD)[0].game;
    for threads in [1, 2] {
        let stop = Stop::new();
        let limit = Limit::until_stopped(&stop);
        let searching =
            thread::spawn(move || engine(strongest().with_threads(threads)).search(&game, &limit).unwrap());
        thread::sleep(Duration::from_millis(30));
        let began = Instant::now();
        stop.stop();
        let report = searching.join().unwrap();
        assert!(began.elapsed() < Duration::from_secs(2));
        assert!(report.depth > 0 || report.line().result.is_some());
    }
    // One that comes before the search.
    let stop = Stop::new();
    stop.stop();
    assert!(search(&game, &Limit::until_stopped(&stop)).line().result.is_none());
}

#[test]
fn time_is_kept_and_a_clock_does_not_run_out() {
    for problem in problems(EASY).iter().chain(&problems(HARD)) {
        let began = Instant::now();
        let clock = GameClock::new(Duration::from_secs(1)).with_increment(Duration::from_millis(10));
        search(&problem.game, &Limit::game_clock(clock));
        assert!(began.elapsed() < Duration::from_secs(1), "line {}: {:?}", problem.number, began.elapsed());
    }
    let stop = Stop::new();
    stop.within(Duration::from_millis(50));
    let began = Instant::now();
    let report = search(&problems(HARD)[4].game, &Limit::until_stopped(&stop));
    assert!(report.depth > 0 && began.elapsed() < Duration::from_secs(2));
}
