//! Names of plans, directories and files that would change what a terminal shows: none of them reaches it raw.

use std::fs;

use crate::program;
use crate::work::Place;

/// Colours, a bell, a title, letters from right to left, and an escape sequence in one character.
const RUDE: &str = "a\u{1b}[31mb\u{7}\u{1b}]0;c\u{7}\u{202e}d\u{9b}32me";

const PLAN: &str = r#"name = "a\u001b[31mb\u0007\u202ed\u009b32me"
seed = 6
trials = 2

[[experiment]]
game = "othello"
plies = [2]
arms = ["none", "ads:mtf"]
"#;

const GAMES: &str = "[White \"x\"]\n[GameType \"21\"]\n1. 11-15 23-19 *\n\n\
    [White \"y\"]\n[GameType \"21\"]\n1. 11-15 11-15 *\n";

fn is_hidden(c: char) -> bool {
    c != '\n'
        && (c.is_control()
            || matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
}

#[test]
fn no_name_reaches_it_raw() {
    let place = Place::new("terminal");
    let dir = place.path(RUDE);
    fs::create_dir_all(&dir).expect("any name does for a directory");
    fs::write(format!("{dir}/p.toml"), PLAN).expect("room");
    fs::write(format!("{dir}/g.pdn"), GAMES).expect("room");
    let commands = [
        "lab|run|DIR/p.toml|--out|DIR/o|--threads|1",
        "lab|run|DIR/p.toml|--out|DIR/o|--threads|1",
        "lab|dump|DIR/o",
        "lab|dump|DIR/o|--format|jsonl",
        "lab|report|DIR/o|--docs|DIR/d.md",
        "lab|split|DIR/p.toml|--out|DIR/s|--tasks|2",
        "lab|run|--out|DIR/s|--task|1|--threads|1",
        "lab|run|--out|DIR/s|--task|2|--threads|1",
        "lab|status|DIR/s",
        "lab|status|DIR/s|--json",
        "lab|merge|DIR/s",
        "match|virus|--player|name=a depth=1|--player|name=b depth=1|--games|2|--out|DIR/m|--threads|1",
        "match|virus|--player|name=DIR depth=1|--player|name=b depth=1",
        "rank|virus|--order|none|--order|killer|--depth|1|--positions|1|--out|DIR/r",
        "train|virus|--variant|size=3|--rounds|1|--effort|1|--threads|1|--out|DIR/w.safetensors",
        "search|virus|--variant|size=3|--depth|1|--evaluation|DIR/w.safetensors",
        "convert|DIR/g.pdn|--skip-wrong",
        "convert|DIR/g.pdn",
        "convert|DIR/none",
        "search|othello|--position|DIR",
        "search|DIR",
        "lab|report|DIR",
    ];
    for command in commands {
        let words: Vec<_> = command.split('|').map(|word| word.replace("DIR", &dir)).collect();
        let output = program::run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(matches!(output.status.code(), Some(0 | 2)), "{command}: {output:?}");
        for said in [&output.stdout, &output.stderr] {
            let said = String::from_utf8(said.clone()).expect("UTF-8");
            let raw = said.lines().find(|line| line.contains(is_hidden));
            assert_eq!(raw.map(str::escape_debug).map(|line| line.to_string()), None, "{command}");
        }
    }
    for name in ["d.md", "o/tables.md", "s/tables.md", "r/tables.md"] {
        let text =
            fs::read_to_string(format!("{dir}/{name}")).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!text.contains(is_hidden), "{name}: {}", text.escape_debug());
    }
}

#[test]
fn no_word_of_a_protocol_comes_back_raw() {
    for (protocol, lines) in [
        ("ugi", "ugi\nsetoption name RUDE value 1\nposition RUDE\nRUDE\ngo depth RUDE\nquit\n"),
        ("gtp", "1 RUDE\n2 play RUDE\n3 boardsize RUDE\nquit\n"),
        ("nboard", "nboard RUDE\nset game RUDE\nmove RUDE\nset depth RUDE\nquit\n"),
    ] {
        let mut engine = assert_cmd::cargo::cargo_bin_cmd!("cutfirst");
        engine.args(["engine", "othello", "--protocol", protocol]).write_stdin(lines.replace("RUDE", RUDE));
        let output = engine.timeout(std::time::Duration::from_secs(60)).output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(!said.contains(is_hidden), "{protocol}: {}", said.escape_debug());
    }
}
