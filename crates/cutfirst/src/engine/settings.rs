//! How an engine searches, and which settings do not go together.

use crate::game::{Game, MAX_PLAYERS};
use crate::ordering::{GravitySpec, HeuristicSpec, MovePrior, Order, Prior};
use crate::powers::Powers;
use crate::search::{Algorithm, Combine, MAX_QUIESCENCE, Techniques};
use crate::table::MOST_SLOTS;

/// Everything that decides how an engine searches. Begin with [`strongest_for`](Self::strongest_for), [`strongest`](Self::strongest)
/// or [`plain`](Self::plain), and change what should differ.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Settings {
    /// How the tree is searched.
    pub algorithm: Algorithm,
    /// In which order moves are tried.
    pub order: Order,
    /// What was learned about the game's moves, for the order `gravity:learned`; if there is nothing, first the evaluation
    /// is asked, which may have learned it, then the [game](crate::powers::LearnedPrior). Not stored with the other
    /// settings.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub prior: Option<MovePrior>,
    /// How a player's score comes out of all players' evaluations.
    pub combine: Combine,
    /// Scores of unfinished games are divided by this and rounded towards zero: 1 leaves them as they
    /// are, 0 makes them all equal. For studying how much ordering depends on the evaluation.
    pub grain: i32,
    /// The size of the transposition table in MiB; 0 for none.
    pub table: usize,
    /// Whether the table may answer with a deeper search than asked for. Stronger in play, but the
    /// value is then no longer that of the nominal depth.
    pub deeper_entries: bool,
    /// Whether to search depth 1, 2, … up to the limit, or the limit's depth alone.
    pub deepen: bool,
    /// Quiescence, windows and other techniques.
    pub techniques: Techniques,
    /// How many threads search together; more than one need a table. Only with one thread are node
    /// counts the same on every run.
    pub threads: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// How many best lines to report.
    pub lines: usize,
    /// Play a random one among the moves that are at most so much worse than the best.
    pub variety: Option<i32>,
    /// A position that has been there so often makes a draw; 0 for never. Counts in games that the engine is told of, by
    /// [`Engine::advance`](crate::engine::Engine::advance), [`Engine::remember`](crate::engine::Engine::remember) or
    /// [`Engine::begin_turn`](crate::engine::Engine::begin_turn): a position searched by itself has no past.
    pub repetition: u32,
    /// How much worse than 0 a draw by repetition is for the player who searches: positive to avoid it, negative to
    /// seek it.
    pub contempt: i32,
    /// Whether a game that can [solve its end](crate::powers::Endgame) is asked to before the search, where time or nodes leave
    /// room for it. Searches to a depth are never affected.
    pub endgame: bool,
    /// Whether to collect [`Detail`](crate::search::Detail).
    pub detail: bool,
    /// Whether to work out and learn the order, but search in generation order all the same: the same
    /// tree as `none`, so that the time per node tells what the order costs.
    pub ignore_order: bool,
    /// Whether to check the game itself while searching: make/unmake, keys, slots, outcome. Slow; for
    /// finding out what is wrong with a new game.
    pub check_game: bool,
}

impl Settings {
    /// The experiments' setting: fixed depth, full window, no table, generation order; alpha-beta
    /// for two players, Best-Reply Search for more.
    #[must_use]
    pub fn plain(players: usize) -> Self {
        Self {
            algorithm: if players == 2 { Algorithm::AlphaBeta } else { Algorithm::BestReply },
            order: Order::default(),
            prior: None,
            combine: Combine::default(),
            grain: 1,
            table: 0,
            deeper_entries: false,
            deepen: false,
            techniques: Techniques::default(),
            threads: 1,
            seed: 0,
            lines: 1,
            variety: None,
            repetition: 0,
            contempt: 0,
            endgame: true,
            detail: false,
            ignore_order: false,
            check_game: false,
        }
    }

    /// The strongest exact setting for games of any kind: deepening with a table and an order that learns, and that
    /// begins with the game's own [move classes](crate::powers::MoveClasses) if it has any.
    #[must_use]
    pub fn strongest(players: usize) -> Self {
        let algorithm = if players == 2 { Algorithm::Pvs } else { Algorithm::BestReply };
        let techniques = Techniques {
            caches: true,
            futility: true,
            enhanced_cutoffs: true,
            double_steps: players == 2,
            ..Techniques::default()
        };
        Self { table: 64, deepen: true, techniques, repetition: 3, ..Self::plain(players) }
            .with_algorithm(algorithm)
            .with_order(default_order())
    }

