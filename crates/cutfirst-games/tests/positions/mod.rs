//! Positions of any game behind one interface, so that what a search does can be said without naming the game.

use cutfirst::engine::Settings;
use cutfirst::game::Player;
use cutfirst::random::Random;
use cutfirst::search::Limit;
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::catalog::{GAMES, GameVisitor, with_game};

use super::playout::{random_position, start};

/// What a search found and how many nodes it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    pub(crate) score: i32,
    pub(crate) nodes: u64,
}

/// A position with an evaluation.
pub(crate) trait Position {
    /// Game, evaluation and position.
    fn name(&self) -> String;

    fn players(&self) -> usize;

    fn search(&self, settings: &Settings, depth: u32) -> Found;

    /// The score of each move, searched by itself.
    fn scores(&self, settings: &Settings, depth: u32) -> Vec<i32>;

    /// Of each move, whether an opponent could end the game after it.
    fn lets_the_game_end(&self) -> Vec<bool>;
}

struct OfGame<G> {
    game: G,
    evaluation: &'static str,
}

impl<G: BoardGame> Position for OfGame<G> {
    fn name(&self) -> String {
        let game = &self.game;
        let players = game.players();
        format!("{} of {players}, {}, '{}'", G::INFO.name, self.evaluation, game.position_text())
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn search(&self, settings: &Settings, depth: u32) -> Found {
        let mut engine = self.game.engine(self.evaluation, settings.clone()).expect("settings that fit");
        let report = engine.search(&self.game, &Limit::depth(depth)).expect("a game that goes on");
        Found { score: report.line().score, nodes: report.counts.total }
    }

    fn scores(&self, settings: &Settings, depth: u32) -> Vec<i32> {
        let mut engine = self.game.engine(self.evaluation, settings.clone()).expect("settings that fit");
        let scores = engine.score_moves(&self.game, depth).expect("a game that goes on");
        scores.into_iter().map(|(_, score)| score).collect()
    }

    fn lets_the_game_end(&self) -> Vec<bool> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        let after = |mv| {
            let mut child = self.game.clone();
            child.make(mv);
            let players = self.game.players();
            let mut opponents = Player::all(players).filter(|&player| player != self.game.to_move());
            opponents.any(|opponent| {
                child.set_turn(opponent);
                let mut replies = Vec::new();
                child.moves(&mut replies);
                replies.into_iter().any(|reply| {
                    let undo = child.make(reply);
                    let ends = child.outcome().is_some();
                    child.unmake(reply, undo);
                    ends
                })
            })
        };
        moves.into_iter().map(after).collect()
    }
}

/// Positions of random games of one kind.
#[derive(Clone, Copy)]
pub(crate) struct Games {
    pub(crate) players: usize,
    pub(crate) variant: Option<&'static str>,
    /// How many, for each evaluation, after how many plies.
    pub(crate) positions: usize,
    pub(crate) plies: (usize, usize),
}

impl GameVisitor for Games {
    type Output = Vec<Box<dyn Position>>;

    fn visit<G: BoardGame>(self) -> Self::Output {
        let start: G = start(self.players, self.variant);
        let mut all = Self::Output::new();
        for evaluation in G::INFO.evaluations {
            let mut random = Random::new(self.players as u64);
            let (first, last) = self.plies;
            for index in 0..self.positions {
                let plies = first + (last - first) * index / self.positions + random.below(2);
                let game = random_position(&start, plies, &mut random);
                all.push(Box::new(OfGame { game, evaluation: evaluation.name }));
            }
        }
        all
    }
}

impl Games {
    pub(crate) fn of(self, game: &str) -> Vec<Box<dyn Position>> {
        with_game(game, self).expect("a game of the catalogue")
    }
}

/// So many positions of every game, number of players and evaluation, from the start to after `plies` for each player.
pub(crate) fn everywhere(positions: usize, plies: usize) -> Vec<Box<dyn Position>> {
    let of_all = |&players: &usize| Games { players, variant: None, positions, plies: (0, plies * players) };
    GAMES
        .iter()
        .flat_map(|info| info.players.iter().flat_map(move |players| of_all(players).of(info.name)))
        .collect()
}
