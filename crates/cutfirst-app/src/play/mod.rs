//! A game in the terminal: a coloured board with a cursor (`screen`), or plain lines where there is no
//! terminal (`typed`). Both understand the same words (`command`).

mod board;
mod command;
mod drawing;
mod entry;
mod screen;
mod thinker;
mod typed;

use std::io::{self, IsTerminal};
use std::path::Path;

use crate::fault::Fault;
use crate::session::{self, Ask, DepthReached, Engines, Level, Played, Seat};

/// A game to be played, how long a hint may take, and on how many threads engines search.
pub(crate) struct Game {
    pub(crate) played: Played,
    pub(crate) hint: Level,
    pub(crate) threads: usize,
    pub(crate) engines: Engines,
    /// Another one for every game: levels have good and bad days.
    pub(crate) seed: u64,
}

impl Game {
    /// Plays until somebody quits. `typed`: plain lines also in a terminal.
    pub(crate) fn play(self, typed: bool) -> Result<(), Fault> {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        if typed || dumb || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            typed::Typed::new(self, io::stdin().lock(), io::stdout().lock()).run()
        } else {
            screen::Screen::new(self).run()
        }
    }

    /// What the engine whose turn it is has to do; `None` if it is a person's turn.
    fn ask(&self) -> Result<Option<Ask>, String> {
        let seat = self.played.record.position().to_move();
        let ask = self.played.ask()?;
        Ok(ask.map(|ask| {
            ask.kept(&self.engines, "", seat)
                .with_seed(self.seed.wrapping_add(seat as u64))
                .on_threads(self.threads)
        }))
    }

    /// Writes the game to a file, and says so.
    fn save(&self, file: &str) -> Result<String, String> {
        if file.is_empty() {
            return Err("say where to, as in save game.pdn".to_owned());
        }
        let name = |seat: &Seat| if seat.is_human() { String::new() } else { "cutfirst".to_owned() };
        let names = self.played.seats.iter().map(name).collect();
        session::file::save(&self.played.record, names, Path::new(file))
    }

    /// Who is to move, or how the game ended.
    fn status(&self) -> String {
        let record = &self.played.record;
        let position = record.position();
        record.ending().map_or_else(
            || format!("{} to move", position.seat_name(position.to_move())),
            |ending| ending.text,
        )
    }
}

/// What a search has found so far, in a line.
fn thought(found: &DepthReached) -> String {
    let line: Vec<_> = found.pv.iter().take(8).map(String::as_str).collect();
    let unit = match found.discs {
        Some(_) => " discs",
        None if found.worth.ends_with('%') => " to win",
        None => "",
    };
    format!("{}{unit}, {} moves ahead: {}", found.worth, found.depth, line.join(" "))
}
