//! A bench of programs that lie, hang, die, flood, talk nonsense and play another game, each at every stage. The rest of the
//! match goes on, whoever did it is named, and no process remains.

use std::fs;
use std::io::{BufRead, Write};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use cutfirst::game::Game;
use cutfirst::notation::Notation;
use cutfirst_games::othello::Othello;

/// What it does wrong.
const FAULTS: [&str; 8] = ["lie", "hang", "die", "flood", "garbage", "other-game", "closed", "leave"];
/// When it does: before the greeting is answered, before it is ready, at its first move and at its third.
const STAGES: [&str; 4] = ["ugi", "isready", "go-1", "go-3"];

/// The program itself: this test, called by a match. It speaks UGI and plays the first legal move until its fault is due.
#[test]
#[ignore = "is called by the others"]
fn fake_engine() {
    let Ok(fault) = std::env::var("FAULT") else { return };
    let stage = std::env::var("STAGE").expect("a stage");
    // The harness has left its line open.
    println!();
    let mut game = Othello::START;
    let mut moves = 0;
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let word = line.split_whitespace().next().unwrap_or("").to_owned();
        let now = if word == "go" {
            moves += 1;
            format!("go-{moves}")
        } else {
            word.clone()
        };
        if now == stage {
            do_wrong(&fault, &word);
        }
        match &*word {
            "ugi" => println!("id name fake\nugiok"),
            "isready" => println!("readyok"),
            "position" => {
                game = Othello::START;
                let played = line.split_once(" moves ").map_or("", |(_, moves)| moves);
                for mv in game.parse_moves(played).expect("legal moves") {
                    game.make(mv);
                }
            }
            "go" => {
                let mut legal = Vec::new();
                game.moves(&mut legal);
                println!("bestmove {}", game.move_text(legal[0]));
            }
            "quit" => return,
            _ => {}
        }
        std::io::stdout().flush().expect("somebody listens");
    }
}

fn do_wrong(fault: &str, word: &str) {
    let answer = match word {
        "ugi" => "ugiok",
        "isready" => "readyok",
        _ => "bestmove",
    };
    match fault {
        "lie" => println!("{answer} a1"),
        "other-game" => println!("{answer} 11-15"),
        "hang" => std::thread::sleep(Duration::from_secs(600)),
        "die" => std::process::exit(3),
        "garbage" => {
            let mut output = std::io::stdout().lock();
            let _ = output.write_all(&[0xff, 0xfe, 0, 0x1b, b'\n']);
            let _ = output.write_all(&vec![b'x'; 200_000]);
            let _ = output.write_all(b"\n");
            let _ = output.flush();
            std::thread::sleep(Duration::from_secs(600));
        }
        "flood" => loop {
            if writeln!(std::io::stdout(), "info string more and more and more").is_err() {
                std::thread::sleep(Duration::from_secs(600));
            }
        },
        // It neither reads nor writes any longer, but does not end.
        "closed" => {
            leave_somebody_behind();
            let mut child = Command::new("sleep").arg("600").spawn().expect("sleep");
            let _ = child.wait();
        }
        "leave" => {
            leave_somebody_behind();
            std::process::exit(3);
        }
        other => panic!("no fault {other}"),
    }
}

/// Starts somebody who leaves our process group and is deaf to all signals that can be ignored.
fn leave_somebody_behind() {
    let mark = std::env::args().next_back().expect("the mark");
    let deaf = "trap '' TERM HUP INT; while :; do sleep 1; done";
    let mut leaver = Command::new("setsid");
    leaver.args(["--fork", "sh", "-c", deaf, &mark]).stdin(Stdio::null()).stdout(Stdio::null());
    leaver.status().expect("setsid");
}

/// A word that only processes of this bench have in their command lines.
fn mark(name: &str) -> String {
    format!("bench-{name}-{}", std::process::id())
}

fn player(fault: &str, stage: &str, mark: &str) -> String {
    let test = std::env::current_exe().expect("this test");
    let test = test.display();
    format!(
        "name=fake depth=1 patience=2s protocol=ugi command=\"env FAULT={fault} STAGE={stage} {test} --exact faults::fake_engine \
         --ignored --nocapture --skip {mark}\""
    )
}

fn match_against(player: &str, games: &str, seed: u32) -> Command {
    let mut program = Command::new(assert_cmd::cargo::cargo_bin!("cutfirst"));
    program.args(["match", "othello", "--player", "name=ours depth=1 table=1", "--player", player]);
    program.args([
        "--games",
        games,
        "--openings",
        "2",
        "--threads",
        "1",
        "--json",
        "--seed",
        &seed.to_string(),
    ]);
    program
}

