//! One type for every search and ordering: build it once, ask it for moves.
//!
//! # Three players
//!
//! ```
#![doc = include_str!("../../examples/three_players.rs")]
//! ```

mod bounds;
mod endgame;
mod error;
mod level;
mod plain;
mod play;
mod report;
mod request;
mod searcher;
mod settings;
mod words;

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

pub use self::error::SearchError;
use self::level::Skill;
pub use self::level::{Level, NoSuchLevel};
pub(crate) use self::plain::{oracle, picker_perft};
pub use self::play::{Ending, PlayRules, PlayedGame, play_game};
pub use self::report::{Line, Report};
pub use self::request::Request;
pub use self::searcher::Searcher;
pub use self::settings::{MOST_TABLE, MOST_THREADS, Settings, SettingsError};
pub use self::words::{Takes, Topic, Word};
use crate::evaluation::Evaluation;
use crate::game::{Game, IllegalMove};
use crate::ordering::{Orderer, Surroundings};
use crate::random::Random;
#[cfg(feature = "threads")]
use crate::search::Busy;
use crate::search::{
    Algorithm, Budget, Counts, Deepened, Detail, Found, Lag, Limit, Listener, MAX_DEPTH, Observer,
    Repetition, Task, Tools, Worker, all_counts, all_details, run,
};
use crate::table::{ScoresTable, Table};

/// Searches positions of one game, and keeps what it has learned from one search to the next.
pub struct Engine<G: Game, E: Evaluation<G>> {
    settings: Settings,
    evaluation: E,
    players: usize,
    slots: usize,
    /// What each thread has learned; the first is the main thread's.
    orderers: Vec<Orderer<G::Move>>,
    table: Option<Table>,
    /// The same for Max-N.
    scores_table: Option<ScoresTable>,
    /// Keys of the game's earlier positions, if it was told of a game.
    past: Option<Vec<u64>>,
    /// How long the machine kept recent searches waiting.
    lag: Lag,
    /// How many searches there were, so that each has random choices of its own.
    searches: u64,
    #[cfg(feature = "threads")]
    busy: Busy,
}

impl<G: Game, E: Evaluation<G>> Engine<G, E> {
    /// An engine for games like `game`, with all the memory it will use.
    ///
    /// # Errors
    /// If the settings contradict each other, or ask for what the game lacks.
    pub fn new(game: &G, evaluation: E, settings: Settings) -> Result<Self, SettingsError> {
        settings.check(game)?;
        let settings = with_prior_of(&evaluation, game, settings);
        let orderers = new_orderers(game, &settings)?;
        let (table, scores_table) = new_tables(&settings)?;
        Ok(Self {
            settings,
            evaluation,
            players: game.players(),
            slots: game.slots(),
            orderers,
            table,
            scores_table,
            past: None,
            searches: 0,
            lag: Lag::default(),
            #[cfg(feature = "threads")]
            busy: Busy::new(),
        })
    }

    /// The settings it was built with.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Takes other settings for games like `game`, and keeps the table and what was learned where the new settings can use
    /// them: scores in a table are those of one algorithm with one set of techniques.
    ///
    /// # Errors
    /// If the settings contradict each other, or ask for what the game lacks; nothing is changed then.
    pub fn set_settings(&mut self, game: &G, settings: Settings) -> Result<(), SettingsError> {
        settings.check(game)?;
        let settings = with_prior_of(&self.evaluation, game, settings);
        let scores = |s: &Settings| {
            (s.algorithm, s.combine, s.grain, s.table, s.seed, s.deeper_entries, s.techniques.clone())
        };
        let learned = |s: &Settings| {
            (s.order.clone(), s.prior.clone(), s.algorithm, s.threads, s.seed, s.table > 0, s.deepen)
        };
        let same_game = (game.players(), game.slots()) == (self.players, self.slots);
        let orderers = match same_game && learned(&settings) == learned(&self.settings) {
            true => None,
            false => Some(new_orderers(game, &settings)?),
        };
        if !same_game || scores(&settings) != scores(&self.settings) {
            (self.table, self.scores_table) = new_tables(&settings)?;
        }
        self.orderers = orderers.unwrap_or_else(|| std::mem::take(&mut self.orderers));
        (self.settings, self.players, self.slots) = (settings, game.players(), game.slots());
        Ok(())
    }

