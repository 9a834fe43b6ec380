//! In a terminal of 80 columns and 24 rows: what is on the screen after which keys.

use std::io::{Read, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// The program in a terminal, and what the terminal shows.
struct Terminal {
    screen: Arc<Mutex<vt100::Parser>>,
    keyboard: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    // Held so that the terminal stays open.
    _master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    fn start(arguments: &str) -> Self {
        Self::start_with(arguments, &[])
    }

    fn start_with(arguments: &str, variables: &[(&str, &str)]) -> Self {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_cutfirst"));
        command.arg("play");
        command.args(arguments.split(' '));
        command.env("TERM", "xterm-256color");
        for (name, value) in variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(24, 80, 0)));
        let (mut output, shown) = (pair.master.try_clone_reader().expect("its output"), Arc::clone(&screen));
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                shown.lock().unwrap().process(&bytes[..count]);
            }
        });
        let keyboard = pair.master.take_writer().expect("its keyboard");
        Self { screen, keyboard, child, _master: pair.master }
    }

    fn contents(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    fn type_keys(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("a keyboard");
    }

    /// Waits until the screen shows a text.
    fn expect(&self, text: &str) {
        let began = Instant::now();
        while !self.contents().contains(text) {
            assert!(began.elapsed() < Duration::from_secs(60), "no '{text}' on:\n{}", self.contents());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the program ends, and expects success.
    fn expect_end(&mut self) {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                assert!(status.success(), "{status:?}");
                return;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "it does not end:\n{}", self.contents());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const F2_HINT: &str = "\x1bOQ";
const F3_UNDO: &str = "\x1bOR";
const F4_REDO: &str = "\x1bOS";
const RIGHT: &str = "\x1b[C";
const DOWN: &str = "\x1b[B";

#[test]
fn a_game_is_played_by_typing_and_by_cursor() {
    let mut terminal = Terminal::start("othello --depth 2");
    terminal.expect("Black to move.");
    terminal.expect("○d4");
    terminal.type_keys("a1\r");
    terminal.expect("'a1' is not a legal move here");
    terminal.type_keys("f5\r");
    terminal.expect("White plays ");
    terminal.expect("   2 ");
    terminal.type_keys(F3_UNDO);
    terminal.expect("cursor: d4");
    terminal.type_keys(F4_REDO);
    terminal.expect("   2 ");
    terminal.type_keys(F3_UNDO);
    // From d4 to f5 by arrows, and chosen.
    terminal.type_keys(&[RIGHT, RIGHT, DOWN].concat());
    terminal.expect("cursor: f5");
    terminal.type_keys("\r");
    terminal.expect("White plays ");
    terminal.type_keys(F2_HINT);
    terminal.expect("Try ");
    terminal.expect(" % to win, 2 moves ahead: ");
    terminal.type_keys("resign\r");
    terminal.expect("Black resigned: White has won.");
    terminal.type_keys("quit\r");
    terminal.expect_end();
}

#[test]
fn every_game_fits_the_screen() {
    for (game, cells) in [
        ("checkers", &["●1 ", "○32", "13"][..]),
        ("focus", &["c8", "f1", "2 Player 2 18"]),
        ("virus --variant size=8", &["●a1", "h1", "d5"]),
        ("chinese-checkers --players 6", &["◇120", "60", "△ Player 6"]),
        ("abalone", &["●A1", "○I9", "E5"]),
    ] {
        let mut terminal = Terminal::start(&format!("{game} --depth 1"));
        terminal.expect("to move.");
        for text in cells.iter().chain(&["F1 help", "cursor:"]) {
            terminal.expect(text);
        }
        terminal.type_keys("help\r");
        terminal.expect("take back");
        terminal.type_keys("\x03");
        terminal.expect_end();
    }
}

#[test]
fn analysis_runs_until_it_is_switched_off_and_engines_can_be_hurried() {
    let mut terminal = Terminal::start("othello --seat human --seat engine:60s");
    terminal.expect("Black to move.");
    terminal.type_keys("analysis\r");
    terminal.expect("Analysis is on");
    terminal.expect(" % to win, ");
    terminal.type_keys("analysis\r");
    terminal.expect("Analysis is off");
    terminal.type_keys("f5\r");
    terminal.expect("White to move.");
    terminal.type_keys("d3\r");
    terminal.expect("The engine is thinking");
    terminal.type_keys("now\r");
    terminal.expect("White plays ");
    terminal.type_keys("quit\r");
    terminal.expect_end();
}

#[test]
fn typed_mode_can_be_had_in_a_terminal_too() {
    let mut terminal = Terminal::start("virus --players 2 --depth 1 --typed");
    terminal.expect("Player 1 to move> ");
    terminal.type_keys("a2\r");
    terminal.expect("Player 2 plays ");
    terminal.type_keys("quit\r");
    terminal.expect_end();
}

#[test]
fn without_colours_the_marks_are_seen_all_the_same() {
    let mut terminal = Terminal::start_with("othello --depth 1", &[("NO_COLOR", "1")]);
    terminal.expect("Black to move.");
    let cell = |terminal: &Terminal, row, column| {
        terminal.screen.lock().unwrap().screen().cell(row, column).expect("a cell").clone()
    };
    assert!(cell(&terminal, 8, 13).inverse(), "the cursor on d4");
    assert!(cell(&terminal, 10, 21).underline(), "a legal move on f5");
    terminal.type_keys("f5\r");
    terminal.expect("White plays ");
    for row in 0..24 {
        for column in 0..80 {
            assert_eq!(cell(&terminal, row, column).fgcolor(), vt100::Color::Default);
        }
    }
    terminal.type_keys("quit\r");
    terminal.expect_end();
}
