//! The page about a training: the curve of strength, the weights on the board, and how to use the file.

use cutfirst::game::Player;
use cutfirst::patterns::Weights;
use cutfirst::patterns::learn::Round;
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::scene::Place;

use crate::report::Document;
use crate::report::document::{Figure, Section};
use crate::report::format::{fixed, plural, whole};
use crate::report::markup::Markup;
use crate::report::names::game;
use crate::report::plots::{close_panel, dot, open_panel, whisker};
use crate::report::svg::{self, Extent, Frame, Scale};
use crate::report::table::{Field, Table, Value, field};
use crate::summary::Range;

/// What the training itself does not tell.
pub(super) struct About<'a> {
    pub(super) teacher: &'a str,
    pub(super) variant: &'a str,
    pub(super) depth: u32,
    pub(super) file: &'a str,
    pub(super) command: &'a str,
}

/// A score beyond this says nothing about how many Elo it is.
const SUREST: f64 = 0.995;

/// The most boards that are drawn.
const MOST_BOARDS: usize = 4;

pub(super) fn document<G: BoardGame>(
    start: &G,
    rounds: &[Round],
    weights: &Weights,
    about: &About<'_>,
) -> Document {
    let players = start.players();
    let name = game(G::INFO.name);
    let best = rounds.iter().rposition(|round| round.accepted);
    let verdict = match best {
        Some(at) => {
            let round = &rounds[at];
            let Range { low, high } = interval(round.against_teacher, round.contest_games);
            format!(
                "The weights are those of round {}: {:+.0} Elo [{:+.0} to {:+.0}] against the teacher `{}` at equal depth, {} games.",
                at + 1,
                elo(round.against_teacher),
                elo(low),
                elo(high),
                about.teacher,
                whole(round.contest_games as usize)
            )
        }
        None => format!(
            "No round has won its contest yet: the file is no better than its teacher `{}`.",
            about.teacher
        ),
    };
    let setup = match about.variant {
        "" => format!(" --players {players}"),
        variant => format!(" --players {players} --variant {variant}"),
    };
    let (file, own) = (about.file, G::INFO.name);
    let why = vec![
        format!("Play against it: `cutfirst play {own}{setup} --evaluation {file}`"),
        format!("Search with it: `cutfirst search {own}{setup} --evaluation {file} --time 1s`"),
        format!(
            "Judge it by time, on openings of its own: `cutfirst match {own}{setup} --player evaluation={file} --player evaluation={} --time 100ms --games 100`",
            about.teacher
        ),
        "The same command goes on with the training; with more `--rounds` or `--minutes` it gets further."
            .to_owned(),
        "Strength at equal depth is not strength at equal time: a learned evaluation may take longer to work out."
            .to_owned(),
    ];
    let sections = [
        Section {
            id: "rounds",
            title: "Rounds".to_owned(),
            text: vec![
                "Loss is how far off the weights were in positions that were held out, before and after the round. It decides nothing: \
                 weights are taken if they win."
                    .to_owned(),
            ],
            tables: vec![table(rounds)],
            ..Section::default()
        },
        Section {
            id: "weights",
            title: "The weights on the board".to_owned(),
            figures: boards(start, weights).into_iter().collect(),
            ..Section::default()
        },
    ];
    Document {
        kind: "cutfirst train",
        title: format!("{name} learned: cutfirst train"),
        question: format!("How strong is the evaluation that was learned for {name}?"),
        verdict: vec![verdict],
        picture: curve(rounds),
        why,
        command: about.command.to_owned(),
        facts: vec![
            ("Version".to_owned(), concat!("cutfirst ", env!("CARGO_PKG_VERSION")).to_owned()),
            ("Game".to_owned(), format!("{own}, {}", plural(players, "player"))),
            ("Teacher".to_owned(), about.teacher.to_owned()),
            ("Games at depth".to_owned(), about.depth.to_string()),
            ("Rounds".to_owned(), rounds.len().to_string()),
            ("Sets of cells".to_owned(), whole(weights.layout().sets())),
            ("Weights".to_owned(), whole(weights.layout().all_weights())),
        ],
        notes: Vec::new(),
        sections: sections.into_iter().filter(|section| !section.is_empty()).collect(),
        whole: None,
        files: Vec::new(),
    }
}

