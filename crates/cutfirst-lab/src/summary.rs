//! What the rows of a plan say: every arm against its control, against the published figures, and
//! shortened lists against full ones.

use std::collections::HashMap;

use serde::Serialize;

use crate::cell::{Cell, Design, Row};
use crate::plan::Plan;
use crate::published::{PAPER_TRIALS, Published};
use crate::statistics::{
    self, Bootstrap, PValue, PublishedStudy, Sample, cliffs_delta, geometric_mean_ratio, glass_delta, holm,
    mann_whitney, predict_saving, retained_saving, saving_of_means, saving_with_interval, wilcoxon,
};

/// The order that every other is measured against.
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
    /// The order under test.
    pub arm: String,
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
        }
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
    /// Against the control; none for the control itself.
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
    pub p_value: Option<String>,
    /// The same corrected over the family of all published Move-to-Front cells.
    pub holm_p_value: Option<String>,
    /// Paired design: geometric mean of arm / control.
    pub ratio: Option<f64>,
    /// Its interval.
    pub ratio_range: Option<Range>,
    #[serde(skip)]
    p: Option<PValue>,
    #[serde(skip)]
    holm_p: Option<PValue>,
}

impl Effect {
    /// Whether the p-value, or the corrected one, is below `level`; none if there is no such value.
    #[must_use]
    pub fn is_significant(&self, level: f64, corrected: bool) -> Option<bool> {
        let p = if corrected { self.holm_p } else { self.p };
        p.map(|p| p.value() < level)
    }
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
    pub published_nodes: f64,
    /// Published saving in percent, from the means.
    pub published_saving: Option<f64>,
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
    /// Measured Glass's delta.
    pub effect: Option<f64>,
    /// Measured p-value.
    pub p_value: Option<String>,
    /// Where a study of the published size should find the saving, judging by ours.
    pub prediction: Option<Range>,
    /// Whether the published saving lies there.
    pub agrees: Option<bool>,
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
    pub p_value: Option<String>,
}

/// Everything a report shows.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The plan's name.
    pub plan: String,
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
        let mut arms = Vec::new();
        let mut comparisons = Vec::new();
        let mut retentions = Vec::new();
        for &design in &plan.designs {
            for (cell, names) in &plan.cells {
                let measured: Vec<Measured> = names
                    .iter()
                    .filter_map(|arm| {
                        let rows = by_arm.remove(&(cell.to_string(), design, arm.clone()))?;
                        Measured::new(Place::new(cell, design, arm), rows)
                    })
                    .collect();
                let control = measured.iter().find(|arm| arm.place.arm == CONTROL);
                let full = measured.iter().find(|arm| arm.place.arm == FULL_LIST);
                arms.extend(measured.iter().map(|arm| arm.summary(control)));
                if let (Some(control), Some(full)) = (control, full) {
                    let reduced = measured.iter().filter(|arm| is_reduced(&arm.place.arm));
                    retentions.extend(reduced.filter_map(|arm| arm.retention(control, full)));
                }
                for (name, published) in tables {
                    comparisons.extend(compare(name, cell, published, &measured, control));
                }
            }
        }
        correct_family(&mut arms, tables);
        let order = |name: &str| tables.iter().position(|(table, _)| table == name);
        comparisons.sort_by_key(|comparison| order(&comparison.table));
        Self { plan: plan.name.clone(), seed: plan.seed, trials: plan.trials, arms, comparisons, retentions }
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
        let effect = control.filter(|control| control.place.arm != self.place.arm);
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
            effect: effect.and_then(|control| self.effect(control)),
        }
    }

    fn effect(&self, control: &Self) -> Option<Effect> {
        let saving = saving_of_means(control.nodes.mean(), self.nodes.mean())?;
        let estimate = (!self.is_paired() || self.same_trials(control))
            .then(|| saving_with_interval(&control.nodes, &self.nodes, self.design(), &BOOTSTRAP))
            .flatten();
        let p = self.p_value(control);
        let ratio = self.ratio(control);
        Some(Effect {
            saving,
            saving_range: estimate.map(|estimate| estimate.interval.into()),
            interior_saving: saving_of_means(control.interior.mean(), self.interior.mean()),
            glass_delta: glass_delta(&control.nodes, &self.nodes),
            cliffs_delta: cliffs_delta(&control.nodes, &self.nodes),
            p_value: p.map(|p| p.to_string()),
            holm_p_value: None,
            ratio: ratio.map(|ratio| ratio.value),
            ratio_range: ratio.map(|ratio| ratio.interval.into()),
            p,
            holm_p: None,
        })
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
            p_value: self.p_value(full).map(|p| p.to_string()),
        })
    }
}

/// The published rows of one cell beside what was measured.
fn compare(
    table: &str,
    cell: &Cell,
    published: &[Published],
    measured: &[Measured],
    control: Option<&Measured>,
) -> Vec<Comparison> {
    let rows: Vec<_> = published.iter().filter(|row| row.cell == *cell).collect();
    let published_control = rows.iter().find(|row| row.arm == CONTROL);
    let mut comparisons = Vec::new();
    for row in &rows {
        let Some(arm) = measured.iter().find(|arm| arm.place.arm == row.arm) else { continue };
        let treated = row.arm != CONTROL;
        let published_saving = published_control
            .filter(|_| treated)
            .and_then(|control| saving_of_means(control.nodes, row.nodes));
        let effect = control.filter(|_| treated).and_then(|control| arm.effect(control));
        let prediction =
            control.filter(|_| treated).zip(published_control).and_then(|(control, published)| {
                let study = PublishedStudy {
                    trials: PAPER_TRIALS as usize,
                    control: published.deviation.map(|deviation| (published.nodes, deviation)),
                    treatment: row.deviation.map(|deviation| (row.nodes, deviation)),
                };
                predict_saving(&control.nodes, &arm.nodes, arm.design(), &study, 0.95)
            });
        let prediction = prediction.map(|prediction| Range::from(prediction.interval));
        comparisons.push(Comparison {
            table: table.to_owned(),
            place: arm.place.clone(),
            published_nodes: row.nodes,
            published_saving,
            published_effect: row.effect,
            published_p_value: row.p_value.clone(),
            nodes: arm.nodes.mean(),
            makes: arm.mean(|row| row.makes),
            evaluations: arm.mean(|row| row.evaluations),
            saving: effect.as_ref().map(|effect| effect.saving),
            effect: effect.as_ref().and_then(|effect| effect.glass_delta),
            p_value: effect.and_then(|effect| effect.p_value),
            prediction,
            agrees: prediction
                .zip(published_saving)
                .map(|(range, saving)| (range.low..=range.high).contains(&saving)),
        });
    }
    comparisons
}

/// Holm's correction over Move-to-Front against none in all published cells, each design by itself.
fn correct_family(arms: &mut [ArmSummary], tables: &[(String, Vec<Published>)]) {
    let published: std::collections::HashSet<String> =
        tables.iter().flat_map(|(_, rows)| rows).map(|row| row.cell.to_string()).collect();
    for &design in Design::ALL {
        let mut family: Vec<&mut Effect> = arms
            .iter_mut()
            .filter(|arm| {
                arm.place.design == design && arm.place.arm == FAMILY && published.contains(&arm.place.cell)
            })
            .filter_map(|arm| arm.effect.as_mut().filter(|effect| effect.p.is_some()))
            .collect();
        let values: Vec<PValue> = family.iter().filter_map(|effect| effect.p).collect();
        for (effect, corrected) in family.iter_mut().zip(holm(&values)) {
            effect.holm_p_value = Some(corrected.to_string());
            effect.holm_p = Some(corrected);
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
}
