//! A match in the terminal.

use std::io::{self, Write};

use super::sprt::Decision;
use super::summary::{Duel, EntrantSummary, MatchSummary};
use crate::report::format::{count, fixed, optional, range, whole};
use crate::report::text_table::{TextTable, left, right};
use crate::summary::Range;

/// Writes the tables, no line longer than `width` but for the players' settings.
///
/// # Errors
/// If it cannot be written.
pub fn write(out: &mut impl Write, summary: &MatchSummary, width: usize) -> io::Result<()> {
    let variant = if summary.variant.is_empty() { String::new() } else { format!(", {}", summary.variant) };
    writeln!(
        out,
        "{}{variant}, {} players, {} games, seed {}",
        summary.game,
        summary.players,
        whole(summary.games as usize),
        summary.seed
    )?;
    for (name, value) in &summary.declared {
        writeln!(out, "  {name:<11} {value}")?;
    }
    for entrant in &summary.entrants {
        writeln!(out, "  {:<11} {}", shown_name(entrant), entrant.short)?;
    }
    writeln!(out)?;
    entrants(summary).write(out, width)?;
    writeln!(out)?;
    if let Some(duel) = &summary.duel {
        let [first, second] = [0, 1].map(|player| shown_name(&summary.entrants[player]));
        writeln!(out, "Elo of {first} over {second}: {}", elo_text(duel))?;
        if let Some(likelihood) = duel.likelihood_of_superiority {
            writeln!(out, "likelihood that {first} is the better one: {} %", fixed(100.0 * likelihood, 1))?;
        }
        let rounds = duel.pentanomial.map(|count| count.to_string()).join(" ");
        writeln!(out, "rounds with 0, ½, 1, 1½, 2 points for {first}: {rounds}")?;
        if let Some(verdict) = sprt_text(duel) {
            writeln!(out, "{verdict}")?;
        }
    } else {
        crosstable(summary).write(out, width)?;
    }
    writeln!(out, "{}", endings_text(summary))?;
    Ok(())
}

/// A player's name, marked if his search is selective.
pub(super) fn shown_name(entrant: &EntrantSummary) -> String {
    if entrant.selective { format!("{} (selective)", entrant.name) } else { entrant.name.clone() }
}

/// A share with its interval, in percent.
pub(super) fn percent(interval: Option<Range>) -> String {
    range(interval.map(|range| Range { low: 100.0 * range.low, high: 100.0 * range.high }), 1)
}

fn entrants(summary: &MatchSummary) -> TextTable {
    let mut table = TextTable::new(&[
        left("player"),
        right("score\n%", 0),
        right("95 %\ninterval", 1),
        right("won", 0),
        right("shared", 0),
        right("lost", 0),
        right("searches", 5),
        right("mean\ndepth", 4),
        right("nodes\nper move", 3),
        right("ms\nper move", 2),
    ]);
    for entrant in &summary.entrants {
        table.row(vec![
            shown_name(entrant),
            optional(entrant.score.map(|score| 100.0 * score.mean), 1),
            percent(entrant.score.and_then(|score| score.interval)),
            whole(entrant.wins),
            whole(entrant.draws),
            whole(entrant.losses),
            count(entrant.searches as f64),
            optional(entrant.depth, 1),
            entrant.nodes.map_or_else(|| "-".to_owned(), count),
            optional(entrant.milliseconds, 1),
        ]);
    }
    table
}

fn crosstable(summary: &MatchSummary) -> TextTable {
    let mut table =
        TextTable::new(&[left("player"), left("against"), right("score\n%", 0), right("95 %\ninterval", 0)]);
    for pair in &summary.crosstable {
        table.row(vec![
            shown_name(&summary.entrants[pair.player]),
            shown_name(&summary.entrants[pair.other]),
            fixed(100.0 * pair.score.mean, 1),
            percent(pair.score.interval),
        ]);
    }
    table
}

/// The Elo difference with its interval.
pub(super) fn elo_text(duel: &Duel) -> String {
    let [even, half, one, one_and_half, two] = duel.pentanomial;
    let side = |elo: Option<f64>, infinite: &str| {
        elo.map_or_else(|| infinite.to_owned(), |elo| format!("{elo:+.1}"))
    };
    let all_lost = half + one + one_and_half + two == 0;
    let elo = side(duel.elo, if all_lost { "-∞" } else { "+∞" });
    if even + half + one + one_and_half + two < 2 {
        return format!("{elo} (too few rounds for an interval)");
    }
    format!("{elo} [{} to {}], 95 %", side(duel.elo_low, "-∞"), side(duel.elo_high, "+∞"))
}

/// What the sequential test says.
pub(super) fn sprt_text(duel: &Duel) -> Option<String> {
    let sprt = duel.sprt.as_ref()?;
    let verdict = match sprt.decision {
        Some(Decision::H1) => "elo1 is accepted",
        Some(Decision::H0) => "elo0 is accepted",
        None => "undecided",
    };
    let (lower, upper) = (fixed(sprt.lower, 2), fixed(sprt.upper, 2));
    Some(format!(
        "sequential test {}: {verdict}, log-likelihood ratio {} of {lower} to {upper}",
        sprt.test,
        fixed(sprt.llr, 2)
    ))
}

/// How the games ended.
pub(super) fn endings_text(summary: &MatchSummary) -> String {
    let endings = &summary.endings;
    let mut text = format!(
        "{} games ended by the rules, {} by repetition, {} at the cap; {} plies on average",
        endings.finished, endings.repetition, endings.cap, endings.mean_plies
    );
    let beyond = summary.played - summary.games as usize;
    if summary.complete && beyond > 0 {
        text.push_str(&format!("; {beyond} more were under way when it was decided and do not count"));
    }
    if !summary.complete {
        text.push_str(&format!(
            "; incomplete: {} of {} games have been played, {} of them in complete rounds",
            summary.played, summary.planned, summary.games
        ));
    }
    text
}
