//! What a league says: who needs the fewest nodes and the least time, with every figure beneath.

use super::contest::Skipped;
use super::league::{GameLeague, League, Overall};
use super::standing::{Ratio, Standing};
use crate::cell::Start;
use crate::report::Document;
use crate::report::document::{Figure, Section};
use crate::report::format::{fixed, from_to, plural, whole};
use crate::report::names::{distinct, game};
use crate::report::plots::ratios;
use crate::report::table::{DATA, Field, Table, Value, field};
use crate::summary::Range;

/// The report of a league.
#[must_use]
pub fn document(league: &League) -> Document {
    let context = &league.context;
    let mut facts = vec![
        ("Version".to_owned(), format!("cutfirst {}", context.version)),
        ("Seed".to_owned(), league.seed.to_string()),
        ("Timings".to_owned(), format!("the least of {}", plural(league.repeat as usize, "repetition"))),
    ];
    facts.extend(context.parameters.iter().cloned());
    facts.extend(
        league.games.iter().flat_map(|game| &game.cells).map(|cell| ("Cell".to_owned(), cell.clone())),
    );
    let names: Vec<_> =
        league.games.iter().map(|own| format!("{} with {} players", game(&own.game), own.players)).collect();
    let question = match &names[..] {
        [] => "Which order needs the fewest nodes, and which the least time?".to_owned(),
        names => {
            format!("Which order needs the fewest nodes, and which the least time, in {}?", names.join(", "))
        }
    };
    let mut sections = vec![tables(league)];
    if league.games.len() > 1 {
        sections.push(Section {
            id: "games",
            title: "Game by game".to_owned(),
            figures: [figure(league, "nodes", false), figure(league, "time", false)]
                .into_iter()
                .flatten()
                .collect(),
            ..Section::default()
        });
    } else {
        let time = figure(league, "time", false);
        sections.push(Section {
            id: "time",
            title: "Time".to_owned(),
            figures: time.into_iter().collect(),
            ..Section::default()
        });
    }
    sections.retain(|section| !section.is_empty());
    if sections.is_empty() {
        sections.push(tables(league));
    }
    Document {
        kind: "cutfirst rank",
        title: "Orderings: cutfirst report".to_owned(),
        question,
        verdict: verdict(league),
        picture: figure(league, "nodes", true),
        why: vec![
            "All orders search the same positions, which none of them chose, and find the same values; a ratio is the geometric \
             mean over fragments of games, below 1 the order needs less than the one it is compared with."
                .to_owned(),
            "N/R compares with the replay bound, the tree in which the best move of each node comes first; N/M with the smallest \
             tree that proves the value."
                .to_owned(),
            "Fewer nodes are not always less time: an order that evaluates or sorts more pays for it at every node.".to_owned(),
        ],
        command: context.command.clone(),
        facts,
        notes: context.notes.iter().cloned().chain(skipped(league)).collect(),
        sections,
        whole: serde_json::to_string_pretty(league).ok().map(|text| (super::LEAGUE, text + "\n")),
        files: Vec::new(),
    }
}

/// What the tables say in short, and what they leave out.
fn verdict(league: &League) -> Vec<String> {
    if league.games.is_empty() {
        return vec!["Nothing was measured.".to_owned()];
    }
    let mut sentences = Vec::new();
    let fastest = league.overall.iter().min_by(|a, b| a.time_ratio.value.total_cmp(&b.time_ratio.value));
    if let (Some(fewest), Some(fastest)) = (league.overall.first(), fastest) {
        sentences.push(format!(
            "Over all games: fewest nodes `{}` at {}, least time `{}` at {}.",
            fewest.order,
            with_interval(fewest.nodes_ratio),
            fastest.order,
            with_interval(fastest.time_ratio)
        ));
    }
    for own in &league.games {
        if let (Some(fewest), Some(fastest)) = (own.standings.first(), own.fastest())
            && let (Some(nodes), Some(time)) = (fewest.nodes_ratio, fastest.time_ratio)
        {
            sentences.push(format!(
                "{}, {} players: fewest nodes `{}` at {}, least time `{}` at {}, relative to `{}`.",
                game(&own.game),
                own.players,
                fewest.order,
                with_interval(nodes),
                fastest.order,
                with_interval(time),
                own.against
            ));
            if range(nodes).is_none_or(|range| (range.low..range.high).contains(&1.0)) {
                sentences
                    .push(format!("Too few positions to tell `{}` from `{}`.", fewest.order, own.against));
            }
        }
        let cuts = own.standings.iter().filter_map(|standing| standing.first_move_cuts);
        if own.algorithm == "max-n" && cuts.clone().next().is_none() {
            sentences.push(
                "Max-N cut nothing off here, as it hardly ever does: no order can matter then.".to_owned(),
            );
        }
    }
    if !league.not_in_all.is_empty() {
        sentences.push(format!("Not in every game, and so not over all: {}.", league.not_in_all.join(", ")));
    }
    sentences
}

