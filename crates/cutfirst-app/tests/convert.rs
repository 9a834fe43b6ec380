//! Games and positions between formats, through the real program.

mod program;

use std::fs;

use program::run;

fn converted(arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    let mut program = assert_cmd::cargo::cargo_bin_cmd!("cutfirst");
    let output =
        program.arg("convert").args(arguments).write_stdin(input).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

#[test]
fn formats_are_found_out_and_chosen() {
    let (code, ggf, _) = converted(&["-"], b"f5d6c3d3c4\n");
    let board = "---------------------------O*------*O---------------------------";
    let moves = "B[F5]W[D6]B[C3]W[D3]B[C4]";
    assert_eq!((code, &*ggf), (0, &*format!("(;GM[Othello]PB[]PW[]RE[?]TY[8]BO[8 {board} *]{moves};)\n")));
    let (_, text, _) = converted(&["--to", "text"], ggf.as_bytes());
    assert_eq!(text, "[Game \"othello\"]\n[Players \"2\"]\n\nf5 d6 c3 d3 c4\n\n");
    let (_, again, _) = converted(&["--to", "transcript"], text.as_bytes());
    assert_eq!(again, "f5d6c3d3c4\n");
    let (_, position, _) = converted(&["--to", "obf"], again.as_bytes());
    assert_eq!(position, "------------------XO------XXX------OXX-----O-------------------- O;\n");
}

#[test]
fn old_collections_are_in_latin_1() {
    let (code, text, _) = converted(&["--to", "pdn"], b"[White \"Andr\xe9\"]\n1. 11-15 *");
    assert_eq!(code, 0);
    assert!(text.contains("[White \"André\"]") && text.contains("1. 11-15 *"), "{text}");
}

#[test]
fn a_wrong_game_may_be_left_out() {
    let (code, text, errors) = converted(&["--skip-wrong", "--to", "transcript"], b"f5d6\nf5f5\nc4c3\n");
    assert_eq!((code, &*text), (0, "f5d6\nc4c3\n"));
    assert!(errors.starts_with("left out: standard input: line 2: move 2: 'f5'"), "{errors}");
    assert_eq!(converted(&["--skip-wrong"], b"f5f5").0, 2);
}

#[test]
fn what_a_match_has_written_can_be_converted() {
    let dir = tempfile("match");
    let out = dir.to_str().expect("a path");
    let players = ["--player", "name=a depth=1", "--player", "name=b depth=1"];
    let mut arguments = vec!["match", "checkers", "--variant", "english", "--games", "2", "--out", out];
    arguments.extend(players);
    assert!(run(&arguments).status.success());
    let games = dir.join("games.txt");
    let pdn = run(&["convert", games.to_str().expect("a path")]);
    let pdn = String::from_utf8(pdn.stdout).expect("UTF-8");
    assert_eq!(
        (pdn.matches("[GameType \"21\"]").count(), pdn.matches("[Black \"b\"]").count()),
        (2, 1),
        "{pdn}"
    );
    let (_, again, _) = converted(&["--to", "text"], pdn.as_bytes());
    let moves = |text: &str| text.lines().filter(|line| !line.starts_with('[')).collect::<String>();
    assert_eq!(moves(&again), moves(&fs::read_to_string(&games).expect("games")));
    fs::remove_dir_all(dir).expect("removed");
}

fn tempfile(name: &str) -> std::path::PathBuf {
    let dir = std::env::temp_dir().join(format!("cutfirst-convert-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&dir);
    dir
}

#[test]
fn what_cannot_be_is_said_in_one_line() {
    for (arguments, input, hint) in [
        (&["--to", "sgf"][..], &b"f5"[..], "unknown format 'sgf'; choose text, ggf"),
        (
            &[],
            b"Dear Sir,",
            "standard input: 'Dear Sir,' begins no format that is known; name one of them with --from",
        ),
        (&[], b"", "begins no format"),
        (&[], b"f5f5", "standard input: line 1: move 2: 'f5' is not a legal move"),
        (&["--to", "pdn"], b"f5", "game 1: pdn is for checkers, not othello; choose ggf"),
        (&["/nowhere/at-all.pdn"], b"", "cannot read /nowhere/at-all.pdn"),
        (&["--from", "pdn"], b"\xff\xfe", "is not a move"),
    ] {
        let (code, output, errors) = converted(arguments, input);
        assert_eq!((code, &*output), (2, ""), "{arguments:?}: {errors}");
        assert!(errors.contains(hint) && errors.lines().count() == 1, "{arguments:?}: {errors}");
    }
}
