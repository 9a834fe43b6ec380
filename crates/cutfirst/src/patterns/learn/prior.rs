//! What moves are worth to an order before a search has learned anything: how likely they cut.
//!
//! Positions of games between short searches are searched once more, without a table and in random order, and watched:
//! of a node at which a move cut it is noted which one, and which were tried before in vain. Since chance decides what
//! is tried, neither the one nor the others are chosen by what an order knew already. Numbers for classes, slots and
//! replies are fitted so that the cutter comes first (conditional logistic regression), which makes them differences of
//! log-odds; the plies count alike, although there are far more nodes near the leaves. How much they weigh beside history
//! is what takes the fewest nodes in further positions.

use super::games::opening;
use super::trainer::{LearnError, Plan};
use crate::engine::{Engine, Searcher, Settings, SettingsError};
use crate::evaluation::Evaluation;
use crate::game::{Game, Player};
use crate::ordering::{DEFAULT_PRIOR, HeuristicSpec, ListView, MovePrior, Order, Shape, Tables};
use crate::powers::Powers;
use crate::random::Random;
use crate::search::{Algorithm, Entered, Left, Limit, NodeKind, Observer, Techniques};

/// How to learn a prior. The same plan gives the same prior.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct PriorPlan {
    /// The seed of everything random.
    pub seed: u64,
    /// So many nodes are watched.
    pub nodes: u64,
    /// A game begins with up to so many random moves.
    pub opening_plies: usize,
    /// The searches that the prior is to help.
    pub settings: Settings,
}

impl PriorPlan {
    /// A plan for games like `game`, which takes some seconds.
    #[must_use]
    pub fn new<G: Game>(game: &G) -> Self {
        let settings = Settings::strongest_for(game);
        Self { seed: 0, nodes: 6_000_000, opening_plies: 4 * game.players(), settings }
    }

    /// A plan for a prior that is learned beside an evaluation, for a tenth of what a round takes.
    #[must_use]
    pub fn beside(plan: &Plan) -> Self {
        let Plan { seed, nodes_per_round, opening_plies, settings, .. } = plan.clone();
        Self { seed, nodes: (nodes_per_round / 10).max(1), opening_plies, settings }
    }
}

/// Learns what the moves of games like `start` are worth to an order, by searches with `evaluation`.
///
/// # Errors
/// If the settings do not go together, or the games hold nothing to learn from.
pub fn prior<G: Game, E: Evaluation<G>>(
    start: &G,
    evaluation: &E,
    plan: &PriorPlan,
) -> Result<MovePrior, LearnError> {
    let engine = |settings| -> Result<Box<dyn Searcher<G>>, SettingsError> {
        Ok(Box::new(Engine::new(start, evaluation.clone(), settings)?))
    };
    prior_with(start, &engine, plan)
}

/// Builds an engine with the settings it is given.
pub type BuildEngine<'a, G> = &'a dyn Fn(Settings) -> Result<Box<dyn Searcher<G>>, SettingsError>;

/// Like [`prior`], with engines that the caller builds.
///
/// # Errors
/// As [`prior`].
pub fn prior_with<G: Game>(
    start: &G,
    engine: BuildEngine<'_, G>,
    plan: &PriorPlan,
) -> Result<MovePrior, LearnError> {
    let shape = Shape::of(start);
    let cuts = watch(start, engine, plan, shape)?;
    if cuts.all.is_empty() {
        return Err(LearnError::Nothing);
    }
    let parts = fit(shape, &cuts, plan.seed);
    weigh(start, engine, plan, &parts)
}

/// Keys of random streams that have nothing to do with each other.
const WATCH: u64 = 0x7761_7463;
const SHUFFLE: u64 = 0x7072_6f66;
const WEIGH: u64 = 0x7765_6967;

/// A move that was searched.
#[derive(Clone, Copy, Debug)]
struct Try {
    class: u16,
    player: u8,
    slot: u32,
}

/// A node at which a move cut after others had failed.
struct Cut {
    /// Where its tries begin and end; the last one cut.
    start: u32,
    end: u32,
    depth: u8,
    previous: Option<u32>,
}

#[derive(Default)]
struct Cuts {
    tries: Vec<Try>,
    all: Vec<Cut>,
}

/// A node under way: its ply, and where its tries begin.
type Open = (usize, usize);

struct Watch<'a> {
    cuts: &'a mut Cuts,
    depth: u32,
    open: Vec<Open>,
    /// Tries of all nodes on the path.
    tries: Vec<Try>,
    nodes: u64,
}

/// More cuts than this teach nothing new.
const MOST_CUTS: usize = 1_000_000;

