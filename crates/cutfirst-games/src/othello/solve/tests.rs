//! Known scores, and scores that plain search without any of the tricks finds.

use std::time::Duration;

use cutfirst::notation::Notation;
use cutfirst::random::Random;

use super::problem::Problem;
use super::*;
use crate::othello::flips;
use crate::othello::solve::ending::turned_by_last;
use crate::othello::solve::stability::{EDGES, stable_discs};

fn problems(text: &str) -> Vec<Problem> {
    Problem::read_all(text).unwrap()
}

fn easy_problems() -> Vec<Problem> {
    problems(include_str!("ffo-01-20.obf"))
}

/// A position of a random game with so many empty squares, unless the game is over before.
fn random_position(seed: u64, empties: u32) -> Option<Othello> {
    let mut random = Random::keyed(&[seed]);
    let (mut game, mut moves) = (Othello::START, Vec::new());
    while game.empties().count_ones() > empties {
        moves.clear();
        game.moves(&mut moves);
        game.make(*moves.get(random.below(moves.len().max(1)))?);
    }
    game.outcome().is_none().then_some(game)
}

/// The rules, word for word: the score of the player to move.
fn plain_score(game: &Othello) -> i32 {
    if let Some(outcome) = game.outcome() {
        return i32::from(outcome.result(game.to_move()));
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let scores = moves.iter().map(|&mv| {
        let mut child = *game;
        child.make(mv);
        -plain_score(&child)
    });
    scores.max().unwrap()
}

fn solver(threads: usize) -> Solver {
    Solver::new(threads, 4).unwrap()
}

fn shared() -> Shared<'static> {
    Shared::new(Table::new(1).unwrap(), &|_| false)
}

#[test]
fn known_positions() {
    for problem in easy_problems() {
        let solution = solver(1).solve(&problem.game).unwrap();
        assert!(problem.agrees(&solution), "line {}: {solution:?}", problem.number);
    }
}

#[test]
fn known_scores_of_every_move() {
    for problem in easy_problems().iter().filter(|problem| problem.game.empties().count_ones() <= 14) {
        let solution = solver(1).solve_moves(&problem.game).unwrap();
        assert!(problem.agrees(&solution), "line {}: {solution:?}", problem.number);
        let mut legal = Vec::new();
        problem.game.moves(&mut legal);
        assert_eq!(solution.moves.len(), legal.len());
        assert!(solution.moves.is_sorted_by_key(|&(_, score)| -score));
    }
}

#[cfg(not(debug_assertions))]
#[test]
fn known_hard_positions() {
    for problem in &problems(include_str!("ffo-40-44.obf"))[..2] {
        let solution = Solver::new(2, 256).unwrap().solve(&problem.game).unwrap();
        assert!(problem.agrees(&solution), "line {}: {solution:?}", problem.number);
    }
}

#[test]
fn random_endgames_as_plain_search_solves_them() {
    let (mut solved, mut passes) = (0, 0);
    for seed in 0..400 {
        let Some(game) = random_position(seed, 1 + (seed % 8) as u32) else { continue };
        let solution = solver(1).solve_moves(&game).unwrap();
        assert_eq!(solution.score, plain_score(&game), "{game:?}");
        // Every move is worth what it leads to, and the line leads to the score.
        for &(mv, score) in &solution.moves {
            let mut child = game;
            child.play(mv).unwrap();
            assert_eq!(score, -plain_score(&child), "{game:?} {mv:?}");
        }
        let mut end = game;
        for &mv in &solution.line {
            end.play(mv).unwrap();
            passes += u32::from(mv == Move::PASS);
        }
        let outcome = end.outcome().unwrap_or_else(|| panic!("the line of {game:?} stops before the end"));
        assert_eq!(i32::from(outcome.result(game.to_move())), solution.score, "{game:?}");
        solved += 1;
    }
    assert!(solved > 300 && passes > 20, "{solved} solved with {passes} passes");
}

#[test]
fn null_windows_give_bounds() {
    for seed in 0..60 {
        let Some(game) = random_position(1000 + seed, 9 - (seed % 3) as u32) else { continue };
        let (score, shared) = (solver(1).solve(&game).unwrap().score, shared());
        let mut worker = Worker::new(&shared);
        for alpha in -64..64 {
            let found = worker.null_window(Board { own: game.own(), other: game.other() }, alpha);
            if score > alpha {
                assert!(alpha < found && found <= score, "{game:?}: {found} for {score} above {alpha}");
            } else {
                assert!(score <= found && found <= alpha, "{game:?}: {found} for {score} up to {alpha}");
            }
        }
    }
}

