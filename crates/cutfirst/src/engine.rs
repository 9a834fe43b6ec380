//! One type for every search and ordering: build it once, ask it for moves.
//!
//! # Three players
//!
//! ```
#![doc = include_str!("../examples/three_players.rs")]
//! ```

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use crate::evaluation::Evaluation;
use crate::game::{Game, IllegalMove};
use crate::ordering::{ListView, MOST_MOVES, Order, Orderer, Surroundings};
use crate::powers::Powers;
use crate::random::Random;
#[cfg(feature = "threads")]
use crate::search::Busy;
use crate::search::{
    Algorithm, Combine, Counts, Detail, Found, Limit, MAX_DEPTH, Observer, Replay, StopHandle, Techniques,
    Tools, Worker, all_counts, all_details, bounds, minimal, run,
};
pub use crate::searcher::Searcher;
pub use crate::settings::{MOST_TABLE, MOST_THREADS, Settings, SettingsError};
use crate::table::{Bound, MOST_SLOTS, Table};

/// Why a position cannot be searched.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// There is no move to find.
    #[error("the game is already over")]
    GameOver,
    /// No depth to search.
    #[error("the depth must be from 1 to {MAX_DEPTH}, not {0}")]
    Depth(u32),
    /// A limit that allows nothing.
    #[error("the number of nodes must be at least 1")]
    NoNodes,
    /// A fixed depth that is not given.
    #[error("a search without deepening needs a depth")]
    NeedsDepth,
    /// Nothing ever stops the search.
    #[error("a search needs a limit: depth, nodes or time")]
    Endless,
    /// The engine was built for another game.
    #[error("the engine was built for {0} players and {1} slots, not for {2} and {3}")]
    OtherGame(usize, usize, usize, usize),
    /// More moves than can be ordered.
    #[error("the position has {0} moves; at most {MOST_MOVES} can be searched")]
    TooManyMoves(usize),
    /// Steps of a search that has none to tell of.
    #[error("only alpha-beta, pvs, brs and paranoid on one thread can be observed")]
    CannotObserve,
    /// Tree sizes of a search that has no such bounds.
    #[error("the algorithm 'max-n' has no replay bound; choose alpha-beta, brs or paranoid")]
    NoBounds,
    /// The game broke its contract, found by [`Settings::check_game`].
    #[error("the game is wrong: {0}")]
    WrongGame(String),
}

/// A best line with its score.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<M> {
    /// From the view of the player to move.
    pub score: i32,
    /// One score per player, from Max-N.
    pub scores: Option<Vec<i32>>,
    /// The moves, the first being the one to play.
    pub moves: Vec<M>,
}

/// What a search has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The move to play.
    pub best: M,
    /// The last completed depth; 0 if none was.
    pub depth: u32,
    /// Whether everything asked for was searched, rather than a limit having struck.
    pub complete: bool,
    /// The best lines, best first; at least one.
    pub lines: Vec<Line<M>>,
    /// Counters.
    pub counts: Counts,
    /// More counters, if asked for.
    pub detail: Option<Detail>,
    /// The adaptive lists at the end.
    pub lists: Vec<ListView>,
}

impl<M> Report<M> {
    /// The best line.
    #[must_use]
    pub fn line(&self) -> &Line<M> {
        &self.lines[0]
    }
}

/// A completed depth, on the way.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress<'a, M> {
    /// The depth.
    pub depth: u32,
    /// The score at this depth.
    pub score: i32,
    /// One score per player, from Max-N.
    pub scores: Option<&'a [i32]>,
    /// The best line.
    pub line: &'a [M],
    /// Counters so far.
    pub counts: Counts,
}