/// Where the expected score lies, by Wilson's interval of 95 %. Draws make it wider than it need be.
fn interval(score: f64, games: u64) -> Range {
    const Z: f64 = 1.96;
    let games = (games as f64).max(1.0);
    let share = Z * Z / games;
    let middle = (score + share / 2.0) / (1.0 + share);
    let half = Z / (1.0 + share) * (score * (1.0 - score) / games + share / (4.0 * games)).max(0.0).sqrt();
    Range { low: middle - half, high: middle + half }
}

fn elo(score: f64) -> f64 {
    let score = score.clamp(1.0 - SUREST, SUREST);
    -400.0 * (1.0 / score - 1.0).log10()
}

fn in_elo(score: f64, games: u64) -> Value {
    let Range { low, high } = interval(score, games);
    Value::Estimate(Some(elo(score)), Some(Range { low: elo(low), high: elo(high) }), 0)
}

fn table(rounds: &[Round]) -> Table {
    let fields: [Field<(usize, &Round)>; 8] = [
        field(&["round"], "round", 0, |(number, _)| Value::Text(number.to_string())),
        field(&["games"], "games", 2, |(_, round)| Value::Count(round.games as f64)),
        field(&["positions"], "positions", 3, |(_, round)| Value::Count(round.positions as f64)),
        field(&["loss_before"], "loss\nbefore", 1, |(_, round)| Value::Fixed(round.losses[0], 4)),
        field(&["loss_after"], "loss\nafter", 1, |(_, round)| Value::Fixed(round.losses[1], 4)),
        field(
            &["against_best", "against_best_low", "against_best_high"],
            "Elo over the best\nso far [95 %]",
            0,
            |(_, round)| in_elo(round.score, round.contest_games),
        ),
        field(
            &["against_teacher", "against_teacher_low", "against_teacher_high"],
            "Elo over the\nteacher [95 %]",
            0,
            |(_, round)| in_elo(round.against_teacher, round.contest_games),
        ),
        field(&["taken"], "taken", 0, |(_, round)| Value::Bool(round.accepted)),
    ];
    let mut table = Table::new("Every round", "rounds", &fields);
    table.open = true;
    rounds.iter().enumerate().for_each(|(at, round)| table.row(&fields, &(at + 1, round)));
    table
}

/// The strength of every round against the teacher.
fn curve(rounds: &[Round]) -> Option<Figure> {
    let caption = "Elo of each round's weights against the teacher at equal depth, with 95 % intervals; filled if they were taken. The dashed \
                   line is the teacher.";
    let shown = |round: &Round| {
        let Range { low, high } = interval(round.against_teacher, round.contest_games);
        [elo(low), elo(round.against_teacher), elo(high)]
    };
    let extent = Extent::of(rounds.iter().flat_map(shown))?.including(0.0).padded(0.05);
    Figure::new("strength", "Strength by round", caption, |markup| {
        markup.open("div", &[("class", &"panels wide")]);
        let frame = Frame::new(520.0, 260.0);
        let last = rounds.len() as f64;
        let x = Scale::linear(
            Extent { low: 0.0, high: last + 0.5 },
            (frame.left, frame.right),
            rounds.len().min(8),
        );
        let y = Scale::linear(extent, (frame.bottom, frame.top), 5);
        open_panel(markup, &frame, "Against the teacher", "Elo against the teacher after each round");
        svg::x_axis(markup, &frame, &x, "round");
        svg::y_axis(markup, &frame, &y, "Elo");
        svg::rule(markup, (frame.left, y.at(0.0)), (frame.right, y.at(0.0)));
        for (at, round) in rounds.iter().enumerate() {
            let [low, value, high] = shown(round);
            let place = x.at(at as f64 + 1.0);
            whisker(markup, 0, place, &y, low, high);
            let title = format!("round {}: {value:+.0} Elo [{low:+.0} to {high:+.0}]", at + 1);
            dot(markup, 0, (place, y.at(value)), round.accepted, &title);
        }
        close_panel(markup);
        markup.close();
        true
    })
}

