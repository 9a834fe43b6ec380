//! The league table of orderings: what it prints can be believed and had again.

mod program;

use std::collections::HashMap;
use std::fs;

use program::run;
use serde_json::Value;

/// Runs `cutfirst rank` and returns its one JSON object.
fn league(arguments: &str) -> Value {
    let words: Vec<&str> = ["rank"].into_iter().chain(arguments.split(' ')).chain(["--json"]).collect();
    let output = run(&words);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{words:?}: {errors}");
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

fn refused(arguments: &str) -> String {
    let words: Vec<&str> = ["rank"].into_iter().chain(arguments.split_whitespace()).collect();
    let output = run(&words);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{words:?}: {errors}");
    assert!(output.stdout.is_empty() && errors.lines().count() == 1, "{words:?}: {errors}");
    errors
}

fn standings(game: &Value) -> HashMap<&str, &Value> {
    let standings = game["standings"].as_array().unwrap();
    standings.iter().map(|own| (own["order"].as_str().unwrap(), own)).collect()
}

const SMALL: &str =
    "othello checkers --depth 4 --positions 3 --turns 2 --order none --order killer --order gravity";

#[test]
fn figures_belong_together() {
    let league = league(&format!("{SMALL} --minimum"));
    assert_eq!((&league["complete"], &league["seed"]), (&true.into(), &1.into()));
    let games = league["games"].as_array().unwrap();
    assert_eq!(games.len(), 2);
    for game in games {
        assert_eq!(game["against"], "ads:mtf");
        assert_eq!((&game["fragments"], &game["searches"]), (&6.into(), &12.into()));
        assert_eq!((&game["algorithm"], &game["depth"]), (&"alpha-beta".into(), &4.into()));
        let standings = standings(game);
        let mut names: Vec<_> = standings.keys().copied().collect();
        names.sort_unstable();
        assert_eq!(names, ["ads:mtf", "gravity", "killer:2", "none"]);
        let (replay, minimum) = (game["replay"].as_u64().unwrap(), game["minimum"].as_u64().unwrap());
        assert!(minimum <= replay && replay < standings["none"]["nodes"].as_u64().unwrap());
        for (name, own) in &standings {
            let figure = |key: &str| own[key].as_f64().unwrap_or_else(|| panic!("{name} has no {key}"));
            assert!(own["nodes"].as_u64().unwrap() >= minimum, "{name}: {own}");
            assert!(own["over_minimum"]["low"].as_f64().unwrap() >= 1.0 - 1e-9, "{name}: {own}");
            assert!((0.0..=100.0).contains(&figure("first_move_cuts")), "{name}: {own}");
            // Interior nodes are reached by a move, leaves may be judged without; no node is evaluated twice here.
            assert!((0.1..=1.0).contains(&figure("makes_per_node")), "{name}: {own}");
            assert!((0.1..1.0).contains(&figure("evaluations_per_node")), "{name}: {own}");
            assert!(figure("seconds") > 0.0 && figure("nanoseconds_per_node") > 0.0);
            for key in ["nodes_ratio", "time_ratio", "over_replay"] {
                let [low, value, high] = ["low", "value", "high"].map(|end| own[key][end].as_f64().unwrap());
                assert!(0.0 < low && low <= value && value <= high, "{name}: {key} {low} {value} {high}");
            }
            assert_eq!(own["by_start"].as_array().unwrap().len(), 2);
        }
        assert_eq!(standings["ads:mtf"]["nodes_ratio"]["value"], 1.0);
        assert_eq!(standings["ads:mtf"]["nodes_ratio"]["high"], 1.0);
        assert!(standings["none"]["nodes_ratio"]["value"].as_f64().unwrap() > 1.0);
        // N/R divided by N/R of another order is their ratio.
        let over = |name: &str| standings[name]["over_replay"]["value"].as_f64().unwrap();
        let ratio = standings["none"]["nodes_ratio"]["value"].as_f64().unwrap();
        assert!((over("none") / over("ads:mtf") - ratio).abs() < 1e-9);
    }
    let none = league["overall"].as_array().unwrap().iter().find(|own| own["order"] == "none").unwrap();
    let product: f64 =
        games.iter().map(|game| standings(game)["none"]["nodes_ratio"]["value"].as_f64().unwrap()).product();
    assert!((none["nodes_ratio"]["value"].as_f64().unwrap() - product.sqrt()).abs() < 1e-9);
}

/// Everything but times.
fn counted(league: &Value) -> Vec<(String, String, Value, Value, Value)> {
    let games = league["games"].as_array().unwrap().iter();
    let rows = games.flat_map(|game| {
        let standings = game["standings"].as_array().unwrap().iter();
        standings.map(|own| {
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let (nodes, ratio) = (own["nodes"].clone(), own["nodes_ratio"].clone());
            (text(&game["game"]), text(&own["order"]), nodes, ratio, own["over_replay"].clone())
        })
    });
    rows.collect()
}

#[test]
fn the_same_seed_gives_the_same_nodes_and_another_one_others() {
    let first = league(&format!("{SMALL} --seed 5"));
    assert_eq!(counted(&first), counted(&league(&format!("{SMALL} --seed 5 --repeat 2"))));
    assert_ne!(counted(&first), counted(&league(&format!("{SMALL} --seed 6"))));
    // Another order beside them changes nothing for the others.
    let more = league(&format!("{SMALL} --seed 5 --order relative"));
    let others: Vec<_> = counted(&more).into_iter().filter(|row| row.1 != "relative").collect();
    assert_eq!(counted(&first), others);
}

#[test]
fn every_game_has_a_table() {
    let league = league("all --depth 2 --positions 1 --turns 1");
    let games: Vec<_> = league["games"].as_array().unwrap().iter().collect();
    assert_eq!(games.len(), 6);
    for game in &games {
        assert_eq!(standings(game)["ads:mtf"]["nodes_ratio"]["value"], 1.0);
        let several = game["players"].as_u64() > Some(2);
        assert_eq!(game["algorithm"], if several { "brs" } else { "alpha-beta" });
        // Only Best-Reply Search can rank opponents.
        assert_eq!(game["skipped"].as_array().unwrap().is_empty(), several, "{game}");
    }
    assert!(games.iter().any(|game| game["players"] == 6));
    assert_eq!(league["not_in_all"].as_array().unwrap(), &["threat:mtf+ads:mtf"]);
}

#[test]
fn with_a_table_there_is_no_bound_and_its_move_comes_first() {
    let league = league("othello --depth 4 --positions 2 --turns 2 --table 1 --deepen");
    let game = &league["games"][0];
    assert_eq!((&game["against"], &game["table"]), (&"tt+ads:mtf".into(), &1.into()));
    assert_eq!(game["replay"], Value::Null);
    for own in game["standings"].as_array().unwrap() {
        assert!(own["order"].as_str().unwrap().starts_with("tt"), "{own}");
        assert_eq!(own["over_replay"], Value::Null);
    }
}

#[test]
fn the_terminal_shows_what_the_files_hold() {
    let dir = std::env::temp_dir().join(format!("cutfirst-rank-{}", std::process::id()));
    let arguments = format!("rank {SMALL} --out {}", dir.display());
    let output = run(&arguments.split(' ').collect::<Vec<_>>());
    let shown = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let league: Value = serde_json::from_slice(&fs::read(dir.join("league.json")).unwrap()).unwrap();
    let csv = fs::read_to_string(dir.join("league.csv")).unwrap();
    let page = fs::read_to_string(dir.join("report.html")).unwrap();
    // The same command may fill the directory again, and no other one.
    assert_eq!(run(&arguments.split(' ').collect::<Vec<_>>()).status.code(), Some(0));
    assert!(
        refused(&format!("{SMALL} --seed 2 --out {}", dir.display()))
            .contains("another command: cutfirst rank")
    );
    fs::remove_dir_all(&dir).unwrap();
    assert_eq!(csv.lines().count(), 1 + 3 * 4, "{csv}");
    for game in league["games"].as_array().unwrap() {
        for (order, own) in standings(game) {
            let ratio = format!("{:.3}", own["nodes_ratio"]["value"].as_f64().unwrap());
            assert!(shown.lines().any(|line| line.starts_with(order) && line.contains(&ratio)), "{shown}");
            assert!(page.contains(&ratio), "{order} {ratio}");
        }
    }
    assert!(shown.contains("Geometric mean over 2 games") && shown.contains("report: "), "{shown}");
    assert!(page.contains("--order</span> killer:2") && page.contains("--seed</span> 1"), "the command");
}

#[test]
fn bad_input_is_one_line() {
    for (arguments, hint) in [
        ("", "<GAME>"),
        ("chess", "choose othello, checkers"),
        ("othello othello", "named twice"),
        ("all othello", "name no other"),
        ("othello --order gravty", "unknown heuristic 'gravty'"),
        ("othello --against ads:mtg", "'mtg' is not a rule"),
        ("othello --order ads:mtf", "name another --order"),
        ("othello --order tt", "needs a transposition table"),
        ("othello --against tt", "needs a transposition table"),
        ("othello --depth 0", "--depth must be from 1 to"),
        ("othello --depth -1", "whole number"),
        ("othello --positions 0", "--positions must be from 1"),
        ("othello --turns 0", "--turns must be from 1"),
        ("othello --repeat 0", "--repeat must be from 1"),
        ("othello --starts endgame", "initial, midgame, both"),
        ("othello --players 3", "for 2 players, not 3"),
        ("othello checkers --players 4", "for 2 players, not 4"),
        ("othello --variant wide", "othello has no variants"),
        ("othello --evaluation guess", "choose discs"),
        ("othello --algorithm minimax", "searches every move"),
        ("chinese-checkers --algorithm alpha-beta", "is for two players"),
        ("othello --algorithm max-n --minimum", "no minimal tree"),
        ("othello --table 4 --minimum", "leave out --table"),
        ("othello --table 5000", "--table must be from 0 to 4096"),
        ("othello --table 4096", "too large"),
        ("othello --out /dev/null/x", "--out: cannot write /dev/null/x"),
    ] {
        let message = refused(arguments);
        assert!(message.contains(hint), "'{arguments}' should hint at '{hint}', but says: {message}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_with_what_is_done() {
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    // A search of this depth would not end in our lifetimes.
    let arguments = "rank othello --depth 30 --positions 1 --turns 1 --order none --json";
    let child = Command::new(assert_cmd::cargo::cargo_bin!("cutfirst"))
        .args(arguments.split(' '))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let start = Instant::now();
    sleep(Duration::from_millis(800));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert!(start.elapsed() < Duration::from_secs(60), "it took {:?}", start.elapsed());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{errors}");
    assert!(errors.contains("stopped after 0 of 2 fragments"), "{errors}");
    let league: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&league["complete"], league["games"].as_array().unwrap().len()), (&false.into(), 0));
}
