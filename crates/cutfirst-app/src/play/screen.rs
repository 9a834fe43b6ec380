//! The coloured board with a cursor. Fits 80 columns and 24 rows for every game.

use std::cell::Cell;
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::board::{Board, without_colours};
use super::command::Command;
use super::entry::{Chosen, Entry};
use super::thinker::{Purpose, Thinker, Thought};
use super::{Game, thought};
use crate::fault::Fault;
use crate::session::{Ask, Level, MAX_TIME_MS, Setting, Step};

/// How often the screen looks whether a search has something to say.
const TICK: Duration = Duration::from_millis(40);

/// The longest line that can be typed.
const LONGEST_LINE: usize = 200;

pub(super) struct Screen {
    pub(super) game: Game,
    pub(super) board: Board,
    /// The rules that people expect of the game.
    pub(super) usual: String,
    pub(super) entry: Entry,
    pub(super) legal: Vec<Step>,
    pub(super) typed: String,
    /// What was said last.
    pub(super) message: String,
    /// What was thought last.
    pub(super) thought: String,
    pub(super) help: bool,
    /// The first of the legal moves that are listed, if they are, and how many there was room for.
    pub(super) list: Option<usize>,
    pub(super) listed: Cell<usize>,
    pub(super) analysis: bool,
    pub(super) thinker: Option<Thinker>,
    /// An analysis ran to its end here; it need not begin again.
    analysed: bool,
    quit: bool,
}

impl Screen {
    pub(super) fn new(game: Game) -> Self {
        let position = game.played.record.start();
        let geometry = position.geometry();
        let names: Vec<_> = (0..position.players()).map(|seat| position.seat_name(seat)).collect();
        let usual = Setting {
            game: position.game().to_owned(),
            players: Some(position.players()),
            ..Setting::default()
        };
        let usual = usual.for_people().open().map_or_else(|_| String::new(), |usual| usual.variant());
        let mut screen = Self {
            usual,
            board: Board::new(geometry.clone(), &names),
            entry: Entry::new(geometry),
            game,
            legal: Vec::new(),
            typed: String::new(),
            message: "Type a move or help, or choose with arrows and Enter".to_owned(),
            thought: String::new(),
            help: false,
            list: None,
            listed: Cell::new(0),
            analysis: false,
            thinker: None,
            analysed: false,
            quit: false,
        };
        screen.changed();
        screen
    }

    pub(super) fn run(mut self) -> Result<(), Fault> {
        let mut terminal =
            ratatui::try_init().map_err(|error| Fault::Machine(format!("the terminal: {error}")))?;
        let result = self.play(&mut terminal);
        ratatui::restore();
        result
    }

