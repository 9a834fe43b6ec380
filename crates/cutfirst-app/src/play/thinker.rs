//! A search in the background of the screen.

use std::sync::mpsc::{Receiver, channel};

use cutfirst::search::Stop;

use crate::session::{Ask, DepthReached, Position};

/// What a search has to say.
pub(super) enum Thought {
    Depth(Box<DepthReached>),
    /// The best move.
    Done(Result<String, String>),
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// An engine's move.
    Move,
    /// A hint for a person.
    Hint,
    /// Nothing but to show it.
    Analysis,
}

/// A search that is under way; dropping it stops it.
pub(super) struct Thinker {
    pub(super) purpose: Purpose,
    thoughts: Receiver<Thought>,
    stop: Stop,
}

impl Thinker {
    pub(super) fn start(purpose: Purpose, position: Box<dyn Position>, ask: Ask) -> Self {
        let (sender, thoughts) = channel();
        let stop = Stop::default();
        let stopped = stop.clone();
        std::thread::spawn(move || {
            let mut told = None;
            let found = position.think(&ask, &stopped, &mut |depth| {
                told = depth.moves.first().cloned();
                // Whoever has stopped listening has also stopped the search.
                drop(sender.send(Thought::Depth(Box::new(depth))));
            });
            // A hint goes with the line that is shown; the last depth, which is not, may prefer another move.
            let told = told.filter(|_| purpose != Purpose::Move);
            let best = found.map(|found| told.unwrap_or_else(|| found.report.best_move().to_owned()));
            let _ = sender.send(Thought::Done(best));
        });
        Self { purpose, thoughts, stop }
    }

    /// What it has said since the last time.
    pub(super) fn next(&self) -> Option<Thought> {
        self.thoughts.try_recv().ok()
    }

    /// Be content with what was found so far.
    pub(super) fn hurry(&self) {
        self.stop.stop();
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
