//! The league as one page with plots, in the style of the laboratory's reports.

use super::league::{GameLeague, League};
use super::standing::{Ratio, Standing};
use super::terminal::{interval, sentences, title};
use crate::cell::Start;
use crate::report::format::{count, fixed, optional, plural};
use crate::report::html;
use crate::report::html::table::{Table, head, heads};
use crate::report::markup::Markup;
use crate::report::names::game;
use crate::report::plots::ratios::{Row, panel};

/// The page as text.
#[must_use]
pub fn to_string(league: &League) -> String {
    html::document("Orderings: cutfirst report", |page| body(page, league))
}

fn body(page: &mut Markup, league: &League) {
    page.open("header", &[]);
    page.leaf("p", &[("class", &"kicker")], "cutfirst rank");
    page.leaf("h1", &[], "How good is an ordering?");
    page.close();
    page.open("main", &[]);
    what_was_run(page, league);
    if league.games.is_empty() {
        page.leaf("p", &[], "Nothing was measured.");
    } else {
        page.open("section", &[("id", &"verdict")]);
        page.leaf("h2", &[], "In short");
        page.open("ul", &[("class", &"verdict")]);
        for sentence in sentences(league) {
            page.leaf("li", &[], &sentence);
        }
        page.close();
        page.close();
        plots(page, league);
        tables(page, league);
    }
    page.close();
}

fn what_was_run(page: &mut Markup, league: &League) {
    page.open("section", &[("id", &"run")]);
    page.leaf("h2", &[], "What was run");
    page.open("dl", &[]);
    let context = &league.context;
    let facts = [
        ("Command", context.command.clone()),
        ("Version", format!("cutfirst {}", context.version)),
        ("Seed", league.seed.to_string()),
        ("Timings", format!("the least of {}", plural(league.repeat as usize, "repetition"))),
    ];
    let declared = context.parameters.iter().map(|(name, value)| (name.as_str(), value.clone()));
    for (index, (name, value)) in facts.into_iter().chain(declared).enumerate() {
        page.leaf("dt", &[], name);
        page.open("dd", &[]);
        page.leaf(if index == 0 { "code" } else { "span" }, &[], &value);
        page.close();
    }
    for cell in league.games.iter().flat_map(|game| &game.cells) {
        page.leaf("dt", &[], "Cell");
        page.leaf("dd", &[], cell);
    }
    page.close();
    page.leaf(
        "p",
        &[],
        "All orders search the same positions, which none of them chose, and find the same values. A ratio is the geometric \
         mean over fragments of games, of an order's nodes or time to those of the order it is compared with; below 1 it \
         needs less. Intervals are of 95 %. N/R compares with the replay bound, the tree in which the best move of each \
         node comes first; N/M with the smallest tree that proves the value.",
    );
    for note in &context.notes {
        page.leaf("p", &[("class", &"note")], note);
    }
    page.close();
}

fn plots(page: &mut Markup, league: &League) {
    page.open("section", &[("id", &"plots")]);
    page.leaf("h2", &[], "Beside each other");
    let nodes: fn(&Standing) -> Option<Ratio> = |standing| standing.nodes_ratio;
    let time: fn(&Standing) -> Option<Ratio> = |standing| standing.time_ratio;
    for (id, name, of) in [("nodes", "Nodes", nodes), ("time", "Time", time)] {
        page.open("figure", &[("id", &id)]);
        page.open("figcaption", &[]);
        page.leaf("h3", &[], &format!("{name} relative to one order"));
        page.leaf(
            "p",
            &[],
            "A dot is the geometric mean, with its 95 % interval, on a logarithmic scale; filled where the interval leaves out \
             1. Point at a dot for its figures.",
        );
        page.close();
        page.open("div", &[("class", &"panels wide")]);
        if !league.overall.is_empty() {
            let ratios: Vec<_> = league
                .overall
                .iter()
                .map(|own| (own.order.as_str(), if id == "nodes" { own.nodes_ratio } else { own.time_ratio }))
                .collect();
            draw(page, &format!("All {} games", league.games.len()), id, ratios);
        }
        for game in &league.games {
            let ratios: Vec<_> =
                game.standings.iter().filter_map(|own| Some((own.order.as_str(), of(own)?))).collect();
            draw(page, &panel_title(game), id, ratios);
        }
        page.close();
        page.open("p", &[("class", &"made")]);
        page.text("Made by ");
        page.leaf("code", &[], &league.context.command);
        page.text(&format!(" with cutfirst {}; seed {}.", league.context.version, league.seed));
        page.close();
        page.close();
    }
    page.close();
}