    /// The [strongest](Self::strongest) setting for games like `game`, by the powers it has: if it finds
    /// [moves by slot](crate::powers::SlotMoves), killers are tried before any other move is generated; with three players or
    /// more who cannot move [out of turn](crate::powers::OutOfTurn), each searches as if all others played against him.
    #[must_use]
    pub fn strongest_for<G: Game>(game: &G) -> Self {
        let mut settings = Self::strongest(game.players());
        if settings.algorithm == Algorithm::BestReply && G::Powers::SET_TURN.is_none() {
            settings = settings.with_algorithm(Algorithm::Paranoid);
        }
        match G::Powers::MOVES_IN_SLOT {
            None => settings,
            Some(_) => settings.with_order(Order(vec![
                HeuristicSpec::Table,
                HeuristicSpec::Killer { slots: 2 },
                HeuristicSpec::Gravity(GravitySpec { prior: Prior::Auto, ..GravitySpec::default() }),
            ])),
        }
    }

    /// Whether the score is that of the whole tree of the nominal depth, rather than a selective
    /// search's or one of mixed depths.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        !self.deeper_entries && !self.techniques.is_selective()
    }

    /// With another algorithm, and without what [`strongest`](Self::strongest) switches on and the algorithm cannot use.
    #[must_use]
    pub fn with_algorithm(mut self, algorithm: Algorithm) -> Self {
        self.techniques.enhanced_cutoffs &= algorithm.has_windows();
        if algorithm == Algorithm::Minimax {
            self.order = Order::default();
            self.table = 0;
        }
        Self { algorithm, ..self }
    }

    /// With another order.
    #[must_use]
    pub fn with_order(self, order: Order) -> Self {
        Self { order, ..self }
    }

    /// With what was [learned](fn@crate::patterns::learn::prior) about the game's moves: where the order holds `gravity`, it
    /// becomes what that knows before the search.
    #[must_use]
    pub fn with_prior(mut self, prior: MovePrior) -> Self {
        for heuristic in &mut self.order.0 {
            if let HeuristicSpec::Gravity(gravity) = heuristic {
                gravity.prior = Prior::Learned;
            }
        }
        Self { prior: Some(prior), ..self }
    }

    /// With a table of so many MiB, 0 for none, and then without what [`strongest`](Self::strongest) switches on and nothing
    /// can use without one, `tt` in the order among it. An order that is set later is left as it is, and refused if it needs a table.
    #[must_use]
    pub fn with_table(mut self, table: usize) -> Self {
        if table == 0 {
            self.techniques.enhanced_cutoffs = false;
            self.order.0.retain(|heuristic| *heuristic != HeuristicSpec::Table);
        }
        Self { table, ..self }
    }

    /// With another way from all players' evaluations to a score.
    #[must_use]
    pub fn with_combine(self, combine: Combine) -> Self {
        Self { combine, ..self }
    }

    /// With scores of unfinished games divided by `grain`.
    #[must_use]
    pub fn with_grain(self, grain: i32) -> Self {
        Self { grain, ..self }
    }

    /// Whether the table may answer with a deeper search than asked for.
    #[must_use]
    pub fn with_deeper_entries(self, deeper_entries: bool) -> Self {
        Self { deeper_entries, ..self }
    }

    /// Whether to search depth 1, 2, … up to the limit.
    #[must_use]
    pub fn with_deepening(self, deepen: bool) -> Self {
        Self { deepen, ..self }
    }

    /// With other techniques.
    #[must_use]
    pub fn with_techniques(self, techniques: Techniques) -> Self {
        Self { techniques, ..self }
    }

    /// With so many threads that search together.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// With another seed of everything random.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// With so many best lines to report.
    #[must_use]
    pub fn with_lines(self, lines: usize) -> Self {
        Self { lines, ..self }
    }

    /// Plays a random one among the moves that are at most `margin` worse than the best.
    #[must_use]
    pub fn with_variety(self, margin: i32) -> Self {
        Self { variety: Some(margin), ..self }
    }

    /// With a draw when a position has been there so often; 0 for never.
    #[must_use]
    pub fn with_repetition(self, visits: u32) -> Self {
        Self { repetition: visits, ..self }
    }

    /// With draws by repetition so much worse than 0.
    #[must_use]
    pub fn with_contempt(self, contempt: i32) -> Self {
        Self { contempt, ..self }
    }

    /// Whether a game that can solve its end is asked to.
    #[must_use]
    pub fn with_endgame(self, endgame: bool) -> Self {
        Self { endgame, ..self }
    }

    /// Whether to collect [`Detail`](crate::search::Detail).
    #[must_use]
    pub fn with_detail(self, detail: bool) -> Self {
        Self { detail, ..self }
    }

    /// Whether to work out and learn the order, but search in generation order all the same.
    #[must_use]
    pub fn ignoring_order(self, ignore_order: bool) -> Self {
        Self { ignore_order, ..self }
    }

    /// Whether to check the game itself while searching.
    #[must_use]
    pub fn checking_game(self, check_game: bool) -> Self {
        Self { check_game, ..self }
    }
}

