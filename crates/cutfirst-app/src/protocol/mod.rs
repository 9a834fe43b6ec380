//! The engine for other programs.
//!
//! `lines.rs` turns whatever comes in into lines, `desk.rs` has the position and the engine and lets it think on a thread of its
//! own, and one file each speaks a protocol: `ugi.rs`, `nboard.rs`, `gtp.rs`. While the engine thinks, urgent words (stop,
//! ponderhit, isready, quit …) are answered at once; all others wait until it is done, in their order.

mod desk;
mod gtp;
mod lines;
mod nboard;
mod ugi;

use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::mpsc::Receiver;
use std::thread;

use cutfirst::engine::Searcher;
use cutfirst_games::board_game::BoardGame;

pub(crate) use self::desk::Desk;
pub(crate) use self::gtp::Gtp;
use self::lines::{Line, read_lines};
pub(crate) use self::nboard::NBoard;
pub(crate) use self::ugi::Ugi;

/// The most lines that wait for a search to end.
const MOST_WAITING: usize = 10_000;

/// What the loop waits for.
pub(crate) enum Event<G: BoardGame> {
    /// Somebody wrote something.
    Line(Line),
    /// There is nothing more to come.
    End,
    /// A search has ended and gives its engine back, unless it broke; what it has found is told once nobody thinks any more, so
    /// that whoever hears it finds every line that he then writes obeyed at once.
    Done(Option<Box<dyn Searcher<G>>>, Finish<G>),
}

/// Tells what a search has found.
pub(crate) type Finish<G> = Box<dyn FnOnce(&Desk<G>) + Send>;

/// What follows from a line.
pub(crate) enum Flow {
    GoOn,
    Quit,
}

/// A language that engines are spoken to in.
pub(crate) trait Protocol<G: BoardGame> {
    /// Whether a line is carried out even while the engine thinks.
    fn is_urgent(&self, line: &str) -> bool;

    /// Whether an urgent line is carried out before lines that wait: not if it is about what they change or begin.
    fn overtakes(&self, _line: &str) -> bool {
        true
    }

    /// Whether a line ends searches that began before it.
    fn interrupts(&self, _line: &str) -> bool {
        false
    }

    /// Carries out a line.
    fn obey(&mut self, desk: &mut Desk<G>, line: &str) -> Flow;

    /// Answers a line that is too long to be kept.
    fn refuse(&mut self, desk: &mut Desk<G>, why: &str);
}

/// Speaks a protocol at a desk until told to quit, or nothing more comes in and all is done.
pub(crate) fn run<G: BoardGame>(
    mut protocol: impl Protocol<G>,
    (mut desk, events): (Desk<G>, Receiver<Event<G>>),
    input: impl BufRead + Send + 'static,
) {
    let sender = desk.events();
    thread::spawn(move || {
        read_lines(input, |line| sender.send(Event::Line(line)).is_ok());
        let _ = sender.send(Event::End);
    });
    let mut waiting: VecDeque<String> = VecDeque::new();
    let (mut ended, mut quitting) = (false, false);
    loop {
        let is_due = |line: &String| !quitting && (!desk.is_thinking() || protocol.is_urgent(line));
        if waiting.front().is_some_and(is_due) {
            let line = waiting.pop_front().unwrap_or_default();
            if let Flow::Quit = protocol.obey(&mut desk, &line) {
                quitting = true;
                desk.stop();
            }
            // What came meanwhile, or the end, stops a search that has no end of its own.
            let is_over = ended || waiting.iter().any(|line| !protocol.is_urgent(line));
            if desk.is_endless() && is_over || waiting.iter().any(|line| protocol.interrupts(line)) {
                desk.stop();
            }
            continue;
        }
        if !desk.is_thinking() && (quitting || ended) {
            return;
        }
        match events.recv() {
            Ok(Event::Line(Line::TooLong)) => {
                protocol.refuse(&mut desk, &format!("a line may have {} bytes at the most", lines::LONGEST));
            }
            Ok(Event::Line(Line::Text(line))) => {
                let is_urgent = protocol.is_urgent(&line);
                if protocol.interrupts(&line) || !is_urgent && desk.is_endless() {
                    desk.stop();
                }
                if is_urgent && protocol.overtakes(&line) {
                    waiting.push_front(line);
                } else if waiting.len() < MOST_WAITING {
                    waiting.push_back(line);
                } else {
                    protocol.refuse(&mut desk, "too many lines wait for the search to end");
                }
            }
            Ok(Event::Done(engine, finish)) => {
                desk.take_back(engine);
                finish(&desk);
            }
            Ok(Event::End) | Err(_) => {
                ended = true;
                // What has a limit is still worth waiting for.
                if desk.is_endless() {
                    desk.stop();
                }
            }
        }
    }
}
