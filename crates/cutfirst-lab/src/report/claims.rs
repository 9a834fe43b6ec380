//! What the papers claim, and whether it holds in what was measured.

use super::answer::{Share, Verdict, in_size, main_design, verdicts};
use super::document::Section;
use super::format::{fixed, from_to};
use super::names::{CellTitles, Group, distinct, game_and_players, groups};
use super::table::{Field, Table, Value, field};
use crate::summary::{CONTROL, FULL_LIST, Place, Range, Summary};

/// One claim.
struct Claim {
    claim: &'static str,
    verdict: String,
    evidence: String,
}

/// The claims of the History-ADS and space-depth papers, as far as their arms were measured.
pub(super) fn section(summary: &Summary) -> Section {
    let fields: [Field<Claim>; 3] = [
        field(&["claim"], "claim", 0, |row| Value::Text(row.claim.to_owned())),
        field(&["verdict"], "verdict", 0, |row| Value::Text(row.verdict.clone())),
        field(&["evidence"], "evidence", 0, |row| Value::Text(row.evidence.clone())),
    ];
    let mut table = Table::new("Claims of the papers", "claims", &fields);
    // Sentences are too long for columns of a terminal, which has the answer in words.
    table.in_terminal = false;
    table.open = true;
    for claim in claims(summary) {
        table.row(&fields, &claim);
    }
    let text = "\"Most\" means more than half of the full list's saving, judged by the lower end of the 95 % interval. Cells are \
                those of the paired design, unless it is said otherwise.";
    Section {
        id: "claims",
        title: "The claims".to_owned(),
        text: vec![text.to_owned()],
        tables: vec![table],
        ..Section::default()
    }
}

/// "holds", "holds in 3 of 4 cells" or "does not hold".
fn holds(share: Share) -> String {
    match share.count {
        count if count == share.of => "holds".to_owned(),
        0 => "does not hold".to_owned(),
        count => format!("holds in {count} of {} cells", share.of),
    }
}

fn claims(summary: &Summary) -> Vec<Claim> {
    let Some(design) = main_design(summary) else { return Vec::new() };
    let of_design: Vec<Group<'_>> =
        groups(summary).into_iter().filter(|group| group.place.design == design).collect();
    let titles = CellTitles::new(summary);
    let found = verdicts(summary);
    let mut claims = Vec::new();
    if let Some(verdict) = found.iter().find(|verdict| verdict.design == design) {
        claims.extend(saves(&of_design, verdict, &titles));
        claims.extend(beats_transposition(verdict));
        claims.extend(grows_with_depth(&of_design));
    }
    for (arm, claim) in [
        ("ads:mtf,limit=20", "A list of 20 keeps most of the savings"),
        ("ads:mtf,limit=5", "A list of 5 keeps most of the savings"),
        ("ads:mtf,per-level", "Lists per level keep most of the savings"),
    ] {
        claims.extend(keeps(summary, design, arm, claim));
    }
    claims.extend(beaten(&of_design, "ads:set", "An unordered set of cutters is no match for the list"));
    for arm in ["killer:2", "history:square"] {
        let claim = match arm {
            "killer:2" => "Move-to-Front saves more than killers (not tabulated in the papers)",
            _ => "Move-to-Front saves more than history (not tabulated in the papers)",
        };
        claims.extend(beaten(&of_design, arm, claim));
    }
    claims.extend(threat(summary, &found, design));
    let agrees: Vec<_> = found
        .iter()
        .filter(|verdict| verdict.agrees.of > 0)
        .map(|verdict| {
            format!("{} of {} in the {} design", verdict.agrees.count, verdict.agrees.of, verdict.design)
        })
        .collect();
    let of_main = found.iter().find(|verdict| verdict.design == design && verdict.agrees.of > 0);
    if let Some(verdict) = of_main {
        claims.push(Claim {
            claim: "The savings have the published size",
            verdict: in_size(verdict.agrees, summary).to_owned(),
            evidence: format!("published rows in our prediction interval: {}", agrees.join(", ")),
        });
    }
    claims
}

/// The saving of an arm against generation order.
fn saving(group: &Group<'_>, name: &str) -> Option<f64> {
    let arm =
        group.arms.iter().find(|arm| arm.place.arm == name && arm.control.as_deref() == Some(CONTROL))?;
    arm.effect.as_ref().map(|effect| effect.saving)
}

fn nodes(group: &Group<'_>, name: &str) -> Option<f64> {
    group.arms.iter().find(|arm| arm.place.arm == name).map(|arm| arm.nodes)
}

