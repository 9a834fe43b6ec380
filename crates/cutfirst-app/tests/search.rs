//! `search` on the command line: what its output promises.

mod program;

use program::run;
use serde_json::Value;

fn search(line: &str) -> Value {
    let arguments: Vec<&str> =
        ["search"].into_iter().chain(line.split_whitespace()).chain(["--json"]).collect();
    let output = run(&arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "'{line}': {errors}");
    assert!(errors.is_empty(), "'{line}' says: {errors}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("'{line}': {error}"))
}

fn number(report: &Value, pointer: &str) -> u64 {
    report
        .pointer(pointer)
        .and_then(Value::as_u64)
        .unwrap_or_else(|| panic!("no number {pointer} in {report}"))
}

fn text<'a>(report: &'a Value, key: &str) -> &'a str {
    report[key].as_str().unwrap_or_else(|| panic!("no text {key} in {report}"))
}

fn check_promises(line: &str, report: &Value) {
    for key in ["game", "algorithm", "order", "move"] {
        assert!(!text(report, key).is_empty(), "'{line}': {key}");
    }
    assert!(report["score"].is_i64(), "'{line}': {report}");
    assert!(report["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0), "'{line}': {report}");
    let pv = report["pv"].as_array().unwrap_or_else(|| panic!("'{line}': {report}"));
    assert_eq!(pv.first(), Some(&report["move"]), "'{line}': the line starts with the move");
    assert!(pv.len() as u64 <= number(report, "/depth"), "'{line}': {report}");
    let parts = ["/nodes/interior", "/nodes/leaf", "/nodes/quiescence"].map(|part| number(report, part));
    assert_eq!(parts.iter().sum::<u64>(), number(report, "/nodes/total"), "'{line}': nodes");
    assert!(number(report, "/first_move_cutoffs") <= number(report, "/cutoffs"), "'{line}': {report}");
    assert!(number(report, "/makes") > 0 && number(report, "/evaluations") > 0, "'{line}': {report}");
}

#[test]
fn the_report_holds_what_it_promises() {
    for line in [
        "othello --depth 5",
        "othello --depth 4 --plain --order ads:mtf",
        "othello --depth 3 --plain --algorithm minimax",
        "checkers --depth 5 --variant english",
        "focus --depth 2",
        "focus --depth 3 --players 3 --variant hand=reserve --plain --order threat:mtf+ads:mtf",
        "virus --depth 4",
        "virus --depth 4 --players 3 --algorithm paranoid",
        "chinese-checkers --depth 2 --players 6 --plain",
        "abalone --depth 3 --variant belgian --order tt+ads:mtf,limit=20+killer",
    ] {
        check_promises(line, &search(line));
    }
}

#[test]
fn max_n_tells_every_players_score() {
    for (line, players) in [("virus --depth 3", 4), ("focus --depth 2 --players 3", 3)] {
        let report = search(&format!("{line} --algorithm max-n"));
        check_promises(line, &report);
        let scores = report["scores"].as_array().expect("scores of max-n");
        assert_eq!((scores.len(), &scores[0]), (players, &report["score"]), "'{line}'");
    }
}

/// Positions in the middle of a game, with evaluations whose values differ a lot.
const TWO_PLAYERS: [&str; 4] = [
    "othello --depth 5 --moves f5d6c3d3c4 --evaluation mobility",
    "othello --depth 4 --evaluation discs --position \
     OOOOOOOXOXXXXXOXOXOXXOXXOXXOXOXXOXOXXOXXOXXXOXXXOXXXXX-XO------- O",
    "checkers --depth 5 --evaluation play",
    "abalone --depth 2 --evaluation centre",
];

/// The program's words are split at spaces, and a position holds one.
fn exact_search(line: &str, flags: &str) -> Value {
    let mut arguments = vec!["search"];
    match line.split_once("--position ") {
        Some((before, position)) => {
            arguments.extend(before.split_whitespace());
            arguments.extend(["--position", position]);
        }
        None => arguments.extend(line.split_whitespace()),
    }
    arguments.extend(flags.split_whitespace());
    arguments.push("--json");
    let output = run(&arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "'{line}' {flags}: {errors}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("'{line}' {flags}: {error}"))
}

const ORDERS: [&str; 10] = [
    "none",
    "shuffle:5",
    "killer",
    "history",
    "ads:mtf",
    "ads:transpose,limit=5",
    "ads:mtf,per-level",
    "ads:set",
    "static+ads:count",
    "evaluate:2+killer",
];

#[test]
fn every_exact_search_finds_the_same_value() {
    for line in TWO_PLAYERS {
        let score = &exact_search(line, "--plain --algorithm minimax")["score"];
        for order in ORDERS {
            for algorithm in ["alpha-beta", "pvs", "brs", "paranoid"] {
                let flags = format!("--plain --algorithm {algorithm} --order {order}");
                assert_eq!(exact_search(line, &flags)["score"], *score, "'{line}' {flags}");
            }
        }
        for flags in
            ["", "--table 1", "--table 0", "--algorithm brs", "--algorithm max-n", "--plain --table 1"]
        {
            assert_eq!(exact_search(line, flags)["score"], *score, "'{line}' {flags}");
        }
    }
}

#[test]
fn no_order_changes_the_value_of_a_search_for_many() {
    for line in ["virus --depth 4 --evaluation play", "focus --depth 3 --players 3 --evaluation control"] {
        for algorithm in ["brs", "paranoid", "max-n"] {
            let score = &search(&format!("{line} --plain --algorithm {algorithm}"))["score"];
            for order in ORDERS {
                let ordered = format!("{line} --plain --algorithm {algorithm} --order {order}");
                assert_eq!(search(&ordered)["score"], *score, "'{ordered}'");
            }
        }
    }
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    for line in [
        "othello --depth 6",
        "othello --depth 6 --plain --order ads:smtf --seed 3",
        "virus --depth 5 --order threat:mtf+ads:mtf",
        "abalone --depth 3 --order shuffle:9 --seed 4",
        "chinese-checkers --nodes 20000",
    ] {
        let mut reports = [search(line), search(line)];
        for report in &mut reports {
            report.as_object_mut().expect("an object").remove("seconds");
        }
        assert_eq!(reports[0], reports[1], "'{line}'");
    }
    let shuffled = |seed: u32| {
        number(&search(&format!("checkers --plain --depth 5 --order shuffle --seed {seed}")), "/nodes/total")
    };
    assert_ne!(shuffled(1), shuffled(2), "the seed matters");
}

#[test]
fn plain_is_the_setting_of_the_experiments() {
    for (line, algorithm) in [
        ("othello --depth 3", "alpha-beta"),
        ("virus --players 2 --depth 3", "alpha-beta"),
        ("virus --depth 3", "brs"),
        ("focus --players 3 --depth 2", "brs"),
        ("chinese-checkers --players 6 --depth 2", "brs"),
    ] {
        let report = search(&format!("{line} --plain"));
        assert_eq!((text(&report, "algorithm"), text(&report, "order")), (algorithm, "none"), "'{line}'");
        assert_eq!((number(&report, "/table"), &report["deepening"]), (0, &Value::Bool(false)), "'{line}'");
    }
}

#[test]
fn plain_alpha_beta_visits_what_can_be_counted_by_hand() {
    // One ply: the root and a leaf for each of the four moves, which nothing can cut.
    let report = search("othello --depth 1 --plain");
    assert_eq!(
        ["/nodes/total", "/nodes/interior", "/nodes/leaf"].map(|part| number(&report, part)),
        [5, 1, 4]
    );
    // Minimax visits every sequence: 1 + 4 + 12 + 56.
    let report = search("othello --depth 3 --plain --algorithm minimax");
    assert_eq!(number(&report, "/nodes/total"), 73);
}

#[test]
fn limits_hold() {
    let report = search("checkers --nodes 5000");
    assert!(number(&report, "/nodes/total") <= 5000 && number(&report, "/depth") >= 2, "{report}");
    assert_eq!(report["complete"], false);
    let report = search("othello --time 200ms");
    let seconds = report["seconds"].as_f64().expect("seconds");
    assert!((0.05..5.0).contains(&seconds), "200ms take {seconds} s");
    let report = search("othello --nodes 1");
    assert!(!text(&report, "move").is_empty(), "even a single node gives a move");
    let report = search("othello --time 60s --depth 2");
    assert!(report["complete"] == true && number(&report, "/depth") == 2, "{report}");
}

#[test]
fn people_get_a_board_a_move_and_the_settings() {
    let output = run(&["search", "othello", "--depth", "3", "--plain", "--order", "ads:mtf"]);
    let shown = String::from_utf8(output.stdout).expect("results in UTF-8");
    for word in ["move ", "score ", "line ", "nodes ", "alpha-beta by ads:mtf", "evaluation discs"] {
        assert!(shown.contains(word), "no '{word}' in:\n{shown}");
    }
}
