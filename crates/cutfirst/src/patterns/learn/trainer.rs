//! Round after round: play, fit, contest.

use super::super::layout::LayoutError;
use super::super::safetensors::{FileError, Read, Tensor, write};
use super::super::weights::Weights;
use super::super::{BASE, FINE, Patterns, SCORE_PER_LOGIT};
use super::fit::{Fit, Losses, Scale, targets};
use super::parallel::for_all;
use super::prior::{PriorPlan, prior};
use super::samples::Samples;
use super::{contest, games};
use crate::engine::{Engine, SearchError, Searcher, Settings, SettingsError};
use crate::evaluation::Evaluation;
use crate::game::Game;
use crate::powers::Cells;
use crate::random::Random;
use crate::search::Combine;

/// How to learn. The same plan gives the same weights after the same number of rounds.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// The seed of everything random.
    pub seed: u64,
    /// How many threads play; changes nothing about the weights.
    pub threads: usize,
    /// How the searches search.
    pub settings: Settings,
    /// A search of a game takes about so many nodes, by its depth.
    pub nodes_per_move: u64,
    /// The games of a round take so many nodes.
    pub nodes_per_round: u64,
    /// A game begins with up to so many random moves.
    pub opening_plies: usize,
    /// Later moves in so many of a thousand are random.
    pub random_moves: usize,
    /// Games are broken off after so many plies.
    pub most_plies: usize,
    /// Games of a contest between new weights and old.
    pub contest_games: u64,
    /// How much results of games count beside scores of searches, from the second round on.
    pub results: f64,
    /// How often each sample is learned from.
    pub epochs: usize,
    /// How fast weights move, and those of cells compared with those of patterns.
    pub(super) rate: f32,
    pub(super) rate_of_cells: f32,
    /// How little the first samples move them.
    pub(super) first_square: f32,
}

impl Plan {
    /// A plan for games like `game`, whose rounds take well under a minute each.
    #[must_use]
    pub fn new<G: Game>(game: &G) -> Self {
        let mut settings = Settings::strongest_for(game);
        // Short searches need little room, and would spend their time clearing it.
        settings.table = 1;
        settings.techniques.caches = false;
        Self {
            seed: 0,
            threads: 1,
            settings,
            nodes_per_move: 500,
            nodes_per_round: 60_000_000,
            opening_plies: 4 * game.players(),
            random_moves: 60,
            most_plies: 100 * game.players(),
            contest_games: 200,
            results: 0.2,
            epochs: 3,
            rate: 2.4,
            rate_of_cells: 2.0,
            first_square: 1.0,
        }
    }

    /// From how many players' views positions are learned: among more than two, a correction is about the difference
    /// between players that the search calculates with.
    pub(super) fn views<G: Cells>(&self, start: &G, judge: &dyn Fn(&G) -> Option<i32>) -> usize {
        if start.players() > 2 && judge(start).is_some() { start.players() } else { 1 }
    }

    /// What weights made by it depend on, in words.
    fn words(&self) -> String {
        let Self { seed, nodes_per_move, nodes_per_round, opening_plies, random_moves, .. } = self;
        let Self { most_plies, contest_games, results, epochs, rate, .. } = self;
        format!(
            "seed {seed}, {nodes_per_move} nodes a move, {nodes_per_round} a round, {opening_plies} random plies, \
             {random_moves} in 1000 random moves, at most {most_plies} plies, {contest_games} games a contest, \
             results {results}, {epochs} epochs, rate {rate}, order {}",
            self.settings.order
        )
    }
}

/// Builds the engines of a training. [`OwnEngines`] does for an evaluation of one's own.
pub trait Engines<G: Cells>: Sync {
    /// An engine with the evaluation to begin with.
    ///
    /// # Errors
    /// If the settings do not go together.
    fn teacher(&self, settings: &Settings) -> Result<Box<dyn Searcher<G>>, SettingsError>;

    /// An engine with learned weights.
    ///
    /// # Errors
    /// If the settings do not go together.
    fn student(&self, patterns: Patterns, settings: &Settings)
    -> Result<Box<dyn Searcher<G>>, SettingsError>;

    /// What the teacher's evaluation says about a position without a search, if students are to correct it and not to
    /// do without it.
    fn judge(&self, _game: &G, _settings: &Settings) -> Option<i32> {
        None
    }
}

/// What an evaluation says about a position to the player to move, as searches with these settings calculate.
pub fn judge<G: Game, E: Evaluation<G>>(game: &G, evaluation: &E, settings: &Settings) -> i32 {
    let (accumulator, player) = (evaluation.accumulate(game), game.to_move());
    if game.players() == 2 {
        return evaluation.difference(game, &accumulator, player).unwrap_or(0);
    }
    settings.combine.value(player, game.players(), |of| evaluation.evaluate(game, &accumulator, of))
}

