//! What the rows of a plan say: every arm against its control, against what it is stacked on, against the
//! published figures, and shortened lists against full ones.
//!
//! Exact arms and selective ones, which may find another value, are never compared with each other: a smaller
//! tree with another answer is no saving. Each kind has a control of its own, the first of its arms.

use std::collections::HashMap;

use serde::Serialize;

use crate::arm::Arm;
use crate::cell::{Cell, Design, Row};
use crate::plan::Plan;
use crate::published::{PAPER_TRIALS, Published};
use crate::statistics::{
    self, Bootstrap, PValue, PublishedStudy, Sample, cliffs_delta, geometric_mean_ratio, glass_delta, holm,
    mann_whitney, predict_saving, retained_saving, saving_of_means, saving_with_interval, wilcoxon,
};

/// Moves as they are generated: what the papers measure every order against.
pub const CONTROL: &str = "none";

/// The full list that shortened and divided ones are measured against.
pub const FULL_LIST: &str = "ads:mtf";

/// The arm whose comparison with the control over all published cells is the one Holm family.
const FAMILY: &str = "ads:mtf";

/// An interval of 95 %.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Range {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl From<statistics::Interval> for Range {
    fn from(interval: statistics::Interval) -> Self {
        Self { low: interval.low, high: interval.high }
    }
}

/// Which measurement a figure belongs to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Place {
    /// The whole cell in one line.
    pub cell: String,
    /// The game.
    pub game: String,
    /// Number of players.
    pub players: usize,
    /// The evaluation.
    pub evaluation: String,
    /// Depth.
    pub ply: u32,
    /// Where trials begin.
    pub start: &'static str,
    /// The design.
    pub design: Design,
    /// The arm.
    pub arm: String,
    /// Whether the arm may find another value than exact ones.
    pub selective: bool,
}

impl Place {
    fn new(cell: &Cell, design: Design, arm: &str) -> Self {
        Self {
            cell: cell.to_string(),
            game: cell.game.clone(),
            players: cell.players,
            evaluation: cell.evaluation.clone(),
            ply: cell.ply,
            start: cell.start.name(),
            design,
            arm: arm.to_owned(),
            selective: Arm::is_selective(arm),
        }
    }

    /// The arm, marked if it is selective.
    #[must_use]
    pub fn label(&self) -> String {
        if self.selective { format!("{} (selective)", self.arm) } else { self.arm.clone() }
    }
}

/// One arm of one cell in one design.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ArmSummary {
    /// Where it was measured.
    #[serde(flatten)]
    pub place: Place,
    /// Finished trials.
    pub trials: usize,
    /// Searches per trial, mean.
    pub searches: f64,
    /// Nodes per trial, mean.
    pub nodes: f64,
    /// Nodes per trial, standard deviation.
    pub deviation: Option<f64>,
    /// Interior nodes per trial, mean.
    pub interior: f64,
    /// Moves made per trial, mean.
    pub makes: f64,
    /// Evaluations per trial, mean.
    pub evaluations: f64,
    /// Cut-offs by the first move, of all cut-offs, in percent.
    pub first_move_cuts: Option<f64>,
    /// Elements in the Max and Min lists at the end, mean.
    pub list_lengths: [f64; 2],
    /// Mean place of the cutting move on each level, 0 for the first.
    pub cut_places: Vec<Option<f64>>,
    /// Elements in the Max and Min lists of each level at the end, mean; empty where one list serves all levels.
    pub level_lists: Vec<[f64; 2]>,
    /// Nodes of each trial, in order.
    pub samples: Vec<u64>,
    /// The arm that it is measured against: the plan's control, for a selective arm the first selective one.
    /// None for a control itself, and where nothing of its kind was measured.
    pub control: Option<String>,
    /// Against that one.
    pub effect: Option<Effect>,
}