    /// Plays `mv` in `game`, which the engine [remembers](Self::remember) as it was before.
    ///
    /// # Errors
    /// If the move is not legal; nothing is changed then.
    pub fn advance(&mut self, game: &mut G, mv: G::Move) -> Result<(), IllegalMove<G::Move>> {
        let before = game.key();
        game.play(mv)?;
        self.remember_key(before);
        Ok(())
    }

    /// Tells the engine that `position` has been on the board, and that the game goes on from it. What was learned
    /// is kept for the next turn.
    pub fn remember(&mut self, position: &G) {
        self.remember_key(position.key());
    }

    fn remember_key(&mut self, key: u64) {
        self.past.get_or_insert_default().push(key);
        self.age();
    }

    /// Begins a turn of a game in which positions with these keys were there before, in their order; whether the one on
    /// the board is the last of them does not matter. Replaces what the engine was told before.
    pub fn begin_turn(&mut self, past: &[u64]) {
        self.past = Some(past.to_vec());
        self.age();
    }

    /// What the table knows may give way to what the next search finds.
    fn age(&mut self) {
        if let Some(table) = &self.table {
            table.age();
        }
        if let Some(table) = &mut self.scores_table {
            table.age();
        }
    }

    /// Forgets everything: lists, histories, table and the game's past.
    pub fn forget(&mut self) {
        self.past = None;
        self.searches = 0;
        self.orderers.iter_mut().for_each(Orderer::clear);
        if let Some(table) = &mut self.table {
            table.clear();
        }
        if let Some(table) = &mut self.scores_table {
            table.clear();
        }
    }

    /// The best move of a position within the limit.
    ///
    /// # Errors
    /// If the game is over, or the limit allows no search.
    pub fn search(&mut self, game: &G, limit: &Limit) -> Result<Report<G::Move>, SearchError> {
        self.search_with(game, limit, &mut |_| ())
    }

    /// Like [`search`](Self::search), telling `progress` how it goes.
    ///
    /// # Errors
    /// If the game is over, or the limit allows no search.
    pub fn search_with(
        &mut self,
        game: &G,
        limit: &Limit,
        progress: &mut Listener<'_, G::Move>,
    ) -> Result<Report<G::Move>, SearchError> {
        self.answer(game, &limit.into(), Some(progress))
    }

