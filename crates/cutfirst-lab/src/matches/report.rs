//! What a match and a tuning say: who is better and how surely, with every figure beneath.

use super::Tuning;
use super::sprt::Decision;
use super::summary::{Duel, EntrantSummary, MatchSummary};
use crate::report::document::{Figure, Section};
use crate::report::format::{self, fixed, plural, whole};
use crate::report::markup::Markup;
use crate::report::names::game;
use crate::report::plots::{close_panel, line, open_panel, ratios};
use crate::report::svg::{self, Extent, Frame, Scale};
use crate::report::table::{DATA, Field, Table, Value, field};
use crate::report::{Context, Document};
use crate::summary::Range;

/// The report of a match; `command` made it, by `version` of the program.
#[must_use]
pub fn document(summary: &MatchSummary, command: &str, version: &str) -> Document {
    let names: Vec<_> = summary.entrants.iter().map(shown_name).collect();
    let variant = if summary.variant.is_empty() { String::new() } else { format!(", {}", summary.variant) };
    let mut facts = vec![
        ("Version".to_owned(), format!("cutfirst {version}")),
        ("Game".to_owned(), format!("{}, {}{variant}", summary.game, plural(summary.players, "player"))),
        ("Games".to_owned(), whole(summary.games as usize)),
        ("Seed".to_owned(), summary.seed.to_string()),
    ];
    facts.extend(summary.declared.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
    facts.extend(summary.entrants.iter().map(|entrant| (shown_name(entrant), entrant.short.clone())));
    let mut sections = vec![Section {
        id: "scores",
        title: "Scores".to_owned(),
        tables: vec![scores(summary), crosstable(summary), by_seat(summary)],
        ..Section::default()
    }];
    sections.retain(|section| !section.is_empty());
    Document {
        kind: "cutfirst match",
        title: format!("{} in {}: cutfirst match", names.join(" – "), summary.game),
        question: format!("Who is better in {}: {}?", game(summary.game), names.join(" or ")),
        verdict: verdict(summary),
        picture: running(summary, &names),
        why: why(summary),
        command: command.to_owned(),
        facts,
        notes: Vec::new(),
        sections,
        whole: None,
        files: vec![("games.txt", "every game in its notation"), ("match.sqlite", "every game in SQLite")],
    }
}

fn verdict(summary: &MatchSummary) -> Vec<String> {
    let mut sentences = Vec::new();
    let scored =
        |entrant: &EntrantSummary| entrant.score.map(|score| format::percent(score.mean, score.interval));
    if let Some(duel) = &summary.duel {
        let [first, second] = [0, 1].map(|player| shown_name(&summary.entrants[player]));
        if let Some(score) = scored(&summary.entrants[0]) {
            let interval = summary.entrants[0].score.and_then(|score| score.interval);
            let verdict = match interval.map(|range| (range.low > 0.5, range.high < 0.5)) {
                Some((true, _)) => format!("{first} is better"),
                Some((_, true)) => format!("{second} is better"),
                _ => "Neither is shown to be better".to_owned(),
            };
            let games = plural(summary.games as usize, "game");
            sentences.push(format!("{verdict}: {first} has {score} of the points in {games}."));
        }
        sentences.push(format!("Elo of {first} over {second}: {}.", elo_text(duel)));
        sentences.extend(sprt_text(duel));
    } else {
        let named = |entrant: &EntrantSummary| Some(format!("{} {}", shown_name(entrant), scored(entrant)?));
        let all: Vec<_> = summary.entrants.iter().filter_map(named).collect();
        if !all.is_empty() {
            let par = fixed(100.0 * summary.par(), 1);
            sentences.push(format!("Share of the point per seat, {par} % being par: {}.", all.join("; ")));
        }
    }
    if sentences.is_empty() {
        sentences.push("No round has been played to its end yet.".to_owned());
    }
    sentences
}

fn why(summary: &MatchSummary) -> Vec<String> {
    let mut sentences = vec![
        "Every opening is played in every seating, so that neither openings nor seats favour anybody; intervals are of 95 % \
         and count rounds, not games."
            .to_owned(),
    ];
    if let Some(duel) = &summary.duel {
        let first = shown_name(&summary.entrants[0]);
        if let Some(likelihood) = duel.likelihood_of_superiority {
            sentences.push(format!(
                "Likelihood that {first} is the better one: {} %.",
                fixed(100.0 * likelihood, 1)
            ));
        }
        let rounds = duel.pentanomial.map(|count| count.to_string()).join(" ");
        sentences.push(format!("Rounds with 0, ½, 1, 1½, 2 points for {first}: {rounds}."));
    }
    sentences.push(format!("{}.", endings_text(summary)));
    if summary.entrants.iter().any(|entrant| entrant.selective) {
        sentences.push(
            "Selective players prune what may matter: their depth is nominal, and not to be compared with that of exact ones."
                .to_owned(),
        );
    }
    sentences
}

/// A player's name, marked if his search is selective.
fn shown_name(entrant: &EntrantSummary) -> String {
    if entrant.selective { format!("{} (selective)", entrant.name) } else { entrant.name.clone() }
}

fn percent(range: Range) -> Range {
    Range { low: 100.0 * range.low, high: 100.0 * range.high }
}

fn scores(summary: &MatchSummary) -> Table {
    let fields: [Field<EntrantSummary>; 13] = [
        field(&["player"], "player", 0, |own| Value::Text(shown_name(own))),
        field(&["selective"], "", DATA, |own| Value::Bool(own.selective)),
        field(&["score_percent", "score_low", "score_high"], "score %\n[95 %]", 0, |own| {
            Value::Estimate(
                own.score.map(|score| 100.0 * score.mean),
                own.score.and_then(|score| score.interval).map(percent),
                1,
            )
        }),
        field(&["won"], "won", 0, |own| Value::Count(own.wins as f64)),
        field(&["shared"], "shared", 0, |own| Value::Count(own.draws as f64)),
        field(&["lost"], "lost", 0, |own| Value::Count(own.losses as f64)),
        field(&["searches"], "searches", 5, |own| Value::Count(own.searches as f64)),
        field(&["mean_depth"], "mean\ndepth", 4, |own| Value::fixed(own.depth, 1)),
        field(&["nodes_per_move"], "nodes\nper move", 3, |own| Value::count(own.nodes)),
        field(&["milliseconds_per_move"], "ms\nper move", 2, |own| Value::fixed(own.milliseconds, 1)),
        field(&["clock_used_percent"], "% of\nthe clock", 1, |own| {
            Value::fixed(own.clock_used.map(|share| 100.0 * share), 1)
        }),
        field(&["settings"], "", DATA, |own| Value::Text(own.spec.clone())),
        field(&["seats"], "", DATA, |own| Value::Count(own.seats as f64)),
    ];
    let title = format!(
        "Share of the point per seat over {}; {} % is par",
        plural(summary.games as usize, "game"),
        fixed(100.0 * summary.par(), 1)
    );
    let mut table = Table::new(title, "scores", &fields);
    summary.entrants.iter().for_each(|entrant| table.row(&fields, entrant));
    table
}

fn crosstable(summary: &MatchSummary) -> Table {
    type Row = (String, String, f64, Option<Range>);
    let fields: [Field<Row>; 3] = [
        field(&["player"], "player", 0, |row| Value::Text(row.0.clone())),
        field(&["against"], "against", 0, |row| Value::Text(row.1.clone())),
        field(&["score_percent", "score_low", "score_high"], "score %\n[95 %]", 0, |row| {
            Value::Estimate(Some(row.2), row.3, 1)
        }),
    ];
    let title = "How often the player won and the other did not, both alike counting half; 50 % is par";
    let mut table = Table::new(title, if summary.crosstable.is_empty() { "" } else { "pairs" }, &fields);
    for pair in &summary.crosstable {
        let [player, other] = [pair.player, pair.other].map(|at| shown_name(&summary.entrants[at]));
        table.row(&fields, &(player, other, 100.0 * pair.score.mean, pair.score.interval.map(percent)));
    }
    table
}

fn by_seat(summary: &MatchSummary) -> Table {
    let fields: [Field<EntrantSummary>; 1] =
        [field(&["player"], "player", 0, |own| Value::Text(shown_name(own)))];
    let mut table = Table::new("Mean score in each seat, %", "seats", &fields);
    table.in_terminal = false;
    for seat in 1..=summary.players {
        table.add_column(format!("seat_{seat}_percent"), format!("seat {seat}"), 1);
    }
    for entrant in &summary.entrants {
        let scores = entrant.by_seat.iter().map(|score| Value::fixed(score.map(|score| 100.0 * score), 1));
        table.values(std::iter::once(Value::Text(shown_name(entrant))).chain(scores).collect());
    }
    table
}

/// The score as it went, with its interval. In a duel the second player's is the mirror of the first's.
fn running(summary: &MatchSummary, names: &[String]) -> Option<Figure> {
    let shown = if summary.duel.is_some() { 1 } else { names.len() };
    let (first, last) = (summary.running.first()?, summary.running.last()?);
    if first.rounds == last.rounds {
        return None;
    }
    let caption = "Mean score after each round with its 95 % interval, in percent; the dashed line is par.";
    Figure::new("running-score", "Running score", caption, |markup| {
        markup.open("div", &[("class", &"panels wide")]);
        for (player, name) in names.iter().enumerate().take(shown) {
            running_panel(markup, summary, player, name);
        }
        markup.close();
        true
    })
}

fn running_panel(markup: &mut Markup, summary: &MatchSummary, player: usize, name: &str) {
    let frame = Frame::new(520.0, 260.0);
    let last = summary.running.last().map_or(1, |moment| moment.rounds);
    let x = Scale::linear(Extent { low: 0.0, high: f64::from(last) }, (frame.left, frame.right), 5);
    let y = Scale::linear(Extent { low: 0.0, high: 100.0 }, (frame.bottom, frame.top), 5);
    let label = format!("Score of {name} after each of {}", plural(last as usize, "round"));
    open_panel(markup, &frame, &format!("Score of {name}"), &label);
    svg::x_axis(markup, &frame, &x, "rounds");
    svg::y_axis(markup, &frame, &y, "score, %");
    let par = y.at(100.0 * summary.par());
    svg::rule(markup, (frame.left, par), (frame.right, par));
    let at = |rounds: u32, share: f64| (x.at(f64::from(rounds)), y.at(100.0 * share));
    let places = |value: &dyn Fn(&super::Score) -> Option<f64>| -> Vec<_> {
        let moments = summary.running.iter();
        moments.map(|moment| Some(at(moment.rounds, value(&moment.scores[player]?)?))).collect()
    };
    // The ends of the interval in the dashed round of the same colour.
    line(markup, player + svg::COLORS, &places(&|score| Some(score.interval?.low)));
    line(markup, player + svg::COLORS, &places(&|score| Some(score.interval?.high)));
    line(markup, player, &places(&|score| Some(score.mean)));
    close_panel(markup);
}

/// The Elo difference with its interval.
fn elo_text(duel: &Duel) -> String {
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
fn sprt_text(duel: &Duel) -> Option<String> {
    let sprt = duel.sprt.as_ref()?;
    let verdict = match sprt.decision {
        Some(Decision::H1) => "elo1 is accepted",
        Some(Decision::H0) => "elo0 is accepted",
        None => "undecided",
    };
    let (lower, upper) = (fixed(sprt.lower, 2), fixed(sprt.upper, 2));
    Some(format!(
        "Sequential test {}: {verdict}, log-likelihood ratio {} of {lower} to {upper}.",
        sprt.test,
        fixed(sprt.llr, 2)
    ))
}

/// How the games ended.
fn endings_text(summary: &MatchSummary) -> String {
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

/// The report of the tuning so far; `complete` if nothing is left to try.
#[must_use]
pub fn tuning_document(
    tuning: &Tuning,
    name: &str,
    depth: u32,
    complete: bool,
    context: Context,
) -> Document {
    let mut facts = vec![("Version".to_owned(), format!("cutfirst {}", context.version))];
    facts.extend(context.parameters);
    let kept = tuning.steps.iter().rfind(|step| step.kept);
    let mut verdict = Vec::new();
    match kept {
        Some(step) => verdict.push(format!(
            "The narrowest windows that held: `clip={}` scores {} with {} nodes a move, the opponent needs {}.",
            step.clip,
            format::percent(step.score, Some(Range { low: step.low, high: step.high })),
            whole(step.nodes as usize),
            whole(step.opponent_nodes as usize)
        )),
        None => verdict.push("None of the windows that were tried held.".to_owned()),
    }
    if !complete {
        verdict.push("Narrower ones are still to be tried.".to_owned());
    }
    Document {
        kind: "cutfirst tune",
        title: format!("Windows of {name} at depth {depth}: cutfirst tune"),
        question: format!("How narrow can clipped windows be in {} at depth {depth}?", game(name)),
        verdict,
        picture: tried(tuning),
        why: vec![
            "Clipped windows are selective: they may miss the value of their depth, and only games show what that costs.".to_owned(),
            "Widths that won once may have been lucky: judge them by a match on openings that the tuning did not use.".to_owned(),
        ],
        command: context.command,
        facts,
        notes: context.notes,
        sections: vec![Section {
            id: "steps",
            title: "Steps".to_owned(),
            tables: vec![steps(tuning)],
            ..Section::default()
        }],
        whole: None,
        files: vec![("tuning.toml", "the outcome, for programs")],
    }
}

/// The last windows that were tried, with their scores.
fn tried(tuning: &Tuning) -> Option<Figure> {
    const MOST: usize = 16;
    let steps = &tuning.steps[tuning.steps.len().saturating_sub(MOST)..];
    let row = |step: &super::TuningStep| ratios::Row {
        name: step.clip.clone(),
        color: usize::from(!step.kept),
        value: 2.0 * step.score,
        interval: Some((2.0 * step.low, 2.0 * step.high)),
    };
    let caption = "Points over what an even match would give, with 95 % intervals; filled and blue where the interval lies above 1, \
                   so that the windows held.";
    Figure::new("windows", "Scores of the windows tried", caption, |markup| {
        markup.open("div", &[("class", &"panels wide")]);
        let rows: Vec<_> = steps.iter().map(row).collect();
        ratios::panel(markup, "Windows, the last ones below", "points / those of an even match", &rows);
        markup.close();
        !steps.is_empty()
    })
}

fn steps(tuning: &Tuning) -> Table {
    let fields: [Field<super::TuningStep>; 5] = [
        field(&["clip"], "windows (selective)", 0, |step| Value::Code(format!("clip={}", step.clip))),
        field(&["score_percent", "score_low", "score_high"], "score %\n[95 %]", 0, |step| {
            let range = Range { low: 100.0 * step.low, high: 100.0 * step.high };
            Value::Estimate(Some(100.0 * step.score), Some(range), 1)
        }),
        field(&["nodes_per_move"], "nodes\nper move", 0, |step| Value::Count(step.nodes)),
        field(&["opponent_nodes_per_move"], "opponent's\nnodes", 1, |step| Value::Count(step.opponent_nodes)),
        field(&["kept"], "held", 0, |step| Value::Bool(step.kept)),
    ];
    let mut table = Table::new("Every step", "steps", &fields);
    tuning.steps.iter().for_each(|step| table.row(&fields, step));
    table
}