fn saves(groups: &[Group<'_>], verdict: &Verdict, titles: &CellTitles) -> Option<Claim> {
    let savings = groups.iter().filter_map(|group| Some((saving(group, FULL_LIST)?, group.place)));
    let savings: Vec<(f64, &Place)> = savings.collect();
    let least = savings.iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
    let most = savings.iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
    let test = if verdict.corrected { "after Holm's correction" } else { "without correction" };
    Some(Claim {
        claim: "History-ADS with Move-to-Front saves nodes in every game",
        verdict: holds(verdict.saves),
        evidence: format!(
            "{} of {} cells, significantly in {} {test}; from {} % ({}) to {} % ({})",
            verdict.saves.count,
            verdict.saves.of,
            verdict.significant.count,
            fixed(least.0, 1),
            titles.of(least.1),
            fixed(most.0, 1),
            titles.of(most.1)
        ),
    })
}

fn beats_transposition(verdict: &Verdict) -> Option<Claim> {
    let share = verdict.beats_transpose;
    (share.of > 0).then(|| Claim {
        claim: "Move-to-Front beats Transposition everywhere",
        verdict: holds(share),
        evidence: format!("fewer nodes in {} of {} cells", share.count, share.of),
    })
}

fn grows_with_depth(groups: &[Group<'_>]) -> Option<Claim> {
    let name = |place: &Place| format!("{}, {}", game_and_players(place), place.start);
    let mut share = Share::default();
    let mut shown = Vec::new();
    for series in distinct(groups.iter().map(|group| name(group.place))) {
        let mut depths: Vec<(u32, f64)> = groups
            .iter()
            .filter(|group| name(group.place) == series)
            .filter_map(|group| Some((group.place.ply, saving(group, FULL_LIST)?)))
            .collect();
        depths.sort_by_key(|(ply, _)| *ply);
        if depths.len() < 2 {
            continue;
        }
        share.add(depths.windows(2).all(|pair| pair[0].1 < pair[1].1));
        let savings: Vec<_> = depths.iter().map(|(_, saving)| fixed(*saving, 0)).collect();
        let plies: Vec<_> = depths.iter().map(|(ply, _)| ply.to_string()).collect();
        shown.push(format!("{series}: {} % at {} plies", savings.join(" → "), plies.join(", ")));
    }
    (share.of > 0).then(|| Claim {
        claim: "Savings grow with depth",
        verdict: holds(share).replace("cells", "series"),
        evidence: shown.join("; "),
    })
}

fn keeps(summary: &Summary, design: crate::cell::Design, arm: &str, claim: &'static str) -> Option<Claim> {
    let rows = summary.retentions.iter().filter(|row| row.place.design == design && row.place.arm == arm);
    let rows: Vec<_> = rows.collect();
    let kept = rows.iter().map(|row| 100.0 * row.retained);
    let (low, high) = (kept.clone().reduce(f64::min)?, kept.reduce(f64::max)?);
    let mut share = Share::default();
    rows.iter().for_each(|row| share.add(row.retained_range.is_some_and(|range| range.low > 0.5)));
    let whole = rows.iter().filter(|row| row.retained >= 1.0).count();
    Some(Claim {
        claim,
        verdict: holds(share),
        evidence: format!(
            "keeps {} % of the saving; the lower bound is above half in {} of {} cells; as good as the full list or better in {whole}",
            from_to(Range { low, high }, 0),
            share.count,
            share.of
        ),
    })
}

fn beaten(groups: &[Group<'_>], arm: &str, claim: &'static str) -> Option<Claim> {
    let mut share = Share::default();
    for group in groups {
        if let Some((full, other)) = nodes(group, FULL_LIST).zip(nodes(group, arm)) {
            share.add(full < other);
        }
    }
    let savings = groups.iter().filter_map(|group| saving(group, arm));
    let (low, high) = (savings.clone().reduce(f64::min)?, savings.reduce(f64::max)?);
    Some(Claim {
        claim,
        verdict: holds(share),
        evidence: format!(
            "ads:mtf needs fewer nodes than {arm} in {} of {} cells; {arm} saves {} %",
            share.count,
            share.of,
            from_to(Range { low, high }, 0)
        ),
    })
}

fn threat(summary: &Summary, found: &[Verdict], design: crate::cell::Design) -> Option<Claim> {
    let share = found.iter().find(|verdict| verdict.design == design)?.threat_agrees;
    let stacked = summary.stacked.iter().filter(|row| {
        row.place.design == design && row.place.arm.starts_with("threat:") && row.on == FULL_LIST
    });
    let (mut helps, mut of) = (0, 0);
    for row in stacked {
        of += 1;
        helps += usize::from(row.effect.saving > 0.0);
    }
    (share.of > 0).then(|| Claim {
        claim: "Threat-ADS saves 5 to 20 %",
        verdict: holds(share),
        evidence: format!(
            "its interval meets the range in {} of {} cells; before ads:mtf it saves more than ads:mtf alone in {helps} of {of} rows",
            share.count, share.of
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn claims_are_judged_by_what_was_measured() {
        let claims = claims(&sample::summary());
        let of = |start: &str| claims.iter().find(|claim| claim.claim.starts_with(start)).expect(start);
        assert_eq!(of("History-ADS with").verdict, "holds");
        assert!(
            of("History-ADS with").evidence.starts_with("3 of 3 cells"),
            "{}",
            of("History-ADS with").evidence
        );
        assert_eq!(of("Move-to-Front beats").evidence, "fewer nodes in 3 of 3 cells");
        assert!(of("Savings grow").evidence.contains("Othello, 2 players, initial"));
        assert!(of("A list of 5").evidence.starts_with("keeps "));
        assert!(
            claims.iter().all(|claim| !claim.claim.starts_with("A list of 20")),
            "nothing that was not measured"
        );
    }

    #[test]
    fn where_nothing_was_measured_nothing_is_claimed() {
        assert!(claims(&sample::empty()).is_empty());
        assert!(section(&sample::without_control()).is_empty());
    }
}
