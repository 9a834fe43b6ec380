//! How many instructions the searches take: counted by valgrind's callgrind, which does not mind what else the machine
//! does, and compared with the counts that are committed.
//!
//! Each search runs twice, at its depth and at depth 1, and what start-up costs drops out of the difference. Counts
//! depend on the compiler: after a new one, `--update` and commit.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use crate::packages::Package;
use crate::steps::cargo;

const VALGRIND: [Package; 1] = [Package { program: "valgrind", package: "valgrind" }];

/// Where the counts are.
const COMMITTED: &str = "xtask/instructions.txt";

/// More than this, in percent, is a slower heart.
const TOLERANCE: f64 = 2.0;

/// A default search of a game from the middle: name, depth, arguments.
const SEARCHES: [(&str, u32, &[&str]); 8] = [
    (
        "othello mobility",
        10,
        &[
            "othello",
            "--evaluation",
            "mobility",
            "--moves",
            "c4 e3 f5 g6 f4 f3 g5 c6 c5 h6 f2 e6 c7 e2 d7 g4 h4 g3 f6 f7",
        ],
    ),
    (
        "english checkers",
        13,
        &[
            "checkers",
            "--variant",
            "english",
            "--evaluation",
            "play",
            "--moves",
            "10-15 21-17 15-18 22x15 11x18 23x14 9x18 24-19",
        ],
    ),
    (
        "abalone paper",
        6,
        &[
            "abalone",
            "--evaluation",
            "paper",
            "--moves",
            "B3C4 H4G3 B1B2C1 G6G7 B6C6 G5F4 C2C3D2 H6G5 C4C3 G3G4",
        ],
    ),
    (
        "chinese-checkers, 6 players",
        5,
        &[
            "chinese-checkers",
            "--players",
            "6",
            "--moves",
            "4-15 33-54 95-83 117-104 75-56 36-47 7-16 55-53 84-95 114-105 98-75 12-37",
        ],
    ),
    (
        "chinese-checkers, 2 players",
        5,
        &["chinese-checkers", "--moves", "3-16 117-104 16-3 120-106 4-15 115-102 15-17 116-103"],
    ),
    ("focus, 2 players", 5, &["focus", "--moves", "f7-g7 b4-a4 d4-c4 g6-g7 c5-d5 e3-e2 d5-f5 c2-d2"]),
    (
        "focus, 4 players",
        5,
        &["focus", "--players", "4", "--moves", "g6-g7 f2-g2 d6-d7 d5-d4 e5-f5 c3-c2 b4-a4 d4-e4"],
    ),
    ("virus, 4 players", 10, &["virus", "--moves", "a2 a4 e4 e2 a3 c4 d5 d1"]),
];

/// Plain searches of one tree with orders that are worked out but not followed: game, depth, arguments.
const TREES: [(&str, u32, &[&str]); 9] = [
    ("othello discs", 8, &["othello", "--evaluation", "discs"]),
    ("othello mobility", 8, &["othello", "--evaluation", "mobility"]),
    ("relaxed checkers", 7, &["checkers"]),
    ("focus, 2 players", 3, &["focus"]),
    ("focus, 4 players", 4, &["focus", "--players", "4"]),
    ("virus, 4 players", 8, &["virus"]),
    ("chinese-checkers, 2 players", 4, &["chinese-checkers"]),
    ("chinese-checkers, 6 players", 3, &["chinese-checkers", "--players", "6"]),
    ("abalone play", 4, &["abalone", "--evaluation", "play"]),
];

const ORDERS: [&str; 4] = ["killer:2", "ads:mtf", "ads:mtf,limit=5", "gravity"];

/// Counts, compares and prints; or writes the counts down.
pub(crate) fn run(workspace: &Path, update: bool) -> ExitCode {
    match measure(workspace, update) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::from(1)
        }
    }
}

