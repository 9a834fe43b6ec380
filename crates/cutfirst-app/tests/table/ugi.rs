//! UGI: two players, three players, and rude input.

use super::conversation::Conversation;

#[test]
fn a_two_player_program_hears_nothing_but_ugi() {
    let mut engine = Conversation::new("othello");
    engine.say("ugi");
    let mut names = Vec::new();
    loop {
        let line = engine.line();
        if line == "ugiok" {
            break;
        }
        let words: Vec<_> = line.split_whitespace().collect();
        match words[..] {
            ["id", "name" | "author", ..] => {}
            ["option", "name", name, "type", kind, "default", ..] => {
                assert!(["spin", "check", "combo", "string"].contains(&kind), "{line}");
                names.push(name.to_owned());
            }
            _ => panic!("{line}"),
        }
    }
    for name in ["Hash", "Threads", "MultiPV", "Ponder", "level", "evaluation", "algorithm", "order", "seed"]
    {
        assert!(names.iter().any(|known| known == name), "{name} is missing in {names:?}");
    }
    assert_eq!(engine.ask("isready", "readyok"), "readyok");
    engine.say("uginewgame");
    engine.say("position startpos");
    assert_eq!(engine.ask("query p1turn", "response"), "response true");
    let info = engine.ask("go depth 4", "info depth 4");
    for part in [" score cp ", " time ", " nodes ", " pv "] {
        assert!(info.contains(part), "{info}");
    }
    let best = engine.hear("bestmove");
    assert_eq!(best.split_whitespace().count(), 2, "cutegames takes no third word: {best}");
    engine.say("position startpos moves f5");
    assert_eq!(engine.ask("query p1turn", "response"), "response false");
    assert_eq!(engine.ask("query gameover", "response"), "response false");
    assert_eq!(engine.ask("query result", "response"), "response none");
    engine.say("position startpos moves e6 f4 e3 f6 g5 d6 e7 f5 c5");
    assert_eq!(engine.ask("query gameover", "response"), "response true");
    assert_eq!(engine.ask("query result", "response"), "response p1win");
    assert_eq!(engine.ask("go depth 2", "bestmove"), "bestmove 0000");
    engine.say("quit");
    assert_eq!(engine.end(), [""; 0]);
}

#[test]
fn options_are_set_or_refused() {
    let mut engine = Conversation::new("othello");
    engine.say("setoption name MultiPV value 3");
    engine.say("setoption name Hash value 2");
    engine.say("setoption name evaluation value discs");
    engine.say("setoption name order value tt+killer");
    engine.say("setoption name double-steps value false");
    engine.say("position startpos moves f5");
    // White has three moves, each of which has its line.
    engine.ask("go depth 3", "info depth 3 multipv 3");
    engine.hear("bestmove");
    engine.say("setoption name level value 1");
    engine.ask("go", "bestmove");
    for (wrong, hint) in [
        ("setoption", "write setoption name"),
        ("setoption name Colour value red", "there is no option 'Colour'"),
        ("setoption name evaluation value best", "choose discs, mobility, play or learned"),
        ("setoption name Hash value -1", "'table' takes a number of MiB"),
        ("setoption name order value tt+killr", "unknown heuristic 'killr'"),
        ("setoption name depth value 3", "there is no option 'depth'"),
        ("setoption name clock value 1m", "there is no option 'clock'"),
        ("setoption name MultiPV value 0", "'MultiPV' takes a number of lines from 1 to 64"),
        ("setoption name Ponder value maybe", "'Ponder' takes true or false"),
    ] {
        let line = engine.ask(wrong, "info string");
        assert!(line.contains(hint), "{wrong}: {line}");
    }
    engine.ask("go depth 2", "bestmove");
    assert_eq!(engine.end(), [""; 0]);
}

#[test]
fn stop_and_ponder() {
    let mut engine = Conversation::new("othello");
    engine.ask("go infinite", "info depth 2");
    assert_eq!(engine.ask("isready", "readyok"), "readyok", "while it thinks");
    engine.ask("stop", "bestmove");
    engine.say("setoption name Ponder value true");
    engine.say("position startpos moves f5");
    engine.ask("go ponder p1time 2000 p2time 2000", "info depth 2");
    let best = engine.ask("ponderhit", "bestmove");
    assert_eq!(best.split_whitespace().nth(2), Some("ponder"), "{best}");
    // A search ahead that has nothing left to find waits for somebody to ask.
    engine.say("position startpos moves e6 f4 e3 f6 g5 d6 e7 f5");
    engine.ask("go ponder depth 1", "info depth 1");
    assert_eq!(engine.ask("isready", ""), "readyok");
    engine.ask("stop", "bestmove");
    engine.ask("go movetime 20", "bestmove");
    engine.ask("go p1time 100 p2time 100 p1inc 10 p2inc 10 movestogo 3", "bestmove");
    engine.ask("go nodes 500", "bestmove");
    // Commands wait for a search that has a limit, and end one that has none.
    engine.say("go depth 5");
    engine.say("position startpos");
    engine.say("go infinite");
    engine.say("position startpos moves f5");
    engine.say("go depth 1 searchmoves d6");
    engine.hear("bestmove");
    engine.hear("bestmove");
    assert_eq!(engine.hear("bestmove").split_whitespace().nth(1), Some("d6"));
    assert_eq!(engine.ask("go searchmoves d6 f4 depth 1", "bestmove").split_whitespace().count(), 2);
    // A search that has not begun is stopped as well.
    engine.bytes(b"go infinite\nposition startpos\ngo infinite\nstop\n");
    engine.hear("bestmove");
    engine.hear("bestmove");
    engine.ask("go infinite", "info depth 1");
    // At the end of input, what has no limit is stopped and answered.
    assert!(engine.end().iter().any(|line| line.starts_with("bestmove")));
}

