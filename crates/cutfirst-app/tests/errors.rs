//! Rude input: exit code 2 and one line that says what would be right, whatever comes in.

mod program;

use program::run;

/// Runs the program on a wrong command line and returns its one line.
fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    let shown: Vec<String> = arguments.iter().map(|word| word.chars().take(60).collect()).collect();
    let errors = String::from_utf8(output.stderr).expect("errors in UTF-8");
    assert!(!errors.contains("panicked"), "{shown:?} panics: {errors}");
    assert_eq!(output.status.code(), Some(2), "{shown:?}: {errors}");
    assert!(output.stdout.is_empty(), "{shown:?} prints results");
    let line = errors.strip_suffix('\n').unwrap_or_else(|| panic!("{shown:?} ends without a line: {errors}"));
    assert!(!line.contains(char::is_control), "{shown:?} is not one clean line: {line:?}");
    let message = line.strip_prefix("cutfirst: ");
    message.unwrap_or_else(|| panic!("{shown:?} does not say who speaks: {line}")).to_owned()
}

/// Each command line is refused with a message that contains the hint.
fn check(cases: &[(&str, &str)]) {
    for (line, hint) in cases {
        let arguments: Vec<_> = words(line);
        let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
        let message = refused(&arguments);
        assert!(message.contains(hint), "'{line}' should hint at '{hint}', but says: {message}");
    }
}

/// Splits a command line at spaces; `'…'` keeps a word together.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

#[test]
fn games_players_and_variants() {
    check(&[
        ("perft chess --depth 2", "choose othello, checkers, focus, virus, chinese-checkers or abalone"),
        ("search Othello --depth 2", "choose othello, checkers"),
        ("perft '' --depth 2", "unknown game ''; choose othello"),
        ("perft --depth 2", "<GAME>"),
        ("perft othello --depth 2 --players 3", "othello is for 2 players, not 3"),
        ("perft othello --depth 2 --players 0", "for 2 players"),
        ("perft chinese-checkers --depth 2 --players 5", "for 2, 3, 4 or 6 players, not 5"),
        ("search virus --depth 2 --players 7", "for 2, 3 or 4 players"),
        ("perft checkers --depth 2 --variant dutch", "choose relaxed, english or chains"),
        ("perft checkers --depth 2 --variant ,", "choose relaxed, english or chains"),
        ("perft checkers --depth 2 --variant chains", "chains=prefix|complete"),
        ("perft checkers --depth 2 --variant chains=none", "choose prefix or complete"),
        ("perft othello --depth 2 --variant wide", "othello has no variants"),
        ("perft virus --depth 2 --variant size=1000000000000", "from 3 to 8, not '1000000000000'"),
        ("perft virus --depth 2 --variant size=-1", "from 3 to 8, not '-1'"),
        ("perft virus --depth 2 --variant size=", "'size' needs a value: size=3..8"),
        ("perft virus --depth 2 --variant adjacency=6", "choose 4 or 8"),
        ("perft virus --depth 2 --variant starts=zz", "4 different squares from a1 to e5"),
        ("perft virus --depth 2 --variant starts=a1/a1/a2/a3", "different squares"),
        ("perft focus --depth 2 --variant hand=forced", "for three players only"),
        ("perft focus --depth 2 --players 3 --variant hand=x", "choose forced, reserve or none"),
        ("perft focus --depth 2 --variant captures=53", "from 0 to 52"),
        ("perft chinese-checkers --depth 2 --variant lock=1", "takes no value"),
        ("perft chinese-checkers --depth 2 --variant lock,lock", "given twice"),
        ("perft abalone --depth 2 --variant eject=0", "from 1 to 14, not '0'"),
        ("perft abalone --depth 2 --variant standard,german", "there is one variant"),
    ]);
}

#[test]
fn positions() {
    let full = "X".repeat(64);
    check(&[
        ("perft othello --depth 2 --position ''", "64 characters X, O or -"),
        (&format!("perft othello --depth 2 --position {full}"), "X or O to move"),
        (&format!("perft othello --depth 2 --position '{full} Z'"), "X or O is to move"),
        (&format!("perft othello --depth 2 --position '{full}X X'"), "64"),
        (&format!("perft othello --depth 2 --position '{} X'", "X".repeat(63)), "64"),
        ("perft checkers --depth 2 --position ''", "like B:W21,22,K32:B1,2"),
        ("perft checkers --depth 2 --position W:W33:B1", "1 to 32"),
        ("perft checkers --depth 2 --position W:W0:B1", "1 to 32"),
        ("perft checkers --depth 2 --position W:W1:B2", "write K1"),
        ("perft checkers --depth 2 --position W:W9:B9", "9"),
        ("perft focus --depth 2 --position garbage", "5 parts (board, player to move"),
        ("perft virus --depth 2 --position garbage", "like 1...2/...../...../...../0...3 0"),
        ("perft virus --depth 2 --position '1...2/...../...../...../0...3 4'", "player"),
        ("perft virus --depth 2 --position '1...2/...../...../0...3 0'", "the board has 5"),
        ("perft chinese-checkers --depth 2 --position garbage", "a position is like 0/00/000/0000"),
        ("perft chinese-checkers --depth 2 --position '0/0 0'", "the star has 17"),
        ("perft abalone --depth 2 --position garbage", "write rows I to A"),
        ("perft abalone --depth 2 --position '@ @ 0 0'", "it needs 9"),
    ]);
}

