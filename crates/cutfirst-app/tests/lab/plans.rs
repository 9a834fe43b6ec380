//! Plans that cannot be run: the line, what is wrong, and no directory.

use std::path::Path;

use crate::bench::{Bench, SMALL, refused, refused_with};

#[test]
fn bad_plans_are_refused_with_their_line() {
    let bench = Bench::new("plans");
    let out = bench.path("out");
    for (from, to, line, hint) in [
        ("\"othello\"", "\"chess\"", 7, "unknown game 'chess'; choose othello"),
        ("\"killer:2\"", "\"kiler\"", 10, "unknown heuristic 'kiler'; choose none"),
        ("\"killer:2\"", "\"tt\"", 10, "arm 'tt': the order 'tt' needs a transposition table"),
        ("\"killer:2\"", "\"none\"", 10, "'none' is given twice in arms"),
        ("\"killer:2\"", "3", 10, "expected a string"),
        ("\"othello\"\n", "\"othello\"\nspeed = 3\n", 8, "unknown field `speed`"),
        ("seed = 5", "sead = 5", 2, "unknown field `sead`"),
        ("seed = 5", "seed = \"5\"", 2, "invalid type: string"),
        ("seed = 5", "seed = -5", 2, "invalid value: integer `-5`"),
        ("seed = 5", "seed = 99999999999999999999", 2, "99999999999999999999"),
        ("seed = 5", "seed = ", 2, ""),
        ("seed = 5", "seed = 5\nseed = 6", 3, "duplicate key"),
        ("seed = 5\n", "", 1, "missing field `seed`"),
        ("trials = 3", "trials = 0", 3, "trials must be from 1 to 1000000, not 0"),
        ("trials = 3", "trials = 1000001", 3, "not 1000001"),
        ("trials = 3", "trials = -1", 3, "not -1"),
        ("trials = 3", "trials = 1.5", 3, "floating point"),
        ("\"paired\"", "\"pared\"", 4, "unknown 'pared'; choose paper or paired"),
        ("[\"paper\", \"paired\"]", "[]", 4, "designs must not be empty"),
        ("plies = [2, 3]", "plies = 2", 8, "expected a sequence"),
        ("plies = [2, 3]", "plies = [\"2\"]", 8, "invalid type: string"),
        ("plies = [2, 3]", "plies = [0]", 8, "plies must be from 1 to 200, not 0"),
        ("plies = [2, 3]", "plies = [201]", 8, "plies must be from 1 to 200, not 201"),
        ("[\"paper\", \"paired\"]", "[\"paper\", \"paper\"]", 4, "'paper' is given twice in designs"),
        ("plies = [2, 3]", "plies = []", 8, "plies must not be empty"),
        ("plies = [2, 3]", "plies = [2, 3", 9, ""),
        ("\"initial\"", "\"endgame\"", 9, "unknown 'endgame'; choose initial or midgame"),
        ("players = 4", "players = 9", 14, "virus is for 2, 3 or 4 players, not 9"),
        ("players = 4", "players = \"4\"", 14, "invalid type: string"),
        ("players = 4", "variant = \"wide\"", 14, "unknown virus variant or option 'wide'"),
        ("players = 4", "algorithm = \"pvs\"", 14, "for two players"),
        ("players = 4", "algorithm = \"best\"", 14, "choose minimax, alpha-beta"),
        ("players = 4", "evaluations = [\"x\"]", 14, "unknown virus evaluation 'x'"),
        ("players = 4", "combine = \"x\"", 14, "choose difference, zero-sum"),
        ("players = 4", "turn = \"x\"", 14, "choose round or move"),
        ("players = 4", "turns = 0", 14, "turns must be from 1 to 10000"),
        ("players = 4", "opening-turns = 10001", 14, "opening-turns must be from 0 to 10000"),
        ("players = 4", "table = 4097", 14, "table must be from 0 to 4096"),
        ("players = 4", "deepen = 1", 14, "expected a boolean"),
        ("players = 4", "grain = -1", 14, "not -1"),
    ] {
        assert!(SMALL.contains(from), "{from}");
        let plan = bench.write("bad.toml", SMALL.replacen(from, to, 1));
        let message = refused(&["lab", "run", &plan, "--out", &out]);
        let expected = format!("bad.toml: line {line}: ");
        assert!(message.contains(&expected) && message.contains(hint), "'{to}' gives: {message}");
        assert!(!Path::new(&out).exists(), "'{to}' leaves a directory");
    }
}

#[test]
fn what_is_no_plan_is_refused() {
    let bench = Bench::new("no-plans");
    let out = bench.path("out");
    let binary: Vec<u8> = (0..=255).rev().collect();
    for (content, hint) in [
        (&b""[..], "line 1: missing field"),
        (b"\n\n# nothing\n", "line 1: missing field"),
        (b"\0\0\0", "line 1: "),
        (b"seed = 1\ntrials = 1\n", "a plan needs an [[experiment]]"),
        (b"seed = 1\ntrials = 1\nexperiment = []\n", "an [[experiment]]"),
        (b"{\"seed\": 1}", "line 1: "),
        (b"\x1b[31m\x07 = 1", "line 1: "),
        (&binary, "cannot read the plan"),
    ] {
        let plan = bench.write("bad.toml", content);
        refused_with(&["lab", "run", &plan, "--out", &out], hint);
    }
    let long = bench.write("long.toml", format!("seed = \"{}\"", "x\\n".repeat(10_000)));
    let message = refused(&["lab", "run", &long, "--out", &out]);
    assert!(message.len() < 1500, "a line of {} bytes", message.len());
    refused_with(&["lab", "run", &bench.path("none.toml"), "--out", &out], "cannot read the plan");
    refused_with(&["lab", "run", &bench.path(""), "--out", &out], "cannot read the plan");
    assert!(!Path::new(&out).exists());
}
