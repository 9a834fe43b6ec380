//! Weights fitted to samples: logistic loss, AdaGrad.

use super::super::layout::Layout;
use super::samples::Samples;
use super::trainer::Plan;
use crate::random::Random;

const SHUFFLE: u64 = 0x7368_7566;

/// How scores of a search become chances: a + k × score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Scale {
    offset: f64,
    slope: f64,
    /// Which part of the uncertainty of results the scores take away.
    pub(super) explained: f64,
}

/// The scores of a correction's teacher are spread over so many units of a chance's logarithm.
const SPREAD: f64 = 1.5;

/// A finished game is as good as certain.
const CERTAIN: f64 = 6.0;

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn loss(chance: f64, target: f64) -> f64 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

impl Scale {
    /// Fitted to how the games ended.
    pub(super) fn fit(samples: &Samples) -> Self {
        const MOST: usize = 200_000;
        let ended: Vec<(f64, f64)> = (0..samples.len())
            .filter(|&number| samples.results[number] >= 0.0 && is_open(samples.scores[number]))
            .map(|number| (f64::from(samples.scores[number]), f64::from(samples.results[number])))
            .collect();
        let every = ended.len().div_ceil(MOST).max(1);
        let ended: Vec<_> = ended.into_iter().step_by(every).collect();
        let spread =
            (ended.iter().map(|(score, _)| score * score).sum::<f64>() / ended.len().max(1) as f64).sqrt();
        let known =
            Self { offset: 0.0, slope: if spread > 0.0 { 1.0 / spread } else { 0.0 }, explained: 0.0 };
        if ended.len() < 100 || spread == 0.0 {
            let open: Vec<_> = samples.scores.iter().filter(|&&score| is_open(score)).collect();
            let square = open.iter().map(|&&score| f64::from(score).powi(2)).sum::<f64>();
            let spread = (square / open.len().max(1) as f64).sqrt();
            let slope = if spread > 0.0 { 1.0 / spread } else { 0.0 };
            return Self { slope, explained: if spread > 0.0 { 1.0 } else { 0.0 }, ..known };
        }
        // Newton's method on two numbers, in units of the spread.
        let (mut offset, mut slope) = (0.0, 0.0);
        for _ in 0..30 {
            let (mut g0, mut g1, mut h00, mut h01, mut h11) = (0.0, 0.0, 1.0, 0.0, 1.0);
            for &(score, result) in &ended {
                let x = score / spread;
                let chance = sigmoid(offset + slope * x);
                let (error, weight) = (chance - result, chance * (1.0 - chance));
                g0 += error;
                g1 += error * x;
                h00 += weight;
                h01 += weight * x;
                h11 += weight * x * x;
            }
            let determinant = h00 * h11 - h01 * h01;
            let step = ((h11 * g0 - h01 * g1) / determinant, (h00 * g1 - h01 * g0) / determinant);
            offset -= step.0.clamp(-1.0, 1.0);
            slope -= step.1.clamp(-1.0, 1.0);
        }
        let mean = ended.iter().map(|(_, result)| result).sum::<f64>() / ended.len() as f64;
        let blind: f64 = ended.iter().map(|&(_, result)| loss(mean, result)).sum();
        let seeing: f64 =
            ended.iter().map(|&(score, result)| loss(sigmoid(offset + slope * score / spread), result)).sum();
        let explained = if blind > 0.0 { 1.0 - seeing / blind } else { 0.0 };
        Self { offset, slope: slope / spread, explained }
    }

    /// By how far the scores of searches lie apart, whatever they say about results: to learn the scores themselves.
    pub(super) fn of_scores(samples: &Samples) -> Option<f64> {
        let open = samples.scores.iter().filter(|&&score| is_open(score));
        let (mut count, mut square) = (0.0, 0.0);
        for &score in open {
            count += 1.0;
            square += f64::from(score).powi(2);
        }
        let spread = (square / f64::max(count, 1.0)).sqrt();
        (spread > 0.0).then(|| SPREAD / spread)
    }

