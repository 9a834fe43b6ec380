//! What every protocol works on: a game with its past, an engine by words, and a search on a thread of its own.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use cutfirst::engine::{Line, Report, Request, Searcher};
use cutfirst::game::Game;
use cutfirst::search::{Limit, LineFound, Listener, Progress, Stop};
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::setup::Setup;
use cutfirst_lab::engine_spec::{EngineSpec, Limits, SettledEngine};

use super::Event;

/// How often a position is there until the game is a draw.
const REPETITIONS: usize = 3;

/// After so many plies it is one, too.
const LONGEST: usize = 1000;

/// A game and the engine that looks at it.
pub(crate) struct Desk<G: BoardGame> {
    setup: Setup,
    /// Where the variant begins.
    usual: G,
    start: G,
    game: G,
    moves: Vec<G::Move>,
    /// The keys of all positions up to the current one.
    keys: Vec<u64>,
    spec: EngineSpec,
    /// The seed of this game, if no other is given: a level's form of the day.
    day: u64,
    lines: usize,
    engine: Option<Box<dyn Searcher<G>>>,
    running: Option<Running>,
    /// No search looks at more.
    most_nodes: u64,
    voice: Voice,
    events: SyncSender<Event<G>>,
}

struct Running {
    stop: Stop,
    /// Opened once the answer may be told; only endless searches have one.
    gate: Option<Arc<Gate>>,
}

/// Lets a search that has nothing left to do wait with its answer until somebody asks for it.
#[derive(Default)]
struct Gate {
    open: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    fn open(&self) {
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.opened.notify_all();
    }

