//! The short answer: what was asked, what came out, and why it differs from what was published.

use serde::Serialize;

use super::format::{fixed, from_to, percent, plural};
use super::names::{designs, distinct, game, groups, paper_of, sentence_case};
use crate::cell::Design;
use crate::plan::UNNAMED;
use crate::published::PAPER_TRIALS;
use crate::statistics::{Estimate, Sample, quantile, stratified_ratio};
use crate::summary::{ArmSummary, CONTROL, FULL_LIST, Place, Range, Summary};

/// The rule that Move-to-Front is measured against.
const TRANSPOSE: &str = "ads:transpose";

/// Below this a p-value counts as significant.
pub const LEVEL: f64 = 0.05;

/// So many of so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Share {
    /// How many are so.
    pub count: usize,
    /// Of how many.
    pub of: usize,
}

impl Share {
    pub(super) fn add(&mut self, holds: bool) {
        self.of += 1;
        self.count += usize::from(holds);
    }

    fn of_what(self, what: &str) -> String {
        format!("{} of {}", self.count, plural(self.of, what))
    }
}

/// What the cells of one design say about Move-to-Front and about what was published.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Verdict {
    /// The design.
    pub design: Design,
    /// Cells in which Move-to-Front saves nodes in the mean.
    pub saves: Share,
    /// Cells in which the difference between Move-to-Front and none is significant and a saving.
    pub significant: Share,
    /// Whether the p-values of `significant` are Holm's.
    pub corrected: bool,
    /// Cells in which Move-to-Front needs fewer nodes than Transpose in the mean.
    pub beats_transpose: Share,
    /// Published savings within the prediction interval.
    pub agrees: Share,
    /// Cells in which Threat-ADS saves what the paper says, as far as its interval goes.
    pub threat_agrees: Share,
}

/// One verdict per design.
#[must_use]
pub fn verdicts(summary: &Summary) -> Vec<Verdict> {
    designs(summary).into_iter().map(|design| verdict(summary, design)).collect()
}

fn verdict(summary: &Summary, design: Design) -> Verdict {
    let [mut saves, mut significant, mut beats_transpose, mut agrees, mut threat_agrees] =
        [Share::default(); 5];
    let groups: Vec<_> = groups(summary).into_iter().filter(|group| group.place.design == design).collect();
    // Corrected values exist for the family of published cells only; others are not mixed with them.
    let is_corrected =
        |arm: &&ArmSummary| arm.effect.as_ref().is_some_and(|effect| effect.holm_p_value.is_some());
    let corrected = groups.iter().flat_map(|group| &group.arms).any(is_corrected);
    for group in &groups {
        let arm = |name: &str| group.arms.iter().copied().find(|arm| arm.place.arm == name);
        let Some(mtf) = arm(FULL_LIST) else { continue };
        if mtf.control.as_deref() == Some(CONTROL)
            && let Some(effect) = &mtf.effect
        {
            saves.add(effect.saving > 0.0);
            if let Some(p) = if corrected { effect.holm_p_value } else { effect.p_value } {
                significant.add(effect.saving > 0.0 && p.value() < LEVEL);
            }
        }
        if let Some(transpose) = arm(TRANSPOSE) {
            beats_transpose.add(mtf.nodes < transpose.nodes);
        }
    }
    for comparison in summary.comparisons.iter().filter(|comparison| comparison.place.design == design) {
        if let Some(holds) = comparison.agrees {
            let share = if comparison.published_range.is_some() { &mut threat_agrees } else { &mut agrees };
            share.add(holds);
        }
    }
    Verdict { design, saves, significant, corrected, beats_transpose, agrees, threat_agrees }
}

/// The paired design, in which all arms meet the same positions, if there is one.
pub(crate) fn main_design(summary: &Summary) -> Option<Design> {
    let designs = designs(summary);
    designs.iter().copied().find(|design| *design == Design::Paired).or(designs.first().copied())
}

/// What was asked.
pub(crate) fn question(summary: &Summary) -> String {
    if let Some(question) = &summary.question {
        return question.clone();
    }
    if !summary.reproduces {
        return match summary.plan.as_str() {
            UNNAMED => "Which arm needs the fewest nodes?".to_owned(),
            name => format!("{}: which arm needs the fewest nodes?", sentence_case(name)),
        };
    }
    let papers = distinct(summary.comparisons.iter().map(|row| paper_of(&row.table)));
    match &papers[..] {
        ["Threat-ADS"] => "Does Threat-ADS save as many nodes as its authors say?".to_owned(),
        [paper] => format!("Do the node savings of the {paper} paper come out again?"),
        _ => "Do the node savings that the papers print come out again?".to_owned(),
    }
}

