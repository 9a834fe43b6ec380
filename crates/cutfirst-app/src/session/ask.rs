//! What a search is asked to do: how strong or long, with which settings, after which positions.

use std::time::{Duration, Instant};

use cutfirst::engine::{Searcher, Topic};
use cutfirst::search::{Algorithm, Limit, Stop};
use cutfirst_games::board_game::BoardGame;
use cutfirst_lab::engine_spec::{self, EngineSpec, EngineSpecError, Entry, Limits, entries};

use super::engines::Engines;
use super::seat::{Level, MAX_TIME_MS};

/// The largest transposition table of a search, in MiB.
const MAX_TABLE: usize = 64;

/// The most heuristics of an order.
const MOST_HEURISTICS: usize = 8;

/// The most lines of an analysis: more than any usual position has moves.
const MOST_LINES: usize = 256;

/// What a search is asked to do.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    pub(super) level: Level,
    /// What should differ from the strongest setting.
    spec: EngineSpec,
    /// On how many threads, if the search can do with several.
    threads: usize,
    /// Keys of the positions that the game has had.
    pub(super) past: Vec<u64>,
    /// Where the engine waits between its moves: the game's name and its seat.
    pub(super) kept: Option<(Engines, String, usize)>,
    /// How many best lines are wanted.
    pub(super) lines: usize,
    /// Of whatever is random: when and how a level errs.
    seed: u64,
}

impl Ask {
    /// A level, and names from outside for what should differ from the strongest setting.
    pub(crate) fn new(
        level: Level,
        algorithm: Option<&str>,
        order: Option<&str>,
        evaluation: Option<&str>,
    ) -> Result<Self, String> {
        level.check()?;
        check_order(order.unwrap_or(""))?;
        let mut spec = EngineSpec::default();
        for (name, value) in [("algorithm", algorithm), ("order", order), ("evaluation", evaluation)] {
            if let Some(value) = value {
                spec.set(name, value).map_err(|wrong| {
                    if name == "order" { format!("order: {wrong}") } else { wrong.to_string() }
                })?;
            }
        }
        Ok(Self { level, spec, threads: 1, past: Vec::new(), kept: None, lines: 1, seed: 0 })
    }

    /// With more words of a player, as far as a seat may say them: who sits there, how long it thinks and on how many
    /// threads is said elsewhere.
    pub(crate) fn with_words(mut self, words: &str) -> Result<Self, String> {
        let said: EngineSpec = words.parse().map_err(|error: EngineSpecError| error.to_string())?;
        for entry in entries().iter().filter(|entry| said.has(entry.name())) {
            let name = entry.name();
            if !seat_words().any(|open| open.name() == name) {
                return Err(format!("words: '{name}' is not for a seat to say"));
            }
            if self.spec.has(name) {
                return Err(format!("words: '{name}' is a field of its own, and given twice"));
            }
            let value = said.value(name).unwrap_or_default();
            if name == "order" {
                check_order(value)?;
            }
            self.spec.set(name, value)?;
        }
        match said.foreign() {
            Some(_) => Err("words: 'command' is not for a seat to say".to_owned()),
            None => Ok(self),
        }
    }

    /// The experiments' setting instead of the strongest: one search of fixed depth without a table.
    pub(crate) fn plainly(mut self) -> Self {
        self.say("plain", "on");
        self
    }

    /// Says a word whose value is known to be right.
    fn say(&mut self, name: &str, value: &str) {
        let said = self.spec.set(name, value);
        debug_assert_eq!(said, Ok(()));
    }

    /// With a table of so many MiB.
    pub(crate) fn with_table(mut self, mebibytes: Option<usize>) -> Result<Self, String> {
        if mebibytes.is_some_and(|size| size > MAX_TABLE) {
            return Err(format!("table must be from 0 to {MAX_TABLE} MiB"));
        }
        if let Some(size) = mebibytes {
            self.say("table", &size.to_string());
        }
        Ok(self)
    }

    /// With so many best lines instead of one; a line each for all moves there are if that is less.
    pub(crate) fn with_lines(mut self, lines: usize) -> Result<Self, String> {
        if !(1..=MOST_LINES).contains(&lines) {
            return Err(format!("lines must be from 1 to {MOST_LINES}, not {lines}"));
        }
        self.lines = lines;
        Ok(self)
    }