/// Searches positions of one game, and keeps what it has learned from one search to the next.
pub struct Engine<G: Game, E: Evaluation<G>> {
    settings: Settings,
    evaluation: E,
    players: usize,
    slots: usize,
    /// What each thread has learned; the first is the main thread's.
    orderers: Vec<Orderer<G::Move>>,
    table: Option<Table>,
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
        let best_reply = algorithm == Algorithm::BestReply;
        let around = Surroundings {
            seed: settings.seed,
            best_reply,
            has_table: settings.table > 0,
            deepens: settings.deepen,
        };
        let orderers = (0..settings.threads).map(|_| Orderer::new(&settings.order, game, &around));
        let orderers = orderers.collect::<Result<_, _>>().map_err(SettingsError::Order)?;
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
        game.play(mv)?;
        if let Some(table) = &self.table {
            table.age();
        }
        Ok(())
    }

    /// Forgets everything: lists, histories and table.
    pub fn forget(&mut self) {
        self.orderers.iter_mut().for_each(Orderer::clear);
        if let Some(table) = &self.table {
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
        let algorithm = self.settings.algorithm;
        let step = if self.settings.techniques.double_steps && limit.depth.is_some() { 2 } else { 1 };
        let steps = NonZero::new(step).filter(|_| self.settings.deepen);
        self.stop.reset();
        let mut orderers = std::mem::take(&mut self.orderers);
        let mut workers = self.workers(&mut orderers, game, limit);
        let (worker, helpers) = workers.split_first_mut().expect("there is at least one thread");
        worker.observe_with(observer.map(|observer| -> &mut dyn Observer<G> { observer }));
        let first = run(worker, helpers, algorithm, deepest, steps, &self.evaluation, |counts, found| {
            let scores = found.scores.as_ref().map(|scores| &scores[..game.players()]);
            progress(Progress { depth: found.depth, score: found.score, scores, line: &found.line, counts });
        });
        let depth = first.as_ref().map_or(0, |found| found.depth);
        let mut found: Vec<_> = first.into_iter().collect();
        let mut complete = depth == deepest;
        // Further lines, and candidates for variety, are the best of what is left.
        while let Some(best) = found.first()
            && found.len() < legal.len()
            && !worker.stopped
        {
            let margin = self.settings.variety;
            let near = |found: &Found<_>| {
                margin.is_some_and(|margin| found.score >= best.score.saturating_sub(margin))
            };
            if found.len() >= self.settings.lines && !found.last().is_some_and(near) {
                break;
            }
            let excluded: Vec<_> = found.iter().map(|found| found.line[0]).collect();
            helpers.iter_mut().for_each(|helper| helper.excluded.clone_from(&excluded));
            worker.excluded = excluded;
            match run(worker, helpers, algorithm, depth, steps, &self.evaluation, |_, _| ()) {
                Some(next) if next.depth == depth => found.push(next),
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
        let best = self.choose(&found).unwrap_or(legal[0]);
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
        let algorithm = self.settings.algorithm;
        self.stop.reset();
        let mut orderers = std::mem::take(&mut self.orderers);
        let mut workers = self.workers(&mut orderers, game, &limit);
        let (worker, helpers) = workers.split_first_mut().expect("there is at least one thread");
        let mut scores = Vec::with_capacity(legal.len());
        for &mv in &legal {
            let excluded: Vec<_> = legal.iter().copied().filter(|&other| other != mv).collect();
            helpers.iter_mut().for_each(|helper| helper.excluded.clone_from(&excluded));
            worker.excluded = excluded;
            if let Some(found) = run(worker, helpers, algorithm, depth, None, &self.evaluation, |_, _| ()) {
                scores.push((mv, found.score));
            }
        }
        drop(workers);
        self.orderers = orderers;
        Ok(scores)
    }

    /// How many nodes fixed-depth alpha-beta needs in generation order, with each node's best move first
    /// and with it last, by the turns of this engine's algorithm, without table, order or techniques.
    /// `None` if a limit other than the depth struck. Takes memory for every interior node.
    ///
    /// # Errors
    /// If the game is over, no depth is given, or the algorithm keeps one score per player.
    pub fn replay(&mut self, game: &G, limit: &Limit) -> Result<Option<Replay>, SearchError> {
        let depth = self.check_bounds(game, limit)?;
        let algorithm = self.settings.algorithm;
        self.with_worker(game, limit, |worker| bounds(worker, algorithm, depth))
    }

    /// The fewest nodes that prove the score of a search to the limit's depth. Looks at the whole tree.
    ///
    /// # Errors
    /// If the game is over, no depth is given, or the algorithm keeps one score per player.
    pub fn minimal_tree(&mut self, game: &G, limit: &Limit, score: i32) -> Result<Option<u64>, SearchError> {
        let depth = self.check_bounds(game, limit)?;
        let algorithm = self.settings.algorithm;
        self.with_worker(game, limit, |worker| minimal(worker, algorithm, depth, score))
    }

    fn check_bounds(&self, game: &G, limit: &Limit) -> Result<u32, SearchError> {
        self.check(game, limit)?;
        if self.settings.algorithm == Algorithm::MaxN {
            return Err(SearchError::NoBounds);
        }
        limit.depth.ok_or(SearchError::NeedsDepth)
    }

    fn with_worker<R>(
        &mut self,
        game: &G,
        limit: &Limit,
        work: impl FnOnce(&mut Worker<'_, G, E>) -> R,
    ) -> Result<R, SearchError> {
        self.stop.reset();
        let mut orderers = std::mem::take(&mut self.orderers);
        let mut workers = self.workers(&mut orderers, game, limit);
        let result = work(&mut workers[0]);
        drop(workers);
        self.orderers = orderers;
        Ok(result)
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
            evaluation,
            orderer,
            table,
            deeper_entries: settings.deeper_entries,
            combine: settings.combine,
            grain: settings.grain,
            detailed: settings.detail,
            ignore_order: settings.ignore_order,
            check_game: settings.check_game,
            techniques: &settings.techniques,
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
        match legal.len() {
            0 => Err(SearchError::GameOver),
            count if count > MOST_MOVES => Err(SearchError::TooManyMoves(count)),
            _ => Ok(legal),
        }
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

    fn report_lines(&self, game: &G, found: &[Found<G::Move>], best: G::Move) -> Vec<Line<G::Move>> {
        if found.is_empty() {
            return vec![Line { score: 0, scores: None, moves: vec![best] }];
        }
        let shown = found.iter().take(self.settings.lines);
        shown
            .map(|found| Line {
                score: found.score,
                scores: found.scores.map(|scores| scores[..self.players].to_vec()),
                moves: self.complete_line(game, found),
            })
            .collect()
    }

    /// A line that the table cut short, completed from the table's own exact entries.
    fn complete_line(&self, game: &G, found: &Found<G::Move>) -> Vec<G::Move> {
        let mut line = found.line.clone();
        let Some(table) = self.table.as_ref().filter(|_| self.settings.algorithm != Algorithm::BestReply)
        else {
            return line;
        };
        let mut game = game.clone();
        for &mv in &line {
            game.make(mv);
        }
        let mut legal = Vec::new();
        while line.len() < found.depth as usize {
            let left = found.depth as usize - line.len();
            let entry =
                table.probe(game.key()).filter(|e| e.bound == Bound::Exact && usize::from(e.depth) == left);
            let Some(slot) = entry.and_then(|entry| entry.slot) else { break };
            legal.clear();
            game.moves(&mut legal);
            let Some(&mv) = legal.iter().find(|&&mv| game.slot(mv) == slot) else { break };
            game.make(mv);
            line.push(mv);
        }
        line
    }
}

/// The value of a position by plain, unpruned search, for comparison: one number, or one per player
/// for Max-N.
pub(crate) fn oracle<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    algorithm: Algorithm,
    combine: Combine,
    techniques: &Techniques,
    depth: u32,
) -> Vec<i32> {
    let mut orderer = Orderer::new(&Order::default(), game, &Surroundings::default())
        .expect("an empty order fits every game");
    let limit = Limit::depth(depth);
    let tools = Tools {
        evaluation,
        orderer: &mut orderer,
        table: None,
        deeper_entries: false,
        combine,
        grain: 1,
        detailed: false,
        ignore_order: false,
        check_game: false,
        techniques,
        limit: &limit,
        nodes_of_all: None,
        stop: StopHandle::default(),
        #[cfg(feature = "threads")]
        busy: None,
    };
    crate::search::oracle(&mut Worker::new(game, tools), algorithm, depth, evaluation)
}