    /// Searches as it is asked to, and tells `progress` how it goes, if there is somebody to be told.
    ///
    /// # Errors
    /// If the game is over, or the request allows no search.
    pub fn answer(
        &mut self,
        game: &G,
        request: &Request<G::Move>,
        progress: Option<&mut Listener<'_, G::Move>>,
    ) -> Result<Report<G::Move>, SearchError> {
        let listener = progress.map(|listener| -> &mut Listener<'_, G::Move> { listener });
        self.search_observed(game, request, Watchers { listener, observer: None })
    }

    /// Like [`search`](Self::search), telling `observer` of every step.
    ///
    /// # Errors
    /// If the game is over, the limit allows no search, or the settings have no steps to tell of:
    /// minimax, Max-N, and searches on several threads.
    pub fn observe(
        &mut self,
        game: &G,
        limit: &Limit,
        observer: &mut dyn Observer<G>,
    ) -> Result<Report<G::Move>, SearchError> {
        let algorithm = self.settings.algorithm;
        if matches!(algorithm, Algorithm::Minimax | Algorithm::MaxN) || self.settings.threads > 1 {
            return Err(SearchError::CannotObserve);
        }
        self.search_observed(game, &limit.into(), Watchers { listener: None, observer: Some(observer) })
    }

    /// Solves the position or searches it.
    fn search_observed(
        &mut self,
        game: &G,
        request: &Request<G::Move>,
        watchers: Watchers<'_, G>,
    ) -> Result<Report<G::Move>, SearchError> {
        match self.attempt(game, request, &watchers) {
            Some(attempt) => self.solve_or_search(game, request, watchers, &attempt),
            None => self.search_tree(game, request, watchers),
        }
    }

    fn search_tree(
        &mut self,
        game: &G,
        request: &Request<G::Move>,
        watchers: Watchers<'_, G>,
    ) -> Result<Report<G::Move>, SearchError> {
        let legal = self.check(game, request)?;
        let (choice, left_out) = choices(&legal, request)?;
        // Each search has random choices of its own, also those of an engine that was built for one search.
        let mut random = Random::keyed(&[self.settings.seed, self.searches, game.key()]);
        let skill = request.level.map(|level| level.on_the_day(self.settings.seed));
        let glance = skill.filter(|skill| skill.glances(&mut random));
        let limit = limit_of(request, skill, glance, choice.len());
        let task = Task { each_alone: glance.is_some(), ..self.task(request, &limit, &choice, &left_out)? };
        let limit = within_nodes(limit, task.budget, choice.len());

        let searched = self.with_workers(game, &limit, watchers, |worker, helpers, evaluation| {
            let found = run(worker, helpers, &task, evaluation);
            let fault = helpers.iter_mut().chain([&mut *worker]).find_map(Worker::fault);
            Searched {
                found,
                fault,
                counts: all_counts(worker, helpers),
                detail: all_details(worker, helpers),
                waits: worker.waits(),
            }
        });
        self.searches += 1;
        if let Some(fault) = searched.fault {
            return Err(SearchError::WrongGame(fault));
        }

        let Deepened { depth, lines, is_complete } = searched.found;
        let chosen = lines.get(self.choose(request, &lines, glance, &mut random));
        let chosen = self.report_line(game, chosen, choice[0]);
        let shown = lines.iter().take(request.lines.unwrap_or(self.settings.lines));
        let mut lines: Vec<_> = shown.map(|found| self.report_line(game, Some(found), choice[0])).collect();
        if lines.is_empty() {
            lines.push(chosen.clone());
        }
        let elapsed = self.time_since(task.began, &limit, searched.waits);
        Ok(Report {
            best: chosen.moves[0],
            chosen,
            depth,
            complete: is_complete,
            lines,
            counts: searched.counts,
            detail: searched.detail,
            lists: self.orderers[0].lists(),
            elapsed,
        })
    }

    /// How long a search took that now ends, and what it tells about how long the machine keeps searches waiting.
    fn time_since(
        &mut self,
        began: Option<Duration>,
        limit: &Limit,
        (longest, last_look): (Duration, Option<Duration>),
    ) -> Option<Duration> {
        let ended = limit.now()?;
        // What the search took after it last looked at the clock is as much of a wait as the time between two looks.
        if let Some(last_look) = last_look {
            self.lag.learn(longest.max(ended.saturating_sub(last_look)));
        }
        began.map(|began| ended.saturating_sub(began))
    }

    /// What the deepening has to do.
    fn task<'t>(
        &self,
        request: &Request<G::Move>,
        limit: &Limit,
        choice: &'t [G::Move],
        left_out: &'t [G::Move],
    ) -> Result<Task<'t, G::Move>, SearchError> {
        let lines = request.lines.unwrap_or(self.settings.lines);
        if lines == 0 {
            return Err(SearchError::NoLines);
        }
        let double = self.settings.techniques.double_steps && limit.is_depth_alone();
        let steps = NonZero::new(if double { 2 } else { 1 }).filter(|_| self.settings.deepen);
        let budget = limit.budget(self.lag.get());
        // What is certain to be played needs no time.
        let is_forced = choice.len() == 1 && budget.is_some() && steps.is_some();
        let deepest = if is_forced { 1 } else { limit.depth.unwrap_or(MAX_DEPTH) };
        let margin = request.variety.or(self.settings.variety);
        Ok(Task {
            deepest,
            steps,
            choice,
            left_out,
            lines,
            margin,
            each_alone: false,
            budget,
            began: limit.now(),
        })
    }

    /// The score of every legal move, each searched by itself to `depth` plies, in generation order.
    ///
    /// # Errors
    /// If the game is over, or the depth is impossible.
    pub fn score_moves(&mut self, game: &G, depth: u32) -> Result<Vec<(G::Move, i32)>, SearchError> {
        let limit = Limit::default().with_depth(depth);
        let choice = self.check(game, &(&limit).into())?;
        let task = Task {
            deepest: depth,
            steps: None,
            choice: &choice,
            left_out: &[],
            lines: 1,
            margin: None,
            each_alone: true,
            budget: None,
            began: None,
        };
        let found = self.with_workers(game, &limit, Watchers::default(), |worker, helpers, evaluation| {
            run(worker, helpers, &task, evaluation).lines
        });
        let score_of = |mv| found.iter().find(|found| found.line[0] == mv).map(|found| (mv, found.score));
        Ok(choice.iter().filter_map(|&mv| score_of(mv)).collect())
    }

    /// What the threads have learned, for the time of a search. One that panicked has not given it back, and the next
    /// begins with nothing learned.
    fn take_orderers(&mut self, game: &G) -> Vec<Orderer<G::Move>> {
        if self.orderers.is_empty() {
            self.orderers = new_orderers(game, &self.settings).expect("the order fitted the game before");
            #[cfg(feature = "threads")]
            {
                self.busy = Busy::new();
            }
        }
        std::mem::take(&mut self.orderers)
    }

    /// Does something with a worker for each thread, the main thread's first.
    fn with_workers<R>(
        &mut self,
        game: &G,
        limit: &Limit,
        watchers: Watchers<'_, G>,
        work: impl for<'a> FnOnce(&mut Worker<'a, G, E>, &mut [Worker<'a, G, E>], &E) -> R,
    ) -> R {
        let mut orderers = self.take_orderers(game);
        let mut scores_table = self.scores_table.take();
        let mut workers = self.workers(&mut orderers, game, limit);
        workers[0].scores_table = scores_table.as_mut();
        workers[0].observer = watchers.observer.map(|observer| -> &mut dyn Observer<G> { observer });
        workers[0].root_node.listener =
            watchers.listener.map(|listener| -> &mut Listener<'_, G::Move> { listener });
        let (worker, helpers) = workers.split_first_mut().expect("there is at least one thread");
        let result = work(worker, helpers, &self.evaluation);
        drop(workers);
        self.orderers = orderers;
        self.scores_table = scores_table;
        result
    }

    /// A worker for each thread.
    fn workers<'a>(
        &'a self,
        orderers: &'a mut [Orderer<G::Move>],
        game: &G,
        limit: &'a Limit,
    ) -> Vec<Worker<'a, G, E>> {
        let (settings, evaluation, table) = (&self.settings, &self.evaluation, self.table.as_ref());
        let nodes_of_all = (settings.threads > 1).then(Arc::<AtomicU64>::default);
        let tools = |orderer| Tools {
            settings,
            evaluation,
            orderer,
            table,
            limit,
            nodes_of_all: nodes_of_all.clone(),
            #[cfg(feature = "threads")]
            busy: (settings.threads > 1).then_some(&self.busy),
        };
        let mut workers: Vec<_> =
            orderers.iter_mut().map(|orderer| Worker::new(game, tools(orderer))).collect();
        if let Some(past) = self.past.as_ref().filter(|_| G::CAN_REPEAT && settings.repetition > 0) {
            let repetition = Repetition::new(past, game.key(), settings.repetition, -settings.contempt);
            workers.iter_mut().for_each(|worker| worker.repetition = Some(repetition.clone()));
        }
        workers
    }

    fn check(&self, game: &G, request: &Request<G::Move>) -> Result<Vec<G::Move>, SearchError> {
        let limit = &request.limit;
        let (players, slots) = (game.players(), game.slots());
        if (players, slots) != (self.players, self.slots) {
            return Err(SearchError::OtherGame(self.players, self.slots, players, slots));
        }
        if let Some(depth) = limit.depth
            && !(1..=MAX_DEPTH).contains(&depth)
        {
            return Err(SearchError::Depth(depth));
        }
        if limit.nodes == Some(0) {
            return Err(SearchError::NoNodes);
        }
        // A level has nodes of its own.
        if limit.is_endless() && request.level.is_none() {
            return Err(SearchError::Endless);
        }
        if !self.settings.deepen && limit.depth.is_none() {
            return Err(SearchError::NeedsDepth);
        }
        if let Some(margin) = request.variety.filter(|&margin| margin < 0) {
            return Err(SearchError::Variety(margin));
        }
        let mut legal = Vec::new();
        game.moves(&mut legal);
        match (legal.is_empty(), game.outcome().is_some()) {
            (false, false) => Ok(legal),
            (true, true) => Err(SearchError::GameOver),
            (true, false) => {
                Err(SearchError::WrongGame("there is neither a legal move nor an outcome".to_owned()))
            }
            (false, true) => {
                Err(SearchError::WrongGame("there are legal moves although there is an outcome".to_owned()))
            }
        }
    }

    /// Which of the lines is played: the best, a random one among the nearly best, or what seems best at a glance.
    fn choose(
        &self,
        request: &Request<G::Move>,
        lines: &[Found<G::Move>],
        glance: Option<Skill>,
        random: &mut Random,
    ) -> usize {
        let Some(best) = lines.first() else { return 0 };
        if let Some(skill) = glance {
            let scores: Vec<_> = lines.iter().map(|found| found.score).collect();
            return skill.glance(&scores, random);
        }
        let Some(margin) = request.variety.or(self.settings.variety) else { return 0 };
        let least = best.score.saturating_sub(margin);
        let near = lines.iter().take_while(|found| found.score >= least).count();
        random.below(near.max(1))
    }
}

