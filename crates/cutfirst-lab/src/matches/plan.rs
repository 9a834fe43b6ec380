//! What a match consists of.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use cutfirst_games::board_game::{BoardGame, GameInfo};
use cutfirst_games::catalog::{GameVisitor, with_game};
use cutfirst_games::setup::Setup;

use super::error::MatchError;
use super::game;
use super::opening::{self, Book, Opening, from_book, openings};
use super::record::GameRecord;
use super::seats::{Seating, seatings};
use super::sprt::Sprt;
use crate::engine_spec::{EngineSpec, Limits, SettledEngine};
use crate::foreign::Guest;
use crate::named::named;
use crate::run::{Failed, share_out};

/// The most players that can enter one match.
pub(super) const MOST_ENTRANTS: usize = 16;
/// The most games of one match, openings that are left out included.
const MOST_GAMES: u32 = 1_000_000;
/// The longest opening.
const MOST_OPENING_PLIES: u32 = 1000;
/// How many games a match has if nothing is said, up to a whole number of rounds.
const USUAL_GAMES: u32 = 100;

/// Who gets the point when a game has lasted too long.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AtCap {
    /// Everybody in equal shares.
    #[default]
    Draw,
    /// Whoever is ahead by the game's plain evaluation.
    Evaluation,
    /// Whoever is ahead by the evaluation that the game is played with, which hardly ever calls both equal.
    Judgement,
}

named!(AtCap: Draw = "draw", Evaluation = "evaluation", Judgement = "judgement");

/// How games that could go on for ever end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// A position that is there so often ends the game, drawn; 0 for never.
    pub repetitions: u32,
    /// So many plies end the game, those of the opening included.
    pub max_plies: u32,
    /// Who wins then.
    pub at_cap: AtCap,
}

impl Default for Rules {
    fn default() -> Self {
        Self { repetitions: 3, max_plies: 300, at_cap: AtCap::Draw }
    }
}

/// A match as asked for; [`MatchPlan::new`] settles what is left open.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MatchRequest {
    /// The game's name.
    pub game: String,
    /// Number of players in the game.
    pub players: Option<usize>,
    /// Variant and options.
    pub variant: Option<String>,
    /// Who plays.
    pub specs: Vec<EngineSpec>,
    /// Limits of players who have none.
    pub limits: Limits,
    /// How many games.
    pub games: Option<u32>,
    /// Seed of openings and engines.
    pub seed: u64,
    /// Plies at the start of each game that nobody chooses.
    pub opening_plies: Option<u32>,
    /// Games that begin with them; without any they are random.
    pub book: Option<Book>,
    /// How many openings to leave out.
    pub skip: u32,
    /// Who sits where.
    pub seating: Option<Seating>,
    /// How endless games end.
    pub rules: Rules,
    /// When to stop early.
    pub sprt: Option<Sprt>,
}

/// A player of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Entrant {
    /// The name he goes by in this match, different from the others'.
    pub name: String,
    /// How he plays.
    pub engine: SettledEngine,
}

impl Entrant {
    /// Everything that was settled about how he plays.
    #[must_use]
    pub fn words(&self) -> String {
        SettledEngine { name: None, ..self.engine.clone() }.words()
    }

    /// The same without what is as it always is.
    #[must_use]
    pub fn short_words(&self, players: usize) -> String {
        SettledEngine { name: None, ..self.engine.clone() }.short_words(players)
    }
}

/// A match with everything settled.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchPlan {
    /// The game's name.
    pub game: &'static str,
    /// Number of seats.
    pub players: usize,
    /// Variant and options.
    pub variant: String,
    /// Who plays.
    pub entrants: Vec<Entrant>,
    /// Number of games, a whole number of rounds.
    pub games: u32,
    /// Seed of openings and engines.
    pub seed: u64,
    /// Plies at the start of each game that nobody chooses: random ones, or those of the book.
    pub opening_plies: u32,
    /// The openings of the book, which are different; without any they are random.
    pub book: Option<Book>,
    /// How many openings are left out.
    pub skip: u32,
    /// Which seatings were asked for.
    pub seating: Seating,
    /// The seatings of a round.
    pub seatings: Vec<Vec<usize>>,
    /// How endless games end.
    pub rules: Rules,
    /// When to stop early.
    pub sprt: Option<Sprt>,
    /// How many of the openings differ.
    pub distinct_openings: u32,
}

/// A game to be played: who sits where, after which opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// Its number in the match, from 0.
    pub number: u32,
    /// The opening's number, from 0.
    pub opening: u32,
    /// The player in each seat.
    pub seats: Vec<usize>,
}

impl MatchPlan {
    /// Settles and checks everything, so that only the machine can fail later.
    ///
    /// # Errors
    /// If there can be no such match.
    pub fn new(request: &MatchRequest) -> Result<Self, MatchError> {
        with_game(&request.game, Settle(request))?
    }