    fn play(&mut self, terminal: &mut DefaultTerminal) -> Result<(), Fault> {
        // See no-color.org.
        let colourless = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        while !self.quit {
            self.think();
            terminal.draw(|frame| {
                self.draw(frame.area(), frame.buffer_mut());
                if colourless {
                    without_colours(frame.buffer_mut());
                }
            })?;
            if event::poll(TICK)? {
                match event::read()? {
                    Event::Key(key) if key.kind != KeyEventKind::Release => self.press(key),
                    Event::Paste(text) => text.chars().for_each(|c| self.write(c)),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// The position has changed: what was thought about the old one is over.
    fn changed(&mut self) {
        self.thinker = None;
        self.analysed = false;
        self.list = None;
        self.entry.forget();
        let record = &self.game.played.record;
        self.legal = if record.ending().is_some() { Vec::new() } else { record.position().legal() };
    }

    /// Listens to the search that is under way, and begins the one that is due.
    fn think(&mut self) {
        while let Some(next) = self.thinker.as_ref().and_then(Thinker::next) {
            match next {
                // What it expects of one's own reply is not for who plays against it.
                Thought::Depth(_) if self.engine_is_thinking() => {}
                Thought::Depth(depth) => self.thought = thought(&depth),
                Thought::Done(best) => {
                    let purpose = self.thinker.take().map(|thinker| thinker.purpose);
                    self.finish(purpose, best);
                }
            }
        }
        if self.thinker.is_some() || self.game.played.record.ending().is_some() {
            return;
        }
        match self.game.ask() {
            Ok(Some(ask)) => self.begin(Purpose::Move, ask),
            Ok(None) if self.analysis && !self.analysed => {
                self.ask(Purpose::Analysis, Level::time(MAX_TIME_MS));
            }
            _ => {}
        }
    }

    fn finish(&mut self, purpose: Option<Purpose>, best: Result<String, String>) {
        match (purpose, best) {
            (Some(Purpose::Move), Ok(best)) => {
                let position = self.game.played.record.position();
                let name = position.seat_name(position.to_move());
                self.make(&best);
                self.message = format!("{name} plays {best}");
            }
            (Some(Purpose::Hint), Ok(best)) => self.message = format!("Try {best}"),
            (_, Ok(_)) => self.analysed = true,
            (_, Err(error)) => {
                self.analysed = true;
                self.message = error;
            }
        }
    }

    fn ask(&mut self, purpose: Purpose, level: Level) {
        match Ask::new(level, None, None, None) {
            Ok(ask) => self.begin(purpose, ask.with_fitting_table()),
            Err(error) => self.message = error,
        }
    }

    fn begin(&mut self, purpose: Purpose, ask: Ask) {
        let ask = ask.on_threads(self.game.threads);
        self.thinker = Some(Thinker::start(purpose, self.game.played.record.position().copy(), ask));
    }

    fn engine_is_thinking(&self) -> bool {
        self.thinker.as_ref().is_some_and(|thinker| thinker.purpose == Purpose::Move)
    }

    pub(super) fn press(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c' | 'd' | 'q') => self.quit = true,
                KeyCode::Char('z') => self.obey(Command::Undo),
                KeyCode::Char('y') => self.obey(Command::Redo),
                _ => {}
            }
            return;
        }
        match key.code {
            KeyCode::Left => self.entry.step(-1.0, 0.0),
            KeyCode::Right => self.entry.step(1.0, 0.0),
            KeyCode::Up => self.entry.step(0.0, -1.0),
            KeyCode::Down => self.entry.step(0.0, 1.0),
            KeyCode::Enter if !self.typed.is_empty() => {
                let line = std::mem::take(&mut self.typed);
                if let Some(command) = Command::read(&line) {
                    self.obey(command);
                }
            }
            KeyCode::Enter => self.choose(),
            KeyCode::Char(' ') if self.typed.is_empty() => self.choose(),
            KeyCode::Char('+') if self.typed.is_empty() && self.begin_beside_the_board() => {}
            KeyCode::Char(c) => self.write(c),
            KeyCode::Backspace => {
                self.typed.pop();
            }
            KeyCode::Esc => {
                self.typed.clear();
                self.entry.forget();
                self.help = false;
            }
            KeyCode::F(1) => self.obey(Command::Help),
            KeyCode::F(2) => self.obey(Command::Hint),
            KeyCode::F(3) => self.obey(Command::Undo),
            KeyCode::F(4) => self.obey(Command::Redo),
            KeyCode::F(5) => self.obey(Command::Analysis),
            _ => {}
        }
    }

    fn write(&mut self, c: char) {
        if !c.is_control() && self.typed.chars().count() < LONGEST_LINE {
            self.typed.push(c);
        }
    }

    /// `+` is how placements are written, and also chooses the waiting piece for the cursor.
    fn begin_beside_the_board(&mut self) -> bool {
        if self.entry.choose_off_board(&self.legal) == Chosen::Begun {
            self.message = "Choose where to put the piece".to_owned();
        }
        // The sign is typed all the same, for those who go on typing.
        false
    }

    fn choose(&mut self) {
        if self.engine_is_thinking() {
            self.message = "The engine is thinking; type now to make it move".to_owned();
            return;
        }
        match self.entry.choose(&self.legal) {
            Chosen::Move(text) => self.make(&text),
            Chosen::Begun => self.message = "Choose where to go; Esc begins anew".to_owned(),
            Chosen::Nothing => self.message = format!("No legal move with {}", self.entry.cursor()),
        }
    }

    fn make(&mut self, text: &str) {
        match self.game.played.record.play(text) {
            Ok(()) => {
                self.message.clear();
                self.thought.clear();
                self.changed();
            }
            Err(error) => self.message = error,
        }
    }

    pub(super) fn obey(&mut self, command: Command) {
        let thinking = self.engine_is_thinking();
        let played = &mut self.game.played;
        let changed = match command {
            Command::Move(_) if thinking => {
                self.message = "The engine is thinking; type now to make it move".to_owned();
                return;
            }
            Command::Move(text) => return self.make(&text),
            Command::Undo => played.undo(),
            Command::Redo => played.redo(),
            Command::Resign => {
                let people = (0..played.seats.len()).find(|&seat| played.seats[seat].is_human());
                let now = played.record.position().to_move();
                let seat = if played.seats[now].is_human() { now } else { people.unwrap_or(now) };
                played.record.resign(seat)
            }
            other => return self.tell(&other),
        };
        match changed {
            Ok(()) => {
                self.message.clear();
                self.thought.clear();
                self.changed();
            }
            Err(error) => self.message = error,
        }
    }

    /// Commands that leave the game as it is.
    fn tell(&mut self, command: &Command) {
        match command {
            Command::Hint if self.game.played.record.ending().is_some() => self.message = self.game.status(),
            Command::Hint if self.engine_is_thinking() => self.message = "The engine is thinking".to_owned(),
            Command::Hint => self.ask(Purpose::Hint, self.game.hint),
            Command::Now => match &self.thinker {
                Some(thinker) => thinker.hurry(),
                None => self.message = "No engine is thinking".to_owned(),
            },
            Command::Analysis => {
                self.analysis = !self.analysis;
                self.analysed = false;
                if !self.analysis && !self.engine_is_thinking() {
                    self.thinker = None;
                }
                let state = if self.analysis { "on" } else { "off" };
                self.message = format!("Analysis is {state}");
            }
            Command::Moves => {
                let next = self.list.map_or(0, |first| first + self.listed.get());
                self.help = false;
                self.list = Some(next).filter(|&next| next < self.legal.len());
                self.listed.set(self.legal.len());
            }
            Command::Record => self.message = self.game.played.record.position().text(),
            Command::Save(file) => self.message = self.game.save(file).unwrap_or_else(|error| error),
            Command::Quit => self.quit = true,
            _ => self.help = !self.help,
        }
    }
}
