//! The short answer: does the list save nodes, which rule is better, and do the published figures hold?

use serde::Serialize;

use super::format::plural;
use super::names::{designs, groups};
use crate::cell::Design;
use crate::summary::{ArmSummary, CONTROL, FULL_LIST, Summary};

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
    fn add(&mut self, holds: bool) {
        self.of += 1;
        self.count += usize::from(holds);
    }
}

/// What the cells of one design say.
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
}

/// One verdict per design.
#[must_use]
pub fn verdicts(summary: &Summary) -> Vec<Verdict> {
    designs(summary).into_iter().map(|design| verdict(summary, design)).collect()
}

fn verdict(summary: &Summary, design: Design) -> Verdict {
    let [mut saves, mut significant, mut beats_transpose, mut agrees] = [Share::default(); 4];
    let groups: Vec<_> = groups(summary).into_iter().filter(|group| group.place.design == design).collect();
    // Corrected values exist for the family of published cells only; others are not mixed with them.
    let is_corrected =
        |arm: &&ArmSummary| arm.effect.as_ref().is_some_and(|effect| effect.holm_p_value.is_some());
    let corrected = groups.iter().flat_map(|group| &group.arms).any(is_corrected);
    for group in &groups {
        let arm = |name: &str| group.arms.iter().copied().find(|arm| arm.place.arm == name);
        let Some(mtf) = arm(FULL_LIST) else { continue };
        if arm(CONTROL).is_some()
            && let Some(effect) = &mtf.effect
        {
            saves.add(effect.saving > 0.0);
            if let Some(below) = effect.is_significant(LEVEL, corrected) {
                significant.add(effect.saving > 0.0 && below);
            }
        }
        if let Some(transpose) = arm(TRANSPOSE) {
            beats_transpose.add(mtf.nodes < transpose.nodes);
        }
    }
    for comparison in summary.comparisons.iter().filter(|comparison| comparison.place.design == design) {
        if let Some(holds) = comparison.agrees {
            agrees.add(holds);
        }
    }
    Verdict { design, saves, significant, corrected, beats_transpose, agrees }
}

impl Verdict {
    /// What it says, a sentence each; nothing about what was not measured.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        let mut say = |share: Share, text: String| {
            if share.of > 0 {
                sentences.push(text);
            }
        };
        let of = |share: Share, what: &str| format!("{} of {}", share.count, plural(share.of, what));
        say(self.saves, format!("Move-to-Front saves nodes in {}.", of(self.saves, "cell")));
        let test = if self.corrected { "after Holm's correction" } else { "without correction" };
        let significant = of(self.significant, "cell");
        say(self.significant, format!("Its saving is significant in {significant} (p < {LEVEL} {test})."));
        let better = of(self.beats_transpose, "cell");
        say(self.beats_transpose, format!("It needs fewer nodes than Transpose in {better}."));
        let agrees = of(self.agrees, "published row");
        say(self.agrees, format!("The published saving lies in the 95 % prediction interval in {agrees}."));
        sentences
    }
}

/// The control of an arm's cell: its mean node count.
pub(crate) fn control_nodes(arms: &[&ArmSummary]) -> Option<f64> {
    arms.iter().find(|arm| arm.place.arm == CONTROL).map(|arm| arm.nodes)
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
            assert_eq!(verdict.sentences().len(), 4);
        }
    }

    #[test]
    fn nothing_is_said_about_nothing() {
        assert_eq!(verdicts(&sample::empty()), []);
        let alone = sample::without_control();
        assert!(verdicts(&alone).iter().all(|verdict| verdict.sentences().is_empty()));
    }
}