impl<G: Game> Observer<G> for Watch<'_> {
    fn descend(&mut self, game: &G, mv: G::Move, owner: Player) {
        let class = G::Powers::CLASS.map_or(0, |(_, class)| class(game, mv));
        self.tries.push(Try { class: class as u16, player: owner.0, slot: game.slot(mv) as u32 });
    }

    fn enter(&mut self, node: Entered) {
        self.nodes += 1;
        self.open.push((node.ply, self.tries.len()));
    }

    fn leave(&mut self, node: Left) {
        let Some((ply, start)) = self.open.pop() else { return };
        let tries = &self.tries[start..];
        if node.kind == NodeKind::Cut
            && node.value.is_some()
            && tries.len() > 1
            && self.cuts.all.len() < MOST_CUTS
        {
            let begin = self.cuts.tries.len() as u32;
            self.cuts.tries.extend_from_slice(tries);
            self.cuts.all.push(Cut {
                start: begin,
                end: self.cuts.tries.len() as u32,
                depth: (self.depth as usize - ply) as u8,
                previous: start.checked_sub(1).map(|last| self.tries[last].slot),
            });
        }
        self.tries.truncate(start);
    }

    fn lists(&mut self, _game: &G, _cutter: Option<G::Move>, _before: &[ListView], _after: &[ListView]) {}
}

/// The greatest depth at which searches take so many nodes on average.
fn depth_for<G: Game>(positions: &[G], engine: &mut dyn Searcher<G>, nodes: u64) -> Result<u32, LearnError> {
    const DEEPEST: u32 = 16;
    for depth in 2..=DEEPEST {
        let mut total = 0;
        for game in positions {
            engine.forget();
            total += engine.search(game, &Limit::depth(depth))?.counts.total;
            if total > nodes * positions.len() as u64 {
                return Ok(depth - 1);
            }
        }
    }
    Ok(DEEPEST)
}

/// Positions after some random moves and some of a search, in which there is a choice.
fn positions<G: Game>(
    start: &G,
    engine: &mut dyn Searcher<G>,
    plan: &PriorPlan,
    key: u64,
    count: usize,
) -> Result<Vec<G>, LearnError> {
    const MOVES: usize = 12;
    let mut found = Vec::new();
    for number in 0..10 * count as u64 {
        let mut random = Random::keyed(&[plan.seed, key, number]);
        let (mut game, _) = opening(start, 1 + random.below(plan.opening_plies.max(1)), &mut random);
        let mut legal = Vec::new();
        for _ in 0..random.below(MOVES * start.players()) {
            if game.outcome().is_none() {
                engine.forget();
                let mv = engine.search(&game, &Limit::depth(2))?.best;
                game.make(mv);
            }
        }
        game.moves(&mut legal);
        if legal.len() > 1 {
            found.push(game);
        }
        if found.len() == count {
            break;
        }
    }
    if found.is_empty() { Err(LearnError::Nothing) } else { Ok(found) }
}

/// Notes the cuts of searches in random order.
fn watch<G: Game>(
    start: &G,
    engine: BuildEngine<'_, G>,
    plan: &PriorPlan,
    shape: Shape,
) -> Result<Cuts, LearnError> {
    const NODES_A_SEARCH: u64 = 4000;
    const BATCH: usize = 32;
    // In a game that is over at once, there are not as many nodes to watch.
    const MOST_BATCHES: u64 = 1000;
    let algorithm = match plan.settings.algorithm {
        Algorithm::Pvs | Algorithm::MaxN | Algorithm::Minimax if shape.players == 2 => Algorithm::AlphaBeta,
        Algorithm::MaxN | Algorithm::Minimax => Algorithm::Paranoid,
        other => other,
    };
    let mut settings = plan.settings.clone().with_algorithm(algorithm).with_table(0).with_deepening(false);
    settings = settings.with_techniques(Techniques::default()).with_threads(1);
    settings.order = Order(vec![HeuristicSpec::Shuffle { seed: plan.seed }]);
    let mut engine = engine(settings)?;
    let mut cuts = Cuts::default();
    let (mut nodes, mut depth) = (0, 0);
    for batch in 0..MOST_BATCHES {
        let positions = positions(start, engine.as_mut(), plan, WATCH + batch, BATCH)?;
        if depth == 0 {
            depth = depth_for(&positions, engine.as_mut(), NODES_A_SEARCH)?;
        }
        for game in &positions {
            let mut watch = Watch { cuts: &mut cuts, depth, open: Vec::new(), tries: Vec::new(), nodes: 0 };
            engine.forget();
            engine.observe(game, &Limit::depth(depth), &mut watch)?;
            nodes += watch.nodes;
        }
        if nodes >= plan.nodes || cuts.all.len() >= MOST_CUTS {
            break;
        }
    }
    Ok(cuts)
}

/// Log-odds of classes, slots and replies.
struct Parts {
    shape: Shape,
    classes: Vec<f32>,
    slots: Vec<f32>,
    replies: Vec<f32>,
}