    /// A score is worth so much, and nothing else counts.
    pub(super) fn of_slope(slope: f64) -> Self {
        Self { offset: 0.0, slope, explained: 1.0 }
    }

    fn chance(&self, score: i32) -> f64 {
        if is_open(score) {
            sigmoid((self.offset + self.slope * f64::from(score)).clamp(-CERTAIN, CERTAIN))
        } else {
            sigmoid(if score > 0 { CERTAIN } else { -CERTAIN })
        }
    }
}

fn is_open(score: i32) -> bool {
    score.abs() < crate::search::FINISHED
}

/// What every sample should come out as; `None` for those that teach nothing.
pub(super) fn targets(samples: &Samples, scale: &Scale, results: f64) -> Vec<Option<f32>> {
    let target = |number: usize| {
        let (score, result) = (samples.scores[number], f64::from(samples.results[number]));
        let chance = scale.chance(score);
        match (result >= 0.0, is_open(score)) {
            (true, true) => Some(((1.0 - results) * chance + results * result) as f32),
            (false, true) if results >= 1.0 => None,
            _ => Some(chance as f32),
        }
    };
    (0..samples.len()).map(target).collect()
}

/// Weights as they are learned, phase by phase.
pub(super) struct Fit<'a> {
    layout: &'a Layout,
    class_starts: Vec<usize>,
    gauge_starts: Vec<usize>,
    powers: Vec<usize>,
    /// How much a view counts in a score: the first of the player to move, the second of all others.
    shares: [f32; 2],
    /// What a score of the evaluation that is corrected adds.
    slope: f32,
}

impl<'a> Fit<'a> {
    pub(super) fn new(layout: &'a Layout, shares: [f32; 2], slope: Option<f64>) -> Self {
        let longest = layout.classes.iter().map(|class| class.cells.len()).max().unwrap_or(0);
        Self {
            layout,
            class_starts: layout.class_starts(),
            gauge_starts: layout.gauge_starts(),
            powers: (0..=longest).map(|digits| layout.seen_states.pow(digits as u32)).collect(),
            shares,
            slope: slope.unwrap_or(0.0) as f32,
        }
    }

    /// The weights that a sample uses, each with how often: those of patterns first, then the others.
    fn features(&self, samples: &Samples, number: usize, used: &mut Vec<(u32, f32)>) -> usize {
        used.clear();
        for view in 0..samples.views() {
            self.patterns(samples, (number, view), used);
        }
        let patterns = used.len();
        for view in 0..samples.views() {
            self.others(samples, (number, view), used);
        }
        patterns
    }

    fn patterns(&self, samples: &Samples, (number, view): (usize, usize), used: &mut Vec<(u32, f32)>) {
        let layout = self.layout;
        let states = samples.states(number, view);
        let share = self.shares[view.min(1)];
        for set in &layout.sets {
            let digits = set.cells.iter().zip(&self.powers);
            let entry: usize =
                digits.map(|(&cell, power)| usize::from(states[usize::from(cell)]) * power).sum();
            let tied = layout.classes[set.class].ties[entry] as usize;
            used.push(((self.class_starts[set.class] + tied) as u32, share));
        }
    }

    fn others(&self, samples: &Samples, (number, view): (usize, usize), used: &mut Vec<(u32, f32)>) {
        let layout = self.layout;
        let states = samples.states(number, view);
        let share = self.shares[view.min(1)];
        let mut counts = [0_u16; 256];
        for (&state, &kind) in states.iter().zip(&layout.kinds_of_cells) {
            counts[usize::from(state)] += 1;
            used.push((layout.cell_weight(kind.into(), state.into()) as u32, share));
        }
        for (state, &count) in counts.iter().enumerate().take(layout.seen_states).skip(1) {
            if count > 0 {
                used.push(((Layout::MATERIAL + state) as u32, share * f32::from(count)));
            }
        }
        let values = samples.values(number, view).chunks(layout.players);
        for ((values, &size), start) in values.zip(layout.gauges).zip(&self.gauge_starts) {
            for (step, &value) in values.iter().enumerate() {
                let part = if step == 0 { 0 } else { size };
                used.push(((start + part + usize::from(value).min(size - 1)) as u32, share));
            }
        }
        used.push((Layout::BIAS as u32, share));
    }