    /// Games per round: one for each seating.
    #[must_use]
    pub fn games_per_round(&self) -> u32 {
        self.seatings.len() as u32
    }

    /// Number of rounds, and so of openings.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.games / self.games_per_round()
    }

    /// Whether two engines play a game for two: then there is Elo.
    #[must_use]
    pub fn is_duel(&self) -> bool {
        self.players == 2 && self.entrants.len() == 2
    }

    /// One of the match's games, from 0.
    #[must_use]
    pub fn pairing(&self, number: u32) -> Pairing {
        let (round, seating) = (number / self.games_per_round(), number % self.games_per_round());
        Pairing { number, opening: self.skip + round, seats: self.seatings[seating as usize].clone() }
    }

    /// The text that identifies the match: equal texts, equal games.
    #[must_use]
    pub fn canonical(&self) -> String {
        let rules = &self.rules;
        let mut lines = vec![
            format!("match {}, {} players{}", self.game, self.players, prefixed(", variant ", &self.variant)),
            format!("games {}", self.games),
            format!("seed {}", self.seed),
            format!("openings {} plies, the first {} left out", self.opening_plies, self.skip),
            format!("seats {}", self.seating),
            format!("repetitions {}", rules.repetitions),
            format!("max-plies {}, then {}", rules.max_plies, rules.at_cap),
            format!("sprt {}", self.sprt.map_or_else(|| "none".to_owned(), |sprt| sprt.to_string())),
        ];
        let book = self.book.iter().flat_map(|book| &book.games);
        lines.extend(book.map(|moves| format!("opening {moves}")));
        lines.extend(
            self.entrants.iter().map(|entrant| format!("player name={} {}", entrant.name, entrant.words())),
        );
        lines.join("\n") + "\n"
    }

    /// The openings of all rounds, those that are left out included.
    fn openings<G: BoardGame>(&self, start: &G) -> Result<Vec<Opening<G>>, MatchError> {
        let count = self.skip + self.rounds();
        match &self.book {
            Some(book) => from_book(start, book, count).map_err(MatchError::Book),
            None => openings(start, self.seed, self.opening_plies, count)
                .ok_or(MatchError::NoOpening(self.opening_plies)),
        }
    }

    /// Starts every program of somebody else once, to refuse now what would fail in every game.
    ///
    /// # Errors
    /// If one does not start, or does not play the game.
    pub fn try_foreign(&self) -> Result<(), MatchError> {
        with_game(self.game, TryForeign(self))?
    }

    /// Plays these games on so many threads and calls `sink` on this thread with those that have ended since
    /// the last call. Ends early, without error, once `stop` is set; games under way are given up then.
    ///
    /// # Errors
    /// If a search is impossible, or the sink fails.
    pub fn run<E>(
        &self,
        numbers: &[u32],
        threads: usize,
        stop: &AtomicBool,
        sink: impl FnMut(Vec<GameRecord>) -> Result<(), E>,
    ) -> Result<(), Failed<MatchError, E>> {
        let play = PlayAll { plan: self, numbers, threads, stop, sink };
        with_game(self.game, play).map_err(|error| Failed::Job(error.into()))?
    }
}

fn prefixed(prefix: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{prefix}{text}") }
}

struct Settle<'a>(&'a MatchRequest);

impl GameVisitor for Settle<'_> {
    type Output = Result<MatchPlan, MatchError>;

    fn visit<G: BoardGame>(self) -> Self::Output {
        let request = self.0;
        let setup = Setup::new(&G::INFO, request.players, request.variant.as_deref())?;
        let start = G::start(&setup)?;
        let players = setup.players();
        let entrants = entrants(request, &G::INFO, players)?;
        for entrant in &entrants {
            // Once for each, to refuse now what the game, the memory or the search would refuse later.
            let engine = &entrant.engine;
            if let Some(foreign) = &engine.foreign {
                let checked = foreign.check(G::INFO.name, &engine.limits);
                checked.map_err(|error| MatchError::Foreign(entrant.name.clone(), error))?;
                continue;
            }
            let built = start.engine(&engine.evaluation, engine.settings.clone());
            let mut built = built.map_err(|error| MatchError::Engine(entrant.name.clone(), error))?;
            let limit = engine.limits.limit().with_nodes(1.min(engine.limits.nodes.unwrap_or(1)));
            built.search(&start, &limit).map_err(|error| MatchError::Search(entrant.name.clone(), error))?;
        }
        let seating = request.seating.unwrap_or_else(|| Seating::usual(entrants.len(), players));
        let seatings = seatings(entrants.len(), players, seating).ok_or(MatchError::Seatings)?;
        let games = games(request.games, seatings.len() as u32)?;
        let opening_plies = request.opening_plies.unwrap_or(2 * players as u32);
        in_range("--openings", opening_plies, 0, MOST_OPENING_PLIES)?;
        in_range("--skip-openings", request.skip, 0, MOST_GAMES - games)?;
        if request.rules.repetitions == 1 {
            return Err(MatchError::Repetitions);
        }
        in_range("--max-plies", request.rules.max_plies, opening_plies + 1, 1_000_000)?;
        if let Some(_sprt) = request.sprt
            && (entrants.len(), players) != (2, 2)
        {
            return Err(MatchError::Sprt(entrants.len(), players));
        }
        let mut plan = MatchPlan {
            game: G::INFO.name,
            players,
            variant: setup.variant_text(),
            entrants,
            games,
            seed: request.seed,
            opening_plies,
            book: None,
            skip: request.skip,
            seating,
            seatings,
            rules: request.rules,
            sprt: request.sprt,
            distinct_openings: 0,
        };
        if let Some(book) = &request.book {
            plan.book = Some(book.openings(&start, opening_plies).map_err(MatchError::Book)?);
        }
        let openings = plan.openings(&start)?;
        plan.distinct_openings = opening::distinct(&openings[plan.skip as usize..]) as u32;
        Ok(plan)
    }
}