/// The answer, a sentence each; nothing about what was not measured.
pub(crate) fn answer(summary: &Summary) -> Vec<String> {
    if summary.arms.is_empty() {
        return vec!["Nothing has been measured yet.".to_owned()];
    }
    // A plan of one's own asks which arm is best, even where something was published about its cells.
    let mut sentences = if summary.reproduces { published(summary) } else { overall(summary) };
    if summary.arms.iter().all(|arm| arm.effect.is_none()) {
        sentences.push(
            "No arm is compared with another: a cell needs at least two exact arms, or two selective ones."
                .to_owned(),
        );
    } else if !summary.alone.is_empty() {
        sentences.push(format!("Nothing to compare in: {}.", summary.alone.join("; ")));
    }
    if sentences.is_empty() {
        sentences.push("No published saving has a measured counterpart yet.".to_owned());
    }
    sentences
}

/// Whether savings have the published size in most cases. Few trials have wide intervals, in which almost anything lies.
pub(super) fn in_size(agrees: Share, summary: &Summary) -> &'static str {
    match 2 * agrees.count >= agrees.of {
        true if summary.trials < PAPER_TRIALS => "not to be told with so few trials",
        true => "mostly yes",
        false => "mostly not",
    }
}

/// What the main design says about what was published: what saves, how its size compares, and what else is claimed.
fn published(summary: &Summary) -> Vec<String> {
    let main = main_design(summary);
    let Some(verdict) = verdicts(summary).into_iter().find(|verdict| Some(verdict.design) == main) else {
        return Vec::new();
    };
    let Verdict { saves, significant, agrees, beats_transpose, .. } = verdict;
    let size = format!("{} lie in the 95 % prediction interval", agrees.of_what("published saving"));
    let mut sentences = Vec::new();
    if saves.of > 0 {
        let in_short = match saves.count == saves.of && agrees.of > 0 {
            true => format!("In direction yes, in size {}: ", in_size(agrees, summary)),
            false => String::new(),
        };
        let test = if verdict.corrected { "after Holm's correction" } else { "without correction" };
        let size = if agrees.of > 0 { format!(", and {size}") } else { String::new() };
        sentences.push(format!(
            "{in_short}Move-to-Front saves nodes in {}, significantly in {} (p < {LEVEL} {test}){size}.",
            saves.of_what("cell"),
            significant.count,
        ));
    } else if agrees.of > 0 {
        sentences.push(format!("Of the savings of other arms, {size}."));
    }
    let mut further = Vec::new();
    if beats_transpose.of > 0 {
        further.push(format!(
            "Move-to-Front needs fewer nodes than Transpose in {}",
            beats_transpose.of_what("cell")
        ));
    }
    let rows = summary.comparisons.iter().filter(|row| row.place.design == verdict.design);
    let rows: Vec<_> = rows.filter_map(|row| Some((row.published_range?, row.saving?))).collect();
    if let Some(((published, _), savings)) = rows.first().zip(extent(rows.iter().map(|(_, saving)| *saving)))
    {
        let (savings, published) = (from_to(savings, 1), from_to(*published, 0));
        let agrees = match verdict.threat_agrees {
            Share { of: 0, .. } => String::new(),
            share => format!(", and agrees in {}", share.of_what("cell")),
        };
        further.push(format!(
            "Threat-ADS (`threat:mtf`) saves {savings} % where {published} % are published{agrees}"
        ));
    }
    if !further.is_empty() {
        // Where nothing else was published, that is what was asked.
        let place = if verdict.agrees.of > 0 { sentences.len() } else { 0 };
        sentences.insert(place, format!("{}.", further.join("; ")));
    }
    sentences
}

fn extent(values: impl Iterator<Item = f64>) -> Option<Range> {
    values.fold(None, |range: Option<Range>, value| {
        let Range { low, high } = range.unwrap_or(Range { low: value, high: value });
        Some(Range { low: low.min(value), high: high.max(value) })
    })
}

/// An arm over all cells in which it was compared with its control.
pub(crate) struct Overall<'a> {
    /// One of its measurements.
    pub(crate) arm: &'a ArmSummary,
    /// The arm it is compared with.
    pub(crate) control: &'a str,
    /// Geometric mean over cells of nodes over the control's.
    pub(crate) ratio: f64,
    /// Its interval, if every cell has two trials or more.
    pub(crate) interval: Option<Range>,
    /// Cells in which it needs fewer nodes.
    fewer: Share,
}