fn panel_title(league: &GameLeague) -> String {
    format!(
        "{}, {} players, depth {}, relative to {}",
        game(&league.game),
        league.players,
        league.depth,
        league.against
    )
}

/// The smallest ratio comes first.
fn draw(page: &mut Markup, title: &str, what: &str, mut ratios: Vec<(&str, Ratio)>) {
    ratios.sort_by(|(_, a), (_, b)| a.value.total_cmp(&b.value));
    let rows: Vec<_> = ratios
        .iter()
        .map(|(name, ratio)| Row { name, value: ratio.value, interval: ratio.low.zip(ratio.high) })
        .collect();
    panel(page, title, &format!("{what}, ratio"), &rows);
}

fn ratio(ratio: Option<Ratio>) -> [String; 2] {
    [optional(ratio.map(|ratio| ratio.value), 3), interval(ratio, 3)]
}

fn tables(page: &mut Markup, league: &League) {
    page.open("section", &[("id", &"tables")]);
    page.leaf("h2", &[], "Tables");
    if !league.overall.is_empty() {
        let caption = format!("Geometric mean over {} games", league.games.len());
        let columns = [
            head("order"),
            heads("nodes", &["ratio", "interval", "at worst", "in"]),
            head("first-move cuts, %"),
            head("N/R"),
            head("N/M"),
            heads("time", &["ratio", "interval", "at worst", "in", "seconds"]),
        ];
        let mut table = Table::open(page, &caption, &columns);
        for own in &league.overall {
            let mut row = vec![own.order.clone()];
            row.extend(ratio(Some(own.nodes_ratio)));
            row.extend([fixed(own.worst_nodes.ratio, 3), game(&own.worst_nodes.game)]);
            row.push(optional(own.first_move_cuts, 1));
            row.extend([optional(own.over_replay, 2), optional(own.over_minimum, 2)]);
            row.extend(ratio(Some(own.time_ratio)));
            row.extend([fixed(own.worst_time.ratio, 3), game(&own.worst_time.game), fixed(own.seconds, 2)]);
            table.row(&row);
        }
        table.close();
    }
    for game in &league.games {
        game_table(page, game);
    }
    page.close();
}

fn game_table(page: &mut Markup, league: &GameLeague) {
    let columns = [
        head("order"),
        heads("nodes", &["per search", "ratio", "interval", "initial", "midgame"]),
        head("first-move cuts, %"),
        heads("N/R", &["ratio", "interval"]),
        heads("N/M", &["ratio", "interval"]),
        heads("per node", &["makes", "evaluations", "ns"]),
        heads("time", &["ratio", "interval", "seconds"]),
    ];
    let mut table = Table::open(page, &title(league), &columns);
    for own in &league.standings {
        let mut row = vec![own.order.clone(), count(own.nodes as f64 / f64::from(league.searches.max(1)))];
        row.extend(ratio(own.nodes_ratio));
        for start in [Start::Initial, Start::Midgame] {
            let of_start = own.by_start.iter().find(|of_start| of_start.start == start);
            let value = of_start.and_then(|of_start| of_start.nodes_ratio).map(|ratio| ratio.value);
            row.push(optional(value, 3));
        }
        row.push(optional(own.first_move_cuts, 1));
        row.extend(ratio(own.over_replay));
        row.extend(ratio(own.over_minimum));
        row.extend([fixed(own.makes_per_node, 3), fixed(own.evaluations_per_node, 3)]);
        row.push(fixed(own.nanoseconds_per_node, 0));
        row.extend(ratio(own.time_ratio));
        row.push(fixed(own.seconds, 2));
        table.row(&row);
    }
    table.close();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::sample;
    use crate::report::markup::check_balanced;

    #[test]
    fn the_page_is_whole_and_loads_nothing() {
        let league = sample::league();
        let page = to_string(&league);
        check_balanced(&page);
        assert!(!page.contains("<script") && page.contains("cutfirst rank &lt;script&gt;"));
        assert!(!page.contains("NaN") && !page.contains("None") && !page.contains(">inf"));
        for reference in ["http:", "https:", "src=", "url(", "@import", "<link"] {
            assert!(!page.contains(reference), "{reference}");
        }
        // Nodes and time of each game and of all.
        assert_eq!(page.matches("role=\"img\" aria-label=\"").count(), 2 * 3);
        assert_eq!(page.matches("<table").count(), 3);
        let dots: usize = league.games.iter().map(|game| game.standings.len()).sum();
        assert_eq!(page.matches("<title>").count(), 1 + 2 * (dots + league.overall.len()));
    }

    #[test]
    fn a_league_of_nothing_is_a_page() {
        let page = to_string(&League::new(&[], sample::context()));
        check_balanced(&page);
        assert!(page.contains("Nothing was measured."));
    }
}