/// Engines for a game with an evaluation to begin with.
#[derive(Clone, Debug)]
pub struct OwnEngines<G, E> {
    /// A position of the game.
    pub start: G,
    /// The teacher's evaluation.
    pub evaluation: E,
}

impl<G: Cells, E: Evaluation<G>> Engines<G> for OwnEngines<G, E> {
    fn teacher(&self, settings: &Settings) -> Result<Box<dyn Searcher<G>>, SettingsError> {
        Ok(Box::new(Engine::new(&self.start, self.evaluation.clone(), settings.clone())?))
    }

    fn student(
        &self,
        patterns: Patterns,
        settings: &Settings,
    ) -> Result<Box<dyn Searcher<G>>, SettingsError> {
        Ok(Box::new(Engine::new(&self.start, patterns, settings.clone())?))
    }
}

/// Why a training cannot go on, in one line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LearnError {
    /// No patterns can be laid over the board.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The engines do not fit the game.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A search was impossible.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The state of a training cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// Whoever watches has stopped it.
    #[error("stopped")]
    Stopped,
    /// The games hold nothing to learn from.
    #[error("the games hold nothing to learn from: no search found a score and no game came to an end")]
    Nothing,
}

/// What a training is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Games to learn from.
    Games,
    /// Weights are fitted.
    Fit,
    /// New weights play old ones.
    Contest,
}

/// How far a round is.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// What it is doing.
    pub stage: Stage,
    /// Which part of that is done, from 0 to 1.
    pub part: f64,
}

/// What a round has brought.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Round {
    /// Games and positions learned from.
    pub games: u64,
    /// Positions learned from.
    pub positions: u64,
    /// How far off the weights were in positions held out, before and after: the mean logistic loss, less what no weights
    /// could avoid.
    pub losses: [f64; 2],
    /// The score of the new weights against the best until then, and in how many games; half a point a game is even.
    pub score: f64,
    /// The score of the new weights against the teacher.
    pub against_teacher: f64,
    /// Games of each contest.
    pub contest_games: u64,
    /// Whether the new weights were taken.
    pub accepted: bool,
}

/// A training under way.
pub struct Trainer<G: Cells, E> {
    start: G,
    engines: E,
    plan: Plan,
    depth: u32,
    /// The weights that are being learned, in chances.
    learned: Vec<f32>,
    best: Option<Weights>,
    rounds: Vec<Round>,
    /// How much of a chance's logarithm a score of the evaluation that is corrected is, known from the first round on.
    slope: Option<f64>,
}

impl<G: Cells, E: Engines<G>> Trainer<G, E> {
    /// A training for games that begin like `start`.
    ///
    /// # Errors
    /// If no patterns can be laid over the board, or the settings do not fit.
    pub fn new(start: &G, engines: E, plan: Plan) -> Result<Self, LearnError> {
        let weights = Weights::zero(start)?;
        let depth = games::fitting_depth(start, engines.teacher(&plan.settings)?.as_mut(), &plan)?;
        let learned = vec![0.0; weights.layout.all_weights()];
        let start = start.clone();
        Ok(Self { start, engines, plan, depth, learned, best: None, rounds: Vec::new(), slope: None })
    }

    /// The rounds there were.
    #[must_use]
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// How deep the games are searched.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The best weights until now: those that won their contest last, or what was learned if none has yet.
    ///
    /// # Errors
    /// Never, once the training has begun.
    pub fn weights(&self) -> Result<Weights, LearnError> {
        let mut weights = match &self.best {
            Some(best) => best.clone(),
            None => self.rounded()?,
        };
        weights.set_note("rounds", self.rounds.len().to_string());
        weights.set_note("accepted", self.rounds.iter().filter(|round| round.accepted).count().to_string());
        weights.set_note("seed", self.plan.seed.to_string());
        weights.set_note("plan", self.plan.words());
        weights.set_note("depth", self.depth.to_string());
        Ok(weights)
    }

    /// The learned weights as whole numbers.
    fn rounded(&self) -> Result<Weights, LearnError> {
        let mut weights = Weights::zero(&self.start)?;
        let unit = self.slope.map_or(SCORE_PER_LOGIT, f64::recip) * f64::from(FINE);
        if self.corrects() {
            weights.set_note(BASE, "teacher");
        }
        for (value, &learned) in weights.values.iter_mut().zip(&self.learned) {
            *value = (f64::from(learned) * unit).round().clamp(-32_000.0, 32_000.0) as i16;
        }
        Ok(weights)
    }

