//! One type for every search and ordering: build it once, ask it for moves.
//!
//! # Three players
//!
//! ```
#![doc = include_str!("../../examples/three_players.rs")]
//! ```

mod bounds;
mod error;
mod repetition;
mod report;
mod searcher;
mod settings;

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

pub use self::error::SearchError;
pub use self::report::{Line, Progress, Report};
pub use self::searcher::Searcher;
pub use self::settings::{MOST_TABLE, MOST_THREADS, Settings, SettingsError};
use crate::evaluation::Evaluation;
use crate::game::{Game, IllegalMove};
use crate::ordering::{Order, Orderer, Surroundings};
use crate::powers::Powers;
use crate::random::Random;
#[cfg(feature = "threads")]
use crate::search::Busy;
use crate::search::picker_perft::{self, ListNode};
use crate::search::{
    Algorithm, Counts, Found, Limit, MAX_DEPTH, Observer, StopHandle, Tools, Worker, all_counts, all_details,
    run,
};
use crate::table::{MOST_SLOTS, Table};

/// Searches positions of one game, and keeps what it has learned from one search to the next.
pub struct Engine<G: Game, E: Evaluation<G>> {
    settings: Settings,
    evaluation: E,
    players: usize,
    slots: usize,
    /// What each thread has learned; the first is the main thread's.
    orderers: Vec<Orderer<G::Move>>,
    table: Option<Table>,
    /// Keys of the game's earlier positions, if it was told of any.
    past: Vec<u64>,
    #[cfg(feature = "threads")]
    busy: Busy,
    stop: StopHandle,
}

impl<G: Game, E: Evaluation<G>> Engine<G, E> {
    /// An engine for games like `game`, with all the memory it will use.
    ///
    /// # Errors
    /// If the settings contradict each other, or ask for what the game lacks.
    pub fn new(game: &G, evaluation: E, settings: Settings) -> Result<Self, SettingsError> {
        let (players, slots, algorithm) = (game.players(), game.slots(), settings.algorithm);
        if algorithm.is_for_two() && players != 2 {
            return Err(SettingsError::TwoPlayersOnly(algorithm, players));
        }
        if algorithm == Algorithm::BestReply && G::Powers::SET_TURN.is_none() {
            return Err(SettingsError::NeedsOutOfTurn);
        }
        if algorithm == Algorithm::Minimax && !settings.order.0.is_empty() {
            return Err(SettingsError::NothingToOrder);
        }
        if settings.table > 0 && !algorithm.can_use_table() {
            return Err(SettingsError::NoTableFor(algorithm));
        }
        if settings.table > MOST_TABLE {
            return Err(SettingsError::TableTooLarge(settings.table));
        }
        if settings.table > 0 && slots > MOST_SLOTS {
            return Err(SettingsError::TooManySlots(slots));
        }
        if settings.lines == 0 {
            return Err(SettingsError::NoLines);
        }
        settings.check_techniques(players, G::Powers::IS_CAPTURE.is_some())?;
        let orderers = new_orderers(game, &settings)?;
        let table = match settings.table {
            0 => None,
            size => {
                let table = Table::new(size).map_err(|_| SettingsError::NoMemory(size))?;
                Some(table.with_seed(settings.seed))
            }
        };
        Ok(Self {
            settings,
            evaluation,
            players,
            slots,
            orderers,
            table,
            past: Vec::new(),
            #[cfg(feature = "threads")]
            busy: Busy::new(),
            stop: StopHandle::default(),
        })
    }

    /// The settings it was built with.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// A handle with which another thread can stop the search that is running.
    #[must_use]
    pub fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Plays `mv` in `game` and keeps what was learned for the next turn.
    ///
    /// # Errors
    /// If the move is not legal; nothing is changed then.
    pub fn advance(&mut self, game: &mut G, mv: G::Move) -> Result<(), IllegalMove<G::Move>> {
        let before = game.key();
        game.play(mv)?;
        self.past.push(before);
        self.age();
        Ok(())
    }

    /// What the table knows may give way to what the next search finds.
    fn age(&self) {
        if let Some(table) = &self.table {
            table.age();
        }
    }

