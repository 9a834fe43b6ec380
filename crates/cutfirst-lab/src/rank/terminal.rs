//! The league in the terminal.

use std::io::{self, Write};

use super::league::{GameLeague, League, Overall};
use super::standing::{Ratio, Standing};
use crate::cell::Start;
use crate::report::format::{NONE, count, fixed, optional, plural, whole};
use crate::report::names::game;
use crate::report::text_table::{Column, TextTable, left, right};

/// Narrow terminals lose the columns with the higher numbers first.
const COLUMNS: [Column; 13] = [
    left("order"),
    right("nodes\nper search", 5),
    right("nodes\nratio", 0),
    right("95 %\ninterval", 1),
    right("from\nstart", 7),
    right("from\nmidgame", 7),
    right("first\ncuts %", 3),
    right("N/R", 2),
    right("N/M", 2),
    right("makes\n/node", 6),
    right("evals\n/node", 6),
    right("ns\n/node", 4),
    right("time\nratio", 0),
];

const TIMES: [Column; 2] = [right("95 %\ninterval", 1), right("time to\ndepth, s", 4)];

/// Writes the tables and what they say in short, no line of a table longer than `width`.
///
/// # Errors
/// If it cannot be written.
pub fn write(out: &mut impl Write, league: &League, width: usize) -> io::Result<()> {
    if league.games.is_empty() {
        return writeln!(out, "nothing was measured");
    }
    let mut table = TextTable::new(&[&COLUMNS[..], &TIMES].concat());
    for league in &league.games {
        table.section(title(league));
        for standing in &league.standings {
            table.row(row(standing, league.searches));
        }
    }
    table.write(out, width)?;
    if !league.overall.is_empty() {
        writeln!(out)?;
        write_overall(out, league, width)?;
    }
    writeln!(out)?;
    for sentence in sentences(league) {
        writeln!(out, "{sentence}")?;
    }
    Ok(())
}

fn write_overall(out: &mut impl Write, league: &League, width: usize) -> io::Result<()> {
    let columns = [
        left("order"),
        right("nodes\nratio", 0),
        right("95 %\ninterval", 1),
        right("at worst", 3),
        right("first\ncuts %", 4),
        right("N/R", 2),
        right("N/M", 2),
        right("time\nratio", 0),
        right("95 %\ninterval", 1),
        right("at worst", 3),
        right("time to\ndepth, s", 5),
    ];
    let mut table = TextTable::new(&columns);
    table.section(format!("geometric mean over {}", plural(league.games.len(), "game")));
    for own in &league.overall {
        table.row(overall_row(own));
    }
    table.write(out, width)
}

fn overall_row(own: &Overall) -> Vec<String> {
    let worst = |worst: &super::league::Worst| format!("{} {}", fixed(worst.ratio, 2), worst.game);
    vec![
        own.order.clone(),
        fixed(own.nodes_ratio.value, 3),
        interval(Some(own.nodes_ratio), 3),
        worst(&own.worst_nodes),
        optional(own.first_move_cuts, 1),
        optional(own.over_replay, 2),
        optional(own.over_minimum, 2),
        fixed(own.time_ratio.value, 3),
        interval(Some(own.time_ratio), 3),
        worst(&own.worst_time),
        fixed(own.seconds, 2),
    ]
}

/// A game's heading.
pub(super) fn title(league: &GameLeague) -> String {
    let GameLeague { players, algorithm, evaluation, depth, table, .. } = league;
    let variant = if league.variant.is_empty() { String::new() } else { format!(" ({})", league.variant) };
    let table = if *table > 0 { format!(", table {table} MiB") } else { String::new() };
    let deepen = if league.deepen { ", deepening" } else { "" };
    format!(
        "{}{variant}, {players} players, {algorithm}, evaluation {evaluation}, {}{table}{deepen}: {} in {}, relative to {}",
        game(&league.game),
        if *depth == 1 { "1 ply".to_owned() } else { format!("{depth} plies") },
        if league.searches == 1 {
            "1 search".to_owned()
        } else {
            format!("{} searches", whole(league.searches as usize))
        },
        plural(league.fragments as usize, "fragment"),
        league.against,
    )
}