/// The limit of a search, with what a level allows besides.
fn limit_of<M>(request: &Request<M>, skill: Option<Skill>, glance: Option<Skill>, moves: usize) -> Limit {
    let limit = request.limit.clone();
    let Some(skill) = skill else { return limit };
    let nodes = skill.nodes(moves);
    let nodes = limit.nodes.map_or(nodes, |given| given.min(nodes));
    if glance.is_some() { limit.with_depth(1) } else { limit.with_nodes(nodes) }
}

/// The same for whom the clock leaves no time to look at it.
fn within_nodes(limit: Limit, budget: Option<Budget>, moves: usize) -> Limit {
    let Some(few) = budget.and_then(|budget| budget.nodes(moves)) else { return limit };
    let nodes = limit.nodes.map_or(few, |given| given.min(few));
    limit.with_nodes(nodes)
}

/// What all workers have found together.
struct Searched<M> {
    found: Deepened<M>,
    fault: Option<String>,
    counts: Counts,
    detail: Option<Detail>,
    /// The longest time between two looks at the clock, and when the last one was.
    waits: (Duration, Option<Duration>),
}

/// With what was learned about moves together with the evaluation, if nothing else was given.
fn with_prior_of<G: Game, E: Evaluation<G>>(evaluation: &E, game: &G, mut settings: Settings) -> Settings {
    settings.prior = settings.prior.or_else(|| evaluation.prior(game));
    settings
}

