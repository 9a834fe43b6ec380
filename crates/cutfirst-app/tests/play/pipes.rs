//! Without a terminal: plain lines in, plain lines out.

use assert_cmd::cargo::cargo_bin_cmd;

/// Runs `cutfirst play` with these lines as its input and returns what it printed.
fn play(arguments: &str, input: &str) -> String {
    let mut program = cargo_bin_cmd!("cutfirst");
    program.arg("play").args(arguments.split(' ')).write_stdin(input.to_owned());
    let output = program.timeout(std::time::Duration::from_secs(120)).output().expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn every_game_is_played_against_engines() {
    for game in [
        "othello",
        "checkers",
        "checkers --variant english",
        "focus",
        "focus --players 3",
        "virus",
        "chinese-checkers --players 6",
        "abalone --variant belgian",
    ] {
        // The first legal move of the first two turns, found by asking.
        let mut input = String::new();
        for _ in 0..2 {
            let output = play(&format!("{game} --depth 1"), &format!("{input}moves\n"));
            let answers = output.lines().filter_map(|line| Some(line.rsplit_once("to move> ")?.1));
            let legal = answers.rev().find(|answer| !answer.is_empty()).expect("an answer");
            let legal = legal.split(' ').next().unwrap_or("");
            input += &format!("{legal}\n");
        }
        let output = play(&format!("{game} --depth 1"), &format!("{input}undo\nrecord\nquit\n"));
        assert!(output.contains(" plays ") && !output.contains(" % to win"), "{game}: {output}");
        let moves = output.lines().find_map(|line| line.rsplit_once("moves: ")).expect("a record").1;
        let first = input.lines().next().unwrap();
        assert!(moves.starts_with(first), "{game}: {moves}");
        let players = match game {
            _ if game.contains("6") => 6,
            _ if game.contains("3") => 3,
            "virus" => 4,
            _ => 2,
        };
        assert_eq!(moves.split(' ').count(), players, "undo goes back to the person: {game}: {moves}");
    }
}

#[test]
fn games_are_saved_and_gone_on_with() {
    let dir = std::env::temp_dir().join(format!("cutfirst-save-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a directory");
    let file = |name: &str| dir.join(name).display().to_string();
    let two = "--seat human --seat human";
    for (game, name, format, moves) in [
        ("othello", "game.ggf", "ggf", "f5 d6"),
        ("checkers", "my.pdn", "pdn", "11-15 23-19"),
        ("focus", "focus.text", "text", "c3-c4"),
        ("abalone", "a.aba", "aba-pro", "A1B2"),
    ] {
        let typed = moves.replace(' ', "\n");
        let said = play(&format!("{game} {two}"), &format!("{typed}\nsave {}\nsave\n", file(name)));
        assert!(said.contains(&format!("written as {format} to ")), "{said}");
        assert!(said.contains("say where to, as in save game.pdn"), "{said}");
        let again = play(&format!("{game} {two} --open {}", file(name)), "record\n");
        assert!(again.contains(&format!("moves: {moves}\n")), "{again}");
    }
    let said = play(&format!("othello {two}"), "save /nowhere/at/all.ggf\n");
    assert!(said.contains("cannot write /nowhere/at/all.ggf"), "{said}");
    let mut program = cargo_bin_cmd!("cutfirst");
    let wrong = program.args(["play", "virus", "--open", &file("my.pdn")]).output().expect("it starts");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("holds no game of virus"));
    let _ = std::fs::remove_dir_all(&dir);
}

#[test]
fn words_do_what_they_say() {
    let output = play(
        "othello --depth 2",
        "help\nhint\nmoves\na1\nnonsense\nf5\nundo\nredo\nnow\nundo\nundo\nresign\nhint\nundo\nanalysis\nf5\n",
    );
    for expected in [
        "type a move, such as d3, or:",
        "try ",
        "d3 c4 f5 e6",
        "'a1' is not a legal move here; legal are d3 c4 f5 e6",
        "'nonsense' is not a move",
        "White plays ",
        "no engine is thinking",
        "there is no move to undo",
        "Black resigned: White has won.> ",
        "analysis is on",
        "analysis: ",
    ] {
        assert!(output.contains(expected), "no '{expected}' in:\n{output}");
    }
}

#[test]
fn engines_alone_play_to_the_end() {
    let output = play("othello --seat engine --seat engine:10ms --depth 1", "record\n");
    assert!(output.contains("has won") || output.contains("drawn"), "{output}");
    let moves = output.lines().find_map(|line| line.strip_prefix("moves: ")).expect("a record");
    assert!(moves.split(' ').count() >= 10, "{moves}");
}

#[test]
fn any_input_is_survived() {
    let long = "x".repeat(200_000);
    let output = play("virus --depth 1", &format!("{long}\n\n  \n\u{1b}[A\u{0}\nquit"));
    assert!(output.contains("is not a square"), "{output}");
    let mut program = cargo_bin_cmd!("cutfirst");
    let output = program.args(["play", "virus"]).write_stdin(vec![0xff, 0xfe, b'\n', b'q']).output().unwrap();
    assert!(output.status.success());
}

#[test]
fn wrong_command_lines_are_refused_in_one_line() {
    for (line, hint) in [
        ("chess", "choose othello"),
        ("othello --seat human", "1 seats for 2 players"),
        ("othello --seat robot --seat human", "choose human, engine"),
        ("othello --seat engine:depth=x --seat human", "choose human, engine"),
        ("othello --seat engine:0s --seat human", "choose human, engine"),
        ("othello --depth 0", "from 1 to 64"),
        ("othello --depth 1000000000", "from 1 to 64"),
        ("othello --time 5h", "from 1 to 60000"),
        ("othello --depth 3 --time 1s", "--time"),
        ("othello --order magic", "order: "),
        ("virus --algorithm pvs", "two players"),
        ("othello --moves f5,f5", "move 1: "),
        ("othello --position XO", "position: "),
    ] {
        let output = cargo_bin_cmd!("cutfirst").arg("play").args(line.split(' ')).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {error}");
        assert!(error.contains(hint) && error.lines().count() == 1, "{line}: {error}");
    }
}