/// Every arm over all its cells in the main design, the fewest nodes first.
pub(crate) fn over_all_cells(summary: &Summary) -> Vec<Overall<'_>> {
    let design = main_design(summary);
    let arms: Vec<&ArmSummary> = summary.arms.iter().filter(|arm| Some(arm.place.design) == design).collect();
    let mut found: Vec<Overall<'_>> = Vec::new();
    for (name, control) in
        distinct(arms.iter().filter_map(|arm| Some((arm.place.arm.as_str(), arm.control.as_deref()?))))
    {
        let pairs: Vec<(&ArmSummary, &ArmSummary)> = arms
            .iter()
            .filter(|arm| arm.place.arm == name && arm.control.as_deref() == Some(control))
            .filter_map(|arm| {
                let control =
                    arms.iter().find(|c| c.place.cell == arm.place.cell && c.place.arm == control)?;
                Some((*arm, *control))
            })
            .filter(|(arm, control)| arm.nodes > 0.0 && control.nodes > 0.0)
            .collect();
        let Some((arm, _)) = pairs.first() else { continue };
        let logs = pairs.iter().map(|(arm, control)| (arm.nodes / control.nodes).ln());
        let of_means = (logs.sum::<f64>() / pairs.len() as f64).exp();
        let estimate = if arm.place.design == Design::Paired { paired_estimate(&pairs) } else { None };
        let mut fewer = Share::default();
        pairs.iter().for_each(|(arm, control)| fewer.add(arm.nodes < control.nodes));
        found.push(Overall {
            arm,
            control,
            ratio: estimate.as_ref().map_or(of_means, |estimate| estimate.value),
            interval: estimate.map(|estimate| estimate.interval.into()),
            fewer,
        });
    }
    found.sort_by(|a, b| a.ratio.total_cmp(&b.ratio));
    found
}

fn paired_estimate(pairs: &[(&ArmSummary, &ArmSummary)]) -> Option<Estimate> {
    let samples = |arm: &ArmSummary| Sample::from_counts(&arm.samples).ok();
    let groups: Vec<_> =
        pairs.iter().map(|(arm, control)| Some((samples(control)?, samples(arm)?))).collect::<Option<_>>()?;
    stratified_ratio(&groups, 0.95)
}

/// What a plan of one's own says.
fn overall(summary: &Summary) -> Vec<String> {
    let mut sentences = Vec::new();
    let all = over_all_cells(summary);
    for selective in [false, true] {
        let kind: Vec<_> = all.iter().filter(|own| own.arm.place.selective == selective).collect();
        let Some(best) = kind.first() else { continue };
        let needs =
            |own: &Overall<'_>| format!("`{}` {}", own.arm.place.label(), percent(own.ratio, own.interval));
        let (of, fewest, none) = match selective {
            true => ("Of the selective arms, which may find other values, ", "fewest nodes", "none needs"),
            false => ("", "Fewest nodes", "No arm needs"),
        };
        let control = best.control;
        let over = plural(best.fewer.of, "cell");
        let mut text = if best.ratio < 1.0 {
            let (best, fewer) = (needs(best), best.fewer.of_what("cell"));
            format!(
                "{of}{fewest}: {best} of the nodes of the control `{control}` (geometric mean over {over}; fewer in {fewer})"
            )
        } else {
            let best = needs(best);
            format!(
                "{of}{none} fewer nodes than the control `{control}`; nearest {best} (geometric mean over {over})"
            )
        };
        let next: Vec<_> = kind.iter().skip(1).take(3).map(|own| needs(own)).collect();
        if !next.is_empty() {
            text.push_str(&format!("; then {}", next.join(", ")));
        }
        sentences.push(format!("{text}."));
    }
    sentences
}

/// What a reproduction with fewer trials than the papers' cannot show.
fn few_trials(summary: &Summary, design: Design) -> Option<String> {
    if !summary.reproduces || summary.trials >= PAPER_TRIALS {
        return None;
    }
    let trials = plural(summary.trials as usize, "trial");
    let mut text = format!("A cell has {trials} where the papers' have {PAPER_TRIALS}");
    let cells = groups(summary).iter().filter(|group| group.place.design == design).count();
    // The smallest p-value of Wilcoxon's test: all differences have one sign.
    let smallest = 2.0 * 0.5_f64.powi(summary.trials.min(1000) as i32);
    if design == Design::Paired && smallest * cells as f64 >= LEVEL {
        text.push_str(&format!(
            ": too few for any saving to be significant after correction for {}",
            plural(cells, "cell")
        ));
    }
    Some(text + ".")
}