    /// What the evaluation that is corrected makes of a sample.
    fn base(&self, samples: &Samples, number: usize) -> f32 {
        samples
            .bases
            .get(number)
            .map_or(0.0, |&base| (self.slope * base as f32).clamp(-CERTAIN as f32, CERTAIN as f32))
    }

    /// Learns from the samples of one phase, and says how far off the weights are in those that were held out, before and
    /// after.
    pub(super) fn learn(
        &self,
        weights: &mut [f32],
        samples: &Samples,
        targets: &[Option<f32>],
        numbers: &[u32],
        plan: &Plan,
        key: &[u64],
    ) -> Losses {
        let (held, mut numbers): (Vec<u32>, Vec<u32>) =
            numbers.iter().partition(|&&number| is_held_out(number));
        let mut losses = Losses { before: self.loss(weights, samples, targets, &held), ..Losses::default() };
        // A step is shared among all that take it.
        let views = samples.views();
        let rate_of_patterns = plan.rate / (views * self.layout.sets.len()) as f32;
        let rate_of_cells = plan.rate_of_cells / (views * self.layout.cells) as f32;
        let mut squares = vec![plan.first_square; weights.len()];
        let mut used = Vec::new();
        let mut random = Random::keyed(&[&[plan.seed, SHUFFLE], key].concat());
        let (mut steps, all_steps) = (0, (plan.epochs * numbers.len()).max(1));
        for _ in 0..plan.epochs {
            random.shuffle(&mut numbers);
            for &number in &numbers {
                // Towards the end steps become small, so that the last samples do not count more than the others.
                let decay = 1.0 - steps as f32 / all_steps as f32;
                steps += 1;
                let Some(target) = targets[number as usize] else { continue };
                let patterns = self.features(samples, number as usize, &mut used);
                let sum: f32 = used.iter().map(|&(at, count)| weights[at as usize] * count).sum();
                let sum = sum + self.base(samples, number as usize);
                let error = 1.0 / (1.0 + (-sum).exp()) - target;
                for (place, &(at, count)) in used.iter().enumerate() {
                    let gradient = error * count;
                    let square = &mut squares[at as usize];
                    *square += gradient * gradient;
                    let rate = if place < patterns { rate_of_patterns } else { rate_of_cells };
                    weights[at as usize] -= decay * rate * gradient / square.sqrt();
                }
            }
        }
        losses.after = self.loss(weights, samples, targets, &held);
        losses
    }

    fn loss(
        &self,
        weights: &[f32],
        samples: &Samples,
        targets: &[Option<f32>],
        numbers: &[u32],
    ) -> (f64, u64) {
        let mut used = Vec::new();
        let (mut total, mut count) = (0.0, 0);
        for &number in numbers {
            let Some(target) = targets[number as usize] else { continue };
            self.features(samples, number as usize, &mut used);
            let sum: f32 = used.iter().map(|&(at, count)| weights[at as usize] * count).sum();
            let sum = sum + self.base(samples, number as usize);
            // What is left to learn: a target that is no certainty is no fault of the weights.
            let target = target.into();
            total += loss(sigmoid(sum.into()), target) - loss(target, target);
            count += 1;
        }
        (total, count)
    }
}

/// One sample in twenty is kept to look at.
fn is_held_out(number: u32) -> bool {
    crate::zobrist::mix(number.into()).is_multiple_of(20)
}

/// Sums of losses and how many they are of.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Losses {
    pub(super) before: (f64, u64),
    pub(super) after: (f64, u64),
}
