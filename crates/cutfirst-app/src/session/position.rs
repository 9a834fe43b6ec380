//! A position of any game, with its type hidden so that boards of all games can lie side by side.

use std::time::Duration;

use cutfirst::game::Player;
use cutfirst::search::Stop;
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::catalog::{GAMES, GameVisitor, with_game};
use cutfirst_games::scene::{Geometry, Scene, winners};
use cutfirst_games::setup::Setup;
use serde::Serialize;

use super::ask::Ask;
use super::programs::{Program, consult};
use super::race::{Finish, Lane, Race, race};
use super::record::Ending;
use super::review::{Judged, review};
use super::thinking::{Conclusion, DepthReached, certainties, think, trace};
use crate::trace::Trace;
use cutfirst_lab::engine_spec;

/// Which game is meant, as text from outside.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setting {
    pub(crate) game: String,
    pub(crate) players: Option<usize>,
    pub(crate) variant: Option<String>,
    pub(crate) position: Option<String>,
}

impl Setting {
    /// With the rules that people expect, unless it says which. An empty variant says: those of the experiments.
    pub(crate) fn for_people(mut self) -> Self {
        if self.variant.is_none()
            && let Some(info) = GAMES.iter().find(|info| info.name == self.game)
        {
            let rules = (info.for_people)(self.players.unwrap_or(info.default_players));
            self.variant = Some(rules.to_owned());
        }
        self
    }

    /// The position, or one line about what is wrong.
    pub(crate) fn open(&self) -> Result<Box<dyn Position>, String> {
        with_game(&self.game, Open(self)).map_err(|error| error.to_string())?
    }
}

struct Open<'a>(&'a Setting);

impl GameVisitor for Open<'_> {
    type Output = Result<Box<dyn Position>, String>;

    fn visit<G: BoardGame>(self) -> Self::Output {
        let Setting { players, variant, position, .. } = self.0;
        // A game without variants has an empty text for its only one.
        let variant = variant.as_deref().filter(|text| !text.is_empty());
        let setup = Setup::new(&G::INFO, *players, variant).map_err(|error| error.to_string())?;
        let mut game = G::start(&setup).map_err(|error| error.to_string())?;
        if let Some(text) = position {
            game = game.parse_position(text).map_err(|error| format!("position: {error}"))?;
        }
        Ok(Box::new(Placed { game, setup }))
    }
}

/// `chinese-checkers` as `Chinese Checkers`.
pub(crate) fn title(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    };
    name.split('-').map(capital).collect::<Vec<_>>().join(" ")
}

/// A move that was or can be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Step {
    #[serde(rename = "move")]
    pub(crate) text: String,
    pub(crate) path: Vec<String>,
}

/// A position of some game.
pub(crate) trait Position: Send + Sync {
    /// The game's name.
    fn game(&self) -> &'static str;
    fn players(&self) -> usize;
    /// Variant and options; empty if there is nothing to say.
    fn variant(&self) -> String;
    /// The position in the game's notation.
    fn text(&self) -> String;
    fn diagram(&self) -> String;
    fn key(&self) -> u64;
    /// The seat to move.
    fn to_move(&self) -> usize;
    fn seat_name(&self, seat: usize) -> String;
    fn scene(&self) -> Scene;
    fn geometry(&self) -> Geometry;
    /// What each player has so far.
    fn tally(&self) -> Vec<i32>;
    fn legal(&self) -> Vec<Step>;
    /// How the game ended by its rules.
    fn ending(&self) -> Option<Ending>;
    /// Plays a move from outside.
    fn play(&mut self, text: &str) -> Result<Step, String>;
    fn copy(&self) -> Box<dyn Position>;
    /// Whether such a search can be had at all.
    fn check(&self, ask: &Ask) -> Result<(), String>;
    /// Searches on this thread until the limit is reached or somebody stops it.
    fn think(
        &self,
        ask: &Ask,
        stop: &Stop,
        progress: &mut (dyn FnMut(DepthReached) + Send),
    ) -> Result<Conclusion, String>;
    /// The exact results of the best moves, where they can be known in a moment.
    fn certainties(&self, lines: usize) -> Option<Vec<DepthReached>>;
    /// Judges the moves of a game that began here, one after the other but for the first `from`, until somebody stops it
    /// or `see` says that it is enough.
    fn review(
        &self,
        moves: &[String],
        from: usize,
        time: Duration,
        stop: &Stop,
        see: &mut dyn FnMut(Judged) -> bool,
    ) -> Result<(), String>;
    /// What another program plays here, in a game that has come here by these moves, unless somebody stops it.
    fn consult(&self, program: &Program, moves: &[String], stop: &Stop) -> Result<String, String>;
    /// Searches and records at most so many nodes.
    fn trace(&self, ask: &Ask, nodes: usize, stop: &Stop) -> Result<Trace, String>;
    /// Searches by each of several orders, deeper and deeper.
    fn race(&self, race: &Race, stop: &Stop, show: &mut dyn FnMut(Lane)) -> Result<Finish, String>;
}