/// Why figures differ from the published ones, or how to read them.
pub(crate) fn why(summary: &Summary) -> Vec<String> {
    let Some(design) = main_design(summary) else { return Vec::new() };
    let mut sentences = Vec::new();
    let rows = summary.comparisons.iter().filter(|row| summary.reproduces && row.place.design == design);
    let differences: Vec<(&Place, f64)> =
        rows.filter_map(|row| Some((&row.place, row.saving? - row.published_saving?))).collect();
    if let Some(all) = median(differences.iter().map(|(_, points)| *points)) {
        sentences.push(
            "The papers do not print the evaluations they searched with, and how much an order saves depends on them more \
             than on anything else; ours are under \"What was run\"."
                .to_owned(),
        );
        let of_game = |(name, players): (&str, usize)| {
            let own = differences.iter().filter(|(place, _)| place.game == name && place.players == players);
            let points = median(own.map(|(_, points)| *points)).unwrap_or(0.0);
            format!("{} ({players}) {points:+.0}", game(name))
        };
        let games = distinct(differences.iter().map(|(place, _)| (place.game.as_str(), place.players)));
        sentences.push(format!(
            "Measured savings minus published ones have a median of {} points, and every game, with its number of players, has its own: {}.",
            fixed(all, 0),
            games.into_iter().map(of_game).collect::<Vec<_>>().join(", ")
        ));
    } else if !summary.reproduces {
        sentences.extend(published(summary));
    }
    sentences.extend(few_trials(summary, design));
    sentences.push(match design {
        Design::Paired => {
            "All arms search the same positions, which none of them chose (paired design), so that small \
                           differences show; p-values are Wilcoxon's."
                .to_owned()
        }
        Design::Paper => {
            "As in the papers every arm plays its own games (paper design), so that arms also differ in the \
                          positions they met; p-values are Mann-Whitney's."
                .to_owned()
        }
    });
    let paper = verdicts(summary).into_iter().find(|own| own.design == Design::Paper && own.design != design);
    if let Some(agrees) = paper.map(|own| own.agrees).filter(|agrees| summary.reproduces && agrees.of > 0) {
        sentences.push(format!(
            "Where every arm plays its own games, as in the papers, samples differ more and {} lie in the wider prediction \
             interval.",
            agrees.of_what("published saving")
        ));
    }
    if !summary.reproduces {
        sentences.push(
            "A saving is the share of the control's nodes that an arm does not need; intervals are of 95 %, and p-values \
             that were not declared beforehand are not corrected for their number."
                .to_owned(),
        );
    }
    sentences
}

fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    (!sorted.is_empty()).then(|| quantile(&sorted, 0.5))
}

/// The mean node count of the arm that another one is compared with.
pub(crate) fn control_nodes(arm: &ArmSummary, arms: &[&ArmSummary]) -> Option<f64> {
    let control = arm.control.as_deref()?;
    arms.iter().find(|other| other.place.arm == control).map(|other| other.nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn every_cell_counts_once_a_design() {
        let summary = sample::summary();
        let verdicts = verdicts(&summary);
        assert_eq!(verdicts.len(), 2);
        for verdict in verdicts {
            assert_eq!(verdict.saves, Share { count: 3, of: 3 });
            assert_eq!(verdict.beats_transpose, Share { count: 3, of: 3 });
            assert!(verdict.corrected && verdict.agrees.of > 0);
        }
        let answer = answer(&summary).join(" ");
        assert!(answer.starts_with("In direction yes, in size "), "{answer}");
        assert!(
            answer.contains(": Move-to-Front saves nodes in 3 of 3 cells, significantly in "),
            "{answer}"
        );
        assert!(answer.contains(" published savings lie in the 95 % prediction interval."), "{answer}");
        assert_eq!(why(&summary).len(), 5);
        assert!(why(&summary).contains(&"A cell has 12 trials where the papers' have 50.".to_owned()));
        let fewer = Summary { trials: 4, ..summary.clone() };
        let [some, none] = [12, 1].map(|count| Share { count, of: 12 });
        let told = |share, summary| in_size(share, summary);
        assert_eq!(told(some, &fewer), "not to be told with so few trials");
        assert_eq!(told(none, &fewer), "mostly not");
        assert_eq!(told(some, &Summary { trials: 50, ..summary.clone() }), "mostly yes");
        assert!(
            why(&fewer)[2]
                .ends_with("too few for any saving to be significant after correction for 3 cells.")
        );
        assert_eq!(why(&Summary { trials: 50, ..summary }).len(), 4);
    }

    #[test]
    fn nothing_is_said_about_nothing() {
        assert_eq!(verdicts(&sample::empty()), []);
        assert_eq!(answer(&sample::empty()), ["Nothing has been measured yet."]);
        let alone = answer(&sample::without_control()).join(" ");
        assert!(alone.contains("No arm is compared with another"), "{alone}");
    }

    #[test]
    fn a_plan_of_ones_own_names_the_best_arm_of_each_kind() {
        let answer = answer(&sample::selective());
        assert!(answer[0].starts_with("Fewest nodes: `ads:mtf` "), "{answer:?}");
        assert!(answer[0].contains("of the control `killer:2`"), "{answer:?}");
        assert!(answer[1].starts_with("Of the selective arms"), "{answer:?}");
    }
}
