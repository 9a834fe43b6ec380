//! Perft on the command line: the games' own counts, and that its flags agree with each other.

mod program;

use cutfirst::testkit::parse_perft;
use program::run;

/// What a debug build counts in a moment; the games' own tests count the rest in release.
const LARGEST: u64 = if cfg!(debug_assertions) { 1_700_000 } else { 30_000_000 };

/// Runs `perft` and returns what it prints.
fn lines(arguments: &[&str]) -> Vec<String> {
    let output = run(&[&["perft"], arguments].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("results in UTF-8").lines().map(str::to_owned).collect()
}

/// The count: the last line, alone.
fn count(arguments: &[&str]) -> u64 {
    let lines = lines(arguments);
    let last = lines.last().unwrap_or_else(|| panic!("{arguments:?} prints nothing"));
    last.parse().unwrap_or_else(|_| panic!("{arguments:?} ends with '{last}' instead of a count"))
}

/// Each first move with its count, and the total.
fn divide(arguments: &[&str]) -> (Vec<(String, u64)>, u64) {
    let lines = lines(&[arguments, &["--divide"]].concat());
    let (total, moves) = lines.split_last().expect("a total");
    let moves = moves.iter().map(|line| {
        let (mv, count) = line.rsplit_once(' ').unwrap_or_else(|| panic!("'{line}' lacks a count"));
        (mv.to_owned(), count.parse().expect("a count"))
    });
    (moves.collect(), total.parse().expect("a total"))
}

/// Counts everything in a game's perft file.
fn counts_as_in(game: &str, file: &str) {
    let mut counted = 0;
    for case in parse_perft(file).expect("a perft file") {
        // `players=2 variant=english` are the flags of the same names.
        let flags: Vec<String> = case.label.split_whitespace().map(|word| format!("--{word}")).collect();
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        for (depth, expected) in case.counts.into_iter().filter(|&(_, count)| count <= LARGEST) {
            let depth = depth.to_string();
            let found = count(&[&[game, "--depth", &depth], flags.as_slice()].concat());
            assert_eq!(found, expected, "{game} {} depth {depth}", case.label);
            counted += 1;
        }
    }
    assert!(counted > 6, "only {counted} counts in the file of {game}");
}

#[test]
fn othello_counts() {
    counts_as_in("othello", include_str!("../../cutfirst-games/src/othello/perft.txt"));
}

#[test]
fn checkers_counts() {
    counts_as_in("checkers", include_str!("../../cutfirst-games/src/checkers/perft.txt"));
}

#[test]
fn focus_counts() {
    counts_as_in("focus", include_str!("../../cutfirst-games/src/focus/perft.txt"));
}

#[test]
fn virus_counts() {
    counts_as_in("virus", include_str!("../../cutfirst-games/src/virus/perft.txt"));
}

#[test]
fn chinese_checkers_counts() {
    counts_as_in("chinese-checkers", include_str!("../../cutfirst-games/src/chinese_checkers/perft.txt"));
}

#[test]
fn abalone_counts() {
    counts_as_in("abalone", include_str!("../../cutfirst-games/src/abalone/perft.txt"));
}

/// A start to look at from several sides: flags, and a depth.
const STARTS: [(&[&str], u32); 10] = [
    (&["othello"], 5),
    (&["checkers"], 5),
    (&["checkers", "--variant=english"], 6),
    (&["focus"], 2),
    (&["focus", "--players=3"], 3),
    (&["focus", "--players=4", "--variant=whole"], 2),
    (&["virus"], 6),
    (&["virus", "--players=2", "--variant=adjacency=8"], 4),
    (&["chinese-checkers", "--players=6"], 3),
    (&["abalone", "--variant=belgian"], 2),
];

#[test]
fn the_divided_counts_add_up() {
    for (flags, depth) in STARTS {
        let depth = depth.to_string();
        let flags = [flags, &["--depth", &depth]].concat();
        let (moves, total) = divide(&flags);
        assert_eq!(moves.iter().map(|(_, count)| count).sum::<u64>(), total, "{flags:?}");
        assert_eq!(total, count(&flags), "{flags:?}");
    }
}

#[test]
fn moves_continue_the_game() {
    for (flags, depth) in STARTS {
        let [shallower, depth] = [depth - 1, depth].map(|depth| depth.to_string());
        let (moves, _) = divide(&[flags, &["--depth", &depth]].concat());
        // Every eleventh first move stands for all; each one is a run of the program.
        for (mv, expected) in moves.iter().step_by(11) {
            let found = count(&[flags, &["--depth", &shallower, "--moves", mv]].concat());
            assert_eq!(found, *expected, "{flags:?} after {mv}");
        }
    }
}

#[test]
fn the_counts_after_all_first_moves_add_up_to_the_count() {
    let (moves, _) = divide(&["virus", "--players=2", "--depth=1"]);
    let after = |mv: &String| count(&["virus", "--players=2", "--depth=6", "--moves", mv]);
    let sum: u64 = moves.iter().map(|(mv, _)| after(mv)).sum();
    assert_eq!(sum, count(&["virus", "--players=2", "--depth=7"]));
}

#[test]
fn a_position_continues_the_game() {
    // The position after f5, written down, instead of the move.
    let after = "---------------------------OX------XXX-------------------------- O";
    assert_eq!(
        count(&["othello", "--depth", "4", "--position", after]),
        count(&["othello", "--depth", "4", "--moves", "f5"])
    );
    assert_eq!(
        count(&["checkers", "--depth", "4", "--position", "W:W21-32:B1-10,12,15"]),
        count(&["checkers", "--depth", "4", "--moves", "11-15"])
    );
}

#[test]
fn a_finished_game_counts_on_request() {
    // One empty square, and both can still move or must pass.
    let late = format!("{}OO- X", "X".repeat(61));
    for (depth, strict, counted) in [("0", 1, 1), ("1", 1, 1), ("2", 0, 1), ("5", 0, 1)] {
        let flags = ["othello", "--depth", depth, "--position", &late];
        assert_eq!(count(&flags), strict, "depth {depth}");
        assert_eq!(count(&[&flags[..], &["--count-finished"]].concat()), counted, "depth {depth}");
    }
    let flags = ["othello", "--depth", "9"];
    if !cfg!(debug_assertions) {
        assert_eq!(count(&flags), count(&[&flags[..], &["--count-finished"]].concat()));
        assert_eq!(count(&["othello", "--depth", "10", "--count-finished"]), 24_571_284);
    }
}

#[test]
fn nothing_is_one_sequence() {
    for game in ["othello", "checkers", "focus", "virus", "chinese-checkers", "abalone"] {
        assert_eq!(lines(&[game, "--depth", "0"]), ["1"], "{game}");
    }
}