/// An arm against its control.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Effect {
    /// Nodes saved, in percent of the control's.
    pub saving: f64,
    /// Its bootstrap interval.
    pub saving_range: Option<Range>,
    /// Interior nodes saved, in percent.
    pub interior_saving: Option<f64>,
    /// Glass's delta, the papers' effect size.
    pub glass_delta: Option<f64>,
    /// Cliff's delta.
    pub cliffs_delta: f64,
    /// Mann-Whitney in the paper design, Wilcoxon in the paired one.
    pub p_value: Option<PValue>,
    /// The same corrected over the family of all published Move-to-Front cells.
    pub holm_p_value: Option<PValue>,
    /// Paired design: geometric mean of arm / control.
    pub ratio: Option<f64>,
    /// Its interval.
    pub ratio_range: Option<Range>,
}

/// A published row beside the measured one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// The table.
    pub table: String,
    /// Where it was measured.
    #[serde(flatten)]
    pub place: Place,
    /// Published mean node count.
    pub published_nodes: Option<f64>,
    /// The arm that published and measured savings refer to.
    pub control: Option<String>,
    /// Published saving in percent, from the means.
    pub published_saving: Option<f64>,
    /// Published saving in percent, where the paper gives no more than from … to ….
    pub published_range: Option<Range>,
    /// Published effect size.
    pub published_effect: Option<f64>,
    /// Published p-value.
    pub published_p_value: Option<String>,
    /// Measured mean node count.
    pub nodes: f64,
    /// Measured mean number of moves made.
    pub makes: f64,
    /// Measured mean number of evaluations.
    pub evaluations: f64,
    /// Measured saving in percent.
    pub saving: Option<f64>,
    /// Its bootstrap interval.
    pub saving_range: Option<Range>,
    /// Measured Glass's delta.
    pub effect: Option<f64>,
    /// Measured p-value.
    pub p_value: Option<PValue>,
    /// Where a study of the published size should find the saving, judging by ours.
    pub prediction: Option<Range>,
    /// Whether the published saving lies there; for a published range, whether our interval meets it.
    pub agrees: Option<bool>,
}

/// An arm against another one that it is stacked on: the same with something more.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Stacked {
    /// Where it was measured.
    #[serde(flatten)]
    pub place: Place,
    /// What it is stacked on.
    pub on: String,
    /// Its nodes, mean.
    pub nodes: f64,
    /// Nodes of the other, mean.
    pub nodes_without: f64,
    /// Against the other.
    pub effect: Effect,
}

/// A shortened or divided list against the full one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Retention {
    /// Where it was measured.
    #[serde(flatten)]
    pub place: Place,
    /// Saving of the full list, in percent.
    pub full_saving: f64,
    /// Saving of this one, in percent.
    pub saving: f64,
    /// Their ratio; the range only where the full list saves for certain.
    pub retained: f64,
    /// Its bootstrap interval.
    pub retained_range: Option<Range>,
    /// This arm's nodes over the full list's, geometric mean (paired design).
    pub ratio: Option<f64>,
    /// Its interval.
    pub ratio_range: Option<Range>,
    /// Of the difference in nodes: Wilcoxon or Mann-Whitney.
    pub p_value: Option<PValue>,
}

/// Everything a report shows.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The plan's name.
    pub plan: String,
    /// What it is to find out, if it says so.
    pub question: Option<String>,
    /// Whether it re-runs published tables, and so is about them.
    pub reproduces: bool,
    /// Its seed.
    pub seed: u64,
    /// Trials per arm and cell asked for.
    pub trials: u32,
    /// Every arm measured.
    pub arms: Vec<ArmSummary>,
    /// Published rows beside measured ones.
    pub comparisons: Vec<Comparison>,
    /// Shortened and divided lists.
    pub retentions: Vec<Retention>,
    /// Arms against what they are stacked on.
    pub stacked: Vec<Stacked>,
    /// Cells, and kinds of arms in them, in which there is nothing to compare.
    pub alone: Vec<String>,
}

/// Rows of one arm, in the order of trials.
struct Measured {
    place: Place,
    rows: Vec<Row>,
    nodes: Sample,
    interior: Sample,
}

const BOOTSTRAP: Bootstrap = Bootstrap { resamples: 2000, confidence: 0.95, seed: 1 };