/// The order that games of any kind do well with, chosen on eight small games (docs/ORDERINGS.md).
fn default_order() -> Order {
    let gravity = GravitySpec { prior: Prior::Auto, per_level: false, continuation: true, near_root: true };
    Order(vec![HeuristicSpec::Table, HeuristicSpec::Gravity(gravity)])
}

/// Why an engine cannot be built with these settings.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// Fewer players or more than any search knows.
    #[error("a game must have from 2 to {MAX_PLAYERS} players, not {0}")]
    Players(usize),
    /// A two-player algorithm for more players.
    #[error("the algorithm '{0}' is for two players, not {1}; choose brs, paranoid or max-n")]
    TwoPlayersOnly(Algorithm, usize),
    /// The game cannot hand the turn around.
    #[error("the algorithm 'brs' needs a game whose players can move out of turn; choose paranoid or max-n")]
    NeedsOutOfTurn,
    /// A table where none can be used.
    #[error("the algorithm '{0}' cannot use a table; choose another, or a table of 0 MiB")]
    NoTableFor(Algorithm),
    /// An order for a search that has none.
    #[error("the algorithm 'minimax' searches every move: give no order but 'none'")]
    NothingToOrder,
    /// An order that the game or algorithm cannot have.
    #[error("{0}")]
    Order(String),
    /// More slots than a table entry holds.
    #[error("a game with {0} slots cannot use a table; at most {MOST_SLOTS} fit")]
    TooManySlots(usize),
    /// A table that does not fit into memory.
    #[error("a table of {0} MiB is too large; choose at most {MOST_TABLE}")]
    TableTooLarge(usize),
    /// A table for which there is no memory.
    #[error("there is no memory for a table of {0} MiB; choose a smaller one")]
    NoMemory(usize),
    /// Quiescence where nothing is a capture.
    #[error("quiescence needs a game that tells captures apart")]
    NeedsCaptures,
    /// Captures alone, where none are searched or they are searched with every move of all opponents.
    #[error("stand-pat needs quiescence, and the algorithm minimax, alpha-beta, pvs or paranoid")]
    NothingToStandOn,
    /// Quiescence too far beyond the nominal depth.
    #[error("quiescence may go at most {MAX_QUIESCENCE} plies further, not {0}")]
    QuiescenceTooDeep(u8),
    /// A technique that the algorithm does not have.
    #[error("the algorithm '{0}' does not go with {1}; choose {2}")]
    NoTechnique(Algorithm, &'static str, &'static str),
    /// A technique without the table it works with.
    #[error("{0} needs a transposition table; give it at least 1 MiB")]
    NeedsTable(&'static str),
    /// Windows around the last score without one.
    #[error("aspiration windows need deepening, which gives the score to start from")]
    NeedsDeepening,
    /// A number that is none of what its [word](Settings::WORDS) takes.
    #[error("{0} must be from {1} to {2}, not {3}")]
    OutOfRange(&'static str, i64, i64, i64),
    /// No line to report.
    #[error("at least one line has to be searched")]
    NoLines,
}

impl Settings {
    /// Whether the settings go together, and with the game.
    pub(super) fn check<G: Game>(&self, game: &G) -> Result<(), SettingsError> {
        let (players, slots, algorithm) = (game.players(), game.slots(), self.algorithm);
        if !(2..=MAX_PLAYERS).contains(&players) {
            return Err(SettingsError::Players(players));
        }
        if algorithm.is_for_two() && players != 2 {
            return Err(SettingsError::TwoPlayersOnly(algorithm, players));
        }
        if algorithm == Algorithm::BestReply && G::Powers::SET_TURN.is_none() {
            return Err(SettingsError::NeedsOutOfTurn);
        }
        if algorithm == Algorithm::Minimax && !self.order.0.is_empty() {
            return Err(SettingsError::NothingToOrder);
        }
        if self.table > 0 && !algorithm.can_use_table() {
            return Err(SettingsError::NoTableFor(algorithm));
        }
        if self.table > MOST_TABLE {
            return Err(SettingsError::TableTooLarge(self.table));
        }
        if self.table > 0 && slots > MOST_SLOTS {
            return Err(SettingsError::TooManySlots(slots));
        }
        if self.lines == 0 {
            return Err(SettingsError::NoLines);
        }
        self.check_techniques(players, G::Powers::IS_CAPTURE.is_some())?;
        match self.out_of_range() {
            Some((word, least, most, value)) => Err(SettingsError::OutOfRange(word, least, most, value)),
            None => Ok(()),
        }
    }

    /// Whether the techniques go with the algorithm, the table and each other.
    fn check_techniques(&self, players: usize, has_captures: bool) -> Result<(), SettingsError> {
        let (techniques, algorithm) = (&self.techniques, self.algorithm);
        let plain = !algorithm.has_windows();
        let prunes = "alpha-beta, pvs, brs or paranoid";
        if techniques.quiescence > 0 {
            if algorithm == Algorithm::MaxN {
                let others = "minimax, alpha-beta, pvs, brs or paranoid";
                return Err(SettingsError::NoTechnique(algorithm, "quiescence", others));
            }
            if !has_captures {
                return Err(SettingsError::NeedsCaptures);
            }
            if techniques.quiescence > MAX_QUIESCENCE {
                return Err(SettingsError::QuiescenceTooDeep(techniques.quiescence));
            }
        }
        if techniques.stand_pat && (techniques.quiescence == 0 || algorithm == Algorithm::BestReply) {
            return Err(SettingsError::NothingToStandOn);
        }
        for (on, what) in [
            (techniques.clipping.is_some(), "clipped windows"),
            (techniques.aspiration.is_some(), "aspiration windows"),
            (techniques.sibling.is_some(), "sibling prediction"),
            (techniques.null_move.is_some(), "null move"),
        ] {
            if on && plain {
                return Err(SettingsError::NoTechnique(algorithm, what, prunes));
            }
        }
        if techniques.aspiration.is_some() && !self.deepen {
            return Err(SettingsError::NeedsDeepening);
        }
        if techniques.null_move.is_some() && (players != 2 || algorithm == Algorithm::BestReply) {
            let others = "alpha-beta or pvs with two players";
            return Err(SettingsError::NoTechnique(algorithm, "null move here", others));
        }
        for (on, what) in [
            (techniques.cache_evaluations, "a cache of evaluations"),
            (techniques.enhanced_cutoffs, "enhanced transposition cut-offs"),
            (techniques.internal_deepening, "internal iterative deepening"),
            (self.threads > 1, "a search on several threads"),
        ] {
            if on && plain {
                return Err(SettingsError::NoTechnique(algorithm, what, prunes));
            }
            if on && self.table == 0 {
                return Err(SettingsError::NeedsTable(what));
            }
        }
        Ok(())
    }
}

/// The most threads of one search.
pub const MOST_THREADS: usize = if cfg!(feature = "threads") { 256 } else { 1 };

/// The largest table, in MiB.
pub const MOST_TABLE: usize = 1 << 20;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::evaluation::NoEvaluation;
    use crate::game::{Outcome, Player};
    use crate::powers::NoPowers;
    use crate::search::Limit;

    /// Each in turn counts one or two down; whoever comes to nothing wins. Rules and nothing else.
    #[derive(Clone, PartialEq, Debug)]
    struct Countdown {
        left: u8,
        turn: Player,
        players: usize,
    }

    impl Game for Countdown {
        type Move = u8;
        type Undo = ();
        type Powers = NoPowers;

        fn players(&self) -> usize {
            self.players
        }
        fn to_move(&self) -> Player {
            self.turn
        }
        fn moves(&self, out: &mut Vec<u8>) {
            out.extend(1..=self.left.min(2));
        }
        fn make(&mut self, mv: u8) {
            self.left -= mv;
            self.turn = self.turn.next(self.players);
        }
        fn unmake(&mut self, mv: u8, (): ()) {
            self.left += mv;
            self.turn = self.turn.previous(self.players);
        }
        fn outcome(&self) -> Option<Outcome> {
            (self.left == 0).then(|| Outcome::win(self.players, self.turn.previous(self.players)))
        }
        fn key(&self) -> u64 {
            crate::zobrist::mix(u64::from(self.left) << 8 | u64::from(self.turn.0))
        }
        fn slot(&self, mv: u8) -> usize {
            mv.into()
        }
        fn slots(&self) -> usize {
            3
        }
    }

    #[test]
    fn every_game_has_a_strongest_setting_that_it_can_use() {
        for players in 2..=MAX_PLAYERS {
            let game = Countdown { left: 2, turn: Player(0), players };
            let mut engine =
                Engine::new(&game, NoEvaluation, Settings::strongest_for(&game).with_table(1)).unwrap();
            assert_eq!(engine.search(&game, &Limit::depth(2)).unwrap().best, 2, "{players} players");
        }
        let game = Countdown { left: 2, turn: Player(0), players: 2 };
        let without_table = Settings::strongest_for(&game).with_table(0);
        assert!(Engine::new(&game, NoEvaluation, without_table).is_ok());
        let game = Countdown { left: 2, turn: Player(0), players: 3 };
        let refused = Engine::new(&game, NoEvaluation, Settings::strongest(3)).err();
        assert_eq!(refused, Some(SettingsError::NeedsOutOfTurn));
    }
}