#[test]
fn stable_discs_are_never_turned() {
    fn turned_below(board: Board, side: u64, all: &mut u64, budget: &mut u32) {
        *budget = budget.saturating_sub(1);
        if *budget == 0 {
            return;
        }
        let mut moves = board.moves();
        if moves == 0 && board.passed().moves() != 0 {
            return turned_below(board.passed(), side, all, budget);
        }
        while moves != 0 {
            let square = take_lowest(&mut moves);
            let flipped = board.flips(square);
            *all |= flipped & side;
            turned_below(board.after(square, flipped), side, all, budget);
        }
    }
    let mut counted = 0;
    for seed in 0..300 {
        let Some(game) = random_position(2000 + seed, 4 + (seed % 9) as u32) else { continue };
        let board = Board { own: game.own(), other: game.other() };
        for board in [board, board.passed()] {
            let (mut turned, mut budget) = (0, 3000);
            turned_below(board, board.own, &mut turned, &mut budget);
            let kept = (board.own & !turned).count_ones() as i32;
            let stable = stable_discs(&EDGES, board.own, board.other);
            assert!(stable <= kept, "{game:?}: {stable} stable, {kept} kept");
            counted += stable;
        }
    }
    assert!(counted > 1000, "only {counted} discs were found stable");
    // A full board is stable; a corner with its edge is; a lone disc is not.
    assert_eq!(stable_discs(&EDGES, 0xffff_ffff, !0xffff_ffff), 32);
    assert_eq!(stable_discs(&EDGES, 0x0000_0000_0101_0107, 0), 6);
    assert_eq!(stable_discs(&EDGES, 0x0000_0010_0000_0008, 0), 0);
}

#[test]
fn the_last_square_turns_what_the_rule_says() {
    let mut random = Random::keyed(&[3]);
    for _ in 0..20_000 {
        let square = random.below(64);
        let word = |random: &mut Random| (random.below(1 << 32) as u64) << 32 | random.below(1 << 32) as u64;
        let own = word(&mut random) & (word(&mut random) | word(&mut random)) & !(1 << square);
        let other = !own & !(1 << square);
        let turned = flips(own, other, square).count_ones() as i32;
        assert_eq!(turned_by_last(own, square), turned, "{own:x} {square}");
    }
}

#[test]
fn threads_change_nothing_but_the_nodes() {
    for problem in easy_problems().iter().filter(|problem| problem.game.empties().count_ones() == 16) {
        let scores = [1, 2, 4].map(|threads| solver(threads).solve(&problem.game).unwrap());
        assert!(
            scores.iter().all(|solution| problem.agrees(solution)),
            "line {}: {scores:?}",
            problem.number
        );
        assert_eq!(solver(1).solve(&problem.game).unwrap(), scores[0], "one thread twice");
    }
}

#[test]
fn a_stop_is_obeyed_and_leaves_no_thread_behind() {
    let game = random_position(7, 34).unwrap();
    for threads in [1, 3] {
        let solver = solver(threads);
        let handle = solver.stop_handle();
        let stopped = thread::spawn(move || solver.solve(&game));
        thread::sleep(Duration::from_millis(30));
        handle.stop();
        assert_eq!(stopped.join().unwrap(), Err(SolveError::Stopped));
    }
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let full = Othello::new(!0, 0, crate::othello::BLACK).unwrap();
    assert_eq!(solver(1).solve(&full), Err(SolveError::GameOver));
    assert_eq!(solver(1).solve(&Othello::START), Err(SolveError::TooManyEmpties(60)));
    assert_eq!(Solver::new(0, 1).unwrap_err(), SolveError::Threads(0));
    assert_eq!(Solver::new(1, 0).unwrap_err(), SolveError::Table(0));
    assert_eq!(Solver::new(1, usize::MAX).unwrap_err(), SolveError::Table(usize::MAX));
}

#[test]
fn problems_are_read_or_refused() {
    let board = Othello::START.position_text();
    let read = Problem::read_all(&format!("% a comment\n\n{board}; D3:+2; c4: -4 ;\n{board}\r\n")).unwrap();
    assert_eq!(read.iter().map(|problem| problem.number).collect::<Vec<_>>(), [3, 4]);
    assert_eq!((read[0].score(), read[1].score()), (Some(2), None));
    for (line, hint) in [
        ("nonsense".to_owned(), "line 1: 'nonsense' does not say who is to move"),
        (format!("{board}; D3+2;"), "write it like G8:+18"),
        (format!("{board}; D3:x;"), "write it like G8:+18"),
        (format!("{board}; A1:+2;"), "legal are d3"),
        (format!("{board}; D3:+3;"), "even, from -64 to 64"),
        (format!("{board}; D3:+66;"), "even, from -64 to 64"),
        (format!("{board}; D3:99999999999;"), "write it like G8:+18"),
    ] {
        let error = Problem::read_all(&line).unwrap_err().to_string();
        assert!(error.contains(hint), "{line}: {error}");
    }
}

#[test]
fn a_wrong_solution_does_not_agree() {
    let problem = &easy_problems()[0];
    let right = solver(1).solve(&problem.game).unwrap();
    let other_move = problem.scores[1].0;
    assert!(!problem.agrees(&Solution { score: right.score + 2, ..right.clone() }));
    assert!(!problem.agrees(&Solution { line: vec![other_move], ..right.clone() }));
    assert!(!problem.agrees(&Solution { moves: vec![(other_move, 64)], ..right }));
}