/// A game with the setup that it was begun with.
#[derive(Clone)]
pub(super) struct Placed<G> {
    pub(super) game: G,
    pub(super) setup: Setup,
}

impl<G: BoardGame> Placed<G> {
    fn step(&self, mv: G::Move) -> Step {
        Step { text: self.game.move_text(mv), path: self.game.path(mv) }
    }
}

impl<G: BoardGame> Position for Placed<G> {
    fn game(&self) -> &'static str {
        G::INFO.name
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn variant(&self) -> String {
        self.setup.variant_text()
    }

    fn text(&self) -> String {
        self.game.position_text()
    }

    fn diagram(&self) -> String {
        self.game.diagram()
    }

    fn key(&self) -> u64 {
        self.game.key()
    }

    fn to_move(&self) -> usize {
        self.game.to_move().index()
    }

    fn seat_name(&self, seat: usize) -> String {
        self.game.seat_name(Player(seat as u8))
    }

    fn scene(&self) -> Scene {
        self.game.scene()
    }

    fn geometry(&self) -> Geometry {
        self.game.geometry()
    }

    fn tally(&self) -> Vec<i32> {
        self.game.tally()
    }

    fn legal(&self) -> Vec<Step> {
        let mut legal = Vec::new();
        self.game.moves(&mut legal);
        legal.into_iter().map(|mv| self.step(mv)).collect()
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.game.outcome()?;
        Some(Ending {
            text: self.game.outcome_text(&outcome),
            winners: winners(&outcome).map(Player::index).collect(),
            scores: outcome.results().iter().copied().map(i32::from).collect(),
        })
    }

    fn play(&mut self, text: &str) -> Result<Step, String> {
        let mv = self.game.parse_move(text).map_err(|error| error.to_string())?;
        let step = self.step(mv);
        self.game.make(mv);
        Ok(step)
    }

    fn copy(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn check(&self, ask: &Ask) -> Result<(), String> {
        let engine_spec::SettledEngine { mut settings, evaluation, .. } =
            ask.settled::<G>(self.game.players());
        // The smallest table is refused where a large one would be.
        settings.table = settings.table.min(1);
        self.game.engine(&evaluation, settings).map(drop).map_err(|error| error.to_string())
    }

    fn think(
        &self,
        ask: &Ask,
        stop: &Stop,
        progress: &mut (dyn FnMut(DepthReached) + Send),
    ) -> Result<Conclusion, String> {
        think(self, ask, stop, progress)
    }

    fn certainties(&self, lines: usize) -> Option<Vec<DepthReached>> {
        certainties(&self.game, lines)
    }

    fn review(
        &self,
        moves: &[String],
        from: usize,
        time: Duration,
        stop: &Stop,
        see: &mut dyn FnMut(Judged) -> bool,
    ) -> Result<(), String> {
        review(self, moves, from, time, stop, see)
    }

    fn consult(&self, program: &Program, moves: &[String], stop: &Stop) -> Result<String, String> {
        consult(self, program, moves, stop)
    }

    fn trace(&self, ask: &Ask, nodes: usize, stop: &Stop) -> Result<Trace, String> {
        trace(self, ask, nodes, stop)
    }

    fn race(&self, contest: &Race, stop: &Stop, show: &mut dyn FnMut(Lane)) -> Result<Finish, String> {
        race(&self.game, contest, stop, show)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_have_capitals() {
        assert_eq!(title("chinese-checkers"), "Chinese Checkers");
    }

    #[test]
    fn positions_are_opened_by_text_or_refused_in_one_line() {
        let setting = Setting { game: "virus".to_owned(), players: Some(2), ..Setting::default() };
        let mut position = setting.open().ok().unwrap();
        assert_eq!((position.game(), position.players(), position.to_move()), ("virus", 2, 0));
        assert_eq!(position.play("a2").map(|step| step.path), Ok(vec!["a2".to_owned()]));
        assert!(position.play("a2").unwrap_err().contains("not a legal move"));
        for (wrong, hint) in [
            (Setting { game: "chess".to_owned(), ..setting.clone() }, "choose othello"),
            (Setting { players: Some(9), ..setting.clone() }, "2, 3 or 4 players"),
            (Setting { variant: Some("size=99".to_owned()), ..setting.clone() }, "from 3 to 8"),
            (Setting { position: Some("0/1".to_owned()), ..setting.clone() }, "position: "),
        ] {
            let error = wrong.open().err().unwrap();
            assert!(error.contains(hint), "{error}");
        }
        assert!(Setting { variant: Some(String::new()), ..setting }.open().is_ok());
    }
}