fn row(own: &Standing, searches: u32) -> Vec<String> {
    let from = |start: Start| {
        let of_start = own.by_start.iter().find(|of_start| of_start.start == start);
        value(of_start.and_then(|of_start| of_start.nodes_ratio), 2)
    };
    vec![
        own.order.clone(),
        count(own.nodes as f64 / f64::from(searches.max(1))),
        value(own.nodes_ratio, 3),
        interval(own.nodes_ratio, 3),
        from(Start::Initial),
        from(Start::Midgame),
        optional(own.first_move_cuts, 1),
        value(own.over_replay, 2),
        value(own.over_minimum, 2),
        fixed(own.makes_per_node, 2),
        fixed(own.evaluations_per_node, 2),
        fixed(own.nanoseconds_per_node, 0),
        value(own.time_ratio, 3),
        interval(own.time_ratio, 3),
        fixed(own.seconds, 2),
    ]
}

fn value(ratio: Option<Ratio>, decimals: usize) -> String {
    optional(ratio.map(|ratio| ratio.value), decimals)
}

/// `0.71..0.75`.
pub(super) fn interval(ratio: Option<Ratio>, decimals: usize) -> String {
    match ratio {
        Some(Ratio { low: Some(low), high: Some(high), .. }) => {
            format!("{}..{}", fixed(low, decimals), fixed(high, decimals))
        }
        _ => NONE.to_owned(),
    }
}

/// `0.73 [0.71..0.75]`.
fn with_interval(ratio: Ratio) -> String {
    match interval(Some(ratio), 3) {
        none if none == NONE => fixed(ratio.value, 3),
        interval => format!("{} [{interval}]", fixed(ratio.value, 3)),
    }
}

/// What the tables say in short, and what they leave out.
pub(super) fn sentences(league: &League) -> Vec<String> {
    let mut sentences = Vec::new();
    for own in &league.games {
        if let (Some(fewest), Some(fastest)) = (own.standings.first(), own.fastest())
            && let (Some(nodes), Some(time)) = (fewest.nodes_ratio, fastest.time_ratio)
        {
            sentences.push(format!(
                "{}: fewest nodes {} at {}, least time {} at {}.",
                game(&own.game),
                fewest.order,
                with_interval(nodes),
                fastest.order,
                with_interval(time)
            ));
        }
    }
    let fastest = league.overall.iter().min_by(|a, b| a.time_ratio.value.total_cmp(&b.time_ratio.value));
    if let (Some(fewest), Some(fastest)) = (league.overall.first(), fastest) {
        sentences.push(format!(
            "Over all games: fewest nodes {} at {}, least time {} at {}.",
            fewest.order,
            with_interval(fewest.nodes_ratio),
            fastest.order,
            with_interval(fastest.time_ratio)
        ));
    }
    if !league.not_in_all.is_empty() {
        sentences.push(format!("Not in every game, and so not over all: {}.", league.not_in_all.join(", ")));
    }
    for own in &league.games {
        for skipped in &own.skipped {
            sentences.push(format!("{} has no {}: {}.", game(&own.game), skipped.order, skipped.reason));
        }
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::sample;
    use crate::report::text_table::length;

    fn shown(width: usize) -> String {
        let mut out = Vec::new();
        write(&mut out, &sample::league(), width).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn tables_line_up_and_say_who_won() {
        let text = shown(200);
        assert!(text.contains("Othello, 2 players, alpha-beta, evaluation play, 3 plies: 8 searches in 4 fragments, relative to ads:mtf"), "{text}");
        assert!(text.contains("geometric mean over 2 games"), "{text}");
        assert!(text.contains("Over all games: fewest nodes "), "{text}");
        assert!(
            text.contains("Othello has no threat:mtf+ads:mtf: the order 'threat' ranks opponents"),
            "{text}"
        );
        // Without a minimum its column is left out; every row of a table is as long as its rule.
        assert!(!text.contains("N/M") && text.contains("N/R"), "{text}");
        let rule = text.lines().find(|line| line.starts_with('─')).unwrap();
        let rows = text.lines().filter(|line| line.starts_with("none ")).collect::<Vec<_>>();
        assert_eq!(rows.len(), 3);
        assert_eq!(length(rows[0]), length(rule));
    }

    #[test]
    fn no_table_is_wider_than_the_terminal() {
        for width in [60, 80, 100, 130] {
            let text = shown(width);
            let tables = text.split("\n\n").take(2).flat_map(str::lines);
            assert!(tables.map(length).all(|line| line <= width), "{text}");
        }
    }
}