    /// Forgets everything: lists, histories, table and the game's past.
    pub fn forget(&mut self) {
        self.past.clear();
        self.orderers.iter_mut().for_each(Orderer::clear);
        if let Some(table) = &mut self.table {
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

    /// Like [`search`](Self::search), telling `progress` of every depth completed.
    ///
    /// # Errors
    /// If the game is over, or the limit allows no search.
    pub fn search_with(
        &mut self,
        game: &G,
        limit: &Limit,
        progress: &mut dyn FnMut(Progress<'_, G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        self.search_observed(game, limit, progress, None)
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
        self.search_observed(game, limit, &mut |_| (), Some(observer))
    }

    fn search_observed(
        &mut self,
        game: &G,
        limit: &Limit,
        progress: &mut dyn FnMut(Progress<'_, G::Move>),
        observer: Option<&mut dyn Observer<G>>,
    ) -> Result<Report<G::Move>, SearchError> {
        let legal = self.check(game, limit)?;
        let deepest = limit.depth.unwrap_or(MAX_DEPTH);
        let step = if self.settings.techniques.double_steps && limit.depth.is_some() { 2 } else { 1 };
        let steps = NonZero::new(step).filter(|_| self.settings.deepen);
        let avoided = self.avoided(game, &legal);
        self.stop.reset();
        let mut orderers = self.take_orderers(game);
        let mut workers = self.workers(&mut orderers, game, limit);
        workers.iter_mut().for_each(|worker| worker.excluded.clone_from(&avoided));
        let (worker, helpers) = workers.split_first_mut().expect("there is at least one thread");
        worker.observer = observer.map(|observer| -> &mut dyn Observer<G> { observer });
        let mut tell = |counts: Counts, found: &Found<G::Move>| {
            let scores = found.scores.as_ref().map(|scores| &scores[..game.players()]);
            progress(Progress { depth: found.depth, score: found.score, scores, line: &found.line, counts });
        };
        let first = run(worker, helpers, deepest, steps, &self.evaluation, &mut tell);
        let is_final = first.as_ref().is_some_and(|found| found.is_final);
        let depth = first.as_ref().map_or(0, |found| found.depth);
        let mut found: Vec<_> = first.into_iter().collect();
        let mut complete = depth == deepest || is_final;
        // Further lines, and candidates for variety, are the best of what is left.
        while let Some(best) = found.first()
            && found.len() + avoided.len() < legal.len()
            && !worker.stopped
        {
            let margin = self.settings.variety;
            let near = |found: &Found<_>| {
                margin.is_some_and(|margin| found.score >= best.score.saturating_sub(margin))
            };
            if found.len() >= self.settings.lines && !found.last().is_some_and(near) {
                break;
            }
            let excluded = found.iter().map(|found| found.line[0]).chain(avoided.iter().copied());
            exclude(worker, helpers, &excluded.collect::<Vec<_>>());
            match run(worker, helpers, depth, steps, &self.evaluation, &mut |_, _| ()) {
                Some(next) if next.depth == depth || next.is_final => found.push(next),
                _ => complete = false,
            }
        }
        let fault = helpers.iter_mut().chain([&mut *worker]).find_map(Worker::fault);
        let (counts, detail) = (all_counts(worker, helpers), all_details(worker, helpers));
        drop(workers);
        self.orderers = orderers;
        if let Some(fault) = fault {
            return Err(SearchError::WrongGame(fault));
        }
        let first = legal.iter().find(|mv| !avoided.contains(mv)).expect("not all moves are avoided");
        let best = self.choose(&found).unwrap_or(*first);
        let lines = self.report_lines(game, &found, best);
        let lists = self.orderers[0].lists();
        Ok(Report { best, depth, complete, lines, counts, detail, lists })
    }

    /// The score of every legal move, each searched by itself to `depth` plies, in generation order.
    ///
    /// # Errors
    /// If the game is over, or the depth is impossible.
    pub fn score_moves(&mut self, game: &G, depth: u32) -> Result<Vec<(G::Move, i32)>, SearchError> {
        let limit = Limit::depth(depth);
        let legal = self.check(game, &limit)?;
        self.stop.reset();
        let mut orderers = self.take_orderers(game);
        let mut workers = self.workers(&mut orderers, game, &limit);
        let (worker, helpers) = workers.split_first_mut().expect("there is at least one thread");
        let mut scores = Vec::with_capacity(legal.len());
        for &mv in &legal {
            let others: Vec<_> = legal.iter().copied().filter(|&other| other != mv).collect();
            exclude(worker, helpers, &others);
            if let Some(found) = run(worker, helpers, depth, None, &self.evaluation, &mut |_, _| ()) {
                scores.push((mv, found.score));
            }
        }
        drop(workers);
        self.orderers = orderers;
        Ok(scores)
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
            stop: self.stop.clone(),
            #[cfg(feature = "threads")]
            busy: (settings.threads > 1).then_some(&self.busy),
        };
        orderers.iter_mut().map(|orderer| Worker::new(game, tools(orderer))).collect()
    }

    fn check(&self, game: &G, limit: &Limit) -> Result<Vec<G::Move>, SearchError> {
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
        if limit.is_endless() {
            return Err(SearchError::Endless);
        }
        if !self.settings.deepen && limit.depth.is_none() {
            return Err(SearchError::NeedsDepth);
        }
        let mut legal = Vec::new();
        game.moves(&mut legal);
        if legal.is_empty() { Err(SearchError::GameOver) } else { Ok(legal) }
    }

    /// The best move, or a random one among the nearly best.
    fn choose(&self, found: &[Found<G::Move>]) -> Option<G::Move> {
        let best = found.first()?;
        let margin = self.settings.variety.unwrap_or(0);
        let near = found.iter().take_while(|found| found.score >= best.score.saturating_sub(margin)).count();
        let chosen = match self.settings.variety {
            Some(_) => Random::new(self.settings.seed).below(near),
            None => 0,
        };
        Some(found[chosen].line[0])
    }
}

/// An orderer for each thread.
fn new_orderers<G: Game>(game: &G, settings: &Settings) -> Result<Vec<Orderer<G::Move>>, SettingsError> {
    let around = Surroundings {
        seed: settings.seed,
        best_reply: settings.algorithm == Algorithm::BestReply,
        has_table: settings.table > 0,
        deepens: settings.deepen,
    };
    let orderers = (0..settings.threads).map(|_| Orderer::new(&settings.order, game, &around));
    orderers.collect::<Result<_, _>>().map_err(SettingsError::Order)
}

/// Leaves out moves at the root of a search that goes on for what is left.
fn exclude<'a, G: Game, E: Evaluation<G>>(
    worker: &mut Worker<'a, G, E>,
    helpers: &mut [Worker<'a, G, E>],
    excluded: &[G::Move],
) {
    for worker in helpers.iter_mut().chain([worker]) {
        worker.goes_on = !excluded.is_empty();
        excluded.clone_into(&mut worker.excluded);
    }
}

/// The value of a position by plain, unpruned search, for comparison: one number, or one per player
/// for Max-N.
pub(crate) fn oracle<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    settings: &Settings,
    depth: u32,
) -> Vec<i32> {
    let mut orderer = Orderer::new(&Order::default(), game, &Surroundings::default())
        .expect("an empty order fits every game");
    let limit = Limit::depth(depth);
    let tools = alone(settings, evaluation, &mut orderer, None, &limit);
    crate::search::oracle(&mut Worker::new(game, tools), depth, evaluation)
}

/// Walks the tree of a position through the picker, for comparison with `list` at every node and `leaves` in all.
/// Nothing is walked if the game lacks what the order needs.
pub(crate) fn picker_perft<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    settings: &Settings,
    depth: u32,
    list: ListNode<G>,
    leaves: u64,
) -> Result<(), String> {
    let best_reply = settings.algorithm == Algorithm::BestReply;
    let around = Surroundings { seed: settings.seed, best_reply, has_table: true, deepens: true };
    let Ok(mut orderer) = Orderer::new(&settings.order, game, &around) else { return Ok(()) };
    let table = Table::with_entries(1024).map_err(|error| error.to_string())?;
    let limit = Limit::depth(depth);
    let tools = alone(settings, evaluation, &mut orderer, Some(&table), &limit);
    picker_perft::picker_perft(&mut Worker::new(game, tools), depth, list, leaves)
}

/// What a worker is given that nobody stops and that shares nothing.
fn alone<'a, G: Game, E: Evaluation<G>>(
    settings: &'a Settings,
    evaluation: &'a E,
    orderer: &'a mut Orderer<G::Move>,
    table: Option<&'a Table>,
    limit: &'a Limit,
) -> Tools<'a, G, E> {
    Tools {
        settings,
        evaluation,
        orderer,
        table,
        limit,
        nodes_of_all: None,
        stop: StopHandle::default(),
        #[cfg(feature = "threads")]
        busy: None,
    }
}
