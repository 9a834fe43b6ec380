//! What a match prints and writes.

use std::fs;

use serde_json::Value;

use crate::bench::{Bench, othello, read, succeeded};

fn json(arguments: &[&str]) -> Value {
    let text = succeeded(&[arguments, &["--json"]].concat());
    serde_json::from_str(&text).expect("one JSON object")
}

#[test]
fn the_deeper_player_wins_and_says_by_how_much() {
    let result = json(&othello(&["--games", "20", "--seed", "1", "--threads", "2"]));
    assert_eq!(
        (&result["game"], &result["games"], &result["complete"]),
        (&"othello".into(), &20.into(), &true.into())
    );
    let [deep, plain] = [&result["entrants"][0], &result["entrants"][1]];
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("a number, not {value}"));
    assert!(number(&deep["score"]["mean"]) > 0.8, "{deep}");
    assert_eq!(number(&deep["score"]["mean"]) + number(&plain["score"]["mean"]), 1.0);
    assert!(number(&deep["score"]["interval"]["low"]) > 0.5);
    // A search ends early where the end of the game is in sight.
    assert!((2.9..=3.0).contains(&number(&deep["depth"])), "{deep}");
    assert_eq!(number(&plain["depth"]), 1.0);
    assert!(number(&deep["nodes"]) > number(&plain["nodes"]));
    assert!(
        deep["spec"]
            .as_str()
            .unwrap()
            .contains("algorithm=pvs order=tt+gravity:prior=512 evaluation=learned")
    );
    assert!(number(&result["duel"]["elo_low"]) > 0.0);
    assert_eq!(result["duel"]["pentanomial"].as_array().unwrap().iter().map(number).sum::<f64>(), 10.0);
    assert_eq!(result["endings"]["finished"], 20);
}

#[test]
fn threads_and_directories_do_not_change_the_games() {
    let bench = Bench::new("same");
    let [one, two] = ["one", "two"].map(|name| bench.path(name));
    succeeded(&othello(&["--games", "12", "--threads", "1", "--out", &one]));
    succeeded(&othello(&["--games", "12", "--threads", "3", "--out", &two]));
    assert_eq!(read(&one, "games.txt"), read(&two, "games.txt"));
    let page = read(&one, "report.html");
    for part in [
        "Elo of deep over plain",
        "Running score",
        "--player</span> 'name=plain algorithm=alpha-beta",
        "a position for the 3rd time",
    ] {
        assert!(page.contains(&part.replace('\'', "&#39;")), "{part}");
    }
    // Once more changes nothing and plays nothing.
    let again = crate::program::run(&othello(&["--games", "12", "--out", &one]));
    assert!(String::from_utf8_lossy(&again.stderr).contains("12 of 12 games were there already"));
    assert_eq!(read(&one, "games.txt"), read(&two, "games.txt"));
}

#[test]
fn openings_come_from_a_book_of_games() {
    let bench = Bench::new("book");
    let (dir, book) = (bench.path("games"), bench.path("book.txt"));
    fs::write(&book, "f5d6c3d3c4\nf5f6e6f4\nd3\n").expect("a file");
    succeeded(&othello(&["--games", "6", "--openings", "3", "--book", &book, "--out", &dir]));
    let text = read(&dir, "games.txt");
    let moves: Vec<_> = text.split("\n\n").filter(|part| part.starts_with(['f', 'd'])).collect();
    for (game, opening) in
        ["f5 d6 c3 ", "f5 d6 c3 ", "f5 f6 e6 ", "f5 f6 e6 ", "d3 ", "d3 "].iter().enumerate()
    {
        assert!(moves[game].starts_with(opening), "{game}: {}", moves[game]);
    }
    assert!(read(&dir, "report.html").contains("the first 3 plies of games in"));
    for (text, hint) in [
        ("xyz\n", "begins no format"),
        ("11-15\n", "holds no game that goes on"),
        ("[Game \"virus\"]\n\na2", "holds no game that goes on"),
    ] {
        fs::write(&book, text).expect("a file");
        let output = crate::program::run(&othello(&["--games", "2", "--book", &book]));
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(hint) && errors.lines().count() == 1, "{errors}");
    }
}

#[test]
fn games_can_be_played_again() {
    let bench = Bench::new("replay");
    let dir = bench.path("games");
    succeeded(&othello(&["--games", "2", "--out", &dir]));
    let text = read(&dir, "games.txt");
    let blocks: Vec<_> = text.split("\n\n").collect();
    assert!(blocks[0].contains("[Seat1 \"deep\"]") && blocks[2].contains("[Seat1 \"plain\"]"), "{text}");
    let moves: Vec<_> = blocks[1].split_whitespace().collect();
    let all_but_one = moves[..moves.len() - 1].join(" ");
    let found = json(&["search", "othello", "--depth", "1", "--moves", &all_but_one]);
    assert!(!found["move"].as_str().unwrap().is_empty());
    let all = crate::program::run(&["search", "othello", "--depth", "1", "--moves", &moves.join(" ")]);
    assert!(String::from_utf8_lossy(&all.stderr).contains("the game is already over"));
}

#[test]
fn three_and_four_players_have_mean_scores() {
    let three = json(&[
        "match",
        "virus",
        "--players",
        "3",
        "--player",
        "name=a depth=2 table=0",
        "--player",
        "name=b algorithm=paranoid depth=2",
        "--player",
        "name=c algorithm=max-n depth=2",
        "--games",
        "6",
        "--max-plies",
        "60",
        "--at-cap",
        "evaluation",
    ]);
    assert_eq!((&three["players"], &three["rounds"], &three["duel"]), (&3.into(), &2.into(), &Value::Null));
    assert_eq!(three["crosstable"].as_array().unwrap().len(), 6);
    let total: f64 = (0..3).map(|player| three["entrants"][player]["score"]["mean"].as_f64().unwrap()).sum();
    assert!((total - 1.0).abs() < 1e-9, "three seats share one point: {total}");

    let text = succeeded(&[
        "match",
        "focus",
        "--players",
        "4",
        "--player",
        "name=brs depth=1 table=0",
        "--player",
        "name=max-n algorithm=max-n depth=1",
        "--games",
        "12",
        "--max-plies",
        "40",
    ]);
    assert!(text.contains("each opening in 6 seatings (all)"), "{text}");
    assert!(text.contains("after 40 plies the point is shared by all"), "{text}");
    assert!(text.contains("12 games ended by the rules") || text.contains("at the cap; "), "{text}");
}

#[test]
fn selective_players_are_marked() {
    let bench = Bench::new("selective");
    let dir = bench.path("games");
    let text = succeeded(&[
        "match",
        "abalone",
        "--player",
        "name=clipped clip=200/400 table=1 depth=2",
        "--player",
        "name=exact table=1 depth=1",
        "--games",
        "2",
        "--max-plies",
        "20",
        "--out",
        &dir,
    ]);
    assert!(text.contains("clipped (selective)") && !text.contains("exact (selective)"), "{text}");
    assert!(read(&dir, "report.html").contains("clipped (selective)"));
}

#[test]
fn a_sequential_test_ends_the_match_early() {
    let result = json(&othello(&["--games", "400", "--sprt", "elo0=0,elo1=200"]));
    assert_eq!(result["duel"]["sprt"]["decision"], "H1");
    assert!(result["games"].as_u64().unwrap() < 200, "{}", result["games"]);
    assert_eq!(result["complete"], true);
}
