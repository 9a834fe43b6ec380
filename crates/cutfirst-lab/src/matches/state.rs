//! The games so far, and what follows from them.

use std::collections::BTreeMap;

use super::plan::MatchPlan;
use super::record::GameRecord;
use super::sprt::{Decision, Pentanomial};

/// A match with the games that have been played. Only complete rounds count, in their order, and with a
/// sequential test only those up to its decision: what threads have played beyond is kept and not counted.
#[derive(Clone, Debug)]
pub struct MatchState {
    plan: MatchPlan,
    games: BTreeMap<u32, GameRecord>,
    /// Complete rounds from the first on.
    rounds: u32,
    shares: Pentanomial,
    decision: Option<Decision>,
}

impl MatchState {
    /// Before the first game.
    #[must_use]
    pub fn new(plan: MatchPlan) -> Self {
        Self { plan, games: BTreeMap::new(), rounds: 0, shares: Pentanomial::default(), decision: None }
    }

    /// The match.
    #[must_use]
    pub fn plan(&self) -> &MatchPlan {
        &self.plan
    }

    /// Adds games, in any order.
    pub fn add(&mut self, games: impl IntoIterator<Item = GameRecord>) {
        self.games.extend(games.into_iter().map(|game| (game.number, game)));
        while self.decision.is_none() && self.rounds < self.plan.rounds() {
            let numbers = self.numbers_of(self.rounds);
            if numbers.clone().any(|number| !self.games.contains_key(&number)) {
                break;
            }
            if let Some(sprt) = self.plan.sprt {
                let won: f64 = numbers.map(|number| self.share_of_game(number, 0)).sum();
                // Two games to a round: quarters of its points.
                self.shares[(2.0 * won).round() as usize] += 1;
                self.decision = sprt.decision(&self.shares);
            }
            self.rounds += 1;
        }
    }

    fn numbers_of(&self, round: u32) -> std::ops::Range<u32> {
        let per_round = self.plan.games_per_round();
        round * per_round..(round + 1) * per_round
    }

    fn share_of_game(&self, number: u32, player: usize) -> f64 {
        let game = &self.games[&number];
        let seats = (0..game.seats.len()).filter(|&seat| game.seats[seat] == player);
        seats.map(|seat| game.score(seat)).sum()
    }

    /// The games that are still to be played, in order; none once the test has decided.
    #[must_use]
    pub fn pending(&self) -> Vec<u32> {
        if self.decision.is_some() {
            return Vec::new();
        }
        (0..self.plan.games).filter(|number| !self.games.contains_key(number)).collect()
    }

    /// Whether there is nothing left to play.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.decision.is_some() || self.rounds == self.plan.rounds()
    }

    /// What the sequential test has decided.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        self.decision
    }

    /// The log-likelihood ratio of the sequential test.
    #[must_use]
    pub fn llr(&self) -> Option<f64> {
        Some(self.plan.sprt?.llr(&self.shares))
    }

    /// How many rounds count.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// How many games have been played, counted or not.
    #[must_use]
    pub fn played(&self) -> usize {
        self.games.len()
    }

    /// The games that count, in order.
    pub fn counted(&self) -> impl Iterator<Item = &GameRecord> {
        self.games.range(..self.rounds * self.plan.games_per_round()).map(|(_, game)| game)
    }

    /// A player's share of each round that counts: what his seats got, per seat. Empty for one without games.
    #[must_use]
    pub fn shares(&self, player: usize) -> Vec<f64> {
        let of_round = |round| {
            let (mut seats, mut points) = (0, 0.0);
            for number in self.numbers_of(round) {
                seats += self.games[&number].seats.iter().filter(|&&other| other == player).count();
                points += self.share_of_game(number, player);
            }
            (seats > 0).then(|| points / f64::from(seats as u32))
        };
        (0..self.rounds).filter_map(of_round).collect()
    }

    /// One player against another, in each round that counts and in which they met: how often a seat of his was
    /// among the winners and one of the other's was not, both alike counting half. In a game for two that is his
    /// share.
    #[must_use]
    pub fn head_to_head(&self, player: usize, other: usize) -> Vec<f64> {
        let of_round = |round| {
            let (mut pairs, mut points) = (0, 0.0);
            for game in self.numbers_of(round).map(|number| &self.games[&number]) {
                let won = |of: usize| {
                    let seats = (0..game.seats.len()).filter(move |&seat| game.seats[seat] == of);
                    seats.map(|seat| f64::from(u8::from(game.winners.contains(&seat))))
                };
                for mine in won(player) {
                    for his in won(other) {
                        pairs += 1;
                        points += (1.0 + mine - his) / 2.0;
                    }
                }
            }
            (pairs > 0).then(|| points / f64::from(pairs))
        };
        (0..self.rounds).filter_map(of_round).collect()
    }

    /// How many of the counted rounds had each share of the first player: 0, ¼, ½, ¾, 1. Of duels only.
    #[must_use]
    pub fn pentanomial(&self) -> Option<[u32; 5]> {
        if !self.plan.is_duel() {
            return None;
        }
        let mut counts = Pentanomial::default();
        for share in self.shares(0) {
            counts[(4.0 * share).round() as usize] += 1;
        }
        Some(counts)
    }
}