/// What could not be compared, and why.
fn skipped(league: &League) -> Vec<String> {
    let of_game = |own: &GameLeague| {
        let name = game(&own.game);
        let sentence =
            move |skipped: &Skipped| format!("{name} has no `{}`: {}.", skipped.order, skipped.reason);
        own.skipped.iter().map(sentence).collect::<Vec<_>>()
    };
    league.games.iter().flat_map(of_game).collect()
}

fn range(ratio: Ratio) -> Option<Range> {
    ratio.low.zip(ratio.high).map(|(low, high)| Range { low, high })
}

/// `0.73 [0.71 to 0.75]`.
fn with_interval(ratio: Ratio) -> String {
    let interval = range(ratio).map_or_else(String::new, |range| format!(" [{}]", from_to(range, 3)));
    format!("{}{interval}", fixed(ratio.value, 3))
}

/// A picture of all ratios: over all games, or a panel for each.
fn figure(league: &League, what: &'static str, in_short: bool) -> Option<Figure> {
    let orders =
        distinct(league.games.iter().flat_map(|game| game.standings.iter().map(|own| own.order.as_str())));
    let row = |order: &str, ratio: Ratio| ratios::Row {
        name: order.to_owned(),
        color: orders.iter().position(|known| *known == order).unwrap_or(0),
        value: ratio.value,
        interval: ratio.low.zip(ratio.high),
    };
    let mut panels: Vec<(String, Vec<ratios::Row>)> = Vec::new();
    if in_short && !league.overall.is_empty() {
        let of = |own: &Overall| row(&own.order, own.nodes_ratio);
        panels.push((format!("All {} games", league.games.len()), league.overall.iter().map(of).collect()));
    } else {
        panels.extend(league.games.iter().map(|own| {
            let title = format!(
                "{}, {} players, depth {}, relative to {}",
                game(&own.game),
                own.players,
                own.depth,
                own.against
            );
            let of = |standing: &Standing| {
                let ratio = if what == "nodes" { standing.nodes_ratio } else { standing.time_ratio };
                ratio.map(|ratio| row(&standing.order, ratio))
            };
            (title, own.standings.iter().filter_map(of).collect())
        }));
    }
    panels.retain(|(_, rows)| !rows.is_empty());
    let id = if in_short { format!("{what}-in-short") } else { what.to_owned() };
    let title = format!("{} relative to one order", game(what));
    let caption = "Geometric means with their 95 % intervals on a logarithmic scale; filled where the interval leaves out 1.";
    Figure::new(id, title, caption, |markup| {
        markup.open("div", &[("class", &"panels wide")]);
        for (title, rows) in &mut panels {
            rows.sort_by(|a, b| a.value.total_cmp(&b.value));
            ratios::panel(markup, title, &format!("{what}, ratio"), rows);
        }
        markup.close();
        !panels.is_empty()
    })
}

/// A row of a game's table.
type OfGame<'a> = (&'a GameLeague, &'a Standing);

fn ratio(ratio: Option<Ratio>, decimals: usize) -> Value {
    Value::Estimate(ratio.map(|ratio| ratio.value), ratio.and_then(range), decimals)
}

fn of_start(own: &Standing, start: Start) -> Value {
    let of_start = own.by_start.iter().find(|of_start| of_start.start == start);
    Value::fixed(of_start.and_then(|of_start| of_start.nodes_ratio).map(|ratio| ratio.value), 2)
}

