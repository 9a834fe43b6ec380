//! Plain lines: the board is printed, moves and words are read. For pipes, logs and screen readers.

use std::io::{BufRead, Write};

use super::command::{Command, WORDS};
use super::{Game, thought};
use crate::fault::Fault;
use cutfirst::search::Stop;

use crate::session::{Ask, DepthReached};

pub(super) struct Typed<R, W> {
    game: Game,
    input: R,
    output: W,
    analysis: bool,
}

impl<R: BufRead, W: Write> Typed<R, W> {
    pub(super) fn new(game: Game, input: R, output: W) -> Self {
        Self { game, input, output, analysis: false }
    }

    pub(super) fn run(mut self) -> Result<(), Fault> {
        self.show()?;
        loop {
            while self.engine_moves()? {}
            let status = self.game.status();
            write!(self.output, "{status}> ")?;
            self.output.flush()?;
            let Some(line) = self.line()? else {
                writeln!(self.output)?;
                return Ok(());
            };
            let Some(command) = Command::read(&line) else { continue };
            if command == Command::Quit {
                return Ok(());
            }
            if let Err(error) = self.obey(command)? {
                writeln!(self.output, "{error}")?;
            }
        }
    }

    /// One line of bearable length, none at the end of the input. What is not text is no line to obey
    /// but no reason to end either.
    fn line(&mut self) -> Result<Option<String>, Fault> {
        let mut bytes = Vec::new();
        let read = std::io::Read::take(&mut self.input, 64 * 1024).read_until(b'\n', &mut bytes)?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
    }

    fn show(&mut self) -> Result<(), Fault> {
        writeln!(self.output, "{}", self.game.played.record.position().diagram().trim_end())?;
        Ok(())
    }

    /// Plays the move of an engine whose turn it is.
    fn engine_moves(&mut self) -> Result<bool, Fault> {
        let played = &self.game.played;
        if played.record.ending().is_some() {
            return Ok(false);
        }
        let Some(ask) = self.game.ask().map_err(Fault::Input)? else { return Ok(false) };
        let position = played.record.position();
        let name = position.seat_name(position.to_move());
        let (best, _) = self.think(&ask)?;
        self.game.played.record.play(&best).map_err(Fault::Machine)?;
        writeln!(self.output, "{name} plays {best}")?;
        self.show()?;
        Ok(true)
    }

    fn think(&self, ask: &Ask) -> Result<(String, Option<DepthReached>), Fault> {
        let mut last = None;
        let position = self.game.played.record.position();
        let found = position.think(ask, &Stop::default(), &mut |depth| last = Some(depth));
        Ok((found.map_err(Fault::Input)?.report.best_move().to_owned(), last))
    }

    /// The inner error is the player's and is only shown.
    fn obey(&mut self, command: Command) -> Result<Result<(), String>, Fault> {
        let played = &mut self.game.played;
        let changed = match command {
            Command::Move(text) => played.record.play(&text),
            Command::Undo => played.undo(),
            Command::Redo => played.redo(),
            Command::Resign => {
                let seat = played.record.position().to_move();
                played.record.resign(seat)
            }
            Command::Analysis => {
                self.analysis = !self.analysis;
                let state = if self.analysis { "on" } else { "off" };
                writeln!(self.output, "analysis is {state}")?;
                Ok(())
            }
            other => return self.tell(&other),
        };
        if let Err(error) = changed {
            return Ok(Err(error));
        }
        self.show()?;
        if self.analysis && self.game.played.record.ending().is_none() {
            self.hint("analysis: ")?;
        }
        Ok(Ok(()))
    }

    /// Commands that change nothing.
    fn tell(&mut self, command: &Command) -> Result<Result<(), String>, Fault> {
        let record = &self.game.played.record;
        match command {
            Command::Hint if record.ending().is_some() => return Ok(Err(self.game.status())),
            Command::Hint => self.hint("try ")?,
            Command::Moves => {
                let moves: Vec<_> = record.position().legal().into_iter().map(|step| step.text).collect();
                let moves = if record.ending().is_some() { String::new() } else { moves.join(" ") };
                writeln!(self.output, "{moves}")?;
            }
            Command::Record => {
                let moves: Vec<_> = record.played().iter().map(|step| step.text.as_str()).collect();
                writeln!(self.output, "position: {}\nmoves: {}", record.position().text(), moves.join(" "))?;
            }
            Command::Save(file) => match self.game.save(file) {
                Ok(done) => writeln!(self.output, "{done}")?,
                Err(error) => return Ok(Err(error)),
            },
            Command::Now => return Ok(Err("no engine is thinking".to_owned())),
            _ => {
                writeln!(self.output, "type a move, such as {}, or:", self.example())?;
                for (word, _, meaning) in &WORDS {
                    writeln!(self.output, "  {word:<9} {meaning}")?;
                }
            }
        }
        Ok(Ok(()))
    }

    fn example(&self) -> String {
        let legal = self.game.played.record.position().legal();
        legal.into_iter().next().map_or_else(|| "pass".to_owned(), |step| step.text)
    }

    fn hint(&mut self, before: &str) -> Result<(), Fault> {
        let ask = Ask::new(self.game.hint, None, None, None).map_err(Fault::Input)?.with_fitting_table();
        let (best, last) = self.think(&ask)?;
        // The move of the line that is shown: the last depth, which is not, may prefer another one.
        let best = last.as_ref().and_then(|last| last.moves.first().cloned()).unwrap_or(best);
        let why = last.map_or(String::new(), |last| format!(" ({})", thought(&last)));
        writeln!(self.output, "{before}{best}{why}")?;
        Ok(())
    }
}
