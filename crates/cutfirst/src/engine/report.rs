//! What a search tells.

use std::time::Duration;

use super::Engine;
use crate::evaluation::Evaluation;
use crate::game::Game;
use crate::ordering::ListView;
use crate::search::{Counts, Detail, Found};
use crate::table::Bound;

/// A best line with its score.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Line<M> {
    /// From the view of the player to move.
    pub score: i32,
    /// One score per player, from Max-N.
    pub scores: Option<Vec<i32>>,
    /// The moves, the first being the one to play. In Best-Reply Search a reply is a move of whichever opponent it suits, out of
    /// turn, so that those after it cannot be played one after the other as in a game.
    pub moves: Vec<M>,
    /// How the game ends under best play, for certain, where the game was [solved](crate::powers::Endgame): its own count of the
    /// result, such as the difference of discs, from the view of the player to move.
    pub result: Option<i32>,
}

/// What a search has found.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Report<M> {
    /// The move to play.
    pub best: M,
    /// What is expected of it: its own line and score, also where another one was better.
    pub chosen: Line<M>,
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
    /// How long it took, if there was a clock.
    pub elapsed: Option<Duration>,
}

impl<M> Report<M> {
    /// The line of the move to play.
    #[must_use]
    pub fn line(&self) -> &Line<M> {
        &self.chosen
    }
}

impl<G: Game, E: Evaluation<G>> Engine<G, E> {
    /// A line to report; `otherwise` alone if none was found.
    pub(super) fn report_line(
        &self,
        game: &G,
        found: Option<&Found<G::Move>>,
        otherwise: G::Move,
    ) -> Line<G::Move> {
        let Some(found) = found else {
            return Line { score: 0, scores: None, moves: vec![otherwise], result: None };
        };
        Line {
            score: found.score,
            scores: found.scores.map(|scores| scores[..self.players].to_vec()),
            moves: self.complete_line(game, found),
            result: None,
        }
    }

    /// A line that the table cut short, completed from the table's own exact entries.
    fn complete_line(&self, game: &G, found: &Found<G::Move>) -> Vec<G::Move> {
        let mut line = found.line.clone();
        let Some(table) = self.table.as_ref().filter(|_| self.settings.algorithm.is_for_two()) else {
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