impl Summary {
    /// Sums up the rows of a plan, beside the published rows of `tables`.
    #[must_use]
    pub fn new(plan: &Plan, rows: Vec<Row>, tables: &[(String, Vec<Published>)]) -> Self {
        let mut by_arm: HashMap<(String, Design, String), Vec<Row>> = HashMap::new();
        for row in rows {
            by_arm.entry((row.cell.clone(), row.design, row.arm.clone())).or_default().push(row);
        }
        let mut summary = Self {
            plan: plan.name.clone(),
            question: plan.question.clone(),
            reproduces: plan.published.is_some(),
            seed: plan.seed,
            trials: plan.trials,
            arms: Vec::new(),
            comparisons: Vec::new(),
            retentions: Vec::new(),
            stacked: Vec::new(),
            alone: Vec::new(),
        };
        for &design in &plan.designs {
            for (cell, names) in &plan.cells {
                let measured: Vec<Measured> = names
                    .iter()
                    .filter_map(|arm| {
                        let rows = by_arm.remove(&(cell.to_string(), design, arm.clone()))?;
                        Measured::new(Place::new(cell, design, arm), rows)
                    })
                    .collect();
                summary.add(cell, &measured, tables);
            }
        }
        let Self { arms, comparisons, .. } = &mut summary;
        correct_family(arms, tables);
        let order = |name: &str| tables.iter().position(|(table, _)| table == name);
        comparisons.sort_by_key(|comparison| order(&comparison.table));
        summary
    }

    /// Adds the arms of one cell in one design.
    fn add(&mut self, cell: &Cell, measured: &[Measured], tables: &[(String, Vec<Published>)]) {
        for selective in [false, true] {
            let mut kind = measured.iter().filter(|arm| arm.place.selective == selective);
            let Some(control) = kind.next() else { continue };
            if kind.next().is_none() {
                let what = if selective { "selective" } else { "exact" };
                self.alone.push(format!("{cell}, {} design: one {what} arm", control.place.design));
            }
        }
        self.arms.extend(measured.iter().map(|arm| {
            // A plan whose first arm is selective still has a first exact one.
            let control = measured.iter().find(|other| other.place.selective == arm.place.selective);
            arm.summary(control.filter(|control| control.place.arm != arm.place.arm))
        }));
        self.stacked.extend(measured.iter().flat_map(|arm| arm.stacked(measured)));
        let find = |name: &str| measured.iter().find(|arm| arm.place.arm == name);
        if let (Some(control), Some(full)) = (find(CONTROL), find(FULL_LIST)) {
            let reduced = measured.iter().filter(|arm| is_reduced(&arm.place.arm));
            self.retentions.extend(reduced.filter_map(|arm| arm.retention(control, full)));
        }
        for (name, published) in tables {
            self.comparisons.extend(compare(name, cell, published, measured));
        }
    }
}

/// Whether an order is the full list cut short or divided.
fn is_reduced(arm: &str) -> bool {
    arm.starts_with("ads:mtf,") || arm == "ads:set"
}

impl Measured {
    fn new(place: Place, mut rows: Vec<Row>) -> Option<Self> {
        rows.sort_by_key(|row| row.trial);
        let nodes: Vec<_> = rows.iter().map(|row| row.nodes).collect();
        let interior: Vec<_> = rows.iter().map(|row| row.nodes - row.leaves).collect();
        let nodes = Sample::from_counts(&nodes).ok()?;
        let interior = Sample::from_counts(&interior).ok()?;
        Some(Self { place, rows, nodes, interior })
    }

    fn is_paired(&self) -> bool {
        self.place.design == Design::Paired
    }

    fn design(&self) -> statistics::Design {
        if self.is_paired() { statistics::Design::Paired } else { statistics::Design::Independent }
    }

    /// The mean of a figure over all trials.
    fn mean(&self, figure: impl Fn(&Row) -> u64) -> f64 {
        self.rows.iter().map(|row| figure(row) as f64).sum::<f64>() / self.rows.len() as f64
    }