/// Who is told how a search goes.
struct Watchers<'w, G: Game> {
    listener: Option<&'w mut Listener<'w, G::Move>>,
    observer: Option<&'w mut dyn Observer<G>>,
}

impl<G: Game> Default for Watchers<'_, G> {
    fn default() -> Self {
        Self { listener: None, observer: None }
    }
}

/// The table that the algorithm uses.
fn new_tables(settings: &Settings) -> Result<(Option<Table>, Option<ScoresTable>), SettingsError> {
    let no_memory = |_| SettingsError::NoMemory(settings.table);
    Ok(match (settings.table, settings.algorithm) {
        (0, _) => (None, None),
        (size, Algorithm::MaxN) => (None, Some(ScoresTable::new(size).map_err(no_memory)?)),
        (size, _) => (Some(Table::new(size).map_err(no_memory)?.with_seed(settings.seed)), None),
    })
}

/// An orderer for each thread.
fn new_orderers<G: Game>(game: &G, settings: &Settings) -> Result<Vec<Orderer<G::Move>>, SettingsError> {
    let around = Surroundings {
        seed: settings.seed,
        best_reply: settings.algorithm == Algorithm::BestReply,
        has_table: settings.table > 0,
        deepens: settings.deepen,
        prior: settings.prior.clone(),
    };
    let orderers = (0..settings.threads).map(|_| Orderer::new(&settings.order, game, &around));
    orderers.collect::<Result<_, _>>().map_err(SettingsError::Order)
}

/// The moves to choose from, and the others.
fn choices<M: Copy + PartialEq>(legal: &[M], request: &Request<M>) -> Result<(Vec<M>, Vec<M>), SearchError> {
    let wanted =
        |mv: &M| request.only.as_ref().is_none_or(|only| only.contains(mv)) && !request.except.contains(mv);
    let (choice, left_out): (Vec<_>, Vec<_>) = legal.iter().copied().partition(wanted);
    if choice.is_empty() { Err(SearchError::NoChoice) } else { Ok((choice, left_out)) }
}