    /// With another seed: the same one errs in the same way.
    pub(crate) fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// With a table no larger than the level can fill, so that many short searches side by side do
    /// not spend their time on clearing memory.
    pub(crate) fn with_fitting_table(mut self) -> Self {
        let mebibytes = match self.level {
            Level { time_ms: Some(time), .. } => (time / 16).clamp(1, MAX_TABLE as u64) as usize,
            Level { depth: Some(0..=4), .. } | Level { number: Some(_), .. } => 1,
            _ => MAX_TABLE / 2,
        };
        let algorithm = self.spec.value("algorithm").and_then(|name| name.parse().ok());
        if algorithm.is_none_or(Algorithm::can_use_table) {
            self.say("table", &mebibytes.to_string());
        }
        self
    }

    /// On several threads, if it has a time: to a depth, one thread always finds the same move.
    pub(crate) fn on_threads(mut self, threads: usize) -> Self {
        self.threads = if self.level.time_ms.is_some() { threads } else { 1 };
        self
    }

    /// In a game that has had positions with these keys, to which an engine that is not behind does not return.
    pub(crate) fn after(mut self, past: &[u64]) -> Self {
        self.past = past.to_vec();
        self
    }

    /// With an engine that waits among `engines` for the next move of the seat, with what it has learned.
    pub(crate) fn kept(mut self, engines: &Engines, game: &str, seat: usize) -> Self {
        self.kept = Some((engines.clone(), game.to_owned(), seat));
        self
    }

    /// Whether it may keep a thread for more than about a second.
    pub(crate) fn is_long(&self) -> bool {
        let Level { time_ms, depth, number } = self.level;
        !matches!((time_ms, depth, number), (Some(..=1000), ..) | (_, Some(..=4), _) | (.., Some(_)))
    }

    pub(super) fn settled<G: BoardGame>(&self, players: usize) -> engine_spec::SettledEngine {
        let mut engine = self.spec.engine(&G::INFO, players, Limits::default());
        let settings = &mut engine.settings;
        if !self.spec.has("deepen") {
            settings.deepen = !self.spec.is_on("plain");
        }
        settings.detail = true;
        if !self.spec.has("seed") {
            settings.seed = self.seed;
        }
        if settings.table > 0 && settings.algorithm.has_windows() {
            settings.threads = self.threads;
        }
        engine
    }

    /// An engine for it.
    pub(super) fn engine<G: BoardGame>(&self, game: &G) -> Result<Box<dyn Searcher<G>>, String> {
        let engine = self.settled::<G>(game.players());
        game.engine(&engine.evaluation, engine.settings).map_err(|error| error.to_string())
    }

    /// The level as a limit, of which the time until now is taken off.
    pub(super) fn limit(&self, began: Instant, stop: &Stop) -> Limit {
        let budget = Duration::from_millis(self.level.time_ms.unwrap_or(MAX_TIME_MS));
        // A millisecond is always left for the search.
        let left = budget.saturating_sub(began.elapsed()).max(Duration::from_millis(1));
        match self.level.depth {
            // The depth decides how the search deepens; the time is a precaution.
            Some(depth) => {
                stop.within(left);
                Limit::depth(depth).with_stop(stop)
            }
            None => Limit::time(left).with_stop(stop),
        }
    }
}

/// The words that a seat may say.
pub(crate) fn seat_words() -> impl Iterator<Item = Entry> {
    entries().iter().copied().filter(|entry| match entry.topic() {
        Topic::Search => entry.name() != "table",
        Topic::Technique | Topic::Play => true,
        Topic::Player => entry.name() == "evaluation",
        Topic::Run | Topic::Limit => false,
    })
}

/// Some heuristics keep tables for every level; nobody needs more than a few at once.
fn check_order(order: &str) -> Result<(), String> {
    if order.split('+').count() > MOST_HEURISTICS {
        return Err(format!("order: at most {MOST_HEURISTICS} heuristics, joined by '+'"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::position::{Position, Setting};
    use super::*;

    fn othello() -> Box<dyn Position> {
        Setting { game: "othello".to_owned(), ..Setting::default() }.open().ok().unwrap()
    }

    #[test]
    fn names_and_sizes_are_checked() {
        let level = Level::depth(3);
        assert!(Ask::new(level, Some("best"), None, None).unwrap_err().contains("choose minimax"));
        assert!(Ask::new(level, None, Some("magic"), None).unwrap_err().starts_with("order: "));
        let ask = Ask::new(level, None, None, Some("guess")).unwrap();
        assert!(othello().check(&ask).unwrap_err().contains("choose discs"));
        assert!(ask.with_table(Some(1 << 20)).is_err());
        let max_n = Ask::new(level, Some("max-n"), None, None).unwrap();
        assert_eq!(othello().check(&max_n.with_fitting_table()), Ok(()));
    }
}
