//! Where an order stands in one game: what it needs, beside another order and beside the bounds.

use serde::Serialize;

use super::measure::{FragmentResult, Work};
use crate::cell::Start;
use crate::statistics::{Estimate, Sample, geometric_mean_ratio, mean};

/// All intervals are of 95 %.
pub(super) const CONFIDENCE: f64 = 0.95;

/// A ratio with its interval, which a single fragment does not have.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Ratio {
    /// The geometric mean over the fragments.
    pub value: f64,
    /// The lower end of the 95 % interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl Ratio {
    /// Without an interval.
    pub(super) fn alone(value: f64) -> Self {
        Self { value, low: None, high: None }
    }

    /// Treatment over control on the same fragments; `None` without any, or where one needs nothing.
    fn of(control: &[f64], treatment: &[f64]) -> Option<Self> {
        if let (Ok(control), Ok(treatment)) = (Sample::new(control.to_vec()), Sample::new(treatment.to_vec()))
            && let Some(estimate) = geometric_mean_ratio(&control, &treatment, CONFIDENCE)
        {
            return Some(estimate.into());
        }
        let logs: Vec<f64> = control.iter().zip(treatment).map(|(c, t)| (t / c).ln()).collect();
        mean(&logs).map(f64::exp).filter(|value| value.is_normal()).map(Self::alone)
    }
}

impl From<Estimate> for Ratio {
    fn from(estimate: Estimate) -> Self {
        let Estimate { value, interval } = estimate;
        Self { value, low: Some(interval.low), high: Some(interval.high) }
    }
}

/// The ratio of nodes from one kind of start.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct StartRatio {
    /// The start.
    pub start: Start,
    /// Nodes relative to the other order.
    pub nodes_ratio: Option<Ratio>,
    /// Time relative to the other order.
    pub time_ratio: Option<Ratio>,
}

/// What an order needed in all fragments of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// The order.
    pub order: String,
    /// Nodes entered, all searches together.
    pub nodes: u64,
    /// Moves made.
    pub makes: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// Nodes cut off.
    pub cutoffs: u64,
    /// Of these, by the first move.
    pub first_move_cutoffs: u64,
    /// Time to depth, all searches together.
    pub seconds: f64,
    /// Nodes relative to the order compared with.
    pub nodes_ratio: Option<Ratio>,
    /// Time relative to the order compared with.
    pub time_ratio: Option<Ratio>,
    /// The same by start, if there are several.
    pub by_start: Vec<StartRatio>,
    /// Cut-offs by the first move, in percent.
    pub first_move_cuts: Option<f64>,
    /// Nodes over the replay bound: N/R.
    pub over_replay: Option<Ratio>,
    /// Nodes over the exact minimum: N/M.
    pub over_minimum: Option<Ratio>,
    /// Moves made per node.
    pub makes_per_node: f64,
    /// Positions evaluated per node.
    pub evaluations_per_node: f64,
    /// Nanoseconds per node.
    pub nanoseconds_per_node: f64,
}

/// What a fragment took an order.
type Cost = fn(&Work) -> f64;

pub(super) const NODES: Cost = |work| work.counts.total as f64;
pub(super) const TIME: Cost = |work| work.seconds;

/// A cost of an order in each fragment.
pub(super) fn costs<'a>(
    fragments: impl IntoIterator<Item = &'a FragmentResult>,
    order: usize,
    cost: Cost,
) -> Vec<f64> {
    fragments.into_iter().map(|fragment| cost(&fragment.work[order])).collect()
}