    /// Whether this arm and `other` were measured in the same trials, as paired tests need.
    fn same_trials(&self, other: &Self) -> bool {
        self.rows.iter().map(|row| row.trial).eq(other.rows.iter().map(|row| row.trial))
    }

    fn p_value(&self, control: &Self) -> Option<PValue> {
        if !self.is_paired() {
            return Some(mann_whitney(&control.nodes, &self.nodes).p);
        }
        self.same_trials(control).then(|| wilcoxon(&control.nodes, &self.nodes).map(|test| test.p)).flatten()
    }

    fn ratio(&self, control: &Self) -> Option<statistics::Estimate> {
        let paired = self.is_paired() && self.same_trials(control);
        paired.then(|| geometric_mean_ratio(&control.nodes, &self.nodes, 0.95)).flatten()
    }

    fn summary(&self, control: Option<&Self>) -> ArmSummary {
        let cutoffs = self.mean(|row| row.cutoffs);
        let levels = self.rows.iter().map(|row| row.levels.len()).max().unwrap_or(0);
        let cut_place = |level: usize| {
            let sum = |part: usize| {
                self.rows.iter().filter_map(|row| row.levels.get(level)).map(|sums| sums[part]).sum::<u64>()
            };
            (sum(0) > 0).then(|| sum(1) as f64 / sum(0) as f64)
        };
        let level_list = |level: usize| {
            [2, 3].map(|part| self.mean(|row| row.levels.get(level).map_or(0, |sums| sums[part])))
        };
        let has_level_lists = self.rows.iter().flat_map(|row| &row.levels).any(|sums| sums[2] + sums[3] > 0);
        ArmSummary {
            place: self.place.clone(),
            trials: self.rows.len(),
            searches: self.mean(|row| u64::from(row.searches)),
            nodes: self.nodes.mean(),
            deviation: self.nodes.standard_deviation(),
            interior: self.interior.mean(),
            makes: self.mean(|row| row.makes),
            evaluations: self.mean(|row| row.evaluations),
            first_move_cuts: (cutoffs > 0.0)
                .then(|| 100.0 * self.mean(|row| row.first_move_cutoffs) / cutoffs),
            list_lengths: [0, 1].map(|side| self.mean(|row| row.list_lengths[side])),
            cut_places: (0..levels).map(cut_place).collect(),
            level_lists: if has_level_lists { (0..levels).map(level_list).collect() } else { Vec::new() },
            samples: self.rows.iter().map(|row| row.nodes).collect(),
            control: control.map(|control| control.place.arm.clone()),
            effect: control.and_then(|control| self.effect(control)),
        }
    }

    fn effect(&self, control: &Self) -> Option<Effect> {
        let saving = saving_of_means(control.nodes.mean(), self.nodes.mean())?;
        let estimate = (!self.is_paired() || self.same_trials(control))
            .then(|| saving_with_interval(&control.nodes, &self.nodes, self.design(), &BOOTSTRAP))
            .flatten();
        let ratio = self.ratio(control);
        Some(Effect {
            saving,
            saving_range: estimate.map(|estimate| estimate.interval.into()),
            interior_saving: saving_of_means(control.interior.mean(), self.interior.mean()),
            glass_delta: glass_delta(&control.nodes, &self.nodes),
            cliffs_delta: cliffs_delta(&control.nodes, &self.nodes),
            p_value: self.p_value(control),
            holm_p_value: None,
            ratio: ratio.map(|ratio| ratio.value),
            ratio_range: ratio.map(|ratio| ratio.interval.into()),
        })
    }

