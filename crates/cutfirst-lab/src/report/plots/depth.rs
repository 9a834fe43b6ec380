//! Saving against depth: killers, history and adaptive lists in one game at several depths, a panel per
//! game and start.

use super::{all_arms, close_panel, dot, legend_of_arms, line, open_panel, whisker};
use crate::report::format::{plural, with_range};
use crate::report::markup::Markup;
use crate::report::names::{distinct, game_and_players};
use crate::report::svg::{self, Extent, Frame, Scale};
use crate::summary::{ArmSummary, Effect, Place, Summary};

/// How far apart the whiskers of neighbouring arms are.
const DODGE: f64 = 5.0;

/// Everything that decides a cell but its depth, with the design.
fn series(place: &Place) -> String {
    let ply = format!("/{}-ply/", place.ply);
    format!("{} {}", place.cell.replacen(&ply, "/*/", 1), place.design)
}

/// Whether the order's first heuristic is one that learns from cuts.
fn is_shown(arm: &str) -> bool {
    ["killer", "history", "ads"].iter().any(|family| arm.starts_with(family))
}

/// A panel per series with at least two depths; false if there is none.
pub(crate) fn write(markup: &mut Markup, summary: &Summary) -> bool {
    let measured: Vec<(&ArmSummary, &Effect)> = summary
        .arms
        .iter()
        .filter(|arm| is_shown(&arm.place.arm))
        .filter_map(|arm| Some((arm, arm.effect.as_ref()?)))
        .collect();
    let mut by_series: Vec<(String, Vec<(&ArmSummary, &Effect)>)> = Vec::new();
    for item in measured {
        let name = series(&item.0.place);
        match by_series.iter_mut().find(|(known, _)| *known == name) {
            Some((_, items)) => items.push(item),
            None => by_series.push((name, vec![item])),
        }
    }
    by_series.retain(|(_, items)| distinct(items.iter().map(|(arm, _)| arm.place.ply)).len() > 1);
    if by_series.is_empty() {
        return false;
    }
    let shown =
        |name: &&str| by_series.iter().any(|(_, items)| items.iter().any(|(arm, _)| arm.place.arm == **name));
    let arms: Vec<(usize, &str)> =
        all_arms(summary).into_iter().enumerate().filter(|(_, name)| shown(name)).collect();
    legend_of_arms(markup, summary, |name| shown(&name));
    markup.open("div", &[("class", &"panels")]);
    for (_, items) in &by_series {
        panel(markup, items, &arms);
    }
    markup.close();
    true
}

fn panel(markup: &mut Markup, items: &[(&ArmSummary, &Effect)], arms: &[(usize, &str)]) {
    let mut plies = distinct(items.iter().map(|(arm, _)| arm.place.ply));
    plies.sort_unstable();
    let savings = items.iter().flat_map(|(_, effect)| {
        let range = effect.saving_range.map(|range| [range.low, range.high]);
        range.into_iter().flatten().chain([effect.saving])
    });
    let Some(savings) = Extent::of(savings) else { return };
    let place = &items[0].0.place;
    let frame = Frame::new(360.0, 260.0);
    let depths =
        Extent::of(plies.iter().map(|&ply| f64::from(ply))).unwrap_or(Extent { low: 0.0, high: 1.0 });
    let mut x = Scale::linear(depths, (frame.left + 30.0, frame.right - 30.0), 4);
    x.ticks = plies.iter().map(|&ply| f64::from(ply)).collect();
    let y = Scale::linear(savings.including(0.0).padded(0.05), (frame.bottom, frame.top), 5);
    let title = format!("{}, {}, {} design", game_and_players(place), place.start, place.design);
    let label =
        format!("{title}: saving of {} at {}.", plural(arms.len(), "arm"), plural(plies.len(), "depth"));
    open_panel(markup, &frame, &title, &label);
    svg::x_axis(markup, &frame, &x, "depth, plies");
    svg::y_axis(markup, &frame, &y, "saving, %");
    svg::rule(markup, (frame.left, y.at(0.0)), (frame.right, y.at(0.0)));
    let dodge = DODGE.min(50.0 / arms.len() as f64);
    for (place, &(index, arm)) in arms.iter().enumerate() {
        let shift = (place as f64 - (arms.len() - 1) as f64 / 2.0) * dodge;
        let found = |ply: u32| items.iter().find(|(item, _)| item.place.arm == arm && item.place.ply == ply);
        let at = |ply: u32, saving: f64| (x.at(f64::from(ply)) + shift, y.at(saving));
        let places: Vec<_> =
            plies.iter().map(|&ply| found(ply).map(|(_, effect)| at(ply, effect.saving))).collect();
        line(markup, index, &places);
        for &ply in &plies {
            let Some((_, effect)) = found(ply) else { continue };
            if let Some(range) = effect.saving_range {
                whisker(markup, index, at(ply, 0.0).0, &y, range.low, range.high);
            }
            let saving = with_range(Some(effect.saving), effect.saving_range, 1);
            let title = format!("{arm}, {ply}-ply: saves {saving} %");
            dot(markup, index, at(ply, effect.saving), true, &title);
        }
    }
    close_panel(markup);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn a_series_needs_two_depths() {
        let mut markup = Markup::new();
        assert!(write(&mut markup, &sample::summary()));
        let text = markup.finish();
        // Othello in two designs; checkers has one depth only.
        assert_eq!(text.matches("role=\"img\"").count(), 2, "{text}");
        assert!(!text.contains("Checkers"));
        assert!(!write(&mut Markup::new(), &sample::one_trial()));
    }
}