fn game_fields<'a>() -> Vec<Field<OfGame<'a>>> {
    vec![
        field(&["order"], "order", 0, |(_, own): &OfGame<'_>| Value::Code(own.order.clone())),
        field(&["game"], "", DATA, |(game, _)| Value::Text(game.game.clone())),
        field(&["players"], "", DATA, |(game, _)| Value::Count(game.players as f64)),
        field(&["variant"], "", DATA, |(game, _)| Value::Text(game.variant.clone())),
        field(&["evaluation"], "", DATA, |(game, _)| Value::Text(game.evaluation.clone())),
        field(&["algorithm"], "", DATA, |(game, _)| Value::Text(game.algorithm.to_owned())),
        field(&["depth"], "", DATA, |(game, _)| Value::Count(f64::from(game.depth))),
        field(&["table_mib"], "", DATA, |(game, _)| Value::Count(game.table as f64)),
        field(&["deepen"], "", DATA, |(game, _)| Value::Bool(game.deepen)),
        field(&["fragments"], "", DATA, |(game, _)| Value::Count(f64::from(game.fragments))),
        field(&["searches"], "", DATA, |(game, _)| Value::Count(f64::from(game.searches))),
        field(&["against"], "", DATA, |(game, _)| Value::Text(game.against.clone())),
        field(&["nodes"], "", DATA, |(_, own)| Value::Count(own.nodes as f64)),
        field(&["nodes_per_search"], "nodes\nper search", 5, |(game, own)| {
            Value::Count(own.nodes as f64 / f64::from(game.searches.max(1)))
        }),
        field(
            &["nodes_ratio", "nodes_ratio_low", "nodes_ratio_high"],
            "nodes\nratio [95 %]",
            0,
            |(_, own)| ratio(own.nodes_ratio, 3),
        ),
        field(&["nodes_ratio_initial"], "from\nstart", 7, |(_, own)| of_start(own, Start::Initial)),
        field(&["nodes_ratio_midgame"], "from\nmidgame", 7, |(_, own)| of_start(own, Start::Midgame)),
        field(&["first_move_cuts_percent"], "first\ncuts %", 3, |(_, own)| {
            Value::fixed(own.first_move_cuts, 1)
        }),
        field(
            &["nodes_over_replay", "nodes_over_replay_low", "nodes_over_replay_high"],
            "N/R",
            2,
            |(_, own)| ratio(own.over_replay, 2),
        ),
        field(
            &["nodes_over_minimum", "nodes_over_minimum_low", "nodes_over_minimum_high"],
            "N/M",
            2,
            |(_, own)| ratio(own.over_minimum, 2),
        ),
        field(&["makes_per_node"], "makes\n/node", 6, |(_, own)| Value::Fixed(own.makes_per_node, 2)),
        field(&["evaluations_per_node"], "evals\n/node", 6, |(_, own)| {
            Value::Fixed(own.evaluations_per_node, 2)
        }),
        field(&["nanoseconds_per_node"], "ns\n/node", 4, |(_, own)| {
            Value::Fixed(own.nanoseconds_per_node, 0)
        }),
        field(&["time_ratio", "time_ratio_low", "time_ratio_high"], "time\nratio [95 %]", 1, |(_, own)| {
            ratio(own.time_ratio, 3)
        }),
        field(&["seconds"], "time to\ndepth, s", 4, |(_, own)| Value::Fixed(own.seconds, 2)),
    ]
}

fn overall_fields() -> Vec<Field<Overall>> {
    vec![
        field(&["order"], "order", 0, |own: &Overall| Value::Code(own.order.clone())),
        field(&["nodes_ratio", "nodes_ratio_low", "nodes_ratio_high"], "nodes\nratio [95 %]", 0, |own| {
            ratio(Some(own.nodes_ratio), 3)
        }),
        field(&["worst_nodes"], "at\nworst", 3, |own| Value::Fixed(own.worst_nodes.ratio, 2)),
        field(&["worst_nodes_game"], "in", 3, |own| Value::Text(own.worst_nodes.game.clone())),
        field(&["first_move_cuts_percent"], "first\ncuts %", 4, |own| Value::fixed(own.first_move_cuts, 1)),
        field(&["nodes_over_replay"], "N/R", 2, |own| Value::fixed(own.over_replay, 2)),
        field(&["nodes_over_minimum"], "N/M", 2, |own| Value::fixed(own.over_minimum, 2)),
        field(&["time_ratio", "time_ratio_low", "time_ratio_high"], "time\nratio [95 %]", 1, |own| {
            ratio(Some(own.time_ratio), 3)
        }),
        field(&["worst_time"], "at\nworst", 3, |own| Value::Fixed(own.worst_time.ratio, 2)),
        field(&["worst_time_game"], "in", 3, |own| Value::Text(own.worst_time.game.clone())),
        field(&["seconds"], "time to\ndepth, s", 5, |own| Value::Fixed(own.seconds, 2)),
    ]
}

fn tables(league: &League) -> Section {
    let (of_game, of_all) = (game_fields(), overall_fields());
    let mut tables = Vec::new();
    for own in &league.games {
        let mut table = Table::new(title(own), "league", &of_game);
        own.standings.iter().for_each(|standing| table.row(&of_game, &(own, standing)));
        tables.push(table);
    }
    if league.games.is_empty() {
        tables.push(Table::new("", "league", &of_game));
    }
    let mut table =
        Table::new(format!("Geometric mean over {}", plural(league.games.len(), "game")), "league", &of_all);
    league.overall.iter().for_each(|own| table.row(&of_all, own));
    tables.push(table);
    Section { id: "tables", title: "The league".to_owned(), tables, ..Section::default() }
}

/// A game's heading.
fn title(league: &GameLeague) -> String {
    let GameLeague { players, algorithm, evaluation, depth, table, .. } = league;
    let variant = if league.variant.is_empty() { String::new() } else { format!(" ({})", league.variant) };
    let table = if *table > 0 { format!(", table {table} MiB") } else { String::new() };
    let deepen = if league.deepen { ", deepening" } else { "" };
    let searches = if league.searches == 1 {
        "1 search".to_owned()
    } else {
        format!("{} searches", whole(league.searches as usize))
    };
    format!(
        "{}{variant}, {players} players, {algorithm}, evaluation {evaluation}, {}{table}{deepen}: {searches} in {}, relative to {}",
        game(&league.game),
        if *depth == 1 { "1 ply".to_owned() } else { format!("{depth} plies") },
        plural(league.fragments as usize, "fragment"),
        league.against,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::sample;
    use crate::report::markup::check_balanced;
    use crate::report::table::length;

    fn shown(width: usize) -> String {
        let mut out = Vec::new();
        document(&sample::league()).write_text(&mut out, width).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_answer_comes_first_and_says_how_many_players() {
        let text = shown(200);
        let first = text.lines().next().unwrap();
        assert!(first.contains("Othello with 2 players, Chinese checkers with "), "{first}");
        assert!(text.contains("Over all games: fewest nodes "), "{text}");
        assert!(text.contains("Othello, 2 players, alpha-beta, evaluation play, 3 plies: 8 searches in 4 fragments, relative to ads:mtf"), "{text}");
        assert!(text.contains("Geometric mean over 2 games"), "{text}");
        assert!(
            text.contains("Othello has no `threat:mtf+ads:mtf`: the order 'threat' ranks opponents"),
            "{text}"
        );
        // Without a minimum its column is left out.
        let table = text.split("═\n").nth(1).unwrap();
        assert!(!table.contains("N/M") && table.contains("N/R"), "{table}");
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for width in [60, 80, 100, 130] {
            assert!(shown(width).lines().map(length).all(|line| line <= width), "{}", shown(width));
        }
    }

    #[test]
    fn every_line_of_csv_has_every_field() {
        let league = sample::league();
        let files = document(&league).csv_files().unwrap();
        let [(name, text)] = &files[..] else { panic!("{files:?}") };
        assert_eq!(name, "league.csv");
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        let standings: usize = league.games.iter().map(|game| game.standings.len()).sum();
        assert_eq!(lines.len(), 1 + standings + league.overall.len());
        assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{text}");
        let column = |name: &str| lines[0].iter().position(|head| *head == name).unwrap();
        for line in lines.iter().filter(|line| line[column("order")] == "ads:mtf") {
            assert_eq!(line[column("nodes_ratio")], "1");
        }
    }

    #[test]
    fn the_page_is_whole_and_loads_nothing() {
        let page = document(&sample::league()).to_html();
        check_balanced(&page);
        assert!(!page.contains("<script") && page.contains("cutfirst rank &lt;script&gt;"));
        assert!(!page.contains("NaN") && !page.contains("None") && !page.contains(">inf"));
        for reference in ["http:", "https:", "src=", "url(", "@import"] {
            assert!(!page.contains(reference), "{reference}");
        }
        // Nodes over all games, and nodes and time of each game.
        assert_eq!(page.matches("role=\"img\" aria-label=\"").count(), 1 + 2 * 2);
        assert_eq!(page.matches("<table").count(), 3);
    }

    #[test]
    fn a_league_of_nothing_is_a_page() {
        let page = document(&League::new(&[], sample::context())).to_html();
        check_balanced(&page);
        assert!(page.contains("Nothing was measured."));
    }
}
