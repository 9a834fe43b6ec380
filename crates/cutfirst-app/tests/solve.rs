//! `cutfirst solve`: exact scores, files with known solutions, and rude input.

mod program;

use std::fs;
use std::path::PathBuf;

use program::run;
use serde_json::Value;

/// FFO #5 and #7, with the scores of every move.
const KNOWN: [&str; 2] = [
    "-OOOOO----OXXO-XXXOXOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOOO---XXXXX-- X; G8:+32; G2:+12; B2:-20; G6:-26; G1:-32; G7:-34;",
    "--OXXO--XOXXXX--XOOOXXXXXOOXXXXXXOOOOXXX-XXXXXXX--XXOOO----XXOO- X; A6:+8; G1:+0; A1:-2; H8:-6; H7:-14; B1:-30;",
];

fn position(line: &str) -> &str {
    line.split(';').next().unwrap()
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

fn file(name: &str, content: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path
}

#[test]
fn one_position() {
    let output = run(&["solve", "othello", "--position", position(KNOWN[0]), "--threads", "2"]);
    let shown = text(output.stdout);
    assert!(
        output.status.success() && shown.contains("move        g8\nscore       +32\nline        g8 "),
        "{shown}"
    );

    let output =
        run(&["solve", "othello", "--position", position(KNOWN[0]), "--threads", "1", "--json", "--all"]);
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&json["move"], &json["score"]), (&"g8".into(), &32.into()));
    assert_eq!(json["pv"][0], "g8");
    assert_eq!(json["moves"].as_array().unwrap().len(), 6);
    assert_eq!((&json["moves"][5]["move"], &json["moves"][5]["score"]), (&"g7".into(), &(-34).into()));
    assert!(json["nodes"].as_u64().unwrap() > 1000 && json["seconds"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_file_is_compared_with_its_scores() {
    let right = file("right.obf", &format!("% two of the FFO suite\n{}\n{}\n", KNOWN[0], KNOWN[1]));
    for more in [&[][..], &["--all"]] {
        let output = run(&[&["solve", "othello", "--file", right.to_str().unwrap()], more].concat());
        let shown = text(output.stdout);
        assert!(output.status.success() && !shown.contains("WRONG"), "{shown}");
        assert!(
            shown.contains("   2       14  g8      +32     +32 ") && shown.contains("2 positions on "),
            "{shown}"
        );
    }

    let wrong = file("wrong.obf", &format!("{}\n{}\n", KNOWN[0].replace("+32", "+34"), KNOWN[1]));
    let output = run(&["solve", "othello", "--file", wrong.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(output.stdout).contains("WRONG"));
    assert_eq!(text(output.stderr), "cutfirst: 1 of 2 positions differ from the scores in the file\n");

    let output = run(&["solve", "othello", "--file", wrong.to_str().unwrap(), "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&json["wrong"], &json["positions"][0]["right"]), (&1.into(), &false.into()));
    assert_eq!(
        (&json["positions"][1]["right"], &json["positions"][1]["expected"]),
        (&true.into(), &8.into())
    );
}

#[test]
fn what_cannot_be_solved_is_refused_in_one_line() {
    let bad = file("bad.obf", &format!("{}\nnonsense\n", KNOWN[0]));
    let over = file("over.obf", &format!("{} X\n", "X".repeat(64)));
    let over_position = format!("{} X", "X".repeat(64));
    let known = position(KNOWN[0]);
    for (arguments, hint) in [
        (&["solve", "chess"][..], "only othello endgames can be solved"),
        (&["solve", "virus"], "the game 'virus' cannot be solved; only othello"),
        (&["solve", "othello"], "60 empty squares are too many to solve"),
        (&["solve", "othello", "--position", "X"], "64 characters X, O or -"),
        (&["solve", "othello", "--position", &over_position], "the game is already over"),
        (&["solve", "othello", "--position", known, "--threads", "0"], "from 1 to 256, not 0"),
        (&["solve", "othello", "--position", known, "--table", "0"], "MiB, not 0"),
        (&["solve", "othello", "--position", known, "--table", "99999999999"], "is too large"),
        (&["solve", "othello", "--position", known, "--moves", "a1"], "legal are"),
        (&["solve", "othello", "--file", "/does/not/exist.obf"], "/does/not/exist.obf: "),
        (
            &["solve", "othello", "--file", bad.to_str().unwrap()],
            "line 2: 'nonsense' does not say who is to move",
        ),
        (&["solve", "othello", "--file", over.to_str().unwrap()], "line 1: the game is already over"),
        (&["solve", "othello", "--file", bad.to_str().unwrap(), "--position", known], "cannot be used with"),
    ] {
        let output = run(arguments);
        let errors = text(output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(hint) && errors.lines().count() == 1, "{arguments:?}: {errors}");
    }
}