    fn wait(&self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        while !*open {
            open = self.opened.wait(open).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A number that is another one for every game.
fn new_day() -> u64 {
    let mut bytes = [0; 8];
    // Without random numbers every day is alike, which does no harm.
    let _ = getrandom::fill(&mut bytes);
    u64::from_le_bytes(bytes)
}

/// Where answers go, from whichever thread has them.
#[derive(Clone)]
pub(super) struct Voice(Arc<Mutex<dyn Write + Send>>);

impl Voice {
    /// Writes a line, or several, at once. Whoever has stopped listening will also close our input.
    pub(super) fn say(&self, line: &str) {
        // A complaint quotes what was said to us.
        let line = line.split('\n').map(cutfirst_lab::plain::text).collect::<Vec<_>>().join("\n");
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(output, "{line}").and_then(|()| output.flush());
    }
}

impl<G: BoardGame> Desk<G> {
    /// The game's start, with an engine that is built when it is first needed and looks at no more than `most_nodes` for a
    /// move; and what happens at the desk, for [`run`](super::run).
    pub(crate) fn new(
        setup: Setup,
        spec: EngineSpec,
        most_nodes: u64,
        output: impl Write + Send + 'static,
    ) -> Result<(Self, Receiver<Event<G>>), String> {
        let (events, happens) = sync_channel(1024);
        let usual = G::start(&setup).map_err(|error| error.to_string())?;
        let desk = Self {
            setup,
            start: usual.clone(),
            game: usual.clone(),
            keys: vec![usual.key()],
            usual,
            moves: Vec::new(),
            spec,
            day: new_day(),
            lines: 1,
            engine: None,
            running: None,
            most_nodes,
            voice: Voice(Arc::new(Mutex::new(output))),
            events,
        };
        desk.check(&desk.spec)?;
        Ok((desk, happens))
    }

    /// Where answers go.
    pub(super) fn voice(&self) -> Voice {
        self.voice.clone()
    }

    /// Writes a line at once.
    pub(super) fn say(&self, line: &str) {
        self.voice.say(line);
    }

    /// Where it is told what happens.
    pub(super) fn events(&self) -> SyncSender<Event<G>> {
        self.events.clone()
    }

    pub(super) fn game(&self) -> &G {
        &self.game
    }

    pub(super) fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// How the engine is set, with everything settled.
    pub(super) fn settled(&self) -> SettledEngine {
        let mut engine = self.spec.engine(&G::INFO, self.setup.players(), Limits::default());
        if engine.limits.level.is_some() && !self.spec.has("seed") {
            engine.settings.seed = self.day;
        }
        engine
    }

    /// Refuses settings that no engine can have.
    fn check(&self, spec: &EngineSpec) -> Result<(), String> {
        let mut engine = spec.engine(&G::INFO, self.setup.players(), Limits::default());
        // The smallest table is refused where a large one would be.
        engine.settings.table = engine.settings.table.min(1);
        let built = self.usual.engine(&engine.evaluation, engine.settings);
        built.map(drop).map_err(|error| error.to_string())
    }

    /// Sets one word of the engine; a large table, the lists and histories are made anew for it.
    pub(super) fn set_word(&mut self, name: &str, value: &str) -> Result<(), String> {
        let mut spec = self.spec.clone();
        spec.set(name, value)?;
        self.check(&spec)?;
        self.spec = spec;
        self.engine = None;
        Ok(())
    }

    /// Takes one word of the engine back.
    pub(super) fn unset_word(&mut self, name: &str) -> Result<(), String> {
        let spec = self.spec.without(name);
        self.check(&spec)?;
        self.spec = spec;
        self.engine = None;
        Ok(())
    }

    /// How many best lines are shown.
    pub(super) fn set_lines(&mut self, lines: usize) {
        self.lines = lines.max(1);
    }

    /// Another number of players or variant; the game begins anew.
    pub(super) fn set_up(&mut self, players: usize, variant: &str) -> Result<(), String> {
        let setup = Setup::new(&G::INFO, Some(players), Some(variant)).map_err(|error| error.to_string())?;
        let usual = G::start(&setup).map_err(|error| error.to_string())?;
        let (setup, usual) =
            (std::mem::replace(&mut self.setup, setup), std::mem::replace(&mut self.usual, usual));
        if let Err(error) = self.check(&self.spec) {
            (self.setup, self.usual) = (setup, usual);
            return Err(error);
        }
        self.engine = None;
        self.place(None, "")
    }

    pub(super) fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Forgets what was learned, for another game.
    pub(super) fn forget(&mut self) {
        self.day = new_day();
        if self.settled().limits.level.is_some() {
            self.engine = None;
        }
        if let Some(engine) = &mut self.engine {
            engine.forget();
        }
    }

    /// Sets up a position, or the start, and plays moves.
    pub(super) fn place(&mut self, position: Option<&str>, moves: &str) -> Result<(), String> {
        let place = || {
            let start =
                position.map_or_else(|| Ok(self.usual.clone()), |text| self.usual.parse_position(text))?;
            let moves = start.parse_moves(moves)?;
            Ok((start, moves))
        };
        let (start, moves) = place().map_err(|error: cutfirst::notation::NotationError| error.to_string())?;
        self.game = start.clone();
        self.start = start;
        self.moves.clear();
        self.keys = vec![self.game.key()];
        moves.into_iter().for_each(|mv| self.play(mv));
        Ok(())
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, mv: G::Move) {
        self.game.make(mv);
        self.moves.push(mv);
        self.keys.push(self.game.key());
    }

    /// Takes the last move back; false if there is none.
    pub(super) fn take_back_move(&mut self) -> bool {
        if self.moves.pop().is_none() {
            return false;
        }
        self.keys.pop();
        self.game = self.start.clone();
        for &mv in &self.moves {
            self.game.make(mv);
        }
        true
    }

    /// The seats that share the point, if the game is over: by its rules, by a position that is there for the third time, or
    /// because it has lasted too long.
    pub(super) fn winners(&self) -> Option<Vec<usize>> {
        let everybody = || (0..self.game.players()).collect::<Vec<_>>();
        if let Some(outcome) = self.game.outcome() {
            let most = outcome.results().iter().max();
            return Some(
                everybody()
                    .into_iter()
                    .filter(|&seat: &usize| Some(&outcome.results()[seat]) == most)
                    .collect(),
            );
        }
        let here = self.game.key();
        let visits = self.keys.iter().filter(|&&key| key == here).count();
        (visits >= REPETITIONS || self.moves.len() >= LONGEST).then(everybody)
    }

    pub(super) fn is_thinking(&self) -> bool {
        self.running.is_some()
    }

    /// Whether the search under way ends only when it is stopped.
    pub(super) fn is_endless(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.gate.is_some())
    }

    /// Ends the search under way.
    pub(super) fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.stop.stop();
            running.gate.iter().for_each(|gate| gate.open());
        }
    }

    /// What was searched ahead is needed now, within a time if there is one.
    pub(super) fn ponder_hit(&mut self, time: Option<std::time::Duration>) {
        if let Some(Running { stop, gate }) = &mut self.running {
            if let Some(time) = time {
                stop.within(time);
            }
            gate.iter().for_each(|gate| gate.open());
            *gate = None;
        }
    }

    pub(super) fn take_back(&mut self, engine: Option<Box<dyn Searcher<G>>>) {
        // Options were not changed meanwhile: they wait for the end of a search.
        self.engine = engine;
        self.running = None;
    }

