//! NBoard 2.

use super::conversation::Conversation;

const GAME: &str = "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]\
    BO[8 ---------------------------O*------*O--------------------------- *]B[F5//1.2];)";

#[test]
fn a_game_over_nboard() {
    let mut engine = Conversation::new("othello --protocol nboard");
    assert!(engine.ask("nboard 2", "set myname").starts_with("set myname cutfirst"));
    engine.say("set depth 4");
    engine.say("set contempt 0");
    engine.say(&format!("set game {GAME}"));
    assert_eq!(engine.ask("ping 1", "pong"), "pong 1");
    let search = engine.ask("go", "search");
    assert!(search.split_whitespace().count() == 5, "{search}");
    let answer = engine.hear("===");
    let square = answer[4..].split('/').next().expect("a move").to_owned();
    assert!(["D6", "F4", "F6"].contains(&&*square), "{answer}");
    assert_eq!(answer.split('/').count(), 3, "{answer}");
    engine.say(&format!("move {square}/0.5/1.0"));
    engine.ask("hint 3", "search");
    assert_eq!(engine.ask("ping 2", "pong"), "pong 2");
    assert_eq!(engine.ask("learn", "learned"), "learned");
    for (wrong, hint) in [
        ("move a1", "is not a legal move"),
        ("set game nonsense", "there is no game"),
        ("set depth deep", "write set depth"),
        ("hint many", "write hint"),
    ] {
        let line = engine.ask(wrong, "status ");
        assert!(line.contains(hint), "{wrong}: {line}");
    }
    // No move of another game is an answer to one that cannot be read.
    for word in ["go", "hint 2", "analyze", "move d6"] {
        assert!(engine.ask(word, "status ").starts_with("status there is no game: "), "{word}");
    }
    engine.say(&format!("set game {GAME}"));
    engine.say("dance");
    assert_eq!(engine.ask("ping 3", "pong"), "pong 3");
    engine.say("quit");
    engine.end();
}

#[test]
fn a_game_is_analyzed_from_its_last_position_to_its_first() {
    let mut engine = Conversation::new("othello --protocol nboard");
    engine.say("set depth 4");
    engine.say(&format!("set game {GAME}"));
    engine.say("analyze");
    for played in [1, 0] {
        let line = engine.hear("analysis");
        let words: Vec<_> = line.split_whitespace().collect();
        assert!(words.len() == 3 && words[1] == played.to_string(), "{line}");
        assert!(words[2].parse::<f64>().is_ok_and(|discs| discs.abs() <= 64.0), "{line}");
    }
    engine.hear("status");
    engine.say("set depth 60");
    engine.say("analyze");
    assert_eq!(engine.ask("ping 9", "pong"), "pong 9");
    // What has not begun when the ping comes is over at once, too.
    engine.bytes(b"go\nanalyze\nping 10\n");
    assert_eq!(engine.hear("pong"), "pong 10");
    engine.say("quit");
    engine.end();
}

#[test]
fn a_finished_game_is_analyzed_as_its_result() {
    let mut engine = Conversation::new("othello --protocol nboard");
    let full = "*".repeat(40) + &"O".repeat(24);
    engine.say(&format!("set game (;GM[Othello]PC[a]PB[a]PW[b]RE[?]TI[1:00]TY[8]BO[8 {full} *];)"));
    assert_eq!(engine.ask("analyze", "analysis"), "analysis 0 16.00");
    engine.say("quit");
    engine.end();
}

#[test]
fn nboard_and_gtp_are_for_othello() {
    for protocol in ["nboard", "gtp"] {
        let output = std::process::Command::new(assert_cmd::cargo::cargo_bin!("cutfirst"))
            .args(["engine", "checkers", "--protocol", protocol])
            .output()
            .expect("it starts");
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("choose --protocol ugi"));
    }
}
