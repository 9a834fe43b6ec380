//! GTP.

use super::conversation::Conversation;

/// Asks and takes the whole answer, up to the empty line.
fn ask(engine: &mut Conversation, line: &str) -> String {
    engine.say(line);
    let mut answer = String::new();
    loop {
        match engine.line() {
            line if line.is_empty() => return answer,
            line => answer = format!("{answer}{}{line}", if answer.is_empty() { "" } else { "\n" }),
        }
    }
}

#[test]
fn a_game_over_gtp() {
    let mut engine = Conversation::new("othello --protocol gtp");
    assert_eq!(ask(&mut engine, "1 protocol_version"), "=1 2");
    assert_eq!(ask(&mut engine, "name"), "= cutfirst");
    assert_eq!(ask(&mut engine, "7 known_command genmove # indeed"), "=7 true");
    let commands = ask(&mut engine, "list_commands");
    for command in commands.trim_start_matches("= ").lines() {
        assert_eq!(ask(&mut engine, &format!("known_command {command}")), "= true");
    }
    assert_eq!(ask(&mut engine, "boardsize 8"), "=");
    assert_eq!(ask(&mut engine, "boardsize 19"), "? unacceptable size");
    assert_eq!(ask(&mut engine, "clear_board"), "=");
    assert_eq!(ask(&mut engine, "time_settings 0 1 5"), "=");
    assert_eq!(ask(&mut engine, "play b f5"), "=");
    assert_eq!(ask(&mut engine, "play b d6"), "? it is the other side's turn");
    assert_eq!(ask(&mut engine, "play w a1"), "? illegal move");
    assert_eq!(ask(&mut engine, "play green d6"), "? invalid color or coordinate");
    assert_eq!(ask(&mut engine, "time_left w 1 5"), "=");
    let mv = ask(&mut engine, "12 genmove white");
    assert!(["=12 d6", "=12 f4", "=12 f6"].contains(&&*mv), "{mv}");
    assert_eq!(ask(&mut engine, "undo"), "=");
    assert_eq!(ask(&mut engine, "undo"), "=");
    assert_eq!(ask(&mut engine, "undo"), "? cannot undo");
    assert!(ask(&mut engine, "showboard").contains("Black to move"));
    assert_eq!(ask(&mut engine, "fly"), "? unknown command");
    assert_eq!(ask(&mut engine, "cutfirst-set level 1"), "=");
    assert_eq!(ask(&mut engine, "cutfirst-set level"), "=");
    assert_eq!(ask(&mut engine, "cutfirst-set colour"), "? cutfirst-set WORD VALUE");
    assert_eq!(ask(&mut engine, "cutfirst-set depth 3"), "=");
    for (ply, mv) in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"].into_iter().enumerate() {
        let colour = if ply % 2 == 0 { "b" } else { "w" };
        assert_eq!(ask(&mut engine, &format!("play {colour} {mv}")), "=");
    }
    assert_eq!(ask(&mut engine, "final_score"), "= B+13");
    assert_eq!(ask(&mut engine, "genmove w"), "= pass");
    assert_eq!(ask(&mut engine, "quit"), "=");
    engine.end();
}