    /// Begins to think. `tell` is told of lines on the way, on the thread that thinks, and `finish` of the end; an endless search
    /// tells its end only once it was stopped.
    pub(super) fn think(
        &mut self,
        limit: Limit,
        endless: bool,
        only: Vec<G::Move>,
        mut tell: impl FnMut(&Voice, &G, &SettledEngine, LineFound<'_, G::Move>) + Send + 'static,
        finish: impl FnOnce(&Self, Result<Report<G::Move>, String>) + Send + 'static,
    ) {
        let settled = self.settled();
        let (game, voice) = (self.game.clone(), self.voice());
        let engine = match self.take_engine(&settled) {
            Ok(engine) => engine,
            Err(error) => return finish(self, Err(error)),
        };
        let stop = Stop::new();
        let mut request = self.request(limit.with_stop(&stop), &settled);
        request.only = Some(only).filter(|only| !only.is_empty());
        let gate = endless.then(Arc::<Gate>::default);
        let (events, waiting) = (self.events.clone(), gate.clone());
        thread::spawn(move || {
            let mut listen = |progress: Progress<'_, G::Move>| {
                if let Progress::Line(line) = progress {
                    tell(&voice, &game, &settled, line);
                }
            };
            let (engine, answer) = answer_of(engine, &game, &request, &mut listen);
            waiting.iter().for_each(|gate| gate.wait());
            let _ = events.send(Event::Done(engine, Box::new(|desk| finish(desk, answer))));
        });
        self.running = Some(Running { stop, gate });
    }

    /// Thinks at once, while nothing else is done.
    pub(super) fn think_now(&mut self, limit: Limit) -> Result<Report<G::Move>, String> {
        let settled = self.settled();
        let engine = self.take_engine(&settled)?;
        let request = self.request(limit, &settled);
        let (engine, answer) = answer_of(engine, &self.game, &request, &mut |_| ());
        self.engine = engine;
        answer
    }

    fn request(&self, limit: Limit, settled: &SettledEngine) -> Request<G::Move> {
        let mut request = Request::new(self.bounded(limit)).with_lines(self.lines);
        request.level = settled.limits.level;
        request
    }

    /// A limit within what any search may look at.
    fn bounded(&self, mut limit: Limit) -> Limit {
        if self.most_nodes < u64::MAX {
            limit.nodes = Some(limit.nodes.map_or(self.most_nodes, |nodes| nodes.min(self.most_nodes)));
        }
        limit
    }

    /// The engine that is there, or a new one, told of the game so far.
    fn take_engine(&mut self, settled: &SettledEngine) -> Result<Box<dyn Searcher<G>>, String> {
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => self
                .game
                .engine(&settled.evaluation, settled.settings.clone())
                .map_err(|error| error.to_string())?,
        };
        engine.begin_turn(&self.keys);
        Ok(engine)
    }

    /// Looks at every position of the game from the last to the first, each within `limit`, until it is stopped. `tell` is told
    /// how many moves led to a position and the best line of the side to move, none where the game was over; `finish` comes last.
    pub(super) fn review(
        &mut self,
        limit: Limit,
        mut tell: impl FnMut(&Voice, usize, &G, Option<&Line<G::Move>>) + Send + 'static,
        finish: impl FnOnce(&Self, Result<(), String>) + Send + 'static,
    ) {
        let settled = self.settled();
        let voice = self.voice();
        let mut engine = match self.take_engine(&settled) {
            Ok(engine) => engine,
            Err(error) => return finish(self, Err(error)),
        };
        let mut positions = vec![self.start.clone()];
        for &mv in &self.moves {
            let mut next = positions[positions.len() - 1].clone();
            next.make(mv);
            positions.push(next);
        }
        let keys = self.keys.clone();
        let stop = Stop::new();
        let request = Request::new(self.bounded(limit).with_stop(&stop));
        let (events, stopped) = (self.events.clone(), stop.clone());
        thread::spawn(move || {
            let looked = catch_unwind(AssertUnwindSafe(|| {
                for (played, game) in positions.iter().enumerate().rev() {
                    if game.outcome().is_some() {
                        tell(&voice, played, game, None);
                        continue;
                    }
                    engine.begin_turn(&keys[..=played]);
                    let report = engine.answer(game, &request, None).map_err(|error| error.to_string())?;
                    if stopped.is_stopped() {
                        break;
                    }
                    tell(&voice, played, game, Some(report.line()));
                }
                Ok(())
            }));
            let (engine, looked) = match looked {
                Ok(looked) => (Some(engine), looked),
                Err(_) => (None, Err("the search broke".to_owned())),
            };
            let _ = events.send(Event::Done(engine, Box::new(|desk| finish(desk, looked))));
        });
        self.running = Some(Running { stop, gate: None });
    }
}

/// An engine, unless it broke, and what it answered.
type Answered<G> = (Option<Box<dyn Searcher<G>>>, Result<Report<<G as Game>::Move>, String>);

/// Asks an engine.
fn answer_of<G: BoardGame>(
    mut engine: Box<dyn Searcher<G>>,
    game: &G,
    request: &Request<G::Move>,
    listener: &mut Listener<'_, G::Move>,
) -> Answered<G> {
    let answered = catch_unwind(AssertUnwindSafe(|| engine.answer(game, request, Some(listener))));
    match answered {
        Ok(answer) => (Some(engine), answer.map_err(|error| error.to_string())),
        Err(_) => (None, Err("the search broke".to_owned())),
    }
}