impl Standing {
    /// Where the order of this index stands, compared with the one of index `against`.
    pub(super) fn new(name: &str, order: usize, against: usize, fragments: &[FragmentResult]) -> Self {
        let ratio = |cost: Cost| Ratio::of(&costs(fragments, against, cost), &costs(fragments, order, cost));
        let starts: Vec<Start> = Start::ALL
            .iter()
            .copied()
            .filter(|&start| fragments.iter().any(|fragment| fragment.start == start))
            .collect();
        let of_start = |start: Start| {
            let own = || fragments.iter().filter(move |fragment| fragment.start == start);
            let ratio = |cost: Cost| Ratio::of(&costs(own(), against, cost), &costs(own(), order, cost));
            StartRatio { start, nodes_ratio: ratio(NODES), time_ratio: ratio(TIME) }
        };
        let over = |bound: fn(&FragmentResult) -> Option<u64>| {
            let bounds: Option<Vec<f64>> =
                fragments.iter().map(|fragment| bound(fragment).map(|nodes| nodes as f64)).collect();
            Ratio::of(&bounds?, &costs(fragments, order, NODES))
        };
        let work = fragments.iter().map(|fragment| fragment.work[order]);
        let sum = work.fold(Work::default(), |sum, work| Work {
            counts: sum.counts + work.counts,
            seconds: sum.seconds + work.seconds,
        });
        let per_node = |value: f64| value / sum.counts.total.max(1) as f64;
        let percent = 100.0 * sum.counts.first_move_cutoffs as f64 / sum.counts.cutoffs.max(1) as f64;
        Self {
            order: name.to_owned(),
            nodes: sum.counts.total,
            makes: sum.counts.makes,
            evaluations: sum.counts.evaluations,
            cutoffs: sum.counts.cutoffs,
            first_move_cutoffs: sum.counts.first_move_cutoffs,
            seconds: sum.seconds,
            nodes_ratio: ratio(NODES),
            time_ratio: ratio(TIME),
            by_start: if starts.len() > 1 { starts.into_iter().map(of_start).collect() } else { Vec::new() },
            first_move_cuts: (sum.counts.cutoffs > 0).then_some(percent),
            over_replay: over(|fragment| fragment.replay),
            over_minimum: over(|fragment| fragment.minimum),
            makes_per_node: per_node(sum.counts.makes as f64),
            evaluations_per_node: per_node(sum.counts.evaluations as f64),
            nanoseconds_per_node: per_node(sum.seconds * 1e9),
        }
    }
}

#[cfg(test)]
mod tests {
    use cutfirst::search::Counts;

    use super::*;

    fn fragment(start: Start, nodes: [u64; 2], replay: Option<u64>) -> FragmentResult {
        let work = |total: u64| {
            let mut counts = Counts::default();
            (counts.total, counts.makes) = (total, 2 * total);
            (counts.cutoffs, counts.first_move_cutoffs) = (total / 2, total / 4);
            Work { counts, seconds: total as f64 * 1e-7 }
        };
        FragmentResult { start, searches: 5, work: nodes.map(work).to_vec(), replay, minimum: None }
    }

    #[test]
    fn ratios_are_geometric_means_over_fragments() {
        let fragments = [
            fragment(Start::Initial, [100, 200], Some(50)),
            fragment(Start::Midgame, [1000, 8000], Some(1000)),
        ];
        let standing = Standing::new("none", 1, 0, &fragments);
        let ratio = standing.nodes_ratio.unwrap();
        assert!((ratio.value - 4.0).abs() < 1e-12 && ratio.low.unwrap() < 4.0 && ratio.high.unwrap() > 4.0);
        assert!((standing.over_replay.unwrap().value - 32_f64.sqrt()).abs() < 1e-12);
        assert_eq!(standing.over_minimum, None);
        assert_eq!((standing.nodes, standing.makes), (8200, 16400));
        assert_eq!((standing.makes_per_node, standing.first_move_cuts), (2.0, Some(50.0)));
        assert!((standing.nanoseconds_per_node - 100.0).abs() < 1e-9);
        let by_start: Vec<_> =
            standing.by_start.iter().map(|own| own.nodes_ratio.unwrap().value.round()).collect();
        assert_eq!(by_start, [2.0, 8.0]);
        // One fragment has a ratio but no interval.
        assert_eq!(standing.by_start[0].nodes_ratio.unwrap().low, None);
        let itself = Standing::new("ads:mtf", 0, 0, &fragments).nodes_ratio.unwrap();
        assert_eq!((itself.value, itself.low, itself.high), (1.0, Some(1.0), Some(1.0)));
    }

    #[test]
    fn nothing_measured_is_nothing_said() {
        let standing = Standing::new("none", 0, 0, &[]);
        assert_eq!(
            (standing.nodes_ratio, standing.over_replay, standing.first_move_cuts),
            (None, None, None)
        );
        assert_eq!((standing.nodes, standing.makes_per_node), (0, 0.0));
    }

    #[test]
    fn a_bound_that_some_fragment_lacks_is_none() {
        let fragments =
            [fragment(Start::Initial, [100, 200], Some(50)), fragment(Start::Initial, [100, 200], None)];
        let standing = Standing::new("none", 1, 0, &fragments);
        assert_eq!(standing.over_replay, None);
        assert!(standing.by_start.is_empty());
        assert!(standing.nodes_ratio.unwrap().low > Some(1.0));
    }
}
