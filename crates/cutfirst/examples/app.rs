//! How an app holds an engine: on a thread of its own, with levels, progress, a stop button and pondering.
//!
//! The thread owns the engine and takes orders through a channel; what it finds comes back through another. Nothing waits for
//! the engine, and the engine lives as long as the game, so that what it has learned serves the next move. The
//! game is the one of the example `connect_four`.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use cutfirst::engine::{Level, Request, SearchError};
use cutfirst::search::{Progress, Stop};
use cutfirst::{Engine, Game, Limit, Settings};

#[allow(dead_code, reason = "only the game is needed here")]
#[path = "connect_four.rs"]
pub(crate) mod connect_four;
use connect_four::{ConnectFour, OpenLines};

/// What the engine's thread is asked to do.
enum Task {
    /// Tells of a position that was on the board.
    Remember(ConnectFour),
    /// Finds a move.
    Think(ConnectFour, Request<u8>),
}

/// What it tells.
#[derive(Debug, PartialEq)]
pub(crate) enum News {
    /// The best line so far.
    Line { depth: u32, score: i32, moves: Vec<u8> },
    /// The move to play, and the reply that is expected.
    Done { best: u8, expected: Option<u8> },
    /// There is no move to be found, and why.
    Failed(SearchError),
}

/// The app's end of the engine.
pub(crate) struct Opponent {
    tasks: Option<Sender<Task>>,
    news: Receiver<News>,
    thread: Option<JoinHandle<()>>,
    level: Level,
    /// What stops the running search, and the position that it ponders on.
    stop: Stop,
    pondering: Option<ConnectFour>,
}

impl Opponent {
    pub(crate) fn new(level: Level) -> Result<Self, Box<dyn std::error::Error>> {
        let start = ConnectFour::default();
        let mut engine = Engine::new(&start, OpenLines, Settings::strongest_for(&start).with_table(16))?;
        let (tasks, orders) = mpsc::channel();
        let (tell, news) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            for task in orders {
                match task {
                    Task::Remember(position) => engine.remember(&position),
                    Task::Think(position, request) => think(&mut engine, &position, &request, &tell),
                }
            }
        });
        let stop = Stop::new();
        Ok(Self { tasks: Some(tasks), news, thread: Some(thread), level, stop, pondering: None })
    }

    /// Begins to look for a move, or lets the search go on that already ponders on this position.
    pub(crate) fn think(&mut self, position: &ConnectFour, time: Duration) {
        if self.pondering.as_ref() == Some(position) {
            self.pondering = None;
            self.stop.within(time);
            return;
        }
        self.interrupt();
        let limit = Limit::time(time).with_stop(&self.stop);
        self.send(Task::Think(position.clone(), Request::new(limit).with_level(self.level)));
    }

    /// Thinks about a position that the other player may bring about, until told otherwise.
    pub(crate) fn ponder(&mut self, position: &ConnectFour) {
        self.interrupt();
        let limit = Limit::until_stopped(&self.stop);
        self.send(Task::Think(position.clone(), Request::new(limit).with_level(self.level)));
        self.pondering = Some(position.clone());
    }

    /// The stop button: the engine plays the best that it has found so far.
    pub(crate) fn move_now(&self) {
        self.stop.stop();
    }

    /// Tells the engine what was on the board.
    pub(crate) fn remember(&mut self, position: &ConnectFour) {
        self.send(Task::Remember(position.clone()));
    }

    /// The next news of the search that was asked for last. An app would look for them between two frames (`try_recv`).
    pub(crate) fn news(&self) -> Option<News> {
        self.news.recv().ok()
    }

    /// Ends a search whose result nobody wants any more, and takes its news away.
    fn interrupt(&mut self) {
        if self.pondering.take().is_some() {
            self.stop.stop();
            while matches!(self.news(), Some(News::Line { .. })) {}
        }
        self.stop = Stop::new();
    }

    fn send(&self, task: Task) {
        if let Some(tasks) = &self.tasks {
            // The thread ends only after this end has gone.
            let _ = tasks.send(task);
        }
    }
}

/// Closing the window in the middle of a search leaves nothing behind.
impl Drop for Opponent {
    fn drop(&mut self) {
        self.stop.stop();
        self.tasks = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn think(
    engine: &mut Engine<ConnectFour, OpenLines>,
    position: &ConnectFour,
    request: &Request<u8>,
    tell: &Sender<News>,
) {
    let mut progress = |progress: Progress<'_, u8>| {
        if let Progress::Line(found) = progress {
            let _ =
                tell.send(News::Line { depth: found.depth, score: found.score, moves: found.line.to_vec() });
        }
    };
    let _ = tell.send(match engine.answer(position, request, Some(&mut progress)) {
        Ok(report) => News::Done { best: report.best, expected: report.line().moves.get(1).copied() },
        Err(error) => News::Failed(error),
    });
}

/// The engine at one level against itself at another, as an app would let people play: the game, and how many replies were
/// expected. Every sixth move is played at once, as if somebody had pressed the stop button.
pub(crate) fn play(
    levels: [Level; 2],
    time: Duration,
) -> Result<(ConnectFour, usize), Box<dyn std::error::Error>> {
    let mut game = ConnectFour::default();
    let mut opponents = [Opponent::new(levels[0])?, Opponent::new(levels[1])?];
    let mut hits = 0;
    for ply in 0.. {
        if game.outcome().is_some() {
            break;
        }
        let opponent = &mut opponents[game.to_move().index()];
        hits += usize::from(opponent.pondering.as_ref() == Some(&game));
        opponent.think(&game, time);
        if ply % 6 == 0 {
            opponent.move_now();
        }
        let (best, expected) = loop {
            match opponent.news().ok_or("the engine's thread has ended")? {
                News::Line { depth, score, moves } => println!("  depth {depth}, score {score}: {moves:?}"),
                News::Done { best, expected } => break (best, expected),
                News::Failed(error) => return Err(error.into()),
            }
        };
        println!("{} plays column {}", game.to_move(), best / 7 + 1);
        for opponent in &mut opponents {
            opponent.remember(&game);
        }
        let mover = game.to_move().index();
        game.play(best)?;
        if let Some(reply) = expected
            && game.outcome().is_none()
        {
            let mut after = game.clone();
            after.play(reply)?;
            if after.outcome().is_none() {
                opponents[mover].ponder(&after);
            }
        }
    }
    Ok((game, hits))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (game, hits) = play(["club".parse()?, Level::HIGHEST], Duration::from_millis(200))?;
    println!("{:?}, {hits} replies were expected", game.outcome());
    Ok(())
}