    /// Whether the teacher's evaluation is to be corrected.
    fn corrects(&self) -> bool {
        self.engines.judge(&self.start, &self.plan.settings).is_some()
    }

    /// An engine with the best evaluation until now.
    fn best_engine(&self) -> Result<Box<dyn Searcher<G>>, LearnError> {
        Ok(match &self.best {
            Some(weights) => self.student(weights)?,
            None => self.engines.teacher(&self.plan.settings)?,
        })
    }

    fn student(&self, weights: &Weights) -> Result<Box<dyn Searcher<G>>, LearnError> {
        let patterns = Patterns::new(&self.start, weights.clone())?;
        Ok(self.engines.student(patterns, &self.plan.settings)?)
    }

    /// One round; `watch` is told how it goes and stops it by saying `false`, which leaves the training as it was before the
    /// round.
    ///
    /// # Errors
    /// If it was stopped, or the games hold nothing to learn from.
    pub fn round(&mut self, watch: &mut dyn FnMut(&Progress) -> bool) -> Result<Round, LearnError> {
        let number = self.rounds.len() as u64;
        let (games, samples) = self.play(number, watch)?;
        tell(watch, Stage::Fit, 0.0)?;
        let (before, slope_before) = (self.learned.clone(), self.slope);
        if self.slope.is_none() && self.corrects() {
            self.slope = Scale::of_scores(&samples);
            if self.slope.is_none() {
                return Err(LearnError::Nothing);
            }
        }
        let losses = self.fit(number, &samples);
        let result = losses.and_then(|losses| self.contests(number, watch).map(|scores| (losses, scores)));
        let (losses, [score, against_teacher]) = match result {
            Ok(found) => found,
            Err(error) => {
                (self.learned, self.slope) = (before, slope_before);
                return Err(error);
            }
        };
        let accepted = score > 0.5;
        if accepted {
            self.best = Some(self.rounded()?);
        } else if self.best.is_some() {
            self.learned = before;
        }
        let mean = |(total, count): (f64, u64)| total / count.max(1) as f64;
        let round = Round {
            games,
            positions: samples.len() as u64,
            losses: [mean(losses.before), mean(losses.after)],
            score,
            against_teacher,
            contest_games: self.plan.contest_games,
            accepted,
        };
        self.rounds.push(round.clone());
        Ok(round)
    }

