//! A match as one page, in the style of the laboratory's reports.

use super::summary::{EntrantSummary, MatchSummary};
use super::terminal::{elo_text, endings_text, percent, shown_name, sprt_text};
use crate::report::format::{NONE, count, fixed, optional, plural, whole};
use crate::report::html::document;
use crate::report::html::table::{Table, head, heads};
use crate::report::markup::Markup;
use crate::report::plots::{close_panel, line, open_panel};
use crate::report::svg::{self, Extent, Frame, Scale};

/// The page as text; `command` made the match, by `version` of the program.
#[must_use]
pub fn page(summary: &MatchSummary, command: &str, version: &str) -> String {
    let names: Vec<_> = summary.entrants.iter().map(shown_name).collect();
    let title = format!("{} in {}", names.join(" – "), summary.game);
    document(&format!("{title}: cutfirst match"), |markup| {
        markup.open("header", &[]);
        markup.leaf("p", &[("class", &"kicker")], "cutfirst match report");
        markup.leaf("h1", &[], &title);
        markup.close();
        markup.open("main", &[]);
        verdict(markup, summary);
        scores(markup, summary);
        running(markup, summary, &names);
        crosstable(markup, summary);
        by_seat(markup, summary);
        what_was_run(markup, summary, command, version);
        markup.close();
    })
}

fn section(markup: &mut Markup, id: &str, title: &str) {
    markup.open("section", &[("id", &id)]);
    markup.leaf("h2", &[], title);
}

fn verdict(markup: &mut Markup, summary: &MatchSummary) {
    section(markup, "verdict", "Result");
    if let Some(duel) = &summary.duel {
        let [first, second] = [0, 1].map(|player| shown_name(&summary.entrants[player]));
        markup.leaf("p", &[], &format!("Elo of {first} over {second}: {}.", elo_text(duel)));
        if let Some(likelihood) = duel.likelihood_of_superiority {
            let text =
                format!("{first} is the better one with a likelihood of {} %.", fixed(100.0 * likelihood, 1));
            markup.leaf("p", &[], &text);
        }
        let rounds = duel.pentanomial.map(|count| count.to_string()).join(", ");
        let text = format!("Rounds with 0, ½, 1, 1½ and 2 points for {first}: {rounds}.");
        markup.leaf("p", &[], &text);
        if let Some(text) = sprt_text(duel) {
            markup.leaf("p", &[], &text);
        }
    }
    markup.leaf("p", &[], &format!("{}.", endings_text(summary)));
    if summary.entrants.iter().any(|entrant| entrant.selective) {
        let note = "Selective players prune what may matter: their depth is nominal, and not to be compared with that of exact ones.";
        markup.leaf("p", &[("class", &"note")], note);
    }
    markup.close();
}

fn scores(markup: &mut Markup, summary: &MatchSummary) {
    section(markup, "scores", "Scores");
    let columns = [
        head("Player"),
        heads("Score, %", &["mean", "95 % interval"]),
        heads("Seats", &["won", "shared", "lost"]),
        heads("Per search", &["depth", "nodes", "ms"]),
        head("Searches"),
    ];
    let caption = format!(
        "Share of the point per seat over {}; {} % is par",
        plural(summary.games as usize, "game"),
        fixed(100.0 * summary.par(), 1)
    );
    let mut table = Table::open(markup, &caption, &columns);
    for entrant in &summary.entrants {
        table.row(&score_row(entrant));
    }
    table.close();
    markup.close();
}

fn score_row(entrant: &EntrantSummary) -> Vec<String> {
    vec![
        shown_name(entrant),
        optional(entrant.score.map(|score| 100.0 * score.mean), 1),
        percent(entrant.score.and_then(|score| score.interval)),
        whole(entrant.wins),
        whole(entrant.draws),
        whole(entrant.losses),
        optional(entrant.depth, 1),
        entrant.nodes.map_or_else(|| NONE.to_owned(), count),
        optional(entrant.milliseconds, 1),
        count(entrant.searches as f64),
    ]
}