/// `readyok` means that all before it was obeyed, also right after a move was told.
#[test]
fn who_has_heard_a_move_finds_the_engine_at_rest() {
    let mut engine = Conversation::new("othello --player table=1");
    for number in 0..300 {
        engine.ask("go depth 1", "bestmove");
        engine.bytes(format!("setoption name none-{number} value 1\nisready\n").as_bytes());
        let next = engine.line();
        assert!(next.contains(&format!("there is no option 'none-{number}'")), "{next}");
        assert_eq!(engine.line(), "readyok");
    }
}

#[test]
fn rude_input_ends_nothing() {
    let mut engine = Conversation::new("checkers --variant english");
    for (wrong, hint) in [
        ("hello", "unknown word 'hello'"),
        ("position", "write position startpos"),
        ("position fen", "write position startpos"),
        ("position fen 1...2/..... 0", "is not a position"),
        ("position startpos moves f5", "move 1: 'f5' is not a move"),
        ("position startpos moves 11-15 11-15", "move 2: '11-15' is not a legal move"),
    ] {
        let line = engine.ask(wrong, "info string");
        assert!(line.contains(hint), "{wrong}: {line}");
    }
    // No move of another position is an answer to one that cannot be read.
    assert_eq!(engine.ask("go depth 1", "bestmove"), "bestmove 0000");
    assert_eq!(engine.ask("query p1turn", "response"), "response none");
    // Another game has a position again.
    engine.say("setoption name variant value relaxed");
    assert_eq!(engine.ask("query p1turn", "response"), "response true");
    engine.say("position\tstartpos  moves\t11-15  ");
    assert_eq!(engine.ask("query p1turn", "response"), "response false");
    engine.say("position startpos");
    for wrong in ["go depth", "go depth x", "go fast", "go searchmoves 1-2"] {
        assert_eq!(engine.ask(wrong, "bestmove"), "bestmove 0000");
    }
    assert_eq!(engine.ask("query weather", "response"), "response none");
    let line = engine.ask(&format!("setoption name {} value 1", "é".repeat(5000)), "info string");
    assert!(line.contains("there is no option") && line.len() < 300, "{line}");
    engine.bytes(b"\xff\xfe\0\x1b[2J\n\n   \r\n");
    engine.hear("info string unknown word");
    engine.bytes(&vec![b'x'; 3 << 20]);
    engine.bytes(b"\n");
    engine.hear("info string error: a line may have");
    engine.say("position startpos moves 11-15");
    engine.bytes(b"go dep");
    std::thread::sleep(std::time::Duration::from_millis(50));
    engine.bytes(b"th 2\n");
    assert_ne!(engine.hear("bestmove"), "bestmove 0000");
    engine.ask("go depth -5", "bestmove");
    engine.ask("go p2time -100", "bestmove");
    engine.bytes(b"isready");
    assert_eq!(engine.end(), ["readyok"], "what has no line end counts when nothing more comes");
}

/// Three of ours against each other in Chinese Checkers, as a program for three players would have it.
#[test]
fn three_players() {
    let mut engines: Vec<_> = (0..3).map(|_| Conversation::new("chinese-checkers --players 3")).collect();
    for engine in &mut engines {
        assert_eq!(engine.ask("ugi", "id players"), "id players 3");
        engine.hear("ugiok");
        assert_eq!(engine.ask("query players", "response"), "response 3");
    }
    let mut moves = String::new();
    for ply in 0..30 {
        let engine = &mut engines[ply % 3];
        engine.say(&format!("position startpos{}{moves}", if moves.is_empty() { "" } else { " moves" }));
        assert_eq!(engine.ask("query turn", "response"), format!("response p{}", ply % 3 + 1));
        assert_eq!(engine.ask("query p1turn", "response"), format!("response {}", ply % 3 == 0));
        assert_eq!(engine.ask("query result", "response"), "response none");
        let clocks = "p1time 900 p2time 900 p3time 900 p1inc 5 p2inc 5 p3inc 5";
        let go = if ply < 6 { format!("go {clocks} depth 2") } else { "go depth 2".to_owned() };
        let best = engine.ask(&go, "bestmove");
        moves += &format!(" {}", best.split_whitespace().nth(1).expect("a move"));
    }
    for engine in &mut engines {
        engine.say(&format!("position startpos moves{moves}"));
        assert_eq!(engine.ask("query gameover", "response"), "response false");
    }
    // A finished game has one share for each player.
    let mut virus = Conversation::new("virus --players 3");
    virus.say("position fen 000/000/001 0");
    assert_eq!(virus.ask("query result", "response").split_whitespace().count(), 2, "not over, or not read");
}