fn measure(workspace: &Path, update: bool) -> Result<bool, String> {
    crate::packages::ensure(&VALGRIND)?;
    let built = Command::new(cargo()).args(["build", "--release"]).current_dir(workspace).status();
    if !built.is_ok_and(|status| status.success()) {
        return Err("the program does not build".to_owned());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace.join("target"), Into::into);
    let program = target.join("release").join("cutfirst");
    let file = workspace.join(COMMITTED);
    let committed = if update { String::new() } else { std::fs::read_to_string(&file).unwrap_or_default() };
    let mut table = Table { committed: &committed, text: String::new(), slower: 0 };
    println!("{:<44} {:>10} {:>12} {:>10} {:>8}", "search", "nodes", "instr/node", "committed", "change");
    for (name, depth, arguments) in SEARCHES {
        let (instructions, nodes) = count(&program, depth, arguments)?;
        table.row(name, nodes, instructions as f64 / nodes as f64);
    }
    println!(
        "\n{:<44} {:>10} {:>12} {:>10} {:>8}",
        "order, not followed", "nodes", "% more", "committed", "change"
    );
    for (name, depth, arguments) in TREES {
        let plain =
            |order: &'static str| [arguments, &["--plain", "--ignore-order", "--order", order]].concat();
        let (alone, nodes) = count(&program, depth, &plain("none"))?;
        for order in ORDERS {
            let (ordered, _) = count(&program, depth, &plain(order))?;
            table.row(&format!("{name}: {order}"), nodes, 100.0 * (ordered as f64 / alone as f64 - 1.0));
        }
    }
    if update {
        std::fs::write(&file, &table.text).map_err(|error| format!("cannot write {COMMITTED}: {error}"))?;
    }
    if table.slower > 0 {
        eprintln!("\n{} counts are more than {TOLERANCE} above the committed ones", table.slower);
    }
    Ok(table.slower == 0)
}

/// What was measured, beside what is committed.
struct Table<'a> {
    committed: &'a str,
    text: String,
    slower: usize,
}

impl Table<'_> {
    fn row(&mut self, name: &str, nodes: u64, figure: f64) {
        let _ = writeln!(self.text, "{name} = {figure:.1}");
        let before = self
            .committed
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(" = ")?.parse().ok());
        let (committed, change) = match before {
            Some(before) => {
                let before: f64 = before;
                // Shares of instructions are compared as they are, counts in percent.
                let change =
                    if name.contains(':') { figure - before } else { 100.0 * (figure / before - 1.0) };
                self.slower += usize::from(change > TOLERANCE);
                (format!("{before:.1}"), format!("{change:+.1}"))
            }
            None => ("-".to_owned(), String::new()),
        };
        println!("{name:<44} {nodes:>10} {figure:>12.1} {committed:>10} {change:>8}");
    }
}

/// Instructions and nodes of a search without what it takes to begin.
fn count(program: &Path, depth: u32, arguments: &[&str]) -> Result<(u64, u64), String> {
    let (all, nodes) = count_once(program, depth, arguments)?;
    let (first, few) = count_once(program, 1, arguments)?;
    Ok((all - first, nodes - few))
}

fn count_once(program: &Path, depth: u32, arguments: &[&str]) -> Result<(u64, u64), String> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .arg("search")
        .args(arguments)
        .args(["--json", "--depth", &depth.to_string()])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("valgrind does not start: {error}"))?;
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let instructions = number_after(&errors, "Collected :");
    let nodes = number_after(&text, "\"total\":");
    instructions.zip(nodes).ok_or_else(|| format!("no counts of 'search {}':\n{errors}", arguments.join(" ")))
}

/// The first number that follows a word.
fn number_after(text: &str, word: &str) -> Option<u64> {
    let rest = text.split(word).nth(1)?.trim_start();
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found() {
        assert_eq!(number_after("==1== Collected : 541041295\n", "Collected :"), Some(541_041_295));
        assert_eq!(number_after("{\"nodes\":{\"total\": 127,", "\"total\":"), Some(127));
        assert_eq!(number_after("nothing", "\"total\":"), None);
    }

    #[test]
    fn a_slower_heart_is_noticed() {
        let mut table = Table { committed: "a = 100.0\nb: x = 10.0\n", text: String::new(), slower: 0 };
        table.row("a", 1, 101.9);
        table.row("b: x", 1, 11.9);
        table.row("new", 1, 5.0);
        assert_eq!((table.slower, table.text.as_str()), (0, "a = 101.9\nb: x = 11.9\nnew = 5.0\n"));
        table.row("a", 1, 102.1);
        table.row("b: x", 1, 12.1);
        assert_eq!(table.slower, 2);
    }
}