/// The score as it went, with its interval. In a duel the second player's is the mirror of the first's.
fn running(markup: &mut Markup, summary: &MatchSummary, names: &[String]) {
    let shown = if summary.duel.is_some() { 1 } else { names.len() };
    let (Some(first), Some(last)) = (summary.running.first(), summary.running.last()) else { return };
    if first.rounds == last.rounds {
        return;
    }
    section(markup, "running", "Running score");
    markup.open("figure", &[("id", &"running-score")]);
    markup.open("figcaption", &[]);
    markup.leaf(
        "p",
        &[],
        "Mean score after each round with its 95 % interval, in percent; the dashed line is par.",
    );
    markup.close();
    markup.open("div", &[("class", &"panels wide")]);
    for (player, name) in names.iter().enumerate().take(shown) {
        running_panel(markup, summary, player, name);
    }
    markup.close();
    markup.close();
    markup.close();
}

fn running_panel(markup: &mut Markup, summary: &MatchSummary, player: usize, name: &str) {
    let frame = Frame::new(520.0, 260.0);
    let last = summary.running.last().map_or(1, |moment| moment.rounds);
    let x = Scale::linear(Extent { low: 0.0, high: f64::from(last) }, (frame.left, frame.right), 5);
    let y = Scale::linear(Extent { low: 0.0, high: 100.0 }, (frame.bottom, frame.top), 5);
    let label = format!("Score of {name} after each of {}", plural(last as usize, "round"));
    open_panel(markup, &frame, name, &label);
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

fn crosstable(markup: &mut Markup, summary: &MatchSummary) {
    if summary.crosstable.is_empty() {
        return;
    }
    section(markup, "crosstable", "Crosstable");
    let mut columns = vec![head("Player")];
    columns.extend(summary.entrants.iter().map(|entrant| head(&shown_name(entrant))));
    let caption = "How often the player won and the other did not, both alike counting half, %, with its 95 % interval; 50 % is par";
    let mut table = Table::open(markup, caption, &columns);
    for (player, entrant) in summary.entrants.iter().enumerate() {
        let mut row = vec![shown_name(entrant)];
        for other in 0..summary.entrants.len() {
            let pair = summary.crosstable.iter().find(|pair| (pair.player, pair.other) == (player, other));
            row.push(pair.map_or_else(
                || NONE.to_owned(),
                |pair| format!("{} [{}]", fixed(100.0 * pair.score.mean, 1), percent(pair.score.interval)),
            ));
        }
        table.row(&row);
    }
    table.close();
    markup.close();
}

fn by_seat(markup: &mut Markup, summary: &MatchSummary) {
    section(markup, "seats", "By seat");
    let mut columns = vec![head("Player")];
    columns.extend((1..=summary.players).map(|seat| head(&format!("seat {seat}"))));
    let mut table = Table::open(markup, "Mean score in each seat, %", &columns);
    for entrant in &summary.entrants {
        let mut row = vec![shown_name(entrant)];
        row.extend(entrant.by_seat.iter().map(|score| optional(score.map(|score| 100.0 * score), 1)));
        table.row(&row);
    }
    table.close();
    markup.close();
}

fn what_was_run(markup: &mut Markup, summary: &MatchSummary, command: &str, version: &str) {
    section(markup, "run", "What was run");
    let variant =
        if summary.variant.is_empty() { "standard rules".to_owned() } else { summary.variant.clone() };
    let mut facts = vec![
        ("Command".to_owned(), command.to_owned()),
        ("Version".to_owned(), format!("cutfirst {version}")),
        ("Game".to_owned(), format!("{}, {}, {}", summary.game, plural(summary.players, "player"), variant)),
        ("Seed".to_owned(), summary.seed.to_string()),
    ];
    facts.extend(summary.declared.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
    facts.extend(summary.entrants.iter().map(|entrant| (shown_name(entrant), entrant.spec.clone())));
    facts.push(("Games".to_owned(), "games.txt, in the game's notation; match.sqlite".to_owned()));
    markup.open("dl", &[]);
    for (index, (name, value)) in facts.iter().enumerate() {
        markup.leaf("dt", &[], name);
        markup.open("dd", &[]);
        markup.leaf(if index == 0 { "code" } else { "span" }, &[], value);
        markup.close();
    }
    markup.close();
    markup.close();
}