#[test]
fn moves() {
    check(&[
        ("perft othello --depth 2 --moves a1", "legal are d3 c4 f5 e6"),
        (
            "perft othello --depth 2 --moves 'f5 f5'",
            "move 2: 'f5' is not a legal move here; legal are f4 d6 f6",
        ),
        ("perft othello --depth 2 --moves pass", "legal are d3"),
        ("perft othello --depth 2 --moves -", "a square such as f5, or pass"),
        ("perft checkers --depth 2 --moves 1x2x3", "legal are 9-13"),
        ("perft checkers --depth 2 --moves 1-999999999999999999999", "with squares 1 to 32"),
        ("perft checkers --depth 2 --variant english --moves '11-15 22-17 15-19 1-5'", "move 4"),
        ("perft focus --depth 2 --moves c3c5", "'c3-c5' for a stack move"),
        ("perft focus --depth 2 --moves +d4", "not a legal move here"),
        ("perft virus --depth 2 --moves z9", "written like c3"),
        ("perft virus --depth 2 --moves a1", "legal are"),
        ("perft chinese-checkers --depth 2 --moves 6-121", "holes from 0 to 120"),
        ("perft chinese-checkers --depth 2 --moves -1--1", "holes from 0 to 120"),
        ("perft chinese-checkers --depth 2 --moves 0-0", "legal are 3-14"),
        ("perft abalone --depth 2 --moves A1", "like A1B2"),
        ("perft abalone --depth 2 --moves A1A1", "legal are A1B2"),
    ]);
}

#[test]
fn limits_and_numbers() {
    check(&[
        ("search othello", "--depth <N>|--time <TIME>|--nodes <N>"),
        ("search othello --plain", "--depth <N>|--time <TIME>|--nodes <N>"),
        ("perft othello", "--depth <N>"),
        ("perft othello --depth", "--depth <N>"),
        ("perft othello --dept 2", "--depth"),
        ("perft othello --depth 1001", "from 0 to 1000"),
        ("perft othello --depth 4294967296", "4294967296"),
        ("search othello --depth 0", "from 1 to 200"),
        ("search othello --depth 201", "from 1 to 200"),
        ("search othello --depth 4294967295", "from 1 to 200"),
        ("search othello --nodes 0", "give a number of nodes from 1"),
        ("search othello --time 0s", "from 1ms"),
        ("search othello --time 5", "such as 200ms or 1.5s"),
        ("search othello --time ''", "such as 200ms or 1.5s"),
        ("search othello --time -5s", "such as 200ms or 1.5s"),
        ("search othello --time 1e9h", "such as 200ms or 1.5s"),
        ("search othello --time 9999999h", "to 277h"),
        ("search othello --depth 2 --table 99999999999", "from 1 to 1048576, or 0 for none"),
        ("search othello --depth 2 --table 1048576", "is too large"),
        ("search othello --depth 2 --threads 0", "give a number of threads from 1 to 256"),
        ("search othello --depth 2 --lines 0", "give a number of lines from 1 to 1000"),
        ("search othello --depth 2 --deepen=yes", "give on or off"),
        ("search othello --depth 2 --null-move 11", "give a depth reduction from 1 to 10, or off"),
        ("search othello --level 11", "1 to 10"),
        ("search othello --level 1 --trace trace.json", "without a level's limit and errors; give --depth"),
    ]);
}