    /// As many games as the plan has nodes for. A game belongs to them or not by its number alone.
    fn play(
        &self,
        round: u64,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Result<(u64, Samples), LearnError> {
        const GAMES: u64 = 0x6761_6d65;
        const BATCH: u64 = 64;
        let judge = |game: &G| self.engines.judge(game, &self.plan.settings);
        let mut all = Samples::new(&self.start, self.plan.views(&self.start, &judge));
        let (mut nodes, mut games, mut first) = (0, 0, 0);
        while nodes < self.plan.nodes_per_round {
            tell(watch, Stage::Games, nodes as f64 / self.plan.nodes_per_round as f64)?;
            let tools = || self.best_engine();
            let batch = for_all(self.plan.threads, first..first + BATCH, tools, |engine, number| {
                let mut random = Random::keyed(&[self.plan.seed, GAMES, round, number]);
                games::play(&self.start, engine.as_mut(), &judge, &self.plan, self.depth, &mut random)
            })?;
            for mut played in batch {
                if nodes < self.plan.nodes_per_round {
                    // A game without a choice takes no nodes, but time.
                    nodes += played.nodes.max(1000);
                    games += 1;
                    all.append(&mut played.samples);
                }
            }
            first += BATCH;
        }
        if all.len() == 0 { Err(LearnError::Nothing) } else { Ok((games, all)) }
    }

    fn fit(&mut self, round: u64, samples: &Samples) -> Result<Losses, LearnError> {
        // Less than this says that the teacher has nothing to say.
        const LEAST: f64 = 0.02;
        let scale = self.slope.map_or_else(|| Scale::fit(samples), Scale::of_slope);
        let results = match (scale.explained < LEAST, self.best.is_none() || self.slope.is_some()) {
            (true, _) => 1.0,
            (false, true) => 0.0,
            (false, false) => self.plan.results,
        };
        let targets = targets(samples, &scale, results);
        if targets.iter().all(Option::is_none) {
            return Err(LearnError::Nothing);
        }
        let weights = Weights::zero(&self.start)?;
        let layout = &weights.layout;
        let size = layout.weights();
        let fit = Fit::new(layout, self.shares(), self.slope);
        let plan = &self.plan;
        // Phases have nothing to do with each other, and can be learned side by side.
        let learned = &self.learned;
        let phases = for_all(
            plan.threads,
            0..layout.phases as u64,
            || Ok(()),
            |(), phase| {
                let at = phase as usize * size;
                let mut weights = learned[at..at + size].to_vec();
                let of_phase = |number: &u32| u64::from(samples.phases[*number as usize]) == phase;
                let numbers: Vec<u32> = (0..samples.len() as u32).filter(of_phase).collect();
                let losses = fit.learn(&mut weights, samples, &targets, &numbers, plan, &[round, phase]);
                Ok::<_, LearnError>((weights, losses))
            },
        )?;
        let mut all = Losses::default();
        let mut learned = Vec::with_capacity(self.learned.len());
        for (weights, losses) in phases {
            learned.extend(weights);
            let add = |a: &mut (f64, u64), b: (f64, u64)| *a = (a.0 + b.0, a.1 + b.1);
            add(&mut all.before, losses.before);
            add(&mut all.after, losses.after);
        }
        self.learned = learned;
        Ok(all)
    }

    /// How much what each player makes of a position counts in a score: he who moves, and the others.
    fn shares(&self) -> [f32; 2] {
        let others = self.start.players() as f32 - 1.0;
        match self.plan.settings.combine {
            _ if others <= 1.0 || self.slope.is_none() => [1.0, 0.0],
            Combine::Difference => [1.0, -1.0],
            Combine::ZeroSum => [others, -1.0],
            Combine::Own => [1.0, 0.0],
            // One of them is the best.
            Combine::Best => [1.0, -1.0 / others],
        }
    }

    /// The score of what was learned against the best until now, and against the teacher.
    fn contests(&self, round: u64, watch: &mut dyn FnMut(&Progress) -> bool) -> Result<[f64; 2], LearnError> {
        let weights = self.rounded()?;
        let first = self.contest(&weights, round, false, watch)?;
        // Until something was accepted, both are the same.
        let second = if self.best.is_some() { self.contest(&weights, round, true, watch)? } else { first };
        Ok([first, second])
    }

    /// The chance of the player to move, of two, by the evaluation that is corrected.
    fn chance(&self, game: &G) -> Option<f64> {
        let slope = self.slope.filter(|_| game.players() == 2)?;
        let score = self.engines.judge(game, &self.plan.settings)?;
        Some(1.0 / (1.0 + (-slope * f64::from(score)).exp()))
    }

    fn contest(
        &self,
        weights: &Weights,
        round: u64,
        teacher: bool,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Result<f64, LearnError> {
        const BATCH: u64 = 20;
        let games = self.plan.contest_games.next_multiple_of(2).max(2);
        let mut total = 0.0;
        for first in (0..games).step_by(BATCH as usize) {
            let part = first as f64 / games as f64 / 2.0 + if teacher { 0.5 } else { 0.0 };
            tell(watch, Stage::Contest, part)?;
            let tools = || -> Result<contest::Pair<G>, LearnError> {
                let other =
                    if teacher { self.engines.teacher(&self.plan.settings)? } else { self.best_engine()? };
                Ok([self.student(weights)?, other])
            };
            let scores =
                for_all(self.plan.threads, first..(first + BATCH).min(games), tools, |pair, number| {
                    contest::play(
                        &self.start,
                        pair,
                        &|game| self.chance(game),
                        &self.plan,
                        self.depth,
                        2 * round + u64::from(teacher),
                        number,
                    )
                })?;
            total += scores.iter().sum::<f64>();
        }
        Ok(total / games as f64)
    }

    /// Everything that the training needs to go on later, as a safetensors file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let floats =
            |values: &[f32]| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
        let rounds = self.rounds.iter().map(|round| {
            let Round { games, positions, losses: [before, after], score, against_teacher, .. } = round;
            format!(
                "{games} {positions} {before} {after} {score} {against_teacher} {} {}",
                round.contest_games,
                u8::from(round.accepted)
            )
        });
        let notes = vec![
            ("format".to_owned(), FORMAT.to_owned()),
            ("plan".to_owned(), self.plan.words()),
            ("depth".to_owned(), self.depth.to_string()),
            ("rounds".to_owned(), rounds.collect::<Vec<_>>().join(",")),
            ("accepted".to_owned(), u8::from(self.best.is_some()).to_string()),
            ("slope".to_owned(), self.slope.unwrap_or(0.0).to_string()),
        ];
        let best = self.best.as_ref().map_or(&[][..], |best| &best.values);
        let tensors = [
            Tensor {
                name: "learned".to_owned(),
                kind: "F32",
                shape: vec![self.learned.len()],
                bytes: floats(&self.learned),
            },
            Tensor {
                name: "best".to_owned(),
                kind: "I16",
                shape: vec![best.len()],
                bytes: best.iter().flat_map(|value| value.to_le_bytes()).collect(),
            },
        ];
        write(&notes, &tensors)
    }

    /// Takes up a training where [`to_bytes`](Self::to_bytes) left it.
    ///
    /// # Errors
    /// If the bytes are damaged, or of a training by another plan or for another game.
    pub fn from_bytes(start: &G, engines: E, plan: Plan, bytes: &[u8]) -> Result<Self, LearnError> {
        let damaged = |what: &str| LearnError::File(FileError::Damaged(what.to_owned()));
        let read = Read::new(bytes)?;
        let format = read.note("format")?;
        if format != FORMAT {
            return Err(
                if format.starts_with(FORMAT.trim_end_matches(|digit: char| digit.is_ascii_digit())) {
                    LearnError::File(FileError::Other(
                        "the training was begun by another version of the program".to_owned(),
                    ))
                } else {
                    damaged("it is not the state of a training")
                },
            );
        }
        if read.note("plan")? != plan.words() {
            return Err(LearnError::File(FileError::Other(format!(
                "the training that was begun has another plan: {}",
                crate::notation::excerpt(read.note("plan")?).escape_debug()
            ))));
        }
        let mut weights = Weights::zero(start)?;
        let slope = read.note("slope")?.parse().ok().filter(|&slope: &f64| slope.is_finite() && slope >= 0.0);
        let slope = slope.ok_or_else(|| damaged("the note 'slope' is no slope"))?;
        if slope > 0.0 {
            weights.set_note(BASE, "teacher");
        }
        let size = weights.layout.all_weights();
        let learned = read.tensor("learned", "F32", &[size])?.chunks_exact(4);
        let learned = learned.map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect();
        let best = if read.note("accepted")? == "1" {
            let values = read.tensor("best", "I16", &[size])?.chunks_exact(2);
            weights.values = values.map(|two| i16::from_le_bytes([two[0], two[1]])).collect();
            Some(weights)
        } else {
            None
        };
        let rounds = read.note("rounds")?;
        let rounds: Option<Vec<_>> =
            rounds.split(',').filter(|words| !words.is_empty()).map(read_round).collect();
        let depth = read.note("depth")?.parse().ok().filter(|depth| (1..=100).contains(depth));
        Ok(Self {
            start: start.clone(),
            engines,
            plan,
            depth: depth.ok_or_else(|| damaged("the note 'depth' is no depth"))?,
            learned,
            best,
            slope: (slope > 0.0).then_some(slope),
            rounds: rounds.ok_or_else(|| damaged("the note 'rounds' holds no rounds"))?,
        })
    }
}

const FORMAT: &str = "cutfirst training 2";

fn read_round(words: &str) -> Option<Round> {
    let numbers: Option<Vec<f64>> = words.split(' ').map(|word| word.parse().ok()).collect();
    let &[games, positions, before, after, score, against_teacher, contest_games, accepted] = &numbers?[..]
    else {
        return None;
    };
    Some(Round {
        games: games as u64,
        positions: positions as u64,
        losses: [before, after],
        score,
        against_teacher,
        contest_games: contest_games as u64,
        accepted: accepted == 1.0,
    })
}

fn tell(watch: &mut dyn FnMut(&Progress) -> bool, stage: Stage, part: f64) -> Result<(), LearnError> {
    if watch(&Progress { stage, part }) { Ok(()) } else { Err(LearnError::Stopped) }
}

/// Learns weights for games that begin like `start`, with `evaluation` as the teacher, in so many rounds, and with them what
/// the game's moves are worth to an order.
///
/// # Errors
/// If no patterns can be laid over the board, or the games hold nothing to learn from.
pub fn train<G: Cells, E: Evaluation<G>>(
    start: &G,
    evaluation: E,
    plan: Plan,
    rounds: usize,
) -> Result<Weights, LearnError> {
    let of_moves = PriorPlan::beside(&plan);
    let engines = OwnEngines { start: start.clone(), evaluation };
    let mut trainer = Trainer::new(start, engines, plan)?;
    for _ in 0..rounds {
        trainer.round(&mut |_| true)?;
    }
    let mut weights = trainer.weights()?;
    let patterns = Patterns::new(start, weights.clone())?;
    match prior(start, &patterns, &of_moves) {
        Ok(prior) => weights.set_prior(prior),
        // Too few moves to tell apart; the evaluation is as good.
        Err(LearnError::Nothing) => {}
        Err(error) => return Err(error),
    }
    Ok(weights)
}