/// Finds numbers by which the cutters come first.
fn fit(shape: Shape, cuts: &Cuts, seed: u64) -> Parts {
    const EPOCHS: usize = 4;
    const RATE: f32 = 0.1;
    let sizes = [shape.classes, shape.slot_entries(), shape.reply_entries()];
    let [at_slots, at_replies] = [sizes[0], sizes[0] + sizes[1]];
    let mut weights = vec![0.0_f32; sizes.iter().sum()];
    let mut squares = vec![1.0_f32; weights.len()];
    // Every ply counts alike.
    let mut by_depth = [0_u32; 256];
    cuts.all.iter().for_each(|cut| by_depth[usize::from(cut.depth)] += 1);
    let depths = by_depth.iter().filter(|&&count| count > 0).count();
    let share = |depth: u8| {
        const MOST: f32 = 8.0;
        (cuts.all.len() as f32 / (depths as f32 * by_depth[usize::from(depth)] as f32)).min(MOST)
    };
    let used = |cut: &Cut, tried: &Try| {
        let (class, slot) = (usize::from(tried.class), tried.slot as usize);
        let of_slot = (sizes[1] > 0).then(|| at_slots + usize::from(tried.player) * shape.slots + slot);
        let previous = cut.previous.filter(|_| sizes[2] > 0);
        let of_reply = previous.map(|previous| at_replies + previous as usize * shape.slots + slot);
        [Some(class), of_slot, of_reply]
    };
    let mut numbers: Vec<u32> = (0..cuts.all.len() as u32).collect();
    let mut random = Random::keyed(&[seed, SHUFFLE]);
    let (mut steps, all_steps) = (0, EPOCHS * numbers.len());
    let mut chances = Vec::new();
    for _ in 0..EPOCHS {
        random.shuffle(&mut numbers);
        for &number in &numbers {
            let decay = 1.0 - steps as f32 / all_steps as f32;
            steps += 1;
            let cut = &cuts.all[number as usize];
            let tries = &cuts.tries[cut.start as usize..cut.end as usize];
            chances.clear();
            let value = |tried: &Try| used(cut, tried).iter().flatten().map(|&at| weights[at]).sum::<f32>();
            chances.extend(tries.iter().map(|tried| value(tried).exp()));
            let total: f32 = chances.iter().sum();
            let weight = share(cut.depth);
            for (place, (tried, chance)) in tries.iter().zip(&chances).enumerate() {
                let is_cutter = place + 1 == tries.len();
                let gradient = weight * (chance / total - f32::from(u8::from(is_cutter)));
                for &at in used(cut, tried).iter().flatten() {
                    squares[at] += gradient * gradient;
                    weights[at] -= decay * RATE * gradient / squares[at].sqrt();
                }
            }
        }
    }
    let replies = weights.split_off(at_replies);
    let slots = weights.split_off(at_slots);
    Parts { shape, classes: weights, slots, replies }
}

impl Parts {
    /// The game's own classes, each so much later than the one before as in `gravity:prior`.
    fn own_classes(&self) -> Tables {
        let later = |class: usize| (DEFAULT_PRIOR as usize * class).min(60_000) as u16;
        Tables {
            shape: self.shape,
            classes: (0..self.shape.classes).map(later).collect(),
            slots: vec![0; self.slots.len()],
            replies: vec![0; self.replies.len()],
        }
    }

    /// As tables in which so much is a unit of log-odds; replies only if they are wanted.
    fn tables(&self, unit: f32, replies: bool) -> Tables {
        let table = |values: &[f32], wanted: bool| {
            let best = values.iter().copied().fold(f32::MIN, f32::max);
            let later =
                |value: &f32| if wanted { ((best - value) * unit).round().min(60_000.0) } else { 0.0 };
            values.iter().map(|value| later(value) as u16).collect()
        };
        Tables {
            shape: self.shape,
            classes: table(&self.classes, true),
            slots: table(&self.slots, true),
            replies: table(&self.replies, replies),
        }
    }
}

/// What takes the fewest nodes: what was learned, in one of several units, or the game's own classes as they are.
fn weigh<G: Game>(
    start: &G,
    engine: BuildEngine<'_, G>,
    plan: &PriorPlan,
    parts: &Parts,
) -> Result<MovePrior, LearnError> {
    const UNITS: [f32; 4] = [400.0, 800.0, 1600.0, 3200.0];
    const POSITIONS: usize = 48;
    // Each takes a fraction of the nodes that were watched.
    let nodes_a_search = plan.nodes / POSITIONS as u64 / 4;
    let mut plain = engine(plan.settings.clone())?;
    let positions = positions(start, plain.as_mut(), plan, WEIGH, POSITIONS)?;
    let depth = depth_for(&positions, plain.as_mut(), nodes_a_search)?;
    let units = UNITS.into_iter().flat_map(|unit| {
        let replies = if parts.replies.is_empty() { &[false][..] } else { &[false, true] };
        replies.iter().map(move |&replies| parts.tables(unit, replies))
    });
    let mut best: Option<(f64, MovePrior)> = None;
    for tables in [parts.own_classes()].into_iter().chain(units) {
        let prior = MovePrior::new(tables);
        let mut engine = engine(plan.settings.clone().with_prior(prior.clone()))?;
        let mut nodes = 0.0;
        for game in &positions {
            engine.forget();
            nodes += (engine.search(game, &Limit::depth(depth))?.counts.total as f64).ln();
        }
        if best.as_ref().is_none_or(|(least, _)| nodes < *least) {
            best = Some((nodes, prior));
        }
    }
    best.map(|(_, prior)| prior).ok_or(LearnError::Nothing)
}