/// What a piece of one's own is worth in every cell, compared with one of the next player's, in some phases of the game. None for a
/// game whose cells are seen or drawn in another way than they are counted.
fn boards<G: BoardGame>(start: &G, weights: &Weights) -> Option<Figure> {
    let (places, first) = (start.geometry().cells, Player(0));
    let scene = start.scene();
    let is_piece = |cell: usize| scene.cells.iter().any(|occupied| occupied.cell == places[cell].cell);
    let is_plain = places.len() == start.cells()
        && [1, 2].iter().all(|&state| state < start.states() && start.seen_by(state, first) == state)
        && (0..start.cells()).all(|cell| is_piece(cell) == (start.state(cell) != 0));
    if !is_plain {
        return None;
    }
    let phases = start.phases();
    let boards = phases.min(MOST_BOARDS);
    let shown: Vec<_> = (0..boards).map(|board| (2 * board + 1) * phases / (2 * boards)).collect();
    let value = |phase, cell| {
        let seen = start.place(cell, first);
        weights.of_cell(phase, seen, 1) - weights.of_cell(phase, seen, 2)
    };
    let values: Vec<Vec<f64>> =
        shown.iter().map(|&phase| (0..places.len()).map(|cell| value(phase, cell)).collect()).collect();
    let most = values.iter().flatten().fold(0.0, |most: f64, value| most.max(value.abs()));
    let caption = "What it adds to the score if a piece in a cell is one's own and not the next player's, the sets of cells left aside: blue is \
                   good to have, red is not. A score of 100 is a chance to win of 64 %.";
    Figure::new("weights", "A piece of one's own in each cell", caption, |markup| {
        markup.open("div", &[("class", &"panels")]);
        for (phase, values) in shown.iter().zip(&values) {
            let title = if phases == 1 {
                "All phases".to_owned()
            } else {
                format!("Phase {} of {phases}", phase + 1)
            };
            board(markup, &title, &places, values, most);
        }
        markup.close();
        most > 0.0
    })
}

fn board(markup: &mut Markup, title: &str, places: &[Place], values: &[f64], most: f64) {
    const SIZE: f64 = 300.0;
    let span = |of: fn(&Place) -> f64| places.iter().map(of).fold(0.0, f64::max) + 1.0;
    let unit = SIZE / span(|place| place.x).max(span(|place| place.y));
    let frame = Frame::new(SIZE, unit * span(|place| place.y));
    open_panel(markup, &frame, title, &format!("Weights on the board, {title}"));
    for (place, value) in places.iter().zip(values) {
        let (x, y) = (unit * (place.x + 0.5), unit * (place.y + 0.5));
        let fill = if *value < 0.0 { "#d1495b" } else { "#2e6fbb" };
        let opacity = fixed(0.08 + 0.42 * value.abs() / most.max(f64::MIN_POSITIVE), 2);
        markup.open(
            "circle",
            &[
                ("cx", &svg::px(x)),
                ("cy", &svg::px(y)),
                ("r", &svg::px(0.46 * unit)),
                ("fill", &fill),
                ("fill-opacity", &opacity),
            ],
        );
        markup.leaf("title", &[], &format!("{}: {value:+.0}", place.cell));
        markup.close();
        if unit > 24.0 {
            svg::text(markup, x, y + 4.0, "middle", &format!("{value:+.0}"));
        }
    }
    close_panel(markup);
}

#[cfg(test)]
mod tests {
    use super::super::{TrainRequest, begin};
    use super::*;
    use crate::report::markup::check_balanced;

    #[test]
    fn a_training_has_a_page() {
        let request = TrainRequest {
            game: "othello".to_owned(),
            players: None,
            variant: None,
            teacher: None,
            seed: 1,
            threads: 1,
            effort: Some(1),
            nodes: None,
        };
        let mut training = begin(&request, None).unwrap();
        let page = |training: &dyn super::super::Training| {
            training.page("o.safetensors", "cutfirst train").unwrap().to_html()
        };
        assert!(page(training.as_ref()).contains("No round has won"));
        training.round(&mut |_| true).unwrap();
        let html = page(training.as_ref());
        check_balanced(&html);
        assert!(
            html.contains("Elo over the")
                && html.contains("Strength by round")
                && html.contains("--evaluation o.safetensors")
        );
    }

    #[test]
    fn intervals_hold_the_score_and_narrow() {
        let (few, many) = (interval(0.75, 40), interval(0.75, 400));
        assert!(few.low < many.low && many.low < 0.75 && 0.75 < many.high && many.high < few.high);
        assert!(interval(1.0, 10).high <= 1.0 + 1e-9 && interval(0.0, 10).low >= -1e-9);
        assert!((elo(0.75) - 190.8).abs() < 0.1 && elo(1.0).is_finite());
    }
}