fn entrants(request: &MatchRequest, game: &GameInfo, players: usize) -> Result<Vec<Entrant>, MatchError> {
    if !(2..=MOST_ENTRANTS).contains(&request.specs.len()) {
        return Err(MatchError::Entrants(request.specs.len()));
    }
    let mut names = HashSet::new();
    let mut entrants = Vec::new();
    for (index, spec) in request.specs.iter().enumerate() {
        let engine = spec.engine(game, players, request.limits);
        let name = engine.name.clone().unwrap_or_else(|| format!("player-{}", index + 1));
        if engine.limits.is_none() {
            return Err(MatchError::NoLimit(name));
        }
        if !names.insert(name.clone()) {
            return Err(MatchError::SameName(name));
        }
        entrants.push(Entrant { name, engine });
    }
    Ok(entrants)
}

fn games(asked: Option<u32>, round: u32) -> Result<u32, MatchError> {
    let Some(games) = asked else { return Ok(USUAL_GAMES.next_multiple_of(round)) };
    in_range("--games", games, 1, MOST_GAMES)?;
    if games.is_multiple_of(round) {
        return Ok(games);
    }
    let above = games.next_multiple_of(round);
    let below = if above > round { format!("{} or ", above - round) } else { String::new() };
    Err(MatchError::Games { round, below, above })
}

fn in_range(what: &'static str, value: u32, low: u32, high: u32) -> Result<(), MatchError> {
    if (low..=high).contains(&value) {
        return Ok(());
    }
    Err(MatchError::Range(what, u64::from(low), u64::from(high), u64::from(value)))
}

struct TryForeign<'a>(&'a MatchPlan);

impl GameVisitor for TryForeign<'_> {
    type Output = Result<(), MatchError>;

    fn visit<G: BoardGame>(self) -> Self::Output {
        let plan = self.0;
        let setup = plan.setup::<G>()?;
        for Entrant { name, engine } in &plan.entrants {
            if let Some(foreign) = &engine.foreign {
                let guest = Guest::start::<G>(foreign, &engine.limits, &setup);
                guest.map_err(|fault| MatchError::Foreign(name.clone(), fault.to_string()))?;
            }
        }
        Ok(())
    }
}

impl MatchPlan {
    fn setup<G: BoardGame>(&self) -> Result<Setup, MatchError> {
        Ok(Setup::new(&G::INFO, Some(self.players), Some(&self.variant))?)
    }
}

struct PlayAll<'a, S> {
    plan: &'a MatchPlan,
    numbers: &'a [u32],
    threads: usize,
    stop: &'a AtomicBool,
    sink: S,
}

impl<E, S: FnMut(Vec<GameRecord>) -> Result<(), E>> GameVisitor for PlayAll<'_, S> {
    type Output = Result<(), Failed<MatchError, E>>;

    fn visit<G: BoardGame>(self) -> Self::Output {
        let plan = self.plan;
        let prepare = || -> Result<_, MatchError> {
            let setup = plan.setup::<G>()?;
            let start = G::start(&setup)?;
            let openings = plan.openings(&start)?;
            Ok((setup, start, openings))
        };
        let (setup, start, openings) = prepare().map_err(Failed::Job)?;
        let job = |number: &u32| {
            let pairing = plan.pairing(*number);
            game::play(plan, &pairing, &openings[pairing.opening as usize], (&setup, &start), self.stop)
        };
        share_out(self.numbers, self.threads, self.stop, job, self.sink)
    }
}