/// The processes of the bench that are still there.
fn remaining(mark: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").expect("/proc").flatten() {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        if line.contains(mark) && !line.contains(" match ") {
            found.push(line);
        }
    }
    found
}

fn nobody_remains(mark: &str) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !remaining(mark).is_empty() {
        assert!(Instant::now() < deadline, "still there: {:?}", remaining(mark));
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn every_fault_at_every_stage_loses_that_game_only() {
    let mark = mark("faults");
    for fault in FAULTS {
        for stage in STAGES {
            let output = match_against(&player(fault, stage, &mark), "2", 1).output().expect("it starts");
            let (found, errors) = texts(&output);
            let case = format!("{fault} at {stage}: {errors}");
            let greeting = stage == "ugi" || stage == "isready";
            if greeting && !matches!(fault, "lie" | "other-game") {
                // It is tried once before the match, and refused.
                assert_eq!(output.status.code(), Some(2), "{case}");
                assert!(errors.contains("player 'fake': "), "{case}");
            } else if greeting {
                // Not what was waited for, and then the right answer after all.
                assert!(output.status.success(), "{case}");
            } else {
                assert!(output.status.success(), "{case}");
                let json: serde_json::Value = serde_json::from_str(&found).expect("JSON");
                assert_eq!((&json["games"], &json["endings"]["faults"]), (&2.into(), &2.into()), "{case}");
                assert_eq!(errors.matches(": fake: ").count(), 2, "{case}");
                let why = match fault {
                    "lie" | "other-game" => "illegal",
                    "die" | "leave" => "crashed",
                    _ => "silent",
                };
                assert!(errors.contains(&format!("game 1: {why}: fake: ")), "{case}");
            }
        }
    }
    nobody_remains(&mark);
}

#[test]
fn a_killed_match_leaves_nobody_behind() {
    for fault in ["hang", "closed"] {
        kill_a_match(fault);
    }
}

fn kill_a_match(fault: &str) {
    let mark = mark(&format!("kill-{fault}"));
    let player = player(fault, "go-3", &mark).replace("patience=2s", "patience=600s");
    let mut program = match_against(&player, "2", 1);
    let mut running = program.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let deadline = Instant::now() + Duration::from_secs(30);
    while remaining(&mark).is_empty() {
        assert!(Instant::now() < deadline, "the program never started");
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(500));
    running.kill().expect("killed");
    running.wait().expect("it ends");
    nobody_remains(&mark);
}

#[test]
fn an_honest_program_plays_on() {
    let mark = mark("honest");
    let output = match_against(&player("none", "never", &mark), "4", 3).output().expect("it starts");
    let (found, errors) = texts(&output);
    assert!(output.status.success(), "{errors}");
    let json: serde_json::Value = serde_json::from_str(&found).expect("JSON");
    assert_eq!((&json["games"], &json["endings"]["finished"]), (&4.into(), &4.into()), "{errors}");
    nobody_remains(&mark);
}

#[test]
fn wrong_words_are_refused_in_one_line() {
    for (player, hint) in [
        ("command=\"x\" depth=1", "a command needs protocol="),
        ("protocol=ugi depth=1", "belong to a command="),
        ("command=\"x\" protocol=uci depth=1", "'protocol' takes ugi, nboard or gtp, not 'uci'"),
        ("command=\"\" protocol=ugi depth=1", "'command' needs a value"),
        ("command=\"x 'y\" protocol=ugi depth=1", "never ends"),
        ("command=\"x\" protocol=ugi order=none depth=1", "'order' is for engines of ours"),
        ("command=\"x\" protocol=nboard time=1s", "nboard knows a depth alone"),
        ("command=\"x\" protocol=gtp depth=1", "gtp knows a time alone"),
        (
            "name=fake command=\"/nowhere/engine\" protocol=ugi depth=1",
            "player 'fake': cannot start '/nowhere/engine': No such file",
        ),
        ("name=fake command=\"true\" protocol=ugi depth=1", "player 'fake': it ended instead of answering"),
        ("name=fake command=\"cat\" dir=/nowhere protocol=ugi depth=1", "there is no directory /nowhere"),
    ] {
        let output = match_against(player, "2", 1).output().expect("it starts");
        let (found, errors) = texts(&output);
        assert_eq!((output.status.code(), &*found), (Some(2), ""), "{player}: {errors}");
        assert!(errors.contains(hint) && errors.lines().count() == 1, "{player}: {errors}");
    }
}