    /// Against every arm that lacks only something of this one and is no control: the largest such ones.
    fn stacked(&self, all: &[Self]) -> Vec<Stacked> {
        let parts = parts(&self.place.arm);
        let is_part = |smaller: &[String], larger: &[String]| {
            smaller.len() < larger.len() && smaller.iter().all(|part| larger.contains(part))
        };
        let control = all.iter().find(|other| other.place.selective == self.place.selective);
        let below: Vec<(&Self, Vec<String>)> = all
            .iter()
            .filter(|other| {
                other.place.selective == self.place.selective && other.place.arm != self.place.arm
            })
            .map(|other| (other, self::parts(&other.place.arm)))
            .filter(|(_, other)| is_part(other, &parts))
            .collect();
        below
            .iter()
            .filter(|(_, own)| !below.iter().any(|(_, other)| is_part(own, other)))
            // Against the control it is compared anyway.
            .filter(|(other, _)| control.is_none_or(|control| control.place.arm != other.place.arm))
            .filter_map(|(other, _)| {
                Some(Stacked {
                    place: self.place.clone(),
                    on: other.place.arm.clone(),
                    nodes: self.nodes.mean(),
                    nodes_without: other.nodes.mean(),
                    effect: self.effect(other)?,
                })
            })
            .collect()
    }

    fn retention(&self, control: &Self, full: &Self) -> Option<Retention> {
        let full_saving = saving_of_means(control.nodes.mean(), full.nodes.mean())?;
        let saving = saving_of_means(control.nodes.mean(), self.nodes.mean())?;
        let paired = self.is_paired() && self.same_trials(control) && self.same_trials(full);
        let retained =
            paired.then(|| retained_saving(&control.nodes, &full.nodes, &self.nodes, &BOOTSTRAP)).flatten();
        let ratio = self.ratio(full);
        Some(Retention {
            place: self.place.clone(),
            full_saving,
            saving,
            retained: retained.as_ref().map_or(saving / full_saving, |retained| retained.fraction),
            retained_range: retained.and_then(|retained| retained.interval).map(Range::from),
            ratio: ratio.map(|ratio| ratio.value),
            ratio_range: ratio.map(|ratio| ratio.interval.into()),
            p_value: self.p_value(full),
        })
    }
}

/// What an arm consists of: its heuristics, and the words after them.
fn parts(arm: &str) -> Vec<String> {
    let mut words = arm.split_whitespace();
    let order = words.next().filter(|order| *order != CONTROL).unwrap_or_default();
    order.split('+').filter(|part| !part.is_empty()).chain(words).map(str::to_owned).collect()
}

/// The published rows of one cell beside what was measured.
fn compare(table: &str, cell: &Cell, published: &[Published], measured: &[Measured]) -> Vec<Comparison> {
    let rows: Vec<_> = published.iter().filter(|row| row.cell.is_same(cell)).collect();
    let find = |name: &str| measured.iter().find(|arm| arm.place.arm == name);
    let mut comparisons = Vec::new();
    for row in &rows {
        let Some(arm) = find(&row.arm) else { continue };
        // The papers measure against `none`; selective rows are measured against the first of their kind.
        let base = if arm.place.selective {
            rows.iter().map(|row| row.arm.as_str()).find(|name| Arm::is_selective(name))
        } else {
            Some(CONTROL)
        };
        let base = base.filter(|name| *name != row.arm);
        let control = base.and_then(find);
        let published_control = base.and_then(|name| rows.iter().find(|row| row.arm == name));
        let published_saving =
            published_control.and_then(|control| saving_of_means(control.nodes?, row.nodes?));
        let published_range = row.saving.map(|(low, high)| Range { low, high });
        let effect = control.and_then(|control| arm.effect(control));
        let prediction = control.zip(published_control).and_then(|(control, published)| {
            let study = PublishedStudy {
                trials: PAPER_TRIALS as usize,
                control: published.nodes.zip(published.deviation),
                treatment: row.nodes.zip(row.deviation),
            };
            predict_saving(&control.nodes, &arm.nodes, arm.design(), &study, 0.95)
        });
        let prediction = prediction.map(|prediction| Range::from(prediction.interval));
        let lies_within = prediction
            .zip(published_saving)
            .map(|(range, saving)| (range.low..=range.high).contains(&saving));
        let meets = published_range
            .zip(effect.as_ref().and_then(|effect| effect.saving_range))
            .map(|(published, own)| own.low <= published.high && published.low <= own.high);
        comparisons.push(Comparison {
            table: table.to_owned(),
            place: arm.place.clone(),
            published_nodes: row.nodes,
            control: control.map(|control| control.place.arm.clone()),
            published_saving,
            published_range,
            published_effect: row.effect,
            published_p_value: row.p_value.clone(),
            nodes: arm.nodes.mean(),
            makes: arm.mean(|row| row.makes),
            evaluations: arm.mean(|row| row.evaluations),
            saving: effect.as_ref().map(|effect| effect.saving),
            saving_range: effect.as_ref().and_then(|effect| effect.saving_range),
            effect: effect.as_ref().and_then(|effect| effect.glass_delta),
            p_value: effect.as_ref().and_then(|effect| effect.p_value),
            prediction,
            agrees: lies_within.or(meets),
        });
    }
    comparisons
}