#[test]
fn settings() {
    check(&[
        (
            "search othello --depth 2 --algorithm negascout",
            "minimax, alpha-beta, pvs, brs, paranoid or max-n",
        ),
        ("search othello --depth 2 --algorithm ''", "choose minimax"),
        ("search othello --depth 2 --evaluation best", "choose discs, mobility, play or learned"),
        ("search othello --depth 2 --evaluation ''", "give an evaluation of the game"),
        (
            "search abalone --depth 2 --evaluation discs",
            "choose marbles, centre, play, paper, aba-pro or learned",
        ),
        ("search othello --depth 2 --combine max", "difference, zero-sum, own or best"),
        ("search othello --depth 2 --order best", "character 1: unknown heuristic 'best'; choose none"),
        ("search othello --depth 2 --order killer+killr", "character 8: unknown heuristic 'killr'"),
        ("search othello --depth 2 --order ''", "choose none"),
        ("search othello --depth 2 --order ads", "such as ads:mtf"),
        ("search othello --depth 2 --order ads:mtf,limit=0", "N from 1"),
        ("search othello --depth 2 --order ads:mtf,limit=99999999999999999999999", "limit=N"),
        ("search othello --depth 2 --order killer:99", "from 1 to 8"),
        ("search othello --depth 2 --order none+killer", "stands alone"),
        ("search othello --depth 2 --order threat:mtf", "only the algorithm 'brs'"),
        ("search virus --depth 2 --order threat:mtf --algorithm paranoid", "only the algorithm 'brs'"),
        ("search othello --depth 2 --order tt --plain", "needs a transposition table"),
        ("search othello --depth 2 --order tt --table 0", "needs a transposition table"),
        ("search othello --depth 2 --algorithm minimax --order killer", "no order but 'none'"),
        ("search othello --depth 2 --algorithm minimax --table 1", "or a table of 0 MiB"),
        ("search othello --depth 2 --algorithm max-n --threads 2", "choose alpha-beta, pvs, brs or paranoid"),
        ("search virus --depth 2 --algorithm alpha-beta", "choose brs, paranoid or max-n"),
        ("search virus --depth 2 --players 3 --algorithm pvs", "is for two players, not 3"),
        ("search focus --depth 2 --players 3 --algorithm minimax", "choose brs, paranoid or max-n"),
    ]);
}

#[test]
fn a_finished_game_has_no_best_move() {
    let full = format!("search othello --depth 2 --position '{} X'", "X".repeat(64));
    let wiped_out = format!("search othello --depth 2 --position '{}- O'", "X".repeat(63));
    check(&[
        (&full, "the game is already over"),
        (&wiped_out, "the game is already over"),
        ("search checkers --depth 2 --position B:WK1:B", "the game is already over"),
        ("search virus --depth 2 --players 2 --position '00000/00000/00000/00000/00000 0'", "already over"),
    ]);
    let over = run(&["perft", "checkers", "--depth", "3", "--position", "B:WK1:B"]);
    assert_eq!((over.status.code(), over.stdout), (Some(0), b"0\n".to_vec()), "nothing to count is no error");
}

#[test]
fn refused_in_one_line() {
    for line in [
        "",
        "frob",
        "perft",
        "perft othello extra --depth 2",
        "perft othello --depth -1",
        "perft othello --depth ''",
        "perft othello --depth 1.5",
        "perft othello --depth 99999999999999999999",
        "perft othello --depth 2 --depth 3",
        "perft othello --depth 2 --players -1",
        "perft othello --depth 2 --players two",
        "perft othello --depth 2 --players ''",
        "perft othello --depth 2 --players 99999999999999999999999",
        "search othello --depth -1",
        "search othello --depth 99999999999999999999",
        "search othello --nodes -5",
        "search othello --nodes 99999999999999999999",
        "search othello --depth 2 --table -1",
        "search othello --depth 2 --table x",
        "search othello --depth 2 --table 999999999999999999999999",
        "search othello --depth 2 --threads -1",
        "search othello --depth 2 --seed -1",
        "search othello --depth 2 --seed x",
        "search othello --depth 2 --lines -1",
        "search othello --depth 2 --json=1",
        "search othello --depth 2 --plain --plain",
        "bench --repeat -1",
        "games x",
        "games --jsn",
    ] {
        let arguments = words(line);
        refused(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

/// Texts that no position, move or name can be.
fn nonsense() -> [String; 8] {
    [
        "x".repeat(10_000),
        "/".repeat(10_000),
        "9".repeat(10_000),
        "💥".repeat(2_500),
        "\u{7}\n\u{1b}[2J\u{1b}[31m".to_owned(),
        "\r\n\t".to_owned() + &"-,".repeat(200),
        "١٢٣".to_owned(),
        "a\u{301}1".to_owned(),
    ]
}

#[test]
fn nonsense_is_refused_everywhere() {
    for text in nonsense() {
        for game in ["othello", "checkers", "focus", "virus", "chinese-checkers", "abalone"] {
            for flag in ["--position", "--moves", "--variant"] {
                let message = refused(&["perft", game, "--depth", "1", flag, &text]);
                assert!(message.len() < 600, "{game} {flag}: a line of {} bytes", message.len());
            }
            refused(&["search", game, "--depth", "1", "--evaluation", &text]);
        }
        refused(&["perft", &text, "--depth", "1"]);
        for flag in ["--order", "--algorithm", "--combine", "--time", "--nodes", "--table", "--seed"] {
            refused(&["search", "othello", "--depth", "1", flag, &text]);
        }
    }
}
