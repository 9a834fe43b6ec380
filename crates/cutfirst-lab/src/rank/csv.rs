//! The league as CSV: a line for every order of every game, and for every order over all games, whose game is
//! empty. A figure that does not exist is an empty field; none is rounded.

use super::league::{GameLeague, League, Overall};
use super::standing::{Ratio, Standing};
use crate::cell::Start;
use crate::report::csv::{Line, table};

const HEADING: &str = "game,players,variant,evaluation,algorithm,depth,table_mib,deepen,fragments,searches,against,\
order,nodes,nodes_ratio,nodes_ratio_low,nodes_ratio_high,nodes_ratio_initial,nodes_ratio_midgame,\
first_move_cuts_percent,nodes_over_replay,nodes_over_replay_low,nodes_over_replay_high,nodes_over_minimum,\
nodes_over_minimum_low,nodes_over_minimum_high,makes_per_node,evaluations_per_node,nanoseconds_per_node,\
time_ratio,time_ratio_low,time_ratio_high,seconds";

enum Item<'a> {
    Game(&'a GameLeague, &'a Standing),
    Overall(&'a Overall),
}

/// The table as text.
#[must_use]
pub fn to_string(league: &League) -> String {
    let of_games = league
        .games
        .iter()
        .flat_map(|game| game.standings.iter().map(move |standing| Item::Game(game, standing)));
    let items: Vec<_> = of_games.chain(league.overall.iter().map(Item::Overall)).collect();
    table(HEADING, &items, |line, item| match item {
        Item::Game(game, standing) => game_line(line, game, standing),
        Item::Overall(overall) => overall_line(line, overall),
    })
}

fn ratio(line: &mut Line<'_>, ratio: Option<Ratio>) {
    line.figure(ratio.map(|ratio| ratio.value));
    line.figure(ratio.and_then(|ratio| ratio.low)).figure(ratio.and_then(|ratio| ratio.high));
}

fn game_line(line: &mut Line<'_>, game: &GameLeague, own: &Standing) {
    line.field(&game.game).field(game.players).field(&game.variant).field(&game.evaluation);
    line.field(game.algorithm).field(game.depth).field(game.table).field(game.deepen);
    line.field(game.fragments).field(game.searches).field(&game.against).field(&own.order).field(own.nodes);
    ratio(line, own.nodes_ratio);
    for start in [Start::Initial, Start::Midgame] {
        let of_start = own.by_start.iter().find(|of_start| of_start.start == start);
        line.figure(of_start.and_then(|of_start| of_start.nodes_ratio).map(|ratio| ratio.value));
    }
    line.figure(own.first_move_cuts);
    ratio(line, own.over_replay);
    ratio(line, own.over_minimum);
    line.figure(Some(own.makes_per_node)).figure(Some(own.evaluations_per_node));
    line.figure(Some(own.nanoseconds_per_node));
    ratio(line, own.time_ratio);
    line.figure(Some(own.seconds));
}

fn overall_line(line: &mut Line<'_>, own: &Overall) {
    for _ in 0..11 {
        line.field("");
    }
    line.field(&own.order).field("");
    ratio(line, Some(own.nodes_ratio));
    line.field("").field("").figure(own.first_move_cuts);
    ratio(line, own.over_replay.map(Ratio::alone));
    ratio(line, own.over_minimum.map(Ratio::alone));
    line.field("").field("").field("");
    ratio(line, Some(own.time_ratio));
    line.figure(Some(own.seconds));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::sample;

    #[test]
    fn every_line_has_every_field() {
        let league = sample::league();
        let text = to_string(&league);
        // Orders with a comma in them are quoted; there are none here.
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        let standings: usize = league.games.iter().map(|game| game.standings.len()).sum();
        assert_eq!(lines.len(), 1 + standings + league.overall.len());
        assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{text}");
        let order = lines[0].iter().position(|name| *name == "order").unwrap();
        let nodes = lines[0].iter().position(|name| *name == "nodes_ratio").unwrap();
        for line in lines.iter().filter(|line| line[order] == "ads:mtf") {
            assert_eq!(line[nodes], "1");
        }
    }
}