/// Holm's correction over Move-to-Front against none in all published cells, each design by itself.
fn correct_family(arms: &mut [ArmSummary], tables: &[(String, Vec<Published>)]) {
    // Threat-ADS has a range and no rows.
    let rows = tables.iter().flat_map(|(_, rows)| rows).filter(|row| row.nodes.is_some());
    let published: std::collections::HashSet<String> = rows.map(|row| row.cell.to_string()).collect();
    for &design in Design::ALL {
        let mut family: Vec<&mut Effect> = arms
            .iter_mut()
            .filter(|arm| {
                arm.place.design == design
                    && arm.place.arm == FAMILY
                    && arm.control.as_deref() == Some(CONTROL)
                    && published.contains(&arm.place.cell)
            })
            .filter_map(|arm| arm.effect.as_mut().filter(|effect| effect.p_value.is_some()))
            .collect();
        let values: Vec<PValue> = family.iter().filter_map(|effect| effect.p_value).collect();
        for (effect, corrected) in family.iter_mut().zip(holm(&values)) {
            effect.holm_p_value = Some(corrected);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::cell::Start;
    use crate::published::{Reading, tables};

    #[test]
    fn a_published_cell_is_summed_up_and_compared() {
        let reading = Reading::default();
        let cell = reading.cell("othello", 2, 4, Start::Initial);
        let arms = ["none", "ads:mtf", "ads:transpose", "ads:mtf,limit=5"].map(str::to_owned);
        let mut plan = Plan {
            name: "test".into(),
            seed: 1,
            trials: 12,
            designs: Design::ALL.to_vec(),
            cells: Vec::new(),
            question: None,
            published: None,
        };
        plan.add_cell(&cell, &arms);
        let mut rows = Vec::new();
        crate::run::run(plan.trials().collect(), 2, &AtomicBool::new(false), |finished| {
            rows.extend(finished.into_iter().flat_map(|trial| trial.rows));
            Ok::<_, std::convert::Infallible>(())
        })
        .unwrap();
        let tables = tables(&reading);
        let summary = Summary::new(&plan, rows, &tables);
        assert_eq!(summary.arms.len(), 8);
        let mtf = summary.arms.iter().find(|arm| arm.place.arm == "ads:mtf").unwrap();
        let effect = mtf.effect.as_ref().unwrap();
        assert!(effect.holm_p_value.is_some() && effect.saving_range.is_some());
        assert!(mtf.trials == 12 && mtf.searches == 5.0 && mtf.list_lengths[0] > 0.0);
        // Tables 1, 7 and 12 show this cell, and both designs are compared.
        let shown: Vec<_> = summary
            .comparisons
            .iter()
            .filter(|row| row.place.arm == "ads:mtf")
            .map(|row| row.table.as_str())
            .collect();
        assert!(shown.contains(&"history-ads-1") && shown.contains(&"history-ads-7"), "{shown:?}");
        assert_eq!(summary.retentions.len(), 2);
        assert!(summary.comparisons.iter().all(|row| row.agrees.is_some() == (row.place.arm != "none")));
    }

    /// Rows as if every trial of an arm took these nodes.
    fn made_up(arms: &[(&str, u64)], cell: &Cell) -> (Plan, Vec<Row>) {
        let plan = Plan {
            name: "made up".into(),
            seed: 1,
            trials: 4,
            designs: vec![Design::Paired],
            cells: vec![(cell.clone(), arms.iter().map(|(arm, _)| (*arm).to_owned()).collect())],
            question: None,
            published: None,
        };
        let row = |arm: &str, trial: u32, nodes: u64| Row {
            searches: 1,
            nodes: nodes + u64::from(trial),
            ..Row::new(cell.to_string(), Design::Paired, arm, trial)
        };
        let rows = arms.iter().flat_map(|&(arm, nodes)| (0..4).map(move |trial| row(arm, trial, nodes)));
        (plan.clone(), rows.collect())
    }

    #[test]
    fn the_control_is_the_first_arm_and_selective_arms_have_their_own() {
        let cell = crate::abalone::cell(5);
        let arms = [("killer:2", 800), ("none clip=9", 300), ("ads:mtf", 400), ("killer:2 clip=9", 200)];
        let (plan, rows) = made_up(&arms, &cell);
        let summary = Summary::new(&plan, rows, &[]);
        let of = |name: &str| summary.arms.iter().find(|arm| arm.place.arm == name).unwrap();
        assert_eq!(of("ads:mtf").control.as_deref(), Some("killer:2"));
        assert!((of("ads:mtf").effect.as_ref().unwrap().saving - 50.0).abs() < 1.0);
        assert_eq!(of("killer:2 clip=9").control.as_deref(), Some("none clip=9"));
        for name in ["killer:2", "none clip=9"] {
            assert!(of(name).control.is_none() && of(name).effect.is_none(), "{name}");
        }
        assert!(of("none clip=9").place.label().ends_with("(selective)"));
        assert!(summary.alone.is_empty());
        let (plan, rows) = made_up(&arms[..2], &cell);
        assert_eq!(Summary::new(&plan, rows, &[]).alone.len(), 2);
    }

    #[test]
    fn stacked_arms_are_compared_with_what_is_below() {
        let cell = Reading::default().cell("virus", 4, 4, Start::Initial);
        let arms = [
            ("none", 1000),
            ("ads:mtf", 500),
            ("threat:mtf", 900),
            ("threat:mtf+ads:mtf", 450),
            ("threat:mtf+ads:mtf null-move=2", 100),
        ];
        let (plan, rows) = made_up(&arms, &cell);
        let summary = Summary::new(&plan, rows, &tables(&Reading::default()));
        let pairs: Vec<_> =
            summary.stacked.iter().map(|row| (row.place.arm.as_str(), row.on.as_str())).collect();
        assert_eq!(pairs, [("threat:mtf+ads:mtf", "ads:mtf"), ("threat:mtf+ads:mtf", "threat:mtf")]);
        assert!((summary.stacked[0].effect.saving - 10.0).abs() < 1.0);
        // The published range stands beside the measured saving.
        let row = summary.comparisons.iter().find(|row| row.table == "threat-ads").unwrap();
        assert_eq!(row.published_range, Some(Range { low: 5.0, high: 20.0 }));
        assert_eq!((row.place.arm.as_str(), row.agrees), ("threat:mtf", Some(true)));
    }

    #[test]
    fn published_selective_rows_refer_to_the_first_of_their_kind() {
        let reading = Reading::default();
        let plan = crate::reproduce::Selection::parse(&["abalone".to_owned()]).unwrap().plan(3, 1, &reading);
        let (cell, arms) = &plan.cells[0];
        let figures: Vec<_> = arms.iter().zip(1..).map(|(arm, n)| (arm.as_str(), 10_000 / n)).collect();
        let (made, rows) = made_up(&figures, cell);
        let summary = Summary::new(&made, rows, &tables(&reading));
        for row in &summary.comparisons {
            let control = row.control.as_deref();
            assert!(
                control.is_none_or(|control| Arm::is_selective(control) == row.place.selective),
                "{row:?}"
            );
            assert_eq!(row.saving.is_some(), control.is_some());
        }
        let stack = summary.comparisons.iter().find(|row| row.place.arm.starts_with("combined")).unwrap();
        assert!((stack.published_saving.unwrap() - 100.0 * (1.0 - 577_097.0 / 1_007_063.0)).abs() < 1e-9);
    }
}
